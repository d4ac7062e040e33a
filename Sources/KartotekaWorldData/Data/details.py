"""Makes outlines.tsv from Natural Earth's countries at 1:50,000,000: a line per country with its code and the path data
of its outline in halves of map units, in Equal Earth.

Usage: details.py FOLDER OUTPUT.tsv, with FOLDER the folder rnaturalearthdata/data of the R package of that name 0.1.0,
as Debian's r-cran-rnaturalearthdata has it. Natural Earth's data are in the public domain.
"""

import lzma
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import rdata
from paths import Whole, closed, slim, with_western_sahara
from projection import units

# Codes of Natural Earth's own: Northern Cyprus, Kosovo, Somaliland; islands that belong to Australia; the Siachen Glacier,
# which India holds.
OWN_CODES = {"CYN": "CY", "KOS": "XK", "SOL": "SO", "ATC": "AU", "IOA": "AU", "KAS": "IN"}
PARTS = 2


def main() -> None:
    folder, output = map(Path, sys.argv[1:])
    outlines: dict[str, list[list[Whole]]] = {}
    for code, rings in countries(folder):
        rings = [slim([*ring, ring[0]]) for ring in rings]
        outlines.setdefault(code, []).extend(ring for ring in rings if len(ring) > 2)
    ([morocco], [sahara]) = (outlines["MA"], outlines["EH"])
    ring, outlines["EH"] = with_western_sahara(morocco, sahara)
    outlines["MA"] = [ring]
    lines = [f"{code}\t{''.join(map(closed, outlines[code]))}\n" for code in sorted(outlines)]
    output.write_text("".join(lines), encoding="utf-8")
    print(f"{len(outlines)} detailed outlines")


def countries(folder: Path) -> Iterator[tuple[str, list[list[tuple[int, int]]]]]:
    warnings.simplefilter("ignore")
    index = rdata.conversion.convert(rdata.parser.parse_file(folder / "Rdata.rdx"))
    start, length = map(int, index["variables"]["countries50"])
    chunk = (folder / "Rdata.rdb").read_bytes()[start:start + length]
    # Four bytes say how long it is, a letter how it is compressed.
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 6 | lzma.PRESET_EXTREME}]
    content = lzma.decompress(chunk[5:], format=lzma.FORMAT_RAW, filters=filters)
    table = rdata.conversion.convert(rdata.parser.parse_data(content))
    for (_, row), shape in zip(table.data.iterrows(), table.polygons):
        code = OWN_CODES.get(row.adm0_a3) or row.iso_a2
        yield code, [[units(*map(float, point), PARTS) for point in ring.coords] for ring in shape.Polygons]


main()
