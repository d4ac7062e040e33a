import Foundation
import KartotekaModel

/// The tables of a web page. Many programs write such a page and name it `.xls`.
///
/// A table within a cell of another one is part of that cell, unless the outer one is a layout: it has one row, or one cell with
/// a text in each row. Then the inner one is a table of its own.
struct HTMLBook: Workbook {
  static let format = "HTML"

  /// The place of a table in the page.
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
    /// The number of rows with a text.
    var filledRows = 0
    var isInCell = false
    var hasText = false
    /// Whether there are cells for headings, and whether there is a text that leads nowhere.
    var hasHeadings = false
    var hasPlainText = false
    /// The number of bytes of the longest text.
    var longest = 0

    var isLayout: Bool { hasInner && (rows < 2 || mostFilled < 2) }

    /// Whether it may have records: a bar or a list of links has none, and neither has a column of paragraphs.
    var hasData: Bool {
      filledRows > 1 && (mostFilled > 1 || hasHeadings || hasPlainText && longest <= HTMLBook.paragraph)
    }

    mutating func endCell() { (isInCell, hasText) = (false, false) }

    mutating func fillCell() {
      guard isInCell, !hasText else { return }
      hasText = true
      filled += 1
      if filled == 1 { filledRows += 1 }
      mostFilled = max(mostFilled, filled)
    }
  }

  /// The number of bytes from which a text is a paragraph.
  private static let paragraph = 300

  let sheets: [String]
  private let starts: [Int]
  private let text: TextSource
  private let file: String
  /// The names of the tables within cells of others, and of those without records.
  private let inner: [String]
  private let leftOut: [String]

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
    let outer = tables.indices.filter { !tables[$0].isLayout && tables[$0].filledRows > 0 && !isInside[$0] }
    var found = outer.filter { tables[$0].hasData }
    // A report without rows.
    if found.isEmpty { found = outer.filter { tables[$0].hasHeadings } }
    guard !found.isEmpty else { throw .noTables(file: file) }
    starts = found.map { tables[$0].start }
    var used: Set<String> = []
    sheets = found.enumerated().map { index, table in
      let name = tables[table].name.trimmingSpaces().replacing("/", with: " ")
      return name.isEmpty || !used.insert(name).inserted ? "Table \(index + 1)" : name
    }
    func names(_ places: [Int]) -> [String] {
      places.map { table in
        let name = tables[table].name.trimmingSpaces()
        return name.isEmpty ? Self.beginning(of: tables[table].start, in: text) : name
      }
    }
    inner = names(tables.indices.filter { isInside[$0] && tables[$0].rows > 0 })
    leftOut = names(outer.filter { !found.contains($0) })
  }

  private static func tables(of text: TextSource, file: String) throws(ReadingError) -> [Table] {
    var tables: [Table] = []
    var open: [Int] = []
    var (heading, isInHeading, isInCaption, isInLink) = ("", false, false, false)
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
      case .start(let name) where name == "td" || name == "th":
        guard let last = open.last else { continue }
        tables[last].endCell()
        tables[last].isInCell = true
        isInLink = false
        if name == "th" { tables[last].hasHeadings = true }
      case .start("a"): isInLink = true
      case .end("a"): isInLink = false
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
        if let last, tables[last].isInCell {
          tables[last].longest = max(tables[last].longest, range.count)
          if !tables[last].hasText || !tables[last].hasPlainText && !isInLink {
            let words = line(text, range).trimmingSpaces()
            if !words.isEmpty { tables[last].fillCell() }
            // A bar may stand between links.
            if !isInLink, words.contains(where: { $0.isLetter || $0.isNumber }) { tables[last].hasPlainText = true }
          }
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
    guard sheet == 0 else { return [] }
    func first(_ names: [String]) -> String { names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "") }
    var notes: [Phrase] = []
    if !inner.isEmpty {
      notes.append(
        Phrase(
          "{count} tables within cells are texts of these cells: {names}",
          ["count": .count(inner.count), "names": .text(first(inner))]))
    }
    if !leftOut.isEmpty { notes.append(.noTables([first(leftOut)])) }
    return notes
  }

  private static func line(_ text: TextSource, _ range: Range<Int>) -> String {
    let part = HTMLText.resolved(String(decoding: text.bytes[range].prefix(400), as: UTF8.self))
    return part.split(whereSeparator: \.isWhitespace).joined(separator: " ") + " "
  }

  func rows(of sheet: Int, merges: SheetMerges) throws(ReadingError) -> any SheetReader {
    HTMLSheet(text, from: starts[sheet], file: file)
  }
}
