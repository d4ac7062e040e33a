import Foundation
import KartotekaModel

/// The tables in a file: the sheets of a spreadsheet, the cards of a vCard file, the events of a calendar, the tables of a web
/// page, or the one table of a CSV file.
///
/// A table is written as CSV, which the importer reads: dates in ISO 8601, exact decimals, texts as they are. Lines keep the
/// numbers of the sheet's rows, unless a text has several lines.
package struct TableFile {
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
  /// The size of the file, in bytes.
  let size: Int
  let open: (Int, SheetMerges) throws(ReadingError) -> any SheetReader
  let merges: (Int) throws(ReadingError) -> SheetMerges
  /// The notes on a table: the contents of its file that are left out.
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

  /// The rows of a table, without the merged cells, which follow the rows in some files.
  func reader(_ table: Int) throws(ReadingError) -> any SheetReader { try open(table, SheetMerges()) }
}
