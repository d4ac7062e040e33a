"""Measures Kartoteka on this machine and prints a table in Markdown, with the goal beside each figure.

It judges nothing: it fails only when something does not work, whatever the speed. Figures of requests are given as a
share of what the same server does when it has next to nothing to do (`GET /health`, here "hello"), and the import as
a multiple of what the sqlite3 tool needs for the same file, so that they mean the same on any machine. With --peers the
same work is done by other programs, too.

Needs nothing but Python's standard library, and the programs wrk and sqlite3; --peers needs pip and the internet, and the
part screens what the browser tests need (script/bootstrap --tests).
"""

import argparse
import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path

from part_accounts import accounts
from part_after_write import after_write
from part_backup import backup
from part_completion import completion
from part_courses import courses
from part_crowd import crowd
from part_failover import fail_over
from part_figures import figures
from part_growth import growth
from part_import import imports
from part_live import live
from part_map import world_map
from part_memory import bulk, duplicates, history
from part_opened import opened
from part_orders import orders
from part_overview import overview
from part_pictures import pictures
from part_postgres import postgres
from part_products import products
from part_reading import reading
from part_requests import requests
from part_screens import screens
from part_spreadsheet import spreadsheet
from part_typing import typing
from part_undo import undo
from part_views import views
from peer_works import WORKS
from peers import compare
from peers_install import install_peers, versions
from tools import CONNECTIONS, THREADS

from kartoteka import ROOT

PARTS = {"requests": requests, "live": live, "import": imports, "courses": courses, "orders": orders,
         "overview": overview, "pictures": pictures, "products": products, "typing": typing, "completion": completion,
         "map": world_map, "after-write": after_write, "reading": reading, "crowd": crowd,
         "accounts": accounts, "backup": backup, "undo": undo, "growth": growth, "bulk": bulk, "history": history,
         "duplicates": duplicates, "views": views, "figures": figures, "opened": opened, "spreadsheet": spreadsheet,
         "postgres": postgres, "fail-over": fail_over, "screens": screens}
# Only where they are asked for: they need more than the others.
ASKED_FOR = ("growth", "screens")


def main() -> None:
    options = parse()
    for program, package in (("wrk", "wrk"), ("sqlite3", "sqlite3")):
        if options.parts == ["screens"]:
            break
        if shutil.which(program) is None:
            sys.exit(f"There is no {program}. On Debian and Ubuntu: sudo apt-get install {package}")
    # Not in /tmp, which may be memory: writing to a disk is part of what is measured.
    place = ROOT / ".build"
    place.mkdir(exist_ok=True)
    machine = (f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}; "
               f"wrk with {THREADS} threads and {CONNECTIONS} connections, {options.seconds} s each")
    with tempfile.TemporaryDirectory(prefix="bench-", dir=place) as folder:
        if options.peers:
            install_peers()
            print(f"{machine}; {', '.join(f'{name} {version}' for name, version in versions().items())}", flush=True)
            for line in compare(options, Path(folder)):
                print(line, flush=True)
            parts = ["growth"] if options.large else []
        else:
            print(f"{machine}; {options.people:,} people")
            parts = options.parts or [
                part for part in PARTS if part not in ASKED_FOR or part == "growth" and options.large]
        if parts:
            print()
            for row in [["what", "figure", "ratio", "goal"], ["---", "---:", "---:", "---:"]]:
                print_row(row)
        # Each part's rows at once, so that they are not lost when a later one fails.
        for part in parts:
            for row in PARTS[part](options, Path(folder)):
                print_row(row)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="script/bench", description="Measures the release build.")
    parser.add_argument("--people", type=int, default=100_000, help="how many the server holds (100000)")
    parser.add_argument("--rows", type=int, default=1_000_000, help="how many are imported (1000000)")
    parser.add_argument("--rounds", type=int, default=3, help="how often the import is measured (3)")
    parser.add_argument("--streams", type=int, default=200, help="how many follow what is changed (200)")
    parser.add_argument("--screens", type=int, default=1_000, help="how many screens are open in the part crowd (1,000)")
    parser.add_argument("--changes", type=int, default=5_000, help="how many changes they follow (5000)")
    parser.add_argument("--parts", type=words, help=f"only these: {','.join(PARTS)}; with --peers {','.join(WORKS)}")
    parser.add_argument("--peers", action="store_true", help="compares with other programs, and installs them")
    parser.add_argument("--sizes", type=sizes, default="1000,100000,1000000",
                        help="how many people, with --peers (1000,100000,1000000)")
    parser.add_argument("--large", type=int, nargs="?", const=10_000_000,
                        help="also Kartoteka with so many people (10000000)")
    parser.add_argument("--seconds", type=int, default=5, help="how long each kind of request is sent (5)")
    options = parser.parse_args()
    known = WORKS if options.peers else PARTS
    unknown = [part for part in options.parts or [] if part not in known]
    if unknown:
        parser.error(f"There is no part {', '.join(unknown)}, but: {', '.join(known)}.")
    return options


def words(text: str) -> list[str]:
    return text.split(",")


def sizes(text: str) -> list[int]:
    return [int(word) for word in words(text)]


def print_row(row: list[str]) -> None:
    print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
