import Foundation
import KartotekaModel

/// A row that another program has written to the primary, and that violates a rule of the local copy.
package struct RefusedRow: Sendable {
  /// The table of the row.
  package let table: CopiedTable
  /// The values of the row's primary key.
  package let key: [Value]
  /// The violated rule, in SQLite's words.
  package let reason: String

  /// Creates the value from its properties.
  package init(table: CopiedTable, key: [Value], reason: String) {
    self.table = table
    self.key = key
    self.reason = reason
  }

  /// The identity of a row.
  struct Place: Hashable {
    let table: String
    let key: [Value]
  }

  /// The identity of the row.
  var place: Place { Place(table: table.name, key: key) }
}

/// A row of a local copy that refers to a missing row.
struct BrokenReference {
  let table: CopiedTable
  let key: [Value]
  /// The name of the table with the missing row.
  let target: String
  /// The id of the missing row.
  let id: Value
}

/// The largest rows that a primary database takes.
package enum PrimaryLimit {
  /// The most bytes of a row's pictures and files together. A row is sent in one message of at most 1 GB, in which each byte takes
  /// two, and is in memory several times.
  package static let filesOfRow = 250_000_000

  /// The sentence for people.
  static let fault = Phrase(
    "The pictures and files of a record may have {count} MB together", ["count": .count(filesOfRow / 1_000_000)])
}

/// Reads rows of a local copy by their primary keys.
package struct RowSource {
  private let database: SQLConnection
  private let mapping: ModelMapping

  init(_ database: SQLConnection, _ mapping: ModelMapping) {
    self.database = database
    self.mapping = mapping
  }

  /// Reads the rows with some keys, one after another. A key without a row is omitted.
  /// - Throws: ``StoreError``.
  package func rows(of table: CopiedTable, _ keys: [[Value]]) throws -> CopiedRows {
    try CopiedRows(table, mapping.blobs, in: database, keys: keys)
  }

  /// Reads the rows whose ids are in some ranges, one after another.
  /// - Throws: ``StoreError``.
  package func rows(of table: CopiedTable, _ ids: [ClosedRange<RecordID>]) throws -> CopiedRows {
    try CopiedRows(table, mapping.blobs, in: database, ids: ids)
  }

  /// Whether the table has a row with the key.
  /// - Throws: ``StoreError``.
  func has(_ key: [Value], of table: CopiedTable) throws -> Bool {
    var rows = try rows(of: table, [key])
    return try rows.next()
  }

  /// The greatest id that a row of the table has had; nil if the table may reuse the id of a deleted row.
  /// - Throws: ``StoreError``.
  package func lastNumber(_ table: CopiedTable) throws -> Int64? { try database.lastNumber(of: table.name) }

  /// Whether a file beside the database has the bytes with this SHA-256.
  package func hasFile(_ digest: [UInt8]) -> Bool { mapping.blobs?.has(digest) ?? false }
}

