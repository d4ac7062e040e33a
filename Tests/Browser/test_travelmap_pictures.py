"""The travel map's pictures, which come in the background: TM-7."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from worldmap import World

PAGE = "/travelmap/countries/{}"
LOADING = re.compile(r"Loading pictures: \d+ of 10")


@pytest.fixture
def world(site):
    return World(site)


def follow(page: Page, path: str) -> None:
    """Opens a page and waits until it follows what is changed."""
    with page.expect_response(lambda response: "/changes?" in response.url):
        page.goto(path)


def status(page: Page) -> Locator:
    return page.locator("article.record .jobs")


def pictures(page: Page) -> Locator:
    return page.locator("article.record .pics img")


def again(page: Page) -> Locator:
    return status(page).get_by_role("button", name="Try again")


def test_TM_7_pictures_appear_while_the_page_is_open(service_server, standin, each_size, world, axe):
    """A country is added; its page says how far its pictures are, and shows them as they come, without a reload."""
    standin.hold()
    country = world.country("PT")
    follow(each_size, PAGE.format(country))
    expect(status(each_size)).to_have_text("Loading pictures: 0 of 10")
    expect(status(each_size)).to_have_attribute("role", "status")
    expect(pictures(each_size)).to_have_count(0)
    axe(each_size)
    each_size.evaluate("window.isSame = true")
    standin.release()
    expect(pictures(each_size)).to_have_count(10)
    expect(status(each_size)).to_be_empty()
    assert each_size.evaluate("window.isSame")
    assert [question["query"] for question in standin.questions("pexels")] == ["Portugal"]
    links = each_size.locator("article.record .pics").get_by_role("link", name="Photographer 3")
    expect(links).to_have_attribute("href", "https://www.pexels.com/photo/3/")
    # However long the photographers' names are, no tile sticks out.
    wide = each_size.evaluate("""() => [...document.querySelectorAll('.pics > li')]
        .map(tile => tile.getBoundingClientRect().right).filter(right => right > innerWidth)""")
    assert wide == []


def test_TM_7_a_slow_service_holds_nothing_up(service_server, standin, any_size, world):
    """While the service doesn't answer, every page opens and a note is saved."""
    standin.hold()
    country = world.country("PT")
    follow(any_size, PAGE.format(country))
    expect(status(any_size)).to_have_text(LOADING)
    any_size.get_by_label("Note").fill("Pastéis de nata")
    any_size.get_by_role("button", name="Save", exact=True).click()
    expect(any_size.locator(".undo")).to_contain_text("Changed Portugal")
    expect(any_size.get_by_label("Note")).to_have_value("Pastéis de nata")
    any_size.goto("/travelmap/countries")
    expect(any_size.locator("#rows").get_by_role("link", name="Portugal")).to_be_visible()
    any_size.goto(PAGE.format(country))
    expect(any_size.get_by_label("Note")).to_have_value("Pastéis de nata")
    expect(status(any_size)).to_have_text(LOADING)
    standin.release()
    expect(pictures(any_size)).to_have_count(10)


@pytest.mark.nightly
def test_TM_7_a_key_that_is_refused_is_named_and_can_be_mended(service_server, standin, each_size, world, axe):
    """The page says that the key is wrong, by whom, and what to do; one press tries again."""
    standin.fail("pexels", 401)
    country = world.country("PT")
    follow(each_size, PAGE.format(country))
    expect(status(each_size)).to_contain_text(
        "Pictures could not be loaded: Pexels did not accept the key. Check the key for Pexels in Settings.")
    axe(each_size)
    assert len(standin.questions("pexels")) == 1
    standin.mend()
    again(each_size).click()
    expect(pictures(each_size)).to_have_count(10)
    expect(status(each_size)).to_be_empty()
    expect(each_size).to_have_url(re.compile(PAGE.format(country) + "$"))


@pytest.mark.nightly
def test_TM_7_settings_say_what_could_not_be_loaded_and_try_all_of_it_again(
        service_server, standin, each_size, world, axe):
    """Failures appear in Settings while one looks, with how many and why; one press has all tried again, and they go."""
    standin.fail("pexels", 401)
    follow(each_size, "/travelmap/settings")
    failed = each_size.locator("#settings .jobs")
    expect(failed).to_have_attribute("role", "status")
    expect(failed).to_be_empty()
    countries = [world.country("PT"), world.country("PL")]
    expect(failed).to_contain_text("Pictures could not be loaded: 2 countries")
    expect(failed).to_contain_text("Pexels did not accept the key. Check the key for Pexels in Settings.")
    axe(each_size)
    standin.mend()
    failed.get_by_role("button", name="Try again").click()
    expect(failed).to_be_empty()
    for country in countries:
        each_size.goto(PAGE.format(country))
        expect(pictures(each_size)).to_have_count(10)


