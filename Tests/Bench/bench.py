"""Measures Kartoteka on this machine and prints a table in Markdown, with the goal beside each figure.

It judges nothing: it fails only when something does not work, whatever the speed. Figures of requests are given as a
share of what the same server does when it has next to nothing to do (`GET /health`, here "hello"), and the import as
a multiple of what the sqlite3 tool needs for the same file, so that they mean the same on any machine.

Needs nothing but Python's standard library, and the programs wrk and sqlite3.
"""

import argparse
import csv
import json
import os
import platform
import random
import re
import select
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Support"))

from kartoteka import ROOT, Server, executable

APP = "userscrud"
PEOPLE = f"/{APP}/users"
API = f"/api/{APP}/users"
THREADS = 2
CONNECTIONS = 16


@dataclass(frozen=True)
class Load:
    """A kind of request, sent many times: one a line, as requests.lua has it."""

    name: str
    lines: list[str]
    goal: float | None = None


@dataclass(frozen=True)
class Speed:
    per_second: float
    median: str
    slowest: str


def main() -> None:
    options = parse()
    for program, package in (("wrk", "wrk"), ("sqlite3", "sqlite3")):
        if shutil.which(program) is None:
            sys.exit(f"There is no {program}. On Debian and Ubuntu: sudo apt-get install {package}")
    # Not in /tmp, which may be memory: writing to a disk is part of what is measured.
    place = ROOT / ".build"
    place.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=place) as folder:
        parts = [PARTS[options.part]] if options.part else PARTS.values()
        rows = [row for part in parts for row in part(options, Path(folder))]
    print(f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}; {options.people:,} people, "
          f"wrk with {THREADS} threads and {CONNECTIONS} connections, {options.seconds} s each\n")
    print_table(["what", "figure", "ratio", "goal"], rows)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="script/bench", description="Measures the release build.")
    parser.add_argument("--people", type=int, default=100_000, help="how many the server holds (100000)")
    parser.add_argument("--rows", type=int, default=1_000_000, help="how many are imported (1000000)")
    parser.add_argument("--rounds", type=int, default=3, help="how often the import is measured (3)")
    parser.add_argument("--streams", type=int, default=200, help="how many follow what is changed (200)")
    parser.add_argument("--part", choices=PARTS, help="measures only this part")
    parser.add_argument("--seconds", type=int, default=5, help="how long each kind of request is sent (5)")
    return parser.parse_args()


def print_table(head: list[str], rows: Iterable[list[str]]) -> None:
    for row in [head, ["---", "---:", "---:", "---:"], *rows]:
        print(f"| {' | '.join(row)} |")


def say(what: str) -> None:
    print(f"==> {what}", file=sys.stderr)


# Requests

def requests(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """What the server does with its people: requests a second, start, memory, room on disk."""
    data, file = folder / "data", folder / "people.csv"
    say(f"Making and importing {options.people:,} people")
    make_people(options.people, file)
    import_people(file, data, options.people)
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


def measure(load: Load, server: Server, folder: Path, seconds: int) -> Speed:
    path, _, body = load.lines[0].partition("\t")
    status, answer = server.send("POST" if body else "GET", path, body or None)
    if status != (201 if body else 200):
        sys.exit(f"{load.name}: {path} answered {status}: {answer[:500].decode(errors='replace')}")
    file = folder / "requests.txt"
    file.write_text("\n".join(load.lines) + "\n", encoding="utf-8")
    wrk(server, file, 1)
    output = wrk(server, file, seconds)
    trouble = re.findall(r"Non-2xx.*|Socket errors.*", output)
    if trouble:
        sys.exit(f"{load.name}: {'; '.join(trouble)}\n{server.log()[-2000:]}")
    [per_second] = re.findall(r"Requests/sec:\s+([\d.]+)", output)
    [median] = re.findall(r"50%\s+(\S+)", output)
    [slowest] = re.findall(r"99%\s+(\S+)", output)
    return Speed(float(per_second), median, slowest)


def wrk(server: Server, file: Path, seconds: int) -> str:
    script = Path(__file__).with_name("requests.lua")
    return run(
        "wrk", f"-t{THREADS}", f"-c{CONNECTIONS}", f"-d{seconds}s", "--latency", "-s", script, server.url, "--", file)


def most_memory(process: int) -> int:
    return memory(process, "VmHWM")


def memory(process: int, kind: str = "VmRSS") -> int:
    status = Path(f"/proc/{process}/status").read_text()
    [kilobytes] = re.findall(rf"{kind}:\s+(\d+) kB", status)
    return int(kilobytes) * 1024


def start(data: Path) -> float:
    with Server(data) as server:
        return server.started_in


# Live updates

def live(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """How long it takes until everybody who follows has what was committed, and what they cost in memory."""
    commits = 20
    say(f"Following with {options.streams} streams")
    with Server(folder / "live") as server:
        before = memory(server.process.pid)
        streams = [open_stream(server) for _ in range(options.streams)]
        for stream in streams:
            read_until(stream, b": open\n\n")
        opened = memory(server.process.pid) - before
        times = [reach_all(server, streams, number) for number in range(commits)]
        for stream in streams:
            stream.close()
    yield [
        f"a commit is with {options.streams} followers",
        f"median {statistics.median(times) * 1000:,.0f} ms, worst {max(times) * 1000:,.0f} ms", "", "≤ 100 ms"]
    yield [f"memory for {options.streams} followers", f"{opened / 1e6:,.1f} MB", "", "≤ 50 MB"]


def open_stream(server: Server) -> socket.socket:
    stream = socket.create_connection(("127.0.0.1", server.port), timeout=server.DEADLINE)
    stream.sendall(f"GET /api/{APP}/changes HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return stream


def read_until(stream: socket.socket, text: bytes) -> None:
    got = b""
    while text not in got:
        part = stream.recv(65_536)
        if not part:
            sys.exit(f"A stream ended after: {got[-500:]!r}")
        got += part


def reach_all(server: Server, streams: list[socket.socket], number: int) -> float:
    """The time from the answer to a change until the last stream has it; none where the streams were quicker."""
    status, body = server.send("PATCH", f"{API}/1", json.dumps({"firstName": f"Anna {number}"}))
    answered = time.monotonic()
    if status != 200:
        sys.exit(f"A change answered {status}: {body.decode()}")
    waiting = set(streams)
    while waiting:
        ready, _, _ = select.select(waiting, [], [], server.DEADLINE)
        if not ready:
            sys.exit(f"{len(waiting)} of {len(streams)} streams were not told of a change.")
        for stream in ready:
            read_until(stream, b'"updated":[1]')
        waiting -= set(ready)
    return time.monotonic() - answered


# Import

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


def make_people(count: int, file: Path) -> None:
    with file.open("wb") as output:
        run(executable(), "mock", APP, "users", "--count", count, "--seed", 1, "--format", "csv", output=output)


def import_people(file: Path, data: Path, count: int) -> None:
    output = run(executable(), "import", APP, file, "--into", "users", "--data", data, "--json")
    inserted = sum(each["inserted"] for each in json.loads(output)["files"])
    if inserted != count:
        sys.exit(f"{inserted} of {count} people were imported: {output}")


def timed(work) -> float:
    begin = time.monotonic()
    work()
    return time.monotonic() - begin


def run(*command, output=subprocess.PIPE) -> str:
    """Runs a program and returns what it prints; ends the bench when the program fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, stdout=output, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)} failed with status {done.returncode}:\n{done.stdout or ''}{done.stderr}")
    return done.stdout


PARTS = {"requests": requests, "live": live, "import": imports}

if __name__ == "__main__":
    main()
