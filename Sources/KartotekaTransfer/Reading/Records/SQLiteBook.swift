import Foundation
import KartotekaModel
import KartotekaStore

/// The tables of a SQLite file. Columns of bytes, and columns that are computed by expressions of the file, are left out.
struct SQLiteBook: Workbook {
  static let format = "SQLite"

  private struct Table {
    let table: ReflectedTable
    /// The places of the columns that are read.
    let columns: [Int]
  }

  private let file: OpenedFile
  private let name: String
  private let tables: [Table]

  init?(_ candidate: CandidateFile) throws(ReadingError) {
    guard SQLiteHeader.begins(candidate.source.bytes.prefix(16)), let path = candidate.source.path else { return nil }
    file = OpenedFile(URL(filePath: path))
    name = candidate.name
    // A file that SQLite can't read is refused by its name.
    guard let found = try? ReflectedFile(file, evaluates: false) else { return nil }
    tables = found.tables.filter { !$0.isView }.map { table in
      Table(table: table, columns: table.columns.indices.filter { Self.isRead(table.columns[$0]) })
    }.filter { !$0.columns.isEmpty }
    guard !tables.isEmpty else { throw .noSheets(file: candidate.name) }
  }

  private static func isRead(_ column: ReflectedTable.Column) -> Bool { !column.isComputed && !isOfBytes(column) }

  private static func isOfBytes(_ column: ReflectedTable.Column) -> Bool {
    column.samples.contains { if case .blob = $0 { true } else { false } }
      || column.samples.isEmpty && column.type.uppercased() == "BLOB"
  }

  var sheets: [String] { tables.map(\.table.name) }

  func rows(of sheet: Int, merges: SheetMerges) throws(ReadingError) -> any SheetReader {
    do {
      return SQLiteSheet(
        try ReflectedRows(
          file, tables[sheet].table, columns: tables[sheet].columns, rowBytes: SheetLimits.rowBytes),
        tables[sheet].table, tables[sheet].columns, file: name)
    } catch {
      throw .damaged(file: name)
    }
  }

  func notes(of sheet: Int) -> [Phrase] {
    let columns = tables[sheet].table.columns.filter { !Self.isRead($0) }
    let kinds = [
      ("Columns of bytes are left out: {columns}. To keep them, open the file with kartoteka open.", false),
      ("Computed columns are left out: {columns}. To keep them, open the file with kartoteka open.", true),
    ]
    return kinds.compactMap { text, areComputed in
      let names = columns.filter { $0.isComputed == areComputed }.map(\.name)
      return names.isEmpty ? nil : Phrase(text, ["columns": .text(names.joined(separator: ", "))])
    }
  }
}

/// The rows of a table of a SQLite file, below a row with the names of its columns.
private final class SQLiteSheet: SheetReader {
  private let rows: ReflectedRows
  private let names: [String]
  /// Whether zeros and ones of a column are no and yes by its declared type.
  private let areTruths: [Bool]
  private let file: String
  private var number = 0
  /// The number of cells with bytes in columns of other values.
  private var ofBytes = 0

  init(_ rows: ReflectedRows, _ table: ReflectedTable, _ columns: [Int], file: String) {
    (self.rows, self.file) = (rows, file)
    names = columns.map { table.columns[$0].name }
    areTruths = columns.map { table.columns[$0].type.uppercased().hasPrefix("BOOL") }
  }

  var share: Double { rows.share }
  var isExact: Bool { true }

  var notes: [Phrase] {
    ofBytes == 0 ? [] : [Phrase("{count} cells with bytes count as empty", ["count": .count(ofBytes)])]
  }

  func next(_ row: inout SheetRow) throws(ReadingError) -> Bool {
    number += 1
    if number == 1 {
      row.begin(number)
      for (column, name) in names.enumerated() { row.set(name, at: column) }
      return true
    }
    while true {
      let values: [Value]?
      do {
        values = try rows.next()
      } catch is RowTooLarge {
        throw .expandsTooMuch(file: file)
      } catch {
        throw .damaged(file: file)
      }
      guard let values else { return false }
      row.begin(number)
      for (column, value) in values.enumerated() {
        switch value {
        case .null: break
        case .blob: ofBytes += 1
        case .integer(let number) where areTruths[column] && (0...1).contains(number):
          row.set(number == 1 ? "true" : "false", .value, at: column)
        case .integer(let number): row.set(String(number), .value, at: column)
        case .real(let number):
          let text = String(number)
          row.set(text.hasSuffix(".0") ? String(text.dropLast(2)) : JSONDecimal.plain(text), .value, at: column)
        case .text(let text): row.set(text, at: column)
        }
      }
      if !row.cells.isEmpty { return true }
      number += 1
    }
  }
}
