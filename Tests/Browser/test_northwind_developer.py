"""NW-11: what the database is asked for a page, on the screen."""

from playwright.sync_api import expect


def test_NW_11_developer_shows_the_statements_of_the_last_pages_with_their_plans(server, each_size, axe):
    """NW-11 shows nothing before it is switched on; then each page's statements with time, rows and query plan."""
    page = each_size
    page.goto("/northwind/more")
    page.get_by_role("link", name="Developer").click()
    axe(page)
    page.get_by_role("button", name="Record statements").click()
    expect(page.get_by_role("button", name="Stop recording")).to_be_visible()
    page.goto("/northwind/suppliers?search=nobody")
    page.goto("/northwind/developer")
    expect(page.get_by_role("link", name="/northwind/suppliers?search=nobody")).to_be_visible()
    statement = page.get_by_role("listitem").filter(has_text="SELECT").filter(has_text="suppliers").first
    expect(statement).to_contain_text("ms · ")
    expect(page.get_by_role("listitem").filter(has_text="SEARCH").or_(page.get_by_role("listitem").filter(has_text="SCAN")).first).to_be_visible()
    axe(page)
    page.get_by_role("button", name="Stop recording").click()
    page.goto("/northwind/suppliers")
    page.goto("/northwind/developer")
    expect(page.get_by_role("button", name="Record statements")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="SELECT")).to_have_count(0)
