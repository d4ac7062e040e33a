"""CO-2, CO-6 and CO-7: a course and who teaches it."""

import pytest
from playwright.sync_api import expect

from courses import (
    COURSES, cancel, choice, choices, done, find, mark, open_course, open_teachers, pick, teacher_name, teacher_row)
from matrix import nightly
from people import card, chosen, count, field, is_phone, row, save, sheet, undo_bar


@pytest.fixture
def ada(school) -> int:
    return school.user("Zzlovelace", "Ada", "ada@school.example")


@pytest.fixture
def bea(school) -> int:
    return school.user("Zzarthur", "Bea", "bea@school.example")


@pytest.mark.nightly
def test_CO_2_all_courses(any_size, school):
    """CO-2 lists courses by name, with their subject below."""
    any_size.goto(COURSES)
    expect(count(any_size)).to_have_text("12 courses by course name")
    expect(row(any_size, "Algebra")).to_contain_text("Mathematics")


def test_CO_2_adding_with_a_teacher(any_size, school, ada):
    """CO-2 and CO-6 add a course; what was typed is still there when the teacher was chosen."""
    any_size.goto(COURSES)
    any_size.get_by_role("link", name="New course", exact=True).first.click()
    form = sheet(any_size)
    assert form.locator(".field > label").all_inner_texts() == ["Course name", "Subject", "Branch", "Teacher"]
    field(form, "Course name").fill("Qqcourse")
    field(form, "Branch").fill("Qqbranch")
    expect(teacher_name(form)).to_have_text("Choose a teacher")
    open_teachers(any_size, form)
    find(any_size, "Zzlove")
    pick(any_size, "Ada Zzlovelace")
    form = sheet(any_size)
    expect(teacher_name(form)).to_have_text("Ada Zzlovelace")
    expect(field(form, "Course name")).to_have_value("Qqcourse")
    expect(field(form, "Branch")).to_have_value("Qqbranch")
    expect(save(form)).to_be_disabled()
    field(form, "Subject").fill("Qqsubject")
    save(form).click()
    expect(chosen(any_size)).to_contain_text("Qqcourse")
    added = school.list("courses", search="Qqcourse")[0]
    assert {**added, "id": 0} == {
        "id": 0, "name": "Qqcourse", "subject": "Qqsubject", "branch": "Qqbranch", "teacher": ada}


@pytest.mark.nightly
def test_CO_2_editing(any_size, school):
    """CO-2 edits a course in a form with the same rows."""
    id = school.course("Qqcourse", branch="Qqbranch")
    form = open_course(any_size, id)
    assert form.locator(".field > label").all_inner_texts() == ["Course name", "Subject", "Branch", "Teacher"]
    expect(save(form)).to_be_disabled()
    field(form, "Branch").fill("")
    save(form).click()
    expect(undo_bar(any_size)).to_contain_text("Qqcourse")
    assert school.get("courses", id)["branch"] is None


@pytest.mark.nightly
def test_CO_2_name_and_subject_are_needed(any_size, school):
    """CO-2 lets nobody save a course without name or subject."""
    form = open_course(any_size, school.course("Qqcourse"))
    for label in ["Course name", "Subject"]:
        text = field(form, label).input_value()
        field(form, label).fill(" ")
        expect(save(form)).to_be_disabled()
        field(form, label).fill(text + "x")
        expect(save(form)).to_be_enabled()


def test_CO_7_the_row_says_who_teaches(any_size, school, ada):
    """CO-7 shows first and last name in the teacher's row, or "Choose a teacher"; a screen reader hears both."""
    form = open_course(any_size, school.course("Qqcourse", teacher=ada))
    expect(teacher_name(form)).to_have_text("Ada Zzlovelace")
    expect(form.get_by_role("button", name="Teacher: Ada Zzlovelace")).to_be_visible()
    form = open_course(any_size, school.course("Qqother"))
    expect(teacher_name(form)).to_have_text("Choose a teacher")


@pytest.mark.nightly
def test_CO_6_another_teacher(any_size, school, ada, bea):
    """CO-6 opens everybody in a sheet with who teaches first; one is chosen, Save wakes up, and typed words stay."""
    id = school.course("Qqcourse", teacher=ada)
    form = open_course(any_size, id)
    field(form, "Branch").fill("Typed before")
    open_teachers(any_size, form)
    expect(sheet(any_size).get_by_role("heading", name="Choose a teacher")).to_be_visible()
    expect(choice(any_size, "Ada Zzlovelace")).to_be_checked()
    assert choices(any_size).locator(".t").all_inner_texts()[:2] == ["None", "Ada Zzlovelace"]
    find(any_size, "Zzarthur")
    expect(choices(any_size).locator("label.row")).to_have_count(2)
    expect(choice(any_size, "Ada Zzlovelace")).to_be_checked()
    mark(any_size, "Bea Zzarthur")
    expect(choice(any_size, "Ada Zzlovelace")).not_to_be_checked()
    pick(any_size, "Bea Zzarthur")
    form = card(any_size)
    expect(teacher_name(form)).to_have_text("Bea Zzarthur")
    expect(field(form, "Branch")).to_have_value("Typed before")
    expect(save(form)).to_be_enabled()
    assert school.get("courses", id)["teacher"] == ada
    save(form).click()
    expect(undo_bar(any_size)).to_contain_text("Qqcourse")
    assert school.get("courses", id) == {
        "id": id, "name": "Qqcourse", "subject": "Zoology", "branch": "Typed before", "teacher": bea}


