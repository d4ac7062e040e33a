"""Says how many tests ran and which failed, by the JUnit files in a folder: summary.py FOLDER.

The last line is `N passed, N failed, N skipped`. Ends with status 1 when a test failed, none ran or a run broke off.
"""

import contextlib
import sys
from pathlib import Path
from xml.etree import ElementTree

LONGEST_MESSAGE = 400
LINES_OF_A_BROKEN_RUN = 25


class Outcomes:
    """How often what happened, and the failures in words."""

    def __init__(self, again: set[tuple[str | None, str | None]] | None = None) -> None:
        self.numbers = {"passed": 0, "failed": 0, "skipped": 0}
        self.failures: list[str] = []
        # The tests that passed when they were run a second time.
        self.again = again or set()

    def add(self, file: Path) -> int:
        """Adds the tests of a JUnit file.

        :returns: how many they are.
        :raises ElementTree.ParseError: when the run ended before the file was complete.
        """
        cases = list(ElementTree.parse(file).iter("testcase"))
        for case in cases:
            problem = next((child for child in case if child.tag in ("failure", "error")), None)
            if problem is not None:
                name = f"{case.get('classname')} {case.get('name')}"
                message = (problem.get("message") or problem.text or "")[:LONGEST_MESSAGE]
                is_again = (case.get("classname"), case.get("name")) in self.again
                self.failures.append(f"{'RERUN' if is_again else 'FAILED'} {name}: {message}")
                self.numbers["passed" if is_again else "failed"] += 1
            elif case.find("skipped") is not None:
                self.numbers["skipped"] += 1
            else:
                self.numbers["passed"] += 1
        return len(cases)

    def add_broken(self, file: Path) -> None:
        """Adds a run that broke off, with the last lines of its log. A second run of all tests counts in its place."""
        again = file.with_name(file.name.replace("swift", "again", 1))
        with contextlib.suppress(ElementTree.ParseError, OSError):
            if file.name.startswith("swift") and self.add(again):
                self.failures.append(f"RERUN The run of {file.name} broke off")
                return
        stem = file.stem.removesuffix("-swift-testing")
        log = file.with_name(f"{stem}.log")
        lines = log.read_text(errors="replace").splitlines() if log.exists() else []
        told = [line[:LONGEST_MESSAGE] for line in lines if not line.startswith(("◇", "✔"))]
        self.failures.append("\n".join([f"FAILED The run of {file.name} broke off:", *told[-LINES_OF_A_BROKEN_RUN:]]))
        self.numbers["failed"] += 1

    def __str__(self) -> str:
        return ", ".join(f"{number} {outcome}" for outcome, number in self.numbers.items())


def passed_again(file: Path) -> set[tuple[str | None, str | None]]:
    """The tests of a second run that passed; none where it broke off."""
    try:
        cases = list(ElementTree.parse(file).iter("testcase"))
    except (ElementTree.ParseError, OSError):
        return set()
    return {(case.get("classname"), case.get("name")) for case in cases if case.find("failure") is None}


def main(folder: Path) -> int:
    total = Outcomes(passed_again(folder / "again-swift-testing.xml"))
    for file in sorted(folder.glob("*.xml")):
        if file.name.startswith("again"):
            continue
        try:
            if number := total.add(file):
                print(f"{file.stem}: {number} tests")
        except ElementTree.ParseError:
            total.add_broken(file)
    for failure in total.failures:
        print(failure)
    print(total)
    return 1 if total.numbers["failed"] or not total.numbers["passed"] else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
