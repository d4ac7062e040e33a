"""An order, a filter or a view of a list is put in place at a desk, without a new page."""

import re

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from chromium import go_back, slow_down, until
from people import PEOPLE, card, count, field, found, leaving_question, row, rows, search_field, undo_bar
from readiness import wait

TABLE = f"{PEOPLE}?layout=table"
WIDE = {"viewport": {"width": 1440, "height": 900}}
SHAPED = "/northwind/products?search=qshape"


def heading(page: Page, name: str) -> Locator:
    return page.get_by_role("columnheader", name=re.compile(f"^{name}")).get_by_role("link")


def press_at_once(page: Page, *names: str) -> None:
    """Headings one after the other, before any answer is there."""
    page.evaluate("""names => {
        for (const name of names) [...document.querySelectorAll('th a')].find(it => it.textContent.startsWith(name)).click()
    }""", names)


def sorted_by(page: Page, name: str) -> None:
    expect(page.locator("th[aria-sort]")).to_contain_text(name)
    expect(page.locator("#rows[aria-busy]")).to_have_count(0)


def asked(page: Page) -> set[Request]:
    """What the page asks for from now on, as long as it is not answered. A stream of changes has no end."""
    requests = set()
    page.on("request", lambda request: request.resource_type == "eventsource" or requests.add(request))
    for end in ("requestfinished", "requestfailed"):
        page.on(end, lambda request: requests.discard(request))
    return requests


def open_table(page: Page, path: str = TABLE) -> None:
    """Opens a page whose scripts are there, and marks it: another page would not have the mark."""
    page.goto(path)
    wait(page)
    page.evaluate("window.isSame = true")


def answered(page: Page, requests: set[Request]) -> None:
    """Waits until all of them are answered, and the page has done with the answers what it does."""
    until(page, lambda: not requests)
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")


def is_same(page: Page) -> bool:
    return page.evaluate("window.isSame === true")


def first(page: Page) -> str:
    return page.locator("#rows tbody tr").first.inner_text()


@pytest.fixture
def book_desk(desk, book):
    for number in range(3):
        book.add(f"Qshape{number}", first_name="CAB"[number] + "anna", address=f"Rynek {number}")
    return desk


FOUND = f"{found('qshape')}&layout=table"


def test_an_order_is_put_in_place_and_back_leads_to_the_one_before(book_desk, axe):
    """Address, title, focus, what is told, and the links around the rows are as on a page of its own."""
    open_table(book_desk, FOUND)
    entries, before = book_desk.evaluate("history.length"), first(book_desk)
    heading(book_desk, "First name").click()
    sorted_by(book_desk, "First name")
    assert is_same(book_desk) and first(book_desk).startswith("Aanna")
    expect(book_desk).to_have_url(re.compile(r"sort=firstName"))
    expect(book_desk).to_have_url(re.compile(r"search=qshape"))
    assert book_desk.evaluate("history.length") == entries + 1
    expect(heading(book_desk, "First name")).to_be_focused()
    expect(book_desk.locator("#say")).to_have_text(count(book_desk).inner_text())
    expect(book_desk.get_by_role("link", name="View", exact=True)).to_have_attribute("href", re.compile("sort=firstName"))
    expect(book_desk.locator(".search [name=sort]")).to_have_value("firstName")
    expect(book_desk.locator(".pressed")).to_have_count(0)
    axe(book_desk)
    title, shown = book_desk.title(), first(book_desk)
    book_desk.go_back()
    sorted_by(book_desk, "Last name")
    assert is_same(book_desk) and first(book_desk) == before
    book_desk.go_forward()
    sorted_by(book_desk, "First name")
    assert is_same(book_desk) and (book_desk.title(), first(book_desk)) == (title, shown)
    book_desk.reload()
    sorted_by(book_desk, "First name")
    assert first(book_desk) == shown


def test_the_last_press_counts(book_desk, latency):
    """The answer to an earlier one is not shown, and leaves no entry in the history."""
    open_table(book_desk, FOUND)
    entries = book_desk.evaluate("history.length")
    slow_down(book_desk, latency)
    requests = asked(book_desk)
    press_at_once(book_desk, "First name", "Address")
    assert book_desk.evaluate("document.querySelectorAll('th .pressed').length")
    sorted_by(book_desk, "Address")
    answered(book_desk, requests)
    sorted_by(book_desk, "Address")
    assert is_same(book_desk) and book_desk.evaluate("history.length") == entries + 1


