"""Kartoteka beside what people would use instead: the same people, the same work, one run on one machine."""

import argparse
import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from peer import Peer
from peer_datasette import Datasette
from peer_django import Django
from peer_measure import Speed, measure
from peer_ours import OurPages, Ours
from peer_pocketbase import PocketBase
from peer_works import WORKS, Sample, Work, check, sample
from people import make_people
from table import Table
from tools import run, say, timed

MOST = 1_000_000  # people that the peers are measured with
GOALS_ARE_FOR = 100_000
FILLED = "No import of its own: sqlite3 fills its tables."
PEERS: list[type[Peer]] = [Ours, OurPages, PocketBase, Django, Datasette]


@dataclass
class Facts:
    """What a program takes besides its work: seconds and bytes."""

    imported_in: float | None
    on_disk: int
    started_in: float = 0.0
    at_rest: int = 0
    after_work: int = 0


def compare(options: argparse.Namespace, folder: Path) -> Iterator[str]:
    """Markdown: for each number of people a table of the work and one of the programs themselves."""
    for count in options.sizes:
        if count > MOST:
            sys.exit(f"The peers are measured with at most {MOST:,} people; --large adds ten million for Kartoteka.")
        here = folder / str(count)
        here.mkdir()
        yield from compare_with(count, options, here)


def compare_with(count: int, options: argparse.Namespace, folder: Path) -> Iterator[str]:
    file, bare = folder / "people.csv", folder / "bare.sqlite"
    say(f"Making {count:,} people, and filling each program with them")
    make_people(count, file)
    into_bare = timed(lambda: run("sqlite3", bare, f".import --csv '{file}' people"))
    indexed = timed(lambda: run("sqlite3", bare, "CREATE INDEX last_name ON people (last_name)"))
    data = sample(file, count)
    programs = [kind(folder / kind.__name__) for kind in PEERS]
    facts = [Facts(program.fill(file, bare, count), program.on_disk()) for program in programs]
    try:
        for program, fact in zip(programs, facts, strict=True):
            fact.started_in, fact.at_rest = start(program), program.resident()
        work = measure_work(programs, data, options, folder)
        for program, fact in zip(programs, facts, strict=True):
            fact.after_work = program.resident()
    finally:
        for program in programs:
            program.stop()
    table = table_of_facts(programs, facts)
    table.rows[0][-2] = f"{into_bare:.2f} s, {into_bare + indexed:.2f} s with an index"
    table.rows[-1][-2] = f"{megabytes(bare.stat().st_size)} with an index"
    yield f"\n### {count:,} people: work\n"
    yield from work.lines()
    yield f"\n### {count:,} people: the programs\n"
    yield from table.lines()


def table_of_facts(programs: list[Peer], facts: list[Facts]) -> Table:
    """The last columns but one are for sqlite3, the last ones for goals."""
    table = Table(["what", *[program.name for program in programs], "sqlite3", "goal"])
    imports = []
    for program, fact in zip(programs, facts, strict=True):
        reason = "The same data as the API's." if isinstance(program, OurPages) else FILLED
        imports.append(f"– {table.note(reason)}" if fact.imported_in is None else f"{fact.imported_in:.2f} s")
    table.rows = [
        ["import", *imports, "", ""],
        ["start until the first answer", *[f"{fact.started_in * 1000:,.0f} ms" for fact in facts], "–", "200 ms"],
        ["memory at rest", *[megabytes(fact.at_rest) for fact in facts], "–", "40 MB"],
        ["memory after the work", *[megabytes(fact.after_work) for fact in facts], "–", "120 MB"],
        ["database on disk", *[megabytes(fact.on_disk) for fact in facts], "", ""]]
    return table


def start(program: Peer) -> float:
    """Seconds until it answers, the median of three starts; it runs when this returns."""
    seconds = []
    for number in range(3):
        program.start()
        seconds.append(program.started_in)
        if number < 2:
            program.stop()
    return statistics.median(seconds)


def measure_work(programs: list[Peer], data: Sample, options: argparse.Namespace, folder: Path) -> Table:
    """Each kind of work in turn, by each program: what disturbs the machine disturbs them all."""
    table = Table(["what", *[program.name for program in programs], "goal"])
    [ours, pages, *_] = programs
    for name in options.parts or WORKS:
        work = WORKS[name]
        say(f"Measuring: {work.name}")
        hello = measure(ours, [ours.hello()], folder, options.seconds)
        speeds = [speed(work, program, data, options, folder, table) for program in programs]
        table.rows.append([
            work.name,
            *[cell(each, hello, speeds, program, table) for each, program in zip(speeds, programs, strict=True)],
            work.goal if data.count == GOALS_ARE_FOR else ""])
    return table


def speed(
    work: Work, program: Peer, data: Sample, options: argparse.Namespace, folder: Path, table: Table
) -> Speed | str:
    """How quick the program is, or why it doesn't do this work."""
    try:
        requests = work.requests(program, data)
    except NotImplementedError as reason:
        return f"– {table.note(str(reason))}"
    if not requests:
        return f"– {table.note('There are too few people.')}"
    check(work, program, requests, data)
    return measure(program, requests[1:] if work.once else requests, folder, options.seconds, work.once)


def cell(
    speed: Speed | str, hello: Speed, speeds: list[Speed | str], program: Peer, table: Table
) -> str:
    """Requests a second and median; of ours the share of hello, of a peer how many times ours is as quick."""
    if isinstance(speed, str):
        return speed
    figure = f"{speed.per_second:,.0f}/s" if speed.per_second >= 10 else f"{speed.per_second:.1f}/s"
    text = f"{figure}, {speed.median:,.2f} ms" if speed.median < 10 else f"{figure}, {speed.median:,.0f} ms"
    if speed.alone:
        text += " " + table.note("Too slow for 16 connections: one request at a time, which uses one core at most.")
    if speed.failed:
        text += " " + table.note(f"{program.name}: {speed.failed:.1%} of the requests failed.")
    if isinstance(program, Ours):
        return f"{text}; **{speed.per_second / hello.per_second:.2f}** of hello"
    ours = speeds[1] if isinstance(program, Django) and isinstance(speeds[1], Speed) else speeds[0]
    times = ours.per_second / speed.per_second
    return f"{text}; **{times:,.{0 if times >= 10 else 1 if times >= 1 else 2}f} ×**"


def megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"
