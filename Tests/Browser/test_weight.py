"""What a page costs."""

import pytest
from playwright.sync_api import Page, Response

from matrix import nightly
from people import MORE, PEOPLE, address_of, rows
from worldmap import MAP, SOVEREIGN, World

LIMIT = 60_000  # bytes of HTML, style and script together, as sent


def sent(response: Response) -> int:
    """The bytes of a response's body, as they are sent."""
    response.finished()
    return response.request.sizes()["responseBodySize"]


def answers(page: Page, path: str) -> dict[str, int]:
    """The bytes of everything the browser fetches for a page, as they are sent, by kind."""
    # What the page before still asks for is not counted: its answers go with it.
    page.goto("about:blank")
    responses = []

    def keep(response):
        responses.append(response)

    page.on("response", keep)
    page.goto(path)
    page.remove_listener("response", keep)
    sizes: dict[str, int] = {}
    for response in responses:
        kind = response.request.resource_type
        # A stream of changes has no end.
        if kind != "eventsource":
            sizes[kind] = sizes.get(kind, 0) + sent(response)
    return sizes


@pytest.mark.parametrize("path", ["/", PEOPLE, *nightly(f"{PEOPLE}?search=a", address_of(412), f"{PEOPLE}/new", MORE)])
def test_a_page_is_light(phone, path):
    """HTML, style and script of a page are under 60 KB together, as they are sent."""
    sizes = answers(phone, path)
    assert {"document", "stylesheet", "script"} <= set(sizes)
    assert set(sizes) <= {"document", "stylesheet", "script", "image", "other"}, "something else is loaded"
    assert sum(sizes[kind] for kind in ("document", "stylesheet", "script")) < LIMIT, sizes


def weight(page: Page, path: str) -> int:
    """Bytes of a page's HTML, style and script."""
    sizes = answers(page, path)
    return sum(sizes[kind] for kind in ("document", "stylesheet", "script"))


@pytest.mark.nightly
def test_a_course_of_very_many_students_is_light(phone, school):
    """A course's card and the sheet of its students show a part of them, and are under 60 KB."""
    first = ["Aleksandra", "Krzysztof", "Małgorzata", "Stanisław"]
    ids = [school.user(f"Zzwiśniewska {number:03}", first[number % 4], f"wisniewska{number}@school.example")
           for number in range(80)]
    for number in range(30):
        school.course(f"Qqprinciples of zoology {number}")
    course = school.course("Qqevolutionary biology", branch="Zoology and botany", teacher=ids[0], students=ids)
    assert weight(phone, f"/courses/courses/{course}") < LIMIT
    assert weight(phone, f"/courses/courses/{course}/students") < LIMIT


def test_style_and_script_are_kept_by_the_browser(phone):
    """Style and script are fetched once: the next page asks for neither."""
    phone.goto(PEOPLE)
    asked = []
    phone.on("response", lambda response: asked.append((response.request.resource_type, response.from_service_worker)))
    names = phone.evaluate("performance.getEntriesByType('resource').map(it => it.name)")
    phone.goto(MORE)
    again = phone.evaluate("""() => performance.getEntriesByType('resource')
        .filter(it => it.transferSize > 0).map(it => it.name)""")
    assert not set(names) & set(again)


def test_typing_in_the_search_asks_for_a_part_only(phone):
    """While one types, only the rows travel and not the page."""
    phone.goto(PEOPLE)
    with phone.expect_response(lambda response: "search=ski" in response.url) as caught:
        phone.locator("#q").fill("ski")
    body = caught.value.body()
    assert b"<html" not in body and b"<nav" not in body
    assert rows(phone).count() > 0


@pytest.mark.parametrize("language", ["ru-RU", *nightly("en-GB")])
def test_the_map_of_somebody_who_has_been_everywhere_is_light(phone, fresh_server):
    """With 198 countries and 500 cities, the map's page is under 60 KB, and all of it under 250 KB."""
    world = World(fresh_server)
    ids = world.countries(SOVEREIGN.split())
    world.cities([
        (f"Bad Königshofen {number}", ids[number % len(ids)],
         f"{number * 37 % 120 - 50},{number * 53 % 340 - 170}", "2024-05-03") for number in range(500)])
    sizes = answers(phone, MAP)
    assert sum(sizes[kind] for kind in ("document", "stylesheet", "script")) < LIMIT, sizes
    assert sum(sizes.values()) < 250_000, sizes


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["ru-RU"])
def test_a_country_with_very_many_cities_is_light(phone, fresh_server):
    """With 500 cities of long names and 197 other countries, all of a country's screens are under 60 KB."""
    world = World(fresh_server)
    russia = dict(zip(SOVEREIGN.split(), world.countries(SOVEREIGN.split())))["RU"]
    *_, city = world.cities([
        (f"Петропавловск-Камчатский {number}", russia,
         f"{number * 37 % 24 + 50},{number * 53 % 100 + 38}", "2024-05-03") for number in range(500)])
    paths = [
        MAP, f"{MAP}/RU", f"{MAP}/RU?city={city}", f"{MAP}/RU?place=1", "/travelmap/countries/new?on=map",
        f"/travelmap/cities/new?country={russia}&on=map", f"/travelmap/countries/{russia}", f"/travelmap/cities/{city}",
        f"/travelmap/cities/new?country={russia}"]
    weights = {path: weight(phone, path) for path in paths}
    assert max(weights.values()) < LIMIT, weights
