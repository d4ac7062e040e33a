"""Courses as the tests see them: records by the API, screens by what people see there."""

from __future__ import annotations

import json
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

from kartoteka import Server
from people import card, field, sheet

USERS = "/courses/users"
COURSES = "/courses/courses"
TEACHERS = "/courses/teachers"
MORE = "/courses/more"
API = "/api/courses"


class School:
    """A server's users and courses by the API: puts there what a test needs, and looks what became of it."""

    def __init__(self, server: Server):
        self.server = server
        self._newest = {kind: self._last(kind) for kind in ("users", "courses")}

    def user(self, last_name: str, first_name: str = "Anna", email: str | None = None) -> int:
        """Adds a user; their id."""
        email = email or f"{first_name}.{last_name}.{self._last('users')}@school.example".replace(" ", "-")
        return self._ask("POST", f"{API}/users", {"firstName": first_name, "lastName": last_name, "email": email})["id"]

    def users(self, count: int) -> list[int]:
        """Adds users called "Many Qq00", "Many Qq01" and so on; their ids."""
        return self.server.batch("courses", [
            {"create": "users", "values": {"firstName": "Many", "lastName": f"Qq{number:02}",
                                           "email": f"many.qq{number}@school.example"}} for number in range(count)])

    def course(self, name: str, subject: str = "Zoology", branch: str | None = None, teacher: int | None = None,
               students: list[int] | None = None) -> int:
        """Adds a course; its id."""
        body = {"name": name, "subject": subject, "branch": branch, "teacher": teacher}
        id = self._ask("POST", f"{API}/courses", body)["id"]
        if students:
            self._ask("PUT", f"{API}/courses/{id}/students", {"ids": students})
        return id

    def get(self, kind: str, id: int) -> dict | None:
        """A user's or course's fields; None when there is no such one."""
        status, body = self.server.get(f"{API}/{kind}/{id}")
        return json.loads(body) if status == 200 else None

    def list(self, kind: str, **query: str | int) -> list[dict]:
        return self._ask("GET", f"{API}/{kind}?{urlencode(query)}")["items"]

    def total(self, kind: str, **query: str | int) -> int:
        return self._ask("GET", f"{API}/{kind}?{urlencode(query)}")["total"]

    def students(self, course: int) -> list[int]:
        return self._ask("GET", f"{API}/courses/{course}/students")["ids"]

    def enrol(self, course: int, *ids: int) -> None:
        """Makes these the students of a course, and no others."""
        self._ask("PUT", f"{API}/courses/{course}/students", {"ids": ids})

    def change(self, kind: str, id: int, **fields: str | int | None) -> None:
        self._ask("PATCH", f"{API}/{kind}/{id}", fields)

    def delete(self, kind: str, id: int) -> None:
        self._ask("DELETE", f"{API}/{kind}/{id}")

    def remove_what_is_new(self) -> None:
        """Deletes what was added since this was made."""
        for kind, newest in self._newest.items():
            new = self.list(kind, **{"filter[id][gt]": newest, "limit": 1000})
            self.server.batch("courses", [{"delete": kind, "id": each["id"]} for each in new])

    def _last(self, kind: str) -> int:
        return max((each["id"] for each in self.list(kind, sort="-id", limit=1)), default=0)

    def _ask(self, method: str, path: str, body: dict | None = None) -> dict | None:
        status, answer = self.server.send(method, path, body and json.dumps(body))
        assert status < 300, f"{method} {path}: {status} {answer.decode()}"
        return json.loads(answer) if answer else None


def open_course(page: Page, id: int) -> Locator:
    """The card of a course, opened by its address."""
    page.goto(f"{COURSES}/{id}")
    expect(field(card(page), "Course name")).to_be_visible()
    return card(page)


def open_user(page: Page, id: int) -> Locator:
    """The profile of a user, opened by its address."""
    page.goto(f"{USERS}/{id}")
    expect(field(card(page), "Last name")).to_be_visible()
    return card(page)


def teacher_row(form: Locator) -> Locator:
    """The row that opens the sheet with all users."""
    return form.locator("button.choose")


def teacher_name(form: Locator) -> Locator:
    """What the row says: the teacher, to be followed, or what there is to do."""
    return form.locator(".goes, button.choose:not(.accent)")


def open_teachers(page: Page, form: Locator) -> Locator:
    """The sheet in which a course's teacher is chosen."""
    teacher_row(form).click()
    expect(choices(page)).to_be_visible()
    return sheet(page)


def open_students(page: Page, course: int) -> Locator:
    """The sheet in which a course's students are ticked, opened from its card."""
    open_course(page, course).get_by_role("link", name="Add students").click()
    expect(choices(page)).to_be_visible()
    return sheet(page)


def choices(page: Page) -> Locator:
    """The part of a sheet that has the rows to choose from."""
    return page.locator("#choices")


def choice(page: Page, name: str) -> Locator:
    """The tick of somebody in a sheet."""
    return choices(page).locator("label.row").filter(has=page.locator(".t", has_text=name)).locator("input")


def choose(page: Page, name: str) -> None:
    """Presses somebody's row in a sheet."""
    choices(page).locator("label.row").filter(has=page.locator(".t", has_text=name)).click()


def mark(page: Page, name: str) -> None:
    """Chooses somebody's row in a sheet by keyboard, which leaves it open."""
    choice(page, name).press("Space")


def find(page: Page, text: str) -> None:
    """Types into a sheet's search field."""
    page.locator("#sq").fill(text)


def done(page: Page) -> None:
    sheet(page).get_by_role("button", name="Done").click()
    expect(choices(page)).to_have_count(0)


def pick(page: Page, name: str) -> None:
    """Presses the one to choose in a sheet. Without scripts Done ends the choice."""
    choose(page, name)
    if not page.context.runs_scripts:
        sheet(page).get_by_role("button", name="Done").click()
    expect(choices(page)).to_have_count(0)


def cancel(page: Page) -> None:
    sheet(page).locator("[data-part=cancel]").click()
    expect(choices(page)).to_have_count(0)


def section(page: Page, title: str) -> Locator:
    """The rows of a section of the open card, below its heading."""
    heading = card(page).locator("h2.over").filter(has_text=title)
    return heading.locator("xpath=following-sibling::*[1]").locator("li")


def section_heading(page: Page, title: str) -> Locator:
    return card(page).locator("h2.over").filter(has_text=title)
