"""The main flows in Firefox and in WebKit, which all browsers on an iPhone are made of. script/test --all runs them."""

import json

import pytest
from kartoteka import Server
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


def test_the_list_is_searched_while_one_types(browser, server, person):
    browser.open(server.url + PEOPLE)
    browser.wait_for("document.querySelectorAll('#rows a.row').length > 20")
    browser.type("#q", "zzyzx")
    browser.wait_for("document.querySelectorAll('#rows a.row').length == 1")
    assert "Zzyzx" in browser.run("return document.querySelector('#rows a.row').textContent")


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


def test_what_others_change_is_shown_without_a_reload(browser, server, person):
    browser.open(f"{server.url}{PEOPLE}?search=zzyzx")
    browser.wait_for("document.querySelector('#rows a.row')?.textContent.includes('Anna')")
    browser.run("window.isSame = true")
    server.send("PATCH", f"{API}/{person}", json.dumps({"firstName": "Eva"}))
    browser.wait_for("document.querySelector('#rows a.row').textContent.includes('Eva')")
    assert browser.run("return window.isSame")


def test_the_map_is_taken_over_by_its_script(browser, server):
    browser.open(f"{server.url}/travelmap/map")
    browser.wait_for("document.querySelector('#atlas.live')")


@pytest.mark.parametrize("path", ["/", PEOPLE, "/travellers/cities", "/northwind/orders/new", "/travelmap/settings"])
def test_no_page_is_wider_than_the_window(browser, server, path):
    browser.open(server.url + path)
    assert browser.run("return document.scrollingElement.scrollWidth - innerWidth") <= 0


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
    browser.run(f"{labels}[1].dispatchEvent(new MouseEvent('click', {{ bubbles: true, cancelable: true }}))")
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
