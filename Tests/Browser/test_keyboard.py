"""At a desk everything goes by the keyboard."""

import re

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK
from matrix import nightly
from orders import ORDERS
from people import (
    MORE, PEOPLE, address_of, card, chosen, count, field, fill, found, open_card, row, rows, save, search_field, sheet,
    undo_bar)
from worldmap import drawn, open_map, view


@pytest.fixture
def three(book, desk) -> list[int]:
    """Three people, found by the list that the page shows."""
    ids = [book.add(f"Zzyzx{letter}") for letter in "abc"]
    desk.goto(found("Zzyzx"))
    expect(rows(desk)).to_have_count(3)
    return ids


def expect_card(page: Page, last_name: str) -> None:
    """The card of that person stands beside the list, in which their row is chosen."""
    expect(card(page).get_by_role("heading", name=f"Anna {last_name}")).to_be_visible()
    expect(chosen(page)).to_contain_text(last_name)


def test_arrows_walk_the_list(desk, three):
    """The arrow keys walk the list, whose ends are ends; Home and End go there at once."""
    for key, last_name in [
            ("ArrowDown", "Zzyzxa"), ("ArrowDown", "Zzyzxb"), ("ArrowDown", "Zzyzxc"), ("ArrowDown", "Zzyzxc"),
            ("ArrowUp", "Zzyzxb"), ("Home", "Zzyzxa"), ("ArrowUp", "Zzyzxa"), ("End", "Zzyzxc")]:
        desk.keyboard.press(key)
        expect(row(desk, last_name)).to_be_focused()


def test_return_edits_the_chosen_person(desk, three):
    """Return opens the person beside the list, ready to type; Escape goes back to the row, where one walks on."""
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")
    expect_card(desk, "Zzyzxa")
    expect(desk).to_have_url(re.compile(rf"{address_of(three[0])}\?search=Zzyzx$"))
    expect(field(card(desk), "First name")).to_be_focused()
    desk.keyboard.press("Escape")
    expect(row(desk, "Zzyzxa")).to_be_focused()
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")
    expect_card(desk, "Zzyzxb")
    expect(search_field(desk)).to_have_value("Zzyzx")


def test_the_card_follows_the_arrows(desk, three):
    """The card beside the list is that of the row which the arrow keys lead to; Back leads to the list. A card with
    unsaved changes stays."""
    for key, last_name in [("ArrowDown", "Zzyzxa"), ("ArrowDown", "Zzyzxb"), ("End", "Zzyzxc"), ("ArrowUp", "Zzyzxb")]:
        desk.keyboard.press(key)
        expect_card(desk, last_name)
        expect(row(desk, last_name)).to_be_focused()
    expect(desk).to_have_url(re.compile(rf"{address_of(three[1])}\?search=Zzyzx$"))
    fill(card(desk), firstName="Eva")
    row(desk, "Zzyzxb").focus()
    desk.keyboard.press("ArrowDown")
    expect(row(desk, "Zzyzxc")).to_be_focused()
    desk.keyboard.press("ArrowUp")
    expect(field(card(desk), "First name")).to_have_value("Eva")
    fill(card(desk), firstName="Anna")
    desk.go_back()
    expect(card(desk).get_by_role("heading", name="Zzyzx")).to_have_count(0)
    expect(rows(desk)).to_have_count(3)


def test_the_keyboard_goes_on_at_the_row_that_was_saved_or_brought_back(desk, three):
    """After Save, and after Undo, the row of the record in question has the focus."""
    desk.goto(f"{address_of(three[1])}?search=Zzyzx")
    fill(card(desk), firstName="Eva")
    save(card(desk)).click()
    expect(undo_bar(desk)).to_be_visible()
    expect(row(desk, "Eva Zzyzxb")).to_be_focused()
    desk.keyboard.press("Control+z")
    expect(row(desk, "Anna Zzyzxb")).to_be_focused()
    desk.keyboard.press("ArrowDown")
    expect_card(desk, "Zzyzxc")


def test_arrows_in_a_field_move_the_caret(desk, three):
    """In a field the arrow keys belong to the text."""
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")
    expect(field(card(desk), "First name")).to_be_focused()
    desk.keyboard.press("End")
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("ArrowUp")
    expect(field(card(desk), "First name")).to_be_focused()


