"""Import, beside the sqlite3 tool."""

import argparse
import shutil
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

from people import import_people, make_people
from tools import run, say, timed


def imports(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """How long an import takes as a whole process, beside the sqlite3 tool filling a bare table from the same file."""
    file = folder / "rows.csv"
    say(f"Making {options.rows:,} people")
    make_people(options.rows, file)
    ours, bare = [], []
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
    seconds, least = statistics.median(ours), statistics.median(bare)
    yield [
        f"import of {options.rows:,} people", f"{seconds:.2f} s, sqlite3 {least:.2f} s",
        f"{seconds / least:.2f}", "≤ 3"]
