"""What is changed anywhere is shown wherever it is open, without a reload and without disturbing anybody."""

import json
import re
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Locator, Page, expect

from chromium import DESK, PHONE
from people import (
    PEOPLE, address_of, at_list, book_fields, card, chosen, count, delete_button, field, fill, found, open_sheet, row, rows, save, search_field, sheet, undo_bar)

ANNA = {"firstName": "Anna", "lastName": "Aardvark", "phone": "+48 225 550 1472", "address": "ul. Piękna 18, Warszawa"}


def follow(page: Page, path: str = PEOPLE) -> Page:
    """Opens a page and waits until it follows what is changed."""
    with page.expect_response(lambda response: "/changes?" in response.url):
        page.goto(path)
    return page


def note_news(page: Page) -> None:
    """From now on the page notes which rows were tinted."""
    page.evaluate("""() => {
        window.news = []
        const { animate } = Element.prototype
        Element.prototype.animate = function (...tint) {
            window.news.push(this.innerText)
            return animate.apply(this, tint)
        }
    }""")


def news(page: Page) -> list[str]:
    return page.evaluate("window.news")


def top_of(item: Locator) -> float:
    return item.bounding_box()["y"]


def total(page: Page) -> int:
    return int(re.search(r"[\d,]+", count(page).text_content())[0].replace(",", ""))


def tab_count(page: Page) -> str:
    return page.locator(".tabs [aria-current] .n").text_content()


def test_a_new_card_appears_in_its_place(any_size, book):
    """A card that somebody else adds comes into the open list where it belongs; both counts follow."""
    follow(any_size)
    before = total(any_size)
    book.add("Aardvark")
    expect(row(any_size, "Anna Aardvark")).to_be_visible()
    expect(rows(any_size).first).to_contain_text("Aardvark")
    assert total(any_size) == before + 1
    assert tab_count(any_size) == f"{before + 1:,}"


def test_a_changed_card_changes_in_its_row(any_size, book):
    """A row shows what somebody else has changed and stands out for a moment; no other row does."""
    id = book.add("Aardvark")
    follow(any_size)
    note_news(any_size)
    book.change(id, firstName="Eva", address="Rynek 1, Kraków")
    expect(row(any_size, "Eva Aardvark")).to_contain_text("Rynek 1, Kraków")
    assert len(news(any_size)) == 1 and "Eva Aardvark" in news(any_size)[0]
    any_size.wait_for_function("() => !document.querySelector('#rows li').getAnimations().length")


def test_a_renamed_card_moves_to_its_new_letter(any_size, book):
    id = book.add("Aardvark")
    follow(any_size)
    book.change(id, lastName="Baa")
    letter = any_size.locator("#rows .letter", has_text=re.compile("^B$"))
    expect(letter.locator("+ ul .row").first).to_contain_text("Baa")
    expect(row(any_size, "Aardvark")).to_have_count(0)


@pytest.mark.nightly
def test_a_card_moves_down_within_its_letter(any_size, book):
    """Past those behind it, and what is changed after that is shown, too."""
    ids = [book.add(f"Qmove{letter}") for letter in "abcd"]
    follow(any_size, found("qmove"))
    expect(rows(any_size)).to_have_text([re.compile(f"Qmove{letter}") for letter in "abcd"])
    book.change(ids[0], lastName="Qmovez")
    expect(rows(any_size)).to_have_text([re.compile(f"Qmove{letter}") for letter in "bcdz"])
    book.change(ids[3], firstName="Eva")
    expect(row(any_size, "Qmoved")).to_contain_text("Eva")


def test_a_deleted_card_goes(any_size, book):
    """A row and its heading go when the last card under it is deleted elsewhere."""
    id = book.add("Ωmega")
    follow(any_size, found("Ωmega"))
    expect(rows(any_size)).to_have_count(1)
    book.delete(id)
    expect(rows(any_size)).to_have_count(0)
    expect(any_size.locator("#rows .letter")).to_have_count(0)
    expect(any_size.locator("#rows .empty")).to_be_visible()


def test_two_windows_follow_each_other(open_page, book):
    """What one window does, another shows: adding, changing, deleting, undoing."""
    here, there = open_page(DESK), open_page(DESK)
    follow(there)
    here.goto(PEOPLE)
    fill(open_sheet(here), **ANNA)
    save(sheet(here)).click()
    expect(row(there, "Anna Aardvark")).to_be_visible()

    row(here, "Anna Aardvark").click()
    field(card(here), "First name").fill("Eva")
    save(card(here)).click()
    expect(row(there, "Eva Aardvark")).to_be_visible()

    row(here, "Eva Aardvark").hover()
    delete_button(here, "Eva Aardvark").click()
    expect(row(here, "Eva Aardvark")).to_have_count(0)
    expect(row(there, "Eva Aardvark")).to_have_count(0)
    undo_bar(here).get_by_role("button", name="Undo").click()
    expect(row(there, "Eva Aardvark")).to_be_visible()


