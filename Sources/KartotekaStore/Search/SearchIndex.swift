import KartotekaModel

/// The index of an entity's searches: a trigram index of the searched keys, record by record. It has an
/// ``IndexMark`` while it is filled in the background.
struct SearchIndex: Sendable {
  private let trigrams: TrigramIndex
  private let columns: SearchedColumns
  /// The table of keys, for SQL.
  private let keys: String
  private let mark: IndexMark
  /// The mark in the snapshot that is read; nil where the index is complete.
  private var indexed: RecordID?

  /// - Parameters:
  ///   - entity: the entity's table.
  ///   - keys: the table of its keys.
  ///   - columns: those of the keys that are searched.
  init(of entity: String, keys: String, columns: [String]) {
    trigrams = TrigramIndex("kartoteka_search_" + entity, content: keys, columns: columns)
    self.columns = SearchedColumns(columns)
    self.keys = SQL.name(keys)
    mark = IndexMark(of: entity)
  }

  /// All that has to be there beside the keys, in the order it is made in.
  var statements: [String] { trigrams.statements }

  /// Takes away all that ``statements`` make, and the mark.
  func drop(in database: SQLConnection) throws {
    for drop in [trigrams.drop, mark.removal] { try database.execute(drop) }
  }

  /// Has SQLite compare the index with what it indexes, or with itself while it is incomplete. Fails where they differ, and
  /// changes nothing.
  func check(in database: SQLConnection) throws {
    try database.execute(trigrams.check(isComplete: mark.read(in: database) == nil))
  }

  /// The same index in a snapshot in which it contains the records up to an id only.
  func incomplete(after id: RecordID) -> SearchIndex {
    var copy = self
    copy.indexed = id
    return copy
  }

  // MARK: Keeping it

  /// Adds records whose keys are there.
  func add(_ ids: [RecordID], in database: SQLConnection) throws {
    if ids.isEmpty { return }
    try add(where: "id IN (SELECT value FROM json_each(?))", [SQL.json(ids)], in: database)
  }

  /// Adds the records of a range whose keys are there.
  func add(_ ids: ClosedRange<RecordID>, in database: SQLConnection) throws {
    try add(where: "id BETWEEN ? AND ?", [.integer(ids.lowerBound), .integer(ids.upperBound)], in: database)
  }

  // Records after the mark are added by `fill`.
  private func add(where condition: String, _ values: [Value], in database: SQLConnection) throws {
    guard let indexed = try mark.read(in: database) else { return try insert(condition, values, in: database) }
    try insert("\(condition) AND id <= ?", values + [.integer(indexed)], in: database)
  }

  private func insert(_ condition: String, _ values: [Value], in database: SQLConnection) throws {
    let insertion = try RawStatement(trigrams.insertion(where: condition), in: database)
    insertion.bind(values)
    while try insertion.step() {}
    insertion.reset()
  }

  /// Forgets a record.
  /// - Parameter keys: its searched keys until now.
  func remove(_ id: RecordID, _ keys: [Value], in database: SQLConnection) throws {
    if let indexed = try mark.read(in: database), id > indexed { return }
    try trigrams.remove(id, keys, in: database)
  }

  /// Adds all records whose id is greater than one; none of them may be in the index. Where they are many, they are left to
  /// ``fill(until:in:)``.
  func append(after id: RecordID, in database: SQLConnection) throws {
    if let indexed = try mark.read(in: database) {
      // The records between the two are new, too: those that had been there were deleted.
      if id < indexed { try mark.write(id, in: database) }
      return
    }
    if try last(of: IndexMark.mostAtOnce + 1, after: id, in: database).count > IndexMark.mostAtOnce {
      return try mark.write(id, in: database)
    }
    try insert("id > ?", [.integer(id)], in: database)
  }

  /// Adds records that the index lacks.
  /// - Returns: whether the index is complete.
  func fill(until end: ContinuousClock.Instant, in database: SQLConnection) throws -> Bool {
    guard var indexed = try mark.read(in: database) else { return true }
    repeat {
      guard let last = try last(of: Self.rowsAtOnce, after: indexed, in: database).id else {
        try RawStatement(mark.removal, in: database).run()
        return true
      }
      try insert("id > ? AND id <= ?", [.integer(indexed), .integer(last)], in: database)
      indexed = last
    } while ContinuousClock.now < end
    try mark.write(indexed, in: database)
    return false
  }

  // Some ten milliseconds.
  private static let rowsAtOnce = 500

  /// The last of so many records after an id, and how many there are.
  private func last(of limit: Int, after id: RecordID, in database: SQLConnection) throws -> (id: RecordID?, count: Int)
  {
    let row = try RawStatement(
      "SELECT max(id), count(*) FROM (SELECT id FROM \(keys) WHERE id > ? ORDER BY id LIMIT ?)", in: database)
    row.bind([.integer(id), .integer(Int64(limit))])
    defer { row.reset() }
    guard try row.step(), case .integer(let last) = row.value(column: 0) else { return (nil, 0) }
    return (last, Int(row.integer(column: 1)))
  }

  // MARK: Asking it

  /// The ids of the records in which every term is found. Terms that the trigrams don't know are looked for in the keys of
  /// the records that have the others, or of all records.
  /// - Parameter column: the only one to look in; nil for all.
  func ids(finding terms: [SearchTerm], in column: String? = nil) -> Fragment {
    let known = terms.filter(\.isIndexed)
    let compared = columns.finding(terms, in: column)
    if known.isEmpty {
      return Fragment(sql: "SELECT k.id FROM \(keys) k WHERE \(compared.sql)", values: compared.values)
    }
    var found = trigrams.rows(finding: known, in: column, upTo: indexed)
    if known.count < terms.count {
      let others = columns.finding(terms.filter { !$0.isIndexed }, in: column)
      found = Fragment(
        sql: "SELECT k.id FROM \(keys) k WHERE k.id IN (\(found.sql)) AND \(others.sql)",
        values: found.values + others.values)
    }
    guard let indexed else { return found }
    return Fragment(
      sql: "\(found.sql) UNION ALL SELECT k.id FROM \(keys) k WHERE k.id > ? AND \(compared.sql)",
      values: found.values + [.integer(indexed)] + compared.values)
  }

  /// The number of records that have every term.
  /// - Parameter column: the only one to look in; nil for all.
  func count(finding terms: [SearchTerm], in column: String? = nil) -> Fragment {
    .count(ids(finding: terms, in: column))
  }
}
