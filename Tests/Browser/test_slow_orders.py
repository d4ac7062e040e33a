"""Orders that are taken quickly on slow networks: every line is there, with the quantity that was typed for it."""

import pytest
from playwright.sync_api import Page, expect

from chromium import slow_down
from matrix import nightly
from orders import ORDERS, Shop, cash_sale, change_order, line, lines, new_order, quantity, take, taken, total



@pytest.fixture
def shop(empty_shop) -> Shop:
    return empty_shop


@pytest.fixture
def products(shop) -> dict[str, int]:
    return {name: shop.product(f"Zz{name}", 10, 1000) for name in ("apple", "berry", "cherry")}


def begin(page: Page, latency: int) -> None:
    new_order(page)
    cash_sale(page)
    slow_down(page, latency)
    page.locator("#item").focus()


def all_there(page: Page) -> None:
    expect(page.locator(".line.new")).to_have_count(0)


def ordered(shop: Shop, page: Page) -> dict[int, int]:
    return {each["product"]: each["quantity"] for each in shop.lines(taken(page))}


@pytest.mark.parametrize("latency", [400, *nightly(0, 100, 3000)])
def test_lines_are_typed_without_waiting(desk, shop, products, latency):
    """Text, Return, quantity, Return, and so on, and Save at once."""
    begin(desk, latency)
    for text, count in (("zzapple", "5"), ("zzberry", "7"), ("zzcherry", "12")):
        desk.keyboard.type(text)
        desk.keyboard.press("Enter")
        desk.keyboard.type(count)
        desk.keyboard.press("Enter")
    take(desk)
    expect(desk.locator("article.record")).to_be_visible(timeout=60_000)
    assert ordered(shop, desk) == {products["apple"]: 5, products["berry"]: 7, products["cherry"]: 12}


def test_what_an_answer_brings_takes_no_focus(desk, shop, products):
    """WebKit moves the focus to an `autofocus` that is put in place, so that letters go into the quantity."""
    begin(desk, 0)
    desk.keyboard.type("zzapple")
    desk.keyboard.press("Enter")
    all_there(desk)
    expect(line(desk, "Zzapple").locator("[data-focus]")).to_have_count(1)
    expect(desk.locator("#lines [autofocus]")).to_have_count(0)


def test_return_twice_adds_one(desk, shop, products, latency):
    begin(desk, latency)
    desk.keyboard.type("zzapple")
    desk.keyboard.press("Enter")
    desk.keyboard.press("Enter")
    all_there(desk)
    expect(desk.locator("#item")).to_be_focused()
    expect(quantity(line(desk, "Zzapple"))).to_have_value("1")
    # Once more is one more.
    desk.keyboard.type("zzapple")
    desk.keyboard.press("Enter")
    all_there(desk)
    expect(quantity(line(desk, "Zzapple"))).to_have_value("2")
    expect(lines(desk)).to_have_count(1)


def test_a_quantity_that_is_typed_while_another_line_comes_stays(desk, shop, products, latency):
    begin(desk, 0)
    desk.keyboard.type("zzapple")
    desk.keyboard.press("Enter")
    all_there(desk)
    slow_down(desk, latency)
    desk.locator("#item").fill("zzberry")
    desk.keyboard.press("Enter")
    quantity(line(desk, "Zzapple")).fill("12")
    all_there(desk)
    expect(quantity(line(desk, "Zzapple"))).to_have_value("12")
    expect(quantity(line(desk, "Zzberry"))).to_have_value("1")
    expect(total(desk)).to_have_text("$130.00")


def test_a_line_is_taken_out_once(desk, shop, products, latency):
    """Pressed twice, the button of one line takes out that line alone; and one that is being added can be taken out."""
    begin(desk, 0)
    for name in products:
        desk.locator("#item").fill(f"zz{name}")
        desk.keyboard.press("Enter")
        all_there(desk)
    slow_down(desk, latency)
    button = lines(desk).first.locator(".out")
    button.dblclick()
    expect(lines(desk)).to_have_count(2)
    expect(total(desk)).to_have_text("$20.00")
    desk.keyboard.type("zzapple")
    desk.keyboard.press("Enter")
    desk.locator(".line").last.locator(".out").click()
    take(desk)
    assert ordered(shop, desk) == {products["berry"]: 1, products["cherry"]: 1}


@pytest.mark.latency(100)
def test_what_is_not_found_says_so_in_its_line(desk, shop, products, axe):
    """The order is not taken without it; the line can be taken out."""
    begin(desk, 100)
    desk.keyboard.type("zzqqq")
    desk.keyboard.press("Enter")
    desk.keyboard.press("Enter")
    desk.keyboard.type("zzberry")
    desk.keyboard.press("Enter")
    expect(desk.locator(".line.refused")).to_contain_text("zzqqq")
    expect(lines(desk)).to_have_count(2)
    expect(desk.locator(".line.refused .why")).not_to_be_empty()
    axe(desk)
    take(desk)
    expect(desk.locator(".line.refused input")).to_be_focused()
    desk.locator(".line.refused .out").click()
    take(desk)
    assert ordered(shop, desk) == {products["berry"]: 1}


def test_an_answer_that_comes_late_brings_nothing_back(desk, shop, products):
    """An answer from before a line was taken out does not bring it back."""
    begin(desk, 0)
    for name in ("apple", "berry"):
        desk.locator("#item").fill(f"zz{name}")
        desk.keyboard.press("Enter")
        all_there(desk)
    held = []
    desk.route(f"**{ORDERS}", lambda route: held.append(route) if not held else route.continue_())
    quantity(line(desk, "Zzberry")).fill("3")
    desk.wait_for_timeout(0)
    while not held:
        desk.evaluate("0")
    line(desk, "Zzapple").locator(".out").click()
    quantity(line(desk, "Zzberry")).fill("4")
    held[0].continue_()
    expect(total(desk)).to_have_text("$40.00")
    expect(lines(desk)).to_have_count(1)
    expect(quantity(line(desk, "Zzberry"))).to_have_value("4")


@pytest.mark.parametrize("way", ["save", "leave", *nightly("add")])
@pytest.mark.latency(1000)
def test_a_stored_order_can_be_saved_as_soon_as_its_lines_change(desk, shop, products, way):
    """Before the server has answered to the line that was taken out; leaving asks."""
    order = shop.order(shop.customer("Qlines"), (products["apple"], 2), (products["berry"], 3))
    change_order(desk, order)
    save = desk.locator("#lines-form .main")
    expect(save).to_be_disabled()
    if way == "add":
        desk.locator("#item").fill("zzcherry")
        desk.keyboard.press("Enter")
    else:
        lines(desk).first.locator(".out").click()
    # Scripts do that at once.
    assert save.is_enabled()
    if way == "leave":
        desk.locator(".tabs a").first.click()
        expect(desk.locator("#leave[open]")).to_be_visible()
        return
    desk.keyboard.press("Control+s")
    expect(desk.locator("article.record")).to_be_visible()
    there = {"berry", "apple", "cherry"} if way == "add" else {"berry"}
    assert {each["product"] for each in shop.lines(order)} == {products[name] for name in there}
