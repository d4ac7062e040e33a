"""Sixteen everyday tasks on a telephone and at a desk, none of which takes more than six presses.

The fourth, open orders of last month by amount, kept as a view, is in `test_list_shape.py`; the seventh, the home screen of a
telephone, is a press in the browser's menu for what `test_installed.py` checks; more about the eighth, typing without a
connection, is in `test_unsaved.py`.
"""

import json
import random
import re
import sqlite3
import string
import zipfile
from contextlib import closing
from datetime import date

import pytest
from playwright.sync_api import expect

from kartoteka import Server
from matrix import nightly
from orders import ORDERS
from people import PEOPLE, card, fill, found, open_card, pair, rows, undo_bar
from presses import Presses

CARDS = """BEGIN:VCARD
VERSION:3.0
N:{name};Ewa;;;
TEL;TYPE=CELL,PREF:+48 600 100 200
TEL;TYPE=HOME:+48 12 300 40 50
EMAIL:ewa@example.com
ORG:Example
BDAY:1985-04-12
URL:https://example.com
NOTE:Called back
ADR;TYPE=HOME:;;Rynek 1;Kraków;;31-042;
END:VCARD
"""


@pytest.fixture
def name():
    """A last name that no other test uses."""
    return "Qd" + "".join(random.choices(string.ascii_lowercase, k=9))


def date_back(server: Server, days: int) -> None:
    """Makes the newest change of the address book older."""
    with closing(sqlite3.connect(server.data / "userscrud.sqlite")) as database, database:
        database.execute(
            "UPDATE kartoteka_deeds SET at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?) "
            "WHERE id = (SELECT max(id) FROM kartoteka_deeds)", (f"-{days} days",))


def contacts(page, server: Server) -> None:
    """An application made from a template, with a person: the page shows its list."""
    page.goto("/apps/new")
    page.get_by_role("button", name=re.compile("^Contacts")).click()
    expect(page.locator(".tabs")).to_be_visible()
    # An empty list is loaded again when it gets a record.
    page.goto("about:blank")
    status, answer = server.send(
        "POST", "/api/contacts/people", json.dumps({"firstName": "Anna", "lastName": "Kowalska"}))
    assert status == 201, answer
    page.goto("/contacts/people")


@pytest.mark.parametrize("what", ["telephone number", *nightly("both names", "last name", "town")])
def test_somebody_is_found(each_size, book, name, what):
    """1: find somebody by last name, by both names, by telephone number, by town."""
    phone, town = f"+48 6{random.randint(10_000_000, 99_999_999)}", "Q" + name[2:]
    book.add(name, phone=phone, address=f"Rynek 1, {town}")
    typed = {"last name": name, "both names": f"anna {name[:6]}", "telephone number": phone[4:], "town": town.lower()}[what]
    each_size.goto(PEOPLE)
    press = Presses(each_size)
    press.on(each_size.get_by_role("searchbox"))
    each_size.keyboard.type(typed)
    expect(rows(each_size)).to_have_count(1)
    press("link", re.compile(name))
    expect(card(each_size)).to_contain_text(name)


def test_thirty_people_get_another_address_at_once(each_size, book, name):
    """2: change thirty records at once."""
    ids = [book.add(name, first_name=f"A{number}") for number in range(30)]
    each_size.goto(found(name))
    press = Presses(each_size)
    press("link", "Change several")
    press.text("All: 30 people")
    press("button", "Set…")
    press("button", "Address", exact=True)
    each_size.get_by_role("textbox", name="Address", exact=True).fill("Rynek 1, Kraków")
    press("button", "Set this value")
    expect(undo_bar(each_size)).to_contain_text("Set Address in 30 records")
    assert all(book.get(id)["address"] == "Rynek 1, Kraków" for id in ids)


def test_what_changed_yesterday_is_listed(each_size, fresh_server, site, book, name):
    """9: find out what changed yesterday."""
    id = book.add(name)
    book.change(id, phone="+48 222 222 2222")
    date_back(fresh_server, 1)
    each_size.goto(PEOPLE)
    press = Presses(each_size)
    press("link", "More", exact=True)
    press("link", re.compile("^History"))
    expect(each_size.get_by_role("heading", name="Yesterday")).to_be_visible()
    press("link", re.compile(f"Changed Anna {name}"))
    expect(each_size.locator("section.change ins")).to_contain_text("+48 222 222 2222")


def test_what_was_deleted_is_brought_back(each_size, fresh_server, site, book, name):
    """10: get back what was deleted last week."""
    id = book.add(name)
    book.delete(id)
    date_back(fresh_server, 7)
    each_size.goto(PEOPLE)
    press = Presses(each_size)
    press("link", "More", exact=True)
    press("link", re.compile("^Trash"))
    press("button", f"Bring back Anna {name}")
    expect(card(each_size)).to_contain_text(name)
    assert book.get(id)


