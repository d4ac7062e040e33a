"""Without JavaScript everything works by plain links and forms."""

import re

from playwright.sync_api import expect

from people import (
    PEOPLE, at_list, book_fields, card, chosen, count, delete_button, field, fill, found, open_card, open_sheet, row, rows, save,
    search_field, sheet, texts, undo)

ANNA = {"firstName": "Anna", "lastName": "Zzyzx", "phone": "+48 225 550 1472", "address": "ul. Piękna 18, Warszawa"}


def test_UC_2_all_thousand_by_links(plain):
    """UC-2 leads through the whole list by links to the rows after and before, without scripts."""
    plain.goto(PEOPLE)
    expect(count(plain)).to_have_text("1,000 people by last name")
    first = rows(plain).first.inner_text()
    seen, pages = rows(plain).count(), 1
    while plain.get_by_role("link", name="Show more rows").count():
        plain.get_by_role("link", name="Show more rows").click()
        expect(plain.get_by_role("link", name="Show earlier rows")).to_be_attached()
        seen += rows(plain).count()
        pages += 1
        assert pages < 100
    assert seen == 1000
    plain.get_by_role("link", name="Show earlier rows").click()
    expect(plain.get_by_role("link", name="Show more rows")).to_be_attached()
    plain.goto(PEOPLE)
    assert rows(plain).first.inner_text() == first


def test_UC_2_letters_are_links(plain):
    """UC-2 jumps by the strip of letters without scripts."""
    plain.goto(PEOPLE)
    plain.get_by_role("navigation", name="First letters").get_by_role("link", name="M", exact=True).click()
    expect(plain.locator("#rows .letter").first).to_have_text("M")


def test_UC_3_search_by_return(plain, book):
    """UC-3 finds by Return without scripts, and clears."""
    book.add("Łódźka", first_name="Zofia")
    plain.goto(PEOPLE)
    search_field(plain).fill("lodz")
    search_field(plain).press("Enter")
    expect(row(plain, "Zofia Łódźka")).to_be_visible()
    expect(search_field(plain)).to_have_value("lodz")
    search_field(plain).fill("Qqqqq")
    search_field(plain).press("Enter")
    plain.get_by_role("link", name="Clear the search").click()
    expect(count(plain)).to_have_text("1,001 people by last name")


def test_UC_4_UC_7_UC_9_a_new_person(plain, book, watch):
    """UC-4 adds a person by a plain form, with errors beside the fields; UC-7 formats; UC-9 shows them."""
    watch.allow("status of 422")
    plain.goto(PEOPLE)
    dialog = open_sheet(plain)
    fill(dialog, **{**ANNA, "address": "   ", "phone": "0048-123.456.789"})
    save(dialog).click()
    expect(field(sheet(plain), "Address")).to_have_accessible_description("This can't be empty")
    expect(field(sheet(plain), "Last name")).to_have_value("Zzyzx")
    fill(sheet(plain), address="Rynek 1")
    save(sheet(plain)).click()
    at_list(plain)
    expect(chosen(plain)).to_contain_text("Anna Zzyzx")
    assert book_fields(book.list(search="Zzyzx")[0]) == {**ANNA, "phone": "+48 123 456 789", "address": "Rynek 1"}


def test_UC_4_cancel(plain):
    """UC-4 closes the sheet by Cancel without scripts, and the search is kept."""
    plain.goto(found("ski"))
    open_sheet(plain).get_by_role("link", name="Cancel").click()
    expect(plain).to_have_url(re.compile(r"\?search=ski$"))
    expect(sheet(plain)).to_have_count(0)


def test_UC_5_UC_9_editing(plain, book):
    """UC-5 saves by a plain form; UC-9 keeps the search and chooses the row."""
    id = book.add("Zzyzx")
    plain.goto(found("Zzyzx"))
    row(plain, "Anna Zzyzx").click()
    assert texts(card(plain)) == ANNA
    fill(card(plain), firstName="Eva")
    save(card(plain)).click()
    at_list(plain)
    expect(search_field(plain)).to_have_value("Zzyzx")
    expect(chosen(plain)).to_contain_text("Eva Zzyzx")
    assert book.get(id)["firstName"] == "Eva"


def test_UC_6_deleting_and_undo(plain, book):
    """UC-6 deletes from the card and takes it back by plain forms, with the same number."""
    id = book.add("Zzyzx")
    before = book.get(id)
    open_card(plain, id).get_by_role("button", name="Delete Anna Zzyzx").click()
    at_list(plain)
    assert book.get(id) is None
    undo(plain)
    at_list(plain)
    expect(chosen(plain)).to_contain_text("Anna Zzyzx")
    assert book.get(id) == before


def test_UC_6_deleting_from_the_row(plain, book):
    """UC-6 deletes by the button behind the row, which the keyboard reaches."""
    id = book.add("Zzyzx")
    plain.goto(found("Zzyzx"))
    row(plain, "Anna Zzyzx").focus()
    plain.keyboard.press("Tab")
    expect(delete_button(plain, "Anna Zzyzx")).to_be_focused()
    expect(delete_button(plain, "Anna Zzyzx")).to_be_in_viewport()
    plain.keyboard.press("Enter")
    at_list(plain)
    assert book.get(id) is None
    expect(search_field(plain)).to_have_value("Zzyzx")


def test_a_conflict_is_settled_by_a_plain_form(plain, book, watch):
    """Where two changed one field, the second sees both and chooses, without scripts."""
    watch.allow("status of 409")
    id = book.add("Zzyzx")
    form = open_card(plain, id)
    book.change(id, firstName="Iwona")
    fill(form, firstName="Eva")
    save(form).click()
    expect(sheet(plain).locator("mark")).to_have_text(["Eva", "Iwona"])
    sheet(plain).get_by_role("button", name="Save this card").click()
    at_list(plain)
    assert book.get(id)["firstName"] == "Eva"


def test_language_by_a_plain_form(plain):
    """The language changes by a plain form and is remembered."""
    plain.goto("/userscrud/more")
    plain.get_by_role("button", name="Polski").click()
    expect(plain.locator("html")).to_have_attribute("lang", "pl")
    plain.goto(PEOPLE)
    expect(plain.get_by_role("heading", level=1)).to_have_text("Osoby")


def test_UC_9_the_chosen_row_is_in_view(plain, book):
    """UC-9 brings the chosen row into view without scripts, too, deep in the list."""
    id = book.add("Mmmberg")
    plain.goto(f"{PEOPLE}?selected={id}")
    expect(chosen(plain)).to_contain_text("Anna Mmmberg")
    expect(chosen(plain)).to_be_in_viewport()
