"""Several people changed at once."""

import random
import string
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from people import PEOPLE, found, undo_bar

pytestmark = pytest.mark.latency(100)

ADDRESS = "Rynek 1, Kraków"


@pytest.fixture
def name():
    """A last name that no other test uses."""
    return "Qs" + "".join(random.choices(string.ascii_lowercase, k=8))


def choose_all(page: Page, name: str) -> None:
    """Ticks all that a search finds, in the list."""
    page.goto(found(name))
    page.get_by_role("link", name="Change several").click()
    page.get_by_role("button", name="All: 3 people").click()
    expect(page.locator(".tickbox:checked")).to_have_count(3)


def test_a_field_is_set_in_all_that_a_search_finds(each_size, book, axe, name):
    """A search, one tick for all, a field and its value: one change, one undo."""
    ids = [book.add(name, first_name=first) for first in ("Anna", "Ewa", "Jan")]
    choose_all(each_size, name)
    axe(each_size)
    each_size.get_by_role("button", name="Set…").click()
    axe(each_size)
    each_size.get_by_role("button", name="Address", exact=True).click()
    expect(each_size.get_by_role("heading", name="Set a field: 3 people")).to_be_visible()
    axe(each_size)
    each_size.get_by_role("textbox", name="Address", exact=True).fill(ADDRESS)
    each_size.get_by_role("button", name="Set this value").click()
    expect(undo_bar(each_size)).to_contain_text("Set Address in 3 records")
    assert [book.get(id)["address"] for id in ids] == [ADDRESS] * 3
    undo_bar(each_size).get_by_role("button", name="Undo").click()
    expect(undo_bar(each_size).get_by_role("button", name="Redo")).to_be_visible()
    assert all(book.get(id)["address"] != ADDRESS for id in ids)


def test_ticked_people_are_deleted_without_scripts(plain, book, name):
    """Without scripts some are ticked and deleted, after a page that says how many."""
    ids = [book.add(name, first_name=first) for first in ("Anna", "Ewa", "Jan")]
    plain.goto(f"{PEOPLE}/several?search={quote(name)}")
    plain.get_by_text(f"Anna {name}").click()
    plain.get_by_text(f"Jan {name}").click()
    plain.get_by_role("button", name="Delete…").click()
    expect(plain.get_by_role("heading", name="Delete 2 people?")).to_be_visible()
    plain.get_by_role("button", name="Delete", exact=True).click()
    expect(undo_bar(plain)).to_contain_text("Deleted 2 records")
    assert [book.get(id) is None for id in ids] == [True, False, True]
