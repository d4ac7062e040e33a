"""Presses of an everyday task, counted: six at most."""

import re

from playwright.sync_api import Locator, Page

MOST_PRESSES = 6


class Presses:
    """Presses what a person presses, and counts it. Typing is no press."""

    def __init__(self, page: Page, most: int = MOST_PRESSES):
        self.page, self.most, self.count = page, most, 0

    def __call__(self, role: str, name: str | re.Pattern, **options) -> None:
        self.on(self.page.get_by_role(role, name=name, **options).first)

    def text(self, text: str) -> None:
        self.on(self.page.get_by_text(text))

    def on(self, place: Locator) -> None:
        self.add(place)
        place.click()

    def key(self, name: str) -> None:
        """Presses a key that is no letter, such as Return."""
        self.add(name)
        self.page.keyboard.press(name)

    def choose(self, place: Locator, **option: str) -> None:
        """Chooses from a menu, which is one press like in a browser's own."""
        self.add(place)
        place.select_option(**option)

    def add(self, what: object = "") -> None:
        self.count += 1
        assert self.count <= self.most, what
