"""Tags: made on the sheet of a field, typed on a phone and at a desk, undone, and made in two windows at once."""

import json
import re

from playwright.sync_api import Page, expect

from chromium import DESK, slow_down
from test_shape import begin, description, press, sheet


def make_tags(page: Page, name: str = "Tags") -> None:
    """From the fields of a kind of record: a press, and another one on the sheet."""
    page.goto("/inventory/shape/kinds/items")
    page.get_by_role("link", name="Tags", exact=True).first.click()
    dialog = sheet(page)
    expect(dialog.get_by_label("Name", exact=True)).to_have_value("Tags")
    dialog.get_by_label("Name", exact=True).fill(name)
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("link", name=re.compile(f"^{name}")).first).to_be_visible()


def items(server, app: str = "inventory") -> list:
    status, body = server.get(f"/api/{app}/tags?limit=100&sort=name")
    assert status == 200, body
    return [tag["name"] for tag in json.loads(body)["items"]]


def new_item(page: Page, name: str, tags: str) -> None:
    page.goto("/inventory/items/new")
    dialog = sheet(page)
    dialog.get_by_label("Name", exact=True).fill(name)
    dialog.get_by_label("Tags").press_sequentially(tags)
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text(name).first).to_be_visible()


def test_tags_are_made_on_a_sheet_and_by_typing_and_shown_as_coloured_words(each_size, fresh_server, axe):
    page = each_size
    begin(page, "Inventory")
    make_tags(page)
    axe(page)
    made = description(fresh_server, "inventory")
    assert [entity["name"] for entity in made["entities"]].count("tag") == 1
    new_item(page, "Lamp", "urgent, to do")
    assert items(fresh_server) == ["to do", "urgent"]
    new_item(page, "Chair", "URGENT")
    assert items(fresh_server) == ["to do", "urgent"]
    page.goto("/inventory/items")
    expect(page.locator("#rows .tag", has_text="urgent")).to_have_count(2)
    axe(page)
    page.get_by_role("link", name=re.compile("Lamp")).first.click()
    expect(page.locator(".head .tag")).to_have_text(["urgent", "to do"])
    axe(page)
    # Undo takes the record and the tags that it made alone.
    new_item(page, "Desk", "fresh")
    assert items(fresh_server) == ["fresh", "to do", "urgent"]
    page.locator(".undo").get_by_role("button", name="Undo").click()
    expect(page.locator(".undo")).to_contain_text("Undid: Added Desk")
    expect(page.locator("#rows")).to_contain_text("Lamp")
    expect(page.locator("#rows")).not_to_contain_text("Desk")
    assert items(fresh_server) == ["to do", "urgent"]


def test_return_ends_a_name_and_control_s_saves_what_is_typed_on_a_slow_network(desk, fresh_server):
    begin(desk, "Inventory")
    make_tags(desk)
    new_item(desk, "Lamp", "urgent")
    slow_down(desk, 400)
    desk.goto("/inventory/items/1")
    field = desk.get_by_label("Tags", exact=True)
    field.press("End")
    field.press_sequentially(", gar")
    field.press("Enter")
    expect(field).to_have_value("urgent, gar, ")
    field.press_sequentially("half")
    field.press("Control+s")
    expect(desk.locator(".head .tag")).to_have_text(["urgent", "gar", "half"])
    assert items(fresh_server) == ["gar", "half", "urgent"]


def test_two_windows_that_make_the_same_tag_make_one(phone, open_page, fresh_server):
    begin(phone, "Inventory")
    make_tags(phone)
    new_item(phone, "Lamp", "a")
    other = open_page(DESK)
    for page in (phone, other):
        page.goto("/inventory/items/1")
    for page, text in ((phone, ", shared, one"), (other, "; Shared; two")):
        field = page.get_by_label("Tags", exact=True)
        field.press("End")
        field.press_sequentially(text)
    press(phone, "Save")
    expect(phone.locator(".undo")).to_be_visible()
    press(other, "Save")
    expect(other.locator(".head .tag")).to_have_text(["a", "shared", "one", "two"])
    assert items(fresh_server) == ["a", "one", "shared", "two"]


def test_the_preview_of_an_import_tells_the_new_tags(desk, fresh_server, tmp_path):
    begin(desk, "Inventory")
    make_tags(desk)
    new_item(desk, "Lamp", "urgent")
    file = tmp_path / "items.csv"
    file.write_text('Name,Tags\nChair,"urgent, new; other"\nDesk,New\n', encoding="utf-8")
    desk.goto("/inventory/import")
    desk.locator("input[type=file]").first.set_input_files(file)
    upload = desk.get_by_role("button", name="Upload")
    if upload.count() and upload.is_visible():
        upload.click()
    expect(desk.get_by_text("New in Tags: 2 (new, other)")).to_be_visible()
    press(desk, "Load", exact=False)
    expect(desk.get_by_role("heading", level=1)).to_have_text("Imported")
    expect(desk.get_by_text("New in Tags: 2 (new, other)")).to_be_visible()
    assert items(fresh_server) == ["new", "other", "urgent"]
