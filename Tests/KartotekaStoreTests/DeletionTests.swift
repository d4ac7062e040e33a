import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

private struct Worker: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let boss = ToOne<Worker>("Boss", onDelete: .deny)
}

@Suite("Deletion of records that refer to themselves, in circles and in long chains")
struct DeletionTests {
  private static let rules: [DeleteRule] = [.deny, .nullify, .cascade]

  private static func worker(_ rule: DeleteRule) throws -> EntityDescription {
    let declared = try #require(ModelDescription([Worker.self]).entity(named: "worker"))
    let relationships = declared.relationships.map { relationship in
      var relationship = relationship
      relationship.deleteRule = rule
      return relationship
    }
    return EntityDescription(
      name: declared.name, plural: declared.plural, table: declared.table, nouns: declared.nouns,
      attributes: declared.attributes, relationships: relationships)
  }

  private struct Firm {
    let store: Store
    let worker: EntityDescription

    init(_ rule: DeleteRule) throws {
      worker = try DeletionTests.worker(rule)
      store = try Store(inMemory: ModelDescription(entities: [worker]))
    }

    /// Adds workers 1, 2, … with these bosses, who may come later.
    func add(bosses: [RecordID?]) async throws {
      let worker = worker
      _ = try await store.perform(.code) { transaction in
        for number in bosses.indices {
          var record = AnyRecord(worker)
          record["name"] = .text("Worker \(number + 1)")
          try transaction.insert(record)
        }
        for (number, boss) in bosses.enumerated() {
          guard let boss, var record = try transaction.record(worker, id: RecordID(number + 1)) else { continue }
          record["boss"] = .integer(boss)
          try transaction.update(record)
        }
      }
    }

    /// Adds a chain: the boss of each but the first is the one before.
    func addChain(of count: Int) async throws {
      let table = SQL.name(worker.table)
      _ = try await store.commit { database, _ in
        try database.execute(
          """
          WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(count)) \
          INSERT INTO \(table) (id, name, boss_id) SELECT i, 'Worker ' || i, nullif(i - 1, 0) FROM n
          """)
        return ((), Changes())
      }
    }

    /// The workers with their bosses: "1 2" for a worker with a boss, "2" for one without.
    func workers() async throws -> [String] {
      try await store.read(noting: nil) {
        try $0.all(
          String.self, "SELECT id || coalesce(' ' || boss_id, '') FROM \(SQL.name(worker.table)) ORDER BY id")
      }
    }

    func delete(_ id: RecordID) async throws -> Int64 {
      let worker = worker
      return try #require(try await store.perform(.screen) { try $0.delete(worker, id: id) }.changeSet)
    }
  }

  @Test("A record that refers to itself is deleted by each rule, and comes back as it was", arguments: rules)
  func ownBoss(rule: DeleteRule) async throws {
    let firm = try Firm(rule)
    try await firm.add(bosses: [1, nil])
    #expect(try await firm.store.consequences(of: firm.worker, id: 1).isEmpty)
    let deletion = try await firm.delete(1)
    #expect(try await firm.workers() == ["2"])
    try await firm.store.undo(deletion, .screen)
    #expect(try await firm.workers() == ["1 1", "2"])
  }

