"""Cells of a list's table on slow networks: no key is lost, and what was typed is saved when the cell is left."""

import re

import pytest
from playwright.sync_api import Page, expect

from chromium import slow_down, until
from matrix import nightly
from orders import Shop
from people import PEOPLE

TABLE = f"{PEOPLE}?layout=table&columns=lastName,firstName,phone,address&sort=firstName"
EMPLOYEES = "/northwind/employees?layout=table&columns=lastName,birthDate,title"


@pytest.fixture
def shop(empty_shop) -> Shop:
    return empty_shop


@pytest.fixture
def people(book, desk) -> list[int]:
    """Three people, the only ones that the table shows."""
    ids = [book.add("Qcells", first_name=name) for name in ("Anna", "Borys", "Celina")]
    open_table(desk, f"{TABLE}&search=qcells")
    expect(desk.locator(".grid tbody tr")).to_have_count(3)
    return ids


def open_table(page: Page, path: str) -> None:
    """Opens a list as a table, whose cells can be changed when their script is there."""
    page.goto(path)
    expect(page.get_by_role("gridcell").first).to_be_visible()


def cell(page: Page, title: str, label: str):
    return page.locator(".grid tr", has_text=title).locator(f"td[data-label='{label}']")


def all_saved(page: Page) -> None:
    expect(page.locator(".grid [data-typed]")).to_have_count(0)
    page.wait_for_function("!document.documentElement.matches('.waiting')")


@pytest.mark.parametrize("latency", [400, *nightly(0, 100)])
def test_what_is_typed_from_cell_to_cell_is_what_is_saved(desk, people, book, latency):
    """Somebody types down a column and never waits; each text is in its own record."""
    slow_down(desk, latency)
    cell(desk, "Anna", "Address").click()
    for text in ("Kowalskiego 1", "Bbb 2", "Ccc 3"):
        desk.keyboard.type(text, delay=20)
        desk.keyboard.press("Enter")
    all_saved(desk)
    assert [book.get(id)["address"] for id in people] == ["Kowalskiego 1", "Bbb 2", "Ccc 3"]
    expect(desk.locator("body > .undo")).to_contain_text("Celina")


@pytest.mark.latency(400)
def test_tab_goes_on_in_the_row_and_a_corrected_cell_has_its_last_text(desk, people, book):
    cell(desk, "Anna", "First name").click()
    desk.keyboard.type("Adela")
    desk.keyboard.press("Tab")
    desk.keyboard.type("+48225551234")
    desk.keyboard.press("Tab")
    desk.keyboard.type("First")
    desk.keyboard.press("Enter")
    cell(desk, "Adela", "Address").click()
    desk.keyboard.type("Second")
    desk.keyboard.press("Enter")
    all_saved(desk)
    now = book.get(people[0])
    assert (now["firstName"], now["phone"], now["address"]) == ("Adela", "+48 225 551 234", "Second")
    expect(desk.locator(".grid .err")).to_have_count(0)


@pytest.mark.parametrize("way", ["row", "cell", *nightly("tab", "search")])
@pytest.mark.latency(100)
def test_leaving_a_cell_saves_it(desk, people, book, way):
    """Whatever is pressed next."""
    cell(desk, "Borys", "Address").click()
    desk.keyboard.type("Left 1")
    if way == "row":
        cell(desk, "Celina", "Last name").get_by_role("link").click()
        expect(desk.locator("article.record")).to_be_visible()
    elif way == "tab":
        desk.get_by_role("navigation").get_by_role("link").last.click()
        expect(desk).not_to_have_url(re.compile("layout=table"))
    elif way == "search":
        desk.locator("#q").click()
        desk.keyboard.type(" anna")
        expect(desk.locator(".grid tbody tr")).to_have_count(1)
    else:
        cell(desk, "Celina", "Address").click()
        expect(cell(desk, "Celina", "Address")).to_be_focused()
        all_saved(desk)
    until(desk, lambda: book.get(people[1])["address"] == "Left 1")


