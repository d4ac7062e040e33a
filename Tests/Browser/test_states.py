"""States of records: made with a formula on the screen, seen as badges, chips and groups, put into another order, undone."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from chromium import until
from presses import Presses

SHOP = {
    "version": 1, "name": "shop", "title": "Shop", "entities": [{
        "name": "bill", "attributes": [
            {"name": "title", "required": True, "title": True}, {"name": "amount", "kind": "decimal", "scale": 2},
            {"name": "due", "kind": "date"}, {"name": "paid", "kind": "boolean"}]}]}
BILLS = [("Tea", "10.00", "2020-01-05", False), ("Milk", "700.00", "2020-01-31", True), ("Bread", "3.00", "2999-03-01", False)]


@pytest.fixture
def shop(fresh_server):
    """Three bills, of which one is late."""
    def send(path: str, body: dict) -> None:
        status, answer = fresh_server.send("POST", path, json.dumps(body))
        assert status == 201, answer

    send("/api/apps", SHOP)
    for title, amount, due, paid in BILLS:
        send("/api/shop/bills", {"title": title, "amount": amount, "due": due, "paid": paid})
    return fresh_server


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def add(page: Page, name: str, formula: str, colour: str) -> Presses:
    """Adds a state on the page with the fields."""
    press = Presses(page)
    press("link", "Add state")
    dialog(page).get_by_label("Name").fill(name)
    dialog(page).get_by_label("Formula that is yes for its records").fill(formula)
    press.choose(dialog(page).get_by_label("Colour"), label=colour)
    press.on(dialog(page).get_by_role("button", name="Add", exact=True))
    expect(dialog(page)).to_have_count(0)
    return press


@pytest.mark.both
def test_a_state_is_made_by_three_presses_and_is_a_badge_and_a_chip(each_size, shop, axe):
    page = each_size
    page.goto("/shop/shape/kinds/bills")
    axe(page)
    press = add(page, "Late", "Due < today and not(Paid)", "Red")
    assert press.count == 3, press.count
    add(page, "Open", "not(Paid)", "Amber")
    axe(page)
    width = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert width[0] <= width[1], width
    page.goto("/shop/bills")
    pills = page.locator("#rows .pill")
    expect(pills).to_have_count(2)
    expect(pills.filter(has_text="Late")).to_have_count(1)
    axe(page)
    page.get_by_role("link", name="Late").first.click()
    expect(page.locator("#rows")).to_contain_text("Tea")
    expect(page.locator("#rows")).not_to_contain_text("Milk")


def test_the_formula_of_a_state_is_tried_while_it_is_typed_and_its_faulty_part_selected(any_size, shop, axe):
    page = any_size
    page.goto("/shop/shape/kinds/bills/new-state")
    formula, result = dialog(page).get_by_label("Formula that is yes for its records"), dialog(page).locator("#result")
    formula.press_sequentially("Amount < 20", delay=20)
    expect(result).to_have_text("The formula is yes for 2 records: Tea, Bread")
    formula.fill("Amount < 20 and Dew < today")
    expect(result).to_contain_text("Dew: There is no field “Dew”")
    dialog(page).get_by_role("button", name="Try").click()
    page.wait_for_function(
        "() => { const it = document.activeElement; return it.value?.slice(it.selectionStart, it.selectionEnd) == 'Dew' }")
    axe(page)


def test_states_are_put_into_another_order_by_their_arrows_changed_deleted_and_undone(any_size, shop):
    page = any_size
    page.goto("/shop/shape/kinds/bills")
    add(page, "Late", "Due < today", "Red")
    add(page, "Large", "Amount > 500", "Colour of the application")
    titles = page.locator(".ordered").filter(has_text="Late").locator(".t")
    expect(titles).to_have_text(["Late", "Large"])
    page.get_by_role("button", name="Move Large up").click()
    expect(titles).to_have_text(["Large", "Late"])
    page.get_by_role("link", name=re.compile("^Late ")).click()
    dialog(page).get_by_label("Name").fill("Overdue")
    dialog(page).get_by_role("button", name="Save").click()
    expect(page.locator(".ordered").filter(has_text="Overdue").locator(".t")).to_have_text(["Large", "Overdue"])
    page.get_by_role("link", name=re.compile("^Overdue ")).click()
    dialog(page).get_by_role("link", name="Delete Overdue").click()
    dialog(page).get_by_role("button", name="Delete").click()
    expect(page.get_by_role("link", name=re.compile("^Overdue "))).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name=re.compile("^Overdue "))).to_have_count(1)


def test_a_state_is_made_without_scripts(plain, shop):
    page = plain
    page.goto("/shop/shape/kinds/bills/new-state")
    dialog(page).get_by_label("Name").fill("Late")
    dialog(page).get_by_label("Formula that is yes for its records").fill("Due < today and ? 2")
    dialog(page).get_by_role("button", name="Try").click()
    expect(page.locator(".err")).to_contain_text("[?]")
    dialog(page).get_by_label("Formula that is yes for its records").fill("Due < today and not(Paid)")
    dialog(page).get_by_role("button", name="Try").click()
    expect(page.locator("#result")).to_have_text("The formula is yes for 1 record: Tea")
    dialog(page).get_by_role("button", name="Add", exact=True).click()
    page.goto("/shop/bills?only=late")
    expect(page.get_by_text("Tea").first).to_be_visible()
    expect(page.get_by_text("Bread")).to_have_count(0)


def test_an_answer_of_try_leaves_the_keys_to_the_field_in_which_one_types_by_then(desk, shop):
    page = desk
    page.goto("/shop/shape/kinds/bills/new-state")
    formula, name = dialog(page).get_by_label("Formula that is yes for its records"), dialog(page).get_by_label("Name")
    result = dialog(page).locator("#result")
    # A mark of direction and blanks before it, which the server does not count.
    formula.fill("\u200f  Dew < today")
    expect(result).to_contain_text("There is no field “Dew”")
    press = dialog(page).get_by_role("button", name="Try")
    press.click()
    page.wait_for_function(
        "() => { const it = document.activeElement; return it.value?.slice(it.selectionStart, it.selectionEnd) == 'Dew' }")
    waiting = []
    page.route("**/new-state", lambda route: waiting.append(route) if route.request.method == "POST" else route.continue_())
    press.click()
    until(page, lambda: waiting)
    name.focus()
    result.evaluate("it => it.replaceChildren()")
    waiting.pop().continue_()
    # The answer has come.
    expect(result).to_contain_text("There is no field “Dew”")
    page.keyboard.type("Late")
    expect(name).to_have_value("Late")
    expect(formula).to_have_value("\u200f  Dew < today")
