"""Lists as charts: made on a sheet, pressed to see their records, kept with the view."""

from datetime import date

import pytest
from playwright.sync_api import Locator, Page, expect

from chromium import go_back
from orders import ORDERS, Shop
from people import rows
from presses import Presses

TODAY = date.today()
LATER = TODAY.replace(year=TODAY.year + 1, day=1).isoformat()
BEFORE = TODAY.replace(year=TODAY.year - 1, day=1)


def sheet(page: Page) -> Locator:
    return page.locator(".sheet.shaping")


def chart(page: Page) -> Locator:
    return page.locator(".chart")


@pytest.fixture
def shop(empty_shop) -> Shop:
    """Orders of two customers: three of this month, two of the year before."""
    shop = empty_shop
    shop.tea, shop.alfred, shop.zoe = shop.product("Tea", 10, 500), shop.customer("Alfreds Futterkiste"), shop.customer("Zoé")
    for customer, quantity, day in [
        (shop.alfred, 1, TODAY), (shop.zoe, 7, TODAY), (shop.alfred, 3, TODAY), (shop.zoe, 2, BEFORE), (shop.zoe, 4, BEFORE),
    ]:
        shop.order(customer, (shop.tea, quantity), orderDate=day.isoformat(), requiredDate=LATER)
    return shop


def test_a_chart_is_made_by_three_presses_and_a_press_on_its_bar_opens_the_records(each_size, shop, axe):
    """View, chart, Done; Back leads to the chart again."""
    page = each_size
    page.goto(ORDERS)
    press = Presses(page, most=3)
    press.on(page.locator(".list").get_by_role("link", name="View", exact=True))
    press.on(sheet(page).get_by_role("button", name="Make a chart…"))
    axe(page)
    press.on(sheet(page).get_by_role("button", name="Done"))
    expect(chart(page).get_by_role("heading", name="Orders · Order date by month")).to_be_visible()
    axe(page)
    # The one press that opens the records.
    chart(page).get_by_role("link", name=f"{TODAY:%B %Y}: 3 orders").click()
    expect(rows(page)).to_have_count(3)
    go_back(page)
    expect(chart(page)).to_be_visible()
    page.goto(f"{ORDERS}?layout=chart:customer,sum:total")
    chart(page).get_by_role("link", name="Zoé: $130.00, 3 orders").click()
    expect(rows(page)).to_have_count(3)


def test_a_pivot_table_adds_up_and_its_cells_open_their_records(each_size, shop, axe):
    page = each_size
    page.goto(f"{ORDERS}/chart")
    for label, option in [
        ("What is shown", "Total: sum"), ("For each", "Order date by year"), ("Divided by", "Customer"),
        ("Show as", "Pivot table"),
    ]:
        sheet(page).get_by_label(label).select_option(label=option)
    sheet(page).get_by_role("button", name="Done").click()
    table = chart(page).get_by_role("table")
    expect(table.get_by_role("row").last).to_have_text("Total$130.00$40.00$170.00")
    axe(page)
    table.get_by_role("link", name=f"{TODAY.year}, Zoé: $70.00, 1 order").click()
    expect(rows(page)).to_have_count(1)


def test_a_chart_follows_what_others_change_and_what_is_searched_for(any_size, shop):
    page = any_size
    page.goto(f"{ORDERS}?layout=chart:customer")
    expect(chart(page).get_by_role("link", name="Zoé: 3 orders")).to_be_visible()
    shop.order(shop.zoe, (shop.tea, 5), orderDate=TODAY.isoformat(), requiredDate=LATER)
    expect(chart(page).get_by_role("link", name="Zoé: 4 orders")).to_be_visible()
    page.get_by_role("searchbox").fill("Alfreds")
    expect(chart(page).get_by_role("link", name="Alfreds Futterkiste: 2 orders")).to_be_visible()
    expect(chart(page).get_by_role("link", name="Zoé: 4 orders")).to_have_count(0)


@pytest.mark.nightly
def test_a_chart_is_kept_as_a_view_and_works_without_scripts(each_way, shop):
    page = each_way
    page.goto(f"{ORDERS}/view?layout=chart:quarter:orderDate,lines")
    sheet(page).get_by_label("Name of the view").fill("By quarter")
    sheet(page).get_by_role("button", name="Keep the view").click()
    expect(chart(page)).to_be_visible()
    page.goto(f"{ORDERS}/view")
    sheet(page).get_by_role("link", name="By quarter", exact=True).click()
    chart(page).get_by_role("link", name=f"Q{(TODAY.month + 2) // 3} {TODAY.year}: 3 orders").click()
    expect(rows(page)).to_have_count(3)
    page.goto(f"{ORDERS}?layout=chart:customer")
    with page.expect_download() as download:
        chart(page).get_by_role("link", name="Picture (SVG)").click()
    assert "Alfreds Futterkiste" in download.value.path().read_text()


def test_the_picture_of_a_chart_is_saved_as_png(any_size, shop):
    page = any_size
    page.goto(f"{ORDERS}?layout=chart:customer")
    with page.expect_download() as download:
        chart(page).get_by_role("link", name="Picture (PNG)").click()
    assert download.value.suggested_filename == "orders.png"
    # The signature, and the width of the drawing times two.
    begin = download.value.path().read_bytes()[:20]
    assert begin.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(begin[16:20]) == 1920
