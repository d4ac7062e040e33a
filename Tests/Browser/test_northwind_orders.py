"""Orders are taken, changed and shown with their lines."""

import re
from decimal import ROUND_HALF_UP, Decimal

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK
from matrix import nightly
from orders import (
    ORDERS, Shop, add_line, amount, cash_sale, change_order, choose_customer, found, line, lines, new_order, percent, quantity,
    search_item, take, taken, total)
from people import undo
from test_weight import LIMIT, sent

# A telephone in the house.
pytestmark = pytest.mark.latency(100)


@pytest.fixture
def shop(empty_shop) -> Shop:
    return empty_shop


def test_NW_6_an_order_is_taken_by_phone(any_size, shop):
    """NW-6 finds products as one types, adds up while one goes on, and saves order and lines together."""
    page = any_size
    customer = shop.customer("Zaanse Koeken")
    cheese = shop.product("Zzz Queso", 21, 22, quantityPerUnit="1 kg pkg.")
    noodles = shop.product("Zzz Noodles", 14, 26)
    new_order(page)
    choose_customer(page, "Zaanse Koeken")
    search_item(page, "zzz que")
    expect(found(page)).to_have_count(1)
    expect(found(page)).to_contain_text("$21.00")
    expect(found(page)).to_contain_text("22 in stock")
    found(page).click()
    expect(lines(page)).to_have_count(1)
    expect(quantity(line(page, "Zzz Queso"))).to_be_focused()
    quantity(line(page, "Zzz Queso")).fill("12")
    expect(amount(line(page, "Zzz Queso"))).to_have_text("$252.00")
    add_line(page, "Zzz Noodles")
    quantity(line(page, "Zzz Noodles")).fill("10")
    percent(line(page, "Zzz Noodles")).fill("5")
    expect(amount(line(page, "Zzz Noodles"))).to_have_text("$133.00")
    page.get_by_label("Freight").fill("32.40")
    expect(total(page)).to_have_text("$417.40")
    take(page)
    order = taken(page)
    assert shop.get("orders", order)["customer"] == customer
    assert shop.lines(order) == [
        {"product": cheese, "quantity": 12, "unitPrice": 21, "discount": 0},
        {"product": noodles, "quantity": 10, "unitPrice": 14, "discount": 0.05}]
    expect(page.locator("article.record #sum-due")).to_have_text("$417.40")


def test_NW_6_a_discontinued_product_is_named_instead_of_nothing(any_size, shop):
    """NW-6 says why a product that is searched for can't be added."""
    shop.product("Zzz Salmon", 10, 60, discontinued=True)
    new_order(any_size)
    search_item(any_size, "zzz salm")
    expect(any_size.locator("#found")).to_have_text("Discontinued: Zzz Salmon")


def test_NW_6_an_order_is_taken_without_scripts(plain, shop):
    """NW-6 needs no scripts: every step sends the whole order and brings it back."""
    page = plain
    customer = shop.customer("Zaanse Koeken")
    cheese = shop.product("Zzz Queso", 21, 22)
    shop.product("Zzz Noodles", 14, 26)
    new_order(page)
    choose_customer(page, "Zaanse Koeken")
    add_line(page, "Zzz Queso")
    quantity(lines(page).first).fill("3")
    add_line(page, "Zzz Noodles")
    line(page, "Zzz Queso").get_by_role("button", name="One more of Zzz Queso").click()
    expect(quantity(line(page, "Zzz Queso"))).to_have_value("4")
    expect(total(page)).to_have_text("$98.00")
    line(page, "Zzz Noodles").get_by_role("button", name="Take Zzz Noodles out").click()
    expect(lines(page)).to_have_count(1)
    percent(lines(page).first).fill("10")
    percent(lines(page).first).press("Enter")
    expect(total(page)).to_have_text("$75.60")
    take(page)
    order = taken(page)
    assert shop.get("orders", order)["customer"] == customer
    assert shop.lines(order) == [{"product": cheese, "quantity": 4, "unitPrice": 21, "discount": 0.1}]


