"""The undo of an import of which some records were changed since: how long it takes, how much memory, and what others notice."""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from part_memory import people
from people import API, APP
from tools import most_memory, reset_memory, say, timed

from kartoteka import Server

EDITS = 1_000
CHANGESETS = f"/api/{APP}/changesets"


def undo(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    say(f"Making {options.people:,} people")
    data = people(options.people, folder)
    with Server(data) as server:
        imported = json.loads(server.get(f"{CHANGESETS}?limit=1")[1])["items"][0]["id"]
        say(f"Changing {EDITS:,} of them")
        for begin in range(0, EDITS, 100):
            edit(server, range(begin, begin + 100), options.people // EDITS, "Street")
        before = reset_memory(server.process.pid)
        page = f"/{APP}/changesets/{imported}"
        first, again = (timed(lambda: server.get(page)) for _ in range(2))
        planning = timed(lambda: server.get(f"{CHANGESETS}/{imported}/undo"))
        say("Undoing the import")
        seconds, slowest = undone(server, imported)
        memory = most_memory(server.process.pid) - before
        left = total(server)
    if left != EDITS:
        sys.exit(f"{left} people are left, and not the {EDITS} that were changed.")
    name = f"undo of an import of {options.people:,}, of which {EDITS:,} were changed since"
    yield [name, f"{seconds:.2f} s", "", "≤ 5 s"]
    yield ["memory for it", f"{memory / 1e6:,.0f} MB more", "", ""]
    yield ["its page, the same page again, its plan by the API", f"{first:.2f}, {again:.2f}, {planning:.2f} s", "", ""]
    yield ["the slowest change of another person meanwhile", f"{slowest * 1e3:,.0f} ms", "", ""]


def edit(server: Server, numbers: range, step: int, street: str) -> None:
    operations = [
        {"update": "users", "id": number * step + 1, "values": {"address": f"{street} {number}"}} for number in numbers]
    status, answer = server.send("POST", f"/api/{APP}/batch", json.dumps({"operations": operations}))
    if status != 200:
        sys.exit(f"A batch of changes answered {status}: {answer[:300].decode(errors='replace')}")


def undone(server: Server, imported: int) -> tuple[float, float]:
    """The seconds until the undo is over, and those of the slowest change of another record meanwhile."""
    begin, slowest = time.monotonic(), 0.0
    status, answer = server.send("POST", f"{CHANGESETS}/{imported}/undo", "{}")
    if status not in (200, 202):
        sys.exit(f"The undo answered {status}: {answer[:300].decode(errors='replace')}")
    while total(server) > EDITS:
        # One that stays: each is another change of it.
        street = f"Road {time.monotonic()}"
        slowest = max(slowest, timed(lambda street=street: edit(server, range(1), 1, street)))
        time.sleep(0.05)
    return time.monotonic() - begin, slowest


def total(server: Server) -> int:
    return json.loads(server.get(f"{API}?limit=1")[1])["total"]
