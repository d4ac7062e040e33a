"""The address book as the tests see it: its records by the API, its screens by what people see there."""

import json
import re
from urllib.parse import quote, urlencode

from playwright.sync_api import Locator, Page, expect

from kartoteka import Server

PEOPLE = "/userscrud/users"
MORE = "/userscrud/more"
API = "/api/userscrud/users"
FIELDS = {"First name": "firstName", "Last name": "lastName", "Phone": "phone", "Address": "address"}


class AddressBook:
    """A server's people by the API: puts there what a test needs, and looks what became of it."""

    def __init__(self, server: Server):
        self.server = server
        self._newest = max((each["id"] for each in self.list(sort="-id", limit=1)), default=0)

    def add(self, last_name: str, first_name: str = "Anna", phone: str = "+48 225 550 1472",
            address: str = "ul. Piękna 18, Warszawa") -> int:
        """Adds a person; their id."""
        person = {"firstName": first_name, "lastName": last_name, "phone": phone, "address": address}
        return self._ask("POST", API, person)["id"]

    def get(self, id: int) -> dict | None:
        """A person's fields; None when there is no such one."""
        status, body = self.server.get(f"{API}/{id}")
        return json.loads(body) if status == 200 else None

    def change(self, id: int, **fields: str) -> None:
        self._ask("PATCH", f"{API}/{id}", fields)

    def delete(self, id: int) -> None:
        self._ask("DELETE", f"{API}/{id}")

    def list(self, **query: str | int) -> list[dict]:
        """One page of people: `list(search="ski", sort="-lastName", limit=1)`."""
        return self._ask("GET", f"{API}?{urlencode(query)}")["items"]

    def total(self, **query: str | int) -> int:
        return self._ask("GET", f"{API}?{urlencode(query)}")["total"]

    def remove_what_is_new(self) -> None:
        """Deletes everybody who was added since this was made."""
        new = self.list(**{"filter[id][gt]": self._newest, "limit": 1000})
        self.server.batch("userscrud", [{"delete": "users", "id": person["id"]} for person in new])

    def _ask(self, method: str, path: str, body: dict | None = None) -> dict | None:
        status, answer = self.server.send(method, path, body and json.dumps(body))
        assert status < 300, f"{method} {path}: {status} {answer.decode()}"
        return json.loads(answer) if answer else None


def book_fields(person: dict) -> dict[str, str]:
    """A person without number."""
    return {name: person[name] for name in FIELDS.values()}


def address_of(id: int) -> str:
    return f"{PEOPLE}/{id}"


def found(text: str) -> str:
    """The address of the list with a search."""
    return f"{PEOPLE}?search={quote(text)}"


def is_phone(page: Page) -> bool:
    return page.viewport_size["width"] < 900


def rows(page: Page) -> Locator:
    return page.locator("#rows a.row")


def row(page: Page, name: str) -> Locator:
    """The row with that name: first and last name, or a part."""
    return rows(page).filter(has=page.locator(".t", has_text=name))


def delete_button(page: Page, name: str) -> Locator:
    """The button behind that person's row."""
    return page.locator("#rows li").filter(has=page.locator(".t", has_text=name)).locator("> button")


def chosen(page: Page) -> Locator:
    """The row that stands out in the list."""
    return page.locator("#rows a.row[aria-current=true]")


def count(page: Page) -> Locator:
    """The line that says how many there are."""
    return page.locator("#count")


def search_field(page: Page) -> Locator:
    return page.locator("#q")


def card(page: Page) -> Locator:
    """The record's column, in which a person is edited."""
    return page.locator("article.record")


def sheet(page: Page) -> Locator:
    """What stands above the page: the sheet for a new person, a question."""
    return page.locator("dialog[open]")


def field(form: Locator, label: str) -> Locator:
    return form.get_by_label(label, exact=True)


def save(form: Locator) -> Locator:
    return form.get_by_role("button", name="Save", exact=True)


def fill(form: Locator, **fields: str) -> None:
    """Types into the fields of a card or sheet, named as in the API."""
    for label, name in FIELDS.items():
        if name in fields:
            field(form, label).fill(fields[name])


def texts(form: Locator) -> dict[str, str]:
    """What the fields of a card or sheet show."""
    return {name: field(form, label).input_value() for label, name in FIELDS.items()}


def open_card(page: Page, id: int) -> Locator:
    """The card of a person, opened by its address."""
    page.goto(address_of(id))
    expect(field(card(page), "Last name")).to_be_visible()
    return card(page)


def open_sheet(page: Page) -> Locator:
    """The sheet for a new person, opened from the list that the page shows."""
    page.get_by_role("link", name="New person", exact=True).first.click()
    expect(sheet(page)).to_be_visible()
    # Nobody sees it before the scripts have run: the page is not painted until then.
    page.wait_for_load_state()
    return sheet(page)


def undo_bar(page: Page) -> Locator:
    return page.locator(".undo[role=status]")


def undo(page: Page) -> None:
    """Presses Undo and waits until it is done."""
    undo_bar(page).get_by_role("button", name="Undo").click()
    # Older change sets may still be undone.
    expect(undo_bar(page).get_by_role("button", name="Redo")).to_be_visible()


def leaving_question(page: Page) -> Locator:
    """The question that is asked before something typed is lost."""
    return page.get_by_role("dialog", name="Discard changes?")


def answer_leaving(page: Page, button: str) -> None:
    """Answers it."""
    expect(leaving_question(page)).to_be_visible()
    leaving_question(page).get_by_role("button", name=button, exact=True).click()
    expect(leaving_question(page)).to_be_hidden()


def at_list(page: Page) -> None:
    """Waits until the page shows the list by its own address."""
    expect(page).to_have_url(re.compile(re.escape(PEOPLE) + r"(\?|$)"))


def pair(page: Page, name: str) -> Locator:
    """A pair of duplicates in their list."""
    return page.locator("section.change").filter(has_text=name)
