"""UC-2: the list, its order, and moving through it."""

import re

import pytest
from playwright.sync_api import Page, expect

from matrix import nightly
from people import PEOPLE, count, is_phone, row, rows


def last_names(page: Page) -> list[str]:
    return page.locator("#rows .row .t b").all_text_contents()


def folded(name: str) -> str:
    """The name as it is sorted, for names of ASCII letters."""
    return name.casefold()


def test_UC_2_rows_have_a_title_line_and_a_subtitle_line(each_size, book):
    """UC-2 shows a title line (the last name stands out) and a subtitle line (the address)."""
    id = book.add("Aaaberg", first_name="Åsa", address="Götgatan 41, Stockholm")
    each_size.goto(PEOPLE)
    first = rows(each_size).first
    expect(first.locator(".t")).to_have_text("Åsa Aaaberg")
    expect(first.locator(".t b")).to_have_text("Aaaberg")
    expect(first.locator(".d")).to_have_text("Götgatan 41, Stockholm")
    expect(first).to_have_attribute("href", re.compile(rf"^{PEOPLE}/{id}(\?|$)"))
    title, subtitle = first.locator(".t").bounding_box(), first.locator(".d").bounding_box()
    assert title["y"] + title["height"] <= subtitle["y"] + 1


def test_UC_2_the_list_is_ordered_by_last_name(phone, book):
    """UC-2 orders by last name, then by first name, whatever case and accents."""
    for first_name, last_name in [("Ewa", "Ąabska"), ("Adam", "aabski"), ("Zoe", "AABSKA"), ("Ann", "Ääbska")]:
        book.add(last_name, first_name=first_name)
    phone.goto(PEOPLE)
    expect(rows(phone).nth(3)).to_be_visible()
    assert phone.locator("#rows .row .t").all_text_contents()[:4] == [
        "Ann Ääbska", "Ewa Ąabska", "Zoe AABSKA", "Adam aabski"]


def test_UC_2_rows_stand_under_their_first_letter(any_size, book):
    """UC-2 puts rows under the first letter of the last name; all that is no letter under one sign."""
    book.add("Ąabska")
    book.add("4th", first_name="Henry")
    any_size.goto(PEOPLE)
    heading = any_size.locator("#rows .letter")
    expect(heading.nth(0)).to_have_text("#")
    expect(heading.nth(1)).to_have_text("A")
    expect(any_size.locator("#rows ul").nth(1)).to_contain_text("Ąabska")


@pytest.mark.parametrize("query", ["?from=p", *nightly("")], ids=["from P on", "all"])
def test_UC_2_scrolling_on_shows_all_thousand(each_size, book, query):
    """UC-2 loads further rows while one scrolls, until every person is there, once, in order; usually from a letter on."""
    each_size.goto(PEOPLE + query)
    expect(count(each_size)).to_have_text("1,000 people by last name")
    assert rows(each_size).count() < 200, "a page should be light"
    first = rows(each_size).first.evaluate("row => row.pathname")
    ids = [each["id"] for each in book.list(sort="lastName,firstName", limit=1000)]
    wanted = len(ids) - ids.index(int(first.rsplit("/", 1)[1]))
    assert wanted > 200
    # Within the page: every step from outside would wait for the rows to stand still.
    links = each_size.evaluate("""async ([first, wanted]) => {
        // Earlier rows may come above.
        const links = () => {
            const all = [...document.querySelectorAll('#rows a.row')].map(row => row.pathname)
            return all.slice(all.indexOf(first))
        }
        while (links().length < wanted) {
            const before = links().length, begin = performance.now()
            document.querySelector('a[rel=next]')?.scrollIntoView()
            while (links().length == before) {
                if (performance.now() - begin > 60_000) return links()
                await new Promise(requestAnimationFrame)
            }
        }
        return links()
    }""", [first, wanted])
    assert len(set(links)) == len(links) == wanted
    expect(each_size.locator("a[rel=next]")).to_have_count(0)
    names = last_names(each_size)
    plain = [folded(name) for name in names if name.isascii()]
    assert plain == sorted(plain)
    # A letter has one heading, also where it went on from one page to the next.
    letters = each_size.locator("#rows .letter").all_text_contents()
    assert len(letters) == len(set(letters)), letters


def test_UC_2_scrolling_up_from_the_middle_loads_what_is_before(each_size, book):
    """UC-2 goes on in both directions: from a row deep in the list, what stands before it comes, and nothing jumps."""
    middle = book.list(sort="lastName,firstName", limit=500)[-1]
    each_size.goto(f"{PEOPLE}?selected={middle['id']}")
    expect(each_size.locator("#selected")).to_be_in_viewport()
    before = rows(each_size).count()
    # The link is replaced by the rows it leads to, and on a phone perhaps it has been by now.
    each_size.evaluate("document.querySelector('a[rel=prev]')?.scrollIntoView()")
    expect(rows(each_size).nth(before)).to_be_attached()
    names = [folded(name) for name in last_names(each_size) if name.isascii()]
    assert names == sorted(names)