@pytest.mark.parametrize("latency", [400])
def test_a_press_that_leads_elsewhere_counts(book_desk, latency):
    """The order that comes before the other page does not keep anybody back; nor after the browser's own Back."""
    open_table(book_desk, FOUND)
    slow_down(book_desk, latency)
    requests = asked(book_desk)
    book_desk.evaluate("""() => {
        document.querySelector('th a').click()
        document.querySelector('.tabs a[href$="/more"]').click()
    }""")
    expect(book_desk).to_have_url(re.compile("/more$"))
    answered(book_desk, requests)
    assert book_desk.url.endswith("/more")
    open_table(book_desk, FOUND)
    # Later, since the other page would end the call.
    book_desk.evaluate("() => { setTimeout(() => { document.querySelector('th a').click(); history.back() }) }")
    expect(book_desk).to_have_url(re.compile("/more$"))


@pytest.mark.parametrize("latency", [400])
def test_back_while_an_order_is_on_its_way(book_desk, latency):
    """Back and forth in the history, each before the answer to the one before is there, ends where it ends."""
    open_table(book_desk, FOUND)
    heading(book_desk, "First name").click()
    sorted_by(book_desk, "First name")
    heading(book_desk, "Address").click()
    sorted_by(book_desk, "Address")
    slow_down(book_desk, latency)
    requests = asked(book_desk)
    book_desk.evaluate("history.back()")
    expect(book_desk).to_have_url(re.compile("firstName"))
    book_desk.evaluate("history.back()")
    expect(book_desk).not_to_have_url(re.compile("sort"))
    sorted_by(book_desk, "Last name")
    answered(book_desk, requests)
    sorted_by(book_desk, "Last name")
    # There and back again: what was asked for is not shown at the address of another one.
    book_desk.evaluate("history.forward()")
    expect(book_desk).to_have_url(re.compile("firstName"))
    book_desk.evaluate("history.back()")
    expect(book_desk).not_to_have_url(re.compile("sort"))
    answered(book_desk, requests)
    sorted_by(book_desk, "Last name")
    assert is_same(book_desk)


def test_a_search_that_begins_on_the_way_back_is_of_the_list_that_comes(book_desk):
    """The rows, the order of the columns and the address are of one list."""
    open_table(book_desk)
    heading(book_desk, "First name").click()
    sorted_by(book_desk, "First name")
    slow_down(book_desk, 400)
    book_desk.evaluate("history.back()")
    expect(book_desk).not_to_have_url(re.compile("sort"))
    search_field(book_desk).fill("qshape")
    expect(book_desk.locator("#rows tbody tr")).to_have_count(3)
    expect(book_desk).to_have_url(re.compile("search=qshape"))
    sorted_by(book_desk, "Last name")
    expect(book_desk).not_to_have_url(re.compile("sort"))
    assert is_same(book_desk)


def test_what_is_typed_into_the_search_meanwhile_stays(book_desk, latency):
    """The field keeps focus and caret, and what it says is searched in the new order."""
    open_table(book_desk)
    slow_down(book_desk, latency)
    heading(book_desk, "First name").click()
    search_field(book_desk).focus()
    book_desk.keyboard.type("qshape")
    book_desk.keyboard.press("ArrowLeft")
    expect(count(book_desk)).to_contain_text("3 people")
    sorted_by(book_desk, "First name")
    expect(search_field(book_desk)).to_have_value("qshape")
    expect(search_field(book_desk)).to_be_focused()
    assert search_field(book_desk).evaluate("it => it.selectionStart") == 5
    expect(book_desk).to_have_url(re.compile("search=qshape"))
    expect(book_desk).to_have_url(re.compile("sort=firstName"))
    assert is_same(book_desk)


def test_a_search_that_is_under_way_is_kept(book_desk):
    """Who types and presses a heading at once sees what was searched in that order."""
    open_table(book_desk)
    slow_down(book_desk, 400)
    requests = asked(book_desk)
    search_field(book_desk).fill("qshape")
    heading(book_desk, "First name").click()
    sorted_by(book_desk, "First name")
    expect(count(book_desk)).to_contain_text("3 people")
    expect(book_desk).to_have_url(re.compile("search=qshape"))
    answered(book_desk, requests)
    sorted_by(book_desk, "First name")
    expect(book_desk.locator("#rows tbody tr")).to_have_count(3)


