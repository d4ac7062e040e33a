"""The cost of accounts: requests with a session beside those of a server without people, signing in, many attempts to sign in."""

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
from tools import CONNECTIONS, most_memory, processor_seconds, rate, reset_memory, say, timed, wrk

from kartoteka import Server, executable

SIGN_IN = "/apps/sign-in"
NAME, PASSWORD = "Ada", "a garden with plums"
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
            ratios, headers, speeds = [], [], []
            for _ in range(TURNS):
                first, _ = cost(without, folder, paths, None, options.seconds)
                # The longer request has its price also where nobody reads the cookie.
                told, _ = cost(without, folder, paths, cookie, options.seconds)
                second, speed = cost(with_people, folder, paths, cookie, options.seconds)
                ratios.append(second / first)
                headers.append(told / first)
                speeds.append(speed)
            yield [f"{name}, with a session", f"{statistics.median(speeds):,.0f}/s",
                   f"{more(ratios)} % processor time, {more(headers)} % by the header alone", "≤ +3 %"]
        seconds = statistics.median(timed(lambda: sign_in(with_people)) for _ in range(5))
        yield ["signing in by a password", f"{seconds * 1000:,.0f} ms", "", "< 1 s"]
        yield from flood(with_people, cookie)


def more(ratios: list[float]) -> str:
    return f"{(statistics.median(ratios) - 1) * 100:+.1f}"


def flood(server: Server, cookie: str) -> Iterator[list[str]]:
    say(f"{FLOOD:,} attempts to sign in at once")
    before = reset_memory(server.process.pid)
    page = []
    with ThreadPoolExecutor(64) as pool:
        attempts = [pool.submit(attempt, server, number) for number in range(FLOOD)]
        while not all(each.done() for each in attempts):
            page.append(timed(lambda: get(server, PEOPLE, cookie)))
    answers = [each.result() for each in attempts]
    if unknown := {status for status in answers if status not in (303, 401, 403, 422, 429, 503)}:
        sys.exit(f"Attempts to sign in answered {unknown}.")
    memory = most_memory(server.process.pid) - before
    slow = sorted(page)[len(page) * 99 // 100]
    yield [f"memory of {FLOOD:,} attempts to sign in", f"{memory / 1e6:,.0f} MB more", "", "≤ 150 MB"]
    yield ["a page meanwhile", f"median {statistics.median(page) * 1000:,.0f} ms, 99 % {slow * 1000:,.0f} ms", "", ""]


def cost(server: Server, folder: Path, paths: list[str], cookie: str | None, seconds: int) -> tuple[float, float]:
    """The server's processor time of a request, and the requests a second. The time of a clock also has what else the machine does."""
    headers = [f"# Cookie: {cookie}"] if cookie else []
    file = folder / "accounts.txt"
    file.write_text("\n".join(headers + paths) + "\n", encoding="utf-8")
    before = processor_seconds(server.process.pid)
    output = wrk(server, file, seconds, CONNECTIONS)
    used = processor_seconds(server.process.pid) - before
    [count] = re.findall(r"(\d+) requests in", output)
    return used / int(count), rate(paths[0], output, server)


def sign_in(server: Server) -> str:
    """The cookie of a new session."""
    status, cookie = post(server, NAME, PASSWORD)
    if status != 303 or not cookie:
        sys.exit(f"Signing in answered {status}.")
    return cookie.partition(";")[0]


def attempt(server: Server, number: int) -> int:
    """The status of a wrong sign-in, from an address of its own: the server slows down those of one address."""
    return post(server, f"Nobody {number}", "not this one", f"127.1.{number // 250}.{1 + number % 250}")[0]


def post(server: Server, name: str, password: str, client: str = "127.0.0.1") -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120, source_address=(client, 0))
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
