import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Undo in parts of what somebody has changed since")
struct LongUndoPlanTests {
  private let scratch: Scratch
  private let changeSet: Int64
  private var store: Store { scratch.store }
  private static let count = 300

  /// All people get another first and last name in one change set.
  init() async throws {
    scratch = try Scratch()
    let outcome = try await scratch.store.perform(.code) { transaction in
      for number in 1...Self.count {
        var user = AnyRecord(entity("user"))
        user["firstName"] = .text("Anna \(number)")
        user["lastName"] = .text("Nowak")
        try transaction.insert(user)
      }
    }
    #expect(outcome.changeSet != nil)
    let changed = try await scratch.store.perform(.screen) { transaction in
      for id in 1...RecordID(Self.count) {
        var user = try #require(try transaction.record(entity("user"), id: id))
        user["firstName"] = .text("Ewa \(id)")
        user["lastName"] = .text("Kowalska")
        try transaction.update(user)
      }
    }
    changeSet = try #require(changed.changeSet)
  }

  private func change(_ ids: some Sequence<RecordID>, _ field: String, _ value: String) async throws {
    let ids = Array(ids)
    _ = try await store.perform(.screen) { transaction in
      for id in ids {
        var user = try #require(try transaction.record(entity("user"), id: id))
        user[field] = .text(value)
        try transaction.update(user)
      }
    }
  }

  private func names(_ field: String) async throws -> [RecordID: Value] {
    var request = AnyFetchRequest("user")
    request.limit = 1_000
    return Dictionary(uniqueKeysWithValues: try await store.fetch(request).records.map { ($0.id ?? 0, $0[field]) })
  }

  private func finish() async throws -> LongUndo {
    while let undo = try await store.longUndo(), !undo.isOver { _ = try await store.continueUndo(part: .zero) }
    return try #require(try await store.longUndo())
  }

  private func expectNames(keeping kept: Set<RecordID>) async throws {
    let (first, last) = (try await names("firstName"), try await names("lastName"))
    for id in 1...RecordID(Self.count) {
      #expect(first[id] == .text("Anna \(id)"))
      #expect(last[id] == .text(kept.contains(id) ? "Kept" : "Nowak"))
    }
  }

  @Test("Changed fields stay, all others go back, and the rest can be put back later")
  func kept() async throws {
    let kept = Set(stride(from: RecordID(7), through: 300, by: 11))
    try await change(kept, "lastName", "Kept")
    let plan = try await store.undoPlan(of: changeSet)
    #expect(plan.goingBack == Self.count && plan.staying == kept.count)
    #expect(Set(plan.items.map(\.id)) == Set(kept.map { "users/\($0)/lastName" }))
    _ = try await store.beginUndo(changeSet, choosing: .keeping(), .screen)
    let over = try await finish()
    #expect(!over.isTakenBack && over.stayingCount == plan.staying)
    try await expectNames(keeping: kept)
    #expect(try await store.changeSet(changeSet)?.undoneBy == nil)
    #expect(try await store.undoPlan(of: changeSet).goingBack == 0)
    _ = try await store.beginUndo(changeSet, choosing: .puttingBackAll, .screen)
    let rest = try await finish()
    #expect(!rest.isTakenBack && rest.stayingCount == 0)
    try await expectNames(keeping: [])
    #expect(try await store.changeSet(changeSet)?.undoneBy == rest.undoing)
  }

