"""What changes a list or its card at a desk without a new page: Save, Undo, an order, a filter."""

import re

import pytest
from playwright.sync_api import Page, expect

from chromium import slow_down, until
from people import PEOPLE, address_of, card, chosen, field, fill, found, open_card, row, rows, save, undo, undo_bar

TABLE = f"{PEOPLE}?layout=table"


def mark(page: Page) -> None:
    page.evaluate("window.isSame = true")


def is_same(page: Page) -> bool:
    return page.evaluate("window.isSame === true")


def test_save_keeps_the_page_and_the_place_in_the_list(desk, book):
    """The card shows what is stored, its row follows, and the list stays where it was."""
    desk.goto(PEOPLE)
    place = desk.locator("#rows a.row").nth(40)
    place.scroll_into_view_if_needed()
    place.click()
    expect(field(card(desk), "Address")).to_be_visible()
    before = desk.evaluate("document.querySelector('.list').scrollTop")
    id, address = int(desk.url.rsplit("/", 1)[1]), field(card(desk), "Address").input_value()
    mark(desk)
    fill(card(desk), address="Rynek 71")
    save(card(desk)).click()
    expect(undo_bar(desk)).to_contain_text("Changed")
    expect(save(card(desk))).to_be_disabled()
    expect(chosen(desk)).to_contain_text("Rynek 71")
    assert book.get(id)["address"] == "Rynek 71"
    assert is_same(desk) and abs(desk.evaluate("document.querySelector('.list').scrollTop") - before) < 2
    undo(desk)
    expect(field(card(desk), "Address")).to_have_value(address)
    assert is_same(desk)


def test_one_of_the_two_titles_is_that_of_the_page(desk, book, axe):
    """A page that is saved and undone without a new one has one main heading, and nothing to complain of."""
    open_card(desk, book.add("Qheading"))
    fill(card(desk), address="Rynek 72")
    save(card(desk)).click()
    expect(undo_bar(desk)).to_contain_text("Qheading")
    expect(desk.locator("h1")).to_have_count(1)
    axe(desk)


def test_a_record_that_is_saved_under_another_name_is_shown_in_its_place(desk, book):
    """The list is shown around the row where that is now."""
    open_card(desk, book.add("Aaaqmoves"))
    mark(desk)
    fill(card(desk), lastName="Zzzqmoved")
    save(card(desk)).click()
    expect(row(desk, "Zzzqmoved")).to_be_in_viewport()
    expect(chosen(desk)).to_contain_text("Zzzqmoved")
    assert is_same(desk)


@pytest.mark.parametrize("latency", [400])
def test_what_is_typed_while_a_card_is_being_saved_stays(desk, book, latency):
    """It is not what was saved, and can be saved next."""
    id = book.add("Qmeanwhile")
    open_card(desk, id)
    slow_down(desk, latency)
    fill(card(desk), address="Rynek 73")
    save(card(desk)).click()
    field(card(desk), "First name").press("End")
    desk.keyboard.type("x")
    until(desk, lambda: book.get(id)["address"] == "Rynek 73")
    expect(undo_bar(desk)).to_contain_text("Qmeanwhile")
    expect(field(card(desk), "First name")).to_have_value("Annax")
    expect(field(card(desk), "First name")).to_be_focused()
    save(card(desk)).click()
    until(desk, lambda: book.get(id)["firstName"] == "Annax")


@pytest.mark.parametrize("latency", [400])
def test_another_record_that_is_opened_while_one_is_saved_stays_open(desk, book, latency):
    """The answer to what was left changes the list, and not the card."""
    first, _ = book.add("Qleftone"), book.add("Qlefttwo")
    desk.goto(f"{address_of(first)}?search=qleft")
    expect(rows(desk)).to_have_count(2)
    slow_down(desk, latency)
    fill(card(desk), address="Rynek 74")
    save(card(desk)).click()
    row(desk, "Qlefttwo").click()
    until(desk, lambda: book.get(first)["address"] == "Rynek 74")
    expect(row(desk, "Qleftone")).to_contain_text("Rynek 74")
    expect(field(card(desk), "Last name")).to_have_value("Qlefttwo")


