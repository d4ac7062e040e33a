"""At a desk a table goes by the keyboard, and nothing typed is lost on the way."""

import re

import pytest
from playwright.sync_api import expect

from people import answer_leaving
from travellers import CITIES, USERS, choose, chosen, edited, filter_field, ids, new, pick, press, row, rows, undo_bar

# A telephone in the house.
pytestmark = pytest.mark.latency(100)


@pytest.fixture
def users(travels, desk) -> list[int]:
    """Three users, shown by the table that the page shows."""
    ids = [travels.add_user(name) for name in ("Anna", "Wen", "Zofia")]
    desk.goto(USERS)
    expect(rows(desk)).to_have_count(3)
    return ids


def test_arrows_walk_the_rows(desk, users):
    """The arrow keys walk the rows, whose ends are ends; Home and End go there at once."""
    for key, place in [("ArrowDown", 0), ("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("Home", 0), ("End", 2)]:
        desk.keyboard.press(key)
        expect(pick(desk, users[place])).to_be_focused()


def test_TR_3_return_edits_updates_and_escape_lets_go(desk, users, travels):
    """TR-3 by the keyboard: Return chooses a row and goes into its field, Return there updates; Escape lets go."""
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")
    expect(edited(desk, "name")).to_be_focused()
    expect(desk).to_have_url(re.compile(rf"selected={users[0]}$"))
    edited(desk, "name").fill("Hanna")
    desk.keyboard.press("Enter")
    expect(row(desk, users[0])).to_contain_text("Hanna")
    expect(chosen(desk)).to_have_count(0)
    expect(pick(desk, users[0])).to_be_focused()
    assert travels.get("users", users[0])["name"] == "Hanna"
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")
    expect(chosen(desk)).to_have_attribute("data-id", str(users[1]))
    expect(edited(desk, "name")).to_be_focused()
    desk.keyboard.press("Escape")
    expect(chosen(desk)).to_have_count(0)
    expect(pick(desk, users[1])).to_be_focused()
    expect(desk).to_have_url(re.compile(rf"{USERS}$"))


def test_TR_4_delete_and_control_z(desk, users, travels):
    """TR-4 by the keyboard: Delete deletes the row one is at, Control-Z brings it back."""
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Delete")
    expect(undo_bar(desk)).to_contain_text("Deleted Wen")
    expect(pick(desk, users[2])).to_be_focused()
    assert ids(desk) == [users[0], users[2]]
    desk.keyboard.press("Control+z")
    expect(rows(desk)).to_have_count(3)
    assert ids(desk) == users and travels.get("users", users[1])


def test_delete_in_a_field_belongs_to_the_text(desk, users, travels):
    """In a field the Delete key deletes letters."""
    choose(desk, users[0])
    edited(desk, "name").press("End")
    edited(desk, "name").press("Backspace")
    edited(desk, "name").press("Home")
    edited(desk, "name").press("Delete")
    expect(edited(desk, "name")).to_have_value("nn")
    assert len(travels.list("users")) == 3


def test_n_goes_to_the_new_row_and_slash_to_the_filter(desk, users, travels):
    """"n" goes to the row for a new record, a slash to the first filter; Escape clears the filter again."""
    desk.keyboard.press("n")
    expect(new(desk, "name")).to_be_focused()
    expect(new(desk, "name")).to_have_value("")
    desk.keyboard.type("Yuki")
    desk.keyboard.press("Enter")
    expect(rows(desk)).to_have_count(4)
    expect(new(desk, "name")).to_be_focused()
    expect(new(desk, "name")).to_have_value("")
    desk.keyboard.press("Escape")
    desk.keyboard.press("/")
    expect(filter_field(desk, "name")).to_be_focused()
    desk.keyboard.type("wen")
    desk.keyboard.press("Enter")
    expect(rows(desk)).to_have_count(1)
    expect(filter_field(desk, "name")).to_be_focused()
    desk.keyboard.press("Escape")
    expect(rows(desk)).to_have_count(4)


def test_pressing_a_cell_goes_into_its_field(desk, travels):
    """A press anywhere in a row chooses it; where it has a field, typing starts there."""
    city = travels.add_city("Lagos", travels.add_user("Anna"))
    desk.goto(CITIES)
    row(desk, city).locator("td.two").click(position={"x": 20, "y": 20})
    expect(edited(desk, "user")).to_be_focused()
    desk.keyboard.press("Escape")
    row(desk, city).locator("td.one").click()
    expect(chosen(desk)).to_have_attribute("data-id", str(city))
    expect(pick(desk, city)).to_be_focused()


@pytest.mark.parametrize("cell", ["one", "two"])
def test_a_press_while_a_row_closes_opens_it_again(desk, travels, cell):
    """A press is not lost while the server is asked for the row as it is when it is closed."""
    city = travels.add_city("Lagos", travels.add_user("Anna"))
    desk.goto(CITIES)
    choose(desk, city)
    held = []
    desk.route("**part=record*", lambda route: route.continue_() if held else held.append(route))
    with desk.expect_request("**part=record*"):
        desk.keyboard.press("Escape")
    row(desk, city).locator(f"td.{cell}").click(position={"x": 20, "y": 20})
    held[0].continue_()
    expect(edited(desk, "user") if cell == "two" else pick(desk, city)).to_be_focused()
    expect(chosen(desk)).to_have_attribute("data-id", str(city))


def test_TR_7_users_are_suggested_while_one_types(any_size, travels):
    """TR-7 suggests users for what was typed so far, by title and number, ready to be sent."""
    zofia = travels.add_user("Zofia Łódźka")
    travels.add_user("Anna")
    any_size.goto(CITIES)
    new(any_size, "name").fill("Oslo")
    new(any_size, "user").press_sequentially("zof")
    option = any_size.locator("#n-user-l option")
    expect(option).to_have_count(1)
    expect(option).to_have_attribute("value", f"Zofia Łódźka · {zofia}")
    new(any_size, "user").fill(option.get_attribute("value"))
    press(any_size, "Add")
    expect(rows(any_size)).to_contain_text("Zofia Łódźka")


@pytest.mark.parametrize("language", ["ru-RU"])
def test_related_countries_are_suggested_by_their_names(desk, travels):
    """Where a related record is known by a country, suggestions have its name in the person's language."""
    # No application here has such a table: this one is told that its users' names are countries.
    def as_countries(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('data-titles="name"', 'data-titles="name:country"'))

    desk.route(re.compile(CITIES + "$"), as_countries)
    id = travels.add_user("DE")
    desk.goto(CITIES)
    new(desk, "user").fill("de")
    expect(desk.locator("#n-user-l option")).to_have_attribute("value", f"Германия · {id}")


def test_leaving_a_typed_row_asks(desk, users, travels):
    """Another row, another tab, another order: what was typed into the chosen row is asked for first."""
    choose(desk, users[0])
    edited(desk, "name").fill("Hanna")
    pick(desk, users[1]).click()
    answer_leaving(desk, "Keep editing")
    expect(edited(desk, "name")).to_have_value("Hanna")
    desk.locator("thead").get_by_role("link", name=re.compile("^Name")).click()
    answer_leaving(desk, "Keep editing")
    desk.get_by_role("navigation").get_by_role("link", name="Cities").click()
    answer_leaving(desk, "Keep editing")
    pick(desk, users[1]).click()
    answer_leaving(desk, "Discard")
    expect(chosen(desk)).to_have_attribute("data-id", str(users[1]))
    assert travels.get("users", users[0])["name"] == "Anna"


def test_what_is_typed_for_a_new_row_stays_while_one_goes_on_in_the_table(any_size, travels):
    """Sorting, filtering and choosing leave the row for a new record alone; leaving the table asks."""
    id = travels.add_user("Anna")
    travels.add_user("Wen")
    any_size.goto(USERS)
    new(any_size, "name").fill("Yuki")
    choose(any_size, id)
    filter_field(any_size, "name").fill("anna")
    filter_field(any_size, "name").press("Enter")
    expect(rows(any_size)).to_have_count(1)
    expect(new(any_size, "name")).to_have_value("Yuki")
    any_size.get_by_role("navigation").get_by_role("link", name="Cities").click()
    answer_leaving(any_size, "Keep editing")
    press(any_size, "Add")
    expect(undo_bar(any_size)).to_contain_text("Added Yuki")


def test_the_way_back_leads_through_orders_and_filters(any_size, users, travels):
    """The browser's way back leads to the table as it was sorted and filtered before."""
    any_size.goto(USERS)
    filter_field(any_size, "name").fill("wen")
    filter_field(any_size, "name").press("Enter")
    expect(rows(any_size)).to_have_count(1)
    any_size.go_back()
    expect(rows(any_size)).to_have_count(3)
    expect(filter_field(any_size, "name")).to_have_value("")


def test_the_page_stays(desk, users):
    """Sorting, filtering, choosing, adding, changing and deleting load no page anew, and its bar stays where it is."""
    desk.evaluate("window.isSame = true")
    desk.locator("thead").get_by_role("link", name=re.compile("^Name")).click()
    expect(desk).to_have_url(re.compile("sort=name"))
    choose(desk, users[1])
    edited(desk, "name").fill("Wen Li")
    press(desk, "Update")
    expect(undo_bar(desk)).to_contain_text("Wen")
    choose(desk, users[2])
    press(desk, "Delete")
    expect(rows(desk)).to_have_count(2)
    new(desk, "name").fill("Yuki")
    press(desk, "Add")
    expect(rows(desk)).to_have_count(3)
    expect(desk.locator(".tabs [aria-current] .n")).to_have_text("3")
    assert desk.evaluate("window.isSame")


def test_a_row_far_down_is_in_view_and_the_page_is_not_scrolled_away(each_size, travels):
    """Opened at a row far down, the table shows it, and what stands around the table stays in its place."""
    anna = travels.add_user("Anna")
    towns = travels.add_cities([f"Town {number:03}" for number in range(80)], anna)
    each_size.goto(f"{CITIES}/{towns[60]}?sort=name")
    expect(pick(each_size, towns[60])).to_be_in_viewport()
    expect(each_size.locator("nav.tabs")).to_be_in_viewport(ratio=1)
    expect(each_size.locator(".bar")).to_be_in_viewport()