@pytest.mark.latency(100)
def test_a_date_takes_its_first_key_for_a_date(desk, shop, watch):
    """A key on a date's cell begins a date and does not erase it; what is no date is refused, and the stored one stays."""
    watch.allow("status of 422")
    employee = shop.add("employees", lastName="Qdate", firstName="Ewa", birthDate="1969-04-12")
    open_table(desk, f"{EMPLOYEES}&search=qdate")
    birth = cell(desk, "Qdate", "Birth date")
    birth.click()
    desk.keyboard.type("2")
    desk.keyboard.press("Enter")
    expect(birth.locator(".err")).to_be_visible()
    assert shop.get("employees", employee)["birthDate"] == "1969-04-12"
    birth.click()
    desk.keyboard.press("Enter")
    desk.keyboard.press("Escape")
    expect(birth).to_contain_text("1969")
    birth.click()
    desk.keyboard.type("1970-05-06")
    desk.keyboard.press("Tab")
    all_saved(desk)
    assert shop.get("employees", employee)["birthDate"] == "1970-05-06"


@pytest.mark.parametrize("latency", [50, *nightly(0, 400)])
def test_a_choice_takes_its_letters_for_a_choice(desk, diary_server, latency):
    """Before the choice is there and after it came."""
    for title in ("Sow", "Mow"):
        status, answer = diary_server.send("POST", "/api/diary/tasks", f'{{"title": "{title}", "stage": "idea"}}')
        assert status == 201, answer
    open_table(desk, "/diary/tasks?layout=table&columns=title,stage&sort=title")
    slow_down(desk, latency)
    cell(desk, "Mow", "Stage").click()
    desk.keyboard.type("done", delay=100)
    desk.keyboard.press("Enter")
    desk.keyboard.type("in work", delay=100)
    desk.keyboard.press("Enter")
    all_saved(desk)
    expect(cell(desk, "Mow", "Stage")).to_have_text("Done")
    expect(cell(desk, "Sow", "Stage")).to_have_text("In work")


@pytest.mark.latency(400)
def test_a_related_record_is_the_one_that_the_text_finds(desk, shop):
    """Return takes what the text that stands in the cell finds, whatever an earlier one found."""
    categories = {name: shop.add("categories", name=name) for name in ("Coffees", "Dairy", "Teas")}
    cup, pot = shop.product("Qcup"), shop.product("Qpot")
    open_table(desk, "/northwind/products?layout=table&columns=name,category&sort=name&search=qcup")
    cell(desk, "Qcup", "Category").click()
    desk.keyboard.type("cof")
    expect(desk.get_by_role("option")).to_have_text(["Coffees"])
    desk.keyboard.press("Control+a")
    desk.keyboard.type("tea")
    desk.keyboard.press("Enter")
    all_saved(desk)
    assert shop.get("products", cup)["category"] == categories["Teas"]
    assert shop.get("products", pot)["category"] is None


@pytest.mark.latency(100)
def test_a_refused_cell_stays_as_it_was_typed_while_one_goes_on(desk, shop, watch, axe):
    """The reason stands in the cell; leaving the page asks; typed again, it is saved."""
    watch.allow("status of 422")
    cup, pot = shop.product("Qcup", 5, 20), shop.product("Qpot", 6, 30)
    open_table(desk, "/northwind/products?layout=table&columns=name,unitPrice,unitsInStock&sort=-id")
    cell(desk, "Qcup", "Unit price").click()
    desk.keyboard.type("many")
    desk.keyboard.press("Tab")
    desk.keyboard.type("21")
    desk.keyboard.press("Enter")
    price = cell(desk, "Qcup", "Unit price")
    expect(price).to_contain_text("many")
    expect(price.locator(".err")).to_be_visible()
    expect(price).to_have_attribute("aria-invalid", "true")
    axe(desk)
    assert (shop.get("products", cup)["unitPrice"], shop.get("products", cup)["unitsInStock"]) == (5, 21)
    desk.get_by_role("navigation").get_by_role("link").last.click()
    desk.get_by_role("dialog").get_by_role("button", name="Keep editing").click()
    price.click()
    desk.keyboard.press("Enter")
    expect(price.get_by_role("textbox")).to_have_value("many")
    desk.keyboard.press("Control+a")
    desk.keyboard.type("6.50")
    desk.keyboard.press("Enter")
    all_saved(desk)
    expect(price).to_have_text("$6.50")
    assert shop.get("products", pot)["unitPrice"] == 6


