"""The travel map's settings: TM-9, TM-10, TM-11 and TM-12."""

import json
import re
import stat
import time
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, expect

from chromium import DESK, PHONE, until
from matrix import nightly
from people import sheet, undo, undo_bar
from test_weight import LIMIT, answers
from worldmap import API, World

SETTINGS = "/travelmap/settings"
ABOUT = "/travelmap/about"
SECRET = "open-Sesame-4711"
COUNT, BACKGROUND = "Pictures per country", "Load from Pexels in the background"


@pytest.fixture
def world(site):
    records = World(site)
    records.clear()
    reset(site)
    yield records
    records.clear()
    reset(site)


def reset(site) -> None:
    assert site.send("PATCH", f"{API}/settings", '{"picturesPerCountry": null, "loadsPictures": null}')[0] == 200


def settings(site) -> dict:
    return json.loads(site.get(f"{API}/settings")[1])


def count(page: Page) -> Locator:
    return page.get_by_role("spinbutton", name=COUNT, exact=True)


def stepper(page: Page, word: str) -> Locator:
    return page.get_by_role("button", name=f"{word}: {COUNT}")


def switch(page: Page) -> Locator:
    return page.get_by_role("switch", name=BACKGROUND)


def is_kept(site, **values) -> None:
    """Waits until the server has these settings."""
    deadline = time.monotonic() + 60
    while not settings(site).items() >= values.items():
        assert time.monotonic() < deadline, settings(site)


@contextmanager
def changes_held(page: Page):
    """Changes that are sent within wait at the door until the end."""
    held = []

    def hold(route):
        if route.request.method == "POST":
            held.append(route)
        else:
            route.fallback()

    page.route(f"**{SETTINGS}", hold)
    yield
    for route in held:
        route.continue_()
    page.unroute(f"**{SETTINGS}")


def bars(page: Page) -> list[str]:
    return [text.strip() for text in page.locator(".hbar").all_inner_texts()]


# What can be set


def test_TM_9_a_switch_and_a_number_are_saved_at_once(any_size, world, site):
    """TM-9 what is set is saved without a button, kept over a reload, and undone by Control-Z."""
    any_size.goto(SETTINGS)
    expect(count(any_size)).to_have_value("10")
    stepper(any_size, "More").click()
    expect(undo_bar(any_size)).to_contain_text(f"Changed: {COUNT}")
    is_kept(site, picturesPerCountry=11, loadsPictures=True)
    expect(stepper(any_size, "More")).to_be_focused()
    switch(any_size).click()
    expect(undo_bar(any_size)).to_contain_text(f"Changed: {BACKGROUND}")
    is_kept(site, picturesPerCountry=11, loadsPictures=False)
    any_size.reload()
    expect(count(any_size)).to_have_value("11")
    expect(switch(any_size)).not_to_be_checked()
    any_size.keyboard.press("Control+z")
    expect(switch(any_size)).to_be_checked()
    is_kept(site, picturesPerCountry=11, loadsPictures=True)


def test_TM_9_pressing_quickly_counts_every_press(desk, world, site):
    """TM-9 presses while the server answers are not lost, and the number stops at its ends."""
    desk.goto(SETTINGS)
    for _ in range(7):
        stepper(desk, "More").click()
    expect(count(desk)).to_have_value("17")
    is_kept(site, picturesPerCountry=17)
    count(desk).press("ArrowDown")
    is_kept(site, picturesPerCountry=16)
    count(desk).fill("80")
    count(desk).press("Enter")
    is_kept(site, picturesPerCountry=80)
    stepper(desk, "More").click()
    expect(count(desk)).to_have_value("80")
    expect(count(desk)).to_have_attribute("aria-valuenow", "80")


def test_TM_9_what_is_typed_while_the_server_answers_stays(desk, world, site):
    """TM-9 a number that is being typed when the one before it has been saved is not replaced, and is saved in its turn."""
    desk.goto(SETTINGS)
    with changes_held(desk):
        count(desk).press("ArrowUp")
        count(desk).fill("80")
    expect(undo_bar(desk)).to_contain_text(f"Changed: {COUNT}")
    is_kept(site, picturesPerCountry=11)
    expect(count(desk)).to_have_value("80")
    count(desk).press("Enter")
    is_kept(site, picturesPerCountry=80)


def test_TM_9_what_is_selected_when_the_server_answers_stays_so(desk, world, site):
    """TM-9 a number that is marked to be typed over is still marked when the one before it has been saved."""
    desk.goto(SETTINGS)
    with changes_held(desk):
        count(desk).press("ArrowUp")
        count(desk).press("Control+a")
    expect(undo_bar(desk)).to_contain_text(f"Changed: {COUNT}")
    desk.keyboard.insert_text("25")
    expect(count(desk)).to_have_value("25")
    count(desk).press("Enter")
    is_kept(site, picturesPerCountry=25)


