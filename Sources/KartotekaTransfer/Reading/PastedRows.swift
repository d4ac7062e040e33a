import KartotekaModel

/// Rows that were copied from a spreadsheet: cells with tabs between, rows with line breaks between. A cell with a tab, a
/// line break or a quote is in quotes, as spreadsheets write it.
package struct PastedRows: Sendable, Equatable {
  /// The cells of each row that has any text; all rows have equally many.
  package let rows: [[String]]

  /// Reads a text from the clipboard.
  package init(_ text: String) {
    var reader = Reader(text)
    let found = reader.rows().filter { row in row.contains { !$0.isEmpty } }
    let width = found.map(\.count).max() ?? 0
    rows = found.map { $0 + Array(repeating: "", count: width - $0.count) }
  }

  /// Whether the first row has headings: at least half of its cells name something of the entity, and each once.
  /// - Parameter words: the catalogue with translations of labels.
  package func hasHeadings(of entity: EntityDescription, words: Catalogue) -> Bool {
    guard let first = rows.first?.filter({ !$0.isEmpty }), !first.isEmpty else { return false }
    let targets = HeaderMatcher(entity, words: words).match(first).map(\.target).filter { $0 != .nothing }
    return Set(targets).count == targets.count && targets.count * 2 >= first.count
  }

  /// Writes the rows as CSV.
  /// - Parameter headings: a first row; of fewer headings than cells the others are numbers, nil where the rows have headings.
  /// - Throws: what the sink throws.
  package func write(to sink: any ByteSink, headings: [String]?) throws {
    var csv = CSVWriter(to: sink)
    let width = rows.first?.count ?? 0
    if let headings {
      try csv.record((0..<width).map { $0 < headings.count ? headings[$0] : String($0 + 1) })
    }
    for row in rows {
      for cell in row { csv.field(cell.isEmpty ? nil : cell) }
      try csv.endRecord()
    }
    try csv.finish()
  }

  private struct Reader {
    // Scalars: a line break of two characters is one Character.
    private let text: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) { self.text = Array(text.unicodeScalars) }

    mutating func rows() -> [[String]] {
      var (rows, row): ([[String]], [String]) = ([], [])
      while position < text.count {
        row.append(cell())
        guard position < text.count else { break }
        if text[position] != "\t" {
          rows.append(row)
          row = []
          if text[position] == "\r", position + 1 < text.count, text[position + 1] == "\n" { position += 1 }
        }
        position += 1
      }
      return row.isEmpty ? rows : rows + [row]
    }

    // One without the closing quote is taken as it is: it was no quoted cell.
    private mutating func cell() -> String {
      let start = position
      if text[position] == "\"", let quoted = quoted() { return quoted.trimmingSpaces() }
      position = start
      while position < text.count, !"\t\r\n".unicodeScalars.contains(text[position]) { position += 1 }
      return Self.string(text[start..<position]).trimmingSpaces()
    }

    private mutating func quoted() -> String? {
      var cell: [Unicode.Scalar] = []
      position += 1
      while position < text.count {
        guard text[position] == "\"" else {
          cell.append(text[position])
          position += 1
          continue
        }
        position += 1
        if position < text.count, text[position] == "\"" {
          cell.append("\"")
          position += 1
          continue
        }
        return position == text.count || "\t\r\n".unicodeScalars.contains(text[position]) ? Self.string(cell[...]) : nil
      }
      return nil
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
      String(String.UnicodeScalarView(scalars))
    }
  }
}
