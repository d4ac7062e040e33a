import HTTPTypes
import Kartoteka
import KartotekaTestSupport
import KartotekaTransfer
import Testing

@testable import KartotekaWeb
@testable import Northwind

@Suite("Shipped orders")
struct ClosingTests {
  /// An order of four of ten pieces, shipped, and its line.
  private static func shipped() async throws -> (here: Wholesaler, order: RecordID, line: RecordID) {
    let here = try await Wholesaler()
    let order = try await here.order([1: 4])
    #expect(try await here.ship(order).status == 200)
    return (here, order, try #require(try await here.shop.store.fetch(OrderDetail.all).first?.id))
  }

  @Test("NW-7 a shipped date is set by shipping alone: neither a new order nor a change of one can bring it along")
  func date() async throws {
    let here = try await Wholesaler()
    let order = try await here.order([1: 4])
    let change = try await here.shop.api(.patch, "/orders/\(order)", #"{"shippedDate": "2026-07-05", "freight": 5}"#)
    #expect(try change.status == 422 && change.wrong == ["shippedDate"], "\(change.text)")
    #expect(try change.json.text("action") == "ship" && change.text.contains("Only the action ship sets this"))
    let new = try await here.shop.api(
      .post, "/orders", #"{"customer": 1, "shippedDate": "2026-07-05", "lines": [{"product": 1, "quantity": 1}]}"#)
    #expect(try new.status == 422 && new.wrong == ["shippedDate"], "\(new.text)")
    #expect(try await here.shop.count("order") == 1)
    #expect(try await here.stock() == [10, 3, 0])
    #expect(try await here.json("/orders/\(order)").text("freight") == "0.00")
    _ = try await here.ship(order)
    let open = try await here.shop.api(.patch, "/orders/\(order)", #"{"shippedDate": null}"#)
    #expect(try open.status == 422 && open.wrong == ["shippedDate"], "\(open.text)")
    #expect(try await here.json("/orders/\(order)").text("state") == "shipped")
  }

  @Test(
    "NW-9 a row that would set the date of a shipped order is rejected with its reason, and the others are loaded",
    arguments: [true, false])
  func imported(isDryRun: Bool) async throws {
    let (here, order, _) = try await Self.shipped()
    let other = try await here.order([2: 1])
    var options = ImportOptions()
    (options.origin, options.isDryRun) = (.screen, isDryRun)
    let importer = Importer(here.shop.store, options: options)
    let csv = "OrderID,ShippedDate,Freight\n\(order),,3\n\(other),,7\n"
    let report = try await importer.run(
      importer.plan([ImportFile(TextSource(csv, name: "orders.csv"), into: "orders")]))
    let result = try #require(report.files.first)
    #expect((result.updated, result.rejected) == (1, 1))
    let reason = Phrase("Only the action {action} sets this", ["action": .text("ship")])
    #expect(result.rejects.first?.faults.map(\.reason) == [reason])
    #expect(try await here.json("/orders/\(other)").text("freight") == (isDryRun ? "0.00" : "7.00"))
    #expect(try await here.json("/orders/\(order)").text("state") == "shipped")
  }

  @Test("NW-7 a note on a shipped order can be written")
  func noted() async throws {
    let (here, order, _) = try await Self.shipped()
    let note = try await here.shop.api(.post, "/order-notes", #"{"order": \#(order), "text": "The parcel is late"}"#)
    #expect(note.status == 201, "\(note.text)")
  }

  @Test("NW-7 a client may send a shipped order back with its date, and change fields besides its lines")
  func sentBack() async throws {
    let (here, order, line) = try await Self.shipped()
    let date = try #require(try await here.json("/orders/\(order)").text("shippedDate"))
    let answer = try await here.shop.api(
      .patch, "/orders/\(order)",
      #"{"shippedDate": "\#(date)", "shipCity": "Lyon", "lines": [{"id": \#(line), "product": 1, "quantity": 4}]}"#)
    #expect(try answer.status == 200 && answer.json.text("shipCity") == "Lyon", "\(answer.text)")
  }

  @Test("NW-7 nothing is added to a shipped order, changed in it, taken from it or moved, and it is not deleted")
  func closed() async throws {
    let (here, _, _) = try await Self.shipped()
    try await here.order([2: 1])
    let before = try await here.shop.store.fetch(OrderDetail.all)
    let last = try await here.shop.store.lastChangeSet()
    let requests: [(HTTPRequest.Method, String, String?)] = [
      (HTTPRequest.Method.patch, "/orders/1", #"{"lines": [{"id": 1, "quantity": 5}]}"#),
      (.patch, "/orders/1", #"{"lines": [{"product": 2, "quantity": 1}]}"#),
      (.patch, "/orders/1", #"{"lines": [{"id": 1}, {"product": 2, "quantity": 1}]}"#),
      (.post, "/order-details", #"{"order": 1, "product": 2, "quantity": 1}"#),
      (.patch, "/order-details/1", #"{"quantity": 5}"#), (.patch, "/order-details/1", #"{"unitPrice": 1}"#),
      (.patch, "/order-details/1", #"{"order": 2}"#), (.patch, "/order-details/2", #"{"order": 1}"#),
      (.delete, "/order-details/1", nil), (.delete, "/orders/1", nil),
    ]
    for (method, path, body) in requests {
      let said = Comment("\(method) \(path) \(body ?? "")")
      let answer = try await here.shop.api(method, path, body)
      #expect(answer.status == 409, said)
      #expect(answer.text.contains("This order is shipped") && answer.text.contains("take-back"), said)
      #expect(try await here.shop.store.fetch(OrderDetail.all) == before, said)
      #expect(try await here.stock() == [6, 3, 0], said)
      #expect(try await here.shop.store.lastChangeSet() == last, said)
    }
  }

  @Test("NW-7 the screens refuse it, too, and lead to taking the order back")
  func screens() async throws {
    let (here, order, line) = try await Self.shipped()
    // Without asking first.
    let deleted = try await here.shop.submit("/orders/\(order)/delete")
    #expect(deleted.status == 409 && deleted.text.contains("Order \(order) can&#39;t be deleted"), "\(deleted.text)")
    #expect(deleted.text.contains("href=\"/northwind/orders/\(order)/actions/take-back\""))
    let part = try await here.shop.submit("/order-details/\(line)/delete", ["_confirmed": "yes"])
    #expect(
      part.status == 409 && part.text.contains("/northwind/orders/\(order)/actions/take-back"),
      "\(part.status) \(part.text)")
    let changed = try await here.shop.submit("/order-details/\(line)", ["quantity": "9"])
    #expect(changed.status == 409 && changed.text.contains("This order is shipped"))
    let moved = try await here.shop.submit("/orders/\(order)", ["shippedDate": "", "_etag": "x"])
    #expect(moved.status < 500)
    #expect(try await here.json("/orders/\(order)").text("state") == "shipped")
    #expect(try await here.stock() == [6, 3, 0])
    #expect(try await here.shop.count("order") == 1)
  }

  @Test("NW-7 takes a shipped order back: its products are in stock again, and it can be changed, shipped or cancelled")
  func takeBack() async throws {
    let (here, order, line) = try await Self.shipped()
    let answer = try await here.shop.api(.post, "/orders/\(order)/actions/take-back")
    #expect(answer.status == 200 && answer.text.contains("Took back Order \(order)"), "\(answer.text)")
    #expect(try await here.stock() == [10, 3, 0])
    #expect(try await here.json("/orders/\(order)").text("state") == "new")
    let again = try await here.shop.api(.post, "/orders/\(order)/actions/take-back")
    #expect(again.status == 409 && again.text.contains("in the state “New”"), "\(again.text)")
    #expect(try await here.shop.api(.patch, "/order-details/\(line)", #"{"quantity": 5}"#).status == 200)
    try await here.shop.store.undo(try #require(try await here.shop.store.lastChangeSet()).id, .code)
    try await here.shop.store.undo(try #require(try answer.json.number("changeset")), .code)
    #expect(try await here.stock() == [6, 3, 0])
    #expect(try await here.json("/orders/\(order)").text("state") == "shipped")
    _ = try await here.shop.api(.post, "/orders/\(order)/actions/take-back")
    #expect(try await here.shop.api(.delete, "/orders/\(order)").status == 204)
  }

  @Test("NW-9 files may say that an order was shipped, and bring its lines")
  func files() async throws {
    let here = try await Wholesaler()
    let files = [
      "orders.csv": "OrderID,CustomerID,OrderDate,ShippedDate\n70,1,1996-07-04,1996-07-16\n",
      "order-details.csv": "OrderID,ProductID,UnitPrice,Quantity,Discount\n70,1,14,12,0\n",
    ]
    for isFirst in [true, false] {
      let importer = Importer(here.shop.store)
      let plan = try importer.plan(files.map { ImportFile(try TextSource($0.value, name: $0.key)) })
      let report = try await importer.run(plan)
      #expect(report.files.reduce(0) { $0 + $1.inserted } == (isFirst ? 2 : 0))
      #expect(report.files.reduce(0) { $0 + $1.rejected + $1.updated } == 0)
    }
    let order = try await here.json("/orders/70")
    #expect(order.text("state") == "shipped" && order.text("total") == "168.00")
    // What a file leaves out stays out: it says all there is to know.
    #expect(order["shipName"] == .null)
  }
}

@Suite("Where orders are sent to")
struct FillingTests {
  private static func here() async throws -> Wholesaler {
    let here = try await Wholesaler()
    _ = try await here.shop.api(
      .patch, "/customers/1", #"{"address": "Obere Str. 57", "city": "Berlin", "country": "Germany"}"#)
    try await here.shop.add("/customers", #"{"companyName": "Blauer See", "city": "Mannheim", "region": "BW"}"#)
    return here
  }

  private static let names = ["shipName", "shipAddress", "shipCity", "shipRegion", "shipPostalCode", "shipCountry"]

  private static func address(_ order: JSONObject) -> [String?] { names.map { order.text($0) } }

  @Test("NW-6 sends an order to its customer unless any part of an address is given; then that is all of it")
  func program() async throws {
    let here = try await Self.here()
    let order = try await here.order([1: 1])
    #expect(
      Self.address(try await here.json("/orders/\(order)"))
        == ["Alfreds Futterkiste", "Obere Str. 57", "Berlin", nil, nil, "Germany"])
    let given = try await here.order([1: 1], #", "shipCity": "Lyon""#)
    #expect(Self.address(try await here.json("/orders/\(given)")) == [nil, nil, "Lyon", nil, nil, nil])
    // A change is no new order: what it takes away stays away.
    _ = try await here.shop.api(.patch, "/orders/\(given)", #"{"shipCity": null}"#)
    #expect(Self.address(try await here.json("/orders/\(given)")) == [nil, nil, nil, nil, nil, nil])
  }

  @Test("NW-6 the form shows the customer's address once the customer is chosen, and another's instead of it")
  func form() async throws {
    let here = try await Self.here()
    func shown(_ page: Answer) -> [String] {
      Self.names.map { name in
        let field = page.text.split(separator: "<input ").first { $0.contains("name=\"\(name)\"") }
        return field?.firstMatch(of: #/value="([^"]*)"/#).map { String($0.1) } ?? ""
      }
    }
    let begun = try await here.shop.page("/orders/new?customer=1")
    #expect(shown(begun) == ["Alfreds Futterkiste", "Obere Str. 57", "Berlin", "", "", "Germany"])
    let first = try await here.shop.submit(
      "/orders", ["_lines": "", "_deed": "edit", "_choosing": "customer", "_was": "", "customer": "1"])
    #expect(shown(first) == ["Alfreds Futterkiste", "Obere Str. 57", "Berlin", "", "", "Germany"])
    let other = try await here.shop.submit(
      "/orders",
      [
        "_lines": "", "_deed": "edit", "_choosing": "customer", "_was": "1", "customer": "2",
        "shipName": "Alfreds Futterkiste", "shipAddress": "Obere Str. 57", "shipCity": "Berlin",
        "shipCountry": "Germany",
      ])
    #expect(shown(other) == ["Blauer See", "", "Mannheim", "BW", "", ""])
    let typed = try await here.shop.submit(
      "/orders",
      [
        "_lines": "", "_deed": "edit", "_choosing": "customer", "_was": "1", "customer": "2", "shipCity": "Lyon",
      ])
    #expect(shown(typed) == ["", "", "Lyon", "", "", ""])
  }
}
