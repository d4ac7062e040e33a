"""The same pages and searches of a thousand and of ten million people."""

import argparse
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from peer_measure import measure, measure_once
from peer_ours import OurPages, Ours
from peer_works import WORKS, Sample, check, sample
from peers import megabytes
from people import make_people
from tools import say, timed

SMALL, LARGE = 1_000, 10_000_000
GROWS = ["list", "deep", "frequent", "rare", "short", "filter", "record"]


def growth(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """Median times with few and with many people, 16 connections; start and memory with the many."""
    servers: dict[int, tuple[Ours, Sample]] = {}
    large = options.large or LARGE
    for count in (SMALL, large):
        here = folder / str(count)
        here.mkdir()
        say(f"Making and importing {count:,} people")
        file = here / "people.csv"
        make_people(count, file)
        server = Ours(here / "Ours")
        took = timed(lambda: server.fill(file, file, count))
        servers[count] = (server, sample(file, count))
        file.unlink()
    yield [f"import of {large:,} people", f"{took:.1f} s", "", ""]
    try:
        seconds = []
        for server, _ in servers.values():
            server.start()
        many = servers[large][0]
        for _ in range(3):
            many.stop()
            many.start()
            seconds.append(many.started_in)
        yield [f"start with {large:,} people", f"{statistics.median(seconds) * 1000:,.0f} ms", "", "≤ 200 ms"]
        yield ["memory at rest", megabytes(many.resident()), "", "≤ 40 MB"]
        yield from medians(servers, options, folder)
        yield ["memory after the work", megabytes(many.resident()), "", "≤ 120 MB"]
        yield ["database on disk", megabytes(many.on_disk()), "", ""]
    finally:
        for server, _ in servers.values():
            server.stop()


def medians(servers: dict[int, tuple[Ours, Sample]], options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """Each address once, one after the other, when nothing of it can be kept; then all of them again and again. With
    many people as many different addresses as with few."""
    for work in [WORKS[name] for name in GROWS]:
        for kind in (Ours, OurPages):
            views = [seen_by(kind, server, folder) for server, _ in servers.values()]
            try:
                asked = [work.requests(view, data) for view, (_, data) in zip(views, servers.values(), strict=True)]
            except NotImplementedError:
                continue
            most = min(len(requests) for requests in asked)
            once, often = [], []
            for view, requests, (_, data) in zip(views, asked, servers.values(), strict=True):
                say(f"Measuring: {work.name}, {kind.name}, {data.count:,} people")
                if most > 1:
                    once.append(measure_once(view, requests[:most], folder, 2))
                check(work, view, requests, data)
                often.append(measure(view, requests[:most], folder, options.seconds).median)
            for times, how in ((once, "for the first time, one connection"), (often, "16 connections")):
                if times:
                    [few, many] = times
                    yield [f"{work.name}, {kind.name}, {how}", f"median {few:.2f} ms, {many:.2f} ms",
                           f"{many / few:.1f}", "≤ 2, ≤ 50 ms"]


def seen_by(kind: type[Ours], server: Ours, folder: Path) -> Ours:
    """The same server, asked for pages or as an API."""
    view = kind(Path(tempfile.mkdtemp(dir=folder)) / kind.__name__)
    view.port, view.database = server.port, server.database
    return view
