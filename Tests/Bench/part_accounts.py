"""What accounts cost: a request with a session beside one of a server without people, signing in, and a flood of it."""

import argparse
import http.client
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode

from part_requests import some_ids
from people import API, PEOPLE, complete_index, import_people, make_people
from tools import most_memory, say, timed, wrk

from kartoteka import Server, executable

SIGN_IN = "/apps/sign-in"
NAME, PASSWORD = "Ada", "a garden with plums"
CONNECTIONS = 16
# Each kind of request is measured so often by turns: a machine's speed changes by more than what is measured.
TURNS = 7
FLOOD = 1_000


def accounts(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    alone, together = folder / "alone", folder / "together"
    say(f"Making and importing {options.people:,} people")
    file = folder / "accounts.csv"
    make_people(options.people, file)
    import_people(file, alone, options.people)
    complete_index(alone)
    shutil.copytree(alone, together)
    command = [executable(), "people", "add", NAME, "--administrator", "--data", together]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "KARTOTEKA_PASSWORD": PASSWORD})
    with Server(alone) as without, Server(together) as with_people:
        cookie = sign_in(with_people)
        ids = some_ids(without, 10_000, random.Random(1))
        for name, paths in (
            ("list, page", [PEOPLE]),
            ("list, API", [f"{API}?limit=50&sort=lastName"]),
            ("one record, page", [f"{PEOPLE}/{id}" for id in ids]),
            ("one record, API", [f"{API}/{id}" for id in ids]),
        ):
            say(f"Measuring: {name}")
            ratios, speeds = [], []
            for _ in range(TURNS):
                first = speed(without, folder, paths, None, options.seconds)
                second = speed(with_people, folder, paths, cookie, options.seconds)
                ratios.append(first / second)
                speeds.append(second)
            ratio = statistics.median(ratios)
            yield [f"{name}, with a session", f"{statistics.median(speeds):,.0f}/s", f"{(ratio - 1) * 100:+.1f} % time",
                   "≤ +3 %"]
        seconds = statistics.median(timed(lambda: sign_in(with_people)) for _ in range(5))
        yield ["signing in by a password", f"{seconds * 1000:,.0f} ms", "", "< 1 s"]
        yield from flood(with_people, cookie)


def flood(server: Server, cookie: str) -> Iterator[list[str]]:
    say(f"{FLOOD:,} attempts to sign in at once")
    before = most_memory(server.process.pid)
    page = []
    with ThreadPoolExecutor(64) as pool:
        attempts = [pool.submit(attempt, server, f"Nobody {number}") for number in range(FLOOD)]
        while not all(each.done() for each in attempts):
            page.append(timed(lambda: get(server, PEOPLE, cookie)))
    answers = [each.result() for each in attempts]
    if unknown := {status for status in answers if status not in (303, 401, 403, 422, 429, 503)}:
        sys.exit(f"Attempts to sign in answered {unknown}.")
    memory = most_memory(server.process.pid) - before
    slow = sorted(page)[len(page) * 99 // 100]
    yield [f"memory of {FLOOD:,} attempts to sign in", f"{memory / 1e6:,.0f} MB more", "", "≤ 150 MB"]
    yield ["a page meanwhile", f"median {statistics.median(page) * 1000:,.0f} ms, 99 % {slow * 1000:,.0f} ms", "", ""]


def speed(server: Server, folder: Path, paths: list[str], cookie: str | None, seconds: int) -> float:
    headers = [f"# Cookie: {cookie}"] if cookie else []
    file = folder / "accounts.txt"
    file.write_text("\n".join(headers + paths) + "\n", encoding="utf-8")
    output = wrk(server, file, seconds, CONNECTIONS)
    if trouble := re.findall(r"Non-2xx.*|Socket errors.*", output):
        sys.exit(f"{paths[0]}: {'; '.join(trouble)}\n{server.log()[-2000:]}")
    [per_second] = re.findall(r"Requests/sec:\s+([\d.]+)", output)
    return float(per_second)


def sign_in(server: Server) -> str:
    """The cookie of a new session."""
    status, cookie = post(server, NAME, PASSWORD)
    if status != 303 or not cookie:
        sys.exit(f"Signing in answered {status}.")
    return cookie.partition(";")[0]


def attempt(server: Server, name: str) -> int:
    return post(server, name, "not this one")[0]


def post(server: Server, name: str, password: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    try:
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", SIGN_IN, urlencode({"name": name, "password": password}), kind)
        response = connection.getresponse()
        response.read()
        cookies = [value for key, value in response.getheaders() if key.lower() == "set-cookie"]
        return response.status, next((value for value in cookies if "kartoteka" in value.partition("=")[0]), "")
    finally:
        connection.close()


def get(server: Server, path: str, cookie: str) -> None:
    status, body, _ = server.exchange("GET", path, headers={"Cookie": cookie})
    if status != 200:
        sys.exit(f"{path} answered {status}: {body[:300].decode(errors='replace')}")
