"""Sums, charts, pivots, and lists by a formula, each for the first time and again."""

import argparse
import csv
import http.client
import json
import random
import statistics
import sys
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import quote

from tools import run, say

from kartoteka import Server, executable

REPEATED = 50
REGIONS = [f"Region {number:02}" for number in range(1, 21)]
FIRST_DAY, DAYS = date(2022, 1, 1), 1461

# A day and a region have indices, since they are sorted by; the amount and the stage are formulas without any.
SHOP = {
    "version": 1, "name": "shop", "title": "Shop",
    "entities": [{
        "name": "sale",
        "attributes": [
            {"name": "label", "label": "Label", "required": True, "title": True},
            {"name": "price", "label": "Price", "kind": "decimal", "scale": 2},
            {"name": "quantity", "label": "Quantity", "kind": "integer"},
            {"name": "day", "label": "Day", "kind": "date", "sorted": True},
            {"name": "paid", "label": "Paid", "kind": "boolean"},
            {"name": "region", "label": "Region", "sorted": True},
            {"name": "seller", "label": "Seller"}],
        "computed": [
            {"attribute": {"name": "amount", "label": "Amount", "kind": "decimal", "scale": 2},
             "formula": "price * quantity"},
            {"attribute": {"name": "taxed", "label": "Taxed", "kind": "decimal", "scale": 4},
             "formula": "=round(amount * 1.19, 2) + 1.0000"},
            {"attribute": {"name": "stage", "label": "Stage"},
             "formula": "=if(paid, \"settled\", if(day < today, \"late\", \"open\"))"}]}]}

API, PAGE = "/api/shop/sales", "/shop/sales"
FIGURES = {
    "a sum": f"{API}?aggregate=sum:price",
    "a sum of a formula": f"{API}?aggregate=sum:amount",
    "a sum by seller, without an index": f"{API}?aggregate=sum:price&group=seller",
    "a sum by region": f"{API}?aggregate=sum:price&group=region",
    "a sum by month": f"{API}?aggregate=sum:price&group=month:day",
    "an average by week": f"{API}?aggregate=avg:price,min:price,max:price&group=week:day",
    "a number by region": f"{API}?aggregate=count&group=region",
    "a number by month": f"{API}?aggregate=count&group=month:day",
    "a number by a formula": f"{API}?aggregate=count&group=stage",
    "a pivot of months and regions": f"{API}?aggregate=sum:price&group=month:day,region",
    "a chart by month, page": f"{PAGE}?layout={quote('chart:month:day,sum:price')}",
    "a pivot of years and regions, page": f"{PAGE}?layout={quote('chart:year:day,sum:price,by:region,pivot')}",
    "figures below a list, page": f"{PAGE}?figures={quote('sum:price,avg:amount')}",
}
LISTS = {
    "sorted by a formula": f"{API}?sort=-amount&limit=50",
    "sorted by a formula of a formula": f"{API}?sort=-taxed&limit=50",
    "sorted by a text formula": f"{API}?sort=stage&limit=50",
    "filtered by a formula, with the exact total": f"{API}?where={quote('amount:gt:39000')}&limit=50",
    "filtered by a text formula, with the exact total": f"{API}?where={quote('stage:eq:late')}&limit=50",
    "filtered and sorted by a formula, page": f"{PAGE}?where={quote('amount:gt:30000')}&sort=-amount",
}
# By a field with an index.
INDEXED = ("a number by region", "a number by month", "a sum by region", "a sum by month")


def figures(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """How long each takes for the first time and repeated, among as many sales as rows are imported otherwise."""
    say(f"Making and importing {options.rows:,} sales")
    data, description, file = folder / "figures", folder / "shop.json", folder / "sales.csv"
    description.write_text(json.dumps(SHOP), encoding="utf-8")
    make_sales(options.rows, file)
    run(executable(), "apply", description, "--data", data)
    run(executable(), "import", "shop", file, "--into", "sale", "--data", data)
    with Server(data) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        timed(connection, f"{API}?limit=1")
        for kind, addresses in (("", FIGURES), ("list ", LISTS)):
            for name, address in addresses.items():
                say(f"Measuring: {kind}{name}")
                first = timed(connection, address)
                again = statistics.median(timed(connection, address) for _ in range(REPEATED))
                goal = 150 if name in INDEXED else 300
                yield [
                    f"{options.rows:,} sales, {kind}{name}: first, repeated",
                    f"{first * 1000:.0f} ms, {again * 1000:.2f} ms", "", f"≤ {goal} ms, ≤ 1 ms"]


def make_sales(count: int, file: Path) -> None:
    """So many sales. They are the same in each run."""
    chance = random.Random(1)
    with file.open("w", encoding="utf-8", newline="") as output:
        rows = csv.writer(output)
        rows.writerow(["label", "price", "quantity", "day", "paid", "region", "seller"])
        for number in range(count):
            day = FIRST_DAY + timedelta(chance.randrange(DAYS))
            rows.writerow([
                f"Sale {number}", f"{chance.randrange(1, 200_000) / 100:.2f}" if chance.random() > 0.01 else "",
                chance.randint(1, 20), day.isoformat(), chance.choice(["true", "false"]),
                chance.choice(REGIONS) if chance.random() > 0.01 else "", f"Seller {chance.randint(1, 300)}"])


def timed(connection: http.client.HTTPConnection, path: str) -> float:
    begin = time.perf_counter()
    connection.request("GET", path)
    response = connection.getresponse()
    answer = response.read()
    took = time.perf_counter() - begin
    if response.status != 200:
        sys.exit(f"{path}: answered {response.status}: {answer[:500].decode(errors='replace')}")
    return took
