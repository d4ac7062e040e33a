import Foundation
import Testing

@testable import KartotekaModel
@testable import KartotekaStore

@Suite("Fields that say when and by whom records were made and changed")
struct StampTests {
  private struct Club: Entity {
    let name = Attribute<String>("Name", .required, .title)
  }

  private struct Member: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let town = Attribute<String>("Town")
    let club = ToOne<Club>("Club", onDelete: .nullify)
    let madeAt = Attribute<Date>("Made at", .createdAt)
    let madeBy = Attribute<String>("Made by", .createdBy)
    let changedAt = Attribute<Date>("Changed at", .changedAt)
    let changedBy = Attribute<String>("Changed by", .changedBy)
  }

  private static let model = ModelDescription([Club.self, Member.self])
  private static let member = model.entity(named: "member") ?? Member.declaration.description
  private static let club = model.entity(named: "club") ?? Club.declaration.description
  private static let stamps = ["madeAt", "madeBy", "changedAt", "changedBy"]
  private static let old = Value.text("2001-01-01T00:00:00.000Z")
  private let anna = Author(id: 1 << 33, name: "Anna")
  private let bob = Author(id: 1 << 34, name: "Bob")

  @discardableResult
  private func perform(
    _ store: Store, _ author: Author?, _ origin: ChangeSet.Origin = .screen,
    _ body: @escaping @Sendable (Transaction) throws -> Void
  ) async throws -> Int64? {
    try await Author.$current.withValue(author) { try await store.perform(origin, body).changeSet }
  }

  private func add(_ store: Store, _ author: Author?, _ values: [String: Value]) async throws -> Int64 {
    let changeSet = try await perform(store, author) { transaction in
      var member = AnyRecord(Self.member)
      for (name, value) in values { member[name] = value }
      try transaction.insert(member)
    }
    return try #require(changeSet)
  }

  private func change(_ store: Store, _ author: Author?, _ name: String, _ value: Value) async throws -> Int64? {
    try await perform(store, author) { transaction in
      var member = try #require(try transaction.record(Self.member, id: 1))
      member[name] = value
      try transaction.update(member)
    }
  }

  private func values(_ store: Store, _ id: RecordID = 1) async throws -> [Value] {
    let member = try #require(try await store.record(Self.member, id: id))
    return Self.stamps.map { member[$0] }
  }

  /// Dates the stamps of a record back, so that a new moment differs.
  private func age(_ store: Store, _ id: RecordID = 1) async throws {
    try await perform(store, nil, .code) { transaction in
      try transaction.database.execute(
        """
        UPDATE members SET made_at = '2001-01-01T00:00:00.000Z', changed_at = '2001-01-01T00:00:00.000Z' WHERE id = \(id)
        """)
    }
  }

  @Test("A new record has all of them, whatever it was given, and each change renews those of the change")
  func changes() async throws {
    let store = try Store(inMemory: Self.model)
    _ = try await add(store, anna, ["name": .text("Ada"), "madeBy": .text("Nemo"), "changedAt": Self.old])
    let made = try await values(store)
    #expect(made[0] == made[2] && made[0] != .null && made[0] != Self.old)
    #expect(made[1] == .text("Anna") && made[3] == .text("Anna"))
    try await age(store)
    _ = try await change(store, bob, "town", .text("Rome"))
    let changed = try await values(store)
    #expect(changed[0] == Self.old && changed[1] == .text("Anna"))
    #expect(changed[2] != Self.old && changed[3] == .text("Bob"))
    // Without accounts nobody is known.
    _ = try await change(store, nil, "town", .text("Oslo"))
    #expect(try await values(store)[3] == .null)
  }

  @Test("A change that changes nothing, and one of a stamp alone, leave the record as it is, also for code")
  func nothing() async throws {
    let store = try Store(inMemory: Self.model)
    _ = try await add(store, anna, ["name": .text("Ada")])
    try await age(store)
    let before = try await values(store)
    #expect(try await change(store, bob, "name", .text("Ada")) == nil)
    for name in Self.stamps { #expect(try await change(store, bob, name, .text("2002-02-02T00:00:00Z")) == nil) }
    try await perform(store, bob, .code) { transaction in
      var member = try #require(try transaction.record(Self.member, id: 1))
      member["madeBy"] = .text("Nemo")
      try transaction.update(member)
    }
    #expect(try await values(store) == before)
  }

  @Test("An undo is a change by whoever undoes, and no later stamp keeps anything from going back")
  func undo() async throws {
    let store = try Store(inMemory: Self.model)
    _ = try await add(store, anna, ["name": .text("Ada"), "town": .text("Oslo")])
    let renamed = try #require(try await change(store, anna, "name", .text("Eva")))
    _ = try await change(store, bob, "town", .text("Rome"))
    #expect(try await store.undoPlan(of: renamed).staying == 0)
    try await age(store)
    let undone = try await Author.$current.withValue(bob) { try await store.undo(renamed, .screen) }
    let member = try #require(try await store.record(Self.member, id: 1))
    #expect(member["name"] == .text("Ada") && member["town"] == .text("Rome"))
    var now = try await values(store)
    #expect(now[0] == Self.old && now[1] == .text("Anna") && now[2] != Self.old && now[3] == .text("Bob"))
    _ = try await Author.$current.withValue(anna) {
      try await store.undo(try #require(undone.changeSet), .screen)
    }
    now = try await values(store)
    #expect(try await store.record(Self.member, id: 1)?["name"] == .text("Eva") && now[3] == .text("Anna"))
    // The history says when and by whom already.
    let changes = try await store.changes(by: renamed).changes
    #expect(changes.map { $0.fields.map(\.name) } == [["name"]])
  }

  @Test("An undo in parts, which a server does without anybody, is a change by whoever began it")
  func undoInParts() async throws {
    let store = try Store(inMemory: Self.model)
    for name in ["Ada", "Eva", "Ida"] { _ = try await add(store, bob, ["name": .text(name)]) }
    let moved = try await perform(store, bob) { transaction in
      for id: RecordID in 1...3 {
        var member = try #require(try transaction.record(Self.member, id: id))
        member["town"] = .text("Rome")
        try transaction.update(member)
      }
    }
    let changeSet = try #require(moved)
    let undo = try await Author.$current.withValue(anna) { try await store.beginUndo(changeSet, .screen) }
    while try await store.continueUndo(part: .zero)?.isOver == false {}
    for id: RecordID in 1...3 {
      #expect(try await store.record(Self.member, id: id)?["town"] == .null)
      #expect(try await values(store, id)[3] == .text("Anna"))
    }
    #expect(try await store.changeSet(undo.undoing)?.author == anna)
  }

  @Test(
    "A record that comes back was made when it was made first, and an addition can be undone after the undo of a change"
  )
  func returning() async throws {
    let store = try Store(inMemory: Self.model)
    let added = try await add(store, anna, ["name": .text("Ada")])
    try await age(store)
    let gone = try #require(try await perform(store, bob) { try $0.delete(Self.member, id: 1) })
    _ = try await Author.$current.withValue(bob) { try await store.undo(gone, .screen) }
    let back = try await values(store)
    #expect(back[0] == Self.old && back[1] == .text("Anna") && back[2] != Self.old && back[3] == .text("Bob"))
    let renamed = try #require(try await change(store, bob, "name", .text("Eva")))
    try await store.undo(renamed, .screen)
    try await store.undo(added, .screen)
    #expect(try await store.record(Self.member, id: 1) == nil)
  }

  @Test("Bulk inserts, merges and emptied references are changes, too")
  func others() async throws {
    let store = try Store(inMemory: Self.model)
    try await perform(store, anna, .import) { transaction in
      var club = AnyRecord(Self.club)
      club["name"] = .text("Chess")
      try transaction.insert(club)
      let bulk = try transaction.bulkInsert(Self.member)
      for name in ["Ada", "Adda"] {
        for position in Self.member.columns.indices { bulk.bind(.null, at: position) }
        bulk.bind(.text(name), at: 0)
        bulk.bind(.integer(1), at: try #require(Self.member.position(of: "club")))
        bulk.bind(.text("Nemo"), at: try #require(Self.member.position(of: "madeBy")))
        try bulk.insert()
      }
      try bulk.finish()
    }
    for id: RecordID in [1, 2] {
      let made = try await values(store, id)
      #expect(made[0] != .null && made[0] == made[2] && made[1] == .text("Anna") && made[3] == .text("Anna"))
    }
    try await age(store)
    try await perform(store, bob) { try $0.delete(Self.club, id: 1) }
    let emptied = try await values(store)
    #expect(emptied[1] == .text("Anna") && emptied[2] != Self.old && emptied[3] == .text("Bob"))
    try await age(store)
    let merge = RecordMerge(2, into: 1, sides: ["name": .other])
    try await perform(store, anna) { try $0.merge(merge, of: Self.member) }
    let merged = try await values(store)
    #expect(merged[0] == Self.old && merged[1] == .text("Anna") && merged[2] != Self.old && merged[3] == .text("Anna"))
  }

  @Test("Records as they were have the stamps of then")
  func past() async throws {
    let store = try Store(inMemory: Self.model)
    _ = try await add(store, anna, ["name": .text("Ada")])
    _ = try await change(store, bob, "name", .text("Eva"))
    try await perform(store, nil, .code) { transaction in
      for (number, day) in [(1, "01"), (2, "02")] {
        try transaction.database.execute(
          "UPDATE kartoteka_deeds SET at = '2026-01-\(day)T12:00:00.000Z' WHERE id = \(number)")
      }
    }
    var request = AnyFetchRequest("member")
    request.asOf = Timestamp.date("2026-01-01T18:00:00Z")
    let member = try #require(try await store.fetch(request).records.first)
    #expect(member["name"] == .text("Ada") && member["changedBy"] == .text("Anna"))
  }

  @Test("A new field gets what the history says of the records that exist; those without history stay empty")
  func migration() async throws {
    let file = MigratedFile()
    defer { file.remove() }
    // With more fields than stamps: a file that lacked most of its fields would be one of another application.
    let own = ["a", "b", "c"].map { MigratedFile.attribute($0) }
    let plain = MigratedFile.model(MigratedFile.entity("note", own))
    let note = try #require(plain.entity(named: "note"))
    do {
      let store = try Store(plain, at: file.url)
      for author in [anna, nil] {
        try await perform(store, author) { transaction in
          var record = AnyRecord(note)
          record["a"] = .text("x")
          try transaction.insert(record)
        }
      }
      try await perform(store, anna, .import) { transaction in
        let bulk = try transaction.bulkInsert(note)
        bulk.bind(.text("y"), at: 0)
        try bulk.insert()
        try bulk.finish()
      }
      try await perform(store, bob) { transaction in
        var record = try #require(try transaction.record(note, id: 1))
        record["a"] = .text("z")
        try transaction.update(record)
      }
      try await perform(store, nil, .code) { transaction in
        try transaction.database.execute("INSERT INTO notes (id, a) VALUES (4, 'of another program')")
        for number in 1...4 {
          try transaction.database.execute(
            "UPDATE kartoteka_deeds SET at = '2026-01-0\(number)T12:00:00.000Z' WHERE id = \(number)")
        }
      }
    }
    let stamps = AttributeDescription.Stamp.allCases.map { stamp in
      MigratedFile.attribute(stamp.rawValue, stamp.kind) { $0.become(stamp) }
    }
    let model = MigratedFile.model(MigratedFile.entity("note", own + stamps))
    let plan = try #require(try Store.migration(of: model, at: file.url))
    #expect(plan.changes.contains(.fillFromHistory(table: "notes", column: "created_at", records: 4)))
    func day(_ number: Int) -> Value { .text("2026-01-0\(number)T12:00:00.000Z") }
    #expect(try await file.values(model, "createdAt") == [day(1), day(2), day(3), .null])
    #expect(try await file.values(model, "createdBy") == [.text("Anna"), .null, .text("Anna"), .null])
    #expect(try await file.values(model, "changedAt") == [day(4), day(2), day(3), .null])
    #expect(try await file.values(model, "changedBy") == [.text("Bob"), .null, .text("Anna"), .null])
    // They are found and sorted like any other, and go with their field.
    var request = AnyFetchRequest("note")
    request.sort = [FetchSort("changedAt", ascending: false)]
    request.predicate = .compare("createdBy", .eq, [.text("Anna")])
    #expect(try await Store(model, at: file.url).fetch(request).records.map(\.id) == [1, 3])
    #expect(try await file.values(plain, "a").count == 4)
    #expect(try await file.values(model, "changedBy").prefix(1) == [.text("Bob")])
  }
}