@pytest.mark.parametrize("latency", [400])
def test_a_cell_that_is_typed_into_meanwhile_stays(book_desk, book, latency):
    """The rows come when it is left; what was typed is saved."""
    open_table(book_desk, FOUND)
    slow_down(book_desk, latency)
    requests = asked(book_desk)
    heading(book_desk, "First name").click()
    cell = book_desk.locator("tr", has_text="Qshape1").locator("[data-field=address]")
    id = cell.evaluate("it => it.parentElement.dataset.id")
    cell.dblclick()
    book_desk.keyboard.press("Control+a")
    book_desk.keyboard.type("Planty 7")
    answered(book_desk, requests)
    expect(book_desk.locator("#cell [name=address]")).to_have_value("Planty 7")
    expect(book_desk.locator("#cell [name=address]")).to_be_focused()
    book_desk.keyboard.press("Enter")
    until(book_desk, lambda: book.get(id)["address"] == "Planty 7")
    sorted_by(book_desk, "First name")
    expect(book_desk.locator(f"tr[data-id='{id}'] [data-field=address]")).to_have_text("Planty 7")
    assert is_same(book_desk)


def test_an_order_that_nobody_answers_leaves_the_list_as_it_is(book_desk, watch):
    """The page says so, asks once, and can be pressed again. An error of the server is shown as its page."""
    watch.allow("ERR_FAILED|status of 50")
    open_table(book_desk, FOUND)
    before, asked = book_desk.url, []

    def answer(route):
        asked.append(route.request.method)
        route.abort() if len(asked) == 1 else route.continue_()

    book_desk.route("**/users?*sort=firstName*", answer)
    heading(book_desk, "First name").click()
    expect(book_desk.locator(".trouble")).to_contain_text("can't be reached")
    sorted_by(book_desk, "Last name")
    assert (book_desk.url, asked, is_same(book_desk)) == (before, ["GET"], True)
    heading(book_desk, "First name").click()
    sorted_by(book_desk, "First name")
    expect(book_desk.locator(".trouble")).to_have_count(0)
    assert is_same(book_desk)
    book_desk.route("**/users?*sort=address*", lambda route: route.fulfill(status=504, body="<h1>Gateway</h1>"))
    heading(book_desk, "Address").click()
    expect(book_desk.get_by_role("heading", name="Gateway")).to_be_visible()
    expect(book_desk).to_have_url(re.compile("sort=address"))


def test_another_kind_of_page_is_a_new_page(book_desk):
    """As a sheet above a list, and a filter that leaves nothing of a table."""
    open_table(book_desk, FOUND)
    sheet = f"{PEOPLE}/new?layout=table"
    book_desk.route("**/users?*sort=firstName*", lambda route: route.fulfill(response=route.fetch(
        url=route.request.url.split("/userscrud")[0] + sheet)))
    heading(book_desk, "First name").click()
    expect(book_desk.locator(".scrim")).to_have_count(1)
    assert not is_same(book_desk)


def test_a_change_elsewhere_while_an_order_is_on_its_way_is_shown(book_desk, book):
    """Between the server's reading and the page's showing."""
    id = book.list(search="qshape0")[0]["id"]
    open_table(book_desk, FOUND)

    def answer(route):
        response = route.fetch()
        book.change(id, address="Changed meanwhile")
        route.fulfill(response=response)

    book_desk.route("**/users?*sort=firstName*", answer, times=1)
    heading(book_desk, "First name").click()
    sorted_by(book_desk, "First name")
    expect(book_desk.locator(f"tr[data-id='{id}']")).to_contain_text("Changed meanwhile")
    sorted_by(book_desk, "First name")
    assert is_same(book_desk)


def test_a_modified_press_is_the_browsers(book_desk):
    """With Ctrl, another tab has the order."""
    open_table(book_desk, FOUND)
    with book_desk.context.expect_page() as other:
        heading(book_desk, "First name").click(modifiers=["Control"])
    sorted_by(other.value, "First name")
    sorted_by(book_desk, "Last name")
    assert is_same(book_desk)


