"""Kartoteka's address book, beside its peers: as an API and as pages."""

import json
import re
import shutil
from pathlib import Path

from peer import PAGE, Peer, Person, Request, query
from people import API, APP, PEOPLE, complete_index, import_people
from tools import timed

from kartoteka import executable

NAMES = {"first_name": "firstName", "last_name": "lastName", "phone": "phone", "address": "address"}


class Ours(Peer):
    name = "Kartoteka API"
    table = "users"
    sort = "lastName"

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.database = folder / "data" / f"{APP}.sqlite"

    def fill(self, file: Path, bare: Path, count: int) -> float | None:
        took = timed(lambda: import_people(file, self.database.parent, count))
        complete_index(self.database.parent)
        return took

    def command(self) -> list[str | Path]:
        return [executable(), "serve", "--port", str(self.port), "--data", self.database.parent]

    def answers(self) -> bool:
        try:
            return self.send(self.hello())[0] == 200
        except OSError:
            return False

    def hello(self) -> Request:
        return Request("/health")

    def first_page(self) -> Request:
        return self.page()

    def page(self, **parameters: object) -> Request:
        return Request(query(API, limit=PAGE, sort=self.sort, **parameters))

    def deep(self, count: int, pages: int) -> list[Request]:
        return [self.at(cursor) for cursor in self.cursors(count, pages)]

    def at(self, cursor: str) -> Request:
        return self.page(cursor=cursor)

    def cursors(self, count: int, pages: int) -> list[str]:
        """Where pages in the middle begin: nothing but going there tells."""
        cursor = ""
        for _ in range(count // 2 // 1000):
            cursor = self.next(cursor, 1000)
        cursor = self.next(cursor, count // 2 % 1000 or PAGE)
        found = [cursor]
        while len(found) < pages:
            found.append(self.next(found[-1], PAGE))
        return found

    def next(self, cursor: str, limit: int) -> str:
        at = {"cursor": cursor} if cursor else {}
        return json.loads(self.send(Request(query(API, sort=self.sort, limit=limit, **at)))[1])["next"]

    def search(self, part: str) -> Request:
        return self.page(search=part)

    def filter(self, person: Person) -> Request:
        return self.page(**{"filter[firstName]": person["first_name"], "filter[lastName]": person["last_name"]})

    def record(self, id: str) -> Request:
        return Request(f"{API}/{id}")

    def create(self, person: Person) -> Request:
        return Request(API, "POST", self.body(person))

    def update(self, id: str, person: Person) -> Request:
        return Request(f"{API}/{id}", "PATCH", self.body(person))

    def delete(self, id: str) -> Request:
        return Request(f"{API}/{id}", "DELETE")

    def body(self, person: Person) -> str:
        return json.dumps({NAMES[name]: value for name, value in person.items()})

    def total(self, answer: str) -> int:
        return json.loads(answer)["total"]


class OurPages(Ours):
    """The screens: HTML, with the rows that fit beside a record. What they write goes the API's way."""

    name = "Kartoteka page"
    sort = "lastName,firstName"

    def fill(self, file: Path, bare: Path, count: int) -> float | None:
        [filled] = file.parent.glob("Ours/data")
        shutil.copytree(filled, self.database.parent)
        return None

    def page(self, **parameters: object) -> Request:
        return Request(query(PEOPLE, **parameters) if parameters else PEOPLE)

    def at(self, cursor: str) -> Request:
        return self.page(after=cursor)

    def filter(self, person: Person) -> Request:
        raise NotImplementedError("The address book's screen searches; it has no filters.")

    def record(self, id: str) -> Request:
        return Request(f"{PEOPLE}/{id}")

    def create(self, person: Person) -> Request:
        raise NotImplementedError(WRITES)

    def update(self, id: str, person: Person) -> Request:
        raise NotImplementedError(WRITES)

    def delete(self, id: str) -> Request:
        raise NotImplementedError(WRITES)

    def total(self, answer: str) -> int:
        [number] = re.findall(r"([\d,]+) (?:people|person)\b", answer)[:1]
        return int(number.replace(",", ""))


WRITES = "Pages write as the API does; that is measured there."
