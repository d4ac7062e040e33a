"""NW-4 and NW-10: pictures of employees and categories, on the screen."""

import json
import os
import re
import struct
import zlib

import pytest
from playwright.sync_api import expect

from chromium import PHONE

EMPLOYEES = "/api/northwind/employees"


def png(width: int, height: int, more: int = 0) -> bytes:
    """A picture of one colour; with bytes behind it that nobody looks at."""
    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    rows = b"".join(b"\0" + bytes((20, 90, 60)) * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
            + os.urandom(more))


def file(name: str, content: bytes) -> dict:
    return {"name": name, "mimeType": "image/png", "buffer": content}


def employee(server, first: str, last: str) -> int:
    status, answer = server.send("POST", EMPLOYEES, json.dumps({"firstName": first, "lastName": last}))
    assert status == 201, answer.decode()
    return json.loads(answer)["id"]


def shown(image) -> None:
    """The picture has arrived and could be drawn."""
    expect(image).to_be_visible()
    expect(image).not_to_have_js_property("naturalWidth", 0)


def test_NW_4_a_picture_is_chosen_replaced_and_removed(empty_shop, site, each_size, axe):
    """NW-4 a picture shows as it is chosen, in the form, in the row and on the card; and goes again."""
    page = each_size
    page.goto(f"/northwind/employees/{employee(site, 'Anna', 'Lis')}")
    expect(page.locator(".head img, .file img")).to_have_count(0)
    expect(page.get_by_role("button", name="Photo Choose picture")).to_be_visible()
    # That nothing is chosen is not said.
    expect(page.locator("#f-photo")).to_have_css("opacity", "0")
    axe(page)
    page.locator("#f-photo").set_input_files(file("anna.png", png(40, 30, more=60_000)))
    expect(page.locator("#f-photo")).to_have_css("opacity", "1")
    expect(page.locator(".file img")).to_have_js_property("naturalWidth", 40)
    page.get_by_role("button", name="Save").click()
    row = page.locator("#rows .row")
    shown(row.locator("img"))
    row.click()
    shown(page.locator(".head img"))
    # The head shows it, and the field does not show it a second time.
    expect(page.locator(".file img")).to_have_count(0)
    expect(page.locator(".file a[download]")).to_have_text("60\u00a0KB")
    axe(page)
    page.locator("#f-photo").set_input_files(file("wide.png", png(90, 20)))
    page.get_by_role("button", name="Save").click()
    row.click()
    expect(page.locator(".head img")).to_have_js_property("naturalWidth", 90)
    page.get_by_label("Remove").check()
    page.get_by_role("button", name="Save").click()
    expect(row.locator("img")).to_have_count(0)


def test_NW_4_a_category_is_made_with_its_picture_without_scripts(empty_shop, site, open_page, watch):
    """NW-4 forms bring pictures along without scripts; what is no picture is refused, and nothing typed is lost."""
    watch.allow("status of 422")
    page = open_page(PHONE, java_script_enabled=False)
    page.goto("/northwind/categories/new")
    page.get_by_label("Category name").fill("Drinks")
    page.get_by_label("Description").fill("Tea and coffee")
    page.locator("#n-picture").set_input_files(file("drinks.png", b"no picture at all"))
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("This is no picture as PNG, JPEG, GIF, WebP, AVIF or BMP")).to_be_visible()
    expect(page.get_by_label("Description")).to_have_value("Tea and coffee")
    page.get_by_label("Category name").fill("")
    page.locator("#n-picture").set_input_files(file("drinks.png", png(30, 30)))
    page.get_by_role("button", name="Save").click()
    # Something else is wrong, and the picture need not be chosen again.
    expect(page.get_by_text("drinks.png is chosen")).to_be_visible()
    page.get_by_label("Category name").fill("Drinks")
    page.get_by_role("button", name="Save").click()
    row = page.locator("#rows .row", has_text="Drinks")
    expect(row.locator("img")).to_have_attribute("src", re.compile(r"^/api/northwind/categories/\d+/picture"))
    status, picture = site.get(row.locator("img").get_attribute("src"))
    assert (status, picture) == (200, png(30, 30))


