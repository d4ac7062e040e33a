import CSQLiteSession
import KartotekaModel

/// Records the rows that a connection changes by statements, triggers and actions of foreign keys, with SQLite's session
/// extension (<https://www.sqlite.org/sessionintro.html>).
///
/// The extension compares the first and the last values of each row. Rows that were changed and rolled back to a savepoint are
/// therefore not among the changed ones.
final class RowSession {
  private let session: OpaquePointer
  private let tables: [CopiedTable]
  /// The positions of the columns with pictures and files, by table.
  private let contents: [String: [CInt]]

  /// Starts recording.
  /// - Parameter tables: the recorded tables, which have primary keys. A session without tables is of use, too: while one
  ///   exists, SQLite deletes the rows of a `DELETE` without `WHERE` one by one and reports each.
  /// - Throws: ``SQLError``.
  init(on connection: SQLConnection, _ tables: [CopiedTable]) throws {
    var made: OpaquePointer?
    let code = sqlite3session_create(connection.handle, "main", &made)
    guard code == SQLITE_OK, let made else { throw SQLError(code: code) }
    session = made
    self.tables = tables
    contents = try Dictionary(
      tables.compactMap { table in
        let names = Set(table.columns.filter { $0.form == .content }.map(\.name))
        if names.isEmpty { return nil }
        return (
          table.name,
          try connection.columns(of: table.name).enumerated().filter { names.contains($0.element) }
            .map { CInt($0.offset) }
        )
      }
    ) { first, _ in first }
    for table in tables {
      let code = sqlite3session_attach(made, table.name)
      guard code == SQLITE_OK else { throw SQLError(code: code) }
    }
  }

  deinit { sqlite3session_delete(session) }

  /// Runs statements whose changes are not recorded.
  func withoutRecording(_ body: () throws -> Void) rethrows {
    _ = sqlite3session_enable(session, 0)
    defer { _ = sqlite3session_enable(session, 1) }
    try body()
  }

  /// Returns the rows whose values differ from those at the start. The time is proportional to their number.
  /// - Throws: ``SQLError``.
  func changes() throws -> ChangedRows {
    if sqlite3session_isempty(session) != 0 { return ChangedRows() }
    var (count, bytes): (CInt, UnsafeMutableRawPointer?)
    (count, bytes) = (0, nil)
    let code = sqlite3session_patchset(session, &count, &bytes)
    defer { sqlite3_free(bytes) }
    guard code == SQLITE_OK else { throw SQLError(code: code) }
    var iterator: OpaquePointer?
    let start = sqlite3changeset_start(&iterator, count, bytes)
    guard start == SQLITE_OK, let iterator else { throw SQLError(code: start) }
    defer { sqlite3changeset_finalize(iterator) }
    return try read(iterator)
  }

  private func read(_ iterator: OpaquePointer) throws -> ChangedRows {
    let known = Dictionary(tables.map { ($0.name, $0) }) { first, _ in first }
    var changed: [String: ChangedRows.Table] = [:]
    var current: ChangedRows.Table?
    func end() {
      if let current { changed[current.table.name] = current }
    }
    while true {
      let code = sqlite3changeset_next(iterator)
      if code == SQLITE_DONE { break }
      guard code == SQLITE_ROW else { throw SQLError(code: code) }
      var (name, columns, operation): (UnsafePointer<CChar>?, CInt, CInt) = (nil, 0, 0)
      sqlite3changeset_op(iterator, &name, &columns, &operation, nil)
      guard let name = name.map({ String(cString: $0) }) else { throw SQLError(code: SQLITE_CORRUPT) }
      if current?.table.name != name {
        end()
        guard let table = known[name] else { throw SQLError(code: SQLITE_CORRUPT) }
        current = changed[name] ?? ChangedRows.Table(table)
      }
      let key = try key(iterator, Int(columns), operation)
      switch operation {
      case SQLITE_INSERT: current?.inserted.append(key)
      case SQLITE_UPDATE where hasNewContent(iterator, contents[name]): current?.updated.append(key)
      case SQLITE_UPDATE: current?.updatedBesideContent.append(key)
      default: current?.deleted.append(key)
      }
    }
    end()
    return ChangedRows(tables: tables.compactMap { changed[$0.name] })
  }

