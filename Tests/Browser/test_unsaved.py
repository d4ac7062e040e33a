"""What is typed and not saved is never lost: it is offered again after a reload, on the way back, and when the server was
away."""

import re

import pytest
from playwright.sync_api import Page, expect

import travellers
from chromium import slow_down, until
from orders import ORDERS, add_line, change_order, line, lines, new_order, quantity
from people import PEOPLE, address_of, at_list, card, field, fill, open_card, open_sheet, save, undo_bar
from standin import png

RESTORED = "Restored what you had typed."


def leave_when_asked(page: Page) -> None:
    """Answers the browser's own question before a page goes."""
    page.on("dialog", lambda dialog: dialog.accept())


def restored(page: Page):
    return page.locator(".restored")


def test_what_was_typed_is_offered_again_after_a_reload(any_size, book):
    """A reload brings back what was typed; once it is saved, nothing is offered any more."""
    leave_when_asked(any_size)
    id = book.add("Zzyzx")
    fill(open_card(any_size, id), firstName="Eva")
    any_size.reload()
    expect(restored(any_size)).to_contain_text(RESTORED)
    expect(field(card(any_size), "First name")).to_have_value("Eva")
    save(card(any_size)).click()
    expect(any_size.locator(".undo[role=status]")).to_be_visible()
    assert book.get(id)["firstName"] == "Eva"
    book.change(id, firstName="Ada")
    open_card(any_size, id)
    expect(field(card(any_size), "First name")).to_have_value("Ada")
    expect(restored(any_size)).to_have_count(0)


def test_what_was_restored_can_be_discarded(any_size, book):
    """Discard brings back what is stored, and forgets the rest."""
    leave_when_asked(any_size)
    id = book.add("Zzyzx")
    fill(open_card(any_size, id), firstName="Eva")
    any_size.reload()
    restored(any_size).get_by_role("button", name="Discard").click()
    expect(field(card(any_size), "First name")).to_have_value("Anna")
    any_size.reload()
    expect(field(card(any_size), "First name")).to_have_value("Anna")
    expect(restored(any_size)).to_have_count(0)


def test_what_was_discarded_on_leaving_is_not_offered(desk, book):
    """Whoever discards what they typed isn't asked about it again."""
    id = book.add("Zzyzx")
    fill(open_card(desk, id), firstName="Eva")
    desk.get_by_role("link", name="More", exact=True).first.click()
    desk.get_by_role("dialog", name="Discard changes?").get_by_role("button", name="Discard").click()
    expect(desk).to_have_url(re.compile("/more$"))
    open_card(desk, id)
    expect(field(card(desk), "First name")).to_have_value("Anna")
    expect(restored(desk)).to_have_count(0)


def test_a_new_card_comes_back_after_the_browsers_way_back(any_size, book):
    """What was typed for a new card is in its sheet when that is opened again, and goes when the card is saved."""
    leave_when_asked(any_size)
    any_size.goto(PEOPLE)
    fill(open_sheet(any_size), firstName="Eva", lastName="Zzyzx")
    any_size.goto(PEOPLE)
    expect(restored(any_size)).to_have_count(0)
    form = open_sheet(any_size)
    expect(restored(any_size)).to_contain_text(RESTORED)
    expect(field(form, "Last name")).to_have_value("Zzyzx")
    fill(form, phone="+48 225 550 1472", address="ul. Piękna 18")
    save(form).click()
    at_list(any_size)
    assert book.list(search="Zzyzx")[0]["firstName"] == "Eva"
    form = open_sheet(any_size)
    expect(field(form, "Last name")).to_have_value("")
    expect(restored(any_size)).to_have_count(0)


