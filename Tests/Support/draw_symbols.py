"""Draws the symbols of Symbols.swift as pictures: Sources/KartotekaHTML/Resources/symbols/NAME.png. See script/symbols."""

import io
import re
import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

SOURCES = Path("Sources/KartotekaHTML")
PICTURES = SOURCES / "Resources/symbols"
SIDE = 512
# The symbol's share of the width. Launchers cut icons to a circle of 80 % of the width (W3C, Web Application Manifest, "maskable").
SHARE = 0.5
SHADES = 16

CASE = re.compile(r'case \.(\w+):\s*\(\s*\d+,\s*"""\n(.*?)\n\s*"""\s*\)', re.DOTALL)


def drawings() -> dict[str, str]:
    """The shapes of each symbol, as SVG."""
    text = (SOURCES / "Writing/Symbols.swift").read_text()
    return {name: re.sub(r"\\\n\s*", "", shapes) for name, shapes in CASE.findall(text)}


def page(shapes: str) -> str:
    """A page that shows the symbol in white on black."""
    side, edge = SIDE * SHARE, SIDE * (1 - SHARE) / 2
    return (f'<body style="margin:0"><svg width={SIDE} height={SIDE} style="background:#000">'
            f'<svg x={edge} y={edge} width={side} height={side} viewBox="0 0 24 24" fill=none stroke=#fff stroke-width=1.7 '
            f"stroke-linecap=round stroke-linejoin=round>{shapes}</svg></svg>")


def shaded(picture: bytes) -> Image.Image:
    """The picture with a palette of 16 shades, the first of which is the background."""
    grey = Image.open(io.BytesIO(picture)).convert("L")
    indices = grey.point(lambda level: round(level * (SHADES - 1) / 255))
    result = Image.frombytes("P", grey.size, indices.tobytes())
    result.putpalette([level for shade in range(SHADES) for level in [shade * 255 // (SHADES - 1)] * 3])
    return result


def main() -> None:
    shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium-headless-shell"))
        window = browser.new_page(viewport={"width": SIDE, "height": SIDE})
        for name, shapes in drawings().items():
            window.set_content(page(shapes))
            shaded(window.screenshot()).save(PICTURES / f"{name}.png", bits=4, optimize=True)
        browser.close()


if __name__ == "__main__":
    main()
