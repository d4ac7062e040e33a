"""UC-11: the screens on a phone, a tablet and a desk."""

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK, PHONE
from matrix import nightly
from people import MORE, PEOPLE, address_of, card, field, rows

TABLET = {"viewport": {"width": 820, "height": 1180}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
TABLET_ACROSS = {**TABLET, "viewport": {"width": 1180, "height": 820}}
SMALL_PHONE = {**PHONE, "viewport": {"width": 320, "height": 568}}
WIDE = {"viewport": {"width": 1920, "height": 1080}}
SIZES = {
    "small phone": SMALL_PHONE, "phone": PHONE, "tablet": TABLET, "tablet across": TABLET_ACROSS, "desk": DESK,
    "wide": WIDE}
SCREENS = {
    "home": "/", "list": PEOPLE, "search": f"{PEOPLE}?search=ski", "nothing": f"{PEOPLE}?search=Qqqqq",
    "card": address_of(412), "new": f"{PEOPLE}/new", "more": MORE, "missing": address_of(999_999)}

# Controls that can't be pressed where they are: each is brought into view and looked at from above.
UNREACHABLE = """() => {
    const rests = it => it.closest('[inert], dialog:not([open]), .vh, [hidden]') || !it.checkVisibility({
        visibilityProperty: true})
    const faults = []
    for (const it of document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea')) {
        if (rests(it) || it.matches('#rows li > button')) continue
        it.scrollIntoView({block: 'center', inline: 'nearest', behavior: 'instant'})
        const box = it.getBoundingClientRect()
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
        const top = document.elementFromPoint(x, y)
        if (!top || !(it.contains(top) || top.contains(it)))
            faults.push(`${it.outerHTML.slice(0, 120)} at ${x},${y} under ${top && top.outerHTML.slice(0, 80)}`)
    }
    return faults
}"""


def sideways(page: Page) -> int:
    """How far the page can be scrolled to the side."""
    return page.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth")


@pytest.mark.parametrize("size", ["small phone", "tablet", "desk", *nightly("phone", "tablet across", "wide")])
def test_UC_11_every_screen_fits_and_every_control_can_be_reached(open_page, watch, size):
    """UC-11 fits every screen into a phone's, a tablet's and a desk's width; nothing covers a control for good."""
    watch.allow("status of 404")
    page = open_page(SIZES[size])
    faults = []
    for name, path in SCREENS.items():
        page.goto(path)
        if sideways(page) > 0:
            faults.append(f"{name}: {sideways(page)} px too wide")
        faults += [f"{name}: {fault}" for fault in page.evaluate(UNREACHABLE)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("size", ["small phone", *nightly("phone", "desk")])
def test_UC_11_long_words_fit(open_page, book, size):
    """UC-11 fits names and addresses of any length and script."""
    page = open_page(SIZES[size])
    for last_name, first_name, address in [
            ("W" * 80, "M" * 80, "x" * 200), ("Zzyzx" * 16, "Rosa María " * 7, "C. de Alcalá " * 15),
            ("ф" * 80, "𝕏" * 40, "שלום " * 40)]:
        id = book.add(last_name, first_name=first_name.strip(), address=address.strip(), phone="+99 99999999999")
        for path in [f"{PEOPLE}?selected={id}", address_of(id)]:
            page.goto(path)
            expect(page.locator("h1").first).to_be_attached()
            assert sideways(page) <= 0, f"{path} is {sideways(page)} px too wide for {last_name[:5]}…"
            assert page.evaluate(UNREACHABLE) == []


@pytest.mark.parametrize("size", ["phone", *nightly("tablet")])
def test_UC_11_one_column_at_a_time_on_a_phone(open_page, size):
    """UC-11 shows the list or the card on a narrow screen, with the navigation at its foot."""
    page = open_page(SIZES[size])
    page.goto(PEOPLE)
    expect(rows(page).first).to_be_visible()
    expect(card(page)).to_be_hidden()
    bar = page.locator("nav.tabs").bounding_box()
    assert bar["y"] + bar["height"] == pytest.approx(page.viewport_size["height"], abs=1)
    page.goto(address_of(412))
    expect(card(page)).to_be_visible()
    expect(rows(page).first).to_be_hidden()


@pytest.mark.parametrize("size", ["tablet across", *nightly("desk", "wide")])
def test_UC_11_side_by_side_at_a_desk(open_page, size):
    """UC-11 shows navigation, list and card side by side from 900 pixels on."""
    page = open_page(SIZES[size])
    page.goto(address_of(412))
    boxes = [page.locator(each).bounding_box() for each in ("nav.tabs", "section.list", "article.record")]
    for left, right in zip(boxes, boxes[1:]):
        assert left["x"] + left["width"] <= right["x"] + 1
    expect(rows(page).first).to_be_visible()


def test_UC_11_controls_are_large_enough_for_a_thumb(phone):
    """UC-11 has controls of at least 44 points' height on a phone."""
    for path in (PEOPLE, address_of(412), f"{PEOPLE}/new"):
        phone.goto(path)
        small = phone.evaluate("""() => [...document.querySelectorAll('a[href], button')]
            .filter(it => !it.closest('[inert], dialog:not([open]), .index, .vh, #rows li > button') && it.checkVisibility())
            .filter(it => it.getBoundingClientRect().height < 43.5).map(it => it.outerHTML.slice(0, 100))""")
        assert small == [], path


def test_the_title_in_the_bar_lies_over_no_button(phone, book):
    """A long title is shortened beside the way back and the buttons, in a language with long words, too."""
    id = book.add("Brzęczyszczykiewicz-Wierzchosławski", first_name="Maksymilian Aleksander")
    phone.goto(f"/userscrud/users/{id}")
    bar = phone.locator("article.record .bar")
    phone.locator("article.record").evaluate("column => { document.scrollingElement.scrollTop = 300 }")
    title, *others = [bar.locator(part).bounding_box() for part in (".now", ".back", ".acts")]
    assert title["width"] > 40
    for other in others:
        assert title["x"] + title["width"] <= other["x"] + 1 or other["x"] + other["width"] <= title["x"] + 1


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_UC_11_a_long_address_is_shown_whole(open_page, book, size):
    """UC-11 shows an address that is longer than a line in several; Return saves it, and it stays one line."""
    page = open_page(SIZES[size])
    long = "ul. Bohaterów Warszawskiego Getta 127 m. 14, osiedle Tysiąclecia Państwa Polskiego, 31-999 Kraków-Nowa Huta"
    id = book.add("Zzyzx", address=long)
    page.goto(address_of(id))
    address = field(card(page), "Address")
    expect(address).to_have_value(long)
    assert address.evaluate("it => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight + 1")
    assert address.evaluate("it => it.clientHeight") > 40
    address.press("Control+End")
    address.press_sequentially(", Polska")
    address.press("Enter")
    expect(page.locator(".undo")).to_contain_text("Zzyzx")
    assert book.list(search="Zzyzx")[0]["address"] == f"{long}, Polska"


def test_UC_11_text_of_twice_the_size_fits(open_page):
    """UC-11 has no page that scrolls sideways on a phone when the browser's text is twice as large."""
    page = open_page(PHONE)
    faults = []
    for path in ["/", "/courses/teachers", PEOPLE, f"{PEOPLE}/new", "/travellers/users", "/userscrud/more"]:
        page.goto(path)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        if sideways(page) > 0:
            faults.append(f"{path}: {sideways(page)} px too wide")
    assert not faults, "\n".join(faults)


@pytest.mark.both
def test_UC_11_a_text_that_may_have_lines_stands_as_high_as_others(each_size, book):
    """UC-11 in a card the address, which may be longer than a line, is in the middle of its field as the names are."""
    each_size.goto(address_of(book.add("Zzyzx")))
    above = field(card(each_size), "Address").evaluate("""it => {
        const { paddingTop, lineHeight, height } = getComputedStyle(it)
        return [parseFloat(paddingTop), (parseFloat(height) - parseFloat(lineHeight)) / 2]
    }""")
    assert abs(above[0] - above[1]) < 1


def test_a_switch_stands_beside_its_label(each_size, empty_shop):
    """In a sheet, and on a telephone, a switch is in the line of its label and at its end, and not in one of its own."""
    each_size.goto("/northwind/products/new")
    switch = each_size.get_by_role("dialog").get_by_role("switch", name="Discontinued")
    label = each_size.get_by_role("dialog").locator("label").filter(has_text="Discontinued")
    at, beside = switch.bounding_box(), label.bounding_box()
    assert abs(at["y"] + at["height"] / 2 - beside["y"] - beside["height"] / 2) <= 2
    assert at["x"] >= beside["x"] + beside["width"]
