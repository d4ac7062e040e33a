"""A card is saved, and a change undone, without a new page: nothing typed is lost, and nothing is sent twice."""

import re

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK, slow_down, until
from matrix import nightly
from people import (
    PEOPLE, address_of, answer_leaving, card, chosen, field, fill, found, row, rows, save, search_field, sheet, undo_bar)
from readiness import wait
from standin import png
from test_reshape import is_same

DRAFTS = "Object.keys(localStorage).filter(it => it.startsWith('unsaved ')).length"


def ready(page: Page) -> None:
    """Waits for the script, and marks the page: another page would not have the mark."""
    loaded = "performance.getEntriesByType('resource').some(it => it.name.includes('/answers.') && it.responseEnd > 0)"
    until(page, lambda: page.evaluate(loaded))
    wait(page)
    page.evaluate("window.isSame = true")


def open_person(page: Page, id: int, query: str = "") -> None:
    page.goto(address_of(id) + query)
    ready(page)


def pressed(page: Page, text: str) -> None:
    """Waits until the bar of the last change says so."""
    expect(undo_bar(page)).to_contain_text(text)
    expect(page.locator("#rows[aria-busy]")).to_have_count(0)


class Held:
    """Keeps what is sent until `go`; counts it."""

    def __init__(self, page: Page, path: str):
        self.routes, self.sent, self.isOpen = [], 0, False
        page.route(re.compile(path), self.hold)

    def hold(self, route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        self.sent += 1
        if self.isOpen:
            return route.continue_()
        self.routes.append(route)

    def wait(self, page: Page, count: int = 1) -> None:
        until(page, lambda: len(self.routes) >= count)

    def go(self) -> None:
        self.isOpen = True
        for route in self.routes:
            route.continue_()


def test_a_card_is_saved_in_place(desk, book, axe):
    """The list stays where it was; address, title, history and focus are as on a page of its own."""
    desk.goto(PEOPLE)
    ready(desk)
    place = desk.locator("#rows a.row").nth(40)
    place.scroll_into_view_if_needed()
    place.click()
    expect(field(card(desk), "Address")).to_be_visible()
    id = int(desk.url.rsplit("/", 1)[1])
    person = book.get(id)
    top, entries = desk.evaluate("[document.querySelector('.list').scrollTop, history.length]")
    fill(card(desk), address="Rynek 71")
    save(card(desk)).click()
    pressed(desk, "Changed")
    expect(save(card(desk))).to_be_disabled()
    expect(chosen(desk)).to_contain_text("Rynek 71")
    expect(chosen(desk)).to_be_focused()
    expect(desk).to_have_url(re.compile(rf"selected={id}$"))
    expect(desk.locator("#say")).to_contain_text("Changed")
    expect(desk.locator("h1")).to_have_count(1)
    assert book.get(id)["address"] == "Rynek 71"
    assert is_same(desk) and abs(desk.evaluate("document.querySelector('.list').scrollTop") - top) < 2
    assert desk.evaluate("history.length") == entries + 1
    assert desk.evaluate(DRAFTS) == 0 and desk.evaluate("window.onbeforeunload") is None
    axe(desk)
    # A saved form does not come back as unsaved.
    desk.go_back()
    expect(desk).to_have_url(re.compile(rf"/{id}$"))
    expect(field(card(desk), "Address")).to_have_value("Rynek 71")
    expect(save(card(desk))).to_be_disabled()
    desk.go_forward()
    expect(desk).to_have_url(re.compile(rf"selected={id}$"))
    expect(field(card(desk), "Address")).to_have_value("Rynek 71")
    desk.reload()
    expect(field(card(desk), "Address")).to_have_value("Rynek 71")
    expect(desk.locator(".restored")).to_have_count(0)
    book.change(id, address=person["address"])


def test_saving_is_undone_and_done_again_in_place(desk, book):
    """By the button and by keys; the card, its row and what is told follow."""
    id = book.add("Qundone")
    open_person(desk, id)
    fill(card(desk), firstName="Eva")
    save(card(desk)).click()
    pressed(desk, "Changed")
    undo_bar(desk).get_by_role("button", name="Undo").click()
    expect(undo_bar(desk).get_by_role("button", name="Redo")).to_be_visible()
    expect(field(card(desk), "First name")).to_have_value("Anna")
    expect(chosen(desk)).to_contain_text("Anna Qundone")
    expect(chosen(desk)).to_be_focused()
    assert book.get(id)["firstName"] == "Anna"
    desk.keyboard.press("Control+Shift+z")
    expect(field(card(desk), "First name")).to_have_value("Eva")
    pressed(desk, "Qundone")
    desk.keyboard.press("Control+z")
    expect(field(card(desk), "First name")).to_have_value("Anna")
    until(desk, lambda: book.get(id)["firstName"] == "Anna")
    assert is_same(desk)


def test_a_deletion_is_undone_in_place(desk, book):
    """The row is there again, chosen and in sight."""
    for name in ("Anna", "Borys", "Celina"):
        book.add("Qback", first_name=name)
    desk.goto(found("qback"))
    ready(desk)
    row(desk, "Borys").focus()
    desk.keyboard.press("Delete")
    pressed(desk, "Borys")
    expect(rows(desk)).to_have_count(2)
    undo_bar(desk).get_by_role("button", name="Undo").click()
    expect(chosen(desk)).to_contain_text("Borys Qback")
    expect(chosen(desk)).to_be_in_viewport()
    expect(rows(desk)).to_have_count(3)
    expect(search_field(desk)).to_have_value("qback")
    assert is_same(desk)


def test_a_record_that_stands_elsewhere_now_is_shown_there(desk, book):
    open_person(desk, book.add("Aaaqmoves"))
    fill(card(desk), lastName="Zzzqmoved")
    save(card(desk)).click()
    expect(row(desk, "Zzzqmoved")).to_be_in_viewport()
    expect(chosen(desk)).to_contain_text("Zzzqmoved")
    assert is_same(desk)


def test_a_record_that_a_search_no_longer_finds_leaves_the_list(desk, book):
    book.add("Qstays")
    open_person(desk, book.add("Qstaysnot"), "?search=qstays")
    fill(card(desk), lastName="Qother")
    save(card(desk)).click()
    expect(rows(desk)).to_have_count(1)
    expect(desk).to_have_url(re.compile("search=qstays"))
    assert is_same(desk)


def test_what_is_typed_while_a_card_is_saved_stays(desk, book, latency):
    """In the field that was saved and in another one, with focus and caret; it is saved next."""
    id = book.add("Qmeanwhile")
    open_person(desk, id)
    slow_down(desk, latency)
    fill(card(desk), address="Rynek 73")
    field(card(desk), "Address").press("Control+s")
    field(card(desk), "Address").press("End")
    desk.keyboard.type(" a")
    field(card(desk), "First name").press("End")
    desk.keyboard.type("xy")
    desk.keyboard.press("ArrowLeft")
    pressed(desk, "Qmeanwhile")
    assert book.get(id)["address"] == "Rynek 73"
    expect(field(card(desk), "First name")).to_have_value("Annaxy")
    expect(field(card(desk), "First name")).to_be_focused()
    assert field(card(desk), "First name").evaluate("it => it.selectionStart") == 5
    expect(field(card(desk), "Address")).to_have_value("Rynek 73 a")
    assert desk.evaluate(DRAFTS) == 1
    expect(save(card(desk))).to_be_enabled()
    save(card(desk)).click()
    until(desk, lambda: (book.get(id)["firstName"], book.get(id)["address"]) == ("Annaxy", "Rynek 73 a"))
    expect(save(card(desk))).to_be_disabled()
    until(desk, lambda: desk.evaluate(DRAFTS) == 0)
    assert is_same(desk)


def test_white_space_that_is_typed_while_a_card_is_saved_is_no_draft(desk, book):
    """What is typed after it is saved as a change of what was saved, and not of what was stored before."""
    id = book.add("Qwhite")
    open_person(desk, id)
    held = Held(desk, f"{PEOPLE}/{id}$")
    fill(card(desk), address="Rynek 91")
    field(card(desk), "Address").press("Control+s")
    held.wait(desk)
    field(card(desk), "Address").press("End")
    desk.keyboard.type(" ")
    held.go()
    pressed(desk, "Changed")
    expect(field(card(desk), "Address")).to_be_focused()
    desk.keyboard.type("a")
    expect(field(card(desk), "Address")).to_have_value("Rynek 91 a")
    expect(desk.locator(".restored")).to_have_count(0)
    save(card(desk)).click()
    until(desk, lambda: book.get(id)["address"] == "Rynek 91 a")


def test_a_note_that_is_being_written_stays(desk, book):
    """Also with its file; saving the card does not send it."""
    id = book.add("Qnote")
    open_person(desk, id)
    desk.locator("#w-text").fill("A note")
    desk.locator("#w-file").set_input_files({"name": "tea.png", "mimeType": "image/png", "buffer": png(4, 4)})
    fill(card(desk), address="Rynek 74")
    save(card(desk)).click()
    pressed(desk, "Changed")
    expect(desk.locator("#w-text")).to_have_value("A note")
    assert desk.locator("#w-file").evaluate("it => it.files[0].name") == "tea.png"
    assert is_same(desk) and book.get(id)["address"] == "Rynek 74"


def test_a_note_that_is_written_while_a_card_is_saved_keeps_the_focus(desk, book):
    """Letters that follow the answer go into the note, and are no shortcuts of the list."""
    id = book.add("Qwritten")
    open_person(desk, id)
    held = Held(desk, f"{PEOPLE}/{id}")
    fill(card(desk), address="Rynek 75")
    save(card(desk)).click()
    held.wait(desk)
    desk.locator("#w-text").press_sequentially("A new")
    held.go()
    pressed(desk, "Changed")
    expect(desk.locator("#w-text")).to_be_focused()
    desk.keyboard.type(" note")
    expect(desk.locator("#w-text")).to_have_value("A new note")
    assert is_same(desk)


def test_a_save_that_is_answered_at_once_awaits_nobody(desk, book):
    """The line that shows that the server is awaited comes after 150 ms, and not for what was answered by then."""
    # These 150 ms end when the test says so.
    desk.add_init_script("""{
        const [set, clear] = [setTimeout, clearTimeout]
        let last = 0
        window.late = new Map()
        window.setTimeout = (act, time, ...rest) => {
            if (time != 150) return set(act, time, ...rest)
            late.set(--last, act)
            return last
        }
        window.clearTimeout = id => late.delete(id) || clear(id)
    }""")
    id = book.add("Qquick")
    open_person(desk, id)
    fill(card(desk), address="Rynek 76")
    save(card(desk)).click()
    pressed(desk, "Changed")
    desk.evaluate("late.forEach(act => act())")
    assert desk.locator("html.waiting").count() == 0 and is_same(desk)


def test_undo_that_is_pressed_twice_while_a_card_is_saved_is_sent_once(desk, book):
    id = book.add("Qundouble")
    open_person(desk, id)
    fill(card(desk), firstName="Eva")
    save(card(desk)).click()
    pressed(desk, "Changed")
    sent = []
    desk.on("request", lambda request: sent.append(request.url) if request.method == "POST" and "undo" in request.url else None)
    held = Held(desk, f"{PEOPLE}/{id}")
    fill(card(desk), address="Rynek 77")
    save(card(desk)).click()
    held.wait(desk)
    undo_bar(desk).get_by_role("button", name="Undo").dblclick()
    held.go()
    until(desk, lambda: book.get(id)["firstName"] == "Anna")
    expect(field(card(desk), "First name")).to_have_value("Anna")
    assert len(sent) == 1 and is_same(desk)


@pytest.mark.parametrize("latency", [400])
def test_what_is_typed_into_the_search_while_a_card_is_saved_is_found(desk, book, latency):
    book.add("Qsought")
    id = book.add("Qsoughtalso")
    open_person(desk, id)
    slow_down(desk, latency)
    fill(card(desk), address="Rynek 75")
    save(card(desk)).click()
    search_field(desk).focus()
    desk.keyboard.type("qsought", delay=80)
    expect(undo_bar(desk)).to_contain_text("Changed")
    expect(rows(desk)).to_have_count(2)
    expect(search_field(desk)).to_be_focused()
    expect(search_field(desk)).to_have_value("qsought")
    expect(desk).to_have_url(re.compile("search=qsought"))
    expect(row(desk, "Qsoughtalso")).to_contain_text("Rynek 75")
    assert is_same(desk)


def test_a_card_is_sent_once(desk, book):
    """However often Save, Return and Control-S are pressed while the answer is awaited."""
    id = book.add("Qonce")
    open_person(desk, id)
    held = Held(desk, f"{PEOPLE}/{id}$")
    fill(card(desk), address="Rynek 76")
    for key in ("Enter", "Enter", "Control+s"):
        field(card(desk), "First name").press(key)
    save(card(desk)).evaluate("it => it.click()")
    held.wait(desk)
    assert desk.locator(".pressed").count() and desk.locator("#rows[aria-busy]").count()
    field(card(desk), "First name").press("Enter")
    held.go()
    pressed(desk, "Changed")
    expect(desk.locator(".pressed")).to_have_count(0)
    assert held.sent == 1 and is_same(desk)


def test_a_save_that_nobody_answers_is_told_and_can_be_sent_again(desk, book, watch):
    """It is not sent again by itself; what was typed stays in the form and in the browser."""
    watch.allow("ERR_FAILED|ERR_CONNECTION")
    id = book.add("Qaway")
    open_person(desk, id)
    sent = []

    def refuse(route):
        sent.append(route.request.method)
        route.abort() if len(sent) == 1 else route.continue_()

    desk.route(f"**{PEOPLE}/{id}", refuse)
    fill(card(desk), address="Rynek 77")
    save(card(desk)).click()
    expect(desk.locator(".trouble")).to_contain_text("can't be reached")
    expect(field(card(desk), "Address")).to_have_value("Rynek 77")
    expect(save(card(desk))).to_be_enabled()
    assert (sent, desk.evaluate(DRAFTS), is_same(desk)) == (["POST"], 1, True)
    save(card(desk)).click()
    pressed(desk, "Changed")
    expect(desk.locator(".trouble")).to_have_count(0)
    assert book.get(id)["address"] == "Rynek 77" and desk.evaluate(DRAFTS) == 0


def test_a_save_whose_answer_is_lost_keeps_what_is_typed_since(desk, book, watch):
    """It was stored, but the page after it did not come: a reload has the stored values and the newer typing."""
    watch.allow("ERR_FAILED|ERR_CONNECTION")
    desk.on("dialog", lambda dialog: dialog.accept())
    id = book.add("Qlost")
    open_person(desk, id)
    desk.route(f"**{PEOPLE}?selected={id}", lambda route: route.abort())
    fill(card(desk), address="Rynek 78")
    # The answer that is followed is not asked of the page: the redirect is cut by the server's side here.
    desk.route(f"**{PEOPLE}/{id}", lambda route: (route.fetch(max_redirects=0), route.abort())
               if route.request.method == "POST" else route.continue_())
    save(card(desk)).click()
    expect(desk.locator(".trouble")).to_be_visible()
    assert book.get(id)["address"] == "Rynek 78"
    field(card(desk), "First name").fill("Eva")
    desk.unroute_all()
    desk.reload()
    expect(field(card(desk), "First name")).to_have_value("Eva")
    expect(field(card(desk), "Address")).to_have_value("Rynek 78")
    save(card(desk)).click()
    until(desk, lambda: book.get(id)["firstName"] == "Eva")


@pytest.mark.parametrize("status", [500, *nightly(504)])
def test_an_error_of_the_server_is_told(desk, book, watch, status):
    """Nobody knows whether it was stored: nothing is sent again, and the form stays as it is."""
    watch.allow("status of 50")
    id = book.add("Qerror")
    open_person(desk, id)
    sent = []
    texts = {500: "<div class=empty><h1>Something broke</h1><p>Try later.</p></div>", 504: "<h1>Gateway</h1>"}

    def fail(route):
        if route.request.method != "POST":
            return route.continue_()
        sent.append(1)
        route.fulfill(status=status, content_type="text/html", body=texts[status])

    desk.route(f"**{PEOPLE}/{id}", fail)
    fill(card(desk), address="Rynek 79")
    save(card(desk)).click()
    told = desk.get_by_role("dialog", name={500: "Something broke", 504: "can't be reached"}[status])
    told.get_by_role("button", name="Keep editing").click()
    expect(told).to_have_count(0)
    expect(field(card(desk), "Address")).to_have_value("Rynek 79")
    expect(save(card(desk))).to_be_enabled()
    assert sent == [1] and desk.evaluate(DRAFTS) == 1 and is_same(desk)


def test_a_refused_card_is_shown_with_its_reason(desk, book, watch, axe):
    """Everything typed is there, the field has the focus, and it can be corrected and saved."""
    watch.allow("status of 422")
    id = book.add("Qrefused")
    open_person(desk, id)
    fill(card(desk), phone="12", address="Rynek 80")
    field(card(desk), "Address").press("Enter")
    expect(card(desk).locator(".err")).to_contain_text("at least 3 digits")
    expect(field(card(desk), "Phone")).to_be_focused()
    expect(field(card(desk), "Address")).to_have_value("Rynek 80")
    expect(desk).to_have_url(re.compile(f"/{id}$"))
    assert desk.evaluate(DRAFTS) == 1 and book.get(id)["address"] != "Rynek 80"
    axe(desk)
    field(card(desk), "Phone").fill("+48 123 456 789")
    save(card(desk)).click()
    pressed(desk, "Changed")
    assert (book.get(id)["phone"], book.get(id)["address"]) == ("+48 123 456 789", "Rynek 80")
    assert is_same(desk) and desk.evaluate(DRAFTS) == 0
    expect(card(desk).locator(".err")).to_have_count(0)


@pytest.mark.parametrize("latency", [400])
def test_what_is_typed_while_a_card_is_refused_stays(desk, book, watch, latency):
    watch.allow("status of 422")
    id = book.add("Qrefusedtoo")
    open_person(desk, id)
    slow_down(desk, latency)
    fill(card(desk), phone="12")
    save(card(desk)).click()
    field(card(desk), "First name").press("End")
    desk.keyboard.type("x")
    expect(card(desk).locator(".err")).to_contain_text("at least 3 digits")
    expect(field(card(desk), "First name")).to_have_value("Annax")
    expect(field(card(desk), "First name")).to_be_focused()
    expect(field(card(desk), "Phone")).to_have_value("12")
    assert is_same(desk)


def test_who_has_gone_on_to_another_field_stays_there_after_a_refusal(desk, book, watch):
    """Also before the first letter is typed there."""
    watch.allow("status of 422")
    id = book.add("Qrefusedlater")
    open_person(desk, id)
    held = Held(desk, f"{PEOPLE}/{id}$")
    fill(card(desk), phone="12")
    save(card(desk)).click()
    held.wait(desk)
    field(card(desk), "First name").click()
    held.go()
    expect(card(desk).locator(".err")).to_contain_text("at least 3 digits")
    expect(field(card(desk), "First name")).to_be_focused()


def begin_clash(page: Page, book, id: int) -> None:
    """What is typed here was changed by somebody else, before the news of it is here, and is sent."""
    page.route("**/changes?*", lambda route: route.abort())
    open_person(page, id)
    fill(card(page), phone="+48 222 222 2222", firstName="Eva")
    book.change(id, phone="+48 111 111 1111")
    save(card(page)).click()


def clash(page: Page, book, id: int) -> None:
    """The same, and the question about it."""
    begin_clash(page, book, id)
    expect(sheet(page)).to_have_accessible_name("Someone else changed this card")


@pytest.fixture
def clashing(watch):
    watch.allow("status of 409|changes|ERR_FAILED")


def test_a_conflict_is_asked_about_above_the_page(desk, book, clashing, axe):
    """The question is that of the server, and its answer is saved."""
    id = book.add("Qclash")
    clash(desk, book, id)
    assert is_same(desk)
    expect(sheet(desk).get_by_role("button", name="Save this card")).to_be_focused()
    assert desk.evaluate("document.querySelector('main').inert")
    axe(desk)
    sheet(desk).locator("label.row").filter(has_text="+48 111 111 1111").click()
    sheet(desk).get_by_role("button", name="Save this card").click()
    pressed(desk, "Changed")
    expect(sheet(desk)).to_have_count(0)
    assert (book.get(id)["firstName"], book.get(id)["phone"]) == ("Eva", "+48 111 111 1111")
    until(desk, lambda: desk.evaluate(DRAFTS) == 0)


def test_a_conflict_can_be_left(desk, book, clashing):
    """Their version, the form with everything typed, or the browser's way back."""
    id = book.add("Qclash")
    clash(desk, book, id)
    desk.keyboard.press("Escape")
    expect(sheet(desk)).to_have_count(0)
    expect(field(card(desk), "Phone")).to_have_value("+48 222 222 2222")
    expect(field(card(desk), "First name")).to_have_value("Eva")
    other = book.add("Qclashtoo")
    desk.goto(address_of(book.add("Qbefore")))
    clash(desk, book, other)
    sheet(desk).get_by_role("link", name="Take theirs").click()
    expect(sheet(desk)).to_have_count(0)
    expect(field(card(desk), "Phone")).to_have_value("+48 111 111 1111")
    assert desk.evaluate(DRAFTS) == 1  # Of the first card.


@pytest.mark.parametrize("name, key", [
    ("Phone", "3"), *nightly(("Search", "q"), ("Address", "x"), ("Note", "x"))])
def test_what_is_typed_while_a_conflict_is_awaited_stays(desk, book, clashing, name, key):
    """No question comes between the keys: the card says what somebody else has, and the next Save asks."""
    id = book.add("Qclashtype")
    held = Held(desk, f"{PEOPLE}/{id}$")
    begin_clash(desk, book, id)
    held.wait(desk)
    others = {"Note": desk.locator("#w-text"), "Search": search_field(desk)}
    place = others[name] if name in others else field(card(desk), name)
    place.press("End")
    desk.keyboard.type(key)
    typed = place.input_value()
    held.go()
    expect(card(desk).locator(".meanwhile")).to_contain_text("+48 111 111 1111")
    expect(sheet(desk)).to_have_count(0)
    expect(place).to_be_focused()
    desk.keyboard.type(key)
    expect(place).to_have_value(typed + key)
    expect(field(card(desk), "First name")).to_have_value("Eva")
    assert is_same(desk) and desk.evaluate(DRAFTS) >= 1
    save(card(desk)).click()
    expect(sheet(desk)).to_have_accessible_name("Someone else changed this card")
    sheet(desk).get_by_role("button", name="Save this card").click()
    pressed(desk, "Changed")
    person = book.get(id)
    assert person["firstName"] == "Eva"
    if name == "Address":
        assert person["address"] == typed + key
    if name in others:
        expect(place).to_have_value(typed + key)


def test_another_question_is_told_to_who_goes_on_typing(desk, book, watch):
    """Nothing was stored, which is said; what is typed stays, and the next Save asks."""
    watch.allow("status of 409|changes|ERR_FAILED")
    id = book.add("Qquestion")
    routes = []

    # The page of a conflict as one of another question has it.
    def hold(route):
        if route.request.method != "POST":
            return route.continue_()
        routes.append((route, route.fetch()))

    desk.route(re.compile(f"{PEOPLE}/{id}$"), hold)
    begin_clash(desk, book, id)
    until(desk, lambda: routes)
    field(card(desk), "Address").press("End")
    desk.keyboard.type("x")
    routes[0][0].fulfill(status=200, body=routes[0][1].body(), content_type="text/html; charset=utf-8")
    told = desk.get_by_role("dialog", name="Someone else changed this card")
    told.get_by_role("button", name="Keep editing").click()
    expect(field(card(desk), "Address")).to_have_value("ul. Piękna 18, Warszawax")
    expect(save(card(desk))).to_be_enabled()
    assert is_same(desk) and desk.evaluate(DRAFTS) == 1


def test_a_question_is_not_below_the_search_over_everything(desk, book, clashing):
    """Whose results have the focus."""
    id = book.add("Qbelow")
    held = Held(desk, f"{PEOPLE}/{id}$")
    begin_clash(desk, book, id)
    held.wait(desk)
    desk.keyboard.press("Control+k")
    desk.locator("#everything").wait_for()
    desk.keyboard.type("Qbelow")
    desk.locator("#hits a").first.focus()
    held.go()
    expect(sheet(desk)).to_have_accessible_name("Someone else changed this card")
    expect(desk.locator("#everything")).to_have_count(0)
    expect(sheet(desk).get_by_role("button", name="Save this card")).to_be_focused()


def test_the_way_back_under_a_question_leads_to_the_page_before(desk, book, clashing):
    """And what was typed is offered again where it was typed."""
    desk.on("dialog", lambda dialog: dialog.accept())
    first, id = book.add("Qclashone"), book.add("Qclashtwo")
    desk.route("**/changes?*", lambda route: route.abort())
    desk.goto(f"{address_of(first)}?search=qclash")
    ready(desk)
    desk.evaluate("history.replaceState(null, '', location.href)")
    row(desk, "Qclashtwo").click()
    expect(field(card(desk), "Last name")).to_have_value("Qclashtwo")
    fill(card(desk), phone="+48 222 222 2222")
    book.change(id, phone="+48 111 111 1111")
    save(card(desk)).click()
    expect(sheet(desk)).to_have_accessible_name("Someone else changed this card")
    desk.evaluate("history.back()")
    expect(sheet(desk)).to_have_count(0)
    expect(field(card(desk), "Last name")).to_have_value("Qclashone")
    row(desk, "Qclashtwo").click()
    expect(field(card(desk), "Phone")).to_have_value("+48 222 222 2222")


def test_a_card_that_was_deleted_meanwhile_is_offered_as_a_new_one(desk, book, watch):
    watch.allow("status of 4|changes|ERR_FAILED")
    id = book.add("Qgone")
    desk.route("**/changes?*", lambda route: route.abort())
    open_person(desk, id)
    fill(card(desk), firstName="Eva")
    book.delete(id)
    save(card(desk)).click()
    expect(sheet(desk)).to_have_accessible_name("New person")
    expect(field(sheet(desk), "First name")).to_have_value("Eva")
    save(sheet(desk)).click()
    expect(undo_bar(desk)).to_contain_text("Eva Qgone")
    assert book.total(search="qgone") == 1


def test_a_link_that_is_pressed_meanwhile_is_followed_after_the_answer(desk, book):
    """It shows at once that it was pressed; what was saved is saved."""
    first, _ = book.add("Qnextone"), book.add("Qnexttwo")
    open_person(desk, first, "?search=qnext")
    held = Held(desk, f"{PEOPLE}/{first}")
    fill(card(desk), address="Rynek 81")
    save(card(desk)).click()
    held.wait(desk)
    row(desk, "Qnexttwo").click()
    assert row(desk, "Qnexttwo").evaluate("it => it.matches('.pressed')")
    held.go()
    expect(field(card(desk), "Last name")).to_have_value("Qnexttwo")
    expect(row(desk, "Qnextone")).to_contain_text("Rynek 81")
    expect(undo_bar(desk)).to_contain_text("Qnextone")
    assert is_same(desk) and book.get(first)["address"] == "Rynek 81" and desk.evaluate(DRAFTS) == 0


def test_a_link_that_is_pressed_while_a_card_is_refused_asks_first(desk, book, watch):
    watch.allow("status of 422")
    first, _ = book.add("Qaskone"), book.add("Qasktwo")
    open_person(desk, first, "?search=qask")
    held = Held(desk, f"{PEOPLE}/{first}")
    fill(card(desk), phone="12")
    save(card(desk)).click()
    held.wait(desk)
    row(desk, "Qasktwo").click()
    held.go()
    answer_leaving(desk, "Keep editing")
    expect(card(desk).locator(".err")).to_contain_text("at least 3 digits")
    expect(field(card(desk), "Phone")).to_have_value("12")


def test_the_way_back_meanwhile_is_not_taken_back(desk, book):
    """The answer changes the list, and not the card that was gone to."""
    first, second = book.add("Qwayone"), book.add("Qwaytwo")
    desk.goto(f"{address_of(first)}?search=qway")
    ready(desk)
    row(desk, "Qwaytwo").click()
    expect(field(card(desk), "Last name")).to_have_value("Qwaytwo")
    held = Held(desk, f"{PEOPLE}/{second}")
    fill(card(desk), address="Rynek 82")
    save(card(desk)).click()
    held.wait(desk)
    field(card(desk), "First name").fill("Eva")
    desk.evaluate("history.back()")
    expect(field(card(desk), "Last name")).to_have_value("Qwayone")
    held.go()
    expect(undo_bar(desk)).to_contain_text("Qwaytwo")
    expect(row(desk, "Qwaytwo")).to_contain_text("Rynek 82")
    expect(field(card(desk), "Last name")).to_have_value("Qwayone")
    assert is_same(desk)
    # What was typed since is offered again.
    row(desk, "Qwaytwo").click()
    expect(field(card(desk), "First name")).to_have_value("Eva")
    expect(field(card(desk), "Address")).to_have_value("Rynek 82")


def test_undo_that_is_pressed_while_a_card_is_saved_comes_after_it(desk, book):
    """Each is done once, in the order of the presses."""
    id = book.add("Qorder")
    open_person(desk, id)
    fill(card(desk), firstName="Eva")
    save(card(desk)).click()
    pressed(desk, "Changed")
    held = Held(desk, f"{PEOPLE}/{id}")
    fill(card(desk), address="Rynek 83")
    save(card(desk)).click()
    held.wait(desk)
    undo_bar(desk).get_by_role("button", name="Undo").click()
    held.go()
    until(desk, lambda: book.get(id)["firstName"] == "Anna")
    assert book.get(id)["address"] == "Rynek 83" and held.sent == 1
    expect(field(card(desk), "First name")).to_have_value("Anna")
    expect(field(card(desk), "Address")).to_have_value("Rynek 83")
    assert is_same(desk)


def test_what_is_typed_while_a_change_is_undone_stays(desk, book):
    id = book.add("Qundotype")
    open_person(desk, id)
    fill(card(desk), firstName="Eva")
    save(card(desk)).click()
    pressed(desk, "Changed")
    held = Held(desk, "/undo$")
    undo_bar(desk).get_by_role("button", name="Undo").click()
    held.wait(desk)
    field(card(desk), "Address").press("End")
    desk.keyboard.type(" 84")
    held.go()
    expect(field(card(desk), "First name")).to_have_value("Anna")
    expect(field(card(desk), "Address")).to_have_value("ul. Piękna 18, Warszawa 84")
    expect(field(card(desk), "Address")).to_be_focused()
    expect(save(card(desk))).to_be_enabled()
    assert is_same(desk) and desk.evaluate(DRAFTS) == 1 and held.sent == 1


def test_an_undo_of_what_was_changed_since_shows_both_values(desk, book, watch):
    """Nothing is done before one has chosen."""
    watch.allow("ERR_FAILED")
    id = book.add("Qlate")
    open_person(desk, id)
    fill(card(desk), firstName="Eva")
    save(card(desk)).click()
    pressed(desk, "Changed")
    desk.route("**/changes?*", lambda route: route.abort())
    book.change(id, firstName="Ewa")
    undo_bar(desk).get_by_role("button", name="Undo").click()
    stays = desk.get_by_role("checkbox", name="Ewa Qlate – First name")
    expect(stays).not_to_be_checked()
    expect(desk.locator("main")).to_contain_text("Now Ewa, before Anna")
    assert book.get(id)["firstName"] == "Ewa"
    stays.check()
    desk.locator("main").get_by_role("button", name="Undo").click()
    until(desk, lambda: book.get(id)["firstName"] == "Anna")


def test_a_change_by_somebody_else_meanwhile_is_shown(desk, book):
    """News wait for the answer, and are shown then."""
    first, other = book.add("Qnewsone"), book.add("Qnewstwo")
    open_person(desk, first, "?search=qnews")
    held = Held(desk, f"{PEOPLE}/{first}")
    fill(card(desk), address="Rynek 85")
    save(card(desk)).click()
    held.wait(desk)
    book.change(other, address="Rynek 86")
    book.change(first, phone="+48 111 111 1111")
    held.go()
    expect(row(desk, "Qnewstwo")).to_contain_text("Rynek 86")
    expect(row(desk, "Qnewsone")).to_contain_text("Rynek 85")
    expect(field(card(desk), "Phone")).to_have_value("+48 111 111 1111")
    assert is_same(desk)


def test_two_windows_save_at_once(open_page, book):
    """Each forgets its own draft."""
    ids = book.add("Qtwoone"), book.add("Qtwotwo")
    first = open_page(DESK)
    second = first.context.new_page()
    held = []
    for page, id in zip((first, second), ids):
        open_person(page, id)
        held.append(Held(page, f"{PEOPLE}/{id}$"))
        fill(card(page), address=f"Rynek {id}")
    for page, hold in zip((first, second), held):
        save(card(page)).click()
        hold.wait(page)
    for hold in reversed(held):
        hold.go()
    for page, id in zip((first, second), ids):
        pressed(page, "Changed")
        until(page, lambda: page.evaluate(DRAFTS) == 0)
        assert book.get(id)["address"] == f"Rynek {id}" and is_same(page)
        expect(page.locator(".restored")).to_have_count(0)


def test_a_card_that_sends_a_file_is_a_page(desk, empty_shop):
    shop = empty_shop
    id = shop.add("categories", name="Qpicture")
    desk.goto(f"/northwind/categories/{id}")
    ready(desk)
    desk.locator("article.record [type=file]").set_input_files(
        {"name": "tea.png", "mimeType": "image/png", "buffer": png(4, 4)})
    save(card(desk)).click()
    expect(undo_bar(desk)).to_contain_text("Qpicture")
    desk.wait_for_load_state()
    assert not is_same(desk)


def test_a_card_with_a_place_for_files_and_a_text_of_lines_is_saved_in_place(desk, empty_shop):
    """Lines of a text stay lines."""
    shop = empty_shop
    id = shop.add("categories", name="Qlines")
    desk.goto(f"/northwind/categories/{id}")
    ready(desk)
    desk.locator("article.record [name=description]").fill("One\nTwo")
    save(card(desk)).click()
    expect(undo_bar(desk)).to_contain_text("Qlines")
    assert is_same(desk) and shop.get("categories", id)["description"] == "One\nTwo"
    expect(save(card(desk))).to_be_disabled()


def test_a_phone_and_a_page_that_is_left_send_as_before(phone, book):
    id = book.add("Qphone")
    phone.goto(address_of(id))
    phone.evaluate("window.isSame = true")
    fill(card(phone), address="Rynek 87")
    save(card(phone)).click()
    expect(undo_bar(phone)).to_contain_text("Qphone")
    assert not is_same(phone) and book.get(id)["address"] == "Rynek 87"


def test_a_reload_while_a_card_is_saved_loses_nothing(desk, book):
    desk.on("dialog", lambda dialog: dialog.accept())
    id = book.add("Qreload")
    open_person(desk, id)
    held = Held(desk, f"{PEOPLE}/{id}$")
    fill(card(desk), address="Rynek 88")
    save(card(desk)).click()
    held.wait(desk)
    held.isOpen = True
    desk.reload()
    expect(field(card(desk), "Address")).to_have_value("Rynek 88")


def test_a_save_that_takes_too_long_is_given_up_and_can_be_sent_again(desk, book):
    """After 20 s. The first answer, which comes after that, is not shown over what was typed since."""
    id = book.add("Qpatience")
    desk.add_init_script("""{
        const set = window.setTimeout
        window.setTimeout = (act, wait, ...values) => set(act, wait == 20_000 ? 500 : wait, ...values)
    }""")
    open_person(desk, id)
    held = Held(desk, f"{PEOPLE}/{id}$")
    fill(card(desk), address="Rynek 89")
    save(card(desk)).click()
    held.wait(desk)
    expect(save(card(desk))).to_be_enabled()
    expect(desk.locator("#rows[aria-busy], .pressed")).to_have_count(0)
    fill(card(desk), firstName="Eva")
    save(card(desk)).click()
    held.wait(desk, 2)
    held.go()
    pressed(desk, "Changed")
    until(desk, lambda: (book.get(id)["firstName"], book.get(id)["address"]) == ("Eva", "Rynek 89"))
    expect(field(card(desk), "First name")).to_have_value("Eva")
    assert held.sent == 2 and is_same(desk)