def test_TM_9_a_bad_number_is_refused_where_it_is_and_can_be_mended(any_size, world, site, watch):
    """TM-9 a number out of range stays as typed, with the reason below, until a good one is typed."""
    watch.allow("status of 422")
    any_size.goto(SETTINGS)
    count(any_size).fill("500")
    count(any_size).press("Enter")
    expect(any_size.locator(".set .err")).to_have_text("This has to be at most 80")
    expect(count(any_size)).to_have_value("500")
    expect(count(any_size)).to_have_attribute("aria-invalid", "true")
    assert settings(site)["picturesPerCountry"] == 10
    count(any_size).fill("25")
    count(any_size).press("Enter")
    expect(any_size.locator(".set .err")).to_have_count(0)
    is_kept(site, picturesPerCountry=25)


def test_TM_9_TM_11_other_screens_follow(desk, open_page, world, site):
    """TM-9 and TM-11 a setting and a country of somebody else are shown without a reload."""
    desk.goto(SETTINGS)
    other = open_page(PHONE)
    other.goto(SETTINGS)
    stepper(other, "More").click()
    expect(count(desk)).to_have_value("11")
    assert site.send("PATCH", f"{API}/settings", '{"loadsPictures": false}')[0] == 200
    expect(switch(desk)).not_to_be_checked()
    expect(switch(other)).not_to_be_checked()
    world.country("PT")
    expect(desk.get_by_text("1 of 198 countries, 0 cities")).to_be_visible()
    expect(other.get_by_text("1 of 198 countries, 0 cities")).to_be_visible()
    expect(desk.locator(".hbar").first).to_contain_text(re.compile(r"Europe\s*1 of"))


@pytest.mark.nightly
def test_TM_9_is_kept_between_starts(fresh_server, desk, site):
    """TM-9 what was set is there after a restart of the server."""
    desk.goto(SETTINGS)
    count(desk).fill("42")
    count(desk).press("Enter")
    is_kept(site, picturesPerCountry=42)
    desk.goto("about:blank")
    fresh_server.restart()
    desk.goto(SETTINGS)
    expect(count(desk)).to_have_value("42")


@pytest.mark.nightly
def test_TM_9_works_without_scripts(plain, world, site, watch):
    """TM-9 steppers, switches and numbers work by plain forms."""
    watch.allow("status of 422")
    plain.goto(SETTINGS)
    stepper(plain, "More").click()
    expect(count(plain)).to_have_value("11")
    expect(undo_bar(plain)).to_contain_text(f"Changed: {COUNT}")
    stepper(plain, "Fewer").click()
    expect(count(plain)).to_have_value("10")
    switch(plain).uncheck()
    count(plain).fill("0")
    plain.get_by_role("form", name="Pictures").get_by_role("button", name="Save").click()
    expect(plain.locator(".set .err")).to_have_text("This has to be at least 1")
    expect(count(plain)).to_have_value("0")
    expect(switch(plain)).not_to_be_checked()
    assert settings(site) == {"picturesPerCountry": 10, "loadsPictures": True, "countsDisputed": True}
    count(plain).fill("20")
    count(plain).press("Enter")
    expect(undo_bar(plain)).to_be_visible()
    assert settings(site) == {"picturesPerCountry": 20, "loadsPictures": False, "countsDisputed": True}
    undo(plain)
    expect(count(plain)).to_have_value("10")


# Secrets


@pytest.mark.parametrize("scripts", [True, *nightly(False)], ids=["scripts", "plain"])
def test_TM_9_a_key_is_set_replaced_and_removed_and_never_shown(keyless_server, open_page, site, scripts):
    """TM-9 a key is kept in a file of its owner's, and in no page, answer, log or database."""
    page = open_page(PHONE, java_script_enabled=scripts)
    page.goto(SETTINGS)
    row = page.get_by_role("link", name="Pexels key")
    expect(row).to_contain_text("Not set")
    row.click()
    page.get_by_label("Pexels key").and_(page.locator("input")).fill(SECRET)
    sheet(page).get_by_role("button", name="Save").click()
    expect(row).to_contain_text(re.compile("Set$"))
    file = keyless_server.data / "travelmap.secrets"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert SECRET in file.read_text()
    files = [each for each in keyless_server.data.rglob("*") if each.is_file()]
    assert [each.name for each in files if SECRET.encode() in each.read_bytes()] == ["travelmap.secrets"]
    row.click()
    expect(page.locator("#secret")).to_have_value("")
    for path in (SETTINGS, f"{SETTINGS}/secrets/pexelsKey", ABOUT, "/travelmap/developer", f"{API}/settings",
                 f"{API}/openapi.json", API):
        assert SECRET.encode() not in keyless_server.get(path)[1], path
    page.goto("about:blank")
    keyless_server.restart()
    page.goto(SETTINGS)
    row.click()
    page.get_by_role("button", name="Remove").click()
    expect(row).to_contain_text("Not set")
    assert SECRET not in file.read_text()
    assert SECRET not in keyless_server.log()


