"""What one came for and what one works on is in sight, on a telephone with its keyboard and in long tables."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from matrix import nightly
from orders import Shop, add_line, amount, line, new_order, percent, search_item, take, total
from people import field, open_card, save, search_field, undo_bar
from test_screen_keyboard import OPEN_KEYBOARD, expect_uncovered
from travellers import CITIES, new, press, row


@pytest.fixture
def shop(empty_shop) -> Shop:
    return empty_shop


def settled(page: Page) -> None:
    """Waits until scrolling by scripts is done."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.mark.both
@pytest.mark.parametrize("keyboard", [True, *nightly(False)])
def test_TR_7_what_is_being_added_is_in_sight_among_many_rows(each_size, travels, keyboard):
    """TR-7 "+" brings the row for a new record to where one is, and it stays there after adding."""
    page = each_size
    user = travels.add_user("Anna Santoro")
    ids = travels.add_cities([f"City {number}" for number in range(120)], user)
    page.goto(CITIES)
    page.locator("a.pager").evaluate("link => link.click()")
    row(page, ids[90]).scroll_into_view_if_needed()
    for name in ["Wrocław", "Gdynia"]:
        page.get_by_role("link", name="New city").click()
        if keyboard:
            page.set_viewport_size({**page.viewport_size, "height": 400})
        expect(new(page, "name")).to_be_focused()
        settled(page)
        expect_uncovered(page, new(page, "name"))
        expect_uncovered(page, new(page, "user"))
        new(page, "name").fill(name)
        new(page, "user").fill(str(user))
        press(page, "Add")
        expect(page.locator("#rows tr:has([aria-current])")).to_contain_text(name)
        expect(page.locator("#rows tr:has([aria-current])")).to_be_in_viewport()


def test_TR_7_why_nothing_was_added_is_in_sight(each_size, travels, watch):
    """TR-7 says in sight why a city that is being added among many rows was refused."""
    watch.allow("status of 422")
    page = each_size
    ids = travels.add_cities([f"City {number}" for number in range(60)], travels.add_user("Anna Santoro"))
    page.goto(CITIES)
    row(page, ids[45]).scroll_into_view_if_needed()
    page.get_by_role("link", name="New city").click()
    new(page, "name").fill("Wrocław")
    new(page, "user").fill("Nobody")
    press(page, "Add")
    fault = page.locator("#rows .add .err").first
    expect(fault).to_be_in_viewport()
    expect(new(page, "name")).to_have_value("Wrocław")


def test_NW_6_found_products_stand_between_the_field_and_the_keyboard(phone, shop):
    """NW-6 the field goes to the top of a telephone's screen, and the bars give way to what it finds."""
    for number in range(4):
        shop.product(f"Zzz Queso {number}", 21, 22)
    new_order(phone)
    phone.locator("#item").tap()
    phone.set_viewport_size(OPEN_KEYBOARD)
    settled(phone)
    search_item(phone, "zzz queso")
    found = phone.locator("#found button")
    expect(found).to_have_count(4)
    expect_uncovered(phone, phone.locator("#item"))
    for place in range(2):
        expect(found.nth(place)).to_be_in_viewport(ratio=1)
        assert found.nth(place).evaluate("""it => {
            const { left, right, top, bottom } = it.getBoundingClientRect()
            return it.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
        }""")
    found.first.tap()
    expect(phone.locator("#lines .line")).to_have_count(1)
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.locator("#lines .step input").blur()
    expect(phone.locator(".total .btn.main")).to_be_in_viewport(ratio=1)
    expect(phone.locator(".tabs")).to_be_visible()


def test_NW_6_a_line_that_is_not_understood_says_so_at_once_and_has_no_sum(each_size, shop, watch):
    """NW-6 a discount that can't be read is said at its line while one types, without a total that leaves it out, and has the
    focus after Take order."""
    watch.allow("status of 422")
    page = each_size
    for number in range(6):
        shop.product(f"Zzz Queso {number}", 21, 22)
    new_order(page)
    for number in range(6):
        add_line(page, f"Zzz Queso {number}")
    percent(line(page, "Zzz Queso 3")).fill("12,5")
    fault = line(page, "Zzz Queso 3").locator(".err")
    expect(fault).to_contain_text("Discount:")
    expect(amount(line(page, "Zzz Queso 3"))).to_have_text("–")
    expect(total(page)).to_have_text("–")
    page.get_by_label("Cash sale").check()
    take(page)
    expect(percent(line(page, "Zzz Queso 3"))).to_be_focused()
    expect(fault).to_be_in_viewport()
    expect(total(page)).to_have_text("–")
    percent(line(page, "Zzz Queso 3")).fill("12")
    expect(fault).to_have_count(0)
    expect(total(page)).to_have_text("$123.48")


