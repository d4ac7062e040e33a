import Foundation
import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaStore

@Suite("What stands in the way of an undo in parts")
struct LongUndoRefusalTests {
  private let scratch: Scratch
  private var store: Store { scratch.store }

  init() async throws { scratch = try Scratch() }

  private func people(_ count: Int, _ change: (Int, inout AnyRecord) -> Void = { _, _ in }) async throws -> Int64 {
    let users = (1...count).map { number in
      var user = AnyRecord(entity("user"))
      user["firstName"] = .text("Anna \(number)")
      user["lastName"] = .text("Nowak")
      user["email"] = .text("a\(number)@example.org")
      change(number, &user)
      return user
    }
    return try #require(
      try await store.perform(.code) { transaction in for user in users { try transaction.insert(user) } }.changeSet)
  }

  // Each part is as short as it can be, so that an undo that never ends is seen.
  @discardableResult
  private func finish(_ most: Int = 1_000) async throws -> LongUndo? {
    for _ in 0..<most {
      guard let undo = try await store.longUndo(), !undo.isOver else { return try await store.longUndo() }
      _ = try await store.continueUndo(part: .zero)
    }
    Issue.record("The undo doesn't end")
    return nil
  }

  @Test("A unique value that somebody else has taken meanwhile ends a cancelled undo, and imports go on")
  func taken() async throws {
    let changeSet = try await people(400)
    _ = try await store.beginUndo(changeSet, .screen)
    for _ in 1...3 { _ = try await store.continueUndo(part: .zero) }
    // The last one was deleted first, and is brought back last.
    _ = try await scratch.person("Jan", "Kowalski", email: "a400@example.org")
    _ = try await store.cancelUndo()
    let over = try #require(try await finish())
    #expect(over.isOver && over.isTakenBack && over.reason != nil)
    try await store.takeBackInterrupted()
    // Another undo may begin.
    let other = try await people(1) { $1["email"] = .null }
    _ = try await store.beginUndo(other, .screen)
    #expect(try await finish()?.isTakenBack == false)
  }

  @Test("A record is read no more often by an undo in parts than by one at once")
  func reads() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let table = entity("user").table
    let count = Mutex(0)
    var options = StoreOptions()
    options.sqlLog = .statements
    options.log = { line in
      if line.contains("SELECT"), line.contains("\"\(table)\"") { count.withLock { $0 += 1 } }
    }
    let store = try Store(school, at: folder.appending(path: "counted.sqlite"), options: options)
    func reads(of users: Int, _ undo: (Int64) async throws -> Void) async throws -> Int {
      let ids = try await store.perform(.code) { transaction in
        try (1...users).map { number in
          var user = AnyRecord(entity("user"))
          user["firstName"] = .text("Anna \(number)")
          user["lastName"] = .text("Nowak")
          return try transaction.insert(user).id ?? 0
        }
      }.value
      let change = try await store.perform(.code) { transaction in
        for id in ids {
          var user = try #require(try transaction.record(entity("user"), id: id))
          user["lastName"] = .text("Kowalska")
          try transaction.update(user)
        }
      }
      let before = count.withLock { $0 }
      try await undo(try #require(change.changeSet))
      return count.withLock { $0 } - before
    }
    func atOnce(_ changeSet: Int64) async throws { _ = try await store.undo(changeSet, .code) }
    func inParts(_ changeSet: Int64) async throws {
      _ = try await store.beginUndo(changeSet, .code)
      while try await store.continueUndo(part: .seconds(60))?.isOver == false {}
    }
    let (one, other) = (try await reads(of: 10, atOnce), try await reads(of: 30, atOnce))
    #expect(other > one)
    let parts = try await -reads(of: 10, inParts) + reads(of: 30, inParts)
    #expect(parts > 0 && parts <= other - one)
  }

  @Test("So does one of a part that goes on")
  func changed() async throws {
    _ = try await people(400)
    let change = try await store.perform(.code) { transaction in
      for id in Int64(1)...400 {
        var user = try #require(try transaction.record(entity("user"), id: id))
        user["email"] = .null
        try transaction.update(user)
      }
    }
    let changeSet = try #require(change.changeSet)
    _ = try await store.beginUndo(changeSet, .screen)
    _ = try await store.continueUndo(part: .zero)
    _ = try await scratch.person("Jan", "Kowalski", email: "a1@example.org")
    let over = try #require(try await finish())
    #expect(over.isOver && over.isTakenBack && over.reason != nil)
    let emails = try await store.fetch(AnyFetchRequest("user")).records.map { $0["email"] }
    #expect(emails.allSatisfy { $0.isNull || $0 == .text("a1@example.org") })
    #expect(try await store.changeSet(changeSet)?.undoneBy == nil)
  }

  @Test("A value that can't be changed by then ends it, too")
  func standing() async throws {
    let changeSet = try #require(
      try await store.perform(.code) { transaction in
        for number in 1...200 {
          var course = AnyRecord(entity("course"))
          course["name"] = .text("Course \(number)")
          course["code"] = .text("c\(number)")
          try transaction.insert(course)
        }
      }.changeSet)
    // What a version without that rule has changed.
    try store.writer.writeHere { database in
      try database.execute(
        """
        INSERT INTO kartoteka_changes (deed, entity, record, before, after) \
        VALUES (\(changeSet), 'courses', 1, '{"code":"old"}', '{"code":"c1"}')
        """)
    }
    _ = try await store.beginUndo(changeSet, .screen)
    let over = try #require(try await finish())
    #expect(over.isOver && over.isTakenBack && over.reason != nil)
  }

  @Test("Each error either may pass or ends an undo")
  func errors() {
    let passing: [StoreError] = [
      .busy, .overloaded, .tooManyLongReads, .disk(""), .fileLost(path: "", .removed), .descriptionChanged,
      .unusable(path: "", problem: .damaged("")), .primary("x", remedy: nil, .unreachable),
    ]
    for error in passing { #expect(error.mayPass) }
    let ending: [StoreError] = [
      .notUnique(entity: "user", field: "email"), .notUniqueTogether(entity: "user", fields: []),
      .readOnly(entity: "user", field: "email"), .primary("x", remedy: nil, .rule), .constraint(""), .invalid([]),
      .missingTarget(entity: "user", field: "email", id: 1), .denied(entity: "user", id: 1, by: []), .refused("x"),
      .noSuchChangeSet(1), .cannotUndo("x"), .notFound(entity: "user", id: 1),
    ]
    for error in ending { #expect(!error.mayPass) }
  }

  @Test("A change set that is being undone grows no more: an action goes on with another one")
  func growing() async throws {
    let group = ChangeSetGroup(named: "Ship")
    let teacher = try await scratch.person("Jan", "Kowalski")
    func ship(_ numbers: ClosedRange<Int>) async throws {
      try await ChangeSetGroup.$current.withValue(group) {
        for number in numbers { _ = try await scratch.course("Course \(number)", teacher: teacher) }
      }
    }
    try await ship(1...150)
    let first = try #require(group.changeSet)
    _ = try await store.beginUndo(first, .screen)
    _ = try await store.continueUndo(part: .zero)
    try await ship(151...160)
    #expect(group.changeSet != first)
    #expect(try await finish()?.isTakenBack == false)
    #expect(try await store.count(AnyFetchRequest("course")) == 10)
    try await store.undo(try #require(group.changeSet), .screen)
    #expect(try await store.count(AnyFetchRequest("course")) == 0)
  }
}
