"""Bad input on the screens: whatever is typed is text, what is wrong is said beside it, nothing typed is lost."""

import re

import pytest
from playwright.sync_api import Page, expect

from matrix import nightly
from people import (
    FIELDS, PEOPLE, address_of, at_list, book_fields, card, chosen, count, field, fill, open_card, row, save, sheet,
    texts, undo_bar)

ANNA = {"firstName": "Anna", "lastName": "Zzyzx", "phone": "+48 225 550 1472", "address": "ul. Piękna 18, Warszawa"}
NASTY = {
    "script": "<script>document.title='broken'</script>",
    "handler": "<img src=x onerror=\"document.title='broken'\">",
    "quotes": "\"'><b>x</b>&amp;&lt;",
    "sql": "Robert'); DROP TABLE users;--",
    "right to left": "שלום עולם",
    "emoji": "👩‍👩‍👧‍👦 🇵🇱",
    "combining": "Z̸̡̛a̷͇̋l̵̬̈́g̶o",
    "braces": "{title} {count} %@ %s",
    "template": "${7*7} {{7*7}}",
    "path": "../../../etc/passwd",
}
TEXTS = list(NASTY.values())


# Each text in one field, and with `--all` in each.
PLACES = ("firstName", "lastName", "address")
PERSONS = [{place: TEXTS[(number + at) % len(TEXTS)] for at, place in enumerate(PLACES)}
           for number in range(0, len(TEXTS), len(PLACES))]


@pytest.mark.parametrize("persons", [
    PERSONS, *nightly([dict.fromkeys(PLACES, text) for text in TEXTS])], ids=["each in a field", "each in every field"])
def test_text_stays_text(desk, book, in_tabs, persons):
    """Whatever stands in a field is shown as it was typed: in list, card, title and news; no script runs."""

    def check(page, fields):
        person = {**ANNA, **fields}
        page.goto(f"{PEOPLE}/new")
        fill(sheet(page), **person)
        save(sheet(page)).click()
        at_list(page)
        shown = f"{person['firstName']} {person['lastName']}"
        expect(chosen(page).locator(".t")).to_have_text(shown)
        expect(chosen(page).locator(".d")).to_have_text(person["address"])
        expect(undo_bar(page)).to_contain_text(shown)
        expect(page.locator("#rows img, #rows script")).to_have_count(0)
        saved = max(book.list(limit=1, sort="-id"), key=lambda each: each["id"])
        assert book_fields(saved) == person
        form = open_card(page, saved["id"])
        assert texts(form) == person
        expect(page).to_have_title(f"{shown} – Address book")
        expect(form.get_by_role("heading").first).to_have_text(shown)
        form.get_by_role("button", name=f"Delete {shown}", exact=True).click()
        expect(undo_bar(page)).to_contain_text(f"Deleted {shown}")

    in_tabs(desk, persons, check)


@pytest.mark.nightly
def test_a_phone_number_keeps_digits_only(phone):
    """In the phone field nothing of it remains but digits."""
    phone.goto(f"{PEOPLE}/new")
    for text in NASTY.values():
        field(sheet(phone), "Phone").fill(text)
        expect(field(sheet(phone), "Phone")).to_have_value("".join(each for each in text if each.isdecimal()))


def expect_errors(form, errors: dict[str, str], kept: dict[str, str]) -> None:
    """Each field has its error beside it and nothing typed is lost; the first wrong one has the focus."""
    for label in FIELDS:
        control = field(form, label)
        if label in errors:
            expect(control).to_have_attribute("aria-invalid", "true")
            expect(control).to_have_accessible_description(errors[label])
            expect(form.get_by_text(errors[label])).to_be_visible()
        else:
            expect(control).not_to_have_attribute("aria-invalid", "true")
    assert texts(form) == kept
    expect(field(form, next(iter(errors)))).to_be_focused()


WRONG = {"firstName": "x" * 81, "phone": "12", "address": "y" * 201}
ERRORS = {
    "First name": "This can have at most 80 characters", "Phone": "A phone number has at least 3 digits",
    "Address": "This can have at most 200 characters"}


def without_limits(page: Page) -> None:
    page.evaluate("document.querySelectorAll('[data-longest]').forEach(it => it.removeAttribute('data-longest'))")


@pytest.mark.nightly
def test_errors_of_a_new_person_stand_beside_the_fields(any_size, book, watch):
    """A new person that can't be saved: each error beside its field, everything typed kept, nothing added."""
    watch.allow("status of 422")
    any_size.goto(f"{PEOPLE}/new")
    without_limits(any_size)
    typed = {**ANNA, **WRONG}
    fill(sheet(any_size), **typed)
    save(sheet(any_size)).click()
    expect_errors(sheet(any_size), ERRORS, typed)
    assert book.total() == 1000
    fill(sheet(any_size), firstName="Eva", phone="123456", address="Rynek 1")
    save(sheet(any_size)).click()
    # A refused sheet's address is the list's own: that it is gone tells that the second try was taken.
    expect(sheet(any_size)).to_have_count(0)
    assert book_fields(book.list(search="Zzyzx")[0]) == {
        **ANNA, "firstName": "Eva", "phone": "123456", "address": "Rynek 1"}


