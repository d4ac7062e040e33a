"""The map of somebody who has been everywhere: what its page weighs, and how fast it comes."""

import argparse
import gzip
import json
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tools import Load, measure, say

from kartoteka import Server

CITIES = 500
APP, API = "/travelmap", "/api/travelmap"


def world_map(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """All countries visited, and five hundred cities: bytes before and after compression, and pages a second."""
    say(f"Visiting every country and {CITIES:,} cities")
    with Server(folder / "world") as server:
        countries = visit_everywhere(server)
        page = body(server, f"{APP}/map")
        files = sorted(set(re.findall(rb"/assets/[a-z-]+\.[a-z0-9]+\.(?:css|js|svg)", page)))
        sizes = {file.decode(): body(server, file.decode()) for file in files if b"kartoteka" not in file}
        own = len(page) + sum(len(sizes[file]) for file in sizes if not file.endswith(".svg"))
        [world] = [file for file in sizes if file.endswith(".svg")]
        packed = sum(len(gzip.compress(each)) for each in (page, *sizes.values()))
        yield [f"map of {countries} countries and {CITIES:,} cities, page, style and script", f"{own:,} bytes", "", "< 60,000"]
        yield ["the same and the world, compressed", f"{packed:,} bytes", "", "< 250,000"]
        yield ["of this the world, which browsers keep for good", f"{len(gzip.compress(sizes[world])):,} bytes", "", ""]
        for load in (
            Load("map, page", [f"{APP}/map"]),
            Load("a country's view, page", [f"{APP}/map/PT"]),
            Load("the world's drawing", [world]),
            Load("pins of a part of the map", [f"{APP}/map?view={x},{y},900&part=rows" for x in range(2000, 18000, 97)
                                               for y in (1500, 3000, 4500)]),
        ):
            say(f"Measuring: {load.name}")
            speed = measure(load, server, folder, options.seconds)
            yield [load.name, f"{speed.per_second:,.0f}/s, median {speed.median}, 99 % {speed.slowest}", "", ""]


def visit_everywhere(server: Server) -> int:
    chance = random.Random(1)
    page = body(server, f"{APP}/map").decode()
    [world] = re.findall(r"/assets/world\.[a-z0-9]+\.svg", page)[:1]
    codes = sorted(set(re.findall(r'id="([A-Z]{2})"', body(server, world).decode())))
    ids = [send(server, "/countries", {"isoCode": code})["id"] for code in codes]
    for number in range(CITIES):
        send(server, "/cities", {
            "name": f"City {number}", "country": chance.choice(ids),
            "position": f"{chance.uniform(-55, 70):.4f},{chance.uniform(-170, 175):.4f}", "dateOfVisit": "2024-05-03"})
    return len(ids)


def send(server: Server, path: str, record: dict) -> dict:
    status, answer = server.send("POST", API + path, json.dumps(record))
    if status != 201:
        sys.exit(f"{path} answered {status}: {answer[:500].decode()}")
    return json.loads(answer)


def body(server: Server, path: str) -> bytes:
    status, answer = server.get(path)
    if status != 200:
        sys.exit(f"{path} answered {status}: {answer[:500].decode()}")
    return answer
