import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Undo in parts")
struct LongUndoTests {
  private let scratch: Scratch
  private var store: Store { scratch.store }

  init() async throws {
    scratch = try Scratch()
    // Courses refer to their teachers, and link to them.
    let course = try #require(entity("course").relationship("students"))
    _ = try await scratch.store.perform(.code) { transaction in
      for number in 1...400 {
        var user = AnyRecord(entity("user"))
        user["firstName"] = .text("Anna \(number)")
        user["lastName"] = .text("Nowak")
        let id = try #require(try transaction.insert(user).id)
        guard number % 4 == 0 else { continue }
        var lesson = AnyRecord(entity("course"))
        lesson["name"] = .text("Course \(number)")
        lesson["teacher"] = .integer(id)
        let made = try transaction.insert(lesson)
        try transaction.link(entity("course"), course, of: made.id ?? 0, to: id)
      }
    }
  }

  private func state() async throws -> [[AnyRecord]] {
    var all: [[AnyRecord]] = []
    for name in ["user", "course"] {
      var request = AnyFetchRequest(name)
      request.sort = [FetchSort("id")]
      request.limit = 1_000
      all.append(try await store.fetch(request).records)
    }
    return all
  }

  // Parts as short as they can be.
  private func finish(stopAfter parts: Int = .max) async throws -> LongUndo? {
    var (undo, count) = (try await store.longUndo(), 0)
    while let going = undo, !going.isOver, count < parts {
      undo = try await store.continueUndo(part: .zero)
      count += 1
    }
    return undo
  }

  @Test("A deletion of everything comes back in many transactions as one change set, which can be undone in turn")
  func whole() async throws {
    let before = try await state()
    let changeSet = try #require(try await store.deleteAll(.screen).changeSet)
    let begun = try await store.beginUndo(changeSet, .screen)
    #expect(begun.total == 600)
    let first = try #require(try await store.continueUndo(part: .zero))
    #expect(first.done > 0 && first.done < 600 && !first.isOver)
    // Others write in between.
    _ = try await scratch.person("Jan", "Kowalski")
    let over = try #require(try await finish())
    #expect(over.isOver && over.done == 600 && !over.isTakenBack)
    #expect(try await store.changeSet(changeSet)?.undoneBy == over.undoing)
    #expect(try await store.changeSet(over.undoing)?.undoes == changeSet)
    let after = try await state()
    #expect(after[1] == before[1] && after[0].filter { before[0].contains($0) } == before[0])
    #expect(try await store.count(AnyFetchRequest("user")) == 401)
    try await store.undo(over.undoing, .screen)
    #expect(try await store.count(AnyFetchRequest("user")) == 1)
  }

  @Test("Nothing else can undo the same meanwhile")
  func once() async throws {
    let changeSet = try #require(try await store.deleteAll(.screen).changeSet)
    let undo = try await store.beginUndo(changeSet, .screen)
    _ = try await finish(stopAfter: 2)
    for id in [changeSet, undo.undoing] {
      await #expect(throws: StoreError.cannotUndo("This is being undone")) { try await store.undo(id, .screen) }
    }
    await #expect(throws: StoreError.cannotUndo("Something else is being undone. Wait until that is done")) {
      try await store.beginUndo(changeSet, .screen)
    }
  }

  @Test("A cancelled undo is taken back, and can be begun again")
  func cancel() async throws {
    let before = try await state()
    let changeSet = try #require(try await store.deleteAll(.screen).changeSet)
    _ = try await store.beginUndo(changeSet, .screen)
    _ = try await finish(stopAfter: 3)
    #expect(try await store.count(AnyFetchRequest("user")) > 0)
    let back = try #require(try await store.cancelUndo())
    #expect(try await store.cancelUndo() == nil)
    let over = try #require(try await finish())
    #expect(over.isTakenBack && over.isOver && over.reason == nil && over.undoing == back.undoing)
    #expect(try await state() == [[], []])
    _ = try await store.beginUndo(changeSet, .screen)
    #expect(try await finish()?.isTakenBack == false)
    #expect(try await state() == before)
  }

  @Test("Where a later change stands in the way of a part, what was done is taken back and the reason kept")
  func conflict() async throws {
    let changeSet = try #require(try await store.deleteAll(.screen).changeSet)
    // The first user comes back last.
    _ = try await store.perform(.code) { transaction in
      var user = AnyRecord(entity("user"))
      user.id = 1
      user["firstName"] = .text("Jan")
      user["lastName"] = .text("Kowalski")
      try transaction.insert(user)
    }
    _ = try await store.beginUndo(changeSet, .screen)
    let over = try #require(try await finish())
    #expect(over.isTakenBack && over.reason?.key == "There is another record with the number {number} now")
    let users = try await state()[0]
    #expect(users.count == 1 && users[0]["firstName"] == .text("Jan"))
  }

  @Test("Another store goes on with an undo that a process has left")
  func restart() async throws {
    let file = try Scratch(file: true)
    defer { file.remove() }
    _ = try await file.store.perform(.code) { transaction in
      for number in 1...200 {
        var user = AnyRecord(entity("user"))
        user["firstName"] = .text("Anna \(number)")
        user["lastName"] = .text("Nowak")
        try transaction.insert(user)
      }
    }
    let changeSet = try #require(try await file.store.deleteAll(.screen).changeSet)
    _ = try await file.store.beginUndo(changeSet, .screen)
    _ = try await file.store.continueUndo(part: .zero)
    let next = try Store(school, at: file.folder.appending(path: "school.sqlite"))
    while let undo = try await next.longUndo(), !undo.isOver { _ = try await next.continueUndo(part: .zero) }
    #expect(try await next.count(AnyFetchRequest("user")) == 200)
    #expect(try await next.changeSet(changeSet)?.undoneBy != nil)
  }
}

