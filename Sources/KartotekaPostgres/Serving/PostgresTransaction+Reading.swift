import KartotekaModel
import KartotekaStore

// What other servers and other programs have changed.
extension PostgresTransaction {
  /// Whether the database has a commit, and lists the keys of all rows that were changed after it. A database that was restored
  /// from a backup, or has lost commits in a fail-over, can have another commit with the same number.
  func hasCommits(after known: PrimaryPosition) throws -> Bool {
    guard let position, known.epoch == position.epoch else { return false }
    if known.number == position.number { return known.token == position.token }
    // The copy can be ahead of a database that was restored from a backup.
    guard oldest - 1 <= known.number, known.number < position.number else { return false }
    return try known.number < oldest || has(known)
  }

  func readRows(changedAfter known: PrimaryPosition, into receiver: RowReceiver) throws {
    try naming { connection in
      guard try hasCommits(after: known) else { throw CopyDiverged() }
      let tables = Dictionary(receiver.tables.map { ($0.name, $0) }) { first, _ in first }
      var changed = CommittedKeys()
      let commits = try connection.run(
        "SELECT changes FROM \(place(ServedSchema.commits)) WHERE number > $1 ORDER BY number", String(known.number))
      for row in commits { try changed.add(row[0] ?? "", tables) }
      for table in receiver.tables {
        let keys = changed.keys[table.name].map(Array.init) ?? []
        // All changed rows are deleted before one is inserted: two of them may have exchanged a unique value.
        try receiver.delete(keys, of: table)
        if let ranges = changed.ranges[table.name] {
          for ids in ranges { try receiver.delete(ids, of: table) }
          let writer = try receiver.writer(of: table)
          try readRows(of: table, ranges, connection) { try $0.insert(table, with: writer) }
          // Those among them that a later commit has changed come with the other keys.
          try receiver.delete(keys, of: table)
        }
        if !keys.isEmpty {
          let writer = try receiver.writer(of: table)
          try readRows(of: table, keys, connection) { try $0.insert(table, with: writer) }
        }
        if let last = changed.numbers[table.name] { try receiver.setLastNumber(table, last) }
      }
      for digest in changed.files where receiver.lacksFile(digest) { try readFile(digest, into: receiver, connection) }
    }
  }

  func lacksTriggers() throws -> Bool {
    guard primary.inspects() else { return false }
    return try naming { _ in
      try readNoted()
      return try !missingTriggers().isEmpty
    }
  }

  /// The triggers of the application's tables that are missing or disabled, each with its table.
  func missingTriggers() throws -> [String] {
    guard let connection, let noted, position != nil else { return [] }
    let there = try connection.run(
      """
      SELECT c.relname, t.tgname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
      LEFT JOIN pg_trigger t ON t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgenabled IN ('O', 'A') \
      WHERE n.nspname = $1 AND c.relkind = 'r'
      """, schema)
    let found = Set(there.map { "\($0[0] ?? "").\($0[1] ?? "")" })
    // A missing table is reported by its reader.
    let tables = Set(there.compactMap(\.[0]))
    return noted.tables.flatMap { name, role in
      let table = PostgresName.fitting(name)
      return tables.contains(table) ? ServedSchema.triggerNames(role).map { "\(table).\($0)" } : []
    }.filter { !found.contains($0) }.sorted()
  }

  private func readFile(_ digest: [UInt8], into receiver: RowReceiver, _ connection: PostgresConnection) throws {
    let file = receiver.file()
    try connection.binaryRows(
      "SELECT bytes FROM \(place(PostgresCatalogue.files)) WHERE digest = $1::bytea ORDER BY part", RowJSON.hex(digest)
    ) { cells in
      if let bytes = cells[0] { try file.append(bytes) }
    }
    if file.count > 0 { try receiver.store(file) }
  }

  /// SQL of the rows of a table, as `t`.
  private func selection(of table: CopiedTable) -> String {
    let columns = table.columns.map { column in
      // SQLite stores no negative zero.
      "t.\(PostgresTable.column(column.name))" + (column.form == .real ? " + '0'::float8" : "")
    }
    return "SELECT \(columns.joined(separator: ", ")) FROM \(place(table.name)) t"
  }

