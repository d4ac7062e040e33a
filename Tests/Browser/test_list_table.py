"""A list's table has fields above its columns, and a row for a new record."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from orders import Shop
from people import answer_leaving, undo_bar

TABLE = "/northwind/products?layout=table&columns=name,category,unitPrice,unitsInStock&sort=name"


@pytest.fixture
def shop(empty_shop) -> Shop:
    """Three products of two categories."""
    shop = empty_shop
    shop.drinks, shop.sweets = shop.add("categories", name="Beverages"), shop.add("categories", name="Confections")
    shop.product("Chai", 18, 39, category=shop.drinks)
    shop.product("Chocolade", 12.75, 15, category=shop.sweets)
    shop.product("Steeleye Stout", 18, 20, category=shop.drinks)
    return shop


def open_table(page: Page, path: str = TABLE) -> None:
    """Opens the list as a table, when its scripts are there."""
    page.goto(path)
    expect(page.get_by_role("gridcell").first).to_be_visible()


def names(page: Page) -> Locator:
    return page.locator(".grid tbody .no")


def new(page: Page, label: str) -> Locator:
    return page.locator(".grid .add").get_by_label(f"{label} – New product", exact=True)


def above(page: Page, label: str) -> Locator:
    return page.locator(".grid .filter").get_by_label(label, exact=True)


def test_records_are_added_one_after_the_other(desk, shop, axe):
    """Return or Control-S adds the row, a category by its name. The next one is typed at once, and Undo takes the last back."""
    open_table(desk)
    axe(desk)
    new(desk, "Product name").fill("Chang")
    new(desk, "Category").fill("beverages")
    new(desk, "Unit price").fill("19")
    new(desk, "Unit price").press("Enter")
    expect(names(desk)).to_have_text(["Chai", "Chang", "Chocolade", "Steeleye Stout"])
    expect(new(desk, "Product name")).to_be_focused()
    expect(new(desk, "Product name")).to_have_value("")
    expect(desk).to_have_url(re.compile("sort=name"))
    desk.keyboard.type("Tofu")
    desk.keyboard.press("Control+s")
    expect(names(desk)).to_have_count(5)
    expect(undo_bar(desk)).to_contain_text("Tofu")
    chang = next(each for each in shop.list("products") if each["name"] == "Chang")
    assert (chang["category"], chang["unitPrice"]) == (shop.drinks, 19)
    undo_bar(desk).get_by_role("button", name="Undo").click()
    expect(names(desk)).to_have_count(4)


@pytest.mark.nightly
def test_related_records_are_suggested_while_one_types(desk, shop):
    open_table(desk)
    new(desk, "Category").press_sequentially("conf")
    expect(desk.locator("#a-category-l option")).to_have_attribute("value", f"Confections · {shop.sweets}")


def test_what_is_refused_is_mended_in_the_row(desk, shop, watch):
    """What was typed stays, and the reason is beside its field."""
    watch.allow("status of 422")
    open_table(desk)
    new(desk, "Product name").fill("Chang")
    new(desk, "Category").fill("Nothing")
    new(desk, "Unit price").fill("19")
    desk.locator(".grid .add").get_by_role("button", name="Add").click()
    expect(new(desk, "Category")).to_be_focused()
    expect(new(desk, "Category")).to_have_accessible_description(re.compile("Nothing"))
    expect(new(desk, "Product name")).to_have_value("Chang")
    new(desk, "Category").fill("Beverages")
    desk.keyboard.press("Enter")
    expect(names(desk)).to_have_text(["Chai", "Chang", "Chocolade", "Steeleye Stout"])
    assert len(shop.list("products")) == 4


def test_what_a_row_lacks_is_asked_for_in_the_form(desk, shop, watch):
    """Where a field that is no column is needed, the form with all fields follows, with what was typed."""
    watch.allow("status of 422")
    desk.goto("/northwind/products?layout=table&columns=unitPrice,category&sort=name")
    expect(desk.get_by_role("gridcell").first).to_be_visible()
    new(desk, "Unit price").fill("19")
    new(desk, "Unit price").press("Enter")
    sheet = desk.locator(".sheet[open]")
    expect(sheet.get_by_label("Unit price")).to_have_value("19")
    expect(sheet.locator(".err").first).to_be_visible()
    sheet.get_by_label("Product name").fill("Chang")
    sheet.locator(".main").first.click()
    expect(desk.locator(".grid tbody tr[data-id]")).to_have_count(4)
    assert len(shop.list("products")) == 4


def test_what_is_typed_for_a_new_record_stays_while_one_goes_on_in_the_table(desk, shop):
    """Another order, a filter and changes of others leave it alone; leaving the list asks."""
    open_table(desk)
    new(desk, "Product name").fill("Yogurt")
    desk.locator("thead").get_by_role("link", name=re.compile("^Unit price")).click()
    expect(desk).to_have_url(re.compile("sort=unitPrice"))
    expect(names(desk).first).to_have_text("Chocolade")
    expect(new(desk, "Product name")).to_have_value("Yogurt")
    above(desk, "Filter by product name").fill("ch")
    above(desk, "Filter by product name").press("Enter")
    expect(names(desk)).to_have_count(2)
    expect(new(desk, "Product name")).to_have_value("Yogurt")
    shop.product("Chartreuse", 18, 69)
    expect(names(desk)).to_have_count(3)
    expect(new(desk, "Product name")).to_have_value("Yogurt")
    desk.get_by_role("navigation").get_by_role("link", name="Orders").click()
    answer_leaving(desk, "Keep editing")
    expect(new(desk, "Product name")).to_have_value("Yogurt")


def test_return_twice_adds_one_record(desk, shop):
    open_table(desk)
    new(desk, "Product name").fill("Chang")
    desk.evaluate("""() => {
        const form = document.querySelector('#add')
        form.requestSubmit([...form.elements].find(it => it.matches('button')))
        setTimeout(() => [...form.elements].find(it => it.matches('button'))?.click(), 5)
      }""")
    expect(undo_bar(desk)).to_contain_text("Chang")
    assert len(shop.list("products")) == 4


def test_fields_above_the_columns_filter(desk, shop):
    """By a part of a text or of a related record's title, alone or together. They are the list's filter, as chips show it."""
    desk.goto(TABLE)
    desk.evaluate("window.isSame = true")
    above(desk, "Filter by category").fill("bever")
    above(desk, "Filter by category").press("Enter")
    expect(names(desk)).to_have_text(["Chai", "Steeleye Stout"])
    expect(above(desk, "Filter by category")).to_be_focused()
    above(desk, "Filter by product name").fill("stout")
    above(desk, "Filter by product name").press("Enter")
    expect(names(desk)).to_have_text(["Steeleye Stout"])
    expect(desk.locator(".chip")).to_have_count(2)
    assert desk.evaluate("window.isSame")
    desk.go_back()
    expect(names(desk)).to_have_text(["Chai", "Steeleye Stout"])
    expect(above(desk, "Filter by product name")).to_have_value("")
    # The fields stay where nothing matches; Escape empties one.
    above(desk, "Filter by product name").fill("nowhere")
    above(desk, "Filter by product name").press("Enter")
    expect(desk.get_by_text("Nothing matches the filter")).to_be_visible()
    above(desk, "Filter by product name").press("Escape")
    expect(names(desk)).to_have_count(2)


@pytest.mark.latency(400)
def test_what_is_typed_while_rows_are_on_their_way_stays(desk, shop):
    """Somebody types on after Return, into the row for a new record and above a column."""
    open_table(desk)
    new(desk, "Product name").click()
    desk.keyboard.type("Chang")
    desk.keyboard.press("Enter")
    desk.keyboard.type("Tofu", delay=10)
    expect(names(desk)).to_have_count(4)
    expect(new(desk, "Product name")).to_have_value("Tofu")
    expect(new(desk, "Product name")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(names(desk)).to_have_text(["Chai", "Chang", "Chocolade", "Steeleye Stout", "Tofu"])
    above(desk, "Filter by product name").click()
    desk.keyboard.type("ch")
    desk.keyboard.press("Enter")
    desk.keyboard.type("a", delay=10)
    expect(names(desk)).to_have_text(["Chai", "Chang", "Chocolade"])
    expect(above(desk, "Filter by product name")).to_have_value("cha")
    expect(above(desk, "Filter by product name")).to_be_focused()


def test_the_fields_of_a_row_and_its_button_stand_in_a_line(desk, shop):
    open_table(desk)
    for row in (".add", ".filter"):
        boxes = desk.evaluate("""row => [...document.querySelectorAll(`.grid ${row} :is(input, button)`)]
            .map(it => it.getBoundingClientRect()).map(({ top, height }) => `${Math.round(top)} ${Math.round(height)}`)""", row)
        assert len(set(boxes)) == 1, f"{row}: {boxes}"


@pytest.mark.nightly
def test_delete_deletes_the_row_one_is_at(desk, shop):
    """As in a list of cards; Control-Z brings it back."""
    open_table(desk)
    desk.get_by_role("gridcell").get_by_role("link", name="Chocolade").focus()
    desk.keyboard.press("Delete")
    expect(undo_bar(desk)).to_contain_text("Deleted Chocolade")
    expect(names(desk)).to_have_text(["Chai", "Steeleye Stout"])
    desk.keyboard.press("Control+z")
    expect(names(desk)).to_have_count(3)


def test_a_cell_is_stored_before_a_row_is_added(desk, shop):
    """A row is added while a changed cell is on its way: both are stored."""
    open_table(desk)
    held = []
    desk.route(re.compile("/products/[0-9]+$"), lambda route: held.append(route))
    desk.locator(".grid tr", has_text="Chai").locator("td[data-label='Unit price']").click()
    desk.keyboard.type("20")
    with desk.expect_request(re.compile("/products/[0-9]+$")):
        desk.keyboard.press("Enter")
    new(desk, "Product name").fill("Chang")
    new(desk, "Product name").press("Enter")
    held[0].continue_()
    expect(names(desk)).to_have_count(4)
    assert next(each for each in shop.list("products") if each["name"] == "Chai")["unitPrice"] == 20


def test_a_phone_has_the_filters_sheet_and_the_form_instead(phone, shop, axe):
    phone.goto(TABLE)
    expect(names(phone)).to_have_count(3)
    expect(phone.locator(".grid .add")).to_be_hidden()
    expect(phone.locator(".grid .filter")).to_be_hidden()
    axe(phone)


def test_a_table_on_a_phone_scrolls_sideways_beside_its_first_column(phone, shop):
    """The headings sort, no cell is cut, and the page itself does not move."""
    phone.goto(TABLE)
    expect(names(phone)).to_have_count(3)
    expect(phone.get_by_role("columnheader", name="Unit price")).to_be_visible()
    faults = phone.evaluate("""() => {
        const grid = document.querySelector('.grid')
        const first = grid.querySelector('.no')
        const left = () => first.getBoundingClientRect().left
        const before = left()
        grid.scrollLeft = 1000
        const cut = [...grid.querySelectorAll('tbody td')].filter(it => it.scrollWidth > it.clientWidth + 1)
        return {
            moved: grid.scrollLeft > 0, shift: Math.round(left() - before), cut: cut.length,
            page: document.scrollingElement.scrollWidth - document.documentElement.clientWidth,
        }
    }""")
    assert faults == {"moved": True, "shift": 0, "cut": 0, "page": 0}
    phone.get_by_role("columnheader").get_by_role("link", name="Unit price").click()
    expect(phone.get_by_role("columnheader", name="Unit price")).to_have_attribute("aria-sort", "ascending")
