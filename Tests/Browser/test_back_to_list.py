"""UC-9: back on the list, after saving, adding, looking."""

import re

import pytest
from playwright.sync_api import Page, expect

from chromium import go_back, until
from matrix import nightly
from people import (
    PEOPLE, at_list, card, chosen, count, field, fill, found, is_phone, open_card, open_sheet, row, rows, save,
    search_field, sheet)

NEW = {"firstName": "Anna", "lastName": "Zzyzx", "phone": "+48 225 550 1472", "address": "ul. Piękna 18, Warszawa"}


def back(page: Page) -> None:
    """Back to the list as a person goes: by the way back on a phone; at a desk the list is there."""
    if is_phone(page):
        card(page).get_by_role("link", name="People").click()
        at_list(page)


def expect_chosen(page: Page, name: str) -> None:
    """The one row that stands out is that person's, and it is in view."""
    expect(chosen(page)).to_have_count(1)
    expect(chosen(page)).to_contain_text(name)
    expect(chosen(page)).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("last_name", ["Zzyzx", *nightly("Aaaberg", "Mmmberg")])
def test_UC_9_the_edited_row_is_chosen_and_in_view(each_size, book, last_name):
    """UC-9 chooses the row just edited and scrolls it into view, wherever in the list it stands."""
    id = book.add(last_name)
    form = open_card(each_size, id)
    fill(form, firstName="Eva")
    save(form).click()
    at_list(each_size)
    expect_chosen(each_size, f"Eva {last_name}")


@pytest.mark.nightly
def test_UC_9_a_row_that_moves_by_its_new_name_is_followed(any_size, book):
    """UC-9 finds the row where its new last name puts it."""
    form = open_card(any_size, book.add("Aaaberg"))
    fill(form, lastName="Zzyzx")
    save(form).click()
    at_list(any_size)
    expect_chosen(any_size, "Anna Zzyzx")


@pytest.mark.parametrize("last_name", ["Aaaberg", *nightly("Zzyzx")])
def test_UC_9_the_added_row_is_chosen_and_in_view(any_size, book, last_name):
    """UC-9 chooses the row just added and scrolls it into view."""
    any_size.goto(PEOPLE)
    fill(open_sheet(any_size), **{**NEW, "lastName": last_name})
    save(sheet(any_size)).click()
    at_list(any_size)
    expect_chosen(any_size, f"Anna {last_name}")


def test_UC_9_a_search_that_excludes_the_new_row_stays(any_size, book):
    """UC-9 keeps the search where it excludes the row, and chooses nothing then."""
    book.add("Qxa")
    any_size.goto(found("Qxa"))
    fill(open_sheet(any_size), **NEW)
    save(sheet(any_size)).click()
    at_list(any_size)
    expect(search_field(any_size)).to_have_value("Qxa")
    expect(count(any_size)).to_have_text("1 person")
    expect(rows(any_size)).to_have_count(1)
    expect(chosen(any_size)).to_have_count(0)


@pytest.mark.nightly
def test_UC_9_a_search_that_excludes_the_edited_row_stays(any_size, book):
    """UC-9 keeps the search when a new last name takes the row out of it."""
    book.add("Qxa")
    book.add("Qxab")
    any_size.goto(found("Qxa"))
    row(any_size, "Anna Qxab").click()
    fill(card(any_size), lastName="Zzyzx")
    save(card(any_size)).click()
    at_list(any_size)
    expect(search_field(any_size)).to_have_value("Qxa")
    expect(count(any_size)).to_have_text("1 person")


def test_UC_9_the_search_survives_looking_at_a_person(any_size, book):
    """UC-9 keeps the search text going into a record and back, by the page's way and by the browser's."""
    book.add("Qxa")
    book.add("Qxab")
    any_size.goto(PEOPLE)
    search_field(any_size).press_sequentially("qxA")
    expect(count(any_size)).to_have_text("2 people")
    row(any_size, "Anna Qxab").click()
    expect(field(card(any_size), "Last name")).to_have_value("Qxab")
    back(any_size)
    expect(search_field(any_size)).to_have_value("qxA")
    expect(count(any_size)).to_have_text("2 people")
    expect_chosen(any_size, "Anna Qxab")
    row(any_size, "Anna Qxa").first.click()
    expect(field(card(any_size), "Last name")).to_have_value("Qxa")
    go_back(any_size)
    at_list(any_size) if is_phone(any_size) else None
    expect(search_field(any_size)).to_have_value("qxA")
    expect(count(any_size)).to_have_text("2 people")


