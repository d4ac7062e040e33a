"""The tests that the documents about security name are there, and each requirement has a test in a usual run."""

import ast
import re

import pytest

from kartoteka import ROOT


@pytest.mark.parametrize("document", ["SECURITY.md", "ASVS.md"])
def test_every_test_that_is_named_exists(document):
    """A renamed suite is renamed in the documents, too."""
    texts = [file.read_text() for file in (ROOT / "Tests").rglob("*.swift")]
    # A suite without a test shows nothing.
    suites = {name for text in texts if "@Test" in text
              for name in re.findall(r"(?:struct|class|enum) (\w+Tests)\b", text)}
    files = {file.name for file in (ROOT / "Tests/Browser").glob("test_*.py")}
    named = set(re.findall(r"`(\w+Tests|test_\w+\.py)`", (ROOT / "docs" / document).read_text()))
    assert len(named) > 10
    assert named <= suites | files, named - suites - files


# How many requirements each application has: TR-1 to TR-14, and so on. Two of them are about no screen: Swift's tests show them.
REQUIREMENTS = {"UC": 11, "NW": 13, "TM": 12, "TR": 14, "CO": 11}
OF_NO_SCREEN = {"UC-10", "TM-8"}


def test_each_requirement_has_a_test_in_a_usual_run():
    """A test's name begins with the requirement. The mark `nightly` takes the last one of no requirement out of a usual run."""
    names = [name for file in (ROOT / "Tests/Browser").glob("test_*.py") for name in usual(ast.parse(file.read_text()))]
    named = {f"{app}-{number}" for name in names for app, number in re.findall(r"([A-Z]{2})_(\d+)(?=_)", name)}
    texts = {text for file in (ROOT / "Tests").rglob("*.swift") for text in re.findall(r'"([A-Z]{2}-\d+)\b', file.read_text())}
    required = {f"{app}-{number}" for app, count in REQUIREMENTS.items() for number in range(1, count + 1)}
    assert required - named - (OF_NO_SCREEN & texts) == set()


def usual(module: ast.Module) -> list[str]:
    """The names of a module's tests without those with the mark `nightly`."""
    if any(isinstance(each, ast.Assign) and "pytest.mark.nightly" in ast.unparse(each.value) for each in module.body):
        return []
    return [each.name for each in module.body if isinstance(each, ast.FunctionDef) and each.name.startswith("test_")
            and not any(ast.unparse(mark) == "pytest.mark.nightly" for mark in each.decorator_list)]
