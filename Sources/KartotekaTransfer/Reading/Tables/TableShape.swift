import Foundation
import KartotekaModel

/// A row of a table with at least one value.
package struct TableRow: Sendable {
  /// Its number.
  package let number: Int
  /// The texts of the cells.
  package let cells: [String]
  /// Whether a blank row is above it. Lines of a text that has several are none.
  let isAfterGap: Bool
  /// The number of fields of a line of text, also of those without a value; nil for a row of a sheet.
  var fields: Int?
  /// Whether it is a line of a text in columns of blanks that does not keep to them.
  var isUnaligned = false
}

/// The place of a sheet's or file's table: its headings, and the rows below them that are no part of it.
struct TableShape {
  /// The number of the row with the headings; 0 for none.
  let header: Int
  /// The number of the row above it with the upper lines of headings in two lines; nil for one line.
  let upper: Int?
  /// The rows above the headings, such as titles.
  let above: TableBody.LeftOut
  /// The letters of the rows above the headings, to recognize them on later pages.
  private let titles: Set<String>
  /// The cells of the heading row, to recognize repetitions on later pages.
  private let headings: [String]
  private let upperCells: [String]
  /// The columns that all of the first rows fill.
  private let always: Set<Int>
  /// The columns whose values are no texts in the first rows, and those that have values there.
  private let valued: Set<Int>
  private let used: Set<Int>
  private let rows: Int
  /// The number of columns of a text, beyond which few rows have values: such a row has a delimiter within a value, and is
  /// rejected. nil for sheets, whose cells are in columns, and for a text of which most rows have more fields than headings.
  let columns: Int?

  /// - Parameters:
  ///   - first: the first rows with values.
  ///   - header: the number of the row with the headings; 0 for none.
  init(_ first: [TableRow], header: Int) {
    self.header = header
    let place = first.firstIndex { $0.number == header }
    let upper = place.flatMap { HeaderGuess.upper(above: $0, in: first.map(\.cells)) }
    self.upper = upper.map { first[$0].number }
    headings = place.map { first[$0].cells } ?? []
    upperCells = upper.map { first[$0].cells } ?? []
    var above = TableBody.LeftOut()
    for row in first.prefix(upper ?? place ?? 0) { above.add(row.number, row.cells) }
    self.above = above
    titles = Set(first.prefix(upper ?? place ?? 0).map { Self.letters($0.cells) }.filter { $0.count > 3 })
    let all = first.filter { $0.number > header && !Self.isFrame($0.cells) && !$0.isUnaligned }.map(\.cells)
    let columns = Self.columns(of: all, fields: [place, upper].compactMap { $0.map { first[$0].fields } })
    let below = all.filter { cells in columns.map { cells.count <= $0 } ?? true }
    // Rows below a short table must not determine its columns.
    let body = below.prefix(max(2, below.count - Self.mostBelow))
    rows = below.count
    let width = body.map(\.count).max() ?? 0
    var (always, valued, used): (Set<Int>, Set<Int>, Set<Int>) = ([], [], [])
    for column in 0..<width {
      let values = body.compactMap { column < $0.count && !$0[column].isEmpty ? $0[column] : nil }
      if !values.isEmpty { used.insert(column) }
      if values.count * 10 >= body.count * 9 { always.insert(column) }
      if !values.isEmpty, values.count(where: { !HeaderGuess.isHeading($0) }) * 10 >= values.count * 9 {
        valued.insert(column)
      }
    }
    (self.always, self.valued, self.used) = (always, valued, used)
    self.columns = columns
  }

  private static func columns(of below: [[String]], fields: [Int?]) -> Int? {
    guard let width = fields.compactMap(\.self).max(), fields.allSatisfy({ $0 != nil }),
      below.count(where: { $0.count > width }) * 2 <= below.count
    else { return nil }
    return width
  }

  /// Whether a row has more values than there are columns, or values of which it is not known in which columns they are.
  func isOdd(_ row: TableRow) -> Bool { row.isUnaligned || hasMore(row) }

