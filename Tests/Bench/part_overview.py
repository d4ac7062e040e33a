"""Overview of a shop: figures and plots over its order lines."""

import argparse
import statistics
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from threading import Thread

from part_orders import LINES_OF_AN_ORDER, PRODUCTS, make_files, write
from tools import run, say, timed

from kartoteka import Server, executable

OVERVIEW = "/northwind/overview"
VIEWS = 20


def overview(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """How long an overview takes when the numbers have to be worked out, and when nothing was changed since; how long
    other pages take meanwhile."""
    say(f"Making and importing {options.rows:,} order lines")
    data = folder / "shop"
    run(executable(), "import", "northwind", *make_shop(options.rows, folder), "--data", data)
    with Server(data) as server:
        page = timed(lambda: view(server, "/northwind/products"))
        first, meanwhile = together(server)
        again = statistics.median(timed(lambda: view(server, OVERVIEW)) for _ in range(VIEWS))
    lines = f"{options.rows:,} order lines"
    yield [f"overview of {lines}, first view", f"{first:.2f} s", "", ""]
    yield [f"overview of {lines}, second view", f"{again * 1000:.1f} ms", "", "≤ 50 ms"]
    yield ["another page meanwhile", f"{meanwhile * 1000:.1f} ms, else {page * 1000:.1f} ms", "", ""]


def make_shop(count: int, folder: Path) -> list[Path]:
    """So many order lines of the last two years, half of which an overview adds up."""
    make_files(count, folder)
    write(folder / "categories.csv", ["CategoryID", "CategoryName"], ([it, f"Category {it}"] for it in range(1, 9)))
    write(folder / "customers.csv", ["CustomerID", "CompanyName"], ([it, f"Customer {it}"] for it in range(1, 92)))
    write(
        folder / "products.csv", ["ProductID", "ProductName", "CategoryID", "UnitPrice", "ReorderLevel"],
        ([it, f"Product {it}", it % 8 + 1, "9.50", it % 3 * 10] for it in range(1, PRODUCTS + 1)))
    today = date.today()
    write(
        folder / "orders.csv", ["OrderID", "CustomerID", "OrderDate", "RequiredDate"],
        ([it, it * 17 % 91 + 1, today - timedelta(days=it % 730), today + timedelta(days=it % 90 - 30)]
         for it in range(1, count // LINES_OF_AN_ORDER + 2)))
    return [folder / f"{name}.csv" for name in ("categories", "customers", "products", "orders", "order-details")]


def together(server: Server) -> tuple[float, float]:
    """How long the first view takes, and the median of the pages that are asked for meanwhile."""
    seconds: list[float] = []
    first = Thread(target=lambda: seconds.append(timed(lambda: view(server, OVERVIEW))))
    first.start()
    others = []
    while first.is_alive():
        others.append(timed(lambda: view(server, "/northwind/products")))
    first.join()
    return seconds[0], statistics.median(others)


def view(server: Server, path: str) -> None:
    status, answer = server.get(path)
    if status != 200:
        sys.exit(f"{path} answered {status}: {answer[:500].decode(errors='replace')}")
