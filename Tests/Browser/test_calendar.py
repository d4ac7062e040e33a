"""A calendar: days, weeks and months, new records at a time, and records that are dragged to another one."""

import json
import re
from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK, PHONE
from matrix import nightly

CALENDAR = "/clinic/calendar"
# A Tuesday in a month whose weeks are in three months.
DAY = "2026-09-15"


def post(server, path: str, values: dict) -> int:
    status, answer = server.send("POST", f"/api/clinic/{path}", json.dumps(values))
    assert status == 201, answer
    return json.loads(answer)["id"]


def appointment(server, number: int) -> dict:
    status, answer = server.get(f"/api/clinic/appointments/{number}")
    assert status == 200
    return json.loads(answer)


@pytest.fixture
def practice(clinic_server):
    """A clinic with two vets, two animals and some appointments in a week of September, in UTC."""
    server = clinic_server
    owner = post(server, "owners", {"firstName": "Anna", "lastName": "Kowalska", "phone": "+48 601 234 567"})
    animals = [post(server, "animals", {"name": name, "owner": owner}) for name in ("Burek", "Mruczek")]
    vets = [post(server, "vets", {"name": name}) for name in ("dr Nowak", "dr Lis")]
    for animal, vet, starts, minutes, reason in (
        (0, 0, f"{DAY}T07:00:00Z", 45, "Cough"), (1, 1, f"{DAY}T07:30:00Z", 60, "Check-up"),
        (0, 0, f"{DAY}T12:20:00Z", 20, "Stitches"), (1, 0, "2026-09-17T09:00:00Z", 120, "Surgery"),
        (0, 1, "2026-09-14T16:00:00Z", 30, ""), (0, 1, "2026-09-30T08:00:00Z", 30, "Teeth"),
    ):
        post(server, "appointments", {
            "animal": animals[animal], "vet": vets[vet], "starts": starts, "minutes": minutes, "reason": reason})
    return server


def go(page: Page, view: str, day: str = DAY) -> None:
    page.goto(f"{CALENDAR}?view={view}&day={day}")
    # The first page of all is made in the server's time zone.
    expect(page.locator("body")).to_have_attribute("data-zone", "Europe/Warsaw")


@pytest.fixture
def warsaw():
    """The zone in which pages are opened."""
    return {"timezone_id": "Europe/Warsaw"}


@pytest.mark.parametrize("view, size", [
    ("week", DESK), ("month", PHONE), *nightly(("day", PHONE), ("day", DESK), ("week", PHONE), ("month", DESK)),
], ids=["week at a desk", "month on a phone", "day on a phone", "day at a desk", "week on a phone", "month at a desk"])
def test_each_period_is_accessible_and_fits(practice, open_page, warsaw, axe, size, view):
    """Axe finds nothing, nothing sticks out at the side, and the records lead to their pages and back."""
    page = open_page(size, **warsaw)
    go(page, view)
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    calendar = page.locator("#agenda")
    if view == "month" and size is PHONE:
        calendar.get_by_role("link", name="Tuesday, 15 September 2026, 3 appointments").click()
    link = calendar.get_by_role("link", name="Burek").filter(has_text="09:00")
    link.click()
    expect(page).to_have_url(re.compile("/clinic/appointments/1"))
    if size is PHONE:
        page.locator("a.back", has_text="Calendar").first.click()
        expect(page).to_have_url(re.compile(f"/clinic/calendar.*day={DAY}"))


def test_periods_are_reached_by_links_and_keys(practice, open_page, warsaw):
    """Earlier, later, today and the views, without a script and by keys with one."""
    plain = open_page(DESK, java_script_enabled=False)
    plain.goto(f"{CALENDAR}?view=week&day={DAY}")
    expect(plain.get_by_role("heading", name="14–20 September 2026")).to_be_visible()
    plain.get_by_role("link", name="Next week").click()
    expect(plain.get_by_role("heading", name="21–27 September 2026")).to_be_visible()
    plain.get_by_role("link", name="Month").click()
    expect(plain.get_by_role("heading", name="September 2026")).to_be_visible()
    plain.get_by_role("link", name="Previous month").click()
    expect(plain.get_by_role("heading", name="August 2026")).to_be_visible()
    plain.get_by_role("link", name="Day", exact=True).click()
    expect(plain.locator("#period")).to_contain_text("August 2026")
    plain.locator("#agenda").get_by_role("link", name="Today").click()
    expect(plain.locator(".day.today")).to_be_visible()

    page = open_page(DESK, **warsaw)
    go(page, "week")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#period")).to_have_text("21–27 September 2026")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#period")).to_have_text("14–20 September 2026")
    page.keyboard.press("ArrowDown")
    expect(page.locator("a.event").first).to_be_focused()
    page.keyboard.press("m")
    expect(page.locator("#period")).to_have_text("September 2026")
    page.keyboard.press("d")
    expect(page.locator("#period")).to_have_text("Tuesday, 15 September 2026")
    page.keyboard.press("t")
    expect(page.locator(".day.today")).to_be_visible()


