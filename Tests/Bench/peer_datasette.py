"""Datasette: it reads, and writes nothing."""

import json
import sqlite3
import string
from pathlib import Path

from peer import PAGE, Peer, Person, Request, query
from peers_install import PEERS
from tools import run

READS = "Datasette writes no records."
PEOPLE = "/people/people"


class Datasette(Peer):
    name = "Datasette"
    table = "people"

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.database = folder / "people.db"

    def fill(self, file: Path, bare: Path, count: int) -> float | None:
        columns = "first_name, last_name, phone, address"
        run("sqlite3", self.database,
            "CREATE TABLE people (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, phone TEXT, address TEXT);"
            f"ATTACH '{bare}' AS bare; INSERT INTO people ({columns}) SELECT {columns} FROM bare.people;"
            "CREATE INDEX people_last_name ON people (last_name)")
        return None

    def command(self) -> list[str | Path]:
        # What it takes off by itself after a second, or suggests, would be neither its total nor its speed.
        settings = {"sql_time_limit_ms": 60_000, "suggest_facets": "off", "default_page_size": PAGE}
        words = [str(word) for name, value in settings.items() for word in ("--setting", name, value)]
        return [PEERS / "bin/datasette", "serve", self.database, "--port", str(self.port), *words]

    def answers(self) -> bool:
        try:
            return self.send(Request("/-/versions.json"))[0] == 200
        except OSError:
            return False

    def page(self, **parameters: object) -> Request:
        return Request(query(f"{PEOPLE}.json", _sort="last_name", _size=PAGE, **parameters))

    def first_page(self) -> Request:
        return self.page()

    def deep(self, count: int, pages: int) -> list[Request]:
        with sqlite3.connect(self.database) as opened:
            before = opened.execute(
                "SELECT last_name, id FROM people ORDER BY last_name, id LIMIT ? OFFSET ?",
                [pages * PAGE, count // 2 - 1]).fetchall()[::PAGE]
        return [self.page(_next=f"{tilde(name)},{id}") for name, id in before]

    def search(self, part: str) -> Request:
        return self.page(last_name__contains=part)

    def filter(self, person: Person) -> Request:
        return self.page(first_name__exact=person["first_name"], last_name__exact=person["last_name"])

    def record(self, id: str) -> Request:
        return Request(f"{PEOPLE}/{id}.json")

    def create(self, person: Person) -> Request:
        raise NotImplementedError(READS)

    def update(self, id: str, person: Person) -> Request:
        raise NotImplementedError(READS)

    def delete(self, id: str) -> Request:
        raise NotImplementedError(READS)

    def total(self, answer: str) -> int:
        return json.loads(answer)["filtered_table_rows_count"]


def tilde(text: str) -> str:
    """Datasette's own way to write any text in an address."""
    plain = set((string.ascii_letters + string.digits + "_-").encode())
    return "".join(chr(byte) if byte in plain else "+" if byte == 32 else f"~{byte:02X}" for byte in text.encode())
