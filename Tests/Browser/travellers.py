"""Travellers as the tests see it: its records by the API, its tables by what people see there."""

import json
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

from kartoteka import Server

USERS = "/travellers/users"
CITIES = "/travellers/cities"
SUMMARY = "/travellers/travellers"
API = "/api/travellers"


class Travels:
    """A server's users and cities by the API: puts there what a test needs, and looks what became of it."""

    def __init__(self, server: Server):
        self.server = server

    def add_user(self, name: str) -> int:
        """Adds a user; their number."""
        return self._ask("POST", "/users", {"name": name})["id"]

    def add_city(self, name: str, user: int) -> int:
        """Adds a city of a user; its number."""
        return self._ask("POST", "/cities", {"name": name, "user": user})["id"]

    def add_cities(self, names: list[str], user: int) -> list[int]:
        """Adds cities of a user; their numbers."""
        return self.server.batch("travellers", [
            {"create": "cities", "values": {"name": name, "user": user}} for name in names])

    def get(self, entities: str, id: int) -> dict | None:
        """A record's fields; None when there is no such one."""
        status, body = self.server.get(f"{API}/{entities}/{id}")
        return json.loads(body) if status == 200 else None

    def change(self, entities: str, id: int, **fields) -> None:
        self._ask("PATCH", f"/{entities}/{id}", fields)

    def delete(self, entities: str, id: int) -> None:
        self._ask("DELETE", f"/{entities}/{id}")

    def list(self, entities: str, **query: str | int) -> list[dict]:
        return self._ask("GET", f"/{entities}?{urlencode({'limit': 1000, **query})}")["items"]

    def clear(self) -> None:
        """Deletes everything."""
        for entities in ("cities", "users"):
            self.server.batch("travellers", [{"delete": entities, "id": each["id"]} for each in self.list(entities)])

    def _ask(self, method: str, path: str, body: dict | None = None) -> dict | None:
        status, answer = self.server.send(method, API + path, body and json.dumps(body))
        assert status < 300, f"{method} {path}: {status} {answer.decode()}"
        return json.loads(answer) if answer else None


def rows(page: Page) -> Locator:
    """The records' rows, without the one to add to."""
    return page.locator("#rows [data-id]")


def row(page: Page, id: int) -> Locator:
    return page.locator(f'#rows [data-id="{id}"]')


def ids(page: Page) -> list[int]:
    """The numbers of the rows, in their order."""
    return rows(page).evaluate_all("all => all.map(it => Number(it.dataset.id))")


def pick(page: Page, id: int) -> Locator:
    """The link of a row that leads to its card."""
    return row(page, id).locator(".no a")


def cell(page: Page, id: int, label: str) -> Locator:
    """The cell of a row, by the heading of its column."""
    return row(page, id).locator(f"td[data-label='{label}']")


def card(page: Page) -> Locator:
    return page.locator("article.record")


def open_card(page: Page, id: int) -> Locator:
    """Opens the card of a row."""
    pick(page, id).click()
    expect(card(page).get_by_role("button", name="Save")).to_be_visible()
    return card(page)


def new(page: Page, column: str) -> Locator:
    """A field of the row for a new record."""
    return page.locator(f"#a-{column}")


def edited(page: Page, column: str) -> Locator:
    """A field of the card."""
    return page.locator(f"#f-{column}")


def filter_field(page: Page, column: str) -> Locator:
    return page.locator(f"#q-by-{column}")


def open_table(page: Page, path: str) -> None:
    """Opens a table at a desk, when its scripts are there."""
    page.goto(path)
    expect(page.get_by_role("gridcell").first).to_be_visible()


def press(page: Page, name: str) -> None:
    page.locator("#rows").get_by_role("button", name=name, exact=True).click()


def count(page: Page) -> Locator:
    """The line that says how many there are."""
    return page.locator("#count")


def undo_bar(page: Page) -> Locator:
    return page.locator("body > .undo[role=status]")


def undo(page: Page) -> None:
    """Presses Undo and waits until it is done."""
    undo_bar(page).get_by_role("button", name="Undo").click()
    # Older change sets may still be undone.
    expect(undo_bar(page).get_by_role("button", name="Redo")).to_be_visible()
