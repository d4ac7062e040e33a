"""TR-12, TR-13: what people can tell an application to do, and what only an administrator can."""

from playwright.sync_api import expect


EMPTY = ".empty"


def test_TR_13_one_press_on_an_empty_screen_brings_the_examples_and_one_takes_them_back(travels, site, each_way):
    """TR-13 offers demo data in one press; undo takes all of it back."""
    page = each_way
    for tab in ("users", "cities", "travellers"):
        page.goto(f"/travellers/{tab}")
        expect(page.locator(EMPTY).get_by_role("button", name="Fill with examples")).to_be_visible()
    page.goto("/travellers/users")
    page.locator(EMPTY).get_by_role("button", name="Fill with examples").click()
    expect(page).to_have_url(f"{site.url}/travellers/users")
    expect(page.get_by_text("Zofia Łódźka").first).to_be_visible()
    expect(page.locator(".undo")).to_contain_text("Added examples")
    page.locator(".undo").get_by_role("button", name="Undo").click()
    expect(page.locator(EMPTY).get_by_role("button", name="Fill with examples")).to_be_visible()


def test_TR_13_the_examples_are_offered_while_nothing_is_there(travels, site, each_size, axe):
    """TR-13 offers the examples under More as well, until there are records."""
    each_size.goto("/travellers/more")
    axe(each_size)
    each_size.get_by_role("button", name="Fill with examples").click()
    expect(each_size).to_have_url(f"{site.url}/travellers/more")
    expect(each_size.locator(".undo")).to_contain_text("Added examples")
    expect(each_size.locator("main").get_by_role("button", name="Fill with examples")).to_have_count(0)
    status, body = site.get("/api/travellers/users?limit=1")
    assert status == 200 and b'"total":12' in body


def test_TR_12_no_screen_offers_what_only_an_administrator_may_do(site, any_size, watch):
    """TR-12 keeps administrators' actions off the screens: no button, and no page at their address."""
    watch.allow("status of 404")
    for path in ("users", "cities", "travellers", "more"):
        any_size.goto(f"/travellers/{path}")
        expect(any_size.get_by_text("Rebuild Travellers")).to_have_count(0)
        expect(any_size.get_by_text("Drop all tables")).to_have_count(0)
    assert any_size.goto("/travellers/actions/drop-tables").status == 404
    assert site.send("POST", "/api/travellers/actions/drop-tables")[0] == 401
