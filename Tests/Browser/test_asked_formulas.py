"""The formulas of docs/FORMULAS.md that people ask for, typed into the editor of computed values, which shows their results."""

import json
import re
from dataclasses import dataclass
from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, expect

from chromium import DESK
from kartoteka import ROOT
from matrix import nightly

TEXT = (ROOT / "docs" / "FORMULAS.md").read_text(encoding="utf-8")
SAMPLE = json.loads((ROOT / "Tests" / "Support" / "asked_formulas.json").read_text(encoding="utf-8"))
ENTITIES = [entity["name"] for entity in SAMPLE["app"]["entities"]]
LANGUAGES = {"pl": 1, "ru": 2}  # The columns of the table of names.


@dataclass(frozen=True)
class Asked:
    """A row of the table: the kind of record, the formula, and its results in the first records."""

    entity: str
    formula: str
    results: list[str]

    @property
    def has_texts(self) -> bool:
        """Whether the results are the same in each language."""
        return all(re.search(r"[^\W\d]{2}", each) and not re.fullmatch("yes|no|empty|today.*", each) for each in self.results)


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


ROWS = [cells(line) for line in TEXT.splitlines() if line.startswith("| ")]
ASKED = [Asked(row[0], row[2].strip("`"), row[3].split("; ")) for row in ROWS if row[0] in ENTITIES]
NAMES = [row for row in ROWS if len(row) == 3 and re.fullmatch("`[a-z]+`", row[0]) and row[1].startswith("`")]


def day(text: str) -> date:
    """A day such as `today + 20`, or `today + 20 in 1984`, which is that day of another year."""
    if not (found := re.fullmatch(r"today ([+-]) (\d+)(?: in (\d+))?", text)):
        return date.fromisoformat(text)
    sign, days, year = found.groups()
    then = date.today() + timedelta(days=int(sign + days))
    return then.replace(year=int(year)) if year else then


def shown(result: str) -> str:
    """A result of the document as an English page shows it."""
    if re.fullmatch(r"today.*|\d{4}-\d\d-\d\d", result):
        return f"{day(result):%-d %B %Y}"
    return result.capitalize() if result in ("yes", "no") else result


def translated(formula: str, language: str) -> str:
    """A formula with the labels, the functions and the words of a language."""
    def first(cell: str) -> str:
        return cell.split(",")[0].strip("`")

    labels = SAMPLE["app"]["words"][language]
    names = {first(row[0]): first(row[LANGUAGES[language]]) for row in NAMES}
    parts = "|".join(sorted((re.escape(label) for label in labels), key=len, reverse=True))
    # Texts stay; a label is no part of another word.
    return re.sub(rf'"[^"]*"|\b(?:{parts})\b|\b[a-z]+\b', lambda found: labels.get(found[0]) or names.get(found[0], found[0]), formula)


@pytest.fixture
def studio(fresh_server):
    status, answer = fresh_server.send("POST", "/api/apps", json.dumps(SAMPLE["app"]))
    assert status == 201, answer
    for entity, records in SAMPLE["records"].items():
        for record in records:
            values = {name: day(value).isoformat() if str(value).startswith("today") else value for name, value in record.items()}
            status, answer = fresh_server.send("POST", f"/api/studio/{entity}s", json.dumps(values))
            assert status == 201, answer
    return fresh_server


def type_all(page: Page, entity: str, rows: list[tuple[str, list[str]]]) -> None:
    """Types formulas one after the other into the sheet of a new computed value, with keys alone: the first one sign by sign, the
    others but for their last sign at once, since the server is asked in each pause."""
    page.goto(f"/studio/shape/kinds/{entity}s/new/computed")
    field = page.get_by_role("dialog").locator("[name=formula]")
    field.focus()
    before = None
    for formula, results in rows:
        # What stands there from the formula before would be taken for the result.
        assert results != before, formula
        before = results
        page.keyboard.press("ControlOrMeta+a")
        if formula != rows[0][0]:
            page.keyboard.insert_text(formula[:-1])
        page.keyboard.type(formula if formula == rows[0][0] else formula[-1])
        expect(field).to_have_value(formula)
        expect(page.locator("#result")).to_have_text(re.compile(": " + re.escape("; ".join(results)) + "$"))


def test_formulas_that_people_ask_for_are_typed_and_show_their_results(any_size, studio):
    """All of the document's table, one page for each kind of record."""
    assert len(ASKED) >= 30
    for entity in ENTITIES:
        rows = [(each.formula, [shown(result) for result in each.results]) for each in ASKED if each.entity == entity]
        type_all(any_size, entity, rows)


@pytest.mark.parametrize("language", ["pl", *nightly("ru")])
def test_they_are_typed_in_the_words_of_a_language(open_page, studio, language):
    """Labels, functions and words of the person's language; the value that is added has the names of the description."""
    page = open_page(DESK, locale=language)
    for entity in ENTITIES:
        rows = [(translated(each.formula, language), each.results) for each in ASKED if each.entity == entity and each.has_texts]
        type_all(page, entity, rows)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("Stan")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name=re.compile("^Stan "))).to_be_visible()
    entities = json.loads(studio.get("/api/studio/description")[1])["entities"]
    computed = next(each for each in entities if each["name"] == ENTITIES[-1])["computed"][0]
    assert computed["formula"].lstrip("=") == 'if(done, "done", "to do")'
