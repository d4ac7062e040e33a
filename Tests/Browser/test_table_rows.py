"""TR-2, TR-3, TR-4, TR-7, TR-8, TR-9: adding, changing and deleting in the tables."""

import re

import pytest
from playwright.sync_api import Page, expect

from travellers import (
    CITIES, SUMMARY, USERS, choose, chosen, count, edited, filter_field, new, pick, press, row, rows, undo, undo_bar)


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


@pytest.mark.parametrize("name", ["", "   "])
def test_TR_2_a_blank_name_is_refused(page, travels, name):
    """TR-2 says beside the field what is wrong with an empty or blank name, and adds nothing."""
    page.goto(USERS)
    new(page, "name").fill(name)
    press(page, "Add")
    expect(new(page, "name")).to_have_accessible_description("This can't be empty")
    expect(new(page, "name")).to_be_focused()
    assert travels.list("users") == []


def test_TR_3_a_chosen_user_is_renamed(page, travels):
    """TR-3 changes the name of the chosen row by Update, and takes it back."""
    id = travels.add_user("Anna Kowalska")
    travels.add_user("Wen Li")
    page.goto(USERS)
    choose(page, id)
    expect(edited(page, "name")).to_have_value("Anna Kowalska")
    edited(page, "name").fill("Anna Nowak")
    press(page, "Update")
    expect(chosen(page)).to_have_count(0)
    expect(row(page, id)).to_contain_text("Anna Nowak")
    assert travels.get("users", id)["name"] == "Anna Nowak"
    undo(page)
    expect(row(page, id)).to_contain_text("Anna Kowalska")


def test_TR_3_a_blank_name_is_no_change(page, travels):
    """TR-3 stores no blank name; what was typed stays."""
    id = travels.add_user("Anna Kowalska")
    page.goto(USERS)
    choose(page, id)
    edited(page, "name").fill(" ")
    button = page.get_by_role("button", name="Update")
    if button.is_enabled():  # A script keeps it asleep.
        button.click()
        expect(edited(page, "name")).to_have_accessible_description("This can't be empty")
    expect(edited(page, "name")).to_have_value(" ")
    assert travels.get("users", id)["name"] == "Anna Kowalska"


def test_TR_4_a_user_is_deleted(page, travels):
    """TR-4 deletes the chosen user, who comes back under the same number."""
    ids = [travels.add_user(name) for name in ("Anna", "Wen", "Zofia")]
    page.goto(USERS)
    choose(page, ids[1])
    press(page, "Delete")
    expect(undo_bar(page)).to_contain_text("Deleted Wen")
    expect(row(page, ids[1])).to_have_count(0)
    expect(count(page)).to_have_text("2 users")
    undo(page)
    expect(row(page, ids[1])).to_contain_text("Wen")
    assert travels.get("users", ids[1])["name"] == "Wen"


def test_TR_4_who_has_cities_stays(page, travels):
    """TR-4 says why a user with cities can't be deleted, and leads to exactly those."""
    anna, wen = travels.add_user("Anna"), travels.add_user("Wen")
    for name in ("Łódź", "Bergen", "Kyoto"):
        travels.add_city(name, anna)
    travels.add_city("Lagos", wen)
    page.goto(USERS)
    choose(page, anna)
    press(page, "Delete")
    reason = page.locator("#rows").get_by_role("alert")
    expect(reason).to_contain_text("Anna still has 3 cities.")
    assert travels.get("users", anna)
    reason.get_by_role("link").click()
    expect(page).to_have_url(re.compile(rf"{CITIES}\?user=%C2%B7%20{anna}$"))
    expect(rows(page)).to_have_count(3)
    expect(rows(page).filter(has_text="Lagos")).to_have_count(0)
    expect(filter_field(page, "user")).to_have_value(f"Anna · {anna}")


@pytest.mark.parametrize("how", ["number", "name", "both"])
def test_TR_7_a_city_is_added(page, travels, how):
    """TR-7 takes the user of a new city by number, by name in any case and accents, or as tables show it."""
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