def test_TM_9_a_bad_key_is_refused(keyless_server, phone, watch):
    watch.allow("status of 422")
    phone.goto(f"{SETTINGS}/secrets/geoapifyKey")
    phone.locator("#secret").fill("two words")
    phone.get_by_role("button", name="Save").click()
    expect(sheet(phone).locator(".err")).to_have_text("A key has letters, digits and marks of ASCII, and no spaces")
    expect(phone.locator("#secret")).to_be_focused()
    phone.get_by_role("link", name="Cancel").click()
    expect(phone).to_have_url(re.compile(f"{SETTINGS}$"))


@pytest.mark.nightly
def test_TM_9_a_key_of_the_environment_can_not_be_changed(service_server, phone):
    phone.goto(SETTINGS)
    expect(phone.locator(".row", has_text="Pexels key")).to_contain_text("Set by the environment")
    expect(phone.get_by_role("link", name="Pexels key")).to_have_count(0)


# Everything at once


def delete_everything(page: Page, word: str) -> None:
    page.goto(SETTINGS)
    page.get_by_role("link", name="Delete all data…").click()
    expect(sheet(page)).to_contain_text("4 countries")
    expect(sheet(page)).to_contain_text("4 cities")
    page.get_by_label("Type “Travel map” to go on").fill(word)
    page.get_by_role("button", name="Delete everything").click()


def test_TM_9_deletes_everything_after_its_name_was_typed(each_way, world, watch):
    """TM-9 another word deletes nothing and stays; the name deletes everything, and Undo brings it back."""
    watch.allow("status of 422")
    page = each_way
    world.travelled()
    delete_everything(page, "Travelmap")
    expect(sheet(page).locator(".err")).to_have_text("This isn't “Travel map”. Nothing was deleted.")
    expect(page.locator("#word")).to_have_value("Travelmap")
    assert len(world.list("countries")) == 4
    page.locator("#word").fill("travel map")
    page.locator("#word").press("Enter")
    expect(undo_bar(page)).to_contain_text("Deleted all data")
    expect(page.get_by_text("0 of 198 countries, 0 cities")).to_be_visible()
    assert world.list("countries") == [] and world.list("cities") == []
    undo(page)
    assert world.codes() == {"PT", "PL", "KE", "MT"} and len(world.list("cities")) == 4


def test_TM_9_TM_11_a_deletion_of_everything_is_seen_elsewhere(desk, open_page, world):
    world.travelled()
    other = open_page(DESK)
    other.goto("/travelmap/countries")
    expect(other.locator("#rows .row")).to_have_count(4)
    delete_everything(desk, "Travel map")
    expect(other.locator("#rows .row")).to_have_count(0)


# The share of the world


def test_TM_12_says_how_much_of_the_world_was_visited(any_size, world):
    """TM-12 figures and a bar for each continent, each of which leads to its countries."""
    any_size.goto(SETTINGS)
    expect(any_size.get_by_text("0 of 198 countries, 0 cities")).to_be_visible()
    expect(any_size.locator(".panel").get_by_role("link")).to_have_attribute("href", "/travelmap/countries/new")
    world.travelled()
    world.country("GL")
    any_size.reload()
    panel = any_size.get_by_role("region", name="The world so far")
    expect(panel).to_contain_text("4 of 198 countries and 1 territory, 4 cities")
    expect(panel).to_contain_text("2 %")
    texts = [re.sub(r"\s+", " ", text) for text in bars(any_size)]
    assert [text.split(" of ")[0] for text in texts] == ["Europe 3", "Africa 1", "Americas 0", "Asia 0", "Oceania 0"]
    assert sum(int(text.split(" of ")[1]) for text in texts) == 198
    beds, fills = [any_size.locator(f".hbar rect.{kind}") for kind in ("bed", "fill")]
    expect(beds).to_have_count(5)
    expect(fills).to_have_count(2)
    share = fills.first.bounding_box()["width"] / beds.first.bounding_box()["width"]
    assert abs(share - 3 / int(texts[0].split(" of ")[1])) < 0.02
    panel.get_by_role("link", name="Europe").click()
    expect(any_size.locator("#rows .row")).to_have_count(3)
    expect(any_size.locator("#rows")).to_contain_text("Portugal")
    expect(any_size.locator("#rows")).not_to_contain_text("Kenya")


# What this is, and what else is found here


