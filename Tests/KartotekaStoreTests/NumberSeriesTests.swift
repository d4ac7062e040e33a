import Foundation
import GRDBSQLite
import Testing

@testable import KartotekaModel
@testable import KartotekaStore

@Suite("Numbers of a series, which the store gives")
struct NumberSeriesTests {
  private struct Bill: Entity {
    let number = Attribute<String>("Number", .title, .series("R-{000}"))
    let note = Attribute<String>("Note")
    let day = Attribute<String>("Key", .unique)
    let yearly = Attribute<String>("Yearly", .series("{year}/{0}"))
  }

  private static let model = ModelDescription([Bill.self])
  private static let bill = model.entity(named: "bill") ?? Bill.declaration.description

  private func add(_ store: Store, _ values: [String: Value] = [:]) async throws -> AnyRecord {
    try await store.perform(.screen) { transaction in
      var record = AnyRecord(Self.bill)
      for (name, value) in values { record[name] = value }
      return try transaction.insert(record)
    }.value
  }

  private func number(_ store: Store, _ values: [String: Value] = [:]) async throws -> String {
    try await add(store, values).text(at: 0)
  }

  private func change(_ store: Store, _ id: RecordID, _ name: String, _ value: Value) async throws -> AnyRecord {
    try await store.perform(.screen) { transaction in
      var record = try #require(try transaction.record(Self.bill, id: id))
      record[name] = value
      return try transaction.update(record)
    }.value
  }

  private func delete(_ store: Store, _ id: RecordID) async throws -> Int64 {
    try #require(try await store.perform(.screen) { try $0.delete(Self.bill, id: id) }.changeSet)
  }

