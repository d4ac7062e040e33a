"""A result is chosen only if it was found for the text that stands in the field."""

import re

import pytest
from playwright.sync_api import expect

from chromium import slow_down
from people import PEOPLE, count, search_field


def test_return_on_the_map_adds_what_the_last_text_finds(desk, world, latency):
    desk.goto("/travelmap/map")
    expect(desk.locator("#atlas.live")).to_be_visible()
    slow_down(desk, latency)
    field = desk.locator("#q")
    field.fill("spai")
    expect(desk.locator("#quick .row")).to_contain_text("Spain")
    field.focus()
    desk.keyboard.press("Control+a")
    desk.keyboard.type("france")
    desk.keyboard.press("Enter")
    expect(desk.locator("body > .undo")).to_contain_text("France")
    assert world.codes() == {"FR"}


def test_return_twice_in_the_sheet_adds_what_the_last_text_finds_once(desk, world, latency):
    desk.goto("/travelmap/countries/new")
    slow_down(desk, latency)
    field = desk.locator("#fq")
    field.fill("pol")
    expect(desk.locator("#found .group:first-of-type .row").first).to_contain_text("Poland")
    field.focus()
    desk.keyboard.press("Control+a")
    desk.keyboard.type("germ")
    desk.keyboard.press("Enter")
    desk.keyboard.press("Enter")
    expect(desk.locator("body > .undo")).to_contain_text("Germany")
    assert world.codes() == {"DE"}


def test_the_search_over_everything_opens_what_the_last_text_finds(desk, book, latency):
    """Keys that are typed at once go into its field, and do nothing on the page below."""
    anna, ewa = book.add("Qfirstname"), book.add("Qsecondname")
    desk.goto(PEOPLE)
    slow_down(desk, latency)
    desk.locator("body").press("Control+k")
    desk.keyboard.type("qfirstnamen")
    desk.keyboard.press("Backspace")
    expect(desk.locator("#hits .row")).to_contain_text("Qfirstname")
    desk.keyboard.press("Control+a")
    desk.keyboard.type("qsecond")
    desk.keyboard.press("Enter")
    desk.keyboard.press("Enter")
    expect(desk).to_have_url(re.compile(f"{PEOPLE}/{ewa}$"))
    assert book.get(anna)


@pytest.mark.latency(400)
def test_a_search_never_gives_the_card_another_address(desk, book):
    """A record is opened while its list is being searched: address, card and chosen row are one record."""
    first, second = book.add("Qaddress", first_name="Anna"), book.add("Qaddress", first_name="Borys")
    desk.goto(f"{PEOPLE}/{first}?search=qaddress")
    expect(desk.locator("#rows .row")).to_have_count(2)
    search_field(desk).press("End")
    desk.keyboard.type(" ")
    desk.keyboard.type("b")
    with desk.expect_request(lambda request: "part=list" in request.url):
        pass
    desk.locator("#rows .row", has_text="Borys").click()
    expect(desk.locator("#f-firstName")).to_have_value("Borys")
    expect(desk.locator("#rows .row")).to_have_count(1)
    expect(desk).to_have_url(re.compile(rf"{PEOPLE}/{second}\?.*search=qaddress"))
    expect(desk.locator("#rows [aria-current=true]")).to_contain_text("Borys")


def test_a_composed_word_is_searched_for(desk, book):
    """An input method's word is looked for when it is there, though browsers send no event `input` then."""
    book.add("Qimequ")
    desk.goto(PEOPLE)
    search_field(desk).focus()
    session = desk.context.new_cdp_session(desk)
    for text in ("q", "qi", "qime"):
        session.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})
    session.send("Input.insertText", {"text": "qimequ"})
    expect(desk.locator("#rows .row")).to_have_count(1)
    expect(count(desk)).to_contain_text("1 ")


def test_a_search_without_a_connection_is_made_once_the_server_is_back(desk, fresh_server, book, watch):
    watch.allow("ERR_|network error|INCOMPLETE|Failed to load")
    book.add("Qback")
    desk.goto(PEOPLE)
    fresh_server.stop()
    search_field(desk).fill("qback")
    expect(desk.locator(".trouble")).to_be_visible()
    fresh_server.start()
    expect(desk.locator("#rows .row")).to_have_count(1)
    expect(desk.locator(".trouble")).to_have_count(0)
