"""NW-1: an application can be put on a phone's home screen and starts there like its own apps."""

import json

import pytest

PATHS = ["/", "/northwind", "/userscrud/users"]


@pytest.mark.parametrize("path", PATHS)
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
    sizes = {icon["sizes"] for icon in app["icons"]}
    assert {"192x192", "512x512"} <= sizes
    for address in [touch, *(icon["src"] for icon in app["icons"])]:
        assert site.get(address)[0] == 200, address


@pytest.mark.parametrize("language", ["pl"])
def test_NW_1_the_manifest_speaks_the_persons_language(phone):
    """NW-1 is called what the person calls it."""
    phone.goto("/userscrud/users")
    app = phone.evaluate("() => fetch('/userscrud/manifest.webmanifest').then(answer => answer.json())")
    assert (app["name"], app["lang"]) == ("Książka adresowa", "pl")
