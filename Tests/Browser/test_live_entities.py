"""An open page is fetched anew when an entity changes that it shows, and when no other one does."""

from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from people import rows

PRODUCTS = "/northwind/products"

# The page waits no random time before it looks, and notes which entities it is told of.
HOOKS = """
Math.random = () => 0
window.told = []
const { EventSource } = window
window.EventSource = class extends EventSource {
  constructor(address) {
    super(address)
    this.addEventListener('message', ({ data }) => setTimeout(() => told.push(JSON.parse(data).entity)))
  }
}
"""


def test_only_what_is_shown_is_fetched_anew(any_size, empty_shop):
    """A page of products hears nothing of a new shipper, and is fetched when a product is added."""
    page, shop = any_size, empty_shop
    shop.product("Zzz Queso")
    page.add_init_script(HOOKS)
    with page.expect_response(lambda response: "/changes?" in response.url) as stream:
        page.goto(PRODUCTS)
    shown = page.locator("body").get_attribute("data-entities").split()
    assert "products" in shown and "shippers" not in shown
    assert parse_qs(urlsplit(stream.value.url).query)["entities"] == [",".join(shown)]
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.resource_type == "fetch" else None)
    shop.add("shippers", companyName="Zzz Express")
    shop.product("Zzz Noodles")
    expect(rows(page).filter(has_text="Zzz Noodles")).to_be_visible()
    assert "shippers" not in page.evaluate("told")
    assert len(asked) == 1


def test_a_record_that_is_opened_beside_its_list_is_followed_too(desk, empty_shop):
    """A supplier's name on a product's card changes by itself: the part of the page says what it shows."""
    page, shop = desk, empty_shop
    supplier = shop.add("suppliers", companyName="Zzz Foods")
    shop.product("Zzz Queso", supplier=supplier)
    with page.expect_response(lambda response: "/changes?" in response.url):
        page.goto(PRODUCTS)
    rows(page).filter(has_text="Zzz Queso").first.click()
    card = page.locator("article.record")
    expect(card).to_contain_text("Zzz Foods")
    shop.change("suppliers", supplier, companyName="Zzz Delicacies")
    expect(card).to_contain_text("Zzz Delicacies")