  /// Whether a row has more values than there are columns.
  func hasMore(_ row: TableRow) -> Bool { columns.map { row.cells.count > $0 } ?? false }

  /// The maximum number of rows below a table that may be notes and totals.
  static let mostBelow = 12

  /// The headings of the columns.
  func headings(width: Int) -> [String] {
    let width = min(width, columns ?? width)
    guard header > 0 else { return (0..<width).map(TableHeadings.name) }
    let lines = upper == nil ? headings : TableHeadings.joined(upperCells, headings)
    let cells = lines.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ").trimmingSpaces() }
    return TableHeadings.distinct((0..<max(width, cells.count)).map { $0 < cells.count ? cells[$0] : "" })
  }

  // MARK: Rows that are none

  /// Whether a row repeats the headings, as printed pages do.
  func repeatsHeadings(_ cells: [String]) -> Bool {
    headings.count > 1 && cells == headings
  }

  /// Whether a row repeats a title above the headings, with the number of another page, and lacks some of what all others have.
  func repeatsTitle(_ cells: [String]) -> Bool {
    guard !titles.isEmpty, let first = cells.first(where: { !$0.isEmpty })?.first,
      titles.contains(where: { $0.first == first })
    else { return false }
    return isShort(cells)
      && cells.contains { $0.contains(where: \.isNumber) }
      && titles.contains(Self.letters(cells))
  }

  private func isShort(_ cells: [String]) -> Bool {
    let missing = always.subtracting(filled(cells)).count
    return missing > 0 && missing * 3 >= always.count
  }

  private static func letters(_ cells: [String]) -> String { cells.joined().filter(\.isLetter) }

  /// Whether a row below a blank one may have the headings of another table.
  func mayBeginAnother(_ cells: [String]) -> Bool {
    let filled = filled(cells)
    guard header > 0, filled.count > 1, !always.isEmpty, filled.contains(where: valued.contains) else { return false }
    return filled.allSatisfy { HeaderGuess.isHeading(cells[$0]) && !TotalWords.begin(cells[$0]) }
      && Set(filled.map { cells[$0] }).count == filled.count
  }

  /// Whether a row that may have the headings of another table has them, by the rows below it: a record that has a text where
  /// others have a number is followed by such others.
  func beginsAnother(_ cells: [String], above below: [[String]]) -> Bool {
    let filled = filled(cells)
    let fitting = below.prefix { row in self.filled(row).allSatisfy { filled.contains($0) } }
    guard !fitting.isEmpty else { return false }
    if filled.contains(where: { $0 < headings.count && headings[$0] == cells[$0] }) { return true }
    // Texts above all columns of numbers are headings.
    let clashes = filled.filter { valued.contains($0) }
    if clashes.count > 1, clashes.count == valued.count { return true }
    return fitting.count == below.count && !below.contains(where: isRecord)
  }

  /// Whether a row below a blank one may be the title of something else than records.
  func mayBeTitle(_ cells: [String]) -> Bool {
    header > 0 && isAlone(cells) && filled(cells).allSatisfy { HeaderGuess.isHeading(cells[$0]) }
  }

  /// Whether the rows below a title do not fit the columns of this table.
  func areOthers(_ below: [[String]]) -> Bool {
    let rows = below.filter { filled($0).count > 1 }
    return !rows.isEmpty
      && rows.allSatisfy { cells in
        filled(cells).contains { !used.contains($0) || valued.contains($0) && HeaderGuess.isHeading(cells[$0]) }
      }
  }

  // Whether a row has what all rows have, and no text where they have none.
  private func isRecord(_ cells: [String]) -> Bool {
    let filled = filled(cells)
    return always.isSubset(of: filled) && !filled.contains { valued.contains($0) && HeaderGuess.isHeading(cells[$0]) }
  }

  /// Adds up the columns of numbers.
  func add(_ cells: [String], to sums: inout ColumnSums) { sums.add(cells, valued) }

