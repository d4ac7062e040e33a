"""English, Polish and Russian: by the browser's wish and by choice, whole and with the right forms."""

import re
from html.parser import HTMLParser

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK, PHONE, new_tab
from matrix import nightly
from people import MORE, PEOPLE, address_of, card, count, search_field, undo_bar

HEADINGS = {"en": "People", "pl": "Osoby", "ru": "Люди"}
OWN_NAMES = {"en": "English", "pl": "Polski", "ru": "Русский"}
COUNTED = {
    "en": {1: "1 person", 2: "2 people", 5: "5 people", 12: "12 people", 22: "22 people"},
    "pl": {1: "1 osoba", 2: "2 osoby", 5: "5 osób", 12: "12 osób", 22: "22 osoby"},
    "ru": {1: "1 человек", 2: "2 человека", 5: "5 человек", 12: "12 человек", 22: "22 человека"},
}

# Every text that a person sees or hears on the page.
WORDS = """() => {
    const words = new Set()
    const add = text => { if (text && text.trim()) words.add(text.trim().replace(/\\s+/g, ' ')) }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
        const it = walker.currentNode
        if (!it.parentElement.closest('script, style, template')) add(it.data)
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description', 'data-unreachable'])
        for (const it of document.querySelectorAll(`[${name}]`)) add(it.getAttribute(name))
    add(document.title)
    return [...words]
}"""

PERSON = {"firstName": "Qxfirst", "lastName": "Qxlast", "phone": "+99 99999999999", "address": "Qxstreet 7"}
# What is the same in every language: names of people, languages, the program, its files and formats.
SAME = re.compile(
    r"Qx.*|Kartoteka|Northwind|English|Polski|Русский|Deutsch|Українська|QQ|Q|#|[A-ZА-ЯĄĆĘŁŃÓŚŹŻ]|\d[\d\s.,]*|\+99 .*|–|/.*|CSV|JSON")


def words(page: Page) -> set[str]:
    return set(page.evaluate(WORDS))


class Words(HTMLParser):
    """Every text of a page as the server sends it: the same as `WORDS`."""

    NAMES = ("aria-label", "placeholder", "title", "alt", "aria-description", "data-unreachable")

    def __init__(self, page: str):
        super().__init__()
        self.found: set[str] = set()
        self._hidden = 0
        self.feed(page)
        self.close()

    def add(self, text: str | None) -> None:
        if text and text.strip():
            self.found.add(" ".join(text.split()))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in ("script", "style", "template")
        for name, value in attributes:
            if name in self.NAMES:
                self.add(value)

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in ("script", "style", "template")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.add(data)


def person(book) -> int:
    """The number of a made-up person, who stands for all that isn't words."""
    return book.list(search="Qxlast")[0]["id"] if book.total(search="Qxlast") else book.add(
        PERSON["lastName"], PERSON["firstName"], PERSON["phone"], PERSON["address"])


def sent(id: int) -> dict[str, str]:
    """The addresses of screens that are as the server sends them."""
    return {
        "home": "/", "list": f"{PEOPLE}?search=Qxlast", "nothing found": f"{PEOPLE}?search=Qxnobody",
        "card": f"{address_of(id)}?search=Qxlast", "new": f"{PEOPLE}/new?search=Qxlast", "more": MORE,
        "missing": address_of(999_999)}


def show(page: Page, screen: str, book) -> None:
    """Opens a screen that scripts have a part in."""
    id = person(book)
    page.goto(sent(id)["new" if screen == "errors" else "card"])
    form = page.locator("form[data-edits]").last
    match screen:
        case "errors":
            form.locator("[name=firstName]").fill("Qx")
            form.locator("[name=lastName]").fill("Qx")
            form.locator("[name=phone]").fill("12")
            form.locator("[name=address]").fill("Qx")
            form.locator(".act.main").click()
        case "conflict":
            form.locator("[name=address]").fill("Qxhere")
            book.change(id, address=f"Qxelsewhere {page.evaluate('Date.now()')}")
            page.locator("article .act.main").click()
        case "deleted meanwhile":
            form.locator("[name=address]").fill("Qxhere")
            book.delete(id)
            page.locator("article .act.main").click()
        case "undo":
            page.locator("article .ib.bad").click()
            undo_bar(page).wait_for()
            return
    page.locator("dialog[open] .err, dialog.ask[open]").first.wait_for()


def said_in(texts: set[str]) -> set[str]:
    """Those of an English page that are no words of every language."""
    said = {each for each in texts if not SAME.fullmatch(each)}
    assert said, "the English page says nothing"
    return said


def test_no_english_is_left_on_pages_as_they_are_sent(site, book):
    """Every word of every screen is in the language: nothing that stands on the English page stands there."""
    for screen, path in sent(person(book)).items():
        pages = {language: site.exchange("GET", path, headers={"Accept-Language": language})[1].decode()
                 for language in HEADINGS}
        said = said_in(Words(pages["en"]).found)
        for language in ("pl", "ru"):
            assert f'<html lang="{language}"' in pages[language]
            assert not said & Words(pages[language]).found, f"{screen} in {language}"


