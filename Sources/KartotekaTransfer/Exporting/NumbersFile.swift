import KartotekaModel

/// A table of numbers as a file, such as that of a chart.
package struct NumbersFile: Sendable {
  /// A cell.
  package enum Cell: Sendable {
    case empty
    case text(String)
    /// Digits with a point, and the number of decimal places that are shown; nil for as many as there are.
    case number(String, scale: Int?)
  }

  /// The name of the sheet.
  package let name: String
  /// The headings, each of them once: JSON has them as keys.
  package let headings: [String]
  package let rows: [[Cell]]

  /// A table. Repeated headings get a number.
  package init(name: String, headings: [String], rows: [[Cell]]) {
    (self.name, self.headings, self.rows) = (name, Self.distinct(headings), rows)
  }

  private static func distinct(_ headings: [String]) -> [String] {
    var known = Set(headings)
    var used: Set<String> = []
    return headings.map { heading in
      if used.insert(heading).inserted { return heading }
      var number = 2
      while known.contains("\(heading) \(number)") { number += 1 }
      let numbered = "\(heading) \(number)"
      known.insert(numbered)
      return numbered
    }
  }

  /// Whether tables are written in a format.
  package static func has(_ format: ViewFormat) -> Bool { format.isTable }

  /// Writes the file. Texts that a spreadsheet would take for formulas are guarded.
  /// - Throws: what the sink throws.
  package func write(as format: ViewFormat, to sink: any ByteSink) throws {
    switch format {
    case .xlsx:
      var sheet = try SpreadsheetWriter(to: sink, name: name, headings: headings, first: rows.map(cells), hidden: nil)
      for row in rows { try sheet.row(cells(row)) }
      try sheet.finish()
    case .ods:
      var sheet = try OpenDocumentWriter(to: sink, name: name, headings: headings, first: rows.map(cells), hidden: nil)
      for row in rows { try sheet.row(cells(row)) }
      try sheet.finish()
    case .json: try writeJSON(.array, to: sink)
    case .ndjson: try writeJSON(.lines, to: sink)
    case .csv, .vcf, .ics, .geojson:
      var csv = CSVWriter(to: sink)
      try csv.record(headings.map(Self.guarded))
      for row in rows { try csv.record(row.map(text)) }
      try csv.finish()
    }
  }

  private func cells(_ row: [Cell]) -> [SheetCell] {
    row.map { cell in
      switch cell {
      case .empty: .empty
      case .text(let text): .text(text)
      case .number(let digits, let scale): .number(digits, scale: scale)
      }
    }
  }

  private static func guarded(_ text: String) -> String { FormulaGuard.added(to: text, isForSpreadsheets: true) }

  private func text(_ cell: Cell) -> String? {
    switch cell {
    case .empty: nil
    case .text(let text): Self.guarded(text)
    case .number(let digits, _): digits
    }
  }

  private func writeJSON(_ shape: JSONRecordWriter.Shape, to sink: any ByteSink) throws {
    var json = JSONRecordWriter(to: sink, as: shape)
    for row in rows {
      try json.record { json in
        json.beginObject()
        for (heading, cell) in zip(headings, row) {
          json.key(heading)
          switch cell {
          case .empty: json.null()
          case .text(let text): json.string(text)
          case .number(let digits, _): json.number(digits)
          }
        }
        json.endObject()
      }
    }
    try json.finish()
  }
}
