"""UC-6: deleting a person, and taking it back."""

import re

import pytest
from playwright.sync_api import Page, expect

from matrix import nightly
from people import PEOPLE, card, chosen, count, found, is_phone, open_card, row, undo, undo_bar

# A telephone in the house.
pytestmark = pytest.mark.latency(100)


def swipe(page: Page, name: str, by: int) -> None:
    """Draws a finger over a person's row: to the left by a negative number of points."""
    box = row(page, name).bounding_box()
    x, y = box["x"] + box["width"] * (0.8 if by < 0 else 0.3), box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 11):
        point = {"x": x + by * step / 10, "y": y}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_UC_6_a_swipe_to_the_left_shows_delete(phone, book):
    """UC-6 shows Delete behind a row that is swiped to the left, and deletes by it."""
    id = book.add("Zzyzx")
    phone.goto(f"{PEOPLE}?selected={id}")
    expect(row(phone, "Anna Zzyzx")).to_be_in_viewport()
    button = phone.get_by_role("button", name="Delete Anna Zzyzx")
    expect(button).not_to_be_in_viewport()
    swipe(phone, "Anna Zzyzx", by=-120)
    expect(button).to_be_in_viewport(ratio=0.95)
    button.tap()
    expect(row(phone, "Anna Zzyzx")).to_have_count(0)
    expect(undo_bar(phone)).to_contain_text("Deleted Anna Zzyzx")
    expect(count(phone)).to_have_text("1,000 people by last name")
    assert book.get(id) is None


def test_UC_6_touching_elsewhere_hides_delete(phone, book):
    """UC-6 shows Delete behind one row at a time: it goes when another row is swiped."""
    for name in ("Zzyzxa", "Zzyzxb"):
        book.add(name)
    phone.goto(found("Zzyzx"))
    first, second = (phone.get_by_role("button", name=f"Delete Anna Zzyzx{letter}") for letter in "ab")
    swipe(phone, "Anna Zzyzxa", by=-120)
    expect(first).to_be_in_viewport(ratio=0.95)
    swipe(phone, "Anna Zzyzxb", by=-120)
    expect(second).to_be_in_viewport(ratio=0.95)
    expect(first).not_to_be_in_viewport()


def test_UC_6_swiping_back_deletes_nothing(phone, book):
    """UC-6 hides Delete again when the row is drawn back."""
    id = book.add("Zzyzx")
    phone.goto(f"{PEOPLE}?selected={id}")
    expect(row(phone, "Anna Zzyzx")).to_be_in_viewport()
    button = phone.get_by_role("button", name="Delete Anna Zzyzx")
    swipe(phone, "Anna Zzyzx", by=-120)
    expect(button).to_be_in_viewport(ratio=0.95)
    swipe(phone, "Anna Zzyzx", by=120)
    expect(button).not_to_be_in_viewport()
    assert book.get(id)


def test_UC_6_the_delete_key_deletes_the_chosen_row(desk, book):
    """UC-6 deletes the row that has the focus by the Delete key at a desk."""
    id, other = book.add("Zzyzxa"), book.add("Zzyzxb")
    desk.goto(found("Zzyzx"))
    row(desk, "Anna Zzyzxa").focus()
    desk.keyboard.press("Delete")
    expect(row(desk, "Anna Zzyzxa")).to_have_count(0)
    expect(undo_bar(desk)).to_contain_text("Deleted Anna Zzyzxa")
    assert book.get(id) is None and book.get(other)


def test_UC_6_the_delete_key_in_a_field_deletes_a_letter(desk, book):
    """UC-6 leaves the Delete key to the text while somebody types."""
    id = book.add("Zzyzx")
    form = open_card(desk, id)
    first_name = form.get_by_label("First name")
    first_name.press("Home")
    first_name.press("Delete")
    expect(first_name).to_have_value("nna")
    desk.locator("#q").press("Delete")
    expect(undo_bar(desk)).to_have_count(0)
    assert book.get(id)
    first_name.fill("Anna")


def test_UC_6_the_records_bin_deletes(each_size, book):
    """UC-6 deletes by the bin on the person's card and leads back to the list, where they stood."""
    id, _ = book.add("Zzyzxa"), book.add("Zzyzxb")
    form = open_card(each_size, id)
    form.get_by_role("button", name="Delete Anna Zzyzxa").click()
    expect(undo_bar(each_size)).to_contain_text("Deleted Anna Zzyzxa")
    expect(each_size).to_have_url(re.compile(rf"{PEOPLE}(\?|$)"))
    expect(row(each_size, "Anna Zzyzxb")).to_be_in_viewport()
    expect(row(each_size, "Anna Zzyzxa")).to_have_count(0)
    assert book.get(id) is None


@pytest.mark.parametrize("way", ["button", *nightly("Control+z")])
def test_UC_6_undo_brings_the_same_person_back(any_size, book, way):
    """UC-6 brings a deleted person back as they were, with the same number, chosen in the list."""
    id = book.add("Zzyzx", first_name="Åsa", phone="12345678", address="Götgatan 41")
    before = book.get(id)
    form = open_card(any_size, id)
    form.get_by_role("button", name="Delete Åsa Zzyzx").click()
    expect(undo_bar(any_size)).to_contain_text("Deleted Åsa Zzyzx")
    assert book.get(id) is None
    if way == "button":
        undo(any_size)
    else:
        any_size.keyboard.press(way)
    expect(row(any_size, "Åsa Zzyzx")).to_be_in_viewport()
    expect(chosen(any_size)).to_contain_text("Åsa Zzyzx")
    assert book.get(id) == before