def test_another_program_is_followed(desk, site, book):
    """What a program writes into the database file is shown, too."""
    id = book.add("Aardvark")
    follow(desk)
    with closing(sqlite3.connect(site.data / "userscrud.sqlite", timeout=10)) as database, database:
        database.execute("UPDATE users SET first_name = 'Żaneta' WHERE id = ?", [id])
    expect(row(desk, "Żaneta Aardvark")).to_be_visible()


def test_the_search_is_not_disturbed(any_size, book):
    """A search keeps what is typed, where the caret stands and what is found; what matches newly comes along."""
    book.add("Zzyzx")
    follow(any_size)
    search_field(any_size).fill("zzyzx")
    expect(rows(any_size)).to_have_count(1)
    search_field(any_size).evaluate("it => it.setSelectionRange(1, 3)")
    book.add("Zzyzx", "Eva")
    expect(rows(any_size)).to_have_count(2)
    expect(search_field(any_size)).to_be_focused()
    expect(search_field(any_size)).to_have_value("zzyzx")
    assert search_field(any_size).evaluate("it => [it.selectionStart, it.selectionEnd]") == [1, 3]


def test_the_list_stays_where_it_is(each_size, book):
    """Scrolled down through several pages, the rows in view stay in view where they are, and as many stay loaded."""
    follow(each_size)
    for pages in (2, 3):
        rows(each_size).last.scroll_into_view_if_needed()
        expect(rows(each_size)).to_have_count(50 * pages)
    middle = rows(each_size).nth(70)
    middle.scroll_into_view_if_needed()
    name = middle.locator(".t").text_content()
    middle = row(each_size, name)
    before = top_of(middle)
    book.add("Aardvark")
    expect(row(each_size, "Aardvark")).to_have_count(1)
    assert abs(top_of(middle) - before) < 1
    expect(rows(each_size)).to_have_count(150)


def test_a_list_opened_in_its_middle_stays_there(each_size, book):
    """A list that begins in the middle is looked at anew from its first row on."""
    follow(each_size, f"{PEOPLE}?near=412")
    # On a phone the rows before and after these are near enough to be fetched.
    expect(rows(each_size)).to_have_count(150 if each_size.viewport_size["width"] < 900 else 50)
    first, last = rows(each_size).first.text_content(), rows(each_size).last.text_content()
    id = book.add("Aardvark")
    expect(count(each_size)).to_contain_text(f"{book.total():,}")
    assert (rows(each_size).first.text_content(), rows(each_size).last.text_content()) == (first, last)
    book.delete(id)
    expect(count(each_size)).to_contain_text(f"{book.total():,}")
    assert rows(each_size).first.text_content() == first


def test_the_chosen_row_keeps_focus_and_choice(desk, book):
    """Whoever walks through the list by keyboard goes on from the same row, whatever comes, changes and goes."""
    first, second = book.add("Aardvark"), book.add("Aardwolf")
    follow(desk, address_of(second))
    row(desk, "Aardwolf").focus()
    book.change(second, firstName="Eva")
    expect(row(desk, "Eva Aardwolf")).to_be_focused()
    expect(chosen(desk)).to_contain_text("Eva Aardwolf")
    book.change(first, lastName="Aazz")
    expect(row(desk, "Aazz")).to_be_visible()
    expect(row(desk, "Eva Aardwolf")).to_be_focused()
    book.add("Aa", "Zoë")
    expect(rows(desk).first).to_contain_text("Zoë Aa")
    expect(row(desk, "Eva Aardwolf")).to_be_focused()
    desk.keyboard.press("ArrowUp")
    expect(rows(desk).first).to_be_focused()


def test_an_open_card_follows(any_size, book):
    """A card that nobody types in shows what is stored now, its title too; there is nothing to save."""
    id = book.add("Aardvark")
    follow(any_size, address_of(id))
    note_news(any_size)
    book.change(id, firstName="Eva", phone="+48 111 111 1111")
    form = card(any_size)
    expect(field(form, "Phone")).to_have_value("+48 111 111 1111")
    expect(field(form, "First name")).to_have_value("Eva")
    expect(form.locator("#rt")).to_have_text("Eva Aardvark")
    expect(any_size).to_have_title(re.compile("^Eva Aardvark – "))
    expect(save(form)).to_be_disabled()
    labels = " ".join(news(any_size))
    assert "Phone" in labels and "First name" in labels and "Address" not in labels


