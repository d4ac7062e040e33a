"""What is pressed or typed shows at once, whatever the network."""

import json
import re

import pytest
from playwright.sync_api import expect

from chromium import slow_down, until
from matrix import nightly
from people import PEOPLE, address_of, card, field, fill, found, row, rows, save, undo_bar

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


@pytest.mark.parametrize("selector", ["th a", *nightly(".tabs a[href$='/more']", ".shape a")])
def test_what_is_being_pressed_shows_that_before_it_is_let_go(desk, selector):
    """By the style sheet alone: no script takes part."""
    desk.goto(TABLE)
    link = desk.locator(selector).first
    link.hover()
    opacity = "it => Number(getComputedStyle(it).opacity)"
    assert link.evaluate(opacity) == 1
    desk.mouse.down()
    assert link.evaluate(opacity) < 1


def held(page, path: str) -> list:
    """Keeps the answers of an address, and the line that shows after 150 ms that the server is awaited."""
    page.add_init_script("""{
      const set = setTimeout
      window.setTimeout = (act, wait, ...more) => wait == 150 ? 0 : set(act, wait, ...more)
    }""")
    routes = []
    page.route(re.compile(path), lambda route: routes.append(route))
    return routes


def test_a_key_that_deletes_a_row_shows_that(desk, book):
    for name in ("Anna", "Borys"):
        book.add("Qpressed", first_name=name)
    routes = held(desk, "/delete")
    desk.goto(found("qpressed"))
    row(desk, "Borys").focus()
    desk.keyboard.press("Delete")
    expect(desk.locator("#rows li").filter(has_text="Borys")).to_have_css("opacity", "0.55")
    until(desk, lambda: routes)
    routes[0].continue_()
    expect(rows(desk)).to_have_count(1)


def test_a_key_that_undoes_shows_that_without_its_bar(desk, book):
    """The page shows that the server is awaited, and not only after a while."""
    id = book.add("Qkey")
    routes = held(desk, "/undo$")
    desk.goto(address_of(id))
    fill(card(desk), address="Rynek 95")
    save(card(desk)).click()
    expect(undo_bar(desk)).to_contain_text("Qkey")
    undo_bar(desk).locator(".ib").click()
    desk.keyboard.press("Control+z")
    expect(desk.locator("html.waiting")).to_have_count(1)
    until(desk, lambda: routes)
    routes[0].continue_()
    expect(field(card(desk), "Address")).not_to_have_value("Rynek 95")
    expect(desk.locator("html.waiting, .pressed")).to_have_count(0)


def test_an_initial_shows_that_it_was_pressed(desk):
    """As long as the rows are awaited, and no longer."""
    routes = held(desk, "part=list")
    desk.goto(PEOPLE)
    letter = desk.locator(".index a:not(.dot, [hidden])").last
    letter.click()
    expect(letter).to_have_class(re.compile("pressed"))
    until(desk, lambda: routes)
    routes[0].continue_()
    expect(desk.locator(".pressed")).to_have_count(0)


def test_a_card_is_asked_for_while_the_button_is_still_down(desk, book):
    """Once. What somebody else changes before it is let go is in the card, and takes no press away."""
    # A press lasts no longer here, however slow the machine is.
    desk.add_init_script("""{
      performance.now = () => 1
      const Stream = EventSource
      window.news = 0
      window.EventSource = class extends Stream {
        constructor(address) {
          super(address)
          this.addEventListener('message', () => { window.news++ })
        }
      }
    }""")
    ids = [book.add(f"Qdown{name}") for name in ("one", "two")]
    desk.goto(found("qdown"))
    asked = []
    desk.on("request", lambda request: asked.append(request.url) if "part=record" in request.url else None)
    row(desk, "Qdownone").hover()
    desk.mouse.down()
    until(desk, lambda: asked)
    desk.mouse.up()
    expect(field(card(desk), "Last name")).to_have_value("Qdownone")
    assert len(asked) == 1
    row(desk, "Qdowntwo").hover()
    with desk.expect_response(re.compile("part=record")):
        desk.mouse.down()
    before = desk.evaluate("news")
    book.change(ids[1], address="Rynek 96")
    until(desk, lambda: desk.evaluate("news") > before)
    desk.mouse.up()
    expect(field(card(desk), "Last name")).to_have_value("Qdowntwo")
    expect(field(card(desk), "Address")).to_have_value("Rynek 96")
    expect(row(desk, "Qdowntwo")).to_contain_text("Rynek 96")
