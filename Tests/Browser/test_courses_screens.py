"""Courses' screens: axe, sizes, weight and words."""

import re

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK, PHONE, new_tab
from courses import COURSES, MORE, TEACHERS, USERS, choices, find, teacher_row
from matrix import nightly
from people import card, rows
from test_languages import SAME, words
from test_weight import LIMIT, answers


class Names:
    """A course with a teacher and two students, of names that are in no language."""

    def __init__(self, school):
        self.teacher = school.user("Qxteacher", "Qx", "qxt@qx.qx")
        self.students = [school.user("Qxstudent", name, f"{name}@qx.qx") for name in ("Qxa", "Qxb")]
        self.course = school.course("Qxcourse", subject="Qxsubject", branch="Qxbranch", teacher=self.teacher,
                                    students=self.students)
        self.other = school.course("Qxother", subject="Qxsubject")


@pytest.fixture
def names(school) -> Names:
    return Names(school)


def users(page: Page, names: Names) -> None:
    page.goto(USERS + "?search=qx")
    expect(rows(page).first).to_be_visible()


def course_list(page: Page, names: Names) -> None:
    page.goto(COURSES + "?search=qx")
    expect(rows(page).first).to_be_visible()


def course(page: Page, names: Names) -> None:
    page.goto(f"{COURSES}/{names.course}?search=qx")


def course_without_teacher(page: Page, names: Names) -> None:
    page.goto(f"{COURSES}/{names.other}?search=qx")


def new_course(page: Page, names: Names) -> None:
    page.goto(f"{COURSES}/new?search=qx")


def tick_sheet(page: Page, names: Names) -> None:
    page.goto(f"{COURSES}/{names.course}/students?search=qx")
    find(page, "qx")
    expect(choices(page).locator("label.row")).to_have_count(3)


def pick_sheet(page: Page, names: Names) -> None:
    course(page, names)
    teacher_row(card(page)).click()
    find(page, "qxa")
    expect(choices(page).locator("label.row")).to_have_count(2)


def pick_sheet_with_none(page: Page, names: Names) -> None:
    course_without_teacher(page, names)
    teacher_row(card(page)).click()
    expect(choices(page)).to_be_visible()


def nobody_found(page: Page, names: Names) -> None:
    tick_sheet(page, names)
    find(page, "qxqxqx")
    expect(choices(page).locator("[role=status]")).to_be_visible()


def refused(page: Page, names: Names) -> None:
    page.goto(f"{USERS}/new?search=qx")
    form = page.locator("form[data-edits]").last
    for name in ("firstName", "lastName", "email"):
        form.locator(f"[name={name}]").fill("Qx")
    form.locator(".act.main").click()
    expect(page.locator(".err")).to_be_visible()


def teachers(page: Page, names: Names) -> None:
    page.goto(TEACHERS + "?search=qx")
    expect(rows(page)).to_have_count(1)


def profile(page: Page, names: Names) -> None:
    page.goto(f"{USERS}/{names.students[0]}?search=qx")
    expect(card(page).locator("h2.over")).to_be_visible()


def teachers_profile(page: Page, names: Names) -> None:
    page.goto(f"{USERS}/{names.teacher}?via=teachers&search=qx")
    expect(card(page).locator("h2.over")).to_be_visible()


def question(page: Page, names: Names) -> None:
    teachers_profile(page, names)
    card(page).locator(".ib.bad").click()
    expect(page.locator("dialog.ask[open]")).to_be_visible()


def more(page: Page, names: Names) -> None:
    page.goto(MORE)


# Those with components of their own, and others with the same as these or as the address book.
OWN = [course, tick_sheet, pick_sheet, teachers]
FURTHER = [users, course_list, course_without_teacher, new_course, nobody_found, pick_sheet_with_none, refused, profile,
           teachers_profile, question, more]


@pytest.fixture(autouse=True)
def allow_refusals(watch):
    watch.allow("status of 422")


@pytest.mark.parametrize("screens", [OWN, *nightly(FURTHER)], ids=["own", "further"])
def test_axe_finds_nothing(each_size, names, axe, in_tabs, screens):
    """No rule of WCAG 2.2 AA that axe knows is broken, in either scheme; nothing reaches beyond the side."""

    def check(page, screen):
        screen(page, names)
        axe(page)
        assert page.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth") <= 0

    in_tabs(each_size, screens, check)


@pytest.mark.nightly
def test_no_english_is_left(open_page, names, in_tabs):
    """Every word of every screen is there in Polish and Russian."""
    others = {language: open_page(DESK, locale=language) for language in ["pl", "ru"]}

    def check(english, screen):
        screen(english, names)
        said = {each for each in words(english) if not is_same(each)}
        assert said, "the English page says nothing"
        for language, session in others.items():
            page = new_tab(session)
            screen(page, names)
            expect(page.locator("html")).to_have_attribute("lang", language)
            assert not said & words(page), f"{screen.__name__} in {language}"
            page.close()

    in_tabs(open_page(DESK, locale="en-GB"), OWN + FURTHER, check)


