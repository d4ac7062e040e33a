"""The tests that the documents about security name are there."""

import re

import pytest

from kartoteka import ROOT


@pytest.mark.parametrize("document", ["SECURITY.md", "ASVS.md"])
def test_every_test_that_is_named_exists(document):
    """A renamed suite is renamed in the documents, too."""
    suites = {name for file in (ROOT / "Tests").rglob("*.swift")
              for name in re.findall(r"(?:struct|class|enum) (\w+Tests)\b", file.read_text())}
    files = {file.name for file in (ROOT / "Tests/Browser").glob("test_*.py")}
    named = set(re.findall(r"`(\w+Tests|test_\w+\.py)`", (ROOT / "docs" / document).read_text()))
    assert len(named) > 10
    assert named <= suites | files, named - suites - files
