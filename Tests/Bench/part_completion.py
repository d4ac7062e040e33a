"""Cities of the world looked for while somebody types: what the built-in gazetteer takes."""

import argparse
import json
import random
import statistics
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

from tools import Load, measure, memory, say, timed

from kartoteka import ROOT, Server

RESOURCES = ROOT / "Sources/KartotekaWorldData/Resources"
ALONE, TOGETHER = 200, 20_000
GOAL = "< 10 ms alone"


def completion(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """What completion takes over HTTP. No text is sent twice: the server keeps pages that it has made."""
    chance = random.Random(1)
    names = [line.split("\t")[0] for file in ("cities.tsv", "alternates.tsv")
             for line in (RESOURCES / file).read_text(encoding="utf-8").splitlines()]
    with Server(folder / "atlas") as server:
        say("Adding a country")
        status, body = server.send("POST", "/api/travelmap/countries", json.dumps({"isoCode": "PT"}))
        if status != 201:
            sys.exit(f"Adding a country answered {status}: {body[:500].decode()}")
        chooser = f"/travelmap/cities/new?country={json.loads(body)['id']}&find="
        before = memory(server.process.pid)
        first = timed(lambda: answered(server, f"{chooser}lisb", "Lisbon"))
        grown = memory(server.process.pid) - before
        yield ["cities, first answer (reads the gazetteer)", f"{first * 1000:,.0f} ms", "", ""]
        yield ["cities, memory of the gazetteer", f"{grown / 1e6:,.1f} MB", "", ""]
        for kind, change in (("beginnings", beginning), ("words within names", last_word), ("typing errors", wrong)):
            say(f"Measuring: {kind}")
            texts = distinct(names, change, chance)
            paths = [chooser + quote(text) for text in texts]
            times = sorted(timed(lambda: answered(server, path)) for path in paths[:ALONE])
            speed = measure(Load(f"cities, {kind}", paths[ALONE:]), server, folder, options.seconds)
            yield [f"cities, {kind}", f"alone: median {statistics.median(times) * 1000:,.1f} ms, 99 % "
                   f"{times[ALONE * 99 // 100] * 1000:,.1f} ms; {speed.per_second:,.0f}/s", "", GOAL]


def distinct(names: list[str], change: Callable[[str, random.Random], str], chance: random.Random) -> list[str]:
    texts: dict[str, None] = {}
    while len(texts) < ALONE + TOGETHER:
        text = change(chance.choice(names), chance)
        if len(text) > 1:
            texts[text] = None
    return list(texts)


def beginning(name: str, chance: random.Random) -> str:
    return name[:chance.randint(2, len(name))] if len(name) > 2 else ""


def last_word(name: str, chance: random.Random) -> str:
    words = name.split()
    return beginning(words[-1], chance) if len(words) > 1 else ""


def wrong(name: str, chance: random.Random) -> str:
    """The name with two of its letters exchanged."""
    if len(name) < 4:
        return ""
    at = chance.randrange(1, len(name) - 1)
    return name[:at] + name[at + 1] + name[at] + name[at + 2:]


def answered(server: Server, path: str, words: str = "") -> None:
    status, body = server.get(path)
    if status != 200 or words not in body.decode():
        sys.exit(f"{path} answered {status}: {body[:500].decode()}")
