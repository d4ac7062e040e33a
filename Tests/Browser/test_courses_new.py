"""CO-5: the students of a course that is not saved yet."""

import pytest
from playwright.sync_api import expect

from courses import COURSES, choices, choose, find, open_course, section, section_heading
from people import card, chosen, field, save, sheet

pytestmark = pytest.mark.latency(100)


def tick(page, *names: str) -> None:
    """Ticks students in the sheet of a new course and closes the sheet."""
    sheet(page).get_by_role("button", name="Add students").click()
    expect(choices(page)).to_be_visible()
    for name in names:
        find(page, name)
        if not page.context.runs_scripts:
            page.locator("#sq").press("Enter")
        expect(choices(page).locator("label.row")).to_have_count(1)
        choose(page, name)
    sheet(page).get_by_role("button", name="Done").click()
    expect(choices(page)).to_have_count(0)


def test_CO_5_students_of_a_new_course(each_way, school):
    """CO-5 students are ticked before a course is saved, kept with everything typed, and saved with it; one undo takes it all."""
    ids = [school.user("Zzyzx", name) for name in ("Ada", "Bea", "Cid")]
    each_way.goto(f"{COURSES}/new")
    form = sheet(each_way)
    expect(form.get_by_role("heading", name="Students")).to_contain_text("0")
    field(form, "Course name").fill("Qqcourse")
    tick(each_way, "Ada Zzyzx", "Cid Zzyzx")
    expect(field(form, "Course name")).to_have_value("Qqcourse")
    expect(form.get_by_role("heading", name="Students")).to_contain_text("2")
    expect(form).to_contain_text("Ada Zzyzx")
    # The sheet is opened again: its ticks are there, and Cancel leaves them.
    form.get_by_role("button", name="Add students").click()
    expect(choices(each_way).locator("input:checked")).to_have_count(2)
    choose(each_way, "Ada Zzyzx")
    sheet(each_way).locator("[data-part=cancel]").click()
    expect(form.get_by_role("heading", name="Students")).to_contain_text("2")
    field(form, "Subject").fill("Qqsubject")
    assert school.total("courses", search="Qqcourse") == 0
    save(form).click()
    expect(chosen(each_way)).to_contain_text("Qqcourse")
    [course] = school.list("courses", search="Qqcourse")
    assert school.students(course["id"]) == [ids[0], ids[2]]


@pytest.mark.nightly
def test_CO_5_a_student_of_a_new_course_was_deleted_meanwhile(any_size, school, watch):
    """CO-5 says who is gone; the others stay ticked, and the course is saved by the next press."""
    watch.allow("status of 409")
    ada, bea = (school.user("Zzyzx", name) for name in ("Ada", "Bea"))
    any_size.goto(f"{COURSES}/new")
    form = sheet(any_size)
    field(form, "Course name").fill("Qqcourse")
    field(form, "Subject").fill("Qqsubject")
    tick(any_size, "Ada Zzyzx", "Bea Zzyzx")
    school.delete("users", bea)
    save(form).click()
    expect(form.get_by_role("alert")).to_contain_text(f"No. {bea} has been deleted meanwhile")
    assert school.total("courses", search="Qqcourse") == 0
    save(form).click()
    expect(chosen(any_size)).to_contain_text("Qqcourse")
    [course] = school.list("courses", search="Qqcourse")
    assert school.students(course["id"]) == [ada]
    open_course(any_size, course["id"])
    expect(section_heading(any_size, "Students")).to_contain_text("1")
    expect(section(any_size, "Students").filter(has_text="Ada Zzyzx")).to_be_visible()
    expect(card(any_size)).to_be_visible()
