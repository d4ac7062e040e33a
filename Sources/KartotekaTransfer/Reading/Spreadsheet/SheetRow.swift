import KartotekaModel

/// The meaning of a cell's text by its type and number format.
enum CellType: Hashable, Sendable {
  /// A text, which may have to be read as a number or a day.
  case text
  /// A number, a day, yes or no in the form of exports, which can be read in one way only.
  case value
}

/// A row of a sheet with at least one value.
struct SheetRow {
  /// The number of its line, from 1.
  var number = 0
  /// The texts of the cells up to the last one with a value; empty texts for cells without.
  var cells: [String] = []
  /// The types of the cells.
  private(set) var types: [CellType] = []
  /// The cells, by their column, that are merged with cells below, and the number of rows.
  var spans: [(column: Int, rows: Int)] = []
  /// The number of cells with an error such as `#DIV/0!`, which count as empty: in the row and in the rows without a value
  /// before it.
  var errors = 0
  /// The number of formulas whose result is not stored, which count as empty, in the same rows.
  var formulas = 0
  /// The columns of these cells in the row. Their values are unknown, which differs from empty.
  var untold: [Int] = []
  /// The number of rows with a quote that is never closed, before it.
  var broken = 0
  /// Whether a blank row is above it; nil where the numbers of the rows tell it.
  var isAfterGap: Bool?
  /// The number of fields of a line of text, also of those without a value; nil for a row of a sheet.
  var fields: Int?
  /// Whether it is a line of a text in columns of blanks that does not keep to them, so that its cells may be wrong.
  var isUnaligned = false
  /// The number of bytes of the texts that ``set(_:at:in:)`` has counted.
  private var bytes = 0

  mutating func begin(_ number: Int) {
    self.number = number
    // A row without a value is passed over.
    if !cells.isEmpty { (errors, formulas, broken) = (0, 0, 0) }
    bytes = 0
    isAfterGap = nil
    fields = nil
    isUnaligned = false
    cells.removeAll(keepingCapacity: true)
    types.removeAll(keepingCapacity: true)
    spans.removeAll(keepingCapacity: true)
    untold.removeAll(keepingCapacity: true)
  }

  mutating func set(_ text: String, _ type: CellType = .text, at column: Int) {
    guard !Self.isBlank(text) else { return }
    while cells.count < column {
      cells.append("")
      types.append(.text)
    }
    if cells.count == column {
      cells.append(text)
      types.append(type)
    } else {
      cells[column] = text
      types[column] = type
    }
  }

  // Blanks alone are no value.
  private static func isBlank(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return true }
    return first <= 0x20 || first >= 0x80 ? text.trimmingSpaces().isEmpty : false
  }

  /// Sets cells of a spreadsheet. Their bytes are counted before any of them is made.
  /// - Throws: ``ReadingError/expandsTooMuch(file:)`` beyond ``SheetLimits/columns`` and ``SheetLimits/rowBytes``.
  mutating func set(_ text: String, _ type: CellType = .text, at columns: Range<Int>, in file: String)
    throws(ReadingError)
  {
    guard !text.isEmpty else { return }
    let (size, isTooLarge) = text.utf8.count.multipliedReportingOverflow(by: columns.count)
    guard !isTooLarge, size <= SheetLimits.rowBytes - bytes, columns.upperBound <= SheetLimits.columns else {
      throw .expandsTooMuch(file: file)
    }
    bytes += size
    for column in columns { set(text, type, at: column) }
  }
}

/// The rows of a sheet.
protocol SheetReader: AnyObject {
  /// Reads the next row with a value; false at the end.
  func next(_ row: inout SheetRow) throws(ReadingError) -> Bool

  /// The share of the file that is read, from 0 to 1.
  var share: Double { get }

  /// The notes on the file after its rows were read.
  var notes: [Phrase] { get }

  /// Whether the first row has the headings and each other one is a record, so that nothing of it is guessed.
  var isExact: Bool { get }
}

extension SheetReader {
  var notes: [Phrase] { [] }
  var isExact: Bool { false }
}

/// A format of files with one or several tables: spreadsheets, address cards, calendars, tracks, web pages.
protocol Workbook {
  /// The name of the format, which is the same in all languages.
  static var format: String { get }

  /// Opens a file.
  /// - Returns: nil where its content is of another format.
  /// - Throws: ``ReadingError`` for one of the format that can't be read.
  init?(_ file: CandidateFile) throws(ReadingError)

  /// The names of the visible sheets.
  var sheets: [String] { get }

  /// Whether a sheet may have several tables.
  var hasSeveral: Bool { get }

  /// The rows of a sheet, by its place.
  /// - Parameter merges: merged cells that the survey found.
  func rows(of sheet: Int, merges: SheetMerges) throws(ReadingError) -> any SheetReader

  /// The merged cells of a sheet, if they don't come with its rows.
  func merges(of sheet: Int) throws(ReadingError) -> SheetMerges

  /// The notes on a sheet: the contents of the file that are left out.
  func notes(of sheet: Int) -> [Phrase]
}

extension Workbook {
  var hasSeveral: Bool { false }

  func merges(of sheet: Int) throws(ReadingError) -> SheetMerges { SheetMerges() }

  func notes(of sheet: Int) -> [Phrase] { [] }
}

/// Cells that are merged with cells below: by their row, the column and the number of rows.
struct SheetMerges {
  /// The maximum number of merged cells.
  static let most = 1_000_000

  var rows: [Int: [(column: Int, rows: Int)]] = [:]
}

/// Limits of spreadsheets.
enum SheetLimits {
  /// The number of columns of a sheet.
  static let columns = 16_384
  /// The number of rows of a sheet.
  static let rows = 1_048_576
  /// The maximum size of a row's texts, in bytes.
  static let rowBytes = 1 << 24
  /// The number of sheets of a file.
  static let sheets = 1_000
  /// The number of styles of cells, which is Excel's limit.
  static let styles = 65_490
  /// The number of relations of a part of a workbook.
  static let relations = 10_000
}
