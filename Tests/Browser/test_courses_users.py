"""CO-1 and CO-10: the school's users."""

import re

import pytest
from playwright.sync_api import expect

from courses import USERS, open_course, open_user, section, teacher_name
from matrix import nightly
from people import (
    card, chosen, count, delete_button, field, is_phone, row, save, search_field, sheet, undo, undo_bar)

ADA = {"First name": "Ada", "Last name": "Zzyzx", "Email": "ada.zzyzx@school.example"}


def type_in(form, **fields: str) -> None:
    for label, text in {**ADA, **fields}.items():
        field(form, label).fill(text)


@pytest.mark.nightly
def test_CO_1_all_users_by_last_name(any_size, school):
    """CO-1 lists everybody by last name, with their mail address below."""
    any_size.goto(USERS)
    expect(count(any_size)).to_have_text("30 users by last name")
    expect(row(any_size, "Mary Anning")).to_contain_text("mary.anning@school.example")
    assert any_size.locator("#rows .row .t").all_inner_texts()[:3] == ["Mary Anning", "Stefan Banach", "Alonzo Church"]


def test_CO_1_adding(any_size, school):
    """CO-1 adds a user by "+" with three rows; Save sleeps until all three have a value."""
    any_size.goto(USERS)
    any_size.get_by_role("link", name="New user", exact=True).first.click()
    form = sheet(any_size)
    assert form.locator(".field > label").all_inner_texts() == ["First name", "Last name", "Email"]
    expect(save(form)).to_be_disabled()
    type_in(form)
    expect(save(form)).to_be_enabled()
    save(form).click()
    expect(chosen(any_size)).to_contain_text("Ada Zzyzx")
    added = school.list("users", search="Zzyzx")
    assert [each["email"] for each in added] == ["ada.zzyzx@school.example"]


@pytest.mark.nightly
def test_CO_1_editing_has_the_same_rows(any_size, school):
    """CO-1 edits a user in a form with the same rows as the one that adds."""
    id = school.user("Zzyzx", "Ada")
    form = open_user(any_size, id)
    assert form.locator(".field > label").all_inner_texts() == ["First name", "Last name", "Email"]
    expect(save(form)).to_be_disabled()
    field(form, "First name").fill("Augusta")
    save(form).click()
    expect(chosen(any_size)).to_contain_text("Augusta Zzyzx")
    assert school.get("users", id)["firstName"] == "Augusta"


@pytest.mark.nightly
@pytest.mark.parametrize("text", [
    "ada@school", *nightly("ada", "ada@", "@school.example", "ada lovelace@school.example")])
def test_CO_1_no_mail_address(any_size, school, watch, text):
    """CO-1 says beside the field that something is no mail address, and keeps what was typed."""
    watch.allow("status of 422")
    any_size.goto(f"{USERS}/new")
    type_in(sheet(any_size), Email=text)
    save(sheet(any_size)).click()
    email = field(sheet(any_size), "Email")
    expect(email).to_have_accessible_description(re.compile("mail"))
    expect(email).to_have_value(text)
    expect(email).to_be_focused()
    expect(field(sheet(any_size), "Last name")).to_have_value("Zzyzx")
    assert school.total("users", search="Zzyzx") == 0


def test_CO_1_a_mail_address_that_somebody_has(any_size, school, watch):
    """CO-1 says beside the field that another user has the mail address, and leads there."""
    watch.allow("status of 409")
    school.user("Zzyzx", email="taken@school.example")
    form = open_user(any_size, school.user("Zzyzx", "Bea"))
    field(form, "Email").fill("taken@school.example")
    save(form).click()
    expect(field(card(any_size), "Email")).to_have_accessible_description(
        re.compile("^Another card has this already Open .* Zzyzx"))


def test_CO_1_the_mail_field_brings_its_keyboard(phone, school):
    """CO-1 asks a phone for the keyboard with @."""
    form = open_user(phone, school.user("Zzyzx"))
    expect(field(form, "Email")).to_have_attribute("type", "email")


@pytest.mark.nightly
def test_CO_1_search(any_size, school):
    """CO-1 finds users by parts of their names and of their mail address."""
    school.user("Żółtowska", "Anna", "qq@elsewhere.example")
    any_size.goto(USERS)
    for text in ["zolt", "elsewhere", "anna zolt"]:
        search_field(any_size).fill(text)
        expect(count(any_size)).to_have_text("1 user")
        expect(row(any_size, "Anna Żółtowska")).to_be_visible()


@pytest.mark.nightly
def test_CO_1_deleting_from_the_row(any_size, school):
    """CO-1 deletes somebody who neither teaches nor studies by the button behind the row, at once; undo."""
    id = school.user("Zzyzx", "Ada")
    any_size.goto(f"{USERS}?search=Zzyzx")
    if is_phone(any_size):
        delete_button(any_size, "Ada Zzyzx").focus()
    else:
        row(any_size, "Ada Zzyzx").hover()
    delete_button(any_size, "Ada Zzyzx").click()
    expect(undo_bar(any_size)).to_contain_text("Deleted Ada Zzyzx")
    assert school.get("users", id) is None
    undo(any_size)
    expect(row(any_size, "Ada Zzyzx")).to_be_visible()
    assert school.get("users", id)["lastName"] == "Zzyzx"


def test_CO_10_deleting_who_teaches(any_size, school):
    """CO-10 says what a teacher's deletion touches, leaves the course without one, and undo brings both back."""
    id, student = school.user("Zzyzx", "Ada"), school.user("Zzyzx", "Bea")
    course = school.course("Qqcourse", teacher=id, students=[id, student])
    open_user(any_size, id).get_by_role("button", name="Delete Ada Zzyzx").click()
    question = sheet(any_size)
    expect(question).to_contain_text("In 1 course, “Teacher” becomes empty")
    question.get_by_role("link", name="Cancel").click()
    assert school.get("courses", course)["teacher"] == id
    card(any_size).get_by_role("button", name="Delete Ada Zzyzx").click()
    sheet(any_size).get_by_role("button", name="Delete").click()
    expect(undo_bar(any_size)).to_contain_text("Deleted Ada Zzyzx")
    assert school.get("courses", course) == {
        "id": course, "name": "Qqcourse", "subject": "Zoology", "branch": None, "teacher": None}
    assert school.students(course) == [student]
    expect(teacher_name(open_course(any_size, course))).to_have_text("Choose a teacher")
    # On a phone the course is the next page, which hides the bar.
    any_size.keyboard.press("Control+z")
    expect(undo_bar(any_size).get_by_role("button", name="Redo")).to_be_visible()
    assert school.get("courses", course)["teacher"] == id
    assert school.students(course) == [id, student]


@pytest.mark.nightly
def test_CO_10_deleting_a_course(any_size, school):
    """CO-10 a course that goes takes its enrolments along and nobody; undo brings them back."""
    ids = [school.user("Zzyzx", name) for name in ("Ada", "Bea")]
    course = school.course("Qqcourse", teacher=ids[0], students=ids)
    open_course(any_size, course).get_by_role("button", name="Delete Qqcourse").click()
    expect(undo_bar(any_size)).to_contain_text("Deleted Qqcourse")
    assert school.get("courses", course) is None
    assert all(school.get("users", id) for id in ids)
    undo(any_size)
    expect(chosen(any_size)).to_contain_text("Qqcourse")
    assert school.students(course) == ids
    open_course(any_size, course)
    expect(section(any_size, "Students")).to_have_count(3)
