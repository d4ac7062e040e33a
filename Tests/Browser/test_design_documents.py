"""Documents that are made on the screen: from an empty application to a printed invoice, letters, previews."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK
from matrix import nightly
from orders import add_line
from test_design_lines import add_lines, begin, expect_no_scrolling_sideways, send, sheet

SHAPE = "/records/shape/kinds/records"
CLUB = {
    "version": 1, "name": "club", "entities": [
        {"name": "member", "attributes": [
            {"name": "name", "required": True, "title": True}, {"name": "street"}, {"name": "joined", "kind": "date"}]}],
}
MEMBERS = "/club/shape/kinds/members"


@pytest.fixture
def club(fresh_server):
    """A club with one member."""
    send(fresh_server, "/api/apps", CLUB)
    send(fresh_server, "/api/club/members", {"name": "Ada", "street": "Long Lane 1", "joined": "2020-02-03"})
    return fresh_server


def add_document(page: Page, path: str, template: str, title: str = "") -> None:
    page.goto(path + "/documents/new")
    sheet(page).locator("select[name=template]").select_option(template)
    sheet(page).locator("[name=title]").fill(title)
    sheet(page).locator("button.main").click()
    expect(sheet(page)).to_have_count(0)


def pages_of(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


@pytest.mark.both
def test_an_empty_application_comes_to_a_printed_invoice(each_size, fresh_server, axe):
    """Lines, an invoice, a record with a line, and the invoice on paper."""
    page = each_size
    begin(page)
    add_lines(page)
    page.goto(SHAPE)
    page.get_by_role("link", name="Add a document").click()
    axe(page)
    sheet(page).get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("heading", name="Invoice")).to_be_visible()
    axe(page)
    page.goto("about:blank")
    send(fresh_server, "/api/records/products", {"name": "Tea", "price": "2.50"})
    page.goto("/records/records/new")
    page.get_by_label("Name", exact=True).fill("B-1")
    add_line(page, "Tea")
    page.locator(".total .btn.main").click()
    page.get_by_role("link", name="Invoice", exact=True).click()
    paper = page.locator(".sheet-a4")
    expect(paper).to_contain_text("Tea")
    expect(paper).to_contain_text("2.50")
    axe(page)
    expect_no_scrolling_sideways(page)
    assert pages_of(page) == 1


@pytest.mark.both
def test_a_letter_shows_what_is_typed_while_it_is_typed(each_size, club, axe, watch):
    watch.allow("status of 422")
    page = each_size
    add_document(page, MEMBERS, "letter")
    expect(page.locator(".sheet-a4")).to_contain_text("Ada")
    page.get_by_role("link", name="Title and texts").click()
    dialog = sheet(page)
    axe(page)
    dialog.get_by_label("Text above the lines").fill("Dear {Name},\nyou live at {street}.")
    expect(dialog.locator("#result")).to_contain_text("Dear Ada,")
    expect(dialog.locator("#result")).to_contain_text("Long Lane 1.")
    dialog.get_by_label("Text above the lines").fill("Dear {Nmae}")
    expect(dialog.locator("#result")).to_contain_text("There is no field called Nmae")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_contain_text("There is no field called Nmae")
    dialog.get_by_label("Text above the lines").fill("Dear {Name}")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".sheet-a4")).to_contain_text("Dear Ada")
    axe(page)
    expect_no_scrolling_sideways(page)
    page.locator(".undo").get_by_role("button", name="Undo").click()
    expect(page.locator(".sheet-a4")).not_to_contain_text("Dear Ada")


def test_sender_address_facts_and_paper_are_chosen(any_size, club, axe):
    page = any_size
    add_document(page, MEMBERS, "letter")
    page.get_by_role("link", name="Sender, address and facts").click()
    axe(page)
    sheet(page).get_by_label("Sender, line by line").fill("Chess club\nHigh Street 2")
    sheet(page).get_by_label("Address, line 1", exact=True).select_option(label="Name")
    sheet(page).get_by_label("Address, line 2", exact=True).select_option(label="Street")
    sheet(page).get_by_role("button", name="Save").click()
    expect(sheet(page)).to_have_count(0)
    page.get_by_role("link", name="Lines and paper").click()
    sheet(page).get_by_label("Paper").select_option("letter")
    sheet(page).get_by_role("button", name="Save").click()
    expect(sheet(page)).to_have_count(0)
    page.goto("/club/members/1/letter")
    paper = page.locator(".sheet-a4.on-letter")
    for text in ("Chess club", "High Street 2", "Long Lane 1"):
        expect(paper).to_contain_text(text)
    assert pages_of(page) == 1


def test_a_field_that_goes_says_which_documents_show_it(any_size, club):
    page = any_size
    add_document(page, MEMBERS, "letter", "Welcome")
    page.goto(MEMBERS + "/documents/letter/texts")
    sheet(page).get_by_label("Text below the lines").fill("{Street}, here we come")
    sheet(page).get_by_role("button", name="Save").click()
    expect(page.locator(".sheet-a4")).to_contain_text("Long Lane 1, here we come")
    page.goto(MEMBERS + "/fields/street/delete")
    expect(sheet(page)).to_contain_text("These documents show it and are printed without it: Welcome")
    sheet(page).get_by_role("button", name="Delete").click()
    expect(sheet(page)).to_have_count(0)
    page.goto("/club/members/1/letter")
    expect(page.locator(".sheet-a4")).to_contain_text(", here we come")


@pytest.mark.nightly
def test_500_lines_take_several_pages_with_the_headings_on_each(desk, fresh_server):
    page = desk
    begin(page)
    add_lines(page)
    add_document(page, SHAPE, "invoice")
    page.goto("about:blank")
    send(fresh_server, "/api/records/products", {"name": "Tea " + "very long " * 15, "price": "2.50"})
    send(fresh_server, "/api/records/records", {
        "name": "Much", "lines": [{"product": 1, "quantity": 1, "price": "2.50"} for _ in range(500)]})
    page.goto("/records/records/1/invoice")
    expect(page.locator(".sheet-a4")).to_contain_text("1,250.00")
    assert pages_of(page) > 5


def test_a_text_from_right_to_left_and_a_word_without_spaces_stay_on_the_paper(any_size, club):
    page = any_size
    add_document(page, MEMBERS, "letter")
    page.goto(MEMBERS + "/documents/letter/texts")
    sheet(page).get_by_label("Text above the lines").fill("שלום {Name}\n" + "x" * 400)
    sheet(page).get_by_role("button", name="Save").click()
    expect(page.locator(".sheet-a4")).to_contain_text("שלום Ada")
    expect_no_scrolling_sideways(page)
    page.goto("/club/members/1/letter")
    expect_no_scrolling_sideways(page)


def test_a_document_that_another_window_has_changed_is_asked_about(open_page, club, watch):
    watch.allow("status of 409")
    one, other = open_page(DESK), open_page(DESK)
    add_document(one, MEMBERS, "letter")
    for page in (one, other):
        page.goto(MEMBERS + "/documents/letter/texts")
    sheet(one).get_by_label("Text below the lines").fill("Yours")
    sheet(one).get_by_role("button", name="Save").click()
    expect(one.locator(".sheet-a4")).to_contain_text("Yours")
    sheet(other).get_by_label("Title").fill("Greeting")
    sheet(other).get_by_role("button", name="Save").click()
    expect(sheet(other)).to_contain_text("The documents of members differ")
    sheet(other).get_by_role("button", name="Change").click()
    expect(other.locator(".sheet-a4")).to_contain_text("Greeting")
    expect(other.locator(".sheet-a4")).to_contain_text("Yours")


@pytest.mark.parametrize("language", ["pl", *nightly("ru")])
def test_fields_stand_in_braces_in_the_language_of_the_page(any_size, club, language):
    page = any_size
    add_document(page, MEMBERS, "letter")
    page.goto(MEMBERS + "/documents/letter/texts")
    dialog = sheet(page)
    label = re.search(r"\{[^}]+\}", dialog.inner_text())
    assert label
    dialog.locator("textarea[name=opening]").fill(label[0] + "!")
    dialog.locator("button.main").click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".sheet-a4")).to_contain_text("Ada!")
    status, body = club.get("/api/club/description")
    assert status == 200 and "{name}!" in json.dumps(json.loads(body))
