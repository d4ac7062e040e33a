/// Rows of a table with the beginnings of their texts.
struct TableRows {
  private(set) var rows: [TableRow] = []
  private let bytes: Int
  private let first: Int
  private var previous = 0

  /// - Parameters:
  ///   - bytes: the number of bytes of a text that is kept.
  ///   - first: the offset of the rows' numbers.
  init(bytes: Int, from first: Int = 0) { (self.bytes, self.first) = (bytes, first) }

  mutating func append(_ row: SheetRow) {
    append(row, row.cells.map { $0.beginning(bytes: bytes) })
  }

  mutating func append(_ row: SheetRow, _ cells: [String]) {
    let isAfterGap = row.isAfterGap ?? (previous > 0 && row.number - previous > 1)
    previous = row.number
    rows.append(
      TableRow(
        number: row.number + first, cells: cells, isAfterGap: isAfterGap, fields: row.fields,
        isUnaligned: row.isUnaligned))
  }
}

extension HeaderGuess {
  init(_ rows: [TableRow], isText: Bool) {
    self.init(rows.map(\.cells), gaps: Set(rows.indices.filter { rows[$0].isAfterGap }), isText: isText)
  }
}

extension SheetRow {
  init(_ row: TableRow) {
    begin(row.number)
    isAfterGap = row.isAfterGap
    fields = row.fields
    isUnaligned = row.isUnaligned
    for (column, cell) in row.cells.enumerated() { set(cell, at: column) }
  }
}
