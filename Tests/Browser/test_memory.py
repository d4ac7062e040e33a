"""Duplicates, pasted rows, lists as they were, and what was typed and not saved."""

import random
import re
import string
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from people import PEOPLE, card, fill, found, open_card, pair, undo_bar

DUPLICATES = PEOPLE + "/duplicates"


@pytest.fixture
def name():
    """A last name that no other test uses."""
    return "Qd" + "".join(random.choices(string.ascii_lowercase, k=9))


def test_a_pair_is_marked_as_different_without_scripts(plain, book, name):
    """A pair that is different is not listed again, and can be listed again."""
    # The same number, too, so that the pair is among the first.
    phone = f"+48 6{random.randint(10_000_000, 99_999_999)}"
    for _ in range(2):
        book.add(name, phone=phone)
    plain.goto(DUPLICATES)
    pair(plain, name).get_by_role("button", name=f"Different: Anna {name} and Anna {name}").click()
    expect(pair(plain, name)).to_have_count(0)
    plain.get_by_role("link", name="Marked as different").click()
    pair(plain, name).get_by_role("button", name="May be the same").click()
    plain.goto(DUPLICATES)
    expect(pair(plain, name)).to_have_count(1)


def test_rows_of_a_spreadsheet_are_pasted_without_scripts(plain, book, name):
    """Rows with headings become a file to import, which is shown before anything is written."""
    plain.goto(PEOPLE + "/several")
    plain.get_by_role("link", name="Paste rows from a spreadsheet").click()
    plain.get_by_label("Rows from a spreadsheet").fill(
        f"Last name\tFirst name\tPhone\tAddress\n{name}\tEwa\t+48 600 100 200\tRynek 1, Kraków\n")
    plain.get_by_role("button", name="Look at the rows").click()
    expect(plain.get_by_role("heading", name="Ready to import")).to_be_visible()
    assert book.total(search=name) == 0
    plain.get_by_role("button", name=re.compile("^Load")).click()
    expect(plain.get_by_role("heading", level=1)).to_have_text("Imported")
    [person] = book.list(search=name)
    assert (person["firstName"], person["address"]) == ("Ewa", "Rynek 1, Kraków")


def test_a_block_of_cells_pasted_into_a_list_is_looked_at(desk, book, name):
    """Rows without headings get those of the fields, which can be corrected."""
    desk.goto(PEOPLE)
    desk.locator("#rows a.row").first.wait_for()
    desk.evaluate("""text => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', text)
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }""", f"Ewa\t{name}\t+48 600 100 200\tRynek 1")
    expect(desk).to_have_url(re.compile(r"/import/files/\w+/1$"))
    expect(desk.get_by_label("Last name").locator("option:checked")).to_have_text("Last name")


def test_a_field_for_rows_without_any_says_so(each_size, axe, watch):
    """Nothing was pasted."""
    watch.allow("status of 422")
    each_size.goto(PEOPLE + "/paste")
    axe(each_size)
    each_size.get_by_role("button", name="Look at the rows").click()
    expect(each_size.get_by_role("alert")).to_contain_text("Paste at least one row.")


def test_a_list_is_shown_as_it_was(each_size, book, axe, name):
    """A change set leads to the list as it was before, and that to a card, which says what has changed since."""
    id = book.add(name)
    book.change(id, lastName=name + "b")
    each_size.goto(f"/userscrud/history?search={quote(name)}")
    each_size.get_by_role("link", name=re.compile(f"Changed Anna {name}b")).click()
    each_size.get_by_role("link", name=re.compile("^Show the list as it was before")).click()
    expect(each_size.get_by_role("note")).to_contain_text("As of")
    axe(each_size)
    moment = re.search(r"as-of=([^&]+)", each_size.url)[1]
    each_size.goto(f"{PEOPLE}/{id}/past?as-of={moment}")
    expect(each_size.get_by_role("heading", name=f"Anna {name}", exact=True)).to_be_visible()
    expect(each_size.locator("section.change ins")).to_contain_text(name + "b")
    axe(each_size)
    each_size.get_by_role("link", name="Back to today").click()
    expect(card(each_size)).to_contain_text(name + "b")


def test_shift_ticks_a_range(desk, book, name):
    """A click with Shift ticks all from the last tick on."""
    for first in ("Anna", "Ewa", "Jan", "Ola"):
        book.add(name, first_name=first)
    desk.goto(f"{PEOPLE}/several?search={quote(name)}")
    desk.get_by_text(f"Anna {name}").click()
    desk.get_by_text(f"Jan {name}").click(modifiers=["Shift"])
    expect(desk.locator("#several [name^=tick-]:checked")).to_have_count(3)


def test_a_long_press_ticks_a_row(phone, book, name):
    """A finger that rests on a row ticks it, in the list; one that rests on another row ticks all between them."""
    for first in ("Anna", "Ewa", "Jan", "Ola"):
        book.add(name, first_name=first)
    phone.goto(found(name))
    address = phone.url
    row = phone.locator("#rows a.row").filter(has_text="Ewa")
    row.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    expect(phone.get_by_role("checkbox", name=f"Ewa {name}")).to_be_checked()
    expect(phone.locator("#ticked")).to_have_text("Ticked: 1")
    assert phone.url.startswith(address), "the list was left"
    last = phone.locator("#rows a.row").filter(has_text="Ola")
    last.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    expect(phone.locator("#ticked")).to_have_text("Ticked: 3")
    # The end of that press is none.
    last.dispatch_event("click", {"detail": 1, "bubbles": True, "cancelable": True})
    expect(phone.locator("#ticked")).to_have_text("Ticked: 3")
    expect(phone.get_by_role("checkbox", name=f"Anna {name}")).not_to_be_checked()


def test_what_was_typed_is_offered_in_another_tab(any_size, book, name):
    """What was typed outlives its tab."""
    id = book.add(name)
    fill(open_card(any_size, id), firstName="Eva")
    other = any_size.context.new_page()
    any_size.close()
    open_card(other, id)
    expect(other.locator(".restored")).to_contain_text("Restored what you had typed.")


def test_what_was_typed_into_a_card_that_was_deleted_becomes_a_new_one(any_size, book, watch, name):
    """The page of a card that is gone offers what was typed into it."""
    watch.allow("status of 4(04|09)")
    any_size.on("dialog", lambda dialog: dialog.accept())
    id = book.add(name)
    fill(open_card(any_size, id), firstName="Eva")
    book.delete(id)
    any_size.goto(f"{PEOPLE}/{id}")
    expect(any_size.locator("#draft")).to_contain_text("What you typed is still here.")
    any_size.get_by_role("button", name="Show it").click()
    sheet = any_size.get_by_role("dialog")
    expect(sheet.get_by_label("First name")).to_have_value("Eva")
    sheet.get_by_role("button", name="Save").click()
    expect(undo_bar(any_size)).to_be_visible()
    assert [person["firstName"] for person in book.list(search=name)] == ["Eva"]
