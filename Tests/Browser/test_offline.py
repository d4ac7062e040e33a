"""In the train: pages that were opened can be read without a connection, and what is typed there is saved afterwards."""

import http.client
import http.server
import re
import threading

import pytest
from playwright.sync_api import Error, Page, expect

from chromium import DESK, PHONE, until
from kartoteka import Server
from matrix import nightly
from people import PEOPLE, address_of, card, field, fill, open_card, row, save

WAIT = """async ([address, isKept]) => {
    for (let times = 0; times < 3_600; times++) {
        const keys = await (await caches.open('pages-1')).keys()
        if (keys.some(({ url }) => new URL(url).pathname == address) == isKept) return true
        await new Promise(requestAnimationFrame)
    }
}"""
AS_OF = {"en-GB": "No connection. As of ", "pl": "Brak połączenia. Stan z: ", "ru": "Нет соединения. Состояние на "}


def wait_until_kept(page: Page, address: str, *, is_kept: bool = True) -> None:
    """Waits until the service worker has a page, or no longer has it."""
    assert page.evaluate(WAIT, [address, is_kept]), address


@pytest.fixture(scope="module")
def stopped_and_started(tmp_path_factory, template):
    """A server that the tests of this module share."""
    with Server(tmp_path_factory.mktemp("offline") / "data", template=template) as running:
        yield running


@pytest.fixture
def site(request):
    """The server, which a test may stop. A test that deletes all data asks for one of its own."""
    running = request.getfixturevalue("fresh_server" if "fresh_server" in request.fixturenames else "stopped_and_started")
    yield running
    if running.process.poll() is not None:
        running.start()


@pytest.fixture(params=[PHONE, *nightly(DESK)], ids=["phone", "desk"])
def traveller(request, open_page, watch):
    """A page whose browser keeps pages, on a telephone; with `--all` at both sizes."""
    watch.allow("ERR_|network error|Failed to (fetch|load)|status of 503")
    page = open_page(request.param, service_workers="allow")
    page.goto(PEOPLE)
    wait_until_kept(page, PEOPLE)
    wait_until_kept(page, "/assets/offline")
    return page


def test_pages_that_were_opened_are_read_without_a_connection(traveller, book, site, axe):
    """The list and a card open in the train, marked as of when they are; a page that was not opened says so."""
    id = book.add("Aaberg")
    traveller.goto(PEOPLE)
    row(traveller, "Aaberg").click()
    expect(card(traveller)).to_contain_text("Aaberg")
    wait_until_kept(traveller, address_of(id))
    site.stop()
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
    site.start()
    book.change(id, lastName="Aabergson")
    expect(row(traveller, "Aabergson")).to_be_visible()
    expect(traveller.locator(".as-of")).to_have_count(0)


def test_what_is_typed_without_a_connection_is_saved_afterwards(traveller, book, site):
    """What is typed in a card of the train stays there until the server is back."""
    traveller.on("dialog", lambda dialog: dialog.accept())
    id = book.add("Aaberg")
    open_card(traveller, id)
    wait_until_kept(traveller, address_of(id))
    site.stop()
    traveller.reload()
    fill(card(traveller), firstName="Eva")
    save(card(traveller)).click()
    expect(traveller.locator(".as-of")).to_contain_text("The server can't be reached; nothing was lost.")
    expect(field(card(traveller), "First name")).to_have_value("Eva")
    site.start()
    traveller.reload()
    expect(traveller.locator(".as-of")).to_have_count(0)
    expect(field(card(traveller), "First name")).to_have_value("Eva")
    save(card(traveller)).click()
    expect(traveller.locator(".undo[role=status]")).to_be_visible()
    assert book.get(id)["firstName"] == "Eva"


def test_nothing_but_pages_and_assets_is_kept(traveller, site):
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


@pytest.mark.parametrize("language", ["ru", *nightly("pl")])
def test_the_bar_speaks_the_persons_language(open_page, watch, site, language):
    """The bar without a connection is in the language of the page."""
    watch.allow("ERR_|network error|Failed to (fetch|load)|status of 503")
    page = open_page(PHONE, service_workers="allow")
    page.goto(PEOPLE)
    wait_until_kept(page, PEOPLE)
    site.stop()
    page.reload()
    expect(page.locator(".as-of")).to_contain_text(AS_OF[language])


