"""What people show beside a password, or in its place: one-time codes of a phone, recovery codes, and passkeys by Chromium's
virtual authenticator. Passkeys need a name, so that these pages are at localhost rather than 127.0.0.1."""

import base64
import hashlib
import hmac
import re
import struct
import time

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK, PHONE
from matrix import nightly
from test_accounts import PASSWORD, accounts, command, invite, sign_in, signed_in  # noqa: F401

YOU, CODES, PASSKEYS = "/apps/you", "/apps/you/codes", "/apps/you/passkeys"


def one_time_code(key: str, later: int = 0) -> str:
    """The code that an app on a phone shows for a key, now or some periods later (RFC 6238)."""
    counter = struct.pack(">Q", int(time.time()) // 30 + later)
    digest = hmac.new(base64.b32decode(key), counter, hashlib.sha1).digest()
    place = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[place:place + 4])[0] & 0x7fffffff) % 1_000_000:06}"


def begin_codes(page: Page, axe=lambda page: None) -> tuple[str, list[str]]:
    """Asks for codes from now on: the key of the phone's app, and the recovery codes."""
    page.goto(CODES)
    axe(page)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("img", name="QR code of the key")).to_be_visible()
    axe(page)
    key = page.locator(".address.mono").text_content()
    page.get_by_label("Code", exact=True).fill("000 00x")
    page.get_by_role("button", name="Ask for codes from now on").click()
    expect(page.locator(".err")).to_have_text("The code is wrong, or was used already.")
    assert page.locator(".address.mono").text_content() == key
    page.get_by_label("Code", exact=True).fill(one_time_code(key))
    page.get_by_role("button", name="Ask for codes from now on").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    axe(page)
    codes = page.locator(".group .address").all_text_contents()
    assert len(codes) == 10
    return key, codes


def enter(page: Page, code: str) -> None:
    page.get_by_label("Code", exact=True).fill(code)
    page.get_by_role("button", name="Sign in", exact=True).click()


def sign_out(page: Page) -> None:
    page.goto(YOU)
    page.get_by_role("button", name="Sign out", exact=True).first.click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_a_code_is_asked_for_after_the_password(accounts, each_size, axe):  # noqa: F811
    """The phone's code signs in and leads to the page that was asked for; a recovery code does so once."""
    page = signed_in(each_size, "Ada", YOU)
    page.get_by_role("link", name="One-time codes").click()
    key, recovery = begin_codes(page, axe)
    sign_out(page)
    page.goto("/userscrud/users")
    sign_in(page, "Ada")
    expect(page.get_by_label("Code", exact=True)).to_be_focused()
    axe(page)
    page.goto("/userscrud/users")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    sign_in(page, "Ada")
    enter(page, "123 456")
    expect(page.locator(".err")).to_have_text("The code is wrong, or was used already.")
    axe(page)
    enter(page, one_time_code(key, later=1))
    expect(page).to_have_url(re.compile("/userscrud/users$"))
    for is_right in (True, False):
        sign_out(page)
        sign_in(page, "Ada")
        enter(page, recovery[0])
        if is_right:
            expect(page.get_by_role("heading", name="Sign in")).to_have_count(0)
        else:
            expect(page.locator(".err")).to_have_text("The code is wrong, or was used already.")
    enter(page, recovery[1])
    expect(page.get_by_role("heading", name="Sign in")).to_have_count(0)
    page.goto(CODES)
    expect(page.get_by_text("8 recovery codes are left.")).to_be_visible()
    axe(page)
    danger = page.locator("form", has=page.get_by_role("button", name="Stop asking for codes"))
    danger.get_by_label("Password").fill("something else")
    danger.get_by_role("button").click()
    expect(page.get_by_role("alert")).to_have_text("The password is wrong.")
    danger.get_by_label("Password").fill(PASSWORD)
    danger.get_by_role("button").click()
    expect(page).to_have_url(re.compile(YOU + "$"))
    sign_out(page)
    sign_in(page, "Ada")
    expect(page.get_by_role("heading", name="Sign in")).to_have_count(0)


