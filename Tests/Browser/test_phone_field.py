"""UC-7: the phone field, which formats while one types."""

import pytest
from playwright.sync_api import Locator, Page, expect

from people import PEOPLE, field, fill, open_card, row, save, sheet

pytestmark = pytest.mark.latency(100)


@pytest.fixture
def number(phone) -> Locator:
    """The phone field of a new person's sheet."""
    phone.goto(f"{PEOPLE}/new")
    return field(sheet(phone), "Phone")


def caret(number: Locator) -> int:
    return number.evaluate("field => field.selectionStart")


def put_caret(number: Locator, place: int, end: int | None = None) -> None:
    number.evaluate("(field, [from, to]) => field.setSelectionRange(from, to)", [place, place if end is None else end])


def paste(page: Page, number: Locator, text: str) -> None:
    """Pastes as a person does: by the browser's own command, into the selection."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    number.press("Control+v")


TYPED = {
    "+99": "+99",
    "+999": "+99 9",
    "+99999999999": "+99 999 999 999",
    "+999999999999": "+99 999 999 9999",
    "+9999999999999": "+99 99999999999",
    "99999999999": "99999999999",
    "0048123456789": "+48 123 456 789",
    "00": "00",
    "+1 (212) 555-0147": "+1 212 555 0147",
    "+420123456789": "+420 123 456 789",
    "tel: 12ab34-56": "123456",
    "letters": "",
    "12+34": "1234",
    "٠٤٨١٢٣٤٥٦": "048123456",
    "112": "112",
    # An extension begins with a word, an x, a hash or the pause of a phone's keys, behind a number.
    "+48123456789 ext. 12": "+48 123 456 789 x12",
    "+48123456789 wew. 12": "+48 123 456 789 x12",
    "+48123456789 доб. 12": "+48 123 456 789 x12",
    "225550147x7": "225550147 x7",
    "225550147#7": "225550147 x7",
    "225550147,7": "225550147 x7",
    # Letters that are none of such a word are dropped.
    "225550147 home 2": "2255501472",
    "225550147 e2": "2255501472",
    "225550147 next": "225550147 ext",
}


def test_UC_7_formats_while_typing(number):
    """UC-7 formats as a phone's address book does, and ignores whatever is no digit."""
    shown = {}
    for typed in TYPED:
        number.fill("")
        number.press_sequentially(typed)
        shown[typed] = number.input_value()
    assert shown == TYPED


def test_UC_7_every_keystroke_is_formatted(number):
    """UC-7 formats at each key, not only at the end."""
    shown = []
    for key in "+48225550147":
        number.press(key)
        shown.append(number.input_value())
    assert shown == [
        "+", "+4", "+48", "+48 2", "+48 22", "+48 225", "+48 225 5", "+48 225 55", "+48 225 550", "+48 225 550 1",
        "+48 225 550 14", "+48 225 550 147"]
    assert caret(number) == len(shown[-1])


PASTED = {
    "0048-123.456.789": "+48 123 456 789",
    "  (022) 555 01 47 ": "0225550147",
    "tel:+48-22-555-01-47": "+48 225 550 147",
    "+48 22 555 01 47;ext=12": "+48 225 550 147 x12",
    "(022) 555 01 47, wewn. 3": "0225550147 x3",
    # What is no extension is left for the server to refuse.
    "225550147, 225550148": "225550147, 225550148",
}


def test_UC_7_pasting_works(phone, number):
    """UC-7 formats what is pasted, whatever stands between the digits."""
    for pasted, shown in PASTED.items():
        number.fill("")
        paste(phone, number, pasted)
        expect(number).to_have_value(shown)
        assert caret(number) == len(shown)


def test_UC_7_pasting_replaces_what_is_selected(phone, number):
    """UC-7 puts pasted digits where the selection was."""
    number.fill("+48 225 550 1472")
    number.click()
    put_caret(number, 4, 7)
    paste(phone, number, "9-9-9")
    expect(number).to_have_value("+48 999 550 1472")
    assert caret(number) == len("+48 999")