  @Test("Two records that refer to each other are deleted together or one by one, as the rule says", arguments: rules)
  func circle(rule: DeleteRule) async throws {
    let firm = try Firm(rule)
    try await firm.add(bosses: [2, 1, 1])
    let before = try await firm.workers()
    let consequences = try await firm.store.consequences(of: firm.worker, id: 1)
    #expect(consequences.map(\.ids) == [[2, 3]] && consequences.map(\.rule) == [rule])
    if rule == .deny {
      await #expect(
        throws: StoreError.denied(
          entity: "worker", id: 1, by: [.init(entity: "worker", relationship: "boss", count: 2)])
      ) { _ = try await firm.delete(1) }
      #expect(try await firm.workers() == before)
      return
    }
    let deletion = try await firm.delete(1)
    #expect(try await firm.workers() == (rule == .cascade ? [] : ["2", "3"]))
    try await firm.store.undo(deletion, .screen)
    #expect(try await firm.workers() == before)
  }

  @Test("A circle behind the deleted record goes with it, and comes back", arguments: [2, 3, 7])
  func circleBehind(length: Int) async throws {
    let firm = try Firm(.cascade)
    // The circle is 2, 3, …; its first one refers to the last one, and its last one to the deleted record's circle.
    let circle = (2..<2 + length).map { RecordID($0) }
    try await firm.add(bosses: [circle.last] + circle.map { $0 == 2 ? 1 : $0 - 1 } + [circle.first])
    let before = try await firm.workers()
    let deletion = try await firm.delete(1)
    #expect(try await firm.workers() == [])
    try await firm.store.undo(deletion, .screen)
    #expect(try await firm.workers() == before)
    let record = try #require(try await firm.store.record(firm.worker, id: 1))
    #expect(record["boss"] == circle.last.map(Value.integer))
  }

  @Test("A chain of 12,000 records is deleted by each rule, and comes back", arguments: rules)
  func chain(rule: DeleteRule) async throws {
    let firm = try Firm(rule)
    let count = 12_000
    try await firm.addChain(of: count)
    let before = try await firm.workers()
    let consequences = try await firm.store.consequences(of: firm.worker, id: 1)
    #expect(consequences.map(\.ids.count) == [rule == .cascade ? count - 1 : 1])
    if rule == .deny {
      await #expect(throws: StoreError.self) { _ = try await firm.delete(1) }
      #expect(try await firm.workers() == before)
      return
    }
    let deletion = try await firm.delete(1)
    #expect(try await firm.workers().count == (rule == .cascade ? 0 : count - 1))
    try await firm.store.undo(deletion, .screen)
    #expect(try await firm.workers() == before)
  }

  @Test("Code that adds a record which denies the deletion has it refused, and nothing is deleted")
  func codeDenies() async throws {
    let declared = ModelDescription([Worker.self])
    let entity = try #require(declared.entity(named: "worker"))
    var options = StoreOptions()
    options.code = [
      RecordCode("worker", .beforeDeleting) { change in
        var other = AnyRecord(entity)
        other["name"] = .text("Heir")
        other["boss"] = change.record.id.map(Value.integer) ?? .null
        try change.transaction.insert(other)
      }
    ]
    let store = try Store(inMemory: declared, options: options)
    _ = try await store.perform(.code) { transaction in
      var record = AnyRecord(entity)
      record["name"] = .text("First")
      try transaction.insert(record)
    }
    await #expect(
      throws: StoreError.denied(
        entity: "worker", id: 1, by: [.init(entity: "worker", relationship: "boss", count: 1)])
    ) { _ = try await store.perform(.screen) { try $0.delete(entity, id: 1) } }
    #expect(try await store.fetch(AnyFetchRequest("worker")).records.map(\.id) == [1])
  }

  @Test("Code that deletes the dependent records itself runs once for each record")
  func codeDeletes() async throws {
    let worker = try Self.worker(.cascade)
    let (model, calls) = (ModelDescription(entities: [worker]), Lines())
    var options = StoreOptions()
    options.code = [
      RecordCode("worker", .beforeDeleting) { change in
        calls.add("before \(change.record.id ?? 0)")
        if change.record.id == 1 { try change.transaction.delete(worker, id: 3) }
      }, RecordCode("worker", .afterDeleting) { change in calls.add("after \(change.record.id ?? 0)") },
    ]
    let store = try Store(inMemory: model, options: options)
    _ = try await store.perform(.code) { transaction in
      for boss in [nil, 1, 1] as [RecordID?] {
        var record = AnyRecord(worker)
        record["name"] = .text("Worker")
        record["boss"] = boss.map(Value.integer) ?? .null
        try transaction.insert(record)
      }
    }
    let deletion = try #require(try await store.perform(.code) { try $0.delete(worker, id: 1) }.changeSet)
    #expect(calls.lines.sorted() == ["after 1", "after 2", "after 3", "before 1", "before 2", "before 3"])
    #expect(try await store.count(AnyFetchRequest("worker")) == 0)
    try await store.undo(deletion, .code)
    #expect(try await store.count(AnyFetchRequest("worker")) == 3)
  }
}
