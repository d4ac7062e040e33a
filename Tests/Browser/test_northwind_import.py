"""NW-8, NW-9: files are brought along, looked at, loaded, and what was left over is put right."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from orders import runs_scripts

API = "/api/northwind"

CUSTOMERS = "CustomerID;Company Name;city\nALFKI;Alfreds Futterkiste;Berlin\nBERGS;Berglunds snabbköp;Luleå\n"
SHIPPERS = "shipper_id|CompanyName|Phone\n1|Speedy Express|(503) 555-9831\n"
ORDERS = (
    "OrderID,CustomerID,OrderDate,ShippedDate,ShipVia,Freight,ShipName\r\n"
    "10248,ALF??,1996-07-04 00:00:00.000,1996-07-16 00:00:00.000,1,32.38,Alfreds Futterkiste\r\n"
    "10249,BERGS,1996-07-05,31.02.1996x,1,11.61,NULL\r\n"
    "10250,BERGS,1996-07-08,NULL,1,65.83,\"Berglunds, the \"\"snabbköp\"\"\"\r\n"
)


def messy_files() -> list[dict]:
    """Files as people have them: other delimiters, other encodings, one that is none."""
    def file(name: str, content: bytes) -> dict:
        return {"name": name, "mimeType": "text/csv", "buffer": content}

    return [
        file("orders.csv", ORDERS.encode("utf-8-sig")),
        file("customers.csv", CUSTOMERS.encode("windows-1252")),
        file("shippers.csv", SHIPPERS.encode("utf-16")),
        file("notes.txt", b"Dear diary\nnothing happened\n"),
    ]


def many_customers(folder: Path, count: int) -> list[Path]:
    """A file of so many customers. The browser reads it itself: a large one takes long through the connection to it."""
    file = folder / "customers.csv"
    with file.open("w") as lines:
        lines.write("Company name,Address,City\n")
        lines.writelines(f"Company {number},{number} Long Street,Town {number % 90}\n" for number in range(count))
    return [file]


def total(server, entities: str) -> int:
    status, body = server.get(f"{API}/{entities}?limit=1")
    assert status == 200
    return json.loads(body)["total"]


def bring(page, files: list[dict] | list[Path], scripts: bool = True) -> None:
    """Chooses files, which a script sends at once."""
    page.goto("/northwind/import")
    page.locator("#files").set_input_files(files)
    if not scripts:
        page.get_by_role("button", name="Look at the files").click()
    expect(page.get_by_role("heading", name="Ready to import")).to_be_visible()


@pytest.fixture
def person(fresh_server, each_way):
    """A page with scripts and one without; and whether it has them."""
    return each_way, runs_scripts(each_way)


def result(page) -> None:
    expect(page).to_have_url(re.compile(r"/northwind/import/\d+$"), timeout=60_000)


def test_NW_9_messy_files_are_understood_loaded_and_put_right(person, fresh_server, watch):
    """NW-9 from four files to everything loaded and every reference resolved."""
    # While the server starts anew, the open page asks for what is changed.
    watch.allow("ERR_|network error")
    page, scripts = person
    bring(page, messy_files(), scripts)
    rows = page.locator(".files li")
    expect(rows).to_have_count(4)
    expect(rows.nth(0)).to_contain_text("Orders · 7 of 7 columns · comma, UTF-8")
    expect(rows.nth(1)).to_contain_text("Customers · 3 of 3 columns · semicolon, windows-1252")
    expect(rows.nth(2)).to_contain_text("Shippers · 3 of 3 columns · bar, UTF-16LE")
    expect(rows.nth(3)).to_contain_text("It is not clear what the records of notes.txt are")
    assert total(fresh_server, "orders") == 0

    page.get_by_role("button", name="Load 3 files").click()
    result(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Imported, with 1 row left over")
    expect(page.locator(".undo")).to_contain_text("Imported 3 files")
    assert total(fresh_server, "orders") == 2 and total(fresh_server, "customers") == 2

    # The date is corrected, also after a restart.
    fresh_server.restart()
    page.reload()
    broken = page.get_by_label("ShippedDate in line 3 of orders.csv")
    expect(broken).to_have_value("31.02.1996x")
    broken.fill("1996-02-29")
    page.get_by_role("button", name="Load 1 row").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Imported")
    assert total(fresh_server, "orders") == 3

    # The reference is connected to the one it is proposed for.
    line = page.locator("#references li")
    expect(line).to_have_count(1)
    expect(line).to_contain_text("1 order · Customer ALF??")
    expect(line.get_by_label("Use for ALF??")).to_have_value("1")
    page.get_by_role("button", name="Connect 1 row").click()
    expect(page.locator("#references")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text("Imported")
    status, body = fresh_server.get(f"{API}/orders/10248?include=customer")
    assert status == 200 and b"Alfreds Futterkiste" in body.split(b'"customer"')[1]

    # The same files once more change nothing.
    bring(page, messy_files(), scripts)
    page.get_by_role("button", name="Load 3 files").click()
    result(page)
    expect(page.locator(".figs")).to_contain_text(re.compile(r"New\s*0"))
    expect(page.locator(".figs")).to_contain_text(re.compile(r"Updated\s*0"))


def test_NW_9_what_was_misunderstood_is_corrected_before_anything_is_written(person, fresh_server):
    """NW-9 another entity, another column, a file left out."""
    page, scripts = person
    files = [{"name": "x.csv", "mimeType": "text/csv", "buffer": b"Firma,Ort\nAlfreds,Berlin\n"}] + messy_files()[2:3]
    bring(page, files, scripts)
    page.locator(".files a").first.click()
    page.get_by_label("What it holds").select_option(label="Customers")
    page.get_by_role("button", name="Done").click()
    page.get_by_label("Firma", exact=True).select_option(label="Company name")
    page.get_by_label("Ort", exact=True).select_option(label="City")
    expect(page.get_by_text("Berlin")).to_be_visible()
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".files li").first).to_contain_text("Customers · 2 of 2 columns")
    page.locator(".files li").nth(1).locator("label").click()
    page.get_by_role("button", name="Load 2 files").click()
    result(page)
    assert total(fresh_server, "customers") == 1 and total(fresh_server, "shippers") == 0


def test_NW_8_a_long_import_shows_how_far_it_is_and_is_cancelled_without_a_trace(person, fresh_server, tmp_path):
    """NW-8 progress bar; Cancel leaves everything as it was."""
    page, scripts = person
    bring(page, many_customers(tmp_path, 60_000), scripts)
    page.get_by_role("button", name="Load 1 file").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.locator("[data-part=progress]")).to_contain_text(re.compile(r"[\d,]+ rows"), timeout=30_000)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("The import was cancelled, and nothing was loaded.")).to_be_visible(timeout=120_000)
    assert total(fresh_server, "customers") == 0
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_role("heading", name="Import", exact=True)).to_be_visible()
    expect(page.get_by_text("Not finished")).to_have_count(0)


def test_NW_8_an_import_that_a_restart_interrupts_says_so_and_is_started_again(fresh_server, any_size, watch, tmp_path):
    """NW-8 after the program was killed in the middle, nothing is loaded and the files are still there."""
    # While the server starts anew, the open page asks for what is changed.
    watch.allow("ERR_|network error")
    page = any_size
    bring(page, many_customers(tmp_path, 15_000))
    page.get_by_role("button", name="Load 1 file").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    address = page.url
    page.goto("about:blank")
    fresh_server.process.kill()
    fresh_server.process.wait()
    fresh_server.start()
    # What was committed is taken back in the background.
    while total(fresh_server, "customers"):
        pass
    page.goto("/northwind/import")
    expect(page.get_by_text("Interrupted")).to_be_visible()
    page.goto(address)
    expect(page.get_by_text("The import was interrupted, and what it had loaded is taken back.")).to_be_visible()
    page.get_by_role("button", name="Load 1 file").click()
    result(page)
    assert total(fresh_server, "customers") == 15_000


def test_NW_9_the_screens_of_the_import_are_accessible_and_small(fresh_server, each_size, axe):
    """NW-9 every screen in both schemes, with more rejected rows than a page shows."""
    page = each_size

    def check() -> None:
        axe(page)
        size = page.evaluate(
            "performance.getEntries().filter(e => e.encodedBodySize && !e.name.endsWith('.svg'))"
            ".reduce((all, e) => all + e.encodedBodySize, 0)")
        assert size < 60_000, f"{page.url}: {size}"
        width = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert width <= 0, page.url

    page.goto("/northwind/import")
    check()
    broken = "".join(f"{number},ALFKI{number},never\n" for number in range(1, 31))
    broken += "".join(f"{number},WHO{number},1996-07-04\n" for number in range(31, 61))
    orders = {"name": "orders.csv", "mimeType": "text/csv", "buffer": f"id,customer,order date\n{broken}".encode()}
    bring(page, [orders] + messy_files()[1:])
    check()
    page.locator(".files a").first.click()
    check()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name=re.compile("Load . files")).click()
    result(page)
    expect(page.locator("#rejects tbody tr")).to_have_count(12)
    check()
    page.locator("#references").get_by_role("link", name="Choose for").first.click()
    expect(page.locator(".sheet.tall")).to_be_visible()
    check()
    page.get_by_role("link", name="Cancel").click()
    page.locator("#rejects").get_by_role("link", name="orders.csv").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("orders.csv, line")
    check()


def test_NW_9_undo_takes_an_import_back(fresh_server, any_size):
    """NW-9 one press on the undo bar."""
    page = any_size
    bring(page, messy_files()[1:2])
    page.get_by_role("button", name="Load 1 file").click()
    result(page)
    assert total(fresh_server, "customers") == 2
    page.locator(".undo").get_by_role("button", name="Undo").click()
    expect(page.locator(".undo").get_by_role("button", name="Redo")).to_be_visible()
    assert total(fresh_server, "customers") == 0
