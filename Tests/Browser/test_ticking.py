"""Records are ticked where they stand in their list, and a bar says how many and what is done with them."""

import random
import re
import string
import zipfile

import pytest
from playwright.sync_api import Page, expect

from people import card, count, found, is_phone, row, undo_bar

pytestmark = pytest.mark.latency(100)

NAMES = ("Anna", "Ewa", "Jan", "Ola")


@pytest.fixture
def name():
    """A last name that no other test uses."""
    return "Qt" + "".join(random.choices(string.ascii_lowercase, k=8))


@pytest.fixture
def ids(book, name):
    """Four people with that last name."""
    return [book.add(name, first_name=first) for first in NAMES]


def begin(page: Page, name: str) -> None:
    """Shows the people of a test, and begins to tick."""
    page.goto(found(name))
    page.get_by_role("link", name="Change several").click()
    expect(page.locator(".tickbox")).to_have_count(4)
    expect(page.get_by_role("button", name="Delete…")).to_be_disabled()


def ticked(page: Page, number: int) -> None:
    expect(page.locator("#ticked")).to_have_text(re.compile(f"^Ticked: {number}\\b"))


def test_a_press_on_a_row_ticks_it_and_shift_ticks_a_range(each_size, ids, axe, name):
    """The list stays; what a step has led away from is ticked again after Back and after Cancel."""
    begin(each_size, name)
    row(each_size, "Ewa").click()
    row(each_size, "Ola").click(modifiers=["Shift"])
    ticked(each_size, 3)
    axe(each_size)
    each_size.get_by_role("checkbox", name=f"Jan {name}").click()
    ticked(each_size, 2)
    each_size.get_by_role("button", name="Delete…").click()
    expect(each_size.get_by_role("heading", name="Delete 2 people?")).to_be_visible()
    each_size.go_back()
    ticked(each_size, 2)
    each_size.get_by_role("button", name="Set…").click()
    each_size.get_by_role("button", name="Address", exact=True).click()
    each_size.get_by_role("link", name="Cancel").click()
    ticked(each_size, 2)
    expect(each_size.locator(".tickbox:checked")).to_have_count(2)
    each_size.get_by_role("button", name="Done").click()
    expect(each_size.locator(".tickbox, #ticking")).to_have_count(0)
    row(each_size, "Ewa").click()
    expect(card(each_size)).to_contain_text("Ewa")


@pytest.mark.latency(400)
def test_a_button_pressed_twice_on_a_slow_network_deletes_once(desk, ids, book, name):
    """Undo brings all back, and nothing is ticked any more."""
    begin(desk, name)
    row(desk, "Anna").click()
    row(desk, "Jan").click()
    desk.get_by_role("button", name="Delete…").dblclick()
    desk.get_by_role("button", name="Delete", exact=True).dblclick()
    expect(undo_bar(desk)).to_contain_text("Deleted 2 records")
    expect(count(desk)).to_contain_text("2 people")
    expect(desk.locator(".tickbox")).to_have_count(0)
    undo_bar(desk).get_by_role("button", name="Undo").click()
    expect(count(desk)).to_contain_text("4 people")
    assert all(book.get(id) for id in ids)


def test_what_others_change_and_delete_meanwhile_leaves_the_other_ticks(any_size, ids, book, name):
    """A ticked row that was changed stays ticked; one that is gone is said to be out of view, and is changed no more."""
    begin(any_size, name)
    for first in NAMES[:3]:
        row(any_size, first).click()
    book.change(ids[0], firstName="Agata")
    expect(any_size.get_by_role("checkbox", name=f"Agata {name}")).to_be_checked()
    book.delete(ids[2])
    expect(any_size.locator("#ticked")).to_have_text("Ticked: 3 · Not in view: 1")
    any_size.get_by_role("button", name="Delete…").click()
    expect(any_size.get_by_role("heading", name="Delete 2 people?")).to_be_visible()


def test_two_windows_tick_apart(desk, ids, name):
    begin(desk, name)
    row(desk, "Anna").click()
    ticked(desk, 1)
    other = desk.context.new_page()
    begin(other, name)
    expect(other.locator(".tickbox:checked")).to_have_count(0)
    row(other, "Ola").click()
    ticked(desk, 1)
    expect(desk.get_by_role("checkbox", name=f"Ola {name}")).not_to_be_checked()


def test_rows_are_ticked_by_keys_alone(desk, ids, name):
    """Arrows walk, Space ticks, with Shift all between; Return opens a record, and Escape ends it."""
    begin(desk, name)
    row(desk, "Anna").focus()
    desk.keyboard.press("Space")
    ticked(desk, 1)
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Shift+Space")
    ticked(desk, 3)
    desk.keyboard.press("Escape")
    expect(desk.locator(".tickbox, #ticking")).to_have_count(0)


def test_two_ticked_people_are_merged(each_size, ids, book, watch, name):
    """The button wants exactly two. Afterwards the list is shown, without ticks."""
    # The open page learns of the deletion, and asks for itself, before the answer to its form arrives.
    watch.allow("status of 404")
    begin(each_size, name)
    row(each_size, "Anna").click()
    ticked(each_size, 1)
    expect(each_size.get_by_role("button", name="Merge…")).to_be_disabled()
    row(each_size, "Ewa").click()
    each_size.get_by_role("button", name="Merge…").click()
    each_size.get_by_role("button", name="Merge", exact=True).click()
    expect(count(each_size)).to_contain_text("3 people")
    expect(each_size.locator(".tickbox")).to_have_count(0)
    assert sum(book.get(id) is not None for id in ids[:2]) == 1


def test_rows_of_a_table_are_ticked_and_their_figures_shown(each_size, ids, name):
    """The figures of a list become those of what is ticked."""
    each_size.goto(f"{found(name)}&layout=table&figures=distinct:firstName")
    expect(each_size.locator("#figures")).to_contain_text("4")
    each_size.get_by_role("link", name="Change several").click()
    for number in range(3):
        each_size.locator(".tickbox").nth(number).click()
    ticked(each_size, 3)
    expect(each_size.locator("#ticking .sums")).to_contain_text("3")
    assert is_phone(each_size) or each_size.locator("#cell").count() == 0


def test_ticked_people_are_exported_with_the_columns_and_figures_of_the_list(any_size, ids, name):
    """A file that comes leaves the ticks as they are; a search that finds none of them takes none away."""
    any_size.goto(f"{found(name)}&layout=table&columns=firstName,lastName&sort=firstName")
    any_size.get_by_role("link", name="Change several").click()
    for number in range(3):
        any_size.locator(".tickbox").nth(number).click()
    with any_size.expect_download() as download:
        any_size.get_by_role("button", name="Excel").click()
    with zipfile.ZipFile(download.value.path()) as book:
        text = book.read("xl/worksheets/sheet1.xml").decode()
    assert text.count("<row ") == 4 and "Jan" in text and "Ola" not in text
    ticked(any_size, 3)
    with any_size.expect_download():
        any_size.get_by_role("button", name="Export as CSV").click()
    ticked(any_size, 3)
