"""Import of order lines, beside the sqlite3 tool filling the same tables."""

import argparse
import csv
import json
import random
import shutil
import statistics
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from tools import run, say, timed

from kartoteka import executable

PRODUCTS = 77
LINES_OF_AN_ORDER = 3


def orders(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """How long order lines take whose orders and products are there already. The sqlite3 tool has the same tables with
    their checks, indices and foreign keys, but not the platform's triggers."""
    say(f"Making {options.rows:,} order lines, and importing what they belong to")
    begin, lines = folder / "begin", folder / "order-details.csv"
    make_files(options.rows, folder)
    run(executable(), "import", "northwind", folder / "products.csv", folder / "orders.csv", "--data", begin)
    [database] = begin.glob("*.sqlite")
    bare_lines = make_bare_lines(lines, database, folder / "bare.csv")
    ours, bare = [], []
    for number in range(1, options.rounds + 1):
        say(f"Importing, round {number} of {options.rounds}")
        data, copy = folder / "ours", folder / "bare.sqlite"
        shutil.copytree(begin, data)
        ours.append(timed(lambda: import_lines(lines, data, options.rows)))
        shutil.rmtree(data)
        run("sqlite3", database, f"VACUUM INTO '{copy}'")
        triggers = run("sqlite3", copy, "SELECT name FROM sqlite_master WHERE type = 'trigger'").split()
        run("sqlite3", copy, ";".join(f'DROP TRIGGER "{name}"' for name in triggers))
        load = f".import --csv '{bare_lines}' order_details"
        bare.append(timed(lambda: run("sqlite3", copy, "PRAGMA foreign_keys = ON", load)))
        [count] = run("sqlite3", copy, "SELECT count(*) FROM order_details").split()
        for file in folder.glob("bare.sqlite*"):
            file.unlink()
        if int(count) != options.rows:
            sys.exit(f"sqlite3 imported {count} of {options.rows} order lines.")
    seconds, least = statistics.median(ours), statistics.median(bare)
    yield [
        f"import of {options.rows:,} order lines", f"{seconds:.2f} s, sqlite3 {least:.2f} s",
        f"{seconds / least:.2f}", "≤ 2"]


def make_files(count: int, folder: Path) -> None:
    """So many order lines and what they belong to. They are the same in each run."""
    chance = random.Random(1)

    def price() -> str:
        return f"{chance.randint(100, 30_000) / 100:.2f}"

    write(
        folder / "products.csv", ["ProductID", "ProductName", "UnitPrice"],
        ([number, f"Product {number}", price()] for number in range(1, PRODUCTS + 1)))
    write(
        folder / "orders.csv", ["OrderID", "OrderDate", "ShipName", "CashSale"],
        ([number, f"{1996 + number % 30}-{1 + number % 12:02}-{1 + number % 28:02}", f"Customer {number % 91}", 1]
         for number in range(1, count // LINES_OF_AN_ORDER + 2)))
    write(
        folder / "order-details.csv", ["OrderID", "ProductID", "UnitPrice", "Quantity", "Discount"],
        ([number // LINES_OF_AN_ORDER + 1, number * 31 % PRODUCTS + 1, price(), chance.randint(1, 120),
          f"{chance.choice((0, 5, 10, 15, 25)) / 100:.2f}"] for number in range(count)))


def write(file: Path, head: list[str], rows: Iterable[list]) -> None:
    with file.open("w", newline="", encoding="utf-8") as output:
        writer = csv.writer(output, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)


def make_bare_lines(lines: Path, database: Path, file: Path) -> Path:
    """The order lines as the sqlite3 tool reads them: all columns as the table has them, and no header."""
    columns = run("sqlite3", database, "SELECT name FROM pragma_table_info('order_details')").split()
    with lines.open(newline="", encoding="utf-8") as opened, file.open("w", newline="", encoding="utf-8") as output:
        writer = csv.writer(output, lineterminator="\n")
        for number, row in enumerate(csv.DictReader(opened), start=1):
            values = {
                "id": number, "order_id": row["OrderID"], "product_id": row["ProductID"],
                "unit_price": round(float(row["UnitPrice"]) * 100), "quantity": row["Quantity"],
                "discount": round(float(row["Discount"]) * 100)}
            writer.writerow([values[column] for column in columns])
    return file


def import_lines(file: Path, data: Path, count: int) -> None:
    output = run(executable(), "import", "northwind", file, "--data", data, "--json")
    inserted = sum(each["inserted"] for each in json.loads(output)["files"])
    if inserted != count:
        sys.exit(f"{inserted} of {count} order lines were imported: {output}")
