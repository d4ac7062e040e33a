import KartotekaModel

/// A table among several in a sheet: the rows and columns that it has.
struct SheetRegion: Hashable, Sendable {
  /// The title above it; nil for none.
  let title: String?
  /// The numbers of its rows.
  let rows: Range<Int>
  let columns: Range<Int>
}

/// Finds the tables of a sheet, which may stand side by side and one below the other.
struct SheetRegions {
  /// The number of rows in which tables are looked for.
  private static let depth = 2_000
  /// A table that stands beside another one has at least as many columns, and rows with values.
  private static let least = 2

  private typealias Row = TableRow

  /// The tables; empty where the sheet has one.
  let all: [SheetRegion]

  /// - Throws: ``ReadingError``.
  init(of reader: any SheetReader, isText: Bool) throws(ReadingError) {
    var rows = TableRows(bytes: 200)
    var row = SheetRow()
    while rows.rows.count < Self.depth, try reader.next(&row) {
      rows.append(row, row.cells.map { $0.beginning(bytes: 200).trimmingSpaces() })
    }
    self.init(rows.rows, isText: isText)
  }

  private init(_ rows: [Row], isText: Bool) {
    guard !rows.isEmpty else {
      all = []
      return
    }
    let groups = Self.sideBySide(rows, isText: isText)
    let found = zip(groups, Self.widened(groups)).flatMap { columns, all -> [SheetRegion] in
      Self.oneBelowTheOther(Self.part(rows, columns, isText: isText), columns, all, isText: isText)
    }
    all = found.count > 1 ? found : []
  }

  // The columns of each group with the blank ones behind it, and those before the first one: rows below the first ones may have
  // values there.
  private static func widened(_ groups: [Range<Int>]) -> [Range<Int>] {
    groups.indices.map { index in
      let isLast = index == groups.count - 1
      let end = isLast ? max(groups[index].upperBound, SheetLimits.columns) : groups[index + 1].lowerBound
      return (index == 0 ? 0 : groups[index].lowerBound)..<end
    }
  }

  // The rows that have values in some columns. Lines of a text file with several in a cell are no gap.
  private static func part(_ rows: [Row], _ columns: Range<Int>, isText: Bool) -> [Row] {
    var previous: Int?
    return rows.compactMap { row in
      let cells = cells(row.cells, columns)
      if cells.isEmpty { return nil }
      defer { previous = row.number }
      let isAfterGap = isText ? row.isAfterGap : previous.map { row.number - $0 > 1 } ?? false
      return Row(number: row.number, cells: cells, isAfterGap: isAfterGap)
    }
  }

  // The cells of some columns up to the last one with a value.
  private static func cells(_ cells: [String], _ columns: Range<Int>) -> [String] {
    var own = Array(cells[min(columns.lowerBound, cells.count)..<min(columns.upperBound, cells.count)])
    while own.last?.isEmpty == true { own.removeLast() }
    return own
  }

  // MARK: Side by side

  // Tables side by side are parted by blank columns, end in different rows, and have headings of their own. A blank column within
  // a table parts nothing.
  private static func sideBySide(_ rows: [Row], isText: Bool) -> [Range<Int>] {
    let width = rows.map(\.cells.count).max() ?? 0
    let whole = [0..<width]
    guard !isText, rows.count > least + 1 else { return whole }
    var filled = Array(repeating: false, count: width)
    for row in rows { for column in row.cells.indices where !row.cells[column].isEmpty { filled[column] = true } }
    var groups: [Range<Int>] = []
    for column in 0..<width where filled[column] {
      if let last = groups.last, last.upperBound == column {
        groups[groups.count - 1] = last.lowerBound..<column + 1
      } else {
        groups.append(column..<column + 1)
      }
    }
    guard groups.count > 1, groups.allSatisfy({ $0.count >= least }) else { return whole }
    let tables = groups.map { part(rows, $0, isText: isText) }
    guard tables.allSatisfy(isTable) else { return whole }
    let ends = tables.map { $0.last?.number ?? 0 }
    guard Set(ends).count == ends.count, zip(ends.sorted(), ends.sorted().dropFirst()).allSatisfy({ $1 - $0 > 1 })
    else {
      return whole
    }
    return groups
  }

  // Headings above rows without gaps, of which the first column has a value in nearly all.
  private static func isTable(_ rows: [Row]) -> Bool {
    guard let place = HeaderGuess(rows, isText: false).place else { return false }
    let below = rows[(place + 1)...]
    guard below.count >= least, let first = below.first, let last = below.last else { return false }
    let named = below.count { $0.cells.first?.isEmpty == false }
    return last.number - first.number == below.count - 1 && named * 10 >= below.count * 9
      && rows[place].cells.count { !$0.isEmpty } >= least
  }

  // MARK: One below the other

  private static func oneBelowTheOther(
    _ rows: [Row], _ columns: Range<Int>, _ all: Range<Int>, isText: Bool
  ) -> [SheetRegion] {
    // A text that begins with many blanks is none here.
    guard !rows.isEmpty else { return [] }
    var starts = [0]
    while let next = next(after: starts[starts.count - 1], rows, isText: isText) { starts.append(next) }
    return starts.enumerated().map { index, start in
      let isLast = index == starts.count - 1
      let title = rows[start].cells.filter { !$0.isEmpty }
      return SheetRegion(
        title: title.count == 1 && (starts.count > 1 || columns.lowerBound > 0) ? title[0] : nil,
        rows: (index == 0 ? 0 : rows[start].number)..<(isLast ? Int.max : rows[starts[index + 1]].number),
        columns: all)
    }
  }