@pytest.mark.nightly
def test_TM_7_a_key_from_the_environment_has_failed_ones_begin_again(service_server, standin, desk, world):
    """What failed for a wrong key is loaded after a restart, without a press."""
    standin.fail("pexels", 401)
    country = world.country("PT")
    follow(desk, PAGE.format(country))
    expect(again(desk)).to_be_visible()
    desk.goto("about:blank")
    standin.mend()
    service_server.restart()
    desk.goto(PAGE.format(country))
    expect(pictures(desk)).to_have_count(10)


@pytest.mark.nightly
def test_TM_7_a_service_that_is_asked_too_often_is_left_alone_until_it_wants(
        service_server, standin, any_size, world):
    """After 429 nothing is asked before the time that the service named; the page says that it goes on by itself."""
    standin.fail("pexels", 429, {"Retry-After": "3600"})
    country = world.country("PT")
    follow(any_size, PAGE.format(country))
    expect(status(any_size)).to_contain_text(
        "Pictures could not be loaded: Pexels accepts no more requests for now. It will be tried again by itself.")
    standin.mend()
    # Another one waits as well.
    other = world.country("PL")
    any_size.goto(PAGE.format(other))
    expect(status(any_size)).to_contain_text("It will be tried again by itself.")
    assert len(standin.questions("pexels")) == 1


@pytest.mark.nightly
def test_TM_7_without_a_key_nothing_nags(keyless_server, standin, each_size, world, axe):
    """Without a key nothing is asked, said or offered; the outline stands in for pictures."""
    country = world.country("PT")
    follow(each_size, PAGE.format(country))
    expect(each_size.locator("article.record .pics").get_by_role("img", name="Outline of Portugal")).to_be_visible()
    expect(status(each_size)).to_be_empty()
    expect(each_size.get_by_role("button", name="Load pictures")).to_have_count(0)
    expect(again(each_size)).to_have_count(0)
    axe(each_size)
    assert standin.questions("pexels") == []


@pytest.mark.nightly
def test_TM_7_what_was_under_way_when_the_server_was_killed_is_loaded_by_the_next_one(
        service_server, standin, desk, world):
    """A process that is killed in the middle loses nothing and loads nothing twice."""
    standin.hold()
    country = world.country("PT")
    desk.goto(PAGE.format(country))
    expect(status(desk)).to_have_text(LOADING)
    desk.goto("about:blank")
    service_server.process.kill()
    service_server.process.wait()
    standin.release()
    service_server.start()
    desk.goto(PAGE.format(country))
    expect(pictures(desk)).to_have_count(10)
    assert len({each["sourceLink"] for each in world.list("pictures")}) == 10


def test_TM_7_undo_offers_what_the_person_did_and_not_what_went_on_behind(service_server, standin, any_size, world):
    """While pictures come, undo still is about the country that was added; it takes the pictures along."""
    any_size.goto("/travelmap/countries/new?find=Portugal")
    any_size.get_by_role("button", name="Portugal").click()
    expect(pictures(any_size)).to_have_count(10)
    any_size.reload()
    expect(pictures(any_size)).to_have_count(10)
    any_size.keyboard.press("Control+z")
    expect(any_size.locator(".undo")).to_contain_text("Undid: Added Portugal")
    assert world.list("countries") == [] and world.list("pictures") == []


@pytest.mark.nightly
def test_TM_7_more_pictures_come_at_a_press(service_server, standin, any_size, world):
    """Of a country that has its pictures, a press loads as many more, and none that it has."""
    country = world.country("PT")
    follow(any_size, PAGE.format(country))
    expect(pictures(any_size)).to_have_count(10)
    any_size.get_by_role("button", name="Load pictures").click()
    expect(any_size.locator("#s-pictures .num")).to_have_text("20")
    expect(status(any_size)).to_be_empty()
    assert len({each["sourceLink"] for each in world.list("pictures")}) == 20
