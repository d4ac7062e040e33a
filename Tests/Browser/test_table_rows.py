"""TR-2, TR-3, TR-4, TR-7, TR-8, TR-9: adding, changing and deleting in the tables."""

import re

import pytest
from playwright.sync_api import Page, expect

from matrix import nightly
from travellers import (
    CITIES, SUMMARY, USERS, card, cell, count, edited, filter_field, new, open_card, pick, press, row, rows, undo, undo_bar)


@pytest.fixture
def page(each_way) -> Page:
    return each_way


@pytest.fixture(autouse=True)
def allow_refusals(watch):
    watch.allow("status of 4(04|09|22)")


def test_TR_2_a_user_is_added_by_typing_a_name(page, travels):
    """TR-2 adds a user under the next number, which can be taken back; the field is ready for the next one."""
    first = travels.add_user("Anna Kowalska")
    page.goto(USERS)
    new(page, "name").fill("  Wen Li ")
    press(page, "Add")
    expect(row(page, first + 1)).to_contain_text("Wen Li")
    expect(row(page, first + 1)).to_be_in_viewport()
    expect(undo_bar(page)).to_contain_text("Added Wen Li")
    expect(count(page)).to_have_text("2 users")
    expect(new(page, "name")).to_have_value("")
    undo(page)
    expect(rows(page)).to_have_count(1)
    assert [each["name"] for each in travels.list("users")] == ["Anna Kowalska"]


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["   ", *nightly("")])
def test_TR_2_a_blank_name_is_refused(page, travels, name):
    """TR-2 says beside the field what is wrong with an empty or blank name, and adds nothing."""
    travels.add_user("Anna")
    page.goto(USERS)
    new(page, "name").fill(name)
    press(page, "Add")
    expect(new(page, "name")).to_have_accessible_description("This can't be empty")
    expect(new(page, "name")).to_be_focused()
    assert len(travels.list("users")) == 1


def test_TR_2_the_first_user_is_added(page, travels):
    """TR-2 an empty table has the row for the first one, and then its headings and filters."""
    page.goto(USERS)
    expect(page.locator("th")).to_have_count(0)
    new(page, "name").fill("Anna")
    press(page, "Add")
    expect(rows(page)).to_have_count(1)
    expect(page.locator("th")).to_have_count(2)
    filter_field(page, "name").fill("nobody")
    press(page, "Filter")
    expect(page.get_by_role("heading", name="Nothing matches the filter")).to_be_visible()


def test_TR_3_a_chosen_user_is_renamed(page, travels):
    """TR-3 changes the name on the card of the chosen row, and takes it back."""
    id = travels.add_user("Anna Kowalska")
    travels.add_user("Wen Li")
    page.goto(USERS)
    open_card(page, id)
    expect(edited(page, "name")).to_have_value("Anna Kowalska")
    edited(page, "name").fill("Anna Nowak")
    card(page).get_by_role("button", name="Save").click()
    expect(undo_bar(page)).to_contain_text("Anna Nowak")
    assert travels.get("users", id)["name"] == "Anna Nowak"
    page.goto(USERS)
    expect(row(page, id)).to_contain_text("Anna Nowak")


def test_TR_4_a_user_is_deleted(page, travels):
    """TR-4 deletes the chosen user, who comes back under the same number."""
    ids = [travels.add_user(name) for name in ("Anna", "Wen", "Zofia")]
    page.goto(USERS)
    open_card(page, ids[1]).get_by_role("button", name="Delete").click()
    expect(undo_bar(page)).to_contain_text("Deleted Wen")
    expect(row(page, ids[1])).to_have_count(0)
    expect(count(page)).to_have_text("2 users")
    undo(page)
    expect(row(page, ids[1])).to_contain_text("Wen")
    assert travels.get("users", ids[1])["name"] == "Wen"


@pytest.mark.nightly
def test_TR_4_who_has_cities_stays(page, travels):
    """TR-4 says why a user with cities can't be deleted, and leads to exactly those."""
    anna, wen = travels.add_user("Anna"), travels.add_user("Wen")
    for name in ("Łódź", "Bergen", "Kyoto"):
        travels.add_city(name, anna)
    travels.add_city("Lagos", wen)
    page.goto(USERS)
    open_card(page, anna).get_by_role("button", name="Delete").click()
    reason = page.locator(".sheet[open]")
    expect(reason).to_contain_text("Anna still has 3 cities.")
    assert travels.get("users", anna)
    reason.get_by_role("link", name="Show them in Cities").click()
    expect(page).to_have_url(re.compile(rf"{CITIES}\?where=user%3Aeq%3A{anna}$"))
    expect(rows(page)).to_have_count(3)
    expect(rows(page).filter(has_text="Lagos")).to_have_count(0)
    expect(filter_field(page, "user")).to_have_value(f"Anna · {anna}")