def test_what_can_be_undone_is_the_last_change(book_desk, book):
    """As on a next page the bar is gone, and its key undoes the same change and comes back to the order."""
    id = book.list(search="qshape0")[0]["id"]
    open_table(book_desk, FOUND)
    cell = book_desk.locator(f"tr[data-id='{id}'] [data-field=address]")
    cell.dblclick()
    book_desk.keyboard.press("Control+a")
    book_desk.keyboard.type("Planty 8")
    book_desk.keyboard.press("Enter")
    expect(undo_bar(book_desk)).to_be_visible()
    heading(book_desk, "First name").click()
    sorted_by(book_desk, "First name")
    expect(undo_bar(book_desk)).to_be_hidden()
    book_desk.keyboard.press("Control+z")
    expect(book_desk.locator(".undo .redoes")).to_be_attached()
    assert book.get(id)["address"] == "Rynek 0"
    sorted_by(book_desk, "First name")
    expect(book_desk).to_have_url(re.compile("sort=firstName"))


def test_a_phone_has_a_new_page(phone):
    phone.goto(f"{TABLE}&columns=lastName,firstName")
    phone.evaluate("window.isSame = true")
    phone.evaluate("document.querySelector('#rows th a').click()")
    expect(phone).to_have_url(re.compile("sort="))
    phone.wait_for_load_state()
    assert not is_same(phone)


def test_a_list_in_place_is_there_on_the_way_back_from_another_page(desk):
    """Also without the browser's cache, since its address says all of it."""
    open_table(desk)
    heading(desk, "First name").click()
    sorted_by(desk, "First name")
    desk.locator(".tabs").get_by_role("link", name="More").click()
    expect(desk).to_have_url(re.compile("/more$"))
    go_back(desk)
    expect(desk).to_have_url(re.compile("sort=firstName"))
    sorted_by(desk, "First name")
    go_back(desk)
    expect(desk).not_to_have_url(re.compile("sort="))
    sorted_by(desk, "Last name")


def test_back_leads_to_the_place_in_a_long_list(desk):
    """With the rows that were loaded, and the same one in the same place."""
    open_table(desk)
    for _ in range(2):
        before = desk.locator("#rows tbody tr[data-id]").count()
        desk.evaluate("document.querySelector('.list').scrollTop = 1e6")
        expect(desk.locator("#rows tbody tr[data-id]").nth(before)).to_be_attached()
    desk.evaluate("document.querySelectorAll('#rows tbody tr[data-id]')[120].scrollIntoView({ block: 'center' })")
    place = "document.querySelectorAll('#rows tbody tr[data-id]')[120].getBoundingClientRect().top"
    text, top = desk.locator("#rows tbody tr[data-id]").nth(120).inner_text(), desk.evaluate(place)
    heading(desk, "First name").evaluate("it => it.click()")
    sorted_by(desk, "First name")
    assert desk.evaluate("document.querySelector('.list').scrollTop") == 0
    desk.go_back()
    sorted_by(desk, "Last name")
    assert desk.locator("#rows tbody tr[data-id]").nth(120).inner_text() == text
    assert abs(desk.evaluate(place) - top) < 3


def test_a_list_in_place_is_read_without_a_connection(open_page, fresh_server, watch):
    """The worker keeps the page at its own address, and the one before stays what it was."""
    watch.allow("ERR_|network error|Failed to (fetch|load)|status of 503")
    desk = open_page(WIDE, service_workers="allow")
    open_table(desk)
    until(desk, lambda: desk.evaluate("!!navigator.serviceWorker.controller"))
    heading(desk, "First name").click()
    sorted_by(desk, "First name")
    kept = """async () => (await (await caches.open('pages-1')).keys()).some(it => it.url == location.href)"""
    until(desk, lambda: desk.evaluate(kept))
    top = first(desk)
    fresh_server.stop()
    desk.reload()
    expect(desk.locator(".as-of")).to_be_visible()
    sorted_by(desk, "First name")
    assert first(desk) == top


@pytest.fixture
def shop_desk(open_page, empty_shop):
    """Three products of three categories in a wide window, beside the values of their fields."""
    for number in range(3):
        empty_shop.product(f"Qshape {number}", 1, 5, category=empty_shop.add("categories", name=f"Qkind {number}"))
    return open_page(WIDE)


