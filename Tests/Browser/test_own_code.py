"""What an application's own code adds to screens: rules that are told before Save, and tables of its own pages."""

import json
import re
from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK, PHONE
from matrix import nightly


def post(server, path: str, values: dict, app: str = "clinic") -> int:
    status, answer = server.send("POST", f"/api/{app}/{path}", json.dumps(values))
    assert status == 201, answer
    return json.loads(answer)["id"]


@pytest.fixture
def practice(clinic_server):
    """A clinic with an animal that was born in 2024, and a vet with an appointment at noon of today."""
    owner = post(clinic_server, "owners", {"firstName": "Anna", "lastName": "Kowalska", "phone": "+48 601 234 567"})
    animal = post(clinic_server, "animals", {"name": "Burek", "owner": owner, "bornOn": "2024-05-01"})
    vet = post(clinic_server, "vets", {"name": "dr Nowak"})
    noon = datetime.now(timezone.utc).replace(hour=12, minute=0, second=0, microsecond=0)
    post(clinic_server, "appointments", {
        "animal": animal, "vet": vet, "starts": noon.isoformat().replace("+00:00", "Z"), "minutes": 30})
    post(clinic_server, "vaccinations", {"animal": animal, "against": "Rabies", "given": "2025-01-31"})
    return clinic_server


@pytest.mark.parametrize("size", [PHONE, *nightly(DESK)], ids=["phone", "desk"])
def test_a_rule_is_told_before_save_and_taken_back_when_it_is_kept(practice, open_page, axe, size):
    """The fault stands at its field as soon as the field is left, and goes with its reason. Nothing is saved."""
    page: Page = open_page(size, timezone_id="UTC")
    page.goto("/clinic/vaccinations/1")
    given = page.locator("[name=given]")
    given.fill("2020-01-31")
    given.blur()
    fault = page.locator(".err", has_text="The animal was not born then")
    expect(fault).to_be_visible()
    expect(given).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#say")).to_have_text("The animal was not born then")
    axe(page)
    given.fill("2025-02-28")
    given.blur()
    expect(fault).to_have_count(0)
    expect(given).not_to_have_attribute("aria-invalid", "true")
    status, answer = practice.get("/api/clinic/vaccinations/1")
    assert status == 200 and json.loads(answer)["given"] == "2025-01-31"