@pytest.mark.parametrize("language, code, moment", [
    ("en-US", "en-US", r"[A-Z][a-z]+ \d{1,2}, 20\d\d at \d{1,2}:\d\d\s[AP]M"),
    ("en-GB", "en", r"\d{1,2} [A-Z][a-z]+ 20\d\d at \d\d:\d\d(?!\s[AP]M)"),
])
def test_english_days_and_times_are_those_of_the_browsers_region(
        open_page, watch, site, book, language, code, moment):
    """Pages, and the bar without a connection, write days and times as the browser's own fields do."""
    watch.allow("ERR_|network error|Failed to (fetch|load)|status of 503")
    page = open_page(PHONE, service_workers="allow")
    id = book.add("Zzyzx")
    page.goto(f"{address_of(id)}/history")
    expect(page.locator("html")).to_have_attribute("lang", code)
    expect(page.locator("main")).to_have_text(re.compile(moment))
    page.goto(PEOPLE)
    wait_until_kept(page, PEOPLE)
    site.stop()
    page.reload()
    bar = r"As of \d{1,2}:\d\d\s[AP]M" if language == "en-US" else r"As of \d\d:\d\d(?!\s[AP]M)"
    expect(page.locator(".as-of")).to_have_text(re.compile(bar))
    site.start()


def test_the_pages_of_an_application_go_with_it(open_page, watch, site):
    """The first screen tells which applications there are; pages of others are forgotten."""
    page = open_page(PHONE, service_workers="allow")
    page.goto(PEOPLE)
    wait_until_kept(page, PEOPLE)
    page.evaluate("""async () => (await caches.open('pages-1')).put('/gone/books', new Response('x'))""")
    page.goto("/")
    wait_until_kept(page, "/gone/books", is_kept=False)
    wait_until_kept(page, PEOPLE)


class Gate(http.server.ThreadingHTTPServer):
    """A way to a server that can be shut for whatever is read from it, and stays open for what is sent to it."""

    def __init__(self, server):
        super().__init__(("127.0.0.1", 0), Passage)
        self.daemon_threads = True
        self.server, self.is_shut = server, False
        self.paths: list[str] = []
        self.url = f"http://127.0.0.1:{self.server_address[1]}"


class Passage(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.server.paths.append(self.path)
        if self.server.is_shut or "/changes" in self.path:
            self.close_connection = True
            return
        self.pass_on()

    def do_POST(self) -> None:
        self.pass_on()
        self.server.is_shut = True

    def pass_on(self) -> None:
        target = self.server.server
        connection = http.client.HTTPConnection("127.0.0.1", target.port)
        headers = {name: value.replace(self.server.url, target.url) for name, value in self.headers.items()
                   if name.lower() not in ("host", "connection", "accept-encoding")}
        connection.request(self.command, self.path, self.rfile.read(int(self.headers.get("Content-Length") or 0)), headers)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "connection", "content-length"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_) -> None:
        pass


def test_the_page_after_a_form_is_never_an_older_copy(open_page, watch, site, book):
    """What was saved does not look lost where the server can't be reached after it has saved."""
    watch.allow("ERR_|network error|Failed to (fetch|load)|status of 50")
    id = book.add("Aaberg")
    with Gate(site) as gate:
        threading.Thread(target=gate.serve_forever, daemon=True).start()
        page = open_page(PHONE, service_workers="allow", base_url=gate.url)
        page.goto(address_of(id))
        wait_until_kept(page, address_of(id))
        page.goto(PEOPLE)
        wait_until_kept(page, PEOPLE)
        page.goto(address_of(id))
        fill(card(page), address="Rynek 9")
        save(card(page)).click()
        expect(page.get_by_role("heading", name="No connection")).to_be_visible()
        assert book.get(id)["address"] == "Rynek 9"
        gate.shutdown()


def test_of_several_copies_of_a_record_the_newest_is_shown(traveller, book, site):
    """Whatever the address by which it was reached."""
    id = book.add("Aaberg")
    for number, query in enumerate(["?search=aab", "", "?search=aabe"]):
        book.change(id, address=f"Rynek {number}")
        traveller.goto(address_of(id) + query)
        expect(field(card(traveller), "Address")).to_have_value(f"Rynek {number}")
        until(traveller, lambda: f"Rynek {number}" in traveller.evaluate("""async address => {
            const response = await (await caches.open('pages-1')).match(address)
            return response ? response.text() : ''
          }""", address_of(id) + query))
    site.stop()
    traveller.goto(address_of(id) + "?search=a")
    expect(field(card(traveller), "Address")).to_have_value("Rynek 2")
    site.start()


OLDER = """async address => {
    const cache = await caches.open('pages-1')
    const page = await cache.match(address)
    const headers = new Headers(page.headers)
    headers.set('kartoteka-kept', String(Date.now() - 8 * 86_400_000))
    await cache.put(address, new Response(await page.text(), { headers }))
}"""


