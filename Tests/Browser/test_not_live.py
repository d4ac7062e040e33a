"""What is changed elsewhere on long lists, and what a page does when it can't be told."""

from playwright.sync_api import expect

from people import PEOPLE, card, field, found, row, rows, search_field
from test_live import follow


def test_a_stream_that_is_refused_is_asked_for_again(desk, book, watch):
    """With growing pauses; what was missed is shown then."""
    watch.allow("status of 503")
    id = book.add("Qrefused")
    refusals = []

    def refuse(route):
        if len(refusals) > 1:
            return route.continue_()
        refusals.append(route.request.url)
        route.fulfill(status=503, headers={"Retry-After": "1"}, body="")

    desk.route("**/changes?*", refuse)
    desk.goto(found("qrefused"))
    expect(row(desk, "Qrefused")).to_be_visible()
    book.change(id, firstName="Zuzanna")
    expect(row(desk, "Zuzanna")).to_be_visible()
    assert len(refusals) == 2


def test_a_page_without_news_says_so(desk, book, watch, axe):
    watch.allow("status of 503")
    desk.clock.install()
    desk.route("**/changes?*", lambda route: route.fulfill(status=503, body=""))
    with desk.expect_response("**/changes?*"):
        desk.goto(PEOPLE)
    desk.clock.run_for(6_000)
    expect(desk.locator(".trouble")).to_have_text("Changes made elsewhere are not shown at the moment.")
    axe(desk)
    desk.unroute("**/changes?*")
    desk.clock.run_for(60_000)
    expect(desk.locator(".trouble")).to_have_count(0)


def test_a_page_without_news_goes_on_saying_that_nothing_was_lost(desk, book, watch):
    """What somebody asked for and did not get is said before what others may have changed."""
    watch.allow("status of 503")
    watch.allow("ERR_FAILED")
    desk.clock.install()
    desk.route("**/changes?*", lambda route: route.fulfill(status=503, body=""))
    with desk.expect_response("**/changes?*"):
        desk.goto(PEOPLE)
    desk.route("**/*part=*", lambda route: route.abort())
    search_field(desk).fill("Qq")
    desk.clock.run_for(1_000)
    expect(desk.locator(".trouble")).to_have_text("The server can't be reached; nothing was lost.")
    desk.clock.run_for(6_000)
    expect(desk.locator(".trouble")).to_have_text("The server can't be reached; nothing was lost.")


def test_a_change_elsewhere_costs_what_is_in_sight(desk, book):
    """A long list asks for the rows in sight, and they stay where they are."""
    follow(desk)
    while (before := rows(desk).count()) < 500:
        rows(desk).last.scroll_into_view_if_needed()
        expect(rows(desk).nth(before)).to_be_attached()
    seen = rows(desk).nth(440)
    seen.scroll_into_view_if_needed()
    path, top = seen.get_attribute("href"), seen.bounding_box()["y"]
    with desk.expect_request(lambda request: "rows=" in request.url) as asked:
        book.add("Aaaardvark")
    assert int(asked.value.url.split("rows=")[1].split("&")[0]) < 350
    expect(desk.locator("#count")).to_contain_text("1,001")
    now = desk.locator(f"#rows .row[href='{path}']")
    assert abs(now.bounding_box()["y"] - top) < 3, (top, now.bounding_box())
    # What is above comes again.
    while desk.locator("a.pager[rel=prev]").count():
        desk.locator(".list").evaluate("it => { it.scrollTop = 0 }")
    expect(row(desk, "Aaaardvark")).to_be_attached()


def test_the_field_in_use_keeps_its_caret_when_somebody_changes_it(desk, book):
    id = book.add("Qcaret", address="Flat")
    follow(desk, f"{PEOPLE}/{id}")
    address = field(card(desk), "Address")
    address.focus()
    desk.keyboard.press("End")
    book.change(id, address="Elsewhere 456")
    expect(address).to_have_value("Elsewhere 456")
    desk.keyboard.type("x")
    expect(address).to_have_value("Elsexwhere 456")


def test_what_is_typed_into_a_card_while_another_one_comes_is_asked_about(desk, book):
    """The row shows at once that it was pressed."""
    first, second = book.add("Qtyped", first_name="Anna"), book.add("Qtyped", first_name="Borys")
    desk.goto(f"{PEOPLE}/{first}?search=qtyped")
    held = []
    desk.route(f"**{PEOPLE}/{second}*", lambda route: held.append(route) if not held else route.continue_())
    row(desk, "Borys").click()
    expect(row(desk, "Borys")).to_have_attribute("aria-busy", "true")
    expect(desk.locator("html.waiting")).to_have_count(1)
    field(card(desk), "Address").fill("Typed meanwhile")
    held[0].continue_()
    desk.get_by_role("dialog", name="Discard changes?").get_by_role("button", name="Keep editing").click()
    expect(field(card(desk), "Address")).to_have_value("Typed meanwhile")
    expect(desk.locator("html.waiting")).to_have_count(0)
    expect(desk).to_have_url(f"{PEOPLE}/{first}?search=qtyped")


def test_discarding_without_a_connection_goes_on_guarding(desk, fresh_server, book, watch):
    """The card stays, the next text is asked about again, and changes of others are shown."""
    watch.allow("ERR_|network error|INCOMPLETE|Failed to load")
    first, second = book.add("Qguard", first_name="Anna"), book.add("Qguard", first_name="Borys")
    desk.goto(f"{PEOPLE}/{first}?search=qguard")
    field(card(desk), "Address").fill("Typed")
    fresh_server.stop()
    row(desk, "Borys").click()
    desk.get_by_role("dialog", name="Discard changes?").get_by_role("button", name="Discard").click()
    expect(desk.locator(".trouble")).to_be_visible()
    # What is still there is still kept.
    assert '"Typed"' in desk.evaluate("Object.values(localStorage).join()")
    field(card(desk), "Address").fill("Typed again")
    row(desk, "Borys").click()
    desk.get_by_role("dialog", name="Discard changes?").get_by_role("button", name="Keep editing").click()
    fresh_server.start()
    book.change(second, firstName="Zenon")
    expect(row(desk, "Zenon")).to_be_visible()
