"""Requests of an address book: how many a second, start, memory, room on disk."""

import argparse
import csv
import json
import random
import re
import sqlite3
import statistics
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from people import API, APP, PEOPLE, complete_index, import_people, make_people
from tools import Load, measure, most_memory, say

from kartoteka import Server


def requests(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """What the server does with its people: requests a second, start, memory, room on disk."""
    data, file = folder / "data", folder / "people.csv"
    say(f"Making and importing {options.people:,} people")
    make_people(options.people, file)
    import_people(file, data, options.people)
    complete_index(data)
    on_disk = sum(path.stat().st_size for path in data.rglob("*") if path.is_file())
    with Server(data) as server:
        hello = 0.0
        for load in loads(server, file):
            say(f"Measuring: {load.name}")
            speed = measure(load, server, folder, options.seconds)
            hello = hello or speed.per_second
            yield [
                load.name, f"{speed.per_second:,.0f}/s, median {speed.median}, 99 % {speed.slowest}",
                f"{speed.per_second / hello:.2f}", f"≥ {load.goal}" if load.goal else ""]
        most = most_memory(server.process.pid)
    yield ["memory at its most", f"{most / 1e6:,.0f} MB", "", ""]
    yield ["data on disk", f"{on_disk / 1e6:,.1f} MB", "", ""]
    started_in = statistics.median([start(data) for _ in range(3)])
    yield ["start until the first answer", f"{started_in * 1000:,.0f} ms", "", ""]


def loads(server: Server, file: Path) -> list[Load]:
    """The kinds of request. They are the same in each run: chance begins at the same place."""
    chance = random.Random(1)
    people = some_people(file, 100_000, chance)
    parts = parts_of_names([person["lastName"] for person in people], 200, chance)
    ids = chance.choices(some_ids(server, 100_000, chance), k=10_000)
    bodies = [json.dumps(person) for person in chance.choices(people, k=2_000)]
    return [
        Load("hello", ["/health"]),
        Load("list, page", [PEOPLE], 0.25),
        Load("list, API", [f"{API}?limit=50&sort=lastName"], 0.25),
        Load("search, page", [f"{PEOPLE}?search={quote(part)}" for part in parts], 0.1),
        Load("search, API", [f"{API}?search={quote(part)}" for part in parts], 0.1),
        Load("one record, API", [f"{API}/{id}" for id in ids]),
        Load("create a record, API", [f"{API}\t{body}" for body in bodies]),
    ]


def some_people(file: Path, most: int, chance: random.Random) -> list[dict[str, str]]:
    """At most so many of the people in a CSV file, each with the same chance, as the API has them, whether the file's head
    says "First name" or "first_name"."""
    names = {name.lower(): name for name in ("firstName", "lastName", "phone", "address")}
    chosen: list[list[str]] = []
    with file.open(newline="", encoding="utf-8") as opened:
        rows = csv.reader(opened)
        head = [names.get(re.sub("[ _]", "", title.lower())) for title in next(rows)]
        # Reservoir sampling: a file of ten million people does not fit in memory.
        for number, row in enumerate(rows):
            if number < most:
                chosen.append(row)
            elif (place := int(chance.random() * (number + 1))) < most:
                chosen[place] = row
    return [{name: value for name, value in zip(head, row) if name} for row in chosen]


def parts_of_names(names: list[str], count: int, chance: random.Random) -> list[str]:
    """Different parts of words of names, three to five letters long."""
    words = [word for name in names for word in name.lower().split() if len(word) >= 3]
    parts: set[str] = set()
    for word in chance.choices(words, k=count * 50):
        length = min(chance.randint(3, 5), len(word))
        begin = chance.randint(0, len(word) - length)
        parts.add(word[begin:begin + length])
    return chance.sample(sorted(parts), min(count, len(parts)))


def some_ids(server: Server, most: int, chance: random.Random) -> list[int]:
    """At most so many ids of people, from the server's SQLite file."""
    with closing(sqlite3.connect(server.data / f"{APP}.sqlite")) as database:
        [greatest] = database.execute("SELECT max(id) FROM users").fetchone()
        asked = json.dumps(chance.sample(range(1, greatest + 1), min(most, greatest)))
        return [id for [id] in database.execute(
            "SELECT id FROM users WHERE id IN (SELECT value FROM json_each(?))", [asked])]


def start(data: Path) -> float:
    with Server(data) as server:
        return server.started_in
