"""Searching Northwind's products, and all applications, as somebody types: each beginning of some words, once."""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from part_products import CATEGORIES, PRODUCTS, WHAT, WHERE, make_files
from tools import run, say

from kartoteka import Server, executable

KINDS = ["one letter", "two letters", "three letters", "a whole word", "a second word's first letter",
         "a second word's first two letters", "two words", "two letters that nothing has"]


def typing(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """How long the page of each search takes for the first time, among as many products as there are people otherwise."""
    say(f"Making and importing {options.people:,} products")
    data, files = folder / "data", make_files(options.people, folder)
    run(executable(), "import", "northwind", *files, "--data", data)
    say("Measuring: typing")
    with Server(data) as server:
        timed_page(server, PRODUCTS)
        for name, path, goal in (("products", f"{PRODUCTS}?search=", ""), ("all applications", "/search?part=found&q=", "≤ 50 ms")):
            for kind, searches in typed().items():
                times = [timed_page(server, path + quote(search)) for search in searches]
                yield [f"{name}, {kind}, page, for the first time",
                       f"median {statistics.median(times) * 1000:.1f} ms, slowest {max(times) * 1000:.0f} ms", "", goal]


def typed() -> dict[str, list[str]]:
    """What is typed, by kind. It is the same in each run, and no search comes twice."""
    chance = random.Random(1)
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for first, second in zip(WHERE + WHAT + CATEGORIES, chance.sample(WHAT + WHERE + CATEGORIES, 44), strict=True):
        both = f"{first} {second}".lower()
        behind = len(first) + 1
        for kind, end in zip(KINDS, [1, 2, 3, len(first), behind + 1, behind + 2, len(both)]):
            if both[:end] not in found[kind]:
                found[kind].append(both[:end])
    found[KINDS[-1]] = ["xq", "qx", "zq", "jq", "vx", "wq"]
    return found


def timed_page(server: Server, path: str) -> float:
    begin = time.perf_counter()
    status, answer = server.send("GET", path)
    took = time.perf_counter() - begin
    if status != 200:
        sys.exit(f"{path}: answered {status}: {answer[:500].decode(errors='replace')}")
    return took
