"""Courses without JavaScript: everything works by plain links and forms."""

import re

import pytest
from playwright.sync_api import Page, expect

from courses import (
    COURSES, TEACHERS, cancel, choice, choices, choose, done, find, open_course, open_students, open_teachers, section,
    section_heading, teacher_name)
from people import card, chosen, field, row, rows, save, search_field, sheet, undo


def search(page: Page, text: str) -> None:
    find(page, text)
    page.locator("#sq").press("Enter")
    expect(page.locator("#sq")).to_have_value(text)


@pytest.mark.nightly
def test_CO_2_CO_6_a_new_course_with_a_teacher(plain, school):
    """CO-2 and CO-6 a course is added with a teacher from the sheet, and nothing typed is lost on the way."""
    ada = school.user("Zzyzx", "Ada")
    plain.goto(f"{COURSES}/new")
    field(sheet(plain), "Course name").fill("Qqcourse")
    open_teachers(plain, sheet(plain))
    search(plain, "Zzyzx")
    choose(plain, "Ada Zzyzx")
    done(plain)
    expect(teacher_name(sheet(plain))).to_have_text("Ada Zzyzx")
    expect(field(sheet(plain), "Course name")).to_have_value("Qqcourse")
    field(sheet(plain), "Subject").fill("Qqsubject")
    save(sheet(plain)).click()
    expect(chosen(plain)).to_contain_text("Qqcourse")
    assert school.list("courses", search="Qqcourse")[0]["teacher"] == ada


@pytest.mark.nightly
def test_CO_6_more_rows_none_and_cancel(plain, school):
    """CO-6 more rows, none and Cancel work by plain buttons, and none of them saves."""
    ada = school.user("Zzyzx", "Ada")
    school.users(60)
    id = school.course("Qqcourse", teacher=ada)
    form = open_course(plain, id)
    field(form, "Branch").fill("Typed before")
    open_teachers(plain, form)
    choose(plain, "None")
    choices(plain).get_by_role("button", name="Show more rows").click()
    expect(choices(plain).locator("label.row")).to_have_count(min(100, school.total("users")) + 1)
    expect(choice(plain, "None")).to_be_checked()
    cancel(plain)
    expect(teacher_name(card(plain))).to_have_text("Ada Zzyzx")
    expect(field(card(plain), "Branch")).to_have_value("Typed before")
    assert school.get("courses", id)["branch"] is None
    open_teachers(plain, card(plain))
    choose(plain, "None")
    search(plain, "Zzyzx")
    done(plain)
    expect(teacher_name(card(plain))).to_have_text("Choose a teacher")
    save(card(plain)).click()
    expect(chosen(plain)).to_contain_text("Qqcourse")
    assert school.get("courses", id)["teacher"] is None


@pytest.mark.nightly
def test_CO_3_CO_5_students(plain, school):
    """CO-3 and CO-5 students are ticked through a search, taken out, and put back by undo."""
    people = [school.user("Zzyzx", name) for name in ("Ada", "Bea", "Cid")]
    course = school.course("Qqcourse", students=people[:2])
    open_students(plain, course)
    choose(plain, "Ada Zzyzx")
    search(plain, "cid zz")
    choose(plain, "Cid Zzyzx")
    search(plain, "zzyzx")
    assert [each.is_checked() for each in choices(plain).locator("input[type=checkbox]").all()] == [False, True, True]
    done(plain)
    expect(section_heading(plain, "Students")).to_contain_text("2")
    assert school.students(course) == people[1:]
    button = plain.get_by_role("button", name="Take Cid Zzyzx out")
    button.focus()
    plain.keyboard.press("Enter")
    expect(section(plain, "Students")).to_have_count(2)
    assert school.students(course) == people[1:2]
    undo(plain)
    expect(plain).to_have_url(re.compile(rf"{COURSES}/{course}$"))
    assert school.students(course) == people[1:]


@pytest.mark.nightly
def test_CO_4_CO_8_CO_9_ways(plain, school):
    """CO-4, CO-8 and CO-9 the ways to a profile and back are links."""
    ada = school.user("Zzyzx", "Ada")
    course = school.course("Qqcourse", subject="Astronomy", teacher=ada, students=[ada])
    open_course(plain, course)
    section(plain, "Students").nth(1).locator("a").click()
    expect(section(plain, "Courses taught")).to_have_count(1)
    card(plain).get_by_role("link", name="Qqcourse", exact=True).first.click()
    expect(field(card(plain), "Course name")).to_have_value("Qqcourse")
    plain.goto(TEACHERS)
    search_field(plain).fill("zzyzx")
    search_field(plain).press("Enter")
    expect(rows(plain)).to_have_count(1)
    row(plain, "Ada Zzyzx").click()
    expect(field(card(plain), "First name")).to_have_value("Ada")
    assert "search=zzyzx" in card(plain).locator(".back").get_attribute("href")