def test_NW_6_a_customer_is_made_on_the_way(any_size, shop):
    """NW-6 makes a new customer in the middle of an order, and keeps everything typed there."""
    page = any_size
    shop.product("Zzz Queso", 21, 22)
    new_order(page)
    add_line(page, "Zzz Queso")
    quantity(lines(page).first).fill("7")
    page.locator("button.choose").filter(has_text="Choose a customer").click()
    page.get_by_role("button", name="New customer").click()
    page.get_by_label("Company name").fill("Brand New Foods")
    page.get_by_label("Phone").fill("555 0100")
    page.locator("dialog.sheet").get_by_role("button", name="Save").last.click()
    expect(page.locator("button.choose").filter(has_text="Brand New Foods")).to_be_visible()
    expect(quantity(lines(page).first)).to_have_value("7")
    take(page)
    order = shop.get("orders", taken(page))
    assert shop.get("customers", order["customer"])["phone"] == "555 0100"
    assert [each["quantity"] for each in shop.lines(order["id"])] == [7]


@pytest.mark.nightly
def test_NW_6_a_new_customer_that_is_refused_keeps_everything(phone, shop, watch):
    """NW-6 says beside the field what is wrong with a new customer, and keeps the order below."""
    watch.allow("status of 422")
    shop.product("Zzz Queso", 21, 22)
    new_order(phone)
    add_line(phone, "Zzz Queso")
    phone.locator("button.choose").filter(has_text="Choose a customer").click()
    phone.get_by_role("button", name="New customer").click()
    phone.get_by_label("Company name").fill("x" * 81)
    # As without a script, which would wait until the name is shorter.
    phone.get_by_label("Company name").evaluate(
        "it => { delete it.dataset.longest; it.dispatchEvent(new Event('input', { bubbles: true })) }")
    phone.locator("dialog.sheet").get_by_role("button", name="Save").last.click()
    expect(phone.locator("dialog .err")).to_be_visible()
    phone.locator("dialog.sheet").get_by_role("button", name="Cancel").click()
    expect(phone.locator("form#n")).to_have_count(0)
    expect(lines(phone)).to_have_count(1)


@pytest.mark.nightly
def test_NW_6_an_order_without_lines_is_not_taken(any_size, shop, watch):
    """NW-6 refuses an order without lines, and says what to do."""
    watch.allow("status of 422")
    before = len(shop.orders())
    shop.customer("Zaanse Koeken")
    new_order(any_size)
    choose_customer(any_size, "Zaanse Koeken")
    take(any_size)
    expect(any_size.get_by_text("add at least one line")).to_be_visible()
    expect(any_size.locator("button.choose").filter(has_text="Zaanse Koeken")).to_be_visible()
    assert len(shop.orders()) == before


@pytest.mark.nightly
def test_NW_6_what_is_wrong_stands_beside_its_line(any_size, shop, watch):
    """NW-6 keeps what was typed and says beside each line what is wrong with it; nothing is saved."""
    watch.allow("status of 422")
    before = len(shop.orders())
    shop.product("Zzz Queso", 21, 22)
    shop.product("Zzz Noodles", 14, 26)
    new_order(any_size)
    add_line(any_size, "Zzz Queso")
    add_line(any_size, "Zzz Noodles")
    quantity(line(any_size, "Zzz Queso")).fill("0")
    percent(line(any_size, "Zzz Noodles")).fill("101")
    take(any_size)
    expect(line(any_size, "Zzz Queso").locator(".err")).to_contain_text("Quantity: This has to be at least 1")
    expect(line(any_size, "Zzz Noodles").locator(".err")).to_contain_text("Discount: This has to be at most 100")
    expect(quantity(line(any_size, "Zzz Queso"))).to_have_value("0")
    expect(percent(line(any_size, "Zzz Noodles"))).to_have_value("101")
    assert len(shop.orders()) == before


