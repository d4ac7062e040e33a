"""Small things that scripts do right: pictures that can't be had, keys and files that go elsewhere, rotation, printing."""

import re

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK, PHONE, slow_down, until
from courses import open_course
from people import PEOPLE, field, open_card, rows, save
from test_travelmap_gallery import bring, file, png, portugal, tiles  # noqa: F401
from worldmap import MAP


# Tells whether a page comes with a motion, and what is at a place while it moves.
MOTION = """addEventListener('pagereveal', async ({ viewTransition }) => {
    const root = document.documentElement
    if (!viewTransition) return root.dataset.pressed = 'still'
    await viewTransition.ready
    const { left, top, width } = document.querySelector('.tabs li:last-child a').getBoundingClientRect()
    root.dataset.pressed = document.elementFromPoint(left + width / 2, top + 20).closest('.tabs') ? 'tabs' : 'none'
})"""


@pytest.mark.parametrize("screen, found", [(DESK, "still"), (PHONE, "tabs")], ids=["desk", "phone"])
def test_presses_during_the_motion_to_a_page_are_for_that_page(open_page, screen, found):
    """What is drawn while one page comes after another takes no presses: only a phone's card and sheet move."""
    page = open_page(screen, reduced_motion="no-preference")
    page.goto(PEOPLE)
    page.add_init_script(MOTION)
    page.locator(".tabs a", has_text="More").click()
    expect(page.locator("html")).to_have_attribute("data-pressed", found)


# Tells what a press at the head of a card or sheet that has just come meets, as soon as it is in sight.
COMING = """addEventListener('pagereveal', async ({ viewTransition }) => {
    const root = document.documentElement
    if (!viewTransition) return root.dataset.met = 'still'
    await viewTransition.ready
    const look = () => {
        const coming = [...document.querySelectorAll('.record, .sheet[open]')].filter(it => it.checkVisibility()).at(-1)
        const { left, top, width } = coming.querySelector('header, .bar').getBoundingClientRect()
        const met = document.elementFromPoint(left + width / 2, top + 20)
        if (met) root.dataset.met = coming.contains(met) ? 'it' : met.tagName
        else requestAnimationFrame(look)
    }
    setTimeout(look)
})"""


@pytest.mark.parametrize("what", ["card", "sheet"])
def test_what_has_just_come_on_a_phone_takes_presses_while_it_moves(open_page, what):
    page = open_page(PHONE, reduced_motion="no-preference")
    page.goto(PEOPLE)
    page.add_init_script(COMING)
    (rows(page).nth(3) if what == "card" else page.get_by_role("link", name="New person").first).click()
    expect(page.locator("html")).to_have_attribute("data-met", "it")
    # A page that becomes wider is shown smaller.
    assert page.evaluate("innerWidth") == 390


def test_a_picture_that_cannot_be_had_leads_to_its_page(desk, world, portugal, watch):  # noqa: F811
    """The key for the next picture goes on where it could not be loaded beforehand."""
    watch.allow("status of 5|ERR_FAILED")
    desk.goto(portugal)
    bring(desk, file("a.png", png(40, 30)), file("b.png", png(30, 40)))
    failing = []

    def refuse(route) -> None:
        if route.request.resource_type == "fetch":
            failing.append(route.request.url)
            return route.abort()
        return route.fallback()

    desk.route(re.compile(r"/pictures/\d+"), refuse)
    tiles(desk).first.click()
    expect(desk.get_by_role("heading", name="Picture 1 of 2")).to_be_attached()
    # The script has begun to listen for keys by the time it loads the next picture.
    until(desk, lambda: failing)
    desk.keyboard.press("ArrowRight")
    expect(desk.get_by_role("heading", name="Picture 2 of 2")).to_be_attached()


def test_arrows_in_what_the_map_found_do_not_move_the_map(desk, world):
    """The second arrow down goes to the second suggestion, and the map stays where it is."""
    desk.goto(MAP)
    expect(desk.locator("#atlas.live")).to_be_attached()
    desk.locator("#q").fill("united")
    expect(desk.locator("#quick .row").nth(1)).to_be_visible()
    before = desk.locator("#world").get_attribute("viewBox")
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("ArrowDown")
    desk.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert desk.locator("#world").get_attribute("viewBox") == before
    assert desk.evaluate("!document.querySelector('#plane').style.transform")


