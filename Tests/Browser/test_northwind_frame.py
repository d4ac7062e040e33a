"""NW-1 to NW-5: the first screen, drilling down and back, adding and deleting, editing, searching."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from chromium import PHONE, go_back
from orders import API, Shop
from people import card, count, field, is_phone, row, rows, save, search_field, sheet, undo_bar

APP = "/northwind"


class Goods(Shop):
    """What a test has added goes after it."""

    def __init__(self, server):
        super().__init__(server)
        self._added: list[tuple[str, int]] = []

    def add(self, kind: str, **fields) -> int:
        id = super().add(kind, **fields)
        self._added.append((kind, id))
        return id

    def remove(self) -> None:
        # What a test has made on the screen.
        for each in self._ask("GET", f"{API}/products?filter[category]={self.category}")["items"]:
            self.delete("products", each["id"])
        for kind, id in reversed(self._added):
            if self.get(kind, id):
                self.delete(kind, id)


@pytest.fixture
def goods(site):
    """A category with many products, two of which one supplier has: `goods.category`, `goods.products`, …"""
    goods = Goods(site)
    goods.category = goods.add("categories", name="Zebra foods")
    goods.supplier = goods.add("suppliers", companyName="Zanzibar Traders", city="Zanzibar", country="Tanzania")
    goods.other = goods.add("suppliers", companyName="Zloty Imports", city="Łódź")
    goods.products = [
        goods.add("products", name=f"Zebra food {number:02}", category=goods.category, unitPrice=10 + number,
                  supplier=goods.supplier if number in (9, 10) else goods.other)
        for number in range(11)
    ]
    yield goods
    goods.remove()


def section(page: Page, title: str) -> Locator:
    """The rows of a section of the record's page."""
    return card(page).locator("h2.over", has_text=title).locator("xpath=following-sibling::*[1]").locator("a.row")


def back(page: Page) -> Locator:
    return card(page).locator(".bar .back")


def title(page: Page) -> Locator:
    return card(page).locator("#rt")


def open_from_list(page: Page, goods) -> None:
    """The category, as a person finds it."""
    page.goto(f"{APP}/categories?search=zebra")
    row(page, "Zebra foods").click()
    expect(title(page)).to_have_text("Zebra foods")


# NW-1


def test_NW_1_opens_with_what_to_work_on(each_size, goods, axe):
    """NW-1 opens with the app's card and the question, from which the main screens are one press away."""
    page = each_size
    page.goto("/")
    page.get_by_role("link", name="Northwind").click()
    expect(page).to_have_url(re.compile(f"{APP}$"))
    expect(page.get_by_role("heading", name="Northwind", level=1)).to_be_visible()
    expect(page.get_by_role("heading", name="What would you like to work on?")).to_be_visible()
    axe(page)
    choices = page.locator("main .stack a")
    expect(choices).to_have_count(3)
    expect(choices.nth(0)).to_contain_text(re.compile(r"Products.*\d+ products"))
    expect(choices.nth(1)).to_contain_text(re.compile(r"Orders.*\d+ orders?"))
    expect(choices.nth(2)).to_contain_text(re.compile(r"Categories.*\d+ categor"))
    expect(page.locator("main").get_by_role("link", name="Import")).to_be_visible()
    choices.nth(2).click()
    expect(page.get_by_role("heading", name="Categories", level=1)).to_be_visible()


@pytest.mark.nightly
def test_NW_1_has_all_other_screens_under_more(each_size, server, axe):
    """NW-1 shows four screens and More in the bar; the others are found under More, and lead back there."""
    page = each_size
    page.goto(f"{APP}/more")
    tabs = page.locator("nav.tabs ul a")
    assert tabs.count() <= 5
    expect(tabs.last).to_have_attribute("aria-current", "page")
    axe(page)
    # Two files for each of a dozen lists stand behind one row.
    export = page.get_by_role("link", name="Shippers as CSV")
    expect(export).to_be_hidden()
    page.locator("summary", has_text="Export all data").click()
    expect(export).to_be_visible()
    axe(page)
    page.locator("main").get_by_role("link", name="Shippers").first.click()
    expect(page.get_by_role("heading", name="Shippers", level=1)).to_be_visible()
    expect(tabs.last).to_have_attribute("aria-current", "page")
    page.locator("main .bar").get_by_role("link", name="More").click()
    expect(page).to_have_url(re.compile("/more$"))


# NW-2


