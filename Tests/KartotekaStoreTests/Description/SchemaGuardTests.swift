import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Writers with an earlier description")
struct SchemaGuardTests {
  private let folder: URL
  private var file: URL { folder.appending(path: "app.sqlite") }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private static func model(scale: Int, label: String = "Price", others: [String] = []) -> ModelDescription {
    var price = AttributeDescription(name: "price", label: label, kind: .decimal)
    price.scale = scale
    var name = AttributeDescription(name: "name", label: "Name", kind: .text)
    (name.isTitle, name.isSorted, name.isSearched) = (true, true, true)
    let rest = others.map { AttributeDescription(name: $0, label: $0, kind: .text) }
    return ModelDescription(entities: [
      EntityDescription(
        name: "item", plural: "items", table: "items", nouns: Nouns("item", "items"), attributes: [name, price] + rest,
        relationships: [])
    ])
  }

  private func open(_ model: ModelDescription, _ use: DescriptionUse) throws -> Store {
    var options = StoreOptions()
    options.description = use
    return try Store(model, at: file, options: options)
  }

  private static func item(_ store: Store, _ price: Int64) -> AnyRecord {
    var record = AnyRecord(store.model.entities[0])
    record["name"] = .text("Item \(price)")
    record["price"] = .integer(price)
    return record
  }

  private func insert(_ store: Store, _ price: Int64) async throws {
    let record = Self.item(store, price)
    _ = try await store.perform(.api) { try $0.insert(record) }
  }

  private func prices(_ store: Store) async throws -> [Value] {
    var request = AnyFetchRequest("item")
    request.sort = [FetchSort("id")]
    return try await store.fetch(request).records.map { $0["price"] }
  }

  @Test("A writer with an earlier description is refused in each way to write, and nothing is stored")
  func refused() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let old = try open(Self.model(scale: 2), .replaced(json: "one", after: nil))
    try await insert(old, 150)
    let new = try open(Self.model(scale: 3), .replaced(json: "two", after: 1))
    #expect(try await prices(new) == [.integer(1_500)])
    let request = IdempotentRequest(key: "k", fingerprint: "f")
    let ways: [@Sendable () async throws -> Void] = [
      { try await insert(old, 150) },
      {
        let record = Self.item(old, 150)
        _ = try await old.perform(.api) { transaction in
          try transaction.requireExclusiveTransaction()
          try transaction.insert(record)
        }
      },
      { try await old.undo(1, .screen) },
      { _ = try await old.beginUndo(1, .screen) },
      { _ = try await old.deleteAll(.screen) },
      {
        let record = Self.item(old, 150)
        _ = try await old.performInParts(.import) { part in try part.transaction.insert(record).id }
      },
      { try await old.storeResponse(StoredResponse(status: 200, headers: [:], body: []), for: request) },
      { _ = try await old.rebuild(old.model.entities[0]) },
      { _ = try await old.purgeHistory(.before(.now)) },
    ]
    for way in ways { await #expect(throws: StoreError.descriptionChanged) { try await way() } }
    #expect(try await prices(new) == [.integer(1_500)])
    try await insert(new, 2_500)
    #expect(try await prices(new) == [.integer(1_500), .integer(2_500)])
  }

