import Foundation
import Kartoteka
import KartotekaTestSupport
import Testing

@testable import KartotekaHTML
@testable import KartotekaWeb
@testable import Northwind

@Suite("Northwind's overview")
struct OverviewTests {
  /// A shop with sales in April and in March 1998.
  private static func shop() async throws -> Shop {
    let shop = try Shop()
    for (path, body) in [
      ("/categories", #"{"name": "Dairy Products"}"#), ("/customers", #"{"companyName": "Save-a-lot"}"#),
      ("/products", #"{"name": "Queso", "category": 1, "unitPrice": 21, "unitsInStock": 9, "reorderLevel": 10}"#),
      ("/products", #"{"name": "Tofu", "unitPrice": 23.25, "unitsInStock": 10, "reorderLevel": 10}"#),
      (
        "/orders",
        #"""
        {"orderDate": "1998-04-30", "customer": 1, "requiredDate": "1998-05-28", "lines": [
          {"product": 1, "quantity": 3, "unitPrice": 0.15, "discount": 0.5},
          {"product": 2, "quantity": 1000, "unitPrice": 23.25, "discount": 0.05}]}
        """#
      ),
      (
        "/orders",
        #"{"customer": 1, "orderDate": "1998-03-01", "lines": [{"product": 1, "quantity": 8000, "unitPrice": 2.5}]}"#
      ),
    ] {
      try await shop.add(path, body)
    }
    _ = try await shop.store.perform(.code) { transaction in
      guard var order = try transaction.record(Order.self, id: 2) else { return }
      order.shippedDate = CalendarDate(iso: "1998-03-02")
      try transaction.update(order)
    }
    return shop
  }

  @Test("NW-12 rounds each line to cents before it adds them up, and counts orders and not lines")
  func exact() async throws {
    // 3 × 0.15 × 0.5 is 0.225, and 22,087.50 more.
    let page = try await Self.shop().page("/overview").text
    #expect(page.contains("April 1998: $22,087.73, 1 order\""))
    #expect(page.contains("Sales in April 1998"))
    #expect(page.contains("$22,088"))
    #expect(page.contains("10 % more than the month before"))
    #expect(page.contains("href=\"/northwind/orders?only=in-force%3BorderDate%3A1998-04\""))
    #expect(page.contains("February 1998: $0.00, 0 orders"))
  }

  @Test("NW-12 doesn't compare a month that has no data of its last week with a whole month")
  func partOfMonth() async throws {
    let shop = try await Self.shop()
    try await shop.add(
      "/orders", #"{"customer": 1, "orderDate": "1998-05-06", "lines": [{"product": 1, "quantity": 1}]}"#)
    let page = try await shop.page("/overview").text
    #expect(page.contains("Sales in May 1998") && page.contains("in all of April 1998"))
    #expect(!page.contains("than the month before"))
  }

  @Test("NW-12 says where numbers are too large to be added up, and shows everything else")
  func tooLarge() async throws {
    let shop = try await Self.shop()
    try await shop.add(
      "/orders",
      #"{"customer": 1, "orderDate": "1998-04-30", "lines": [{"product": 1, "quantity": 1000000, "unitPrice": 90000000000000}]}"#
    )
    let answer = try await shop.page("/overview")
    #expect(answer.status == 200)
    let panels = answer.text.split(separator: "<section class=\"panel").dropFirst().map(String.init)
    let spoiled = panels.filter { $0.contains("The numbers are too large to be added up") }
    #expect(spoiled.contains { $0.contains("Top products") })
    #expect(panels.count > spoiled.count && panels.contains { $0.contains("/products/1/actions/order-more") })
    #expect(answer.text.contains("oldest since 28 May 1998"))
  }

  @Test("NW-12 speaks of what a figure counts, and of what it is among")
  func figures() async throws {
    let page = try await Self.shop().page("/overview").text
    #expect(page.contains("oldest since 28 May 1998"))
    #expect(page.contains("of 2 products on sale"))
    #expect(page.contains("href=\"/northwind/products?only=below-reorder-level\""))
    #expect(page.contains("/northwind/products/1/actions/order-more?returnTo=%2Fnorthwind%2Foverview"))
    #expect(!page.contains("/northwind/products/2/actions/order-more"))
  }

  @Test(
    "lists are narrowed down by state, by subset, by month, year, day and other values; what means nothing shows all")
  func narrowing() async throws {
    let shop = try await Self.shop()
    for (path, count) in [
      ("orders?only=late", 1), ("orders?only=shipped", 1), ("orders?only=new", 0),
      ("orders?only=orderDate:1998-04", 1), ("orders?only=orderDate:1998", 2), ("orders?only=orderDate:1998-03-01", 1),
      ("orders?only=orderDate:1998-05", 0), ("products?only=below-reorder-level", 1),
      ("products?only=unitPrice:23.25", 1), ("orders?only=late&search=nobody", 0), ("orders?only=lost", 2),
      ("orders?only=shipped;orderDate:1998-03", 1), ("orders?only=shipped;orderDate:1998-04", 0),
      ("orders?only=in-force;orderDate:1998", 2), ("orders?only=in-force;orderDate:soon", 2),
      ("orders?only=orderDate:soon", 2), ("orders?only=secret:1", 2), ("products?only=late", 2),
    ] {
      let page = try await shop.page("/" + path)
      #expect(page.status == 200, "\(path)")
      #expect(page.text.matches(of: #/<li><a class=row /#).count == count, "\(path)")
    }
  }

  @Test("NW-12 proposes to order what is missing up to the reorder level", arguments: [(1, "1"), (2, nil)])
  func proposal(product: Int, quantity: String?) async throws {
    let page = try await Self.shop().page("/products/\(product)/actions/order-more").text
    let input = try #require(page.firstMatch(of: #/<input[^>]* name="quantity"[^>]*>/#)).output
    #expect(input.firstMatch(of: #/ value="([0-9]+)"/#).map { String($0.1) } == quantity)
  }

  @Test("NW-12 a month's bar leads to the orders that it counts, without those that were cancelled since")
  func cancelled() async throws {
    let shop = try await Self.shop()
    try await shop.add(
      "/orders",
      #"{"customer": 1, "orderDate": "1998-04-02", "lines": [{"product": 2, "quantity": 1, "unitPrice": 4}]}"#)
    _ = try await shop.store.perform(.code, allowsClosedRecords: true) { transaction in
      guard var order = try transaction.record(Order.self, id: 3) else { return }
      order.cancelledDate = .today
      try transaction.update(order)
    }
    let overview = try await shop.page("/overview").text
    #expect(overview.contains("April 1998: $22,087.73, 1 order\""))
    let link = try #require(overview.firstMatch(of: #/href="/northwind(/orders\?only=[^"]*1998-04)"/#))
    let list = try await shop.page(String(link.1)).text
    #expect(list.matches(of: #/<li><a class=row /#).count == 1)
    #expect(list.contains(">Order date: April 1998 · Not cancelled<"))
  }

  @Test("a narrowed list carries on what it is narrowed down to, and says so, but never as it was typed")
  func carries() async throws {
    let shop = try await Self.shop()
    let page = try await shop.page("/orders?only=orderDate:1998-04").text
    #expect(page.contains("href=\"/northwind/orders/1?only=orderDate%3A1998-04\""))
    #expect(page.contains(">Order date: April 1998<"))
    #expect(page.contains("name=\"only\" value=\"orderDate:1998-04\""))
    let record = try await shop.page("/orders/1?only=orderDate:1998-04").text
    #expect(record.contains("/northwind/orders?only=orderDate%3A1998-04&amp;selected=1"))
    let typed = try await shop.page("/orders?only=%3Cscript%3E").text
    #expect(!typed.contains("<script>"))
  }

  @Test("every word of it is there in Polish and in Russian", arguments: [Language.polish, .russian])
  func words(language: Language) throws {
    guard case .overview(let overview) = ShopOverview.screen.description else { return }
    var keys = overview.figures.map(\.title) + overview.panels.map(\.title)
    for figure in overview.figures {
      if case .count(let count) = figure.content {
        keys += [count.subset.title] + [count.among?.words].compactMap(\.self)
      }
    }
    for case .watch(let watch) in overview.panels {
      keys += [watch.subtitle].compactMap(\.self) + watch.facts.flatMap { [$0.words, $0.none].compactMap(\.self) }
    }
    let missing = keys.filter {
      northwind.catalogue.entry($0, in: language) == nil && Catalogue.platform.entry($0, in: language) == nil
    }
    #expect(missing == [])
  }
}
