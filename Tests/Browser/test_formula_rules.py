"""Rules, conditions of fields and defaults that are formulas: designed on a sheet, broken in a form, followed while typing."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from chromium import slow_down

TRAVEL = {
    "version": 1, "name": "travel", "title": "Travel", "entities": [{
        "name": "trip", "attributes": [
            {"name": "title", "required": True, "title": True},
            {"name": "departed", "label": "Departure", "kind": "date"},
            {"name": "returned", "label": "Return", "kind": "date"},
            {"name": "byCar", "label": "By car", "kind": "boolean"},
            {"name": "plate", "label": "Number plate", "shownIf": "byCar", "requiredIf": "byCar"},
            {"name": "km", "label": "Distance", "kind": "integer", "shownIf": "byCar"},
            {"name": "code", "label": "Code", "defaultFrom": {"formula": "title & \"-1\""}},
        ]}]}


@pytest.fixture
def travel(fresh_server):
    status, answer = fresh_server.send("POST", "/api/apps", json.dumps(TRAVEL))
    assert status == 201, answer
    return fresh_server


def new_trip(page: Page, latency: int = 0):
    """The form of a new trip."""
    page.goto("/travel/trips/new")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Departure")).to_be_visible()
    if latency:
        slow_down(page, latency)
    return dialog


def test_a_rule_is_designed_on_a_sheet_and_kept_in_a_form_that_keeps_what_was_typed(any_size, travel, axe, watch):
    watch.allow("status of 409")
    page = any_size
    travel.send("POST", "/api/travel/trips", json.dumps(
        {"title": "Wrong", "departed": "2026-05-09", "returned": "2026-05-03"}))
    page.goto("/travel/shape/kinds/trips")
    page.get_by_role("link", name="Add rule").click()
    dialog = page.get_by_role("dialog")
    axe(page)
    dialog.get_by_label("Formula that is yes where the rule is kept").fill("Return ≥ Departure")
    dialog.get_by_label("Sentence where it is broken").fill("Return must be after departure")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog).to_contain_text("1 record breaks the rule")
    expect(dialog.get_by_role("link", name="Wrong")).to_be_visible()
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("link", name=re.compile("^Return must be after departure"))).to_be_visible()
    dialog = new_trip(page)
    dialog.get_by_label("Title").fill("Gdynia")
    dialog.get_by_label("Departure").fill("2026-06-09")
    dialog.get_by_label("Return").fill("2026-06-01")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_contain_text("Return must be after departure")
    expect(dialog.get_by_label("Title")).to_have_value("Gdynia")
    expect(dialog.get_by_label("Return")).to_have_value("2026-06-01")
    dialog.get_by_label("Return").fill("2026-06-10")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Gdynia").first).to_be_visible()


@pytest.mark.parametrize("wait", [0, 400])
def test_a_field_is_shown_and_required_while_its_condition_is_yes(any_size, travel, wait):
    dialog = new_trip(any_size, wait)
    plate = dialog.get_by_label("Number plate")
    expect(plate).to_be_hidden()
    car = dialog.get_by_label("By car")
    car.select_option("true")
    expect(plate).to_be_visible()
    expect(plate).to_have_attribute("required", "")
    plate.fill("GD 123")
    car.select_option("false")
    expect(plate).to_be_hidden()
    car.select_option("true")
    expect(plate).to_be_visible()
    # What was typed is still there.
    expect(plate).to_have_value("GD 123")


def test_a_default_follows_what_is_typed_until_a_person_types_into_it(any_size, travel):
    dialog = new_trip(any_size, 400)
    title, code = dialog.get_by_label("Title"), dialog.get_by_label("Code")
    title.press_sequentially("Sopot", delay=60)
    expect(code).to_have_value("Sopot-1")
    # Letters that are typed while an answer is on its way stay.
    with any_size.expect_response(re.compile("/follow")):
        title.press_sequentially("x")
        code.fill("mine")
    expect(code).to_have_value("mine")
    with any_size.expect_response(re.compile("/follow")):
        title.press_sequentially("yz", delay=60)
    expect(title).to_have_value("Sopotxyz")
    expect(code).to_have_value("mine")
    dialog.get_by_role("button", name="Save").click()
    status, body = travel.get("/api/travel/trips/1")
    assert status == 200 and json.loads(body)["code"] == "mine"


@pytest.mark.parametrize("wait", [0, 400])
def test_return_at_once_saves_what_the_formula_comes_to(any_size, travel, wait):
    dialog = new_trip(any_size, wait)
    title = dialog.get_by_label("Title")
    title.press_sequentially("He", delay=60)
    expect(dialog.get_by_label("Code")).to_have_value("He-1")
    title.press_sequentially("l")
    title.press("Enter")
    expect(dialog).to_be_hidden()
    status, body = travel.get("/api/travel/trips/1")
    assert status == 200 and json.loads(body)["code"] == "Hel-1"


def test_a_fault_of_a_field_that_is_not_shown_can_be_mended(any_size, travel, watch):
    watch.allow("status of 422")
    dialog = new_trip(any_size)
    dialog.get_by_label("Title").fill("Hel")
    car, distance = dialog.get_by_label("By car"), dialog.get_by_label("Distance")
    car.select_option("true")
    distance.fill("far")
    car.select_option("false")
    expect(distance).to_be_hidden()
    dialog.get_by_role("button", name="Save").click()
    expect(distance).to_be_visible()
    # The next answer of the formulas does not hide it either.
    dialog.get_by_label("Title").fill("Helga")
    expect(dialog.get_by_label("Code")).to_have_value("Helga-1")
    expect(distance).to_be_visible()
    expect(distance).to_have_value("far")


def test_an_emptied_field_stays_empty(any_size, travel):
    dialog = new_trip(any_size)
    dialog.get_by_label("Title").fill("Hel")
    code = dialog.get_by_label("Code")
    expect(code).to_have_value("Hel-1")
    code.fill("")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    status, body = travel.get("/api/travel/trips/1")
    assert status == 200 and json.loads(body)["code"] is None


def test_without_scripts_all_fields_are_shown(browser, travel):
    context = browser.new_context(base_url=travel.url, java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto("/travel/trips/new")
    expect(page.get_by_label("Number plate")).to_be_visible()
    context.close()