@pytest.mark.parametrize("how", ["name", *nightly("number", "both")])
def test_TR_7_a_city_is_added(page, travels, how):
    """TR-7 takes the user of a new city by number, by name in any case and accents, or as fields show it."""
    travels.add_user("Anna")
    zofia = travels.add_user("Zofia Łódźka")
    page.goto(CITIES)
    new(page, "name").fill("Oslo")
    new(page, "user").fill({"number": str(zofia), "name": "zofia lodzka", "both": f"Zofia Łódźka · {zofia}"}[how])
    press(page, "Add")
    expect(undo_bar(page)).to_contain_text("Added Oslo")
    expect(rows(page).filter(has_text="Oslo")).to_contain_text("Zofia Łódźka")
    [city] = travels.list("cities")
    assert (city["name"], city["user"]) == ("Oslo", zofia)


def test_TR_7_a_user_that_is_not_there_is_said_and_nothing_is_lost(page, travels):
    """TR-7 says which user there isn't, beside the field; what was typed stays, and is mended and added."""
    anna = travels.add_user("Anna")
    page.goto(CITIES)
    new(page, "name").fill("Oslo")
    new(page, "user").fill(str(anna + 90))
    press(page, "Add")
    expect(new(page, "user")).to_have_accessible_description(f"There is no user No. {anna + 90}")
    expect(new(page, "name")).to_have_value("Oslo")
    new(page, "user").fill("Nobody")
    press(page, "Add")
    expect(new(page, "user")).to_have_accessible_description("There is no user called “Nobody”")
    assert travels.list("cities") == []
    new(page, "user").fill("Anna")
    press(page, "Add")
    expect(rows(page)).to_have_count(1)
    assert travels.list("cities")[0]["user"] == anna


@pytest.mark.nightly
def test_TR_7_two_of_one_name_are_told_apart_by_their_numbers(page, travels):
    """TR-7 names both where two users have the name that was typed."""
    ids = [travels.add_user("Anna"), travels.add_user("anna")]
    page.goto(CITIES)
    new(page, "name").fill("Oslo")
    new(page, "user").fill("Anna")
    press(page, "Add")
    expect(new(page, "user")).to_have_accessible_description(
        f"Several have this name: Anna · {ids[0]}, anna · {ids[1]}")


def test_TR_8_the_card_of_a_city_has_no_field_for_its_name(page, travels):
    """TR-8 has a field for whose city it is and none for its name."""
    city = travels.add_city("Lagos", travels.add_user("Anna"))
    page.goto(CITIES)
    expect(cell(page, city, "City")).not_to_have_attribute("data-field", re.compile("."))
    expect(cell(page, city, "User")).to_have_attribute("data-field", "user")
    expect(open_card(page, city)).to_contain_text("Lagos")
    expect(page.locator("article.record [name=name]")).to_have_count(0)
    expect(page.locator("article.record [name=user]")).not_to_have_count(0)


@pytest.mark.nightly
def test_TR_9_a_city_is_deleted(page, travels):
    """TR-9 deletes the chosen city; the count follows."""
    anna = travels.add_user("Anna")
    kept, gone = travels.add_city("Oslo", anna), travels.add_city("Lagos", anna)
    page.goto(CITIES)
    open_card(page, gone).get_by_role("button", name="Delete").click()
    expect(undo_bar(page)).to_contain_text("Deleted Lagos")
    expect(rows(page)).to_have_count(1)
    expect(row(page, kept)).to_be_visible()
    assert travels.get("cities", gone) is None


def test_TR_10_the_summary_is_only_looked_at(page, travels):
    """TR-10 shows no row to add to and no field in the table that follows from the others, nor on its cards."""
    travels.add_city("Oslo", travels.add_user("Anna"))
    page.goto(SUMMARY)
    expect(rows(page)).to_have_count(1)
    expect(page.locator(".add, #rows [data-field]")).to_have_count(0)
    rows(page).locator(".no a").click()
    expect(card(page)).to_contain_text("Oslo")
    expect(card(page).get_by_role("button")).to_have_count(0)


@pytest.mark.nightly
def test_a_row_has_an_address(page, travels):
    """A record's address shows its card; one that isn't there says so."""
    anna = travels.add_user("Anna")
    page.goto(f"{USERS}/{anna}")
    expect(edited(page, "name")).to_have_value("Anna")
    page.goto(f"{USERS}?selected={anna}")
    expect(pick(page, anna)).to_have_attribute("aria-current", "true")
    page.goto(f"{USERS}/{anna + 90}")
    expect(page.get_by_role("heading", name="There is no such card")).to_be_visible()
