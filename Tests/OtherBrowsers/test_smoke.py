"""The main flows in Firefox and in WebKit, which all browsers on an iPhone are made of. script/test --all runs them, script/test the
flows with the mark `handful`."""

import json

import pytest
from chromium import launch_options
from kartoteka import Server
from playwright.sync_api import sync_playwright
from drivers import Firefox, WebKit

PEOPLE = "/userscrud/users"
API = "/api/userscrud/users"


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("other") / "data") as running:
        yield running


@pytest.fixture(scope="session", params=[Firefox, WebKit], ids=["firefox", "webkit"])
def window(request):
    if request.param.program() is None:
        pytest.skip(f"{request.param.__name__} is not installed")
    with request.param() as running:
        yield running


@pytest.fixture(params=[(390, 844), (1280, 800)], ids=["narrow", "wide"])
def browser(request, window, server):
    """The browser with a window of about a telephone's size, and of a desk's."""
    window.resize(*request.param)
    # The first page that a browser sees tells the server its time zone and reloads, which would lose what a test types.
    window.open(server.url)
    # A test that failed may have left a draft.
    window.wait_for("localStorage.clear() ?? true")
    return window


@pytest.fixture
def person(server):
    """The number of somebody who is in the address book during the test."""
    fields = {"firstName": "Anna", "lastName": "Zzyzx", "phone": "+48 225 550 1472", "address": "Rynek 1"}
    status, answer = server.send("POST", API, json.dumps(fields))
    assert status == 201, answer.decode()
    number = json.loads(answer)["id"]
    yield number
    server.send("DELETE", f"{API}/{number}")


def first_name(server, number: int) -> str | None:
    status, answer = server.get(f"{API}/{number}")
    return json.loads(answer)["firstName"] if status == 200 else None


@pytest.mark.handful
def test_the_list_is_searched_while_one_types(browser, server, person):
    browser.open(server.url + PEOPLE)
    browser.wait_for("document.querySelectorAll('#rows a.row').length > 20")
    browser.type("#q", "zzyzx")
    browser.wait_for("document.querySelectorAll('#rows a.row').length == 1")
    assert "Zzyzx" in browser.run("return document.querySelector('#rows a.row').textContent")


@pytest.mark.handful
def test_a_person_is_edited_deleted_and_brought_back(browser, server, person):
    browser.open(f"{server.url}{PEOPLE}/{person}")
    browser.wait_for("document.querySelector('article.record .main').disabled")
    browser.clear("#f-firstName")
    browser.type("#f-firstName", "Annabella")
    browser.wait_for("!document.querySelector('article.record .main').disabled")
    browser.click("article.record .main")
    browser.wait("the save", lambda: first_name(server, person) == "Annabella")
    browser.open(f"{server.url}{PEOPLE}/{person}")
    browser.click("article.record .ib.bad")
    browser.wait("the deletion", lambda: first_name(server, person) is None)
    browser.wait_for("document.querySelector('.undo')?.textContent.includes('Deleted')")
    browser.click(".undo button")
    browser.wait("the undoing", lambda: first_name(server, person) == "Annabella")
    browser.wait_for("document.querySelector('#rows [aria-current=true]')?.textContent.includes('Annabella')")


@pytest.mark.handful
def test_what_others_change_is_shown_without_a_reload(browser, server, person):
    browser.open(f"{server.url}{PEOPLE}?search=zzyzx")
    browser.wait_for("document.querySelector('#rows a.row')?.textContent.includes('Anna')")
    browser.run("window.isSame = true")
    server.send("PATCH", f"{API}/{person}", json.dumps({"firstName": "Eva"}))
    browser.wait_for("document.querySelector('#rows a.row').textContent.includes('Eva')")
    assert browser.run("return window.isSame")


@pytest.mark.handful
def test_the_map_is_taken_over_by_its_script(browser, server):
    browser.open(f"{server.url}/travelmap/map")
    browser.wait_for("document.querySelector('#atlas.live')")


@pytest.mark.parametrize("path", ["/", PEOPLE, "/travellers/cities", "/northwind/orders/new", "/travelmap/settings"])
def test_no_page_is_wider_than_the_window(browser, server, path):
    browser.open(server.url + path)
    assert browser.run("return document.scrollingElement.scrollWidth - document.documentElement.clientWidth") <= 0


