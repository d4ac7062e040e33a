"""A card offers to reach the person or company that it is about."""

from urllib.parse import quote

from playwright.sync_api import Page, expect

from people import card, open_card


def links(page: Page) -> list[str]:
    return card(page).locator(".contact a").evaluate_all("links => links.map(link => link.href)")


def test_a_person_can_be_called_written_to_and_found_on_a_map(each_size, book, axe):
    """The number is dialled as it is stored; the map is searched for the whole address, in a window of its own."""
    id = book.add("Zzyzx", phone="+48 225 550 1472", address="ul. Piękna 18, Warszawa")
    open_card(each_size, id)
    place = "https://www.openstreetmap.org/search?query=" + quote("ul. Piękna 18, Warszawa", safe="")
    assert links(each_size) == ["tel:+482255501472", "sms:+482255501472", place]
    expect(card(each_size).get_by_role("link", name="Call +48 225 550 1472")).to_be_visible()
    elsewhere = card(each_size).get_by_role("link", name="Show ul. Piękna 18, Warszawa on a map")
    expect(elsewhere).to_have_attribute("target", "_blank")
    expect(elsewhere).to_have_attribute("rel", "noreferrer")
    axe(each_size)


def test_the_links_follow_what_is_saved(desk, book):
    """A number that somebody else changes is the one that is called."""
    id = book.add("Zzyzx")
    open_card(desk, id)
    book.change(id, phone="+48 111 111 1111")
    expect(card(desk).locator('.contact [href="tel:+481111111111"]')).to_be_visible()
