import Foundation
import KartotekaModel

/// The empty tables of a ``StoreBuilder``, which are filled with rows.
package struct StoreFiller {
  /// The tables that the database has: records and links, and the platform's.
  package let tables: [CopiedTable]
  let database: SQLConnection
  private let mapping: ModelMapping

  init(_ mapping: ModelMapping, in database: SQLConnection) throws {
    self.database = database
    self.mapping = mapping
    let records = CopiedTable.records(of: mapping.model).filter { $0.role != .derived }
    tables = try records + Schema(mapping).platformNames.map { try CopiedTable($0, .platform, in: database) }
  }

  /// Makes the table of descriptions, which a database has only if its application was designed.
  /// - Throws: ``StoreError``.
  package func makeDescriptions() throws -> CopiedTable {
    try database.execute(DescriptionTable.schema)
    return try CopiedTable(DescriptionTable.name, .platform, in: database)
  }

  /// Makes an archive.
  /// - Throws: ``StoreError``.
  package func makeArchive(_ name: String, columns: [String]) throws -> CopiedTable {
    let definitions = columns.map {
      $0 == "id" && columns == ["id", "value"] ? "id INTEGER PRIMARY KEY" : SQL.name($0) + " ANY"
    }
    try database.execute("CREATE TABLE \(SQL.name(name)) (\(definitions.joined(separator: ", "))) STRICT")
    return try CopiedTable(name, .archive, in: database)
  }

  /// A writer of rows.
  /// - Parameter replacing: whether a row with the same primary key gets the values, instead of being refused.
  /// - Throws: ``StoreError``.
  package func writer(of table: CopiedTable, replacing: Bool = false) throws -> CopiedRowWriter {
    try CopiedRowWriter(table, mapping, replacing: replacing, in: database)
  }

  /// The rows that a table has.
  /// - Throws: ``StoreError``.
  package func rows(of table: CopiedTable) throws -> CopiedRows { try CopiedRows(table, mapping.blobs, in: database) }

  /// Notes the greatest number that a table's rows have had.
  /// - Throws: ``StoreError``.
  package func setLastNumber(_ table: CopiedTable, _ number: Int64) throws {
    try database.setLastNumber(of: table.name, number)
  }

  /// A receiver of the bytes of a file.
  package func receiver() -> BlobReceiver { BlobReceiver(mapping.blobs) }

  /// Stores a file to which no record refers.
  /// - Returns: its digest.
  /// - Throws: ``StoreError``.
  package func storeFile(_ receiver: BlobReceiver) throws -> [UInt8] {
    try mapping.blobs?.store(receiver.finishInFile()).file?.digest ?? []
  }

  /// Stores a file to which no record refers, if its bytes are those of a digest.
  /// - Returns: whether they are.
  func storeFile(_ receiver: BlobReceiver, if digest: [UInt8]) throws -> Bool {
    let blob = try receiver.finishInFile()
    guard let blobs = mapping.blobs, blob.file?.digest == digest else { return false }
    _ = try blobs.store(blob)
    return true
  }
}

/// Inserts rows into a table.
package struct CopiedRowWriter {
  private let statement: RawStatement
  private let folder: BlobFolder?
  /// Whether a file has to hold the bytes of a column however few they are.
  private let isOutside: [Bool]

  /// - Parameter replacing: whether a row with the same primary key gets the values, instead of being refused.
  init(_ table: CopiedTable, _ mapping: ModelMapping, replacing: Bool, in database: SQLConnection) throws {
    let names = table.columns.map(\.name)
    var sql = "INSERT INTO \(SQL.name(table.name)) (\(SQL.names(names))) VALUES (\(SQL.places(names.count)))"
    if replacing {
      let values = names.filter { !table.primaryKey.contains($0) }.map { "\(SQL.name($0)) = excluded.\(SQL.name($0))" }
      sql += " ON CONFLICT (\(SQL.names(table.primaryKey))) "
      sql += values.isEmpty ? "DO NOTHING" : "DO UPDATE SET " + values.joined(separator: ", ")
    }
    statement = try RawStatement(sql, in: database)
    folder = mapping.blobs
    let entity = mapping.model.entities.first { $0.table == table.name }
    isOutside = table.columns.map { column in
      column.attribute.flatMap { entity?.thumbnail(of: $0.name) } != nil
    }
  }

  /// Gives a column of the row no value.
  package func setNull(_ column: Int) { statement.bindNull(at: column + 1) }

  /// Gives a column of the row a whole number.
  package func set(_ column: Int, _ integer: Int64) { statement.bind(integer, at: column + 1) }

  /// Gives a column of the row a floating-point number.
  package func set(_ column: Int, _ real: Double) { statement.bind(real, at: column + 1) }

  /// Gives a column of the row a text in UTF-8.
  package func set(_ column: Int, text: UnsafeRawBufferPointer) { statement.bind(utf8: text, at: column + 1) }

  /// Gives a column of the row bytes.
  package func set(_ column: Int, bytes: UnsafeRawBufferPointer) { statement.bind(blob: bytes, at: column + 1) }

  /// Gives a column of the row a picture or file, which is stored beside the database if it is large.
  /// - Throws: ``StoreError`` `.disk`.
  package func set(_ column: Int, content: UnsafeRawBufferPointer) throws {
    guard let folder else { return set(column, bytes: content) }
    let blob = try folder.store(Blob([UInt8](content)), isOutside: isOutside[column])
    BlobReference.column(blob).withUnsafeBytes { set(column, bytes: $0) }
  }

  /// Gives a column of the row a value of any storage class.
  /// - Returns: whether the JSON is one; see ``ValueJSON``.
  package func set(_ column: Int, json: UnsafeRawBufferPointer) -> Bool {
    guard let value = ValueJSON.value(json) else { return false }
    statement.bind(value, at: column + 1)
    return true
  }

  /// Inserts the row.
  /// - Throws: ``CopiedRowRefused``.
  package func insert() throws {
    // Also after an error: a statement that was not reset takes no values.
    defer { statement.reset() }
    do {
      while try statement.step() {}
    } catch let error as SQLError where error.kind == .constraint {
      throw CopiedRowRefused(reason: error.reason)
    }
  }
}

/// A row breaks a rule of its table.
package struct CopiedRowRefused: Error {
  /// SQLite's own words.
  package let reason: String
}