def test_saving_a_cell_far_down_moves_nothing(desk, book):
    """The list keeps its rows and its place, and the focus goes on in its column."""
    open_table(desk, f"{PEOPLE}?layout=table&columns=lastName,address")
    for count in (100, 150, 200):
        desk.locator(".grid tbody tr[data-id]").last.scroll_into_view_if_needed()
        desk.wait_for_function("count => document.querySelectorAll('.grid tbody tr[data-id]').length >= count", arg=count)
    row = desk.locator(".grid tbody tr[data-id]").nth(180)
    id = int(row.get_attribute("data-id"))
    before = book.get(id)["address"]
    place = row.locator("td[data-label=Address]")
    place.click()
    top = row.bounding_box()["y"]
    desk.keyboard.type("Far down 1")
    desk.keyboard.press("Enter")
    all_saved(desk)
    expect(desk.locator("body > .undo")).to_be_visible()
    assert abs(row.bounding_box()["y"] - top) < 2
    assert desk.locator(".grid tbody tr[data-id]").count() >= 200
    expect(desk.locator(".grid tbody tr[data-id]").nth(181).locator("td[data-label=Address]")).to_be_focused()
    assert book.get(id)["address"] == "Far down 1"
    book.change(id, address=before)


@pytest.mark.latency(100)
def test_pasting_cells_far_down_moves_nothing(desk, book):
    """The list keeps its rows and its place, and the focus stays in the row."""
    open_table(desk, f"{PEOPLE}?layout=table&columns=lastName,address")
    for count in (100, 150, 200):
        desk.locator(".grid tbody tr[data-id]").last.scroll_into_view_if_needed()
        desk.wait_for_function("count => document.querySelectorAll('.grid tbody tr[data-id]').length >= count", arg=count)
    id = desk.locator(".grid tbody tr[data-id]").nth(180).get_attribute("data-id")
    row = desk.locator(f".grid tbody tr[data-id='{id}']")
    place = row.locator("td[data-label=Address]")
    place.click()
    top = row.bounding_box()["y"]
    desk.evaluate("""() => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', 'Pasted 1\\nPasted 2\\n')
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }""")
    expect(desk.locator("body > .undo")).to_contain_text("2 records")
    expect(place).to_have_text("Pasted 1")
    assert abs(row.bounding_box()["y"] - top) < 2
    assert desk.locator(".grid tbody tr[data-id]").count() >= 200
    expect(place).to_be_focused()
    assert book.get(int(id))["address"] == "Pasted 1"
    desk.locator("body > .undo").get_by_role("button", name="Undo").click()
    expect(place).not_to_have_text("Pasted 1")


def test_n_in_a_cell_that_can_not_be_changed_begins_no_record(desk, book):
    book.add("Qlocked")
    open_table(desk, f"{PEOPLE}?layout=table&columns=id,address&search=qlocked")
    desk.locator(".grid tbody td a").first.focus()
    desk.keyboard.press("n")
    desk.evaluate("new Promise(done => setTimeout(done, 100))")
    expect(desk.locator("dialog[open]")).to_have_count(0)
    expect(desk).not_to_have_url(re.compile("/new"))


def test_letters_that_are_composed_or_made_with_option_begin_a_cell(desk, people, book):
    """An input method, AltGr and a Mac's Option."""
    place = cell(desk, "Anna", "Address")
    place.click()
    session = desk.context.new_cdp_session(desk)
    for type in ("keyDown", "keyUp"):
        session.send("Input.dispatchKeyEvent", {
            "type": type, "key": "ł", "code": "KeyL", "windowsVirtualKeyCode": 76, "modifiers": 1,
            **({"text": "ł"} if type == "keyDown" else {})})
    desk.keyboard.insert_text("ódź")
    desk.keyboard.press("Enter")
    all_saved(desk)
    assert book.get(people[0])["address"] == "łódź"


