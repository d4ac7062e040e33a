"""The tests' own safety net: what is to fail a test, does. The pages here come from the tests, not from the server."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from chromium import PHONE

CLEAN = "<!doctype html><html lang=en><title>Cards</title><main><h1>Cards</h1>{}</main>"

LISTENING = "addEventListener('keydown', event => { window.pressed = event.key })"


def show(page: Page, body: str, policy: str = "default-src * 'unsafe-inline'", **options) -> None:
    """Opens a page with the given body at an address of the server's."""
    headers = {"Content-Security-Policy": policy}
    page.route("**/made-up", lambda route: route.fulfill(
        content_type="text/html; charset=utf-8", headers=headers, body=CLEAN.format(body)))
    page.goto("/made-up", **options)


def test_a_page_without_fault_has_no_trouble_and_passes_axe(each_size, watch, axe):
    show(each_size, "<p>All is well.</p>")
    axe(each_size)
    assert watch.troubles() == []


@pytest.mark.parametrize("script", [LISTENING, "import('/assets/later.js')"], ids=["at once", "later"])
def test_keys_wait_for_the_scripts_of_a_page(desk, script):
    """A key that is pressed as soon as the page has come is heard by scripts that come after it."""
    def answer(route: Route) -> None:
        route.fetch(url=f"{route.request.url.partition('/assets')[0]}/health")
        route.fulfill(content_type="text/javascript", body=script if "first" in route.request.url else LISTENING)

    desk.route("**/assets/*.js", answer)
    show(desk, "<script type=module src=/assets/first.js></script>", wait_until="commit")
    desk.keyboard.press("a")
    assert desk.evaluate("window.pressed") == "a"


@pytest.mark.parametrize("body, policy, trouble", [
    ("<script>console.error('broken')</script>", "default-src * 'unsafe-inline'", "console: broken"),
    ("<script>throw new Error('broken')</script>", "default-src * 'unsafe-inline'", "exception: .*broken"),
    ("<script>1</script>", "default-src 'self'", "console: .*Content Security Policy"),
    ("<img alt='' src='http://localhost:9/x.png'>", "default-src *", "foreign request: GET http://localhost:9/x.png"),
], ids=["error", "exception", "policy", "foreign"])
def test_trouble_is_noticed_unless_allowed(desk, watch, body, policy, trouble):
    show(desk, body, policy)
    noticed = watch.troubles()
    assert any(re.search(trouble, each) for each in noticed), noticed
    with pytest.raises(pytest.fail.Exception, match=re.escape(noticed[0])):
        watch.check()
    watch.allow("")
    watch.check()


@pytest.mark.parametrize("body, rule", [
    ("<button></button>", "button-name"),
    ("<p style='color:#999;background:#fff'>pale</p>", "color-contrast"),
    ("<button style='width:9px;height:9px' aria-label=A></button>" * 2, "target-size"),
], ids=["button-name", "color-contrast", "target-size"])
def test_axe_reports_the_rule_and_the_place(desk, axe, body, rule):
    show(desk, body)
    with pytest.raises(pytest.fail.Exception, match=rule):
        axe(desk)


@pytest.mark.both
def test_axe_checks_a_page_at_one_of_both_sizes(each_size, axe, request):
    """A test that comes to its pages at both sizes has each of them checked once, by turns; `--all` checks both."""
    show(each_size, "<button></button>")
    checked = 0
    for _ in range(2):
        try:
            axe(each_size)
        except pytest.fail.Exception:
            checked += 1
    assert checked == (2 if request.config.getoption("all") else 1)


@pytest.mark.both
def test_screens_come_at_one_of_both_sizes(each_size, axe, in_tabs, request):
    """Of two screens that axe checks in tabs a usual run opens one at each size, `--all` both; each is checked."""
    checked = []

    def check(page, screen):
        show(page, "<button></button>")
        with pytest.raises(pytest.fail.Exception):
            axe(page)
        checked.append(screen)

    in_tabs(each_size, ["one", "other"], check)
    assert len(checked) == (2 if request.config.getoption("all") else 1)


