"""What only administrators see: the settings of the server, sharing from the first screen, a required second factor, and the links
that they make and end."""

import re

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK, PHONE
from test_accounts import invite, sign_in, signed_in
from test_second_step import begin_codes
from visitor import Visitor, command


@pytest.fixture
def accounts(people_server, watch):
    """A server whose administrator is Ada."""
    watch.allow("status of (401|403|404|410|422)")
    return people_server


def fits(page: Page) -> bool:
    """Whether nothing is wider than the screen."""
    return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_the_settings_of_the_server(accounts, each_size, axe):
    """They are read and set on a phone and at a desk; limits that can't be are said at the form."""
    page = signed_in(each_size, "Ada", "/apps/people")
    page.get_by_role("link", name=re.compile("^Settings of the server")).click()
    expect(page.get_by_role("heading", name="Settings of the server")).to_be_visible()
    assert fits(page)
    axe(page)
    page.get_by_label("Ends without use").select_option("10080")
    page.get_by_label("Ends in any case").select_option("1440")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()
    axe(page)
    page.get_by_label("Ends without use").select_option("480")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_label("Ends without use")).to_have_value("480")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_first_screen_shares_the_server(accounts, each_size, axe):
    """One press begins it and leads to the page with the address for others; the first screen then says that it is shared."""
    page = signed_in(each_size, "Ada")
    expect(page.get_by_role("heading", name="Sharing in the network")).to_be_visible()
    assert fits(page)
    axe(page)
    page.get_by_role("button", name="Share in the network").click()
    expect(page.get_by_role("heading", name="Settings of the server")).to_be_visible()
    expect(page.get_by_role("button", name="Stop sharing")).to_be_visible()
    axe(page)
    page.goto("/")
    expect(page.get_by_role("button", name="Share in the network")).to_have_count(0)
    axe(page)
    page.get_by_role("link", name=re.compile("^Sharing in the network")).click()
    page.get_by_role("button", name="Stop sharing").click()
    page.goto("/")
    expect(page.get_by_role("button", name="Share in the network")).to_be_visible()


def test_a_required_second_factor_is_set_up_on_the_way(accounts, open_page, axe):
    """Whoever has none is led to it from any page, and afterwards gets there."""
    command(accounts, "add", "Rita")
    command(accounts, "role", "Rita", "userscrud", "reads")
    rita = signed_in(open_page(PHONE), "Rita", "/userscrud/users")
    expect(rita.locator("#rows a.row").first).to_be_visible()
    command(accounts, "settings", "--second-factor", "required")
    rita.goto("/userscrud/users")
    expect(rita.get_by_role("heading", name="One-time codes")).to_be_visible()
    assert fits(rita)
    begin_codes(rita, axe)
    rita.goto("/userscrud/users")
    expect(rita.locator("#rows a.row").first).to_be_visible()


def test_a_link_to_a_new_password(accounts, open_page, axe):
    """The administrator makes it on the page of the person, whose other devices are signed out when it is used."""
    command(accounts, "add", "Rita")
    before = signed_in(open_page(DESK), "Rita")
    ada, rita = signed_in(open_page(DESK), "Ada", "/apps/people"), open_page(PHONE)
    ada.get_by_role("link", name=re.compile("^Rita")).click()
    ada.get_by_role("button", name="Make a link for a new password").click()
    address = ada.locator("#address").text_content()
    axe(ada)
    rita.goto(address[address.index("/apps/"):])
    expect(rita.get_by_role("heading", name="A new password")).to_be_visible()
    assert fits(rita)
    axe(rita)
    rita.get_by_role("textbox", name="Password").fill("another garden with pears")
    rita.get_by_role("button", name="Go on").click()
    expect(rita.get_by_role("link", name=re.compile("^Rita"))).to_be_visible()
    before.goto("/")
    expect(before.get_by_role("heading", name="Sign in")).to_be_visible()
    sign_in(before, "Rita", "another garden with pears")
    expect(before.get_by_role("link", name=re.compile("^Rita"))).to_be_visible()


def test_a_link_and_a_device_are_ended(accounts, open_page, axe):
    """An open link ends in the list of people; one of several devices is signed out by its person."""
    ada = signed_in(open_page(DESK), "Ada")
    path = invite(ada, Address_book="Reads")
    ada.goto("/apps/people")
    expect(ada.get_by_text("Address book: Reads", exact=True)).to_be_visible()
    ada.get_by_role("button", name=re.compile("^End: Address book: Reads")).click()
    expect(ada.get_by_text("Address book: Reads", exact=True)).to_have_count(0)
    ada.goto(path)
    expect(ada.get_by_role("heading", name="This link has ended")).to_be_visible()
    with Visitor(accounts, **{"User-Agent": "Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1"}) as phone:
        assert phone.sign_in("Ada").status_code == 303 and phone.is_known()
        ada.goto("/apps/you")
        ada.get_by_role("button", name=re.compile("iPhone")).first.click()
        expect(ada.get_by_role("button", name=re.compile("iPhone"))).to_have_count(0)
        assert not phone.is_known()
    ada.goto("/apps/you")
    expect(ada.get_by_role("button", name="Sign out", exact=True).first).to_be_visible()
    axe(ada)