@pytest.mark.nightly
def test_NW_6_a_product_deleted_meanwhile_keeps_the_order_from_being_saved(desk, shop, watch):
    """NW-6 saves all of an order or nothing: a line whose product is gone is named, the others stay typed."""
    watch.allow("status of 422")
    before = len(shop.orders())
    shop.product("Zzz Queso", 21, 22)
    noodles = shop.product("Zzz Noodles", 14, 26)
    new_order(desk)
    cash_sale(desk)
    add_line(desk, "Zzz Queso")
    add_line(desk, "Zzz Noodles")
    shop.delete("products", noodles)
    take(desk)
    expect(line(desk, "Zzz Noodles").locator(".err")).to_contain_text("deleted this meanwhile")
    assert len(shop.orders()) == before
    desk.get_by_role("button", name="Take Zzz Noodles out").click()
    expect(lines(desk)).to_have_count(1)
    take(desk)
    assert len(shop.lines(taken(desk))) == 1


def test_NW_6_a_line_keeps_the_price_that_was_shown(desk, shop):
    """NW-6 keeps the price a customer was told when the product's price changes meanwhile, and says so."""
    cheese = shop.product("Zzz Queso", 21, 22)
    new_order(desk)
    cash_sale(desk)
    add_line(desk, "Zzz Queso")
    shop.change("products", cheese, unitPrice=25)
    quantity(lines(desk).first).fill("2")
    expect(lines(desk).first).to_contain_text("The price is $25.00 by now; this line keeps $21.00.")
    expect(total(desk)).to_have_text("$42.00")
    take(desk)
    assert shop.lines(taken(desk))[0]["unitPrice"] == 21
    expect(desk.locator("article.record .line")).to_contain_text("this line keeps $21.00")


def test_NW_6_more_than_is_free_is_told(any_size, shop):
    """NW-6 shows what others have reserved, and warns of lines that ask for more than is free."""
    customer = shop.customer("Zaanse Koeken")
    cheese = shop.product("Zzz Mozzarella", 34.8, 14)
    shop.order(customer, (cheese, 10))
    new_order(any_size)
    search_item(any_size, "zzz moz")
    expect(found(any_size)).to_contain_text("14 in stock")
    expect(found(any_size)).to_contain_text("10 reserved")
    expect(found(any_size)).to_contain_text("4 free")
    found(any_size).click()
    quantity(lines(any_size).first).fill("6")
    expect(lines(any_size).first).to_contain_text("Only 4 free")
    expect(any_size.locator("#shortage")).to_have_text("One line lacks 2")
    quantity(lines(any_size).first).fill("4")
    expect(any_size.locator("#shortage")).to_have_text("")


def test_NW_6_the_script_counts_as_the_server_does(desk, shop):
    """NW-6 shows the same sums by script and by the server, to the cent, also where a discount leaves halves."""
    prices = [("0.35", 3, 5), ("19.99", 7, 15), ("1234.55", 11, 3), ("0.01", 1, 50), ("0.05", 1, 10)]
    for index, (price, _, _) in enumerate(prices):
        shop.product(f"Zzz {index}", float(price), 1000)
    new_order(desk)
    cash_sale(desk)
    expected = Decimal(0)
    for index, (price, count, off) in enumerate(prices):
        add_line(desk, f"Zzz {index}")
        quantity(line(desk, f"Zzz {index}")).fill(str(count))
        percent(line(desk, f"Zzz {index}")).fill(str(off))
        due = (Decimal(price) * count * (100 - off) / 100).quantize(Decimal("0.01"), ROUND_HALF_UP)
        expect(amount(line(desk, f"Zzz {index}"))).to_have_text(f"${due:,}")
        expected += due
    expect(total(desk)).to_have_text(f"${expected:,}")
    take(desk)
    taken(desk)
    expect(desk.locator("article.record #sum-due")).to_have_text(f"${expected:,}")