@pytest.mark.parametrize("language, heading, save", [("de", "Personen", "Speichern"), ("uk", "Люди", "Зберегти")])
def test_a_language_that_a_package_adds_is_spoken(site, book, language, heading, save):
    """German and Ukrainian come as packages: by the browser's wish, on pages and in menus."""
    pages = sent(person(book))
    wish = {"Accept-Language": language}
    page = site.exchange("GET", pages["list"], headers=wish)[1].decode()
    assert f'<html lang="{language}"' in page and heading in Words(page).found
    assert save in Words(site.exchange("GET", pages["card"], headers=wish)[1].decode()).found
    assert {"Deutsch", "Українська"} <= Words(site.exchange("GET", pages["more"])[1].decode()).found


SCREENS = ["errors", "conflict", "deleted meanwhile", "undo"]


def test_no_english_is_left(open_page, book, watch, in_tabs, request):
    """The same of what comes after a press. A usual run looks at each screen in one of both languages, by turns."""
    watch.allow("status of 4")
    others = {language: open_page(DESK, locale=language) for language in ["pl", "ru"]}

    def check(english, screen):
        show(english, screen, book)
        said = said_in(words(english))
        turn = list(others)[SCREENS.index(screen) % len(others)]
        for language, session in others.items():
            if language != turn and not request.config.getoption("all"):
                continue
            page = new_tab(session)
            show(page, screen, book)
            expect(page.locator("html")).to_have_attribute("lang", language)
            assert not said & words(page), f"{screen} in {language}"
            page.close()

    in_tabs(open_page(DESK, locale="en-GB"), SCREENS, check)


@pytest.mark.parametrize("language", ["pl", *nightly("en", "ru")])
def test_the_browsers_language_is_spoken(phone, language):
    """Pages speak what the browser prefers, and say so in `lang`."""
    phone.goto(PEOPLE)
    expect(phone.locator("html")).to_have_attribute("lang", language)
    expect(phone.get_by_role("heading", level=1)).to_have_text(HEADINGS[language])


def test_the_best_language_we_have_is_spoken(server):
    """Of several languages the best one that there is is spoken, else English."""
    for preferred, language in {
            "pl-PL,pl;q=0.9,en;q=0.8": "pl", "fr-FR,fr;q=0.9,ru;q=0.5,en;q=0.4": "ru", "fr": "en", "de-AT": "de", "*": "en",
            "en;q=0.1, pl;q=0.2": "pl", "pl;q=0": "en"}.items():
        _, page, _ = server.exchange("GET", PEOPLE, headers={"Accept-Language": preferred})
        assert f'<html lang="{language}">'.encode() in page, preferred


@pytest.mark.parametrize("language", ["pl"])
@pytest.mark.parametrize("place", [MORE, *nightly("/")])
def test_a_language_is_chosen_and_remembered(any_size, place, language):
    """One chooses a language at home or in More; it holds on every screen and beats the browser's wish."""
    any_size.goto(place)
    for code in ["ru", "en"]:
        any_size.get_by_role("button", name=OWN_NAMES[code]).click()
        expect(any_size.locator("html")).to_have_attribute("lang", code)
        expect(any_size).to_have_url(re.compile(f"{place}$"))
        expect(any_size.get_by_role("button", name=OWN_NAMES[code])).to_have_attribute("aria-current", "true")
        any_size.goto(PEOPLE)
        expect(any_size.get_by_role("heading", level=1)).to_have_text(HEADINGS[code])
        any_size.goto(place)


@pytest.mark.parametrize("language", ["ru", *nightly("en", "pl")])
def test_numbers_and_nouns_agree(open_page, book, language):
    """Counts have the plural that the language has for them, while one types."""
    page = open_page(PHONE, locale=language)
    page.goto(PEOPLE)
    added = 0
    for number, text in COUNTED[language].items():
        while added < number:
            added += 1
            book.add("Qqq")
        search_field(page).fill("")
        expect(page).not_to_have_url(re.compile("search="))
        search_field(page).fill("Qqq")
        expect(count(page)).to_have_text(text)


@pytest.mark.parametrize("language, text", [
    ("ru", "1\u00a0000 человек, по фамилии"),
    *nightly(("en", "1,000 people by last name"), ("pl", "1000 osób według nazwiska"))])
def test_numbers_are_grouped_as_the_language_does(phone, language, text):
    """A thousand is written as the language writes it."""
    phone.goto(PEOPLE)
    expect(count(phone)).to_have_text(text)


@pytest.mark.parametrize("language", ["ru", *nightly("pl")])
def test_news_are_in_the_language_of_who_reads_them(phone, book, language):
    """What was just done is said in the page's language, with the name in it."""
    phone.goto(address_of(book.add("Qxlast", "Qxfirst")))
    card(phone).locator(".ib.bad").click()
    expect(undo_bar(phone)).to_contain_text("Qxfirst Qxlast")
    expect(undo_bar(phone)).not_to_contain_text("Deleted")
