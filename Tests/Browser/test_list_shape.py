"""Lists in any shape: filters, order, columns, groups and layouts, kept as views."""

import csv
import io
import sqlite3
import zipfile
from contextlib import closing
from datetime import date, datetime, timedelta
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from orders import ORDERS, Shop
from people import rows
from presses import Presses
from travellers import CITIES
from watch import Watch

LAST_MONTH = date.today().replace(day=1) - timedelta(days=1)


def sheet(page: Page) -> Locator:
    return page.locator(".sheet.shaping")


def titles(page: Page) -> list[str]:
    return [row.locator(".v").first.inner_text() for row in rows(page).all()]


@pytest.fixture
def shop(empty_shop) -> Shop:
    """Orders of two customers, three of them of last month, of which one is shipped."""
    shop = empty_shop
    tea = shop.product("Tea", 10, 500)
    shop.alfred, shop.zoe = shop.customer("Alfreds Futterkiste", country="Germany"), shop.customer("Zoé", country="France")
    later = (date.today() + timedelta(days=90)).isoformat()
    for customer, quantity, day in [
        (shop.alfred, 1, LAST_MONTH), (shop.zoe, 7, LAST_MONTH.replace(day=1)), (shop.alfred, 3, date.today()),
        (shop.zoe, 2, LAST_MONTH.replace(day=1) - timedelta(days=1)),
    ]:
        shop.order(customer, (tea, quantity), orderDate=day.isoformat(), requiredDate=later)
    shop.ship(shop.order(shop.alfred, (tea, 4), orderDate=LAST_MONTH.isoformat()), date.today().isoformat())
    return shop


def test_open_orders_of_last_month_by_amount_are_kept_as_a_view_in_six_presses(each_size, shop, axe):
    """Subset, filter, field, period, order, keep: the view is a tab then, and opens to the same orders."""
    page = each_size
    page.goto(ORDERS)
    press = Presses(page)
    press.on(page.locator(".list").get_by_role("link", name="New", exact=True))
    press.on(page.locator(".list").get_by_role("link", name="Filter", exact=True))
    axe(page)
    press.on(sheet(page).get_by_role("link", name="Order date"))
    axe(page)
    press.on(sheet(page).get_by_role("link", name="Last month"))
    axe(page)
    press.choose(sheet(page).get_by_label("Sort by"), label="Total, descending")
    expect(sheet(page).get_by_label("Name of the view")).to_have_value("New, Order date: last month")
    press.on(sheet(page).get_by_role("button", name="Keep the view"))
    expect(rows(page)).to_have_count(2)
    assert titles(page) == ["$70.00", "$10.00"]
    axe(page)
    # Anybody who opens the list finds the view there.
    page.goto(ORDERS)
    expect(rows(page)).to_have_count(5)
    page.goto(f"{ORDERS}/view")
    sheet(page).get_by_role("link", name="New, Order date: last month", exact=True).click()
    assert titles(page) == ["$70.00", "$10.00"]


def test_the_name_of_a_view_that_is_too_long_says_so_and_is_kept(any_size, shop, watch):
    page = any_size
    watch.allow("status of 422")
    page.goto(f"{ORDERS}/view")
    name = sheet(page).get_by_label("Name of the view")
    name.fill("z" * 103)
    expect(sheet(page).get_by_text("3 more than the 100 characters that fit")).to_be_visible()
    sheet(page).get_by_role("button", name="Keep the view").click()
    expect(sheet(page).get_by_role("alert")).to_contain_text("A name has 1 to 100 characters.")
    expect(name).to_have_value("z" * 103)


