"""Figures under lists: chosen on sheets, kept with the view, of all records that are shown."""

import csv
import io
from datetime import date

import pytest
from playwright.sync_api import Locator, Page, expect

from orders import ORDERS, Shop
from people import rows
from presses import Presses
from travellers import CITIES

TODAY = date.today()


def sheet(page: Page) -> Locator:
    return page.locator(".sheet.shaping")


def figures(page: Page) -> Locator:
    return page.get_by_role("group", name="Figures")


@pytest.fixture
def shop(empty_shop) -> Shop:
    """Orders of two customers: three of this year, two of the one before."""
    shop = empty_shop
    tea = shop.product("Tea", 10, 500)
    shop.tea, shop.alfred, shop.zoe = tea, shop.customer("Alfreds Futterkiste"), shop.customer("Zoé")
    later = TODAY.replace(year=TODAY.year + 1, day=1).isoformat()
    for customer, quantity, day in [
        (shop.alfred, 1, TODAY), (shop.zoe, 7, TODAY), (shop.alfred, 3, TODAY),
        (shop.zoe, 2, TODAY.replace(year=TODAY.year - 1, day=1)), (shop.zoe, 4, TODAY.replace(year=TODAY.year - 1, day=1)),
    ]:
        shop.order(customer, (tea, quantity), orderDate=day.isoformat(), requiredDate=later)
    return shop


def test_the_sum_of_a_column_is_shown_by_four_presses_and_kept_with_the_view(each_size, shop, axe):
    """View, figures, the column, sum; it is that of the records that a filter leaves, and of a kept view."""
    page = each_size
    page.goto(ORDERS)
    press = Presses(page, most=4)
    press.on(page.locator(".list").get_by_role("link", name="View", exact=True))
    press.on(sheet(page).get_by_role("button", name="Choose figures…"))
    axe(page)
    press.on(sheet(page).get_by_role("link", name="Total"))
    press.on(sheet(page).get_by_role("link", name="Sum"))
    expect(figures(page)).to_have_text("Total: sum $170.00")
    sheet(page).get_by_role("link", name="Average").click()
    axe(page)
    sheet(page).get_by_role("link", name="Done").click()
    expect(figures(page)).to_have_text("Total: sum $170.00Total: average $34.00")
    axe(page)
    # What is searched for has its own.
    page.get_by_role("searchbox").fill("Zoé")
    expect(figures(page)).to_have_text("Total: sum $130.00Total: average $43.33")
    page.get_by_role("searchbox").fill("")
    expect(figures(page)).to_contain_text("$170.00")
    page.goto(f"{ORDERS}/view?figures=sum:total&where=customer:eq:{shop.alfred}")
    sheet(page).get_by_label("Name of the view").fill("Alfred")
    sheet(page).get_by_role("button", name="Keep the view").click()
    expect(figures(page)).to_have_text("Total: sum $40.00")
    page.goto(f"{ORDERS}/view")
    sheet(page).get_by_role("link", name="Alfred", exact=True).click()
    expect(figures(page)).to_have_text("Total: sum $40.00")


def test_groups_have_their_number_and_figures_in_units_of_days(each_size, shop, axe):
    page = each_size
    page.goto(f"{ORDERS}/view?layout=table&figures=sum:total")
    sheet(page).get_by_label("Group by").select_option(label="Order date by year")
    sheet(page).get_by_role("button", name="Done").click()
    heads = page.locator("tr.heads")
    expect(heads).to_have_count(2)
    expect(heads.nth(0)).to_have_text(f"{TODAY.year - 1} 2 orders · Total: sum $60.00")
    expect(heads.nth(1)).to_have_text(f"{TODAY.year} 3 orders · Total: sum $110.00")
    axe(page)
    page.goto(f"{ORDERS}?group=customer&figures=sum:total")
    letters = page.locator(".list .letter")
    expect(letters.nth(0)).to_have_text("Alfreds Futterkiste2 orders · Total: sum $40.00")
    expect(letters.nth(1)).to_have_text("Zoé3 orders · Total: sum $130.00")


def test_figures_of_groups_are_in_sight_on_a_phone(phone, shop):
    """The table scrolls sideways beside its first column; the figures of its groups wrap and stay."""
    phone.goto(f"{ORDERS}?layout=table&group=year:orderDate&figures=sum:total,avg:total,min:total,max:total")
    expect(phone.locator("tr.heads .num").first).to_contain_text("sum $60.00")
    for left in (0, 1000):
        hidden = phone.evaluate("""left => {
            document.querySelector('.grid').scrollLeft = left
            const width = document.documentElement.clientWidth
            return [...document.querySelectorAll('tr.heads .num')].map(it => it.getBoundingClientRect())
                .filter(it => it.left < 0 || it.right > width).length
        }""", left)
        assert hidden == 0, left


def test_figures_follow_what_others_change(any_size, shop):
    page = any_size
    page.goto(f"{ORDERS}?figures=sum:total")
    expect(figures(page)).to_have_text("Total: sum $170.00")
    shop.order(shop.alfred, (shop.tea, 5), orderDate=TODAY.isoformat(), requiredDate=TODAY.replace(year=TODAY.year + 1, day=1).isoformat())
    expect(figures(page)).to_have_text("Total: sum $220.00")
    expect(rows(page)).to_have_count(6)


def test_a_table_has_its_figures_below_it_beside_its_filters(each_size, travels, axe):
    """Travellers: the figures stay where the filters above the columns are used."""
    page = each_size
    anna, bob = travels.add_user("Anna"), travels.add_user("Bob")
    for name, user in [("Berlin", anna), ("Bonn", bob), ("Paris", anna)]:
        travels.add_city(name, user)
    page.goto(f"{CITIES}/figures")
    sheet(page).get_by_role("link", name="User").click()
    sheet(page).get_by_role("link", name="Different").click()
    axe(page)
    sheet(page).get_by_role("link", name="Done").click()
    expect(figures(page)).to_have_text("User: different 2")
    axe(page)
    page.goto(f"{CITIES}?user=Anna&figures=distinct:user")
    expect(page.locator("#count")).to_contain_text("2 cities")
    expect(figures(page)).to_have_text("User: different 1")
    page.get_by_role("link", name="Remove User").click()
    expect(figures(page)).to_have_text("User: different 2")


def test_an_export_ends_with_the_totals_of_the_view(any_size, shop):
    page = any_size
    page.goto(f"{ORDERS}/view?layout=table&columns=id,customer,total&figures=sum:total,avg:total&sort=id")
    with page.expect_download() as download:
        sheet(page).get_by_role("link", name="CSV", exact=True).click()
    text = download.value.path().read_text()
    lines = list(csv.reader(io.StringIO(text)))
    assert [line[2] for line in lines] == ["Total", "10.00", "70.00", "30.00", "20.00", "40.00", "170.00", "34.00"]
    assert [line[0] for line in lines[-2:]] == ["Sum", "Average"]