def test_what_is_typed_stays_while_the_rest_follows(any_size, book):
    """The fields that one types in stay as they are, the others follow, and saving asks nothing."""
    id = book.add("Aardvark")
    follow(any_size, address_of(id))
    form = card(any_size)
    field(form, "First name").fill("Ewelina")
    field(form, "First name").evaluate("it => it.setSelectionRange(2, 5)")
    book.change(id, phone="+48 111 111 1111")
    expect(field(form, "Phone")).to_have_value("+48 111 111 1111")
    expect(field(form, "First name")).to_have_value("Ewelina")
    expect(field(form, "First name")).to_be_focused()
    assert field(form, "First name").evaluate("it => [it.selectionStart, it.selectionEnd]") == [2, 5]
    save(form).click()
    at_list(any_size)
    assert book_fields(book.get(id)) == {**ANNA, "firstName": "Ewelina", "phone": "+48 111 111 1111"}


def test_a_field_that_both_change_is_left_to_the_question(any_size, book, watch):
    """Where somebody else changed what one is typing, the card stays as it is, and saving shows both versions."""
    watch.allow("status of 409")
    id = book.add("Aardvark")
    follow(any_size, address_of(id))
    form = card(any_size)
    field(form, "Phone").fill("+48 222 222 2222")
    book.change(id, phone="+48 111 111 1111", firstName="Eva")
    expect(row(any_size, "Eva Aardvark")).to_have_count(1)
    expect(field(form, "Phone")).to_have_value("+48 222 222 2222")
    expect(field(form, "First name")).to_have_value("Anna")
    expect(form.get_by_role("status")).to_have_text(
        "Changed by somebody else: Phone “+48 111 111 1111”. Save asks which one stays.")
    # With the version of the other one there is nothing to ask.
    field(form, "Phone").fill("+48 225 550 1472")
    book.change(id, address="Rynek 1")
    expect(form.get_by_role("status")).to_have_count(0)
    field(form, "Phone").fill("+48 222 222 2222")
    book.change(id, phone="+48 333 333 3333")
    expect(form.get_by_role("status")).to_contain_text("Phone “+48 333 333 3333”")
    save(form).click()
    expect(sheet(any_size)).to_have_accessible_name("Someone else changed this card")


def test_a_card_deleted_elsewhere_says_so(any_size, book):
    """A card that is deleted elsewhere says so and can't be saved; undone, it is there again."""
    id = book.add("Aardvark")
    follow(any_size, address_of(id))
    book.delete(id)
    form = card(any_size)
    expect(form.get_by_role("alert")).to_contain_text("This card is gone")
    expect(save(form)).to_have_count(0)
    expect(form.locator(".empty").get_by_role("link", name="People")).to_be_visible()
    with closing(sqlite3.connect(book.server.data / "userscrud.sqlite", timeout=10)) as database, database:
        database.execute(
            "INSERT INTO users (id, first_name, last_name, phone, address) VALUES (?, ?, ?, ?, ?)", [id, *ANNA.values()])
    expect(form.get_by_role("alert")).to_have_count(0)
    field(form, "First name").fill("Eva")
    expect(save(form)).to_be_enabled()


def test_what_was_typed_outlives_the_card(any_size, book, watch):
    """What was typed into a card that somebody else deletes is kept; saving makes a new card of it."""
    watch.allow("status of 409")
    id = book.add("Aardvark")
    follow(any_size, address_of(id))
    form = card(any_size)
    field(form, "First name").fill("Eva")
    book.delete(id)
    expect(row(any_size, "Aardvark")).to_have_count(0)
    expect(form.get_by_role("status")).to_have_text(
        "Somebody else has deleted this card. Save offers a new card with what you typed.")
    expect(field(form, "First name")).to_have_value("Eva")
    save(form).click()
    expect(field(sheet(any_size), "First name")).to_have_value("Eva")


def test_a_new_card_being_typed_is_not_disturbed(any_size, book):
    """A sheet for a new card keeps what is typed in it while the list behind it follows."""
    follow(any_size, f"{PEOPLE}/new")
    field(sheet(any_size), "First name").fill("Eva")
    book.add("Aardvark")
    expect(row(any_size, "Aardvark")).to_have_count(1)
    expect(field(sheet(any_size), "First name")).to_have_value("Eva")
    expect(field(sheet(any_size), "First name")).to_be_focused()


def test_the_first_card_of_all_appears(any_size, empty_server, book):
    """An empty address book shows the first card that somebody adds."""
    follow(any_size)
    expect(rows(any_size)).to_have_count(0)
    book.add("Aardvark")
    expect(row(any_size, "Aardvark")).to_be_visible()


