import Foundation
import Kartoteka
import KartotekaTestSupport
import Northwind
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("Northwind's frame")
struct FrameTests {
  // MARK: The first screen

  @Test("NW-1 opens with the question what to work on, and the main screens with their counts")
  func welcome() async throws {
    let shop = try await Shop.withGoods()
    let page = try await shop.page("")
    #expect(page.status == 200)
    #expect(page.text.contains("What would you like to work on?"))
    for (path, counted) in [("products", "3 products"), ("orders", "1 order"), ("categories", "2 categories")] {
      #expect(page.text.contains("href=\"/northwind/\(path)\""))
      #expect(page.text.contains(counted))
    }
    #expect(page.text.contains("href=\"/northwind/import\""))
    #expect(page.text.contains("href=\"/northwind/more\""))
    #expect(!page.text.contains("href=\"/northwind/shippers\""))
  }

  @Test("NW-1 More has a row for each kind of records to take along, with a button for each format")
  func exports() async throws {
    let page = try await Shop().page("/more").text
    for (plural, title) in [("products", "Products"), ("order-details", "Order lines"), ("regions", "Regions")] {
      for format in ["csv", "json"] {
        let link = "href=\"/northwind/export/\(plural).\(format)\""
        #expect(page.contains(link), "\(plural) \(format)")
        #expect(page.contains("aria-label=\"\(title) as \(format.uppercased())\""))
      }
    }
    let rows = try #require(page.split(separator: "Export all data").last?.split(separator: "</ul>").first)
    #expect(rows.matches(of: #/<li>/#).count == northwind.description.model.entities.count)
  }

  @Test("NW-1 says so in Polish and Russian", arguments: [("pl", "Czym chcesz się zająć?"), ("ru", "С чем вы хотите")])
  func translated(language: String, question: String) async throws {
    let page = try await Shop().page("", language: language)
    #expect(page.text.contains(question))
  }

