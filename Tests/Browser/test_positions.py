"""Where the boxes of a page stand, in windows of six widths: beside each other, of full height, wide enough to be read."""

import pytest
from playwright.sync_api import Page, expect

from chromium import until
from matrix import nightly

WIDTHS = [390, 820, 1280, 1440, 1920, 2560]
# One page of each kind, and others of the same kinds.
KINDS = [
    "overview", "orders/11050", "orders?layout=table", "orders?layout=cards", "products?layout=board:category",
    "products?layout=gallery", "employees", "orders/new", "products/filter", "more", "history", "import"]
FURTHER = [
    "orders", "orders?layout=board:shipper", "products", "products/1", "products?layout=table", "employees/1", "customers",
    "products/view", "products/several"]
OTHERS = [
    "/", "/apps/new", "/userscrud/users", "/userscrud/users/412", "/userscrud/users?layout=table", "/userscrud/users/new",
    "/travellers/users", "/travellers/cities", "/courses/courses", "/courses/courses/1", "/courses/users",
    "/travelmap/map", "/travelmap/countries", "/travelmap/settings"]

# What is wrong with the positions of a page's main boxes.
FAULTS = """() => {
    const faults = []
    const shown = it => it.checkVisibility({ visibilityProperty: true }) && !it.closest('dialog, [hidden], .vh')
    const box = it => it.getBoundingClientRect()
    const name = it => `${it.tagName.toLowerCase()}.${it.className}`
    const wide = innerWidth >= 900
    if (document.scrollingElement.scrollWidth > document.documentElement.clientWidth) faults.push(`${document.scrollingElement.scrollWidth} px wide`)
    const main = document.querySelector('main')
    if (!main) return faults
    const panes = [...main.children].filter(it => it.matches('.col') && shown(it))
        .sort((a, b) => box(a).left - box(b).left)
    if (wide) {
        for (const [place, pane] of panes.entries()) {
            const { left, right, top, height, width } = box(pane), next = panes[place + 1]
            if (Math.abs(top) > 1 || Math.abs(height - innerHeight) > 1) faults.push(`${name(pane)} has not the full height`)
            if (next && right > box(next).left + 1) faults.push(`${name(pane)} lies over ${name(next)}`)
            if (next && box(next).left - right > 1) faults.push(`there is a gap behind ${name(pane)}`)
            if (width < 200) faults.push(`${name(pane)} is ${width} px wide`)
        }
        if (panes.length && Math.abs(box(panes[0]).left - box(main).left) > 1) faults.push('there is a gap before the panes')
        if (panes.length && Math.abs(box(panes.at(-1)).right - box(main).right) > 1) faults.push('the panes end early')
        const record = panes.find(it => it.matches('.record'))
        if (record && box(record).width < 400) faults.push(`the card is ${box(record).width} px wide`)
    } else if (panes.length > 1) faults.push(`${panes.length} panes at once: ${panes.map(name)}`)
    // A text of several letters is not broken into single ones.
    for (const it of document.querySelectorAll('main .t, main h1, main h2')) {
        const { width, height } = box(it)
        if (shown(it) && it.textContent.trim().length > 6 && width && width < 60 && height > 48)
            faults.push(`${name(it)} “${it.textContent.trim().slice(0, 20)}” is ${width} px wide and ${height} high`)
    }
    return [...new Set(faults)]
}"""


@pytest.fixture
def sold(fresh_server, desk):
    """The page of a server whose Northwind has the sample data."""
    desk.goto("/northwind/import")
    desk.get_by_role("button", name="Load the sample data").click()
    expect(desk.locator("main")).to_contain_text("orders", timeout=60_000)
    # The page says so before all is stored.
    for path in ("products/1", "orders/11050"):
        until(desk, lambda path=path: fresh_server.send("GET", f"/api/northwind/{path}")[0] == 200)
    return desk


def check(page: Page, paths: list[str]) -> None:
    faults = []
    for path in paths:
        answer = page.goto(path)
        assert answer and answer.ok, f"{path}: {answer and answer.status}"
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            faults += [f"{path} at {width} px: {fault}" for fault in page.evaluate(FAULTS)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("paths", [KINDS, *nightly(FURTHER)], ids=["kinds", "further"])
def test_the_boxes_of_northwind_stand_beside_each_other_at_every_width(sold, paths):
    """Panes stand beside each other with full height, none is too narrow to be read, in lists, cards and layouts."""
    check(sold, [f"/northwind/{path}" for path in paths])


@pytest.mark.nightly
def test_the_boxes_of_the_other_applications_stand_beside_each_other_at_every_width(desk, school):
    """The same for the other applications and the first screen."""
    check(desk, OTHERS)


@pytest.mark.parametrize("width", [1440, *nightly(1920)])
def test_facets_list_and_card_stand_from_left_to_right(sold, width):
    """The panel of facets, the list and the card have columns of their own; the card has the most room."""
    sold.set_viewport_size({"width": width, "height": 900})
    sold.goto("/northwind/products/1")
    # The panel comes after the page.
    expect(sold.locator(".facets a").first).to_be_visible()
    facets, rows, card = [sold.locator(part).bounding_box() for part in (".facets", "section.list", "article.record")]
    assert facets["x"] + facets["width"] <= rows["x"] + 1 and rows["x"] + rows["width"] <= card["x"] + 1
    assert card["width"] > rows["width"]