def test_pages_are_kept_for_a_week(traveller, book, site):
    """What was deleted elsewhere is not read here for ever: an older copy is not shown, and goes with the next page."""
    id = book.add("Aaberg")
    traveller.goto(address_of(id))
    wait_until_kept(traveller, address_of(id))
    traveller.evaluate(OLDER, address_of(id))
    site.stop()
    traveller.goto(address_of(id))
    expect(traveller.get_by_role("heading", name="No connection")).to_be_visible()
    expect(traveller.locator(f"a[href^='{address_of(id)}']")).to_have_count(0)
    site.start()
    traveller.goto(PEOPLE)
    wait_until_kept(traveller, address_of(id), is_kept=False)


PLAIN = """async ([address, text]) => {
    const page = await (await caches.open('pages-1')).match(address)
    return page ? !(await page.text()).includes(text) : false
}"""


def test_pages_of_what_is_deleted_elsewhere_go(traveller, book, site):
    """While a page is open, what others delete goes from the pages that the browser keeps; the open one is kept anew."""
    id, other = book.add("Aaberg"), book.add("Aabye")
    for address in (address_of(id), address_of(other), PEOPLE):
        traveller.goto(address)
        wait_until_kept(traveller, address)
    expect(row(traveller, "Aaberg")).to_be_visible()
    book.delete(id)
    wait_until_kept(traveller, address_of(id), is_kept=False)
    expect(row(traveller, "Aaberg")).to_have_count(0)
    until(traveller, lambda: traveller.evaluate(PLAIN, [PEOPLE, "Aaberg"]))


def test_pages_go_with_all_data(traveller, book, fresh_server):
    """Deleting all data forgets all pages of the application in this browser."""
    id = book.add("Aaberg")
    traveller.goto(address_of(id))
    wait_until_kept(traveller, address_of(id))
    traveller.evaluate("fetch('/userscrud/settings/delete', { method: 'POST', redirect: 'manual' }).then(() => undefined)")
    for address in (PEOPLE, address_of(id)):
        wait_until_kept(traveller, address, is_kept=False)


EARLIER = """async () => {
    const cache = await caches.open('checks-1')
    for (const key of await cache.keys()) {
        const place = await (await cache.match(key)).text()
        await cache.put(key, new Response(place, { headers: { 'kartoteka-kept': '0' } }))
    }
}"""


def test_what_was_deleted_while_no_page_was_open_goes_with_the_next_page(traveller, book, site):
    """Whatever page of the server that is: pages of deleted records go, and others stay."""
    id, other = book.add("Aaberg"), book.add("Aabye")
    kept = [address_of(id), address_of(other) + "?search=aabye"]
    for address in kept:
        traveller.goto(address)
        wait_until_kept(traveller, address.partition("?")[0])
    traveller.goto("/assets/offline")
    traveller.evaluate(EARLIER)
    book.delete(id)
    traveller.goto("/")
    wait_until_kept(traveller, address_of(id), is_kept=False)
    wait_until_kept(traveller, address_of(other))


def test_a_record_beside_its_list_costs_one_request(open_page, watch, site, book):
    """The page that is kept is the one that was asked for."""
    watch.allow("ERR_|network error|Failed to (fetch|load)|status of 50")
    id = book.add("Aaberg")
    with Gate(site) as gate:
        threading.Thread(target=gate.serve_forever, daemon=True).start()
        page = open_page(DESK, service_workers="allow", base_url=gate.url)
        page.goto(PEOPLE)
        wait_until_kept(page, PEOPLE)
        gate.paths.clear()
        row(page, "Aaberg").click()
        expect(card(page)).to_contain_text("Aaberg")
        wait_until_kept(page, address_of(id))
        assert [path for path in gate.paths if path.startswith(address_of(id))] == [address_of(id)]
        gate.shutdown()


def test_pages_of_a_program_beside_it_are_left_alone(open_page, watch, site):
    """Without a connection they are not answered with Kartoteka's page."""
    watch.allow("ERR_|network error|Failed to (fetch|load)|status of 50")
    page = open_page(PHONE, service_workers="allow")
    page.goto(PEOPLE)
    wait_until_kept(page, PEOPLE)
    wait_until_kept(page, "/assets/offline")
    site.stop()
    page.goto("/userscrud/more")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    with pytest.raises(Error, match="ERR_FAILED"):
        page.goto("/other/page")
    # The browser's own page for errors comes after the error.
    page.wait_for_url("chrome-error://chromewebdata/")
