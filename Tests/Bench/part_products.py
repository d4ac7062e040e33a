"""Searching Northwind's products, by their own names and by those of their suppliers and categories."""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from part_orders import write
from part_requests import parts_of_names
from tools import Load, measure, run, say

from kartoteka import Server, executable

PRODUCTS = "/northwind/products"
CATEGORIES = ["Beverages", "Condiments", "Confections", "Dairy products", "Grains and cereals", "Meat and poultry",
              "Produce", "Seafood"]
WHERE = ["Alpine", "Baltic", "Cretan", "Danube", "Elbe", "Frisian", "Galician", "Highland", "Iberian", "Jurassic",
         "Karelian", "Ligurian", "Masurian", "Norman", "Oder", "Podlasie"]
WHAT = ["apricots", "buckwheat", "cheese", "dumplings", "elderberry", "flour", "gingerbread", "honey", "juniper",
        "kefir", "lentils", "mustard", "noodles", "olives", "pickles", "quince", "rye bread", "sausage", "tea", "vinegar"]


def products(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """How many searches a second there are among as many products as there are people otherwise."""
    say(f"Making and importing {options.people:,} products")
    data, files = folder / "data", make_files(options.people, folder)
    run(executable(), "import", "northwind", *files, "--data", data)
    with Server(data) as server:
        hello = 0.0
        for load in loads():
            say(f"Measuring: {load.name}")
            speed = measure(load, server, folder, options.seconds)
            hello = hello or speed.per_second
            yield [
                load.name, f"{speed.per_second:,.0f}/s, median {speed.median}, 99 % {speed.slowest}",
                f"{speed.per_second / hello:.2f}", f"≥ {load.goal}" if load.goal else ""]


def make_files(count: int, folder: Path) -> list[Path]:
    """So many products, and what they belong to. They are the same in each run."""
    chance = random.Random(1)
    files = [folder / name for name in ("categories.csv", "suppliers.csv", "products.csv")]
    write(files[0], ["CategoryID", "CategoryName"], enumerate(CATEGORIES, start=1))
    write(
        files[1], ["SupplierID", "CompanyName"],
        ([number, f"{chance.choice(WHERE)} {chance.choice(WHAT)} trading {number}"] for number in range(1, 201)))
    write(
        files[2], ["ProductID", "ProductName", "SupplierID", "CategoryID", "UnitPrice", "UnitsInStock"],
        ([number, f"{chance.choice(WHERE)} {chance.choice(WHAT)} {number}", chance.randint(1, 200),
          chance.randint(1, len(CATEGORIES)), f"{chance.randint(100, 30_000) / 100:.2f}", chance.randint(0, 500)]
         for number in range(1, count + 1)))
    return files


def loads() -> list[Load]:
    """The kinds of request. They are the same in each run."""
    chance = random.Random(1)
    own = parts_of_names(WHERE + WHAT, 100, chance)
    others = parts_of_names(CATEGORIES, 20, chance)
    return [
        Load("hello", ["/health"]),
        Load("products, page", [PRODUCTS], 0.25),
        Load("products, search by name, page", [f"{PRODUCTS}?search={quote(part)}" for part in own], 0.1),
        Load("products, search by category, page", [f"{PRODUCTS}?search={quote(part)}" for part in others], 0.1),
        Load("products, search, API", [f"/api{PRODUCTS}?search={quote(part)}" for part in own + others], 0.1),
    ]
