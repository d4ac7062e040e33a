"""At a desk a table goes by the keyboard, and nothing typed is lost on the way."""

import re

import pytest
from playwright.sync_api import expect

from people import answer_leaving
from travellers import CITIES, USERS, cell, filter_field, ids, new, open_table, pick, press, rows, undo_bar

# A telephone in the house.
pytestmark = pytest.mark.latency(100)


@pytest.fixture
def users(travels, desk) -> list[int]:
    """Three users, shown by the table that the page shows."""
    ids = [travels.add_user(name) for name in ("Anna", "Wen", "Zofia")]
    open_table(desk, USERS)
    expect(rows(desk)).to_have_count(3)
    return ids


def test_arrows_walk_the_rows(desk, users):
    """The arrow keys walk the rows, whose ends are ends; Home and End go there at once."""
    for key, place in [("ArrowDown", 0), ("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("Home", 0), ("End", 2)]:
        desk.keyboard.press(key)
        expect(pick(desk, users[place])).to_be_focused()


def test_TR_3_a_name_is_changed_in_its_cell(desk, users, travels):
    """TR-3 by the keyboard, as in every table: arrows lead to the cell, Return opens and stores it, Escape leaves it as it was."""
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("ArrowRight")
    desk.keyboard.press("Enter")
    desk.keyboard.type("Hanna")
    desk.keyboard.press("Enter")
    expect(cell(desk, users[0], "Name")).to_have_text("Hanna")
    expect(cell(desk, users[1], "Name")).to_be_focused()
    expect(undo_bar(desk)).to_contain_text("Hanna")
    assert travels.get("users", users[0])["name"] == "Hanna"
    desk.keyboard.type("W")
    desk.keyboard.press("Escape")
    expect(cell(desk, users[1], "Name")).to_have_text("Wen")
    expect(cell(desk, users[1], "Name")).to_be_focused()


def test_TR_3_a_blank_name_stays_in_its_cell_with_the_reason(desk, users, travels, watch):
    """TR-3 stores no blank name, and says why."""
    watch.allow("status of 422")
    cell(desk, users[0], "Name").click()
    desk.keyboard.press("Enter")
    desk.keyboard.press("Delete")
    desk.keyboard.press("Enter")
    expect(cell(desk, users[0], "Name")).to_contain_text("This can't be empty")
    assert travels.get("users", users[0])["name"] == "Anna"


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


def test_TR_4_why_a_row_stays_is_said_above_the_table(desk, users, travels, watch):
    """TR-4 Delete in the row of a user with cities: the reason, a link to those, and Close leads back to the row."""
    watch.allow("status of 409")
    for name in ("Oslo", "Bergen"):
        travels.add_city(name, users[1])
    pick(desk, users[1]).focus()
    desk.keyboard.press("Delete")
    sheet = desk.locator(".sheet[open]")
    expect(sheet).to_contain_text("Wen still has 2 cities.")
    expect(sheet.get_by_role("link", name="Show them in Cities")).to_be_visible()
    expect(rows(desk)).to_have_count(3)
    sheet.get_by_role("link", name="Close").click()
    expect(desk).to_have_url(re.compile(rf"{USERS}\?selected={users[1]}$"))
    expect(pick(desk, users[1])).to_be_focused()


def test_TR_8_whose_city_it_is_changes_in_its_cell(desk, travels):
    """TR-8 the user is found by name; the cell of the city's name can't be changed."""
    anna, wen = travels.add_user("Anna"), travels.add_user("Wen")
    city = travels.add_city("Lagos", anna)
    open_table(desk, CITIES)
    cell(desk, city, "City").click()
    desk.keyboard.type("Abuja")
    desk.keyboard.press("Enter")
    expect(cell(desk, city, "City")).to_have_text("Lagos")
    cell(desk, city, "User").click()
    desk.keyboard.type("we")
    desk.keyboard.press("Enter")
    expect(undo_bar(desk)).to_be_visible()
    expect(cell(desk, city, "User")).to_have_text("Wen")
    record = travels.get("cities", city)
    assert (record["name"], record["user"]) == ("Lagos", wen)


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
    desk.get_by_role("heading", level=1).click()
    desk.keyboard.press("/")
    expect(filter_field(desk, "name")).to_be_focused()
    desk.keyboard.type("wen")
    desk.keyboard.press("Enter")
    expect(rows(desk)).to_have_count(1)
    expect(filter_field(desk, "name")).to_be_focused()
    desk.keyboard.press("Escape")
    expect(rows(desk)).to_have_count(4)


def test_TR_7_users_are_suggested_while_one_types(any_size, travels):
    """TR-7 suggests users for what was typed so far, by title and number, ready to be sent."""
    zofia = travels.add_user("Zofia Łódźka")
    travels.add_user("Anna")
    any_size.goto(CITIES)
    new(any_size, "name").fill("Oslo")
    new(any_size, "user").press_sequentially("zof")
    option = any_size.locator("#a-user-l option")
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
    expect(desk.locator("#a-user-l option")).to_have_attribute("value", f"Германия · {id}")


def test_what_is_typed_for_a_new_row_stays_while_one_goes_on_in_the_table(any_size, travels):
    """Sorting and filtering leave the row for a new record alone; leaving the table asks."""
    travels.add_user("Anna")
    travels.add_user("Wen")
    any_size.goto(USERS)
    new(any_size, "name").fill("Yuki")
    any_size.locator("thead").get_by_role("link", name=re.compile("^Name")).click()
    expect(any_size).to_have_url(re.compile("sort=name"))
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
    """Sorting, filtering, adding and changing load no page anew, and its bar stays where it is."""
    desk.evaluate("window.isSame = true")
    desk.locator("thead").get_by_role("link", name=re.compile("^Name")).click()
    expect(desk).to_have_url(re.compile("sort=name"))
    cell(desk, users[1], "Name").click()
    desk.keyboard.type("Wen Li")
    desk.keyboard.press("Enter")
    expect(undo_bar(desk)).to_contain_text("Wen")
    new(desk, "name").fill("Yuki")
    press(desk, "Add")
    expect(rows(desk)).to_have_count(4)
    expect(desk.locator(".tabs [aria-current] .n")).to_have_text("4")
    assert desk.evaluate("window.isSame")


def test_a_row_far_down_is_in_view_and_the_page_is_not_scrolled_away(each_size, travels):
    """Opened at a row far down, the table shows it, and what stands around the table stays in its place."""
    anna = travels.add_user("Anna")
    towns = travels.add_cities([f"Town {number:03}" for number in range(80)], anna)
    each_size.goto(f"{CITIES}?sort=name&selected={towns[60]}")
    expect(pick(each_size, towns[60])).to_be_in_viewport()
    expect(each_size.locator("nav.tabs")).to_be_in_viewport(ratio=1)
    expect(each_size.locator(".bar")).to_be_in_viewport()
