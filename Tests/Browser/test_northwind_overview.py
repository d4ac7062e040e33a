"""The overview: figures and plots, as tables, too, and as ways to the records behind them."""

import re
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

import pytest
from playwright.sync_api import Locator, Page, expect

from matrix import nightly
from orders import Shop
from test_weight import LIMIT, answers

OVERVIEW = "/northwind/overview"
TODAY = date.today()
# The month before this one: it is over.
LATEST = TODAY.replace(day=1) - timedelta(days=1)


def months_ago(count: int) -> date:
    """The 15th of a month before the latest."""
    number = LATEST.year * 12 + LATEST.month - 1 - count
    return date(number // 12, number % 12 + 1, 15)


def name(day: date) -> str:
    return day.strftime("%B %Y")


class Trade:
    """Two categories, three products, two customers and their orders of some months."""

    def __init__(self, shop: Shop):
        self.shop = shop
        self.tea = shop.add("categories", name="Tea <and> more")
        self.cheese = shop.add("categories", name="Cheese")
        self.chai = shop.product("Chai", 18, 40, category=self.tea, reorderLevel=10)
        self.brie = shop.product("Brie", 34, 3, category=self.cheese, reorderLevel=20, unitsOnOrder=0)
        self.feta = shop.product("Feta", 11.1, 0, category=self.cheese, reorderLevel=15, unitsOnOrder=70)
        self.gone = shop.product("Gone", 5, 0, category=self.cheese, reorderLevel=9, discontinued=True)
        self.anna, self.boris = shop.customer("Anna's"), shop.customer("Boris & Co")
        self.sales: dict[date, Decimal] = {}
        for ago, customer, lines in [
                (0, self.anna, [(self.chai, 10, 18, 0), (self.brie, 3, 33.35, 0.15)]),
                (0, self.boris, [(self.feta, 7, 11.1, 0.05)]), (1, self.boris, [(self.brie, 4, 34, 0)]),
                (3, self.anna, [(self.chai, 1000, 18, 0)]), (11, self.anna, [(self.feta, 1, 11.1, 0)]),
                (12, self.anna, [(self.feta, 900, 11.1, 0)])]:
            self.sell(months_ago(ago), customer, *lines)

    def sell(self, day: date, customer: int, *lines: tuple, shipped: bool = True, **fields) -> int:
        cent = Decimal("0.01")
        worth = sum(
            (Decimal(str(price)) * quantity * (1 - Decimal(str(off)))).quantize(cent, ROUND_HALF_UP)
            for _, quantity, price, off in lines)
        self.sales[day] = self.sales.get(day, Decimal()) + worth
        order = self.shop.order(customer, *lines, orderDate=day.isoformat(), **fields)
        if shipped:
            self.shop.ship(order, day.isoformat())
        return order

    def late(self, days: int) -> int:
        """An order that should have been shipped so many days ago."""
        return self.sell(
            months_ago(0), self.boris, (self.chai, 1, 18, 0), shipped=False,
            requiredDate=(TODAY - timedelta(days=days)).isoformat())


@pytest.fixture(scope="session")
def trade(trade_server) -> Trade:
    """The records of a server that tests share. They change nothing."""
    return Trade(Shop(trade_server))


@pytest.fixture
def own_trade(empty_shop) -> Trade:
    """The records of a server of the test's own."""
    return Trade(empty_shop)


def tile(page: Page, title: str) -> Locator:
    return page.locator(".figs > *").filter(has_text=title)


def panel(page: Page, title: str) -> Locator:
    return page.get_by_role("region", name=title, exact=True)


def table(page: Page, title: str) -> list[list[str]]:
    """The rows of a plot's table, which is opened."""
    within = panel(page, title)
    if not within.locator("details").evaluate("it => it.open"):
        within.get_by_text("As a table").click()
    expect(within.get_by_role("table")).to_be_visible()
    return [row.locator("th, td").all_text_contents() for row in within.locator("tbody tr").all()]


def rows(page: Page) -> Locator:
    return page.locator("#rows .row")


def test_NW_12_the_figures_stand_on_one_line(phone, trade):
    """NW-12 also where the words above one of them need two lines."""
    phone.goto(OVERVIEW)
    tiles = phone.locator(".figs > *")
    tops = [tiles.nth(place).locator(".big").bounding_box()["y"] for place in (0, 1)]
    phone.locator(".figs > * .foot").first.evaluate("it => { it.textContent = 'Sales in all of the month of December 2025' }")
    after = [tiles.nth(place).locator(".big").bounding_box()["y"] for place in (0, 1)]
    assert tops[0] == tops[1] and after[0] == after[1] > tops[0]


def test_NW_12_sales_by_month_are_a_plot_and_a_table(any_size, trade):
    """NW-12 has a bar for each of twelve months, also for those without sales, and the same numbers as a table."""
    any_size.goto(OVERVIEW)
    expect(tile(any_size, f"Sales in {name(LATEST)}")).to_contain_text(f"${trade.sales[months_ago(0)]:,.0f}")
    bars = panel(any_size, "Sales by month").locator("svg.plot > :is(a, g[role=img])")
    expect(bars).to_have_count(12)
    expected = [[name(months_ago(ago)), f"${trade.sales.get(months_ago(ago), 0):,.2f}"] for ago in range(11, -1, -1)]
    assert [row[:2] for row in table(any_size, "Sales by month")] == expected
    expect(bars.last).to_have_attribute(
        "aria-label", f"{name(LATEST)}: ${trade.sales[months_ago(0)]:,.2f}, 2 orders")


def test_NW_12_a_bar_leads_to_its_orders(any_size, trade):
    """NW-12 a month's bar leads to the orders of that month; the chip above them takes it off again."""
    any_size.goto(OVERVIEW)
    panel(any_size, "Sales by month").get_by_role("link", name=re.compile(name(LATEST))).click()
    expect(any_size).to_have_url(re.compile(r"/northwind/orders\?only="))
    expect(rows(any_size)).to_have_count(2)
    chip = any_size.get_by_role("link", name=f"Order date: {name(LATEST)}")
    expect(chip).to_have_attribute("aria-current", "true")
    chip.click()
    expect(rows(any_size)).to_have_count(6)


def test_NW_12_a_list_stays_narrowed_down(desk, trade):
    """NW-12 a search, an opened record and the way back keep to the orders of the month."""
    desk.goto(OVERVIEW)
    panel(desk, "Sales by month").get_by_role("link", name=re.compile(name(LATEST))).click()
    desk.locator("#q").fill("boris")
    expect(rows(desk)).to_have_count(1)
    desk.locator("#q").fill("")
    expect(rows(desk)).to_have_count(2)
    rows(desk).first.click()
    expect(desk.locator("article.record")).to_be_visible()
    desk.reload()
    expect(rows(desk)).to_have_count(2)


def test_NW_12_rankings_lead_to_what_they_are_about(any_size, trade):
    """NW-12 categories, products and customers stand with the most first and lead to their pages."""
    any_size.goto(OVERVIEW)
    by_category = table(any_size, "Sales by category")
    assert [row[0] for row in by_category] == ["Tea <and> more", "Cheese"]
    assert by_category[0][1] == "$18,180.00"
    assert [row[0] for row in table(any_size, "Top products")] == ["Chai", "Brie", "Feta"]
    assert [row[0] for row in table(any_size, "Top customers")] == ["Anna's", "Boris & Co"]
    panel(any_size, "Sales by category").get_by_role("link", name=re.compile("Cheese")).click()
    expect(any_size).to_have_url(re.compile(rf"/northwind/categories/{trade.cheese}\?"))
    any_size.locator("article.record .back").click()
    expect(any_size).to_have_url(re.compile(f"{OVERVIEW}$"))


@pytest.mark.nightly
def test_NW_12_more_is_ordered_where_stock_is_short(any_size, own_trade):
    """NW-12 products on sale below their reorder level stand with the worst first; "Order more" asks how much and
    comes back."""
    any_size.goto(OVERVIEW)
    expect(tile(any_size, "Below reorder level")).to_contain_text("of 3 products on sale")
    below = panel(any_size, "Below reorder level")
    expect(below.locator("li")).to_have_text([re.compile("Brie.*3 in stock.*nothing on order"), re.compile("Feta")])
    below.get_by_role("link", name="Order more: Brie").click()
    any_size.get_by_label("Quantity", exact=True).fill("50")
    any_size.locator("dialog.sheet[open]").get_by_role("button", name="Order more").click()
    expect(any_size).to_have_url(re.compile(f"{OVERVIEW}$"))
    expect(panel(any_size, "Below reorder level").locator("li").first).to_contain_text("50 on order")
    expect(any_size.locator("body > .undo")).to_contain_text("Ordered 50 more: Brie")


def test_NW_12_late_orders_are_counted_and_listed(any_size, own_trade):
    """NW-12 orders that should have been shipped stand with the oldest first; the figure leads to all of them."""
    own_trade.late(3)
    oldest = own_trade.late(20)
    own_trade.sell(months_ago(0), own_trade.anna, (own_trade.chai, 1, 18, 0), shipped=False, requiredDate=TODAY.isoformat())
    any_size.goto(OVERVIEW)
    late = panel(any_size, "Late orders").locator("li")
    expect(late).to_have_count(2)
    expect(late.first).to_contain_text(f"Order {oldest}")
    figure = tile(any_size, "Late orders")
    expect(figure.locator(".big")).to_have_text("2")
    day = TODAY - timedelta(days=20)
    expect(figure).to_contain_text(f"oldest since {day.day} {name(day)}")
    figure.click()
    expect(rows(any_size)).to_have_count(2)
    expect(any_size.get_by_role("link", name=re.compile("^Late"))).to_have_attribute("aria-current", "true")


def test_NW_12_the_overview_follows_what_is_changed(any_size, own_trade):
    """NW-12 what somebody else sells is in the open overview by itself; what was open and where one was stay."""
    with any_size.expect_response(lambda response: "/changes?" in response.url):
        any_size.goto(OVERVIEW)
    before = table(any_size, "Sales by category")
    any_size.evaluate("window.stays = true")
    link = panel(any_size, "Top customers").get_by_role("link").first
    link.focus()
    at = link.bounding_box()["y"]
    own_trade.sell(months_ago(0), own_trade.anna, (own_trade.brie, 1000, 34, 0))
    expect(panel(any_size, "Sales by category").locator("tbody th").first).to_have_text("Cheese")
    expect(tile(any_size, "Sales in")).to_contain_text(f"${own_trade.sales[months_ago(0)]:,.0f}")
    assert table(any_size, "Sales by category") != before
    expect(link).to_be_focused()
    assert any_size.evaluate("window.stays") and abs(link.bounding_box()["y"] - at) < 2


@pytest.mark.parametrize("language", ["pl", *nightly("ru")])
def test_NW_12_numbers_and_months_are_in_the_persons_language(phone, trade, language):
    """NW-12 Polish and Russian have all words, months and numbers in their own way."""
    phone.goto(OVERVIEW)
    month = {"pl": "styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień",
             "ru": "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь"}[language]
    expect(phone.locator(".figs")).to_contain_text(f"{month.split()[LATEST.month - 1]} {LATEST.year}")
    expect(phone.locator(".dash")).to_contain_text({"pl": "10 tys.", "ru": "10 тыс."}[language])
    text = phone.locator("main").inner_text()
    assert not re.search(r"\b(Sales|orders|stock|table|month)\b", text), text


def test_NW_12_the_overview_needs_no_scripts(plain, trade):
    """NW-12 plots, tables and the ways to the records are there where no script runs."""
    page = plain
    page.goto(OVERVIEW)
    panel(page, "Sales by month").get_by_text("As a table").click()
    expect(panel(page, "Sales by month").locator("tbody tr")).to_have_count(12)
    panel(page, "Sales by month").get_by_role("link", name=re.compile(name(LATEST))).click()
    expect(rows(page)).to_have_count(2)
    page.locator("#q").fill("boris")
    page.locator("#q").press("Enter")
    expect(rows(page)).to_have_count(1)


@pytest.mark.both
def test_NW_12_axe_finds_nothing(each_size, own_trade, axe, in_tabs):
    """NW-12 no rule of accessibility is broken, in either scheme, with a table open, empty or not."""
    own_trade.late(1)

    def check(page, path):
        page.goto(path)
        if path == OVERVIEW:
            table(page, "Sales by month")
        axe(page)
        assert page.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth") <= 0, path

    in_tabs(
        each_size, [OVERVIEW, "/northwind/orders?only=late", f"/northwind/orders?only=orderDate:{LATEST:%Y-%m}"], check)


def test_NW_12_an_empty_overview_says_so(empty_shop, each_size, axe):
    """NW-12 before there are any records the overview says what will be there."""
    each_size.goto(OVERVIEW)
    expect(each_size.get_by_role("heading", name="Nothing to show yet")).to_be_visible()
    axe(each_size)


@pytest.mark.nightly
def test_NW_12_the_overview_is_light(phone, trade):
    """HTML, style and script of the overview are under 60 KB together."""
    bodies = answers(phone, OVERVIEW)
    sizes = {kind: bodies[kind] for kind in ("document", "stylesheet", "script")}
    assert sum(sizes.values()) < LIMIT, sizes
