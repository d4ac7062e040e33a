import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Rules over records that a deletion takes along")
struct FormulaRuleDeletionTests {
  struct Maker: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let things = ToMany<Item>("Things", inverse: \.maker)
  }

  struct Shelf: Entity {
    static let plural = "shelves"
    static var rules: [RuleDescription] {
      [
        RuleDescription("notEmpty", "count(things) > 0", "A shelf has at least one thing"),
        RuleDescription("labelled", "count(labels) > 0", "A shelf has at least one label"),
      ]
    }
    let name = Attribute<String>("Name", .required, .title)
    let things = ToMany<Item>("Things", inverse: \.shelf)
    let labels = ManyToMany<Label>("Labels")
  }

  struct Item: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let maker = ToOne<Maker>("Maker", onDelete: .cascade)
    let shelf = ToOne<Shelf>("Shelf", onDelete: .cascade)
  }

  // Shelves have it, and it does not know of shelves.
  struct Label: Entity {
    let name = Attribute<String>("Name", .required, .title)
  }

  private static let model = ModelDescription([Maker.self, Shelf.self, Item.self, Label.self])

  private static func record(_ entity: String, _ values: [String: Value] = [:]) -> AnyRecord {
    var record = AnyRecord(model.entity(named: entity) ?? model.entities[0])
    record["name"] = .text("Oak")
    for (name, value) in values { record[name] = value }
    return record
  }

  // A shelf with one thing of maker 1 and one label.
  private func store() async throws -> Store {
    let store = try Store(inMemory: Self.model)
    _ = try await store.perform(.api) { transaction in
      try transaction.insert(Self.record("maker"))
      let shelf = try transaction.insert(Self.record("shelf"))
      try transaction.insert(Self.record("item", ["maker": .integer(1), "shelf": .integer(1)]))
      try transaction.insert(Self.record("label"))
      try transaction.link(
        shelf.entity, try #require(shelf.entity.relationship("labels")), of: shelf.id ?? 0, to: 1)
    }
    return store
  }

  private func deleting(_ entity: String, in store: Store) async throws -> StoreError? {
    await #expect(throws: StoreError.self) {
      try await store.perform(.api) { try $0.delete(Self.record(entity).entity, id: 1) }
    }
  }

  private static func refusal(_ reason: Phrase) -> StoreError {
    .refused(Phrase("{title}: {reason}", ["title": .text("Oak"), "reason": .phrase(reason)]))
  }

  @Test("A record is not deleted if one that goes with it is the last that a rule of another record needs")
  func cascade() async throws {
    let store = try await store()
    let error = try await deleting("maker", in: store)
    #expect(error == Self.refusal("A shelf has at least one thing"))
    let things = try await store.count(AnyFetchRequest("item"))
    #expect(things == 1)
    // With a second thing of another maker it goes.
    _ = try await store.perform(.api) { transaction in
      try transaction.insert(Self.record("item", ["shelf": .integer(1)]))
      try transaction.delete(Self.record("maker").entity, id: 1)
    }
    let rest = try await store.count(AnyFetchRequest("item"))
    #expect(rest == 1)
  }

  @Test("A record is not deleted if it is the last to which a relationship without a way back leads")
  func linked() async throws {
    let store = try await store()
    let error = try await deleting("label", in: store)
    #expect(error == Self.refusal("A shelf has at least one label"))
    let labels = try await store.count(AnyFetchRequest("label"))
    #expect(labels == 1)
  }

  @Test("A record that has rules over others is deleted with them")
  func whole() async throws {
    let store = try await store()
    _ = try await store.perform(.api) { try $0.delete(Self.record("shelf").entity, id: 1) }
    let things = try await store.count(AnyFetchRequest("item"))
    #expect(things == 0)
  }
}
