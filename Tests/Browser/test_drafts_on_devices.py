"""What a person has typed on one device and not saved is offered on their other devices."""

import re
import secrets
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK, PHONE, change_timers, slow_down, until
from kartoteka import Server
from people import at_list, card, field, fill, open_card, open_sheet, save
from test_accounts import sign_in, signed_in
from visitor import command, give_back

RESTORED = "Restored what you had typed."
DRAFTS = re.compile("/apps/you/drafts")

# For how many milliseconds nothing is typed before what was typed is sent, and in these tests.
PAUSE, SHORT_PAUSE = 2000, 200


@pytest.fixture(scope="module")
def served(tmp_path_factory, template_with_people):
    """A server whose administrator is Ada. Each test has a card of its own there."""
    with Server(tmp_path_factory.mktemp("drafts") / "data", template=template_with_people) as running:
        yield running


@pytest.fixture
def site(served):
    """The server, without drafts."""
    with closing(sqlite3.connect(served.data / "_people.sqlite", timeout=30)) as database, database:
        for table in ("typed_texts", "typed_drafts"):
            database.execute(f"DELETE FROM {table}")
    return served


def session(page: Page) -> str | None:
    """The key of the session of a browser."""
    return next((each["value"] for each in page.context.cookies() if each["name"].startswith("kartoteka-")), None)


@pytest.fixture
def devices(site, open_page, watch):
    """A phone and a desk of Ada."""
    watch.allow("status of (401|403|404|409)")
    phone, desk = open_page(PHONE), open_page(DESK)
    for page in (phone, desk):
        change_timers(page.context, {PAUSE: SHORT_PAUSE})
        signed_in(page, "Ada", None)
        page.on("dialog", lambda dialog: dialog.accept())
    keys = {page: session(page) for page in (phone, desk)}
    yield phone, desk
    for page, key in keys.items():
        if key == session(page):
            give_back(site, key)


def add(site: Server, name: str) -> str:
    """A person who may write in the address book; the name, which nobody has who was added when the test was run before."""
    name += secrets.token_hex(3)
    command(site, "add", name)
    command(site, "role", name, "userscrud", "writes")
    return name


def sent(page: Page):
    """Waits, at the end of a block, until the server has what was typed in it."""
    return page.expect_response(lambda it: DRAFTS.search(it.url) and it.request.method == "POST")


def offer(page: Page):
    return page.locator(".restored", has_text="You typed this on")


def restored(page: Page):
    return page.locator(".restored", has_text=RESTORED)


def press(page: Page, name: str) -> None:
    """Presses a button of the offer, and waits for what comes of it."""
    offer(page).get_by_role("button", name=name).click()


def test_a_form_begun_on_a_phone_is_saved_at_the_desk(devices, axe):
    """The desk offers it, goes on with it and saves it; the phone then shows what is saved, and nothing is offered any more."""
    phone, desk = devices
    with sent(phone):
        fill(open_card(phone, 5), firstName="Zzyzx")
    open_card(desk, 5)
    expect(offer(desk)).to_be_visible()
    axe(desk)
    expect(field(card(desk), "First name")).not_to_have_value("Zzyzx")
    press(desk, "Go on")
    expect(restored(desk)).to_be_visible()
    expect(field(card(desk), "First name")).to_have_value("Zzyzx")
    expect(offer(desk)).to_have_count(0)
    fill(card(desk), lastName="Qwertz")
    with sent(desk):
        save(card(desk)).click()
    expect(desk.locator(".undo[role=status]")).to_be_visible()
    phone.reload()
    expect(field(card(phone), "Last name")).to_have_value("Qwertz")
    expect(save(card(phone))).to_be_disabled()
    expect(phone.locator(".restored")).to_have_count(0)


def test_a_new_card_begun_elsewhere_is_discarded(devices):
    """Discard at the desk ends it on the phone, too."""
    phone, desk = devices
    phone.goto("/userscrud/users")
    with sent(phone):
        fill(open_sheet(phone), firstName="Eva")
    desk.goto("/userscrud/users/new")
    with sent(desk):
        press(desk, "Discard")
    expect(offer(desk)).to_have_count(0)
    phone.goto("/userscrud/users/new")
    expect(phone.get_by_label("First name")).to_have_value("")
    expect(phone.locator(".restored")).to_have_count(0)


def test_what_two_devices_type_at_the_same_time_is_kept_twice(devices):
    """The phone types on after the desk went on with its draft: each text is offered on the other device, and a press changes them
    over."""
    phone, desk = devices
    with sent(phone):
        fill(open_card(phone, 6), firstName="Eva")
    open_card(desk, 6)
    press(desk, "Go on")
    expect(restored(desk)).to_be_visible()
    with sent(desk):
        fill(card(desk), firstName="Ewa")
    with phone.expect_response(lambda it: DRAFTS.search(it.url) and it.request.method == "POST" and it.ok):
        fill(card(phone), firstName="Evi")
    desk.reload()
    expect(restored(desk)).to_be_visible()
    expect(field(card(desk), "First name")).to_have_value("Ewa")
    press(desk, "Go on")
    expect(field(card(desk), "First name")).to_have_value("Evi")
    press(desk, "Go on")
    expect(field(card(desk), "First name")).to_have_value("Ewa")


