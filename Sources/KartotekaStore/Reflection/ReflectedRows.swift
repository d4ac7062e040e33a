import Foundation
import KartotekaModel

/// The rows of a table of another program's SQLite file, one after the other. Nothing is written, and a batch of rows is in
/// memory.
package final class ReflectedRows {
  /// The numbers of rows and of bytes in memory from which on a batch ends.
  private static let batch = (rows: 500, bytes: 4 << 20)
  /// The number of steps of SQLite's machine that a batch may take. One of a table with the most columns takes fewer.
  private static let steps = 20_000_000
  /// More rows than a page of a file has.
  private static let mostOfPage: Int64 = 1 << 16

  private let queue: ConnectionQueue
  private let table: ReflectedTable
  private let columns: String
  /// The number of columns with that of the rowid.
  private let width: Int
  private let rowBytes: Int
  private var waiting: ArraySlice<[Value]> = []
  /// The rowid of the last row; nil before the first one.
  private var last: Int64?
  /// The statement that goes on where the last batch ended, for a table without rowids.
  private var running: RawStatement?
  /// The number of rows before, and that of the file's pages, where there are no rowids.
  private var count: Int64 = 0
  private var pages: Int64 = 0
  private var isOver = false

  /// - Parameters:
  ///   - columns: the places of the columns that are read, of which none is computed.
  ///   - rowBytes: the maximum size of a row's texts.
  /// - Throws: ``StoreError``.
  package init(_ file: OpenedFile, _ table: ReflectedTable, columns: [Int], rowBytes: Int) throws {
    var settings = ConnectionQueue.Settings()
    settings.isReadOnly = file.isReadOnly || !FileAccess(file.url).isWritable
    settings.busyTimeout = 5
    settings.keepsStatements = true
    queue = try ConnectionQueue(file.location(isWriting: !settings.isReadOnly), settings)
    queue.unsafeRead { $0.standInForUnknownCollations() }
    self.table = table
    self.rowBytes = rowBytes
    width = columns.count + 1
    self.columns = columns.map { SQL.name(table.columns[$0].name) }.joined(separator: ", ")
  }

  deinit {
    // A connection is closed after its statements.
    queue.unsafeRead { _ in running = nil }
  }

  /// About the share of the rows that were read.
  package var share: Double {
    guard let last, table.greatestRowID > 0 else { return 0 }
    return min(1, max(0, Double(last) / Double(table.greatestRowID)))
  }

  /// The values of the next row, in which bytes are empty; nil at the end.
  /// - Throws: ``RowTooLarge``, ``SQLError``.
  package func next() throws -> [Value]? {
    if waiting.isEmpty, !isOver { try read() }
    return waiting.popFirst()
  }

  private func read() throws {
    waiting = try queue.unsafeRead { connection -> ArraySlice<[Value]> in
      let statement = try statement(in: connection)
      // Between two batches nothing is locked where the next one is found by the rowid.
      defer { if running == nil { statement.reset() } }
      return try statement.within(steps: Self.steps) {
        var (rows, bytes): ([[Value]], Int) = ([], 0)
        while rows.count < Self.batch.rows, bytes < Self.batch.bytes {
          guard try statement.step() else {
            isOver = true
            break
          }
          try pass(statement.integer(column: 0))
          let row = try row(of: statement)
          bytes += row.bytes + width * MemoryLayout<Value>.stride
          rows.append(row.values)
        }
        return ArraySlice(rows)
      }
    }
  }

  private func statement(in connection: SQLConnection) throws -> RawStatement {
    if let running { return running }
    let from = SQL.name(table.name)
    guard let name = table.rowID.map(SQL.name) else {
      // A key is no place to go on at: its texts may be of no encoding, and its order another one than that of the table.
      pages = try connection.first(Int64.self, "PRAGMA page_count") ?? 0
      let statement = try RawStatement("SELECT 0, \(columns) FROM \(from)", in: connection)
      running = statement
      return statement
    }
    let statement = try RawStatement(
      "SELECT \(name), \(columns) FROM \(from)\(last == nil ? "" : " WHERE \(name) > ?1") ORDER BY \(name)",
      in: connection)
    if let last { statement.bind(last, at: 1) }
    return statement
  }

  // The pages of a damaged file may lead back to others, without end.
  private func pass(_ rowID: Int64) throws {
    if running == nil {
      if let last, rowID <= last { throw SQLError.damagedFile }
      last = rowID
    } else {
      count += 1
      if count / Self.mostOfPage > pages { throw SQLError.damagedFile }
    }
  }

  private func row(of statement: RawStatement) throws -> (values: [Value], bytes: Int) {
    var bytes = 0
    for column in 1..<width where statement.storage(column: column) == .text {
      bytes += statement.bytes(column: CInt(column)).count
    }
    guard bytes <= rowBytes else { throw RowTooLarge() }
    let values = (1..<width).map { column in
      statement.storage(column: column) == .blob ? .blob([]) : statement.storedValue(column: column)
    }
    return (values, bytes)
  }
}

/// A row has larger texts than are read.
package struct RowTooLarge: Error {}
