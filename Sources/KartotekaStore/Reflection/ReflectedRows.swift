import Foundation
import KartotekaModel

/// The rows of a table of another program's SQLite file, one after the other. Nothing is written, and a batch of rows is in
/// memory.
package final class ReflectedRows {
  /// The number of rows that are read at once.
  private static let batch = 500

  private let queue: ConnectionQueue
  private let table: ReflectedTable
  private let columns: String
  /// The number of columns with that of the rowid.
  private let width: Int
  private var waiting: ArraySlice<[Value]> = []
  /// The rowid of the last row; nil before the first one.
  private var last: Int64?
  /// The number of rows before, where there are no rowids.
  private var offset: Int64 = 0
  private var isOver = false

  /// - Parameter columns: the places of the columns that are read.
  /// - Throws: ``StoreError``.
  package init(_ file: OpenedFile, _ table: ReflectedTable, columns: [Int]) throws {
    var settings = ConnectionQueue.Settings()
    settings.isReadOnly = file.isReadOnly || !FileAccess(file.url).isWritable
    settings.busyTimeout = 5
    settings.keepsStatements = true
    queue = try ConnectionQueue(file.location(isWriting: !settings.isReadOnly), settings)
    queue.unsafeRead { $0.standInForUnknownCollations() }
    self.table = table
    width = columns.count + 1
    self.columns = columns.map { SQL.name(table.columns[$0].name) }.joined(separator: ", ")
  }

  /// About the share of the rows that were read.
  package var share: Double {
    guard let last, table.greatestRowID > 0 else { return 0 }
    return min(1, max(0, Double(last) / Double(table.greatestRowID)))
  }

  /// The values of the next row; nil at the end.
  /// - Throws: ``SQLError``.
  package func next() throws -> [Value]? {
    if waiting.isEmpty, !isOver { try read() }
    return waiting.popFirst()
  }

  private func read() throws {
    let (from, name) = (SQL.name(table.name), table.rowID.map(SQL.name))
    let sql =
      if let name {
        "SELECT \(name), \(columns) FROM \(from)\(last == nil ? "" : " WHERE \(name) > ?1") ORDER BY \(name) LIMIT \(Self.batch)"
      } else {
        "SELECT 0, \(columns) FROM \(from) LIMIT \(Self.batch) OFFSET ?1"
      }
    waiting = try queue.unsafeRead { connection -> ArraySlice<[Value]> in
      let statement = try RawStatement(sql, in: connection)
      defer { statement.reset() }
      if name == nil { statement.bind(offset, at: 1) } else if let last { statement.bind(last, at: 1) }
      var rows: [[Value]] = []
      rows.reserveCapacity(Self.batch)
      while try statement.step() {
        if case .integer(let number) = statement.value(column: 0) { last = name == nil ? nil : number }
        rows.append((1..<width).map { statement.storedValue(column: $0) })
      }
      return ArraySlice(rows)
    }
    offset += Int64(waiting.count)
    isOver = waiting.count < Self.batch
  }
}
