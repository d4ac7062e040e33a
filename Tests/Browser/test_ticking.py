"""Records are ticked where they stand in their list, and a bar says how many and what is done with them."""

import random
import re
import string
import zipfile

import pytest
from playwright.sync_api import Page, expect

from chromium import go_back
from people import answer_leaving, card, count, found, is_phone, leaving_question, row, rows, undo_bar

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
    go_back(each_size)
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


def test_all_are_those_of_the_search_that_stands_there(any_size, ids, book, name):
    """Another search takes back that all are meant, and its bar has its own number."""
    for first in NAMES[:2]:
        book.add(name + "z", first_name=first)
    any_size.goto(found(name))
    any_size.get_by_role("link", name="Change several").click()
    any_size.get_by_role("button", name="All: 6 people").click()
    expect(any_size.locator("#ticked")).to_have_text("All: 6 people")
    expect(any_size.locator(".tickbox:checked")).to_have_count(6)
    any_size.locator("#q").fill(name + "z")
    expect(any_size.get_by_role("button", name="All: 2 people")).to_be_visible()
    expect(any_size.locator(".tickbox:checked")).to_have_count(0)
    ticked(any_size, 0)
    any_size.get_by_role("button", name="All: 2 people").click()
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
        any_size.get_by_role("button", name="CSV").click()
    ticked(any_size, 3)


def test_all_are_meant_again_when_their_search_comes_back(any_size, ids, book, name):
    """One that was unticked is left out of all, and single ticks are there again when all are not meant."""
    book.add(name + "z", first_name="Zoe")
    book.add(name + "z", first_name="Zyta")
    any_size.goto(found(name))
    any_size.get_by_role("link", name="Change several").click()
    row(any_size, "Anna").click()
    ticked(any_size, 1)
    any_size.get_by_role("button", name="All: 6 people").click()
    row(any_size, "Ewa").click()
    ticked(any_size, 5)
    any_size.locator("#q").fill(name + "z")
    expect(any_size.get_by_role("button", name="All: 2 people")).to_have_attribute("aria-pressed", "false")
    expect(any_size.locator("#ticked")).to_have_text("Ticked: 1 · Not in view: 1")
    any_size.locator("#q").fill(name)
    ticked(any_size, 5)
    any_size.get_by_role("button", name="Delete…").click()
    expect(any_size.get_by_role("heading", name="Delete 5 people?")).to_be_visible()
    any_size.get_by_role("link", name="Cancel").click()
    ticked(any_size, 5)
    expect(any_size.get_by_role("checkbox", name=f"Ewa {name}")).not_to_be_checked()
    everybody = any_size.get_by_role("button", name="All: 6 people")
    everybody.click()
    expect(everybody).to_have_attribute("aria-pressed", "true")
    everybody.click()
    ticked(any_size, 1)


@pytest.mark.latency(400)
def test_an_impatient_press_loses_no_ticks(any_size, ids, name):
    """Pressing what began it again, also before the bar is there, ends nothing; Done does."""
    any_size.goto(found(name))
    several = any_size.get_by_role("link", name="Change several")
    several.dblclick()
    ticked(any_size, 0)
    row(any_size, "Anna").click()
    row(any_size, "Ola").click()
    several.click()
    ticked(any_size, 2)
    any_size.get_by_role("button", name="Delete…").click()
    any_size.get_by_role("link", name="Cancel").click()
    any_size.get_by_role("link", name="Change several").click()
    ticked(any_size, 2)
    any_size.get_by_role("button", name="Done").click()
    any_size.get_by_role("link", name="Change several").click()
    ticked(any_size, 0)


def test_escape_leaves_the_rows_as_they_were_and_keeps_the_ticks(desk, ids, name):
    """Nothing begins by itself then; the next press on Change several has the ticks again."""
    begin(desk, name)
    row(desk, "Anna").click()
    row(desk, "Jan").click()
    desk.keyboard.press("Escape")
    expect(desk.locator(".tickbox, #ticking")).to_have_count(0)
    row(desk, "Ewa").click()
    expect(card(desk)).to_contain_text("Ewa")
    desk.goto(found(name))
    desk.get_by_role("link", name="Change several").click()
    ticked(desk, 2)
    expect(desk.get_by_role("checkbox", name=f"Jan {name}")).to_be_checked()