  private func readRows(
    of table: CopiedTable, _ ranges: [ClosedRange<RecordID>], _ connection: PostgresConnection,
    _ row: (PostgresConnection.ResultCells) throws -> Void
  ) throws {
    let sql = "\(selection(of: table)) WHERE t.\(PostgresTable.column(table.primaryKey[0])) BETWEEN $1 AND $2"
    let part = RecordID(part(of: table))
    for ids in ranges {
      for first in stride(from: ids.lowerBound, through: ids.upperBound, by: RecordID.Stride(part)) {
        let last = min(first + part - 1, ids.upperBound)
        try connection.binaryRows(sql, String(first), String(last), row: row)
      }
    }
  }

  private func readRows(
    of table: CopiedTable, _ keys: [[Value]], _ connection: PostgresConnection,
    _ row: (PostgresConnection.ResultCells) throws -> Void
  ) throws {
    let json = RowJSON(table: table)
    let sql = "\(selection(of: table)) JOIN \(json.keys()) ON \(condition(table))"
    let part = part(of: table)
    for start in stride(from: 0, to: keys.count, by: part) {
      try connection.binaryRows(sql, try json.text(ofKeys: keys[start..<min(start + part, keys.count)]), row: row)
    }
  }

  /// The condition that a row of the table `t` has the key in `v`.
  func condition(_ table: CopiedTable) -> String {
    table.primaryKey.enumerated().map { "t.\(PostgresTable.column($0.element)) = v.c\($0.offset)" }
      .joined(separator: " AND ")
  }

  func takeForeignRows(into receiver: RowReceiver) throws -> [RefusedRow] {
    try naming { connection in
      let tables = Dictionary(receiver.tables.map { ($0.name, $0) }) { first, _ in first }
      var changed: [String: Set<[Value]>] = [:]
      for row in try connection.run("DELETE FROM \(place(ServedSchema.foreignRows)) RETURNING name, key") {
        guard let table = tables[row[0] ?? ""], let json = try? JSONParser.parse(row[1] ?? "") else { continue }
        changed[table.name, default: []].insert(try CommittedKeys.key(json, of: table))
      }
      hasForeignRows = false
      var refused: [RefusedRow] = []
      var missing: [(CopiedTable, [[Value]])] = []
      // Tables in their order, so that a row comes before those that refer to it. Deletions come last, because they cascade.
      for table in receiver.tables {
        guard let keys = changed[table.name].map(Array.init) else { continue }
        let (found, late) = try takeRows(of: table, keys, into: receiver, connection)
        let gone = keys.filter { !found.contains($0) }
        missing.append((table, gone))
        if late.isEmpty { continue }
        // A refused row may have the unique value of a row that another program has changed or deleted as well.
        let kept = try receiver.freeUniqueValues(of: late.map(\.key) + gone, table)
        let again = try takeRows(of: table, late.map(\.key), into: receiver, connection).refused
        try receiver.restoreUniqueValues(kept.filter { row in again.contains { $0.key == row.key } }, of: table)
        refused += again
      }
      for (table, keys) in missing.reversed() {
        for key in keys {
          do { try receiver.delete([key], of: table) } catch let error as CopiedRowRefused {
            refused.append(RefusedRow(table: table, key: key, reason: error.reason))
          }
        }
      }
      return refused
    }
  }

  /// Writes rows of the primary into the local copy.
  /// - Returns: the keys of the rows that the primary has, and the refused rows.
  private func takeRows(
    of table: CopiedTable, _ keys: [[Value]], into receiver: RowReceiver, _ connection: PostgresConnection
  ) throws -> (found: Set<[Value]>, refused: [RefusedRow]) {
    var found: Set<[Value]> = []
    var refused: [RefusedRow] = []
    let writer = try receiver.replacer(of: table)
    try readRows(of: table, keys, connection) { cells in
      let key = try Self.key(of: table, cells)
      found.insert(key)
      do {
        try cells.write(table, to: writer)
        try writer.insert()
      } catch let error as CopiedRowRefused {
        refused.append(RefusedRow(table: table, key: key, reason: error.reason))
      } catch PostgresError.cannotBringBack(_, _, let column) {
        refused.append(RefusedRow(table: table, key: key, reason: column))
      }
    }
    return (found, refused)
  }

  private static func key(of table: CopiedTable, _ cells: PostgresConnection.ResultCells) throws -> [Value] {
    try table.primaryKey.map { name in
      // Tables with records and links have numbers as keys.
      guard let index = table.columns.firstIndex(where: { $0.name == name }),
        let integer = cells[index]?.integer(at: 0, as: Int64.self)
      else { throw PostgresError.badData }
      return .integer(integer)
    }
  }
}
