"""PocketBase, as it ships: a collection with an index on the last name, and rules that let everybody in."""

import json
from pathlib import Path

from peer import PAGE, Peer, Person, Request, query
from peers_install import PEERS
from tools import run

ADMINISTRATOR, PASSWORD = "bench@example.org", "bench-password"
RECORDS = "/api/collections/people/records"


class PocketBase(Peer):
    name = "PocketBase"
    table = "people"
    program = PEERS / "bin/pocketbase"

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.database = folder / "pb_data" / "data.db"

    def fill(self, file: Path, bare: Path, count: int) -> float | None:
        run(self.program, "superuser", "upsert", ADMINISTRATOR, PASSWORD, "--dir", self.database.parent)
        try:
            self.start()
            self.make_collection()
        finally:
            self.stop()
        columns = "first_name, last_name, phone, address"
        run("sqlite3", self.database,
            f"ATTACH '{bare}' AS bare; INSERT INTO people ({columns}) SELECT {columns} FROM bare.people")
        return None

    def make_collection(self) -> None:
        login = {"identity": ADMINISTRATOR, "password": PASSWORD}
        _, answer = self.send(
            Request("/api/collections/_superusers/auth-with-password", "POST", json.dumps(login)))
        text = {"type": "text", "required": True}
        collection = {
            "name": "people", "type": "base",
            **{f"{rule}Rule": "" for rule in ("list", "view", "create", "update", "delete")},
            "fields": [
                {"name": "first_name", "max": 80, **text}, {"name": "last_name", "max": 80, **text},
                {"name": "phone", **text}, {"name": "address", "max": 200, **text}],
            "indexes": ["CREATE INDEX people_last_name ON people (last_name)"]}
        self.headers = {"Authorization": json.loads(answer)["token"]}
        status, answer = self.send(Request("/api/collections", "POST", json.dumps(collection)))
        self.headers = {}
        if status != 200:
            raise ChildProcessError(f"PocketBase did not make the collection: {status} {answer}")

    def command(self) -> list[str | Path]:
        return [self.program, "serve", "--http", f"127.0.0.1:{self.port}", "--dir", self.database.parent]

    def answers(self) -> bool:
        try:
            return self.send(Request("/api/health"))[0] == 200
        except OSError:
            return False

    def first_page(self) -> Request:
        return self.page(1)

    def page(self, number: int, **parameters: object) -> Request:
        return Request(query(RECORDS, page=number, perPage=PAGE, sort="last_name", **parameters))

    def deep(self, count: int, pages: int) -> list[Request]:
        middle = count // 2 // PAGE
        return [self.page(number) for number in range(middle, middle + pages)]

    def search(self, part: str) -> Request:
        return self.page(1, filter=f"last_name ~ '{part}'")

    def filter(self, person: Person) -> Request:
        return self.page(
            1, filter=f"first_name = '{person['first_name']}' && last_name = '{person['last_name']}'")

    def record(self, id: str) -> Request:
        return Request(f"{RECORDS}/{id}")

    def create(self, person: Person) -> Request:
        return Request(RECORDS, "POST", json.dumps(person))

    def update(self, id: str, person: Person) -> Request:
        return Request(f"{RECORDS}/{id}", "PATCH", json.dumps(person))

    def delete(self, id: str) -> Request:
        return Request(f"{RECORDS}/{id}", "DELETE")

    def total(self, answer: str) -> int:
        return json.loads(answer)["totalItems"]
