import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

private struct Basket: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let items = ToMany<Item>("Items", inverse: \.basket)
}

private struct Item: Entity {
  let name = Attribute<String>("Name", .required, .title, .length(0...5))
  let basket = ToOne<Basket>("Basket", required: true, onDelete: .cascade)
}

@Suite("Changes that fail while their transaction goes on")
struct AttemptTests {
  private let model = ModelDescription([Basket.self, Item.self])
  private var basket: EntityDescription { get throws { try #require(model.entity(named: "basket")) } }
  private var item: EntityDescription { get throws { try #require(model.entity(named: "item")) } }

  /// A store whose code refuses baskets called "bad", at a moment.
  private func store(refusing moment: RecordCode.Moment?) throws -> Store {
    var options = StoreOptions()
    if let moment {
      options.code = [
        RecordCode("basket", moment) { change in
          if change.record["name"] == .text("bad") { throw StoreError.refused("It is bad") }
        }
      ]
    }
    return try Store(inMemory: model, options: options)
  }

  private func basket(_ name: String) throws -> AnyRecord {
    var record = AnyRecord(try basket)
    record["name"] = .text(name)
    return record
  }

  private func names(_ store: Store) async throws -> [Value] {
    try await store.fetch(AnyFetchRequest("basket")).records.map { $0["name"] }
  }

  @Test(
    "A record that code refuses is not stored, and the change set has nothing of it",
    arguments: [RecordCode.Moment.beforeSaving, .check, .afterSaving])
  func insert(moment: RecordCode.Moment) async throws {
    let store = try store(refusing: moment)
    let (bad, good) = (try basket("bad"), try basket("good"))
    let made = try await store.perform(.code) { transaction in
      #expect(throws: StoreError.refused("It is bad")) { try transaction.insert(bad) }
      try transaction.insert(good)
    }
    #expect(try await names(store) == [.text("good")])
    let id = try #require(made.changeSet)
    #expect(try await store.changeSet(id)?.name == Phrase("Added {title}", ["title": good.titleArgument]))
    #expect(made.changes.byEntity["basket"]?.inserted.count == 1)
    try await store.undo(id, .code)
    #expect(try await names(store) == [])
  }

  @Test("A change of a record that code refuses afterwards leaves the record as it was")
  func update() async throws {
    let store = try store(refusing: .afterSaving)
    let good = try basket("good")
    _ = try await store.perform(.code) { try $0.insert(good) }
    let outcome = try await store.perform(.code) { transaction in
      var record = try #require(try transaction.record(good.entity, id: 1))
      record["name"] = .text("bad")
      #expect(throws: StoreError.refused("It is bad")) { try transaction.update(record) }
      #expect(try transaction.record(good.entity, id: 1)?["name"] == .text("good"))
    }
    #expect(outcome.changeSet == nil && outcome.changes.isEmpty)
    #expect(try await names(store) == [.text("good")])
    #expect(try await store.lastChangeSet()?.id == 1)
  }

  @Test("A deletion that code refuses afterwards deletes neither the record nor its parts")
  func delete() async throws {
    let store = try store(refusing: .afterDeleting)
    let (bad, item) = (try basket("bad"), try item)
    _ = try await store.perform(.code) { transaction in
      let made = try transaction.insert(bad)
      var part = AnyRecord(item)
      part["name"] = .text("one")
      part["basket"] = made.id.map(Value.integer) ?? .null
      try transaction.insert(part)
    }
    let outcome = try await store.perform(.code) { transaction in
      #expect(throws: StoreError.refused("It is bad")) { try transaction.delete(bad.entity, id: 1) }
    }
    #expect(outcome.changeSet == nil)
    #expect(try await store.count(AnyFetchRequest("item")) == 1)
    #expect(try await names(store) == [.text("bad")])
  }

  @Test("A record whose new parts are refused keeps its parts, without any code of the application")
  func save() async throws {
    let store = try store(refusing: nil)
    let (good, item) = (try basket("good"), try item)
    var part = AnyRecord(item)
    part["name"] = .text("one")
    let whole = RecordWithParts(good, parts: ["items": [part]])
    let stored = try await store.perform(.code) { try $0.save(whole) }.value
    part["name"] = .text("too long")
    var changed = stored
    changed["name"] = .text("other")
    let second = RecordWithParts(changed, parts: ["items": [part]])
    let outcome = try await store.perform(.code) { transaction in
      #expect(throws: StoreError.self) { try transaction.save(second) }
    }
    #expect(outcome.changeSet == nil)
    #expect(try await store.fetch(AnyFetchRequest("item")).records.map { $0["name"] } == [.text("one")])
    #expect(try await names(store) == [.text("good")])
  }

  @Test("An attempt that throws takes back all of it, and one within another only its own part")
  func nested() async throws {
    struct Wrong: Error {}
    let store = try store(refusing: nil)
    let records = try ["a", "b", "c"].map(basket)
    let made = try await store.perform(.code) { transaction in
      try transaction.attempt {
        try transaction.insert(records[0])
        #expect(throws: Wrong.self) {
          try transaction.attempt {
            try transaction.insert(records[1])
            throw Wrong()
          }
        }
      }
      #expect(throws: Wrong.self) {
        try transaction.attempt {
          try transaction.attempt { _ = try transaction.insert(records[2]) }
          throw Wrong()
        }
      }
    }
    #expect(try await names(store) == [.text("a")])
    #expect(made.changes.byEntity["basket"]?.inserted == [1])
  }

  @Test("A trigger of another program that ignores a statement has the change refused")
  func ignored() async throws {
    let store = try store(refusing: nil)
    let good = try basket("good")
    _ = try await store.perform(.code) { try $0.insert(good) }
    try await store.writer.writeEverywhere { database in
      for event in ["INSERT", "UPDATE", "DELETE"] {
        try database.execute(
          "CREATE TRIGGER stop_\(event) BEFORE \(event) ON baskets BEGIN SELECT RAISE(IGNORE); END")
      }
    }
    await #expect(throws: Transaction.ignored) { _ = try await store.perform(.code) { try $0.insert(good) } }
    await #expect(throws: Transaction.ignored) {
      _ = try await store.perform(.code) { transaction in
        var record = try #require(try transaction.record(good.entity, id: 1))
        record["name"] = .text("other")
        try transaction.update(record)
      }
    }
    await #expect(throws: Transaction.ignored) {
      _ = try await store.perform(.code) { try $0.delete(good.entity, id: 1) }
    }
    #expect(try await store.lastChangeSet()?.id == 1)
  }
}
