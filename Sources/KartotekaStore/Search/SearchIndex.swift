import KartotekaModel

import class GRDB.Database

/// What an entity's searches are looked up in: a trigram index of the searched keys, record by record (``RecordIndex``);
/// or of the different texts (``DistinctTextIndex``), where they are of one key by which records are sorted.
struct SearchIndex: Sendable {
  /// The different texts; nil where the index knows the records themselves.
  let texts: DistinctTextIndex?
  private var index: any KeyIndex
  private let keys: String
  private let columns: SearchedColumns

  /// - Parameters:
  ///   - entity: the entity's table.
  ///   - keys: the table of its keys.
  ///   - columns: those of the keys that are searched.
  ///   - knowsTexts: whether to index the different texts, and not the records: there has to be one column, and an
  ///     index of the keys that begins with it.
  init(of entity: String, keys: String, columns: [String], knowsTexts: Bool) {
    texts = knowsTexts ? DistinctTextIndex(of: entity, keys: keys, column: columns[0]) : nil
    index = texts ?? RecordIndex(of: entity, keys: keys, columns: columns)
    self.keys = SQL.name(keys)
    self.columns = SearchedColumns(columns)
  }

  /// All that has to be there beside the keys, in the order it is made in.
  var statements: [String] { index.statements }

  /// Takes away all that ``statements`` make.
  func drop(in database: Database) throws { for drop in index.drops { try database.execute(sql: drop) } }

  /// Has SQLite compare the index with what it indexes, or with itself while it is incomplete. Fails where they differ, and
  /// changes nothing.
  func check(in database: Database) throws { try index.check(in: database) }

  /// The same index in a snapshot in which it contains the records up to an id only.
  func incomplete(after id: RecordID) -> SearchIndex {
    var copy = self
    copy.index = index.incomplete(after: id)
    return copy
  }

  // MARK: Keeping it

  /// Adds records whose keys are there.
  func add(_ ids: [RecordID], in database: Database) throws {
    if ids.isEmpty { return }
    try index.take(where: "id IN (SELECT value FROM json_each(?))", SQL.json(ids), in: database)
  }

  /// Forgets a record.
  /// - Parameter keys: its searched keys until now.
  func remove(_ id: RecordID, _ keys: [Value], in database: Database) throws {
    try index.remove(id, keys, in: database)
  }

  /// Adds all records whose id is greater than one; none of them may be in the index. Where they are many, they are left to
  /// ``fill(until:in:)``.
  func append(after id: RecordID, in database: Database) throws { try index.append(after: id, in: database) }

  /// Adds records that the index lacks.
  /// - Returns: whether the index is complete.
  func fill(until end: ContinuousClock.Instant, in database: Database) throws -> Bool {
    try index.fill(until: end, in: database)
  }

  // MARK: Asking it

  /// The ids of the records in which every term is found.
  /// - Parameter column: the only one to look in; nil for all.
  func ids(finding terms: [SearchTerm], in column: String? = nil) -> Fragment {
    index.ids(finding: terms, in: column) ?? seen(finding: terms, in: column)
  }

  /// How many records have every term.
  /// - Parameter column: the only one to look in; nil for all.
  func count(finding terms: [SearchTerm], in column: String? = nil) -> Fragment {
    index.count(finding: terms, in: column) ?? .count(seen(finding: terms, in: column))
  }

  // By looking at the keys of each record.
  private func seen(finding terms: [SearchTerm], in column: String? = nil) -> Fragment {
    let found = columns.finding(terms, in: column)
    return Fragment(sql: "SELECT k.id FROM \(keys) k WHERE \(found.sql)", values: found.values)
  }
}

/// An index of searched keys, of records or of their texts.
protocol KeyIndex: Sendable {
  /// All that has to be there beside the keys, in the order it is made in.
  var statements: [String] { get }
  /// What takes away all that ``statements`` make.
  var drops: [String] { get }
  /// Has SQLite compare the index with what it indexes.
  func check(in database: Database) throws

  /// The same index in a snapshot in which it contains the records up to an id only.
  func incomplete(after id: RecordID) -> Self

  /// Adds records, none of which is in the index.
  /// - Parameter condition: which of the keys, with places for the values.
  func take(where condition: String, _ values: Value..., in database: Database) throws

  /// Adds all records whose id is greater than one, none of which is in the index, or leaves them to
  /// ``fill(until:in:)``.
  func append(after id: RecordID, in database: Database) throws

  /// Adds records that the index lacks.
  /// - Returns: whether the index is complete.
  func fill(until end: ContinuousClock.Instant, in database: Database) throws -> Bool

  /// Forgets a record.
  /// - Parameter keys: its searched keys until now.
  func remove(_ id: RecordID, _ keys: [Value], in database: Database) throws

  /// The ids of the records in which every term is found; nil where it knows none of the terms.
  /// - Parameter column: the only one to look in; nil for all.
  func ids(finding terms: [SearchTerm], in column: String?) -> Fragment?

  /// How many records have every term; nil where it knows none of them.
  /// - Parameter column: the only one to look in; nil for all.
  func count(finding terms: [SearchTerm], in column: String?) -> Fragment?
}
