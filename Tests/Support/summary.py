"""Says how many tests ran, by the JUnit files in a folder: summary.py FOLDER.

The last line is `N passed, N failed, N skipped`. Ends with status 1 when a test failed or none ran.
"""

import sys
from pathlib import Path
from xml.etree import ElementTree


def count(file: Path) -> dict[str, int]:
    """The tests in a JUnit file by outcome."""
    outcomes = {"passed": 0, "failed": 0, "skipped": 0}
    for case in ElementTree.parse(file).iter("testcase"):
        tags = {child.tag for child in case}
        outcomes["failed" if tags & {"failure", "error"} else "skipped" if "skipped" in tags else "passed"] += 1
    return outcomes


def sentence(outcomes: dict[str, int]) -> str:
    return ", ".join(f"{number} {outcome}" for outcome, number in outcomes.items())


def main(folder: Path) -> int:
    total = {"passed": 0, "failed": 0, "skipped": 0}
    for file in sorted(folder.glob("*.xml")):
        outcomes = count(file)
        if any(outcomes.values()):
            print(f"{file.stem}: {sentence(outcomes)}")
        for outcome, number in outcomes.items():
            total[outcome] += number
    print(sentence(total))
    return 1 if total["failed"] or not total["passed"] else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