def is_same(text: str) -> bool:
    """Whether something is the same in every language: a name, a mail address, a number."""
    return bool(SAME.fullmatch(text) or re.search(r"@|^Qx|[а-я]{3}|^[A-ZŁ][\w-]+( of)? [A-ZŁ][\w-]+$", text))


@pytest.mark.nightly
def test_the_address_of_a_sheet_and_of_a_profile_survive_reloading(desk, names):
    """What is opened has an address: after reloading it is there again."""
    for path in [f"{COURSES}/{names.course}/students", f"{USERS}/{names.teacher}?via=teachers"]:
        desk.goto(path)
        before = desk.locator("h1, h2").all_inner_texts()
        desk.reload()
        assert desk.locator("h1, h2").all_inner_texts() == before


@pytest.mark.parametrize("path", [
    f"{COURSES}/5/students", *nightly(USERS, COURSES, f"{COURSES}/5", TEACHERS, f"{USERS}/4")])
def test_a_page_is_light(phone, school, path):
    """HTML, style and script of a page are under 60 KB together."""
    bodies = answers(phone, path)
    assert sum(bodies[kind] for kind in ("document", "stylesheet", "script")) < LIMIT


@pytest.mark.nightly
def test_text_at_twice_the_size_still_fits(phone, names):
    """At twice the text size (WCAG 1.4.4) nothing is cut off to the side."""
    for screen in [course, tick_sheet, pick_sheet, teachers, profile]:
        screen(phone, names)
        phone.evaluate("document.documentElement.style.fontSize = '200%'")
        assert phone.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth") <= 0, screen.__name__


@pytest.mark.nightly
def test_long_names_stay_within_their_rows(phone, school):
    """Long words end in … in rows and wrap on the card."""
    long = "Wielopolska-Starzyńska-" + "Konstantynopolitańczykowianeczka"
    id = school.user(long, "Aleksandra Wilhelmina", "aleksandra.wilhelmina@konstantynopol.school.example")
    course = school.course("Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" + "en" * 10,
                           subject="Sprachwissenschaftlichegrundlagenforschung", teacher=id, students=[id])
    for path in [f"{COURSES}/{course}", f"{COURSES}/{course}/students", TEACHERS, f"{USERS}/{id}?via=courses/{course}"]:
        phone.goto(path)
        assert phone.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth") <= 0, path
        wide = phone.evaluate("""() => [...document.querySelectorAll('.row, .field, .bar')].filter(it =>
            it.checkVisibility() && it.getBoundingClientRect().right > innerWidth + 1).length""")
        assert wide == 0, path


def test_rows_that_lead_to_a_page_have_a_chevron_on_a_phone(open_page, school):
    """Beside a list, and beside the strip of initials, there is none."""
    def has_chevron(device, path: str) -> bool:
        page = open_page(device)
        page.goto(path)
        row = page.locator("#rows li > .row").first
        return row.evaluate("it => getComputedStyle(it, '::after').backgroundImage") != "none"

    school.course("Algebra", "Mathematics")
    assert has_chevron(PHONE, "/courses/courses")
    assert not has_chevron(DESK, "/courses/courses")
    assert not has_chevron(PHONE, "/userscrud/users")


def test_title_and_search_stay_in_view_beside_a_record_of_the_first_screenful(desk, school):
    """A list is opened at the chosen record, but is not scrolled for one that is in view anyway."""
    course = school.list("courses", sort="name", limit=1)[0]["id"]
    desk.goto(f"{COURSES}/{course}")
    expect(desk.locator("#rows [aria-current=true]")).to_be_in_viewport(ratio=0.9)
    expect(desk.get_by_role("searchbox")).to_be_in_viewport(ratio=1)


@pytest.mark.nightly
def test_the_search_of_a_short_list_stays_in_view_beside_each_record_that_is_in_view(desk, school):
    """A list is not scrolled for a row near the end of the first screenful, which would half hide its search field."""
    desk.goto(COURSES)
    rows = desk.locator("#rows a.row")
    expect(rows).to_have_count(12)
    bottom = desk.evaluate("innerHeight")
    paths = [row.get_attribute("href") for row in rows.all() if sum(row.bounding_box()[n] for n in ("y", "height")) < bottom]
    assert len(paths) > 9
    for path in paths[-3:]:
        desk.goto(path)
        expect(desk.locator("#rows [aria-current=true]")).to_be_in_viewport(ratio=0.9)
        assert desk.evaluate("document.querySelector('.list').scrollTop") == 0
