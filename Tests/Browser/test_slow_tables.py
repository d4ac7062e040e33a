"""Column tables on slow networks: what is typed while an answer is awaited stays where it was typed."""

import re

import pytest
from playwright.sync_api import expect

from chromium import slow_down, until
from matrix import nightly
from travellers import CITIES, USERS, cell, filter_field, new, open_table, rows, undo_bar


@pytest.fixture
def anna(travels) -> int:
    return travels.add_user("Anna")


@pytest.mark.latency(400)
def test_an_added_row_is_no_draft_and_typing_goes_on_in_its_field(desk, travels, anna):
    desk.goto(CITIES)
    new(desk, "name").fill("Oslo")
    user = new(desk, "user")
    user.fill(str(anna))
    user.press("Enter")
    desk.keyboard.press("Control+a")
    desk.keyboard.type("12345678", delay=150)
    expect(rows(desk)).to_have_count(1)
    expect(user).to_be_focused()
    expect(user).to_have_value("12345678")
    expect(new(desk, "name")).to_have_value("")
    expect(desk.locator(".restored")).to_have_count(0)
    assert [each["name"] for each in travels.list("cities")] == ["Oslo"]


@pytest.mark.parametrize("latency", [400, *nightly(0, 100)])
def test_names_typed_one_after_the_other_are_rows_of_their_own(desk, travels, latency):
    """Nobody waits for one row to type the next."""
    desk.goto(USERS)
    slow_down(desk, latency)
    new(desk, "name").click()
    names = ["Anna", "Benno", "Cidor", "Anna", "Dan"]
    for name in names:
        desk.keyboard.type(name, delay=40)
        desk.keyboard.press("Enter")
    desk.keyboard.type("Eva", delay=40)
    until(desk, lambda: len(travels.list("users")) == len(names))
    assert [each["name"] for each in travels.list("users")] == names
    expect(rows(desk)).to_have_count(len(names))
    expect(new(desk, "name")).to_have_value("Eva")
    expect(new(desk, "name")).to_be_focused()
    desk.on("dialog", lambda dialog: dialog.accept())
    desk.reload()
    expect(new(desk, "name")).to_have_value("Eva")


def test_a_row_that_could_not_be_added_comes_back(desk, travels, watch):
    """What was typed below it is added, and its own text is in the fields again."""
    watch.allow("Failed to load resource|ERR_FAILED")
    desk.goto(USERS)
    desk.route(f"**{USERS}*", lambda route: route.abort() if route.request.method == "POST" else route.continue_(), times=1)
    new(desk, "name").click()
    desk.keyboard.type("Anna\nBen\n")
    until(desk, lambda: [each["name"] for each in travels.list("users")] == ["Ben"])
    expect(new(desk, "name")).to_have_value("Anna")


@pytest.mark.latency(400)
def test_what_is_typed_while_a_row_is_refused_stays(desk, travels, anna, watch):
    watch.allow("status of 422")
    desk.goto(CITIES)
    new(desk, "name").fill("Oslo")
    user = new(desk, "user")
    user.fill("nobody")
    user.press("Enter")
    desk.keyboard.press("Control+a")
    desk.keyboard.type("Anna", delay=20)
    expect(user).to_have_accessible_description(re.compile("nobody"))
    expect(user).to_have_value("Anna")
    expect(user).to_be_focused()
    user.press("Enter")
    expect(rows(desk)).to_have_count(1)
    assert travels.list("cities")[0]["user"] == anna


@pytest.mark.latency(400)
def test_a_filter_has_what_was_typed_after_it_was_sent(desk, travels, anna):
    travels.add_user("Borys")
    desk.goto(USERS)
    name = filter_field(desk, "name")
    name.click()
    desk.keyboard.type("An")
    desk.keyboard.press("Enter")
    desk.keyboard.type("nabel", delay=20)
    expect(rows(desk)).to_have_count(1)
    expect(name).to_have_value("Annabel")
    expect(name).to_be_focused()
    desk.keyboard.type("la")
    expect(name).to_have_value("Annabella")


@pytest.mark.latency(400)
def test_a_cell_that_is_typed_into_while_its_table_is_sorted_is_stored(desk, travels, anna):
    borys = travels.add_user("Borys")
    open_table(desk, USERS)
    desk.locator("thead").get_by_role("link", name=re.compile("^Name sort")).click()
    cell(desk, borys, "Name").click()
    desk.keyboard.type("Aaron")
    desk.keyboard.press("Enter")
    until(desk, lambda: travels.get("users", borys)["name"] == "Aaron")
    expect(desk).to_have_url(re.compile("sort=name"))
    expect(cell(desk, borys, "Name")).to_have_text("Aaron")


@pytest.mark.latency(400)
def test_a_row_is_added_while_a_cell_is_on_its_way(desk, travels, anna):
    """Keys without a pause: a cell is changed, a row is added, the next one is begun; all of it stays."""
    open_table(desk, USERS)
    cell(desk, anna, "Name").click()
    desk.keyboard.type("Hanna\n")
    new(desk, "name").click()
    desk.keyboard.type("Borys\nCarl\nDa", delay=20)
    until(desk, lambda: [each["name"] for each in travels.list("users")] == ["Hanna", "Borys", "Carl"])
    expect(rows(desk)).to_have_count(3)
    expect(new(desk, "name")).to_have_value("Da")
    expect(new(desk, "name")).to_be_focused()
    expect(undo_bar(desk)).to_contain_text("Carl")


@pytest.mark.latency(400)
def test_who_leaves_while_a_row_is_added_goes_on_when_it_is_there(desk, travels, anna):
    desk.goto(USERS)
    new(desk, "name").fill("Borys")
    new(desk, "name").press("Enter")
    desk.get_by_role("navigation").get_by_role("link", name="Cities").click()
    expect(desk).to_have_url(re.compile(f"{CITIES}$"))
    assert [each["name"] for each in travels.list("users")] == ["Anna", "Borys"]


def test_a_row_that_was_stored_without_an_answer_is_not_added_again(desk, travels, watch):
    """The answer is lost, the row comes back into the fields, and Return there makes no second record."""
    watch.allow("Failed to load resource|ERR_FAILED")
    travels.add_user("Zofia")
    desk.goto(USERS)

    def lose(route):
        route.fetch()
        route.abort()

    desk.route(f"**{USERS}*", lambda route: lose(route) if route.request.method == "POST" else route.continue_(), times=1)
    new(desk, "name").fill("Anna")
    new(desk, "name").press("Enter")
    expect(new(desk, "name")).to_have_value("Anna")
    until(desk, lambda: len(travels.list("users")) == 2)
    new(desk, "name").press("Enter")
    expect(new(desk, "name")).to_have_value("")
    expect(rows(desk)).to_have_count(2)
    assert len(travels.list("users")) == 2
