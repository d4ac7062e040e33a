"""The travel map: the list of countries and a country's page (TM-5, TM-6, TM-11)."""

import re

import pytest
from playwright.sync_api import expect

from chromium import DESK
from matrix import nightly
from test_northwind_pictures import file, png
from worldmap import until

COUNTRIES = "/travelmap/countries"


def rows(page):
    return page.locator("#rows .row")


def test_TM_5_the_list_says_how_many_cities_each_country_has(each_size, world, axe):
    ids = world.travelled()
    page = each_size
    page.goto(COUNTRIES)
    expect(rows(page)).to_have_text(
        [re.compile("^Kenya1 city"), re.compile("^Malta"), re.compile("^Poland1 city"), re.compile("^Portugal2 cities")])
    axe(page)
    rows(page).last.click()
    expect(page).to_have_url(re.compile(f"{COUNTRIES}/{ids['PT']}"))
    expect(page.get_by_role("heading", name="Portugal")).to_be_visible()
    expect(page.get_by_text("Visited in 2023 and 2024")).to_be_visible()
    expect(page.locator(".cut")).to_have_text("Country · PT")
    axe(page)
    page.get_by_role("link", name="Map", exact=True).last.click()
    expect(page).to_have_url(re.compile("/travelmap/map/PT"))


@pytest.mark.parametrize("search", ["Португ", *nightly("portugalia", "PORTUGAL")])
def test_TM_5_countries_are_found_in_any_language(phone, world, search):
    world.travelled()
    phone.goto(COUNTRIES)
    phone.locator("#q").fill(search)
    expect(rows(phone)).to_have_text([re.compile("^Portugal")])


def test_TM_5_a_country_is_deleted_from_its_row(desk, world):
    """TM-5 one without cities goes at once; undo brings it back."""
    world.country("MT")
    world.country("JP")
    desk.goto(COUNTRIES)
    rows(desk).filter(has_text="Malta").hover()
    desk.get_by_role("button", name="Delete Malta").click()
    expect(rows(desk)).to_have_text(["Japan"])
    assert world.codes() == {"JP"}
    desk.get_by_role("button", name="Undo").click()
    expect(rows(desk)).to_have_count(2)


def test_TM_6_the_bin_asks_counts_and_undo_brings_all_back(each_size, world, axe):
    """TM-6 a country goes with its cities and pictures after a question that counts them."""
    ids = world.travelled()
    page = each_size
    page.goto(f"{COUNTRIES}/{ids['PT']}")
    page.locator(".album [type=file]").set_input_files([file("a.png", png(40, 30)), file("b.png", png(30, 40))])
    expect(page.locator(".pics img")).to_have_count(2)
    page.get_by_role("button", name="Delete Portugal").last.click()
    question = page.get_by_role("dialog", name="Delete Portugal?")
    expect(question).to_contain_text("2 cities will be deleted too")
    expect(question).to_contain_text("2 pictures will be deleted too")
    axe(page)
    question.get_by_role("link", name="Cancel").click()
    expect(question).to_have_count(0)
    page.get_by_role("button", name="Delete Portugal").last.click()
    question.get_by_role("button", name="Delete").click()
    expect(rows(page).filter(has_text="Portugal")).to_have_count(0)
    assert len(world.list("cities")) == 2 and world.list("pictures") == []
    page.get_by_role("button", name="Undo").click()
    expect(rows(page).filter(has_text="Portugal")).to_have_count(1)
    page.goto(f"{COUNTRIES}/{ids['PT']}")
    expect(page.get_by_role("link", name="Porto", exact=False)).to_have_count(1)
    expect(page.locator(".pics img").first).not_to_have_js_property("naturalWidth", 0)


def test_TM_6_a_city_is_deleted_by_a_swipe_on_its_countrys_page(phone, world):
    ids = world.travelled()
    phone.goto(f"{COUNTRIES}/{ids['PT']}")
    item = phone.locator(".sides li").filter(has_text="Porto")
    item.evaluate("item => item.scrollTo({ left: item.scrollWidth, behavior: 'instant' })")
    item.get_by_role("button", name="Delete Porto").click()
    expect(phone.get_by_role("link", name="Porto")).to_have_count(0)
    expect(phone).to_have_url(re.compile(f"{COUNTRIES}/{ids['PT']}"))
    expect(phone.locator(".undo")).to_contain_text("Deleted Porto")
    phone.get_by_role("button", name="Undo").click()
    expect(phone.get_by_role("link", name="Porto")).to_be_visible()


