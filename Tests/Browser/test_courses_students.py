"""CO-3, CO-4 and CO-5: who takes a course."""

import re

import pytest
from playwright.sync_api import expect

from chromium import go_back
from courses import (
    COURSES, USERS, cancel, choice, choices, choose, done, find, open_course, open_students, section, section_heading)
from matrix import nightly
from people import card, field, is_phone, row, rows, save, search_field, sheet, undo, undo_bar


@pytest.fixture
def people(school) -> list[int]:
    """Ada, Bea and Cid."""
    return [school.user("Zzyzx", name) for name in ("Ada", "Bea", "Cid")]


@pytest.fixture
def course(school, people) -> int:
    """A course that Ada and Bea take."""
    return school.course("Qqcourse", students=people[:2])


def take_out(page, name: str) -> None:
    """Presses the button behind a student's row."""
    item = section(page, "Students").filter(has_text=name)
    if is_phone(page):
        item.get_by_role("button", name=f"Take {name} out").focus()
    else:
        item.hover()
    item.get_by_role("button", name=f"Take {name} out").click()


def test_CO_3_the_second_section(each_size, course):
    """CO-3 the second section of a course has its students with their number; its first row is "Add students"."""
    open_course(each_size, course)
    expect(section_heading(each_size, "Students")).to_contain_text("2")
    expect(section(each_size, "Students")).to_have_count(3)
    texts = section(each_size, "Students").locator(".row").all_inner_texts()
    assert "Add students" in texts[0]
    assert "Ada Zzyzx" in texts[1] and "Bea Zzyzx" in texts[2]
    field_box = field(card(each_size), "Course name").bounding_box()
    assert section_heading(each_size, "Students").bounding_box()["y"] > field_box["y"]


@pytest.mark.nightly
def test_CO_3_a_course_without_students(any_size, school):
    """CO-3 the section is there without students too, with the row that adds some."""
    open_course(any_size, school.course("Qqcourse"))
    expect(section(any_size, "Students")).to_have_count(1)
    expect(card(any_size).get_by_role("link", name="Add students")).to_be_visible()


def test_CO_3_taking_out(any_size, school, people, course):
    """CO-3 taking a student out takes them off the course and leaves the user; undo puts them back, on the card."""
    open_course(any_size, course)
    take_out(any_size, "Ada Zzyzx")
    expect(undo_bar(any_size)).to_contain_text("Qqcourse")
    expect(section(any_size, "Students")).to_have_count(2)
    expect(section_heading(any_size, "Students")).to_contain_text("1")
    assert school.students(course) == people[1:2]
    assert school.get("users", people[0])["lastName"] == "Zzyzx"
    undo(any_size)
    assert school.students(course) == people[:2]
    expect(any_size).to_have_url(re.compile(rf"{COURSES}/{course}(#.*)?$"))
    expect(section(any_size, "Students")).to_have_count(3)


def test_CO_3_taking_a_student_out_keeps_the_place(phone, school, course):
    """CO-3 the page of a course with many students is where it was."""
    school.enrol(course, *school.users(14))
    open_course(phone, course)
    last = section(phone, "Students").last
    last.scroll_into_view_if_needed()
    place = phone.evaluate("scrollY")
    assert place > 300
    last.get_by_role("button").evaluate("it => it.click()")
    expect(undo_bar(phone)).to_be_visible()
    expect(section(phone, "Students").first).to_be_attached()
    assert phone.evaluate("scrollY") > place - 150


def test_CO_3_nobody_is_taken_out_by_a_click_on_the_row(each_size, school, people, course):
    """CO-3 the row leads to the profile; only its button takes out."""
    open_course(each_size, course)
    button = section(each_size, "Students").nth(1).get_by_role("button")
    if is_phone(each_size):
        expect(button).not_to_be_in_viewport()
    assert button.evaluate("it => it.closest('form').method") == "post"
    section(each_size, "Students").nth(1).locator("a").click()
    expect(field(card(each_size), "Last name")).to_be_visible()
    assert school.students(course) == people[:2]


