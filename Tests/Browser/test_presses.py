"""What is pressed or typed shows at once, whatever the network."""

import re

import pytest
from playwright.sync_api import expect

from chromium import slow_down
from people import PEOPLE, found

TABLE = f"{PEOPLE}?layout=table"


@pytest.mark.parametrize("selector, name", [
    ("th a[href*='sort=address']", "Address"), (".tabs a[href$='/more']", "More")], ids=["heading", "tab"])
def test_a_press_shows_at_once_that_it_was_pressed(desk, selector, name):
    """A heading of a table and a tab, while the page that they lead to is awaited."""
    desk.goto(TABLE)
    slow_down(desk, 400)
    assert desk.evaluate("""selector => {
      const link = document.querySelector(selector)
      link.click()
      return link.matches('.pressed')
    }""", selector)
    expect(desk.locator("th[aria-sort=ascending], h1").filter(has_text=re.compile(name)).first).to_be_visible()


def test_the_first_letter_of_a_search_is_sent_at_once(desk):
    """No pause for more to be typed, as long as nothing is awaited."""
    desk.goto(found("zzz"))
    asked = desk.evaluate("""async () => {
      const field = document.querySelector('#q')
      field.value = 'ko'
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise(done => setTimeout(done))
      return document.querySelector('#rows').ariaBusy
    }""")
    assert asked == "true"
