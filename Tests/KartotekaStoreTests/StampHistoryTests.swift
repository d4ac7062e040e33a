import Foundation
import GRDBSQLite
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("What the history says for fields that are newer than the records")
struct StampHistoryTests {
  // Without the stamps most fields stay: a file that lacked most of its fields would be one of another application.
  private static let own = ["a", "b", "c"].map { MigratedFile.attribute($0) }
  private static let plain = MigratedFile.model(MigratedFile.entity("note", own))
  private static let stamps = AttributeDescription.Stamp.allCases.map { stamp in
    MigratedFile.attribute(stamp.rawValue, stamp.kind) { $0.become(stamp) }
  }
  private static let model = MigratedFile.model(MigratedFile.entity("note", own + stamps))
  private static let note = plain.entity(named: "note") ?? model.entities[0]
  private static let old = Value.text("2001-01-01T00:00:00.000Z")
  private let anna = Author(id: 1 << 33, name: "Anna")
  private let bob = Author(id: 1 << 34, name: "Bob")

  private func perform(
    _ store: Store, _ author: Author?, _ body: @escaping @Sendable (Transaction) throws -> Void
  ) async throws {
    _ = try await Author.$current.withValue(author) { try await store.perform(.code, body) }
  }

  @Test("Fields that come back keep who made a record; the last change is that of the history, where it knows one")
  func archived() async throws {
    let file = MigratedFile()
    defer { file.remove() }
    do {
      let store = try Store(Self.model, at: file.url)
      let stamped = try #require(Self.model.entity(named: "note"))
      try await perform(store, anna) { transaction in
        for text in ["x", "y"] {
          var record = AnyRecord(stamped)
          record["a"] = .text(text)
          try transaction.insert(record)
        }
      }
      // Records may be older than their history.
      try await perform(store, nil) { transaction in
        try transaction.database.execute(
          """
          UPDATE notes SET created_at = '2001-01-01T00:00:00.000Z', changed_at = '2001-01-01T00:00:00.000Z', \
          created_by = 'Nemo', changed_by = 'Nemo'
          """)
      }
    }
    do {
      let store = try Store(Self.plain, at: file.url)
      try await perform(store, bob) { transaction in
        var record = try #require(try transaction.record(Self.note, id: 1))
        record["a"] = .text("changed meanwhile")
        try transaction.update(record)
        var added = AnyRecord(Self.note)
        added["a"] = .text("new")
        try transaction.insert(added)
        try transaction.database.execute("DELETE FROM kartoteka_changes WHERE record = 2")
      }
    }
    let plan = try #require(try Store.migration(of: Self.model, at: file.url))
    for (column, filled) in [("created_at", 1), ("created_by", 1), ("changed_at", 3), ("changed_by", 3)] {
      #expect(plan.changes.contains(.restoreColumn(table: "notes", column: column, values: 2)), "\(column)")
      #expect(plan.changes.contains(.fillFromHistory(table: "notes", column: column, records: filled)), "\(column)")
    }
    #expect(try await file.values(Self.model, "createdAt").prefix(2) == [Self.old, Self.old])
    #expect(try await file.values(Self.model, "createdBy") == [.text("Nemo"), .text("Nemo"), .text("Bob")])
    #expect(try await file.values(Self.model, "changedBy") == [.text("Bob"), .text("Nemo"), .text("Bob")])
    let changed = try await file.values(Self.model, "changedAt")
    #expect(changed[0] != Self.old && changed[0] != .null && changed[1] == Self.old)
  }

  /// Counts hundreds of steps of SQLite's machine.
  private final class Steps {
    private(set) var count = 0

    init(of database: SQLConnection) {
      sqlite3_progress_handler(
        database.handle, 100,
        { context in
          if let context { Unmanaged<Steps>.fromOpaque(context).takeUnretainedValue().count += 1 }
          return 0
        }, Unmanaged.passUnretained(self).toOpaque())
    }
  }

  // An import of records whose numbers have gaps: each is a range of its own.
  private func steps(filling records: Int) throws -> (plan: Int, fill: Int) {
    try ConnectionQueue().writeWithoutTransaction { database in
      for statement in UndoLog.changeSets.statements + UndoLog.images.statements { try database.execute(statement) }
      let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(records))"
      try database.execute(
        """
        CREATE INDEX kartoteka_changes_range ON kartoteka_changes (entity, record) WHERE last IS NOT NULL; \
        CREATE TABLE notes (id INTEGER PRIMARY KEY, a TEXT, created_at TEXT, created_by TEXT, changed_at TEXT, \
        changed_by TEXT) STRICT; \
        INSERT INTO notes (id, a) \(numbers) SELECT 2 * i, 'x' FROM n; \
        INSERT INTO kartoteka_deeds (at, way, name, person) VALUES ('2026-01-01T12:00:00.000Z', 'import', '', 'Anna'); \
        INSERT INTO kartoteka_changes (deed, entity, record, last) \(numbers) SELECT 1, 'notes', 2 * i, 2 * i FROM n
        """)
      let (history, steps) = (StampHistory(database: database, table: "notes"), Steps(of: database))
      defer { withExtendedLifetime(steps) { sqlite3_progress_handler(database.handle, 0, nil, nil) } }
      #expect(try history.mostRecords() == records)
      let plan = steps.count
      try history.fill(Self.stamps)
      let fill = steps.count - plan
      let filled = try database.first(
        Int.self, "SELECT count(*) FROM notes WHERE created_by = 'Anna' AND changed_at = '2026-01-01T12:00:00.000Z'")
      #expect(filled == records)
      return (plan, fill)
    }
  }

  @Test("Ten times the records take ten times the steps where each is a range of its own; a plan takes hardly any")
  func steps() throws {
    let (few, many) = (try steps(filling: 2_000), try steps(filling: 20_000))
    #expect(many.fill < few.fill * 12, "\(few.fill), \(many.fill)")
    #expect(many.plan < 10, "\(many.plan)")
  }
}
