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

    /// Whether the rows are those of a text file.
    fileprivate var isText = false
    /// Whether the first row has the headings and each other one is a record.
    fileprivate var isExact = false

    /// The row that has the headings by its content; 0 if there is none.
    package var header: Int {
      if isExact { return rows.first?.number ?? 0 }
      return HeaderGuess(rows.map(\.cells), numbers: rows.map(\.number), isText: isText).lowest().map {
        rows[$0].number
      } ?? 0
    }

    /// Whether the rows are no table but a form, or a single cell.
    package var isScattered: Bool { !isText && !isExact && TableShape.isScattered(rows, header: header) }
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
    /// The number of rows with a quote that is never closed.
    private var broken = 0
    /// What to know about rows that are left out.
    fileprivate(set) var leftOut: [Phrase] = []

    /// What to know about the table.
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
  /// The number of bytes of a text that guesses look at.
  private static let surveyed = 1_000

  /// The names of the tables: those of sheets, or the file's.
  package let names: [String]
  /// The names of the sheets; nil for CSV.
  package let sheets: [String]?
  /// The file's displayed name.
  package let file: String
  /// The text of a CSV file; nil for a spreadsheet.
  package let text: TextSource?
  /// The name of the format.
  let format: String
  private let size: Int
  private let open: (Int, SheetMerges) throws(ReadingError) -> any SheetReader
  private let merges: (Int) throws(ReadingError) -> SheetMerges
  /// What to know about a table: what its file has that is left out.
  package let notes: (_ table: Int) -> [Phrase]
  /// Whether a table is one below or beside the first one of its sheet.
  package private(set) var isFurther: (_ table: Int) -> Bool = { _ in false }

  /// Opens a file with tables, or a CSV file.
  /// - Parameters:
  ///   - name: the file's displayed name.
  ///   - isNew: whether an application is made of it, so that lists within JSON records become kinds of records.
  /// - Returns: nil for JSON with one list of records, which has no rows.
  /// - Throws: ``ReadingError``.
  package init?(_ source: ByteSource, name: String, isNew: Bool = false) throws(ReadingError) {
    switch try FileContent(source, name: name, isNew: isNew) {
    case .tables(let tables): self = tables
    case .text(let text):
      guard RecordFormat(of: text) == .csv else { return nil }
      self.init(text, name: name)
    }
  }

  /// The one table of a CSV file.
  package init(_ text: TextSource, name: String) {
    (file, size, self.text) = (name, text.bytes.count, text)
    (names, sheets, format) = ([name], nil, "CSV")
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
    (file, self.size, text) = (name, size, nil)
    sheets = workbook.sheets
    format = type(of: workbook).format
    names = workbook.sheets.count == 1 ? [name] : workbook.sheets.map { name + "/" + $0 }
    open = { sheet, merges throws(ReadingError) in try workbook.rows(of: sheet, merges: merges) }
    merges = { sheet throws(ReadingError) in try workbook.merges(of: sheet) }
    notes = workbook.notes
  }

  /// The file with each table that stands beside or below another one as a table of its own.
  /// - Returns: nil where each sheet has one.
  /// - Throws: ``ReadingError``.
  func several() throws(ReadingError) -> TableFile? {
    var places: [(sheet: Int, region: SheetRegion?)] = []
    var names: [String] = []
    for sheet in self.names.indices {
      let regions = try SheetRegions(of: reader(sheet), isText: text != nil).all
      guard !regions.isEmpty else {
        places.append((sheet, nil))
        names.append(self.names[sheet])
        continue
      }
      for (index, region) in regions.enumerated() {
        places.append((sheet, region))
        let own = region.title.map { String($0.prefix(60)).replacing("/", with: " ") } ?? String(index + 1)
        names.append(index == 0 && region.title == nil ? self.names[sheet] : self.names[sheet] + "/" + own)
      }
    }
    guard places.count > self.names.count else { return nil }
    guard places.count <= SheetLimits.sheets else { throw .tooManySheets(file: file, most: SheetLimits.sheets) }
    return TableFile(self, places, names)
  }

  private init(_ whole: TableFile, _ places: [(sheet: Int, region: SheetRegion?)], _ names: [String]) {
    (file, size, text, format) = (whole.file, whole.size, whole.text, whole.format)
    self.names = names
    sheets = names.map { String($0.dropFirst(whole.names.count == 1 ? 0 : whole.file.count + 1)) }
    open = { table, merges throws(ReadingError) in
      let (sheet, region) = places[table]
      let reader = try whole.open(sheet, merges)
      return region.map { RegionSheet(reader, $0) } ?? reader
    }
    merges = { table throws(ReadingError) in try whole.merges(places[table].sheet) }
    notes = { whole.notes(places[$0].sheet) }
    isFurther = { table in table > 0 && places[table - 1].sheet == places[table].sheet }
  }

  /// The table of a CSV file that is written before it is read: it has titles above or notes below it.
  /// - Parameter header: the number of the row with the headings; nil to guess it.
  /// - Returns: nil for JSON and for a file that is read as it is.
  /// - Throws: ``ReadingError``.
  package static func toWrite(_ text: TextSource, name: String, header: Int? = nil) throws(ReadingError) -> TableFile? {
    guard RecordFormat(of: text) == .csv else { return nil }
    let table = TableFile(text, name: name)
    return try table.isPlain(text, header: header) ? nil : table
  }

  // Whether the file begins with its headings and has nothing but records below them.
  private func isPlain(_ text: TextSource, header: Int?) throws(ReadingError) -> Bool {
    let survey = try survey(0)
    guard let first = survey.rows.first else { return true }
    guard first.number == header ?? survey.header else { return false }
    let shape = TableShape(survey.rows, header: first.number)
    return shape.upper == nil && !Self.hasMore(survey.rows, shape) && !Self.hasMore(Self.end(of: text), shape)
  }

  private static func hasMore(_ rows: [(number: Int, cells: [String])], _ shape: TableShape) -> Bool {
    var body = TableBody(shape, keepsAll: false)
    for (number, cells) in rows where number > shape.header {
      var row = SheetRow()
      row.begin(number)
      for (column, cell) in cells.enumerated() { row.set(cell, at: column) }
      _ = body.take(row)
    }
    _ = body.finish()
    return body.below.count + body.others.count > 0
  }

  // The last rows of a CSV file. Their numbers are below those of the first rows.
  private static func end(of text: TextSource) -> [(number: Int, cells: [String])] {
    let size = 1 << 16
    let bytes = text.bytes
    guard bytes.count > size else { return [] }
    let start = LineBreaks.next(in: bytes, from: bytes.count - size).end
    let source = ByteSource(Array(bytes[start...]), name: text.name)
    let end = TextSource(utf8: source, encoding: .utf8, replacedCharacters: 0)
    let reader = CSVSheet(end, CSVDialect(of: text))
    var rows: [(number: Int, cells: [String])] = []
    var row = SheetRow()
    // The place may be within quotes, where nothing looks like a table.
    while (try? reader.next(&row)) == true {
      rows.append((row.number + (1 << 20), row.cells.map { $0.beginning(bytes: surveyed) }))
    }
    return rows
  }

  // MARK: Reading

  /// The rows of a table, without the merged cells, which follow the rows in some files.
  func reader(_ table: Int) throws(ReadingError) -> any SheetReader { try open(table, SheetMerges()) }

  /// Reads the first rows of a table.
  /// - Parameter most: the number of rows.
  /// - Throws: ``ReadingError``.
  package func survey(_ table: Int, keeping most: Int = 100) throws(ReadingError) -> Survey {
    var survey = Survey()
    survey.isText = text != nil
    let reader = try reader(table)
    survey.isExact = reader.isExact
    var row = SheetRow()
    while survey.rows.count < most, try reader.next(&row) {
      survey.width = max(survey.width, row.cells.count)
      // Guesses look at the beginnings of texts only.
      survey.rows.append((row.number, row.cells.map { $0.beginning(bytes: Self.surveyed) }))
    }
    return survey
  }

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