@pytest.mark.nightly
def test_CO_6_save_wakes_up_for_another_teacher_alone(any_size, school, ada, bea):
    """CO-6 Save is awake when nothing but the teacher was changed, and asleep again when it is who it was."""
    form = open_course(any_size, school.course("Qqcourse", teacher=ada))
    open_teachers(any_size, form)
    find(any_size, "Zzarthur")
    pick(any_size, "Bea Zzarthur")
    expect(save(card(any_size))).to_be_enabled()
    open_teachers(any_size, card(any_size))
    find(any_size, "Zzlovelace")
    pick(any_size, "Ada Zzlovelace")
    expect(teacher_name(card(any_size))).to_have_text("Ada Zzlovelace")
    expect(save(card(any_size))).to_be_disabled()


@pytest.mark.nightly
def test_CO_6_none(any_size, school, ada):
    """CO-6 none can be chosen as well, and stays so while one searches."""
    id = school.course("Qqcourse", teacher=ada)
    open_teachers(any_size, open_course(any_size, id))
    mark(any_size, "None")
    find(any_size, "Zzlovelace")
    expect(choices(any_size).locator("label.row")).to_have_count(1)
    expect(choice(any_size, "Ada Zzlovelace")).not_to_be_checked()
    done(any_size)
    expect(teacher_name(card(any_size))).to_have_text("Choose a teacher")
    save(card(any_size)).click()
    expect(undo_bar(any_size)).to_contain_text("Qqcourse")
    assert school.get("courses", id)["teacher"] is None


@pytest.mark.nightly
@pytest.mark.parametrize("way", ["Cancel", *nightly("Escape")])
def test_CO_6_cancel_changes_nothing(any_size, school, ada, bea, way):
    """CO-6 Cancel and Escape leave the teacher as it was, and what was typed in the form where it was."""
    id = school.course("Qqcourse", teacher=ada)
    form = open_course(any_size, id)
    field(form, "Subject").fill("Typed before")
    open_teachers(any_size, form)
    find(any_size, "Zzarthur")
    mark(any_size, "Bea Zzarthur")
    if way == "Cancel":
        cancel(any_size)
    else:
        any_size.keyboard.press("Escape")
        expect(choices(any_size)).to_have_count(0)
    form = card(any_size)
    expect(teacher_name(form)).to_have_text("Ada Zzlovelace")
    expect(field(form, "Subject")).to_have_value("Typed before")
    assert school.get("courses", id)["teacher"] == ada


@pytest.mark.nightly
def test_CO_6_who_was_deleted_meanwhile(any_size, school, watch, ada):
    """CO-6 says it beside the row when who was chosen has been deleted meanwhile."""
    watch.allow("status of 409")
    form = open_course(any_size, school.course("Qqcourse"))
    open_teachers(any_size, form)
    find(any_size, "Zzlovelace")
    pick(any_size, "Ada Zzlovelace")
    school.delete("users", ada)
    field(card(any_size), "Branch").fill("Typed")
    save(card(any_size)).click()
    expect(card(any_size).locator(".err")).to_contain_text(f"There is no user No. {ada}")
    expect(field(card(any_size), "Branch")).to_have_value("Typed")


@pytest.mark.nightly
def test_CO_6_return_in_the_search_finds(any_size, school, ada, bea):
    """CO-6 Return in the sheet's search field finds and saves nothing."""
    id = school.course("Qqcourse", teacher=ada)
    open_teachers(any_size, open_course(any_size, id))
    find(any_size, "Zzarthur")
    any_size.keyboard.press("Enter")
    expect(choice(any_size, "Bea Zzarthur")).to_be_visible()
    expect(choices(any_size).locator("label.row")).to_have_count(2)
    expect(sheet(any_size).locator("#sq")).to_have_value("Zzarthur")


def test_CO_6_by_keyboard(desk, school, ada, bea):
    """CO-6 the sheet is opened, used and closed by keyboard alone."""
    form = open_course(desk, school.course("Qqcourse", teacher=ada))
    teacher_row(form).focus()
    desk.keyboard.press("Enter")
    expect(choices(desk)).to_be_visible()
    desk.locator("#sq").focus()
    desk.keyboard.type("Zzarthur")
    expect(choices(desk).locator("label.row")).to_have_count(2)
    desk.keyboard.press("Tab")
    expect(choice(desk, "Ada Zzlovelace")).to_be_focused()
    desk.keyboard.press("ArrowDown")
    expect(choice(desk, "Bea Zzarthur")).to_be_checked()
    done(desk)
    expect(teacher_name(card(desk))).to_have_text("Bea Zzarthur")


@pytest.mark.nightly
def test_CO_6_nobody_found(any_size, school):
    """CO-6 says it when nobody is found."""
    open_teachers(any_size, open_course(any_size, school.course("Qqcourse")))
    find(any_size, "Qqqqqq")
    expect(choices(any_size)).to_contain_text("Nothing found for “Qqqqqq”")
    find(any_size, "")
    expect(choice(any_size, "None")).to_be_checked()


@pytest.mark.nightly
def test_CO_7_leaving_with_another_teacher_asks(any_size, school, ada):
    """CO-7 another teacher that is not saved yet is not lost by leaving."""
    open_teachers(any_size, open_course(any_size, school.course("Qqcourse")))
    find(any_size, "Zzlovelace")
    pick(any_size, "Ada Zzlovelace")
    link = any_size.get_by_role("link", name="Courses", exact=True) if is_phone(any_size) else row(any_size, "Algebra")
    link.first.click()
    expect(any_size.get_by_role("dialog", name="Discard changes?")).to_be_visible()
