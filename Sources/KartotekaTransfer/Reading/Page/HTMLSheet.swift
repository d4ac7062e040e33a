import KartotekaModel

/// The rows of a table of a web page.
final class HTMLSheet: SheetReader {
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
  /// Cells that are merged with cells below, by their columns, and their last rows; and those that began in the current row.
  private var merged: [(columns: Range<Int>, last: Int)] = []
  private var begun: [(columns: Range<Int>, last: Int)] = []
  /// The number of merged cells that were passed in all rows.
  private var passed = 0
  private static let mostPassed = 100_000_000

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
        // A table outside a cell follows one without an end.
        case .finish, .end("table"), .start("table"): isAtEnd = true
        case .start("tr"): hasBegun = true
        default: break
        }
        continue
      }
      hasBegun = false
      line += 1
      row.begin(line)
      try mergeRows()
      try readCells(&row)
      if !row.cells.isEmpty { return true }
    }
    return false
  }

  // Leaves the merged cells that reach the current row, in the order of their columns.
  private func mergeRows() throws(ReadingError) {
    if merged.isEmpty, begun.isEmpty { return }
    passed += merged.count + begun.count
    guard passed <= Self.mostPassed else { throw .expandsTooMuch(file: file) }
    merged.removeAll { $0.last < line }
    guard !begun.isEmpty else { return }
    merged = (merged + begun.filter { $0.last >= line }).sorted { $0.columns.lowerBound < $1.columns.lowerBound }
    begun = []
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
    // The number of merged cells before the column, and the depth of tables within the cell.
    var (before, depth) = (0, 0)
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
      case .start("table") where cell != nil:
        depth += 1
        cell?.text += "\n"
      case .end("table") where depth > 0:
        depth -= 1
        cell?.text += "\n"
      case .start("tr") where depth > 0: cell?.text += "\n"
      case .start("td") where depth > 0, .start("th") where depth > 0: cell?.text += " "
      case .end("td") where depth > 0, .end("th") where depth > 0, .end("tr") where depth > 0,
        .end("tbody") where depth > 0, .end("thead") where depth > 0:
        break
      case .finish, .end("table"), .start("table"):
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
        while before < merged.count, merged[before].columns.lowerBound <= column {
          column = max(column, merged[before].columns.upperBound)
          before += 1
        }
        let count = min(max(1, scanner.attribute("colspan").flatMap { Int($0) } ?? 1), SheetLimits.columns)
        let rows = min(max(1, scanner.attribute("rowspan").flatMap { Int($0) } ?? 1), SheetLimits.rows)
        guard column + count <= SheetLimits.columns else { throw .expandsTooMuch(file: file) }
        let value = scanner.attribute("x:num") ?? scanner.attribute("sdval")
        cell = Cell(columns: column..<column + count, rows: rows, value: value.flatMap { $0.isEmpty ? nil : $0 })
        if rows > 1 { begun.append((column..<column + count, line + rows - 1)) }
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

  // White space of the page is one space, except for no-break spaces.
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
