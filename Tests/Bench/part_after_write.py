"""Views each of which comes right after a write that changed its table."""

import argparse
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from peer import Request
from peer_measure import measure
from peer_ours import OurPages, Ours
from peer_works import sample, updates
from people import make_people
from tools import run, say

ROUNDS = 5


def after_write(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """Two ways, since what a view takes can't be seen among other requests. One connection: how long a view takes
    right after a write, beside "hello" right after a write. 16 connections: how many pairs of a write and a view there
    are in a second, beside pairs of a write and "hello"; what the difference costs is added to a "hello". A machine
    that is slower for some seconds would be taken for the difference: each is measured several times, in turn."""
    file = folder / "people.csv"
    say(f"Making and importing {options.people:,} people")
    make_people(options.people, file)
    server = Ours(folder / "Ours")
    server.fill(file, file, options.people)
    data = sample(file, options.people)
    writes = {
        "a changed record": updates(server, data), "a new record": [server.create(person) for person in data.people]}
    try:
        server.start()
        for name, view in (("page", OurPages(folder / "Pages").first_page()), ("API", server.first_page())):
            for write, requests in writes.items():
                say(f"Measuring: list after {write}, {name}")
                yield from one_kind(f"list, {name}, right after {write}", view, requests, server, folder, options)
    finally:
        server.stop()


def one_kind(
    name: str, view: Request, writes: list[Request], server: Ours, folder: Path, options: argparse.Namespace
) -> Iterator[list[str]]:
    times = alone(server, view, writes, folder, options.seconds)
    yield [
        f"{name}, one connection",
        f"{times['view'] * 1000:.2f} ms, hello {times['hello'] * 1000:.2f} ms, the write "
        f"{times['write'] * 1000:.2f} ms (medians)",
        f"{times['hello'] / times['view']:.2f}", "≥ 0.3"]
    rounds = [one_round(server, view, writes, folder, options.seconds) for _ in range(ROUNDS)]
    hello, with_view, with_hello = (statistics.median(of_kind) for of_kind in zip(*rounds))
    share = statistics.median(share_of_hello(*one) for one in rounds)
    yield [
        f"{name}, 16 connections",
        f"{with_view:,.0f} pairs/s, with hello {with_hello:,.0f} pairs/s; hello {hello:,.0f}/s (medians of {ROUNDS} rounds)",
        f"{share:.2f}", "≥ 0.3"]


def one_round(
    server: Ours, view: Request, writes: list[Request], folder: Path, seconds: int
) -> tuple[float, float, float]:
    """How many hellos, pairs with a view and pairs with a hello there are in a second, one right after the other."""
    hello = measure(server, [server.hello()], folder, seconds).per_second
    return hello, pairs(server, view, writes, folder, seconds), pairs(server, server.hello(), writes, folder, seconds)


def share_of_hello(hello: float, with_view: float, with_hello: float) -> float:
    """How many views there are for a hello, when a view takes as much longer as its pair does."""
    return 1 / (1 + hello * max(0, 1 / with_view - 1 / with_hello))


def alone(server: Ours, view: Request, writes: list[Request], folder: Path, seconds: int) -> dict[str, float]:
    """Medians in seconds of writes, and of views and hellos right after a write."""
    file, written = folder / "writes.txt", folder / "times.txt"
    file.write_text("\n".join(request.line for request in writes) + "\n", encoding="utf-8")
    script = Path(__file__).with_name("after_write.lua")
    run("wrk", "-t1", "-c1", f"-d{seconds}s", "-s", script, server.url, "--", file, view.path, server.hello().path,
        written)
    times: defaultdict[str, list[float]] = defaultdict(list)
    for line in written.read_text().splitlines():
        kind, took, status = line.split()
        if status not in ("200", "201"):
            sys.exit(f"A {kind} answered {status}.")
        times[kind].append(float(took))
    return {kind: statistics.median(several) for kind, several in times.items()}


def pairs(server: Ours, view: Request, writes: list[Request], folder: Path, seconds: int) -> float:
    """How many times a second a thread's requests are a write and then this view."""
    requests = [request for write in writes for request in (write, view)]
    return measure(server, requests, folder, seconds).per_second / 2