def test_the_list_scrolls_with_the_arrows(desk):
    """Walking on keeps the chosen row in view, also past the rows that were there at first."""
    desk.goto(PEOPLE)
    first_page = rows(desk).count()
    rows(desk).nth(first_page - 2).focus()
    expect(rows(desk).nth(first_page)).to_be_attached()
    for _ in range(3):
        desk.keyboard.press("ArrowDown")
        expect(desk.locator("#rows a.row:focus")).to_be_in_viewport()
    expect(rows(desk).nth(first_page + 1)).to_be_focused()


def test_slash_goes_to_the_search(desk, three):
    """A slash goes to the search, where one types on; within a field it is a slash."""
    search_field(desk).evaluate("field => field.blur()")
    desk.keyboard.press("/")
    expect(search_field(desk)).to_be_focused()
    expect(search_field(desk)).to_have_value("Zzyzx")
    desk.keyboard.press("End")
    desk.keyboard.type("/")
    expect(search_field(desk)).to_have_value(re.compile("/"))


def test_down_leads_from_the_search_into_the_list(desk, three):
    """The arrow leads from the search field into the rows found."""
    search_field(desk).focus()
    desk.keyboard.press("ArrowDown")
    expect(row(desk, "Zzyzxa")).to_be_focused()


@pytest.mark.latency(400)
def test_down_from_the_search_waits_for_what_it_finds(desk, three):
    """And leads not into the rows that its answer takes away."""
    desk.goto(PEOPLE)
    desk.locator("#q").click()
    desk.keyboard.type("zzyzx")
    desk.keyboard.press("ArrowDown")
    expect(desk.locator("#rows .row").first).to_be_focused()
    expect(desk.locator("#rows .row")).to_have_count(3)
    expect(desk.locator("#rows .row").first).to_be_focused()


def test_escape_clears_the_search(desk, three):
    """Escape in the search field clears it."""
    search_field(desk).focus()
    desk.keyboard.press("Escape")
    expect(search_field(desk)).to_have_value("")
    expect(count(desk)).to_have_text("1,003 people by last name")


def test_n_opens_a_new_card_and_escape_closes_it(desk):
    """"n" opens the sheet for a new person, Escape closes it; within a field it is a letter."""
    desk.goto(PEOPLE)
    desk.keyboard.press("n")
    expect(sheet(desk)).to_have_accessible_name("New person")
    expect(field(sheet(desk), "First name")).to_be_focused()
    expect(field(sheet(desk), "First name")).to_have_value("")
    desk.keyboard.press("Escape")
    expect(sheet(desk)).to_have_count(0)
    search_field(desk).press("n")
    expect(sheet(desk)).to_have_count(0)
    expect(search_field(desk)).to_have_value("n")


def test_delete_and_control_z(desk, three, book):
    """Delete deletes the person one is at, Control-Z brings them back, chosen."""
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("ArrowDown")
    expect(row(desk, "Zzyzxb")).to_be_focused()
    desk.keyboard.press("Delete")
    expect(undo_bar(desk)).to_contain_text("Deleted Anna Zzyzxb")
    expect(rows(desk)).to_have_count(2)
    assert book.get(three[1]) is None
    desk.keyboard.press("Control+z")
    expect(rows(desk)).to_have_count(3)
    expect(chosen(desk)).to_contain_text("Zzyzxb")
    assert book.get(three[1])


@pytest.mark.latency(400)
def test_control_z_brings_back_who_is_being_deleted(desk, three, book):
    """And not the one who was deleted before."""
    row(desk, "Zzyzxa").focus()
    desk.keyboard.press("Delete")
    expect(undo_bar(desk)).to_contain_text("Zzyzxa")
    expect(row(desk, "Zzyzxb")).to_be_focused()
    desk.keyboard.press("Delete")
    desk.keyboard.press("Control+z")
    expect(undo_bar(desk).locator(".redoes")).to_be_attached()
    expect(row(desk, "Zzyzxb")).to_be_visible()
    assert [bool(book.get(id)) for id in three] == [False, True, True]


