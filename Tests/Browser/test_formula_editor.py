"""The editor of formulas: proposals, the names of functions in the person's language, the index, and the person who asks."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK

SHOP = {
    "version": 1, "name": "shop", "title": "Shop", "entities": [{
        "name": "thing", "attributes": [
            {"name": "title", "required": True, "title": True},
            {"name": "price", "label": "Unit price", "kind": "decimal", "scale": 2},
            {"name": "paid", "label": "Paid", "kind": "boolean"},
            {"name": "placed", "label": "Placed at", "kind": "timestamp"},
        ]}]}


@pytest.fixture
def shop(fresh_server):
    status, answer = fresh_server.send("POST", "/api/apps", json.dumps(SHOP))
    assert status == 201, answer
    status, answer = fresh_server.send("POST", "/api/shop/things", json.dumps(
        {"title": "Pen", "price": 2, "placed": "2020-01-01T10:00:00Z"}))
    assert status == 201, answer
    return fresh_server


def formula(page: Page):
    """The formula of a new computed value."""
    page.goto("/shop/shape/kinds/things/new/computed")
    return page.get_by_role("dialog").locator("[name=formula]")


def offered(field, text: str):
    """What the browser offers for a typed text."""
    for _ in range(40):
        field.fill(text)
        # The script of the field comes with the page's others.
        if field.evaluate("field => Boolean(field.known)"):
            break
        field.page.wait_for_timeout(50)
    return field.evaluate("field => [...field.list.options].map(option => option.value)")


def test_fields_functions_and_words_are_offered_for_the_word_that_is_being_typed(any_size, shop, axe):
    field = formula(any_size)
    assert offered(field, "2 × uni") == ["2 × Unit price"]
    assert offered(field, "round(Unit p") == ["round(Unit price"]
    assert offered(field, "ro") == ["round("]
    assert "Placed at < now" in offered(field, "Placed at < no")
    assert offered(field, "\"ro") == []
    axe(any_size)


def test_differences_of_moments_are_shown_live_and_an_index_is_kept_where_it_can_be(any_size, shop, watch):
    watch.allow("status of 422")
    field = formula(any_size)
    dialog = any_size.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill("Gross")
    field.fill("hours(now - Placed at) > 24")
    expect(dialog.locator("#result")).to_contain_text(re.compile("In the first record: yes", re.IGNORECASE))
    dialog.get_by_label("Keep an index").check()
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog).to_contain_text("It can have no index")
    dialog.locator("[name=formula]").fill("Unit price × 2")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(any_size.get_by_role("link", name="Gross")).to_be_visible()
    computed = json.loads(shop.get("/api/shop/description")[1])["entities"][0]["computed"][0]
    assert computed["attribute"]["sorted"] is True
    assert computed["formula"] == "price * 2"


def test_functions_are_called_in_the_language_of_the_person(open_page, shop):
    page = open_page(DESK, locale="pl")
    field = formula(page)
    assert offered(field, "zaokr") == ["zaokrąglij("]
    page.get_by_role("dialog").get_by_label("Nazwa", exact=True).fill("Stan")
    field.fill("jeżeli(Paid i nie(puste(Unit price)), \"tak\", \"nie\")")
    expect(page.locator("#result")).to_contain_text("nie")
    page.get_by_role("dialog").get_by_role("button", name="Dodaj", exact=True).click()
    page.get_by_role("link", name=re.compile("^Stan ")).click()
    expect(page.locator("[name=formula]")).to_have_value(
        "jeżeli(Paid i nie(puste(Unit price)), \"tak\", \"nie\")")
    computed = json.loads(shop.get("/api/shop/description")[1])["entities"][0]["computed"][0]
    assert computed["formula"].lstrip("=") == "if(paid and not(empty(price)), \"tak\", \"nie\")"


def test_a_computed_text_is_found_by_the_search_while_its_box_is_ticked(any_size, shop):
    field = formula(any_size)
    dialog = any_size.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill("Stage")
    field.fill("if(Paid, \"settled\", \"waiting\")")
    expect(dialog.locator("#result")).to_contain_text("waiting")
    expect(dialog.get_by_label("Searched, if it is a text")).to_be_checked()
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(any_size.get_by_role("link", name=re.compile("^Stage"))).to_be_visible()
    any_size.goto("/shop/things?search=waiti")
    expect(any_size.get_by_role("link", name="Pen").first).to_be_visible()
    any_size.goto("/shop/shape/kinds/things/fields/stage")
    any_size.get_by_role("dialog").get_by_label("Searched, if it is a text").uncheck()
    any_size.get_by_role("dialog").get_by_role("button", name="Save", exact=True).click()
    expect(any_size.get_by_role("link", name=re.compile("^Stage"))).to_be_visible()
    any_size.goto("/shop/things?search=waiti")
    expect(any_size.get_by_role("link", name="Pen")).to_have_count(0)
