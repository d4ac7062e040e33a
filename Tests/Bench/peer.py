"""What the bench asks of each program that it measures: Kartoteka and what people would use instead."""

import http.client
import socket
import sqlite3
import subprocess
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from tools import memory

PAGE = 50  # records on a page, in all programs

Person = dict[str, str]  # first_name, last_name, phone, address


@dataclass(frozen=True)
class Request:
    path: str
    method: str = "GET"
    body: str = ""

    @property
    def line(self) -> str:
        """The request as requests.lua reads it."""
        return f"{self.method} {self.path}" + (f"\t{self.body}" if self.body else "")


def free_port() -> int:
    """A port that nothing listens on: not every program can choose one itself and report it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Peer(ABC):
    """A program with people in it. What it can't do raises `NotImplementedError` with the reason."""

    name: str
    database: Path  # the SQLite file it keeps the people in
    table: str
    headers: dict[str, str] = {}
    written: tuple[int, ...] = (200, 201, 204)  # how it answers when it has written

    def __init__(self, folder: Path):
        self.folder = folder
        self.folder.mkdir()
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.started_in = 0.0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @abstractmethod
    def fill(self, file: Path, bare: Path, count: int) -> float | None:
        """Fills it with the people in a CSV file, or in the SQLite file that has the same; returns the seconds it
        took when it has an import of its own."""

    @abstractmethod
    def command(self) -> list[str | Path]: ...

    @abstractmethod
    def first_page(self) -> Request: ...

    @abstractmethod
    def deep(self, count: int, pages: int) -> list[Request]:
        """So many pages in the middle of the list of so many people."""

    @abstractmethod
    def search(self, part: str) -> Request: ...

    @abstractmethod
    def filter(self, person: Person) -> Request:
        """People with this person's first and last name."""

    @abstractmethod
    def record(self, id: str) -> Request: ...

    @abstractmethod
    def create(self, person: Person) -> Request: ...

    @abstractmethod
    def update(self, id: str, person: Person) -> Request: ...

    @abstractmethod
    def delete(self, id: str) -> Request: ...

    @abstractmethod
    def total(self, answer: str) -> int:
        """The exact total that a page of the list states."""

    def ids(self, most: int) -> list[str]:
        """Ids of so many different people, by chance."""
        with sqlite3.connect(self.database) as opened:
            rows = opened.execute(f"SELECT id FROM {self.table} ORDER BY random() LIMIT ?", [most])
            return [str(id) for [id] in rows]

    def count(self) -> int:
        with sqlite3.connect(self.database) as opened:
            return opened.execute(f"SELECT count(*) FROM {self.table}").fetchone()[0]

    def start(self) -> None:
        """Starts it; it answers when this returns."""
        begin = time.monotonic()
        with (self.folder / "log.txt").open("ab") as log:
            process = subprocess.Popen(
                self.command(), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.process = process
        while not self.answers():
            if process.poll() is not None or time.monotonic() > begin + 30:
                self.stop()
                raise ChildProcessError(f"{self.name} did not start:\n{self.log()}")
            time.sleep(0.001)
        self.started_in = time.monotonic() - begin

    def stop(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def answers(self) -> bool:
        try:
            return self.send(self.first_page())[0] == 200
        except OSError:
            return False

    def send(self, request: Request) -> tuple[int, str]:
        """Status and body of the answer; redirects are not followed."""
        return self.exchange(request)[:2]

    def exchange(self, request: Request) -> tuple[int, str, list[tuple[str, str]]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            headers = {"Content-Type": "application/json", **self.headers}
            connection.request(request.method, request.path, request.body.encode() or None, headers)
            response = connection.getresponse()
            return response.status, response.read().decode(), response.getheaders()
        finally:
            connection.close()

    def log(self) -> str:
        return (self.folder / "log.txt").read_text(errors="replace")[-2000:]

    def resident(self) -> int:
        """Bytes of memory that its processes hold."""
        if self.process is None:
            return 0
        own = self.process.pid
        children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
        return sum(memory(int(process)) for process in [own, *children])

    def on_disk(self) -> int:
        """Bytes of its database, with what SQLite keeps beside it."""
        return sum(path.stat().st_size for path in self.database.parent.glob(f"{self.database.name}*"))


def query(path: str, **parameters: object) -> str:
    return f"{path}?{urlencode(parameters)}"
