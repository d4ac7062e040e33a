"""The shape of an application without Swift: made from nothing, from a template and from a spreadsheet, changed on screens."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from chromium import DESK, PHONE
from matrix import nightly
from people import rows

SHEETS = Path(__file__).resolve().parents[1] / "KartotekaTransferTests" / "Spreadsheets" / "Files"
ADD = "Add field"


def sheet(page: Page) -> Locator:
    return page.get_by_role("dialog")


def press(page: Page, name: str, exact: bool = True) -> None:
    page.get_by_role("button", name=name, exact=exact).click()


def begin(page: Page, template: str) -> None:
    """A new application from a template."""
    page.goto("/apps/new")
    press(page, template, exact=False)
    page.wait_for_url(lambda url: not url.endswith("/apps/new"))
    expect(page.locator(".tabs")).to_be_visible()


def add(page: Page, server, path: str, *records: dict) -> None:
    """Adds records by the API. The page is left first: an empty list is loaded again when it gets a record."""
    page.goto("about:blank")
    for record in records:
        status, answer = server.send("POST", f"/api/{path}", json.dumps(record))
        assert status == 201, answer


def fields_of_list(page: Page) -> None:
    """From a list to the fields of its records: one press."""
    page.get_by_role("link", name="Change fields").first.click()
    expect(page.get_by_role("heading", name=ADD)).to_be_visible()


def add_field(page: Page, kind: str, name: str) -> None:
    """From the fields of a kind of record: a press, a name and another press."""
    page.get_by_role("link", name=kind, exact=True).click()
    sheet(page).get_by_label("Name", exact=True).fill(name)
    sheet(page).get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("link", name=re.compile(f"^{name}")).first).to_be_visible()


def description(server, app: str) -> dict:
    status, body = server.get(f"/api/{app}/description")
    assert status == 200
    return json.loads(body)


def test_an_application_from_nothing_gets_its_fields_beside_the_list(each_size, fresh_server, axe):
    """An empty application, two fields, a record with them."""
    begin(each_size, "Empty")
    fields_of_list(each_size)
    axe(each_size)
    add_field(each_size, "Amount of money", "Price")
    expect(each_size.locator(".undo")).to_contain_text("Price is a new field of")
    axe(each_size)
    each_size.get_by_role("link", name="Choice", exact=True).click()
    axe(each_size)
    sheet(each_size).get_by_label("Name", exact=True).fill("Condition")
    sheet(each_size).get_by_label("Choices, each in a line").fill("new = As new\nused")
    sheet(each_size).get_by_role("button", name="Add", exact=True).click()
    each_size.goto("/records/records")
    each_size.get_by_role("link", name=re.compile("^New ")).first.click()
    dialog = sheet(each_size)
    dialog.get_by_label("Name", exact=True).fill("Chair")
    dialog.get_by_label("Price").fill("12.50")
    dialog.get_by_label("Condition").select_option("As new")
    dialog.get_by_role("button", name="Save").click()
    expect(each_size.get_by_text("12.50").first).to_be_visible()


def test_a_template_is_renamed_retyped_reordered_and_undone(each_size, fresh_server, axe, watch):
    """Each change says what it does to records first; values that refuse a kind are shown with their records."""
    watch.allow("status of 409")
    begin(each_size, "Books")
    books = [{"title": "Momo", "isbn": "9783522202558"}, {"title": "Krabat", "isbn": "none"}]
    add(each_size, fresh_server, "books/books", *books)
    each_size.goto("/books/shape/kinds/books")
    each_size.get_by_role("link", name=re.compile("^ISBN")).click()
    dialog = sheet(each_size)
    expect(dialog.get_by_label("Name", exact=True)).to_have_value("ISBN")
    axe(each_size)
    dialog.get_by_label("Name", exact=True).fill("Book number")
    dialog.get_by_label("Kind").select_option("Whole number")
    dialog.get_by_role("button", name="Save").click()
    expect(sheet(each_size)).to_contain_text("1 record has a value in Book number")
    axe(each_size)
    sheet(each_size).get_by_role("link", name="none").click()
    expect(each_size).to_have_url(re.compile("/books/books/2$"))
    fresh_server.send("PATCH", "/api/books/books/2", json.dumps({"isbn": None}))
    each_size.goto("/books/shape/kinds/books/fields/isbn")
    dialog.get_by_label("Name", exact=True).fill("Book number")
    dialog.get_by_label("Kind").select_option("Whole number")
    dialog.get_by_role("button", name="Save").click()
    expect(sheet(each_size)).to_contain_text("1 value of Book number is converted")
    axe(each_size)
    sheet(each_size).get_by_role("button", name="Change").click()
    expect(each_size.get_by_role("link", name=re.compile("^Book number"))).to_contain_text("Whole number")
    names = [each["name"] for each in description(fresh_server, "books")["entities"][0]["attributes"]]
    press(each_size, "Move Book number up")
    expect(each_size.locator(".undo")).to_be_visible()
    moved = [each["name"] for each in description(fresh_server, "books")["entities"][0]["attributes"]]
    assert sorted(moved) == sorted(names) and moved.index("isbn") == names.index("isbn") - 1
    each_size.locator(".undo").get_by_role("button", name="Undo").click()
    expect(each_size.get_by_role("heading", name=ADD)).to_be_visible()
    assert [each["name"] for each in description(fresh_server, "books")["entities"][0]["attributes"]] == names


@pytest.mark.nightly
def test_deleting_a_field_asks_with_the_number_of_values_and_undo_brings_them_back(each_way, fresh_server):
    """The question says what is lost; Earlier versions has the way back."""
    begin(each_way, "Books")
    add(each_way, fresh_server, "books/books", {"title": "Momo", "isbn": "9783522202558"})
    each_way.goto("/books/shape/kinds/books/fields/isbn")
    sheet(each_way).get_by_role("link", name="Delete ISBN").click()
    expect(sheet(each_way)).to_contain_text("1 value of ISBN leaves the records")
    sheet(each_way).get_by_role("button", name="Delete").click()
    expect(each_way.get_by_role("link", name=re.compile("^ISBN"))).to_have_count(0)
    each_way.locator(".undo").get_by_role("button", name="Undo").click()
    if sheet(each_way).count():
        sheet(each_way).get_by_role("button", name="Undo").click()
    expect(each_way.get_by_role("link", name=re.compile("^ISBN"))).to_be_visible()
    assert json.loads(fresh_server.get("/api/books/books/1")[1])["isbn"] == "9783522202558"


def test_a_kind_of_record_a_relationship_and_computed_values_are_added(each_size, fresh_server, axe):
    """Loans of members: a new kind of record, its relationship, a count, and a calculation that shows its result."""
    begin(each_size, "Inventory")
    app = "inventory"
    entity = description(fresh_server, app)["entities"][0]
    each_size.goto(f"/{app}/shape")
    axe(each_size)
    each_size.get_by_role("link", name="New kind of record").click()
    sheet(each_size).get_by_label("One of them").fill("loan")
    axe(each_size)
    sheet(each_size).get_by_role("button", name="Add").click()
    each_size.locator(".ordered").get_by_role("link", name=re.compile("^Loans")).click()
    each_size.locator("a[href*='new/link']").first.click()
    axe(each_size)
    sheet(each_size).get_by_role("button", name="Add").click()
    expect(each_size.get_by_role("heading", name="Related records")).to_be_visible()
    add_field(each_size, "Whole number", "Days")
    fresh_server.send("POST", f"/api/{app}/loans", json.dumps({"name": "First", "days": 3}))
    each_size.goto(f"/{app}/shape/kinds/loans/new/computed")
    dialog = sheet(each_size)
    dialog.get_by_label("Name", exact=True).fill("Fee")
    dialog.get_by_label("Formula, or number of days").fill("days * 1.50")
    expect(dialog.locator("#result")).to_contain_text("4.50")
    axe(each_size)
    dialog.get_by_label("Formula, or number of days").fill("nights * 1.50")
    expect(dialog.locator("#result")).to_contain_text("There is no field “nights”")
    dialog.get_by_label("Formula, or number of days").fill("days * 1.50")
    dialog.get_by_role("button", name="Add").click()
    expect(each_size.get_by_role("link", name=re.compile("^Fee"))).to_be_visible()
    loan = json.loads(fresh_server.get(f"/api/{app}/loans/1")[1])
    assert loan["fee"] == 4.5
    assert any(each["to"] == entity["name"] for each in description(fresh_server, app)["entities"][-1]["relationships"])


def test_name_symbol_colour_and_tabs_are_chosen(any_size, fresh_server, axe):
    begin(any_size, "Tasks")
    any_size.goto("/tasks/shape/look")
    sheet(any_size).get_by_label("Name", exact=True).fill("To do")
    sheet(any_size).get_by_label("Colour").select_option("Violet")
    axe(any_size)
    sheet(any_size).get_by_role("button", name="Save").click()
    any_size.goto("/")
    expect(any_size.get_by_role("link", name=re.compile("^To do"))).to_be_visible()
    any_size.goto("/tasks/shape/kinds/tasks/fields/progress")
    sheet(any_size).get_by_label("Under way").select_option("Amber")
    axe(any_size)
    sheet(any_size).get_by_role("button", name="Save").click()
    expect(any_size.get_by_role("heading", name=ADD)).to_be_visible()
    add(any_size, fresh_server, "tasks/tasks", {"title": "Paint", "progress": "doing"})
    any_size.goto("/tasks/tasks")
    expect(rows(any_size).first.locator(".pill.care")).to_have_text("Under way")
    any_size.goto("/tasks/shape/kinds/tasks/list")
    axe(any_size)


@pytest.mark.parametrize("file", ["libreoffice.xlsx", *nightly("libreoffice.ods")])
def test_a_spreadsheet_becomes_an_application_with_related_records(each_size, fresh_server, axe, file):
    """Two sheets become two kinds of record; one names the other; the rest is the import that exists."""
    each_size.goto("/apps/new")
    axe(each_size)
    # Chosen files are sent at once.
    each_size.get_by_label("Choose files").set_input_files(str(SHEETS / file))
    expect(each_size).to_have_url(re.compile("/apps/new/files/"))
    axe(each_size)
    assert fresh_server.get("/api/libreoffice/orders")[0] == 404
    each_size.locator("a", has_text=f"{file}/Orders").click()
    expect(each_size.get_by_label("Kind of Customer")).to_have_value(re.compile("one-"))
    axe(each_size)
    each_size.get_by_label("Name of Share").fill("Part")
    press(each_size, "Done")
    press(each_size, "Make the application")
    expect(each_size).to_have_url(re.compile(r"/libreoffice/\w"))
    orders = json.loads(fresh_server.get("/api/libreoffice/orders?include=customer")[1])["items"]
    assert [each["code"] for each in orders] == ["00123", "00124", "00125"]
    # The cells are percent: 0.25 is 25 %.
    assert [each["part"] for each in orders] == [0.25, 0.5, 1]
    assert [each["price"] for each in orders] == [19.99, 0.3, 1234567.891]
    assert orders[0]["customer"] == orders[1]["customer"] != orders[2]["customer"]
    each_size.goto("/libreoffice/customers/1")
    expect(each_size.get_by_text("00123")).to_be_visible()


@pytest.mark.nightly
def test_a_spreadsheet_that_cannot_be_read_says_why(any_size, fresh_server, watch):
    """A password is named in New application and in an import."""
    watch.allow("status of 422")
    any_size.goto("/apps/new")
    any_size.get_by_label("Choose files").set_input_files(str(SHEETS / "password.xlsx"))
    expect(any_size.get_by_text("protected by a password")).to_be_visible()
    begin(any_size, "Books")
    any_size.goto("/books/import")
    any_size.locator("input[type=file]").first.set_input_files(str(SHEETS / "password.ods"))
    expect(any_size.get_by_text("protected by a password")).to_be_visible()


def test_an_import_adds_the_fields_that_the_application_lacks(each_size, fresh_server, axe):
    """A column without a field becomes one, with the kind of its values."""
    begin(each_size, "Books")
    each_size.goto("/books/import")
    each_size.locator("input[type=file]").first.set_input_files(
        files=[{"name": "books.csv", "mimeType": "text/csv", "buffer": b"Title,Year,ISBN,Shelf mark,Weight\nMomo,1973,,A 1,1.25\n"}])
    each_size.get_by_role("link", name=re.compile("^books.csv")).click()
    each_size.get_by_label("Shelf mark").select_option("New field")
    each_size.get_by_label("Weight").select_option("New field")
    axe(each_size)
    press(each_size, "Done")
    each_size.get_by_role("button", name=re.compile("^Load ")).first.click()
    expect(each_size.get_by_role("heading", name=re.compile("Imported|rows")).first).to_be_visible()
    book = json.loads(fresh_server.get("/api/books/books/1")[1])
    assert (book["shelfMark"], book["weight"]) == ("A 1", 1.25)


def test_everybody_elses_screens_follow(open_page, fresh_server):
    """A form that is open elsewhere gets the new field."""
    desk, phone = open_page(DESK), open_page(PHONE)
    begin(desk, "Books")
    add(desk, fresh_server, "books/books", {"title": "Momo"})
    phone.goto("/books/books/1")
    desk.goto("/books/shape/kinds/books")
    add_field(desk, "Text", "Shelf mark")
    expect(phone.get_by_label("Shelf mark")).to_be_visible()
    other = open_page(DESK)
    other.goto("/books/shape/kinds/books")
    add_field(desk, "Text", "Lender")
    expect(other.get_by_role("link", name=re.compile("^Lender"))).to_be_visible()


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["pl", *nightly("ru")])
def test_translated_labels_stay_translated(any_size, fresh_server, language):
    """The form shows the translation; saving it unchanged keeps the key."""
    any_size.goto("/apps/new")
    any_size.locator("button[formaction$='templates/books']").click()
    expect(any_size.locator(".tabs")).to_be_visible()
    before = description(fresh_server, "books")["entities"][0]["attributes"][0]
    any_size.goto("/books/shape/kinds/books/fields/title")
    any_size.locator("dialog button.main").click()
    expect(any_size).to_have_url(re.compile("kinds/books"))
    assert description(fresh_server, "books")["entities"][0]["attributes"][0] == before


@pytest.mark.nightly
def test_a_shape_changes_without_scripts(plain, fresh_server):
    """Forms and links do everything."""
    begin(plain, "Books")
    fields_of_list(plain)
    add_field(plain, "Date", "Bought")
    plain.locator(".undo").get_by_role("button", name="Undo").click()
    expect(plain.get_by_role("link", name=re.compile("^Bought"))).to_have_count(0)
    plain.goto("/books/shape/kinds/books/new/computed")
    sheet(plain).get_by_label("Formula, or number of days").fill("2 * 2")
    sheet(plain).get_by_role("button", name="Try").click()
    expect(sheet(plain).locator("#result")).to_be_visible()
