"""Writes the script of each kind of page as one file, as `PageKind` does, so that a linter sees all names that it declares.

    python3 Tests/Support/page_scripts.py FOLDER
"""

import shutil
import sys
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "Sources/KartotekaHTML/Resources/script"


def kinds(file: Path) -> set[str]:
    """The kinds in a file's name; none for a file of all pages."""
    return set(file.name.split(".")[1].split("-")) if file.name.count(".") > 1 else set()


def main(folder: Path) -> None:
    files = sorted(SCRIPTS.glob("*.js"), key=lambda file: file.name)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for kind in {"home"}.union(*map(kinds, files)):
        # First screens have what lists have.
        names = {"home", "list"} if kind == "home" else {kind}
        parts = [file.read_text() for file in files if not kinds(file) or kinds(file) & names]
        (folder / f"{kind}.js").write_text("\n".join(parts))


main(Path(sys.argv[1]))
