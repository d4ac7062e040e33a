"""Several pictures and files of a record: made on a sheet, added by many ways, moved by keys and mouse, opened large, shown as PDF."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK, PHONE, go_back, slow_down, until
from test_northwind_pictures import file, png
from test_shape import add, begin, press, sheet

ITEM = "/inventory/items/1"
PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" \
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 90 90]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"


def prepare(page: Page, server, kind: str = "Several pictures") -> None:
    """An inventory with a lamp, whose kind of record has the field."""
    begin(page, "Inventory")
    page.goto("/inventory/shape/kinds/items")
    page.get_by_role("link", name=kind, exact=True).click()
    sheet(page).get_by_role("button", name="Add", exact=True).click()
    label = kind.removeprefix("Several ").capitalize()
    expect(page.get_by_role("link", name=re.compile("^" + label)).first).to_be_visible()
    add(page, server, "inventory/items", {"name": "Lamp"})
    page.goto(ITEM)


def choose(page: Page, *files: dict) -> None:
    page.locator(".album [type=file]").set_input_files(list(files))


def names(page: Page) -> list:
    """The names of the files in their order."""
    labels = page.locator(".album .moves button:last-child").evaluate_all("all => all.map(one => one.ariaLabel)")
    return [label.removeprefix("Delete ") for label in labels]


def three(page: Page) -> None:
    choose(page, file("a.png", png(900, 300)), file("b.png", png(30, 40)), file("c.png", png(50, 50)))
    expect(page.locator(".pics img")).to_have_count(3)


def test_several_pictures_are_added_moved_by_keys_deleted_and_taken_back(each_size, fresh_server, axe):
    page = each_size
    prepare(page, fresh_server)
    axe(page)
    three(page)
    assert names(page) == ["a.png", "b.png", "c.png"]
    axe(page)
    # Nothing is wider than the page.
    assert page.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth") == 0
    last = page.get_by_role("button", name="Move c.png up")
    last.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".pics li").nth(1).locator("img")).to_have_attribute("alt", "c.png")
    assert names(page) == ["a.png", "c.png", "b.png"]
    # The focus goes along, so that the same key moves it on.
    expect(page.get_by_role("button", name="Move c.png up")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".pics li").first.locator("img")).to_have_attribute("alt", "c.png")
    expect(page.get_by_role("button", name="Move c.png up")).to_be_disabled()
    page.get_by_role("button", name="Delete a.png").click()
    expect(page.locator(".pics img")).to_have_count(2)
    page.locator(".undo").get_by_role("button", name="Undo").click()
    expect(page.locator(".pics img")).to_have_count(3)
    assert names(page) == ["c.png", "a.png", "b.png"]
    # What was sent of the wide one has a small picture, and rows have the first one.
    page.goto("/inventory/items")
    expect(page.locator("#rows img.face")).to_have_count(1)


def test_the_mouse_moves_a_picture_among_the_others(desk, fresh_server):
    prepare(desk, fresh_server)
    three(desk)
    first, last = (desk.locator(".pics li").nth(place).bounding_box() for place in (0, 2))
    desk.mouse.move(last["x"] + 60, last["y"] + 40)
    desk.mouse.down()
    desk.mouse.move(first["x"] + 40, first["y"] + 40, steps=6)
    desk.mouse.up()
    expect(desk.locator(".pics li").first.locator("img")).to_have_attribute("alt", "c.png")
    assert names(desk) == ["c.png", "a.png", "b.png"]


def test_a_new_record_is_saved_with_its_pictures(each_size, fresh_server, axe):
    page = each_size
    prepare(page, fresh_server)
    page.goto("/inventory/items/new")
    dialog = sheet(page)
    dialog.get_by_label("Name", exact=True).fill("Desk")
    dialog.locator("#n-items-pictures").set_input_files([file("a.png", png(900, 300)), file("b.png", png(30, 40))])
    expect(dialog.locator(".small")).to_have_js_property("files.length", 1)
    axe(page)
    dialog.get_by_role("button", name="Save").click()
    expect(page.locator("#rows img.face")).to_have_count(1)
    page.goto("/inventory/items/2")
    expect(page.locator(".pics img")).to_have_count(2)
    assert names(page) == ["a.png", "b.png"]


@pytest.mark.parametrize("latency", [100, 400])
def test_a_slow_network_and_presses_in_a_row_lose_no_picture(open_page, fresh_server, latency):
    page = open_page(PHONE)
    prepare(page, fresh_server)
    slow_down(page, latency)
    choose(page, file("a.png", png(40, 30)), file("b.png", png(30, 40)))
    choose(page, file("c.png", png(50, 50)))
    expect(page.locator(".pics img")).to_have_count(3)
    up = page.get_by_role("button", name="Move c.png up")
    up.dblclick()
    expect(page.locator(".pics li").nth(1).locator("img")).to_have_attribute("alt", "c.png")
    assert sorted(names(page)) == ["a.png", "b.png", "c.png"]
    status, body = fresh_server.get("/api/inventory/pictures?sort=place,id")
    assert status == 200
    assert sorted(item["fileName"] for item in json.loads(body)["items"]) == ["a.png", "b.png", "c.png"]


def test_two_windows_add_at_once_and_both_stay(open_page, fresh_server):
    one = open_page(DESK)
    prepare(one, fresh_server)
    other = open_page(DESK)
    other.goto(ITEM)
    choose(one, file("a.png", png(40, 30)))
    choose(other, file("b.png", png(30, 40)))
    expect(one.locator(".pics img")).to_have_count(2)
    expect(other.locator(".pics img")).to_have_count(2)


def test_a_picture_opens_large_with_arrows_escape_and_back(each_size, fresh_server, axe):
    page = each_size
    prepare(page, fresh_server)
    three(page)
    page.locator(".pics a").nth(1).click()
    expect(page.get_by_role("heading", name="Picture 2 of 3")).to_be_attached()
    axe(page)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="Picture 3 of 3")).to_be_attached()
    go_back(page)
    expect(page).to_have_url(re.compile(ITEM + "($|#|\\?)"))
    page.locator(".pics a").first.click()
    expect(page.get_by_role("heading", name="Picture 1 of 3")).to_be_attached()
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile(ITEM))


def test_the_picture_of_a_field_is_small_in_lists_and_opens_large(each_size, fresh_server, axe):
    page = each_size
    begin(page, "Inventory")
    page.goto("/inventory/shape/kinds/items")
    page.get_by_role("link", name="Picture", exact=True).click()
    sheet(page).get_by_label("Name", exact=True).fill("Photo")
    press(page, "Add")
    expect(page.get_by_role("link", name=re.compile("^Photo")).first).to_be_visible()
    add(page, fresh_server, "inventory/items", {"name": "Lamp"})
    page.goto(ITEM)
    page.locator("#f-photo").set_input_files(file("wide.png", png(1300, 700)))
    expect(page.locator(".file .small")).to_have_js_property("files.length", 1)
    page.get_by_role("button", name="Save").first.click()
    page.goto("/inventory/items?layout=table&columns=name,photo")
    small = page.locator("td img")
    expect(small).to_have_js_property("naturalWidth", 640)
    axe(page)
    page.goto(ITEM)
    page.locator(".file .look, .head .look").first.click()
    expect(page.locator(".large > img")).to_have_js_property("naturalWidth", 1300)
    axe(page)
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile(ITEM))


def test_files_are_links_and_a_browser_without_a_viewer_has_nothing_else(each_size, fresh_server, axe):
    page = each_size
    prepare(page, fresh_server, "Several files")
    page.add_init_script("Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false })")
    page.reload()
    choose(page, {"name": "b.pdf", "mimeType": "application/pdf", "buffer": PDF}, file("a.txt", b"text"))
    expect(page.locator(".papers li")).to_have_count(2)
    expect(page.locator(".preview")).to_be_hidden()
    with page.expect_download() as download:
        page.get_by_role("link", name="a.txt").click()
    assert download.value.suggested_filename == "a.txt"
    axe(page)


def test_a_pdf_file_is_shown_in_its_page_by_the_browser(keeping_browser, fresh_server):
    """In the browser with windows, since the other one has no viewer."""
    context = keeping_browser.new_context(base_url=fresh_server.url, **DESK)
    try:
        page = context.new_page()
        prepare(page, fresh_server, "Several files")
        choose(page, {"name": "b.pdf", "mimeType": "application/pdf", "buffer": PDF})
        part = page.locator(".preview")
        expect(part).to_be_visible()
        expect(page.locator("iframe")).to_have_count(0)
        with page.expect_response(re.compile("preview=1")) as answer:
            part.get_by_text("Show").click()
        assert answer.value.headers["content-type"] == "application/pdf"
        assert answer.value.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'self'; sandbox"
        expect(page.locator("iframe")).to_have_attribute("title", "b.pdf")
        # The viewer is a page of the browser's own.
        until(page, lambda: any(frame.url.startswith("chrome-extension:") for frame in page.frames))
        part.get_by_text("Show").click()
        expect(page.locator("iframe")).to_have_count(0)
    finally:
        context.close()
