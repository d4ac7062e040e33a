import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

private struct Invoice: Entity {
  let number = Attribute<Int>("Number", .sequence, .title)
}

@Suite("Numbers at the ends of their range, and ranges that end before they begin")
struct DamagedRangeTests {
  private func damaged(_ sql: String) async throws -> SchoolFile {
    let file = try SchoolFile()
    try await file.add("user", [["firstName": "Ada", "lastName": "B"], ["firstName": "Bo", "lastName": "A"]])
    #expect(try Store.check(file.store.model, at: file.url) == [])
    try file.other.execute(sql)
    return file
  }

  @Test(
    "A range of an import that ends before it begins is told of, and nothing is undone",
    arguments: [
      "last = record - 1", "last = 0", "record = 9223372036854775807, last = 1", "last = -9223372036854775808",
    ])
  func range(damage: String) async throws {
    let file = try await damaged("UPDATE kartoteka_changes SET \(damage) WHERE id = 1")
    defer { file.remove() }
    let changeSet = try #require(try await file.store.lastChangeSet()?.id)
    await #expect { _ = try await file.store.undo(changeSet, .code) } throws: { error in
      switch error {
      case StoreError.unusable(_, .damaged), StoreError.cannotUndo: true
      default: false
      }
    }
    var request = AnyFetchRequest("user")
    request.asOf = Date(timeIntervalSince1970: 0)
    await #expect(throws: (any Error).self) { _ = try await file.store.fetch(request) }
    #expect(try await file.store.count(User.all) == 2)
    #expect(
      try Store.check(file.store.model, at: file.url).contains(.rule("last < record in kartoteka_changes, id 1")))
  }

  @Test(
    "A range in the change log that names no records means that any may have changed",
    arguments: ["(1, 9223372036854775807)", "(9223372036854775807, 9223372036854775807)", "(5, 2)"])
  func log(range: String) async throws {
    let file = try await damaged(
      "INSERT INTO kartoteka_change_log (entity, id, last, operation) SELECT 'users', column1, column2, 'insert' "
        + "FROM (VALUES \(range))")
    defer { file.remove() }
    let feed = file.store.feed.last
    _ = try await file.store.version()
    #expect(file.store.feed.commits(after: feed)?.contains { $0.changes.byEntity["user"]?.isAny == true } == true)
    try await file.add("user", [["firstName": "Cy", "lastName": "C"]])
    #expect(try await file.store.fetch(User.all.searching("cy")).count == 1)
  }

  @Test("A sequence whose greatest number is the last one there is gives out no other, and says so")
  func sequence() async throws {
    let model = ModelDescription([Invoice.self])
    let store = try Store(inMemory: model)
    // Another program's number: the store itself takes none that is so large.
    try await store.writer.writeEverywhere { database in
      try database.leaveOutChecks(true)
      defer { try? database.leaveOutChecks(false) }
      try database.execute("INSERT INTO invoices (number) VALUES (\(Int64.max))")
    }
    let fault = FieldFault("number", Phrase("No number is left after {number}", ["number": .text(String(Int.max))]))
    await #expect(throws: StoreError.invalid([fault])) {
      _ = try await store.perform(.code) { try $0.next(\Invoice.number) }
    }
  }
}