def test_a_refused_card_is_shown_with_its_reason(desk, book, watch):
    """It is a page of the server, and nothing that was typed is lost."""
    watch.allow("status of 422")
    id = book.add("Qrefused")
    open_card(desk, id)
    fill(card(desk), phone="12", address="Rynek 75")
    save(card(desk)).click()
    expect(card(desk).locator(".err")).to_contain_text("at least 3 digits")
    expect(field(card(desk), "Address")).to_have_value("Rynek 75")
    assert book.get(id)["address"] != "Rynek 75"


def test_a_table_is_sorted_without_a_new_page_and_the_way_back_leads_to_the_order_before(desk):
    """The heading keeps the focus, what stands around the rows leads to the same order."""
    desk.goto(TABLE)
    mark(desk)
    heading = desk.get_by_role("columnheader", name=re.compile("^Address")).get_by_role("link")
    before = desk.locator("tbody tr").first.inner_text()
    heading.click()
    expect(desk.locator("th[aria-sort=ascending]")).to_contain_text("Address")
    expect(desk).to_have_url(re.compile("sort=address"))
    expect(heading).to_be_focused()
    expect(desk.get_by_role("link", name="View")).to_have_attribute("href", re.compile("sort=address"))
    desk.go_back()
    expect(desk.locator("th[aria-sort=ascending]")).to_contain_text("Last name")
    expect(desk.locator("tbody tr").first).to_have_text(before, use_inner_text=True)
    assert is_same(desk)


def test_a_filter_is_set_without_a_new_page(open_page, fresh_server):
    """One value after the other, also before the panel has followed; the way back takes the last one away."""
    desk = open_page({"viewport": {"width": 1440, "height": 900}})
    for name, stock in (("Qone", 0), ("Qtwo", 5), ("Qthree", 5)):
        fields = f'{{"name": "{name}", "unitPrice": "1.00", "unitsInStock": {stock}, "discontinued": {str(not stock).lower()}}}'
        assert fresh_server.send("POST", "/api/northwind/products", fields)[0] == 201
    desk.goto("/northwind/products")
    link = desk.locator(".facets a[href*=where]").first
    expect(link).to_be_visible()
    mark(desk)
    everything = desk.locator("#count").inner_text()
    link.click()
    expect(desk).to_have_url(re.compile("where="))
    expect(desk.locator("#count")).not_to_have_text(everything)
    desk.go_back()
    expect(desk.locator("#count")).to_have_text(everything)
    assert is_same(desk)


@pytest.mark.parametrize("latency", [400])
def test_a_press_shows_at_once_that_it_was_pressed(desk, latency):
    """A link to another page, a heading of a table, and a search letter by letter."""
    desk.goto(TABLE)
    slow_down(desk, latency)
    desk.get_by_role("columnheader", name=re.compile("^Address")).get_by_role("link").click()
    assert desk.evaluate("!!document.querySelector('th .pressed')")
    expect(desk.locator("th[aria-sort=ascending]")).to_contain_text("Address")
    assert not desk.evaluate("!!document.querySelector('.pressed')")
    assert desk.evaluate("""() => {
      const link = document.querySelector('.tabs a[href$="/more"]')
      link.click()
      return link.matches('.pressed')
    }""")
    expect(desk.get_by_role("heading", name="More")).to_be_visible()


def test_the_first_letter_of_a_search_is_sent_at_once(desk):
    """No pause for more to be typed, as long as nothing is awaited."""
    desk.goto(found("zzz"))
    asked = desk.evaluate("""async () => {
      const field = document.querySelector('#q')
      field.value = 'ko'
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise(done => setTimeout(done))
      return document.querySelector('#rows').ariaBusy
    }""")
    assert asked == "true"
