"""UC-1: what an address book holds when it is started for the first time, and ever after."""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from people import PEOPLE, AddressBook, count, row, rows, sheet


def expect_empty(page: Page) -> None:
    """The list says that nobody is there, and what to do."""
    page.goto(PEOPLE)
    expect(page.get_by_role("heading", name="No people yet")).to_be_visible()
    expect(rows(page)).to_have_count(0)
    expect(page.locator(".list .search")).to_be_hidden()


def test_UC_1_first_start_shows_a_thousand_people(any_size, book):
    """UC-1 loads 1,000 plausible people at the first start, the numbers 1 to 1,000."""
    any_size.goto("/")
    expect(any_size.get_by_role("link", name="Address book")).to_contain_text("1,000 people")
    any_size.get_by_role("link", name="Address book").click()
    expect(count(any_size)).to_have_text("1,000 people by last name")
    people = book.list(limit=1000, sort="id")
    assert [each["id"] for each in people] == list(range(1, 1001))
    assert all(each[name].strip() for each in people for name in ("firstName", "lastName", "phone", "address"))
    assert len({(each["firstName"], each["lastName"], each["address"]) for each in people}) > 990


def test_UC_1_a_restart_loads_nothing_again(fresh_server, phone):
    """UC-1 never loads the people twice: not beside what was added, not instead of what was deleted."""
    book = AddressBook(fresh_server)
    kept = book.add("Zzyzx")
    book.delete(1)
    before = book.list(limit=1000, sort="id")
    fresh_server.restart()
    assert book.list(limit=1000, sort="id") == before
    phone.goto(f"{PEOPLE}?selected={kept}")
    expect(count(phone)).to_have_text("1,000 people by last name")
    expect(row(phone, "Anna Zzyzx")).to_be_visible()


def test_UC_1_people_deleted_on_purpose_stay_deleted(fresh_server, any_size, watch):
    """UC-1 loads nothing after the person has deleted everyone; the empty list says what to do, and does it."""
    # The open page asks for changes again while the server is down.
    watch.allow("ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE")
    book = AddressBook(fresh_server)
    with closing(sqlite3.connect(fresh_server.data / "userscrud.sqlite", timeout=10)) as database, database:
        database.execute("DELETE FROM users WHERE id > 10")
    for person in book.list(limit=1000):
        book.delete(person["id"])
    expect_empty(any_size)
    fresh_server.restart()
    assert book.total() == 0
    expect_empty(any_size)
    # In the empty list's own words, and not only as the sign in the corner.
    any_size.locator(".empty").get_by_role("link", name="New person").click()
    expect(sheet(any_size)).to_be_visible()


@pytest.mark.nightly
def test_UC_1_people_deleted_by_another_program_stay_deleted(fresh_server, phone, watch):
    """UC-1 loads nothing either where another program emptied the table while the server ran or stood still."""
    watch.allow("ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE")
    book = AddressBook(fresh_server)
    with closing(sqlite3.connect(fresh_server.data / "userscrud.sqlite")) as database:
        with database:
            database.execute("DELETE FROM users WHERE id > 1")
        # No restart: the running server notices.
        phone.goto(PEOPLE)
        expect(count(phone)).to_have_text("1 person by last name")
        fresh_server.stop()
        with database:
            database.execute("DELETE FROM users")
    fresh_server.start()
    assert book.total() == 0
    expect_empty(phone)