def test_TM_6_a_note_is_kept(desk, world):
    ids = world.travelled()
    desk.goto(COUNTRIES)
    rows(desk).filter(has_text="Portugal").click()
    desk.get_by_label("Note").fill("Take the slow train along the Douro.")
    desk.get_by_role("button", name="Save").click()
    expect(desk).to_have_url(re.compile("selected="))
    desk.goto(f"{COUNTRIES}/{ids['PT']}")
    expect(desk.get_by_label("Note")).to_have_value("Take the slow train along the Douro.")


def test_TM_6_a_page_that_is_opened_beside_the_list_has_all_its_symbols(desk, world):
    """The symbols of a page come with it, where a script puts it beside the list."""
    world.travelled()
    desk.goto(COUNTRIES)
    rows(desk).filter(has_text="Portugal").click()
    expect(desk.get_by_role("heading", name="Portugal")).to_be_visible()
    missing = desk.evaluate(
        "[...document.querySelectorAll('use[href^=\"#\"]')].filter(it => !document.querySelector(it.getAttribute('href'))).length")
    assert missing == 0


def test_TM_6_a_citys_page_shows_where_it_is(each_size, world, axe):
    """A city's page has a small map with its pin, which leads to the large one; without a position there is none."""
    country = world.country("PT")
    city = world.city("Lisbon", country, "38.7167,-9.1333")
    each_size.goto(f"/travelmap/cities/{city}")
    spot = each_size.get_by_role("link", name="Lisbon on the map")
    land = spot.locator("use.been")
    expect(land).to_have_attribute("href", re.compile(r"\.svg#PT$"))
    # The place is in the middle of the drawing, on land that is drawn.
    until(each_size, """() => {
        const land = document.querySelector('.spot use.been').getBoundingClientRect()
        const all = document.querySelector('.spot').getBoundingClientRect()
        const [x, y] = [all.x + all.width / 2, all.y + all.height / 2]
        return land.height > 40 && x >= land.x && x <= land.right && y >= land.y && y <= land.bottom
    }""")
    axe(each_size)
    spot.click()
    expect(each_size).to_have_url(re.compile(f"/travelmap/map/PT\\?city={city}$"))
    nowhere = world.city("Nowhere", country, None)
    each_size.goto(f"/travelmap/cities/{nowhere}")
    expect(each_size.get_by_label("City", exact=True)).to_have_value("Nowhere")
    expect(each_size.locator(".spot")).to_have_count(0)


def test_TM_11_a_country_that_is_added_elsewhere_appears(open_page, world):

    one, other = open_page(DESK), open_page(DESK)
    world.country("JP")
    one.goto(COUNTRIES)
    expect(rows(one)).to_have_count(1)
    number = world.country("PT")
    expect(rows(one)).to_have_count(2)
    other.goto(f"{COUNTRIES}/{number}")
    world.city("Lisbon", number, "38.7167,-9.1333")
    expect(rows(one).last).to_contain_text("1 city")
    expect(other.get_by_role("link", name="Lisbon")).to_be_visible()


@pytest.mark.parametrize("language", ["ru-RU", *nightly("pl-PL")])
def test_TM_6_a_page_has_room_for_long_words(phone, world, language):
    """Nothing stands out over the edge of a telephone, in Russian and Polish."""
    ids = world.travelled()
    phone.goto(f"{COUNTRIES}/{ids['PT']}")
    expect(phone.locator(".cut")).to_have_text("Страна · PT" if language == "ru-RU" else "Kraj · PT")
    assert phone.evaluate("document.scrollingElement.scrollWidth <= document.documentElement.clientWidth")
    phone.goto(f"{COUNTRIES}/new")
    assert phone.evaluate("document.scrollingElement.scrollWidth <= document.documentElement.clientWidth")
