"""Pages are safe by default: what a browser is told, and what it then refuses."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from chromium import DESK
from matrix import nightly
from people import MORE, PEOPLE, AddressBook, address_of, undo_bar

POLICY = {
    "default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "form-action": "'self'",
    "base-uri": "'none'", "frame-ancestors": "'none'", "frame-src": "'self'", "require-trusted-types-for": "'script'",
    "trusted-types": "kartoteka"}


def test_every_page_has_a_strict_policy(phone, watch):
    """Every page, errors included, forbids inline script and style, frames, and other types than it says."""
    watch.allow("status of 404")
    for path in ["/", PEOPLE, address_of(412), f"{PEOPLE}/new", MORE, address_of(999_999), "/nowhere"]:
        headers = phone.goto(path).headers
        policy = headers["content-security-policy"]
        directives = dict(each.strip().split(" ", 1) for each in policy.split(";"))
        assert {name: directives[name] for name in POLICY} == POLICY, path
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert "geolocation=()" in headers["permissions-policy"]
        assert "server" not in headers


def test_an_inline_script_does_not_run(phone, watch):
    """A script that got into a page as text would not run."""
    watch.allow("Content Security Policy|TrustedScript")
    phone.goto(PEOPLE)
    # A script runs as it is appended.
    phone.evaluate("""() => {
        const script = document.createElement('script')
        script.append('document.title = "broken"')
        document.body.append(script)
    }""")
    assert phone.title() == "People – Address book"


@pytest.mark.parametrize("sink", [
    "document.body.innerHTML = '<b>1</b>'", "document.createElement('script').src = '/assets/page.js'",
    *nightly(
        "document.body.insertAdjacentHTML('beforeend', '<b>1</b>')", "document.body.setAttribute('onclick', 'alert(1)')",
        "trustedTypes.createPolicy('other', {}).name")])
def test_no_script_makes_html_of_a_text(phone, watch, sink):
    """Scripts turn a text into elements, code or workers at one place only."""
    watch.allow("TrustedHTML|TrustedScript|trusted-types|Trusted Type|Content Security Policy")
    phone.goto(PEOPLE)
    refused = phone.evaluate("async sink => { try { await sink() } catch (error) { return error.name } }".replace(
        "sink()", "(" + sink + ")").replace("async sink", "async ()"))
    assert refused == "TypeError"


def test_another_site_can_change_nothing(open_page, server, empty_server, watch):
    """A form on a page of another site that posts here is refused, and nothing is changed."""
    watch.allow("foreign request|status of 403|Content Security Policy")
    book = AddressBook(server)
    page = open_page(DESK)
    form = f"<form method=post action='{server.url}{PEOPLE}/1/delete'><button>Win</button></form>"
    page.route("**/evil", lambda route: route.fulfill(content_type="text/html", body=form))
    page.goto(f"{empty_server.url}/evil")
    with page.expect_response(lambda response: response.url.endswith("/delete")) as caught:
        page.get_by_role("button", name="Win").click()
    assert caught.value.status == 403
    assert book.get(1)


def test_cookies_are_out_of_reach_of_scripts(phone, book):
    """The cookies we set are for the server only, and are sent from its own pages only."""
    phone.goto(MORE)
    phone.get_by_role("button", name="Polski").click()
    expect(phone.locator("html")).to_have_attribute("lang", "pl")
    phone.goto(address_of(book.add("Zzyzx")))
    phone.locator("article .ib.bad").click()
    expect(undo_bar(phone)).to_be_visible()
    cookies = phone.context.cookies()
    assert {each["name"] for each in cookies} == {"language", f"undo-userscrud-{urlsplit(phone.url).port}"}
    assert all(each["httpOnly"] and each["sameSite"] in ("Strict", "Lax") for each in cookies)
    assert phone.evaluate("document.cookie") == ""


def test_a_page_cannot_be_framed(desk, watch):
    """No page shows in another site's frame."""
    watch.allow("frame-ancestors|Refused to frame|Framing")
    desk.route("**/framing", lambda route: route.fulfill(
        content_type="text/html", body=f"<iframe src='{PEOPLE}'></iframe>"))
    with desk.expect_console_message(lambda message: "frame-ancestors" in message.text):
        desk.goto("/framing")
    expect(desk.frame_locator("iframe").get_by_role("heading", name="People")).to_have_count(0)