def test_NW_4_choosing_a_related_record_keeps_the_picture(empty_shop, site, phone):
    """NW-4 a sheet that is opened from the form takes no picture with it."""
    employee(site, "Wen", "Li")
    number = employee(site, "Anna", "Lis")
    phone.goto(f"/northwind/employees/{number}")
    phone.locator("#f-photo").set_input_files(file("anna.png", png(40, 30)))
    phone.get_by_role("button", name="Reports to").click()
    phone.locator("#choices").get_by_text("Wen Li").click()
    expect(phone.get_by_text("anna.png is chosen")).to_be_visible()
    phone.get_by_role("button", name="Save").click()
    shown(phone.locator("#rows .row", has_text="Anna").locator("img"))


def test_NW_10_large_pictures_lie_beside_the_database_and_nobody_notices(fresh_server, phone, watch):
    """NW-10 a small picture is in the database file and a large one beside it; the last use takes the file along."""
    # While the server starts anew, the open page asks for what is changed.
    watch.allow("ERR_CONNECTION_REFUSED")
    watch.allow("ERR_INCOMPLETE_CHUNKED_ENCODING")
    small, large = employee(fresh_server, "Anna", "Lis"), employee(fresh_server, "Wen", "Li")
    folder = fresh_server.data / "northwind.blobs"
    for number, picture in ((small, png(40, 30)), (large, png(50, 30, more=300_000))):
        phone.goto(f"/northwind/employees/{number}")
        phone.locator("#f-photo").set_input_files(file("photo.png", picture))
        phone.get_by_role("button", name="Save").click()
        phone.wait_for_url("**/northwind/employees?*")
        assert fresh_server.get(f"{EMPLOYEES}/{number}/photo") == (200, picture)
    assert [path.stat().st_size for path in folder.glob("??/*")] == [len(picture)]
    expect(phone.locator("#rows .row img")).to_have_count(2)
    for image in phone.locator("#rows .row img").all():
        shown(image)
    # A picture is asked for once: its address is of this very content.
    with phone.expect_response("**/photo?version=*") as response:
        phone.goto(f"/northwind/employees/{large}")
    assert "immutable" in response.value.headers["cache-control"]
    # Undoing a deletion brings it back, also after a new start.
    phone.get_by_role("button", name="Delete Wen Li").click()
    expect(phone.locator(".undo")).to_contain_text("Deleted Wen Li")
    assert fresh_server.get(f"{EMPLOYEES}/{large}/photo")[0] == 404
    fresh_server.restart()
    phone.get_by_role("button", name="Undo").click()
    expect(phone.locator("#rows .row", has_text="Wen Li")).to_be_visible()
    assert fresh_server.get(f"{EMPLOYEES}/{large}/photo") == (200, picture)


@pytest.mark.nightly
def test_NW_4_a_file_that_is_too_large_loses_nothing_typed(fresh_server, any_size, tmp_path):
    """NW-4 refuses it before it is sent, says how large one may be, and keeps what was typed."""
    page = any_size
    number = employee(fresh_server, "Anna", "Lis")
    huge = tmp_path / "huge.png"
    with open(huge, "wb") as out:
        out.truncate(51_000_000)
    page.goto(f"/northwind/employees/{number}")
    page.get_by_label("Notes").fill("Speaks Japanese")
    page.locator("#f-photo").set_input_files(huge)
    expect(page.get_by_role("alert")).to_have_text("huge.png is too large: at most 50 MB can be stored here.")
    expect(page.get_by_label("Notes")).to_have_value("Speaks Japanese")
    with page.expect_navigation():
        page.get_by_role("button", name="Save").click()
    page.goto(f"/northwind/employees/{number}")
    expect(page.get_by_label("Notes")).to_have_value("Speaks Japanese")
