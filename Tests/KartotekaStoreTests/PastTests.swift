import Foundation
import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaStore

/// Days on which change sets are set down: number 1 is of the first of January.
@Suite("Records as they were", .serialized)
struct PastTests {
  private func day(_ number: Int) throws -> Date {
    try #require(Timestamp.date("2026-01-\(number < 10 ? "0" : "")\(number)T12:00:00Z"))
  }

  /// Dates the last change set.
  private func date(_ number: Int, _ file: SchoolFile) throws {
    let at = Timestamp.text(try day(number))
    try file.other.execute("UPDATE kartoteka_deeds SET at = '\(at)' WHERE id = (SELECT max(id) FROM kartoteka_deeds)")
  }

  private func names(
    _ entity: String, _ number: Int, _ file: SchoolFile, _ change: (inout AnyFetchRequest) -> Void = { _ in }
  ) async throws -> [String] {
    var request = AnyFetchRequest(entity)
    request.asOf = try day(number)
    change(&request)
    let page = try await file.store.fetch(request)
    #expect(page.total == page.records.count)
    return page.records.map {
      if case .text(let text) = $0[entity == "user" ? "firstName" : "name"] { text } else { "" }
    }
  }

  @Test("additions, changes and deletions since then are taken back, also in filters and orders")
  func records() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    let store = file.store
    try await file.add("user", [["firstName": "Ada", "lastName": "B"], ["firstName": "Bo", "lastName": "A"]])
    try date(1, file)
    _ = try await store.perform(.code) { transaction in
      var ada = try #require(try transaction.record(entity("user"), id: 1))
      ada["firstName"] = .text("Adele")
      try transaction.update(ada)
      try transaction.delete(entity("user"), id: 2)
    }
    try date(2, file)
    try await file.add("user", [["firstName": "Cy", "lastName": "C"]])
    try date(3, file)
    #expect(try await names("user", 3, file) == ["Adele", "Cy"])
    #expect(try await names("user", 2, file) == ["Adele"])
    #expect(try await names("user", 1, file) == ["Ada", "Bo"])
    #expect(try await names("user", 1, file) { $0.sort = [FetchSort("lastName")] } == ["Bo", "Ada"])
    #expect(
      try await names("user", 1, file) { $0.predicate = .compare("firstName", .prefix, [.text("ad")]) } == ["Ada"])
    #expect(try await names("user", 1, file) { $0.predicate = .compare("id", .eq, [.integer(2)]) } == ["Bo"])
    var request = AnyFetchRequest("user")
    request.asOf = try day(1).addingTimeInterval(-1)
    #expect(try await store.fetch(request).records.isEmpty)
    // What is there now is untouched.
    #expect(try await store.fetch(AnyFetchRequest("user")).records.count == 2)
    try await store.undo(2, .code)
    try date(4, file)
    #expect(try await names("user", 4, file) == ["Ada", "Bo", "Cy"])
    #expect(try await names("user", 2, file) == ["Adele"])
  }

  @Test("within a change set of several transactions, what each has done is there from its own time on")
  func parts() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    let store = file.store
    try await file.add("user", [["firstName": "Ada", "lastName": "A"]])
    try date(1, file)
    let count = Mutex(0)
    _ = try await store.performInParts(.import, part: .zero) { part -> Bool? in
      let number = count.withLock { value in
        value += 1
        return value
      }
      let transaction = part.transaction
      var ada = try #require(try transaction.record(entity("user"), id: 1))
      ada["firstName"] = .text("Ada \(number)")
      try transaction.update(ada)
      let bulk = try transaction.bulkInsert(entity("user"))
      bulk.bind(.text("New \(number)"), at: 0)
      bulk.bind(.text("B"), at: 1)
      try bulk.insert()
      try bulk.finish()
      return number == 3 ? true : nil
    }
    // The first one has the time of the change set.
    #expect(try file.other.rows("SELECT count(*) FROM kartoteka_parts") == ["2"])
    try date(2, file)
    for (index, number) in [3, 4].enumerated() {
      try file.other.execute(
        """
        UPDATE kartoteka_parts SET at = '\(Timestamp.text(try day(number)))' \
        WHERE first = (SELECT first FROM kartoteka_parts ORDER BY first LIMIT 1 OFFSET \(index))
        """)
    }
    #expect(try await names("user", 1, file) == ["Ada"])
    #expect(try await names("user", 2, file) == ["Ada 1", "New 1"])
    #expect(try await names("user", 3, file) == ["Ada 2", "New 1", "New 2"])
    #expect(try await names("user", 4, file) == ["Ada 3", "New 1", "New 2", "New 3"])
    // Without its images nothing is known of the time between.
    try await store.pruneHistory(until: try day(2))
    var request = AnyFetchRequest("user")
    request.asOf = try day(3)
    await #expect(throws: PastUnavailable.removed(.age)) { try await store.fetch(request) }
    #expect(try await names("user", 4, file) == ["Ada 3", "New 1", "New 2", "New 3"])
  }

  @Test("during an undo in parts, records are as they were between two of them")
  func longUndo() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    let store = file.store
    try await file.add("user", (1...120).map { ["firstName": "Ada \($0)", "lastName": "A"] })
    try date(1, file)
    let changeSet = try #require(try await store.lastChangeSet()).id
    _ = try await store.beginUndo(changeSet, .screen)
    while let undo = try await store.longUndo(), !undo.isOver { _ = try await store.continueUndo(part: .zero) }
    try date(2, file)
    try file.other.execute(
      """
      UPDATE kartoteka_parts SET at = '\(Timestamp.text(try day(2)))'; \
      UPDATE kartoteka_parts SET at = '\(Timestamp.text(try day(4)))' WHERE first = (SELECT max(first) FROM kartoteka_parts)
      """)
    #expect(try await names("user", 1, file) { $0.limit = 200 }.count == 120)
    #expect(try await names("user", 3, file) { $0.limit = 200 }.count == 20)
    #expect(try await names("user", 4, file).isEmpty)
  }

  @Test("links are as they were, and lead to records of then")
  func links() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    let store = file.store
    let students = try #require(entity("course").relationship("students"))
    try await file.add("user", [["firstName": "Ada", "lastName": "B"], ["firstName": "Bo", "lastName": "A"]])
    try await file.add("course", [["name": "Algebra"]])
    _ = try await store.perform(.code) { try $0.link(entity("course"), students, of: 1, to: 1) }
    try file.other.execute("UPDATE kartoteka_deeds SET at = '\(Timestamp.text(try day(1)))'")
    _ = try await store.perform(.code) { transaction in
      try transaction.relate(entity("course"), students, of: 1, to: [2])
    }
    try date(2, file)
    _ = try await store.perform(.code) { try $0.delete(entity("user"), id: 2) }
    try date(3, file)
    for (number, expected) in [(1, [1]), (2, [2]), (3, [])] as [(Int, [RecordID])] {
      var request = AnyFetchRequest("course")
      request.include = ["students"]
      request.asOf = try day(number)
      let lists = try await store.fetch(request).includedLists["students"]
      #expect(lists?[1]?.records.compactMap(\.id) == expected && lists?[1]?.total == expected.count)
      #expect(
        try await names("course", number, file) { $0.predicate = .has("students", 1) }
          == (number == 1 ? ["Algebra"] : []))
    }
  }

  @Test("a moment before changes whose images are removed is refused with the reason")
  func removed() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    try await file.add("user", [["firstName": "Ada", "lastName": "B"]])
    try date(1, file)
    try await file.add("user", [["firstName": "Bo", "lastName": "A"]])
    try date(3, file)
    try await file.store.pruneHistory(until: try day(2))
    #expect(try await names("user", 2, file) == ["Ada"])
    var request = AnyFetchRequest("user")
    request.asOf = try day(1).addingTimeInterval(-1)
    await #expect(throws: PastUnavailable.removed(.age)) { try await file.store.fetch(request) }
  }
}
