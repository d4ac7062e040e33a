import KartotekaModel

// A read never writes to the file. While the key tables lack rows of the change log, which another program appended,
// temporary views of the reading connection take their place: names resolve to temporary objects first
// (<https://www.sqlite.org/lang_naming.html>), also on a connection that is read-only.
extension ModelMapping {
  /// Has views take the place of key tables that lack rows of the change log.
  /// - Parameter applied: the last row that they have.
  /// - Returns: the rows that they lack; nil where those are not known one by one.
  func shadowKeys(after applied: Int64, in database: SQLConnection) throws -> ChangeTail? {
    let tail = try changeLog.tail(after: applied, in: database)
    for keys in allKeys {
      let rows = tail?.entities[keys.entity.name]
      if tail != nil, rows == nil { continue }
      let ids = rows.flatMap { $0.withoutKeys(atMost: SortKeyTable.mostComputed) }
      for table in try [keys] + keys.made(in: database) { try table.shadow(ids, in: database) }
    }
    return tail
  }
}

extension SortKeyTable {
  /// The names of the tables of other collations than root that have the keys of all records.
  static func collatedTables(in database: SQLConnection) throws -> Set<String> {
    let rows = try RawStatement(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'kartoteka_keys_*__*' \
      AND NOT EXISTS (SELECT 1 FROM kartoteka_meta WHERE key = '\(SortKeyTable.markPrefix)' || name)
      """, in: database)
    defer { rows.reset() }
    var tables: Set<String> = []
    while try rows.step() { tables.insert(rows.text(column: 0)) }
    return tables
  }
}

extension SortKeyTable {
  /// Of more records than this, the keys of all are computed.
  fileprivate static let mostComputed = 10_000

  /// Has a view take the table's place in which the keys of some records are computed from their values.
  /// - Parameter ids: the records; nil for all.
  fileprivate func shadow(_ ids: [RecordID]?, in database: SQLConnection) throws {
    let (name, unapplied) = (SQL.name(table), SQL.name("kartoteka_unapplied_" + table))
    guard let ids else {
      return try database.execute("CREATE TEMP VIEW \(name) AS \(computed)")
    }
    if ids.isEmpty { return }
    try database.execute("CREATE TEMP TABLE \(unapplied) (id INTEGER PRIMARY KEY)")
    try RawStatement("INSERT INTO temp.\(unapplied) SELECT value FROM json_each(?)", in: database)
      .run(SQL.json(ids))
    try database.execute(
      """
      CREATE TEMP VIEW \(name) AS SELECT id, \(SQL.names(columns.map(\.column))) FROM main.\(name) \
      WHERE id NOT IN (SELECT id FROM temp.\(unapplied)) \
      UNION ALL \(computed) WHERE id IN (SELECT id FROM temp.\(unapplied))
      """)
  }
}

extension ChangeTail.Entity {
  /// The records whose keys may be missing or outdated; nil for more than a number, or any.
  fileprivate func withoutKeys(atMost most: Int) -> [RecordID]? {
    let ids = changed
    if isAny || ids.count + added.ranges.reduce(0, { $0 + $1.count }) > most { return nil }
    return Array(Set(ids).union(added.ranges.joined()))
  }
}