  @Test("A change of the description that changes no table refuses the earlier writer, too")
  func onlyWords() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let old = try open(Self.model(scale: 2), .replaced(json: "one", after: nil))
    try await insert(old, 150)
    let new = try open(Self.model(scale: 2, label: "Cost"), .replaced(json: "two", after: 1))
    await #expect(throws: StoreError.descriptionChanged) { try await insert(old, 150) }
    try await insert(new, 250)
    #expect(try await prices(new) == [.integer(150), .integer(250)])
  }

  @Test("A program with an earlier model in code is refused once a later one has changed the tables")
  func code() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let old = try open(Self.model(scale: 2), .none)
    try await insert(old, 150)
    let new = try open(Self.model(scale: 3, others: ["color"]), .none)
    await #expect(throws: StoreError.descriptionChanged) { try await insert(old, 150) }
    try await insert(new, 2_500)
    #expect(try await prices(new) == [.integer(1_500), .integer(2_500)])
  }

  @Test("Tables that a store changes itself refuse none of its writes")
  func own() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try open(Self.model(scale: 2), .replaced(json: "one", after: nil))
    let other = try open(Self.model(scale: 2), .expected(1))
    try await insert(store, 1)
    var request = AnyFetchRequest("item")
    (request.sort, request.collation) = ([FetchSort("name")], .polish)
    _ = try await store.fetch(request)
    await store.background.waitUntilIdle()
    try await insert(store, 2)
    try await insert(other, 3)
    _ = try await store.rebuild(store.model.entities[0])
    try await insert(other, 4)
    try await store.repair()
    try await insert(other, 5)
    try await store.dropTables()
    try await insert(store, 6)
    try await insert(other, 7)
    #expect(try await prices(other) == [.integer(6), .integer(7)])
  }

  @Test("The description is not changed while a change set in parts is being made, which is then whole")
  func parts() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let old = try open(Self.model(scale: 2), .replaced(json: "one", after: nil))
    try await insert(old, 100)
    let (count, end) = (Counter(), Counter())
    let change = Task {
      try await old.performInParts(.import, part: .zero) { part -> Bool? in
        part.transaction.name = "Imported items"
        try part.transaction.insert(Self.item(old, 150))
        count.add()
        return end.count > 0 ? true : nil
      }
    }
    while count.count < 3 { await Task.yield() }
    for model in [Self.model(scale: 3), Self.model(scale: 2, label: "Cost")] {
      #expect(
        throws: StoreError.unusable(path: file.path(percentEncoded: false), problem: .changeSetRuns("Imported items"))
      ) { try open(model, .replaced(json: "two", after: 1)) }
    }
    end.add()
    _ = try await change.value
    let new = try open(Self.model(scale: 3), .replaced(json: "two", after: 1))
    #expect(try await new.count(AnyFetchRequest("item")) == count.count + 1)
    #expect(try await prices(new).allSatisfy { [.integer(1_000), .integer(1_500)].contains($0) })
  }

  // As a process leaves it that was ended before its change set was complete.
  private func interrupt(_ changeSet: Int64?, on store: Store) async throws {
    let id = try #require(changeSet)
    let unfinished = #"""
      {"changeSet":\#(id),"origin":"import","process":{"number":999999999,"start":"0"},"token":"\#(UUID())"}
      """#
    _ = try await store.perform(.code) { transaction in
      try MetaTable(in: transaction.database, MetaTable.unfinished).note(unfinished, as: "change-set-\(id)")
    }
    #expect(try await store.hasUnfinishedChangeSet())
  }

  @Test("What was interrupted keeps from being changed what it could not be taken back from, until it is")
  func interrupted() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let old = try open(Self.model(scale: 2), .none)
    try await insert(old, 100)
    let changed = try await old.perform(.import) { transaction in
      transaction.name = "Imported prices"
      var item = try #require(try transaction.record(old.model.entities[0], id: 1))
      item["price"] = .integer(150)
      try transaction.update(item)
      try transaction.insert(Self.item(old, 250))
    }
    try await interrupt(changed.changeSet, on: old)
    let path = file.path(percentEncoded: false)
    #expect(throws: StoreError.unusable(path: path, problem: .changeSetInterrupted("Imported prices"))) {
      try open(Self.model(scale: 3), .none)
    }
    try await old.takeBackInterrupted()
    #expect(try await prices(open(Self.model(scale: 3), .none)) == [.integer(1_000)])
  }

  @Test("A bulk import that was interrupted is taken back whole after its tables have changed")
  func interruptedRanges() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let old = try open(Self.model(scale: 2), .none)
    try await insert(old, 100)
    let changed = try await old.perform(.import) { transaction in
      let bulk = try transaction.bulkInsert(old.model.entities[0])
      for number in 1...3 {
        bulk.bind(.text("Item \(number)"), at: 0)
        bulk.bind(.integer(Int64(number)), at: 1)
        try bulk.insert()
      }
      try bulk.finish()
    }
    try await interrupt(changed.changeSet, on: old)
    #expect(try await old.count(AnyFetchRequest("item")) == 4)
    // The values of records are converted, and a table is renamed.
    let entity = Self.model(scale: 3, others: ["color"]).entities[0]
    let new = try open(
      ModelDescription(entities: [
        EntityDescription(
          name: "thing", plural: "things", table: "things", nouns: Nouns("thing", "things"), formerNames: ["item"],
          attributes: entity.attributes, relationships: [])
      ]), .none)
    try await new.takeBackInterrupted()
    #expect(try await new.fetch(AnyFetchRequest("thing")).records.map { $0["price"] } == [.integer(1_000)])
    #expect(try await !new.hasUnfinishedChangeSet())
  }
}
