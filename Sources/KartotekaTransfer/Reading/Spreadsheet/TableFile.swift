import Foundation
import KartotekaModel

/// The tables in a file: the sheets of a spreadsheet, the cards of a vCard file, the events of a calendar, the tables of a web
/// page, or the one table of a CSV file.
///
/// A table is written as CSV, which the importer reads: dates in ISO 8601, exact decimals, texts as they are. Lines keep the
/// numbers of the sheet's rows, unless a text has several lines.
package struct TableFile {
  /// The first rows of a table.
  package struct Survey: Sendable {
    /// The number of columns up to the last one with a value.
    package fileprivate(set) var width = 0
    /// The rows with values, with their numbers.
    package fileprivate(set) var rows: [(number: Int, cells: [String])] = []

    /// Whether the table has no values.
    package var isEmpty: Bool { rows.isEmpty }

    /// The row that has the headings by its content; 0 if there is none.
    package var header: Int { HeaderGuess(rows.map(\.cells)).place.map { rows[$0].number } ?? 0 }
  }

  /// What was found while a table was written.
  package struct Written: Sendable {
    /// The number of columns up to the last one with a value.
    package private(set) var width = 0
    /// The number of rows with values.
    package private(set) var rows = 0
    /// The number of cells with errors such as `#DIV/0!`, which count as empty.
    package private(set) var errors = 0
    /// The number of formulas without a stored result, which count as empty.
    package private(set) var formulas = 0

    fileprivate mutating func count(_ row: SheetRow) {
      rows += 1
      width = max(width, row.cells.count)
      countFaults(row)
    }

    fileprivate mutating func countFaults(_ row: SheetRow) {
      errors += row.errors
      formulas += row.formulas
    }
  }

  /// The maximum number of bytes of a written table, whatever its file's size.
  private static let alwaysAllowed = 256 << 20
  private static let mostExpansion = 400
  /// The number of bytes of a text that guesses look at.
  private static let surveyed = 1_000

  /// The names of the tables: those of sheets, or the file's.
  package let names: [String]
  /// The names of the sheets; nil for CSV.
  package let sheets: [String]?
  /// The file's displayed name.
  package let file: String
  private let size: Int
  private let open: (Int, SheetMerges) throws(ReadingError) -> any SheetReader
  private let merges: (Int) throws(ReadingError) -> SheetMerges
  /// What to know about a table: what its file has that is left out.
  package let notes: (_ table: Int) -> [Phrase]

  /// Opens a file with tables, or a CSV file.
  /// - Parameter name: the file's displayed name.
  /// - Returns: nil for JSON, which has no rows.
  /// - Throws: ``ReadingError``.
  package init?(_ source: ByteSource, name: String) throws(ReadingError) {
    switch try FileContent(source, name: name) {
    case .tables(let tables): self = tables
    case .text(let text):
      guard RecordFormat(of: text) == .csv else { return nil }
      self.init(text, name: name)
    }
  }

  /// The one table of a CSV file.
  package init(_ text: TextSource, name: String) {
    (file, size) = (name, text.bytes.count)
    (names, sheets) = ([name], nil)
    let dialect = CSVDialect(of: text)
    open = { _, _ in CSVSheet(text, dialect) }
    merges = { _ in SheetMerges() }
    notes = { _ in [] }
  }

  /// The tables of a workbook.
  /// - Parameter size: the size of its file, in bytes.
  /// - Throws: ``ReadingError/noSheets(file:)``.
  init(_ workbook: any Workbook, name: String, size: Int) throws(ReadingError) {
    guard !workbook.sheets.isEmpty else { throw .noSheets(file: name) }
    (file, self.size) = (name, size)
    sheets = workbook.sheets
    names = workbook.sheets.count == 1 ? [name] : workbook.sheets.map { name + "/" + $0 }
    open = { sheet, merges throws(ReadingError) in try workbook.rows(of: sheet, merges: merges) }
    merges = { sheet throws(ReadingError) in try workbook.merges(of: sheet) }
    notes = workbook.notes
  }

  // MARK: Reading

  /// The rows of a table, without the merged cells, which follow the rows in some files.
  func reader(_ table: Int) throws(ReadingError) -> any SheetReader { try open(table, SheetMerges()) }

  /// Reads the first rows of a table.
  /// - Parameter most: the number of rows.
  /// - Throws: ``ReadingError``.
  package func survey(_ table: Int, keeping most: Int = 100) throws(ReadingError) -> Survey {
    var survey = Survey()
    let reader = try reader(table)
    var row = SheetRow()
    while survey.rows.count < most, try reader.next(&row) {
      survey.width = max(survey.width, row.cells.count)
      // Guesses look at the beginnings of texts only.
      survey.rows.append((row.number, row.cells.map { $0.beginning(bytes: Self.surveyed) }))
    }
    return survey
  }

  /// The heading of a column in a table without headings.
  static func heading(ofColumn column: Int) -> String { "Column \(column + 1)" }

  /// Writes a table as CSV that begins with a row of headings.
  /// - Parameters:
  ///   - header: the number of the row with the headings; 0 for none: the columns are numbered.
  ///   - width: the expected number of columns.
  ///   - path: the file for the text. It is written again if the table has more columns than expected.
  ///   - progress: gets the number of rows and the share of the file that were read, and throws to end the writing.
  /// - Throws: ``ReadingError``, ``WritingError``, errors of `progress`.
  package func write(
    _ table: Int, header: Int, width: Int, to path: String,
    progress: (_ rows: Int, _ share: Double) throws -> Void = { _, _ in }
  ) throws -> Written {
    let merges = try merges(table)
    let written = try write(table, merges, header: header, width: width, to: path, progress)
    // Rows at the end may have values beyond the first rows' columns.
    guard written.width > width else { return written }
    return try write(table, merges, header: header, width: written.width, to: path, progress)
  }

  private func write(
    _ table: Int, _ merges: SheetMerges, header: Int, width: Int, to path: String,
    _ progress: (Int, Double) throws -> Void
  ) throws -> Written {
    let sink = try FileSink(path: path)
    var written = Written()
    let reader = try open(table, merges)
    let limit = max(Self.alwaysAllowed, size.multipliedReportingOverflow(by: Self.mostExpansion).partialValue)
    let counter = CountingSink(sink)
    var csv = CSVWriter(to: counter)
    var line = 1
    if header == 0 {
      try csv.record((0..<max(1, width)).map(Self.heading(ofColumn:)))
      line = 2
    }
    var carried: [Int: (text: String, last: Int)] = [:]
    var row = SheetRow()
    while try reader.next(&row) {
      written.count(row)
      if written.rows % 1_024 == 0 { try progress(written.rows, reader.share) }
      if row.number < header { continue }
      // Empty lines stand for empty rows, so that the numbers of lines are those of rows.
      while header > 0 ? line < row.number : line < row.number + 1 {
        try csv.rawRecord(UnsafeRawBufferPointer(start: nil, count: 0))
        line += 1
      }
      if row.number > header { Self.carry(&carried, &row) }
      for column in 0..<max(width, row.cells.count) {
        if column < row.cells.count, !row.cells[column].isEmpty {
          csv.field(row.cells[column])
        } else if row.number == header {
          csv.field("")
        } else {
          csv.emptyField()
        }
      }
      try csv.endRecord()
      line += 1
      if counter.count > limit { throw ReadingError.expandsTooMuch(file: file) }
    }
    // Rows without a value at the end.
    if row.cells.isEmpty { written.countFaults(row) }
    try csv.finish()
    try sink.close()
    return written
  }

  // A merged cell has its value in all its rows.
  private static func carry(_ carried: inout [Int: (text: String, last: Int)], _ row: inout SheetRow) {
    for (column, cell) in carried {
      if row.number > cell.last {
        carried[column] = nil
      } else if column >= row.cells.count || row.cells[column].isEmpty {
        row.set(cell.text, at: column)
      }
    }
    for span in row.spans where span.column < row.cells.count && !row.cells[span.column].isEmpty {
      carried[span.column] = (row.cells[span.column], row.number + span.rows - 1)
    }
  }
}

