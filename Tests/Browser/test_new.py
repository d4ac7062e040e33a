"""UC-4: a new person, in a sheet that rises from below."""

import re

import pytest
from playwright.sync_api import expect

from matrix import nightly
from people import (
    FIELDS, PEOPLE, at_list, card, chosen, count, field, fill, found, is_phone, open_sheet, row, save, sheet)

# A telephone in the house.
pytestmark = pytest.mark.latency(100)

ANNA = {"firstName": "Anna", "lastName": "Zzyzx", "phone": "+48 225 550 1472", "address": "ul. Piękna 18, Warszawa"}


def test_UC_4_plus_opens_a_sheet_from_below(each_size):
    """UC-4 opens a sheet by the plus at the upper right, where typing starts in the first field."""
    each_size.goto(PEOPLE)
    plus = each_size.get_by_role("link", name="New person", exact=True)
    column = each_size.locator("section.list").bounding_box()
    box = plus.bounding_box()
    assert box["x"] > column["x"] + column["width"] / 2 and box["y"] < column["y"] + 80, "not at the upper right"
    dialog = open_sheet(each_size)
    expect(dialog).to_have_accessible_name("New person")
    expect(each_size).to_have_url(re.compile(rf"{PEOPLE}/new$"))
    expect(field(dialog, "First name")).to_be_focused()
    box = dialog.bounding_box()
    if is_phone(each_size):
        assert (box["x"], box["width"]) == (0, 390)
        assert box["y"] + box["height"] == pytest.approx(844, abs=1)
    else:
        assert box["x"] + box["width"] / 2 == pytest.approx(640, abs=1)


def test_UC_4_the_page_behind_rests(each_size):
    """UC-4 keeps the page behind the sheet out of reach of keyboard and screen reader."""
    each_size.goto(f"{PEOPLE}/new")
    fields = ["n-firstName", "n-lastName", "n-phone", "n-address"]
    focused = set()
    for _ in range(12):
        each_size.keyboard.press("Tab")
        focused.add(each_size.evaluate("""() => {
            const at = document.activeElement
            return at.closest('dialog') ? 'sheet' : at === document.body ? 'browser' : at.outerHTML.slice(0, 80)
        }"""))
    # Round the browser's own controls one may go.
    assert focused - {"browser"} == {"sheet"}
    for name in fields:
        expect(each_size.locator(f"#{name}")).to_be_visible()


def test_UC_4_save_waits_for_all_four_fields(phone):
    """UC-4 keeps Save disabled until all four fields have a value; white space is none."""
    phone.goto(f"{PEOPLE}/new")
    dialog = sheet(phone)
    expect(save(dialog)).to_be_disabled()
    fill(dialog, **ANNA)
    expect(save(dialog)).to_be_enabled()
    for label, name in FIELDS.items():
        for blank in ["", "   ", "\u00a0\u2003"]:
            field(dialog, label).fill(blank)
            expect(save(dialog)).to_be_disabled()
        field(dialog, label).fill(ANNA[name])
        expect(save(dialog)).to_be_enabled()


def test_UC_4_saves_and_shows_the_new_person(any_size, book):
    """UC-4 saves the person and goes back to the list, in which they are chosen."""
    any_size.goto(PEOPLE)
    dialog = open_sheet(any_size)
    for label, name in FIELDS.items():
        expect(save(dialog)).to_be_disabled()
        field(dialog, label).press_sequentially(ANNA[name])
    save(dialog).click()
    at_list(any_size)
    expect(sheet(any_size)).to_have_count(0)
    expect(count(any_size)).to_have_text("1,001 people by last name")
    expect(row(any_size, "Anna Zzyzx")).to_be_in_viewport()
    expect(chosen(any_size)).to_contain_text("Anna Zzyzx")
    saved = book.list(search="Zzyzx")[0]
    assert {name: saved[name] for name in ANNA} == ANNA


def test_UC_4_return_saves(desk, book):
    """UC-4 saves by Return in any field, once there is something to save."""
    desk.goto(f"{PEOPLE}/new")
    dialog = sheet(desk)
    field(dialog, "First name").press("Enter")
    expect(dialog).to_be_visible()
    fill(dialog, **ANNA)
    field(dialog, "Address").press("Enter")
    at_list(desk)
    expect(chosen(desk)).to_contain_text("Anna Zzyzx")
    assert book.total(search="Zzyzx") == 1


@pytest.mark.parametrize("way", ["Cancel", *nightly("Escape")])
def test_UC_4_an_empty_sheet_closes_without_a_question(any_size, way):
    """UC-4 closes an empty sheet by Cancel or Escape, and shows the list as it was."""
    any_size.goto(found("ski"))
    before = count(any_size).inner_text()
    dialog = open_sheet(any_size)
    if way == "Escape":
        any_size.keyboard.press("Escape")
    else:
        dialog.get_by_role("link", name="Cancel").click()
    expect(dialog).to_have_count(0)
    expect(any_size).to_have_url(re.compile(r"\?search=ski$"))
    expect(count(any_size)).to_have_text(before)


def test_UC_4_pressing_save_twice_adds_one_person(desk, book):
    """UC-4 adds the person once, however often Save is pressed."""
    desk.goto(f"{PEOPLE}/new")
    fill(sheet(desk), **ANNA)
    save(sheet(desk)).dblclick()
    at_list(desk)
    expect(row(desk, "Anna Zzyzx")).to_have_count(1)
    assert book.total(search="Zzyzx") == 1


def test_UC_4_the_new_persons_card_opens_at_a_desk(desk, book):
    """UC-4 shows the new card beside the list at a desk."""
    desk.goto(PEOPLE)
    fill(open_sheet(desk), **ANNA)
    save(sheet(desk)).click()
    at_list(desk)
    expect(card(desk).get_by_role("heading", name="Anna Zzyzx")).to_be_visible()


def test_a_person_who_is_there_already_is_noticed_while_typed(desk, book):
    """What looks like a new person is told below the form with a link, and no longer when the name is another one."""
    known = book.add("Zzyzxovich", "Anastazja")
    desk.goto(f"{PEOPLE}/new")
    dialog = sheet(desk)
    field(dialog, "First name").fill("Anastazja")
    field(dialog, "Last name").fill("Zzyzxovic")
    field(dialog, "Phone").focus()
    line = dialog.locator("[data-alike]")
    expect(line).to_have_text("Looks like: Anastazja Zzyzxovich")
    expect(line.get_by_role("link")).to_have_attribute("href", f"{PEOPLE}/{known}")
    field(dialog, "Last name").fill("Quite another")
    field(dialog, "Phone").focus()
    expect(line).to_have_count(0)