def test_a_view_is_pinned_renamed_and_deleted(each_size, shop, axe):
    page = each_size
    page.goto(f"{ORDERS}/view?where={quote('customer:in:' + str(shop.zoe))}")
    sheet(page).get_by_label("Name of the view").fill("Zoé's")
    sheet(page).get_by_label("As a tab").check()
    sheet(page).get_by_role("button", name="Keep the view").click()
    expect(rows(page)).to_have_count(2)
    is_phone = page.viewport_size["width"] < 900
    page.goto("/northwind/more" if is_phone else "/northwind/products")
    place = page.locator("main") if is_phone else page.locator("nav.tabs")
    place.get_by_role("link", name="Zoé's").click()
    expect(rows(page)).to_have_count(2)
    if not is_phone:
        expect(place.locator("[aria-current=page]")).to_have_text("Zoé's")
    page.goto(f"{ORDERS}/view")
    sheet(page).get_by_role("link", name="Change Zoé's").click()
    axe(page)
    sheet(page).get_by_label("Name of the view").fill("French")
    sheet(page).get_by_label("As a tab").uncheck()
    sheet(page).get_by_role("button", name="Done").click()
    expect(sheet(page).get_by_role("link", name="French", exact=True)).to_be_visible()
    sheet(page).get_by_role("link", name="Change French").click()
    sheet(page).get_by_role("button", name="Delete the view").click()
    expect(page.locator(".undo")).to_contain_text("Deleted the view French")
    page.goto(f"{ORDERS}/view")
    expect(sheet(page).get_by_text("Saved views")).to_have_count(0)


@pytest.mark.nightly
def test_facets_are_exact(any_size, shop):
    """The numbers beside the values are those of SQL."""
    page = any_size
    page.goto(f"{ORDERS}/filter?field=customer&where={quote('orderDate:during:last-month')}")
    with closing(sqlite3.connect(shop.server.data / "northwind.sqlite")) as database:
        expected = database.execute(
            "SELECT c.company_name, count(*) FROM orders o JOIN customers c ON c.id = o.customer_id"
            " WHERE o.order_date BETWEEN ? AND ? GROUP BY c.id ORDER BY count(*) DESC",
            (LAST_MONTH.replace(day=1).isoformat(), LAST_MONTH.isoformat())).fetchall()
    assert [
        (row.locator(".t").inner_text(), int(row.locator(".v").inner_text())) for row in sheet(page).locator("a.row").all()
        if row.locator(".v").count()
    ] == expected


def test_conditions_are_pointed_at_in_groups_without_scripts(plain, shop, watch: Watch):
    """Two conditions of which one has to hold, within one that has to: five forms and links."""
    page = plain
    watch.allow("status of 422")
    page.goto(ORDERS)
    page.locator(".list").get_by_role("link", name="Filter", exact=True).click()
    sheet(page).get_by_role("link", name="Freight").click()
    sheet(page).get_by_label("Comparison").select_option(label="is at least")
    sheet(page).get_by_label("Value").fill("zero")
    sheet(page).get_by_role("button", name="Done").click()
    expect(sheet(page).locator(".err, [aria-invalid=true]").first).to_be_visible()
    sheet(page).get_by_label("Value").fill("0")
    sheet(page).get_by_role("button", name="Done").click()
    sheet(page).get_by_role("link", name="Add a group: any of them").click()
    sheet(page).get_by_role("link", name="Customer").click()
    sheet(page).get_by_role("link", name="Zoé").click()
    sheet(page).get_by_role("button", name="Done").or_(sheet(page).get_by_role("link", name="Done")).click()
    sheet(page).get_by_role("link", name="Add a condition").click()
    sheet(page).get_by_role("link", name="State").click()
    sheet(page).get_by_role("link", name="Shipped").click()
    sheet(page).get_by_role("link", name="Done").click()
    expect(sheet(page)).to_contain_text("At least one of these")
    sheet(page).get_by_role("button", name="Done").click()
    expect(rows(page)).to_have_count(3)
    expect(page.locator(".chips")).to_contain_text("Customer: Zoé or State: Shipped")
    # What it was opened from is there again after a record.
    rows(page).first.click()
    page.locator("article.record, .col.record").get_by_role("link").first.wait_for()
    page.go_back(wait_until="commit")
    expect(rows(page)).to_have_count(3)


def test_a_table_has_chosen_columns_in_an_order_and_groups(each_size, shop, axe):
    page = each_size
    page.goto(f"{ORDERS}/columns")
    axe(page)
    sheet(page).get_by_role("link", name="Columns of Customer").click()
    sheet(page).get_by_role("link", name="Country").click()
    sheet(page).get_by_role("link", name="Move Customer · Country up").click()
    sheet(page).get_by_role("link", name="Done").click()
    table = page.get_by_role("table")
    expect(table).to_contain_text("France")
    if page.viewport_size["width"] >= 900:
        names = table.get_by_role("columnheader").all_inner_texts()
        assert [name.split("\n")[0] for name in names][-2:] == ["Customer · Country", "State"], names
        table.get_by_role("columnheader").get_by_role("link", name="Total").click()
        expect(page.locator("#count")).to_contain_text("Total")
    page.goto(f"{ORDERS}?layout=table&group=customer&sort=-total")
    expect(page.get_by_role("rowheader")).to_have_text(["Alfreds Futterkiste 3 orders", "Zoé 2 orders"])
    axe(page)
    page.get_by_role("table").get_by_role("link").last.click()
    expect(page.locator("article.record")).to_be_visible()


