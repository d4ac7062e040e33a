"""The browser's way back to a page as it was left, from its cache, as every browser has it."""

import pytest
from playwright.sync_api import Page, expect

from chromium import go_back
from matrix import nightly
from people import (
    PEOPLE, address_of, at_list, card, field, fill, found, leaving_question, open_sheet, row, save,
    undo_bar)


pytestmark = pytest.mark.latency(100)


def is_from_cache(page: Page) -> bool:
    return page.evaluate("window.stays === true")


def mark(page: Page) -> None:
    page.evaluate("window.stays = true")


def test_back_after_saving_a_new_record_does_not_offer_it_again(any_size, book):
    """The sheet is gone: the record is made once."""
    any_size.goto(PEOPLE)
    form = open_sheet(any_size)
    fill(form, firstName="Ewa", lastName="Qonce", phone="+48 225 550 1472", address="Rynek 1")
    save(form).click()
    at_list(any_size)
    expect(undo_bar(any_size)).to_contain_text("Qonce")
    go_back(any_size)
    at_list(any_size)
    expect(any_size.locator("dialog[open]")).to_have_count(0)
    assert book.total(search="qonce") == 1


def test_back_after_saving_says_nothing_of_somebody_else(any_size, book):
    """One's own change is no change by somebody else; nothing is left to save, and leaving asks nothing."""
    id = book.add("Qown")
    any_size.goto(found("qown"))
    row(any_size, "Qown").click()
    form = card(any_size)
    expect(field(form, "Last name")).to_have_value("Qown")
    fill(form, address="Saved once")
    mark(any_size)
    save(form).click()
    expect(undo_bar(any_size)).to_contain_text("Qown")
    assert book.get(id)["address"] == "Saved once"
    go_back(any_size)
    expect(field(card(any_size), "Address")).to_have_value("Saved once")
    expect(save(card(any_size))).to_be_disabled()
    expect(any_size.locator(".meanwhile")).to_have_count(0)
    expect(any_size.locator(".restored")).to_have_count(0)
    any_size.get_by_role("navigation").get_by_role("link").last.click()
    expect(leaving_question(any_size)).to_be_hidden()
    expect(any_size).not_to_have_url(address_of(id))


def test_a_page_from_the_cache_asks_a_bounded_number_of_times(phone, book):
    """List, row, Back, and a change elsewhere: the change is shown, and then nothing is asked for any more."""
    id = book.add("Qbounded")
    phone.goto(found("qbounded"))
    mark(phone)
    row(phone, "Qbounded").click()
    expect(field(card(phone), "Last name")).to_have_value("Qbounded")
    go_back(phone)
    expect(row(phone, "Qbounded")).to_be_visible()
    assert is_from_cache(phone), "the browser has kept the page"
    asked = []
    phone.on("request", lambda request: asked.append(request.url) if "/changes" not in request.url else None)
    with phone.expect_request(lambda request: "rows=" in request.url):
        book.change(id, firstName="Zuzanna")
    expect(row(phone, "Zuzanna")).to_be_visible()
    phone.evaluate("new Promise(done => setTimeout(done, 500))")
    assert len(asked) < 8, asked


@pytest.mark.parametrize("way", ["Escape", *nightly("Cancel")])
def test_a_sheet_that_is_closed_leads_back_to_the_place_and_leaves_no_entry(desk, book, way):
    """The focus is where it was, and the browser's Back does not open the sheet again."""
    book.add("Qsheet")
    desk.goto("/userscrud/more")
    desk.goto(found("qsheet"))
    link = desk.locator(".list .bar [data-part=new]")
    link.focus()
    desk.keyboard.press("Enter")
    expect(desk.locator("dialog[open]")).to_be_visible()
    desk.wait_for_load_state()
    if way == "Escape":
        desk.keyboard.press("Escape")
    else:
        desk.locator("dialog[open] [data-part=cancel]").click()
    expect(desk.locator("dialog[open]")).to_have_count(0)
    expect(link).to_be_focused()
    go_back(desk)
    expect(desk).to_have_url("/userscrud/more")


@pytest.mark.parametrize("name", ["View", *nightly("Filter")])
def test_filter_and_view_lead_back_to_the_place_and_leave_no_entry(desk, book, name):
    """By Escape, and Tab does not leave the sheet meanwhile."""
    book.add("Qsheet")
    desk.goto("/userscrud/more")
    desk.goto(found("qsheet"))
    link = desk.get_by_role("link", name=name).first
    link.focus()
    desk.keyboard.press("Enter")
    expect(desk.locator("dialog[open]")).to_be_visible()
    desk.wait_for_load_state()
    for _ in range(30):
        desk.keyboard.press("Tab")
        assert desk.evaluate("document.activeElement.matches('dialog[open], dialog[open] *, body')")
    desk.keyboard.press("Escape")
    expect(desk.locator("dialog[open]")).to_have_count(0)
    expect(link).to_be_focused()
    go_back(desk)
    expect(desk).to_have_url("/userscrud/more")


def test_control_z_after_the_way_back_is_about_the_last_change(desk, book):
    """The page as it was left has the bar of an older one."""
    first, second = book.add("Qbarone", address="Before 1"), book.add("Qbartwo", address="Before 2")
    desk.goto(address_of(first))
    fill(card(desk), address="After 1")
    save(card(desk)).click()
    expect(undo_bar(desk)).to_contain_text("Qbarone")
    mark(desk)
    desk.evaluate("path => { location.href = path }", address_of(second))
    expect(field(card(desk), "Last name")).to_have_value("Qbartwo")
    fill(card(desk), address="After 2")
    save(card(desk)).click()
    expect(undo_bar(desk)).to_contain_text("Qbartwo")
    go_back(desk)
    expect(field(card(desk), "Last name")).to_have_value("Qbartwo")
    expect(undo_bar(desk).locator(".undoes")).to_be_attached()
    go_back(desk)
    desk.wait_for_function("window.stays")
    desk.locator("h1").first.click()
    desk.keyboard.press("Control+z")
    expect(undo_bar(desk).locator(".redoes")).to_be_attached()
    assert [book.get(id)["address"] for id in (first, second)] == ["After 1", "Before 2"]
