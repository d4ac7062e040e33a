import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Rules, required fields and defaults that are formulas, in the store")
struct FormulaRuleTests {
  private static func store() throws -> Store { try Store(inMemory: RuledShop.model) }

  /// The names of the broken rules with their fields.
  private func broken(_ error: StoreError?) -> [String] {
    guard case .invalid(let faults)? = error else { return ["\(error as Any)"] }
    return faults.map { "\($0.rule ?? "-") \($0.field)" }
  }

  @Test("A rule over the record's own values refuses a change with its sentence at the fields that it names")
  func own() async throws {
    let store = try Self.store()
    let order = RuledShop.order(["placed": .text("2026-03-05"), "due": .text("2026-03-01")])
    let whole = RecordWithParts(order, parts: ["lines": [RuledShop.line(100, 1)]])
    let error = await #expect(throws: StoreError.self) { try await store.perform(.api) { try $0.save(whole) } }
    #expect(broken(error) == ["dueLater due", "dueLater placed"])
    guard case .invalid(let faults)? = error else { return }
    #expect(Localizer.english(faults[0].phrase) == "Due must not be before the order")
    let count = try await store.count(AnyFetchRequest("order"))
    #expect(count == 0)
  }

  @Test("A comparison with an empty value keeps a rule")
  func empty() async throws {
    let store = try Self.store()
    _ = try await store.perform(.api) { transaction in
      let customer = try transaction.insert(RuledShop.customer(credit: nil))
      var order = RuledShop.order(["placed": .text("2026-03-05"), "customer": .integer(customer.id ?? 0)])
      order.emptied = [try #require(order.entity.position(of: "due"))]
      let stored = try transaction.save(RecordWithParts(order, parts: ["lines": [RuledShop.line(999_999, 9)]]))
      #expect(stored["due"] == .null)
    }
  }

  @Test("A rule over parts is checked when all of them are written, and when one of them changes or goes")
  func parts() async throws {
    let store = try Self.store()
    let ids = try await store.perform(.api) { transaction in
      let customer = try transaction.insert(RuledShop.customer(credit: 1_000))
      let order = RuledShop.order(["customer": .integer(customer.id ?? 0)])
      let stored = try transaction.save(RecordWithParts(order, parts: ["lines": [RuledShop.line(500, 2)]]))
      let lines = try transaction.related(
        stored.entity, try #require(stored.entity.relationship("lines")), of: stored.id ?? 0)
      return (order: stored.id ?? 0, line: lines[0])
    }.value
    let more = await #expect(throws: StoreError.self) {
      try await store.perform(.api) { try $0.insert(RuledShop.line(1, 1, of: ids.order)) }
    }
    #expect(
      more
        == .refused(
          Phrase(
            "{title}: {reason}",
            [
              "title": .phrase(Phrase("Order {number}", ["number": .text("1")])),
              "reason": .phrase("This is more than the customer's credit"),
            ])))
    let none = await #expect(throws: StoreError.self) {
      try await store.perform(.api) { try $0.delete(RuledShop.entity("line"), id: ids.line) }
    }
    guard case .refused? = none else {
      Issue.record("\(none as Any)")
      return
    }
    let lines = try await store.count(AnyFetchRequest("line"))
    #expect(lines == 1)
    // The order may lose a line and get another one in one transaction.
    _ = try await store.perform(.code) { transaction in
      try transaction.delete(RuledShop.entity("line"), id: ids.line)
      try transaction.insert(RuledShop.line(300, 3, of: ids.order))
    }
    // And code may write an order before its lines.
    _ = try await store.perform(.code) { transaction in
      let order = try transaction.insert(RuledShop.order([:]))
      try transaction.insert(RuledShop.line(300, 3, of: order.id ?? 0))
    }
    let alone = await #expect(throws: StoreError.self) {
      try await store.perform(.code) { try $0.insert(RuledShop.order([:])) }
    }
    #expect(broken(alone) == ["hasLines lines"])
  }

  @Test("A fault of a part names the part")
  func faultOfPart() async throws {
    let store = try Self.store()
    let whole = RecordWithParts(
      RuledShop.order([:]), parts: ["lines": [RuledShop.line(100, 1), RuledShop.line(100, 0)]])
    let error = await #expect(throws: StoreError.self) { try await store.perform(.api) { try $0.save(whole) } }
    guard case .inPart(relationship: "lines", index: 1, .invalid(let faults))? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(faults.map(\.rule) == ["some"])
  }

  @Test("A field is required while its formula is yes")
  func required() async throws {
    let store = try Self.store()
    let lines = ["lines": [RuledShop.line(100, 1)]]
    let error = await #expect(throws: StoreError.self) {
      try await store.perform(.api) {
        try $0.save(RecordWithParts(RuledShop.order(["isGift": .integer(1)]), parts: lines))
      }
    }
    #expect(broken(error) == ["- message"])
    _ = try await store.perform(.api) {
      try $0.save(RecordWithParts(RuledShop.order(["isGift": .integer(0)]), parts: lines))
      try $0.save(RecordWithParts(RuledShop.order(["isGift": .integer(1), "message": .text("Hello")]), parts: lines))
    }
  }

  @Test("A new record gets the values of formulas, after each other, and nothing where it was left empty")
  func defaults() async throws {
    let store = try Self.store()
    _ = try await store.perform(.api) { transaction in
      let customer = try transaction.insert(RuledShop.customer(credit: nil, discount: 25))
      let values: [String: Value] = ["placed": .text("2026-02-20"), "customer": .integer(customer.id ?? 0)]
      let lines = ["lines": [RuledShop.line(100, 1)]]
      let order = try transaction.save(RecordWithParts(RuledShop.order(values), parts: lines))
      #expect(order["due"] == .text("2026-03-06"))
      #expect(order["discount"] == .integer(25))
      var left = RuledShop.order(values)
      let position = try #require(left.entity.position(of: "discount"))
      #expect(left.read(json: .null, at: position) == nil)
      #expect(try transaction.save(RecordWithParts(left, parts: lines))["discount"] == .null)
      var given = RuledShop.order(values)
      given["due"] = .text("2026-05-01")
      #expect(try transaction.save(RecordWithParts(given, parts: lines))["due"] == .text("2026-05-01"))
    }
  }

  @Test("An undo is not refused by a rule, and the next change of the record is")
  func undo() async throws {
    let store = try Self.store()
    let lines = ["lines": [RuledShop.line(500, 2)]]
    let id = try await store.perform(.api) { transaction in
      let customer = try transaction.insert(RuledShop.customer(credit: 1_000))
      return try transaction.save(
        RecordWithParts(RuledShop.order(["customer": .integer(customer.id ?? 0)]), parts: lines)
      ).id ?? 0
    }.value
    let deletion = try await store.perform(.api) { try $0.delete(RuledShop.entity("order"), id: id) }
    _ = try await store.perform(.api) { transaction in
      var customer = try #require(try transaction.record(RuledShop.entity("customer"), id: 1))
      customer["credit"] = .integer(1)
      try transaction.update(customer)
    }
    try await store.undo(try #require(deletion.changeSet), .screen)
    let error = await #expect(throws: StoreError.self) {
      try await store.perform(.api) { transaction in
        var order = try #require(try transaction.record(RuledShop.entity("order"), id: id))
        order["isGift"] = .integer(0)
        try transaction.update(order)
      }
    }
    #expect(broken(error).contains("withinCredit lines"))
  }

  @Test("The records that break a new rule are counted, and the first of them named")
  func breaking() async throws {
    let store = try Self.store()
    _ = try await store.perform(.api) { transaction in
      for credit in [Int64?.some(5), nil, 50, 7] { try transaction.insert(RuledShop.customer(credit: credit)) }
    }
    let found = try await store.breaking(Formula("credit >= 0.10"), of: RuledShop.entity("customer"), first: 1)
    #expect(found.count == 2)
    #expect(found.records.map(\.id) == [1])
  }

  @Test("A form is told what is hidden, required and computed, and keeps what a person has typed")
  func following() async throws {
    let store = try Self.store()
    _ = try await store.perform(.api) { try $0.insert(RuledShop.customer(credit: nil, discount: 25)) }
    var order = RuledShop.order(["placed": .text("2026-02-20"), "customer": .integer(1)])
    var form = try await store.following(DraftRows(order), typed: [])
    #expect(form.hidden == ["message"])
    #expect(form.needed == [])
    #expect(form.values == ["due": .text("2026-03-06"), "discount": .integer(25)])
    order["isGift"] = .integer(1)
    order["due"] = .text("2026-02-21")
    form = try await store.following(DraftRows(order), typed: ["due"])
    #expect(form.hidden == [])
    #expect(form.needed == ["message"])
    #expect(form.values == ["discount": .integer(25)])
  }

  @Test("A kind of record without formulas is written without a statement for them")
  func cost() async throws {
    let mapping = ModelMapping(FormulaSamples.model)
    #expect(mapping.formulas.isEmpty)
  }
}