  @Test("A new record has the next number, and another one may be typed, from which the series goes on")
  func typed() async throws {
    let store = try Store(inMemory: Self.model)
    #expect(try await store.nextNumber(of: "number", Self.bill) == "R-001")
    #expect(try await number(store) == "R-001")
    #expect(try await number(store, ["number": .text("R-0x7")]) == "R-0x7")
    #expect(try await number(store) == "R-002")
    #expect(try await number(store, ["number": .text("R-041")]) == "R-041")
    #expect(try await store.nextNumber(of: "number", Self.bill) == "R-042")
    #expect(try await number(store, ["number": .text("R-007")]) == "R-007")
    #expect(try await number(store) == "R-042")
    await #expect(throws: StoreError.notUnique(entity: "bill", field: "number")) {
      try await number(store, ["number": .text("R-041")])
    }
    // Also by a change.
    #expect(try await change(store, 1, "number", .text("R-998"))["number"] == .text("R-998"))
    #expect(try await number(store) == "R-999")
    #expect(try await number(store) == "R-1000")
  }

  @Test("A record keeps its number when somebody empties it; one that has none gets it with its next change")
  func emptied() async throws {
    let store = try Store(inMemory: Self.model)
    let first = try await add(store)
    #expect(try await change(store, 1, "number", .null) == first)
    #expect(try await store.lastChangeSet()?.id == 1)
    let both = try await store.perform(.code) { transaction in
      var record = try #require(try transaction.record(Self.bill, id: 1))
      (record["number"], record["note"]) = (.null, .text("paid"))
      return try transaction.update(record)
    }.value
    #expect(both["number"] == .text("R-001") && both["note"] == .text("paid"))
    // As another program adds it.
    _ = try await store.perform(.code) { try $0.database.execute("INSERT INTO bills (note) VALUES ('foreign')") }
    #expect(try await change(store, 2, "note", .text("foreign, but seen"))["number"] == .text("R-002"))
  }

  @Test("The undo of a change with which a record got its number takes back the rest, and the number stays")
  func keptByUndo() async throws {
    let store = try Store(inMemory: Self.model)
    // As another program adds it.
    _ = try await store.perform(.code) { try $0.database.execute("INSERT INTO bills (note) VALUES ('foreign')") }
    #expect(try await change(store, 1, "note", .text("seen"))["number"] == .text("R-001"))
    let changeSet = try #require(try await store.lastChangeSet()?.id)
    let undone = try #require(try await store.undo(changeSet, .screen).changeSet)
    let record = try #require(try await store.record(Self.bill, id: 1))
    #expect(record["note"] == .text("foreign") && record["number"] == .text("R-001"))
    _ = try await store.undo(undone, .screen)
    let again = try #require(try await store.record(Self.bill, id: 1))
    #expect(again["note"] == .text("seen") && again["number"] == .text("R-001"))
    #expect(try await number(store) == "R-002")
  }

  @Test("A number that was given is not given again: after deletions, undone creations, and deletions for good")
  func once() async throws {
    let store = try Store(inMemory: Self.model)
    _ = try await add(store)
    let made = try #require(try await store.lastChangeSet()?.id)
    let undone = try #require(try await store.undo(made, .screen).changeSet)
    #expect(try await number(store) == "R-002")
    _ = try await store.undo(undone, .screen)
    #expect(try await store.record(Self.bill, id: 1)?["number"] == .text("R-001"))
    let gone = try await delete(store, 2)
    #expect(try await number(store) == "R-003")
    _ = try await store.undo(gone, .screen)
    #expect(try await store.record(Self.bill, id: 2)?["number"] == .text("R-002"))
    _ = try await delete(store, 3)
    _ = try await store.purgeHistory(.record(Self.bill, 3))
    #expect(try await number(store) == "R-004")
  }

  @Test("A backup that takes the place of a database gives none of the numbers again that were given since")
  func restored() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (url, backup) = (folder.appending(path: "bills.sqlite"), folder.appending(path: "backup.sqlite"))
    let store = try Store(Self.model, at: url)
    #expect(try await number(store) == "R-001")
    try store.backup(to: backup)
    #expect(try await number(store) == "R-002")
    try Store.restore(Self.model, at: url, from: backup)
    #expect(try await store.count(AnyFetchRequest("bill")) == 1)
    #expect(try await number(store) == "R-003")
    // Elsewhere it goes on as it was.
    let other = folder.appending(path: "other.sqlite")
    try FileManager.default.copyItem(at: backup, to: other)
    #expect(try await number(try Store(Self.model, at: other)) == "R-002")
  }

  @Test("A refused record takes no number, and neither does a transaction that fails afterwards")
  func refused() async throws {
    struct Failure: Error {}
    let store = try Store(inMemory: Self.model)
    _ = try await add(store, ["day": .text("a")])
    await #expect(throws: StoreError.notUnique(entity: "bill", field: "day")) {
      try await add(store, ["day": .text("a")])
    }
    await #expect(throws: Failure.self) {
      try await store.perform(.code) { transaction in
        try transaction.insert(AnyRecord(Self.bill))
        throw Failure()
      }
    }
    await #expect(throws: StoreError.self) {
      try await add(store, ["note": .text(String(repeating: "x", count: 2_000))])
    }
    #expect(try await number(store) == "R-002")
  }

  @Test("Many who save at once have different numbers without gaps")
  func together() async throws {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString).sqlite")
    defer { try? FileManager.default.removeItem(at: scratch) }
    // Two windows, and two programs with the same file.
    let stores = [try Store(Self.model, at: scratch), try Store(Self.model, at: scratch)]
    let numbers = try await withThrowingTaskGroup(of: String.self) { group in
      for index in 0..<40 { group.addTask { try await number(stores[index % 2]) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let first = try NumberSeries("R-{000}").frame(on: .today)
    #expect(numbers.sorted() == (1...40).map { first.text($0) })
  }

  @Test("A new year begins anew; a clock that is set back goes on with the numbers of its year")
  func years() async throws {
    let store = try Store(inMemory: Self.model)
    let field = try #require(NumberCounter.Field.all(of: Self.bill).first { $0.attribute.name == "yearly" })
    let days = ["2026-12-31", "2027-01-01", "2027-01-02", "2026-12-31", "2027-01-03"]
    let numbers = try await store.perform(.code) { transaction in
      let counter = NumberCounter(field: field, database: transaction.database)
      return try days.map { try counter.take(field.series.frame(on: try #require(CalendarDate(iso: $0)))) }
    }.value
    #expect(numbers == ["2026/1", "2027/1", "2027/2", "2026/2", "2027/3"])
    // The day is that of the person.
    let zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago"].compactMap { TimeZone(identifier: $0) }
    for zone in zones {
      let record = try await TaskTimeZone.$current.withValue(zone) { try await add(store) }
      let year = TaskTimeZone.$current.withValue(zone) { CalendarDate.today.description.prefix(4) }
      #expect(record.text(at: 3).hasPrefix(year + "/"))
    }
  }

  @Test("Numbers that another program has stored are not given, however many")
  func foreign() async throws {
    let store = try Store(inMemory: Self.model)
    _ = try await add(store)
    _ = try await store.perform(.code) { transaction in
      try transaction.database.execute(
        """
        WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 500) \
        INSERT INTO bills (number) SELECT printf('R-%03d', i) FROM n
        """)
    }
    #expect(try await store.nextNumber(of: "number", Self.bill) == "R-501")
    #expect(try await number(store) == "R-501")
  }

  @Test("A merge keeps the number of the record that stays")
  func merge() async throws {
    let store = try Store(inMemory: Self.model)
    for _ in 0..<2 { _ = try await add(store) }
    let merge = RecordMerge(1, into: 2, sides: ["number": .other])
    let merged = try await store.perform(.screen) { try $0.merge(merge, of: Self.bill) }.value
    #expect(merged["number"] == .text("R-002"))
    #expect(try await number(store) == "R-003")
  }

  @Test("A slip of many digits leaves numbers, and a series at its end says so")
  func end() async throws {
    let store = try Store(inMemory: Self.model)
    #expect(try await number(store, ["number": .text("R-999999999999")]) == "R-999999999999")
    #expect(try await number(store) == "R-1000000000000")
    #expect(try await number(store, ["number": .text("R-9999999999999999999999")]) == "R-9999999999999999999999")
    #expect(try await number(store, ["number": .text("R-1000000000001")]) == "R-1000000000001")
    #expect(try await number(store) == "R-1000000000002")
    _ = try await store.perform(.code) { transaction in
      try transaction.database.execute(
        "UPDATE \(NumberCounter.name) SET last = \(NumberSeries.greatest) WHERE field = 'number'")
    }
    #expect(try await store.nextNumber(of: "number", Self.bill) == nil)
    await #expect {
      try await add(store)
    } throws: { error in
      guard case StoreError.invalid(let faults) = error else { return false }
      return faults.first?.field == "number" && "\(faults)".contains("No number is left")
    }
    #expect(try await number(store, ["number": .text("mine")]) == "mine")
  }

  @Test("The next number of many records takes no more steps than that of few")
  func steps() async throws {
    func steps(_ records: Int) async throws -> Int {
      let store = try Store(inMemory: Self.model)
      return try await store.perform(.code) { transaction in
        try transaction.database.execute(
          """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(records)) \
          INSERT INTO bills (number, yearly) SELECT printf('R-%03d', i), printf('1999/%d', i) FROM n
          """)
        try transaction.insert(AnyRecord(Self.bill))
        let steps = Steps(of: transaction.database)
        try transaction.insert(AnyRecord(Self.bill))
        sqlite3_progress_handler(transaction.database.handle, 0, nil, nil)
        return steps.count
      }.value
    }
    let (few, many) = (try await steps(10), try await steps(20_000))
    #expect(many <= few + 20, "\(few) and \(many)")
  }

  /// Counts tens of steps of SQLite's machine.
  private final class Steps {
    private(set) var count = 0

    init(of database: SQLConnection) {
      sqlite3_progress_handler(
        database.handle, 10,
        { context in
          if let context { Unmanaged<Steps>.fromOpaque(context).takeUnretainedValue().count += 1 }
          return 0
        }, Unmanaged.passUnretained(self).toOpaque())
    }
  }
}