  @Test("NW-1 offers the sample data on the first screen as long as there is nothing at all")
  func sample() async throws {
    let shop = try Shop()
    let empty = try await shop.page("").text
    #expect(empty.contains("formaction=\"/northwind/import/sample\""))
    try await shop.add("/regions", #"{"description": "Eastern"}"#)
    let begun = try await shop.page("").text
    #expect(!begun.contains("/import/sample"))
  }

  @Test("NW-1 has everything else under More, which their pages lead back to")
  func more() async throws {
    let shop = try Shop()
    let more = try await shop.page("/more").text
    let tabs = northwind.description.tabs.filter(\.isUnderMore)
    #expect(tabs.count == 9)
    for tab in tabs {
      #expect(more.contains("href=\"/northwind/\(tab.path)\""))
      let page = try await shop.page("/" + tab.path)
      #expect(page.status == 200)
      #expect(page.text.contains("href=\"/northwind/more\" aria-current=page"))
      #expect(page.text.contains("<a class=\"back from\" href=\"/northwind/more\">"))
    }
    #expect(northwind.description.mainTabs.count <= 4)
  }

  // MARK: Drilling down

  @Test("NW-2 leads from a category to its products, on to the supplier and its products, and back step by step")
  func chain() async throws {
    let shop = try await Shop.withGoods()
    var page = try await shop.page("/categories/1?search=bev").text
    let product = try href(in: page, beginningWith: "/northwind/products/1?")
    page = try await text(product, shop)
    let supplier = try href(in: page, beginningWith: "/northwind/suppliers/1?")
    page = try await text(supplier, shop)
    let other = try href(in: page, beginningWith: "/northwind/products/3?")
    page = try await text(other, shop)
    let first = try back(in: page)
    #expect(first == supplier + "#to-products-3")
    page = try await text(first, shop)
    #expect(page.contains("id=\"to-products-3\""))
    let second = try back(in: page)
    #expect(second == product + "#to-suppliers-1")
    page = try await text(second, shop)
    #expect(page.contains("id=\"to-suppliers-1\""))
    let third = try back(in: page)
    #expect(third == "/northwind/categories/1?search=bev#to-products-1")
    page = try await text(third, shop)
    #expect(page.contains("id=\"to-products-1\""))
    #expect(try back(in: page) == "/northwind/categories?search=bev&selected=1")
  }

  @Test("NW-2 a step that is gone is passed over on the way back")
  func gone() async throws {
    let shop = try await Shop.withGoods()
    let page = try await shop.page("/products/1?via=suppliers%2F99%2Cproducts%2F2%2Ccategories%2F1").text
    #expect(try back(in: page) == "/northwind/products/2?via=categories%2F1#to-products-1")
  }

  @Test("NW-2 what an address says of the way can be anything")
  func odd() async throws {
    let shop = try await Shop.withGoods()
    for via in [",", "?", "a/b/c", "/", "products/x", "!", ",,?"] {
      let page = try await shop.page("/products/1?via=" + (via.addingPercentEncoding(withAllowedCharacters: []) ?? ""))
      #expect(page.status == 200, "\(via)")
      #expect(try back(in: page.text).hasPrefix("/northwind/products?"), "\(via)")
    }
  }

  @Test("A way that goes on and on stays short")
  func short() {
    var trail = RecordTrail("teachers,!late,?ab")
    #expect(trail.only == "late")
    #expect(trail.search == "ab")
    for id in 1...50 { trail = trail.onward(from: "products/\(id)", search: "", only: "") }
    #expect(trail.steps.first == "products/50")
    #expect(trail.steps.count == 12)
    #expect(RecordTrail(trail.text) == trail)
    #expect(trail.rest.steps.first == "products/49")
  }

  // MARK: Adding and deleting

  @Test("NW-3 a new product of a category has it from the start, and saving leads back to the category")
  func newRelated() async throws {
    let shop = try await Shop.withGoods()
    let category = try await shop.page("/categories/2").text
    let new = try href(in: category, beginningWith: "/northwind/products/new?category=2")
    let form = try await text(new, shop)
    #expect(form.contains("name=\"category\" value=\"2\""))
    #expect(form.contains("Category: Dairy Products"))
    let saved = try await shop.submit(
      "/products",
      [
        "name": "Gouda", "category": "2", "unitPrice": "$1,048.00", "unitsInStock": "1", "unitsOnOrder": "0",
        "reorderLevel": "0", "_via": "categories/2",
      ])
    #expect(saved.status == 303)
    #expect(saved.location?.hasPrefix("/northwind/categories/2") == true)
    let gouda = try await shop.store.record(Shop.entity("product"), id: 4)
    #expect(gouda?["unitPrice"] == .integer(104_800))
    #expect(gouda?["category"] == .integer(2))
  }

  @Test("NW-3 what keeps a record from being deleted is named, and can be followed")
  func denied() async throws {
    let shop = try await Shop.withGoods()
    for (path, reason, links) in [
      ("/categories/1", "2 products", ["/northwind/products/1", "/northwind/products/3"]),
      ("/products/1", "1 order line", ["/northwind/order-details/1"]),
      ("/customers/1", "1 order", ["/northwind/orders/1"]),
      ("/regions/1", "1 territory", ["/northwind/territories/1"]),
    ] {
      let answer = try await shop.submit(path + "/delete", [:])
      #expect(answer.status == 409)
      #expect(answer.text.contains("can&#39;t be deleted") || answer.text.contains("can't be deleted"), "\(path)")
      #expect(answer.text.contains(reason), "\(path)")
      for link in links { #expect(answer.text.contains("href=\"\(link)\""), "\(path)") }
    }
    #expect(try await shop.count("category") == 2)
  }

  @Test("NW-3 what else goes with a record, or loses it, is named before it is deleted; undo brings all of it back")
  func asked() async throws {
    let shop = try await Shop.withGoods()
    let order = try await shop.submit("/orders/1/delete", [:])
    #expect(order.status == 200)
    #expect(order.text.contains("Delete Order 1?"))
    #expect(order.text.contains("2 order lines will be deleted too"))
    #expect(order.text.contains("Chai, Queso Cabrales"))
    let employee = try await shop.submit("/employees/1/delete", [:]).text
    #expect(employee.contains("In 1 order, “Employee” becomes empty"))
    #expect(employee.contains("1 employee territory will be deleted too"))
    #expect(employee.contains("01581 Westboro"))
    #expect(try await shop.count("orderDetail") == 2)

    let done = try await shop.submit("/orders/1/delete", ["_confirmed": "yes"])
    #expect(done.status == 303)
    #expect(try await shop.count("orderDetail") == 0)
    let cookie = try #require(done.cookie)
    let changeSet = try #require(cookie.firstMatch(of: /undo-northwind=(\d+)/)?.1)
    _ = try await shop.submit("/changesets/\(changeSet)/undo", [:])
    #expect(try await shop.count("orderDetail") == 2)
  }

  @Test("NW-3 a record that nothing belongs to goes without a question")
  func unasked() async throws {
    let shop = try await Shop.withGoods()
    let answer = try await shop.submit("/products/3/delete", [:])
    #expect(answer.status == 303)
    #expect(try await shop.count("product") == 2)
  }

  @Test("NW-3 records without words of their own are named by those they lead to")
  func related() async throws {
    let shop = try await Shop.withGoods()
    let employee = try await shop.page("/employees/1").text
    #expect(employee.contains("<span class=t>01581 Westboro</span>"))
    let territory = try await shop.page("/territories/1").text
    #expect(territory.contains("<span class=t>Nancy Davolio</span>"))
    let changeSet = try await shop.store.perform(.screen) { try $0.delete(Shop.entity("orderDetail"), id: 1) }.changeSet
    let name = try #require(try await shop.store.changeSet(changeSet ?? 0)?.name)
    #expect(Localizer.english(name) == "Deleted Order 1 · Chai")
    let polish = Localizer(language: .polish, catalogue: RunningApp(northwind, on: shop.store).catalogue)
    #expect(polish(name).hasSuffix("Zamówienie 1 · Chai"))
  }

  // MARK: Editing

  @Test(
    "NW-4 money is shown and edited as the language writes it",
    arguments: [("en", "1234.50"), ("pl", "1234,50"), ("ru", "1234,50")])
  func money(language: String, edited: String) async throws {
    let shop = try await Shop.withGoods()
    let product = try await shop.page("/products/2", language: language).text
    #expect(product.contains("value=\"\(edited)\"") || product.contains("value=\(edited)"))
    let lines = try await shop.page("/order-details", language: language).text
    #expect(lines.contains(language == "en" ? "$36.00" : language == "pl" ? "36,00\u{a0}USD" : "36,00\u{a0}$"))
  }

  @Test("NW-4 a price with a comma is stored exactly, and a text that is no price is refused with the reason")
  func typedMoney() async throws {
    let shop = try await Shop.withGoods()
    let fields: KeyValuePairs = [
      "name": "Chai", "category": "1", "supplier": "1", "unitPrice": "1 234,50", "unitsInStock": "39",
      "unitsOnOrder": "0", "reorderLevel": "0", "discontinued": "true",
    ]
    let saved = try await shop.submit("/products/1", fields)
    #expect(saved.status == 303)
    let stored = try await shop.store.record(Shop.entity("product"), id: 1)
    #expect(stored?["unitPrice"] == .integer(123_450))
    #expect(stored?["discontinued"] == .integer(1))
    let refused = try await shop.submit("/products/1", ["name": "Chai", "unitPrice": "dear"])
    #expect(refused.status == 422)
    #expect(refused.text.contains("This has to be a number"))
    let product = try await shop.api(.get, "/products/1")
    #expect(product.text.contains("\"unitPrice\":1234.50"))
  }

  @Test("NW-4 long forms stand in cards with headings")
  func cards() async throws {
    let shop = try await Shop.withGoods()
    let page = try await shop.page("/employees/1").text
    for heading in ["Employment", "Address", "About"] { #expect(page.contains("<h2 class=over>\(heading)</h2>")) }
    for list in northwind.description.tabs.compactMap(\.listed) where !list.fieldGroups.isEmpty {
      let named = list.fieldGroups.flatMap(\.fields)
      #expect(Set(named).count == named.count)
      let columns = try Shop.entity(list.entity).columns.map(\.name)
      #expect(named.filter { !columns.contains($0) } == [])
    }
  }

  // MARK: Searching

  @Test("NW-5 products are found by name, supplier and category, on the screen and in the API")
  func search() async throws {
    let shop = try await Shop.withGoods()
    for (text, names) in [
      ("chai", ["Chai"]), ("exotic", ["Aniseed Syrup", "Chai"]), ("dairy", ["Queso Cabrales"]),
      ("bever syrup", ["Aniseed Syrup"]), ("queso exotic", []), ("li", ["Aniseed Syrup", "Chai"]),
    ] as [(String, [String])] {
      let query = text.replacing(" ", with: "%20")
      let page = try await shop.page("/products?part=list&search=\(query)").text
      #expect(page.matches(of: /<span class=t>([^<]+)<\/span>/).map { String($0.1) } == names, "\(text)")
      let answer = try await shop.api(.get, "/products?sort=name&search=\(query)").text
      #expect(answer.matches(of: /"name":"([^"]+)"/).map { String($0.1) } == names, "\(text)")
      #expect(answer.contains("\"total\":\(names.count)"), "\(text)")
    }
  }

  @Test("NW-5 every list has a search field, every table fields to narrow it down")
  func searchable() throws {
    for tab in northwind.description.tabs {
      switch tab.screen {
      case .list(let list): #expect(!list.searched.isEmpty, "\(tab.path)")
      case .table(let table): #expect(!table.filters.isEmpty, "\(tab.path)")
      default: continue
      }
    }
  }

  // MARK: Words

  @Test("every word of the frame is there in Polish and in Russian", arguments: [Language.polish, .russian])
  func words(language: Language) {
    let description = northwind.description
    var keys = [description.title, description.summary] + description.tabs.map(\.title)
    keys += [description.welcome?.question].compactMap(\.self)
    for list in description.tabs.compactMap(\.listed) {
      keys += list.sections.flatMap { [$0.adding, $0.note].compactMap(\.self) }
      keys += list.fieldGroups.compactMap(\.title)
    }
    // The platform has the words of notes.
    for entity in description.model.entities where entity.notesOwner == nil {
      let (one, many) = (entity.nouns.one, entity.nouns.many)
      keys += ["{count} " + many, "No \(many) yet", one, many, "New " + one]
      keys += ["There is no \(one) No. {number}", "There is no \(one) called “{title}”"]
      keys += entity.columns.map(\.label) + [entity.numberedTitle].compactMap(\.self)
      keys += entity.relationships.filter { $0.label != "Notes" }.flatMap {
        [$0.label] + [$0.placeholder].compactMap(\.self)
      }
    }
    for list in description.tabs.compactMap(\.listed) {
      guard let name = list.sort.first?.name, let entity = description.model.entity(named: list.entity),
        let label = entity.attribute(name)?.label
      else { continue }
      keys.append("by " + label.prefix(1).lowercased() + label.dropFirst())
    }
    #expect(Set(keys.filter { northwind.catalogue.entry($0, in: language) == nil }) == [])
  }

  // MARK: Helpers

  private func href(in page: String, beginningWith start: String) throws -> String {
    let found = page.split(separator: "href=\"").first { $0.hasPrefix(start) }
    let text = try #require(found, "\(start)")
    return String(text.prefix { $0 != "\"" }).replacing("&amp;", with: "&")
  }

  // The page at an address of the server.
  private func text(_ href: String, _ shop: Shop) async throws -> String {
    try await shop.page(String(href.dropFirst("/northwind".count).prefix { $0 != "#" })).text
  }

  private func back(in page: String) throws -> String {
    let found = try #require(page.firstMatch(of: /<a class="?back(?: from)?"? href="([^"]+)"/))
    // The list beside a record has a bar of its own, before the record's.
    let all = page.matches(of: /<a class="?back(?: from)?"? href="([^"]+)"/)
    return String((all.last ?? found).1).replacing("&amp;", with: "&")
  }
}

extension TabDescription {
  fileprivate var listed: ListDescription? { if case .list(let list) = screen { list } else { nil } }
}
