"""Prints the tests of a JUnit file of Swift Testing that failed, each as a regular expression for `--filter`: failed.py FILE MOST.

Ends with status 3 when the run broke off, and with 1 when none failed, or when more than MOST did: then something is broken.
"""

import re
import sys
from pathlib import Path
from xml.etree import ElementTree


def main(file: Path, most: int) -> int:
    """Prints them.

    :returns: the status.
    """
    try:
        cases = ElementTree.parse(file).iter("testcase")
        failed = [
            (case.get("classname", ""), case.get("name", "")) for case in cases if case.find("failure") is not None
        ]
    except (ElementTree.ParseError, OSError):
        return 3
    if not 0 < len(failed) <= most:
        return 1
    for suite, name in failed:
        # A test with arguments is run with all of them.
        print(f"^{re.escape(suite)}/{re.escape(name.partition('(')[0])}\\(")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2])))
