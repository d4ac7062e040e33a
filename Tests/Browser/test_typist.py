"""A typist who never waits: random sequences of keys and presses on slow networks, compared with what was meant.

KARTOTEKA_TYPIST=200 runs so many sequences. Usually there is one, with `--all` two at each latency.
"""

import os
import random

from playwright.sync_api import Page, expect

from chromium import slow_down, until
from orders import cash_sale, new_order, take, taken
from people import PEOPLE

ROUNDS = int(os.environ.get("KARTOTEKA_TYPIST", "2" if "KARTOTEKA_TEST_ALL" in os.environ else "1"))
LETTERS = "abcdefghijklmnoprstuwyzABN/0123456789"


def seeds() -> list[int]:
    return list(range(ROUNDS))


class Table:
    """What somebody means who works in a table of texts: values, the cell in use, and the text that is being typed."""

    def __init__(self, values: list[list[str]], chance: random.Random):
        self.values, self.chance = values, chance
        self.row, self.column = 0, 1
        # The text of an open cell; whether all of it is marked, so that the next letter replaces it.
        self.text: str | None = None
        self.is_marked = False

    def steps(self, page: Page) -> None:
        move = {"ArrowDown": (1, 0), "ArrowUp": (-1, 0), "ArrowLeft": (0, -1), "ArrowRight": (0, 1)}
        closed = ["letters"] * 4 + ["press"] + list(move) + ["Enter", "F2"]
        opened = ["letters", "Enter", "Enter", "Tab", "Tab", "Escape", "press"]
        what = self.chance.choice(closed if self.text is None else opened)
        if what == "letters":
            self.write(page, "".join(self.chance.choice(LETTERS) for _ in range(self.chance.randint(1, 6))))
        elif what == "press":
            self.press(page)
        else:
            page.keyboard.press(what)
            if what in move:
                self.go(*move[what])
            elif what in ("Enter", "F2") and self.text is None:
                self.text, self.is_marked = self.values[self.row][self.column], True
            elif what == "Escape":
                self.text = None
            else:
                self.leave()
                self.go(*((1, 0) if what == "Enter" else (0, 1)))

    def write(self, page: Page, text: str) -> None:
        page.keyboard.type(text, delay=self.chance.choice([0, 5, 30]))
        self.text = text if self.text is None or self.is_marked else self.text + text
        self.is_marked = False

    def press(self, page: Page) -> None:
        row, column = self.chance.randrange(len(self.values)), self.chance.randrange(1, 3)
        if (row, column) == (self.row, self.column):
            return
        page.locator(".grid tbody tr[data-id]").nth(row).locator("td").nth(column).click()
        self.leave()
        self.row, self.column = row, column

    def leave(self) -> None:
        if self.text is not None:
            self.values[self.row][self.column] = self.text
        self.text = None

    def go(self, down: int, right: int) -> None:
        self.row = min(max(self.row + down, 0), len(self.values) - 1)
        self.column = min(max(self.column + right, 0), 2)


def test_a_table_has_what_was_typed(desk, empty_server, book, subtests, latency):
    for seed in seeds():
        with subtests.test(seed=seed):
            chance = random.Random(seed)
            ids = [book.add(f"Person{number}", first_name=f"First{number}", address=f"Street {number}") for number in range(4)]
            slow_down(desk, 0)
            desk.goto(f"{PEOPLE}?layout=table&columns=lastName,firstName,address&sort=id")
            expect(desk.get_by_role("gridcell")).to_have_count(12)
            slow_down(desk, latency)
            table = Table([[f"Person{number}", f"First{number}", f"Street {number}"] for number in range(4)], chance)
            desk.locator(".grid tbody tr[data-id]").first.locator("td").nth(1).click()
            for _ in range(30):
                table.steps(desk)
            if table.text is not None:
                desk.keyboard.press("Enter")
                table.leave()
            expect(desk.locator(".grid [data-typed]")).to_have_count(0, timeout=60_000)
            now = [book.get(id) for id in ids]
            assert [[each["lastName"], each["firstName"], each["address"]] for each in now] == table.values, f"seed {seed}"
            for id in ids:
                book.delete(id)


def test_an_order_has_what_was_typed(desk, empty_shop, subtests, latency):
    shop = empty_shop
    names = ["apple", "berry", "cherry", "damson"]
    products = {name: shop.product(f"Zz{name}", 10, 1000) for name in names}
    for seed in seeds():
        with subtests.test(seed=seed):
            chance = random.Random(seed)
            slow_down(desk, 0)
            new_order(desk)
            cash_sale(desk)
            slow_down(desk, latency)
            meant: dict[str, int] = {}
            desk.locator("#item").focus()
            for _ in range(12):
                order_step(desk, chance, names, meant)
            if not meant:
                add(desk, "apple", "3", meant)
            take(desk)
            expect(desk.locator("article.record")).to_be_visible(timeout=60_000)
            lines = {each["product"]: each["quantity"] for each in shop.lines(taken(desk))}
            assert lines == {products[name]: count for name, count in meant.items()}, f"seed {seed}"


def order_step(page: Page, chance: random.Random, names: list[str], meant: dict[str, int]) -> None:
    what = chance.choice(["add", "add", "more", "remove", "change"])
    name = chance.choice(names)
    line = page.locator(".line", has_text=f"zz{name}")
    if what in ("remove", "change") and line.count() != 1:
        # There is none, or one more is being added.
        return
    if what == "add" or name not in meant:
        add(page, name, str(chance.randint(2, 99)), meant)
    elif what == "more":
        add(page, name, "", meant)
    elif what == "remove":
        line.locator(".out").click()
        page.locator("#item").focus()
        del meant[name]
    else:
        line.locator(".step input").click()
        page.keyboard.press("Control+a")
        meant[name] = chance.randint(2, 99)
        page.keyboard.type(str(meant[name]))
        page.keyboard.press("Enter")


def add(page: Page, name: str, count: str, meant: dict[str, int]) -> None:
    page.keyboard.type(f"zz{name}")
    page.keyboard.press("Enter")
    page.keyboard.type(count)
    page.keyboard.press("Enter")
    meant[name] = int(count) if count else meant.get(name, 0) + 1


COUNTRIES = {"france": "FR", "spain": "ES", "portugal": "PT", "germany": "DE", "poland": "PL", "italy": "IT", "greece": "GR"}


def test_a_map_has_the_countries_that_were_typed(desk, world, subtests, latency):
    """Some are corrected before Return; none is waited for."""
    for seed in seeds():
        with subtests.test(seed=seed):
            chance = random.Random(seed)
            world.clear()
            slow_down(desk, 0)
            desk.goto("/travelmap/map")
            expect(desk.locator("#atlas.live")).to_be_visible()
            slow_down(desk, latency)
            desk.locator("#q").focus()
            meant = chance.sample(list(COUNTRIES), 4)
            for name in meant:
                if chance.random() < .5:
                    desk.keyboard.type(chance.choice(list(COUNTRIES))[:4], delay=chance.choice([0, 60]))
                    desk.keyboard.press("Control+a")
                desk.keyboard.type(name, delay=chance.choice([0, 20]))
                desk.keyboard.press("Enter")
            until(desk, lambda: len(world.codes()) >= len(meant))
            assert world.codes() == {COUNTRIES[name] for name in meant}, f"seed {seed}"