def test_a_server_that_restarts_costs_nothing_that_was_typed(desk, fresh_server, book, watch):
    """Saving while the server is away says so; after a restart and a reload what was typed is there, and is saved."""
    watch.allow("ERR_|network error|INCOMPLETE|Failed to fetch")
    leave_when_asked(desk)
    form = open_card(desk, 1)
    fill(form, firstName="Eva")
    fresh_server.stop()
    save(form).click()
    expect(desk.locator(".trouble")).to_be_visible()
    expect(field(form, "First name")).to_have_value("Eva")
    fresh_server.start()
    desk.reload()
    expect(field(card(desk), "First name")).to_have_value("Eva")
    save(card(desk)).click()
    expect(desk.locator(".undo[role=status]")).to_be_visible()
    assert book.get(1)["firstName"] == "Eva"


def test_what_was_typed_offline_is_merged_with_what_others_saved(phone, book, watch):
    """Without a connection and after a reload, what was typed is merged as if the page had stayed open."""
    watch.allow("ERR_|network error|Failed to fetch")
    leave_when_asked(phone)
    id = book.add("Zzyzx")
    form = open_card(phone, id)
    fill(form, firstName="Eva")
    phone.context.set_offline(True)
    save(form).click()
    expect(phone.locator(".trouble")).to_be_visible()
    book.change(id, address="ul. Długa 1")
    phone.context.set_offline(False)
    phone.reload()
    expect(field(card(phone), "First name")).to_have_value("Eva")
    save(card(phone)).click()
    expect(phone.locator(".undo[role=status]")).to_be_visible()
    person = book.get(id)
    assert (person["firstName"], person["address"]) == ("Eva", "ul. Długa 1")


def test_NW_6_an_order_with_its_lines_comes_back_after_a_reload(any_size, empty_shop):
    """NW-6 an order that is not saved yet comes back with its lines."""
    leave_when_asked(any_size)
    shop = empty_shop
    shop.product("Zzz Queso", 21, 22)
    shop.customer("Zaanse Koeken")
    new_order(any_size)
    add_line(any_size, "Zzz Queso")
    quantity(line(any_size, "Zzz Queso")).fill("12")
    expect(any_size.locator("#sum-due")).to_have_text("$252.00")
    any_size.reload()
    expect(restored(any_size)).to_contain_text(RESTORED)
    expect(lines(any_size)).to_have_count(1)
    expect(quantity(line(any_size, "Zzz Queso"))).to_have_value("12")


def test_TR_2_a_row_that_was_typed_comes_back_after_a_reload(desk, travels):
    """TR-2 what was typed into the row for a new record is there after a reload, and goes with adding it."""
    leave_when_asked(desk)
    desk.goto("/travellers/users")
    travellers.new(desk, "name").fill("Zzyzx")
    desk.reload()
    expect(travellers.new(desk, "name")).to_have_value("Zzyzx")
    expect(restored(desk)).to_contain_text(RESTORED)
    travellers.new(desk, "name").press("Enter")
    expect(travellers.rows(desk)).to_have_count(1)
    desk.reload()
    expect(travellers.new(desk, "name")).to_have_value("")
    expect(restored(desk)).to_have_count(0)


def test_a_secret_is_not_kept(desk, keyless_server):
    """What is typed into a field for a secret is kept nowhere."""
    leave_when_asked(desk)
    desk.goto("/travelmap/settings/secrets/pexelsKey")
    desk.locator("#secret").fill("very-secret-key")
    assert "very-secret-key" not in desk.evaluate("JSON.stringify([{...sessionStorage}, {...localStorage}])")


def test_saving_asks_nothing_before(desk, book):
    """While the server is known to be there, a form is sent at once."""
    id = book.add("Zzyzx")
    form = open_card(desk, id)
    asked = []
    desk.on("request", lambda request: asked.append(request.url))
    fill(form, firstName="Eva")
    save(form).click()
    expect(desk.locator(".undo[role=status]")).to_be_visible()
    assert [each for each in asked if each.endswith("/health")] == []


