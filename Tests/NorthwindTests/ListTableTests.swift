import Kartoteka
import KartotekaTestSupport
import Testing

@testable import Northwind

@Suite("The rows of fields of a list's table")
struct ListTableTests {
  private static let table = "/products?layout=table&columns=name,category,unitPrice,free&sort=name"

  /// The names that a table lists, in its order.
  private func names(_ page: String) -> [String] {
    page.matches(of: /<td[^>]*class="?no[" ][^>]*>\s*<a [^>]*>([^<]*)</).map { String($0.1) }
  }

  private func add(_ shop: Shop, _ name: String, _ category: String) async throws -> Answer {
    try await shop.submit(
      "/products",
      [
        "_deed": "row", "_search": "", "_shape": "layout=table&columns=name,category,unitPrice&sort=name",
        "name": name, "category": category, "unitPrice": "19",
      ])
  }

  @Test("A row for a new record has fields for its own columns, and none of those that are calculated")
  func fields() async throws {
    let shop = try await Shop.withGoods()
    let page = try await shop.page(Self.table).text
    #expect(names(page) == ["Aniseed Syrup", "Chai", "Queso Cabrales"])
    for field in ["a-name", "a-category", "a-unitPrice"] {
      #expect(page.contains("id=\"\(field)\"") || page.contains("id=\(field)"))
    }
    #expect(!page.contains("a-free"))
    // Orders are made with their lines.
    let orders = try await shop.page("/orders?layout=table").text
    #expect(!orders.contains("class=add"))
    let cards = try await shop.page("/products").text
    #expect(!cards.contains("form=add") && !cards.contains("form=filter"))
  }

  @Test(
    "A record is added with a related record by its name, and the list is as it was",
    arguments: ["dairy products", "Dairy Products · 2", "2"])
  func added(category: String) async throws {
    let shop = try await Shop.withGoods()
    let answer = try await add(shop, "Geitost", category)
    let place = try #require(answer.headers[.location])
    #expect(answer.status == 303 && place.contains("layout=table") && place.contains("selected=4"), "\(place)")
    let product = try await shop.api(.get, "/products/4").json
    #expect(product.number("category") == 2)
  }

  @Test(
    "What is refused comes back in the row with the reason, or, for a field that is no column, in the form with all fields"
  )
  func refused() async throws {
    let shop = try await Shop.withGoods()
    let unknown = try await add(shop, "Geitost", "Cheese")
    #expect(
      unknown.status == 422 && unknown.text.contains("value=Geitost") || unknown.text.contains("value=\"Geitost\""))
    #expect(unknown.text.contains("“Cheese”"))
    #expect(unknown.text.contains("a-category-e") && !unknown.text.contains("class=\"sheet"))
    let blank = try await add(shop, " ", "Dairy Products")
    #expect(blank.status == 422 && blank.text.contains("a-name-e"))
    let count = try await shop.store.count(AnyFetchRequest("product"))
    #expect(count == 3)
  }

  @Test("What is typed above columns becomes the list's filter, is changed, and is removed")
  func filters() async throws {
    let shop = try await Shop.withGoods()
    func place(_ query: String) async throws -> String {
      try #require(try await shop.page("/products/narrow?" + query).headers[.location])
    }
    let one = try await place("layout=table&columns=name,category&where=unitPrice:gt:5&by-category.name=bever")
    #expect(one.contains("layout=table"))
    let page = try await shop.page(String(one.dropFirst("/northwind".count))).text
    #expect(names(page) == ["Aniseed Syrup", "Chai"])
    #expect(page.contains("value=bever") || page.contains("value=\"bever\""))
    let query = try #require(one.split(separator: "?").last)
    let other = try await place(query + "&by-category.name=dairy")
    #expect(names(try await shop.page(String(other.dropFirst("/northwind".count))).text) == ["Queso Cabrales"])
    let none = try await place((other.split(separator: "?").last ?? "") + "&by-category.name=%20")
    #expect(!none.contains("category.name") && none.contains("unitPrice"), "\(none)")
    // A field that is no text, and one that there is not, leave the list as it is.
    let odd = try await place("layout=table&by-unitPrice=5&by-colour=red")
    #expect(!odd.contains("where"))
  }

  @Test("The fields stay above a table in which nothing matches")
  func nothing() async throws {
    let shop = try await Shop.withGoods()
    let page = try await shop.page("/products?layout=table&where=name:contains:nowhere").text
    #expect(page.contains("Nothing matches the filter") && page.contains("by-name"))
  }
}
