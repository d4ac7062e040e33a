"""Finds imports of modules that a target does not depend on: part of script/lint.

A build that is not the first finds the module where an earlier one left it; only a clean build fails.
The manifest comes from `swift package dump-package`.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
IMPORT = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+|(?:public|package|internal|private)\s+)*import\s+(?:(?:struct|class|enum|func)\s+)?(\w+)", re.M)
# Sources that a program writes are texts in its own.
TEXT = re.compile(r'#*""".*?"""#*', re.S)


def reachable(name: str, targets: dict[str, dict]) -> set[str]:
    """The targets of this package that are built before the named one."""
    found, waiting = set(), [name]
    while waiting:
        for dependency in targets[waiting.pop()]["dependencies"]:
            other = (dependency.get("byName") or dependency.get("target") or [None])[0]
            if other in targets and other not in found:
                found.add(other)
                waiting.append(other)
    return found


def folder(target: dict) -> Path:
    """Where the sources of a target are."""
    if target.get("path"):
        return ROOT / target["path"]
    return ROOT / {"test": "Tests", "plugin": "Plugins"}.get(target["type"], "Sources") / target["name"]


def findings(package: dict) -> Iterator[str]:
    """The imports that no dependency of the target provides."""
    targets = {target["name"]: target for target in package["targets"]}
    for name, target in targets.items():
        before = reachable(name, targets)
        for path in sorted(folder(target).rglob("*.swift")):
            for module in IMPORT.findall(TEXT.sub("", path.read_text())):
                if module in targets and module != name and module not in before:
                    yield f"{path.relative_to(ROOT)}: {name} imports {module}, which is not among its dependencies in Package.swift"


def main() -> None:
    package = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    found = sorted(set(findings(json.loads(package))))
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
