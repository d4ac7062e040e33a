"""The data folder that is tried: the five applications with records, designed ones that are odd, and another program's file."""

import json
import sqlite3
import subprocess
from pathlib import Path

from kartoteka import ROOT, Server, executable
from values import BIG, SMALL


def _run(data: Path, *words: str | Path) -> None:
    # Some rows are refused on purpose.
    subprocess.run([executable(), *words, "--data", data], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _resources(app: str, *names: str) -> list[Path]:
    return [ROOT / "Apps" / app / "Resources" / name for name in names]


def _shipped(data: Path) -> None:
    # First without the countries, so that references lead nowhere.
    _run(data, "import", "travelmap", *_resources("TravelMap", "demo-cities.json"))
    _run(data, "import", "travelmap", *_resources("TravelMap", "demo-countries.json"))
    _run(data, "import", "courses", *_resources("Courses", "demo-users.json", "demo-courses.json"))
    _run(data, "import", "travellers", *_resources("Travellers", "demo-cities.json", "demo-users.json"))
    sample = _resources("Northwind", "sample")[0]
    _run(data, "import", "northwind", *sorted(sample.glob("*.csv")))


def _designed(data: Path, folder: Path) -> None:
    def apply(name: str, entities: list) -> None:
        file = folder / f"{name}.json"
        file.write_text(json.dumps({"version": 1, "name": name, "entities": entities}))
        _run(data, "apply", file)

    def load(app: str, entities: str, name: str, text: str) -> None:
        file = folder / name
        file.write_text(text)
        _run(data, "import", app, file, "--into", entities)

    count = {"name": "count", "kind": "integer"}
    apply("untitled", [{"name": "thing", "attributes": [{"name": "name", "title": True}, count]}])
    load("untitled", "things", "counts.csv", "count\n" + "".join(f"{number}\n" for number in range(120)))
    apply("one", [{"name": "thing", "attributes": [{"name": "name", "title": True, "required": True}, count]}])
    load("one", "things", "one.csv", "name,count\nonly,1\n")
    apply("circles", [{
        "name": "person", "plural": "people", "attributes": [{"name": "name", "title": True, "required": True}],
        "relationships": [
            {"name": "boss", "to": "person", "inverse": "team"},
            {"name": "team", "kind": "toMany", "to": "person", "inverse": "boss"}]}])
    load("circles", "people", "people.csv", "id,name,boss\n1,a,1\n2,b,3\n3,c,2\n" + "".join(
        f"{number},d{number},{number - 1}\n" for number in range(4, 80)))
    gadgets = folder / "gadgets.csv"
    gadgets.write_text("Name,Count,Price,Bought,At,Done,Place,Group\n" + "".join(
        f"Gadget {n},{n},{n}.50,2026-11-{n % 28 + 1:02},2026-11-{n % 28 + 1:02} 10:{n % 60:02},{'yes' if n % 2 else 'no'},"
        f'"50.{n}, 19.{n}",G{n % 4}\n' for n in range(1, 90)))
    _run(data, "apply", "--from", gadgets, "--name", "gadgets")
    described = subprocess.run([executable(), "describe", "northwind", "--data", data], capture_output=True).stdout
    orders = json.loads(described)
    orders["name"] = "orders"
    # Nothing keeps numbers small here.
    for entity in orders["entities"]:
        for attribute in entity.get("attributes", []):
            for limit in ("min", "max"):
                attribute.pop(limit, None)
    (folder / "orders.json").write_text(json.dumps(orders))
    _run(data, "apply", folder / "orders.json")
    _run(data, "import", "orders", *sorted(_resources("Northwind", "sample")[0].glob("*.csv")))


def _opened(data: Path) -> None:
    folder = data / "opened"
    folder.mkdir(exist_ok=True)
    with sqlite3.connect(folder / "foreign.sqlite") as file:
        file.executescript("""
            CREATE TABLE a (id INTEGER PRIMARY KEY, i INTEGER, r REAL, t TEXT, b BLOB, d DATE, w "odd type", price DECIMAL(10,2));
            CREATE TABLE keyed (code TEXT PRIMARY KEY, a INTEGER REFERENCES a, created_at INTEGER) WITHOUT ROWID;
            CREATE TABLE untitled (id INTEGER PRIMARY KEY, name TEXT);
            CREATE TABLE tree (id INTEGER PRIMARY KEY, name TEXT, parent INTEGER REFERENCES tree);
            INSERT INTO tree VALUES (1, 'a', 1), (2, 'b', 3), (3, 'c', 2), (4, 'd', 99);
            CREATE VIEW seen AS SELECT t, count(*) n FROM a GROUP BY t;""")
        for number, value in enumerate((None, 0, -1, int(BIG), int(SMALL), 1e308, -1e308, 5e-324, "", "x", "é😀", b"", b"\0\xff",
                                        "9999-12-31", float("inf"), "1e400", "a\0b"), 1):
            file.execute("INSERT INTO a VALUES (?, ?, ?, ?, ?, ?, ?, ?)", [number] + [value] * 7)
        file.execute("INSERT INTO a (id, t) VALUES (?, 'max'), (?, 'min'), (0, 'zero')", [int(BIG), int(SMALL)])
        file.executemany("INSERT INTO keyed VALUES (?, ?, ?)", [("AA", 1, int(BIG)), ("", 2, int(SMALL)), ("~1", 0, 1)])
        file.executemany("INSERT INTO untitled (name) VALUES (?)", [(None,)] * 130)
    file.close()


def make(folder: Path) -> Path:
    """A data folder with all of it."""
    data = folder / "template"
    with Server(data, patience=120):
        pass
    _shipped(data)
    _designed(data, folder)
    _opened(data)
    return data