def test_what_was_typed_for_an_action_comes_back_after_a_reload(any_size, empty_shop):
    """A reload brings back what was typed into the sheet of an action; once it is done, nothing is offered any more."""
    leave_when_asked(any_size)
    shop = empty_shop
    order = shop.order(shop.customer("Zaanse Koeken"), (shop.product("Zzz Queso", 10, 50), 20))
    sheet = any_size.locator("dialog.sheet[open]")
    record = any_size.locator("article.record")
    any_size.goto(f"/northwind/orders/{order}")
    record.get_by_role("link", name="Cancel the order").click()
    sheet.get_by_label("Reason for cancelling").fill("Zzz ordered twice")
    any_size.reload()
    expect(restored(any_size)).to_contain_text(RESTORED)
    expect(sheet.get_by_label("Reason for cancelling")).to_have_value("Zzz ordered twice")
    sheet.get_by_role("button", name="Cancel the order").click()
    expect(record).to_contain_text("Zzz ordered twice")
    record.get_by_role("button", name="Reopen the order").click()
    record.get_by_role("link", name="Cancel the order").click()
    expect(sheet.get_by_label("Reason for cancelling")).to_have_value("")
    expect(restored(any_size)).to_have_count(0)


def test_a_file_that_is_chosen_while_a_draft_is_restored_is_kept_with_it(desk, empty_shop):
    """Choosing does not end the restoration, and the next key does not overwrite what was kept."""
    path = f"/northwind/categories/{empty_shop.add('categories', name='Beverages')}"
    desk.goto(path)
    form = desk.locator("article form[data-edits]")
    description = form.locator("[name=description]")
    description.fill("Soft drinks, and more")
    leave_when_asked(desk)
    held = []
    desk.route(f"**{path}", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    desk.reload()
    expect(form).to_have_attribute("aria-busy", "true")
    form.locator("[type=file]").set_input_files(
        {"name": "tea.png", "mimeType": "image/png", "buffer": png(4, 4)})
    held[0].continue_()
    expect(restored(desk)).to_be_visible()
    expect(description).to_have_value("Soft drinks, and more")
    assert form.locator("[type=file]").evaluate("it => it.files[0].name") == "tea.png"
    description.press("End")
    desk.keyboard.type("!")
    desk.unroute(f"**{path}")
    desk.reload()
    expect(description).to_have_value("Soft drinks, and more!")


def test_a_draft_that_the_server_does_not_show_is_not_overwritten(desk, book, watch):
    """It stays with what is typed meanwhile, and comes into the form when the server is back."""
    watch.allow("Failed to load resource|ERR_FAILED")
    path = address_of(book.add("Zzyzx"))
    desk.goto(path)
    fill(card(desk), address="Kept address 1")
    leave_when_asked(desk)
    desk.route(f"**{path}*", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    with desk.expect_event("requestfailed"):
        desk.reload()
    fill(card(desk), firstName="Eva")
    desk.unroute(f"**{path}*")
    desk.evaluate("dispatchEvent(new Event('back'))")
    expect(restored(desk)).to_be_visible()
    expect(field(card(desk), "Address")).to_have_value("Kept address 1")
    expect(field(card(desk), "First name")).to_have_value("Eva")


def test_a_browser_that_refuses_storage_runs_the_scripts(desk, book):
    """Nothing is kept, and everything else works."""
    desk.add_init_script("""for (const name of ['sessionStorage', 'localStorage']) {
        Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError') } })
    }""")
    id = book.add("Qrefused")
    for path in ("/userscrud/users", "/northwind/orders/new", "/travelmap/map", "/travellers/cities"):
        desk.goto(path)
        desk.locator("[data-part=everything]").first.click()
        expect(desk.locator("#everything")).to_be_visible()
    desk.goto(address_of(id))
    fill(card(desk), address="Somewhere 1")
    save(card(desk)).click()
    expect(undo_bar(desk)).to_contain_text("Qrefused")
    undo_bar(desk).get_by_role("button", name="Undo").click()
    expect(undo_bar(desk).locator(".redoes")).to_be_attached()


def test_what_is_typed_while_a_draft_is_restored_goes_on(desk, book):
    """The field in use stays in use, and the draft is in the others."""
    desk.goto(PEOPLE)
    form = open_sheet(desk)
    fill(form, lastName="Qolder", address="Older 1")
    leave_when_asked(desk)
    slow_down(desk, 400)
    desk.reload()
    first = field(form, "First name")
    expect(first).to_be_focused()
    desk.keyboard.type("Newer first name", delay=60)
    expect(restored(desk)).to_be_visible()
    expect(first).to_be_focused()
    expect(first).to_have_value("Newer first name")
    expect(field(form, "Last name")).to_have_value("Qolder")
    expect(field(form, "Address")).to_have_value("Older 1")
    desk.reload()
    expect(restored(desk)).to_be_visible()
    expect(first).to_have_value("Newer first name")


def hold_draft(page: Page, path: str) -> list:
    """Reloads an order's form, whose draft then waits for the request in the list."""
    held = []
    shown = []

    def hold_first(route):
        # The page before may still ask for its sums.
        if route.request.method == "POST" and shown and not held:
            held.append(route)
        else:
            route.continue_()

    page.route(f"**{path}", hold_first)
    page.once("framenavigated", lambda frame: shown.append(frame))
    page.reload()
    expect(page.locator("#lines-form")).to_have_attribute("aria-busy", "true")
    return held


def test_lines_that_are_typed_while_a_draft_is_restored_join_its_lines(desk, empty_shop):
    """None is lost: neither those that were kept nor those that were added before the kept ones came."""
    leave_when_asked(desk)
    shop = empty_shop
    for name in ("Zzz Queso", "Zzz Chai"):
        shop.product(name, 21, 22)
    new_order(desk)
    add_line(desk, "Zzz Queso")
    quantity(line(desk, "Zzz Queso")).fill("12")
    expect(desk.locator("#sum-due")).to_have_text("$252.00")
    desk.get_by_label("Payment terms").fill("21")
    held = hold_draft(desk, ORDERS)
    desk.locator("#item").fill("Zzz Chai")
    desk.keyboard.press("Enter")
    desk.keyboard.type("3")
    expect(lines(desk).locator("[name$=-item]")).to_have_count(1)
    held[0].continue_()
    expect(restored(desk)).to_contain_text(RESTORED)
    expect(lines(desk)).to_have_count(2)
    expect(quantity(line(desk, "Zzz Chai"))).to_have_value("3")
    expect(quantity(line(desk, "Zzz Chai"))).to_be_focused()
    expect(quantity(line(desk, "Zzz Queso"))).to_have_value("12")
    expect(desk.locator("#sum-due")).to_have_text("$315.00")
    desk.reload()
    expect(lines(desk)).to_have_count(2)
    expect(quantity(line(desk, "Zzz Chai"))).to_have_value("3")


def test_a_quantity_of_a_line_that_was_taken_out_is_written_into_no_other_line(desk, empty_shop):
    """While the draft comes back, somebody types into a line that the draft no longer has."""
    leave_when_asked(desk)
    shop = empty_shop
    products = [shop.product(f"Zzz {name}", 10, 50) for name in ("Apple", "Berry", "Cherry")]
    order = shop.order(shop.customer("Zzz Customer"), *[(id, number + 1) for number, id in enumerate(products)])
    change_order(desk, order)
    line(desk, "Zzz Apple").locator(".out").click()
    expect(lines(desk)).to_have_count(2)
    desk.get_by_label("Payment terms").fill("21")
    held = hold_draft(desk, f"{ORDERS}/{order}")
    quantity(line(desk, "Zzz Apple")).fill("77")
    held[0].continue_()
    expect(restored(desk)).to_contain_text(RESTORED)
    expect(quantity(line(desk, "Zzz Berry"))).to_have_value("2")
    expect(quantity(line(desk, "Zzz Cherry"))).to_have_value("3")


def test_lines_that_are_typed_after_a_draft_was_refused_are_kept(desk, empty_shop, watch):
    """Also those that were typed while the draft was awaited, before the next key."""
    watch.allow("status of 409")
    leave_when_asked(desk)
    shop = empty_shop
    for name in ("Zzz Queso", "Zzz Chai"):
        shop.product(name, 21, 22)
    new_order(desk)
    add_line(desk, "Zzz Queso")
    held = hold_draft(desk, ORDERS)
    add_line(desk, "Zzz Chai")
    held[0].fulfill(status=409, body="<h1>Refused</h1>", content_type="text/html")
    expect(desk.locator("#lines-form[aria-busy]")).to_have_count(0)
    desk.reload()
    expect(restored(desk)).to_contain_text(RESTORED)
    expect(line(desk, "Zzz Chai")).to_be_visible()
    expect(lines(desk)).to_have_count(1)


@pytest.mark.parametrize("locks", [True, False], ids=["with locks", "without locks"])
def test_two_tabs_with_one_card_have_a_draft_each(desk, book, locks):
    """Neither is offered the other's while it is open, nor forgets it; the next tab is offered it when it is closed."""
    if not locks:  # As without HTTPS.
        desk.context.add_init_script("Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })")
    id = book.add("Zzyzx")
    first, second = desk, desk.context.new_page()
    fill(open_card(first, id), firstName="Eva")
    open_card(second, id)
    # Those who show it are asked.
    until(second, lambda: second.evaluate("Object.keys(localStorage).every(key => !key.startsWith('whose'))"))
    expect(restored(second)).to_have_count(0)
    expect(field(card(second), "First name")).to_have_value("Anna")
    fill(card(second), address="Second 2")
    save(card(second)).click()
    expect(undo_bar(second)).to_be_visible()
    leave_when_asked(first)
    first.reload()
    expect(restored(first)).to_contain_text(RESTORED, timeout=20_000)
    expect(field(card(first), "First name")).to_have_value("Eva")
    first.close()
    open_card(second, id)
    expect(restored(second)).to_contain_text(RESTORED, timeout=20_000)
    expect(field(card(second), "First name")).to_have_value("Eva")
    save(card(second)).click()
    expect(undo_bar(second)).to_be_visible()
    person = book.get(id)
    assert (person["firstName"], person["address"]) == ("Eva", "Second 2")
    assert second.evaluate("Object.keys(localStorage).filter(key => key.startsWith('unsaved'))") == []


def test_a_tab_that_is_suspended_keeps_its_draft(desk, book):
    """It answers nobody, and no other tab is offered what was typed in it."""
    id = book.add("Zzyzx")
    first, second = desk, desk.context.new_page()
    fill(open_card(first, id), firstName="Eva")
    first.context.new_cdp_session(first).send("Page.setWebLifecycleState", {"state": "frozen"})
    open_card(second, id)
    asked = "document.querySelector('article.record form[data-edits]').isAsking === false"
    until(second, lambda: second.evaluate(asked))
    expect(restored(second)).to_have_count(0)
    assert len(second.evaluate("Object.keys(localStorage).filter(key => key.startsWith('unsaved'))")) == 1
    first.close()
    second.reload()
    expect(restored(second)).to_contain_text(RESTORED, timeout=20_000)
    expect(field(card(second), "First name")).to_have_value("Eva")


def test_a_copy_of_a_tab_has_drafts_of_its_own(desk, book):
    """Browsers copy the storage of a tab with it."""
    id = book.add("Zzyzx")
    fill(open_card(desk, id), firstName="Eva")
    with desk.expect_popup() as opened:
        desk.evaluate("window.open(location.href)")
    copy = opened.value
    fill(card(copy), firstName="Eve")
    leave_when_asked(desk)
    leave_when_asked(copy)
    for page, name in ((desk, "Eva"), (copy, "Eve")):
        page.reload()
        expect(restored(page)).to_contain_text(RESTORED, timeout=20_000)
        expect(field(card(page), "First name")).to_have_value(name)