def test_UC_6_each_undo_takes_back_the_next_older_deletion(desk, book):
    """UC-6 undoes two deletions one after the other by Ctrl-Z, and does them again by Ctrl-Shift-Z."""
    first, second = book.add("Zzyzxa"), book.add("Zzyzxb")
    desk.goto(found("Zzyzx"))
    for name in ["Anna Zzyzxa", "Anna Zzyzxb"]:
        row(desk, name).focus()
        desk.keyboard.press("Delete")
        expect(undo_bar(desk)).to_contain_text(f"Deleted {name}")
    assert book.get(first) is None and book.get(second) is None
    desk.keyboard.press("Control+z")
    expect(undo_bar(desk)).to_contain_text("Undid: Deleted Anna Zzyzxb")
    desk.keyboard.press("Control+z")
    expect(undo_bar(desk)).to_contain_text("Undid: Deleted Anna Zzyzxa")
    assert book.get(first) and book.get(second)
    desk.keyboard.press("Control+Shift+z")
    expect(undo_bar(desk)).to_contain_text("Did again: Deleted Anna Zzyzxa")
    assert book.get(first) is None and book.get(second)


def test_UC_6_the_undo_bar_leaves_with_the_next_page_and_the_key_still_undoes(any_size, book):
    """UC-6 shows the bar once; on the next page Ctrl-Z still undoes, and the bar then offers to redo, with one button."""
    id = book.add("Zzyzx")
    open_card(any_size, id).get_by_role("button", name="Delete Anna Zzyzx").click()
    expect(undo_bar(any_size)).to_be_visible()
    expect(undo_bar(any_size).get_by_role("button")).to_have_count(2)
    any_size.goto("/userscrud/more")
    expect(any_size.get_by_role("heading", name="More")).to_be_visible()
    expect(undo_bar(any_size)).to_be_hidden()
    any_size.keyboard.press("Control+z")
    expect(chosen(any_size)).to_contain_text("Anna Zzyzx")
    expect(undo_bar(any_size).get_by_role("button", name="Redo")).to_be_visible()
    expect(undo_bar(any_size).get_by_role("button", name="Undo")).to_be_hidden()
    assert book.get(id)


def test_UC_6_the_undo_bar_is_one_line_and_leaves_by_itself(phone, book):
    """UC-6 keeps the bar at one line however long the name is, and hides it after some seconds."""
    phone.clock.install()
    id = book.add("Zzyzx" * 12)
    open_card(phone, id).get_by_role("button", name="Delete Anna").click()
    expect(undo_bar(phone)).to_be_visible()
    assert undo_bar(phone).bounding_box()["height"] < 60
    phone.clock.run_for(30_000)
    expect(undo_bar(phone)).to_be_hidden()


def test_UC_6_after_deleting_the_list_stays_where_it_is(each_size, book):
    """UC-6 keeps the list in its place: deep in it, the neighbours of the deleted row stay in view."""
    people = book.list(sort="-lastName,-firstName", limit=30)
    ids = [book.add(people[-1]["lastName"], first_name=people[-1]["firstName"] + "a")]
    name = f"{people[-1]['firstName']}a {people[-1]['lastName']}"
    each_size.goto(f"{PEOPLE}?selected={ids[0]}")
    expect(chosen(each_size)).to_be_in_viewport()
    row(each_size, name).focus()
    if is_phone(each_size):
        swipe(each_size, name, by=-120)
        each_size.get_by_role("button", name=f"Delete {name}").tap()
    else:
        each_size.keyboard.press("Delete")
    expect(row(each_size, name)).to_have_count(0)
    neighbour = f"{people[-1]['firstName']} {people[-1]['lastName']}"
    expect(row(each_size, neighbour).first).to_be_in_viewport()
    assert book.get(ids[0]) is None


def test_UC_6_deleting_somebody_who_is_gone_is_said(desk, book, watch):
    """UC-6 says it when somebody else has deleted the person meanwhile, and nothing else is deleted."""
    watch.allow("status of 404|ERR_FAILED")
    id = book.add("Zzyzx")
    # Before the news of it came.
    desk.route("**/changes?*", lambda route: route.abort())
    form = open_card(desk, id)
    book.delete(id)
    form.get_by_role("button", name="Delete Anna Zzyzx").click()
    expect(desk.get_by_role("heading", name="There is no such card")).to_be_visible()
    desk.get_by_role("link", name="People").first.click()
    expect(count(desk)).to_have_text("1,000 people by last name")


@pytest.mark.nightly
def test_UC_6_the_undo_bar_tells_what_it_is_about(any_size, book):
    """UC-6 tells a screen reader what was deleted, in the bar that offers to undo it."""
    open_card(any_size, book.add("Zzyzx")).get_by_role("button", name="Delete Anna Zzyzx").click()
    expect(any_size.get_by_role("status").filter(has_text="Deleted Anna Zzyzx")).to_be_visible()
    expect(card(any_size).get_by_role("heading", name="Anna Zzyzx")).to_have_count(0)


def test_UC_6_the_undo_bar_can_be_closed(any_size, book):
    """UC-6 closes the bar for good, and Ctrl-Z undoes all the same."""
    id = book.add("Zzyzx")
    open_card(any_size, id).get_by_role("button", name="Delete Anna Zzyzx").click()
    expect(undo_bar(any_size)).to_contain_text("Deleted Anna Zzyzx")
    undo_bar(any_size).get_by_role("button", name="Close").click()
    expect(undo_bar(any_size)).to_be_hidden()
    any_size.reload()
    expect(undo_bar(any_size)).to_be_hidden()
    any_size.keyboard.press("Control+z")
    expect(undo_bar(any_size)).to_contain_text("Undid: Deleted Anna Zzyzx")
    assert book.total(search="Zzyzx") == 1
