"""Signing in by steps: the name first, then the password, or a passkey that the browser offers in the field for the name."""

import re

import pytest
from playwright.sync_api import expect

from chromium import DESK, PHONE, go_back
from matrix import nightly
from people import PEOPLE
from test_accounts import PASSWORD, accounts, sign_in, signed_in, type_name, type_password  # noqa: F401
from test_second_step import PASSKEYS, Authenticator, add_passkey, sign_out

# Notes how the page asks the browser for passkeys.
NOTED = """window.asked = []
const keys = navigator.credentials
const get = keys?.get.bind(keys)
if (keys) keys.get = options => {
    window.asked.push(options.mediation ?? 'button')
    return get(options)
}"""


@pytest.mark.latency(400)
def test_name_and_password_are_typed_without_a_mouse(accounts, each_size, axe):  # noqa: F811
    """Return goes on, also pressed twice; without a password it is no attempt, and the name is in no address."""
    page = each_size
    page.goto(PEOPLE)
    expect(page.get_by_label("Name")).to_be_focused()
    expect(page.get_by_label("Password")).to_have_count(0)
    page.keyboard.type("Ada")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Password")).to_be_focused()
    expect(page.get_by_label("Name")).to_have_value("Ada")
    axe(page)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.get_by_label("Password")).to_be_focused()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert "Ada" not in page.url
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(PEOPLE + "$"))


def test_without_a_name_the_first_page_says_what_is_missing(accounts, each_size, axe):  # noqa: F811
    each_size.goto(PEOPLE)
    each_size.keyboard.press("Enter")
    expect(each_size.locator(".err")).to_have_text("A name has at least one letter or digit.")
    expect(each_size.get_by_label("Name")).to_be_focused()
    axe(each_size)


def test_another_name_can_be_typed(accounts, any_size):  # noqa: F811
    """The link and the browser's Back lead to the first page, and from there to the page that was asked for."""
    page = any_size
    page.goto(PEOPLE)
    type_name(page, "Bob")
    page.get_by_role("link", name="Not you?").click()
    expect(page.get_by_label("Name")).to_be_focused()
    expect(page.get_by_label("Name")).to_have_value("")
    type_name(page, "Bob")
    expect(page.get_by_label("Password")).to_be_visible()
    go_back(page)
    expect(page.get_by_label("Password")).to_have_count(0)
    sign_in(page, "Ada")
    expect(page).to_have_url(re.compile(PEOPLE + "$"))


@pytest.mark.nightly
def test_without_scripts_a_wrong_password_leaves_the_name(accounts, plain):  # noqa: F811
    plain.goto(PEOPLE)
    sign_in(plain, "Ada", "something else")
    expect(plain.get_by_role("alert")).to_have_text("The name or the password is wrong.")
    expect(plain.get_by_label("Name")).to_have_value("Ada")
    type_password(plain)
    expect(plain).to_have_url(re.compile(PEOPLE + "$"))


def test_a_password_that_the_browser_fills_in_signs_in_at_once(accounts, any_size):  # noqa: F811
    """It stands beside the name, where no key leads. One that is wrong was typed by nobody: the second page asks for it."""
    page = any_size
    for password in ("something else", PASSWORD):
        page.goto(PEOPLE)
        page.locator("[name=filled-password]").evaluate("(field, text) => { field.value = text }", password)
        page.get_by_label("Name").fill("Ada")
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="Go on")).to_be_focused()
        page.keyboard.press("Enter")
        if password != PASSWORD:
            expect(page.get_by_label("Password")).to_be_focused()
            expect(page.get_by_role("alert")).to_have_count(0)
    expect(page).to_have_url(re.compile(PEOPLE + "$"))


@pytest.mark.parametrize("size", [PHONE, *nightly(DESK)], ids=["phone", "desk"])
def test_the_field_for_the_name_offers_passkeys(accounts, open_page, size, axe):  # noqa: F811
    """One that is chosen there signs in without a press; while they are offered, the button asks for one, too."""
    page = open_page(size, base_url=f"http://localhost:{accounts.port}")
    page.add_init_script(NOTED)
    authenticator = Authenticator(page)

    def choose(is_chosen: bool) -> None:
        authenticator.send("setAutomaticPresenceSimulation", enabled=is_chosen)

    def leave() -> None:
        choose(False)
        sign_out(page)
        page.wait_for_function("() => window.asked.includes('conditional')")

    signed_in(page, "Ada", PASSKEYS)
    add_passkey(page, "My device")
    leave()
    axe(page)
    choose(True)
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", name="Sign in")).to_have_count(0)
    leave()
    sign_in(page, "Ada")
    expect(page.get_by_role("heading", name="Sign in")).to_have_count(0)
    leave()
    choose(True)
    # The page that opens leads on by itself.
    page.evaluate("path => { location.href = path }", PEOPLE)
    expect(page).to_have_url(re.compile(PEOPLE + "$"))
