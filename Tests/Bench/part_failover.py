"""Two servers on three PostgreSQL servers that Patroni manages, while 16 clients write and the primary changes."""

import argparse
import collections
import http.client
import json
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from people import API, APP
from tools import say

from kartoteka import Server
from patroni import Patroni, missing

WRITERS = 16
# The records of a write, which is one transaction.
PEOPLE = 3
# The seconds of writing before and after an event.
BESIDE = 5
# The seconds in which writes have to go on after it.
LONGEST = 90


def fail_over(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """How long no write is acknowledged when the primary is changed as planned, and when its machine is lost; and whether
    each acknowledged write is there afterwards, and each other one as a whole or not at all."""
    packages = missing()
    if packages:
        yield ["fail-over with Patroni", f"skipped: {', '.join(packages)} not installed", "", ""]
        return
    say("Starting PostgreSQL with Patroni, etcd and HAProxy")
    with Patroni() as cluster:
        # The first is behind HAProxy, the second has the addresses of all hosts.
        addresses = [cluster.address(), cluster.address(hosts=True)]
        servers = [Server(folder / f"fail-over-{number}", database=address) for number, address in enumerate(addresses)]
        with servers[0], servers[1]:
            writes = Writes(servers)
            for name, event in (("switchover", planned), ("loss of the primary's machine", loss)):
                say(f"Measuring: {name}")
                yield writes.during(name, lambda event=event: event(cluster))
                check(cluster, servers, writes)
            yield ["every acknowledged write is there, each other one whole or not at all",
                   f"{len(writes.accepted):,} and {len(writes.refused):,} writes", "", ""]


def planned(cluster: Patroni) -> None:
    cluster.switch_over()


def loss(cluster: Patroni) -> None:
    cluster.wait("a standby is synchronous", lambda: cluster.standby() is not None)
    cluster.primary().kill()


class Writes:
    """The writes of all clients. Each adds some people in one transaction."""

    def __init__(self, servers: list[Server]):
        self.servers = servers
        self.accepted: dict[str, float] = {}
        # Those that were answered with 503, or not within the server's time.
        self.refused: set[str] = set()
        self.fault: str | None = None
        # What the refusals say, with their number.
        self.reasons: collections.Counter[str] = collections.Counter()
        self.lock = threading.Lock()
        self.number = 0

    def during(self, name: str, event) -> list[str]:
        """Has all clients write before, during and after an event."""
        over = threading.Event()
        refused = len(self.refused)
        clients = [threading.Thread(target=self._write, args=(server, over)) for server in self.servers * (WRITERS // 2)]
        for client in clients:
            client.start()
        time.sleep(BESIDE)
        begin = time.monotonic()
        event()
        while sum(moment > begin + 1 for moment in list(self.accepted.values())) < 10 * WRITERS:
            if self.fault or time.monotonic() > begin + LONGEST:
                over.set()
                fault = self.fault or f"no writes within {LONGEST} s"
                sys.exit(f"{name}: {fault}\n{self.servers[0].log()[-2000:]}")
            time.sleep(0.05)
        time.sleep(BESIDE)
        over.set()
        for client in clients:
            client.join()
        moments = sorted(moment for moment in self.accepted.values() if moment > begin - 1)
        pause = max(later - earlier for earlier, later in zip(moments, moments[1:]))
        return [f"{name}, {WRITERS} clients that write", f"no answer for {pause:.1f} s, "
                f"{len(self.refused) - refused} writes refused", "", ""]

    def _write(self, server: Server, over: threading.Event) -> None:
        while not over.is_set():
            with self.lock:
                self.number += 1
                name = f"W{self.number}"
            people = [{"create": "users", "values": {
                "firstName": f"P{place}", "lastName": name, "phone": "+48 225 550 1472", "address": f"Street {name}"}}
                for place in range(PEOPLE)]
            try:
                status, answer = server.send("POST", f"/api/{APP}/batch", json.dumps({"operations": people}))
            except (OSError, http.client.HTTPException):
                status, answer = 503, b""
            with self.lock:
                if status == 200:
                    self.accepted[name] = time.monotonic()
                else:
                    self.refused.add(name)
                    self.reasons[answer.decode()] += 1
                if status not in (200, 503):
                    self.fault = f"{status}: {answer.decode()}"


def check(cluster: Patroni, servers: list[Server], writes: Writes) -> None:
    """Compares what was acknowledged with what is in the database and in both local copies."""
    cluster.wait("there is a primary", lambda: cluster.primary() is not None)
    rows = cluster.sql(
        f"SELECT last_name, count(*), min(address), max(address) FROM {APP}.users WHERE last_name ~ '^W[0-9]+$' GROUP BY 1"
    ).splitlines()
    total = int(cluster.sql(f"SELECT count(*) FROM {APP}.users"))
    found = set()
    for name, count, first, last in (row.split("|") for row in rows):
        found.add(name)
        if int(count) != PEOPLE or not first == last == f"Street {name}":
            sys.exit(f"The write {name} is there in part: {count} people")
    lost, unknown = writes.accepted.keys() - found, found - writes.accepted.keys() - writes.refused
    if lost or unknown:
        sys.exit(f"Acknowledged and lost: {sorted(lost)}; there without having been sent: {sorted(unknown)}")
    for server in servers:
        deadline = time.monotonic() + LONGEST
        while (shown := total_of(server)) != total:
            if time.monotonic() > deadline:
                sys.exit(f"{server.data.name} shows {shown} people, the database has {total}.")
            time.sleep(0.1)


def total_of(server: Server) -> int:
    status, answer = server.get(f"{API}?limit=1")
    return json.loads(answer)["total"] if status == 200 else -1
