import KartotekaModel

extension SortKeyTable {
  /// Brings the keys up to date with rows of the change log, in all collations that the file has.
  /// - Parameters:
  ///   - isOwn: whether the current transaction has appended the rows. Its bulk inserts make the keys of their records. The
  ///     bulk inserts of other servers have made them in other files.
  ///   - greatest: the greatest id of the records whose keys are brought up to date; nil for all records. A bulk insert
  ///     makes the keys of its records when it is finished.
  func apply(
    _ rows: ChangeTail.Entity, isOwn: Bool, upTo greatest: RecordID? = nil, in database: SQLConnection
  ) throws {
    let ids = greatest.map { greatest in rows.changed.filter { $0 <= greatest } } ?? rows.changed
    let added = isOwn ? [] : rows.added.ranges.map { $0.lowerBound...$0.upperBound - 1 }
    if try rows.isAny || areMany(ids.count + added.reduce(0) { $0 + $1.count }, in: database) {
      return try remake(in: database)
    }
    for ids in added { try add(ids, in: database) }
    try refresh(ids, in: database)
  }

  /// Makes the keys of records that another server's bulk insert has added.
  private func add(_ ids: ClosedRange<RecordID>, in database: SQLConnection) throws {
    let (first, last) = (Value.integer(ids.lowerBound), Value.integer(ids.upperBound))
    let greatest = try RawStatement("SELECT max(id) FROM \(SQL.name(table))", in: database).integer() ?? .min
    let isLast = greatest < ids.lowerBound
    // Ids are not reused, so that no record of the range has keys.
    for keys in try made(in: database) + [self] {
      try RawStatement(keys.insertion(where: "id BETWEEN ? AND ?"), in: database).run(first, last)
    }
    if isLast {
      try searchIndex?.append(after: ids.lowerBound - 1, in: database)
    } else {
      try searchIndex?.add(ids, in: database)
    }
  }

  /// Updates the sort keys of records in all collations.
  func refresh(_ ids: some Collection<RecordID>, in database: SQLConnection) throws {
    if ids.isEmpty { return }
    var added: [RecordID] = []
    for id in ids where try replaceKeys(of: id, in: database) { added.append(id) }
    // Together: a commit of few records writes as much of the index as one of many.
    try searchIndex?.add(added, in: database)
    for keys in try made(in: database) { try keys.refresh(ids, in: database) }
  }

  // The keys of one record take sixteen times as long alone as together with all others: 46 to 2.8 µs, measured
  // with five million records.
  private func areMany(_ changed: Int, in database: SQLConnection) throws -> Bool {
    guard changed > 1_000 else { return false }
    let counts = RecordCounts(database: database)
    return try changed * 16 > counts.stored(entity) ?? counts.scanned(entity)
  }

  /// Rebuilds the sort keys of all records in all collations.
  func remake(in database: SQLConnection) throws {
    for keys in try made(in: database) + [self] {
      try keys.searchIndex?.drop(in: database)
      try database.execute("DROP TABLE IF EXISTS \(SQL.name(keys.table))")
      for statement in keys.statements { try database.execute(statement) }
      try keys.removeMark(in: database)
    }
    try append(after: Int64.min, in: database)
  }

  /// - Returns: whether the search index lacks the record now.
  private func replaceKeys(of id: RecordID, in database: SQLConnection) throws -> Bool {
    let (old, keys) = try (row(sql.keys, id, in: database), row(sql.computed, id, in: database))
    // Most changes are of other columns.
    if keys == old { return false }
    if let old { try forget(id, old, in: database) }
    guard let keys else { return false }
    try add(keys, of: id, in: database)
    return true
  }

  private func add(_ keys: [Value], of id: RecordID, in database: SQLConnection) throws {
    let insert = try RawStatement(sql.insertion, in: database)
    defer { insert.reset() }
    insert.bind([.integer(id)] + keys)
    while try insert.step() {}
  }

  private func row(_ sql: String, _ id: RecordID, in database: SQLConnection) throws -> [Value]? {
    let row = try RawStatement(sql, in: database)
    row.bind([.integer(id)])
    defer { row.reset() }
    return try row.step() ? columns.indices.map { row.value(column: $0) } : nil
  }

  private func forget(_ id: RecordID, _ old: [Value], in database: SQLConnection) throws {
    try RawStatement(sql.deletion, in: database).run(.integer(id))
    try searchIndex?.remove(id, searched.map { keyValue(of: $0, among: old) }, in: database)
  }

  private func keyValue(of attribute: AttributeDescription, among keys: [Value]) -> Value {
    columns.firstIndex { $0.name == attribute.name }.map { keys[$0] } ?? .null
  }

  /// Makes keys for all records whose id is greater than one, after a bulk insert.
  func complete(after id: RecordID, in database: SQLConnection) throws {
    // After a concurrent rebuild some of these records have keys already.
    let hasKeys = try RawStatement(
      "SELECT EXISTS (SELECT 1 FROM \(SQL.name(table)) WHERE id > ?)", in: database
    ).integer(.integer(id))
    if hasKeys == 1 { try remake(in: database) } else { try append(after: id, in: database) }
  }

  /// Makes keys for all records whose id is greater than one, none of which has keys yet: after a bulk import. In
  /// whatever collations there are.
  ///
  /// If they are many beside those that have keys already, the indices are made anew afterwards, which is
  /// quicker than keeping them.
  func append(after id: RecordID, in database: SQLConnection) throws {
    for keys in try made(in: database) { try keys.append(after: id, in: database) }
    let remakesIndices = try areMany(after: id, in: database)
    if remakesIndices {
      for index in indices { try database.execute("DROP INDEX \(SQL.name(index.name))") }
    }
    try RawStatement(insertion(where: "id > ?"), in: database).run(.integer(id))
    if remakesIndices { for index in indices { try database.execute(index.sql) } }
    try searchIndex?.append(after: id, in: database)
  }

  /// The statement that adds the keys of the records for which a condition holds. A table that is being filled may have some
  /// of them.
  func insertion(where condition: String) -> String {
    let verb = collation == .root ? "INSERT" : "INSERT OR REPLACE"
    let names = SQL.names(["id"] + columns.map(\.column))
    return "\(verb) INTO \(SQL.name(table)) (\(names)) \(computed) WHERE \(condition) ORDER BY id"
  }

  // Sorting all keys costs a third of what putting them into their places one by one does.
  private func areMany(after id: RecordID, in database: SQLConnection) throws -> Bool {
    let isEmpty = try RawStatement("SELECT NOT EXISTS (SELECT 1 FROM \(SQL.name(table)))", in: database).integer() == 1
    let counts = RecordCounts(database: database)
    let known = try isEmpty ? 0 : counts.stored(entity) ?? counts.scanned(entity)
    let added = try RawStatement("SELECT count(*) FROM \(SQL.name(entity.table)) WHERE id > ?", in: database)
      .integer(.integer(id))
    return Int(added ?? 0) * 2 > known
  }
}
