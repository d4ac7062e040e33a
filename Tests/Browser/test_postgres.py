"""Two servers on one PostgreSQL database: what a person does at one is on the other's screens."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK
from kartoteka import Server
from people import (
    API, PEOPLE, AddressBook, card, count, fill, open_card, open_sheet, row, save, undo)
from postgres import binaries, shared
from test_live import follow
from test_northwind_import import CUSTOMERS, many_customers, total
from turns import Turns

pytestmark = pytest.mark.skipif(binaries() is None, reason="PostgreSQL 15 is not installed")


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    """Two servers on one database, which the tests of this module share."""
    database, folder = shared().database(), tmp_path_factory.mktemp("pair")
    with Server(folder / "first", database=database) as first, Server(folder / "second", database=database) as second:
        yield first, second


@pytest.fixture
def site(pair) -> Server:
    """The first server. The second one is `other`. Northwind has no customers."""
    first = pair[0]
    customers = json.loads(first.get("/api/northwind/customers?limit=1000")[1])["items"]
    first.batch("northwind", [{"delete": "customers", "id": each["id"]} for each in customers])
    return first


@pytest.fixture
def other(pair) -> Server:
    """The second server on the same database."""
    return pair[1]


@pytest.fixture
def desk_there(open_page, other) -> Page:
    """A desk at the second server."""
    return open_page(DESK, base_url=other.url)


@pytest.fixture
def turns(site, other):
    """A proxy that sends each request to the other server than the one before."""
    with Turns([site.port, other.port]) as proxy:
        yield proxy


@pytest.fixture
def desk_by_turns(open_page, turns) -> Page:
    """A desk whose requests go to the two servers by turns."""
    return open_page(DESK, base_url=turns.url)


def test_what_is_done_at_one_server_is_seen_and_undone_at_the_other(phone, desk_there, book, axe):
    """A person who is added at one server appears on the open list of the other, is changed and deleted there, and comes back
    at the first one."""
    follow(desk_there)
    phone.goto(PEOPLE)
    form = open_sheet(phone)
    fill(form, firstName="Anna", lastName="Aardvark", phone="+48 225 550 1472", address="ul. Piękna 18, Warszawa")
    save(form).click()
    expect(row(desk_there, "Anna Aardvark")).to_be_visible()
    row(desk_there, "Anna Aardvark").click()
    fill(card(desk_there), firstName="Hanna")
    save(card(desk_there)).click()
    follow(phone)
    expect(row(phone, "Hanna Aardvark")).to_be_visible()
    row(desk_there, "Hanna Aardvark").focus()
    desk_there.keyboard.press("Delete")
    expect(row(phone, "Hanna Aardvark")).to_have_count(0)
    undo(desk_there)
    expect(row(phone, "Hanna Aardvark")).to_be_visible()
    axe(phone)


def test_a_person_sees_an_own_change_at_whichever_server_answers_next(site, other):
    """The cookie of a response names the commit, which the other server has before it answers."""
    for number in range(20):
        writer, reader = (site, other) if number % 2 else (other, site)
        body = json.dumps({"firstName": "Anna", "lastName": f"Zzyzx {number}", "phone": "+48 225 550 1472", "address": "Lund"})
        status, answer, cookie = writer.exchange("POST", API, body)
        assert status == 201, answer.decode()
        id = json.loads(answer)["id"]
        status, answer, _ = reader.exchange("GET", f"{API}/{id}", headers={"Cookie": cookie.partition(";")[0]})
        assert status == 200, f"{number}: {answer.decode()}"


def test_another_program_writes_to_the_tables(desk_there, site, book):
    """A row that SQL has added to PostgreSQL is a record of both servers, with search and history of the change log."""
    follow(desk_there)
    shared().sql(
        site.database,
        "INSERT INTO userscrud.users (first_name, last_name, phone, address) VALUES ('Zoë', 'Aaaberg', '+48 1', 'Lund')")
    expect(row(desk_there, "Zoë Aaaberg")).to_be_visible()
    found = book.list(search="zoe aaa")
    assert [person["lastName"] for person in found] == ["Aaaberg"]


def test_an_import_by_turns_from_the_upload_to_the_result(desk_by_turns, turns, site, other):
    """Files are uploaded, corrected, loaded and seen, while each request goes to the other server than the one before."""
    page = desk_by_turns
    page.goto("/northwind/import")
    page.locator("#files").set_input_files(
        {"name": "customers.csv", "mimeType": "text/csv", "buffer": CUSTOMERS.encode("windows-1252")})
    expect(page.get_by_role("heading", name="Ready to import")).to_be_visible()
    expect(page.locator(".files li")).to_contain_text("Customers · 3 of 3 columns")
    page.get_by_role("link", name="customers.csv").click()
    expect(page.get_by_text("Berlin")).to_be_visible()
    page.get_by_label("CustomerID").select_option(label="Left out")
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".files li")).to_contain_text("2 of 3 columns")
    page.reload()
    expect(page.locator(".files li")).to_contain_text("2 of 3 columns")
    expect(page.get_by_text("2 new")).to_be_visible()
    page.get_by_role("button", name="Load 1 file").click()
    expect(page.get_by_role("heading", name="Imported")).to_be_visible()
    assert total(site, "customers") == 2
    page.goto("/northwind/customers")
    expect(page.get_by_text("Berglunds snabbköp")).to_be_visible()
    assert {port for port, _ in turns.taken} == {site.port, other.port}


def test_a_long_import_by_turns_shows_how_far_it_is_and_is_cancelled(desk_by_turns, site, other, tmp_path):
    """The progress is that of one server, and "Cancel" reaches it through the other one, too."""
    page = desk_by_turns
    page.goto("/northwind/import")
    page.locator("#files").set_input_files(many_customers(tmp_path, 60_000))
    expect(page.get_by_role("heading", name="Ready to import")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Load 1 file").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.locator("[data-part=progress]")).to_contain_text(re.compile(r"[\d,]+ rows"), timeout=30_000)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("The import was cancelled, and nothing was loaded.")).to_be_visible(timeout=120_000)
    for server in (site, other):
        assert total(server, "customers") == 0


@pytest.mark.nightly
def test_an_application_of_a_file_by_turns(desk_by_turns):
    """A file is dropped, its application is proposed, made and seen, while each request goes to the other server."""
    page = desk_by_turns
    page.goto("/apps/new")
    page.locator("#files").set_input_files(
        {"name": "plants.csv", "mimeType": "text/csv", "buffer": b"name,height\nRose,1\nOak,20\n"})
    expect(page.get_by_role("heading", name="Proposed application")).to_be_visible()
    page.get_by_role("button", name="Make the application").click()
    # It ends on its list.
    expect(page.get_by_text("Rose").first).to_be_visible()
    page.goto("/plants")
    expect(page.get_by_text("Rose").first).to_be_visible()


# The last one: the servers connect anew after it.
def test_the_screens_go_on_while_the_database_is_away(desk, site, watch):
    """Lists can be read without the database, and a save that can't be done keeps what was typed."""
    watch.allow("status of 503")
    desk.goto(PEOPLE)
    form = open_card(desk, AddressBook(site).list(limit=1)[0]["id"])
    shared().stop()
    try:
        fill(form, firstName="Typed")
        save(form).click(no_wait_after=True)
        other_tab = desk.context.new_page()
        other_tab.goto(PEOPLE)
        expect(count(other_tab)).to_be_visible()
        other_tab.close()
    finally:
        shared().start()
    # The save has waited for the server, or is repeated.
    expect(row(desk, "Typed").first).to_be_visible(timeout=40_000)
