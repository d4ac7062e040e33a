"""The search over the records of all applications."""

import re

import pytest
from playwright.sync_api import expect

from chromium import PHONE

# A telephone in the house.
pytestmark = pytest.mark.latency(100)


def test_ctrl_k_searches_everything_from_any_page(desk, world, axe):
    """It opens above the page, finds while one types, and is walked through by keys."""
    number = world.country("PL")
    city = world.city("Żabokwik", number, "50.06,19.94")
    for path in ("/travelmap/map", "/northwind/products", "/"):
        desk.goto(path)
        desk.locator("body").press("Control+k")
        expect(desk.locator("#everything #eq")).to_be_focused()
        desk.keyboard.press("Escape")
        expect(desk.locator("#everything")).to_have_count(0)
    desk.goto("/userscrud/users")
    desk.locator("body").press("Control+k")
    field = desk.locator("#eq")
    expect(field).to_be_focused()
    axe(desk)
    desk.keyboard.type("zabok")
    found = desk.locator("#hits .row")
    expect(found.filter(has_text="Żabokwik")).to_have_count(1)
    expect(desk.locator("#hits h2").filter(has_text="Travel map")).to_have_count(1)
    axe(desk)
    desk.keyboard.press("ArrowDown")
    expect(found.first).to_be_focused()
    desk.keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    field.fill("żabokwik")
    expect(found).to_have_count(1)
    field.press("Enter")
    expect(desk).to_have_url(re.compile(f"/travelmap/cities/{city}$"))


def test_the_first_screen_of_a_phone_searches_everything(phone, world, axe):
    world.country("PL")
    phone.goto("/")
    phone.get_by_role("link", name="Search everything").click()
    phone.locator("#eq").fill("poland")
    row = phone.locator("#hits .row").filter(has_text="Poland")
    expect(row).to_be_visible()
    axe(phone)
    row.click()
    expect(phone).to_have_url(re.compile("/travelmap/countries/"))


def test_without_scripts_it_is_a_page(open_page, world):
    world.country("PL")
    page = open_page(PHONE, java_script_enabled=False)
    page.goto("/")
    page.get_by_role("link", name="Search everything").click()
    page.locator("#eq").fill("Poland")
    page.locator("#eq").press("Enter")
    expect(page.locator("#hits .row").filter(has_text="Poland")).to_be_visible()