def test_UC_2_the_strip_of_letters_jumps(each_size):
    """UC-2 jumps to a letter by the strip at the list's edge."""
    each_size.goto(PEOPLE)
    strip = each_size.get_by_role("navigation", name="First letters")
    expect(strip).to_be_visible()
    strip.get_by_role("link", name="M", exact=True).click()
    expect(rows(each_size).filter(has=each_size.locator("b", has_text=re.compile("^M"))).first).to_be_in_viewport()
    heading = each_size.locator("#rows .letter", has_text=re.compile("^M$"))
    expect(heading).to_be_in_viewport()
    # What stands before M is still there, above.
    expect(each_size.locator("a[rel=prev]").or_(rows(each_size).filter(has_text="Lindqvist")).first).to_be_attached()


def test_UC_2_choosing_a_row_opens_the_person(each_size, book):
    """UC-2 leads from a row to the person, on a phone in place of the list, at a desk beside it."""
    id = book.add("Aaaberg")
    each_size.goto(PEOPLE)
    row(each_size, "Anna Aaaberg").click()
    expect(each_size).to_have_url(re.compile(rf"{PEOPLE}/{id}(\?|$)"))
    expect(each_size).to_have_title("Anna Aaaberg – Address book")
    expect(each_size.locator("article.record").get_by_role("heading", name="Anna Aaaberg")).to_be_visible()
    if is_phone(each_size):
        expect(rows(each_size).first).to_be_hidden()
        each_size.locator("article.record .back").click()
    expect(row(each_size, "Anna Aaaberg")).to_be_in_viewport()
    expect(row(each_size, "Anna Aaaberg")).to_have_attribute("aria-current", "true")


def test_UC_2_the_strip_of_letters_leaves_none_out(each_size, book):
    """UC-2 can jump to every letter: those that do not fit are reached by sliding over the dots between the others."""
    for letter in "BDNQXYÆŁЖЩ":
        book.add(letter + "zzz")
    each_size.goto(PEOPLE)
    strip = each_size.locator(".index")
    expect(strip).to_be_visible()
    letters = [each.strip() for each in strip.locator("a").all_text_contents()]
    assert {"B", "D", "N", "Q", "X", "Y", "Ж", "Щ"} <= set(letters)
    strip.locator("a", has_text="N").first.evaluate("link => link.click()")
    # Rows before it may be loaded by now.
    expect(each_size.locator("#rows .letter").filter(has_text=re.compile("^N$"))).to_be_in_viewport()


def test_UC_9_plus_keeps_what_was_typed_into_the_search(any_size, book):
    """UC-9 leads from a new record that is given up back to the list as it was searched."""
    book.add("Zzyzx")
    any_size.goto(PEOPLE)
    any_size.get_by_role("searchbox").fill("zzyz")
    expect(count(any_size)).to_have_text("1 person")
    any_size.get_by_role("link", name="New person").click()
    any_size.locator("[data-part=cancel]").first.click()
    expect(any_size.get_by_role("searchbox")).to_have_value("zzyz")
    expect(rows(any_size)).to_have_count(1)


def test_UC_9_plus_in_a_scrolled_list_and_cancel_lead_back_to_the_same_rows(any_size):
    """UC-9 keeps the place in the list behind the sheet of a new person, and leads back to it."""
    any_size.goto(f"{PEOPLE}?from=p")
    any_size.locator("#rows a.row").nth(20).evaluate("row => row.scrollIntoView({ block: 'center' })")
    path = any_size.evaluate("""() => [...document.querySelectorAll('#rows a.row')]
        .find(row => row.getBoundingClientRect().bottom > innerHeight / 2).pathname""")
    # Playwright's own click scrolls the list of a sticky bar.
    any_size.get_by_role("link", name="New person").evaluate("link => link.click()")
    any_size.locator("dialog.sheet [data-part=cancel]").click()
    any_size.wait_for_url(re.compile("/users\\?"))
    expect(any_size.locator(f"#rows a.row[href='{path}']")).to_be_in_viewport()


def test_printing_prints_the_whole_list(desk, server, book):
    """Ctrl-P prints every row, also those that are fetched while one scrolls, without what is for the screen alone."""
    desk.goto(PEOPLE)
    desk.evaluate("() => { window.print = () => { window.printed = document.querySelectorAll('#rows a.row').length } }")
    desk.keyboard.press("Control+p")
    desk.wait_for_function("() => window.printed")
    assert desk.evaluate("window.printed") == book.total()
    desk.emulate_media(media="print")
    for screen_only in (".search", ".index", ".tabs", ".record", "#rows li > button"):
        expect(desk.locator(screen_only).first).to_be_hidden()


def test_the_title_in_the_bar_is_never_half_seen(any_size):
    """Wherever a page rests, the title in its bar is there or it is not."""
    any_size.goto(PEOPLE)
    expect(any_size.locator("#rows a.row").nth(20)).to_be_attached()
    seen = any_size.evaluate("""async () => {
        const title = document.querySelector('.list .bar .now')
        const box = innerWidth < 900 ? document.scrollingElement : document.querySelector('.list')
        const seen = []
        for (const top of [0, 30, 44, 50, 58, 66, 300]) {
            box.scrollTop = top
            for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
            seen.push(getComputedStyle(title).opacity)
        }
        return seen
    }""")
    assert set(seen) == {"0", "1"} and seen[0] == "0" and seen[-1] == "1", seen