def test_CO_4_a_student_leads_to_their_profile_and_back(any_size, people, course):
    """CO-4 pressing a student opens their profile; the way back leads to the course."""
    open_course(any_size, course)
    section(any_size, "Students").filter(has_text="Bea Zzyzx").locator("a").click()
    expect(field(card(any_size), "First name")).to_have_value("Bea")
    expect(any_size).to_have_url(re.compile(rf"{USERS}/{people[1]}\?"))
    back = card(any_size).get_by_role("link", name="Qqcourse", exact=True).first
    expect(back).to_be_visible()
    back.click()
    expect(field(card(any_size), "Course name")).to_have_value("Qqcourse")
    expect(any_size).to_have_url(re.compile(rf"{COURSES}/{course}(#.*)?$"))


@pytest.mark.nightly
def test_CO_4_saving_a_student_leads_back_to_the_course(any_size, school, people, course):
    """CO-4 who corrects a student's name on the way is back at the course, which has it."""
    open_course(any_size, course)
    section(any_size, "Students").filter(has_text="Bea Zzyzx").locator("a").click()
    field(card(any_size), "First name").fill("Beatrice")
    save(card(any_size)).click()
    expect(field(card(any_size), "Course name")).to_have_value("Qqcourse")
    expect(section(any_size, "Students").filter(has_text="Beatrice Zzyzx")).to_be_visible()


@pytest.mark.nightly
def test_CO_4_the_browsers_way_back_leads_to_the_course(any_size, people, course):
    """CO-4 the browser's own way back leads to the course as well."""
    open_course(any_size, course)
    section(any_size, "Students").filter(has_text="Ada Zzyzx").locator("a").click()
    expect(field(card(any_size), "First name")).to_have_value("Ada")
    go_back(any_size)
    expect(field(card(any_size), "Course name")).to_have_value("Qqcourse")


@pytest.mark.nightly
def test_CO_5_those_on_the_course_are_ticked_and_first(any_size, school, people, course):
    """CO-5 the sheet has all users, those on the course ticked and first, with how many there are of each."""
    school.users(50)
    dialog = open_students(any_size, course)
    expect(dialog.get_by_role("heading", name="Add students")).to_be_visible()
    expect(dialog.get_by_role("searchbox")).to_have_attribute("placeholder", f"Search {school.total('users')} users")
    assert choices(any_size).locator(".t").all_inner_texts()[:2] == ["Ada Zzyzx", "Bea Zzyzx"]
    expect(choices(any_size).locator("input:checked")).to_have_count(2)
    expect(choices(any_size).locator("label.row")).to_have_count(50)
    assert [" ".join(each.split()) for each in choices(any_size).locator("h3").all_inner_texts()] == [
        "Chosen 2", f"Others 48 shown of {school.total('users') - 2}"]


def test_CO_5_done_saves_all_at_once(any_size, school, people, course):
    """CO-5 ticks and unticks are kept through searches and saved together by Done; one undo takes all of it back."""
    open_students(any_size, course)
    choose(any_size, "Ada Zzyzx")
    find(any_size, "cid zzyzx")
    expect(choices(any_size).locator("label.row")).to_have_count(1)
    choose(any_size, "Cid Zzyzx")
    find(any_size, "lovelace")
    expect(choices(any_size).locator("label.row")).to_have_count(1)
    choose(any_size, "Ada Lovelace")
    find(any_size, "zzyzx")
    expect(choices(any_size).locator("label.row")).to_have_count(3)
    # Also who was ticked just now is among those chosen.
    expect(choices(any_size).locator("h3")).to_have_count(1)
    expect(choice(any_size, "Ada Zzyzx")).not_to_be_checked()
    expect(choice(any_size, "Bea Zzyzx")).to_be_checked()
    expect(choice(any_size, "Cid Zzyzx")).to_be_checked()
    assert school.students(course) == people[:2]
    done(any_size)
    expect(section_heading(any_size, "Students")).to_contain_text("3")
    assert school.students(course) == [1, *people[1:]]
    undo(any_size)
    expect(section_heading(any_size, "Students")).to_contain_text("2")
    assert school.students(course) == people[:2]


@pytest.mark.parametrize("way", ["Escape", *nightly("Cancel")])
def test_CO_5_cancel_changes_nothing(any_size, school, people, course, way):
    """CO-5 Cancel and Escape close the sheet and leave who takes the course."""
    open_students(any_size, course)
    choose(any_size, "Ada Zzyzx")
    find(any_size, "cid zz")
    choose(any_size, "Cid Zzyzx")
    if way == "Cancel":
        any_size.locator("[data-part=cancel]").click()
    else:
        any_size.keyboard.press("Escape")
    question = any_size.get_by_role("dialog", name="Discard changes?")
    question.get_by_role("button", name="Keep editing").click()
    expect(choices(any_size)).not_to_have_count(0)
    any_size.locator("[data-part=cancel]").click()
    question.get_by_role("button", name="Discard").click()
    expect(choices(any_size)).to_have_count(0)
    expect(section(any_size, "Students")).to_have_count(3)
    assert school.students(course) == people[:2]
    expect(undo_bar(any_size)).to_have_count(0)


