"""The travel map as the tests see it: records by the API, the map by what people see and press there."""

from __future__ import annotations

import json

from playwright.sync_api import Locator, Page, expect

from kartoteka import Server

MAP = "/travelmap/map"
API = "/api/travelmap"

# Cities to put on the map: name, country, where, date of visit.
CITIES = [
    ("Lisbon", "PT", "38.7167,-9.1333", "2024-05-03"), ("Porto", "PT", "41.1496,-8.611", "2023-08-20"),
    ("Kraków", "PL", "50.0614,19.9366", "2022-10-01"), ("Nairobi", "KE", "-1.2833,36.8167", "2019-02-11"),
]

# The codes of all that is counted as a country.
SOVEREIGN = """
    AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN
    CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FM FR GA GB GD GE GH GM GN GQ GR GT GW GY HN HR
    HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD
    ME MG MH MK ML MM MN MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PS PT PW PY QA RO
    RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US
    UY UZ VA VC VE VN VU WS XK YE ZA ZM ZW"""


class World:
    """A server's countries and cities by the API."""

    def __init__(self, server: Server):
        self.server = server

    def country(self, code: str) -> int:
        """Adds a country; its id."""
        return self._ask("POST", "/countries", {"isoCode": code})["id"]

    def city(self, name: str, country: int, position: str, date: str | None = None) -> int:
        """Adds a city; its id."""
        body = {"name": name, "country": country, "position": position, "dateOfVisit": date}
        return self._ask("POST", "/cities", body)["id"]

    def countries(self, codes: list[str]) -> list[int]:
        """Adds countries; their ids."""
        return self._create(("countries", {"isoCode": code}) for code in codes)

    def cities(self, cities: list[tuple[str, int, str, str | None]]) -> list[int]:
        """Adds cities: name, country, where, date of visit; their ids."""
        return self._create(("cities", {"name": name, "country": country, "position": position, "dateOfVisit": date})
                            for name, country, position, date in cities)

    def travelled(self) -> dict[str, int]:
        """Adds Portugal, Poland, Kenya and Malta with the cities above; the ids of all by name and code."""
        codes = ["PT", "PL", "KE", "MT"]
        ids = dict(zip(codes, self.countries(codes)))
        cities = self.cities([(name, ids[code], position, date) for name, code, position, date in CITIES])
        return ids | {name: id for (name, *_), id in zip(CITIES, cities)}

    def codes(self) -> set[str]:
        return {each["isoCode"] for each in self.list("countries")}

    def list(self, kind: str) -> list[dict]:
        return self._ask("GET", f"/{kind}?limit=1000")["items"]

    def rename(self, city: int, name: str) -> None:
        self._ask("PATCH", f"/cities/{city}", {"name": name})

    def delete(self, kind: str, id: int) -> None:
        self._ask("DELETE", f"/{kind}/{id}")

    def clear(self) -> None:
        """Deletes all countries, and with them all cities."""
        self.server.batch("travelmap", [{"delete": "countries", "id": each["id"]} for each in self.list("countries")])

    def _create(self, records) -> list[int]:
        return self.server.batch("travelmap", [{"create": kind, "values": values} for kind, values in records])

    def _ask(self, method: str, path: str, body: dict | None = None) -> dict | None:
        status, answer = self.server.send(method, API + path, body and json.dumps(body))
        assert status < 300, f"{method} {path}: {status} {answer.decode()}"
        return json.loads(answer) if answer else None


def open_map(page: Page, path: str = MAP) -> None:
    """Opens the map and waits until its script has taken it over."""
    page.goto(path)
    expect(page.locator("#atlas.live")).to_be_visible()
    drawn(page)


def drawn(page: Page) -> None:
    """Waits until nothing moves and the map is drawn as it is."""
    expect(page.locator("#plane[style*=transform]")).to_have_count(0)


def until(page: Page, condition: str, arg=None) -> None:
    """Waits, frame by frame, until a condition holds: a function in JavaScript, which the page's own policy lets nobody
    but the browser itself evaluate."""
    held = page.evaluate(f"""async arg => {{
        const holds = {condition}, begin = performance.now()
        while (!holds(arg)) {{
            if (performance.now() - begin > 60_000) return false
            await new Promise(requestAnimationFrame)
        }}
        return true
    }}""", arg)
    assert held, condition


def press_twice(page: Page, x: float, y: float) -> None:
    """Two presses, one at once after the other. They are made within the page: a busy machine makes pauses between those that
    come from outside, and these would be two single ones."""
    page.evaluate("""([x, y]) => {
        const options = { bubbles: true, cancelable: true, clientX: x, clientY: y, detail: 1 }
        const target = document.elementFromPoint(x, y)
        for (let count = 0; count < 2; count++) {
            for (const type of ['pointerdown', 'pointerup', 'click']) target.dispatchEvent(new PointerEvent(type, options))
        }
    }""", [x, y])


def country(page: Page, name: str) -> Locator:
    """A visited country on the map, by the beginning of its name."""
    return page.locator(f"#lands a[aria-label^='{name}']")


def pin(page: Page, name: str) -> Locator:
    """A city that can be chosen."""
    return page.locator(f"#pins a[aria-label='{name}']")


def card(page: Page) -> Locator:
    return page.locator("#chosen")


def heading(page: Page) -> Locator:
    return card(page).locator("h2")


def view(page: Page) -> tuple[float, float, float]:
    """Where the map is: the point in the middle of the screen, and how many pixels a unit is."""
    x, y, scale = page.evaluate("""() => {
        const map = document.querySelector('#atlas').getBoundingClientRect()
        const matrix = document.querySelector('#world').getScreenCTM().inverse()
        const point = new DOMPoint(map.x + map.width / 2, map.y + map.height / 2).matrixTransform(matrix)
        return [point.x, point.y, 1 / matrix.a]
    }""")
    return x, y, scale


def place(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a point of the map is on the screen."""
    return tuple(page.evaluate("""([x, y]) => {
        const point = new DOMPoint(x, y).matrixTransform(document.querySelector('#world').getScreenCTM())
        return [point.x, point.y]
    }""", [x, y]))


def middle(page: Page) -> tuple[float, float]:
    """A place on the screen, on the map, where nothing floats."""
    box = page.locator("#atlas").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.4
