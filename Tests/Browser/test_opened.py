"""Opening another program's SQLite file: browsing, editing and searching it."""

import re
import sqlite3
from contextlib import closing

from playwright.sync_api import expect

from people import rows, search_field
from shop import value

ALBUMS = "/record%20shop/Album"


def test_opened_file_is_edited_and_searched(each_size, opened_server, axe):
    """An opened file can be searched, and an edit changes the edited value alone."""
    file = opened_server.opened
    schema = value(file, "SELECT group_concat(sql) FROM sqlite_master")
    each_size.goto(ALBUMS)
    axe(each_size)
    search_field(each_size).fill("wild")
    expect(rows(each_size)).to_have_count(1)
    rows(each_size).first.click()
    title = each_size.get_by_label("Title", exact=True)
    expect(title).to_have_value("Wild Is the Wind")
    expect(each_size.get_by_label("Stock", exact=True)).to_have_value("many")
    axe(each_size)
    title.fill("Wild Is the Wind (1966)")
    each_size.get_by_role("button", name="Save").click()
    expect(rows(each_size).or_(each_size.get_by_text("(1966)")).first).to_be_visible()
    row = "SELECT Title || typeof(Stock) || Stock || Note || Price FROM Album WHERE AlbumId = 2"
    expect(each_size.locator("body")).to_contain_text("1966")
    assert value(file, row) == "Wild Is the Wind (1966)textmany79.99"
    assert value(file, "SELECT group_concat(sql) FROM sqlite_master") == schema


def test_opened_file_says_what_its_rule_refuses(each_size, opened_server, watch):
    """A CHECK constraint of the file refuses a value at its field."""
    watch.allow("status of 4")
    each_size.goto(ALBUMS + "/1")
    price = each_size.get_by_label("Price", exact=True)
    price.fill("-1")
    each_size.get_by_role("button", name="Save").click()
    expect(each_size.get_by_text("A rule of the file forbids it").first).to_be_visible()
    assert value(opened_server.opened, "SELECT Price FROM Album WHERE AlbumId = 1") == 12.5


def test_opened_file_follows_other_programs(any_size, opened_server):
    """A list shows what another program has written to the file."""
    any_size.goto(ALBUMS + "?search=Quiet")
    expect(rows(any_size)).to_have_count(0)
    with closing(sqlite3.connect(opened_server.opened)) as database, database:
        database.execute("INSERT INTO Album (Title, ArtistId) VALUES ('Quiet Nights', 1)")
    expect(rows(any_size)).to_have_count(1)


def test_opened_view_is_only_read(any_size, opened_server):
    """A view is a list without forms."""
    any_size.goto("/record%20shop/Catalogue")
    expect(rows(any_size).first).to_be_visible()
    expect(any_size.get_by_role("link", name="New catalogue")).to_have_count(0)


def test_opened_file_is_shaped_beside_it(each_size, opened_server, axe):
    """What was guessed of a file is changed on screens, without a change of the file; its adoption says what it adds."""
    file = opened_server.opened
    schema = value(file, "SELECT group_concat(sql) FROM sqlite_master")
    each_size.goto(ALBUMS)
    each_size.get_by_role("link", name="Change fields").first.click()
    expect(each_size.get_by_text("The file stays as it is").first).to_be_visible()
    axe(each_size)
    each_size.get_by_role("link", name=re.compile("^Price (?!lists)")).click()
    sheet = each_size.get_by_role("dialog")
    sheet.get_by_label("Name", exact=True).fill("Net price")
    sheet.get_by_label("Kind").select_option("Decimal number")
    sheet.get_by_label("Kind").select_option("Amount of money")
    axe(each_size)
    sheet.get_by_role("button", name="Save").click()
    sheet.get_by_label("Currency, such as EUR").fill("PLN")
    sheet.get_by_role("button", name="Save").click()
    expect(each_size.locator(".undo")).to_contain_text("Price of albums is called Net price now")
    each_size.locator(".undo").get_by_role("button", name="Undo").click()
    expect(each_size.get_by_role("link", name=re.compile("^Price (?!lists)"))).to_be_visible()
    each_size.goto("/record%20shop/shape")
    expect(each_size.get_by_text("CREATE INDEX").first).to_be_visible()
    axe(each_size)
    each_size.get_by_role("link", name=re.compile("^Adopt this file")).click()
    expect(sheet).to_contain_text("kartoteka_change_log")
    axe(each_size)
    sheet.get_by_role("link", name="Cancel").click()
    expect(sheet).to_have_count(0)
    assert value(file, "SELECT group_concat(sql) FROM sqlite_master") == schema
