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
