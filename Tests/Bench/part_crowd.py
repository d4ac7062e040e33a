"""What other people notice while clients waste connections, bodies, downloads, long reads and streams of changes."""

import argparse
import contextlib
import json
import select
import socket
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from part_live import open_stream, read_until
from people import API, APP, PEOPLE, import_people, make_people
from tools import memory, say

from kartoteka import Server

# A connection that was given up for others ends in one of these.
GIVEN_UP = (BrokenPipeError, ConnectionResetError, TimeoutError)


def crowd(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    file, data = folder / "crowd.csv", folder / "crowd"
    make_people(options.people, file)
    import_people(file, data, options.people)
    loads = {
        "beside 900 idle connections": idle, "beside 500 bodies of a byte a second": trickling_bodies,
        "beside 900 downloads that nobody reads": unread_downloads, "beside 16 clients' long reads": long_reads,
    }
    for name, load in loads.items():
        say(name.capitalize())
        # Each begins with a server that has served nobody.
        with Server(data) as server, contextlib.ExitStack() as opened:
            load(server, opened)
            # Each is another person's, so that no page comes from the cache.
            pages = times(lambda number: expect(server, "GET", f"{PEOPLE}/{number}"))
            writes = times(lambda number: expect(server, "PATCH", f"{API}/{number}", '{"firstName": "Anna"}'))
            figure = f"{memory(server.process.pid) / 1e6:,.0f} MB"
        yield [f"a small page {name}", told(pages), "", "≤ 1,000 ms" if load is idle else "≤ 100 ms"]
        yield [f"a change {name}", told(writes), "", "≤ 1,000 ms" if load is idle else "≤ 500 ms"]
        yield [f"memory {name}", figure, "", ""]
    yield from streams(options, data)


def times(work: Callable[[int], None], count: int = 50) -> list[float]:
    found = []
    for number in range(1, count + 1):
        begin = time.monotonic()
        work(number)
        found.append(time.monotonic() - begin)
    return found


def told(found: list[float]) -> str:
    return f"median {statistics.median(found) * 1000:,.1f} ms, slowest {max(found) * 1000:,.0f} ms"


def expect(server: Server, method: str, path: str, body: str | None = None) -> None:
    status, answer = server.send(method, path, body)
    if status != 200:
        sys.exit(f"{method} {path} answered {status}: {answer[:300].decode(errors='replace')}")


def connect(server: Server, source: str = "127.0.0.1", buffer: int | None = None) -> socket.socket:
    connection = socket.socket()
    if buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    connection.settimeout(server.DEADLINE)
    connection.bind((source, 0))
    connection.connect(("127.0.0.1", server.port))
    return connection


def idle(server: Server, opened: contextlib.ExitStack) -> None:
    for _ in range(900):
        opened.enter_context(connect(server))


def trickling_bodies(server: Server, opened: contextlib.ExitStack) -> None:
    head = f"POST {API} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n"
    connections = [opened.enter_context(connect(server)) for _ in range(500)]
    for connection in connections:
        connection.sendall(head.encode())

    def trickle() -> None:
        for connection in connections:
            with contextlib.suppress(*GIVEN_UP):
                connection.sendall(b" ")

    begin(trickle, 1, opened)


def unread_downloads(server: Server, opened: contextlib.ExitStack) -> None:
    for _ in range(900):
        connection = opened.enter_context(connect(server, buffer=4_096))
        with contextlib.suppress(*GIVEN_UP):
            connection.sendall(f"GET /{APP}/export/users.csv HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())


def long_reads(server: Server, opened: contextlib.ExitStack) -> None:
    def ask(number: int, stop: threading.Event) -> None:
        turn = 0
        while not stop.is_set():
            turn += 1
            # None of these is in the cache, and no index has their order.
            path = f"{API}?sort=address&filter[address][contains]={number}&limit={turn % 90 + 1}"
            with contextlib.suppress(*GIVEN_UP), connect(server, f"127.0.0.{number + 2}") as connection:
                request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                connection.sendall(request.encode())
                while connection.recv(65_536):
                    pass

    stop = threading.Event()
    threads = [threading.Thread(target=ask, args=(number, stop)) for number in range(16)]
    for thread in threads:
        thread.start()

    def end() -> None:
        stop.set()
        for thread in threads:
            thread.join()

    opened.callback(end)


def begin(work: Callable[[], None], pause: float, opened: contextlib.ExitStack) -> None:
    """Repeats some work on a thread of its own until the measurement is over."""
    stop = threading.Event()

    def repeat() -> None:
        while not stop.wait(pause):
            work()

    thread = threading.Thread(target=repeat)
    thread.start()
    opened.callback(thread.join)
    opened.callback(stop.set)


def streams(options: argparse.Namespace, data: Path) -> Iterator[list[str]]:
    """What the server needs for open screens that follow many small changes."""
    count, changes = options.screens, options.changes
    say(f"{count} streams and {changes} changes")
    with Server(data) as server, contextlib.ExitStack() as opened:
        before = memory(server.process.pid)
        followers = [opened.enter_context(open_stream(server)) for _ in range(count)]
        for follower in followers:
            read_until(follower, b": open\n\n")
        poll = select.epoll()
        by_number = {follower.fileno(): follower for follower in followers}
        for number in by_number:
            poll.register(number, select.EPOLLIN)
        ended = 0

        def read() -> None:
            nonlocal ended
            for number, _ in poll.poll(0.1):
                if not by_number[number].recv(65_536):
                    poll.unregister(number)
                    ended += 1

        begin(read, 0, opened)
        for number in range(changes):
            expect(server, "PATCH", f"{API}/1", json.dumps({"firstName": f"Anna {number}"}))
        grown = memory(server.process.pid) - before
    if ended:
        sys.exit(f"{ended} of {count} streams ended.")
    yield [f"memory for {count:,} open screens after {changes:,} changes", f"{grown / 1e6:,.1f} MB", "", "≤ 200 MB"]
