import KartotekaModel

import class GRDB.Database

/// A trigram index of the searched keys, record by record. It has an ``IndexMark`` while it is filled in the background.
struct RecordIndex: KeyIndex {
  private let trigrams: TrigramIndex
  private let columns: SearchedColumns
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
    self.keys = keys
    mark = IndexMark(of: entity)
  }

  var statements: [String] { trigrams.statements }

  var drops: [String] { [trigrams.drop, mark.removal] }

  func check(in database: Database) throws {
    try database.execute(sql: trigrams.check(isComplete: mark.read(in: database) == nil))
  }

  func incomplete(after id: RecordID) -> RecordIndex {
    var copy = self
    copy.indexed = id
    return copy
  }

  // MARK: Keeping it

  func take(where condition: String, _ values: Value..., in database: Database) throws {
    guard let indexed = try mark.read(in: database) else { return try insert(condition, values, in: database) }
    try insert("\(condition) AND id <= ?", values + [.integer(indexed)], in: database)
  }

  private func insert(_ condition: String, _ values: [Value], in database: Database) throws {
    let insertion = try RawStatement(trigrams.insertion(from: keys, where: condition), in: database)
    insertion.bind(values)
    while try insertion.step() {}
    insertion.reset()
  }

  func append(after id: RecordID, in database: Database) throws {
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

  func fill(until end: ContinuousClock.Instant, in database: Database) throws -> Bool {
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
  private func last(of limit: Int, after id: RecordID, in database: Database) throws -> (id: RecordID?, count: Int) {
    let row = try RawStatement(
      "SELECT max(id), count(*) FROM (SELECT id FROM \(SQL.name(keys)) WHERE id > ? ORDER BY id LIMIT ?)", in: database)
    row.bind([.integer(id), .integer(Int64(limit))])
    defer { row.reset() }
    guard try row.step(), case .integer(let last) = row.value(column: 0) else { return (nil, 0) }
    return (last, Int(row.integer(column: 1)))
  }

  func remove(_ id: RecordID, _ keys: [Value], in database: Database) throws {
    if let indexed = try mark.read(in: database), id > indexed { return }
    try trigrams.remove(id, keys, in: database)
  }

  // MARK: Asking it

  // Terms that the trigrams don't know are looked for in the keys of those records that have the others.
  func ids(finding terms: [SearchTerm], in column: String?) -> Fragment? {
    let known = terms.filter(\.isIndexed)
    if known.isEmpty { return nil }
    var found = trigrams.rows(finding: known, in: column, upTo: indexed)
    if known.count < terms.count {
      let others = columns.finding(terms.filter { !$0.isIndexed }, in: column)
      found = Fragment(
        sql: "SELECT k.id FROM \(SQL.name(keys)) k WHERE k.id IN (\(found.sql)) AND \(others.sql)",
        values: found.values + others.values)
    }
    guard let indexed else { return found }
    let others = columns.finding(terms, in: column)
    return Fragment(
      sql: "\(found.sql) UNION ALL SELECT k.id FROM \(SQL.name(keys)) k WHERE k.id > ? AND \(others.sql)",
      values: found.values + [.integer(indexed)] + others.values)
  }

  func count(finding terms: [SearchTerm], in column: String?) -> Fragment? {
    ids(finding: terms, in: column).map(Fragment.count)
  }
}
