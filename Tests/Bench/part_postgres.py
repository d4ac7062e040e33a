"""One and two servers on a PostgreSQL database, beside a server on a folder."""

import argparse
import concurrent.futures
import contextlib
import json
import shutil
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from part_requests import loads
from people import API, complete_index, import_people, make_people
from tools import Speed, measure, run, say, timed

from kartoteka import Server, executable
from postgres import Postgres, Standby

EXCHANGES = 200
# Seconds for the making of a local copy.
PATIENCE = 900
COLUMNS = "first_name, last_name, phone, address"


def postgres(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """Import beside PostgreSQL's own COPY, the making of a local copy, requests beside those of a folder, writes of one and two
    servers, and how soon one server shows what another has written."""
    file = folder / "served.csv"
    say(f"Making {options.people:,} people")
    make_people(options.people, file)
    place = folder / "postgres"
    place.mkdir()
    # The server's own account has to reach it.
    for each in (folder, place):
        each.chmod(0o755)
    with Postgres(("shared_buffers=512MB", "max_wal_size=4GB"), place) as database:
        yield from imports(options, folder, file, database)
        yield from serving(options, folder, file, database)
        yield from writers(options, folder, file, database)


def imports(options: argparse.Namespace, folder: Path, file: Path, database: Postgres) -> Iterator[list[str]]:
    """An import into an empty application, beside COPY into the same tables, without and with an index for the order of the
    list as a local copy has it, and beside an import into a folder."""
    ours, plain, indexed, local = [], [], [], []
    for number in range(1, options.rounds + 1):
        say(f"Importing to PostgreSQL, round {number} of {options.rounds}")
        address = database.database()
        make_application(address, folder / "copies")
        bare = database.database()
        make_application(bare, folder / "bare")
        ours.append(timed(lambda: import_people(file, folder / "copies", options.people, address)))
        copy = [database.bin / "psql", "-q", "-d", bare, "-c",
                f"\\copy userscrud.users ({COLUMNS}) FROM '{file}' (FORMAT csv, HEADER)"]
        # Without the triggers by which servers hear of other programs' rows.
        empty = "SET session_replication_role = replica; TRUNCATE userscrud.users CASCADE"
        database.sql(bare, "ALTER TABLE userscrud.users DISABLE TRIGGER USER; " + empty)
        plain.append(timed(lambda: run(*copy)))
        database.sql(bare, empty)
        database.sql(bare, """CREATE INDEX ON userscrud.users
                              (lower(last_name) COLLATE "C", lower(first_name) COLLATE "C")""")
        indexed.append(timed(lambda: run(*copy)))
        local.append(timed(lambda: import_people(file, folder / "local", options.people)))
        for name in ("copies", "bare", "local"):
            shutil.rmtree(folder / name)
    seconds = statistics.median(ours)
    for times, name, goal in ((plain, "COPY", ""), (indexed, "COPY with the index of an order", "≥ 0.5"),
                              (local, "to a folder", "")):
        beside = statistics.median(times)
        yield [f"import of {options.people:,} people to PostgreSQL", f"{seconds:.2f} s, {name} {beside:.2f} s",
               f"{beside / seconds:.2f}", goal]


def make_application(address: str, copies: Path) -> None:
    """Has the database get an empty address book."""
    with Server(copies, database=address) as server:
        server.batch("userscrud", [{"delete": "users", "id": each} for each in range(1, 1_001)])


def serving(options: argparse.Namespace, folder: Path, file: Path, database: Postgres) -> Iterator[list[str]]:
    say("Filling a folder and a database")
    import_people(file, folder / "local", options.people)
    complete_index(folder / "local")
    address = database.database()
    run(executable(), "copy", folder / "local", address, "userscrud")
    first, second = (Server(folder / name, database=address, patience=PATIENCE) for name in ("first", "second"))
    with first:
        yield [f"start with the making of the copy of {options.people:,} people", f"{first.started_in:.1f} s", "", ""]
        first.restart()
        yield ["start with a copy that is there", f"{first.started_in * 1000:,.0f} ms", "", ""]
    complete_index(folder / "first", address)
    with Server(folder / "local") as local, first, second:
        for load in loads(local, file):
            say(f"Measuring: {load.name}")
            beside = measure(load, local, folder, options.seconds)
            speed = measure(load, first, folder, options.seconds)
            yield [f"{load.name}, PostgreSQL", text(speed), f"{speed.per_second / beside.per_second:.2f}",
                   "" if load.name in ("hello", "create a record, API") else "≥ 0.3"]
        yield from both(first, second, file, folder, options)


def text(speed: Speed) -> str:
    return f"{speed.per_second:,.0f}/s, median {speed.median}, 99 % {speed.slowest}"


def both(first: Server, second: Server, file: Path, folder: Path, options: argparse.Namespace) -> Iterator[list[str]]:
    """What two servers do at the same time on the cores of this machine, and what one hears of the other."""
    for load in loads(first, file):
        if load.name not in ("list, page", "create a record, API"):
            continue
        alone = measure(load, first, folder, options.seconds)
        (folder / "a").mkdir(exist_ok=True)
        (folder / "b").mkdir(exist_ok=True)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            speeds = list(pool.map(lambda pair: measure(load, pair[0], pair[1], options.seconds),
                                   [(first, folder / "a"), (second, folder / "b")]))
        total = sum(speed.per_second for speed in speeds)
        yield [f"{load.name}, two servers at once", f"{total:,.0f}/s", f"{total / alone.per_second:.2f}", ""]
    delays = [exchange(first, second, number) for number in range(EXCHANGES)]
    delays.sort()
    yield ["until the other server shows a new record", f"median {delays[EXCHANGES // 2] * 1000:.1f} ms, "
           f"slowest {delays[-1] * 1000:.0f} ms", "", ""]


def writers(options: argparse.Namespace, folder: Path, file: Path, database: Postgres) -> Iterator[list[str]]:
    """Writes of few and of many clients, without and with a standby that has each commit before it is answered."""
    with Server(folder / "writers", database=database.database()) as server:
        [load] = [load for load in loads(server, file) if load.name == "create a record, API"]
        alone = {}
        for standby in (contextlib.nullcontext(), Standby(database)):
            with standby as replica:
                for clients in (16, 64):
                    name = f"{load.name}, {clients} connections, {'with' if replica else 'without'} synchronous standby"
                    say(f"Measuring: {name}")
                    speed = measure(load, server, folder, options.seconds, clients)
                    first = alone.setdefault(clients, speed)
                    yield [name, text(speed), f"{speed.per_second / first.per_second:.2f}", ""]


def exchange(writer: Server, reader: Server, number: int) -> float:
    """Adds a person at one server, and asks the other one until it has them; the time of that."""
    person = {"firstName": "Anna", "lastName": f"Zzyzx {number}", "phone": "+48 225 550 1472", "address": "Lund"}
    status, answer = writer.send("POST", API, json.dumps(person))
    if status != 201:
        sys.exit(f"{status}: {answer.decode()}")
    begin = time.monotonic()
    while reader.get(f"{API}/{json.loads(answer)['id']}")[0] != 200:
        pass
    return time.monotonic() - begin