def test_errors_of_a_changed_person_stand_beside_the_fields(any_size, book, watch):
    """A change that can't be saved: each error beside its field, everything typed kept, nothing changed."""
    watch.allow("status of 422")
    id = book.add("Zzyzx")
    form = open_card(any_size, id)
    without_limits(any_size)
    fill(form, **WRONG)
    save(form).click()
    expect_errors(card(any_size), ERRORS, {**ANNA, **WRONG})
    assert book_fields(book.get(id)) == ANNA
    # Save waits for shorter texts. What is stored is still known: changed back, there is nothing to save.
    expect(save(card(any_size))).to_be_disabled()
    fill(card(any_size), firstName="Ewa", phone="+48 225 550 1472", address="Rynek 1")
    expect(save(card(any_size))).to_be_enabled()
    fill(card(any_size), **ANNA)
    expect(save(card(any_size))).to_be_disabled()
    fill(card(any_size), firstName="Eva")
    save(card(any_size)).click()
    at_list(any_size)
    assert book_fields(book.get(id)) == {**ANNA, "firstName": "Eva"}


def test_a_number_that_is_too_long_is_said(phone, watch):
    """A phone number of more than fifteen digits is refused with the limit."""
    watch.allow("status of 422")
    phone.goto(f"{PEOPLE}/new")
    fill(sheet(phone), **{**ANNA, "phone": "+48" + "1" * 14})
    save(sheet(phone)).click()
    expect(field(sheet(phone), "Phone")).to_have_accessible_description("A phone number has at most 15 digits")


def test_a_text_that_is_too_long_is_kept_and_says_by_how_much(any_size):
    """Nothing is cut off: the field says how many characters are too many, and Save waits until they are gone."""
    any_size.goto(f"{PEOPLE}/new")
    fill(sheet(any_size), **ANNA)
    name = field(sheet(any_size), "First name")
    name.fill("Ł" * 92)
    expect(name).to_have_value("Ł" * 92)
    expect(name).to_have_accessible_description("12 more than the 80 characters that fit")
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(save(sheet(any_size))).to_be_disabled()
    # Signs of two code units and white space at the ends count as they are stored.
    name.fill("🙂" * 80 + "  ")
    expect(name).not_to_have_attribute("aria-invalid", "true")
    expect(sheet(any_size).get_by_text("more than")).to_have_count(0)
    expect(save(sheet(any_size))).to_be_enabled()


def test_a_card_that_is_missing_has_a_page_that_says_so(phone, site, watch):
    """An address of no card leads to a page that says so and offers the way on."""
    watch.allow("status of 404")
    for id in ["0", "-1", "9223372036854775808", "1e3", "x", "%00", "1%2F2"]:
        status, page = site.get(f"{PEOPLE}/{id}")
        assert status == 404 and b">There is no such card</h1>" in page, id
    phone.goto(address_of(999_999))
    expect(phone.get_by_role("heading", level=1)).to_have_text("There is no such card")
    phone.locator("main").get_by_role("link", name="People").click()
    expect(count(phone)).to_have_text("1,000 people by last name")


def test_the_page_of_a_missing_card_has_the_tabs_of_the_application(any_size, watch):
    """The page that says so is no dead end: the application's tabs are there, the list's as the current one."""
    watch.allow("status of 404")
    any_size.goto(address_of(999_999))
    expect(any_size.locator(".tabs [aria-current]")).to_contain_text("People")
    any_size.locator(".tabs").get_by_role("link", name="More").click()
    any_size.wait_for_url(re.compile("/userscrud/more"))


def test_an_address_that_leads_nowhere_has_a_page_that_says_so(phone, watch):
    """An unknown address leads to a page in the app's look with the way back."""
    watch.allow("status of 404")
    for path in ["/nowhere", "/userscrud/nowhere", "/userscrud/users/1/nowhere"]:
        response = phone.goto(path)
        assert (response.status, response.headers["content-type"]) == (404, "text/html; charset=utf-8")
        expect(phone.get_by_role("heading", level=1)).to_be_visible()
    phone.get_by_role("link", name="All apps").click()
    expect(phone.get_by_role("heading", name="Kartoteka")).to_be_visible()


def test_rubbish_in_an_address_shows_the_list(server):
    """An address that was cut off or tampered with shows the list, or what there is."""
    for query in [
            "after=rubbish", "before=%F0", "selected=x", "selected=999999", "near=-1", "from=", "part=nothing",
            "search=%00", "search=%FF%FE", "after=rubbish&before=rubbish", "selected=99999999999999999999"]:
        status, page = server.get(f"{PEOPLE}?{query}")
        assert status == 200, query
        assert (b"0 people" if query.startswith("search") else b"1,000 people by last name") in page, query


def test_a_missing_card_keeps_its_row_out_of_the_list(desk, book, watch):
    """A row whose person is gone meanwhile: choosing it says so."""
    watch.allow("status of 404|ERR_FAILED")
    # The page doesn't follow: it is chosen in the very moment.
    desk.route("**/changes?*", lambda route: route.abort())
    id = book.add("Zzyzx")
    desk.goto(f"{PEOPLE}?search=Zzyzx")
    expect(row(desk, "Anna Zzyzx")).to_be_visible()
    book.delete(id)
    row(desk, "Anna Zzyzx").click()
    expect(desk.get_by_text("There is no such card")).to_be_visible()
    assert desk.goto(address_of(id)).status == 404
