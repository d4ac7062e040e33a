"""NW-1: an application can be put on a phone's home screen and starts there like its own apps."""

import json

import pytest

from draw_symbols import PICTURES, drawings
from matrix import nightly

PATHS = ["/", "/northwind", "/userscrud/users"]


@pytest.mark.parametrize("path", [PATHS[0], *nightly(*PATHS[1:])])
def test_NW_1_each_app_has_a_manifest_with_icons(phone, site, path):
    """NW-1 starts from the home screen: the manifest names the app, its first page and icons that exist."""
    phone.goto(path)
    manifest = phone.locator("link[rel=manifest]").get_attribute("href")
    touch = phone.locator("link[rel=apple-touch-icon]").get_attribute("href")
    status, body = site.get(manifest)
    assert status == 200
    app = json.loads(body)
    assert app["display"] == "standalone"
    assert app["start_url"] == "/" + path.split("/")[1]
    assert site.get(app["start_url"])[0] in (200, 303)
    own = phone.locator("link[rel=icon]").get_attribute("href")
    assert app["icons"][0]["src"] == own
    assert phone.evaluate("src => new Promise(done => { const it = new Image(); it.onload = () => done(it.width > 0); "
                          "it.onerror = () => done(false); it.src = src })", own)
    assert {(icon["sizes"], icon["purpose"]) for icon in app["icons"]} == {
        ("any", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for address in [touch, *(icon["src"] for icon in app["icons"])]:
        assert site.get(address)[0] == 200, address


# A picture: its size, the colour of its corner, and the number of its white points.
COLOURS = """src => new Promise((done, failed) => {
  const image = new Image()
  image.onerror = failed
  image.onload = () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0)
    const data = context.getImageData(0, 0, image.width, image.height).data
    const whites = data.reduce((sum, value, at) => sum + (at % 4 == 1 && value == 255), 0)
    done({ side: [image.width, image.height], corner: [...data.slice(0, 3)], whites })
  }
  image.src = src
})"""


def test_NW_1_each_app_has_an_icon_of_its_own_on_a_phone(phone):
    """NW-1 is told from other apps on a home screen that shows no SVG: a PNG file with its symbol on its colour."""
    icons = {}
    for app in ("northwind", "userscrud", "travelmap"):
        phone.goto(f"/{app}")
        icons[app] = phone.evaluate(COLOURS, phone.locator("link[rel=apple-touch-icon]").get_attribute("href"))
    assert all(icon["side"] == [512, 512] for icon in icons.values())
    assert len({tuple(icon["corner"]) for icon in icons.values()}) == 3
    assert len({icon["whites"] for icon in icons.values()}) == 3
    # The same colour as the program's style sheet has.
    phone.goto("/northwind/products")
    accent = phone.evaluate("""() => {
      const context = document.createElement('canvas').getContext('2d')
      context.fillStyle = getComputedStyle(document.body).getPropertyValue('--accent')
      context.fillRect(0, 0, 1, 1)
      return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)]
    }""")
    assert all(abs(a - b) <= 1 for a, b in zip(accent, icons["northwind"]["corner"], strict=True))


def test_each_symbol_has_a_picture():
    """A symbol that was added to Symbols.swift has the picture that the icon of an application is made of."""
    assert {picture.stem for picture in PICTURES.glob("*.png")} == set(drawings())


@pytest.mark.parametrize("language", ["pl"])
def test_NW_1_the_manifest_speaks_the_persons_language(phone):
    """NW-1 is called what the person calls it."""
    phone.goto("/userscrud/users")
    app = phone.evaluate("() => fetch('/userscrud/manifest.webmanifest').then(answer => answer.json())")
    assert (app["name"], app["lang"]) == ("Książka adresowa", "pl")
