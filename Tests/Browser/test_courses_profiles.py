"""CO-8 and CO-9: profiles, and teachers by subject."""

import re

import pytest
from playwright.sync_api import expect

from courses import COURSES, TEACHERS, USERS, open_user, section, section_heading
from people import card, chosen, count, field, is_phone, row, rows, save, search_field, sheet, undo_bar


def test_CO_8_both_sections(any_size, school):
    """CO-8 a profile has the courses taught and studied, each leading to the course and back."""
    id = school.user("Zzyzx", "Ada")
    course = school.course("Qqtaught", teacher=id)
    school.course("Qqstudied", students=[id])
    open_user(any_size, id)
    expect(section_heading(any_size, "Courses taught")).to_contain_text("1")
    expect(section(any_size, "Courses studied")).to_have_count(1)
    expect(section(any_size, "Courses studied")).to_contain_text("Qqstudied")
    section(any_size, "Courses taught").locator("a").click()
    expect(field(card(any_size), "Course name")).to_have_value("Qqtaught")
    expect(any_size).to_have_url(re.compile(rf"{COURSES}/{course}\?"))
    card(any_size).get_by_role("link", name="Ada Zzyzx", exact=True).first.click()
    expect(field(card(any_size), "First name")).to_have_value("Ada")


@pytest.mark.nightly
def test_CO_8_only_sections_with_rows(any_size, school):
    """CO-8 a section without rows isn't there."""
    id = school.user("Zzyzx")
    open_user(any_size, id)
    expect(card(any_size).locator("h2.over")).to_have_count(0)
    course = school.course("Qqcourse", students=[id])
    open_user(any_size, id)
    expect(card(any_size).locator("h2.over")).to_have_count(1)
    expect(section_heading(any_size, "Courses studied")).to_be_visible()
    school.enrol(course)
    school.change("courses", course, teacher=id)
    open_user(any_size, id)
    expect(card(any_size).locator("h2.over")).to_have_count(1)
    expect(section_heading(any_size, "Courses taught")).to_be_visible()


def headings(page) -> list[str]:
    return [" ".join(each.split()) for each in page.locator("#rows .letter").all_inner_texts()]


def test_CO_9_teachers_by_subject(any_size, school):
    """CO-9 everyone who teaches stands under each of their subjects, with the number of their courses."""
    any_size.goto(TEACHERS)
    assert headings(any_size) == [
        "Biology 2 teachers", "Chemistry 1 teacher", "Computing 3 teachers", "Mathematics 4 teachers"]
    expect(row(any_size, "Emmy Noether")).to_have_count(2)
    expect(row(any_size, "Grace Hopper").get_by_role("img", name="2 courses")).to_have_text("2")
    expect(row(any_size, "Grace Hopper")).to_contain_text("grace.hopper@school.example")
    expect(count(any_size)).to_have_text("9 teachers")


@pytest.mark.nightly
def test_CO_9_a_teacher_leads_to_the_profile_and_back(any_size, school):
    """CO-9 pressing a teacher opens the profile; the way back leads to Teachers."""
    id = school.user("Zzyzx", "Ada")
    school.course("Qqcourse", subject="Astronomy", teacher=id)
    any_size.goto(TEACHERS)
    row(any_size, "Ada Zzyzx").click()
    expect(field(card(any_size), "Last name")).to_have_value("Zzyzx")
    expect(any_size).to_have_url(re.compile(rf"{USERS}/{id}\?via=teachers"))
    expect(any_size.locator(".tabs [aria-current]")).to_contain_text("Teachers")
    if is_phone(any_size):
        card(any_size).get_by_role("link", name="Teachers", exact=True).click()
        expect(any_size).to_have_url(re.compile(TEACHERS))
    expect(chosen(any_size)).to_contain_text("Ada Zzyzx")
    expect(any_size.get_by_role("heading", name="Teachers", exact=True)).to_be_visible()


@pytest.mark.nightly
def test_CO_9_saving_leads_back_to_teachers(any_size, school):
    """CO-9 who corrects a teacher's name is back at Teachers."""
    id = school.user("Zzyzx", "Ada")
    school.course("Qqcourse", subject="Astronomy", teacher=id)
    any_size.goto(TEACHERS)
    row(any_size, "Ada Zzyzx").click()
    field(card(any_size), "First name").fill("Augusta")
    save(card(any_size)).click()
    expect(any_size).to_have_url(re.compile(TEACHERS))
    expect(chosen(any_size)).to_contain_text("Augusta Zzyzx")


