"""Pictures: how long a large one takes up and down, and how much memory the server needs for it."""

import argparse
import http.client
import json
import os
import statistics
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

from tools import memory, most_memory, reset_memory, say, timed

from kartoteka import Server

SIZE = 10_000_000
PICTURE = "/api/northwind/employees/1/photo"
# Nothing of a picture but its beginning is looked at: of a PNG its signature, and its size in the chunk IHDR.
HEAD = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII5B", 13, b"IHDR", 2_000, 1_600, 8, 2, 0, 0, 0)


def pictures(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """A picture of 10 MB, sent and fetched; the memory is what the server has had at most beyond what it had before."""
    say("Sending and fetching a picture")
    files = [HEAD + os.urandom(SIZE - len(HEAD)) for _ in range(options.rounds)]
    with Server(folder / "pictures") as server:
        status, body = server.send(
            "POST", "/api/northwind/employees", json.dumps({"firstName": "Anna", "lastName": "Zając"}))
        if status != 201:
            sys.exit(f"A new employee answered {status}: {body.decode()}")
        send(server, files[0][:100_000])
        fetch(server)
        before = memory(server.process.pid)
        reset_memory(server.process.pid)
        up = statistics.median(timed(lambda file=file: send(server, file)) for file in files)
        sent = most_memory(server.process.pid) - before
        reset_memory(server.process.pid)
        down = statistics.median(timed(lambda: fetch(server, files[-1])) for _ in files)
        fetched = most_memory(server.process.pid) - before
    yield ["a picture of 10 MB, up", f"{up * 1000:,.0f} ms, {sent / 1e6:,.1f} MB more", "", "≤ 20 MB more"]
    yield ["a picture of 10 MB, down", f"{down * 1000:,.0f} ms, {fetched / 1e6:,.1f} MB more", "", "≤ 20 MB more"]


def send(server: Server, content: bytes) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=server.DEADLINE)
    connection.request("PUT", PICTURE, content)
    answer = connection.getresponse()
    if answer.status not in (201, 204):
        sys.exit(f"A picture answered {answer.status}: {answer.read().decode()}")
    connection.close()


def fetch(server: Server, content: bytes | None = None) -> None:
    status, got = server.get(PICTURE)
    if status != 200 or content is not None and got != content:
        sys.exit(f"Fetching the picture answered {status} with {len(got):,} bytes.")
