"""What was done: the history of a record and of an application, undo from there, and the trash."""

import random
import re
import string
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from orders import Shop
from people import MORE, address_of, card, is_phone, open_card, undo_bar

HISTORY, TRASH = "/userscrud/history", "/userscrud/trash"


@pytest.fixture
def name():
    """A last name that no other test uses: histories and the trash keep what tests have deleted."""
    return "Qh" + "".join(random.choices(string.ascii_lowercase, k=8))


def open_change(page: Page, name: str) -> None:
    """The page of the newest change of a person."""
    page.goto(f"{HISTORY}?search={quote(name)}")
    page.get_by_role("link", name=f"Changed Anna {name}").first.click()
    expect(page).to_have_url(re.compile(r"/changesets/\d+"))


def unfold_filters(page: Page) -> None:
    """Opens the filters of the history, which are folded on a phone."""
    if is_phone(page):
        page.locator(".filters summary").click()


def test_a_card_leads_to_its_history(each_size, book, axe, name):
    """A card shows what was changed, when and by which way, with the values before and after."""
    id = book.add(name)
    book.change(id, phone="+48 222 222 2222")
    open_card(each_size, id).get_by_role("link", name="History", exact=True).click()
    expect(each_size.get_by_role("heading", name=f"History of Anna {name}")).to_be_visible()
    change = each_size.locator("section.change").first
    expect(change).to_contain_text("By the API")
    expect(change.locator("del")).to_contain_text("+48 225 550 1472")
    expect(change.locator("ins")).to_contain_text("+48 222 222 2222")
    axe(each_size)
    each_size.locator(".bar").get_by_role("link", name=f"Anna {name}").click()
    expect(card(each_size)).to_contain_text(name)


def test_a_change_is_undone_and_done_again_from_the_history(each_size, book, axe, name):
    """More leads to the history, which is searched; a change set opens, is undone there, and done again."""
    id = book.add(name)
    book.change(id, phone="+48 222 222 2222")
    each_size.goto(MORE)
    each_size.get_by_role("link", name="History").click()
    expect(each_size.get_by_role("heading", name="Today")).to_be_visible()
    axe(each_size)
    each_size.get_by_role("searchbox").fill(name)
    each_size.get_by_role("searchbox").press("Enter")
    each_size.get_by_role("link", name=f"Changed Anna {name}").click()
    expect(each_size.locator("#undo-form")).to_contain_text("Later changes of other fields and other cards are kept.")
    axe(each_size)
    each_size.locator("#undo-form").get_by_role("button", name="Undo").click()
    expect(each_size.locator("#undo-form").get_by_role("button", name="Redo")).to_be_visible()
    assert book.get(id)["phone"] == "+48 225 550 1472"
    each_size.locator("#undo-form").get_by_role("button", name="Redo").click()
    expect(each_size.get_by_text(f"Did again: Changed Anna {name}")).to_be_visible()
    expect(each_size.locator("#undo-form").get_by_role("button", name="Undo")).to_be_visible()
    assert book.get(id)["phone"] == "+48 222 222 2222"


@pytest.mark.nightly
def test_what_stands_in_the_way_of_an_undo_is_said_before(any_size, book, name):
    """A change set says which of its values was changed since."""
    id = book.add(name)
    book.change(id, phone="+48 222 222 2222")
    open_change(any_size, name)
    address = any_size.url
    book.change(id, phone="+48 333 333 3333")
    any_size.goto(address)
    expect(any_size.get_by_text("1 stays as it is now.")).to_be_visible()
    expect(any_size.get_by_text("Now +48 333 333 3333, before")).to_be_visible()


@pytest.mark.nightly
def test_the_history_is_narrowed_down_by_origin(any_size, book, name):
    """A press on an origin shows what came in that way, a second press shows all again."""
    book.add(name)
    any_size.goto(f"{HISTORY}?search={quote(name)}")
    added = any_size.get_by_role("link", name=f"Added Anna {name}")
    expect(added).to_be_visible()
    unfold_filters(any_size)
    any_size.get_by_role("link", name="On the command line").click()
    expect(added).to_have_count(0)
    unfold_filters(any_size)
    any_size.locator(".subsets").get_by_role("link", name="On the command line").click()
    expect(added).to_be_visible()