def test_a_form_that_is_filled_in_when_it_opens_is_checked_at_once(practice, open_page, axe):
    """The calendar and choices of related records lead to such forms. The program's logo stands in the navigation."""
    page: Page = open_page(DESK, timezone_id="UTC")
    day = datetime.now(timezone.utc).date()
    page.goto(f"/clinic/appointments/new?animal=1&vet=1&starts={day}T12:10")
    expect(page.locator(".err", has_text="The vet has another appointment then")).to_be_visible()
    expect(page.locator(".brand .logo")).to_be_visible()
    axe(page)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_table_of_an_own_page_fits_the_screen(practice, open_page, axe, size):
    """Columns at a desk; on a phone the values stand below each other with the headings of their columns."""
    page: Page = open_page(size, timezone_id="UTC")
    page.goto("/clinic/pages/vets-today")
    row = page.locator("tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text(re.compile("dr Nowak.*12:00.*12:30", re.DOTALL))
    tops = {round(box["y"]) for box in (cell.bounding_box() for cell in row.locator("td").all())}
    assert len(tops) == (4 if size is PHONE else 1)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    axe(page)


@pytest.fixture
def rehearsal(choir_server):
    """A choir whose next concert has two pieces."""
    starts = (datetime.now(timezone.utc) + timedelta(days=30)).strftime("%Y-%m-%dT19:00:00Z")
    concert = post(choir_server, "concerts", {"name": "Advent", "starts": starts, "hall": "Kreuzkirche"}, "choir")
    for title in ("Ave Maria", "Sanctus"):
        score = post(choir_server, "scores", {"title": title, "composer": "Bach", "shelf": "BAC"}, "choir")
        post(choir_server, "pieces", {"concert": concert, "score": score}, "choir")
    return choir_server


@pytest.mark.both
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_page_without_the_frame_is_its_content_alone_in_letters_that_grow_with_the_window(
        rehearsal, open_page, axe, size):
    """Its list has numbers, a change comes while it is open, and a link leads to the application."""
    page: Page = open_page(size, timezone_id="UTC")
    page.goto("/choir/pages/next-concert")
    expect(page.get_by_role("heading", level=1)).to_have_text("Next concert")
    expect(page.get_by_role("navigation")).to_have_count(0)
    items = page.locator("ol li")
    expect(items).to_have_text(["Ave Maria", "Sanctus"])
    assert items.first.evaluate("it => getComputedStyle(it).listStyleType") == "decimal"
    letters = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    assert letters == 16 if size is PHONE else letters > 20, letters
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    axe(page)
    score = post(rehearsal, "scores", {"title": "Locus iste", "composer": "Bruckner", "shelf": "BRU"}, "choir")
    post(rehearsal, "pieces", {"concert": 1, "score": score}, "choir")
    expect(items).to_have_text(["Ave Maria", "Sanctus", "Locus iste"])
    page.get_by_role("link", name="Choir", exact=True).click()
    expect(page.get_by_role("navigation").first).to_be_visible()


def places(server) -> list[tuple[int, int]]:
    """The ids of the pieces with their numbers, in the order of these."""
    status, answer = server.get("/api/choir/pieces?sort=place")
    assert status == 200, answer
    return [(piece["id"], piece["place"]) for piece in json.loads(answer)["items"]]


@pytest.mark.both
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_pieces_of_a_concert_are_moved_by_buttons(rehearsal, open_page, axe, size):
    """The others follow, undo takes it back, and nothing is wider than the page."""
    page: Page = open_page(size, timezone_id="UTC")
    page.goto("/choir/concerts/1")
    assert places(rehearsal) == [(1, 1), (2, 2)]
    moved = page.get_by_role("button", name=re.compile("^Move .*Sanctus up$"))
    expect(moved).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    axe(page)
    moved.click()
    expect(page.locator(".ordered .row .t")).to_have_text([re.compile("Sanctus"), re.compile("Ave Maria"), re.compile(".")])
    assert places(rehearsal) == [(2, 1), (1, 2)]
    page.locator("body > .undo .undoes button").click()
    expect(page.locator(".ordered .row .t")).to_have_text([re.compile("Ave Maria"), re.compile("Sanctus"), re.compile(".")])
    assert places(rehearsal) == [(1, 1), (2, 2)]


@pytest.mark.both
def test_pieces_of_a_concert_are_moved_by_keys_and_dragged(rehearsal, open_page):
    """Alt with an arrow moves the piece in focus, which keeps the focus; the mouse drags it."""
    page: Page = open_page(DESK, timezone_id="UTC")
    page.goto("/choir/concerts/1")
    rows = page.locator(".ordered .row")
    first = rows.filter(has_text="Ave Maria")
    # The script of such sections comes after the page.
    page.wait_for_function("performance.getEntriesByType('resource').some(it => it.name.includes('ordering'))")
    first.focus()
    page.keyboard.press("Alt+ArrowDown")
    expect(rows.locator(".t")).to_have_text([re.compile("Sanctus"), re.compile("Ave Maria"), re.compile(".")])
    assert places(rehearsal) == [(2, 1), (1, 2)]
    expect(first).to_be_focused()
    page.keyboard.press("Alt+ArrowUp")
    expect(rows.locator(".t").first).to_contain_text("Ave Maria")
    expect(first).to_be_focused()
    start, goal = rows.nth(0).bounding_box(), rows.nth(1).bounding_box()
    page.mouse.move(start["x"] + 40, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(goal["x"] + 40, goal["y"] + goal["height"] - 2, steps=6)
    page.mouse.up()
    expect(rows.locator(".t").first).to_contain_text("Sanctus")
    assert places(rehearsal) == [(2, 1), (1, 2)]
