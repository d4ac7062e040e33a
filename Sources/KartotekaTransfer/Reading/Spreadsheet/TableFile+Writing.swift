import KartotekaModel

// Tables that are written as CSV, which the importer reads.
extension TableFile {
  /// The findings of writing a table.
  package struct Written: Sendable {
    /// The number of columns up to the last one with a value.
    package private(set) var width = 0
    /// The number of rows with values.
    package private(set) var rows = 0
    /// The number of cells with errors such as `#DIV/0!`, which count as empty.
    package private(set) var errors = 0
    /// The number of formulas without a stored result, which count as empty.
    package private(set) var formulas = 0
    /// The number of rows with a quote that is never closed.
    private var broken = 0
    /// The notes on rows that are left out.
    fileprivate(set) var leftOut: [Phrase] = []

    /// The notes on the table.
    package var notes: [Phrase] { Phrase.notes(errors: errors, formulas: formulas, broken: broken) + leftOut }

    fileprivate mutating func count(_ row: SheetRow) {
      rows += 1
      width = max(width, row.cells.count)
      countFaults(row)
    }

    fileprivate mutating func countFaults(_ row: SheetRow) {
      errors += row.errors
      formulas += row.formulas
      broken += row.broken
    }
  }

  /// The maximum number of bytes of a written table, whatever its file's size.
  private static let alwaysAllowed = 256 << 20
  private static let mostExpansion = 400

  /// Writes a table as CSV that begins with a row of headings. Titles above them and notes and totals below the table are left
  /// out.
  /// - Parameters:
  ///   - header: the number of the row with the headings; 0 for none: the columns are numbered.
  ///   - width: the expected number of columns.
  ///   - path: the file for the text. It is written again if the table has more columns than expected.
  ///   - keepsAll: whether rows that look like notes or totals are written, too.
  ///   - progress: gets the number of rows and the share of the file that were read, and throws to end the writing.
  /// - Throws: ``ReadingError``, ``WritingError``, errors of `progress`.
  package func write(
    _ table: Int, header: Int, width: Int, to path: String, keepsAll: Bool = false,
    progress: (_ rows: Int, _ share: Double) throws -> Void = { _, _ in }
  ) throws -> Written {
    let merges = try merges(table)
    let survey = try survey(table)
    let shape = TableShape(survey.rows, header: header)
    let body = TableBody(shape, keepsAll: keepsAll || survey.isExact)
    let written = try write(table, merges, shape, body, width: width, to: path, progress)
    // Rows at the end may have values beyond the first rows' columns.
    guard written.width > width else { return written }
    return try write(table, merges, shape, body, width: written.width, to: path, progress)
  }

  private func write(
    _ table: Int, _ merges: SheetMerges, _ shape: TableShape, _ body: TableBody, width: Int, to path: String,
    _ progress: (Int, Double) throws -> Void
  ) throws -> Written {
    let sink = try FileSink(path: path)
    var (written, body) = (Written(), body)
    let reader = try open(table, merges)
    let limit = max(Self.alwaysAllowed, size.multipliedReportingOverflow(by: Self.mostExpansion).partialValue)
    let counter = CountingSink(sink)
    var lines = TableLines(counter, hasTypes: text == nil)
    if shape.header == 0 { try lines.headings(shape.headings(width: max(1, width)), at: 0) }
    var carried: [Int: (text: String, type: CellType, last: Int)] = [:]
    var row = SheetRow()
    while try reader.next(&row) {
      written.count(row)
      if written.rows % 1_024 == 0 { try progress(written.rows, reader.share) }
      if row.number < shape.header { continue }
      if row.number == shape.header {
        try lines.headings(shape.headings(width: max(width, row.cells.count)), at: row.number)
        continue
      }
      Self.carry(&carried, &row)
      if let sure = body.take(row) { try lines.row(sure, width: width) }
      if counter.count > limit { throw ReadingError.expandsTooMuch(file: file) }
    }
    for sure in body.finish() { try lines.row(sure, width: width) }
    if counter.count > limit { throw ReadingError.expandsTooMuch(file: file) }
    // Rows without a value at the end.
    if row.cells.isEmpty { written.countFaults(row) }
    written.leftOut = body.notes + reader.notes
    try lines.finish()
    try sink.close()
    return written
  }

  // A merged cell has its value in all its rows.
  private static func carry(
    _ carried: inout [Int: (text: String, type: CellType, last: Int)], _ row: inout SheetRow
  ) {
    for (column, cell) in carried {
      if row.number > cell.last {
        carried[column] = nil
      } else if column >= row.cells.count || row.cells[column].isEmpty {
        row.set(cell.text, cell.type, at: column)
      }
    }
    for span in row.spans where span.column < row.cells.count && !row.cells[span.column].isEmpty {
      carried[span.column] = (row.cells[span.column], row.types[span.column], row.number + span.rows - 1)
    }
  }
}