def test_the_key_delete_asks_about_what_is_ticked(desk, ids, book, name):
    """Not about the row that has the focus."""
    begin(desk, name)
    for first in NAMES[:3]:
        row(desk, first).click()
    row(desk, "Jan").click()
    ticked(desk, 2)
    row(desk, "Jan").focus()
    desk.keyboard.press("Delete")
    expect(desk.get_by_role("heading", name="Delete 2 people?")).to_be_visible()
    assert all(book.get(id) for id in ids)


def test_the_bar_is_the_next_stop_of_the_tab_key_behind_the_rows(desk, ids, name):
    begin(desk, name)
    row(desk, "Anna").focus()
    desk.keyboard.press("Tab")
    expect(desk.get_by_role("button", name="All: 4 people")).to_be_focused()


def test_a_row_is_ticked_beside_a_card_that_is_not_saved(desk, ids, name):
    """Nothing is left by that. A step does leave the card, and asks before."""
    desk.goto(found(name))
    row(desk, "Anna").click()
    card(desk).get_by_label("Address", exact=True).fill("Rynek 7")
    desk.get_by_role("link", name="Change several").click()
    row(desk, "Jan").click()
    ticked(desk, 1)
    expect(leaving_question(desk)).to_be_hidden()
    desk.get_by_role("button", name="Delete…").click()
    answer_leaving(desk, "Keep editing")
    ticked(desk, 1)
    with desk.expect_download():
        desk.get_by_role("button", name="CSV").click()
    ticked(desk, 1)
    expect(card(desk).get_by_label("Address", exact=True)).to_have_value("Rynek 7")


def test_a_filter_that_leaves_one_row_lets_it_be_opened_and_keeps_the_ticks(desk, ids, name):
    """Without the filter the rows are ticked as before."""
    begin(desk, name)
    row(desk, "Anna").click()
    row(desk, "Ola").click()
    ticked(desk, 2)
    desk.goto(f"{found(name)}&where=firstName:eq:Ewa")
    expect(rows(desk)).to_have_count(1)
    row(desk, "Ewa").click()
    expect(card(desk)).to_contain_text("Ewa")
    desk.locator(".list .shape").get_by_role("link", name=re.compile("Remove")).first.click()
    expect(rows(desk)).to_have_count(4)
    ticked(desk, 2)


def test_a_column_filter_that_leaves_one_row_pauses_ticking(desk, ids, name):
    """The page is the same one all the time."""
    desk.goto(f"{found(name)}&layout=table")
    desk.get_by_role("link", name="Change several").click()
    desk.locator(".tickbox").nth(0).click()
    desk.locator(".tickbox").nth(1).click()
    ticked(desk, 2)
    desk.locator("tr.filter [name=by-firstName]").fill("Ewa")
    desk.keyboard.press("Enter")
    expect(desk.locator("#rows tr[data-id]")).to_have_count(1)
    expect(desk.locator(".tickbox, #ticking")).to_have_count(0)
    desk.locator(".list .shape").get_by_role("link", name=re.compile("Remove")).first.click()
    expect(desk.locator("#rows tr[data-id]")).to_have_count(4)
    ticked(desk, 2)
    expect(desk.locator(".tickbox:checked")).to_have_count(2)


def test_figures_of_other_ticks_are_not_shown(desk, ids, watch, name):
    """Where those of the ticked rows don't come, the bar has none."""
    watch.allow("ERR_FAILED")
    desk.goto(f"{found(name)}&layout=table&figures=distinct:firstName")
    desk.get_by_role("link", name="Change several").click()
    desk.locator(".tickbox").nth(0).click()
    desk.locator(".tickbox").nth(1).click()
    expect(desk.locator("#ticking .sums")).to_contain_text("2")
    desk.route(re.compile("part=list"), lambda route: route.abort())
    desk.locator(".tickbox").nth(2).click()
    ticked(desk, 3)
    expect(desk.locator("#ticking .sums")).to_have_count(0)