def test_the_answer_to_a_form_is_not_asked_for_again_for_the_time_zone(open_page, book, watch):
    """A refused form whose page has another time zone stays, and is sent once."""
    watch.allow("status of 422")
    page = open_page(DESK, timezone_id="Asia/Kathmandu")
    page.goto(PEOPLE)
    expect(page.locator("body")).to_have_attribute("data-zone", re.compile("Ka[tl]"))
    card = open_card(page, book.add("Zzyzx"))
    page.context.clear_cookies()
    sent = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    field(card, "Phone").evaluate("it => { it.value = '1'; it.dispatchEvent(new Event('input', { bubbles: true })) }")
    save(card).click()
    expect(page.locator("article.record .err")).to_contain_text("at least 3 digits")
    page.evaluate("new Promise(done => setTimeout(done))")
    assert len(sent) == 1


def test_printing_a_long_list_twice_prints_once(desk, book):
    """While the rest of a list is fetched to be printed, the page shows that it works, and a second press does nothing."""
    desk.goto(PEOPLE)
    expect(rows(desk).first).to_be_visible()
    desk.evaluate("() => { window.prints = 0; window.print = () => { window.prints++ } }")
    slow_down(desk, 100)
    desk.keyboard.press("ControlOrMeta+p")
    desk.keyboard.press("ControlOrMeta+p")
    expect(desk.locator("html.waiting")).to_be_attached()
    desk.wait_for_function("() => window.prints")
    expect(desk.locator("html.waiting")).to_have_count(0)
    assert desk.evaluate("window.prints") == 1


def test_a_tablet_that_is_turned_shows_the_same_rows(desk, book):
    """The rows that were in view are in view when the window gets another width, and all can be reached by Tab."""
    desk.set_viewport_size({"width": 1180, "height": 820})
    desk.goto(PEOPLE)
    row = rows(desk).nth(30)
    row.scroll_into_view_if_needed()
    seen = "[...document.querySelectorAll('#rows a.row')].find(row => row.getBoundingClientRect().top > 80).textContent"
    first = desk.evaluate(f"new Promise(done => setTimeout(() => done({seen}), 400))")
    desk.set_viewport_size({"width": 820, "height": 1180})
    expect(rows(desk).filter(has_text=first).first).to_be_in_viewport()
    assert desk.evaluate("[...document.querySelectorAll('#rows a.row')].every(row => row.tabIndex == 0)")


def test_an_attribute_that_the_server_takes_away_goes(desk, school):
    """A related record that was taken out elsewhere no longer is a link on the open card."""
    teacher = school.user("Zzlovelace", "Ada")
    course = school.course("Qqcourse", teacher=teacher)
    form = open_course(desk, course)
    expect(form.locator("a.goes")).to_contain_text("Ada Zzlovelace")
    school.change("courses", course, teacher=None)
    expect(form.locator("a.goes")).to_have_count(0)


def drawn(page: Page) -> int:
    return page.locator("#rows li").first.evaluate("it => it.scrollLeft")


def test_a_row_goes_back_without_motion_for_who_asked_for_stillness(phone, book):
    """A row that was drawn aside goes back at once where less motion is asked for."""
    phone.goto(PEOPLE)
    phone.locator("#rows li").first.evaluate("it => { it.scrollLeft = 84 }")
    phone.wait_for_function("() => document.querySelector('#rows li').scrollLeft > 40")
    phone.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    phone.evaluate("document.querySelector('h1').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))")
    assert drawn(phone) == 0


def test_ten_records_opened_are_one_step_for_the_way_back(desk, book):
    """Records that are opened one after the other beside their list are one step of the browser's Back."""
    desk.goto(PEOPLE)
    before = desk.evaluate("history.length")
    for place in range(4):
        name = rows(desk).nth(place).locator(".t").inner_text()
        rows(desk).nth(place).click()
        expect(desk.locator("article.record h1, article.record h2").first).to_contain_text(name.split()[0])
    assert desk.evaluate("history.length") == before + 1
    desk.go_back()
    expect(desk).to_have_url(re.compile(f"{PEOPLE}$"))


def test_a_deletion_is_told_once_and_a_card_opened_by_arrows_is_told(desk, book):
    """Those who don't see the page hear once what was deleted, and which card the arrow keys have opened."""
    book.add("Aaaaa", "Zzanna")
    desk.goto(f"{PEOPLE}?search=aaaaa")
    rows(desk).first.focus()
    desk.keyboard.press("Delete")
    expect(desk.locator("#say")).to_contain_text("Deleted Zzanna Aaaaa")
    expect(desk.locator("body > .undo")).to_be_visible()
    expect(desk.locator("body > .undo")).to_have_attribute("aria-live", "off")
    desk.goto(PEOPLE)
    rows(desk).first.focus()
    desk.keyboard.press("ArrowDown")
    name = rows(desk).nth(1).locator(".t").inner_text()
    expect(desk.locator("#say")).to_have_text(name)
