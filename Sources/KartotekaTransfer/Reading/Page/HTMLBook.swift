import Foundation
import KartotekaModel

/// The tables of a web page. Many programs write such a page and name it `.xls`.
///
/// A table within a cell of another one is part of that cell, unless the outer one is a layout: it has one row, or one cell with
/// a text in each row. Then the inner one is a table of its own.
struct HTMLBook: Workbook {
  static let format = "HTML"

  /// Where a table is in the page.
  private struct Table {
    let start: Int
    /// The table in a cell of which it is.
    let outer: Int?
    var name = ""
    var rows = 0
    var hasInner = false
    /// The number of cells with a text of their own in the current row, and in the row with most of them.
    var filled = 0
    var mostFilled = 0
    var isInCell = false
    var hasText = false

    var isLayout: Bool { hasInner && (rows < 2 || mostFilled < 2) }

    mutating func endCell() { (isInCell, hasText) = (false, false) }

    mutating func fillCell() {
      guard isInCell, !hasText else { return }
      hasText = true
      filled += 1
      mostFilled = max(mostFilled, filled)
    }
  }

  let sheets: [String]
  private let starts: [Int]
  private let text: TextSource
  private let file: String
  /// The names of the tables within cells of others.
  private let inner: [String]

  init?(_ candidate: CandidateFile) throws(ReadingError) {
    guard candidate.head.isPage else { return nil }
    let text = try TextSource(candidate.source)
    self.text = text
    file = candidate.name
    let tables = try Self.tables(of: text, file: file)
    var isInside: [Bool] = []
    for table in tables {
      isInside.append(table.outer.map { isInside[$0] || !tables[$0].isLayout } ?? false)
    }
    let found = tables.indices.filter { !tables[$0].isLayout && tables[$0].rows > 0 && !isInside[$0] }
    guard !found.isEmpty else { throw .noTables(file: file) }
    starts = found.map { tables[$0].start }
    var used: Set<String> = []
    sheets = found.enumerated().map { index, table in
      let name = tables[table].name.trimmingSpaces().replacing("/", with: " ")
      return name.isEmpty || !used.insert(name).inserted ? "Table \(index + 1)" : name
    }
    inner = tables.indices.filter { isInside[$0] && tables[$0].rows > 0 }.map { table in
      let name = tables[table].name.trimmingSpaces()
      return name.isEmpty ? Self.beginning(of: tables[table].start, in: text) : name
    }
  }

  private static func tables(of text: TextSource, file: String) throws(ReadingError) -> [Table] {
    var tables: [Table] = []
    var open: [Int] = []
    var (heading, isInHeading, isInCaption) = ("", false, false)
    var scanner = HTMLScanner(text.bytes)
    while true {
      let place = scanner.place
      switch scanner.next() {
      case .finish: return tables
      case .start("table"):
        guard tables.count < SheetLimits.sheets else { throw .tooManySheets(file: file, most: SheetLimits.sheets) }
        // One outside a cell follows a table without an end.
        while let last = open.last, !tables[last].isInCell { open.removeLast() }
        if let last = open.last { tables[last].hasInner = true }
        tables.append(Table(start: place, outer: open.last, name: heading))
        open.append(tables.count - 1)
        heading = ""
      case .end("table"): _ = open.popLast()
      case .start("tr"):
        guard let last = open.last else { continue }
        tables[last].endCell()
        tables[last].filled = 0
        tables[last].rows += 1
      case .start("td"), .start("th"):
        guard let last = open.last else { continue }
        tables[last].endCell()
        tables[last].isInCell = true
      case .end("td"), .end("th"), .end("tr"), .end("tbody"), .end("thead"):
        if let last = open.last { tables[last].endCell() }
      case .start("caption"):
        isInCaption = true
        if let last = open.last { tables[last].name = "" }
      case .end("caption"): isInCaption = false
      case .start("h1"), .start("h2"), .start("h3"), .start("h4"):
        isInHeading = true
        heading = ""
      case .end("h1"), .end("h2"), .end("h3"), .end("h4"): isInHeading = false
      case .text(let range):
        let last = open.last
        if let last, tables[last].isInCell, !tables[last].hasText, !line(text, range).trimmingSpaces().isEmpty {
          tables[last].fillCell()
        }
        if isInHeading, last == nil, heading.utf8.count < 200 {
          heading += line(text, range)
        } else if isInCaption, let last, tables[last].name.utf8.count < 200 {
          tables[last].name += line(text, range)
        }
      default: break
      }
    }
  }

  // The first words of a table without a name.
  private static func beginning(of start: Int, in text: TextSource) -> String {
    var scanner = HTMLScanner(text.bytes, from: start)
    _ = scanner.next()
    var words = ""
    while words.count < 20 {
      switch scanner.next() {
      case .finish, .end("table"): return words.trimmingSpaces()
      case .text(let range): words += line(text, range).trimmingSpaces() + " "
      default: break
      }
    }
    return words.prefix(20).trimmingSpaces() + "…"
  }

  func notes(of sheet: Int) -> [Phrase] {
    guard sheet == 0, !inner.isEmpty else { return [] }
    let names = inner.prefix(5).joined(separator: ", ") + (inner.count > 5 ? ", …" : "")
    return [
      Phrase(
        "{count} tables within cells are texts of these cells: {names}",
        ["count": .count(inner.count), "names": .text(names)])
    ]
  }

  private static func line(_ text: TextSource, _ range: Range<Int>) -> String {
    let part = HTMLText.resolved(String(decoding: text.bytes[range].prefix(400), as: UTF8.self))
    return part.split(whereSeparator: \.isWhitespace).joined(separator: " ") + " "
  }

  func rows(of sheet: Int, merges: SheetMerges) throws(ReadingError) -> any SheetReader {
    HTMLSheet(text, from: starts[sheet], file: file)
  }
}
