"""Requests of an address book: how many a second, start, memory, room on disk."""

import argparse
import csv
import json
import random
import re
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from people import API, PEOPLE, complete_index, import_people, make_people
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
    people = read_people(file)
    parts = parts_of_names([person["lastName"] for person in people], 200, chance)
    ids = chance.choices(all_ids(server), k=10_000)
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


def read_people(file: Path) -> list[dict[str, str]]:
    """The people in a CSV file as the API has them, whether its head says "First name" or "first_name"."""
    names = {name.lower(): name for name in ("firstName", "lastName", "phone", "address")}
    with file.open(newline="", encoding="utf-8") as opened:
        rows = csv.reader(opened)
        head = [names.get(re.sub("[ _]", "", title.lower())) for title in next(rows)]
        return [{name: value for name, value in zip(head, row) if name} for row in rows]


def parts_of_names(names: list[str], count: int, chance: random.Random) -> list[str]:
    """Different parts of names, three to five letters long."""
    long_enough = [name.lower() for name in names if len(name) >= 3]
    parts: set[str] = set()
    for name in chance.choices(long_enough, k=count * 50):
        length = min(chance.randint(3, 5), len(name))
        begin = chance.randint(0, len(name) - length)
        parts.add(name[begin:begin + length])
    return chance.sample(sorted(parts), min(count, len(parts)))


def all_ids(server: Server) -> list[int]:
    ids, cursor = [], ""
    while cursor is not None:
        status, body = server.get(f"{API}?limit=1000{cursor and f'&cursor={quote(cursor)}'}")
        if status != 200:
            sys.exit(f"The list of people answered {status}: {body.decode()}")
        page = json.loads(body)
        ids += [item["id"] for item in page["items"]]
        cursor = page["next"]
    return ids


def start(data: Path) -> float:
    with Server(data) as server:
        return server.started_in