def test_no_row_comes_drawn_aside(browser, server):
    """The red Delete is behind the rows until a finger draws one aside, also in those that scrolling brings."""
    browser.open(server.url + PEOPLE)
    browser.wait_for("document.querySelectorAll('#rows a.row').length >= 50")
    for _ in range(3):
        browser.run("scrollBy(0, 900)")
        browser.run("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert browser.run("return [...document.querySelectorAll('#rows li')].filter(it => it.scrollLeft > 0).length") == 0


def test_a_press_with_shift_ticks_a_range(browser, server, person):
    browser.open(f"{server.url}{PEOPLE}/several")
    browser.wait_for("document.querySelectorAll('#several .ticks + .ticks label').length > 20")
    labels = "document.querySelectorAll('#several .ticks + .ticks label')"
    browser.run(f"{labels}[1].querySelector('input').click()")
    browser.run(f"{labels}[5].dispatchEvent(new MouseEvent('click', {{ bubbles: true, cancelable: true, shiftKey: true }}))")
    browser.wait_for("document.querySelectorAll('#several .ticks + .ticks :checked').length == 5")


def test_a_page_that_was_opened_is_read_without_a_connection(browser, tmp_path):
    with Server(tmp_path / "data") as running:
        browser.open(running.url + PEOPLE)
        browser.wait_for("navigator.serviceWorker.controller")
        browser.open(running.url + PEOPLE)
        browser.wait_for("document.querySelectorAll('#rows a.row').length > 20")
        browser.run("""window.keptPages = 0
          setInterval(async () => { window.keptPages = (await (await caches.open('pages-1')).keys()).length }, 50)""")
        browser.wait_for("window.keptPages > 1")
        running.stop()
        browser.open(running.url + PEOPLE)
        browser.wait_for("document.querySelector('.as-of') && document.querySelectorAll('#rows a.row').length > 20")


ENTER = "\ue007"


def people(server, text: str) -> list[dict]:
    status, answer = server.get(f"{API}?search={text}")
    assert status == 200
    return json.loads(answer)["items"]


def test_a_person_is_added_and_undone(browser, server):
    browser.open(f"{server.url}{PEOPLE}/new")
    for name, text in [("firstName", "Eva"), ("lastName", "Zzyzxa"), ("phone", "+48225550147"), ("address", "Rynek 1")]:
        browser.type(f"dialog [name={name}]", text)
    browser.wait_for("!document.querySelector('dialog .main').disabled")
    browser.click("dialog .main")
    browser.wait("the addition", lambda: len(people(server, "zzyzxa")) == 1)
    browser.wait_for("document.querySelector('.undo')?.textContent.includes('Added')")
    browser.click(".undo button")
    browser.wait("the undoing", lambda: not people(server, "zzyzxa"))


@pytest.mark.handful
def test_a_cell_of_a_table_is_typed_in(browser, server, person):
    browser.open(f"{server.url}{PEOPLE}?layout=table&search=zzyzx")
    if browser.run("return innerWidth") < 800:
        pytest.skip("A narrow window shows a table's rows as cards, in which nothing is typed")
    cell = "document.querySelector('.grid td[data-field=address]')"
    browser.wait_for(f"{cell}?.getAttribute('role') == 'gridcell'")
    browser.run(f"{cell}.focus()")
    browser.type(".grid td[data-field=address]", "Rynek 7" + ENTER)
    browser.wait("the save", lambda: json.loads(server.get(f"{API}/{person}")[1])["address"] == "Rynek 7")


def test_a_country_is_added_on_the_map(browser, server):
    for country in json.loads(server.get("/api/travelmap/countries")[1])["items"]:
        server.send("DELETE", f"/api/travelmap/countries/{country['id']}")
    browser.open(f"{server.url}/travelmap/map")
    browser.wait_for("document.querySelector('#atlas.live')")
    browser.type("#q", "polnad")
    browser.wait_for("document.querySelector('#quick .row')?.textContent.includes('Poland')")
    browser.type("#q", ENTER)

    def codes() -> list[str]:
        return [each["isoCode"] for each in json.loads(server.get("/api/travelmap/countries")[1])["items"]]

    browser.wait("the addition", lambda: codes() == ["PL"])


@pytest.mark.handful
def test_an_order_is_taken(browser, server):
    for number in range(2):
        fields = {"name": f"Zzz Queso {number}", "unitPrice": "21.00", "unitsInStock": 22}
        assert server.send("POST", "/api/northwind/products", json.dumps(fields))[0] == 201
    browser.open(f"{server.url}/northwind/orders/new")
    for number in range(2):
        browser.type("#item", f"queso {number}")
        browser.wait_for("document.querySelector('#found button')")
        browser.type("#item", ENTER)
        browser.wait_for(f"document.querySelectorAll('#lines .line:not(.new)').length == {number + 1}")
    browser.click("[name=cashSale][type=checkbox]")
    browser.wait_for("document.querySelector('#sum-due').textContent == '$42.00'")
    browser.click(".total .btn.main")
    browser.wait_for("document.querySelector('article.record') && /orders\\/\\d+/.test(location.pathname)")


@pytest.mark.handful
def test_a_list_is_filtered(browser, server):
    for number, isDiscontinued in enumerate([True, False, False]):
        fields = {"name": f"Zzz Filter {number}", "unitPrice": "1.00", "discontinued": isDiscontinued}
        assert server.send("POST", "/api/northwind/products", json.dumps(fields))[0] == 201
    browser.open(f"{server.url}/northwind/products/filter?field=discontinued&search=zzz+filter")
    browser.wait_for("document.querySelector('a[href*=\\'%3Atrue\\']')")
    browser.click("a[href*='%3Atrue']")
    browser.wait_for("location.search.includes('where=')")
    browser.open(f"{server.url}/northwind/products?search=zzz+filter&where=discontinued%3Ain%3Atrue")
    browser.wait_for(
        "(rows => rows.length && rows.every(row => row.textContent.includes('Zzz Filter 0')))"
        "([...document.querySelectorAll('#rows a.row')])")


# The main boxes of a page: where they begin, and how wide they are.
BOXES = """return [...document.querySelectorAll('main > .col, main h1, nav.tabs, #q, #rows, .total')]
    .filter(it => it.checkVisibility?.() ?? it.offsetParent)
    .map(it => [it.tagName + '.' + it.classList[0], it.getBoundingClientRect()])
    .map(([name, { left, top, width }]) => [name, left, top, width].map(it => it.toFixed ? Math.round(it) : it))"""


@pytest.fixture(scope="session")
def chromium():
    """Chromium, whose positions the others are compared with."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(**launch_options())
        yield running
        running.close()


@pytest.mark.parametrize("path", ["/", PEOPLE, f"{PEOPLE}/1", "/northwind/orders/new", "/travelmap/map", "/travellers/cities"])
def test_main_boxes_stand_where_chromium_puts_them(browser, server, chromium, path):
    browser.open(server.url + path)
    # The bar of an earlier test's change, which leaves by itself, is above the foot of the page.
    browser.wait_for("document.readyState == 'complete' && document.querySelector('main') && !document.querySelector('.undo')")
    width, height = browser.run("return [document.documentElement.clientWidth, innerHeight]")
    page = chromium.new_page(viewport={"width": width, "height": height})
    page.goto(server.url + path)
    expected = page.evaluate(f"() => {{ {BOXES} }}")
    page.close()
    boxes = browser.run(BOXES)
    assert [box[0] for box in boxes] == [box[0] for box in expected]
    # Letters and lines have other sizes, of which a scrolled list adds up those above the window.
    far = [(box, other) for box, other in zip(boxes, expected)
           if any(abs(box[side] - other[side]) > 12 for side in (1, 3, *([2] if other[2] >= 0 else [])))]
    assert not far


@pytest.mark.parametrize("place", [700, 1500])
def test_back_leads_to_the_row_that_was_opened(browser, server, place):
    browser.open(server.url + PEOPLE)
    browser.wait_for("document.querySelectorAll('#rows a.row').length >= 50")
    if browser.run("return innerWidth >= 900"):
        pytest.skip("the list stays beside the record")
    browser.run(f"scrollTo(0, {place})")
    # Rows that come meanwhile may be some points higher than what was reserved for them.
    browser.wait_for(f"Math.abs(scrollY - {place}) < 12")
    row = "[...document.querySelectorAll('#rows a.row')].find(it => it.getBoundingClientRect().top > 250)"
    path, top = browser.run(f"const row = {row}; return [row.pathname, row.getBoundingClientRect().top]")
    browser.run(f"{row}.click()")
    browser.wait_for("document.querySelector('article.record h1')")
    browser.run("history.back()")
    found = f"[...document.querySelectorAll('#rows a.row')].find(it => it.pathname == '{path}')"
    browser.wait_for(f"!document.querySelector('body.at-record') && {found}")
    browser.wait_for(f"Math.abs({found}.getBoundingClientRect().top - {top}) < 40")


def test_a_record_far_down_leaves_the_window_where_it_is(browser, server):
    for number in range(40):
        fields = {"name": f"Yyy {number:02}", "unitPrice": "1.00"}
        assert server.send("POST", "/api/northwind/products", json.dumps(fields))[0] == 201
    status, answer = server.get("/api/northwind/products?search=yyy%2038")
    browser.open(f"{server.url}/northwind/products/{json.loads(answer)['items'][0]['id']}")
    if browser.run("return innerWidth < 900"):
        pytest.skip("a phone shows the record alone")
    browser.wait_for("document.querySelector('#rows [aria-current=true]')?.getBoundingClientRect().top > 0")
    assert browser.run("return scrollY") == 0
    assert browser.run("return document.scrollingElement.scrollHeight - innerHeight") <= 0


def test_a_long_text_is_seen_whole_in_a_card_beside_its_list(browser, server, person):
    server.send("PATCH", f"{API}/{person}", json.dumps({"address": "Rynek Główny " * 14}))
    browser.open(f"{server.url}{PEOPLE}?search=zzyzx")
    browser.wait_for("document.querySelectorAll('#rows a.row').length == 1")
    browser.run("document.querySelector('#rows a.row').click()")
    browser.wait_for("document.querySelector('#f-address')?.value.length > 100")
    browser.wait_for("(it => it.scrollHeight <= it.clientHeight + 1)(document.querySelector('#f-address'))")


def test_tab_stops_at_links_and_not_at_rows(browser, server):
    browser.open(server.url + PEOPLE)
    browser.wait_for("document.querySelectorAll('#rows a.row').length >= 50")
    if browser.run("return CSS.supports('hanging-punctuation', 'first')"):
        assert browser.run("return [...document.querySelectorAll('a[href]')].every(it => it.hasAttribute('tabindex'))")
    else:
        assert browser.run("return [...document.querySelectorAll('#rows li')].every(it => it.tabIndex == -1)")


def test_the_title_is_in_the_bar_of_a_scrolled_page(browser, server):
    browser.open(server.url + PEOPLE)
    browser.wait_for("document.querySelectorAll('#rows a.row').length >= 50")
    shown = "Number(getComputedStyle(document.querySelector('.list .bar .now')).opacity)"
    assert browser.run(f"return {shown}") == 0
    browser.run("(innerWidth < 900 ? document.scrollingElement : document.querySelector('.list')).scrollTop = 300")
    browser.wait_for(f"{shown} == 1")


def test_a_page_that_was_left_is_kept_for_the_way_back(browser, server):
    """Firefox keeps none that has a stream of changes when it is left."""
    browser.open(server.url + PEOPLE)
    browser.wait_for("document.querySelectorAll('#rows a.row').length >= 50")
    browser.run("window.isSame = true")
    browser.run("document.querySelector('.tabs a[href$=\"/more\"]').click()")
    browser.wait_for("location.pathname.endsWith('/more') && !window.isSame")
    browser.run("history.back()")
    browser.wait_for("document.querySelectorAll('#rows a.row').length >= 50 && window.isSame")


def test_a_list_in_a_column_grows_before_its_end_is_in_sight(browser, server):
    browser.open(server.url + PEOPLE)
    browser.wait_for("document.querySelectorAll('#rows a.row').length >= 50")
    if browser.run("return innerWidth < 900"):
        pytest.skip("the window scrolls")
    room = "(box => box.scrollHeight - box.clientHeight)(document.querySelector('.list'))"
    browser.run(f"document.querySelector('.list').scrollTop = {room} - 700")
    browser.wait_for("document.querySelectorAll('#rows a.row').length >= 100")
