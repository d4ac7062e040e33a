"""Many changes at once, what the history costs a write, and the search for duplicates."""

import argparse
import json
import re
import shutil
import sqlite3
import statistics
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from people import API, APP, PEOPLE, complete_index, import_people, make_people
from tools import most_memory, say, timed

from kartoteka import Server

AT_ONCE = 10_000
WRITES = 2_000


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments):
        return None


def bulk(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """How long ten thousand records take in one transaction, and in its undo."""
    say(f"Making {AT_ONCE:,} people")
    data = people(AT_ONCE, folder)
    setting, deleting, undoing = [], [], []
    with Server(data) as server:
        for number in range(1, options.rounds + 1):
            say(f"Changing {AT_ONCE:,} people, round {number} of {options.rounds}")
            fields = {"_step": "set", "_field": "address", "address": f"Street {number}"}
            setting.append(timed(lambda fields=fields: several(server, fields)))
            deleting.append(timed(lambda: several(server, {"_step": "delete"})))
            undoing.append(timed(lambda: undo(server)))
    yield [f"a field of {AT_ONCE:,} records set in one transaction", f"{statistics.median(setting):.2f} s", "", "≤ 2 s"]
    yield [f"{AT_ONCE:,} records deleted in one transaction", f"{statistics.median(deleting):.2f} s", "", "≤ 2 s"]
    yield [f"undo of the deletion of {AT_ONCE:,} records", f"{statistics.median(undoing):.2f} s", "", "≤ 2 s"]


def history(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """What storing the images of change sets costs: the share of the time of writes, measured beside the same writes with
    a table of images that discards each row. Writes are batches, so that the sync of a commit does not hide the cost."""
    say("Measuring what the history costs")
    data = people(AT_ONCE, folder)
    kept, bare = [], []
    for number in range(1, options.rounds + 1):
        say(f"Writing {WRITES:,} records, round {number} of {options.rounds}")
        copy = folder / "bare"
        # Before the write: the same values again would change nothing.
        shutil.copytree(data, copy)
        kept.append(write(data, number))
        with closing(sqlite3.connect(copy / f"{APP}.sqlite")) as database:
            # What is written of an image is discarded at once.
            database.execute("DROP INDEX kartoteka_changes_deed")
            database.execute("DROP INDEX kartoteka_changes_record")
            database.execute(
                "CREATE TRIGGER bench BEFORE INSERT ON kartoteka_changes BEGIN SELECT RAISE(IGNORE); END")
            database.commit()
        bare.append(write(copy, number))
        shutil.rmtree(copy)
    share = 1 - statistics.median(bare) / statistics.median(kept)
    yield [
        "history: share of the time of writes", f"{statistics.median(kept) / WRITES * 1e6:.0f} µs a record",
        f"{max(share, 0):.0%}", "≤ 30 %"]


def duplicates(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """How long the search for duplicates takes, beside the import of the same records: with the names of people, many
    of which are the same, and with names of which hardly any is, so that slips are searched for, too."""
    names = folder / "people.csv"
    make_people(options.rows, names)
    for kind, file in (("people", names), ("different names", different(options.rows, folder / "different.csv"))):
        data = folder / "data"
        importing = timed(lambda file=file, data=data: import_people(file, data, options.rows))
        complete_index(data)
        searching = []
        with Server(data) as server:
            before = most_memory(server.process.pid)
            for number in range(1, options.rounds + 1):
                say(f"Searching for duplicates, round {number} of {options.rounds}")
                # A change makes the cached result invalid.
                server.send("PATCH", f"{API}/1", json.dumps({"address": f"Street {number}"}))
                searching.append(timed(lambda server=server: server.get(f"{API}/duplicates?limit=20")))
            memory = most_memory(server.process.pid) - before
        seconds = statistics.median(searching)
        shutil.rmtree(data)
        yield [
            f"duplicates among {options.rows:,} {kind}", f"{seconds:.2f} s, import {importing:.2f} s",
            f"{seconds / importing:.2f}", "≤ 1"]
        yield [f"memory of the search among {options.rows:,} {kind}", f"{memory / 1e6:.0f} MB", "", ""]


def people(count: int, folder: Path) -> Path:
    file, data = folder / "people.csv", folder / "data"
    # Other parts leave theirs.
    shutil.rmtree(data, ignore_errors=True)
    make_people(count, file)
    import_people(file, data, count)
    complete_index(data)
    return data


def different(count: int, file: Path) -> Path:
    """People whose names and numbers are different; one in a thousand has a slip in it."""
    with file.open("w", encoding="utf-8") as output:
        print("firstName,lastName,phone,address", file=output)
        for number in range(count):
            name = "".join(chr(97 + (number * prime >> shift) % 26) for prime, shift in PARTS)
            slip = number % 1_000 == 999
            print(f"{name[:5]}{'x' if slip else ''},{name[5:]},+48{500_000_000 + number},Street {number}", file=output)
            if slip:
                print(f"{name[:5]},{name[5:]},+49{500_000_000 + number},Road {number}", file=output)
    lines = file.read_text(encoding="utf-8").splitlines()[: count + 1]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


# Multipliers that spread the letters of a name over the numbers.
PARTS = [(2_654_435_761, 3 * place) for place in range(1, 12)]


def several(server: Server, fields: dict[str, str]) -> None:
    form = {"_all": "yes"} | fields
    question = post(server, f"{PEOPLE}/several", form)
    # The number of the records with a digest of them.
    count = re.search(r'name="_count" value="([^"]+)"', question)
    if not count or not count[1].startswith(f"{AT_ONCE}-"):
        sys.exit("The question before the change does not name the records")
    post(server, f"{PEOPLE}/several", form | {"_count": count[1]})


def undo(server: Server) -> None:
    changesets = json.loads(server.get(f"/api/{APP}/changesets?limit=1")[1])
    server.send("POST", f"/api/{APP}/changesets/{changesets['items'][0]['id']}/undo", "{}")


def post(server: Server, path: str, form: dict[str, str]) -> str:
    request = urllib.request.Request(server.url + path, data=urllib.parse.urlencode(form).encode())
    try:
        with urllib.request.build_opener(NoRedirects).open(request, timeout=600) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as error:
        if error.code != 303:
            sys.exit(f"{path} answered {error.code}: {error.read().decode()}")
        return ""


def write(data: Path, number: int) -> float:
    """The seconds that batches of changes of records take."""
    def batch(begin: int) -> str:
        return json.dumps({"operations": [
            {"update": "users", "id": id, "values": {"address": f"Street {number} {id}"}}
            for id in range(begin, begin + 1_000)]})
    bodies = [batch(1 + index * 1_000) for index in range(WRITES // 1_000)]
    with Server(data) as server:
        server.get(API + "?limit=1")
        return timed(lambda: [server.send("POST", f"/api/{APP}/batch", body) for body in bodies])
