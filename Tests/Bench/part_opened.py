"""Opening another program's SQLite file with 200 tables and ten million rows."""

import argparse
import json
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from tools import run, say, timed

from kartoteka import Server

TABLES = 200
ROWS = 10_000_000
# The rows of the largest table, and of the second one.
EVENTS, ORDERS = ROWS // 2, ROWS // 5
APP = "warehouse"


def opened(_: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """How long it takes to open the file, and to answer the first request for each of its lists."""
    file = folder / f"{APP}.sqlite"
    say(f"Making a file with {TABLES} tables and {ROWS:,} rows")
    make_file(file)
    starts = []
    for _ in range(3):
        with Server(folder / "unused", opened=file) as server:
            starts.append(server.started_in)
    yield [f"opening a file with {TABLES} tables and {ROWS:,} rows, from the start of the process",
           f"{statistics.median(starts):.2f} s", "", "≤ 0.5 s"]
    with Server(folder / "unused", opened=file) as server:
        say("Measuring: first rows of each list")
        pages = [first(server, f"/{APP}/{table}") for table in tables()]
        answers = [first(server, f"/api/{APP}/{table}?limit=100") for table in tables()]
        for name, times in (("page", pages), ("API", answers)):
            yield [f"first rows of a list, first request, {name}: {TABLES} tables",
                   f"median {statistics.median(times) * 1000:.0f} ms, slowest {max(times) * 1000:.0f} ms", "", "≤ 200 ms"]
        yield [f"until the total of {EVENTS:,} rows is on the page", f"{total(server):.2f} s", "", ""]
        path = f"/{APP}/event/{EVENTS // 2}"
        yield [f"a record of {EVENTS:,}, page", f"{first(server, path) * 1000:.0f} ms", "", ""]
        for what, path in (("search", f"/api/{APP}/event?search=7777777"),
                           ("filter", f"/api/{APP}/event?filter[amount][gt]=9998")):
            seconds = first(server, path, allowed=(200, 503))
            yield [f"{what} in {EVENTS:,} rows without an index, API", f"{seconds:.2f} s", "", "≤ 10 s"]


def tables() -> list[str]:
    return ["event", "orders", *(f"part_{number}" for number in range(3, TABLES + 1))]


def make_file(file: Path) -> None:
    small = (ROWS - EVENTS - ORDERS) // (TABLES - 2)
    lines = ["PRAGMA journal_mode=OFF;", "PRAGMA synchronous=OFF;", "BEGIN;",
             "CREATE TABLE orders (id INTEGER PRIMARY KEY, name TEXT, placed TEXT, part INTEGER REFERENCES part_3);",
             "CREATE TABLE event (id INTEGER PRIMARY KEY, title TEXT NOT NULL, at TEXT, amount REAL, "
             "order_id INTEGER REFERENCES orders);", "CREATE INDEX event_order ON event (order_id);",
             rows("orders", ORDERS, "n, 'order ' || n, date('2020-01-01', (n % 2000) || ' days'), n % 1000 + 1"),
             rows("event", EVENTS, f"n, 'event ' || n, datetime(1600000000 + n, 'unixepoch'), (n % 10000) + 0.5, "
                  f"n % {ORDERS} + 1")]
    for table in tables()[2:]:
        lines += [f"CREATE TABLE {table} (id INTEGER PRIMARY KEY, name TEXT, price REAL, is_active BOOLEAN);",
                  rows(table, small, "n, 'part ' || n, n / 100.0, n % 2")]
    run("sqlite3", file, "\n".join([*lines, "COMMIT;"]))


def rows(table: str, count: int, values: str) -> str:
    return (f"WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < {count}) "
            f"INSERT INTO {table} SELECT {values} FROM number;")


def first(server: Server, path: str, allowed: tuple[int, ...] = (200,)) -> float:
    begin = time.monotonic()
    status, answer = server.get(path)
    assert status in allowed, f"{path}: {status} {answer[:300]!r}"
    return time.monotonic() - begin


def total(server: Server) -> float:
    """The time until the API says how many rows the largest table has."""
    def ask() -> None:
        status, answer = server.get(f"/api/{APP}/event?limit=1&sort=-id")
        assert status == 200 and json.loads(answer)["total"] == EVENTS, answer[:300]
    return timed(ask)
