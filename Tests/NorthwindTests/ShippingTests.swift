import Foundation
import Kartoteka
import KartotekaTestSupport
import Testing

@testable import KartotekaWeb
@testable import Northwind

@Suite("Shipping orders")
struct ShippingTests {
  @Test("NW-7 ships an order: shipper, date and freight are kept, and its products are taken out of stock")
  func ship() async throws {
    let here = try await Wholesaler()
    let id = try await here.order([1: 4, 2: 3])
    let answer = try await here.ship(id, #"{"shipper": 2, "date": "2026-07-09", "freight": 12.5}"#)
    #expect(answer.status == 200 && answer.text.contains("Shipped Order \(id)"), "\(answer.text)")
    // Chang is no longer on sale, and is shipped from stock all the same.
    #expect(try await here.stock() == [6, 0, 0])
    let order = try await here.json("/orders/\(id)")
    #expect(order.number("shipper") == 2 && order.text("shippedDate") == "2026-07-09")
    #expect(order.text("freight") == "12.50" && order.text("state") == "shipped")
    let changeSet = try #require(try answer.json.number("changeset"))
    try await here.shop.store.undo(changeSet, .code)
    #expect(try await here.stock() == [10, 3, 0])
    #expect(try await here.json("/orders/\(id)").text("state") == "new")
  }

  @Test("NW-7 ships today for the order's own freight, unless the inputs say otherwise")
  func defaults() async throws {
    let here = try await Wholesaler()
    let id = try await here.order([1: 1], #", "freight": 3.25, "shipper": 2"#)
    #expect(try await here.ship(id, "{}").status == 200)
    let order = try await here.json("/orders/\(id)")
    #expect(order.text("shippedDate") == CalendarDate.today.description && order.text("freight") == "3.25")
    #expect(order.number("shipper") == 2)
  }

  @Test("NW-7 changes nothing when products are short, and names all of them, with how many are there and needed")
  func short() async throws {
    let here = try await Wholesaler()
    let id = try await here.order([1: 4, 2: 5, 3: 1])
    let last = try await here.shop.store.lastChangeSet()
    for (language, words) in [
      ("en", "Not enough is in stock: Chang (3 there, 5 needed); Tofu (0 there, 1 needed)"),
      ("pl", "Za mało w magazynie: Chang (jest 3, potrzeba 5); Tofu (jest 0, potrzeba 1)"),
      ("ru", "Не хватает на складе: Chang (есть 3, нужно 5); Tofu (есть 0, нужно 1)"),
    ] {
      let answer = try await here.ship(id, language: language)
      #expect(try answer.status == 409 && answer.json.text("detail") == words, "\(answer.text)")
      #expect(try await here.stock() == [10, 3, 0])
      #expect(try await here.json("/orders/\(id)").text("state") == "new")
      #expect(try await here.shop.store.lastChangeSet() == last)
    }
  }

  @Test("NW-7 ships no order twice, none without lines, and none before it was ordered")
  func refused() async throws {
    let here = try await Wholesaler()
    let id = try await here.order([1: 1])
    let early = try await here.ship(id, #"{"shipper": 1, "date": "2026-07-03"}"#)
    #expect(try early.status == 422 && early.wrong == ["date"], "\(early.text)")
    #expect(try await here.ship(id).status == 200)
    let again = try await here.ship(id)
    #expect(again.status == 409 && again.text.contains("in the state “Shipped”"), "\(again.text)")
    #expect(try await here.stock() == [9, 3, 0])
    _ = try await here.shop.api(.post, "/orders", #"{"customer": 1, "orderDate": "2026-07-04"}"#)
    let empty = try await here.ship(id + 1)
    #expect(empty.status == 409 && empty.text.contains("has no lines yet"), "\(empty.text)")
  }

  @Test(
    "NW-7 can't be told a shipper that isn't there, a date that doesn't exist, less than no freight or anything else")
  func wrong() async throws {
    let here = try await Wholesaler()
    let id = try await here.order([1: 1])
    for (inputs, fields) in [
      ("{}", ["shipper"]), (#"{"shipper": 99}"#, ["shipper"]), (#"{"shipper": "Speedy"}"#, ["shipper"]),
      (#"{"shipper": null}"#, ["shipper"]), (#"{"shipper": 1, "date": "2026-02-30"}"#, ["date"]),
      (#"{"shipper": 1, "date": null}"#, ["date"]), (#"{"shipper": 1, "freight": -1}"#, ["freight"]),
      (#"{"shipper": 1, "freight": "1,5x"}"#, ["freight"]), (#"{"shipper": 1, "colour": 1}"#, ["colour"]),
    ] {
      let answer = try await here.ship(id, inputs)
      #expect(try answer.status == 422 && answer.wrong == fields, "\(inputs): \(answer.text)")
      #expect(try await here.stock() == [10, 3, 0], "\(inputs)")
    }
  }

  @Test("NW-7 two programs that ship the last items at once: as many orders go out as there are items, and no more")
  func race() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "northwind.sqlite")
    let one = try await Wholesaler(on: Store(northwind.description.model, at: file))
    var orders: [RecordID] = []
    for _ in 0..<12 { orders.append(try await one.order([1: 1, 2: 1])) }
    let other = try Shop(on: Store(northwind.description.model, at: file))
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for (index, id) in orders.enumerated() {
        let shop = index.isMultiple(of: 2) ? one.shop : other
        group.addTask { try await shop.api(.post, "/orders/\(id)/actions/ship", #"{"shipper": 1}"#).status }
      }
      return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
    }
    #expect(statuses == [200: 3, 409: 9])
    #expect(try await one.stock() == [7, 0, 0])
    #expect(try await one.shop.store.count(Order.all.where(\.shippedDate != nil)) == 3)
  }

  @Test("NW-12 orders more of a product, and puts what has come into stock: all, or a part, but no more than that")
  func stock() async throws {
    let here = try await Wholesaler()
    func act(_ action: String, _ inputs: String) async throws -> Int {
      try await here.shop.api(.post, "/products/2/actions/\(action)", inputs).status
    }
    for inputs in ["{}", #"{"quantity": 0}"#, #"{"quantity": -5}"#, #"{"quantity": 9000000}"#] {
      #expect(try await act("order-more", inputs) == 422, "\(inputs)")
    }
    #expect(try await act("order-more", #"{"quantity": 20}"#) == 200)
    #expect(try await act("receive", #"{"quantity": 21}"#) == 409)
    #expect(try await act("receive", #"{"quantity": 5}"#) == 200)
    #expect(try await act("receive", "{}") == 200)
    #expect(try await act("receive", "{}") == 409)
    let product = try await here.json("/products/2")
    #expect(product.number("unitsInStock") == 23 && product.number("unitsOnOrder") == 0)
  }
}
