"""What is pressed twice, or held, is done once."""


import pytest
from playwright.sync_api import expect

from chromium import slow_down
from people import (
    PEOPLE, card, delete_button, field, fill, found, open_card, open_sheet, row, undo_bar)
from test_northwind_import import bring, total

NEW = {"first_name": "Ewa", "phone": "+48 225 550 1472", "address": "Rynek 1"}


def fill_new(form, name: str) -> None:
    fill(form, firstName="Ewa", lastName=name, phone="+48 225 550 1472", address="Rynek 1")


@pytest.mark.parametrize("latency", [400])
def test_return_and_then_save_make_one_record(desk, book, latency):
    """Also if a letter is corrected in between."""
    desk.goto(PEOPLE)
    form = open_sheet(desk)
    fill_new(form, "Qtwice")
    slow_down(desk, latency)
    desk.evaluate("""async () => {
        const form = document.querySelector('dialog form')
        const save = form.querySelector('.main')
        const field = form.elements.address
        form.requestSubmit(save)
        await new Promise(done => setTimeout(done, 150))
        field.value = 'Rynek 2'
        for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
        save.click()
        form.requestSubmit(save)
      }""")
    expect(undo_bar(desk)).to_contain_text("Qtwice", timeout=60_000)
    assert book.total(search="qtwice") == 1


@pytest.mark.latency(400)
def test_deleting_twice_deletes_one(desk, book, watch):
    """Delete held down, the button behind a row pressed twice, the bin of a card pressed twice: no error follows."""
    for name in ("Anna", "Borys", "Celina", "Dorota"):
        book.add("Qdelete", first_name=name)
    desk.goto(found("qdelete"))
    row(desk, "Anna").focus()
    desk.keyboard.down("Delete")
    for _ in range(10):
        desk.keyboard.down("Delete")
    desk.keyboard.up("Delete")
    expect(undo_bar(desk)).to_contain_text("Anna")
    expect(desk.locator("#rows .row")).to_have_count(3)
    delete_button(desk, "Borys").evaluate("it => { it.click(); it.click() }")
    expect(undo_bar(desk)).to_contain_text("Borys")
    expect(desk.locator("#rows .row")).to_have_count(2)
    row(desk, "Celina").click()
    expect(field(card(desk), "First name")).to_have_value("Celina")
    card(desk).locator(".ib.bad").dblclick()
    expect(undo_bar(desk)).to_contain_text("Celina")
    desk.wait_for_load_state()
    assert [each["firstName"] for each in book.list(search="qdelete")] == ["Dorota"]
    # Control-Z held down takes back the last deletion alone.
    for _ in range(6):
        desk.keyboard.down("Control")
        desk.keyboard.down("z")
    desk.keyboard.up("z")
    desk.keyboard.up("Control")
    expect(row(desk, "Celina")).to_be_visible()
    assert sorted(each["firstName"] for each in book.list(search="qdelete")) == ["Celina", "Dorota"]


def test_backspace_corrects_a_search_and_deletes_nobody(desk, book):
    id = book.add("Qbackspace")
    desk.goto(found("qbackspace"))
    row(desk, "Qbackspace").focus()
    desk.keyboard.press("Backspace")
    desk.evaluate("new Promise(done => setTimeout(done, 100))")
    assert book.get(id)
    desk.keyboard.press("Control+Backspace")
    expect(undo_bar(desk)).to_contain_text("Qbackspace")
    assert book.get(id) is None


@pytest.mark.latency(400)
def test_an_example_pressed_twice_is_one_application(desk, fresh_server):
    desk.goto("/apps/new")
    desk.locator("button[formaction$='templates/books']").dblclick()
    expect(desk.locator(".tabs")).to_be_visible()
    desk.goto("/")
    names = desk.locator("a[href^='/']").evaluate_all("links => links.map(it => it.getAttribute('href'))")
    assert not [name for name in names if name.endswith("-2")], names


@pytest.mark.latency(400)
def test_files_loaded_twice_are_loaded_once(desk, fresh_server):
    """The second press leads to the report of the first, and not to a file that is gone."""
    text = b"Company name,City\nAlfreds,Berlin\nBerglunds,Lund\n"
    bring(desk, [{"name": "customers.csv", "mimeType": "text/csv", "buffer": text}])
    desk.get_by_role("button", name="Load 1 file").dblclick()
    expect(desk.get_by_role("heading", name="Imported").first).to_be_visible()
    desk.evaluate("new Promise(done => setTimeout(done, 500))")
    expect(desk.get_by_role("heading", name="Imported").first).to_be_visible()
    assert total(fresh_server, "customers") == 2


def test_undo_by_key_leaves_ticks_alone(desk, book):
    """Control-Z on a tick of "Change several" does not leave the page, and a tab asks before ticks are lost."""
    id = book.add("Qticks")
    desk.goto(found("qticks"))
    open_card(desk, id)
    card(desk).locator(".ib.bad").click()
    expect(undo_bar(desk)).to_contain_text("Qticks")
    book.add("Qticks", first_name="Borys")
    desk.goto(f"{PEOPLE}/several?search=qticks")
    desk.locator("#several .ticks + .ticks label").first.click()
    desk.keyboard.press("Control+z")
    desk.evaluate("new Promise(done => setTimeout(done, 100))")
    expect(desk.locator("#several .ticks + .ticks :checked")).to_have_count(1)
    assert book.get(id) is None
    desk.get_by_role("navigation").get_by_role("link").last.click()
    expect(desk.get_by_role("dialog", name="Discard changes?")).to_be_visible()


def test_an_export_leaves_ticks_and_buttons_as_they_are(desk, book):
    """A file that comes is no other page: nothing is asked, and the button can be pressed again."""
    book.add("Qexport")
    desk.goto(f"{PEOPLE}/several?search=qexport")
    desk.locator("#several .ticks + .ticks label").first.click()
    for _ in range(2):
        with desk.expect_download():
            desk.get_by_role("button", name="CSV").click()
    expect(desk.locator("#several .ticks + .ticks :checked")).to_have_count(1)
    expect(desk.locator("html.waiting")).to_have_count(0)
