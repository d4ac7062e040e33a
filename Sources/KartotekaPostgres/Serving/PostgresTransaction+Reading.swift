import KartotekaModel
import KartotekaStore

// Changes by other servers and other programs.
extension PostgresTransaction {
  /// The most bytes of keys that are read at once. A server that lacks more makes its copy anew.
  private static let mostKeys = 64 << 20
  /// So many commits are read without a look at their size.
  private static let fewCommits: Int64 = 50

  /// Whether the database has a commit, and lists the keys of all rows that were changed after it, and not too many. A database that
  /// was restored from a backup, or has lost commits in a fail-over, can have another commit with the same number.
  func hasCommits(after known: PrimaryPosition) throws -> Bool {
    guard let position, known.epoch == position.epoch else { return false }
    if known.number == position.number { return known.token == position.token }
    // The copy can be ahead of a database that was restored from a backup.
    guard oldest - 1 <= known.number, known.number < position.number else { return false }
    guard try known.number < oldest || has(known) else { return false }
    return try position.number - known.number <= Self.fewCommits || sizeOfKeys(after: known) <= Self.mostKeys
  }

  private func sizeOfKeys(after known: PrimaryPosition) throws -> Int {
    try naming { connection in
      let sum = try connection.run(
        "SELECT sum(octet_length(changes)) FROM \(place(ServedSchema.commits)) WHERE number > $1", String(known.number))
      return sum.first?[0].flatMap(Int.init) ?? 0
    }
  }

  func readRows(changedAfter known: PrimaryPosition, into receiver: RowReceiver) throws {
    try naming { connection in
      guard try hasCommits(after: known) else { throw CopyDiverged() }
      let tables = Dictionary(receiver.tables.map { ($0.name, $0) }) { first, _ in first }
      var changed = CommittedKeys()
      try connection.binaryRows(
        "SELECT changes FROM \(place(ServedSchema.commits)) WHERE number > $1 ORDER BY number", String(known.number),
        areLarge: true
      ) { try changed.add($0[0].map { String(decoding: $0, as: UTF8.self) } ?? "", tables) }
      // Rows to which another program has given values that SQLite can't store. Taking them over puts them back, to what the copy has.
      var kept: [String: Set<[Value]>] = [:]
      while true {
        var failure: PostgresError?
        let isDone = try receiver.keeping {
          let refused = try readRows(changed, besides: kept, into: receiver, connection)
          for (table, key, error) in refused {
            if kept[table.name, default: []].insert(key).inserted { failure = failure ?? error }
          }
          return refused.isEmpty
        }
        if isDone { break }
        if let failure, !hasForeignRows { throw failure }
      }
      for digest in changed.files where receiver.lacksFile(digest) { try readFile(digest, into: receiver, connection) }
    }
  }

  /// Writes rows into the local copy.
  /// - Parameter kept: the rows that stay as they are.
  /// - Returns: the rows that SQLite can't store.
  private func readRows(
    _ changed: CommittedKeys, besides kept: [String: Set<[Value]>], into receiver: RowReceiver,
    _ connection: PostgresConnection
  ) throws -> [(table: CopiedTable, key: [Value], error: PostgresError)] {
    var refused: [(table: CopiedTable, key: [Value], error: PostgresError)] = []
    for table in receiver.tables {
      let kept = kept[table.name] ?? []
      let keys = changed.keys[table.name].map { $0.filter { !kept.contains($0) } } ?? []
      func insert(_ cells: PostgresConnection.ResultCells, with writer: CopiedRowWriter) throws {
        do { try cells.insert(table, with: writer) } catch let error as PostgresError {
          guard case .cannotBringBack = error, let key = try? Self.key(of: table, cells) else { throw error }
          // One of a range is read again, and is new here.
          if !kept.contains(key) { refused.append((table, key, error)) }
        }
      }
      // All changed rows are deleted before one is inserted: two of them may have exchanged a unique value.
      try receiver.delete(keys, of: table)
      if let ranges = changed.ranges[table.name] {
        for ids in ranges { try receiver.delete(ids, of: table) }
        let writer = try receiver.writer(of: table)
        try readRows(of: table, ranges, connection) { try insert($0, with: writer) }
        // Rows of the ranges that a later commit has changed come with the other keys.
        try receiver.delete(keys, of: table)
      }
      if !keys.isEmpty {
        let writer = try receiver.writer(of: table)
        try readRows(of: table, keys, connection) { try insert($0, with: writer) }
      }
      if let last = changed.numbers[table.name] { try receiver.setLastNumber(table, last) }
    }
    return refused
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
      "SELECT bytes FROM \(place(PostgresCatalogue.files)) WHERE digest = $1::bytea ORDER BY part", RowJSON.hex(digest),
      areLarge: true
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
        try connection.binaryRows(sql, String(first), String(last), areLarge: table.hasContent, row: row)
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
      try connection.binaryRows(
        sql, try json.text(ofKeys: keys[start..<min(start + part, keys.count)]), areLarge: table.hasContent, row: row)
    }
  }

  /// The condition that a row of the table `t` has the key in `v`.
  func condition(_ table: CopiedTable) -> String {
    table.primaryKey.enumerated().map { "t.\(PostgresTable.column($0.element)) = v.c\($0.offset)" }
      .joined(separator: " AND ")
  }

  func takeForeignRows(of tables: [CopiedTable], atMost most: Int) throws -> ForeignRows {
    try naming { connection in
      let tables = Dictionary(tables.map { ($0.name, $0) }) { first, _ in first }
      let notes = place(ServedSchema.foreignRows)
      var rows = ForeignRows()
      let taken = try connection.run(
        """
        DELETE FROM \(notes) WHERE number IN (SELECT number FROM \(notes) ORDER BY number LIMIT $1::bigint) \
        RETURNING name, key
        """, String(most))
      for row in taken {
        guard let table = tables[row[0] ?? ""], let json = try? JSONParser.parse(row[1] ?? "") else { continue }
        rows.keys[table.name, default: []].insert(try CommittedKeys.key(json, of: table))
      }
      hasForeignRows = try taken.count == most && connection.run("SELECT EXISTS (SELECT 1 FROM \(notes))") == [["t"]]
      return rows
    }
  }

  func readRows(_ rows: ForeignRows, into receiver: RowReceiver) throws -> [RefusedRow] {
    try naming { connection in
      var refused: [RefusedRow] = []
      var missing: [(CopiedTable, [[Value]])] = []
      // Tables in their order, so that a row comes before those that refer to it. Deletions come last, because they cascade.
      for table in receiver.tables {
        guard let keys = rows.keys[table.name].map(Array.init) else { continue }
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
