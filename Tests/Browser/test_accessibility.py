"""axe finds no violation on any screen, in either scheme, on a phone and at a desk."""

import pytest
from playwright.sync_api import Page, expect

from chromium import PHONE
from matrix import nightly
from people import (
    MORE, PEOPLE, address_of, card, fill, found, open_card, open_sheet, row, rows, save, sheet, undo_bar)

NEW = {"firstName": "Anna", "lastName": "Zzyzx", "phone": "12", "address": "ul. Piękna 18, Warszawa"}


def home(page: Page, book) -> None:
    page.goto("/")


def people(page: Page, book) -> None:
    page.goto(PEOPLE)
    expect(rows(page).first).to_be_visible()


def people_with_search(page: Page, book) -> None:
    page.goto(found("ski"))
    expect(rows(page).first).to_be_visible()


def people_with_a_chosen_row(page: Page, book) -> None:
    page.goto(f"{PEOPLE}?selected={book.add('Mmmberg')}")
    expect(row(page, "Mmmberg")).to_be_in_viewport()


def nothing_found(page: Page, book) -> None:
    page.goto(found("Qqqqq"))
    expect(page.locator(".empty").first).to_be_visible()


def person(page: Page, book) -> None:
    open_card(page, book.add("Zzyzx"))


def person_changed(page: Page, book) -> None:
    fill(open_card(page, book.add("Zzyzx")), firstName="Eva")
    expect(save(card(page))).to_be_enabled()


def person_with_errors(page: Page, book) -> None:
    fill(open_card(page, book.add("Zzyzx")), phone="12")
    save(card(page)).click()
    expect(card(page).locator(".err")).to_be_visible()


def new_person(page: Page, book) -> None:
    page.goto(PEOPLE)
    open_sheet(page)


def new_person_with_errors(page: Page, book) -> None:
    new_person(page, book)
    fill(sheet(page), **NEW)
    save(sheet(page)).click()
    expect(sheet(page).locator(".err")).to_be_visible()


def conflict(page: Page, book) -> None:
    id = book.add("Zzyzx")
    form = open_card(page, id)
    fill(form, phone="+48 222 222 2222")
    book.change(id, phone="+48 111 111 1111", address="Rynek 1, Kraków")
    save(form).click()
    expect(sheet(page).get_by_text("+48 111 111 1111")).to_be_visible()


def deleted_meanwhile(page: Page, book) -> None:
    id = book.add("Zzyzx")
    form = open_card(page, id)
    # A card that holds something typed stays when the news of it come.
    fill(form, firstName="Eva")
    book.delete(id)
    save(form).click()
    expect(sheet(page).get_by_role("alert")).to_be_visible()


def leaving(page: Page, book) -> None:
    fill(open_card(page, book.add("Zzyzx")), firstName="Eva")
    page.get_by_role("link", name="More", exact=True).click()
    expect(page.get_by_role("dialog", name="Discard changes?")).to_be_visible()


def undo_offered(page: Page, book) -> None:
    open_card(page, book.add("Zzyzx")).get_by_role("button", name="Delete Anna Zzyzx").click()
    expect(undo_bar(page)).to_be_visible()


def more(page: Page, book) -> None:
    page.goto(MORE)


def missing(page: Page, book) -> None:
    page.goto(address_of(999_999))


SCREENS = [
    home, people, people_with_search, people_with_a_chosen_row, nothing_found, person, person_changed,
    person_with_errors, new_person, new_person_with_errors, conflict, deleted_meanwhile, leaving, undo_offered,
    more, missing]


@pytest.fixture(autouse=True)
def allow_refusals(watch):
    watch.allow("status of 4(04|09|22)")


@pytest.mark.both
@pytest.mark.parametrize("screens", [SCREENS[:8], SCREENS[8:]], ids=["1", "2"])
def test_axe_finds_nothing(each_size, book, axe, in_tabs, screens):
    """No rule of WCAG 2.2 AA that axe knows is broken, and the page has one heading of first rank."""

    def check(page, screen):
        screen(page, book)
        axe(page)
        assert page.locator("h1").evaluate_all("all => all.filter(it => it.checkVisibility()).length") == 1
        book.remove_what_is_new()

    in_tabs(each_size, screens, check)


def test_axe_finds_nothing_on_the_empty_list(empty_server, each_size, axe):
    """The same where nobody is there yet."""
    each_size.goto(PEOPLE)
    expect(each_size.get_by_role("heading", name="No people yet")).to_be_visible()
    axe(each_size)


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["pl", *nightly("ru")])
def test_axe_finds_nothing_in_other_languages(phone, axe):
    """The same in Polish and Russian."""
    for path in ["/", PEOPLE, f"{PEOPLE}/new", MORE]:
        phone.goto(path)
        axe(phone)


@pytest.mark.nightly
def test_text_at_twice_the_size_still_fits(phone):
    """At twice the text size (WCAG 1.4.4) nothing is cut off to the side."""
    for path in ["/", PEOPLE, address_of(412), f"{PEOPLE}/new", MORE]:
        phone.goto(path)
        phone.evaluate("document.documentElement.style.fontSize = '200%'")
        assert phone.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth") <= 0, path


def test_cards_fields_and_switches_have_borders_in_forced_colours(open_page):
    """With forced colours, which take away grounds and shadows, what belongs together has a border."""
    page = open_page(PHONE, forced_colors="active")
    for path, selectors in [(PEOPLE, [".search", ".group"]), ("/northwind/orders/new", [".switch"]),
                            (f"{PEOPLE}/new", [".sheet"])]:
        page.goto(path)
        for selector in selectors:
            expect(page.locator(selector).first).to_have_css("border-top-style", "solid")
            expect(page.locator(selector).first).not_to_have_css("border-top-width", "0px")


def test_news_are_said_to_a_screen_reader(phone, book):
    """How many were found is said while one types: the count, in a place that is read aloud."""
    book.add("Zzyzx")
    phone.goto(PEOPLE)
    phone.locator("#q").fill("Zzyzx")
    expect(phone.get_by_role("status").filter(has_text="1 person")).to_be_attached()


def test_the_title_tells_where_one_is(site, book):
    """The page's title follows what is shown."""
    id = book.add("Zzyzx")
    for path, title in [
            ("/", "Kartoteka"), (PEOPLE, "People – Address book"), (MORE, "More – Address book"),
            (f"{PEOPLE}/new", "New person – Address book"), (address_of(id), "Anna Zzyzx – Address book"),
            (address_of(999_999), "There is no such card – Address book")]:
        assert f"<title>{title}</title>".encode() in site.get(path)[1], path
