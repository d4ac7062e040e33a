"""UC-3: the search, which filters while one types."""

import re

import pytest
from playwright.sync_api import expect

from people import PEOPLE, count, found, row, rows, search_field
from readiness import act_at_once

# A telephone in the house.
pytestmark = pytest.mark.latency(100)


def test_UC_3_finds_any_part_whatever_case_and_accents(phone, book):
    """UC-3 finds a last name by any part, whatever the case or accents: "łodz" finds "Łódźka"."""
    book.add("Łódźka", first_name="Zofia")
    phone.goto(PEOPLE)
    for part in ["łodz", "LODZ", "ódź", "dzk", "Łódźka", "zk", "łódźka "]:
        search_field(phone).fill("")
        search_field(phone).press_sequentially(part)
        expect(phone).to_have_url(found(part.strip()))
        expect(row(phone, "Zofia Łódźka")).to_be_visible()
        total = book.total(search=part)
        expect(count(phone)).to_have_text(f"{total} people" if total > 1 else "1 person")


def test_UC_3_filters_as_one_types(any_size, book):
    """UC-3 follows every letter: rows, total and address, without a new page."""
    for last_name in ["Qxa", "Qxab", "Qxabc"]:
        book.add(last_name)
    any_size.goto(PEOPLE)
    expect(count(any_size)).to_have_text("1,003 people by last name")
    any_size.evaluate("window.isSamePage = true")
    search_field(any_size).click()
    for typed, total in [("Qx", "3 people"), ("Qxa", "3 people"), ("Qxab", "2 people"), ("Qxabc", "1 person")]:
        search_field(any_size).press_sequentially(typed[-1] if len(typed) > 2 else typed)
        expect(count(any_size)).to_have_text(total)
        expect(rows(any_size)).to_have_count(int(total.split()[0]))
    expect(any_size).to_have_url(re.compile(r"\?search=Qxabc$"))
    expect(search_field(any_size)).to_be_focused()
    assert any_size.evaluate("window.isSamePage"), "the page was loaded anew"


def test_UC_3_finds_what_was_typed_before_the_scripts_were_loaded(any_size, book):
    """UC-3 filters by a text that was typed while the page's scripts were still on their way."""
    book.add("Qxabc")
    held = []
    act_at_once(any_size)
    any_size.route(re.compile(r"/page\.[^/]*\.js$"), lambda route: held.append(route))
    any_size.goto(PEOPLE, wait_until="commit")
    search_field(any_size).fill("Qxabc")
    expect(count(any_size)).to_have_text("1,001 people by last name")
    for route in held:
        route.continue_()
    expect(count(any_size)).to_have_text("1 person")
    expect(any_size).to_have_url(found("Qxabc"))


def test_UC_3_clearing_the_search_shows_everyone(any_size, book):
    """UC-3 shows all again when the field is emptied."""
    book.add("Qxabc")
    any_size.goto(found("Qxabc"))
    expect(rows(any_size)).to_have_count(1)
    expect(search_field(any_size)).to_have_value("Qxabc")
    search_field(any_size).fill("")
    expect(count(any_size)).to_have_text("1,001 people by last name")
    expect(any_size).to_have_url(re.compile(rf"{PEOPLE}$"))


def test_UC_3_a_letter_strip_and_a_search_go_together(any_size):
    """UC-3 hides the strip of letters while something is searched, and brings it back."""
    any_size.goto(PEOPLE)
    strip = any_size.get_by_role("navigation", name="First letters")
    expect(strip).to_be_visible()
    search_field(any_size).fill("a")
    expect(strip).to_be_hidden()
    search_field(any_size).fill("")
    expect(strip).to_be_visible()


def test_UC_3_nothing_found_says_so_and_how_to_go_on(any_size):
    """UC-3 says what was not found and offers to clear the search."""
    any_size.goto(PEOPLE)
    search_field(any_size).fill("Qqqqq")
    expect(any_size.get_by_role("heading", name="Nothing found for “Qqqqq”")).to_be_visible()
    expect(rows(any_size)).to_have_count(0)
    any_size.get_by_role("link", name="Clear the search").click()
    expect(count(any_size)).to_have_text("1,000 people by last name")
    expect(search_field(any_size)).to_have_value("")


def test_UC_3_takes_any_text(phone, book):
    """UC-3 takes whatever is typed as text to find: no wildcard, no quote, no tag means anything."""
    phone.goto(PEOPLE)
    for text in ["<b>fett</b>", "%", "_", "'", '"', "\\", "*", "' OR 1=1 --", "😀", "שלום", "\u202e", "a" * 300]:
        search_field(phone).fill(text)
        expect(phone).to_have_url(re.compile("search="))
        expect(count(phone)).to_contain_text(f"{book.total(search=text)} people")
        expect(phone.locator("#rows .empty b")).to_have_count(0)
        search_field(phone).fill("   ")
        expect(count(phone)).to_contain_text("1,000 people by last name")


def test_UC_3_last_names_come_before_what_is_found_elsewhere(phone, book):
    """UC-3 puts people whose last name matches first, and says by what the others are found."""
    book.add("Aaqxw", first_name="Anna", address="Rynek 1")
    book.add("Aaaaa", first_name="Qxwanna", address="Rynek 2")
    phone.goto(PEOPLE)
    search_field(phone).fill("qxw")
    expect(rows(phone)).to_have_count(2)
    expect(rows(phone).first).to_contain_text("Aaqxw")
    expect(phone.locator("#rows .letter")).to_have_text(["Last name", "First name, phone, address"])
    search_field(phone).fill("qxwanna aaa")
    expect(rows(phone)).to_have_count(1)


def test_the_search_field_stays_while_nothing_is_found(any_size):
    """A search that finds nothing leaves its field, in which it is changed; only a list without records has none."""
    any_size.goto(PEOPLE)
    field = search_field(any_size)
    field.fill("qqqqqqq")
    expect(any_size.get_by_text("Nothing found for “qqqqqqq”")).to_be_visible()
    expect(field).to_be_visible()
    field.fill("")
    expect(any_size.get_by_text("Nothing found for “qqqqqqq”")).to_have_count(0)
    expect(field).to_be_focused()
