"""A field that is added to an application in code on the screen: typed, found, and there after a restart."""

import json
import re

from playwright.sync_api import expect

from test_shape import add_field, description, sheet


def test_a_field_is_added_to_customers_typed_found_and_kept(each_size, fresh_server, axe, watch):
    watch.allow("ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE")  # A restart.
    page = each_size
    page.goto("/northwind/shape/kinds/customers")
    expect(page.get_by_role("heading", name="Comes with the application")).to_be_visible()
    axe(page)
    # The declared fields lead nowhere.
    expect(page.get_by_role("link", name=re.compile("^Company name"))).to_have_count(0)
    add_field(page, "Text", "Shoe size")
    expect(page.get_by_role("heading", name="Added fields")).to_be_visible()
    axe(page)
    customer = next(entity for entity in description(fresh_server, "northwind")["entities"] if entity["name"] == "customer")
    assert customer["attributes"][-1]["name"] == "ownShoeSize"

    page.goto("/northwind/customers/new")
    dialog = sheet(page)
    dialog.get_by_label("Company name", exact=True).fill("Feet & Sons")
    dialog.get_by_label("Shoe size").fill("Forty-two")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Feet & Sons").first).to_be_visible()
    page.goto("/northwind/customers?search=forty-two")
    expect(page.locator("#rows")).to_contain_text("Feet & Sons")

    fresh_server.restart()
    status, body = fresh_server.get("/api/northwind/customers?search=forty-two")
    assert status == 200 and json.loads(body)["items"][0]["ownShoeSize"] == "Forty-two"
    page.goto("/northwind/shape/kinds/customers")
    page.get_by_role("link", name=re.compile("^Shoe size")).first.click()
    sheet(page).get_by_label("Name", exact=True).fill("Size of shoes")
    sheet(page).get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name=re.compile("^Size of shoes")).first.click()
    sheet(page).get_by_role("link", name="Delete Size of shoes").click()
    sheet(page).get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("heading", name="Added fields")).to_have_count(0)
    assert "ownShoeSize" not in fresh_server.get("/api/northwind/customers?limit=1")[1].decode()
    # The value comes back with the field, and is told before.
    page.locator(".undo").get_by_role("button", name="Undo").click()
    expect(sheet(page)).to_contain_text("1 value of Size of shoes comes back")
    sheet(page).get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Added fields")).to_be_visible()
    status, body = fresh_server.get("/api/northwind/customers?search=forty-two")
    assert json.loads(body)["items"][0]["ownShoeSize"] == "Forty-two"
