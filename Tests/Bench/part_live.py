"""Live updates: how soon everybody who follows has what was committed."""

import argparse
import json
import select
import socket
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from people import API, APP
from tools import memory, say

from kartoteka import Server


def live(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """How long it takes until everybody who follows has what was committed, and what they cost in memory."""
    commits = 20
    say(f"Following with {options.streams} streams")
    with Server(folder / "live") as server:
        before = memory(server.process.pid)
        streams = [open_stream(server) for _ in range(options.streams)]
        for stream in streams:
            read_until(stream, b": open\n\n")
        opened = memory(server.process.pid) - before
        times = [reach_all(server, streams, number) for number in range(commits)]
        for stream in streams:
            stream.close()
    yield [
        f"a commit is with {options.streams} followers",
        f"median {statistics.median(times) * 1000:,.0f} ms, worst {max(times) * 1000:,.0f} ms", "", "≤ 100 ms"]
    yield [f"memory for {options.streams} followers", f"{opened / 1e6:,.1f} MB", "", "≤ 50 MB"]


def open_stream(server: Server) -> socket.socket:
    stream = socket.create_connection(("127.0.0.1", server.port), timeout=server.DEADLINE)
    stream.sendall(f"GET /api/{APP}/changes HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return stream


def read_until(stream: socket.socket, text: bytes) -> None:
    got = b""
    while text not in got:
        part = stream.recv(65_536)
        if not part:
            sys.exit(f"A stream ended after: {got[-500:]!r}")
        got += part


def reach_all(server: Server, streams: list[socket.socket], number: int) -> float:
    """The time from the answer to a change until the last stream has it; none where the streams were quicker."""
    status, body = server.send("PATCH", f"{API}/1", json.dumps({"firstName": f"Anna {number}"}))
    answered = time.monotonic()
    if status != 200:
        sys.exit(f"A change answered {status}: {body.decode()}")
    waiting = set(streams)
    while waiting:
        ready, _, _ = select.select(waiting, [], [], server.DEADLINE)
        if not ready:
            sys.exit(f"{len(waiting)} of {len(streams)} streams were not told of a change.")
        for stream in ready:
            read_until(stream, b'"updated":[1]')
        waiting -= set(ready)
    return time.monotonic() - answered
