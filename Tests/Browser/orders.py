"""Northwind's orders as the tests see them: records by the API, screens by what people see there."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Locator, Page, expect

from kartoteka import Server

ORDERS = "/northwind/orders"
API = "/api/northwind"


class Shop:
    """A server's products, customers and orders by the API."""

    def __init__(self, server: Server):
        self.server = server

    def product(self, name: str, price: float = 10, stock: int = 100, **fields) -> int:
        return self.add("products", name=name, unitPrice=price, unitsInStock=stock, **fields)

    def customer(self, name: str, **fields) -> int:
        return self.add("customers", companyName=name, **fields)

    def order(self, customer: int, *lines: tuple, **fields) -> int:
        """An order with lines, each a product, a quantity, perhaps a price and a discount."""
        body = {"orderDate": "2026-05-06", **fields, "customer": customer, "lines": [
            {"product": product, "quantity": quantity, "unitPrice": rest[0] if rest else self.get("products", product)["unitPrice"],
             "discount": rest[1] if len(rest) > 1 else 0}
            for product, quantity, *rest in lines]}
        return self._ask("POST", f"{API}/orders", body)["id"]

    def ship(self, order: int, day: str) -> None:
        """Ships an order, of which everything was in stock beside what there is now."""
        for each in self.lines(order):
            stock = self.get("products", each["product"])["unitsInStock"]
            self.change("products", each["product"], unitsInStock=stock + each["quantity"])
        shipper = self.add("shippers", companyName="Zzz Express")
        self._ask("POST", f"{API}/orders/{order}/actions/ship", {"shipper": shipper, "date": day})

    def lines(self, order: int) -> list[dict]:
        items = self._ask("GET", f"{API}/order-details?filter[order]={order}&limit=1000&sort=id")["items"]
        return [{key: each[key] for key in ("product", "quantity", "unitPrice", "discount")} for each in items]

    def orders(self) -> list[dict]:
        return self._ask("GET", f"{API}/orders?sort=id&limit=1000")["items"]

    def newest(self) -> dict:
        return self._ask("GET", f"{API}/orders?sort=-id&limit=1")["items"][0]

    def add(self, kind: str, **fields) -> int:
        return self._ask("POST", f"{API}/{kind}", fields)["id"]

    def get(self, kind: str, id: int) -> dict | None:
        status, body = self.server.get(f"{API}/{kind}/{id}")
        return json.loads(body) if status == 200 else None

    def list(self, kind: str) -> list[dict]:
        return self._ask("GET", f"{API}/{kind}?sort=id&limit=1000")["items"]

    def change(self, kind: str, id: int, **fields) -> None:
        self._ask("PATCH", f"{API}/{kind}/{id}", fields)

    def delete(self, kind: str, id: int) -> None:
        self._ask("DELETE", f"{API}/{kind}/{id}")

    def _ask(self, method: str, path: str, body: dict | None = None) -> dict | None:
        status, answer = self.server.send(method, path, body and json.dumps(body))
        assert status < 300, f"{method} {path}: {status} {answer.decode()}"
        return json.loads(answer) if answer else None


def new_order(page: Page) -> None:
    page.goto(f"{ORDERS}/new")
    expect(page.get_by_role("heading", name="New order", level=1)).to_be_visible()


def cash_sale(page: Page) -> None:
    """Says that nobody in particular orders."""
    page.get_by_label("Cash sale").check()


def change_order(page: Page, id: int) -> None:
    page.goto(f"{ORDERS}/{id}/edit")
    expect(page.locator("#lines-form")).to_be_visible()


def search_item(page: Page, text: str) -> None:
    """Looks for a product to add, with or without scripts."""
    page.locator("#item").fill(text)
    if not runs_scripts(page):
        page.locator("#item").press("Enter")


def found(page: Page) -> Locator:
    return page.locator("#found button")


def add_line(page: Page, name: str) -> None:
    before = lines(page).count()
    search_item(page, name)
    found(page).filter(has_text=name).first.click()
    expect(lines(page)).to_have_count(before + 1)


def lines(page: Page) -> Locator:
    return page.locator("#lines .line")


def line(page: Page, name: str) -> Locator:
    return lines(page).filter(has_text=name)


def quantity(line: Locator) -> Locator:
    return line.get_by_label(re.compile("^Quantity of"))


def percent(line: Locator) -> Locator:
    return line.get_by_label(re.compile("^Discount on"))


def amount(line: Locator) -> Locator:
    return line.locator(".sum")


def total(page: Page) -> Locator:
    return page.locator("#sum-due")


def take(page: Page) -> None:
    page.locator(".total .btn.main").click()


def taken(page: Page) -> int:
    """The number of the order whose page was opened by taking it."""
    expect(page.locator("article.record")).to_be_visible()
    found = re.search(r"/orders/(\d+)", page.url)
    assert found, page.url
    return int(found[1])


def choose_customer(page: Page, name: str) -> None:
    page.locator("button.choose").filter(has_text="Choose a customer").click()
    page.locator("#choices label.row").filter(has_text=name).click()
    if not runs_scripts(page):
        page.get_by_role("button", name="Done").click()
    expect(page.locator("#choices")).to_have_count(0)


def runs_scripts(page: Page) -> bool:
    """Whether the page does, which its context says (see `open_page`)."""
    return page.context.runs_scripts
