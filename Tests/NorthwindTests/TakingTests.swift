import Kartoteka
import KartotekaTestSupport
import Northwind
import Testing

@testable import KartotekaWeb

@Suite("Taking orders")
struct TakingTests {
  @Test(
    "NW-6 takes an order with its lines in one change set; prices are the products' unless given, and dates are today's"
  )
  func whole() async throws {
    let here = try await Wholesaler()
    let answer = try await here.shop.api(
      .post, "/orders",
      #"""
      {"customer": 1, "freight": 4.5, "lines": [
        {"product": 1, "quantity": 12, "discount": 0.05}, {"product": 2, "quantity": 3, "unitPrice": 20}]}
      """#)
    #expect(answer.status == 201, "\(answer.text)")
    let order = try answer.json
    #expect(order.text("orderDate") == CalendarDate.today.description)
    // 12 × 18.00 less 5 % is 205.20, and 60.00, and what it costs to send.
    #expect(order.text("total") == "269.70" && order.text("state") == "new")
    let id = try #require(order.number("id"))
    let lines = try await here.shop.api(.get, "/orders/\(id)/lines?sort=id").text
    #expect(lines.contains(#""unitPrice":18.00"#) && lines.contains(#""amount":205.20"#))
    #expect(lines.contains(#""unitPrice":20.00"#))
    let changeSet = try #require(try await here.shop.store.lastChangeSet())
    #expect(Localizer.english(changeSet.name) == "Added Order \(id)")
    try await here.shop.store.undo(changeSet.id, .code)
    #expect(try await here.shop.count("order") == 0)
    #expect(try await here.shop.count("orderDetail") == 0)
  }

  @Test("NW-6 keeps the price of the day: a product's later price changes no line")
  func priceOfTheDay() async throws {
    let here = try await Wholesaler()
    let id = try await here.order([1: 2])
    _ = try await here.shop.api(.patch, "/products/1", #"{"unitPrice": 99}"#)
    #expect(try await here.json("/orders/\(id)").text("total") == "36.00")
  }

  @Test("NW-6 takes nothing of an order that is wrong anywhere, and says where")
  func wrong() async throws {
    let here = try await Wholesaler()
    for (body, fields) in [
      (#""lines": []"#, ["lines"]), (#""lines": {"product": 1}"#, ["lines"]), (#""lines": [7]"#, ["lines[0]"]),
      (#""lines": [{"product": 1, "quantity": 1}, {"product": 2, "quantity": -1}]"#, ["lines[1].quantity"]),
      (
        #""lines": [{"product": 1, "quantity": 0}, {"quantity": 1}]"#,
        ["lines[0].quantity", "lines[1].product", "lines[1].unitPrice"]
      ),
      (#""lines": [{"product": 1, "quantity": 1.5}]"#, ["lines[0].quantity"]),
      (#""lines": [{"product": 1, "quantity": 9000000}]"#, ["lines[0].quantity"]),
      (#""lines": [{"product": 1, "quantity": 1, "discount": 1.5}]"#, ["lines[0].discount"]),
      (#""lines": [{"product": 1, "quantity": 1, "unitPrice": "10,50x"}]"#, ["lines[0].unitPrice"]),
      (#""lines": [{"product": 1, "quantity": 1}, {"product": 99, "quantity": 1}]"#, ["lines[1].product"]),
      (
        #""lines": [{"product": 1, "quantity": 1}, {"product": 1, "quantity": 2}]"#,
        ["lines[1].order", "lines[1].product"]
      ),
      (#""lines": [{"product": 1, "quantity": 1, "order": 5}]"#, ["lines[0].order"]),
      (#""lines": [{"id": 3, "product": 1, "quantity": 1}]"#, ["lines[0].id"]),
      (#""lines": [{"product": 1, "quantity": 1, "colour": "red"}]"#, ["lines[0].colour"]),
      (#""orderDate": "2026-02-30", "lines": [{"product": 1, "quantity": 0}]"#, ["lines[0].quantity", "orderDate"]),
      (#""freight": "1,5x", "lines": [{"product": 1, "quantity": 1}]"#, ["freight"]),
      (#""total": 5, "lines": [{"product": 1, "quantity": 1}]"#, ["total"]),
    ] {
      let answer = try await here.shop.api(.post, "/orders", #"{"customer": 1, \#(body)}"#)
      #expect(try [409, 422].contains(answer.status) && answer.wrong == fields, "\(body): \(answer.text)")
      #expect(try await here.shop.count("order") == 0, "\(body)")
      #expect(try await here.shop.count("orderDetail") == 0, "\(body)")
    }
  }

  @Test(
    "NW-6 says in the person's language that an order needs a line",
    arguments: [("pl", "Musi być co najmniej 1"), ("en", "There has to be at least one")])
  func noLines(language: String, words: String) async throws {
    let here = try await Wholesaler()
    let answer = try await here.shop.api(.post, "/orders", #"{"lines": []}"#, language: language)
    #expect(answer.status == 422 && answer.text.contains(words), "\(answer.text)")
    // An order alone, as files have it, is taken: its lines come after it.
    #expect(try await here.shop.api(.post, "/orders", #"{"customer": 1}"#).status == 201)
  }

  @Test("NW-6 an order needs a customer or is a cash sale, by the API, by code and in a batch, new and changed")
  func customer() async throws {
    let here = try await Wholesaler()
    let reason = "Choose the customer, or mark the order as a cash sale."
    for body in ["{}", #"{"customer": null, "orderDate": "2026-11-01"}"#, #"{"cashSale": false}"#] {
      let answer = try await here.shop.api(.post, "/orders", body)
      #expect(
        try answer.status == 422 && answer.wrong == ["customer"] && answer.text.contains(reason), "\(answer.text)")
    }
    let polish = try await here.shop.api(.post, "/orders", "{}", language: "pl")
    #expect(polish.status == 422 && !polish.text.contains(reason), "\(polish.text)")
    await #expect(throws: StoreError.self) {
      var order = Record<Order>()
      try await here.shop.store.save(&order)
    }
    let sale = try await here.shop.api(.post, "/orders", #"{"cashSale": true}"#)
    let id = try #require(try sale.json.number("id"))
    let change = try await here.shop.api(.patch, "/orders/\(id)", #"{"cashSale": false}"#)
    #expect(try change.status == 422 && change.wrong == ["customer"], "\(change.text)")
    #expect(
      try await here.shop.api(.patch, "/orders/\(id)", #"{"cashSale": false, "customer": 1}"#).status == 200)
    #expect(try await here.shop.api(.patch, "/orders/\(id)", #"{"customer": null}"#).status == 422)
    #expect(try await here.shop.count("order") == 1)
  }

  @Test("NW-6 changes lines: with a number changed, without added, those missing deleted, all in one change set")
  func change() async throws {
    let here = try await Wholesaler()
    let id = try await here.order([1: 2, 2: 1])
    let before = try await here.shop.store.fetch(OrderDetail.all)
    let first = try #require(before.first?.id)
    let answer = try await here.shop.api(
      .patch, "/orders/\(id)",
      #"{"freight": 1, "lines": [{"id": \#(first), "quantity": 5}, {"product": 3, "quantity": 1}]}"#)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(try answer.json.text("total") == "114.25")
    let changeSet = try #require(try await here.shop.store.lastChangeSet())
    #expect(Localizer.english(changeSet.name) == "Changed Order \(id)")
    try await here.shop.store.undo(changeSet.id, .code)
    #expect(try await here.shop.store.fetch(OrderDetail.all) == before)
    #expect(try await here.json("/orders/\(id)").text("total") == "55.50")
  }

  @Test("NW-6 changes nothing of an order whose changed lines are wrong, and no lines of another order")
  func wrongChange() async throws {
    let here = try await Wholesaler()
    let id = try await here.order([1: 2, 2: 1])
    let other = try await here.order([3: 1])
    let lines = try await here.shop.store.fetch(OrderDetail.all)
    let foreign = try #require(lines.last?.id)
    for (body, field) in [
      (#"{"freight": 9, "lines": [{"id": \#(lines[0].id ?? 0), "quantity": -3}]}"#, "lines[0].quantity"),
      (#"{"freight": 9, "lines": [{"id": \#(foreign), "quantity": 3}]}"#, "lines[0].id"),
      (#"{"freight": 9, "lines": []}"#, "lines"),
    ] {
      let answer = try await here.shop.api(.patch, "/orders/\(id)", body)
      #expect(try answer.status == 422 && answer.wrong == [field], "\(answer.text)")
    }
    #expect(try await here.shop.store.fetch(OrderDetail.all) == lines)
    #expect(try await here.json("/orders/\(id)").text("freight") == "0.00")
    #expect(try await here.json("/orders/\(other)").text("total") == "23.25")
  }

  @Test("NW-6 refuses a product that was deleted meanwhile, and keeps one that orders name")
  func deletedProduct() async throws {
    let here = try await Wholesaler()
    #expect(try await here.shop.api(.delete, "/products/3").status == 204)
    let late = try await here.shop.api(.post, "/orders", #"{"customer": 1, "lines": [{"product": 3, "quantity": 1}]}"#)
    #expect(try late.wrong == ["lines[0].product"], "\(late.text)")
    try await here.order([1: 1])
    try await here.order([1: 2])
    let denied = try await here.shop.api(.delete, "/products/1")
    #expect(denied.status == 409 && denied.text.contains("order-details (2)"), "\(denied.text)")
  }

  @Test("NW-6 knows what is reserved by orders that are not shipped, and what is free")
  func reserved() async throws {
    let here = try await Wholesaler()
    let first = try await here.order([1: 4, 2: 1])
    try await here.order([1: 3])
    var product = try await here.json("/products/1")
    #expect(product.number("reserved") == 7 && product.number("free") == 3)
    #expect(try await here.ship(first).status == 200)
    product = try await here.json("/products/1")
    #expect(product.number("reserved") == 3 && product.number("free") == 3)
    #expect(try await here.json("/products/3").number("reserved") == 0)
  }

  @Test("NW-6 describes it in the API's document: lines, what is worked out, states")
  func described() async throws {
    let document = try await Wholesaler().shop.api(.get, "/openapi.json").json
    guard case .object(let components)? = document["components"], case .object(let schemas)? = components["schemas"],
      case .object(let order)? = schemas["NewOrder"], case .object(let properties)? = order["properties"],
      case .object(let lines)? = properties["lines"], case .object(let item)? = lines["items"],
      case .array(let required)? = item["required"]
    else {
      Issue.record("The document has no lines of a new order")
      return
    }
    #expect(lines.number("minItems") == 1)
    #expect(required == ["quantity", "product"])
    guard case .object(let record)? = schemas["Order"], case .object(let fields)? = record["properties"] else { return }
    #expect(fields["total"] != nil && fields["state"] != nil)
    // A record has its lines where they are included.
    #expect(fields["lines"] != nil && fields["linesTotal"] != nil)
    guard case .array(let always)? = record["required"] else { return }
    #expect(!always.contains("lines") && !always.contains("linesTotal"))
  }
}