  /// The number of the last rows that are notes or totals below the table.
  /// - Parameters:
  ///   - sums: those of the rows above the last ones; nil where not all rows are known: a row that may have the sums has them then.
  ///   - total: the number of the last total that is known already; 0 for none.
  func countBelow(_ last: [TableRow], sums: ColumnSums?, below total: Int) -> Int {
    var areTotals: [Bool] = []
    var sums = sums
    for row in last {
      areTotals.append(isTotal(row.cells, sums))
      // A total is no part of the next one.
      if !areTotals[areTotals.count - 1], sums != nil { sums?.add(row.cells, valued) }
    }
    var count = 0
    for (place, row) in last.enumerated().reversed() {
      // Below a total, a text alone is a note, however short it is.
      let isBelowTotal = (areTotals[..<place].contains(true) || total > 0 && row.number > total) && isAlone(row.cells)
      guard row.number > header, rows - count > 2, areTotals[place] || isNote(place, last) || isBelowTotal else {
        break
      }
      count += 1
    }
    return count
  }

  /// Whether a row is a line of the frame around a table that a database's program has printed: `----+-------`.
  static func isFrame(_ cells: [String]) -> Bool {
    cells.allSatisfy { $0.allSatisfy { "-=+| ".contains($0) } }
      && cells.contains { $0.contains("-+") || $0.contains("=+") }
  }

  /// Whether a row has lines in place of values, as below the headings of a table in Markdown.
  func isRule(_ cells: [String]) -> Bool {
    let filled = cells.map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
    return filled.count > 1 && filled.allSatisfy { $0.utf8.count > 2 && $0.allSatisfy { "-=:".contains($0) } }
  }

  /// Whether a row among the others has the sums of those since the last such row: `Total North`.
  func isSubtotal(_ cells: [String], _ sums: ColumnSums?) -> Bool {
    // A row among others may be called Media.
    header > 0 && filled(cells).first.map { HeaderGuess.isHeading(cells[$0]) && !TotalWords.isMean(cells[$0]) } == true
      && hasSums(cells, sums, areAll: true)
  }

  /// Whether a row begins with a text that has a word for total.
  func isNamedTotal(_ cells: [String]) -> Bool {
    guard let first = filled(cells).first, HeaderGuess.isHeading(cells[first]) else { return false }
    return TotalWords.begin(cells[first]) || TotalWords.end(cells[first])
  }

  // Whether the numbers of a row are sums, with nothing beside them but a word that says so, or without most of what others have.
  private func hasSums(_ cells: [String], _ sums: ColumnSums?, areAll: Bool = false) -> Bool {
    let filled = filled(cells)
    // A sum may look like a year.
    let numbers = filled.filter { !HeaderGuess.isHeading(cells[$0]) || valued.contains($0) && Int(cells[$0]) != nil }
    guard !numbers.isEmpty, filled.count - numbers.count < 2, numbers.allSatisfy(valued.contains) else { return false }
    guard let label = filled.first(where: { !numbers.contains($0) }) else {
      return always.subtracting(filled).count * 2 >= always.count && always.count > 2
        && sums.map { $0.matches(cells, numbers, isMean: false) == numbers.count } ?? true
    }
    guard label == filled.first, TotalWords.begin(cells[label]) || TotalWords.end(cells[label]) else { return false }
    guard let sums else { return true }
    let count = sums.matches(cells, numbers, isMean: TotalWords.isMean(cells[label]))
    // A film may be called Total Recall.
    return count == numbers.count && (count > 1 || TotalWords.isAlone(cells[label]))
      || count > 0 && !areAll && TotalWords.isAlone(cells[label])
  }

  private func filled(_ cells: [String]) -> [Int] { cells.indices.filter { !cells[$0].isEmpty } }

