import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

private struct Order: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let buyer = ToOne<Buyer>("Buyer", onDelete: .nullify)
  let shippedAt = Attribute<Date>(
    "Shipped", .closesRecord(by: "ship", reopenedBy: "reopen", isSealing: true, "It is shipped."))
  let lines = ToMany<Line>("Lines", inverse: \.order)
}

private struct Line: Entity {
  let text = Attribute<String>("Text", .required, .title)
  let order = ToOne<Order>("Order", required: true, onDelete: .cascade)
}

private struct Buyer: Entity {
  let name = Attribute<String>("Name", .required, .title)
}

@Suite("Undo beside records that were closed since")
struct UndoneClosingTests {
  private static let model = ModelDescription([Order.self, Line.self, Buyer.self])
  private let store: Store
  private let order, line, buyer: EntityDescription

  init() throws {
    store = try Store(inMemory: Self.model)
    order = try #require(Self.model.entity(named: "order"))
    line = try #require(Self.model.entity(named: "line"))
    buyer = try #require(Self.model.entity(named: "buyer"))
  }

  private func perform(
    _ origin: ChangeSet.Origin = .screen, _ body: @escaping @Sendable (Transaction) throws -> Void
  ) async throws -> Int64 { try #require(try await store.perform(origin, body).changeSet) }

  private func addOrder() async throws -> Int64 {
    try await perform { [order, line] transaction in
      var record = AnyRecord(order)
      record["name"] = .text("No. 1")
      let id = try #require(try transaction.insert(record).id)
      var part = AnyRecord(line)
      (part["text"], part["order"]) = (.text("Ink"), .integer(id))
      try transaction.insert(part)
    }
  }

  private func changeLine(_ text: String) async throws -> Int64 {
    try await perform { [line] transaction in
      var part = try #require(try transaction.record(line, id: 1))
      part["text"] = .text(text)
      try transaction.update(part)
    }
  }

  @discardableResult
  private func ship(_ isShipped: Bool = true, text: String? = nil) async throws -> Int64 {
    try await perform(.code) { [order, line] transaction in
      var record = try #require(try transaction.record(order, id: 1))
      record["shippedAt"] = isShipped ? .text("2026-01-02T03:04:05.000Z") : .null
      try transaction.update(record)
      guard let text else { return }
      var part = try #require(try transaction.record(line, id: 1))
      part["text"] = .text(text)
      try transaction.update(part)
    }
  }

  private let reason: Phrase = "{title}: {reason}"

  private func refuses(_ changeSet: Int64, _ origin: ChangeSet.Origin = .screen) async throws -> Bool {
    let obstacle = try await store.obstacle(toUndoing: changeSet, as: origin)
    do {
      try await store.undo(changeSet, origin)
      #expect(obstacle == nil)
      return false
    } catch StoreError.cannotUndo(let found) {
      #expect(obstacle == found && found.key == reason.key)
      return true
    }
  }

  @Test(
    "Neither a line of a shipped order is changed back, nor one that was deleted brought back, nor an added one taken away"
  )
  func lines() async throws {
    _ = try await addOrder()
    let change = try await changeLine("Paper")
    let added = try await perform { [line] transaction in
      var part = AnyRecord(line)
      (part["text"], part["order"]) = (.text("Pen"), .integer(1))
      try transaction.insert(part)
    }
    _ = try await perform { [line] transaction in
      var part = AnyRecord(line)
      (part["text"], part["order"]) = (.text("Glue"), .integer(1))
      try transaction.insert(part)
    }
    let gone = try await perform { [line] in try $0.delete(line, id: 3) }
    try await ship()
    for changeSet in [change, added, gone] {
      for origin in [ChangeSet.Origin.screen, .api] { #expect(try await refuses(changeSet, origin)) }
    }
    let trash = try #require(try await store.deletedRecords(limit: 1).records.first)
    await #expect(throws: StoreError.self) { try await store.bringBack(trash.number, .screen) }
    let texts = try await store.fetch(AnyFetchRequest("line")).records.map { $0["text"] }
    #expect(Set(texts) == [.text("Paper"), .text("Pen")])
    // Code may.
    #expect(try await !refuses(gone, .code))
  }

  @Test("A change of the order itself stays as well, in parts too")
  func sealed() async throws {
    _ = try await addOrder()
    let change = try await perform { [order] transaction in
      var record = try #require(try transaction.record(order, id: 1))
      record["name"] = .text("No. 2")
      try transaction.update(record)
    }
    try await ship()
    #expect(try await refuses(change))
    _ = try await store.beginUndo(change, .screen)
    while let undo = try await store.longUndo(), !undo.isOver { _ = try await store.continueUndo(part: .zero) }
    #expect(try await store.longUndo()?.isTakenBack == true)
    #expect(try await store.record(order, id: 1)?["name"] == .text("No. 2"))
  }

  @Test("What closed a record, and what opened it again, can be undone with all that it did to its parts")
  func itself() async throws {
    _ = try await addOrder()
    let shipping = try await ship(text: "Paper")
    #expect(try await !refuses(shipping))
    #expect(try await store.record(order, id: 1)?["shippedAt"].isNull == true)
    try await ship()
    let opening = try await ship(false, text: "Glue")
    #expect(try await !refuses(opening))
    #expect(try await store.record(order, id: 1)?["shippedAt"].isNull == false)
    #expect(try await store.record(line, id: 1)?["text"] == .text("Ink"))
  }

  @Test("An order that was added and shipped in one go can be undone")
  func addedClosed() async throws {
    let changeSet = try await perform(.code) { [order, line] transaction in
      var record = AnyRecord(order)
      (record["name"], record["shippedAt"]) = (.text("No. 1"), .text("2026-01-02T03:04:05.000Z"))
      let id = try #require(try transaction.insert(record).id)
      var part = AnyRecord(line)
      (part["text"], part["order"]) = (.text("Ink"), .integer(id))
      try transaction.insert(part)
    }
    #expect(try await !refuses(changeSet))
    let undoing = try #require(try await store.changeSet(changeSet)?.undoneBy)
    #expect(try await !refuses(undoing))
  }

  @Test("A buyer comes back with the references of shipped orders, as it could go")
  func references() async throws {
    _ = try await addOrder()
    _ = try await perform { [order, buyer] transaction in
      var person = AnyRecord(buyer)
      person["name"] = .text("Anna")
      let id = try #require(try transaction.insert(person).id)
      var record = try #require(try transaction.record(order, id: 1))
      record["buyer"] = .integer(id)
      try transaction.update(record)
    }
    try await ship()
    let deletion = try await perform { [buyer] in try $0.delete(buyer, id: 1) }
    #expect(try await !refuses(deletion))
    #expect(try await store.record(order, id: 1)?["buyer"] == .integer(1))
  }

  @Test("Lines that a bulk import added to an order stay when it is shipped")
  func bulk() async throws {
    _ = try await addOrder()
    let changeSet = try await perform(.import) { [line] transaction in
      let bulk = try transaction.bulkInsert(line)
      for text in ["Pen", "Glue"] {
        bulk.bind(.text(text), at: 0)
        bulk.bind(.integer(1), at: 1)
        try bulk.insert()
      }
      try bulk.finish()
    }
    try await ship()
    #expect(try await refuses(changeSet))
    #expect(try await store.count(AnyFetchRequest("line")) == 3)
    try await ship(false)
    #expect(try await !refuses(changeSet))
  }

  @Test("An addition can't be undone while it has parts that others have added since")
  func foreignParts() async throws {
    let adding = try await perform { [order] transaction in
      var record = AnyRecord(order)
      record["name"] = .text("No. 1")
      try transaction.insert(record)
    }
    let part = try await perform { [line] transaction in
      var part = AnyRecord(line)
      (part["text"], part["order"]) = (.text("Ink"), .integer(1))
      try transaction.insert(part)
    }
    #expect(try await store.obstacle(toUndoing: adding)?.key == "Other records refer to {title} now")
    await #expect(throws: StoreError.self) { try await store.undo(adding, .screen) }
    #expect(try await store.count(AnyFetchRequest("line")) == 1)
    try await store.undo(part, .screen)
    try await store.undo(adding, .screen)
    #expect(try await store.count(AnyFetchRequest("order")) == 0)
  }
}

@Suite("Rules after an undo in parts")
struct LongUndoRuleTests {
  @Test("What an undo at once is refused for ends one in parts, and what it has done is taken back")
  func rules() async throws {
    var options = StoreOptions()
    // Two people of one name are too many.
    options.code = [
      RecordCode("user", .check) { change in
        let count = try change.transaction.database.first(
          Int.self, "SELECT count(*) FROM users WHERE last_name = ?", [change.record["lastName"]])
        if count ?? 0 > 1 { throw StoreError.refused("There is one already") }
      }
    ]
    let store = try Store(inMemory: school, options: options)
    func add(_ names: [String]) async throws {
      _ = try await store.perform(.code) { transaction in
        for name in names {
          var user = AnyRecord(entity("user"))
          (user["firstName"], user["lastName"]) = (.text("Anna"), .text(name))
          try transaction.insert(user)
        }
      }
    }
    try await add((1...120).map { "Name \($0)" })
    let deletion = try #require(try await store.deleteAll(.screen).changeSet)
    try await add(["Name 60"])
    let reason = await #expect(throws: StoreError.self) { try await store.undo(deletion, .screen) }
    _ = try await store.beginUndo(deletion, .screen)
    while let undo = try await store.longUndo(), !undo.isOver { _ = try await store.continueUndo(part: .zero) }
    let over = try #require(try await store.longUndo())
    let given = try #require(over.reason)
    #expect(over.isTakenBack && StoreError.cannotUndo(given) == reason)
    #expect(try await store.count(AnyFetchRequest("user")) == 1)
    _ = try await store.perform(.code) { try $0.delete(entity("user"), id: 121) }
    _ = try await store.beginUndo(deletion, .screen)
    while let undo = try await store.longUndo(), !undo.isOver { _ = try await store.continueUndo(part: .zero) }
    #expect(try await store.longUndo()?.isTakenBack == false)
    #expect(try await store.count(AnyFetchRequest("user")) == 120)
  }
}