def test_CO_5_return_in_the_search_finds(any_size, school, people, course):
    """CO-5 Return in the sheet's search field finds and saves nothing."""
    open_students(any_size, course)
    find(any_size, "cid zz")
    any_size.keyboard.press("Enter")
    expect(choices(any_size).locator("label.row")).to_have_count(1)
    expect(choices(any_size)).to_contain_text("Cid Zzyzx")
    assert school.students(course) == people[:2]


@pytest.mark.nightly
def test_CO_5_by_keyboard(desk, school, people, course):
    """CO-5 everything by keyboard: into the sheet, search, tick by the space bar, Done."""
    open_course(desk, course).get_by_role("link", name="Add students").focus()
    desk.keyboard.press("Enter")
    expect(desk.locator("#sq")).to_be_focused()
    desk.keyboard.type("cid zz")
    expect(choices(desk).locator("label.row")).to_have_count(1)
    desk.keyboard.press("Tab")
    expect(choice(desk, "Cid Zzyzx")).to_be_focused()
    desk.keyboard.press("Space")
    expect(choice(desk, "Cid Zzyzx")).to_be_checked()
    sheet(desk).get_by_role("button", name="Done").press("Enter")
    expect(choices(desk)).to_have_count(0)
    assert school.students(course) == people


@pytest.mark.nightly
def test_CO_5_somebody_ticked_was_deleted_meanwhile(any_size, school, watch, people, course):
    """CO-5 says who is gone, and keeps everything else as it was ticked."""
    watch.allow("status of 409")
    open_students(any_size, course)
    choose(any_size, "Cid Zzyzx")
    choose(any_size, "Ada Zzyzx")
    school.delete("users", people[2])
    sheet(any_size).get_by_role("button", name="Done").click()
    expect(sheet(any_size).get_by_role("alert")).to_contain_text(f"No. {people[2]} has been deleted meanwhile")
    expect(choice(any_size, "Ada Zzyzx")).not_to_be_checked()
    done(any_size)
    assert school.students(course) == people[1:2]


@pytest.mark.nightly
def test_CO_5_many_users(any_size, school, people, course):
    """CO-5 works with more users than are shown at once: more rows come, and ticks stay."""
    school.users(60)
    open_students(any_size, course)
    expect(choices(any_size)).to_contain_text(f"48 shown of {school.total('users') - 2}")
    find(any_size, "many")
    expect(choices(any_size).locator("label.row")).to_have_count(50)
    choose(any_size, "Many Qq07")
    choices(any_size).get_by_role("button", name="Show more rows").click()
    expect(choices(any_size).locator("label.row")).to_have_count(60)
    expect(choice(any_size, "Many Qq07")).to_be_checked()
    expect(choices(any_size)).to_contain_text("Many Qq59")
    done(any_size)
    assert len(school.students(course)) == 3


@pytest.mark.nightly
def test_CO_3_more_students_than_rows(any_size, school):
    """CO-3 a course with many students shows sixteen and leads to all of them."""
    ids = school.users(55)
    open_course(any_size, school.course("Qqcourse", students=ids))
    expect(section_heading(any_size, "Students")).to_contain_text("55")
    expect(section(any_size, "Students")).to_have_count(18)
    card(any_size).get_by_role("link", name="Show all 55").click()
    expect(choices(any_size)).to_be_visible()


@pytest.mark.nightly
def test_CO_5_the_list_beside_keeps_its_search(desk, school, course):
    """CO-5 the list beside the card is still searched when the sheet was used from there."""
    desk.goto(COURSES)
    search_field(desk).fill("Qqc")
    expect(rows(desk)).to_have_count(1)
    row(desk, "Qqcourse").click()
    expect(field(card(desk), "Course name")).to_have_value("Qqcourse")
    card(desk).get_by_role("link", name="Add students").click()
    expect(choices(desk)).to_be_visible()
    cancel(desk)
    expect(field(card(desk), "Course name")).to_have_value("Qqcourse")
