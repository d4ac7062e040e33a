import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaStore

@Suite("Records that a rule refuses at the end of an undo in parts")
struct LongUndoKeptByRuleTests {
  private typealias Rule = @Sendable (inout PendingChange) throws -> Void

  private func store(_ rules: [(entity: String, rule: Rule)]) throws -> Store {
    var options = StoreOptions()
    options.code = rules.map { RecordCode($0.entity, .check, $0.rule) }
    return try Store(inMemory: school, options: options)
  }

  private func add(_ names: [String], to store: Store) async throws {
    _ = try await store.perform(.code) { transaction in
      for name in names {
        var user = AnyRecord(entity("user"))
        (user["firstName"], user["lastName"]) = (.text("Anna"), .text(name))
        try transaction.insert(user)
      }
    }
  }

  private func finish(_ store: Store) async throws -> LongUndo {
    for _ in 0..<5_000 {
      guard let undo = try await store.longUndo(), !undo.isOver else { break }
      _ = try await store.continueUndo(part: .zero)
    }
    let over = try #require(try await store.longUndo())
    #expect(over.isOver)
    return over
  }

  private func names(_ store: Store) async throws -> [RecordID: Value] {
    var request = AnyFetchRequest("user")
    request.limit = 1_000
    return Dictionary(uniqueKeysWithValues: try await store.fetch(request).records.map { ($0.id ?? 0, $0["lastName"]) })
  }

  /// Two people of one name are too many.
  private static let isAlone: Rule = { change in
    let count = try change.transaction.database.first(
      Int.self, "SELECT count(*) FROM users WHERE last_name = ?", [change.record["lastName"]])
    if count ?? 0 > 1 { throw StoreError.refused("There is one already") }
  }

  @Test("A record that would come back stays deleted, and all others come back; the rest can be tried again")
  func deleted() async throws {
    let store = try store([("user", Self.isAlone)])
    try await add((1...120).map { "Name \($0)" }, to: store)
    let deletion = try #require(try await store.deleteAll(.screen).changeSet)
    try await add(["Name 60", "Name 7"], to: store)
    _ = try await store.beginUndo(deletion, choosing: .keeping(), .screen)
    let over = try await finish(store)
    #expect(!over.isTakenBack && over.stayingCount == 2 && over.refusal?.key == "{title}: {reason}")
    let all = try await names(store)
    #expect(all.count == 120 && all[60] == nil && all[7] == nil && all[61] == .text("Name 61"))
    #expect(try await store.changeSet(deletion)?.undoneBy == nil)
    _ = try await store.perform(.code) { try $0.delete(entity("user"), id: 121) }
    #expect(try await store.undo(deletion, .keeping(), .screen).value.goingBack == 1)
    #expect(try await names(store)[60] == .text("Name 60"))
  }

  @Test("An undo that a rule has made leave something is one change set, which can be undone itself")
  func undone() async throws {
    let store = try store([("user", Self.isAlone)])
    try await add((1...40).map { "Name \($0)" }, to: store)
    let deletion = try #require(try await store.deleteAll(.screen).changeSet)
    try await add(["Name 20"], to: store)
    _ = try await store.beginUndo(deletion, choosing: .keeping(), .screen)
    let over = try await finish(store)
    #expect(over.stayingCount == 1)
    _ = try await store.beginUndo(over.undoing, choosing: .keeping(), .screen)
    #expect(try await !finish(store).isTakenBack)
    #expect(try await names(store) == [41: .text("Name 20")])
  }