# Tells whether the old card keeps the last state of its animation while other parts of the transition still move.
FILL_OF_THE_OLD_CARD = """addEventListener('pagereveal', async ({ viewTransition }) => {
    if (!viewTransition) return
    await viewTransition.ready
    const card = document.getAnimations().find(({ effect }) => effect.pseudoElement === '::view-transition-old(record)')
    document.documentElement.dataset.card = card ? card.effect.getTiming().fill : 'none'
})"""


def test_NW_1_a_card_that_has_left_does_not_show_above_the_next_page(open_page, goods):
    """NW-1 moves the card away for a page without one, and it stays away until the page has come."""
    page = open_page(PHONE, reduced_motion="no-preference")
    open_from_list(page, goods)
    page.add_init_script(FILL_OF_THE_OLD_CARD)
    page.get_by_role("link", name="More", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-card", "forwards")


def test_NW_2_drills_down_and_comes_back_to_the_same_places(each_size, goods):
    """NW-2 follows category, product, supplier, its other product, and goes back step by step to each row."""
    page = each_size
    open_from_list(page, goods)
    last = section(page, "Products").filter(has_text="Zebra food 09")
    last.click()
    expect(title(page)).to_have_text("Zebra food 09")
    card(page).locator(".leads", has_text="Supplier").locator("a.goes").click()
    expect(title(page)).to_have_text("Zanzibar Traders")
    section(page, "Products").filter(has_text="Zebra food 10").click()
    expect(title(page)).to_have_text("Zebra food 10")
    address = page.url

    expect(back(page)).to_have_text("Zanzibar Traders")
    back(page).click()
    expect(title(page)).to_have_text("Zanzibar Traders")
    expect(section(page, "Products").filter(has_text="Zebra food 10")).to_be_in_viewport()
    expect(back(page)).to_have_text("Zebra food 09")
    back(page).click()
    expect(title(page)).to_have_text("Zebra food 09")
    expect(card(page).locator(".leads", has_text="Supplier")).to_be_in_viewport()
    expect(back(page)).to_have_text("Zebra foods")
    back(page).click()
    expect(title(page)).to_have_text("Zebra foods")
    expect(section(page, "Products").filter(has_text="Zebra food 09")).to_be_in_viewport(ratio=0.9)
    if is_phone(page):
        expect(back(page)).to_have_text("Categories")
        back(page).click()
    expect(row(page, "Zebra foods")).to_be_in_viewport()
    expect(search_field(page)).to_have_value("zebra")

    # The address holds the whole way: opened anew, it leads back as well.
    page.goto(address)
    back(page).click()
    expect(title(page)).to_have_text("Zanzibar Traders")


@pytest.mark.nightly
def test_NW_2_the_browsers_back_button_goes_the_same_way(any_size, goods):
    """NW-2 comes back by the browser's own button, too."""
    page = any_size
    open_from_list(page, goods)
    section(page, "Products").filter(has_text="Zebra food 09").click()
    expect(title(page)).to_have_text("Zebra food 09")
    card(page).locator(".leads", has_text="Supplier").locator("a.goes").click()
    expect(title(page)).to_have_text("Zanzibar Traders")
    go_back(page)
    expect(title(page)).to_have_text("Zebra food 09")
    go_back(page)
    expect(title(page)).to_have_text("Zebra foods")
    expect(section(page, "Products").filter(has_text="Zebra food 09")).to_be_in_viewport()


@pytest.mark.nightly
def test_NW_2_saving_a_followed_record_comes_back_to_where_it_was_followed_from(any_size, goods):
    """NW-2 keeps the way through a form that is saved."""
    page = any_size
    open_from_list(page, goods)
    section(page, "Products").filter(has_text="Zebra food 03").click()
    field(card(page), "Product name").fill("Zebra food 03 changed")
    save(card(page)).click()
    expect(title(page)).to_have_text("Zebra foods")
    expect(section(page, "Products").filter(has_text="03 changed")).to_be_visible()
    if is_phone(page):
        back(page).click()
    expect(search_field(page)).to_have_value("zebra")


@pytest.mark.nightly
def test_NW_2_records_that_lead_to_others_are_accessible(each_size, goods, axe):
    """NW-2 has links and buttons with names, in both schemes."""
    page = each_size
    for path in [f"products/{goods.products[3]}?via=categories%2F{goods.category}", f"categories/{goods.category}"]:
        page.goto(f"{APP}/{path}")
        expect(title(page)).to_be_visible()
        axe(page)


# NW-3


@pytest.mark.nightly
def test_NW_3_plus_and_bin_are_in_the_bar_of_every_list_and_record(any_size, goods):
    """NW-3 has a plus on every list and a bin on every record."""
    page = any_size
    for path in ["products", "categories", "suppliers", "customers", "employees", "shippers", "regions", "territories",
                 "customer-demographics", "orders"]:
        page.goto(f"{APP}/{path}")
        expect(page.locator(".list .acts [data-part=new]").first, path).to_be_visible()
    for path in [f"products/{goods.products[0]}", f"categories/{goods.category}", f"suppliers/{goods.supplier}"]:
        page.goto(f"{APP}/{path}")
        expect(card(page).get_by_role("button", name=re.compile("^Delete "))).to_be_visible()


@pytest.mark.nightly
def test_NW_3_a_record_that_nothing_belongs_to_is_deleted_at_once_and_can_be_undone(any_size, goods):
    """NW-3 deletes without a question where nothing else is touched, and offers undo."""
    page = any_size
    page.goto(f"{APP}/products/{goods.products[0]}?via=categories%2F{goods.category}")
    card(page).get_by_role("button", name="Delete Zebra food 00").click()
    expect(title(page)).to_have_text("Zebra foods")
    expect(undo_bar(page)).to_contain_text("Deleted Zebra food 00")
    expect(section(page, "Products").filter(has_text="Zebra food 00")).to_have_count(0)
    undo_bar(page).get_by_role("button", name="Undo").click()
    expect(section(page, "Products").filter(has_text="Zebra food 00")).to_have_count(1)


def test_NW_3_what_keeps_a_category_is_named_and_can_be_followed(each_size, goods, axe, watch):
    """NW-3 says which products and how many keep a category, and leads to them."""
    watch.allow("status of 409")
    page = each_size
    page.goto(f"{APP}/categories/{goods.category}")
    card(page).get_by_role("button", name="Delete Zebra foods").click()
    expect(sheet(page)).to_contain_text("Zebra foods can't be deleted")
    expect(sheet(page)).to_contain_text("Zebra foods still has 11 products.")
    expect(sheet(page)).to_contain_text("And 6 more.")
    axe(page)
    sheet(page).get_by_role("link", name="Zebra food 02").click()
    expect(title(page)).to_have_text("Zebra food 02")
    assert goods.get("categories", goods.category)


@pytest.mark.nightly
def test_NW_3_what_goes_with_an_order_is_named_before_it_is_deleted(any_size, goods):
    """NW-3 asks before an order takes its lines along, and names them."""
    page = any_size
    customer = goods.customer("Zoe's Zoo")
    order = goods.order(customer, (goods.products[1], 2), (goods.products[2], 3))
    page.goto(f"{APP}/orders/{order}")
    card(page).get_by_role("button", name=re.compile("^Delete ")).click()
    expect(sheet(page)).to_contain_text(f"Delete Order {order}?")
    expect(sheet(page)).to_contain_text("2 order lines will be deleted too")
    expect(sheet(page)).to_contain_text("Zebra food 01, Zebra food 02")
    sheet(page).get_by_role("link", name="Cancel").click()
    assert goods.get("orders", order)
    card(page).get_by_role("button", name=re.compile("^Delete ")).click()
    sheet(page).get_by_role("button", name="Delete").click()
    expect(undo_bar(page)).to_contain_text(f"Deleted Order {order}")
    assert not goods.get("orders", order)


@pytest.mark.nightly
def test_NW_3_a_new_product_begins_with_the_category_it_was_added_in(any_size, goods):
    """NW-3 opens the form with the relationship filled in, and comes back to the section."""
    page = any_size
    page.goto(f"{APP}/categories/{goods.category}")
    card(page).get_by_role("link", name="New product").click()
    expect(sheet(page).get_by_role("button", name="Category: Zebra foods")).to_be_visible()
    field(sheet(page), "Product name").fill("Zebra food new")
    field(sheet(page), "Unit price").fill("$1,234.50")
    save(sheet(page)).click()
    expect(title(page)).to_have_text("Zebra foods")
    made = section(page, "Products").filter(has_text="Zebra food new")
    expect(made).to_be_visible()
    made.click()
    expect(field(card(page), "Unit price")).to_have_value("1234.50")
    card(page).get_by_role("button", name="Delete Zebra food new").click()
    expect(undo_bar(page)).to_contain_text("Deleted Zebra food new")
    expect(made).to_have_count(0)


# NW-4


def test_NW_4_each_kind_of_value_has_its_control(each_size, goods, axe):
    """NW-4 has text, numbers, money, a switch and pickers on a product's card; dates on an employee's."""
    page = each_size
    page.goto(f"{APP}/products/{goods.products[5]}")
    form = card(page)
    expect(field(form, "Unit price")).to_have_attribute("inputmode", "decimal")
    expect(field(form, "Units in stock")).to_have_attribute("inputmode", "numeric")
    discontinued = form.get_by_role("switch", name="Discontinued")
    expect(discontinued).not_to_be_checked()
    field(form, "Unit price").fill("1,5")
    discontinued.check()
    # Clear of the bars, which cover what is below them.
    page.evaluate("document.querySelector('#f-supplier').scrollIntoView({block: 'center'})")
    axe(page)
    form.get_by_role("button", name="Supplier: Zloty Imports").click()
    search = sheet(page).get_by_role("searchbox")
    search.fill("zanzibar")
    # What is chosen and what is found; before, there were all.
    expect(sheet(page).locator("label.row")).to_have_count(2)
    found = sheet(page).locator("label.row", has_text="Zanzibar Traders")
    found.get_by_role("radio").press("Space")
    expect(found.get_by_role("radio")).to_be_checked()
    axe(page)
    found.click()
    expect(form.locator(".goes", has_text="Zanzibar Traders")).to_be_visible()
    save(form).click()
    expect(page).not_to_have_url(re.compile(r"products/\d+$"))
    stored = goods.get("products", goods.products[5])
    assert (stored["unitPrice"], stored["discontinued"], stored["supplier"]) == (1.5, True, goods.supplier)


def test_NW_4_dates_are_picked_and_related_records_ticked(each_size, goods, axe):
    """NW-4 has a date field for dates, and a sheet to tick for many related records."""
    page = each_size
    employee = goods.add("employees", firstName="Zofia", lastName="Zielińska", hireDate="2026-02-03")
    page.goto(f"{APP}/employees/{employee}")
    expect(field(card(page), "Hire date")).to_have_attribute("type", "date")
    field(card(page), "Birth date").fill("1990-05-06")
    for heading in ["Employment", "Address", "About"]:
        expect(card(page).get_by_role("heading", name=heading)).to_be_visible()
    axe(page)
    save(card(page)).click()
    expect(undo_bar(page)).to_contain_text("Changed Zofia Zielińska")
    assert goods.get("employees", employee)["birthDate"] == "1990-05-06"

    customer = goods.customer("Zoe's Zoo")
    kinds = [goods.add("customer-demographics", code=code) for code in ("ZOO", "ZEBRA")]
    page.goto(f"{APP}/customers/{customer}")
    card(page).get_by_role("link", name="Choose demographics").click()
    for code in ("ZOO", "ZEBRA"):
        sheet(page).locator("label", has_text=code).click()
    sheet(page).get_by_role("button", name="Done").click()
    expect(card(page).locator("h2.over", has_text="Demographics")).to_contain_text("2")
    assert kinds


# NW-5


def test_NW_5_products_are_found_by_name_supplier_and_category_while_typing(any_size, goods):
    """NW-5 filters as one types, by any part of the name, the supplier's and the category's."""
    page = any_size
    page.goto(f"{APP}/products")
    expect(search_field(page)).to_have_attribute("placeholder", "Product name, supplier, category")
    for text, counted in [("zanzibar", "2 products"), ("zebra foods", "11 products"), ("zebra 09", "1 product"),
                          ("zloty 03", "1 product"), ("zanz 10", "1 product")]:
        search_field(page).fill(text)
        expect(count(page)).to_have_text(counted)
    search_field(page).fill("zanz zloty")
    expect(page.locator("#rows .empty")).to_be_visible()


def test_NW_5_a_supplier_that_is_renamed_is_found_by_its_new_name_at_once(desk, goods):
    """NW-5 follows what related records are called, while the list is open."""
    desk.goto(f"{APP}/products?search=zanzibar")
    expect(rows(desk)).to_have_count(2)
    goods.change("suppliers", goods.supplier, companyName="Kilimanjaro Traders")
    expect(rows(desk)).to_have_count(0)
    goods.change("suppliers", goods.supplier, companyName="Zanzibar Traders")
    expect(rows(desk)).to_have_count(2)


@pytest.mark.nightly
def test_NW_5_every_list_has_a_search_field(phone, goods):
    """NW-5 has a search field on every list that has something to search."""
    for path in ["orders", "categories", "suppliers", "customers", "employees", "shippers", "regions", "territories",
                 "customer-demographics"]:
        phone.goto(f"{APP}/{path}?search=nobody")
        expect(search_field(phone)).to_have_value("nobody")