def test_TR_7_two_of_one_name_are_told_apart_by_their_numbers(page, travels):
    """TR-7 names both where two users have the name that was typed."""
    ids = [travels.add_user("Anna"), travels.add_user("anna")]
    page.goto(CITIES)
    new(page, "name").fill("Oslo")
    new(page, "user").fill("Anna")
    press(page, "Add")
    expect(new(page, "user")).to_have_accessible_description(
        f"Several have this name: Anna · {ids[0]}, anna · {ids[1]}")


def test_TR_8_only_the_user_of_a_city_changes(page, travels):
    """TR-8 has a field for whose city it is and none for its name."""
    anna, wen = travels.add_user("Anna"), travels.add_user("Wen")
    city = travels.add_city("Lagos", anna)
    page.goto(CITIES)
    expect(choose(page, city)).to_contain_text("Lagos")
    expect(edited(page, "name")).to_have_count(0)
    expect(edited(page, "user")).to_have_value(f"Anna · {anna}")
    edited(page, "user").fill("wen")
    press(page, "Update")
    expect(row(page, city)).to_contain_text("Wen")
    record = travels.get("cities", city)
    assert (record["name"], record["user"]) == ("Lagos", wen)


def test_TR_9_a_city_is_deleted(page, travels):
    """TR-9 deletes the chosen city; the count follows."""
    anna = travels.add_user("Anna")
    kept, gone = travels.add_city("Oslo", anna), travels.add_city("Lagos", anna)
    page.goto(CITIES)
    choose(page, gone)
    press(page, "Delete")
    expect(undo_bar(page)).to_contain_text("Deleted Lagos")
    expect(rows(page)).to_have_count(1)
    expect(row(page, kept)).to_be_visible()
    assert travels.get("cities", gone) is None


def test_TR_10_the_summary_is_only_looked_at(page, travels):
    """TR-10 shows no row to add to and none to choose in the table that follows from the others."""
    travels.add_city("Oslo", travels.add_user("Anna"))
    page.goto(SUMMARY)
    expect(rows(page)).to_have_count(1)
    expect(page.locator(".add, #rows .no a")).to_have_count(0)


def test_what_somebody_else_deleted_stands_in_the_row_for_a_new_one(page, travels):
    """Nothing typed is lost when the row was deleted meanwhile."""
    anna = travels.add_user("Anna")
    wen = travels.add_user("Wen")
    city = travels.add_city("Lagos", anna)
    page.goto(CITIES)
    choose(page, city)
    edited(page, "user").fill("Wen")
    travels.delete("cities", city)
    press(page, "Update")
    expect(page.get_by_role("alert")).to_contain_text("Somebody else has deleted this meanwhile.")
    expect(new(page, "name")).to_have_value("Lagos")
    press(page, "Add")
    expect(rows(page)).to_have_count(1)
    assert travels.list("cities")[0]["user"] == wen


def test_what_somebody_else_changed_is_said_and_replaced_only_when_meant(page, travels):
    """Where two changed the same, the second reads what it is now, and Update again replaces it."""
    id = travels.add_user("Anna")
    page.goto(USERS)
    choose(page, id)
    edited(page, "name").fill("Hanna")
    travels.change("users", id, name="Joanna")
    press(page, "Update")
    expect(edited(page, "name")).to_have_accessible_description(re.compile("“Joanna”"))
    expect(edited(page, "name")).to_have_value("Hanna")
    assert travels.get("users", id)["name"] == "Joanna"
    press(page, "Update")
    expect(row(page, id)).to_contain_text("Hanna")
    assert travels.get("users", id)["name"] == "Hanna"


def test_a_row_has_an_address(page, travels):
    """A record's address shows the table with its row chosen; one that isn't there says so."""
    anna = travels.add_user("Anna")
    page.goto(f"{USERS}/{anna}")
    expect(chosen(page)).to_have_attribute("data-id", str(anna))
    pick(page, anna).click()
    expect(chosen(page)).to_have_count(0)
    page.goto(f"{USERS}/{anna + 90}")
    expect(page.get_by_role("heading", name="There is no such card")).to_be_visible()
