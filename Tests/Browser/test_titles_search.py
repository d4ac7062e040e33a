"""What records are called and what the search finds: set on the screen, seen in lists, undone."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from presses import Presses

SHOP = {
    "version": 1, "name": "shop", "title": "Shop", "entities": [
        {"name": "bill", "attributes": [
            {"name": "title", "required": True, "title": True}, {"name": "amount", "kind": "decimal", "scale": 2}],
         "relationships": [{"name": "client", "to": "client", "onDelete": "nullify"}]},
        {"name": "client", "attributes": [{"name": "name", "required": True, "title": True}, {"name": "city"}],
         "relationships": [{"name": "bills", "kind": "toMany", "to": "bill", "inverse": "client"}]}]}


@pytest.fixture
def shop(fresh_server):
    """Two bills, of which one has a client in Kraków."""
    def send(path: str, body: dict) -> None:
        status, answer = fresh_server.send("POST", path, json.dumps(body))
        assert status == 201, answer

    send("/api/apps", SHOP)
    send("/api/shop/clients", {"name": "Anna", "city": "Kraków"})
    send("/api/shop/bills", {"title": "Tea", "amount": "10.00", "client": 1})
    send("/api/shop/bills", {"title": "Milk", "amount": "3.00"})
    return fresh_server


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def fits(page: Page) -> None:
    width = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert width[0] <= width[1], width


@pytest.mark.both
def test_records_are_called_by_their_number_by_four_presses_and_an_undo_takes_it_back(each_size, shop, axe):
    page = each_size
    page.goto("/shop/shape/kinds/bills")
    axe(page)
    press = Presses(page)
    press("link", re.compile("^Titles "))
    axe(page)
    fits(page)
    press.on(dialog(page).get_by_label("Title", exact=True))
    dialog(page).get_by_label("Title where these are empty").fill("Bill {number}")
    press.on(dialog(page).get_by_role("button", name="Try"))
    expect(dialog(page).locator("#result")).to_have_text("In the first records: Bill 1; Bill 2")
    press.on(dialog(page).get_by_role("button", name="Save"))
    expect(dialog(page)).to_have_count(0)
    assert press.count == 4, press.count
    other = page.context.new_page()
    other.goto("/shop/bills/1")
    expect(other.get_by_text("Bill 1").first).to_be_visible()
    other.close()
    page.locator(".undo").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name=re.compile("^Titles "))).not_to_contain_text("Bill 12")


def test_the_search_finds_a_record_by_a_text_of_another_one_after_three_presses(each_size, shop, axe):
    page = each_size
    page.goto("/shop/bills?search=krak")
    expect(page.locator("#rows")).not_to_contain_text("Tea")
    page.goto("/shop/shape/kinds/bills")
    press = Presses(page)
    press("link", re.compile("^Search Title"))
    axe(page)
    fits(page)
    press.on(dialog(page).get_by_label("City"))
    press.on(dialog(page).get_by_role("button", name="Save"))
    expect(dialog(page)).to_have_count(0)
    assert press.count == 3, press.count
    expect(page.get_by_role("link", name=re.compile("^Search Title"))).to_contain_text("Client: City")
    page.goto("/shop/bills?search=krak")
    expect(page.locator("#rows")).to_contain_text("Tea")
    expect(page.locator("#rows")).not_to_contain_text("Milk")


def test_a_filter_and_a_group_of_fields_are_made_without_scripts(plain, shop):
    page = plain
    page.goto("/shop/shape/kinds/bills/new-filter")
    dialog(page).get_by_label("Name").fill("Large")
    dialog(page).get_by_label("Formula that is yes for its records").fill("Amount > 5")
    dialog(page).get_by_role("button", name="Add", exact=True).click()
    page.goto("/shop/bills?only=large")
    expect(page.get_by_text("Tea").first).to_be_visible()
    expect(page.get_by_text("Milk")).to_have_count(0)
    page.goto("/shop/shape/kinds/bills/new-group")
    dialog(page).get_by_label("Heading").fill("Payment")
    dialog(page).get_by_label("Amount").check()
    dialog(page).get_by_role("button", name="Add", exact=True).click()
    page.goto("/shop/bills/1")
    expect(page.get_by_text("Payment", exact=True).first).to_be_visible()
