import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Unique keys")
struct UniqueKeyTests {
  struct Bill: Entity {
    let name = Attribute<String>("Name", .required)
  }

  struct Item: Entity {
    let bill = ToOne<Bill>("Bill", onDelete: .cascade)
    // Its index is named as those of unique keys are.
    let other = ToOne<Bill>("Other bill", onDelete: .cascade, column: "other_key")
    let place = Attribute<Int>("Place")
    static let uniqueKeys = [UniqueKey(\Item.bill, \.place)]
  }

  private let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")

  private static let model = ModelDescription([Bill.self, Item.self])

  /// The same model with those unique keys of items.
  private func model(_ keys: [[String]]) -> ModelDescription {
    let item = Self.model.entities[1]
    return Self.model.replacing(
      EntityDescription(
        name: item.name, plural: item.plural, table: item.table, nouns: item.nouns, attributes: item.attributes,
        relationships: item.relationships, uniqueKeys: keys))
  }

  private func add(_ store: Store, _ rows: [(bill: Int64?, place: Int64?)]) async throws {
    let item = try #require(store.model.entity(named: "item"))
    for row in rows {
      _ = try await store.perform(.code) { transaction in
        var record = AnyRecord(item)
        record["bill"] = row.bill.map(Value.integer) ?? .null
        record["place"] = row.place.map(Value.integer) ?? .null
        try transaction.insert(record)
      }
    }
  }

  private func bills(_ store: Store) async throws {
    let bill = try #require(store.model.entity(named: "bill"))
    for name in ["A", "B"] {
      _ = try await store.perform(.code) { try $0.insert(AnyRecord(bill, id: nil, values: [.text(name)])) }
    }
  }

  @Test("A second record with the same values together is refused by their names, made or changed")
  func refused() async throws {
    let store = try Store(inMemory: Self.model)
    try await bills(store)
    try await add(store, [(1, 1), (1, 2), (2, 1)])
    let error = StoreError.notUniqueTogether(entity: "item", fields: ["bill", "place"])
    await #expect(throws: error) { try await add(store, [(1, 2)]) }
    let item = try #require(store.model.entity(named: "item"))
    await #expect(throws: error) {
      _ = try await store.perform(.code) { transaction in
        var record = try #require(try transaction.record(item, id: 3))
        record["bill"] = .integer(1)
        try transaction.update(record)
      }
    }
    #expect(
      Localizer.english(error.phrase(in: store.model)) == "Another record has the same Bill, Place already")
    // What lacks one of the values is like no other.
    try await add(store, [(1, nil), (1, nil), (nil, 1), (nil, 1)])
    #expect(try await store.count(AnyFetchRequest("item")) == 7)
  }

  @Test("It is an index of the database, which spares the one of its first foreign key")
  func index() {
    let sql = TableSchema(entity: Self.model.entities[1], model: Self.model).indices.map(\.sql)
    #expect(
      sql == [
        #"CREATE INDEX "items_other_key" ON "items" ("other_key")"#,
        #"CREATE UNIQUE INDEX "items_bill_id_place_key" ON "items" ("bill_id", "place")"#,
      ])
  }

  @Test("A file gets it by itself where its records allow that; else it says which are in the way, and stays as it was")
  func migration() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "a.sqlite")
    do {
      let store = try Store(model([]), at: url)
      try await bills(store)
      try await add(store, [(1, 1), (1, 2), (1, 1), (2, 1), (nil, 1), (nil, 1)])
    }
    let path = url.path(percentEncoded: false)
    let problem = StoreError.FileProblem.cannotMigrate([
      .init(
        table: "items", columns: ["bill_id", "place"], reason: .repeated, count: 2,
        examples: [.init(id: 1, value: "1, 1"), .init(id: 3, value: "1, 1")])
    ])
    #expect(throws: StoreError.unusable(path: path, problem: problem)) { try Store(Self.model, at: url) }
    let indices = "SELECT name FROM sqlite_master WHERE type = 'index' AND name GLOB 'items_*'"
    #expect(try DatabaseFile(url).rows(indices) == ["items_bill_id", "items_other_key"])
    do {
      let store = try Store(model([]), at: url)
      let item = try #require(store.model.entity(named: "item"))
      _ = try await store.perform(.code) { try $0.delete(item, id: 3) }
    }
    do {
      let store = try Store(Self.model, at: url)
      let error = StoreError.notUniqueTogether(entity: "item", fields: ["bill", "place"])
      await #expect(throws: error) { try await add(store, [(2, 1)]) }
    }
    #expect(try DatabaseFile(url).rows(indices).contains("items_bill_id_place_key"))
    // What is no longer declared is no longer refused.
    let store = try Store(model([]), at: url)
    try await add(store, [(2, 1)])
    #expect(try Set(DatabaseFile(url).rows(indices)) == ["items_bill_id", "items_other_key"])
  }
}
