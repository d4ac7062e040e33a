"""TR-1, TR-5, TR-6, TR-9, TR-11: what the tables show, in which order, and what filters leave."""

import re

import pytest
from playwright.sync_api import Page, expect

from chromium import PHONE
from matrix import nightly
from travellers import CITIES, SUMMARY, USERS, count, filter_field, ids, press, rows


@pytest.fixture
def page(each_way) -> Page:
    return each_way


@pytest.fixture
def cities(travels) -> dict[str, int]:
    """Three users' cities, by name."""
    users = {name: travels.add_user(name) for name in ("Łukasz", "Anna", "Wen")}
    pairs = [("Oslo", "Wen"), ("Łódź", "Anna"), ("Bergen", "Łukasz"), ("Zagreb", "Anna"), ("Oslo", "Anna")]
    return {f"{city} {user}": travels.add_city(city, users[user]) for city, user in pairs}


def by(page: Page, title: str) -> None:
    """Sorts by the heading of a column."""
    page.locator("thead").get_by_role("link", name=re.compile(f"^{re.escape(title)} sort")).click()


@pytest.mark.parametrize("path, tab, headings", [
    (SUMMARY, "Travellers", ["No.", "User number", "User", "City"]),
    *nightly((USERS, "Users", ["No.", "Name"]), (CITIES, "Cities", ["No.", "City", "User"]))])
def test_TR_1_three_tabs(page, cities, path, tab, headings):
    """TR-1 shows each table in a tab of its own, the number first, with the exact count."""
    page.goto("/travellers")
    page.get_by_role("navigation").get_by_role("listitem").get_by_role("link", name=tab).click()
    expect(page).to_have_url(re.compile(f"{path}$"))
    expect(page.get_by_role("heading", level=1)).to_have_text(tab)
    assert page.locator("thead th > a").evaluate_all("all => all.map(it => it.firstChild.data)") == headings
    number = rows(page).count()
    assert number == (3 if tab == "Users" else 5)
    expect(count(page)).to_have_text(re.compile(f"^{number} "))
    expect(page.locator(".tabs [aria-current] .n")).to_have_text(str(number))


def test_TR_6_every_column_sorts_both_ways(page, cities):
    """TR-6 sorts by every column, first one way and then the other, and says which."""
    order = {
        "No.": list(cities.values()),
        "City": [cities[each] for each in ("Bergen Łukasz", "Łódź Anna", "Oslo Wen", "Oslo Anna", "Zagreb Anna")],
        "User": [cities[each] for each in ("Łódź Anna", "Zagreb Anna", "Oslo Anna", "Bergen Łukasz", "Oslo Wen")]}
    page.goto(CITIES)
    for title in ("City", "User", "No."):
        by(page, title)
        expect(page).to_have_url(re.compile(r"sort=[a-z]"))
        expect(page.locator("th[aria-sort=ascending]")).to_contain_text(title)
        assert ids(page) == order[title], title
        by(page, title)
        expect(page).to_have_url(re.compile("sort=-"))
        expect(page.locator("th[aria-sort=descending]")).to_contain_text(title)
        assert ids(page) == order[title][::-1], title
    expect(page.locator("th[aria-sort]")).to_have_count(1)


@pytest.mark.nightly
def test_TR_6_the_other_tables_sort_too(page, cities):
    """TR-6 sorts the users by name, and the summary by each of its columns."""
    page.goto(USERS)
    by(page, "Name")
    expect(rows(page).first).to_contain_text("Anna")
    page.goto(SUMMARY)
    for title, first in [("User", "Anna"), ("City", "Bergen"), ("User number", "Łukasz")]:
        by(page, title)
        expect(page.locator("th[aria-sort=ascending]")).to_contain_text(title)
        expect(rows(page).first).to_contain_text(first)


@pytest.mark.nightly
def test_TR_9_cities_are_filtered_by_a_part_of_the_users_name(page, cities):
    """TR-9 a part of the name is enough, as for cities and users."""
    page.goto(f"{CITIES}?user=uka")
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("Bergen")


@pytest.mark.both
def test_TR_5_the_filter_shows_the_row_and_clearing_it_shows_everything(page, cities):
    """TR-5 filters users by name, whatever the case and accents; an empty filter shows everything."""
    page.goto(USERS)
    filter_field(page, "name").fill("lukasz")
    press(page, "Filter")
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("Łukasz")
    expect(count(page)).to_have_text("1 user")
    filter_field(page, "name").fill("")
    press(page, "Filter")
    expect(rows(page)).to_have_count(3)
    expect(count(page)).to_have_text("3 users")


def test_TR_5_return_filters(page, cities):
    """TR-5 filters by Return as well, and by a part of a name."""
    page.goto(USERS)
    filter_field(page, "name").fill("Luka")
    filter_field(page, "name").press("Enter")
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("Łukasz")
    filter_field(page, "name").fill("Lukaz")
    filter_field(page, "name").press("Enter")
    expect(page.get_by_role("heading", name="Nothing matches the filter")).to_be_visible()
    page.get_by_role("link", name="Clear the filter").click()
    expect(rows(page)).to_have_count(3)
    expect(filter_field(page, "name")).to_have_value("")


@pytest.mark.parametrize("path, user, city", [(CITIES, "user", "name"), (SUMMARY, "userName", "cityName")])
def test_TR_9_TR_11_filters_by_user_by_city_and_by_both(page, cities, path, user, city):
    """TR-9, TR-11 filter by one column or by both, and keep the order."""
    page.goto(f"{path}?sort=-{city}")
    filter_field(page, user).fill("ANNA")
    press(page, "Filter")
    expect(rows(page)).to_have_count(3)
    assert ids(page) == [cities[each] for each in ("Zagreb Anna", "Oslo Anna", "Łódź Anna")]
    filter_field(page, city).fill("oslo")
    press(page, "Filter")
    expect(rows(page)).to_have_count(1)
    assert ids(page) == [cities["Oslo Anna"]]
    filter_field(page, user).fill("")
    press(page, "Filter")
    expect(rows(page)).to_have_count(2)
    expect(page).to_have_url(re.compile(f"where={city}%3Acontains%3Aoslo&sort=-{city}$"))


@pytest.fixture
def towns(travels) -> int:
    """A hundred and ten cities; how many."""
    anna = travels.add_user("Anna")
    travels.add_cities([f"Town {number:03}" for number in range(110)], anna)
    return 110


def test_long_tables_grow_while_one_scrolls(each_size, towns):
    """All rows of a long table come while one scrolls."""
    each_size.goto(f"{CITIES}?sort=name")
    expect(count(each_size)).to_contain_text("110 cities")
    for least in (51, 101, 110):
        rows(each_size).last.scroll_into_view_if_needed()
        expect(rows(each_size).nth(least - 1)).to_be_attached()
    assert len(set(ids(each_size))) == towns


@pytest.mark.nightly
def test_long_tables_lead_on_by_links(open_page, towns):
    """All rows of a long table are reached by links, without scripts."""
    plain = open_page(PHONE, java_script_enabled=False)
    plain.goto(f"{CITIES}?sort=name")
    seen = ids(plain)
    for _ in range(2):
        plain.get_by_role("link", name="Show more rows").click()
        expect(plain.get_by_role("link", name="Show earlier rows")).to_be_attached()
        seen += ids(plain)
    assert len(seen) == len(set(seen)) == towns
    expect(plain.get_by_role("link", name="Show more rows")).to_have_count(0)
