"""Filters by the keyboard: a field's name is typed, its value has the focus, and presses are counted."""

import re
from datetime import date

import pytest
from playwright.sync_api import Locator, Page, expect

from orders import ORDERS, Shop
from people import rows
from presses import Presses

MOST = 8


def sheet(page: Page) -> Locator:
    return page.locator(".sheet.shaping")


def type_name(page: Page, text: str, label: str | re.Pattern) -> None:
    """Types into the sheet's search, which has the focus, until the row is the first one."""
    expect(page.locator("#shape-find")).to_be_focused()
    page.keyboard.type(text)
    expect(page.locator("#shape-found a.row").first).to_contain_text(label)


@pytest.fixture
def shop(empty_shop) -> Shop:
    """Three orders of a customer, one of another."""
    shop = empty_shop
    tea = shop.product("Tea", 10, 500)
    shop.alfred, shop.zoe = shop.customer("Alfreds Futterkiste", city="Berlin"), shop.customer("Zoé", city="Paris")
    for customer, quantity in [(shop.alfred, 1), (shop.alfred, 3), (shop.alfred, 4), (shop.zoe, 7)]:
        shop.order(customer, (tea, quantity), orderDate=date.today().isoformat())
    return shop


@pytest.mark.latency(100)
def test_two_conditions_and_a_kept_view_take_eight_presses(each_size, shop, axe):
    """An amount is typed, a customer is chosen among those that there are, with their numbers of orders."""
    page = each_size
    page.goto(ORDERS)
    press = Presses(page, MOST)
    press.on(page.locator(".list").get_by_role("link", name="Filter", exact=True))
    type_name(page, "total", "Total")
    axe(page)
    press.key("Enter")
    expect(sheet(page).get_by_label("Value", exact=True)).to_be_focused()
    expect(sheet(page).get_by_label("Comparison")).to_have_value("gte")
    page.keyboard.type("20")
    press.key("Enter")
    press.on(sheet(page).get_by_role("link", name="Add a filter"))
    type_name(page, "custom", "Customer")
    press.key("Enter")
    expect(sheet(page).get_by_role("link", name="Alfreds Futterkiste 2")).to_be_visible()
    type_name(page, "alf", "Alfreds Futterkiste")
    press.key("Enter")
    expect(sheet(page).locator("a.row[aria-current]")).to_contain_text("Alfreds Futterkiste")
    axe(page)
    press.on(sheet(page).get_by_role("link", name="Done"))
    press.on(sheet(page).get_by_role("button", name="Keep the view"))
    expect(rows(page)).to_have_count(2)
    assert b"total:gte:20.00;customer:in:" in shop.server.get("/api/northwind/views")[1]


def test_fields_of_related_records_are_found_and_texts_proposed(any_size, shop):
    """A town is pressed among those that customers of orders have."""
    page = any_size
    page.goto(f"{ORDERS}/filter")
    type_name(page, "customer city", "Customer · City")
    page.keyboard.press("Enter")
    sheet(page).get_by_role("link", name="Berlin 3").click()
    expect(sheet(page).locator("a.row[aria-current]")).to_contain_text("Berlin")
    page.goto(f"{ORDERS}?where=customer.city:in:Berlin")
    expect(rows(page)).to_have_count(3)


def test_what_no_field_is_called_leads_nowhere(desk, shop):
    desk.goto(f"{ORDERS}/filter")
    expect(desk.locator("#shape-find")).to_be_focused()
    desk.keyboard.type("zzz")
    expect(desk.locator("#shape-found")).to_contain_text("Nothing to choose from")
    desk.keyboard.press("Enter")
    expect(sheet(desk).get_by_role("heading", name="Filter")).to_be_visible()


def test_return_without_a_text_changes_nothing(desk, shop):
    """As after a choice, when the field is empty again."""
    desk.goto(f"{ORDERS}/columns")
    expect(desk.locator("#shape-find")).to_be_focused()
    chosen = sheet(desk).locator("a.row[aria-current]")
    before = chosen.all_inner_texts()
    desk.keyboard.press("Enter")
    type_name(desk, "customer city", "Customer · City")
    desk.locator("#shape-find").fill("")
    desk.keyboard.press("Enter")
    expect(chosen).to_have_text([re.compile(re.escape(text.strip())) for text in before])


@pytest.mark.parametrize("layout", ["calendar:orderDate", "table"])
def test_fields_are_found_by_typing_above_every_layout(any_size, shop, layout):
    any_size.goto(f"{ORDERS}/filter?layout={layout}")
    type_name(any_size, "customer city", "Customer · City")
    any_size.keyboard.press("Enter")
    expect(sheet(any_size).get_by_role("link", name="Berlin 3")).to_be_visible()


def test_fields_are_searched_without_scripts(plain, shop):
    """Return shows the fields that are called so."""
    plain.goto(f"{ORDERS}/filter")
    plain.locator("#shape-find").fill("customer city")
    plain.keyboard.press("Enter")
    expect(plain.locator("#shape-found a.row")).to_have_count(1)
    plain.locator("#shape-found a.row").click()
    expect(sheet(plain).get_by_label("Value", exact=True)).to_be_visible()


def test_columns_and_figures_are_found_by_their_names(any_size, shop):
    page = any_size
    page.goto(f"{ORDERS}/columns")
    type_name(page, "customer city", "Customer · City")
    page.keyboard.press("Enter")
    expect(sheet(page).locator("a.row[aria-current]").filter(has_text="Customer · City")).to_be_visible()
    page.goto(f"{ORDERS}/figures")
    type_name(page, "tot", "Total")
    page.keyboard.press("Enter")
    expect(sheet(page).get_by_role("link", name="Sum", exact=True)).to_be_visible()


def test_return_in_a_name_keeps_the_view_and_one_that_another_has_is_refused_at_the_field(any_size, shop, watch):
    page = any_size
    watch.allow("status of 422")
    for is_new in (True, False):
        page.goto(f"{ORDERS}/view")
        sheet(page).get_by_label("Name of the view").fill("Mine")
        page.keyboard.press("Enter")
        if is_new:
            expect(page.locator(".undo")).to_contain_text("Mine")
    name = sheet(page).get_by_label("Name of the view")
    expect(name).to_be_focused()
    expect(name).to_have_attribute("aria-invalid", "true")
