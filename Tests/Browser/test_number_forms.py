"""Percentages, durations and ratings: fields that are added, typed, listed, filtered and sorted on screens."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

WORK = {
    "version": 1,
    "name": "work",
    "entities": [{"name": "job", "attributes": [{"name": "title", "required": True, "title": True}]}],
}
TABLE = "/work/jobs?layout=table&columns=title,"


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def filters(page: Page) -> Locator:
    return page.locator(".sheet.shaping")


@pytest.fixture
def work(fresh_server):
    """An application of jobs that have a title alone."""
    status, answer = fresh_server.send("POST", "/api/apps", json.dumps(WORK))
    assert status == 201, answer
    return fresh_server


def add_field(page: Page, kind: str, name: str, axe) -> None:
    """The kind, the name, and Add."""
    page.goto("/work/shape/kinds/jobs")
    page.get_by_role("link", name=kind, exact=True).click()
    dialog(page).get_by_label("Name", exact=True).fill(name)
    axe(page)
    dialog(page).get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("link", name=re.compile(f"^{name}")).first).to_contain_text(kind)


def begin(page: Page, title: str) -> None:
    """A new job with a title, which is not saved yet."""
    page.goto("/work/jobs/new")
    dialog(page).get_by_label("Title", exact=True).fill(title)


def save(page: Page) -> None:
    dialog(page).get_by_role("button", name="Save").click()
    expect(page).not_to_have_url(re.compile("/new"))


def values(server, name: str) -> list:
    return [each[name] for each in json.loads(server.get("/api/work/jobs?sort=id")[1])["items"]]


def titles(page: Page) -> Locator:
    """The titles of a table in their order."""
    return page.locator(".grid tbody .no")


def test_a_percentage_is_typed_with_or_without_its_sign(each_size, work, axe):
    page = each_size
    add_field(page, "Percentage", "Discount", axe)
    for title, text in [("Roof", "12,5 %"), ("Door", "5"), ("Wall", "100%")]:
        begin(page, title)
        dialog(page).get_by_label("Discount", exact=True).fill(text)
        save(page)
    assert values(work, "discount") == [0.125, 0.05, 1.0]
    page.goto(TABLE + "discount&sort=-discount")
    expect(titles(page)).to_have_text(["Wall", "Roof", "Door"])
    for text in ["12.5%", "5.0%", "100.0%"]:
        expect(page.get_by_text(text, exact=True).first).to_be_visible()
    axe(page)
    page.goto("/work/jobs/1")
    expect(page.get_by_label("Discount", exact=True)).to_have_value("12.5")
    page.goto("/work/jobs/filter?layout=table&columns=title,discount&field=discount")
    filters(page).get_by_label("Value", exact=True).fill("10 %")
    filters(page).get_by_label("Value", exact=True).press("Enter")
    expect(titles(page)).to_have_text(["Roof", "Wall"])


def test_a_duration_is_typed_as_hours_or_minutes_and_refused_with_an_example(each_size, work, axe, watch):
    page = each_size
    watch.allow("status of 422")
    add_field(page, "Duration", "Spent", axe)
    for title, text in [("Roof", "1:30"), ("Door", "90 min"), ("Wall", "10,5 h")]:
        begin(page, title)
        dialog(page).get_by_label("Spent", exact=True).fill(text)
        save(page)
    assert values(work, "spent") == [90, 90, 630]
    begin(page, "Lamp")
    dialog(page).get_by_label("Spent", exact=True).fill("1:75")
    dialog(page).get_by_role("button", name="Save").click()
    expect(dialog(page)).to_contain_text("such as 1:30 or 90 min")
    expect(dialog(page).get_by_label("Spent", exact=True)).to_have_value("1:75")
    axe(page)
    dialog(page).get_by_label("Spent", exact=True).fill("45")
    save(page)
    page.goto(TABLE + "spent&sort=-spent&figures=sum:spent")
    expect(titles(page).first).to_have_text("Wall")
    expect(page.get_by_role("group", name="Figures")).to_contain_text("14:15")
    expect(page.get_by_text("0:45", exact=True).first).to_be_visible()
    axe(page)


def test_a_rating_is_chosen_by_its_digit_and_shown_in_stars(each_size, work, axe):
    page = each_size
    add_field(page, "Rating", "Quality", axe)
    begin(page, "Roof")
    dialog(page).get_by_label("Quality", exact=True).focus()
    page.keyboard.type("4")
    expect(dialog(page).get_by_label("Quality", exact=True)).to_have_value("4")
    save(page)
    begin(page, "Door")
    dialog(page).get_by_label("Quality", exact=True).select_option("2")
    save(page)
    begin(page, "Wall")
    save(page)
    assert values(work, "quality") == [4, 2, None]
    page.goto(TABLE + "quality&sort=-quality")
    expect(titles(page).first).to_have_text("Roof")
    expect(page.get_by_text("★★★★☆", exact=True).first).to_be_visible()
    axe(page)
    page.goto("/work/jobs/filter?layout=table&columns=title,quality&field=quality")
    axe(page)
    filters(page).get_by_label("Value", exact=True).select_option("3")
    filters(page).get_by_role("button", name="Done").click()
    expect(titles(page)).to_have_text(["Roof"])
    # Or the stars that there are, with their numbers.
    page.goto("/work/jobs/filter?layout=table&columns=title,quality&field=quality")
    filters(page).get_by_role("link", name="★★☆☆☆").click()
    expect(titles(page)).to_have_text(["Door"])
