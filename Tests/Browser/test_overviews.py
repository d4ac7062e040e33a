"""Overviews that are put together of views: made, read, put into another order by dragging and by keys, undone."""

import json

import pytest
from playwright.sync_api import Locator, Page, expect

MARKET = {
    "version": 1, "name": "market", "entities": [
        {"name": "sale", "attributes": [
            {"name": "title", "required": True, "title": True}, {"name": "stage", "kind": "choice", "choices": ["open", "paid"]},
            {"name": "amount", "kind": "decimal", "scale": 2, "currency": "EUR"}, {"name": "day", "kind": "date"}]}],
}
SALES = [("Tea", "open", "10.50", "2024-01-05"), ("Milk", "paid", "4.25", "2024-01-31"), ("Bread", "paid", "3.00", "2024-03-01")]


@pytest.fixture
def market(fresh_server):
    """Three sales, and a kept view that is a chart."""
    def send(path: str, body: dict) -> None:
        status, answer = fresh_server.send("POST", path, json.dumps(body))
        assert status == 201, answer

    send("/api/apps", MARKET)
    for title, stage, amount, day in SALES:
        send("/api/market/sales", {"title": title, "stage": stage, "amount": amount, "day": day})
    send("/api/market/views", {"entity": "sales", "name": "By month", "layout": "chart:month:day,sum:amount"})
    return fresh_server


def sheet(page: Page) -> Locator:
    return page.get_by_role("dialog")


def add_part(page: Page, view: str, form: str, title: str = "") -> None:
    page.get_by_role("link", name="Add a part").click()
    fill(page, view, form, title)
    expect(sheet(page)).to_have_count(0)


def fill(page: Page, view: str, form: str, title: str = "") -> None:
    sheet(page).get_by_label("View").select_option(label=view)
    sheet(page).get_by_label("Show as").select_option(label=form)
    sheet(page).get_by_label("Title").fill(title)
    sheet(page).get_by_role("button", name="Add", exact=True).click()


def make(page: Page) -> None:
    """An overview of a chart, a number and the first records."""
    page.goto("/market/shape")
    page.get_by_role("link", name="New overview").click()
    sheet(page).get_by_label("Name", exact=True).fill("At a glance")
    fill(page, "Sales: By month", "Chart", "Months")
    page.get_by_role("link", name="At a glance").last.click()
    add_part(page, "Sales", "A number", "How many")
    add_part(page, "Sales", "First records", "Newest")


def expect_parts(page: Page, *titles: str) -> None:
    expect(page.locator(".ordered .t")).to_have_text(list(titles))


def test_an_overview_is_put_together_of_views_and_leads_to_their_records(each_size, market, axe):
    page = each_size
    make(page)
    axe(page)
    expect_parts(page, "Months", "How many", "Newest")
    page.get_by_role("link", name="Open the overview").click()
    expect(page.get_by_role("heading", name="Months")).to_be_visible()
    axe(page)
    expect(page.get_by_role("link", name="How many: 3")).to_be_visible()
    page.get_by_role("link", name="January 2024: €14.75, 2 sales").click()
    expect(page.locator("#rows")).to_contain_text("Milk")


def test_parts_are_put_into_another_order_by_keys_and_a_change_is_undone(any_size, market):
    page = any_size
    make(page)
    page.get_by_role("button", name="Move Newest up").press("Enter")
    expect_parts(page, "Months", "Newest", "How many")
    page.locator(".undo").get_by_role("button", name="Undo").click()
    expect_parts(page, "Months", "How many", "Newest")


def test_parts_are_dragged_to_another_place(desk, market):
    page = desk
    make(page)
    rows = page.locator(".ordered > li")
    first, last = rows.first.bounding_box(), rows.last.bounding_box()
    assert first and last
    page.mouse.move(first["x"] + 60, first["y"] + first["height"] / 2)
    page.mouse.down()
    page.mouse.move(last["x"] + 60, last["y"] + last["height"] * .9, steps=5)
    page.mouse.up()
    expect_parts(page, "How many", "Newest", "Months")
    # Escape leaves it where it was.
    first = rows.first.bounding_box()
    assert first
    page.mouse.move(first["x"] + 60, first["y"] + first["height"] / 2)
    page.mouse.down()
    page.mouse.move(last["x"] + 60, last["y"] + last["height"] * .9, steps=5)
    page.keyboard.press("Escape")
    page.mouse.up()
    expect_parts(page, "How many", "Newest", "Months")


def test_a_part_takes_the_whole_width(desk, market):
    page = desk
    make(page)
    page.get_by_role("link", name="Months").click()
    sheet(page).get_by_label("Whole width").check()
    sheet(page).get_by_role("button", name="Save").or_(sheet(page).get_by_role("button", name="Done")).first.click()
    expect(page.locator(".ordered")).to_contain_text("Whole width")
    page.goto("/market/overview")
    wide, half = page.locator(".panel.span").bounding_box(), page.locator(".panel:not(.span)").first.bounding_box()
    assert wide and half and wide["width"] > half["width"] * 1.5
