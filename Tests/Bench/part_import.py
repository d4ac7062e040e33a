"""Import, beside the sqlite3 tool."""

import argparse
import json
import shutil
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

from people import import_people, make_people
from tools import run, say, timed

from kartoteka import executable


def imports(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """How long an import takes as a whole process, with the address book's indices for search and sort and without
    them, beside the sqlite3 tool filling a bare table from the same file."""
    file = folder / "rows.csv"
    say(f"Making {options.rows:,} people")
    make_people(options.rows, file)
    ours, plain, bare = [], [], []
    for number in range(1, options.rounds + 1):
        say(f"Importing, round {number} of {options.rounds}")
        data = folder / "imported"
        ours.append(timed(lambda: import_people(file, data, options.rows)))
        shutil.rmtree(data)
        database = folder / "bare.sqlite"
        bare.append(timed(lambda: run("sqlite3", database, f".import --csv '{file}' people")))
        [count] = run("sqlite3", database, "SELECT count(*) FROM people").split()
        database.unlink()
        if int(count) != options.rows:
            sys.exit(f"sqlite3 imported {count} of {options.rows} rows.")
        plain.append(timed(lambda: import_without_indices(file, folder / "plain.sqlite", options.rows)))
        for each in folder.glob("plain.sqlite*"):
            each.unlink()
    least = statistics.median(bare)
    for times, indices, goal in ((ours, "with", "≤ 5"), (plain, "without", "≤ 1.2")):
        seconds = statistics.median(times)
        yield [
            f"import of {options.rows:,} people, {indices} search and sort indices",
            f"{seconds:.2f} s, sqlite3 {least:.2f} s", f"{seconds / least:.2f}", goal]


def import_without_indices(file: Path, database: Path, count: int) -> None:
    """By kartoteka-bench, which has the same entity, checks and importer, but no screens that would need indices."""
    program = executable().with_name("kartoteka-bench")
    if not program.is_file():
        sys.exit(f"There is no {program}. script/bench builds it.")
    output = run(program, file, database)
    inserted = sum(each["inserted"] for each in json.loads(output)["files"])
    if inserted != count:
        sys.exit(f"{inserted} of {count} people were imported: {output}")
