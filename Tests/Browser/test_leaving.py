"""Leaving with something typed that is not saved: one is asked first."""

import re

import pytest
from playwright.sync_api import expect

from matrix import nightly
from people import (
    PEOPLE, address_of, answer_leaving, at_list, book_fields, card, field, fill, found, open_card,
    leaving_question, open_sheet, row, save, sheet)

# A telephone in the house.
pytestmark = pytest.mark.latency(100)


def test_going_back_with_a_change_asks(phone, book):
    """On a phone the way back asks: one can go on editing, or throw the change away."""
    id = book.add("Zzyzx")
    form = open_card(phone, id)
    fill(form, firstName="Eva")
    form.get_by_role("link", name="People").click()
    answer_leaving(phone, "Keep editing")
    expect(field(form, "First name")).to_have_value("Eva")
    expect(phone).to_have_url(re.compile(address_of(id)))
    form.get_by_role("link", name="People").click()
    answer_leaving(phone, "Discard")
    at_list(phone)
    assert book.get(id)["firstName"] == "Anna"


def test_choosing_another_row_with_a_change_asks(desk, book):
    """At a desk another row asks: the card stays as it was typed, or gives way."""
    first, second = book.add("Zzyzxa"), book.add("Zzyzxb")
    desk.goto(found("Zzyzx"))
    row(desk, "Anna Zzyzxa").click()
    expect(field(card(desk), "Last name")).to_have_value("Zzyzxa")
    fill(card(desk), firstName="Eva")
    row(desk, "Anna Zzyzxb").click()
    answer_leaving(desk, "Keep editing")
    expect(field(card(desk), "First name")).to_have_value("Eva")
    expect(desk).to_have_url(re.compile(address_of(first)))
    row(desk, "Anna Zzyzxb").click()
    answer_leaving(desk, "Discard")
    expect(field(card(desk), "Last name")).to_have_value("Zzyzxb")
    expect(save(card(desk))).to_be_disabled()
    assert book.get(first)["firstName"] == "Anna" and book.get(second)["firstName"] == "Anna"


@pytest.mark.parametrize("way", ["Escape", *nightly("Cancel")])
def test_closing_a_sheet_with_something_typed_asks(any_size, book, way):
    """A sheet with something typed asks before it closes."""
    any_size.goto(PEOPLE)
    dialog = open_sheet(any_size)

    def close() -> None:
        if way == "Escape":
            any_size.keyboard.press("Escape")
        else:
            dialog.get_by_role("link", name="Cancel").click()

    fill(dialog, firstName="Eva")
    close()
    answer_leaving(any_size, "Keep editing")
    expect(field(dialog, "First name")).to_have_value("Eva")
    close()
    answer_leaving(any_size, "Discard")
    at_list(any_size)
    expect(sheet(any_size)).to_have_count(0)
    assert book.total() == 1000


def test_a_question_that_is_asked_again_at_once_has_its_own_answer(desk, book):
    """The browser tells late that the first question was closed, which is no answer to the second one."""
    desk.goto(PEOPLE)
    dialog = open_sheet(desk)
    fill(dialog, firstName="Eva")
    dialog.get_by_role("link", name="Cancel").click()
    expect(leaving_question(desk)).to_be_visible()
    desk.evaluate("""() => {
        document.querySelector('#leave').close()
        const links = [...document.querySelectorAll('dialog[open] a')]
        links.find(link => link.textContent.trim() == 'Cancel').click()
    }""")
    answer_leaving(desk, "Discard")
    at_list(desk)
    expect(sheet(desk)).to_have_count(0)


@pytest.mark.parametrize("link", ["More", *nightly("New person")])
def test_every_link_of_the_page_asks(desk, book, link):
    """Whichever link leads away asks."""
    form = open_card(desk, book.add("Zzyzx"))
    fill(form, firstName="Eva")
    desk.get_by_role("link", name=link, exact=True).click()
    answer_leaving(desk, "Keep editing")
    expect(field(form, "First name")).to_have_value("Eva")


def test_reloading_with_a_change_asks(any_size, book):
    """The browser itself asks before the page goes: reloading, closing, another address."""
    form = open_card(any_size, book.add("Zzyzx"))
    field(form, "First name").click()
    field(form, "First name").press_sequentially("a")
    asked = []
    any_size.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    any_size.reload()
    assert asked == ["beforeunload"]


def test_a_page_asks_the_browser_to_ask_only_while_something_is_unsaved(any_size, book):
    """Browsers keep no page for the way back to it that may ask on leaving: it does only while something is unsaved."""
    asks = "window.onbeforeunload !== null"
    form = open_card(any_size, book.add("Zzyzx"))
    assert not any_size.evaluate(asks)
    fill(form, firstName="Eva")
    assert any_size.evaluate(asks)
    fill(form, firstName="Anna")
    assert not any_size.evaluate(asks)


def test_the_browsers_back_with_a_change_asks(desk, book):
    """The browser's way back asks, too, where the page itself changed the card beside the list."""
    first = book.add("Zzyzxa")
    book.add("Zzyzxb")
    desk.goto(found("Zzyzx"))
    row(desk, "Anna Zzyzxa").click()
    expect(field(card(desk), "Last name")).to_have_value("Zzyzxa")
    row(desk, "Anna Zzyzxb").click()
    expect(field(card(desk), "Last name")).to_have_value("Zzyzxb")
    field(card(desk), "First name").press("End")
    field(card(desk), "First name").press_sequentially("x")
    dialogs = []
    desk.on("dialog", lambda dialog: (dialogs.append(dialog.type), dialog.dismiss()))
    desk.go_back()
    if not dialogs:
        answer_leaving(desk, "Keep editing")
    expect(field(card(desk), "First name")).to_have_value("Annax")
    assert book.get(first)


def test_nothing_typed_asks_nothing(any_size, book):
    """Without a change, and after changing back, one leaves without a question."""
    id = book.add("Zzyzx")
    form = open_card(any_size, id)
    fill(form, firstName="Eva")
    fill(form, firstName="Anna")
    any_size.get_by_role("link", name="More", exact=True).click()
    expect(any_size.get_by_role("heading", name="More")).to_be_visible()
    # Nor after saving.
    fill(open_card(any_size, id), firstName="Eva")
    save(card(any_size)).click()
    at_list(any_size)
    any_size.get_by_role("link", name="More", exact=True).click()
    expect(any_size.get_by_role("heading", name="More")).to_be_visible()
    assert book_fields(book.get(id))["firstName"] == "Eva"


def test_when_the_server_is_away_nothing_typed_is_lost(fresh_server, any_size, book, watch):
    """Saving while the server is down leaves the card as it was typed; it saves when the server is back."""
    watch.allow("ERR_CONNECTION_REFUSED")
    id = book.add("Zzyzx")
    form = open_card(any_size, id)
    fill(form, firstName="Eva")
    fresh_server.stop()
    save(form).click()
    expect(any_size.get_by_text("The server can't be reached; nothing was lost.")).to_be_attached()
    expect(field(form, "First name")).to_have_value("Eva")
    fresh_server.start()
    save(form).click()
    at_list(any_size)
    assert book.get(id)["firstName"] == "Eva"
