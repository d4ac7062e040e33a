"""Notes: on a record's page a person writes comments and attaches files, with a few presses and at every size."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from people import address_of, card, field, open_card, save

pytestmark = pytest.mark.latency(100)

PDF = {"name": "Umowa Łódź.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7 a contract"}
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360f8cfc0000003010100c9fe92ef0000000049454e44ae426082")


def notes(page: Page):
    return page.locator(".notes li")


def text(page: Page):
    return page.locator("#note").get_by_label("Note", exact=True)


def add(page: Page) -> None:
    page.get_by_role("button", name="Add note").click()


def test_a_comment_is_written_changed_deleted_and_brought_back(each_size, book, axe):
    """Two presses write a comment; it can be changed and deleted, and Undo brings it back."""
    id = book.add("Zzyzx")
    open_card(each_size, id)
    expect(each_size.get_by_role("button", name="Add note")).to_be_disabled()
    text(each_size).fill("Called back,\nwants an offer")
    add(each_size)
    expect(notes(each_size)).to_have_count(1)
    expect(notes(each_size).first).to_contain_text("Called back,")
    expect(text(each_size)).to_have_value("")
    axe(each_size)
    notes(each_size).get_by_role("link", name="Change Called back,…").click()
    field(card(each_size), "Note").fill("Called back")
    save(card(each_size)).click()
    expect(notes(each_size).first).to_contain_text("Called back")
    expect(each_size).to_have_url(re.compile(address_of(id)))
    notes(each_size).get_by_role("button", name="Delete Called back").click()
    expect(notes(each_size)).to_have_count(0)
    each_size.get_by_role("button", name="Undo").click()
    expect(notes(each_size)).to_have_count(1)
    expect(each_size).to_have_url(re.compile(address_of(id)))


@pytest.mark.both
def test_a_file_is_attached_and_downloaded_under_its_name(each_way, book):
    """Attaching a PDF takes three presses: the record, the file, Add note. A picture is shown."""
    id = book.add("Zzyzx")
    each_way.goto(address_of(id))
    each_way.locator("#note [type=file]").set_input_files(PDF)
    add(each_way)
    link = notes(each_way).get_by_role("link", name="Umowa Łódź.pdf 19 bytes")
    with each_way.expect_download() as caught:
        link.click()
    assert caught.value.suggested_filename == PDF["name"]
    assert caught.value.path().read_bytes() == PDF["buffer"]
    text(each_way).fill("The view")
    each_way.locator("#note [type=file]").set_input_files({"name": "view.png", "mimeType": "image/png", "buffer": PNG})
    add(each_way)
    # The newest comes first.
    expect(notes(each_way)).to_have_count(2)
    expect(notes(each_way).first).to_contain_text("The view")
    expect(notes(each_way).first.locator("img")).to_have_js_property("naturalWidth", 1)


def test_what_is_typed_is_never_lost(any_size, book):
    """A file that is too large leaves what was typed, and a reload brings it back."""
    any_size.on("dialog", lambda dialog: dialog.accept())
    open_card(any_size, book.add("Zzyzx"))
    text(any_size).fill("Contract")
    any_size.locator("#note [type=file]").evaluate("input => { input.dataset.limit = 3 }")
    any_size.locator("#note [type=file]").set_input_files(PDF)
    expect(any_size.locator("#note").get_by_role("alert")).to_contain_text("too large")
    expect(text(any_size)).to_have_value("Contract")
    any_size.reload()
    expect(any_size.locator("#note .restored")).to_be_visible()
    expect(text(any_size)).to_have_value("Contract")
    add(any_size)
    expect(notes(any_size).first).to_contain_text("Contract")


def test_a_new_note_appears_on_other_screens(desk, book, site):
    """A note that somebody else writes appears while the record is open."""
    id = book.add("Zzyzx")
    open_card(desk, id)
    text(desk).fill("Mine")
    status, _ = site.send("POST", "/api/userscrud/user-notes", json.dumps({"user": id, "text": "Theirs"}))
    assert status == 201
    expect(notes(desk)).to_have_count(1)
    expect(text(desk)).to_have_value("Mine")
