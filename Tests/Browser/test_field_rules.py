"""The words and limits of a field, which a person sets on its sheet and meets in forms."""

import re

from playwright.sync_api import expect

from test_shape import begin, description, sheet


def test_a_limit_and_an_explanation_are_set_on_a_phone(phone, fresh_server, axe, watch):
    """Price, at least 0, without tax: the sheet has them under More; the form of a new record says and keeps them."""
    watch.allow("status of 422")
    begin(phone, "Inventory")
    phone.get_by_role("link", name="Change fields").first.click()
    phone.get_by_role("link", name="Amount of money", exact=True).click()
    dialog = sheet(phone)
    dialog.get_by_label("Name", exact=True).fill("Resale price")
    expect(dialog.get_by_label("Explanation below the field")).to_be_hidden()
    dialog.get_by_text("More", exact=True).click()
    axe(phone)
    dialog.get_by_label("Explanation below the field").fill("Without tax")
    dialog.get_by_label("Least value").fill("5")
    dialog.get_by_label("Greatest value").fill("1")
    dialog.get_by_role("button", name="Add", exact=True).click()
    # What can't be is said at its field, which has the focus, and nothing is lost.
    expect(sheet(phone).get_by_label("Greatest value")).to_be_focused()
    expect(sheet(phone)).to_contain_text("This is less than the least value")
    axe(phone)
    expect(dialog.get_by_label("Explanation below the field")).to_have_value("Without tax")
    dialog.get_by_label("Least value").fill("0")
    dialog.get_by_label("Greatest value").fill("")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(phone.get_by_role("link", name=re.compile("^Resale price"))).to_be_visible()
    field = description(fresh_server, "inventory")["entities"][0]["attributes"][-1]
    assert (field["help"], field["min"]) == ("Without tax", 0) and "max" not in field
    phone.goto("/inventory/items")
    phone.get_by_role("link", name=re.compile("^New ")).first.click()
    dialog = sheet(phone)
    expect(dialog.get_by_text("Without tax")).to_be_visible()
    expect(dialog.get_by_label("Resale price")).to_have_accessible_description("Without tax")
    axe(phone)
    dialog.get_by_label("Name", exact=True).fill("Lamp")
    dialog.get_by_label("Resale price").fill("-1")
    dialog.get_by_role("button", name="Save").click()
    expect(sheet(phone)).to_contain_text("This has to be at least 0.00")
    expect(sheet(phone).get_by_label("Resale price")).to_have_accessible_description(
        re.compile("Without tax.*at least 0.00")
    )
    sheet(phone).get_by_label("Resale price").fill("12")
    sheet(phone).get_by_role("button", name="Save").click()
    expect(phone.get_by_text("Lamp").first).to_be_visible()
    # The field's sheet says what it has without being opened.
    phone.goto("/inventory/shape/kinds/items")
    phone.get_by_role("link", name=re.compile("^Resale price")).click()
    expect(sheet(phone).locator("summary")).to_contain_text("Explanation below the field · Least value")