  // The place of the next row below a blank one with which another table begins.
  private static func next(after start: Int, _ rows: [Row], isText: Bool) -> Int? {
    guard let place = headings(from: start, rows, isText: isText), place + 1 < rows.count else { return nil }
    let headings = rows[place].cells
    for index in (place + 2)..<max(place + 2, rows.count) where rows[index].isAfterGap {
      let above = rows[(place + 1)..<index].map(\.cells).filter { $0 != headings }
      if begins(block(at: index, rows), below: headings, above) { return index }
    }
    return nil
  }

  // The place of the headings of the table that begins at a row. That of a further table is known by the rows down to the next
  // blank one, since wider tables may be below it; so is that of the first one where it has a title, as the one below it has, and
  // more columns than names with values.
  private static func headings(from start: Int, _ rows: [Row], isText: Bool) -> Int? {
    func titles(_ place: Int) -> Int { rows[place...].prefix { row in row.cells.count { !$0.isEmpty } == 1 }.count }
    let first = block(at: start, rows)
    let isTitled = first.count > 1 && titles(start) == 1 && first[1].cells.count { !$0.isEmpty } > 2
    if start > 0 || isTitled, begins(first, below: [], []) {
      let end = start + first.count
      if start > 0 || end < rows.count && titles(end) == 1 && begins(block(at: end, rows), below: [], []) {
        return start + titles(start)
      }
    }
    return HeaderGuess(Array(rows[start...].prefix(100)), isText: isText).lowest().map { start + $0 }
  }

  // The rows down to the next blank one.
  private static func block(at start: Int, _ rows: [Row]) -> [Row] {
    let rows = rows[start...].prefix(100)
    let end = rows.dropFirst().firstIndex(where: \.isAfterGap) ?? rows.endIndex
    return Array(rows[..<end])
  }

  // Whether rows after a blank one are a table of their own: other headings, perhaps below a title, above values.
  private static func begins(_ block: [Row], below headings: [String], _ above: [[String]]) -> Bool {
    func filled(_ row: Row) -> [String] { row.cells.filter { !$0.isEmpty } }
    let titles = block.prefix { filled($0).count == 1 }.count
    guard titles <= 2, block.count >= titles + least else { return false }
    let own = block[titles]
    let texts = filled(own)
    guard texts.count >= least, own.cells != headings, Set(texts).count == texts.count,
      texts.allSatisfy(HeaderGuess.isHeading), !TotalWords.begin(texts[0])
    else { return false }
    let below = block[(titles + 1)...].map(\.cells)
    if titles == 0, isRecord(own.cells, below, headings, above) { return false }
    if own.cells.indices.contains(where: { HeaderGuess.isAboveValues($0, own.cells, below) }) { return true }
    // Texts alone, where the table above has numbers or days.
    let areOthers = own.cells.indices.contains { column in
      HeaderGuess.isAboveValues(column, own.cells, above)
        && below.allSatisfy { column >= $0.count || $0[column].isEmpty || HeaderGuess.isHeading($0[column]) }
    }
    if areOthers, below.count >= least { return true }
    // Texts below a title, in another number of columns.
    let known = headings.count { !$0.isEmpty }
    return titles > 0 && below.count >= least && texts.count != known
      && below.allSatisfy { row in row.count { !$0.isEmpty } * 2 > texts.count }
  }

  // Whether a row of texts is a record with a text for a number: below it all is as above it, and it repeats no heading.
  private static func isRecord(_ row: [String], _ below: [[String]], _ headings: [String], _ above: [[String]]) -> Bool
  {
    row.count == headings.count && !row.contains { !$0.isEmpty && headings.contains($0) }
      && row.indices.allSatisfy {
        HeaderGuess.isAboveValues($0, row, below[...]) == HeaderGuess.isAboveValues($0, headings, above[...])
      }
  }
}

/// The rows of one of several tables of a sheet.
final class RegionSheet: SheetReader {
  private let reader: any SheetReader
  private let region: SheetRegion
  private var full = SheetRow()
  private var isOver = false

  init(_ reader: any SheetReader, _ region: SheetRegion) { (self.reader, self.region) = (reader, region) }

  var share: Double { reader.share }
  var notes: [Phrase] { reader.notes }

  func next(_ row: inout SheetRow) throws(ReadingError) -> Bool {
    while !isOver, try reader.next(&full) {
      if full.number < region.rows.lowerBound { continue }
      guard full.number < region.rows.upperBound else { break }
      row.begin(full.number)
      guard full.cells.count > region.columns.lowerBound else { continue }
      let columns = region.columns.lowerBound..<min(region.columns.upperBound, full.cells.count)
      for column in columns { row.set(full.cells[column], full.types[column], at: column - columns.lowerBound) }
      row.spans = full.spans.filter { columns.contains($0.column) }.map {
        (column: $0.column - columns.lowerBound, rows: $0.rows)
      }
      (row.errors, row.formulas, row.broken) = (full.errors, full.formulas, full.broken)
      row.untold = full.untold.filter(region.columns.contains).map { $0 - columns.lowerBound }
      (row.isAfterGap, row.isUnaligned) = (full.isAfterGap, full.isUnaligned)
      row.fields = full.fields.map { max(0, $0 - region.columns.lowerBound) }
      if !row.cells.isEmpty { return true }
    }
    isOver = true
    return false
  }
}