def test_after_delete_the_next_row_has_the_focus(desk, three):
    """After deleting one goes on at the row that took the place; with the card shown beside, too."""
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")
    expect_card(desk, "Zzyzxa")
    desk.keyboard.press("Escape")
    desk.keyboard.press("Delete")
    expect(row(desk, "Zzyzxb")).to_be_focused()
    expect(card(desk).get_by_role("heading", name="Zzyzxa")).to_have_count(0)
    desk.keyboard.press("Delete")
    expect(row(desk, "Zzyzxc")).to_be_focused()
    desk.keyboard.press("Delete")
    expect(desk.get_by_role("heading", name="Nothing found for “Zzyzx”")).to_be_visible()


def test_control_z_in_a_field_takes_back_what_was_typed(desk, book):
    """In a field Control-Z belongs to the text, and no change set is undone."""
    id = book.add("Zzyzx")
    fill(open_card(desk, id), firstName="Eva")
    save(card(desk)).click()
    expect(undo_bar(desk)).to_be_visible()
    form = open_card(desk, id)
    first_name = field(form, "First name")
    first_name.click()
    first_name.press("End")
    first_name.press_sequentially("x")
    first_name.press("Control+z")
    expect(first_name).to_have_value("Eva")
    assert book.get(id)["firstName"] == "Eva"


def test_the_tab_key_reaches_everything_in_a_sensible_order(desk, three):
    """The tab key goes from the skip link to navigation, list and card; what has the focus can be seen."""
    desk.goto(f"{address_of(three[0])}?search=Zzyzx")
    desk.evaluate("document.activeElement.blur()")
    seen = []
    for _ in range(40):
        desk.keyboard.press("Tab")
        place = desk.evaluate("""() => {
            const at = document.activeElement
            if (at === document.body) return null
            const style = getComputedStyle(at)
            const shown = style.outlineStyle !== 'none' || at.matches('input, textarea, .skip, label, #rows button')
            const region = at.closest('.skip, nav.tabs, section.list, article.record, nav.index')
            return [region ? region.className.split(' ').at(-1) : at.tagName, shown, at.outerHTML.slice(0, 90)]
        }""")
        if place is None:
            break
        assert place[1], f"no focus to be seen on {place[2]}"
        if not seen or seen[-1] != place[0]:
            seen.append(place[0])
    assert seen[:4] == ["vh", "tabs", "list", "record"], seen


def test_the_skip_link_leads_to_the_content(desk):
    """The first link skips the navigation."""
    desk.goto(PEOPLE)
    desk.keyboard.press("Tab")
    link = desk.get_by_role("link", name="Skip to content")
    expect(link).to_be_focused()
    expect(link).to_be_in_viewport()
    desk.keyboard.press("Enter")
    desk.keyboard.press("Tab")
    assert desk.evaluate("!!document.activeElement.closest('main')")


@pytest.mark.parametrize("scripts", [True, *nightly(False)], ids=["scripts", "plain"])
def test_single_key_shortcuts_can_be_switched_off(open_page, scripts):
    """WCAG 2.1.4: shortcuts of a letter or mark are switched off under More; other keys go on working."""
    page = open_page(DESK, java_script_enabled=scripts)
    switch = page.get_by_role("switch", name="Single-key shortcuts")
    page.goto(MORE)
    expect(switch).to_be_checked()
    switch.click()
    expect(switch).not_to_be_checked()
    page.goto(PEOPLE)
    if scripts:
        # The script has taken the page over.
        expect(page.locator("#rows .row[tabindex='-1']").first).to_be_attached()
        for key in ("n", "/"):
            page.keyboard.press(key)
        page.keyboard.press("ArrowDown")
        expect(rows(page).first).to_be_focused()
        expect(sheet(page)).to_have_count(0)
        expect(page).to_have_url(re.compile(f"{PEOPLE}$"))
    page.goto(MORE)
    switch.click()
    expect(switch).to_be_checked()
    page.goto(PEOPLE)
    if scripts:
        expect(page.locator("#rows .row[tabindex='-1']").first).to_be_attached()
        page.keyboard.press("/")
        expect(search_field(page)).to_be_focused()