/// The rows of a CSV file as those of a sheet.
final class CSVSheet: SheetReader {
  private var reader: CSVReader
  private var number = 0

  private let size: Int

  init(_ text: TextSource, _ dialect: CSVDialect) {
    reader = CSVReader(text, dialect: dialect)
    size = text.bytes.count
  }

  var share: Double { Double(reader.offset) / Double(max(1, size)) }

  func next(_ row: inout SheetRow) throws(ReadingError) -> Bool {
    while try reader.next() {
      number = max(number + 1, reader.line)
      row.begin(number)
      for index in 0..<reader.fieldCount {
        row.set(String(decoding: reader[index], as: UTF8.self), at: index)
      }
      if !row.cells.isEmpty { return true }
    }
    return false
  }
}

/// Guesses which of the first rows has the headings.
struct HeaderGuess {
  /// The number of rows in which headings are looked for.
  private static let depth = 20

  /// The place of the row among the given rows; nil if there is none.
  let place: Int?

  /// - Parameter isText: whether the rows are those of a text file, in which headings may be repeated.
  init(_ rows: [[String]], isText: Bool = false) {
    let filled = rows.map { row in row.count { !$0.isEmpty } }
    let widest = filled.max() ?? 0
    // Titles and notes above a table fill few of its columns.
    place = rows.prefix(Self.depth).indices.first { index in
      filled[index] * 10 >= widest * 6
    }.flatMap { index in
      let headings = rows[index].map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
      let isUnique = isText || Set(headings).count == headings.count
      return isUnique && headings.allSatisfy(Self.isHeading) ? index : nil
    }
  }

  private static func isHeading(_ text: String) -> Bool {
    guard text.utf8.count <= 200, text.contains(where: \.isLetter) || isYear(text) else { return false }
    return CalendarDate(iso: text.prefix(10)) == nil && !text.contains("@") && !text.contains("://")
      && !["true", "false"].contains(text.lowercased())
  }

  // Years are headings of columns such as sales.
  private static func isYear(_ text: String) -> Bool { Int(text).map { (1900...2100).contains($0) } ?? false }
}