def test_the_filters_of_the_history_are_folded_on_a_phone(each_size, axe, name):
    """On a phone one line says what is chosen, and opens the filters; at a desk they are open."""
    each_size.goto(f"{HISTORY}?origin=screen&from=2026-01-01&to=2026-01-31")
    origin = each_size.locator(".subsets").get_by_role("link", name="By the API")
    if is_phone(each_size):
        expect(each_size.locator(".filters summary")).to_contain_text("On a screen · 1 Jan 2026 – 31 Jan 2026")
        expect(origin).to_be_hidden()
        axe(each_size)
        unfold_filters(each_size)
    else:
        expect(each_size.locator(".filters summary")).to_be_hidden()
    expect(origin).to_be_visible()
    axe(each_size)
    each_size.goto(f"{HISTORY}?from=2026-02-01&to=2026-01-31")
    expect(each_size.get_by_text("The last day is before the first one.")).to_be_visible()


def test_escape_empties_the_search_of_the_history(desk, book, name):
    """Escape in the search field shows the whole history again."""
    desk.goto(f"{HISTORY}?search=qqqqqqq")
    desk.get_by_role("searchbox").focus()
    desk.keyboard.press("Escape")
    expect(desk).to_have_url(re.compile(r"/history(\?search=)?$"))


def test_the_trash_brings_a_card_back(each_size, book, axe, name):
    """More leads to the trash, which finds a deleted card and brings it back under its number."""
    id = book.add(name)
    book.delete(id)
    each_size.goto(MORE)
    each_size.get_by_role("link", name="Trash").click()
    each_size.get_by_role("searchbox").fill(name)
    each_size.get_by_role("searchbox").press("Enter")
    expect(each_size.get_by_role("link", name=f"Anna {name}")).to_be_visible()
    axe(each_size)
    each_size.get_by_role("button", name=f"Bring back Anna {name}").click()
    expect(card(each_size)).to_contain_text(name)
    expect(undo_bar(each_size)).to_be_visible()
    assert book.get(id)["lastName"] == name


def test_history_and_trash_work_without_scripts(plain, book, name):
    """Without scripts a change is undone, and a card brought back, by plain links and forms."""
    id = book.add(name)
    book.change(id, phone="+48 222 222 2222")
    open_change(plain, name)
    plain.locator("#undo-form").get_by_role("button", name="Undo").click()
    expect(plain.locator("#undo-form").get_by_role("button", name="Redo")).to_be_visible()
    book.delete(id)
    plain.goto(f"{TRASH}?search={quote(name)}")
    plain.get_by_role("button", name=f"Bring back Anna {name}").click()
    expect(plain).to_have_url(re.compile(address_of(id) + "$"))
    assert book.get(id)["phone"] == "+48 225 550 1472"


@pytest.mark.nightly
def test_the_history_of_an_order_has_the_changes_of_its_lines(any_size, fresh_server, site):
    page, shop = any_size, Shop(site)
    order = shop.order(shop.customer("Zzz Market"), (shop.product("Zzz Queso"), 2), (shop.product("Zzz Tea"), 3))
    # The first lines of a fresh server.
    shop.change("order-details", 1, quantity=7)
    shop.delete("order-details", 2)
    page.goto(f"/northwind/orders/{order}/history")
    history = page.locator("main")
    expect(history).to_contain_text(re.compile("Zzz Queso – Quantity.*2.*7", re.DOTALL))
    expect(history).to_contain_text(re.compile("Deleted.*Zzz Tea", re.DOTALL))


def test_all_filters_of_the_history_are_in_sight_at_a_desk(desk, empty_shop):
    """At a desk no row of filters is cut off: what does not fit goes on below."""
    empty_shop.customer("Zzq Alpha")
    desk.goto("/northwind/history")
    expect(desk.locator(".filters .subsets").first).to_be_visible()
    assert desk.locator(".filters .subsets").evaluate_all("all => all.every(row => row.scrollWidth <= row.clientWidth)")
