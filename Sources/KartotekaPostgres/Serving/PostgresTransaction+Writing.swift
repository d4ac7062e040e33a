import KartotekaModel
import KartotekaStore

// The rows of a commit.
extension PostgresTransaction {
  func write(_ rows: ChangedRows, from source: RowSource, isTakingOver: Bool) throws -> PrimaryPosition {
    try naming { connection in
      guard let position else { throw PostgresError.badData }
      try finishStream()
      var numbers: [(table: String, number: Int64)] = []
      var sequences: [(table: CopiedTable, number: Int64)] = []
      var files: Set<[UInt8]> = []
      for changed in rows.tables {
        try files.formUnion(keepFiles(of: changed, source, connection))
        if isTakingOver {
          // A row that is put back can be among those that foreign keys have changed.
          let keys = Set([changed.inserted, changed.updated, changed.updatedBesideContent].joined())
          try write(Array(keys), of: changed.table, source, .upsert, connection)
        } else {
          try write(changed.inserted, of: changed.table, source, .insert, connection)
          try write(changed.updated, of: changed.table, source, .update, connection)
          try write(changed.updatedBesideContent, of: changed.table, source, .updateBesideContent, connection)
        }
        let hasNew = !changed.inserted.isEmpty || !changed.sent.isEmpty
        if hasNew, changed.table.hasNumbers, let last = try source.lastNumber(changed.table) {
          numbers.append((changed.table.name, last))
          if changed.table.role == .records { sequences.append((changed.table, last)) }
        }
      }
      // Deletions come after updates, which may remove references to the deleted rows. Cascaded deletions are among them.
      for changed in rows.tables.reversed() { try delete(changed.deleted, of: changed.table, connection) }
      let next = PrimaryPosition(epoch: position.epoch, number: position.number + 1, token: token)
      if let noted, noted.description != application.description {
        try connection.run(
          "UPDATE \(place(PostgresCatalogue.application)) SET title = $1, description = $2::json", application.title,
          application.description)
        try noteEarlier(noted, connection)
      }
      try note(next, try CommittedKeys.text(of: rows, numbers: numbers, files: files), sequences, connection)
      return next
    }
  }

  func widenKey(_ name: String) throws -> Bool {
    try naming { connection in
      let found = try connection.run(
        """
        SELECT t.relname, a.attname FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid \
        JOIN pg_namespace n ON n.oid = t.relnamespace \
        JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1] \
        WHERE n.nspname = $1 AND c.conname = $2 AND c.contype = 'u' AND cardinality(c.conkey) = 1
        """, schema, name)
      guard let row = found.first, let table = row[0], let column = row[1] else { return false }
      let key = PostgresName.quoted(name)
      try connection.run(
        """
        ALTER TABLE \(PostgresName.quoted(schema)).\(PostgresName.quoted(table)) DROP CONSTRAINT \(key), \
        ADD CONSTRAINT \(key) \(PostgresTable.uniqueByHash(PostgresName.quoted(column))) DEFERRABLE
        """)
      return true
    }
  }

  func send(_ rows: CopiedRows) throws {
    try naming { connection in
      let stream = self.stream ?? CopyStream(connection, schema)
      self.stream = stream
      try stream.write(rows)
    }
  }

  /// Waits until the server has all rows of ``send(_:)``.
  /// - Throws: ``PostgresError``, also of a row that the server has refused.
  func finishStream() throws {
    try stream?.finish()
    stream = nil
  }

  /// More new rows than this are copied.
  private static let many = 2_000

  private enum Way { case insert, update, updateBesideContent, upsert }

  private func write(
    _ keys: [[Value]], of table: CopiedTable, _ source: RowSource, _ way: Way, _ connection: PostgresConnection
  ) throws {
    if keys.isEmpty { return }
    let json = RowJSON(table: table)
    let names = table.columns.map { PostgresTable.column($0.name) }
    let values = names.indices.map { "v.c\($0)" }
    let others = names.indices.filter { !table.primaryKey.contains(table.columns[$0].name) }
    let insertion = """
      INSERT INTO \(place(table.name)) (\(names.joined(separator: ", "))) \
      SELECT \(values.joined(separator: ", ")) FROM \(json.records())
      """
    let sql: String
    switch way {
    case .insert: sql = insertion
    case .upsert:
      let key = table.primaryKey.map(PostgresTable.column).joined(separator: ", ")
      let changes = others.map { "\(names[$0]) = excluded.\(names[$0])" }.joined(separator: ", ")
      sql = insertion + " ON CONFLICT (\(key)) " + (others.isEmpty ? "DO NOTHING" : "DO UPDATE SET " + changes)
    case .update, .updateBesideContent:
      let others = way == .update ? others : others.filter { table.columns[$0].form != .content }
      let key = table.columns.indices.filter { table.primaryKey.contains(table.columns[$0].name) }
        .map { "t.\(names[$0]) = v.c\($0)" }.joined(separator: " AND ")
      let changes = others.map { "\(names[$0]) = v.c\($0)" }.joined(separator: ", ")
      sql = "UPDATE \(place(table.name)) t SET \(changes) FROM \(json.records()) WHERE \(key)"
    }
    var stored = try source.rows(of: table, keys)
    if way == .insert, keys.count > Self.many {
      try send(stored)
      return try finishStream()
    }
    try json.write(&stored, omitsContent: way == .updateBesideContent) { text, count in
      let changed = try connection.change(sql, text)
      // Another program has deleted a row without the triggers.
      if way == .update || way == .updateBesideContent, changed != count { throw ForeignRowsFound() }
    }
  }