@pytest.mark.parametrize("place, current", [(2, ""), (9, "aria-current=true")], ids=["first rows", "chosen row"])
def test_axe_checks_the_first_rows_of_a_list_and_the_chosen_one(desk, axe, place, current):
    """Of a long list the first rows are checked, and the chosen one wherever it stands."""
    pale = f"<li><a href='#' {current} style='color:#999;background:#fff'>Pale row</a>"
    rows = [pale if number == place else "<li><a href='#'>Row</a>" for number in range(12)]
    show(desk, f"<div id=rows><ul>{''.join(rows)}</ul></div>")
    with pytest.raises(pytest.fail.Exception, match="color-contrast"):
        axe(desk)


def test_axe_checks_pages_in_one_scheme_by_turns(desk, axe, request):
    """Of two pages a usual run checks one in light and one in dark; `--all` checks both in both."""
    show(desk, "<style>:root { color-scheme: light dark } p { background: #fff; color: #000 }"
         "@media (prefers-color-scheme: dark) { p { color: #999 } }</style><p>pale</p>")
    found = 0
    for _ in range(2):
        try:
            axe(desk)
        except pytest.fail.Exception:
            found += 1
    assert found == (2 if request.config.getoption("all") else 1)


@pytest.mark.both
@pytest.mark.parametrize("scheme, pale", [("light", "dark"), ("dark", "light")])
def test_axe_checks_colours_in_the_other_scheme_too(desk, axe, scheme, pale):
    """Contrast is checked in both colour schemes, and the page is left in the one it was opened with."""
    show(desk, f"<style>p {{ background: #fff; color: #000 }}"
         f"@media (prefers-color-scheme: {pale}) {{ p {{ color: #999 }} }}</style><p>pale</p>")
    with pytest.raises(pytest.fail.Exception, match=rf"\({pale}\)[^$]*color-contrast"):
        axe(desk)
    show(desk, "<p>All is well.</p>")
    axe(desk)
    assert desk.evaluate(f"matchMedia('(prefers-color-scheme: {scheme})').matches")


@pytest.mark.latency(400)
def test_a_slow_network_begins_with_the_first_page(desk):
    """The first page comes as fast as it can, and every later answer late."""
    show(desk, "<script>window.first = navigator.connection.rtt</script>")
    # Chromium says it with an error of a tenth.
    assert desk.evaluate("[window.first > 300, navigator.connection.rtt > 300]") == [False, True]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en-GB", "pl", "ru"])
def test_pages_open_in_the_scheme_and_language_asked_for(phone, scheme, language):
    show(phone, "")
    assert phone.evaluate(f"matchMedia('(prefers-color-scheme: {scheme})').matches")
    assert phone.evaluate("navigator.language") == language


def test_the_two_sizes_are_a_telephone_and_a_desk(phone, desk):
    show(phone, "")
    show(desk, "")
    size = "[innerWidth, devicePixelRatio, matchMedia('(pointer: coarse)').matches]"
    # A page without a viewport tag is laid out wider on a telephone, hence the screen there.
    assert phone.evaluate(size.replace("innerWidth", "screen.width")) == [390, 2, True]
    assert desk.evaluate(size) == [1280, 1, False]


def test_a_page_without_scripts_can_be_opened_and_is_watched(open_page, watch):
    page = open_page(PHONE, java_script_enabled=False)
    show(page, "<p id=said>Nothing.</p><script>said.textContent = 'Something.'</script>")
    expect(page.get_by_text("Nothing.")).to_be_visible()
    assert watch.troubles() == []


def test_a_fresh_server_is_not_the_shared_one(server, fresh_server, phone):
    show(phone, "")
    expect(phone).to_have_url(f"{fresh_server.url}/made-up")
    assert server.data != fresh_server.data
    assert server.is_healthy() and fresh_server.is_healthy()
