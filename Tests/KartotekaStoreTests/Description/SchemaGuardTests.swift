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

  @Test("A change set in parts ends when the description changes, and what it had committed stands as it was written")
  func parts() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let old = try open(Self.model(scale: 2), .replaced(json: "one", after: nil))
    try await insert(old, 100)
    let count = Counter()
    let change = Task {
      try await old.performInParts(.import, part: .zero) { part -> Bool? in
        try part.transaction.insert(Self.item(old, 150))
        count.add()
        return nil
      }
    }
    while count.count < 3 { await Task.yield() }
    let new = try open(Self.model(scale: 3), .replaced(json: "two", after: 1))
    await #expect(throws: StoreError.descriptionChanged) { _ = try await change.value }
    #expect(try await new.count(AnyFetchRequest("item")) == count.count + 1)
    // What it has added equals its images no longer, since the values have other digits now, so that it may stay.
    try await new.takeBackInterrupted()
    #expect(try await prices(new).allSatisfy { [.integer(1_000), .integer(1_500)].contains($0) })
    #expect(try await !new.hasUnfinishedChangeSet())
  }
}