@pytest.mark.nightly
def test_codes_work_without_scripts(accounts, plain):  # noqa: F811
    """All forms are plain ones."""
    plain.goto(YOU)
    sign_in(plain, "Ada")
    key, _ = begin_codes(plain)
    sign_out(plain)
    sign_in(plain, "Ada")
    enter(plain, one_time_code(key, later=1))
    expect(plain.get_by_role("heading", name="Sign in")).to_have_count(0)


def test_an_administrator_ends_the_codes_of_somebody_who_lost_the_phone(accounts, open_page, axe):  # noqa: F811
    command(accounts, "add", "Rita")
    rita = signed_in(open_page(PHONE), "Rita", YOU)
    begin_codes(rita)
    sign_out(rita)
    ada = signed_in(open_page(DESK), "Ada", "/apps/people")
    ada.get_by_role("link", name=re.compile("Rita")).click()
    axe(ada)
    ada.get_by_role("button", name="Stop asking for codes").click()
    expect(ada.get_by_role("button", name="Stop asking for codes")).to_have_count(0)
    sign_in(rita, "Rita")
    expect(rita.get_by_role("heading", name="Sign in")).to_have_count(0)


class Authenticator:
    """Chromium's virtual authenticator of a page: a phone's or a computer's own, which verifies its person."""

    def __init__(self, page: Page):
        self.session = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable")
        added = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
            "isUserVerified": True, "automaticPresenceSimulation": True}})
        self.id = added["authenticatorId"]

    def credentials(self) -> list[dict]:
        return self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]

    def take(self, credential: dict) -> None:
        self.session.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": credential})

    def send(self, verb: str, **options) -> None:
        self.session.send(f"WebAuthn.{verb}", {"authenticatorId": self.id, **options})


# The virtual authenticator would take the first offer at once.
OFFERS_NONE = "if (window.PublicKeyCredential) PublicKeyCredential.isConditionalMediationAvailable = async () => false"


@pytest.fixture
def named(accounts, open_page):  # noqa: F811
    """Opens pages at an address with a name, in a browser that offers passkeys after a press alone."""
    def open_named(device: dict, **options) -> Page:
        page = open_page(device, base_url=f"http://localhost:{accounts.port}", **options)
        page.add_init_script(OFFERS_NONE)
        return page

    return open_named


def add_passkey(page: Page, name: str) -> None:
    page.goto(PASSKEYS)
    page.get_by_label("Name of the passkey").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text(name, exact=True)).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, *nightly(DESK)], ids=["phone", "desk"])
def test_a_passkey_signs_in_without_name_and_password(named, size, axe):
    """It is added with the password, signs in, and no longer does when it was removed."""
    page = named(size)
    authenticator = Authenticator(page)
    signed_in(page, "Ada", YOU)
    page.get_by_role("link", name="Passkeys").click()
    axe(page)
    add_passkey(page, "My phone")
    axe(page)
    assert len(authenticator.credentials()) == 1
    sign_out(page)
    page.goto("/userscrud/users")
    axe(page)
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page).to_have_url(re.compile("/userscrud/users$"))
    page.goto(PASSKEYS)
    expect(page.get_by_text(re.compile("Last used"))).to_be_visible()
    page.get_by_role("button", name="Remove: My phone").click()
    expect(page.get_by_role("button", name="Remove: My phone")).to_have_count(0)
    # The sign-in of the last passkey's server offers none.
    sign_out(page)
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)


def test_several_passkeys_of_two_persons(accounts, named):  # noqa: F811
    """Each device signs its own person in, and a device gets no second passkey of the same person."""
    command(accounts, "add", "Rita")
    pages = {}
    for name, device in (("Ada", DESK), ("Rita", PHONE)):
        page = pages[name] = named(device)
        Authenticator(page)
        signed_in(page, name, YOU)
        add_passkey(page, f"{name}’s device")
    ada = pages["Ada"]
    ada.get_by_label("Password").fill(PASSWORD)
    ada.get_by_role("button", name="Add a passkey").click()
    expect(ada.get_by_role("alert")).to_have_text("This device has a passkey of yours already.")
    other = named(DESK)
    Authenticator(other)
    signed_in(other, "Ada", YOU)
    add_passkey(other, "Another one")
    expect(other.get_by_text("Ada’s device")).to_be_visible()
    for name, page in [*pages.items(), ("Ada", other)]:
        sign_out(page)
        page.get_by_role("button", name="Sign in with a passkey").click()
        expect(page.get_by_role("heading", name="Sign in")).to_have_count(0)
        page.goto(YOU)
        expect(page.get_by_role("heading", name=name).first).to_be_visible()


