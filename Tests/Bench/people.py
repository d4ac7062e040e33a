"""The address book that several parts of the bench measure on."""

import json
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

from tools import run, say

from kartoteka import Server, executable

APP = "userscrud"
PEOPLE = f"/{APP}/users"
API = f"/api/{APP}/users"


def make_people(count: int, file: Path) -> None:
    with file.open("wb") as output:
        run(executable(), "mock", APP, "users", "--count", count, "--seed", 1, "--format", "csv", output=output)


def import_people(file: Path, data: Path, count: int, database: str | None = None) -> None:
    """Imports people into a folder, or into a PostgreSQL database of which the folder has a copy."""
    place = [database, "--copies", data] if database else [data]
    output = run(executable(), "import", APP, file, "--into", "users", "--data", *place, "--json")
    inserted = sum(each["inserted"] for each in json.loads(output)["files"])
    if inserted != count:
        sys.exit(f"{inserted} of {count} people were imported: {output}")


def complete_index(data: Path, address: str | None = None) -> None:
    """Waits until a server has filled the search index, which an import leaves to it."""
    say("Waiting for the search index")
    with Server(data, database=address) as server, closing(sqlite3.connect(data / f"{APP}.sqlite")) as database:
        server.get(API + "?limit=1")
        while database.execute("SELECT 1 FROM kartoteka_meta WHERE key GLOB 'indexed_*'").fetchone():
            time.sleep(0.2)
