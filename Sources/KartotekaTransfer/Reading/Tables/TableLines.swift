import KartotekaModel

/// Writes the rows of a table as CSV whose lines have the numbers of the rows, unless a text has several lines.
struct TableLines {
  private var csv: CSVWriter
  private let hasTypes: Bool
  private var line = 1
  /// The number of lines before the first row: one for headings that the table lacks.
  private var before = 0

  init(_ sink: any ByteSink, hasTypes: Bool) {
    csv = CSVWriter(to: sink)
    self.hasTypes = hasTypes
  }

  /// - Parameter number: the number of their row; 0 for headings that the table lacks.
  mutating func headings(_ headings: [String], at number: Int) throws {
    if hasTypes { try CSVDialect.cellsLine.dropLast(2).withUnsafeBytes { try csv.rawRecord($0) } }
    if number == 0 { before = 1 }
    try fill(upTo: number)
    try csv.record(headings)
    line += 1
  }

  mutating func row(_ row: SheetRow, width: Int) throws {
    try fill(upTo: row.number + before)
    if row.isUnaligned { return try unaligned(row, width) }
    let untold = Set(row.untold)
    for column in 0..<max(width, row.cells.count) {
      if column >= row.cells.count || row.cells[column].isEmpty {
        if hasTypes, untold.contains(column) { csv.quotedField("") } else { csv.emptyField() }
      } else if hasTypes, row.types[column] == .text {
        csv.quotedField(row.cells[column])
      } else {
        csv.field(row.cells[column])
      }
    }
    try csv.endRecord()
    line += 1
  }

  // With more fields than there are headings, so that the row is rejected: its parts, and all of it behind them.
  private mutating func unaligned(_ row: SheetRow, _ width: Int) throws {
    // A value in the column of another one leaves its own empty.
    let isShifted = row.cells.contains { $0.contains("  ") }
    let parts = isShifted ? row.cells.flatMap { $0.split(separator: "  ").map { $0.trimmingSpaces() } } : row.cells
    for column in 0..<max(width, parts.count) {
      if column < parts.count { csv.quotedField(parts[column]) } else { csv.emptyField() }
    }
    csv.quotedField(row.cells.filter { !$0.isEmpty }.joined(separator: "  "))
    try csv.endRecord()
    line += 1
  }

  // Empty lines stand for empty rows, so that the numbers of lines are those of rows.
  private mutating func fill(upTo number: Int) throws {
    while line < number {
      try csv.rawRecord(UnsafeRawBufferPointer(start: nil, count: 0))
      line += 1
    }
  }

  mutating func finish() throws { try csv.finish() }
}