def test_NW_6_a_whole_order_by_keyboard(desk, shop):
    """NW-6 adds what was found first by Return, and goes from its quantity back to the search by Return."""
    shop.product("Zzz Queso", 21, 22)
    shop.product("Zzz Noodles", 14, 26)
    new_order(desk)
    desk.locator("#item").fill("zzz que")
    desk.keyboard.press("Enter")
    expect(quantity(line(desk, "Zzz Queso"))).to_be_focused()
    desk.keyboard.type("12")
    desk.keyboard.press("Enter")
    expect(desk.locator("#item")).to_be_focused()
    desk.keyboard.type("zzz noo")
    desk.keyboard.press("Enter")
    expect(quantity(line(desk, "Zzz Noodles"))).to_be_focused()
    expect(quantity(line(desk, "Zzz Queso"))).to_have_value("12")
    expect(total(desk)).to_have_text("$266.00")


def test_NW_6_an_order_is_changed_as_one_deed(any_size, shop):
    """NW-6 changes, adds and takes out lines in one change set, which can be undone as a whole."""
    page = any_size
    customer = shop.customer("Zaanse Koeken")
    cheese, noodles, tea = (shop.product(f"Zzz {name}", 10, 50) for name in ("Queso", "Noodles", "Tea"))
    order = shop.order(customer, (cheese, 2), (noodles, 3))
    before = shop.lines(order)
    change_order(page, order)
    quantity(line(page, "Zzz Queso")).fill("5")
    page.get_by_role("button", name="Take Zzz Noodles out").click()
    expect(lines(page)).to_have_count(1)
    add_line(page, "Zzz Tea")
    take(page)
    assert taken(page) == order
    assert [(each["product"], each["quantity"]) for each in shop.lines(order)] == [(cheese, 5), (tea, 1)]
    undo(page)
    expect(page.locator("article.record .line")).to_have_count(2)
    assert shop.lines(order) == before


@pytest.mark.nightly
def test_NW_6_the_lines_of_a_shipped_order_stay_as_they_are(any_size, shop):
    """NW-6 shows the lines of a shipped order without anything to change them by, and says why."""
    cheese = shop.product("Zzz Queso", 10, 50)
    order = shop.order(shop.customer("Zaanse Koeken"), (cheese, 2))
    shop.ship(order, "2026-05-08")
    change_order(any_size, order)
    expect(any_size.get_by_text("its lines can't be changed any more")).to_be_visible()
    expect(lines(any_size)).to_have_count(1)
    expect(any_size.locator("#lines input:not([type=hidden]), #lines button, #item")).to_have_count(0)


def test_NW_6_two_windows_change_the_same_order(open_page, shop, watch):
    """NW-6 tells who saves second what the other one did, keeps what was typed, and saves it when it is sent again."""
    watch.allow("status of 409")
    cheese, tea = shop.product("Zzz Queso", 10, 50), shop.product("Zzz Tea", 10, 50)
    order = shop.order(shop.customer("Zaanse Koeken"), (cheese, 2))
    one, other = open_page(DESK), open_page(DESK)
    change_order(one, order)
    change_order(other, order)
    quantity(lines(one).first).fill("5")
    add_line(one, "Zzz Tea")
    quantity(lines(other).first).fill("7")
    take(one)
    taken(one)
    take(other)
    expect(other.get_by_text("Somebody else saved this meanwhile")).to_be_visible()
    expect(line(other, "Zzz Queso")).to_contain_text("in another window meanwhile, to 5")
    expect(line(other, "Zzz Tea")).to_contain_text("Added in another window")
    expect(quantity(line(other, "Zzz Queso"))).to_have_value("7")
    take(other)
    expect(other.locator("article.record")).to_be_visible()
    assert [(each["product"], each["quantity"]) for each in shop.lines(order)] == [(cheese, 7), (tea, 1)]


def test_NW_6_an_order_being_changed_says_what_somebody_else_has_changed(any_size, shop):
    """NW-6 names the field that is being typed in and was saved meanwhile, before anything is sent."""
    page = any_size
    order = shop.order(shop.customer("Zaanse Koeken"), (shop.product("Zzz Queso"), 2))
    change_order(page, order)
    page.get_by_label("Payment terms in days").fill("14")
    shop.change("orders", order, paymentDays=60)
    expect(page.locator("#lines-form .meanwhile")).to_contain_text("Changed by somebody else: Payment terms in days “60”")
    expect(page.get_by_label("Payment terms in days")).to_have_value("14")


