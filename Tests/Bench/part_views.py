"""Lists of products in any shape: the first page of a filter or a sort order, and the counts of facets, each once."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from part_products import PRODUCTS, make_files
from part_typing import timed_page
from tools import run, say

from kartoteka import Server, executable

SORTS = ["name", "-name", "unitPrice", "-unitsInStock", "quantityPerUnit", "supplier", "category", "supplier.companyName",
         "category,-unitPrice"]
FILTERS = ["name:contains:mustard 77", "name:prefix:Oder", "unitPrice:gt:299", "unitsInStock:between:10:12",
           "category:in:3", "supplier.companyName:contains:danube", "quantityPerUnit:null:true", "discontinued:eq:true",
           "any(unitsInStock:eq:0;unitPrice:lt:1.05)"]
FACETS = ["category", "supplier", "discontinued", "unitsInStock"]


def views(options: argparse.Namespace, folder: Path) -> Iterator[list[str]]:
    """How long the page of each shape takes for the first time, among as many products as rows are imported otherwise."""
    say(f"Making and importing {options.rows:,} products")
    data, files = folder / "views", make_files(options.rows, folder)
    run(executable(), "import", "northwind", *files, "--data", data)
    with Server(data) as server:
        timed_page(server, PRODUCTS)
        groups = {
            "a sort order": [f"{PRODUCTS}?sort={each}" for each in SORTS],
            "a filter": [f"{PRODUCTS}?where={quote(each)}" for each in FILTERS],
            "a filter and a sort order": [
                f"{PRODUCTS}?where={quote(each)}&sort=-unitPrice&layout=table" for each in FILTERS],
            "the facets of a field": [f"{PRODUCTS}/filter?field={each}" for each in FACETS],
            "the same with a filter": [
                f"{PRODUCTS}/filter?field={each}&where={quote('unitPrice:gt:100')}" for each in FACETS],
        }
        for name, addresses in groups.items():
            say(f"Measuring: {name}")
            times = sorted((timed_page(server, each), each) for each in addresses)
            median, (slowest, address) = times[len(times) // 2][0], times[-1]
            yield [
                f"{options.rows:,} products, {name}, page, for the first time",
                f"median {median * 1000:.0f} ms, slowest {slowest * 1000:.0f} ms ({address.split('?')[1]})", "", "≤ 300 ms"]