@Suite("Undo of a bulk import after changes by other programs")
struct ImportedRangeUndoTests {
  private let scratch: Scratch
  private let other: DatabaseFile
  private let changeSet: Int64

  init() async throws {
    scratch = try Scratch(file: true)
    changeSet = try #require(
      try await scratch.store.perform(.import) { transaction in
        let bulk = try transaction.bulkInsert(entity("user"))
        for number in 1...50 {
          for (position, column) in entity("user").columns.enumerated() {
            let isName = column.name == "firstName" || column.name == "lastName"
            bulk.bind(isName ? .text("Anna \(number)") : .null, at: position)
          }
          try bulk.insert()
        }
        try bulk.finish()
      }.changeSet)
    other = try DatabaseFile(scratch.folder.appending(path: "school.sqlite"))
  }

  @Test(
    "An imported record that another program has changed or written again stays, and the others go",
    arguments: [
      "UPDATE users SET first_name = 'Jan' WHERE id = 7",
      "INSERT OR REPLACE INTO users (id, first_name, last_name) VALUES (1, 'Jan', 'Kowalski')",
    ])
  func changed(_ sql: String) async throws {
    defer { scratch.remove() }
    try other.execute(sql)
    await #expect(throws: StoreError.self) { try await scratch.store.undo(changeSet, .screen) }
    await #expect(throws: StoreError.self) { try await scratch.store.beginUndo(changeSet, .screen) }
    #expect(try await scratch.store.count(AnyFetchRequest("user")) == 50)
    let plan = try await scratch.store.undoPlan(of: changeSet)
    #expect(plan.goingBack == 49 && plan.staying == 1 && plan.items.first?.canBePutBack == true)
    #expect(try await scratch.store.undo(changeSet, .keeping(), .screen).value == plan)
    let left = try await scratch.store.fetch(AnyFetchRequest("user")).records
    #expect(left.map { $0["firstName"] } == [.text("Jan")])
    // The rest can be tried again.
    #expect(try await scratch.store.changeSet(changeSet)?.undoneBy == nil)
    try await scratch.store.undo(changeSet, .puttingBackAll, .screen)
    #expect(try await scratch.store.count(AnyFetchRequest("user")) == 0)
    #expect(try await scratch.store.changeSet(changeSet)?.undoneBy != nil)
  }

  @Test("One that another program has deleted keeps no other from going")
  func deleted() async throws {
    defer { scratch.remove() }
    try other.execute("DELETE FROM users WHERE id = 50")
    try await scratch.store.undo(changeSet, .screen)
    #expect(try await scratch.store.count(AnyFetchRequest("user")) == 0)
  }

  @Test(
    "What a person has changed since stays, with what refers to it, and can be done again", arguments: [false, true])
  func kept(isLong: Bool) async throws {
    defer { scratch.remove() }
    let large = try await bulk(3_000)
    let changed = Set(stride(from: Int64(60), through: 3_000, by: 70))
    _ = try await scratch.store.perform(.screen) { transaction in
      for id in changed {
        var user = try #require(try transaction.record(entity("user"), id: id))
        user["lastName"] = .text("Kept")
        try transaction.update(user)
      }
    }
    let lesson = try await scratch.course("Algebra", teacher: scratch.store.record(User.self, id: 3_040))
    let plan = try await scratch.store.undoPlan(of: large)
    #expect(plan.staying >= changed.count && plan.goingBack + plan.staying == 3_000)
    let before = try await scratch.store.count(AnyFetchRequest("user"))
    if isLong {
      _ = try await scratch.store.beginUndo(large, choosing: .keeping(), .screen)
      _ = try await scratch.store.continueUndo(part: .zero)
      // Somebody changes one more between two parts.
      try other.execute("UPDATE users SET first_name = 'Jan' WHERE id = 3045")
      try await finish()
      #expect(try await scratch.store.longUndo()?.isTakenBack == false)
      #expect(try await scratch.store.longUndo()?.stayingCount == plan.staying + 1)
    } else {
      #expect(try await scratch.store.undo(large, .keeping(), .screen).value == plan)
    }
    let ids = try scratch.store.blockingRead {
      try $0.all(RecordID.self, "SELECT id FROM users WHERE id > 50")
    }
    #expect(Set(ids).isSuperset(of: changed) && ids.count == plan.staying + (isLong ? 1 : 0))
    #expect(try await scratch.store.record(Course.self, id: lesson.id ?? 0) != nil)
    let undoing = try #require(try await scratch.store.undos(of: large).first)
    try await scratch.store.undo(undoing.id, .screen)
    #expect(try await scratch.store.count(AnyFetchRequest("user")) == before)
  }

  @Test("Changes of other records don't")
  func elsewhere() async throws {
    defer { scratch.remove() }
    try other.execute("INSERT INTO users (id, first_name, last_name) VALUES (51, 'Jan', 'Kowalski')")
    try other.execute("UPDATE users SET first_name = 'Ewa' WHERE id = 51")
    try await scratch.store.undo(changeSet, .screen)
    #expect(try await scratch.store.count(AnyFetchRequest("user")) == 1)
  }

  @Test("A change that comes between two parts stops the undo, and what is gone comes back")
  func meanwhile() async throws {
    defer { scratch.remove() }
    let large = try await bulk(3_000)
    _ = try await scratch.store.beginUndo(large, .screen)
    _ = try await scratch.store.continueUndo(part: .zero)
    try other.execute("UPDATE users SET first_name = 'Jan' WHERE id = 3050")
    try await finish()
    #expect(try await scratch.store.longUndo()?.reason == "Some of these records have been changed since")
    #expect(try await scratch.store.count(AnyFetchRequest("user")) == 3_050)
  }

  @Test(
    "A cancelled undo can be begun again, but not where another program has changed a record meanwhile",
    arguments: [false, true])
  func cancelled(isChanged: Bool) async throws {
    defer { scratch.remove() }
    let large = try await bulk(3_000)
    _ = try await scratch.store.beginUndo(large, .screen)
    _ = try await scratch.store.continueUndo(part: .zero)
    _ = try await scratch.store.cancelUndo()
    if isChanged { try other.execute("UPDATE users SET first_name = 'Jan' WHERE id = 3050") }
    try await finish()
    #expect(try await scratch.store.count(AnyFetchRequest("user")) == 3_050)
    guard !isChanged else {
      let reason = StoreError.cannotUndo("Some of these records have been changed since")
      await #expect(throws: reason) { try await scratch.store.beginUndo(large, .screen) }
      return
    }
    _ = try await scratch.store.beginUndo(large, .screen)
    try await finish()
    #expect(try await scratch.store.count(AnyFetchRequest("user")) == 50)
  }

  private func finish() async throws {
    while let undo = try await scratch.store.longUndo(), !undo.isOver {
      _ = try await scratch.store.continueUndo(part: .zero)
    }
  }

  private func bulk(_ count: Int) async throws -> Int64 {
    try #require(
      try await scratch.store.perform(.import) { transaction in
        let bulk = try transaction.bulkInsert(entity("user"))
        for number in 1...count {
          for (position, column) in entity("user").columns.enumerated() {
            let isName = column.name == "firstName" || column.name == "lastName"
            bulk.bind(isName ? .text("Ewa \(number)") : .null, at: position)
          }
          try bulk.insert()
        }
        try bulk.finish()
      }.changeSet)
  }
}