@pytest.mark.nightly
def test_NW_6_leaving_a_begun_order_asks_first(desk, shop):
    """NW-6 asks before a begun order is thrown away."""
    shop.product("Zzz Queso", 10, 50)
    new_order(desk)
    add_line(desk, "Zzz Queso")
    desk.get_by_role("link", name="Discard").click()
    expect(desk.locator("#leave")).to_be_visible()
    desk.get_by_role("button", name="Keep editing").click()
    expect(lines(desk)).to_have_count(1)


def test_NW_6_everybody_can_use_the_screens(each_size, shop, axe):
    """The form, with lines and something found, the order's page and its invoice keep the rules of accessibility."""
    cheese, tea = shop.product("Zzz Queso", 10, 3), shop.product("Zzz Tea", 10, 50)
    order = shop.order(shop.customer("Zaanse Koeken"), (cheese, 2), (tea, 1, 10, 0.05))
    new_order(each_size)
    axe(each_size)
    change_order(each_size, order)
    quantity(line(each_size, "Zzz Queso")).fill("9")
    expect(each_size.locator("#shortage")).not_to_have_text("")
    search_item(each_size, "zzz")
    expect(found(each_size)).to_have_count(2)
    axe(each_size)
    take(each_size)
    taken(each_size)
    axe(each_size)
    each_size.goto(f"{ORDERS}/{order}/invoice")
    axe(each_size)


@pytest.mark.nightly
def test_an_order_is_light(phone, shop):
    """HTML, style and script of an order's pages are under 60 KB together."""
    products = [shop.product(f"Zzz {index}", 10, 50) for index in range(8)]
    order = shop.order(shop.customer("Zaanse Koeken"), *((product, 2) for product in products))
    for path in (f"{ORDERS}/new", f"{ORDERS}/{order}", f"{ORDERS}/{order}/edit", f"{ORDERS}/{order}/invoice"):
        page = phone.context.new_page()
        sizes = []
        page.on("response", lambda response: sizes.append(response) if response.request.resource_type in (
            "document", "stylesheet", "script") else None)
        page.goto(path)
        page.wait_for_load_state("load")
        weights = {each.url: sent(each) for each in sizes}
        assert sum(weights.values()) < LIMIT, weights
        page.close()


def pages_of(page: Page, size: str) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=size)))


@pytest.mark.parametrize("size", ["A4", *nightly("Letter")])
def test_NW_13_an_invoice_is_one_page(desk, shop, size):
    """NW-13 prints an order as an invoice on one page: sender, recipient, lines, totals."""
    products = [shop.product(f"Zzz {index}", 10.5, 50, quantityPerUnit="10 boxes") for index in range(12)]
    order = shop.order(
        shop.customer("Zaanse Koeken"), *((product, 3, 10.5, 0.1) for product in products), freight=32.4,
        shipName="Zaanse Koeken", shipAddress="Verkoop 1", shipCity="Zaandam")
    desk.goto(f"{ORDERS}/{order}")
    desk.get_by_role("link", name="Make the invoice").click()
    desk.locator(".sheet").get_by_role("button", name="Make the invoice").click()
    expect(desk.get_by_role("heading", name=re.compile(r"^Invoice No\. \d+$"))).to_be_visible()
    number = shop.get("orders", order)["invoiceNumber"]
    expect(desk.get_by_role("heading", name=f"Invoice No. {number}", exact=True)).to_be_visible()
    expect(desk.locator(".parties")).to_contain_text("Due date")
    expect(desk.locator(".parties")).to_contain_text("Zaandam")
    expect(desk.locator("tbody tr")).to_have_count(12)
    expect(desk.locator("tbody tr").first.locator("td")).to_have_text(
        ["Zzz 010 boxes", "3", "$10.50", "10 %", "$28.35"])
    expect(desk.locator("#sum-due")).to_have_text("$372.60")
    assert pages_of(desk, size) == 1


