"""The list of orders tells how far they have come, and an order can be cancelled."""

import re

import pytest
from playwright.sync_api import expect

from orders import ORDERS, Shop
from people import rows


@pytest.fixture
def shop(empty_shop) -> Shop:
    shop = empty_shop
    shop.alfred = shop.customer("Alfreds Futterkiste")
    return shop


def test_NW_6_orders_are_listed_with_customer_date_total_and_state(each_size, shop, axe):
    """NW-6 lists orders newest first, and shows those of one state."""
    page = each_size
    tea = shop.product("Tea", 10, 50)
    shop.order(shop.alfred, (tea, 1), requiredDate="2026-05-20")
    shop.ship(shop.order(shop.alfred, (tea, 2), orderDate="2026-05-07"), "2026-05-09")
    shop.add("orders", orderDate="2026-05-08", shipName="Vins et alcools", cashSale=True)
    page.goto(ORDERS)
    expect(rows(page)).to_have_count(3)
    for index, parts in enumerate([
        ("Vins et alcools", "8 May 2026", "$0.00", "New"), ("Alfreds Futterkiste", "7 May 2026", "$20.00", "Shipped"),
        ("Alfreds Futterkiste", "6 May 2026", "$10.00", "Late"),
    ]):
        for part in parts:
            expect(rows(page).nth(index)).to_contain_text(part)
    axe(page)
    page.locator(".col.list").get_by_role("link", name="Late", exact=True).click()
    expect(rows(page)).to_have_count(1)
    expect(rows(page).first).to_contain_text("$10.00")


def test_NW_7_an_order_is_cancelled_with_a_reason_and_reopened(any_size, shop):
    """NW-7 asks for the reason, shows the order struck through, and opens it again."""
    page = any_size
    tea = shop.product("Tea", 10, 5)
    order = shop.order(shop.alfred, (tea, 4))
    page.goto(f"{ORDERS}/{order}")
    record = page.locator("article.record")
    record.get_by_role("link", name="Cancel the order").click()
    page.locator(".sheet").get_by_label("Reason for cancelling").fill("Ordered twice")
    page.locator(".sheet").get_by_role("button", name="Cancel the order").click()
    expect(page).to_have_url(re.compile(f"{ORDERS}/{order}$"))
    expect(record).to_contain_text("Ordered twice")
    assert shop.get("products", tea)["free"] == 5
    title = record.get_by_role("heading", level=1)
    assert title.evaluate("it => getComputedStyle(it).textDecorationLine") == "line-through"
    page.goto(ORDERS)
    row = rows(page).first.locator(".t")
    assert row.evaluate("it => getComputedStyle(it).textDecorationLine") == "line-through"
    page.goto(f"{ORDERS}/{order}")
    record.get_by_role("button", name="Reopen the order").click()
    expect(record.get_by_role("link", name="Cancel the order")).to_be_visible()
    assert shop.get("products", tea)["free"] == 1


def test_a_page_that_is_being_left_is_not_looked_at_again(any_size, shop):
    """What a press has changed is not asked for again while the answer to the press is on its way."""
    page = any_size
    order = shop.order(shop.alfred, (shop.product("Tea", 10, 5), 4))
    question = f"{ORDERS}/{order}/actions/cancel"
    # What the page hears is said a little later than it looks, which is within 50 ms.
    page.add_init_script("""
        window.EventSource = class extends EventSource {
            constructor(...its) {
                super(...its)
                this.addEventListener('message', () => setTimeout(() => console.info('heard'), 100))
            }
        }
    """)
    with page.expect_response(lambda response: "/changes?" in response.url):
        page.goto(question)
    looks, answers = [], []
    page.on("request", lambda request: looks.append(request.url) if "rows=" in request.url else None)
    page.route(f"**{question}?return*", lambda route: answers.append((route, route.fetch(max_redirects=0))))
    page.locator(".sheet").get_by_label("Reason for cancelling").fill("Ordered twice")
    with page.expect_console_message(lambda message: message.text == "heard"):
        page.locator(".sheet").get_by_role("button", name="Cancel the order").click(no_wait_after=True)
    assert shop.get("orders", order)["state"] == "cancelled"
    # The answer may come later than the news of the change.
    while not answers:
        page.evaluate("new Promise(requestAnimationFrame)")
    assert looks == []
    route, answer = answers.pop()
    route.fulfill(response=answer)
    expect(page).to_have_url(re.compile(f"{ORDERS}/{order}$"))


def test_NW_5_an_order_is_found_by_its_number_and_by_its_employee(any_size, fresh_server, site):
    """NW-5 finds the order whose number a caller reads out, and the orders that somebody took."""
    # The first numbers of all: another one may be in the dates, which are searched, too.
    page, shop = any_size, Shop(site)
    alfred, tea = shop.customer("Alfreds Futterkiste"), shop.product("Tea", 10, 50)
    peacock = shop.add("employees", firstName="Margaret", lastName="Peacock")
    first = shop.order(alfred, (tea, 1), employee=peacock)
    shop.order(alfred, (tea, 2))
    page.goto(ORDERS)
    expect(rows(page).nth(1)).to_contain_text(f"No. {first} · 6 May 2026")
    page.get_by_role("searchbox").fill(str(first))
    expect(rows(page)).to_have_count(1)
    expect(rows(page).first).to_contain_text(f"No. {first}")
    page.get_by_role("searchbox").fill("peacock")
    expect(rows(page)).to_have_count(1)
    expect(rows(page).first).to_contain_text(f"No. {first}")
    page.get_by_role("searchbox").fill(str(first + 100))
    expect(rows(page)).to_have_count(0)


def test_NW_5_products_show_price_stock_and_what_is_free(any_size, shop):
    """NW-5 answers the caller's questions from the list: what it costs, how much is there, how much is not promised yet."""
    page = any_size
    tea = shop.product("Tea", 18.5, 39, quantityPerUnit="10 boxes")
    shop.order(shop.alfred, (tea, 14))
    page.goto("/northwind/products")
    row = rows(page).first
    expect(row).to_contain_text("$18.50")
    # What is told stands first, since a phone may have no room for the rest.
    expect(row.locator(".d")).to_have_text("39 in stock · 25 free · 10 boxes")
