"""Number series: designed on a sheet, given when a record is saved, typed, taken meanwhile, and imported."""

import json
import re

from playwright.sync_api import expect

from test_shape import begin, sheet


def design(page):
    """An inventory whose items have numbers like I-001."""
    begin(page, "Inventory")
    page.get_by_role("link", name="Change fields").first.click()
    page.get_by_role("link", name="Number series", exact=True).click()
    dialog = sheet(page)
    dialog.get_by_label("Name", exact=True).fill("Label number")
    expect(dialog.get_by_label("Pattern of the numbers")).to_have_value("{year}-{0000}")
    dialog.get_by_label("Pattern of the numbers").fill("I-{000}")


def new(page, name):
    page.goto("/inventory/items")
    page.get_by_role("link", name=re.compile("^New ")).first.click()
    sheet(page).get_by_label("Name", exact=True).fill(name)
    return sheet(page)


def save(dialog):
    dialog.get_by_role("button", name="Save", exact=True).click()


def numbers(server):
    status, answer = server.get("/api/inventory/items?sort=id")
    assert status == 200, answer
    return [(item["name"], item["labelNumber"]) for item in json.loads(answer)["items"]]


def test_a_series_is_designed_and_a_number_that_was_taken_meanwhile_loses_nothing(phone, fresh_server, axe, watch):
    """A wrong pattern says why; a form shows the next number; a taken one keeps the typed name and offers the next."""
    watch.allow("status of (409|422)")
    design(phone)
    axe(phone)
    sheet(phone).get_by_label("Pattern of the numbers").fill("I-{day}")
    sheet(phone).get_by_role("button", name="Add", exact=True).click()
    expect(sheet(phone)).to_contain_text("{day} can't be in a pattern")
    sheet(phone).get_by_label("Pattern of the numbers").fill("I-{000}")
    sheet(phone).get_by_role("button", name="Add", exact=True).click()
    expect(phone.get_by_role("link", name=re.compile("^Label number.*I-\\{000\\}"))).to_be_visible()
    dialog = new(phone, "Lamp")
    expect(dialog.get_by_label("Label number")).to_have_attribute("placeholder", "next: I-001")
    axe(phone)
    save(dialog)
    expect(phone.get_by_text("Lamp").first).to_be_visible()
    dialog = new(phone, "Desk")
    dialog.get_by_label("Label number").fill("I-002")
    # Another window takes it.
    status, answer = fresh_server.send("POST", "/api/inventory/items", json.dumps({"name": "Chair"}))
    assert status == 201, answer
    save(dialog)
    dialog = sheet(phone)
    expect(dialog).to_contain_text("Another record has this number. Empty the field to get the next one: I-003")
    expect(dialog.get_by_label("Name", exact=True)).to_have_value("Desk")
    expect(dialog.get_by_label("Label number")).to_have_value("I-002")
    axe(phone)
    dialog.get_by_label("Label number").fill("")
    save(dialog)
    expect(phone.get_by_text("Desk").first).to_be_visible()
    assert sorted(numbers(fresh_server)) == [("Chair", "I-002"), ("Desk", "I-003"), ("Lamp", "I-001")]


def test_two_windows_that_save_at_once_and_a_number_of_an_old_paper(desk, fresh_server):
    """Two forms show the same next number and get different ones; a typed one moves the series on."""
    design(desk)
    sheet(desk).get_by_role("button", name="Add", exact=True).click()
    expect(desk.get_by_role("link", name=re.compile("^Label number"))).to_be_visible()
    other = desk.context.new_page()
    dialogs = [new(desk, "Lamp"), new(other, "Desk")]
    for dialog in dialogs:
        expect(dialog.get_by_label("Label number")).to_have_attribute("placeholder", "next: I-001")
    for dialog in dialogs:
        dialog.get_by_role("button", name="Save", exact=True).click(no_wait_after=True)
    for page, name in ((desk, "Lamp"), (other, "Desk")):
        expect(page.get_by_text(name).first).to_be_visible()
        expect(sheet(page)).to_have_count(0)
    assert sorted(number for _, number in numbers(fresh_server)) == ["I-001", "I-002"]
    dialog = new(desk, "Safe")
    dialog.get_by_label("Label number").fill("I-040")
    save(dialog)
    expect(desk.get_by_text("Safe").first).to_be_visible()
    expect(new(desk, "Shelf").get_by_label("Label number")).to_have_attribute("placeholder", "next: I-041")
    other.close()


def test_an_import_keeps_free_numbers_and_overwrites_no_record(desk, fresh_server):
    """A row with a taken number is refused, and not the record; rows without one get the next ones."""
    design(desk)
    sheet(desk).get_by_role("button", name="Add", exact=True).click()
    expect(desk.get_by_role("link", name=re.compile("^Label number"))).to_be_visible()
    status, answer = fresh_server.send("POST", "/api/inventory/items", json.dumps({"name": "Lamp"}))
    assert status == 201, answer
    desk.goto("/inventory/import")
    text = "Name,Label number\nTable,\nForeign,I-001\nOld,I-020\nStool,\n"
    desk.locator("#files").set_input_files({"name": "items.csv", "mimeType": "text/csv", "buffer": text.encode()})
    expect(desk.get_by_role("heading", name="Ready to import")).to_be_visible()
    desk.get_by_role("button", name=re.compile("^Load")).first.click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Imported, with 1 row left over", timeout=60_000)
    assert sorted(numbers(fresh_server)) == [
        ("Lamp", "I-001"),
        ("Old", "I-020"),
        ("Stool", "I-022"),
        ("Table", "I-021"),
    ]