def test_a_new_record_has_the_day_and_hour_filled_in_and_leads_back(practice, open_page, warsaw):
    """"+" of a day, a press on an hour, and leaving the form."""
    page = open_page(DESK, **warsaw)
    go(page, "week")
    page.get_by_role("link", name="New appointment, Wednesday, 16 September 2026").click()
    expect(page.locator("[name=starts]")).to_have_value("2026-09-16T09:00")
    page.locator("a.back").first.click()
    expect(page).to_have_url(re.compile("view=week&day=2026-09-16"))
    page.locator("[data-day='2026-09-18'] .slots a").nth(3).click()
    expect(page.locator("[name=starts]")).to_have_value("2026-09-18T11:00")


def test_records_are_dragged_to_another_time_and_it_can_be_undone(practice, open_page, warsaw):
    """The server saves it, the bar undoes it, and the calendar shows both."""
    page = open_page(DESK, **warsaw)
    go(page, "week")
    event = page.locator("[data-id='4']")
    box, target = event.bounding_box(), page.locator("[data-day='2026-09-18']").bounding_box()
    hour = page.locator(".hours li").first.bounding_box()["height"]
    x, y = box["x"] + 20, box["y"] + 10
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20, steps=3)
    page.mouse.move(target["x"] + 30, y + 2.25 * hour, steps=5)
    expect(event.locator(".time")).to_have_text("13:15")
    page.mouse.up()
    moved = page.locator("[data-day='2026-09-18'] [data-id='4']")
    expect(moved).to_contain_text("13:15")
    assert appointment(practice, 4)["starts"] == "2026-09-18T11:15:00.000Z"
    page.locator(".undo").get_by_role("button", name="Undo").click()
    expect(page.locator("[data-day='2026-09-17'] [data-id='4']")).to_contain_text("11:00")
    assert appointment(practice, 4)["starts"] == "2026-09-17T09:00:00.000Z"


def test_a_rule_refuses_a_move_and_says_why(practice, open_page, warsaw, watch, axe):
    """The record stays where it was."""
    watch.allow("status of 409")
    watch.allow("status of 422")
    page = open_page(DESK, **warsaw)
    go(page, "day")
    page.locator("[data-id='3'] a").focus()
    # From 14:20 onto the appointment at 9:00 of the same vet.
    box = page.locator("[data-id='3']").bounding_box()
    first = page.locator("[data-id='1']").bounding_box()
    page.mouse.move(box["x"] + 30, box["y"] + 6)
    page.mouse.down()
    page.mouse.move(box["x"] + 30, first["y"] + 20, steps=6)
    page.mouse.up()
    expect(page.get_by_role("alert")).to_contain_text("The vet has another appointment then")
    expect(page.locator("[data-id='3']")).to_contain_text("14:20")
    axe(page)
    assert appointment(practice, 3)["starts"] == f"{DAY}T12:20:00.000Z"


def test_keys_move_a_record_and_somebody_elses_move_is_not_overwritten(practice, open_page, warsaw, watch):
    """Shift and arrows: a quarter of an hour, a day. A record that was moved meanwhile stays."""
    watch.allow("status of 409")
    page = open_page(DESK, **warsaw)
    go(page, "week")
    page.locator("[data-id='4'] a").focus()
    page.keyboard.press("Shift+ArrowDown")
    expect(page.locator("[data-id='4']")).to_contain_text("11:15")
    expect(page.locator("[data-id='4'] a")).to_be_focused()
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("[data-day='2026-09-18'] [data-id='4']")).to_contain_text("11:15")
    assert appointment(practice, 4)["starts"] == "2026-09-18T09:15:00.000Z"
    # Somebody else's move reaches the server between the key and the request.
    def move_first(route):
        practice.send("PATCH", "/api/clinic/appointments/4", json.dumps({"starts": "2026-09-18T14:00:00Z"}))
        route.continue_()

    page.route("**/move/4*", move_first)
    page.locator("[data-id='4'] a").focus()
    page.keyboard.press("Shift+ArrowUp")
    expect(page.get_by_role("alert")).to_contain_text("Somebody else has moved it meanwhile.")
    assert appointment(practice, 4)["starts"] == "2026-09-18T14:00:00.000Z"


def test_changes_by_others_appear(practice, open_page, warsaw):
    """A new appointment is on an open page."""
    page = open_page(DESK, **warsaw)
    go(page, "month", (date.fromisoformat(DAY) + timedelta(days=7)).isoformat())
    post(practice, "appointments", {"animal": 1, "vet": 1, "starts": "2026-09-22T10:00:00Z", "reason": "Live"})
    expect(page.locator("[data-day='2026-09-22']")).to_contain_text("12:00")


def test_a_month_says_how_many_more_a_day_has(practice, open_page, warsaw):
    """A day of a month at a desk shows three records, and leads to the others."""
    for hour in range(8, 14):
        post(practice, "appointments", {
            "animal": 2, "vet": 2, "starts": f"2026-09-22T{hour:02}:00:00Z", "minutes": 20})
    page = open_page(DESK, **warsaw)
    go(page, "month")
    page.get_by_role("link", name="3 more").click()
    expect(page.locator("#period")).to_have_text("Tuesday, 22 September 2026")
    expect(page.locator(".events li")).to_have_count(6)