def test_what_is_shown_is_exported_as_a_spreadsheet_and_as_text(any_size, shop):
    page = any_size
    page.goto(f"{ORDERS}/view?where={quote(f'customer:in:{shop.zoe}')}&sort=-total")
    with page.expect_download() as download:
        sheet(page).get_by_role("link", name="Excel").click()
    assert download.value.suggested_filename == "orders.xlsx"
    with zipfile.ZipFile(download.value.path()) as book:
        assert book.testzip() is None
        text = book.read("xl/worksheets/sheet1.xml").decode()
    assert text.count("<row ") == 3 and "Zoé" in text and "<v>70.00</v>" in text
    with page.expect_download() as download:
        sheet(page).get_by_role("link", name="CSV", exact=True).click()
    lines = list(csv.DictReader(io.StringIO(download.value.path().read_text())))
    assert [(line["Customer"], line["Total"]) for line in lines] == [("Zoé", "70.00"), ("Zoé", "20.00")]
    with page.expect_download() as download:
        sheet(page).get_by_role("link", name="CSV with numbers").click()
    lines = list(csv.DictReader(io.StringIO(download.value.path().read_text())))
    assert [line["Customer"] for line in lines] == [str(shop.zoe)] * 2


@pytest.mark.nightly
def test_the_filter_holds_for_several_records_and_for_an_earlier_time(any_size, shop):
    page = any_size
    page.goto(f"{ORDERS}?where={quote(f'customer:in:{shop.zoe}')}")
    page.get_by_role("link", name="Change several").click()
    expect(page.get_by_text("All: 2 orders")).to_be_visible()
    page.goto(f"{ORDERS}/view?where={quote(f'customer:in:{shop.zoe}')}")
    sheet(page).get_by_role("link", name="As it was at an earlier time").click()
    # The field has whole seconds: the next one is after the orders were made.
    moment = datetime.now() + timedelta(seconds=1)
    page.get_by_label("Show the cards as they were at").fill(f"{moment:%Y-%m-%dT%H:%M:%S}")
    page.locator("#moment").get_by_role("button").click()
    expect(page.locator(".past")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Customer: Zoé")
    expect(page.locator("main")).to_contain_text("2 orders")


@pytest.mark.nightly
def test_an_address_that_is_not_understood_says_so(any_size, shop):
    page = any_size
    page.goto(f"{ORDERS}?where={quote('colour:eq:red')}&sort=nothing&columns=x&group=y")
    expect(rows(page)).to_have_count(5)
    expect(page.locator(".chip")).to_contain_text("Not understood: colour:eq:red")
    page.locator(".chip").get_by_role("link").click()
    expect(page.locator(".chip")).to_have_count(0)
    assert "where" not in urlsplit(page.url).query


@pytest.mark.nightly
def test_the_value_of_a_condition_can_be_typed_at_once(desk, shop):
    """The field has the focus once what is compared is chosen."""
    desk.goto("/northwind/orders/filter")
    sheet(desk).get_by_role("link", name="Ship city").click()
    expect(sheet(desk).get_by_label("Value")).to_be_focused()


@pytest.mark.nightly
def test_a_table_is_filtered_by_pointing_and_kept(each_size, travels, axe):
    """Travellers: the filters above the columns go on to hold beside conditions."""
    page = each_size
    anna, bob = travels.add_user("Anna"), travels.add_user("Bob")
    for name, user in [("Berlin", anna), ("Bonn", bob), ("Paris", anna)]:
        travels.add_city(name, user)
    page.goto(CITIES)
    page.locator(".shape").get_by_role("link", name="More filters", exact=True).click()
    axe(page)
    sheet(page).get_by_role("link", name="City").click()
    sheet(page).get_by_label("Comparison").select_option(label="begins with")
    sheet(page).get_by_label("Value").fill("b")
    sheet(page).get_by_role("button", name="Done").click()
    sheet(page).get_by_role("button", name="Done").click()
    expect(page.locator("#count")).to_contain_text("2 cities")
    axe(page)
    page.goto(f"{CITIES}?user=Anna&where={quote('name:prefix:b')}")
    expect(page.locator("#count")).to_contain_text("1 city")
    page.locator(".shape").get_by_role("link", name="View", exact=True).click()
    sheet(page).get_by_label("Name of the view").fill("Anna's B")
    sheet(page).get_by_role("button", name="Keep the view").click()
    expect(page.locator("#count")).to_contain_text("1 city")
    page.goto(f"{CITIES}/view")
    sheet(page).get_by_role("link", name="Anna's B", exact=True).click()
    expect(page.locator("#count")).to_contain_text("1 city")
    page.goto(f"{CITIES}/view")
    sheet(page).get_by_role("link", name="Change Anna's B").click()
    sheet(page).get_by_role("button", name="Delete the view").click()
    expect(page.locator(".undo")).to_contain_text("Deleted the view")


def test_a_table_has_the_layouts_of_lists(each_size, travels, axe):
    """Travellers: a board, chosen columns with groups and several orders; its own filters and table remain."""
    page = each_size
    anna, bob = travels.add_user("Anna"), travels.add_user("Bob")
    for name, user in [("Berlin", anna), ("Bonn", bob), ("Paris", anna)]:
        travels.add_city(name, user)
    page.goto(f"{CITIES}?name=b")
    page.locator(".shape").get_by_role("link", name="View", exact=True).click()
    sheet(page).get_by_label("Show as").select_option(label="Board by User")
    sheet(page).get_by_role("button", name="Done").click()
    expect(page.locator(".chip")).to_contain_text("City contains “b”")
    expect(page.locator(".board")).to_contain_text("Berlin")
    expect(page.locator(".board")).not_to_contain_text("Paris")
    axe(page)
    page.locator(".chip").get_by_role("link", name="Remove City").click()
    expect(page.locator(".board")).to_contain_text("Paris")
    page.locator(".shape").get_by_role("link", name="View", exact=True).click()
    sheet(page).get_by_label("Show as").select_option(label="Table")
    sheet(page).get_by_label("Group by").select_option(label="User")
    sheet(page).get_by_label("Sort by").select_option(label="City, descending")
    sheet(page).get_by_label("Then by").first.select_option(label="No., ascending")
    sheet(page).get_by_role("button", name="Done").click()
    expect(page.locator(".grid .heads")).to_have_text(["Anna 2 cities", "Bob 1 city"])
    expect(page.locator(".grid td[data-label=City]")).to_have_text(["Paris", "Berlin", "Bonn"])
    axe(page)
    page.locator(".grid tr", has_text="Bonn").locator(".no a").click()
    expect(page.locator("#f-user")).to_be_attached()


@pytest.mark.nightly
def test_a_tables_cells_are_changed_in_place(desk, travels):
    """Travellers: a cell of chosen columns is saved like a row."""
    anna, bob = travels.add_user("Anna"), travels.add_user("Bob")
    city = travels.add_city("Berlin", anna)
    desk.goto(f"{CITIES}?layout=table&columns=id,name,user")
    user = cell(desk, "Berlin", "User")
    user.click()
    desk.keyboard.press("Enter")
    user.get_by_role("combobox").fill("bo")
    expect(desk.locator("#cell-options")).not_to_contain_text("Anna")
    desk.keyboard.press("Enter")
    expect(user).to_have_text("Bob")
    expect(desk.locator("body > .undo")).to_be_visible()
    assert travels.get("cities", city)["user"] == bob


def cell(page: Page, title: str, label: str) -> Locator:
    return page.locator(".grid tr", has_text=title).locator(f"td[data-label='{label}']")


def test_cells_are_changed_in_place_by_keyboard(desk, shop, axe, watch: Watch):
    """Arrows, Enter, Tab and Escape; the change can be undone."""
    page = desk
    watch.allow("status of 422")
    cup = shop.product("Cup", 5, 20)
    page.goto("/northwind/products?layout=table&columns=name,unitPrice,unitsInStock&sort=name")
    page.get_by_role("gridcell").get_by_role("link", name="Cup").focus()
    page.keyboard.press("ArrowRight")
    expect(cell(page, "Cup", "Unit price")).to_be_focused()
    page.keyboard.press("Enter")
    price = cell(page, "Cup", "Unit price").get_by_role("textbox")
    expect(price).to_be_focused()
    axe(page)
    price.fill("many")
    page.keyboard.press("Enter")
    # The reason stands in the cell; Return there goes on with what was typed.
    expect(cell(page, "Cup", "Unit price").locator(".err")).to_be_visible()
    assert shop.get("products", cup)["unitPrice"] == 5
    cell(page, "Cup", "Unit price").click()
    page.keyboard.press("Enter")
    expect(price).to_have_value("many")
    price.fill("6.50")
    page.keyboard.press("Tab")
    expect(cell(page, "Cup", "Unit price")).to_have_text("$6.50")
    assert shop.get("products", cup)["unitPrice"] == 6.5
    expect(cell(page, "Cup", "Units in stock")).to_be_focused()
    page.keyboard.press("7")
    stock = cell(page, "Cup", "Units in stock").locator("input:not([type=hidden])")
    expect(stock).to_have_value("7")
    page.keyboard.press("Escape")
    expect(cell(page, "Cup", "Units in stock")).to_have_text("20")
    expect(cell(page, "Cup", "Units in stock")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(cell(page, "Tea", "Units in stock")).to_be_focused()
    page.locator("body > .undo").get_by_role("button", name="Undo").click()
    expect(cell(page, "Cup", "Unit price")).to_have_text("$5.00")


def test_a_cell_that_somebody_else_changed_meanwhile_asks(desk, shop, watch: Watch):
    page = desk
    watch.allow("status of 409")
    cup = shop.product("Cup", 5, 20)
    page.goto("/northwind/products?layout=table&columns=name,unitPrice&sort=name")
    cell(page, "Cup", "Unit price").dblclick()
    price = cell(page, "Cup", "Unit price").get_by_role("textbox")
    price.fill("6")
    shop.change("products", cup, unitPrice=7)
    page.keyboard.press("Enter")
    expect(cell(page, "Cup", "Unit price")).to_have_attribute("aria-invalid", "true")
    expect(cell(page, "Cup", "Unit price")).to_contain_text("6")
    cell(page, "Cup", "Unit price").click()
    page.keyboard.press("Enter")
    expect(page.locator(".sheet[open]")).to_contain_text("was saved in another window")
    assert shop.get("products", cup)["unitPrice"] == 7


PRICES = "/northwind/products?layout=table&columns=name,category,unitPrice,unitsInStock&sort=name"


def test_a_relationships_cell_finds_records(desk, shop, axe):
    page = desk
    *_, teas = [shop.add("categories", name=name) for name in ("Coffees", "Dairy", "Teas")]
    cup = shop.product("Cup", 5, 20)
    page.goto(PRICES)
    cell(page, "Cup", "Category").click()
    page.keyboard.press("Enter")
    box = page.get_by_role("combobox", name="Category – Cup")
    expect(box).to_be_focused()
    expect(page.get_by_role("option")).to_have_text(["None", "Coffees", "Dairy", "Teas"])
    axe(page)
    box.fill("te")
    expect(page.get_by_role("option")).to_have_text(["Teas"])
    page.keyboard.press("Enter")
    expect(cell(page, "Cup", "Category")).to_have_text("Teas")
    expect(page.locator("[data-typed]")).to_have_count(0)
    assert shop.get("products", cup)["category"] == teas
    tea = page.locator(".grid tr", has=page.get_by_role("link", name="Tea", exact=True))
    expect(tea.locator("td[data-label=Category]")).to_be_focused()
    # The arrows choose another one.
    cell(page, "Cup", "Category").dblclick()
    expect(page.get_by_role("option", selected=True)).to_have_text("Teas")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    expect(cell(page, "Cup", "Category")).to_have_text("Dairy")


def paste(page: Page, text: str) -> None:
    page.evaluate("""text => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', text)
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }""", text)


def test_blocks_of_cells_are_copied_and_pasted_as_one_change(desk, shop, axe, watch: Watch):
    """Shift and arrows choose; a refused value is said, and nothing is stored then; one undo takes the block back."""
    page = desk
    watch.allow("status of 422")
    teas = shop.add("categories", name="Teas")
    cup, pot = shop.product("Cup", 5, 20), shop.product("Pot", 1234.5, 7)
    page.goto(PRICES)
    cell(page, "Cup", "Unit price").click()
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.get_by_role("gridcell", selected=True)).to_have_count(4)
    axe(page)
    copied = page.evaluate("""() => {
        const clipboardData = new DataTransfer()
        document.activeElement.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
        return clipboardData.getData('text/plain')
      }""")
    assert copied == "5.00\t20\n1234.50\t7"
    cell(page, "Cup", "Category").click()
    paste(page, "Teas\t6.50\t21\nNone of them\t-2\t8\n")
    refused = page.locator("#refused")
    expect(refused).to_contain_text("Nothing was pasted.")
    expect(refused).to_contain_text("Pot – Category: “None of them”")
    expect(refused).to_contain_text("Pot – Unit price: “-2”")
    expect(cell(page, "Pot", "Unit price")).to_have_attribute("aria-invalid", "true")
    axe(page)
    assert shop.get("products", cup)["unitPrice"] == 5
    cell(page, "Cup", "Category").click()
    paste(page, "Teas\t6.50\t21\r\n\"Teas\"\t1300\t8\r\n")
    expect(cell(page, "Pot", "Unit price")).to_have_text("$1,300.00")
    expect(page.locator("body > .undo")).to_contain_text("Changed 2 records in a table")
    assert (shop.get("products", cup)["category"], shop.get("products", pot)["unitsInStock"]) == (teas, 8)
    page.locator("body > .undo").get_by_role("button", name="Undo").click()
    expect(cell(page, "Pot", "Unit price")).to_have_text("$1,234.50")
    assert shop.get("products", cup)["category"] is None
    # A block that has no room is refused as a whole.
    cell(page, "Tea", "Units in stock").click()
    paste(page, "1\n2\n")
    expect(refused).to_contain_text("The block is larger than the table")


def test_facets_stand_beside_the_list_in_a_wide_window(open_page, shop, axe):
    page = open_page({"viewport": {"width": 1600, "height": 900}})
    page.goto(ORDERS)
    panel = page.get_by_role("region", name="Filters")
    expect(panel.get_by_role("link", name="Alfreds Futterkiste 3")).to_be_visible()
    axe(page)
    panel.get_by_role("link", name="Alfreds Futterkiste 3").click()
    expect(rows(page)).to_have_count(3)
    expect(panel.get_by_role("link", name="Alfreds Futterkiste 3")).to_have_attribute("aria-current", "true")
    panel.get_by_role("link", name="Zoé 2").click()
    expect(rows(page)).to_have_count(5)
    expect(page.locator(".chip")).to_contain_text("Customer: Alfreds Futterkiste, Zoé")


def test_an_action_with_inputs_runs_on_several_orders(any_size, shop):
    """One change, which one undo takes back."""
    page = any_size
    tea = shop.product("Green tea", 10, 500)
    shipper = shop.add("shippers", companyName="Late Express")
    numbers = [shop.order(shop.zoe, (tea, 1)) for _ in range(2)]
    page.goto(f"{ORDERS}/several?where={quote(f'id:in:{numbers[0]},{numbers[1]}')}")
    page.get_by_label("All: 2 orders").check()
    page.get_by_role("button", name="Run…").click()
    page.get_by_role("button", name="Ship", exact=True).click()
    expect(page.get_by_role("heading", name="Ship: 2 orders")).to_be_visible()
    page.get_by_label("Shipper").select_option(str(shipper))
    page.get_by_label("Shipped date").fill(date.today().isoformat())
    page.get_by_role("button", name="Ship", exact=True).click()
    expect(page.locator("body > .undo")).to_contain_text("Ship: 2 records")
    assert [shop.get("orders", number)["shipper"] for number in numbers] == [shipper] * 2
    page.locator("body > .undo").get_by_role("button", name="Undo").click()
    expect(page.locator("body > .undo").get_by_role("button", name="Redo")).to_be_visible()
    assert [shop.get("orders", number)["shippedDate"] for number in numbers] == [None, None]
