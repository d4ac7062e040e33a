"""Records with lines that are made on the screen: from nothing, and of related records that exist."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from chromium import DESK
from matrix import nightly
from orders import add_line, lines, quantity, total

SHAPE = "/records/shape/kinds/records"
TRADE = {
    "version": 1, "name": "trade", "entities": [
        {"name": "order", "attributes": [{"name": "number", "required": True, "title": True}],
         "relationships": [{"name": "items", "kind": "toMany", "to": "item", "inverse": "order"}]},
        {"name": "item", "attributes": [
            {"name": "count", "kind": "integer"}, {"name": "price", "kind": "decimal", "scale": 2, "currency": "EUR"}],
         "relationships": [{"name": "order", "to": "order", "onDelete": "nullify"}, {"name": "product", "to": "product"}]},
        {"name": "product", "attributes": [
            {"name": "name", "required": True, "title": True},
            {"name": "price", "kind": "decimal", "scale": 2, "currency": "EUR"}]}],
}


def sheet(page: Page) -> Locator:
    return page.get_by_role("dialog")


def send(server, path: str, body: dict) -> None:
    status, answer = server.send("POST", path, json.dumps(body))
    assert status == 201, answer


def begin(page: Page) -> None:
    """An application with one kind of record and nothing else."""
    page.goto("/apps/new")
    page.locator("button[formaction$='templates/records']").click()
    expect(page.locator(".tabs")).to_be_visible()


def add_lines(page: Page, **boxes: bool) -> None:
    """Lines from nothing, with the words that are proposed."""
    page.goto(SHAPE)
    page.locator("a[href$='new/lines']").click()
    for name, is_on in boxes.items():
        sheet(page).locator(f"[name={name}][type=checkbox]").set_checked(is_on)
    sheet(page).locator("button.main").click()
    expect(sheet(page)).to_have_count(0)


def expect_no_scrolling_sideways(page: Page) -> None:
    assert page.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth") <= 0


@pytest.mark.both
def test_lines_from_nothing_are_typed_in_the_form_of_their_record(each_size, fresh_server, axe):
    """An empty application, lines of products in one step, a record with two of them and its total."""
    page = each_size
    begin(page)
    page.goto(SHAPE)
    page.get_by_role("link", name="Lines", exact=True).click()
    axe(page)
    expect_no_scrolling_sideways(page)
    sheet(page).get_by_label("With a discount").check()
    sheet(page).get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".ordered").filter(has_text="lines of the form")).to_be_visible()
    axe(page)
    page.goto("about:blank")
    for name, price in (("Tea", "2.50"), ("Milk", "1.00")):
        send(fresh_server, "/api/records/products", {"name": name, "price": price})
    page.goto("/records/records/new")
    page.get_by_label("Name", exact=True).fill("First")
    add_line(page, "Tea")
    quantity(lines(page).first).fill("4")
    add_line(page, "Milk")
    expect(total(page)).to_contain_text("11.00")
    axe(page)
    expect_no_scrolling_sideways(page)
    page.locator(".total .btn.main").click()
    expect(page.locator("article.record")).to_contain_text("11.00")


@pytest.mark.both
def test_what_a_line_names_is_made_while_the_record_is_typed(each_size, fresh_server, axe):
    page = each_size
    begin(page)
    add_lines(page)
    page.goto("/records/records/new")
    page.get_by_label("Name", exact=True).fill("First")
    page.locator("#item").fill("Coffee")
    page.locator("#found").get_by_role("button", name="New product").click()
    axe(page)
    expect(sheet(page).get_by_label("Name")).to_have_value("Coffee")
    sheet(page).get_by_label("Price").fill("3")
    sheet(page).get_by_role("button", name="Save").click()
    expect(lines(page)).to_have_count(1)
    expect(total(page)).to_contain_text("3.00")
    expect(page.get_by_label("Name", exact=True)).to_have_value("First")


def test_one_undo_takes_back_all_that_lines_from_nothing_have_added(any_size, fresh_server):
    page = any_size
    begin(page)
    add_lines(page, tax=True)
    page.locator(".undo").get_by_role("button", name="Undo").click()
    # The screens that go are named, and no others.
    expect(sheet(page)).to_contain_text("This goes with it: Lines; Products; Record lines")
    sheet(page).get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Lines", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("^Tax rate"))).to_have_count(0)
    page.goto("/records/shape")
    expect(page.locator(".ordered > li")).to_have_count(1)


@pytest.mark.both
def test_related_records_become_lines_and_related_records_again(each_size, fresh_server, axe):
    page = each_size
    send(fresh_server, "/api/apps", TRADE)
    send(fresh_server, "/api/trade/products", {"name": "Tea", "price": "2.00"})
    send(fresh_server, "/api/trade/orders", {"number": "A-1"})
    send(fresh_server, "/api/trade/items", {"order": 1, "product": 1, "count": 3, "price": "2.00"})
    page.goto("/trade/shape/kinds/orders/fields/items")
    sheet(page).get_by_role("link", name="Lines of the form").click()
    axe(page)
    expect_no_scrolling_sideways(page)
    sheet(page).get_by_label("Lines of the form").check()
    sheet(page).get_by_role("button", name="Save").click()
    expect(page.locator(".undo")).to_contain_text("orders have lines now")
    page.goto("/trade/orders/1")
    expect(page.locator("#sum-due, .sums").first).to_contain_text("6.00")
    page.goto("/trade/shape/kinds/orders/lines/items")
    sheet(page).get_by_label("Lines of the form").uncheck()
    sheet(page).get_by_role("button", name="Save").click()
    expect(page.locator(".undo")).to_contain_text("no lines any more")
    page.goto("/trade/orders/1")
    expect(page.get_by_text("Tea").first).to_be_visible()


def test_what_lines_lack_is_said_at_the_field(any_size, fresh_server, watch):
    watch.allow("status of 422")
    page = any_size
    send(fresh_server, "/api/apps", TRADE)
    page.goto("/trade/shape/kinds/orders/lines/items")
    sheet(page).get_by_label("Lines of the form").check()
    sheet(page).get_by_label("New lines take the price from").select_option("")
    sheet(page).get_by_role("button", name="Save").click()
    expect(sheet(page)).to_contain_text("Choose where new lines take their price from")
    sheet(page).get_by_label("New lines take the price from").select_option(label="Price")
    sheet(page).get_by_role("button", name="Save").click()
    expect(sheet(page)).to_have_count(0)


def test_lines_that_another_window_has_made_are_not_made_twice(open_page, fresh_server, watch):
    watch.allow("status of 409")
    watch.allow("status of 404")
    one, other = open_page(DESK), open_page(DESK)
    begin(one)
    for page in (one, other):
        page.goto(SHAPE + "/new/lines")
    sheet(one).get_by_role("button", name="Add", exact=True).click()
    expect(sheet(one)).to_have_count(0)
    sheet(other).get_by_role("button", name="Add", exact=True).click()
    status, body = fresh_server.get("/api/records/description")
    assert status == 200 and len(json.loads(body)["entities"]) == 3


@pytest.mark.parametrize("language", ["pl", *nightly("ru")])
def test_lines_are_called_in_the_language_of_the_page(any_size, fresh_server, language):
    page = any_size
    begin(page)
    add_lines(page)
    status, body = fresh_server.get("/api/records/description")
    assert status == 200
    line = json.loads(body)["entities"][-1]
    # Labels are the platform's own words, which each language has.
    assert [each["name"] for each in line["attributes"]] == ["quantity", "price"]
    page.goto("/records/records/new")
    expect(page.locator("#lines-form")).to_be_visible()