@pytest.mark.nightly
def test_CO_9_deleting_a_teacher_leads_back_to_teachers(any_size, school):
    """CO-9 who deletes a teacher from the profile is back at Teachers, where they are no more."""
    id = school.user("Zzyzx", "Ada")
    school.course("Qqcourse", subject="Astronomy", teacher=id)
    any_size.goto(TEACHERS)
    row(any_size, "Ada Zzyzx").click()
    card(any_size).get_by_role("button", name="Delete Ada Zzyzx").click()
    sheet(any_size).get_by_role("button", name="Delete").click()
    expect(undo_bar(any_size)).to_contain_text("Deleted Ada Zzyzx")
    expect(any_size).to_have_url(re.compile(TEACHERS))
    expect(row(any_size, "Ada Zzyzx")).to_have_count(0)


@pytest.mark.nightly
def test_CO_9_the_row_that_was_pressed_stands_out(desk, school):
    """CO-9 of somebody in two groups, the row that was pressed stands out, and arrows go on from there."""
    desk.goto(TEACHERS)
    row(desk, "Emmy Noether").nth(1).click()
    expect(field(card(desk), "First name")).to_have_value("Emmy")
    expect(chosen(desk)).to_have_count(1)
    assert row(desk, "Emmy Noether").nth(1).get_attribute("aria-current") == "true"


@pytest.mark.nightly
def test_CO_9_search(any_size, school):
    """CO-9 finds teachers by name and by subject, whatever the case or accents."""
    school.course("Qqcourse", subject="Łacina", teacher=school.user("Zzyzx", "Ada"))
    any_size.goto(TEACHERS)
    for text, found in [("noether", ["Computing 3 teachers", "Mathematics 4 teachers"]), ("LACINA", ["Łacina 1 teacher"])]:
        search_field(any_size).fill(text)
        expect(any_size.locator("#rows .letter")).to_have_count(len(found))
        assert [each.split(" ")[0] for each in headings(any_size)] == [each.split(" ")[0] for each in found]
    search_field(any_size).fill("qqqqq")
    expect(any_size.locator("#rows")).to_contain_text("Nothing found")


@pytest.mark.nightly
def test_CO_9_many_teachers(any_size, school):
    """CO-9 more teachers come while one scrolls, each group going on where it was."""
    ids = school.users(60)
    for id in ids:
        school.course("Qqcourse", subject="Astronomy", teacher=id)
    any_size.goto(TEACHERS)
    expect(rows(any_size)).not_to_have_count(0)
    rows(any_size).last.scroll_into_view_if_needed()
    expect(rows(any_size)).to_have_count(70)
    assert headings(any_size)[0] == "Astronomy 60 teachers"
    assert len(headings(any_size)) == 5


@pytest.mark.nightly
def test_CO_9_nobody_teaches(fresh_server, any_size):
    """CO-9 says it when nobody teaches yet."""
    any_size.goto(TEACHERS)
    expect(any_size.get_by_role("heading", name="No teachers yet")).to_be_visible()


def test_CO_11_a_new_course_changes_the_number_on_open_screens(open_page, school):
    """CO-11 a new course changes the teacher's number on every open screen."""
    from chromium import DESK, PHONE
    id = school.user("Zzyzx", "Ada")
    course = school.course("Qqcourse", subject="Astronomy", teacher=id)
    teachers, profile, courses = open_page(PHONE), open_page(DESK), open_page(DESK)
    teachers.goto(TEACHERS)
    profile.goto(f"{USERS}/{id}?via=teachers")
    courses.goto(f"{COURSES}/{course}")
    school.course("Qqsecond", subject="astronomy", teacher=id)
    expect(row(teachers, "Ada Zzyzx").get_by_role("img", name="2 courses")).to_be_visible()
    expect(row(profile, "Ada Zzyzx").get_by_role("img", name="2 courses")).to_be_visible()
    expect(section(profile, "Courses taught")).to_have_count(2)
    expect(card(profile).locator(".back")).to_have_attribute("href", re.compile("teachers"))
    expect(row(courses, "Qqsecond")).to_be_visible()
    school.enrol(course, id)
    expect(section(courses, "Students")).to_have_count(2)
    school.change("users", id, lastName="Zznew")
    expect(row(teachers, "Ada Zznew")).to_be_visible()
    expect(courses.locator(".goes")).to_have_text("Ada Zznew")
    expect(section(courses, "Students").nth(1)).to_contain_text("Ada Zznew")


def test_CO_2_a_course_names_its_teacher_in_lists_and_not_on_the_teachers_own_card(any_size, school):
    """Courses of one name and subject are told apart; on the card of the teacher it would be the name above."""
    id = school.user("Zzyzx", "Ada")
    school.course("Qqtold", subject="Qqsubject", teacher=id)
    any_size.goto(f"{COURSES}?search=qqtold")
    expect(row(any_size, "Qqtold").locator(".d")).to_have_text("Qqsubject · Ada Zzyzx")
    open_user(any_size, id)
    expect(section(any_size, "Courses taught")).to_contain_text("Qqsubject")
    expect(section(any_size, "Courses taught")).not_to_contain_text("Zzyzx")