@pytest.mark.parametrize("latency", [400])
def test_what_is_typed_into_the_card_meanwhile_is_asked_about(shop_desk, latency):
    """The filter would close the card. Who keeps it has text, caret, list and address as they were."""
    open_table(shop_desk, SHAPED)
    row(shop_desk, "Qshape 1").first.click()
    name = field(card(shop_desk), "Product name")
    expect(name).to_have_value("Qshape 1")
    before, all = shop_desk.url, count(shop_desk).inner_text()
    slow_down(shop_desk, latency)
    shop_desk.evaluate("""() => {
        document.querySelector('.facets a[href*=where]').click()
        document.querySelector('article.record [name=name]').focus()
    }""")
    shop_desk.keyboard.press("End")
    shop_desk.keyboard.type("x")
    expect(leaving_question(shop_desk)).to_be_visible()
    leaving_question(shop_desk).get_by_role("button", name="Keep editing").click()
    expect(name).to_have_value("Qshape 1x")
    assert (shop_desk.url, count(shop_desk).inner_text()) == (before, all)
    expect(shop_desk.locator("#rows[aria-busy], .pressed")).to_have_count(0)
    shop_desk.locator(".facets a[href*=where]").first.click()
    leaving_question(shop_desk).get_by_role("button", name="Discard").click()
    expect(shop_desk).to_have_url(re.compile("where="))
    expect(card(shop_desk)).to_contain_text("No card chosen")
    assert is_same(shop_desk)
    # Back to the card, which has nothing to save.
    shop_desk.go_back()
    expect(field(card(shop_desk), "Product name")).to_have_value("Qshape 1")
    expect(shop_desk.locator(".restored")).to_have_count(0)
    assert is_same(shop_desk)


def test_filters_add_up_and_can_be_taken_away(shop_desk):
    """A value is pressed as soon as the rows of the one before are there, and the panel follows."""
    open_table(shop_desk, SHAPED)
    links = shop_desk.locator(".facets a[href*=where]")
    expect(links.first).to_be_visible()
    all = count(shop_desk).inner_text()
    # The values are looked for in the page as it is then: the panel of the list before is pressed.
    shop_desk.evaluate("""async () => {
        const [one, other] = [...document.querySelectorAll('.facets ul')]
          .map(it => it.querySelectorAll('a[href*=where]')).find(it => it.length > 1)
        one.click()
        while (!document.querySelector('.chip')) await new Promise(requestAnimationFrame)
        other.click()
    }""")
    expect(shop_desk.locator(".facets a[aria-current]")).to_have_count(2)
    for left in (1, 0):
        shop_desk.locator(".facets a[aria-current]").first.click()
        expect(shop_desk.locator(".facets a[aria-current]")).to_have_count(left)
    expect(shop_desk.locator(".chip")).to_have_count(0)
    expect(count(shop_desk)).to_have_text(all)
    shop_desk.go_back()
    expect(shop_desk.locator(".facets a[aria-current]")).to_have_count(1)
    assert is_same(shop_desk)


@pytest.mark.parametrize("latency", [400])
def test_a_record_that_is_opened_meanwhile_is_opened(shop_desk, latency):
    """It was pressed last."""
    open_table(shop_desk, SHAPED)
    expect(shop_desk.locator(".facets a").first).to_be_visible()
    slow_down(shop_desk, latency)
    requests = asked(shop_desk)
    shop_desk.evaluate("""() => {
        document.querySelector('.facets a[href*=where]').click()
        ;[...document.querySelectorAll('#rows .row')].find(it => it.textContent.includes('Qshape 2')).click()
    }""")
    expect(field(card(shop_desk), "Product name")).to_have_value("Qshape 2")
    answered(shop_desk, requests)
    expect(field(card(shop_desk), "Product name")).to_have_value("Qshape 2")
    assert "where" not in shop_desk.url and "/products/" in shop_desk.url
    expect(shop_desk.locator("#rows[aria-busy]")).to_have_count(0)
    expect(rows(shop_desk)).not_to_have_count(0)


def test_the_strip_of_initials_is_that_of_the_list(desk):
    """A filter that is taken away brings the letters of the whole list, which lead on from there."""
    open_table(desk, f"{PEOPLE}?where=lastName:prefix:Ko")
    before = desk.locator(".index a").count()
    desk.locator(".chip .gone").click()
    expect(desk.locator(".index a").nth(before + 3)).to_be_attached()
    expect(desk.locator(".chip")).to_have_count(0)
    # Those that have no room are hidden.
    expect(desk.locator(".index a.dot, .index a[hidden]")).not_to_have_count(0)
    desk.locator(".index a:not(.dot, [hidden])").last.click()
    expect(rows(desk).first).not_to_contain_text("Adam")
    desk.go_back()
    expect(desk.locator(".chip")).to_have_count(1)
    expect(desk.locator(".index a")).to_have_count(before)
    assert is_same(desk)
