"""Moments are typed, shown, sorted and found in the time zone of the browser."""

import json

from playwright.sync_api import expect

from chromium import DESK

ENTRIES = "/diary/entries"


def moments(server) -> dict[str, str]:
    """The moments of the entries by their titles, as the API has them."""
    status, answer = server.get("/api/diary/entries")
    assert status == 200
    return {entry["title"]: entry["at"] for entry in json.loads(answer)["items"]}


def add(server, title: str, moment: str) -> None:
    status, answer = server.send("POST", "/api/diary/entries", json.dumps({"title": title, "at": moment}))
    assert status == 201, answer


def test_moments_are_typed_and_shown_in_the_browsers_time_zone(diary_server, open_page):
    """A moment that is typed in Warsaw is stored in UTC, shown as typed, and in Kathmandu as clocks there show it."""
    warsaw = open_page(DESK, timezone_id="Europe/Warsaw")
    warsaw.goto(f"{ENTRIES}/new")
    # The first page of all was made in the server's time zone.
    expect(warsaw.locator("body")).to_have_attribute("data-zone", "Europe/Warsaw")
    sheet = warsaw.get_by_role("dialog")
    sheet.locator("[name=title]").fill("Dentist")
    sheet.locator("[name=at]").fill("2026-07-15T10:30")
    sheet.get_by_role("button", name="Save").click()
    expect(warsaw.get_by_role("link", name="Dentist").first).to_contain_text("15 Jul 2026, 10:30")
    assert moments(diary_server) == {"Dentist": "2026-07-15T08:30:00.000Z"}
    # Later in UTC, and the day after there.
    add(diary_server, "Night train", "2026-07-15T21:45:00Z")
    kathmandu = open_page(DESK, timezone_id="Asia/Kathmandu")
    kathmandu.goto(ENTRIES)
    rows = kathmandu.locator("#rows a")
    expect(rows.nth(0)).to_contain_text("15 Jul 2026, 14:15")
    expect(rows.nth(1)).to_contain_text("16 Jul 2026, 03:30")


def test_a_form_that_changes_another_value_leaves_the_moment_alone(diary_server, open_page):
    """Saving a new title keeps the moment, also in the hour that clocks in Warsaw show twice."""
    add(diary_server, "Clocks", "2026-10-25T01:30:00Z")
    page = open_page(DESK, timezone_id="Europe/Warsaw")
    page.goto(f"{ENTRIES}/1")
    expect(page.locator("body")).to_have_attribute("data-zone", "Europe/Warsaw")
    record = page.locator("article.record")
    expect(record.locator("[name=at]")).to_have_value("2026-10-25T02:30")
    record.locator("[name=title]").fill("Clocks go back")
    record.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Clocks go back").first).to_contain_text("25 Oct 2026, 02:30")
    assert moments(diary_server) == {"Clocks go back": "2026-10-25T01:30:00.000Z"}
