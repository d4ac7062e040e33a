"""In the train: pages that were opened can be read without a connection, and what is typed there is saved afterwards."""

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK, PHONE
from people import PEOPLE, address_of, card, field, fill, open_card, row, save

WAIT = """async ([address, isKept]) => {
    for (let times = 0; times < 600; times++) {
        const keys = await (await caches.open('pages-1')).keys()
        if (keys.some(({ url }) => new URL(url).pathname == address) == isKept) return true
        await new Promise(requestAnimationFrame)
    }
}"""
AS_OF = {"en-GB": "No connection. As of ", "pl": "Brak połączenia. Stan z: ", "ru": "Нет соединения. Состояние на "}


def wait_until_kept(page: Page, address: str, *, is_kept: bool = True) -> None:
    """Waits until the service worker has a page, or no longer has it."""
    assert page.evaluate(WAIT, [address, is_kept]), address


@pytest.fixture(params=[PHONE, DESK], ids=["phone", "desk"])
def traveller(request, open_page, watch, fresh_server):
    """A page whose browser keeps pages, at both sizes."""
    watch.allow("ERR_|network error|Failed to (fetch|load)|status of 503")
    page = open_page(request.param, service_workers="allow")
    page.goto(PEOPLE)
    wait_until_kept(page, PEOPLE)
    wait_until_kept(page, "/assets/offline")
    return page


def test_pages_that_were_opened_are_read_without_a_connection(traveller, book, fresh_server, axe):
    """The list and a card open in the train, marked as of when they are; a page that was not opened says so."""
    id = book.add("Aaberg")
    traveller.goto(PEOPLE)
    row(traveller, "Aaberg").click()
    expect(card(traveller)).to_contain_text("Aaberg")
    wait_until_kept(traveller, address_of(id))
    fresh_server.stop()
    traveller.goto(PEOPLE)
    expect(traveller.locator(".as-of")).to_contain_text(AS_OF["en-GB"])
    row(traveller, "Aaberg").click()
    expect(field(card(traveller), "Last name")).to_have_value("Aaberg")
    expect(traveller.locator(".as-of")).to_be_visible()
    axe(traveller)
    traveller.reload()
    expect(field(card(traveller), "Last name")).to_have_value("Aaberg")
    traveller.goto("/userscrud/more")
    expect(traveller.get_by_role("heading", name="No connection")).to_be_visible()
    axe(traveller)
    traveller.get_by_role("link", name="People – Address book").first.click()
    expect(row(traveller, "Aaberg")).to_be_visible()
    # When the server is back, the page is as it is now.
    fresh_server.start()
    book.change(id, lastName="Aabergson")
    expect(row(traveller, "Aabergson")).to_be_visible(timeout=20_000)
    expect(traveller.locator(".as-of")).to_have_count(0)


def test_what_is_typed_without_a_connection_is_saved_afterwards(traveller, book, fresh_server):
    """What is typed in a card of the train stays there until the server is back."""
    traveller.on("dialog", lambda dialog: dialog.accept())
    id = book.add("Aaberg")
    open_card(traveller, id)
    wait_until_kept(traveller, address_of(id))
    fresh_server.stop()
    traveller.reload()
    fill(card(traveller), firstName="Eva")
    save(card(traveller)).click()
    expect(traveller.locator(".as-of")).to_contain_text("The server can't be reached; nothing was lost.")
    expect(field(card(traveller), "First name")).to_have_value("Eva")
    fresh_server.start()
    traveller.reload()
    expect(traveller.locator(".as-of")).to_have_count(0)
    expect(field(card(traveller), "First name")).to_have_value("Eva")
    save(card(traveller)).click()
    expect(traveller.locator(".undo[role=status]")).to_be_visible()
    assert book.get(id)["firstName"] == "Eva"


def test_nothing_but_pages_and_assets_is_kept(traveller, fresh_server):
    """No answer of the API is kept, no page that must not be stored, and at most 200 pages."""
    for path in ("/api/userscrud/users", "/userscrud/history", "/userscrud/users?search=ski", "/userscrud/users/412"):
        traveller.goto(path)
    wait_until_kept(traveller, "/userscrud/users/412")
    kept = traveller.evaluate("""async () => {
        const urls = []
        for (const name of await caches.keys()) {
            for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname)
        }
        return urls
    }""")
    assert not [path for path in kept if path.startswith("/api/") or path.endswith("/history")]
    assert all(path.startswith(("/userscrud", "/assets/")) for path in kept)


@pytest.mark.parametrize("language", ["pl", "ru"])
def test_the_bar_speaks_the_persons_language(open_page, watch, fresh_server, language):
    """The bar without a connection is in the language of the page."""
    watch.allow("ERR_|network error|Failed to (fetch|load)|status of 503")
    page = open_page(PHONE, service_workers="allow")
    page.goto(PEOPLE)
    wait_until_kept(page, PEOPLE)
    fresh_server.stop()
    page.reload()
    expect(page.locator(".as-of")).to_contain_text(AS_OF[language])


def test_the_pages_of_an_application_go_with_it(open_page, watch, fresh_server):
    """The first screen tells which applications there are; pages of others are forgotten."""
    page = open_page(PHONE, service_workers="allow")
    page.goto(PEOPLE)
    wait_until_kept(page, PEOPLE)
    page.evaluate("""async () => (await caches.open('pages-1')).put('/gone/books', new Response('x'))""")
    page.goto("/")
    wait_until_kept(page, "/gone/books", is_kept=False)
    wait_until_kept(page, PEOPLE)
