import KartotekaModel

/// The durable, ordered log of changed records. Triggers of built-in means append to it, whichever program writes.
///
/// A row is never changed. `kartoteka_meta` holds the number of the last row that the derived data (sort keys, search
/// index) include; rows after it are applied by the store.
struct ChangeLog: Sendable {
  /// The operation that a row states for its record. Whether the record exists is read from its table, never from the log.
  enum Operation: String, CaseIterable {
    case insert
    case update
    case delete
    /// The record stood in the way of a row that was about to be written: `REPLACE` has deleted it, for which SQLite
    /// runs no DELETE trigger (<https://www.sqlite.org/lang_conflict.html>); `IGNORE` has left it.
    case replace
    /// The record itself is unchanged; its links or its background work changed.
    case touch
    /// Any record of the entity may have changed.
    case many
  }

  static let table = "kartoteka_change_log"
  /// The id of a row `many` that tells of this program's own changes, which their change set knows one by one.
  private static let ownMany: RecordID = 1
  static let statements = [
    """
    CREATE TABLE \(table) (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, entity TEXT NOT NULL, id INTEGER NOT NULL, last INTEGER,
      operation TEXT NOT NULL
    ) STRICT
    """,
    "CREATE INDEX \(table)_replaced ON \(table) (entity, seq) WHERE operation = 'replace'",
  ]
  /// The maximum number of rows of the log.
  static let limit: Int64 = 100_000
  /// If one transaction logs more rows of an entity than this, one row `many` takes their place.
  static let mostRows = 10_000
  static let appliedKey = "applied"

  private let names: [String: String]

  init(_ model: ModelDescription) {
    names = Dictionary(model.entities.map { ($0.table, $0.name) }) { first, _ in first }
  }

  // MARK: Identity

  /// Tells the log from that of another file, in which the same numbers mean other changes; empty for a copy that was
  /// not opened yet.
  static func identity(in database: SQLConnection) throws -> String {
    try MetaTable(in: database).text("log") ?? ""
  }

  /// Gives the log an identity, unless it has one.
  static func identify(in database: SQLConnection) throws {
    guard try identity(in: database).isEmpty else { return }
    try database.execute(
      "INSERT INTO kartoteka_meta (key, value) VALUES ('log', lower(hex(randomblob(8)))) ON CONFLICT DO NOTHING")
  }

  /// Takes the identity of a copy's log away: from now on it is another log.
  static func forgetIdentity(in database: SQLConnection) throws {
    if try database.hasTable(MetaTable.name) { try MetaTable(in: database).remove("log") }
  }

  // MARK: Numbers

  /// The number of the last row; 0 for an empty log.
  static func last(in database: SQLConnection) throws -> Int64 {
    try RawStatement("SELECT max(seq) FROM \(table)", in: database).integer() ?? 0
  }

  /// The number of the last row that the derived data include.
  static func applied(in database: SQLConnection) throws -> Int64 {
    try MetaTable(in: database).number(appliedKey) ?? 0
  }

  /// Notes that the derived data include all rows up to a number, and prunes the log.
  static func setApplied(_ number: Int64, in database: SQLConnection) throws {
    let before = try applied(in: database)
    guard number != before else { return }
    try MetaTable(in: database).note(number, as: appliedKey)
    // Every thousandth row, so that most commits don't look for what to prune.
    if number / 1_000 != before / 1_000 {
      try RawStatement("DELETE FROM \(table) WHERE seq <= ?", in: database).run(.integer(number - limit))
    }
  }

  // MARK: Appending

  /// Appends a row.
  /// - Parameter last: the last id of a range of new records that begins with `id`; nil for one record.
  static func append(
    _ entity: EntityDescription, _ id: RecordID, last: RecordID? = nil, _ operation: Operation,
    in database: SQLConnection
  ) throws {
    try RawStatement("INSERT INTO \(table) (entity, id, last, operation) VALUES (?, ?, ?, ?)", in: database)
      .run(.text(entity.table), .integer(id), last.map(Value.integer) ?? .null, .text(operation.rawValue))
  }

  /// Appends a row for a change of the platform's own tables alone, such as that of rejected rows: whatever may have been
  /// read from the database is no longer current.
  static func appendOwn(in database: SQLConnection) throws {
    let isApplied = try applied(in: database) == last(in: database)
    try database.execute("INSERT INTO \(table) (entity, id, operation) VALUES ('kartoteka', 0, 'touch')")
    if isApplied { try setApplied(last(in: database), in: database) }
  }

  /// Notes that a change set has added ranges of records, of which it knows no values: what follows in the log was
  /// changed after it.
  static func append(bulkChangeSet changeSet: Int64, in database: SQLConnection) throws {
    try RawStatement("INSERT INTO \(table) (entity, id, operation) VALUES (?, ?, 'insert')", in: database)
      .run(.text(UndoLog.table), .integer(changeSet))
  }

  /// Notes that any record of the ranges that a change set has added may have been changed by others.
  static func appendAny(ofRangesOf changeSet: Int64, in database: SQLConnection) throws {
    try RawStatement(
      """
      INSERT INTO \(table) (entity, id, operation) \
      SELECT DISTINCT entity, 0, 'many' FROM kartoteka_changes WHERE deed = ? AND last IS NOT NULL
      """, in: database
    ).run(.integer(changeSet))
  }

