"""The browser's Back after signing out, in a browser that keeps pages for it."""

import re

from playwright.sync_api import expect

from chromium import go_back
from people import PEOPLE, rows
from test_accounts import accounts, sign_in  # noqa: F401


def test_back_after_signing_out_shows_no_page_of_the_person(accounts, desk):  # noqa: F811
    """Neither the page that the browser kept nor that of its cache: Back leads to the sign-in."""
    desk.goto(PEOPLE)
    sign_in(desk, "Ada")
    expect(desk).to_have_url(re.compile(PEOPLE + "$"))
    name = rows(desk).first.locator(".t").text_content()
    desk.goto("/apps/you")
    desk.get_by_role("button", name="Sign out", exact=True).first.click()
    expect(desk.get_by_role("heading", name="Sign in")).to_be_visible()
    for _ in range(2):
        go_back(desk)
        expect(desk.get_by_role("heading", name="Sign in")).to_be_visible()
        expect(desk.get_by_text(name)).to_have_count(0)
    desk.goto(PEOPLE)
    expect(desk).to_have_url(re.compile("/apps/sign-in"))
