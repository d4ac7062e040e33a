import Foundation
import Kartoteka
import KartotekaTestSupport
import Synchronization
import Testing

@testable import KartotekaWeb
@testable import Northwind

@Suite("Lists of orders")
struct OrderListTests {
  @Test("NW-6 lists orders, newest first, with customer, date, total and state")
  func list() async throws {
    let here = try await Wholesaler()
    try await here.order([1: 2], #", "requiredDate": "2026-07-10""#)
    let shipped = try await here.order([1: 1])
    _ = try await here.ship(shipped)
    _ = try await here.shop.api(
      .post, "/orders", #"{"orderDate": "2026-07-05", "shipName": "Vins et alcools", "cashSale": true}"#)
    let page = try await here.shop.page("/orders").text
    let rows = page.split(separator: "<li><a class=row").dropFirst().map { String($0.prefix { $0 != "\n" }) }
    #expect(rows.count >= 3)
    let expected = [
      // Without a customer it is known by whom it is sent to.
      ("Vins et alcools", "5 Jul 2026", "$0.00", "<span class=\"pill\">New</span>"),
      ("Alfreds Futterkiste", "4 Jul 2026", "$18.00", "<span class=\"pill on\">Shipped</span>"),
      ("Alfreds Futterkiste", "4 Jul 2026", "$36.00", "<span class=\"pill bad\">Late</span>"),
    ]
    for (row, (name, date, total, state)) in zip(rows, expected) {
      let text = String(row.split(separator: "</a>")[0])
      #expect(text.contains(name) && text.contains("<span class=v>\(total)</span>") && text.contains(state), "\(text)")
      #expect(text.contains(" · \(date)</span>"), "\(text)")
    }
  }

  @Test(
    "Rows of lists and of sections have short dates in the person's language",
    arguments: [("en", "4 Jul 2026"), ("pl", "4 lip 2026"), ("ru", "4 июл. 2026 г.")])
  func shortDates(language: String, date: String) async throws {
    let here = try await Wholesaler()
    try await here.order([1: 2])
    for path in ["/orders", "/customers/1"] {
      let page = try await here.shop.page(path, language: language).text
      #expect(page.contains(date + "</span>") || page.contains(date + " · "), "\(path)")
    }
  }

  @Test("NW-5 an order is found by its date as rows show it, by its month, and together with other words")
  func foundByDate() async throws {
    let here = try await Wholesaler()
    let order = try await here.order([1: 2])
    _ = try await here.shop.api(
      .post, "/orders", #"{"orderDate": "2026-08-04", "shipName": "Vins et alcools", "cashSale": true}"#)
    for text in ["4 Jul 2026", "jul 2026", "4 lip 2026", "4 июл. 2026 г.", "chai July 4, 2026", "4 jul", "2026-07-04"] {
      let query = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      let page = try await here.shop.page("/orders?search=\(query)").text
      #expect(page.contains("/orders/\(order)") && !page.contains("Vins et alcools"), "\(text)")
      let answer = try await here.shop.api(.get, "/orders?search=\(query)").text
      #expect(answer.contains(#""total":1,"#), "\(text)")
    }
  }

  @Test("NW-6 an order is late from the day after it was required on until it is shipped")
  func states() async throws {
    let here = try await Wholesaler()
    let today = try await here.order([1: 1], #", "requiredDate": "\#(CalendarDate.today)""#)
    let late = try await here.order([1: 1], #", "requiredDate": "\#(CalendarDate.today.adding(days: -1))""#)
    let shipped = try await here.order([1: 1], #", "requiredDate": "2026-07-10""#)
    _ = try await here.ship(shipped)
    for (state, id) in [("new", today), ("late", late), ("shipped", shipped)] {
      let answer = try await here.shop.api(.get, "/orders?state=\(state)")
      #expect(try await here.shop.api(.get, "/orders?filter[state]=\(state)").text == answer.text)
      #expect(
        answer.text.contains(#""items":[{"id":\#(id),"#) && answer.text.contains(#""total":1,"next""#), "\(answer.text)"
      )
    }
    let unknown = try await here.shop.api(.get, "/orders?state=lost")
    #expect(unknown.status == 400 && unknown.text.contains("shipped, late, new"), "\(unknown.text)")
  }

  @Test("orders are sorted and filtered by their total, their state and values of their customers")
  func computedInLists() async throws {
    let here = try await Wholesaler()
    _ = try await here.shop.api(.patch, "/customers/1", #"{"country": "Germany"}"#)
    let small = try await here.order([1: 1])
    let large = try await here.order([1: 5], #", "freight": "1.00""#)
    let middle = try await here.order([1: 3], #", "requiredDate": "\#(CalendarDate.today.adding(days: -1))""#)
    func ids(_ query: String) async throws -> [String] {
      let answer = try await here.shop.api(.get, "/orders?" + query)
      #expect(answer.status == 200, "\(answer.text)")
      return answer.text.split(separator: #"{"id":"#).dropFirst().map { String($0.prefix { $0 != "," }) }
    }
    func texts(_ ids: RecordID...) -> [String] { ids.map(String.init) }
    #expect(try await ids("sort=-total&limit=3") == texts(large, middle, small))
    #expect(try await ids("sort=total&limit=3") == texts(small, middle, large))
    // 18.00 each, and freight.
    #expect(try await ids("filter[total]=91.00") == texts(large))
    #expect(try await ids("filter[total][gt]=18&sort=total") == texts(middle, large))
    #expect(try await ids("filter[total][in]=18.00,54.00&sort=total") == texts(small, middle))
    #expect(try await ids("filter[total][lt]=18") == [])
    #expect(try await ids("sort=state,id") == texts(middle, small, large))
    #expect(try await ids("filter[state][ne]=new") == texts(middle))
    #expect(try await ids("filter[state][in]=late,new&sort=id") == texts(small, large, middle))
    #expect(try await ids("filter[state][null]=true") == [])
    #expect(try await ids("filter[customer.country]=Germany&sort=id") == texts(small, large, middle))
    #expect(try await ids("filter[customer.country]=France") == [])
    #expect(try await ids("sort=-customer.companyName,-total") == texts(large, middle, small))
    let lines = try await here.shop.api(.get, "/order-details?filter[order.total][gt]=60&sort=-order.total,id")
    #expect(lines.text.contains(#""total":1,"next""#) && lines.text.contains(#""order":\#(large)"#), "\(lines.text)")
    let cursors = try await here.shop.api(.get, "/orders?sort=-total&limit=1")
    let next = cursors.text.split(separator: #""next":""#).last?.prefix { $0 != "\"" } ?? ""
    #expect(try await ids("sort=-total&limit=1&cursor=\(next)") == texts(middle))
    // What was worked out before is not answered again after a line's change.
    let line = try #require(lines.text.firstMatch(of: /"id":(\d+)/)).1
    let changed = try await here.shop.api(.patch, "/order-details/\(line)", #"{"quantity": 1}"#)
    #expect(changed.status == 200, "\(changed.text)")
    #expect(try await ids("filter[total][gt]=60") == [])
    #expect(try await ids("sort=-total,-id&limit=3") == texts(middle, large, small))
    for query in ["filter[total][contains]=1", "filter[total]=much", "filter[state]=lost", "sort=lines"] {
      let refused = try await here.shop.api(.get, "/orders?" + query)
      #expect(refused.status == 400 && refused.text.contains("bad-parameter"), "\(query): \(refused.text)")
    }
  }

  @Test("NW-6 asks the store as often for a page of many orders as for one of few")
  func statements() async throws {
    let book = SQLBook()
    var options = StoreOptions()
    options.sqlLog = .statements
    options.log = { book.add($0) }
    let here = try await Wholesaler(on: Store(inMemory: northwind.description.model, options: options))
    // Counted after a commit, since answers are kept until then, and not for the first time, when keys are made.
    func statements(_ path: String) async throws -> Int {
      _ = try await here.shop.page(path)
      _ = try await here.shop.api(.get, path)
      try await here.order([1: 1, 3: 2])
      _ = book.taken()
      #expect(try await here.shop.page(path).status == 200)
      #expect(try await here.shop.api(.get, path).status == 200)
      return book.taken()
    }
    let few = [try await statements("/orders"), try await statements("/products")]
    #expect(few.allSatisfy { $0 > 0 })
    for _ in 0..<30 { try await here.order([1: 1, 2: 1, 3: 2]) }
    for number in 0..<30 { try await here.shop.add("/products", #"{"name": "Spice \#(number)"}"#) }
    let many = [try await statements("/orders"), try await statements("/products")]
    // Keys that are stored meanwhile need some statements more or less. One for each record would be thirty more.
    #expect(zip(many, few).allSatisfy { $0 < $1 + 15 }, "\(many) after \(few)")
  }

  @Test("NW-6 an order is called by its number, on its page and wherever it is named")
  func title() async throws {
    let here = try await Wholesaler()
    let id = try await here.order([1: 1])
    #expect(try await here.shop.page("/orders/\(id)").text.contains(">Order \(id)</h1>"))
    #expect(try await here.shop.page("/orders/\(id)", language: "pl").text.contains(">Zamówienie \(id)</h1>"))
  }
}

/// Counts the SQL that a store was asked.
final class SQLBook: Sendable {
  private let lines = Mutex<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }

  /// How much was asked since the last call.
  func taken() -> Int {
    lines.withLock { lines in
      defer { lines = [] }
      return lines.count
    }
  }
}
