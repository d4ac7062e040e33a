import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Bulk inserts", .serialized)
struct BulkTests {
  private func fill(_ store: Store, _ names: [String]) async throws -> Int64 {
    let outcome = try await store.perform(.import) { transaction in
      let bulk = try transaction.bulkInsert(entity("user"))
      for name in names {
        let first: StaticString = "Anna"
        bulk.bind(utf8: UnsafeRawBufferPointer(start: first.utf8Start, count: first.utf8CodeUnitCount), at: 0)
        bulk.bind(.text(name), at: 1)
        bulk.bind(.null, at: 2)
        try bulk.insert()
      }
      try bulk.finish()
    }
    return try #require(outcome.changeSet)
  }

  @Test("records are found, sorted and counted, and later ones too")
  func finding() async throws {
    let scratch = try Scratch()
    _ = try await fill(scratch.store, (0..<500).map { "Żak\($0)" })
    _ = try await fill(scratch.store, ["Abacki"])
    _ = try await scratch.person("Jan", "Zakrzewski")
    var request = AnyFetchRequest("user")
    request.sort = [FetchSort("lastName")]
    request.search = "zak"
    request.limit = 1
    let page = try await scratch.store.fetch(request)
    #expect(page.total == 501)
    #expect(page.records.first?["lastName"] == .text("Żak0"))
    request.search = ""
    #expect(try await scratch.store.fetch(request).records.first?["lastName"] == .text("Abacki"))
  }

  @Test("undo takes back all of them, and is refused once one was changed")
  func undo() async throws {
    let scratch = try Scratch()
    let changeSet = try await fill(scratch.store, ["A", "B", "C"])
    var second = try #require(try await scratch.store.record(User.self, id: 2))
    second.firstName = "Maria"
    try await scratch.store.save(&second)
    let reason = Phrase("{title} has been changed since", ["title": .text("Maria B")])
    await #expect(throws: StoreError.cannotUndo(reason)) {
      try await scratch.store.undo(changeSet, .screen)
    }
    let change = try #require(try await scratch.store.lastChangeSet())
    try await scratch.store.undo(change.id, .screen)
    let other = try await fill(scratch.store, ["D", "E"])
    let undone = try await scratch.store.undo(other, .screen)
    #expect(try await scratch.store.count(User.all) == 3)
    try await scratch.store.undo(try #require(undone.changeSet), .screen)
    #expect(
      try await scratch.store.fetch(User.all.sorted(by: \.lastName)).map(\.lastName) == [
        "A", "B", "C", "D", "E",
      ])
  }

  @Test("a transaction that fails leaves nothing behind, not even triggers that are missing")
  func failure() async throws {
    struct Stop: Error {}
    let scratch = try Scratch()
    await #expect(throws: Stop.self) {
      _ = try await scratch.store.perform(.import) { transaction in
        let bulk = try transaction.bulkInsert(entity("user"))
        bulk.bind(.text("A"), at: 0)
        bulk.bind(.text("B"), at: 1)
        bulk.bind(.null, at: 2)
        try bulk.insert()
        throw Stop()
      }
    }
    #expect(try await scratch.store.count(User.all) == 0)
    _ = try await scratch.person("Zofia", "Łódźka")
    #expect(try await scratch.store.fetch(User.all.searching("łódź")).count == 1)
  }

  @Test("CHECK clauses are looked at again when it ends, however it ends", arguments: [false, true])
  func checks(isFailing: Bool) async throws {
    struct Stop: Error {}
    let scratch = try Scratch()
    let sql = "INSERT INTO users (first_name, last_name) VALUES ('', 'Blank')"
    _ = try? await scratch.store.perform(.import) { transaction in
      let bulk = try transaction.bulkInsert(entity("user"))
      // Compiled once, as long as nothing changes.
      try RawStatement(sql, in: transaction.database).run()
      if isFailing { throw Stop() }
      try RawStatement("DELETE FROM users", in: transaction.database).run()
      try bulk.finish()
    }
    await #expect(throws: SQLError.self) {
      try await scratch.store.writer.writeEverywhere { try RawStatement(sql, in: $0).run() }
    }
    #expect(try await scratch.store.count(User.all) == 0)
  }
}