  @Test("Chosen items are put back, and an item that is unknown is refused before anything is done")
  func chosen() async throws {
    try await change([5, 290], "lastName", "Kept")
    await #expect(throws: StoreError.self) {
      try await store.beginUndo(changeSet, choosing: .keeping(puttingBack: ["users/6/lastName"]), .screen)
    }
    _ = try await store.beginUndo(changeSet, choosing: .keeping(puttingBack: ["users/5/lastName"]), .screen)
    #expect(try await finish().stayingCount == 1)
    try await expectNames(keeping: [290])
  }

  @Test("What is changed between two parts stays as well, and a chosen item is put back all the same")
  func meanwhile() async throws {
    try await change([3, 250], "lastName", "Kept")
    _ = try await store.beginUndo(changeSet, choosing: .keeping(puttingBack: ["users/3/lastName"]), .screen)
    // The newest changes are reverted first.
    let begun = try #require(try await store.continueUndo(part: .zero))
    #expect(begun.done > 0 && begun.done < 100)
    try await change([140, 141], "lastName", "Kept")
    // The change of the user 141 has the number 441.
    while let undo = try await store.longUndo(), undo.next > 430 {
      _ = try await store.continueUndo(part: .zero)
    }
    try await change([40], "lastName", "Kept")
    let over = try await finish()
    #expect(!over.isTakenBack && over.stayingCount == 4)
    try await expectNames(keeping: [250, 140, 141, 40])
  }

  @Test("A record that has been deleted between two parts keeps no other from going back")
  func deleted() async throws {
    try await change([250], "lastName", "Kept")
    _ = try await store.beginUndo(changeSet, choosing: .keeping(), .screen)
    _ = try await store.continueUndo(part: .zero)
    _ = try await store.perform(.screen) { try $0.delete(entity("user"), id: 20) }
    let over = try await finish()
    #expect(!over.isTakenBack && over.stayingCount == 2)
    #expect(try await names("lastName").values.filter { $0 == .text("Nowak") }.count == Self.count - 2)
  }

  @Test("Imported records that the undo itself has changed go back, whatever else is changed between two parts")
  func imported() async throws {
    @Sendable func add(
      _ count: Int, _ name: String, to transaction: Transaction, _ values: (Int) -> [String: Value]
    ) throws {
      let bulk = try transaction.bulkInsert(entity(name))
      for number in 1...count {
        let values = values(number)
        for (position, column) in entity(name).columns.enumerated() {
          bulk.bind(values[column.name] ?? .null, at: position)
        }
        try bulk.insert()
      }
      try bulk.finish()
    }
    let imported = try await store.perform(.import) { transaction in
      // Rows of files may refer to later ones.
      try transaction.database.deferForeignKeys()
      try add(10, "course", to: transaction) {
        ["name": .text("Course \($0)"), "teacher": .integer(RecordID(Self.count + $0))]
      }
      for id in 1...RecordID(100) {
        var user = try #require(try transaction.record(entity("user"), id: id))
        user["lastName"] = .text("Imported")
        try transaction.update(user)
      }
      try add(10, "user", to: transaction) { ["firstName": .text("New \($0)"), "lastName": .text("Imported")] }
    }
    _ = try await store.beginUndo(try #require(imported.changeSet), choosing: .keeping(), .screen)
    // The new people go first, and are taken out of their courses.
    _ = try await store.continueUndo(part: .zero)
    #expect(try await store.count(AnyFetchRequest("user")) == Self.count)
    try await change([10], "lastName", "Kept")
    let over = try await finish()
    #expect(!over.isTakenBack && over.stayingCount == 1)
    #expect(try await store.count(AnyFetchRequest("course")) == 0)
    let names = try await names("lastName")
    #expect(names[10] == .text("Kept") && names[100] == .text("Kowalska"))
  }

  @Test("What stays of an import can be tried again after the undo has pushed the import out of the change log")
  func prunedLog() async throws {
    let imported = try await store.perform(.import) { try Self.add(10, to: $0) }
    let id = try #require(imported.changeSet)
    let first = RecordID(Self.count) + 1
    try await change([first], "lastName", "Kept")
    // As another program would change it: no change set knows it.
    _ = try await store.perform(.code) { transaction in
      try RawStatement("UPDATE users SET last_name = 'Elsewhere' WHERE id = ?", in: transaction.database)
        .run(.integer(first + 4))
      try RawStatement("DELETE FROM users WHERE id = ?", in: transaction.database).run(.integer(first + 6))
    }
    _ = try await store.beginUndo(id, choosing: .keeping(), .screen)
    _ = try await store.perform(.code) { transaction in
      let number = try #require(try ChangeLog.end(ofBulkChangeSet: id, in: transaction.database))
      try RawStatement("DELETE FROM \(ChangeLog.table) WHERE seq <= ?", in: transaction.database)
        .run(.integer(number + 2))
    }
    let over = try await finish()
    #expect(!over.isTakenBack && over.stayingCount == 2)
    #expect(try await store.count(AnyFetchRequest("user")) == Self.count + 2)
    let plan = try await store.undoPlan(of: id)
    #expect(plan.goingBack == 0 && plan.items.map(\.id) == ["users/\(first)", "users/\(first + 4)"])
    _ = try await store.beginUndo(id, choosing: .puttingBackAll, .screen)
    #expect(try await finish().stayingCount == 0)
    #expect(try await store.count(AnyFetchRequest("user")) == Self.count)
  }

  private static func add(_ count: Int, to transaction: Transaction) throws {
    let bulk = try transaction.bulkInsert(entity("user"))
    for number in 1...count {
      let values: [String: Value] = ["firstName": .text("New \(number)"), "lastName": .text("Imported")]
      for (position, column) in entity("user").columns.enumerated() {
        bulk.bind(values[column.name] ?? .null, at: position)
      }
      try bulk.insert()
    }
    try bulk.finish()
  }

  @Test("Records of which only the undo itself finds that they can't go back stay, also several of one part")
  func refused() async throws {
    _ = try await store.perform(.code) { transaction in
      for number in 1...2 {
        var course = AnyRecord(entity("course"))
        course["name"] = .text("Course \(number)")
        course["code"] = .text("c\(number)")
        try transaction.insert(course)
      }
    }
    // What a version has changed in which codes were not fixed.
    for number in 1...2 {
      try store.writer.writeHere { database in
        try database.execute(
          """
          INSERT INTO kartoteka_changes (deed, entity, record, before, after) \
          VALUES (\(changeSet), 'courses', \(number), '{"code":"old \(number)"}', '{"code":"c\(number)"}')
          """)
      }
    }
    _ = try await store.beginUndo(changeSet, choosing: .keeping(), .screen)
    for _ in 0..<200 {
      guard try await store.longUndo()?.isOver == false else { break }
      _ = try await store.continueUndo(part: .zero)
    }
    let over = try #require(try await store.longUndo())
    #expect(over.isOver && !over.isTakenBack && over.stayingCount == 2)
    try await expectNames(keeping: [])
  }

  @Test("A plan is the same if no record is in memory")
  func memory() async throws {
    try await change([3, 250], "lastName", "Kept")
    let target = try #require(try await store.changeSet(changeSet))
    let plan = try await store.undoPlan(of: changeSet)
    let bare = try await store.tryOut(as: .screen) { try UndoPlanner(target, .keeping(), memory: 0, in: $0).plan() }
    #expect(bare == plan)
  }

  @Test(
    "An undo whose plan its first part makes leaves the same, and the rest goes back by another one",
    arguments: [0, .max])
  func plannedLater(most: Int) async throws {
    let kept = Set(stride(from: RecordID(7), through: 300, by: 11))
    try await change(kept, "lastName", "Kept")
    let before = (try await names("firstName"), try await names("lastName"))
    let plan = try await store.undoPlan(of: changeSet)
    let begun = try await store.beginUndo(changeSet, choosing: .keeping(), .screen, planningUpTo: most)
    #expect(begun.isUnplanned == (most == 0))
    let over = try await finish()
    #expect(!over.isTakenBack && over.stayingCount == plan.staying)
    try await expectNames(keeping: kept)
    // All that went back is as it was before the undo, once that is undone.
    let redo = try await store.beginUndo(over.undoing, choosing: .keeping(), .screen, planningUpTo: most)
    #expect(try await finish().stayingCount == 0)
    #expect(try await names("firstName") == before.0)
    #expect(try await names("lastName") == before.1)
    #expect(try await store.changeSet(over.undoing)?.undoneBy == redo.undoing)
    let chosen = UndoChoice.keeping(puttingBack: Set(plan.items.dropFirst().map(\.id)))
    #expect(try await store.undoPlan(of: changeSet, chosen).staying == 1)
    _ = try await store.beginUndo(changeSet, choosing: chosen, .screen, planningUpTo: most)
    #expect(try await finish().stayingCount == 1)
    let last = try await names("lastName")
    #expect(last.filter { $0.value == .text("Kept") }.count == 1)
  }

  @Test(
    "A first part that plans finds that nothing would go back, or that a chosen item doesn't stay, and all is as before"
  )
  func plannedForNothing() async throws {
    let nothing = UndoChoice.keeping(puttingBack: ["users/6/lastName"])
    _ = try await store.beginUndo(changeSet, choosing: nothing, .screen, planningUpTo: 0)
    #expect(try await finish().reason?.key == "{item} is nothing that stays and can be put back")
    try await change(1...RecordID(Self.count), "lastName", "Kept")
    try await change(1...RecordID(Self.count), "firstName", "Kept")
    _ = try await store.beginUndo(changeSet, choosing: .keeping(), .screen, planningUpTo: 0)
    let over = try await finish()
    #expect(over.isTakenBack && over.reason?.key == "{title} has been changed since")
    #expect(Set(try await names("firstName").values) == [.text("Kept")])
    // It can be tried again.
    _ = try await store.beginUndo(changeSet, choosing: .puttingBackAll, .screen, planningUpTo: 0)
    #expect(try await finish().stayingCount == 0)
    try await expectNames(keeping: [])
  }

  @Test(
    "A plan counts all that stays and lists the first items, and the undo leaves as many", arguments: [false, true])
  func manyStay(isImport: Bool) async throws {
    let count = UndoPlan.mostItems + 200
    let added = try await store.perform(isImport ? .import : .screen) { transaction in
      if isImport { return try Self.add(count, to: transaction) }
      for number in 1...count {
        var user = AnyRecord(entity("user"))
        (user["firstName"], user["lastName"]) = (.text("New \(number)"), .text("Imported"))
        try transaction.insert(user)
      }
    }
    let id = try #require(added.changeSet)
    let first = RecordID(Self.count) + 1
    // All but one stay.
    try await change(first + 1..<first + RecordID(count), "lastName", "Kept")
    let plan = try await store.undoPlan(of: id)
    #expect(plan.goingBack == 1 && plan.staying == count - 1 && plan.canPutBackAny)
    #expect(plan.items.count == UndoPlan.mostItems && plan.furtherItems == count - 1 - UndoPlan.mostItems)
    _ = try await store.beginUndo(id, choosing: .keeping(), .screen)
    #expect(try await finish().stayingCount == count - 1)
    #expect(try await store.count(AnyFetchRequest("user")) == Self.count + count - 1)
    #expect(try await store.undoPlan(of: id).goingBack == 0)
    try await store.undo(id, .puttingBackAll, .screen)
    #expect(try await store.count(AnyFetchRequest("user")) == Self.count)
  }
}