CARETS = [
    # In the middle of a group: what follows moves on, the caret stands behind the new digit.
    ("+48 2|25 550 147", "7", "+48 27|2 555 0147"),
    # At the end of a group, before the space, and behind it.
    ("+48 225| 550 147", "7", "+48 225 7|55 0147"),
    ("+48 225 |550 147", "7", "+48 225 7|55 0147"),
    # Within the country code the groups move.
    ("+|48 225 550 147", "3", "+3|4 822 555 0147"),
    ("+48 2|25 550 147", "Backspace", "+48 |255 501 47"),
    # Deleting over a space takes the digit before it, or behind it.
    ("+48 225 |550 147", "Backspace", "+48 22|5 501 47"),
    ("+48 225| 550 147", "Delete", "+48 225 |501 47"),
    ("+48 2|25 550 147", "Delete", "+48 2|55 501 47"),
    ("+48 225 550 147 x|12", "3", "+48 225 550 147 x3|12"),
    ("+48 225 550 147| x12", "2", "+48 225 550 1472| x12"),
    ("+48 225 550 147 x|1", "Backspace", "+48 225 550 147|1"),
    ("+48 225 550 147 x1|", "Backspace", "+48 225 550 147 x|"),
    # A letter changes nothing, neither text nor caret.
    ("+48 22|5 550 147", "x", "+48 22|5 550 147"),
    ("+48 225 550 |147", "a", "+48 225 550 |147"),
]


def test_UC_7_the_caret_stays_where_one_types(number):
    """UC-7 keeps the caret behind the digit just typed, or where one was deleted."""
    for before, key, after in CARETS:
        number.fill(before.replace("|", ""))
        put_caret(number, before.index("|"))
        number.press(key)
        # On which side of a space it stands makes no difference to who types on.
        text, place = number.input_value(), caret(number)
        assert (text, text[:place].rstrip()) == (after.replace("|", ""), after[:after.index("|")].rstrip()), (before, key)


def test_UC_7_deleting_backwards_ends_with_nothing(number):
    """UC-7 lets every character be taken away again, spaces and plus included."""
    number.press_sequentially("+48225550147")
    for _ in range(12):
        number.press("Backspace")
    expect(number).to_have_value("")


def test_UC_7_the_plus_can_be_put_before_later(number):
    """UC-7 groups a number as soon as it gets a plus, and no longer when it loses it."""
    number.press_sequentially("48225550147")
    expect(number).to_have_value("48225550147")
    put_caret(number, 0)
    number.press("+")
    expect(number).to_have_value("+48 225 550 147")
    assert caret(number) == 1
    number.press("Backspace")
    expect(number).to_have_value("48225550147")


def test_UC_7_what_is_shown_is_what_is_kept(phone, book):
    """UC-7 stores the number as the field shows it: the same rules here and there."""
    id = book.add("Zzyzx")
    for typed, kept in [("0048-123.456.789", "+48 123 456 789"), ("+99999999999999", "+99 999999999999"),
                        ("112", "112"), ("+48 225 550 147 ext. 12", "+48 225 550 147 x12")]:
        form = open_card(phone, id)
        fill(form, phone=typed)
        expect(field(form, "Phone")).to_have_value(kept)
        save(form).click()
        expect(row(phone, "Anna Zzyzx")).to_be_visible()
        assert book.get(id)["phone"] == kept


def test_UC_7_an_extension_is_shown_called_and_found(phone, book):
    """UC-7 shows an extension by the word of one's language, dials it after a pause, and finds a person by it."""
    id = book.add("Zzyzx", phone="+48 225 550 147 wew. 12")
    open_card(phone, id)
    expect(phone.locator('[href="tel:+48225550147,12"]')).to_be_visible()
    expect(phone.get_by_role("link", name="Call +48 225 550 147 ext. 12")).to_be_visible()
    phone.goto(f"{PEOPLE}?search=225550147+ext.+12")
    expect(row(phone, "Anna Zzyzx")).to_be_visible()


def test_UC_7_a_word_without_an_extension_goes_with_the_field(number):
    """UC-7 leaves nothing behind the number when the field is left with a mark and no extension."""
    number.press_sequentially("225550147 ext")
    number.press("Tab")
    expect(number).to_have_value("225550147")


def test_UC_7_a_phone_shows_its_keys_for_numbers(number):
    """UC-7 asks a telephone for its keys for numbers."""
    expect(number).to_have_attribute("type", "tel")