  /// Whether an update has changed one of the columns; true for a table without such columns.
  private func hasNewContent(_ iterator: OpaquePointer, _ columns: [CInt]?) -> Bool {
    columns?.contains { column in
      var value: OpaquePointer?
      return sqlite3changeset_new(iterator, column, &value) == SQLITE_OK && value != nil
    } ?? true
  }

  private func key(_ iterator: OpaquePointer, _ columns: Int, _ operation: CInt) throws -> [Value] {
    var flags: UnsafeMutablePointer<UInt8>?
    sqlite3changeset_pk(iterator, &flags, nil)
    guard let flags else { throw SQLError(code: SQLITE_CORRUPT) }
    // A flag is the column's position in the primary key, beginning with 1, or 0.
    let places = (0..<columns).filter { flags[$0] != 0 }.sorted { flags[$0] < flags[$1] }
    return try places.map { column in
      var value: OpaquePointer?
      let code =
        operation == SQLITE_INSERT
        ? sqlite3changeset_new(iterator, CInt(column), &value) : sqlite3changeset_old(iterator, CInt(column), &value)
      guard code == SQLITE_OK, let value else { throw SQLError(code: code == SQLITE_OK ? SQLITE_CORRUPT : code) }
      return Value(value)
    }
  }
}

extension Value {
  /// The value of SQLite's own type.
  fileprivate init(_ value: OpaquePointer) {
    let count = Int(sqlite3_value_bytes(value))
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let bytes = UnsafeBufferPointer(start: sqlite3_value_text(value), count: count)
      self = .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB: self = .blob([UInt8](UnsafeRawBufferPointer(start: sqlite3_value_blob(value), count: count)))
    default: self = .null
    }
  }
}

/// The primary keys of the rows that a transaction has changed.
package struct ChangedRows: Sendable {
  /// The changed rows of one table. A key is the list of its columns' values.
  package struct Table: Sendable {
    /// The table.
    package let table: CopiedTable
    /// The ids of inserted rows that ``PrimaryTransaction/send(_:)`` has sent.
    package var sent: [ClosedRange<RecordID>] = []
    /// The keys of other inserted rows.
    package var inserted: [[Value]] = []
    /// The keys of updated rows.
    package var updated: [[Value]] = []
    /// The keys of rows whose pictures and files are as they were, and other values are not.
    package var updatedBesideContent: [[Value]] = []
    /// The keys of deleted rows.
    package var deleted: [[Value]] = []
    /// The keys of rows that the primary has already as they are in the local copy, and that other servers have to read.
    package var noted: [[Value]] = []

    init(_ table: CopiedTable) { self.table = table }
  }

  /// The tables with changed rows.
  package var tables: [Table] = []

  /// Adds rows that ``PrimaryTransaction/send(_:)`` has sent.
  mutating func add(_ ids: [ClosedRange<RecordID>], of table: CopiedTable) {
    tables[place(of: table)].sent += ids
  }

  private mutating func place(of table: CopiedTable) -> Int {
    let place = tables.firstIndex { $0.table.name == table.name } ?? tables.count
    if place == tables.count { tables.append(Table(table)) }
    return place
  }

  /// Adds a refused row of another program.
  /// - Parameter exists: whether the local copy has a row with the key.
  mutating func add(_ row: RefusedRow, exists: Bool) {
    let place = place(of: row.table)
    if exists { tables[place].updated.append(row.key) } else { tables[place].deleted.append(row.key) }
  }

  /// Adds rows that the primary has already.
  mutating func note(_ keys: [[Value]], of table: CopiedTable) {
    if keys.isEmpty { return }
    let place = place(of: table)
    let rows = tables[place]
    let known = Set([rows.inserted, rows.updated, rows.updatedBesideContent, rows.deleted].joined())
    tables[place].noted += keys.filter { !known.contains($0) }
  }

  /// Whether no row has changed.
  package var isEmpty: Bool { tables.isEmpty }
}
