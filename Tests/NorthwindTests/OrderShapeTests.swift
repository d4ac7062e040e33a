import Foundation
import Kartoteka
import KartotekaTestSupport
import Testing

@testable import Northwind

@Suite("The shape of the list of orders")
struct OrderShapeTests {
  /// The numbers of the orders that a page lists, in its order.
  private func numbers(_ page: String) -> [Int] {
    page.matches(of: /<a class=row href="[^"]*\/orders\/(\d+)/).compactMap { Int($0.1) }
  }

  /// Takes an order of that many teas on a day.
  private func order(_ here: Wholesaler, _ quantity: Int, on day: String, _ more: String = "") async throws -> RecordID
  {
    let answer = try await here.shop.api(
      .post, "/orders",
      #"{"customer": 1, "orderDate": "\#(day)", "lines": [{"product": 1, "quantity": \#(quantity)}]\#(more)}"#)
    guard answer.status == 201, let id = try answer.json.number("id") else { throw Refusal(text: answer.text) }
    return id
  }

  private func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  @Test("Orders of last month that are not shipped, by their total, are kept as a view and pinned as a tab")
  func unpaid() async throws {
    let here = try await Wholesaler()
    let month = CalendarDate.today.adding(days: -CalendarDate.today.day)
    let small = try await order(here, 1, on: month.description, #", "requiredDate": "2036-07-10""#)
    let large = try await order(here, 3, on: month.description, #", "requiredDate": "2036-07-10""#)
    let shipped = try await order(here, 2, on: month.description)
    _ = try await here.ship(shipped)
    let today = try await order(here, 2, on: CalendarDate.today.description)
    let query = "where=" + encoded("orderDate:during:last-month;shippedDate:null:true") + "&sort=-total"
    let page = try await here.shop.page("/orders?" + query)
    #expect(numbers(page.text) == [large, small].map(Int.init))
    #expect(page.text.contains("2 orders · Total ↓"))
    #expect(!numbers(page.text).contains(Int(today)))
    #expect(page.text.contains("Order date: last month") && page.text.contains("Shipped date: empty"))
    // The sheet suggests the filter's words as the name.
    let sheet = try await here.shop.page("/orders/view?" + query)
    #expect(sheet.text.contains("value=\"Order date: last month, Shipped date: empty\""))
    let kept = try await here.shop.submit(
      "/orders/views",
      [
        "_shape": "where=orderDate:during:last-month;shippedDate:null:true", "sort-0": "-total", "layout": "cards",
        "group": "", "name": "To do", "pinned": "true", "do": "keep",
      ])
    #expect(kept.status == 303)
    let view = try #require(try await here.shop.store.views().first)
    #expect(view.name == "To do" && view.isPinned && view.entity == "order")
    let products = try await here.shop.page("/products").text
    let link = try #require(
      products.firstMatch(of: /<a href="([^"]*orders\?[^"]*)"[^>]*><svg[^>]*>.*?<span>To do<\/span>/))
    let address = String(link.1).replacing("&amp;", with: "&").replacing("/northwind", with: "")
    let again = try await here.shop.page(address).text
    #expect(numbers(again) == [large, small].map(Int.init))
    #expect(again.contains(#"aria-current=page"#))
  }

  @Test("Facets count the records of each value among those that match the other filters, as the records say")
  func facets() async throws {
    let here = try await Wholesaler()
    try await here.shop.add("/customers", #"{"companyName": "Zebra"}"#)
    for index in 1...7 {
      _ = try await order(here, index, on: "2026-0\(1 + index % 3)-10", #", "freight": "\#(index)""#)
    }
    _ = try await here.shop.api(.patch, "/orders/3", #"{"customer": 2}"#)
    _ = try await here.shop.api(.patch, "/orders/4", #"{"customer": 2, "cashSale": true}"#)
    let filter = "where=" + encoded("freight:gte:2")
    func counts(_ field: String) async throws -> [String] {
      let page = try await here.shop.page("/orders/filter?field=\(field)&\(filter)").text
      return page.matches(of: /<span class="t wrap">([^<]*)<\/span><\/span><span class="v sub">([^<]*)<\/span>/)
        .map { "\($0.1) \($0.2)" }
    }
    #expect(try await counts("customer") == ["Alfreds Futterkiste 4", "Zebra 2"])
    #expect(try await counts("cashSale") == ["Yes 1", "No 5"])
    #expect(try await counts("state") == ["Cancelled 0", "Shipped 0", "Late 0", "New 6"])
  }

  @Test("The table has chosen columns, also of related records, in groups, and the export has the same")
  func table() async throws {
    let here = try await Wholesaler()
    _ = try await here.shop.api(.patch, "/customers/1", #"{"country": "Germany"}"#)
    try await here.order([1: 1])
    try await here.order([1: 2], #", "cashSale": true"#)
    let query = "layout=table&columns=id,customer.country,total,cashSale&sort=-total&group=cashSale"
    let page = try await here.shop.page("/orders?" + query).text
    #expect(page.contains("Customer · Country") && page.contains("Germany"))
    #expect(page.contains("$18.00") && page.contains("$36.00"))
    let csv = try await here.shop.page("/export/orders.csv?as=shown&" + query)
    #expect(
      csv.text.split(separator: "\r\n").map { $0.replacing(/,orders\/[0-9]\/[0-9a-f]+\/[0-9a-f]{12}$/, with: "") }
        == ["No.,Customer · Country,Total,Cash sale,_kartoteka", "1,Germany,18.00,false", "2,Germany,36.00,true"])
    let lines = try await here.shop.page(
      "/export/orders.ndjson?as=shown&columns=id,customer&where=" + encoded("total:gt:20"))
    #expect(lines.text == #"{"id":2,"customer":"Alfreds Futterkiste"}"# + "\n")
    let ids = try await here.shop.page(
      "/export/orders.ndjson?as=shown&titles=no&columns=customer&where=" + encoded("id:eq:1"))
    #expect(ids.text == #"{"customer":1}"# + "\n")
  }

  @Test("An address that can't be understood shows all records and says so")
  func faults() async throws {
    let here = try await Wholesaler()
    try await here.order([1: 1])
    for filter in ["colour:eq:red", "total:gt:many", "(((", "total:like:1"] {
      let page = try await here.shop.page("/orders?where=" + encoded(filter)).text
      #expect(numbers(page) == [1], "\(filter)")
      #expect(
        page.contains("Not understood: ") || page.contains("The filter in the address is not understood"), "\(filter)")
    }
  }

  @Test("Several records act on what the filter finds, and earlier states keep it")
  func together() async throws {
    let here = try await Wholesaler()
    try await here.order([1: 1])
    try await here.order([1: 2], #", "freight": "5.00""#)
    let query = "where=" + encoded("freight:gt:1")
    let several = try await here.shop.page("/orders/several?" + query).text
    #expect(several.contains("All: 1 order<") || several.contains("All: 1 order\""))
    let past = try await here.shop.page("/orders/past?as-of=\(encoded(Timestamp.text(Date())))&" + query).text
    #expect(
      past.contains("Freight &gt; $5.00") || past.contains("Freight &gt; $1.00") || past.contains("Freight > $1.00"))
    #expect(past.contains("1 order · "))
  }

  @Test("Views of the API are made, changed and deleted, and filters that can't be used are refused")
  func api() async throws {
    let here = try await Wholesaler()
    let body = #"{"entity":"orders","name":"Late","where":"state:eq:late","sort":"-total","pinned":true}"#
    let made = try await here.shop.api(.post, "/views", body)
    #expect(made.status == 201, "\(made.text)")
    #expect(
      made.text == #"{"id":1,"entity":"orders","name":"Late","pinned":true,"where":"state:eq:late","sort":"-total"}"#)
    #expect(try await here.shop.api(.post, "/views", body).status == 422)
    let changed = try await here.shop.api(.put, "/views/1", #"{"entity":"orders","name":"Too late"}"#)
    #expect(changed.text == #"{"id":1,"entity":"orders","name":"Too late","pinned":false}"#)
    #expect(try await here.shop.api(.get, "/views?entity=orders").text.contains(#""total":1"#))
    #expect(try await here.shop.api(.get, "/views?entity=products").text == #"{"items":[],"total":0}"#)
    for bad in [
      #"{"entity":"orders","name":"x","where":"colour:eq:red"}"#, #"{"entity":"things","name":"x"}"#,
      #"{"entity":"orders","name":""}"#, #"{"entity":"orders","name":"x","colour":"red"}"#,
    ] {
      let answer = try await here.shop.api(.post, "/views", bad)
      #expect([400, 422].contains(answer.status), "\(answer.text)")
    }
    for (name, value, known) in [
      ("sort", "-colour", "freight"), ("columns", "id,customer.colour", "customer.companyName"),
      ("group", "colour", "customer"), ("layout", "board:colour", "board:customer"),
    ] {
      let answer = try await here.shop.api(
        .post, "/views", "{\"entity\":\"orders\",\"name\":\"x\",\"\(name)\":\"\(value)\"}")
      #expect(answer.status == 422 && answer.text.contains(known), "\(name): \(answer.text)")
    }
    #expect(try await here.shop.api(.delete, "/views/1").status == 204)
    #expect(try await here.shop.api(.get, "/views/1").status == 404)
  }

  @Test("The API filters by conditions in groups")
  func apiFilter() async throws {
    let here = try await Wholesaler()
    for index in 1...4 { try await here.order([1: index], #", "freight": "\#(index)""#) }
    let answer = try await here.shop.api(
      .get, "/orders?sort=id&where=" + encoded("any(freight:eq:1;all(freight:gt:2;total:lt:60))"))
    #expect(answer.text.contains(#""total":2"#), "\(answer.text)")
    let bad = try await here.shop.api(.get, "/orders?where=" + encoded("freight:like:1"))
    #expect(bad.status == 400 && bad.text.contains("contains"), "\(bad.text)")
  }
}
