"""A backup of a gigabyte: how fast it is written, how much memory that needs, and what 16 writers notice of it."""

import argparse
import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from part_pictures import HEAD, SIZE
from people import API, complete_index, import_people, make_people
from tools import Load, Speed, measure, memory, most_memory, reset_memory, say

from kartoteka import Server, executable

# Pictures of 10 MB beside the people.
PICTURES = 80
EMPLOYEES = "/api/northwind/employees"
LEAST = 1_000_000_000


def backup(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    data = folder / "backup"
    say(f"A folder of {options.rows:,} people and {PICTURES} pictures")
    fill(options, data)
    say("Backing up by the command")
    (folder / "small").mkdir()
    with Server(folder / "small"):
        pass
    _, least = command(folder / "small", folder / "small.tar")
    found = [command(data, folder / "all.tar") for _ in range(options.rounds)]
    size = (folder / "all.tar").stat().st_size
    if size < LEAST and options.rows >= 1_000_000:
        sys.exit(f"The backup has {size:,} bytes only.")
    seconds, most = min(each[0] for each in found), max(each[1] for each in found)
    (folder / "all.tar").unlink()
    yield [f"backup of {size / 1e9:.1f} GB", f"{size / 1e6 / seconds:,.0f} MB/s", "", "≥ 100 MB/s"]
    yield ["memory for it", f"{most / 1e6:,.0f} MB, {(most - least) / 1e6:,.0f} MB more than for an empty folder", "",
           "≤ 64 MB more"]
    yield from beside_writers(options, data)


def fill(options: argparse.Namespace, data: Path) -> None:
    with tempfile.NamedTemporaryFile(suffix=".csv", dir=data.parent) as file:
        make_people(options.rows, Path(file.name))
        import_people(Path(file.name), data, options.rows)
    # Its parts delay changes, too.
    complete_index(data)
    with Server(data) as server:
        for number in range(PICTURES):
            status, body = server.send("POST", EMPLOYEES, json.dumps({"firstName": "Anna", "lastName": f"Zając {number}"}))
            if status != 201:
                sys.exit(f"A new employee answered {status}: {body.decode()}")
            picture = HEAD + number.to_bytes(4, "big") + os.urandom(SIZE - len(HEAD) - 4)
            send(server, f"{EMPLOYEES}/{json.loads(body)['id']}/photo", picture)


def send(server: Server, path: str, content: bytes) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=server.DEADLINE)
    connection.request("PUT", path, content)
    answer = connection.getresponse()
    if answer.status not in (201, 204):
        sys.exit(f"A picture answered {answer.status}: {answer.read().decode()}")
    connection.close()


def command(data: Path, file: Path) -> tuple[float, int]:
    """The seconds and the most memory of `kartoteka backup --all`."""
    begin = time.monotonic()
    process = subprocess.Popen([executable(), "backup", "--all", file, "--data", data], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"kartoteka backup ended with status {process.returncode}.")
    return seconds, usage.ru_maxrss * 1024


def beside_writers(options: argparse.Namespace, data: Path) -> Iterator[list[str]]:
    say("Backing up beside 16 writers")
    # Others than the people in order: no two writers wait for one record.
    lines = [f"{API}\t" + json.dumps({"firstName": "Anna", "lastName": f"Zając {number}", "phone": f"6{number:08}",
                                        "address": "Długa 1"})
             for number in range(1_000)]
    load = Load("changes beside a backup", lines)
    with Server(data) as server, ExitStack() as ended:
        alone = measure(load, server, data.parent, options.seconds)
        time.sleep(1)
        before = memory(server.process.pid)
        reset_memory(server.process.pid)
        begin = time.monotonic()
        status, answer = server.send("POST", "/apps/backups/now")
        if status != 303:
            sys.exit(f"The backup answered {status}: {answer[:300].decode(errors='replace')}")
        ended.callback(lambda: wait(server))
        # What is measured is what happens while the backup is written.
        speeds: list[Speed] = []
        while is_running(server):
            speeds.append(measure(load, server, data.parent, min(options.seconds, 3)))
        seconds = time.monotonic() - begin
        most = most_memory(server.process.pid) - before
        [file] = (data / "backups").glob("*.tar")
        size = file.stat().st_size
    yield [f"backup of {size / 1e9:.1f} GB beside 16 writers", f"{size / 1e6 / seconds:,.0f} MB/s", "", ""]
    slowest = max((each.slowest for each in speeds), key=milliseconds)
    per_second = sum(each.per_second for each in speeds) / len(speeds)
    yield ["16 writers, 99% of changes within", f"{slowest} beside the backup, {alone.slowest} without",
           f"{per_second:,.0f} and {alone.per_second:,.0f} changes/s", "≤ 50 ms"]
    yield ["memory for both", f"{most / 1e6:,.0f} MB more", "", "≤ 64 MB more"]


def milliseconds(text: str) -> float:
    for unit, factor in (("us", 0.001), ("ms", 1), ("s", 1_000)):
        if text.endswith(unit):
            return float(text.removesuffix(unit)) * factor
    return float(text)


def is_running(server: Server) -> bool:
    return b"<progress" in server.get("/apps/backups")[1]


def wait(server: Server) -> None:
    while is_running(server):
        time.sleep(0.2)