def test_single_key_shortcuts_of_the_map_can_be_switched_off(desk, world):
    """WCAG 2.1.4: the same switch is in the settings of the map, whose plus and minus it switches off."""
    desk.goto("/travelmap/settings")
    desk.get_by_role("switch", name="Single-key shortcuts").click()
    expect(desk.get_by_role("switch", name="Single-key shortcuts")).not_to_be_checked()
    open_map(desk)
    before = view(desk)
    desk.keyboard.press("+")
    desk.keyboard.press("ArrowRight")
    drawn(desk)
    assert view(desk)[2] == before[2] and view(desk)[0] > before[0]


def test_control_s_saves_the_card_and_a_new_one(desk, three, book):
    """Ctrl-S presses Save, on a card and on the sheet of a new person."""
    desk.goto(address_of(three[0]))
    field(card(desk), "First name").fill("Zed")
    desk.keyboard.press("Control+s")
    expect(undo_bar(desk)).to_be_visible()
    assert book.get(three[0])["firstName"] == "Zed"
    desk.goto(f"{PEOPLE}/new")
    for name, text in (("First name", "Ida"), ("Last name", "Zzyzxd"), ("Phone", "+48 225 550 1472"), ("Address", "Kraków")):
        field(sheet(desk), name).fill(text)
    desk.keyboard.press("Control+s")
    expect(row(desk, "Zzyzxd")).to_be_visible()


def open_choice(page: Page) -> None:
    """Opens the sheet of the field that has the focus. Its scripts are there."""
    page.keyboard.press("Enter")
    expect(page.locator("#sq")).to_be_focused()
    page.wait_for_load_state("load")


@pytest.mark.latency(400)
def test_a_customer_is_chosen_and_made_by_keys_alone(desk, empty_shop):
    """Return opens the choice, takes the only one that is found, and ends the choice of several; the keyboard goes on there."""
    for name in ("Zzq Alpha", "Zzq Beta", "Zzw Gamma"):
        empty_shop.customer(name)
    desk.goto(f"{ORDERS}/new")
    customer = desk.locator("#lines-form button.choose").first
    expect(customer).to_be_focused()
    open_choice(desk)
    desk.keyboard.type("Brand New Foods")
    expect(desk.locator("#choices")).to_contain_text("Nothing found")
    desk.keyboard.press("Tab")
    desk.keyboard.press("Enter")
    expect(desk.get_by_label("Company name")).to_have_value("Brand New Foods")
    desk.keyboard.press("Control+s")
    expect(customer).to_contain_text("Brand New Foods")
    expect(customer).to_be_focused()
    for typed, keys, name in [
            # The typist does not wait for what is found.
            ("zzw", ["Enter"], "Zzw Gamma"), ("zzq", ["ArrowDown", "ArrowDown", "Enter"], "Zzq")]:
        open_choice(desk)
        desk.keyboard.type(typed)
        if len(keys) > 1:
            # The one that is chosen, and those that are found.
            expect(desk.locator("#choices label.row")).to_have_count(3)
        for key in keys:
            desk.keyboard.press(key)
        expect(desk.locator("#choice")).to_have_count(0)
        expect(customer).to_contain_text(name)
        expect(customer).to_be_focused()
    open_choice(desk)
    desk.keyboard.press("Escape")
    expect(desk.locator("#choice")).to_have_count(0)
    expect(customer).to_be_focused()


def test_return_in_the_search_goes_to_the_first_of_several(desk, empty_shop):
    """Where several are found Return takes none: it goes to the first, and Return there ends the choice."""
    for name in ("Zzq Alpha", "Zzq Beta"):
        empty_shop.customer(name)
    desk.goto(f"{ORDERS}/new")
    open_choice(desk)
    desk.keyboard.type("zzq")
    desk.keyboard.press("Enter")
    expect(desk.locator("#choices input").first).to_be_focused()
    expect(desk.locator("#choices input:checked")).to_have_count(0)
    desk.keyboard.press("Enter")
    expect(desk.locator("#lines-form button.choose").first).to_contain_text("Zzq")
