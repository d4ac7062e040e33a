"""A SQLite file as another program may have made it, for the tests of opening one."""

import sqlite3
from contextlib import closing
from pathlib import Path

SCHEMA = """
CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT NOT NULL);
CREATE TABLE Album (
  AlbumId INTEGER PRIMARY KEY, Title VARCHAR(160) NOT NULL, ArtistId INTEGER NOT NULL REFERENCES Artist (ArtistId),
  Price DECIMAL(10, 2) CHECK (Price >= 0), Stock INTEGER, Released DATE, Note
);
CREATE TABLE "Price List" (Code TEXT PRIMARY KEY, Amount REAL) WITHOUT ROWID;
CREATE VIEW Catalogue AS SELECT Title, Name FROM Album JOIN Artist USING (ArtistId);
"""


def make_shop(file: Path) -> None:
    """Makes the file."""
    with closing(sqlite3.connect(file)) as database, database:
        database.executescript(SCHEMA)
        database.executemany("INSERT INTO Artist (Name) VALUES (?)", [("Nina Simone",), ("Ewa Demarczyk",)])
        albums = [("Pastel Blues", 1, 12.5, 3, "1965-10-01", b"\x00\xff"), ("Wild Is the Wind", 1, 9.99, "many", None, 7)]
        albums += [(f"Album {number}", 2, None, number, None, None) for number in range(40)]
        database.executemany(
            "INSERT INTO Album (Title, ArtistId, Price, Stock, Released, Note) VALUES (?, ?, ?, ?, ?, ?)", albums)
        database.execute("INSERT INTO \"Price List\" VALUES ('A/1', 5)")


def value(file: Path, query: str):
    """The first value of a query."""
    with closing(sqlite3.connect(file)) as database:
        return database.execute(query).fetchone()[0]