  /// The number of the last row that ``append(bulkChangeSet:in:)`` wrote; nil where it was pruned.
  static func end(ofBulkChangeSet changeSet: Int64, in database: SQLConnection) throws -> Int64? {
    try RawStatement("SELECT max(seq) FROM \(table) WHERE entity = ? AND id = ?", in: database)
      .integer(.text(UndoLog.table), .integer(changeSet))
  }

  /// Whether any record of the ranges that a change set has added was changed after a row, or may have been, by another
  /// program or by a transaction that is not known to the change sets.
  static func hasChanges(ofRangesOf changeSet: Int64, after number: Int64, in database: SQLConnection) throws -> Bool {
    try RawStatement(
      """
      WITH r AS MATERIALIZED (SELECT entity, record, last FROM kartoteka_changes WHERE deed = ?1 AND last IS NOT NULL) \
      SELECT EXISTS (SELECT 1 FROM \(table) l CROSS JOIN r WHERE l.seq > ?2 AND l.entity = r.entity \
      AND (l.id BETWEEN r.record AND r.last AND l.operation IN ('insert', 'update', 'delete') \
      OR l.operation = 'many' AND l.id <> \(ownMany)))
      """, in: database
    ).integer(.integer(changeSet), .integer(number)) == 1
  }

  /// Whether other programs have changed so many records after a row that it is not known which, of an entity of which a change set
  /// has added ranges.
  static func hasUnknownChanges(
    ofRangesOf changeSet: Int64, after number: Int64, in database: SQLConnection
  ) throws -> Bool {
    try RawStatement(
      """
      SELECT EXISTS (SELECT 1 FROM \(table) l WHERE l.seq > ?2 AND l.operation = 'many' AND l.id <> \(ownMany) \
      AND l.entity IN (SELECT entity FROM kartoteka_changes WHERE deed = ?1 AND last IS NOT NULL))
      """, in: database
    ).integer(.integer(changeSet), .integer(number)) == 1
  }

  /// Puts one row `many` in the place of the rows after a number, for each entity that has too many.
  /// - Parameter isOwn: whether this program wrote all of them.
  func compact(_ tail: ChangeTail, after number: Int64, isOwn: Bool, in database: SQLConnection) throws {
    for (table, name) in names where tail.entities[name].map({ $0.rows > Self.mostRows }) ?? false {
      try RawStatement("DELETE FROM \(Self.table) WHERE seq > ? AND entity = ?", in: database)
        .run(.integer(number), .text(table))
      try RawStatement("INSERT INTO \(Self.table) (entity, id, operation) VALUES (?, ?, 'many')", in: database)
        .run(.text(table), .integer(isOwn ? Self.ownMany : 0))
    }
  }

  /// The condition of rows that no program of this version writes.
  static var isUnreadable: String {
    let operations = Operation.allCases.map { SQL.literal($0.rawValue) }.joined(separator: ", ")
    return "operation NOT IN (\(operations)) OR last < id"
  }

  /// Deletes rows that can't be read.
  static func removeUnreadable(in database: SQLConnection) throws {
    try database.execute("DELETE FROM \(table) WHERE \(isUnreadable)")
  }

  // MARK: Reading

  /// The rows after a number; nil if some of them have been pruned or the log never had that number.
  func tail(after number: Int64, in database: SQLConnection) throws -> ChangeTail? {
    let first = try RawStatement("SELECT min(seq) FROM \(Self.table)", in: database).integer() ?? 1
    guard first == .min || number >= first - 1, try number <= Self.last(in: database) else { return nil }
    let rows = try RawStatement(
      "SELECT seq, entity, id, last, operation FROM \(Self.table) WHERE seq > ? ORDER BY seq", in: database)
    rows.bind(.integer(number), at: 1)
    defer { rows.reset() }
    var tail = ChangeTail(last: number)
    while try rows.step() {
      tail.last = rows.integer(column: 0)
      let table = rows.text(column: 1)
      if [SettingsTable.name, ViewTable.name, PrivateViewTable.name].contains(table) { tail.settings = true }
      guard let name = names[table], let operation = Operation(rawValue: rows.text(column: 4)) else { continue }
      let last: RecordID? = if case .integer(let last) = rows.value(column: 3) { last } else { nil }
      tail.entities[name, default: .init()].add(rows.integer(column: 2), last: last, operation)
    }
    return tail
  }

  /// The changes of the rows after a position together; of all entities any change if they are unknown.
  func changes(after position: ChangePosition, in database: SQLConnection, _ mapping: ModelMapping) throws -> Changes {
    guard try position.log == Self.identity(in: database) else { return .any(mapping.model.entities, settings: true) }
    return try changes(after: position.number, in: database, mapping)
  }

  /// The same for a number of this log.
  func changes(after number: Int64, in database: SQLConnection, _ mapping: ModelMapping) throws -> Changes {
    try tail(after: number, in: database)?.changes(in: database, mapping)
      ?? .any(mapping.model.entities, settings: true)
  }
}
