"""The address book that several parts of the bench measure on."""

import json
import sys
from pathlib import Path

from tools import run

from kartoteka import executable

APP = "userscrud"
PEOPLE = f"/{APP}/users"
API = f"/api/{APP}/users"


def make_people(count: int, file: Path) -> None:
    with file.open("wb") as output:
        run(executable(), "mock", APP, "users", "--count", count, "--seed", 1, "--format", "csv", output=output)


def import_people(file: Path, data: Path, count: int) -> None:
    output = run(executable(), "import", APP, file, "--into", "users", "--data", data, "--json")
    inserted = sum(each["inserted"] for each in json.loads(output)["files"])
    if inserted != count:
        sys.exit(f"{inserted} of {count} people were imported: {output}")