def test_two_duplicates_are_merged(each_size, book, axe, watch, name):
    """11: merge two duplicates. Undo brings both back."""
    # The open page learns of the deletion, and asks for itself, before the answer to its form arrives.
    watch.allow("status of 404")
    phone = f"+48 6{random.randint(10_000_000, 99_999_999)}"
    first = book.add(name, phone=phone)
    second = book.add(name + "x", phone=phone, address="Rynek 1, Kraków")
    each_size.goto(PEOPLE)
    press = Presses(each_size)
    press("link", "More", exact=True)
    press("link", re.compile("^Duplicates"))
    axe(each_size)
    expect(pair(each_size, name)).to_contain_text("Phone: the same · The name differs by one letter")
    press("link", f"Compare Anna {name} and Anna {name}x")
    expect(each_size.get_by_role("heading", name="Merge two cards")).to_be_visible()
    axe(each_size)
    press.on(each_size.get_by_role("group", name="Address").get_by_text("Rynek 1, Kraków"))
    press("button", "Merge")
    expect(undo_bar(each_size)).to_contain_text(f"Merged Anna {name} with Anna {name}x")
    assert book.get(second) is None
    assert book.get(first)["address"] == "Rynek 1, Kraków"
    undo_bar(each_size).get_by_role("button", name="Undo").click()
    expect(undo_bar(each_size).get_by_role("button", name="Redo")).to_be_visible()
    assert book.get(second)["lastName"] == name + "x"
    assert book.get(first)["address"] != "Rynek 1, Kraków"


def test_a_missing_field_is_added(each_size, fresh_server):
    """3: add a missing field."""
    contacts(each_size, fresh_server)
    press = Presses(each_size)
    press("link", "Change fields")
    press("link", "Text", exact=True)
    each_size.get_by_role("dialog").get_by_label("Name", exact=True).fill("Nickname")
    press("button", "Add", exact=True)
    expect(each_size.get_by_role("link", name=re.compile("^Nickname")).first).to_be_visible()
    status, person = fresh_server.get("/api/contacts/people/1")
    assert status == 200 and "nickname" in json.loads(person)


def test_the_list_goes_into_a_spreadsheet(each_size, book, name):
    """5: the list as it is shown, as a spreadsheet."""
    book.add(name)
    each_size.goto(found(name))
    press = Presses(each_size)
    press("link", "View", exact=True)
    with each_size.expect_download() as download:
        press("link", re.compile("^Excel"))
    with zipfile.ZipFile(download.value.path()) as book_file:
        assert name in book_file.read("xl/worksheets/sheet1.xml").decode()


def test_a_colleague_opens_the_same_view(each_size, tmp_path, template, watch):
    """6: share with a colleague in the same network, by an address or a QR code."""
    watch.allow("foreign request|Cross-Origin-Opener-Policy")
    network = ("--host", "0.0.0.0", "--everybody-may-change")
    with Server(tmp_path / "data", template=template, arguments=network) as server:
        page = each_size
        page.goto(f"{server.url}{PEOPLE}?where=lastName:prefix:K")
        press = Presses(page)
        press("link", "View", exact=True)
        press("link", re.compile("^Open on another device"))
        expect(page.get_by_role("heading", name="Open on another device")).to_be_visible()
        address = page.locator("#address")
        # A machine without a network has no such address.
        if not address.count():
            expect(page.locator(".group .address")).to_have_text("--share")
            return expect(page.locator("main")).to_contain_text("Only this machine can open Kartoteka.")
        expect(page.get_by_role("img", name="QR code of the address")).to_be_visible()
        theirs = address.inner_text()
        page.goto("about:blank")
        page.goto(theirs)
        expect(rows(page).first).to_be_visible()
        expect(page.locator(".chips")).to_contain_text("Last name begins with")


def test_an_application_is_put_on_the_home_screen(each_size):
    """7: the manifest by which a browser offers it in its menu."""
    each_size.goto(PEOPLE)
    press = Presses(each_size)
    press.add("the browser's menu")
    press.add("Add to home screen")
    manifest = each_size.evaluate("() => fetch(document.querySelector('[rel=manifest]').href).then(it => it.json())")
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/userscrud")
    assert {"any", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}


def test_a_card_is_changed_in_the_train(each_size, book, watch, name):
    """8: what is typed without a connection is kept, and saved when it is back."""
    watch.allow("ERR_INTERNET_DISCONNECTED")
    id = book.add(name)
    form = open_card(each_size, id)
    press = Presses(each_size)
    each_size.context.set_offline(True)
    fill(form, firstName="Ewa")
    press("button", "Save", exact=True)
    expect(each_size.locator(".undo")).to_contain_text("The server can't be reached; nothing was lost.")
    each_size.context.set_offline(False)
    press("button", "Save", exact=True)
    expect(undo_bar(each_size)).to_be_visible()
    assert book.get(id)["firstName"] == "Ewa"