  // It has the sums, or lacks what all others have, and has a word for total, or a text where all others have values.
  private func isTotal(_ cells: [String], _ sums: ColumnSums?) -> Bool {
    if hasSums(cells, sums) { return true }
    let filled = filled(cells)
    let missing = always.subtracting(filled).count
    guard missing > 0, always.count > 1, let label = filled.first(where: { HeaderGuess.isHeading(cells[$0]) }) else {
      return false
    }
    let others = filled.filter { $0 != label }
    guard others.contains(where: { !HeaderGuess.isHeading(cells[$0]) }) else { return false }
    if valued.contains(label), label == filled.first, missing > 1 { return true }
    let (begins, ends) = (TotalWords.begin(cells[label]), TotalWords.end(cells[label]))
    // A film may be called Total Recall. A total has the word alone, or after a group's name, and lacks most values of other
    // rows.
    let isShort = missing * 2 >= always.count
    if TotalWords.isAlone(cells[label]), isShort || others.count == 1 { return true }
    if ends, isShort, others.count < always.count { return true }
    guard begins || ends else { return false }
    return sums.map { $0.matches(cells, others, isMean: TotalWords.isMean(cells[label])) > 0 } ?? true
  }

  // Whether a row has a text alone, where all others fill several columns.
  private func isAlone(_ cells: [String]) -> Bool {
    let filled = filled(cells)
    return filled.count == 1 && always.subtracting(filled).count > 1
  }

  // A text alone after a blank row or in the form of a sentence.
  private func isNote(_ place: Int, _ last: [TableRow]) -> Bool {
    guard isAlone(last[place].cells) || isFewOfMany(last[place].cells) else { return isPartedNote(last[place]) }
    // With the texts alone above it.
    var index = place
    while index >= 0, isAlone(last[index].cells) || isFewOfMany(last[index].cells) {
      let cells = last[index].cells
      if index > 0 && last[index].isAfterGap { return true }
      // In a column of numbers, or of nothing: `(2 rows)`.
      if isAlone(cells), let text = filled(cells).first,
        Self.isSentence(cells[text])
          || HeaderGuess.isHeading(cells[text]) && (valued.contains(text) || !used.contains(text))
      {
        return true
      }
      index -= 1
    }
    return false
  }

  // Two values at most, none of them a number or a day, where all others have many: `2, records downloaded`.
  private func isFewOfMany(_ cells: [String]) -> Bool {
    let filled = filled(cells)
    return filled.count < 3 && always.count > 5 && always.subtracting(filled).count * 4 >= always.count * 3
      && !filled.contains { valued.contains($0) && !HeaderGuess.isHeading(cells[$0]) && $0 > 0 }
  }

  // A note whose commas part it into cells: a sentence below a blank row, with texts where all others have values.
  private func isPartedNote(_ row: TableRow) -> Bool {
    let filled = filled(row.cells)
    guard row.isAfterGap, filled.first == 0, filled.contains(where: valued.contains),
      !filled.contains(where: { valued.contains($0) && !HeaderGuess.isHeading(row.cells[$0]) })
    else { return false }
    let text = filled.map { row.cells[$0] }.joined(separator: ", ")
    // A record has what all others have, if only in words.
    return Self.isSentence(text) || !always.isSubset(of: filled) && row.cells[0].split(separator: " ").count > 3
  }

  // Names have full stops, too: Acme Inc.
  private static func isSentence(_ text: String) -> Bool {
    let words = text.split(separator: " ").count
    let marks = ["*", "†", "©", "source:", "note:", "notes:", "quelle:", "hinweis:", "uwaga:", "uwagi:", "źródło:"]
    return words > 3 && (text.hasSuffix(".") || text.hasSuffix("!"))
      || words > 1 && marks.contains { text.lowercased().hasPrefix($0) }
  }

  // MARK: No table

  /// Whether rows are no table: a single cell somewhere, or a form whose cells are scattered.
  static func isScattered(_ rows: [TableRow], header: Int) -> Bool {
    let filled = rows.map { row in row.cells.count { !$0.isEmpty } }
    let cells = filled.reduce(0, +)
    if rows.count == 1 { return cells == 1 }
    guard header == 0 else { return false }
    let columns = Set(rows.flatMap { row in row.cells.indices.filter { !row.cells[$0].isEmpty } }).count
    // A form has less than half of its cells filled, in rows of different lengths.
    return columns > 2 && cells * 2 < rows.count * columns && Set(filled).count > 2
  }
}