  private func delete(_ keys: [[Value]], of table: CopiedTable, _ connection: PostgresConnection) throws {
    let (json, part) = (RowJSON(table: table), part(of: table))
    for start in stride(from: 0, to: keys.count, by: part) {
      try connection.run(
        "DELETE FROM \(place(table.name)) t USING \(json.keys()) WHERE \(condition(table))",
        try json.text(ofKeys: keys[start..<min(start + part, keys.count)]))
    }
  }

  /// Copies the pictures and files that the commit replaces or deletes to `kartoteka_files`, from which undo restores them.
  /// - Returns: the SHA-256 of the copied ones.
  private func keepFiles(
    of changed: ChangedRows.Table, _ source: RowSource, _ connection: PostgresConnection
  ) throws -> Set<[UInt8]> {
    let keys = changed.updated + changed.deleted
    let contents = changed.table.columns.indices.filter { changed.table.columns[$0].form == .content }
    guard !contents.isEmpty, !keys.isEmpty else { return [] }
    // Most changes of a row do not change its picture.
    var current: Set<[UInt8]> = []
    var rows = try source.rows(of: changed.table, changed.updated)
    while try rows.next() { current.formUnion(contents.compactMap { rows.file($0)?.digest }) }
    let (json, part) = (RowJSON(table: changed.table), part(of: changed.table))
    var kept: Set<[UInt8]> = []
    for name in contents.map({ PostgresTable.column(changed.table.columns[$0].name) }) {
      for start in stride(from: 0, to: keys.count, by: part) {
        let argument = try json.text(ofKeys: keys[start..<min(start + part, keys.count)])
        let stored = """
          FROM \(place(changed.table.name)) t JOIN \(json.keys()) ON \(condition(changed.table)) WHERE t.\(name) IS NOT NULL
          """
        var digests: Set<[UInt8]> = []
        try connection.binaryRows("SELECT sha256(t.\(name)) \(stored)", argument) { cells in
          if let digest = cells[0].map(Array.init) { digests.insert(digest) }
        }
        // Small pictures and files are stored in the rows of the history.
        digests = digests.filter { !current.contains($0) && source.hasFile($0) }
        if digests.isEmpty { continue }
        kept.formUnion(digests)
        try connection.run(
          """
          INSERT INTO \(place(PostgresCatalogue.files)) (digest, part, bytes) SELECT sha256(t.\(name)), 0, t.\(name) \
          \(stored) AND sha256(t.\(name)) = ANY ($2::bytea[]) ON CONFLICT DO NOTHING
          """, argument, "{" + digests.map { "\"\\\(RowJSON.hex($0))\"" }.joined(separator: ",") + "}")
      }
    }
    return kept
  }

  /// Stores the number and the keys of the commit, notifies the other servers, and advances the sequences of the tables, so that
  /// other programs get no id that a record has had.
  private func note(
    _ position: PrimaryPosition, _ changes: String, _ sequences: [(table: CopiedTable, number: Int64)],
    _ connection: PostgresConnection
  ) throws {
    var arguments: [String?] = [String(position.number), position.token, changes]
    let values = sequences.map { table, number in
      arguments += [place(table.name), PostgresName.column(table.primaryKey[0]), String(max(number, 1))]
      let last = arguments.count
      let sequence = "pg_get_serial_sequence($\(last - 2), $\(last - 1))::regclass"
      // A program can have fetched later numbers.
      return """
        , CASE WHEN coalesce(pg_sequence_last_value(\(sequence)), 0) < $\(last)::bigint \
        THEN setval(\(sequence), $\(last)::bigint) END
        """
    }
    try connection.run(
      """
      WITH s AS (UPDATE \(place(ServedSchema.state)) SET number = $1::bigint), c AS ( \
      INSERT INTO \(place(ServedSchema.commits)) (number, token, changes) VALUES ($1::bigint, $2, $3)) \
      SELECT 1\(values.joined())
      """, arguments)
    if position.number % 1_000 == 0 {
      try connection.run(
        "DELETE FROM \(place(ServedSchema.commits)) WHERE number <= $1",
        String(position.number - ServedSchema.keptCommits))
    }
    written = position
  }
}
