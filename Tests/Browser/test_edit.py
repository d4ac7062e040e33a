"""UC-5: editing a person."""

import re

import pytest
from playwright.sync_api import expect

from people import FIELDS, PEOPLE, at_list, card, field, fill, open_card, row, save, texts

# A telephone in the house.
pytestmark = pytest.mark.latency(100)


def test_UC_5_choosing_a_row_opens_the_person_for_editing(any_size, book):
    """UC-5 opens a person from their row, with what is stored in the fields."""
    id = book.add("Aaaberg", first_name="Åsa", phone="0048-123.456.789", address="Götgatan 41")
    any_size.goto(PEOPLE)
    row(any_size, "Åsa Aaaberg").click()
    expect(field(card(any_size), "First name")).to_be_editable()
    assert texts(card(any_size)) == {
        "firstName": "Åsa", "lastName": "Aaaberg", "phone": "+48 123 456 789", "address": "Götgatan 41"}
    expect(card(any_size)).to_contain_text(f"No. {id}")


def test_UC_5_save_wakes_up_when_a_field_differs(phone, book):
    """UC-5 enables Save when a field differs from what is stored, and disables it when it is changed back."""
    form = open_card(phone, book.add("Zzyzx"))
    stored = texts(form)
    for label, name in FIELDS.items():
        expect(save(form)).to_be_disabled()
        field(form, label).press("End")
        field(form, label).press_sequentially("7")
        expect(save(form)).to_be_enabled()
        field(form, label).press("Backspace")
        expect(field(form, label)).to_have_value(stored[name])
        expect(save(form)).to_be_disabled()


def test_UC_5_an_emptied_field_disables_save(phone, book):
    """UC-5 keeps Save disabled while a field is empty or white space, whatever else differs."""
    form = open_card(phone, book.add("Zzyzx"))
    stored = texts(form)
    for label, name in FIELDS.items():
        other = "Last name" if label == "First name" else "First name"
        field(form, other).fill("Eva")
        expect(save(form)).to_be_enabled()
        for blank in ["", "  \u2003"]:
            field(form, label).fill(blank)
            expect(save(form)).to_be_disabled()
        field(form, label).fill(stored[name])
        expect(save(form)).to_be_enabled()


def test_UC_5_a_change_and_another_back_again_is_no_change(phone, book):
    """UC-5 compares all fields: Save sleeps again only when the last one is as stored."""
    form = open_card(phone, book.add("Zzyzx"))
    fill(form, firstName="Eva", address="Elsewhere")
    fill(form, firstName="Anna")
    expect(save(form)).to_be_enabled()
    fill(form, address="ul. Piękna 18, Warszawa")
    expect(save(form)).to_be_disabled()


def test_UC_5_white_space_around_a_value_is_no_difference(phone, book):
    """UC-5 takes white space at the ends for nothing, since it isn't stored."""
    form = open_card(phone, book.add("Zzyzx"))
    for spaced in ["  Anna", "Anna  "]:
        fill(form, firstName=spaced)
        expect(save(form)).to_be_disabled()


def test_UC_5_another_spelling_of_the_same_number_is_no_difference(phone, book):
    """UC-5 sees that a phone number written differently is the stored one."""
    form = open_card(phone, book.add("Zzyzx", phone="+48 225 550 1472"))
    fill(form, phone="0048 (22) 555-01472")
    expect(field(form, "Phone")).to_have_value("+48 225 550 1472")
    expect(save(form)).to_be_disabled()


def test_UC_5_saves_what_was_changed(any_size, book):
    """UC-5 saves the change, leads back to the list and leaves the other fields as they were."""
    id = book.add("Zzyzx")
    form = open_card(any_size, id)
    fill(form, firstName="Eva", address="  Rynek 1, Kraków ")
    save(form).click()
    at_list(any_size)
    expect(row(any_size, "Eva Zzyzx")).to_contain_text("Rynek 1, Kraków")
    assert {name: book.get(id)[name] for name in FIELDS.values()} == {
        "firstName": "Eva", "lastName": "Zzyzx", "phone": "+48 225 550 1472", "address": "Rynek 1, Kraków"}


def test_UC_5_saving_can_be_undone(any_size, book):
    """UC-5 offers to take a saved change back."""
    id = book.add("Zzyzx")
    form = open_card(any_size, id)
    fill(form, firstName="Eva")
    save(form).click()
    at_list(any_size)
    any_size.get_by_role("button", name="Undo").click()
    expect(row(any_size, "Anna Zzyzx")).to_be_in_viewport()
    assert book.get(id)["firstName"] == "Anna"


def test_UC_5_return_saves_and_only_when_something_differs(desk, book):
    """UC-5 saves by Return in a field; with nothing changed, Return does nothing."""
    id = book.add("Zzyzx")
    form = open_card(desk, id)
    before = book.get(id)
    field(form, "First name").press("Enter")
    expect(form).to_be_visible()
    expect(desk).to_have_url(re.compile(rf"{PEOPLE}/{id}$"))
    assert book.get(id) == before
    fill(form, firstName="Eva")
    field(form, "First name").press("Enter")
    at_list(desk)
    assert book.get(id)["firstName"] == "Eva"


def test_UC_5_the_next_person_is_edited_after_the_first_at_a_desk(desk, book):
    """UC-5 goes on beside the list: one card after the other, each saved by itself."""
    first, second = book.add("Zzyzxa"), book.add("Zzyzxb")
    desk.goto(f"{PEOPLE}?search=Zzyzx")
    for id, name in [(first, "Zzyzxa"), (second, "Zzyzxb")]:
        row(desk, f"Anna {name}").click()
        expect(field(card(desk), "Last name")).to_have_value(name)
        expect(save(card(desk))).to_be_disabled()
        fill(card(desk), firstName=f"Eva {id}")
        save(card(desk)).click()
        expect(row(desk, f"Eva {id} {name}")).to_be_visible()
        assert book.get(id)["firstName"] == f"Eva {id}"
