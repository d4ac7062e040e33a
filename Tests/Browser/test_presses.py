"""What is pressed or typed shows at once, whatever the network."""

import json
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


# What the page shows while another one is awaited is noted there: Playwright would wait for the other one.
NOTE = """const press = name => [...document.querySelectorAll('.tabs a')].find(it => it.textContent.trim() == name).click()
const note = () => {
  sessionStorage.seen = JSON.stringify([...document.querySelectorAll('.pressed')].map(it => it.textContent.trim()))
}
const rest = () => new Promise(done => setTimeout(done, 50))
"""


def test_a_press_that_takes_the_place_of_another_one_shows_that(desk):
    """The page that was awaited before is given up, and that is no answer to the press."""
    desk.goto(TABLE)
    slow_down(desk, 600)
    desk.evaluate(f"""() => {{ setTimeout(async () => {{
      {NOTE}
      press('More')
      await rest()
      press('All apps')
      await rest()
      note()
    }}) }}""")
    expect(desk).not_to_have_url(re.compile("layout=table"))
    assert json.loads(desk.evaluate("sessionStorage.seen")) == ["All apps"]


def test_a_press_shows_as_long_as_its_own_answer_is_awaited(desk):
    """Not until the end of the patience with an earlier press, which was stopped."""
    desk.add_init_script("""
      const [set, clear, late] = [setTimeout, clearTimeout, new Map()]
      window.setTimeout = (act, wait, ...more) => {
        if (!(wait >= 20000)) return set(act, wait, ...more)
        late.set(-late.size - 1, act)
        return -late.size
      }
      window.clearTimeout = id => late.delete(id) || clear(id)
      window.late = late""")
    desk.goto(TABLE)
    slow_down(desk, 600)
    desk.evaluate(f"""() => {{ setTimeout(async () => {{
      {NOTE}
      press('More')
      await rest()
      stop()
      await rest()
      const earlier = [...late.keys()]
      press('More')
      for (const id of earlier) late.get(id)?.()
      note()
    }}) }}""")
    expect(desk).to_have_url(re.compile("/more$"))
    assert json.loads(desk.evaluate("sessionStorage.seen")) == ["More"]


@pytest.mark.parametrize("selector", [".tabs a[href$='/more']", "th a", ".shape a"])
def test_what_is_being_pressed_shows_that_before_it_is_let_go(desk, selector):
    """By the style sheet alone: no script takes part."""
    desk.goto(TABLE)
    link = desk.locator(selector).first
    link.hover()
    opacity = "it => Number(getComputedStyle(it).opacity)"
    assert link.evaluate(opacity) == 1
    desk.mouse.down()
    assert link.evaluate(opacity) < 1
