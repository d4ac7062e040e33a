"""Two people change the same card: both versions are seen, nothing that was typed is lost."""

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK
from people import at_list, book_fields, card, chosen, field, fill, open_card, save, sheet, texts

# A telephone in the house.
pytestmark = pytest.mark.latency(100)

ANNA = {"firstName": "Anna", "lastName": "Zzyzx", "phone": "+48 225 550 1472", "address": "ul. Piękna 18, Warszawa"}


@pytest.fixture
def id(book) -> int:
    return book.add("Zzyzx")


def choose(page: Page, text: str) -> None:
    """Chooses a version by its row."""
    sheet(page).locator("label.row").filter(has_text=text).click()


def clash(page: Page, book, id: int, **mine: str) -> Page:
    """Opens the card and types; somebody else changes phone and address; what was typed here is saved."""
    form = open_card(page, id)
    fill(form, **mine)
    book.change(id, phone="+48 111 111 1111", address="Rynek 1, Kraków")
    save(form).click()
    return page


@pytest.fixture(autouse=True)
def allow_conflicts(watch):
    watch.allow("status of 409")


@pytest.mark.nightly
def test_fields_that_only_one_changed_are_merged(any_size, book, id):
    """A change of one field and a change of another by somebody else: both are kept, without a question."""
    clash(any_size, book, id, firstName="Eva")
    at_list(any_size)
    assert book_fields(book.get(id)) == {
        **ANNA, "firstName": "Eva", "phone": "+48 111 111 1111", "address": "Rynek 1, Kraków"}


@pytest.mark.nightly
def test_the_same_change_by_both_is_no_conflict(any_size, book, id):
    """Who typed the same as somebody else is not asked."""
    clash(any_size, book, id, address="Rynek 1, Kraków")
    at_list(any_size)
    assert book.get(id)["address"] == "Rynek 1, Kraków"


def test_both_versions_are_seen(any_size, book, id):
    """Where both changed one field, the second sees both versions side by side; nothing is saved yet."""
    clash(any_size, book, id, phone="+48 222 222 2222", firstName="Eva")
    question = sheet(any_size)
    expect(question).to_have_accessible_name("Someone else changed this card")
    for text in ["+48 222 222 2222", "+48 111 111 1111"]:
        expect(question.get_by_text(text)).to_be_visible()
    # Fields that only one of the two changed are merged without a question.
    expect(question.locator("fieldset")).to_have_count(1)
    expect(question.get_by_text("Where only one of you changed a field, that change is kept.")).to_be_visible()
    ticked = question.locator("label.row:has(:checked) .t").all_text_contents()
    assert ticked == ["+48 222 222 2222"]
    assert book.get(id)["phone"] == "+48 111 111 1111"


@pytest.mark.nightly
def test_save_this_card_saves_what_was_chosen(any_size, book, id):
    """"Save this card" saves the chosen versions."""
    clash(any_size, book, id, phone="+48 222 222 2222", address="Elsewhere 5", firstName="Eva")
    choose(any_size, "+48 111 111 1111")
    sheet(any_size).get_by_role("button", name="Save this card").click()
    at_list(any_size)
    assert book_fields(book.get(id)) == {
        **ANNA, "firstName": "Eva", "phone": "+48 111 111 1111", "address": "Elsewhere 5"}
    expect(chosen(any_size)).to_contain_text("Eva Zzyzx")


def test_take_theirs_shows_what_is_stored(any_size, book, id):
    """"Take theirs" leaves the card as the other one saved it."""
    clash(any_size, book, id, phone="+48 222 222 2222", firstName="Eva")
    sheet(any_size).get_by_role("link", name="Take theirs").click()
    expect(sheet(any_size)).to_have_count(0)
    theirs = {**ANNA, "phone": "+48 111 111 1111", "address": "Rynek 1, Kraków"}
    expect(field(card(any_size), "Phone")).to_have_value(theirs["phone"])
    assert texts(card(any_size)) == theirs
    expect(save(card(any_size))).to_be_disabled()
    assert book_fields(book.get(id)) == theirs


def test_keep_editing_keeps_what_was_chosen_in_the_form(any_size, book, id):
    """"Keep editing" leads back to the form with everything typed; saving then works at once."""
    clash(any_size, book, id, phone="+48 222 222 2222", firstName="Eva")
    sheet(any_size).get_by_role("button", name="Keep editing").click()
    expect(sheet(any_size)).to_have_count(0)
    form = card(any_size)
    expect(field(form, "Phone")).to_have_value("+48 222 222 2222")
    mine = {**ANNA, "firstName": "Eva", "phone": "+48 222 222 2222", "address": "Rynek 1, Kraków"}
    assert texts(form) == mine
    assert book.get(id)["firstName"] == "Anna"
    expect(save(form)).to_be_enabled()
    save(form).click()
    at_list(any_size)
    assert book_fields(book.get(id)) == mine


def test_a_third_change_meanwhile_asks_again(any_size, book, id):
    """While one chooses, somebody changes the same field once more: one is asked again, with that version."""
    clash(any_size, book, id, phone="+48 222 222 2222")
    expect(sheet(any_size).get_by_text("+48 111 111 1111")).to_be_visible()
    book.change(id, phone="+48 333 333 3333")
    sheet(any_size).get_by_role("button", name="Save this card").click()
    expect(sheet(any_size).get_by_text("+48 333 333 3333")).to_be_visible()
    expect(sheet(any_size).get_by_text("+48 222 222 2222")).to_be_visible()
    assert book.get(id)["phone"] == "+48 333 333 3333"
    sheet(any_size).get_by_role("button", name="Save this card").click()
    at_list(any_size)
    assert book.get(id)["phone"] == "+48 222 222 2222"


def test_a_card_deleted_meanwhile_is_kept_as_a_new_one(any_size, book, id):
    """When somebody has deleted the card, what was typed stands in the sheet for a new one, which can be saved."""
    form = open_card(any_size, id)
    fill(form, firstName="Eva", address="Elsewhere 5")
    book.delete(id)
    save(form).click()
    dialog = sheet(any_size)
    expect(dialog).to_have_accessible_name("New person")
    expect(dialog.get_by_role("alert")).to_contain_text("Somebody else has deleted this card")
    mine = {**ANNA, "firstName": "Eva", "address": "Elsewhere 5"}
    assert texts(dialog) == mine
    expect(save(dialog)).to_be_enabled()
    save(dialog).click()
    at_list(any_size)
    expect(chosen(any_size)).to_contain_text("Eva Zzyzx")
    assert book_fields(book.list(search="Zzyzx")[0]) == mine


@pytest.mark.nightly
def test_two_windows_of_one_browser(open_page, book, id):
    """The same in two windows at once, as people do it: the first saves, the second is asked."""
    first, second = open_page(DESK), open_page(DESK)
    for page, name in [(first, "Ewa"), (second, "Iwona")]:
        fill(open_card(page, id), firstName=name)
    save(card(first)).click()
    at_list(first)
    save(card(second)).click()
    expect(sheet(second).locator("mark")).to_have_text(["Iwona", "Ewa"])
    assert book.get(id)["firstName"] == "Ewa"