@pytest.mark.nightly
def test_UC_9_the_search_survives_saving(any_size, book):
    """UC-9 keeps the search text when a person found by it is saved."""
    book.add("Qxa")
    book.add("Qxab")
    any_size.goto(found("qxa"))
    row(any_size, "Anna Qxab").click()
    fill(card(any_size), firstName="Eva")
    save(card(any_size)).click()
    at_list(any_size)
    expect(search_field(any_size)).to_have_value("qxa")
    expect(count(any_size)).to_have_text("2 people")
    expect_chosen(any_size, "Eva Qxab")


def test_UC_9_the_list_is_where_it_was_after_the_browsers_back(phone):
    """UC-9 shows the list where it was, deep in it, after looking at somebody and going back by the browser."""
    phone.goto(PEOPLE)
    pages = 0
    while pages < 3:
        before = rows(phone).count()
        rows(phone).last.scroll_into_view_if_needed()
        expect(rows(phone).nth(before)).to_be_attached()
        pages += 1
    target = rows(phone).nth(before + 5)
    name = target.locator(".t").text_content()
    target.click()
    expect(card(phone).get_by_role("heading", name=name)).to_be_visible()
    go_back(phone)
    at_list(phone)
    expect_chosen(phone, name)


def test_UC_9_cancelling_a_new_person_keeps_the_place(each_way):
    """UC-9 who came to a letter by the index and cancels "+" is at that letter again."""
    each_way.goto(f"{PEOPLE}?from=p")
    heading = each_way.locator("#rows .letter").filter(has_text=re.compile("^P$"))
    expect(heading).to_be_in_viewport()
    each_way.locator("[data-part=new]").first.click()
    sheet(each_way).get_by_role("link", name="Cancel").click()
    expect(sheet(each_way)).to_have_count(0)
    if each_way.context.runs_scripts:
        expect(heading.locator("xpath=following-sibling::ul[1]")).to_be_in_viewport()
    else:
        expect(heading).to_have_count(1)


def test_UC_9_the_address_of_a_row_can_be_shared(any_size, book):
    """UC-9 has an address for the list with a chosen row, which can be reloaded."""
    id = book.add("Zzyzx")
    any_size.goto(f"{PEOPLE}?selected={id}")
    expect_chosen(any_size, "Anna Zzyzx")
    any_size.reload()
    expect_chosen(any_size, "Anna Zzyzx")
    expect(any_size).to_have_url(re.compile(rf"selected={id}$"))


def test_rows_that_come_above_wait_for_the_finger_below_them(phone, book):
    """A finger on the search field of a list that was opened at a row does not open the earlier row that would be under it."""
    held = []
    phone.route(re.compile("[?&]before="), lambda route: held.append(route))
    phone.clock.install()
    phone.goto(f"{PEOPLE}?selected={book.add('Zzyzx')}")
    at_list(phone)
    search_field(phone).scroll_into_view_if_needed()
    until(phone, lambda: held)
    before = rows(phone).count()
    place = search_field(phone).bounding_box()
    finger = phone.context.new_cdp_session(phone)
    point = {"x": place["x"] + place["width"] / 2, "y": place["y"] + place["height"] / 2}
    # The rows wait for a second at most.
    phone.clock.pause_at(phone.evaluate("Date.now()") / 1000 + 1)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    with phone.expect_response(re.compile("[?&]before=")) as answer:
        held.pop().continue_()
    answer.value.finished()
    phone.clock.run_for(500)
    assert rows(phone).count() == before and search_field(phone).bounding_box() == place
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.clock.resume()
    # They come when it is lifted.
    until(phone, lambda: rows(phone).count() > before)