def test_what_is_wrong_with_a_passkey_is_said(accounts, named, axe):  # noqa: F811
    """A wrong password, a person who does not confirm, a passkey that the server does not know."""
    page = named(DESK)
    authenticator = Authenticator(page)
    signed_in(page, "Ada", PASSKEYS)
    page.get_by_label("Password").fill("something else")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("alert")).to_have_text("The password is wrong.")
    axe(page)
    authenticator.send("setUserVerified", isUserVerified=False)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("alert")).to_have_text("No passkey was used.")
    authenticator.send("setUserVerified", isUserVerified=True)
    add_passkey(page, "Known")
    credential = authenticator.credentials()[0]
    page.get_by_role("button", name="Remove: Known").click()
    add_passkey(page, "Another")
    authenticator.send("clearCredentials")
    authenticator.take(credential)
    sign_out(page)
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_have_text("This passkey is not known here.")


@pytest.mark.parametrize("size", [PHONE, *nightly(DESK)], ids=["phone", "desk"])
def test_an_invitation_is_accepted_with_a_passkey_and_no_password(accounts, named, size, axe):  # noqa: F811
    """A cancelled registration leaves the link usable; the person signs in with the passkey, and sets a password later."""
    path = invite(signed_in(named(DESK), "Ada"), Address_book="Reads")
    page = named(size)
    authenticator = Authenticator(page)
    page.goto(path)
    button = page.get_by_role("button", name="Use a passkey instead of a password")
    axe(page)
    button.click()
    expect(page.get_by_role("alert")).to_have_text("A name has at least one letter or digit.")
    page.get_by_label("Name").fill("Rita")
    authenticator.send("setUserVerified", isUserVerified=False)
    button.click()
    expect(page.get_by_role("alert")).to_have_text("No passkey was used.")
    assert "Rita" not in command(accounts)
    authenticator.send("setUserVerified", isUserVerified=True)
    button.click()
    expect(page).to_have_url(re.compile(PASSKEYS + "$"))
    expect(page.get_by_text(re.compile("^You have no password."))).to_be_visible()
    axe(page)
    assert "Rita" in command(accounts) and len(authenticator.credentials()) == 1
    page.get_by_role("button", name=re.compile("^Remove: ")).click()
    expect(page.get_by_text(re.compile("no other passkey to sign in with"))).to_be_visible()
    sign_out(page)
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", name="Sign in")).to_have_count(0)
    page.goto(YOU)
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_role("button", name="Set a password").click()
    expect(page.get_by_label("Password up to now")).to_be_visible()
    sign_out(page)
    sign_in(page, "Rita")
    expect(page.get_by_role("heading", name="Sign in")).to_have_count(0)
    page.goto(path)
    expect(page.get_by_role("heading", name="This link has ended")).to_be_visible()


@pytest.mark.nightly
def test_without_scripts_an_invitation_asks_for_a_password_alone(named):
    path = invite(signed_in(named(DESK), "Ada"), Address_book="Reads")
    page = named(DESK, java_script_enabled=False)
    page.goto(path)
    expect(page.get_by_role("button", name="Use a passkey instead of a password")).to_have_count(0)
    page.get_by_label("Name").fill("Rita")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("link", name=re.compile("Address book"))).to_be_visible()


def test_an_address_of_numbers_says_why_it_has_no_passkeys(accounts, each_size, axe):  # noqa: F811
    page = signed_in(each_size, "Ada", PASSKEYS)
    expect(page.get_by_text(re.compile("Passkeys need an address with HTTPS and a name"))).to_be_visible()
    expect(page.get_by_role("button", name="Add a passkey")).to_have_count(0)
    axe(page)