def test_a_draft_is_nobody_elses_and_outlives_the_sign_out(devices, site, open_page):
    """Bob is offered nothing of Ada's. After Ada has signed out and in again, her browser offers it."""
    phone, _ = devices
    with sent(phone):
        fill(open_card(phone, 7), firstName="Eva")
    bob = signed_in(open_page(DESK), add(site, "Bob"), None)
    with bob.expect_response(DRAFTS):
        open_card(bob, 7)
    expect(bob.locator(".restored")).to_have_count(0)
    phone.goto("/apps/you")
    phone.get_by_role("button", name="Sign out", exact=True).first.click()
    expect(phone.get_by_role("heading", name="Sign in")).to_be_visible()
    assert phone.evaluate("Object.keys(localStorage).filter(key => key.startsWith('unsaved ')).length") == 0
    sign_in(phone, "Ada")
    expect(phone.get_by_role("heading", name="Sign in")).to_have_count(0)
    open_card(phone, 7)
    press(phone, "Go on")
    expect(field(card(phone), "First name")).to_have_value("Eva")


def test_what_is_typed_without_a_connection_is_sent_later(devices, watch):
    """The browser keeps it meanwhile, and the other device is offered it afterwards."""
    watch.allow("ERR_|Failed to fetch")
    phone, desk = devices
    form = open_card(phone, 8)
    phone.context.set_offline(True)
    with phone.expect_event("requestfailed", lambda it: DRAFTS.search(it.url)):
        fill(form, firstName="Eva")
    phone.context.set_offline(False)
    with sent(phone):
        phone.reload()
    expect(field(card(phone), "First name")).to_have_value("Eva")
    open_card(desk, 8)
    expect(offer(desk)).to_be_visible()


def test_a_saved_card_leaves_no_draft(devices):
    """Whoever saves before anything was sent, and whoever takes back what they typed, leaves nothing to be offered."""
    phone, desk = devices
    phone.goto("/userscrud/users")
    form = open_sheet(phone)
    fill(form, firstName="Eva", lastName="Zzyzx", phone="+48 225 550 1472", address="ul. Piękna 18")
    save(form).click()
    at_list(phone)
    form = open_card(phone, 9)
    before = field(form, "First name").input_value()
    with sent(phone):
        fill(form, firstName="Eva")
    with sent(phone):
        fill(form, firstName=before)
    for path in ("/userscrud/users/new", "/userscrud/users/9"):
        with desk.expect_response(DRAFTS) as listed:
            desk.goto(path)
        assert all(draft["ended"] for draft in listed.value.json()["drafts"])
        expect(offer(desk)).to_have_count(0)


def drafts_on_server(page: Page) -> list:
    """The drafts of the person whose page it is."""
    return page.evaluate("fetch(document.body.dataset.drafts).then(it => it.json()).then(it => it.drafts)")


def test_keys_after_go_on_replace_nothing(devices):
    """Whoever types while Go on is under way types into nothing: the other device's text comes, and is kept on all devices."""
    phone, desk = devices
    with sent(phone):
        fill(open_card(phone, 10), firstName="Eva")
    open_card(desk, 10)
    expect(offer(desk)).to_be_visible()
    slow_down(desk, 400)
    name = field(card(desk), "First name")
    name.focus()
    offer(desk).get_by_role("button", name="Go on").evaluate("button => button.click()")
    desk.keyboard.type("ääääää", delay=60)
    expect(restored(desk)).to_be_visible()
    expect(name).to_have_value("Eva")
    phone.reload()
    expect(field(card(phone), "First name")).to_have_value("Eva")
    assert [it["ended"] for it in drafts_on_server(phone)].count(False) == 1


def test_a_page_of_one_person_gives_nothing_to_the_next_one(devices, site):
    """Ada's card is still open in a tab when Eve signs in in another one. What is typed in hers is no draft of Eve's, on no device
    and not in the page that Eve gets in that tab."""
    _, desk = devices
    eve = add(site, "Eve")
    form = open_card(desk, 11)
    other = desk.context.new_page()
    other.goto("/apps/you")
    other.get_by_role("button", name="Sign out", exact=True).first.click()
    expect(other.get_by_role("heading", name="Sign in")).to_be_visible()
    sign_in(other, eve)
    expect(other.get_by_role("heading", name="Sign in")).to_have_count(0)
    with desk.expect_response(lambda it: DRAFTS.search(it.url) and it.request.method == "POST") as answer:
        fill(form, firstName="Zzyzx")
    assert answer.value.status == 404
    open_card(other, 11)
    assert drafts_on_server(other) == []
    desk.reload()
    expect(field(card(desk), "First name")).not_to_have_value("Zzyzx")
    expect(desk.locator(".restored")).to_have_count(0)


def test_a_page_in_which_something_was_typed_stays(devices):
    """The desk goes on with the phone's draft. The phone says so instead of leaving its page, and shows the other text when asked."""
    phone, desk = devices
    with sent(phone):
        fill(open_card(phone, 12), firstName="Eva")
    open_card(desk, 12)
    press(desk, "Go on")
    expect(restored(desk)).to_be_visible()
    with sent(desk):
        fill(card(desk), firstName="Ewa")
    # The list of drafts is asked for again when it is not new.
    until(phone, lambda: phone.evaluate("dispatchEvent(new Event('record-shown')), true") and phone.locator(
        ".restored", has_text="You went on with this on another device.").count() == 1)
    expect(field(card(phone), "First name")).to_have_value("Eva")
    phone.get_by_role("button", name="Show", exact=True).click()
    press(phone, "Go on")
    expect(field(card(phone), "First name")).to_have_value("Ewa")
