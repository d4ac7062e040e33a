"""Makes world.svg from Natural Earth's countries at 1:110,000,000: a path per country, in Equal Earth.

Usage: outlines.py SHAPEFILE COUNTRIES.json OUTPUT.svg
"""

import json
import sys
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import shapefile
from paths import Whole, closed, slim, with_western_sahara
from projection import HEIGHT, WIDTH, units

Point = tuple[float, float]

# Codes of Natural Earth's own. Northern Cyprus and Somaliland are drawn as parts of the countries that ISO has.
OWN_CODES = {"-99": "XK", "CYN": "CY", "SOL": "SO"}
# Straight lines on the map are no meridians: one that runs further than this north or south gets points between.
STEP = 2.0


def main() -> None:
    shapes, countries, output = map(Path, sys.argv[1:])
    codes = {country["iso3"]: code for code, country in json.loads(countries.read_bytes()).items()} | OWN_CODES
    outlines: dict[str, list[list[Whole]]] = {}
    with shapefile.Reader(str(shapes), encoding="iso-8859-1") as reader:
        for entry in reader.iterShapeRecords():
            outlines.setdefault(codes[entry.record["iso_a3"]], []).extend(rings(entry.shape))
    ([morocco], [sahara]) = (outlines["MA"], outlines["EH"])
    ring, outlines["EH"] = with_western_sahara(morocco, sahara)
    outlines["MA"] = [ring]
    paths = {"graticule": parallels()} | {code: "".join(map(closed, outlines[code])) for code in sorted(outlines)}
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {round(HEIGHT)}">']
    lines += [f'<path id="{name}" d="{path}"/>' for name, path in paths.items()]
    output.write_text("\n".join([*lines, "</svg>", ""]), encoding="utf-8")


def rings(shape: shapefile.Shape) -> Iterator[list[Whole]]:
    bounds = [*shape.parts, len(shape.points)]
    for start, end in pairwise(bounds):
        ring = slim([units(*point) for point in filled(shape.points[start:end])])
        if len(ring) > 2:
            yield ring


def filled(points: Iterable[Point]) -> Iterator[Point]:
    """The points, with more of them along what runs far north or south."""
    previous: Point | None = None
    for point in points:
        if previous:
            # From the lower end, so that two countries get the same points along the border they share.
            low, high = sorted((previous, point))
            count = int(abs(point[1] - previous[1]) / STEP)
            shares = [step / (count + 1) for step in range(1, count + 1)]
            added = [tuple(a + (b - a) * share for a, b in zip(low, high)) for share in shares]
            yield from added if low == previous else reversed(added)
        yield point
        previous = point


def parallels() -> str:
    ends = [(units(-180, latitude), units(180, latitude)) for latitude in range(80, -81, -20)]
    return "".join(f"M{left} {y}H{right}" for (left, y), (right, _) in ends)


main()