@pytest.mark.nightly
@pytest.mark.parametrize("size", ["Letter", *nightly("A4")])
def test_NW_13_an_invoice_of_25_lines_is_one_page(desk, shop, size):
    """NW-13 prints an order as long as the newest one on one page, and numbers the pages of longer ones."""
    products = [shop.product(f"Zzz {index}", 10.5, 50, quantityPerUnit="10 boxes") for index in range(25)]
    order = shop.order(
        shop.customer("Zaanse Koeken"), *((product, 3, 10.5, 0.1) for product in products), freight=32.4, taxRate=21,
        shipName="Zaanse Koeken", shipAddress="Verkoop 1", shipCity="Zaandam")
    desk.goto(f"{ORDERS}/{order}/invoice")
    assert pages_of(desk, size) == 1
    rules = desk.evaluate("""[...document.styleSheets].flatMap(sheet => [...sheet.cssRules])
        .flatMap(rule => rule instanceof CSSLayerBlockRule ? [...rule.cssRules] : rule)
        .filter(rule => rule instanceof CSSPageRule).map(rule => rule.cssText).join()""")
    assert "counter(pages)" in rules


def test_NW_13_a_long_invoice_goes_on(desk, shop):
    """NW-13 lets a long order flow over several pages, with the table's head on each."""
    products = [shop.product(f"Zzz {index}", 10.5, 50) for index in range(60)]
    order = shop.order(shop.customer("Zaanse Koeken"), *((product, 3) for product in products))
    desk.goto(f"{ORDERS}/{order}/invoice")
    assert 2 <= pages_of(desk, "A4") <= 4
    assert desk.locator("thead").evaluate("it => getComputedStyle(it).display") == "table-header-group"


def test_NW_13_printing_is_one_press(desk, shop):
    """NW-13 has a button that prints where scripts run, and shows nothing but the invoice on paper."""
    order = shop.order(shop.customer("Zaanse Koeken"), (shop.product("Zzz Queso"), 2))
    desk.goto(f"{ORDERS}/{order}/invoice")
    desk.evaluate("() => { window.print = () => { window.printed = true } }")
    desk.get_by_role("button", name="Print").click()
    assert desk.evaluate("window.printed")
    desk.emulate_media(media="print")
    expect(desk.locator(".tabs")).to_be_hidden()
    expect(desk.locator(".bar")).to_be_hidden()
    expect(desk.locator(".sheet-a4")).to_be_visible()


@pytest.mark.nightly
def test_NW_6_an_order_needs_a_customer_or_is_a_cash_sale(any_size, shop, watch):
    """NW-6 says what is missing beside the field, keeps the lines, and takes the order once it is a cash sale."""
    watch.allow("status of 422")
    page = any_size
    shop.product("Zzz Queso", 21, 22)
    new_order(page)
    add_line(page, "Zzz Queso")
    take(page)
    expect(page.get_by_text("Choose the customer, or mark the order as a cash sale.")).to_be_visible()
    expect(lines(page)).to_have_count(1)
    cash_sale(page)
    take(page)
    assert shop.get("orders", taken(page))["cashSale"] is True


def test_NW_6_an_open_order_follows_the_stock(any_size, shop):
    """NW-6 says how many are left while the order is being taken, and leaves alone what is typed."""
    page = any_size
    queso = shop.product("Zzz Queso", 21, 22)
    new_order(page)
    add_line(page, "Zzz Queso")
    # The symbols of a line come with it.
    symbols = line(page, "Zzz Queso").locator("use").evaluate_all("all => all.map(it => it.getAttribute('href'))")
    assert all(page.locator(symbol).count() == 1 for symbol in symbols), symbols
    quantity(line(page, "Zzz Queso")).fill("5")
    expect(line(page, "Zzz Queso")).to_contain_text("22 in stock")
    shop.change("products", queso, unitsInStock=3)
    expect(line(page, "Zzz Queso")).to_contain_text("Only 3 free")
    expect(quantity(line(page, "Zzz Queso"))).to_have_value("5")
