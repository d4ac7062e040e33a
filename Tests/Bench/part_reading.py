"""Reading while a million people are imported by another process into what is read."""

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from peer_measure import measure_median
from peer_ours import OurPages, Ours
from people import APP, make_people
from tools import CONNECTIONS, say

from kartoteka import executable


def reading(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """Median time of a page before an import and during it: for one reader, and for 16 connections, which leave the
    import no core of its own on a small machine."""
    people, more = folder / "people.csv", folder / "more.csv"
    say(f"Making {options.people:,} people, and {options.rows:,} to import")
    make_people(options.people, people)
    make_people(options.rows, more)
    for connections in (1, CONNECTIONS):
        server = Ours(folder / f"Ours{connections}")
        server.fill(people, people, options.people)
        server.start()
        page = OurPages(folder / f"Pages{connections}").first_page()
        try:
            say(f"Reading with {connections} connections, and importing")
            before = measure_median(server, [page], folder, options.seconds, connections)
            importing = subprocess.Popen(
                [executable(), "import", APP, more, "--into", "users", "--data", server.database.parent],
                stdout=subprocess.DEVNULL)
            begin = time.monotonic()
            medians = []
            while importing.poll() is None:
                medians.append(measure_median(server, [page], folder, 1, connections))
            took = time.monotonic() - begin
            if importing.returncode != 0 or len(medians) < 3:
                sys.exit(f"The import ended after {took:.1f} s with status {importing.returncode}: too soon to read.")
        finally:
            server.stop()
        # The first and the last second are partly without import.
        during = sorted(medians[1:-1])[len(medians[1:-1]) // 2]
        yield [
            f"page during an import, {connections} connection{'s' if connections > 1 else ''}",
            f"median {during:.2f} ms, before {before:.2f} ms; the import took {took:.1f} s",
            f"{during / before:.1f}", "≤ 2"]
