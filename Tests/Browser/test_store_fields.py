"""Fields that the store sets itself, and fields that forms leave out."""

import re

from playwright.sync_api import expect

from test_shape import begin, sheet


def test_a_moment_that_the_store_sets_and_a_hidden_field_are_chosen_on_a_phone(phone, fresh_server, axe):
    """Created at is three presses; the serial number is hidden under More; a new record has neither in its form."""
    begin(phone, "Inventory")
    phone.get_by_role("link", name="Change fields").first.click()
    phone.get_by_role("link", name="Created at", exact=True).click()
    expect(sheet(phone).get_by_label("Name", exact=True)).to_have_value("Created at")
    axe(phone)
    sheet(phone).get_by_role("button", name="Add", exact=True).click()
    expect(phone.get_by_role("link", name=re.compile(r"^Created at\s+Created at"))).to_be_visible()
    phone.get_by_role("link", name=re.compile("^Serial number")).click()
    sheet(phone).get_by_text("More", exact=True).click()
    sheet(phone).get_by_label("Hidden in forms").check()
    sheet(phone).get_by_role("button", name="Save", exact=True).click()
    expect(phone.get_by_role("link", name=re.compile("^Serial number.*hidden in forms"))).to_be_visible()
    phone.goto("/inventory/items")
    phone.get_by_role("link", name=re.compile("^New ")).first.click()
    expect(sheet(phone).get_by_label("Serial number")).to_have_count(0)
    expect(sheet(phone).get_by_text("Created at")).to_have_count(0)
    sheet(phone).get_by_label("Name", exact=True).fill("Lamp")
    sheet(phone).get_by_role("button", name="Save", exact=True).click()
    phone.get_by_text("Lamp").first.click()
    expect(phone.locator("#f-createdAt")).to_contain_text(re.compile(r"\d"))
    axe(phone)
