import Foundation
import KartotekaModel

/// The tables of a web page. Many programs write such a page and name it `.xls`.
///
/// A table within a cell of another one is a table; the outer one is taken for a layout and left out.
struct HTMLBook: Workbook {
  static let format = "HTML"

  /// Where a table is in the page.
  private struct Table {
    let start: Int
    var name = ""
    var rows = 0
    var isLayout = false
  }

  let sheets: [String]
  private let starts: [Int]
  private let text: TextSource
  private let file: String

  init?(_ candidate: CandidateFile) throws(ReadingError) {
    guard candidate.head.isPage else { return nil }
    text = try TextSource(candidate.source)
    file = candidate.name
    var tables: [Table] = []
    var open: [Int] = []
    var (heading, isInHeading, isInCaption) = ("", false, false)
    var scanner = HTMLScanner(text.bytes)
    scan: while true {
      let place = scanner.place
      switch scanner.next() {
      case .finish: break scan
      case .start("table"):
        guard tables.count < SheetLimits.sheets else { throw .tooManySheets(file: file, most: SheetLimits.sheets) }
        for outer in open { tables[outer].isLayout = true }
        open.append(tables.count)
        tables.append(Table(start: place, name: heading))
        heading = ""
      case .end("table"): _ = open.popLast()
      case .start("tr"): if let last = open.last { tables[last].rows += 1 }
      case .start("caption"):
        isInCaption = true
        if let last = open.last { tables[last].name = "" }
      case .end("caption"): isInCaption = false
      case .start("h1"), .start("h2"), .start("h3"), .start("h4"):
        isInHeading = true
        heading = ""
      case .end("h1"), .end("h2"), .end("h3"), .end("h4"): isInHeading = false
      case .text(let range) where isInHeading && open.isEmpty && heading.utf8.count < 200:
        heading += Self.line(text, range)
      case .text(let range):
        guard isInCaption, let last = open.last, tables[last].name.utf8.count < 200 else { continue }
        tables[last].name += Self.line(text, range)
      default: break
      }
    }
    let found = tables.filter { !$0.isLayout && $0.rows > 0 }
    guard !found.isEmpty else { throw .noTables(file: file) }
    starts = found.map(\.start)
    var used: Set<String> = []
    sheets = found.enumerated().map { index, table in
      let name = table.name.trimmingSpaces().replacing("/", with: " ")
      return name.isEmpty || !used.insert(name).inserted ? "Table \(index + 1)" : name
    }
  }

  private static func line(_ text: TextSource, _ range: Range<Int>) -> String {
    let part = HTMLText.resolved(String(decoding: text.bytes[range].prefix(400), as: UTF8.self))
    return part.split(whereSeparator: \.isWhitespace).joined(separator: " ") + " "
  }

  func rows(of sheet: Int, merges: SheetMerges) throws(ReadingError) -> any SheetReader {
    HTMLSheet(text, from: starts[sheet], file: file)
  }
}

/// The rows of a table of a web page.
private final class HTMLSheet: SheetReader {
  private static let breaking: Set<String> = [
    "br", "p", "div", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "hr",
  ]

  private let text: TextSource
  private let file: String
  private var scanner: HTMLScanner
  private var line = 0
  private var isAtEnd = false
  /// A row has begun although the one before has no end.
  private var hasBegun = false
  /// The last rows of cells that are merged with cells below, by their columns.
  private var rowsBelow: [Int: Int] = [:]

  init(_ text: TextSource, from start: Int, file: String) {
    (self.text, self.file) = (text, file)
    scanner = HTMLScanner(text.bytes, from: start)
    _ = scanner.next()
  }

  var share: Double { Double(scanner.place) / Double(max(1, text.bytes.count)) }

  func next(_ row: inout SheetRow) throws(ReadingError) -> Bool {
    while !isAtEnd {
      if !hasBegun {
        switch scanner.next() {
        case .finish, .end("table"): isAtEnd = true
        case .start("tr"): hasBegun = true
        default: break
        }
        continue
      }
      hasBegun = false
      line += 1
      row.begin(line)
      try readCells(&row)
      if !row.cells.isEmpty { return true }
    }
    return false
  }

  /// A cell while its text is read.
  private struct Cell {
    var columns: Range<Int>
    var rows: Int
    /// The value that the program stored beside the text.
    var value: String?
    var text = ""
  }

  private func readCells(_ row: inout SheetRow) throws(ReadingError) {
    var column = 0
    var cell: Cell?
    func finish() throws(ReadingError) {
      guard let done = cell else { return }
      cell = nil
      let shown = Self.tidy(done.text)
      let text = done.value.flatMap { Self.isNumber(shown) ? $0 : nil } ?? shown
      guard !text.isEmpty else { return }
      // Only the first of merged columns has the value.
      try row.set(text, at: done.columns.lowerBound..<done.columns.lowerBound + 1, in: file)
      if done.rows > 1 { row.spans.append((done.columns.lowerBound, done.rows)) }
    }
    while true {
      switch scanner.next() {
      case .finish, .end("table"):
        isAtEnd = true
        try finish()
        return
      case .start("tr"):
        hasBegun = true
        try finish()
        return
      case .end("tr"), .end("tbody"), .end("thead"):
        try finish()
        return
      case .start("td"), .start("th"):
        try finish()
        while rowsBelow[column].map({ $0 >= line }) ?? false { column += 1 }
        let count = min(max(1, scanner.attribute("colspan").flatMap { Int($0) } ?? 1), SheetLimits.columns)
        let rows = min(max(1, scanner.attribute("rowspan").flatMap { Int($0) } ?? 1), SheetLimits.rows)
        guard column + count <= SheetLimits.columns else { throw .expandsTooMuch(file: file) }
        let value = scanner.attribute("x:num") ?? scanner.attribute("sdval")
        cell = Cell(columns: column..<column + count, rows: rows, value: value.flatMap { $0.isEmpty ? nil : $0 })
        if rows > 1 { for place in column..<column + count { rowsBelow[place] = line + rows - 1 } }
        column += count
      case .end("td"), .end("th"): try finish()
      case .start(let name), .end(let name):
        if Self.breaking.contains(name) { cell?.text += "\n" }
      case .text(let range):
        guard let length = cell?.text.utf8.count else { continue }
        guard length + range.count <= SheetLimits.rowBytes else { throw .expandsTooMuch(file: file) }
        let part = HTMLText.resolved(String(decoding: text.bytes[range], as: UTF8.self))
        cell?.text += Self.folded(part)
      }
    }
  }

  // White space of the page is one space. A no-break space is none of it.
  private static func folded(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isSpace = scalar == " " || scalar == "\n" || scalar == "\r" || scalar == "\t"
      if !isSpace { result.unicodeScalars.append(scalar) } else if result.unicodeScalars.last != " " { result += " " }
    }
    return result
  }

  // Whether a number is shown as one, and not as a day, a time or a share.
  private static func isNumber(_ text: String) -> Bool {
    text.contains(where: \.isNumber) && !text.contains { $0.isLetter || "/:%".contains($0) }
      && !text.dropFirst().contains("-") && text.count { $0 == "." } < 2
  }

  private static func tidy(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      String(line).replacing("\u{A0}", with: " ").split(separator: " ").joined(separator: " ")
    }.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