/// Writes rows of the primary into the tables of a local copy.
package struct RowReceiver {
  /// The tables that the primary and the local copy have in common.
  package let tables: [CopiedTable]
  private let mapping: ModelMapping
  private let database: SQLConnection

  init(_ tables: [CopiedTable], _ mapping: ModelMapping, in database: SQLConnection) {
    self.tables = tables
    self.mapping = mapping
    self.database = database
  }

  /// Runs a body, and takes back what it has written unless it returns true.
  /// - Returns: the body's result.
  /// - Throws: what the body throws; ``SQLError``.
  package func keeping(_ body: () throws -> Bool) throws -> Bool {
    try RawStatement("SAVEPOINT kartoteka_rows", in: database).run()
    let isKept = try body()
    if !isKept { try RawStatement("ROLLBACK TO kartoteka_rows", in: database).run() }
    try RawStatement("RELEASE kartoteka_rows", in: database).run()
    return isKept
  }

  /// Rows that refer to missing ones: at most 1,000 of each reference.
  /// - Throws: ``SQLError``.
  func brokenReferences() throws -> [BrokenReference] {
    var found: [BrokenReference] = []
    for table in tables {
      for reference in table.references {
        let column = SQL.name(reference.column)
        let rows = try RawStatement(
          """
          SELECT \(column), \(SQL.names(table.primaryKey)) FROM \(SQL.name(table.name)) \
          WHERE \(column) NOT IN (SELECT id FROM \(SQL.name(reference.table))) LIMIT 1000
          """, in: database)
        defer { rows.reset() }
        while try rows.step() {
          found.append(
            BrokenReference(
              table: table, key: table.primaryKey.indices.map { rows.value(column: $0 + 1) }, target: reference.table,
              id: rows.value(column: 0)))
        }
      }
    }
    return found
  }

  /// A writer that inserts rows. A row with an existing key is refused.
  /// - Throws: ``StoreError``.
  package func writer(of table: CopiedTable) throws -> CopiedRowWriter {
    try CopiedRowWriter(table, mapping, replacing: false, in: database)
  }

  /// A writer that inserts rows, and updates the row if its key exists.
  /// - Throws: ``StoreError``.
  package func replacer(of table: CopiedTable) throws -> CopiedRowWriter {
    try CopiedRowWriter(table, mapping, replacing: true, in: database)
  }

  /// Deletes the rows with some keys.
  /// - Throws: ``CopiedRowRefused``, ``StoreError``.
  package func delete(_ keys: [[Value]], of table: CopiedTable) throws {
    let deletion = try RawStatement(
      "DELETE FROM \(SQL.name(table.name)) WHERE \(Self.condition(table))", in: database)
    for key in keys {
      deletion.reset()
      deletion.bind(key)
      do {
        while try deletion.step() {}
      } catch let error as SQLError where error.kind == .constraint {
        throw CopiedRowRefused(reason: error.reason)
      }
    }
    deletion.reset()
  }

  /// Deletes the rows whose ids are in a range.
  /// - Throws: ``StoreError``.
  package func delete(_ ids: ClosedRange<RecordID>, of table: CopiedTable) throws {
    try RawStatement(
      "DELETE FROM \(SQL.name(table.name)) WHERE \(SQL.name(table.primaryKey[0])) BETWEEN ? AND ?", in: database
    ).run(.integer(ids.lowerBound), .integer(ids.upperBound))
  }

  /// The values of a row in the leading columns of its unique keys.
  package struct UniqueValues {
    /// The row's primary key.
    package let key: [Value]
    fileprivate let values: [Value]
  }

  /// Replaces the unique values of rows by NULL or random values, so that other rows can get them.
  /// - Returns: the replaced values.
  /// - Throws: ``StoreError``.
  package func freeUniqueValues(of keys: [[Value]], _ table: CopiedTable) throws -> [UniqueValues] {
    let names = Self.uniqueColumns(of: table)
    guard !names.isEmpty else { return [] }
    let reading = try RawStatement(
      "SELECT \(SQL.names(names)) FROM \(SQL.name(table.name)) WHERE \(Self.condition(table))", in: database)
    var kept: [UniqueValues] = []
    for key in keys {
      reading.reset()
      reading.bind(key)
      guard try reading.step() else { continue }
      kept.append(UniqueValues(key: key, values: names.indices.map { reading.value(column: $0) }))
    }
    reading.reset()
    let free = names.map { name in
      // A value of the column's type, since the tables are STRICT. NULL is never equal to NULL.
      guard let column = table.columns.first(where: { $0.name == name }), column.isRequired else { return "NULL" }
      return switch column.form {
      case .integer, .boolean, .decimal: "random()"
      case .real: "CAST(random() AS REAL)"
      case .bytes, .content: "randomblob(16)"
      case .text, .date, .moment, .any: "hex(randomblob(16))"
      }
    }
    try set(names, free, of: kept.map { ($0.key, []) }, table)
    return kept
  }

  /// Restores the unique values of rows, unless another row has them now.
  /// - Throws: ``StoreError``.
  package func restoreUniqueValues(_ rows: [UniqueValues], of table: CopiedTable) throws {
    let names = Self.uniqueColumns(of: table)
    try set(names, names.map { _ in "?" }, of: rows.map { ($0.key, $0.values) }, table)
  }

  private func set(
    _ names: [String], _ values: [String], of rows: [(key: [Value], values: [Value])], _ table: CopiedTable
  ) throws {
    guard !names.isEmpty else { return }
    let changes = zip(names, values).map { "\(SQL.name($0)) = \($1)" }.joined(separator: ", ")
    let change = try RawStatement(
      "UPDATE \(SQL.name(table.name)) SET \(changes) WHERE \(Self.condition(table))", in: database)
    for row in rows {
      change.reset()
      change.bind(row.values + row.key)
      // Another row has the value now.
      do { while try change.step() {} } catch let error as SQLError where error.kind == .constraint {}
    }
    change.reset()
  }

  // Changing one column of a key makes the key different.
  private static func uniqueColumns(of table: CopiedTable) -> [String] {
    Set(table.uniqueKeys.map { $0.columns[0] }).sorted()
  }

  private static func condition(_ table: CopiedTable) -> String {
    table.primaryKey.map { SQL.name($0) + " = ?" }.joined(separator: " AND ")
  }

  /// Whether no file beside the database has the bytes with this SHA-256.
  package func lacksFile(_ digest: [UInt8]) -> Bool { mapping.blobs?.has(digest) == false }

  /// A receiver of the bytes of a file.
  package func file() -> BlobReceiver { BlobReceiver(mapping.blobs) }

  /// Stores a file to which no record refers.
  /// - Throws: ``StoreError`` `.disk`.
  package func store(_ file: BlobReceiver) throws { _ = try mapping.blobs?.store(file.finishInFile()) }

  /// Raises the greatest id that a row of the table has had, so that no record gets an id again.
  /// - Throws: ``StoreError``.
  package func setLastNumber(_ table: CopiedTable, _ number: Int64) throws {
    guard try database.lastNumber(of: table.name).map({ $0 < number }) ?? true else { return }
    try database.setLastNumber(of: table.name, number)
  }
}