@pytest.mark.latency(400)
def test_a_cell_that_is_opened_again_before_it_is_saved_has_what_was_typed(desk, shop):
    """Neither the field nor a copy has the value before; leaving it again saves what was typed."""
    cup, _ = shop.product("Qcup", 10), shop.product("Qpot", 20)
    open_table(desk, "/northwind/products?layout=table&columns=name,unitPrice&sort=name&search=q")
    price = cell(desk, "Qcup", "Unit price")
    price.click()
    desk.keyboard.type("77")
    desk.keyboard.press("Enter")
    desk.keyboard.press("ArrowUp")
    desk.keyboard.press("Enter")
    expect(price.get_by_role("textbox")).to_have_value("77")
    expect(price.locator("#cell[action]")).to_be_visible()
    expect(price.get_by_role("textbox")).to_have_value("77")
    desk.keyboard.press("Enter")
    all_saved(desk)
    expect(price).to_have_text("$77.00")
    assert shop.get("products", cup)["unitPrice"] == 77


def test_a_cell_that_is_left_as_it_was_shows_what_somebody_else_stored(desk, shop):
    cup = shop.product("Qcup", 10, 1)
    open_table(desk, "/northwind/products?layout=table&columns=name,unitPrice,unitsInStock&sort=name&search=q")
    price = cell(desk, "Qcup", "Unit price")
    price.click()
    desk.keyboard.press("Enter")
    expect(price.locator("#cell[action]")).to_be_visible()
    shop.change("products", cup, unitPrice=55, unitsInStock=2)
    expect(cell(desk, "Qcup", "Units in stock")).to_have_text("2")
    desk.keyboard.press("Escape")
    expect(price).to_have_text("$55.00")


def test_an_emptied_related_record_is_none_also_after_the_search(desk, shop):
    """Return in an empty field, once the records to choose from have come."""
    tea = shop.add("categories", name="Teas")
    cup = shop.product("Qcup", category=tea)
    open_table(desk, "/northwind/products?layout=table&columns=name,category&sort=name&search=qcup")
    cell(desk, "Qcup", "Category").click()
    desk.keyboard.press("Enter")
    expect(desk.locator("#cell [role=combobox]")).to_have_value("Teas")
    with desk.expect_response(re.compile("find=(&|$)")):
        desk.keyboard.press("Delete")
    expect(desk.get_by_role("option", selected=True)).to_have_text("None")
    desk.keyboard.press("Enter")
    all_saved(desk)
    assert shop.get("products", cup)["category"] is None


def test_a_corrected_text_is_sent_with_its_own_value(desk, shop):
    """The field of the first text was there, that of the second one not yet; both wait behind another change."""
    cup, pot = shop.product("Qcup", 10), shop.product("Qpot", 20)
    open_table(desk, "/northwind/products?layout=table&columns=name,unitPrice&sort=name&search=q")
    price = cell(desk, "Qpot", "Unit price")
    price.click()
    desk.keyboard.press("Enter")
    expect(price.locator("#cell[action]")).to_be_visible()
    desk.keyboard.press("Escape")
    slow_down(desk, 700)
    cell(desk, "Qcup", "Unit price").click()
    desk.keyboard.type("11")
    desk.keyboard.press("Enter")
    desk.keyboard.press("Enter")
    expect(price.locator("#cell[action]")).to_be_visible()
    desk.keyboard.type("22")
    desk.keyboard.press("Tab")
    price.click()
    desk.keyboard.type("33")
    desk.keyboard.press("Enter")
    all_saved(desk)
    assert [shop.get("products", id)["unitPrice"] for id in (cup, pot)] == [11, 33]


def test_the_answer_of_a_search_takes_no_cell_away(desk, shop):
    """What is typed meanwhile is saved, and the keyboard goes on in the same record and column."""
    names = ("Qcup", "Qpot", "Zjar")
    cup, pot, jar = (shop.product(name, 10) for name in names)
    open_table(desk, "/northwind/products?layout=table&columns=name,unitPrice&sort=name")
    slow_down(desk, 400)
    desk.locator("#q").click()
    with desk.expect_response(re.compile("search=q")):
        desk.keyboard.type("q")
        price = cell(desk, "Qcup", "Unit price")
        price.click()
        desk.keyboard.type("44", delay=50)
    desk.keyboard.type("4")
    desk.keyboard.press("Enter")
    expect(cell(desk, "Zjar", "Unit price")).to_have_count(0)
    expect(cell(desk, "Qpot", "Unit price")).to_be_focused()
    desk.keyboard.type("55")
    desk.keyboard.press("Enter")
    all_saved(desk)
    assert [shop.get("products", id)["unitPrice"] for id in (cup, pot, jar)] == [444, 55, 10]
