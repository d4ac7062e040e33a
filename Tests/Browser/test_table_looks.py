"""The tables on every size, in both schemes and all languages: for every eye and finger, and light."""

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK, PHONE
from matrix import nightly
from people import PEOPLE
from travellers import CITIES, SUMMARY, USERS, new, open_card, press, rows
from test_sizes import SMALL_PHONE, TABLET, TABLET_ACROSS, UNREACHABLE, WIDE, sideways
from test_weight import LIMIT, answers

LONG = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"


@pytest.fixture(autouse=True)
def allow_refusals(watch):
    watch.allow("status of 4(04|09|22)")


@pytest.fixture
def city(travels) -> int:
    """Some cities; the number of one."""
    anna, rosa = travels.add_user("Anna Kowalska"), travels.add_user("Rosa María Martínez de la Fuente y Ortega")
    travels.add_city(LONG, rosa)
    return travels.add_city("Łódź", anna)


def table(page: Page, city: int) -> None:
    page.goto(CITIES)


def summary(page: Page, city: int) -> None:
    page.goto(SUMMARY)


def refused_row(page: Page, city: int) -> None:
    page.goto(CITIES)
    new(page, "name").fill("Oslo")
    new(page, "user").fill("Nobody")
    press(page, "Add")
    expect(page.locator("#rows .err")).to_be_visible()


def refused_deletion(page: Page, city: int) -> None:
    page.goto(USERS)
    open_card(page, int(rows(page).first.get_attribute("data-id"))).get_by_role("button", name="Delete").click()
    expect(page.locator(".sheet[open]")).to_be_visible()


def nothing_found(page: Page, city: int) -> None:
    page.goto(f"{CITIES}?name=nowhere")


def undo_offered(page: Page, city: int) -> None:
    page.goto(CITIES)
    open_card(page, city).get_by_role("button", name="Delete").click()
    expect(page.locator("body > .undo")).to_be_visible()


SCREENS = [table, summary, refused_row, refused_deletion, nothing_found, undo_offered]


@pytest.mark.both
def test_axe_finds_nothing(each_size, city, axe, in_tabs):
    """No rule of WCAG 2.2 AA that axe knows is broken, in either scheme."""

    def check(page, screen):
        screen(page, city)
        axe(page)
        expect(page.locator("h1")).to_have_count(1)

    # The last one deletes the city.
    in_tabs(each_size, SCREENS, check)


@pytest.mark.both
def test_TR_13_axe_finds_nothing_where_nothing_is_yet(each_size, travels, axe, in_tabs):
    """TR-13 the same on the empty screens, which offer examples."""

    def check(page, path):
        page.goto(path)
        expect(page.get_by_role("button", name="Fill with examples")).to_be_visible()
        axe(page)

    in_tabs(each_size, [USERS, CITIES, SUMMARY], check)


@pytest.mark.parametrize("size", [
    SMALL_PHONE, DESK, *nightly(PHONE, TABLET, TABLET_ACROSS, WIDE)], ids=lambda it: it["viewport"]["width"])
def test_every_table_fits_and_every_control_can_be_reached(open_page, city, size):
    """No table is wider than the window, and nothing covers a control for good."""
    for screen in SCREENS[:-1]:
        page = open_page(size)
        screen(page, city)
        assert sideways(page) <= 0, screen.__name__
        assert page.evaluate(UNREACHABLE) == [], screen.__name__
        page.close()


@pytest.mark.parametrize("name", ["W" * 120, *nightly("<script>alert(1)</script>", "ф" * 120, "שלום " * 20)])
def test_names_of_any_length_and_script_fit(phone, travels, name):
    """Names of any length and script fit into a phone, in all three tables, looked at and on their cards."""
    user = travels.add_user(name.strip())
    travels.add_city(name.strip(), user)
    for path in (USERS, f"{USERS}/{user}", CITIES, SUMMARY):
        phone.goto(path)
        expect(phone.locator("h1")).to_be_attached()
        assert sideways(phone) <= 0, path


def test_TR_5_the_row_that_searches_and_the_one_that_adds_say_so(phone, city):
    """On a phone, too, their buttons have words, and stand beside their fields."""
    table(phone, city)
    for row, word in ((".filter", "Filter"), (".add:not(.why)", "Add")):
        button, field = phone.locator(f"{row} button"), phone.locator(f"{row} input").first
        expect(button).to_have_text(word)
        expect(button).to_be_visible()
        assert abs(button.bounding_box()["y"] - field.bounding_box()["y"]) < 8