def test_labels_are_printed(each_size, empty_shop, axe):
    """12: labels with the addresses of what a list shows."""
    shop = empty_shop
    shop.customer("Alfreds Futterkiste", address="Obere Str. 57", postalCode="12209", city="Berlin", country="Germany")
    each_size.goto("/northwind/customers?search=alfreds")
    press = Presses(each_size)
    press("link", "View", exact=True)
    press("link", re.compile("^Labels"))
    label = each_size.locator(".label-sheet li")
    expect(label).to_have_text("Alfreds FutterkisteObere Str. 5712209 BerlinGermany")
    axe(each_size)
    each_size.evaluate("() => { window.print = () => { window.printed = true } }")
    press("button", "Print")
    assert each_size.evaluate("window.printed")
    # On paper a label has the size that the sheet's name says.
    each_size.emulate_media(media="print")
    box = label.bounding_box()
    assert (round(box["width"] / 96 * 25.4), round(box["height"] / 96 * 25.4)) == (70, 37)


def test_cards_of_a_telephone_are_imported(each_size, book, name, tmp_path):
    """13: import a vCard file."""
    file = tmp_path / "people.vcf"
    file.write_text(CARDS.format(name=name), encoding="utf-8")
    each_size.goto(PEOPLE)
    press = Presses(each_size)
    press("link", "More", exact=True)
    press("link", re.compile("^Import files"))
    press.add("the field of the files")
    each_size.locator("input[type=file]").first.set_input_files(file)
    upload = each_size.get_by_role("button", name="Upload")
    if upload.count() and upload.is_visible():
        press.on(upload)
    press("button", re.compile("^Load"))
    expect(each_size.get_by_role("heading", level=1)).to_have_text("Imported")
    [person] = book.list(search=name)
    assert (person["firstName"], person["phone"], person["address"]) == ("Ewa", "+48 600 100 200", "Rynek 1, 31-042 Kraków")


def test_a_document_is_attached(each_size, fresh_server, tmp_path):
    """14: attach a PDF: the field for it is made once, as in the third task."""
    file = tmp_path / "contract.pdf"
    file.write_bytes(b"%PDF-1.4\n%%EOF\n")
    contacts(each_size, fresh_server)
    each_size.goto("/contacts/shape/kinds/people")
    each_size.get_by_role("link", name="File", exact=True).click()
    each_size.get_by_role("dialog").get_by_label("Name", exact=True).fill("Contract")
    each_size.get_by_role("button", name="Add", exact=True).click()
    each_size.goto("/contacts/people")
    press = Presses(each_size)
    press("link", re.compile("Kowalska"))
    press.add("the field of the file")
    each_size.get_by_label("Contract").set_input_files(file)
    press("button", "Save", exact=True)
    expect(undo_bar(each_size)).to_be_visible()
    status, content = fresh_server.get("/api/contacts/people/1/contract")
    assert (status, content) == (200, file.read_bytes())


def test_a_comment_is_written_on_a_card(each_size, fresh_server):
    """15: comment on a record. History says when it was written."""
    contacts(each_size, fresh_server)
    press = Presses(each_size)
    press("link", re.compile("Kowalska"))
    each_size.get_by_label("Notes").fill("Called back, wants the new price list.")
    press("button", "Save", exact=True)
    expect(undo_bar(each_size)).to_be_visible()
    assert json.loads(fresh_server.get("/api/contacts/people/1")[1])["notes"] == "Called back, wants the new price list."
    press("link", re.compile("Kowalska"))
    press("link", re.compile("History"))
    expect(each_size.locator("main")).to_contain_text("Called back, wants the new price list.")


def test_an_invoice_is_printed_and_mailed(each_size, empty_shop):
    """16: an invoice as PDF by mail: the browser prints to a file, and the mail has its subject."""
    shop = empty_shop
    order = shop.order(shop.customer("Alfreds Futterkiste"), (shop.product("Tea"), 2), orderDate=date.today().isoformat())
    each_size.goto(ORDERS)
    press = Presses(each_size)
    press("link", re.compile("Alfreds Futterkiste"))
    press("link", re.compile("^Pro forma invoice"))
    each_size.evaluate("() => { window.print = () => { window.printed = true } }")
    press("button", "Print")
    assert each_size.evaluate("window.printed")
    press.add("the browser's Save as PDF")
    mail = each_size.get_by_role("link", name="Mail", exact=True)
    press.add("the mail")
    assert re.fullmatch(f"mailto:\\?subject=.*{order}.*", mail.get_attribute("href"))
