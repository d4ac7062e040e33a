"""Fields whose names are those of a form's own properties, as the columns of another program's file may have them: a browser
gives the field for `form.action` then."""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Locator, Page, expect

from chromium import DESK, PHONE, until
from kartoteka import Server
from matrix import nightly
from people import card, save, undo_bar
from shop import value

# Names of what scripts use of forms, as far as they are words that a table may have.
NAMES = ("id", "action", "method", "elements", "matches", "closest", "target", "title", "style", "children", "attributes",
         "append", "prepend", "before", "after", "contains", "remove", "reset", "submit", "hidden", "focus", "length")
MOVES = "/moves/Move"


@pytest.fixture
def moves(tmp_path):
    """A server of a file that has a table with such columns."""
    file = tmp_path / "moves.sqlite"
    with closing(sqlite3.connect(file)) as database, database:
        columns = ", ".join(f'"{name}" TEXT' for name in NAMES)
        database.execute(f"CREATE TABLE Move (Number INTEGER PRIMARY KEY, Label TEXT NOT NULL, {columns})")
        database.executemany("INSERT INTO Move (Label, action) VALUES (?, ?)", [("Jump", "up"), ("Run", "on"), ("Sit", "down")])
    with Server(tmp_path, opened=file) as running:
        yield running


def stored(server: Server, column: str, number: int = 1):
    return value(server.opened, f'SELECT "{column}" FROM Move WHERE Number = {number}')


def at(place: Locator, name: str) -> Locator:
    """The field with that name."""
    return place.locator(f"[name={name}]")


def open_move(open_page, server: Server, size: dict, number: int = 1) -> Page:
    page = open_page(size, base_url=server.url)
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"{MOVES}/{number}")
    return page


@pytest.mark.parametrize("size", [DESK, *nightly(PHONE)], ids=["desk", "phone"])
def test_such_a_card_is_kept_saved_and_undone(open_page, moves, size):
    """What is typed comes back after a reload; it is saved and undone; the next card is another one."""
    page = open_move(open_page, moves, size)
    page.evaluate("window.isSame = true")
    at(card(page), "Label").fill("Leap")
    at(card(page), "action").fill("far")
    page.reload()
    expect(card(page).locator(".restored")).to_be_visible()
    expect(at(card(page), "Label")).to_have_value("Leap")
    expect(at(card(page), "action")).to_have_value("far")
    page.evaluate("window.isSame = true")
    save(card(page)).click()
    expect(undo_bar(page)).to_contain_text("Changed")
    until(page, lambda: (stored(moves, "Label"), stored(moves, "action")) == ("Leap", "far"))
    if size == DESK:
        assert page.evaluate("window.isSame")
    assert page.evaluate("Object.keys(localStorage).filter(it => it.startsWith('unsaved ')).length") == 0
    undo_bar(page).get_by_role("button", name="Undo").click()
    until(page, lambda: (stored(moves, "Label"), stored(moves, "action")) == ("Jump", "up"))


def test_such_a_card_follows_others_and_asks_before_it_is_left(open_page, moves):
    """A change by somebody else is shown beside what is typed; a link asks first, and Control-S saves."""
    page = open_move(open_page, moves, DESK)
    at(card(page), "method").fill("slowly")
    status, _ = moves.send("PATCH", f"/api{MOVES}/1", '{"elements": "air"}')
    assert status == 200
    expect(at(card(page), "elements")).to_have_value("air")
    expect(at(card(page), "method")).to_have_value("slowly")
    page.get_by_role("link", name="Run").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Keep editing").click()
    expect(at(card(page), "method")).to_have_value("slowly")
    at(card(page), "method").press("Control+s")
    until(page, lambda: stored(moves, "method") == "slowly")
    expect(save(card(page))).to_be_disabled()


def test_such_a_new_record_and_a_conflict(open_page, moves, watch):
    """A sheet is filled in and sent; what somebody else has changed is asked about."""
    watch.allow("status of 4|changes|ERR_FAILED")
    page = open_move(open_page, moves, DESK)
    page.route("**/changes?*", lambda route: route.abort())
    page.goto(f"{MOVES}/new")
    sheet = page.get_by_role("dialog")
    at(sheet, "Label").fill("Fly")
    at(sheet, "action").fill("over")
    page.reload()
    expect(at(sheet, "action")).to_have_value("over")
    save(sheet).click()
    expect(sheet).to_have_count(0)
    assert value(moves.opened, "SELECT count(*) FROM Move WHERE action = 'over'") == 1
    page.goto(f"{MOVES}/2")
    at(card(page), "action").fill("mine")
    moves.send("PATCH", f"/api{MOVES}/2", '{"action": "theirs"}')
    save(card(page)).click()
    expect(page.get_by_role("dialog")).to_contain_text("theirs")
    page.get_by_role("dialog").get_by_role("button", name="Save this card").click()
    expect(undo_bar(page)).to_contain_text("Changed")
    assert stored(moves, "action", 2) == "mine"


@pytest.mark.nightly
def test_such_a_card_that_was_deleted_meanwhile_is_offered_as_a_new_one(open_page, moves, watch):
    """With everything that was typed into it, on its own page."""
    watch.allow("status of 4|changes|ERR_FAILED")
    page = open_move(open_page, moves, DESK, 3)
    at(card(page), "action").fill("again")
    at(card(page), "append").fill("more")
    moves.send("DELETE", f"/api{MOVES}/3")
    page.reload()
    page.locator("#draft button").click()
    sheet = page.get_by_role("dialog")
    expect(at(sheet, "append")).to_have_value("more")
    save(sheet).click()
    until(page, lambda: value(moves.opened, "SELECT count(*) FROM Move WHERE action = 'again' AND append = 'more'") == 1)