def test_a_page_that_nobody_sees_catches_up_when_it_is_seen(desk, book):
    """A hidden page follows nothing; shown again, it has what was missed."""
    follow(desk)
    desk.evaluate("""() => {
        Object.defineProperty(document, 'hidden', { get: () => window.isAway, configurable: true })
        window.isAway = true
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }""")
    asked = []
    desk.on("request", lambda request: asked.append(request.url))
    book.add("Aardvark")
    assert desk.evaluate("fetch('/health').then(answer => answer.ok)")
    assert [each for each in asked if not each.endswith("/health")] == []
    expect(row(desk, "Aardvark")).to_have_count(0)
    desk.evaluate("() => { window.isAway = false; document.dispatchEvent(new Event('visibilitychange', { bubbles: true })) }")
    expect(row(desk, "Aardvark")).to_be_visible()


def test_a_server_that_comes_back_is_followed_again(desk, fresh_server, book, watch):
    """While the server is away nothing is said; when it is back, the page has what was missed and goes on."""
    watch.allow("ERR_|network error|INCOMPLETE")
    follow(desk)
    fresh_server.stop()
    with closing(sqlite3.connect(fresh_server.data / "userscrud.sqlite")) as database, database:
        database.execute("UPDATE users SET last_name = 'Aardvark', first_name = 'Anna' WHERE id = 1")
    fresh_server.start()
    expect(row(desk, "Anna Aardvark")).to_be_visible()
    expect(desk.locator(".trouble")).to_have_count(0)
    book.change(1, firstName="Eva")
    expect(row(desk, "Eva Aardvark")).to_be_visible()


# Tables

class Travels:
    """The records of a server's Travellers, by the API."""

    def __init__(self, server):
        self.server = server

    def send(self, method: str, path: str, **fields) -> dict | None:
        status, answer = self.server.send(method, f"/api/travellers/{path}", json.dumps(fields) if fields else None)
        assert status < 300, f"{method} {path}: {status} {answer.decode()}"
        return json.loads(answer) if answer else None


@pytest.fixture
def travels(fresh_server) -> Travels:
    """Nora, who has been to Lagos and Oslo, and Ada, who has been to Rome."""
    travels = Travels(fresh_server)
    for user, cities in [("Nora", ["Lagos", "Oslo"]), ("Ada", ["Rome"])]:
        id = travels.send("POST", "users", name=user)["id"]
        for city in cities:
            travels.send("POST", "cities", name=city, user=id)
    return travels


def test_TR_14_a_new_name_is_in_every_row_of_every_open_screen(open_page, travels):
    """TR-14 A user's new name stands in every Travellers row that shows it, on every open screen, without a reload."""
    pages = [
        follow(open_page(device), f"/travellers/{screen}")
        for device in (PHONE, DESK) for screen in ("travellers", "cities", "users")]
    for page in pages:
        page.evaluate("window.isTheSame = true")
    travels.send("PATCH", "users/1", name="Eleonora")
    for page in pages:
        expect(page.locator("#rows")).to_contain_text("Eleonora")
        expect(page.locator("#rows")).not_to_contain_text("Nora")
        assert page.evaluate("window.isTheSame")
    for page in (pages[0], pages[3]):
        expect(page.locator("#rows tr").filter(has_text="Eleonora")).to_have_count(2)


def test_TR_10_rows_come_and_go_in_an_open_table(any_size, travels):
    """TR-10 Rows of Travellers appear, change and disappear in an open table, whoever writes."""
    follow(any_size, "/travellers/travellers")
    city = travels.send("POST", "cities", name="Quito", user=2)["id"]
    quito = any_size.locator("#rows tr").filter(has_text="Quito")
    expect(quito).to_contain_text("Ada")
    travels.send("PATCH", f"cities/{city}", user=1)
    expect(quito).to_contain_text("Nora")
    with closing(sqlite3.connect(travels.server.data / "travellers.sqlite", timeout=10)) as database, database:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("DELETE FROM cities WHERE id = ?", [city])
    expect(quito).to_have_count(0)


def test_a_new_row_being_typed_is_not_disturbed(any_size, travels):
    """What is typed into the row for a new record stays, with the caret, while the table follows."""
    follow(any_size, "/travellers/users")
    name = any_size.locator("#rows .add [name=name]")
    name.fill("Zoë")
    name.evaluate("it => it.setSelectionRange(1, 2)")
    travels.send("POST", "users", name="Łukasz")
    expect(any_size.locator("#rows tr").filter(has_text="Łukasz")).to_be_visible()
    expect(name).to_have_value("Zoë")
    expect(name).to_be_focused()
    assert name.evaluate("it => [it.selectionStart, it.selectionEnd]") == [1, 2]