def top_of(page: Page, part: Locator) -> float:
    box = part.bounding_box()
    assert box
    return box["y"]


@pytest.mark.both
def test_actions_and_computed_values_stand_at_the_head_of_a_card(each_size, shop, axe):
    """What can be done with a record, and what is worked out of it, stands above its fields."""
    page = each_size
    product = shop.product("Zzz Queso", 21, 22)
    page.goto(f"/northwind/products/{product}")
    card = page.locator("article.record")
    action = card.get_by_role("group", name="Actions").get_by_role("link", name="Order more")
    assert top_of(page, action) < top_of(page, card.get_by_label("Product name"))
    assert top_of(page, card.locator(".facts output").first) < top_of(page, card.get_by_label("Product name"))
    expect(action).to_be_in_viewport(ratio=1)
    axe(page)
    action.click()
    expect(page.locator("dialog.sheet[open]")).to_contain_text("Order more")


def test_UC_8_the_undo_bar_leaves_a_telephones_field_free(phone, book):
    """UC-8 what can be undone is out of the way while one types, and there again afterwards."""
    # At the head of the list: no earlier rows come above it.
    card = open_card(phone, book.add("Aaaaab"))
    field(card, "Address").fill("Rynek 2")
    save(card).click()
    expect(undo_bar(phone)).to_be_visible()
    search_field(phone).tap()
    expect(undo_bar(phone)).to_be_hidden()
    search_field(phone).blur()
    expect(undo_bar(phone)).to_be_visible()


def test_an_application_is_deleted_on_a_screen_and_brought_back(each_size, fresh_server, axe):
    """More offers to delete an application; the question names what goes; the first screen brings it back with its records."""
    page = each_size
    page.goto("/apps/new")
    page.get_by_role("button", name="Contacts").click()
    expect(page).to_have_url(re.compile("/contacts/"))
    status, _ = fresh_server.send("POST", "/api/contacts/people", '{"lastName": "Kowalska"}')
    assert status == 201
    page.goto("/contacts/more")
    page.get_by_role("link", name="Delete this application…").click()
    sheet = page.get_by_role("dialog", name="Delete Contacts?")
    expect(sheet).to_contain_text("1 person")
    axe(page)
    sheet.get_by_role("button", name="Delete application").click()
    expect(page).to_have_url(re.compile("/$"))
    expect(page.locator('a[href="/contacts"]')).to_have_count(0)
    axe(page)
    page.get_by_role("button", name="Bring back Contacts").click()
    expect(page.locator("#rows")).to_contain_text("Kowalska")


def test_an_application_in_code_is_not_deleted(desk):
    """The applications of the program are hidden as examples and not deleted."""
    desk.goto("/northwind/more")
    expect(desk.get_by_role("link", name="Import files")).to_be_visible()
    expect(desk.get_by_role("link", name="Delete this application…")).to_have_count(0)


def test_CO_6_pressing_beside_a_teachers_name_leads_to_the_list(any_size, school):
    """CO-6 the name leads to the profile, the rest of the cell to everybody who could teach."""
    teacher = school.user("Zzlovelace", "Ada")
    any_size.goto(f"/courses/courses/{school.course('Qqcourse', teacher=teacher)}")
    cell = any_size.locator(".field.leads").filter(has_text="Ada Zzlovelace")
    name, box = cell.locator(".goes").bounding_box(), cell.bounding_box()
    assert name and box and name["x"] + name["width"] < box["x"] + box["width"] - 130
    any_size.mouse.click(name["x"] + name["width"] + 12, name["y"] + name["height"] / 2)
    expect(any_size.get_by_role("heading", name="Choose a teacher")).to_be_visible()