  @Test("Changed records stay, also one whose rule breaks only because another one stays")
  func rounds() async throws {
    // One of them may not be called Nowak, and the other only where that one is.
    let isAsked = Mutex(false)
    let store = try store([
      (
        "user",
        { change in
          guard isAsked.withLock({ $0 }), change.record["lastName"] == .text("Nowak") else { return }
          if change.record.id == 2 { throw StoreError.refused("Not this one") }
          let other = try change.transaction.record(entity("user"), id: 2)
          if change.record.id == 3, other?["lastName"] != .text("Nowak") { throw StoreError.refused("Not alone") }
        }
      )
    ])
    try await add(Array(repeating: "Nowak", count: 5), to: store)
    let renaming = try await store.perform(.screen) { transaction in
      for id in RecordID(1)...5 {
        var user = try #require(try transaction.record(entity("user"), id: id))
        user["lastName"] = .text("Kot \(id)")
        try transaction.update(user)
      }
    }
    isAsked.withLock { $0 = true }
    _ = try await store.beginUndo(try #require(renaming.changeSet), choosing: .keeping(), .screen)
    let over = try await finish(store)
    #expect(!over.isTakenBack && over.stayingCount == 2)
    #expect(
      try await names(store) == [
        1: .text("Nowak"), 2: .text("Kot 2"), 3: .text("Kot 3"), 4: .text("Nowak"), 5: .text("Nowak"),
      ])
  }

  @Test("What a record needs that stays comes back with all that belonged to it")
  func needed() async throws {
    let isRefused = Mutex(false)
    let store = try store([
      (
        "course",
        { change in
          let isOld = change.record["teacher"] == .integer(1)
          if isOld, isRefused.withLock({ $0 }) { throw StoreError.refused("This teacher is away") }
        }
      )
    ])
    try await add(["Old"], to: store)
    let courses = try await store.perform(.code) { transaction in
      try (1...3).map { number in
        var course = AnyRecord(entity("course"))
        (course["name"], course["teacher"]) = (.text("Course \(number)"), .integer(1))
        return try transaction.insert(course).id ?? 0
      }
    }.value
    let change = try await store.perform(.screen) { transaction in
      var user = AnyRecord(entity("user"))
      (user["firstName"], user["lastName"]) = (.text("Ewa"), .text("New"))
      let teacher = try #require(try transaction.insert(user).id)
      var second = try #require(try transaction.record(entity("course"), id: courses[1]))
      second["teacher"] = .integer(teacher)
      try transaction.update(second)
      var other = AnyRecord(entity("user"))
      (other["firstName"], other["lastName"]) = (.text("Jan"), .text("Other"))
      try transaction.insert(other)
      let students = try #require(entity("course").relationship("students"))
      try transaction.link(entity("course"), students, of: courses[2], to: teacher)
      return teacher
    }
    isRefused.withLock { $0 = true }
    _ = try await store.beginUndo(try #require(change.changeSet), choosing: .keeping(), .screen)
    let over = try await finish(store)
    #expect(!over.isTakenBack && over.stayingCount == 2)
    #expect(try await names(store) == [1: .text("Old"), change.value: .text("New")])
    #expect(try await store.record(entity("course"), id: courses[1])?["teacher"] == .integer(change.value))
    let students = try #require(entity("course").relationship("students"))
    #expect(try await store.related(students, of: courses[2]) == [change.value])
  }

  @Test("What can't stay since others refer to it by now takes all back, as one that may leave nothing does")
  func taken() async throws {
    let store = try store([("user", Self.isAlone)])
    try await add((1...80).map { "Name \($0)" }, to: store)
    let deletion = try #require(try await store.deleteAll(.screen).changeSet)
    try await add(["Name 60"], to: store)
    _ = try await store.beginUndo(deletion, choosing: .keeping(), .screen)
    while let undo = try await store.longUndo(), undo.checked == nil { _ = try await store.continueUndo(part: .zero) }
    _ = try await store.perform(.code) { transaction in
      var badge = AnyRecord(entity("badge"))
      (badge["number"], badge["owner"]) = (.integer(1), .integer(60))
      try transaction.insert(badge)
    }
    let over = try await finish(store)
    #expect(over.isTakenBack && over.reason != nil && over.refusal == nil)
  }
}
