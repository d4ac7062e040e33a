import KartotekaModel

/// The rows of a table one by one, without what stands below it.
struct TableBody {
  /// Rows that are no part of the table.
  struct LeftOut: Hashable, Sendable {
    /// Their number.
    var count = 0
    /// The beginnings of the first ones, with the numbers of their rows.
    var examples: [String] = []

    mutating func add(_ row: SheetRow) { add(row.number, row.cells) }

    mutating func add(_ number: Int, _ cells: [String]) {
      count += 1
      guard examples.count < 3 else { return }
      let cells = cells.filter { !$0.isEmpty }.prefix(4).map { String($0.prefix(40)) }
      examples.append("\(number): " + cells.joined(separator: " · "))
    }

    /// The note on the rows; nil for none.
    func note(_ key: String) -> Phrase? {
      guard count > 0 else { return nil }
      let shown = examples.joined(separator: "; ") + (count > examples.count ? "; …" : "")
      return Phrase(key, ["count": .count(count), "rows": .text(shown)])
    }
  }

  private let shape: TableShape
  private let keepsAll: Bool
  private let hasAll: Bool
  /// The last rows, of which it is not known whether they belong to the table.
  private(set) var last: [SheetRow] = []
  /// The number of the row among the last ones that may have the headings of another table.
  private var candidate: Int?
  private var sums = ColumnSums()
  /// The sums since the last subtotal.
  private var partial = ColumnSums()
  private var previous = 0
  private var isOver = false
  /// The number of the last subtotal.
  private var total = 0
  /// Notes and totals below the table, and repeated headings.
  private(set) var below = LeftOut()
  /// The rows of other tables in the sheet.
  private(set) var others = LeftOut()
  /// Lines of the table that don't keep to its columns.
  private var unaligned = LeftOut()

  /// - Parameters:
  ///   - keepsAll: whether a person wants all rows.
  ///   - hasAll: whether all rows of the table are taken, so that a row can be told to have their sums.
  init(_ shape: TableShape, keepsAll: Bool, hasAll: Bool = true) {
    (self.shape, self.keepsAll, self.hasAll) = (shape, keepsAll, hasAll)
  }

  /// Takes the next row below the headings, and returns the rows that are known to belong to the table, one at most.
  mutating func take(_ row: SheetRow) -> SheetRow? {
    guard !keepsAll else { return counted(row) }
    if isOver {
      others.add(row)
      return nil
    }
    let isAfterGap = row.isAfterGap ?? (previous > 0 && row.number - previous > 1)
    let isFirst = previous == 0
    previous = row.number
    let isHeading = shape.repeatsHeadings(row.cells)
    // The title of the page above them.
    while isHeading, let title = last.last, shape.repeatsTitle(title.cells) {
      below.add(title)
      last.removeLast()
    }
    if isHeading || isFirst && shape.isRule(row.cells) || TableShape.isFrame(row.cells) {
      below.add(row)
      return nil
    }
    if isAfterGap { decide() }
    guard !isOver else {
      others.add(row)
      return nil
    }
    if shape.isSubtotal(row.cells, hasAll ? partial : nil) {
      below.add(row)
      total = row.number
      partial = ColumnSums()
      return nil
    }
    // A row that is named a total begins a new group, also where it stays: the only row of its group has the same values.
    if hasAll, shape.isNamedTotal(row.cells) {
      partial = ColumnSums()
    } else if hasAll, !row.isUnaligned, !shape.repeatsTitle(row.cells) {
      shape.add(row.cells, to: &partial)
    }
    var row = row
    row.isAfterGap = isAfterGap
    last.append(row)
    if isAfterGap, candidate == nil, shape.mayBeginAnother(row.cells) || shape.mayBeTitle(row.cells) {
      candidate = row.number
    }
    if let candidate, last.count(where: { $0.number > candidate }) >= Self.compared { decide() }
    guard last.count > TableShape.mostBelow + 1 else { return nil }
    let sure = last.removeFirst()
    if hasAll, !sure.isUnaligned { shape.add(sure.cells, to: &sums) }
    return counted(sure)
  }

  private mutating func counted(_ sure: SheetRow) -> SheetRow {
    if sure.isUnaligned { unaligned.add(sure) }
    return sure
  }

  /// The number of rows that are compared with the headings of another table.
  private static let compared = 3

  // Decides whether another table begins, by the rows so far.
  private mutating func decide() {
    guard let number = candidate, let place = last.firstIndex(where: { $0.number == number }) else { return }
    candidate = nil
    let below = last[(place + 1)...].map(\.cells)
    guard
      shape.mayBeginAnother(last[place].cells)
        ? shape.beginsAnother(last[place].cells, above: below) : shape.areOthers(below)
    else { return }
    for row in last[place...] { others.add(row) }
    last.removeSubrange(place...)
    isOver = true
  }

  /// The last rows of the table.
  mutating func finish() -> [SheetRow] {
    decide()
    let rows = last.map { TableRow(number: $0.number, cells: $0.cells, isAfterGap: $0.isAfterGap ?? false) }
    let count = shape.countBelow(rows, sums: hasAll ? sums : nil, below: total)
    for row in last.suffix(count) { below.add(row) }
    defer { last = [] }
    return last.dropLast(count).map { counted($0) }
  }

  /// The notes on rows that are left out.
  var notes: [Phrase] {
    [
      shape.above.note("{count} rows above the headings are left out: {rows}"),
      below.note("{count} rows that look like notes or totals are left out: {rows}"),
      others.note("{count} rows below belong to another table and are left out: {rows}"),
      unaligned.note("{count} lines that don't keep to the columns are rejected: {rows}"),
    ].compactMap(\.self)
  }
}
