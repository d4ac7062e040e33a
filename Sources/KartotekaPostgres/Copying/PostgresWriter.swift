import Foundation
import KartotekaModel
@_spi(System) import KartotekaStore

/// Copies one application from SQLite to PostgreSQL.
struct PostgresWriter {
  private let session: PostgresSession
  private let application: PostgresApplication
  private let progress: PostgresCopy.Progress
  private var connection: PostgresConnection { session.connection }
  private var schema: String { application.schema }

  /// A text that a B-tree can hold: a third of a page, less the overhead of a row.
  private static let longestKey = 2_600

  init(_ session: PostgresSession, _ application: PostgresApplication, _ progress: @escaping PostgresCopy.Progress) {
    self.session = session
    self.application = application
    self.progress = progress
  }

  /// A table that was copied.
  private struct Copied {
    let table: PostgresTable
    let digest: RowsDigest.Value
    let longTexts: Set<String>
    let lastNumber: Int64?
  }

  /// Copies all tables, compares them, adds the keys, and commits.
  func write(_ store: Store, isReplacing: Bool) throws -> CopyReport {
    try session.lock(application.name)
    let isThere = try session.checkPlace(of: application.name, isReplacing: isReplacing)
    if isThere { try session.drop(application.name) }
    try connection.run("CREATE SCHEMA \(PostgresName.quoted(schema))")
    let report = try store.system.readSnapshot { try fill($0) }
    try connection.run("COMMIT")
    return report
  }

  /// Makes the tables in an empty schema, with their rows and keys.
  func fill(_ snapshot: StoreSnapshot) throws -> CopyReport {
    for statement in PostgresCatalogue.creation(in: schema) { try connection.run(statement) }
    var report = CopyReport()
    report.foreign = snapshot.foreign
    let copied = try snapshot.tables.map { try copy($0, snapshot) }
    report.hiddenFiles = try copyFiles(snapshot)
    for copied in copied {
      switch copied.table.table.role {
      case .records, .links: report.records += copied.digest.count
      case .derived: break
      case .platform, .archive: report.platformRows += copied.digest.count
      }
    }
    try addKeys(copied)
    try note(copied)
    return report
  }

  private func copy(_ stored: CopiedTable, _ snapshot: StoreSnapshot) throws -> Copied {
    let table = PostgresTable(table: stored, schema: schema)
    try connection.run(table.creation)
    let total = try snapshot.count(stored)
    var digest = RowsDigest().value
    var longest: [Int] = []
    let count = try connection.copyIn(table.copyIn) { send in
      let encoder = try RowEncoder(send)
      var rows = try snapshot.rows(of: stored)
      while try rows.next() {
        try encoder.write(rows)
        if encoder.digest.count % 1_000 == 0 { progress(stored.name, encoder.digest.count, total) }
      }
      try encoder.finish()
      (digest, longest) = (encoder.digest.value, encoder.longestTexts)
    }
    guard count == digest.count, try self.digest(table.copyOut) == digest else {
      throw PostgresError.differs(table: stored.name)
    }
    return Copied(
      table: table, digest: digest,
      longTexts: Set(zip(stored.columns, longest).filter { $1 > Self.longestKey }.map(\.0.name)),
      lastNumber: stored.hasNumbers ? try snapshot.lastNumber(stored) : nil)
  }

  private func copyFiles(_ snapshot: StoreSnapshot) throws -> Int {
    let files = try snapshot.hiddenFiles()
    guard !files.isEmpty else { return 0 }
    var digest = RowsDigest().value
    var missing = 0
    _ = try connection.copyIn(PostgresCatalogue.copyIn(filesOf: schema)) { send in
      let encoder = try RowEncoder(send)
      for file in files {
        var part: Int32 = 0
        do {
          let isWhole = try file.read { bytes in
            try encoder.write(file.digest, part, bytes)
            part += 1
          }
          // Its bytes are of no use for undo, and the way back omits them.
          if !isWhole { missing += 1 }
        } catch is UnreadableBlob {
          missing += 1
        }
      }
      try encoder.finish()
      digest = encoder.digest.value
    }
    guard try self.digest(PostgresCatalogue.copyOut(filesOf: schema)) == digest else {
      throw PostgresError.differs(table: PostgresCatalogue.files)
    }
    return files.count - missing
  }

  /// The digest of the rows that the server returns.
  private func digest(_ copyOut: String) throws -> RowsDigest.Value {
    let decoder = RowDecoder()
    try connection.copyOut(copyOut) { try decoder.read($0) { _ in } }
    return decoder.digest.value
  }

  private func addKeys(_ copied: [Copied]) throws {
    for copied in copied {
      for statement in copied.table.keys(longTexts: copied.longTexts) { try rule(statement, copied) }
    }
    for copied in copied {
      for statement in copied.table.references { try rule(statement, copied) }
    }
    for copied in copied {
      let (table, place) = (copied.table.table, copied.table.place)
      if table.hasNumbers {
        let column = PostgresName.column(table.primaryKey[0])
        // The next number is past the highest one that a row has or had.
        try connection.run(
          """
          SELECT setval(pg_get_serial_sequence($1, $2)::regclass, greatest(coalesce(max(\(PostgresName.quoted(column))), 0), $3::bigint, 1), \
          greatest(coalesce(max(\(PostgresName.quoted(column))), 0), $3::bigint) >= 1) FROM \(place)
          """, place, column, String(copied.lastNumber ?? 0))
      }
      try connection.run("ANALYZE \(place)")
    }
  }

  private func rule(_ statement: String, _ copied: Copied) throws {
    do { try connection.run(statement) } catch PostgresError.ruleBroken(_, _, let reason) {
      throw PostgresError.ruleBroken(table: copied.table.table.name, row: nil, reason: reason)
    }
  }

  private func note(_ copied: [Copied]) throws {
    try connection.run(
      "INSERT INTO \(PostgresTable.place(PostgresCatalogue.application, in: schema)) VALUES ($1, $2, $3, $4, $5, now(), $6)",
      application.name, application.title, String(PostgresCatalogue.format), application.isDesigned ? "t" : "f",
      application.description, String(StoreSnapshot.platformFormat))
    for (position, copied) in copied.enumerated() {
      let table = copied.table.table
      let columns = table.columns.map(\.name)
      try connection.run(
        """
        INSERT INTO \(PostgresTable.place(PostgresCatalogue.tables, in: schema)) \
        VALUES ($1, $2, $3, (SELECT array_agg(c ORDER BY n) FROM json_array_elements_text($4) WITH ORDINALITY AS e (c, n)), $5, $6)
        """, String(position), table.name, table.role.rawValue,
        String(decoding: try JSONEncoder().encode(columns), as: UTF8.self), String(copied.digest.count),
        copied.digest.sum)
    }
  }
}