def test_controls_are_large_enough_for_a_thumb(phone, city):
    """Every control has at least 44 points' height on a phone."""
    for screen in (table, refused_row, nothing_found):
        screen(phone, city)
        small = phone.evaluate("""() => [...document.querySelectorAll('a[href], button, input:not([type=hidden]), summary')]
            .filter(it => !it.closest('dialog:not([open]), .vh, p') && it.checkVisibility())
            .filter(it => it.getBoundingClientRect().height < 43.5).map(it => it.outerHTML.slice(0, 100))""")
        assert small == [], screen.__name__


@pytest.mark.parametrize("language, words", [
    ("pl", ["Filtr: Miasto", "Nowe miasto", "Dodaj", "2 miasta"]),
    *nightly(("ru", ["Фильтр: Город", "Новый город", "Добавить", "2 города"]))])
def test_other_languages(phone, city, axe, words):
    """The tables speak Polish and Russian, and fit."""
    phone.goto(CITIES)
    for word in words:
        assert word in phone.content(), word
    assert sideways(phone) <= 0
    axe(phone)


# The selectors of the rules that style the button of a browser's calendar, and its arrow of suggestions.
INDICATORS = """() => {
    const all = rules => [...rules].flatMap(it => [it, ...it.cssRules?.length ? all(it.cssRules) : []])
    return [...document.styleSheets].flatMap(it => all(it.cssRules)).map(it => it.selectorText ?? '')
        .filter(it => it.includes('calendar-picker-indicator')).map(it => it.replace(/::[\\w-]+/g, ''))
}"""


def test_a_field_for_a_date_keeps_the_button_of_its_calendar(desk, city):
    """The browser's arrow is hidden in fields with suggestions, and no rule hides the button of a calendar."""
    table(desk, city)
    selectors = desk.evaluate(INDICATORS)
    assert selectors
    for selector in selectors:
        assert desk.locator("#a-user").evaluate("(field, it) => field.matches(it)", selector), selector
        assert not desk.evaluate("""it => {
            const date = document.querySelector('#a-user').cloneNode()
            date.removeAttribute('list')
            date.type = 'date'
            return date.matches(it)
        }""", selector), selector


@pytest.mark.nightly
def test_a_full_page_is_light(phone, travels):
    """HTML, style and script of a page with fifty rows are under 60 KB together."""
    anna = travels.add_user("Rosa María Martínez")
    travels.add_cities([f"Reykjavík {number}" for number in range(110)], anna)
    bodies = answers(phone, f"{CITIES}?sort=name")
    sizes = {kind: bodies[kind] for kind in ("document", "stylesheet", "script")}
    assert sum(sizes.values()) < LIMIT, sizes


@pytest.mark.nightly
def test_text_at_twice_the_size_still_fits(phone, city):
    """At twice the text size nothing is cut off to the side."""
    for path in (CITIES, f"{CITIES}/{city}", SUMMARY):
        phone.goto(path)
        phone.evaluate("document.documentElement.style.fontSize = '200%'")
        assert sideways(phone) <= 0, path


# How the symbol of an element is painted that is a mask over a background, and what is behind it.
PAINT = """([selector, pseudo]) => {
    const it = document.querySelector(selector)
    const own = getComputedStyle(it, pseudo).backgroundColor
    return [own, getComputedStyle(document.body).backgroundColor]
}"""


def test_symbols_are_seen_in_forced_colours(open_page, book):
    """Where the browser forces its own colours, symbols that are a mask over a background stand out from the page."""
    phone = open_page(PHONE)
    phone.emulate_media(forced_colors="active")
    phone.goto(f"{PEOPLE}?selected={book.add('Zzyzx')}")
    symbol, page = phone.evaluate(PAINT, ["#rows li > button", "::before"])
    assert symbol != page


def test_a_rows_number_stands_beside_its_name(phone, travels):
    """On a telephone, where a name alone is in the middle of its row."""
    id = travels.add_user("Anna Kowalska")
    phone.goto(USERS)
    middles = phone.locator(f"tr[data-id='{id}']").evaluate("""row => [...row.querySelectorAll('.no a, .no + td')].map(it => {
        const range = document.createRange()
        range.selectNodeContents(it)
        const { top, bottom } = range.getBoundingClientRect()
        return (top + bottom) / 2
    })""")
    assert abs(middles[0] - middles[1]) < 3
