"""Orders are shipped: stock goes down, or nothing changes and people read why."""

import re

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK, PHONE
from orders import ORDERS, Shop, runs_scripts


@pytest.fixture
def shop(empty_shop) -> Shop:
    shop = empty_shop
    shop.add("shippers", companyName="Zzz Express")
    return shop


def open_sheet(page: Page, order: int) -> None:
    page.goto(f"{ORDERS}/{order}")
    page.locator("article.record").get_by_role("link", name="Ship", exact=True).click()
    expect(page.locator("dialog.sheet[open]")).to_be_visible()


def fill_sheet(page: Page, freight: str = "12.50") -> None:
    page.locator("dialog.sheet[open] button.choose").click()
    page.locator("#choices label.row").filter(has_text="Zzz Express").click()
    if not runs_scripts(page):
        page.get_by_role("button", name="Done").click()
    expect(page.locator("dialog.sheet[open] button.choose")).to_contain_text("Zzz Express")
    page.get_by_label("Shipped date").fill("2026-05-08")
    page.get_by_label("Freight").fill(freight)


def ship(page: Page) -> None:
    page.locator("dialog.sheet[open] header .main").click()


def test_NW_7_shipping_takes_the_products_out_of_stock(each_way, shop):
    """NW-7 ships an order with shipper, date and freight, and takes its quantities out of stock."""
    page = each_way
    cheese = shop.product("Zzz Queso", 10, 50)
    order = shop.order(shop.customer("Zaanse Koeken"), (cheese, 20))
    open_sheet(page, order)
    fill_sheet(page)
    ship(page)
    expect(page.locator("article.record")).to_contain_text("Shipped")
    expect(page.locator("article.record")).to_contain_text("its lines can't be changed any more")
    stored = shop.get("orders", order)
    assert (stored["shippedDate"], stored["freight"]) == ("2026-05-08", 12.5)
    assert shop.get("products", cheese)["unitsInStock"] == 30


def test_NW_7_what_is_short_is_named_and_nothing_changes(each_size, shop, watch, axe):
    """NW-7 names the products that are short, how many are there and how many are needed; what was typed stays."""
    watch.allow("status of 409")
    cheese, tea = shop.product("Zzz Queso", 10, 5), shop.product("Zzz Tea", 10, 50)
    order = shop.order(shop.customer("Zaanse Koeken"), (tea, 3), (cheese, 7))
    open_sheet(each_size, order)
    fill_sheet(each_size, "12.50")
    ship(each_size)
    fault = each_size.locator("dialog.sheet[open] [role=alert]")
    expect(fault).to_contain_text("Zzz Queso")
    expect(fault).to_contain_text(re.compile(r"\b5\b"))
    expect(fault).to_contain_text(re.compile(r"\b7\b"))
    expect(fault).not_to_contain_text("Zzz Tea")
    expect(each_size.get_by_label("Freight")).to_have_value("12.50")
    expect(each_size.get_by_label("Shipped date")).to_have_value("2026-05-08")
    expect(each_size.locator("dialog.sheet[open] button.choose")).to_contain_text("Zzz Express")
    axe(each_size)
    assert shop.get("orders", order)["shippedDate"] is None
    assert shop.get("products", tea)["unitsInStock"] == 50
    shop.change("products", cheese, unitsInStock=7)
    ship(each_size)
    expect(each_size.locator("article.record")).to_contain_text("Shipped")
    assert shop.get("products", cheese)["unitsInStock"] == 0


@pytest.mark.nightly
def test_NW_7_two_windows_ship_the_last_item(open_page, shop, watch):
    """NW-7 lets one of two people ship the last item; the other one reads which product is short."""
    watch.allow("status of 409")
    cheese = shop.product("Zzz Queso", 10, 1)
    customer = shop.customer("Zaanse Koeken")
    orders = [shop.order(customer, (cheese, 1)) for _ in range(2)]
    windows = [open_page(DESK), open_page(PHONE)]
    for window, order in zip(windows, orders):
        open_sheet(window, order)
        fill_sheet(window)
    for window in windows:
        ship(window)
    one, other = windows
    expect(one.locator("article.record")).to_contain_text("Shipped")
    expect(other.locator("dialog.sheet[open] [role=alert]")).to_contain_text("Zzz Queso")
    shipped = [shop.get("orders", order)["shippedDate"] is not None for order in orders]
    assert shipped == [True, False]
    assert shop.get("products", cheese)["unitsInStock"] == 0


@pytest.mark.nightly
def test_NW_7_an_order_that_is_shipped_has_no_button_to_ship_it(desk, shop):
    """NW-7 offers shipping and cancelling only while an order is open."""
    order = shop.order(shop.customer("Zaanse Koeken"), (shop.product("Zzz Queso", 10, 5), 1))
    desk.goto(f"{ORDERS}/{order}")
    expect(desk.get_by_role("link", name="Ship", exact=True)).to_be_visible()
    open_sheet(desk, order)
    fill_sheet(desk)
    ship(desk)
    expect(desk.locator("article.record")).to_contain_text("Shipped")
    expect(desk.get_by_role("link", name="Ship", exact=True)).to_have_count(0)
    expect(desk.get_by_role("link", name="Make the invoice")).to_be_visible()