@pytest.mark.parametrize("language,texts", [
    ("pl-PL", ("Mapa podróży: informacje", "Co potrafi", "domena publiczna")),
    *nightly(
        ("en-GB", ("About Travel map", "What it does", "Natural Earth")),
        ("ru-RU", ("Карта путешествий: о приложении", "Что умеет", "общественное достояние"))),
])
def test_TM_10_about(phone, world, language, texts):
    """TM-10 what the application does and whose data it uses, in three languages."""
    phone.goto(SETTINGS)
    phone.locator(f"a[href='{ABOUT}']").click()
    for text in texts:
        expect(phone.locator("main")).to_contain_text(text)
    geonames = phone.locator("a[href='https://www.geonames.org']")
    expect(geonames).to_contain_text("GeoNames, https://www.geonames.org, CC BY 4.0")
    expect(phone.locator("a[href='https://creativecommons.org/licenses/by/4.0/']")).to_be_visible()
    phone.locator(".bar a.back").click()
    expect(phone).to_have_url(re.compile(f"{SETTINGS}$"))


@pytest.mark.nightly
def test_TM_9_settings_has_what_other_applications_have_under_more(any_size, world):
    any_size.goto(SETTINGS)
    expect(any_size.locator(".tabs")).not_to_contain_text("More")
    for text in ("Import files", "Countries as CSV", "Developer", "About this app"):
        expect(any_size.get_by_role("link", name=text)).to_be_visible()
    any_size.get_by_role("button", name="Polski").click()
    expect(any_size.locator("h1")).to_have_text("Ustawienia")
    any_size.goto("/travelmap/import")
    any_size.get_by_role("link", name="Ustawienia").first.click()
    expect(any_size).to_have_url(re.compile(f"{SETTINGS}$"))


SCREENS = [SETTINGS, ABOUT, f"{SETTINGS}/delete", f"{SETTINGS}/secrets/pexelsKey"]


def test_TM_9_TM_10_TM_12_axe(each_size, world, axe, in_tabs):
    """axe finds nothing on any of these screens."""
    world.travelled()

    def check(page, path):
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        axe(page)

    in_tabs(each_size, SCREENS, check)


def test_TM_9_TM_12_axe_where_something_is_wrong_or_missing(each_size, world, axe, watch):
    """axe finds nothing on an empty world and a refused number."""
    watch.allow("status of 422")
    each_size.goto(SETTINGS)
    axe(each_size)
    count(each_size).fill("500")
    count(each_size).press("Enter")
    expect(each_size.locator(".set .err")).to_be_visible()
    axe(each_size)


@pytest.mark.nightly
@pytest.mark.parametrize("path", [SCREENS[0], *nightly(*SCREENS[1:])])
def test_pages_of_settings_are_light(phone, world, path):
    world.travelled()
    bodies = answers(phone, path)
    assert sum(bodies[kind] for kind in ("document", "stylesheet", "script")) < LIMIT


def test_what_is_set_while_the_server_is_away_is_saved_afterwards(desk, world, site, watch):
    """Leaving asks until then."""
    watch.allow("ERR_INTERNET_DISCONNECTED")
    desk.goto(SETTINGS)
    desk.context.set_offline(True)
    switch(desk).click()
    expect(desk.locator(".trouble")).to_be_visible()
    desk.locator(".tabs a").first.click()
    desk.get_by_role("dialog").get_by_role("button", name="Keep editing").click()
    stepper(desk, "More").click()
    desk.context.set_offline(False)
    is_kept(site, picturesPerCountry=11, loadsPictures=False)
    expect(count(desk)).to_have_value("11")
    expect(switch(desk)).not_to_be_checked()
    expect(desk.locator(".trouble")).to_have_count(0)
    desk.locator(".tabs a").first.click()
    expect(desk).not_to_have_url(re.compile(SETTINGS))


def test_a_setting_that_is_refused_says_why_and_is_asked_about(desk, world, watch):
    """A page without the form answers: nothing was saved. Links ask before they leave it, and so does the browser."""
    watch.allow("status of 403")
    desk.goto(SETTINGS)
    desk.route(f"**{SETTINGS}*", lambda route: route.fulfill(
        status=403, content_type="text/html", body="<!DOCTYPE html><h1>Nobody may change this</h1>")
        if route.request.method == "POST" else route.continue_())
    switch(desk).click()
    expect(desk.locator(".sets > .err")).to_have_text("Nobody may change this")
    assert desk.evaluate("!!window.onbeforeunload")
    desk.locator(".tabs a").first.click()
    desk.get_by_role("dialog").get_by_role("button", name="Keep editing").click()
    desk.unroute(f"**{SETTINGS}*")
    switch(desk).click()
    expect(desk.locator(".sets > .err")).to_have_count(0)
    until(desk, lambda: not desk.evaluate("!!window.onbeforeunload"))
