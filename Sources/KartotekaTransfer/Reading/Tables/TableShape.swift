import Foundation
import KartotekaModel

/// Where the table of a sheet or file is: below which headings, and which rows below them are no part of it.
struct TableShape {
  /// The number of the row with the headings; 0 for none.
  let header: Int
  /// The number of the row above it with the upper lines of headings in two lines; nil for one line.
  let upper: Int?
  /// The cells of the heading row, to recognize repetitions on later pages.
  private let headings: [String]
  private let upperCells: [String]
  /// The columns that all of the first rows fill.
  private let always: Set<Int>
  /// The columns whose values are no texts in the first rows.
  private let valued: Set<Int>
  private let rows: Int

  /// - Parameters:
  ///   - first: the first rows with values.
  ///   - header: the number of the row with the headings; 0 for none.
  init(_ first: [(number: Int, cells: [String])], header: Int) {
    self.header = header
    let place = first.firstIndex { $0.number == header }
    let above = place.flatMap { HeaderGuess.upper(above: $0, in: first.map(\.cells)) }
    upper = above.map { first[$0].number }
    headings = place.map { first[$0].cells } ?? []
    upperCells = above.map { first[$0].cells } ?? []
    let below = first.filter { $0.number > header }.map(\.cells)
    // What stands below a short table must not tell what its columns are.
    let body = below.prefix(max(2, below.count - Self.mostBelow))
    rows = below.count
    let width = body.map(\.count).max() ?? 0
    var (always, valued): (Set<Int>, Set<Int>) = ([], [])
    for column in 0..<width {
      let values = body.compactMap { column < $0.count && !$0[column].isEmpty ? $0[column] : nil }
      if values.count * 10 >= body.count * 9 { always.insert(column) }
      if !values.isEmpty, values.count(where: { !HeaderGuess.isHeading($0) }) * 10 >= values.count * 9 {
        valued.insert(column)
      }
    }
    (self.always, self.valued) = (always, valued)
  }

  /// The maximum number of rows below a table that may be notes and totals.
  static let mostBelow = 12

  /// The headings of the columns.
  func headings(width: Int) -> [String] {
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

  /// Whether a row has the headings of another table.
  /// - Parameter isAfterGap: whether a blank row is above it.
  func beginsAnother(_ cells: [String], isAfterGap: Bool) -> Bool {
    let filled = cells.indices.filter { !cells[$0].isEmpty }
    guard isAfterGap, header > 0, filled.count > 1, !always.isEmpty else { return false }
    let clashes = filled.count { valued.contains($0) }
    return clashes > 0 && filled.allSatisfy { HeaderGuess.isHeading(cells[$0]) && !TotalWords.begin(cells[$0]) }
      && Set(filled.map { cells[$0] }).count == filled.count
  }

  /// The number of the last rows that are notes or totals below the table.
  func countBelow(_ last: [(number: Int, cells: [String])]) -> Int {
    var count = 0
    for (place, row) in last.enumerated().reversed() {
      guard row.number > header, rows - count > 2, isTotal(row.cells) || isNote(place, last) else { break }
      count += 1
    }
    return count
  }

  private func filled(_ cells: [String]) -> [Int] { cells.indices.filter { !cells[$0].isEmpty } }

  // It lacks what all others have, and has a word for total, or a text where all others have values.
  private func isTotal(_ cells: [String]) -> Bool {
    let filled = filled(cells)
    guard !always.subtracting(filled).isEmpty, always.count > 1,
      let label = filled.first(where: { HeaderGuess.isHeading(cells[$0]) })
    else { return false }
    let others = filled.filter { $0 != label }
    guard others.contains(where: { !HeaderGuess.isHeading(cells[$0]) }) else { return false }
    return TotalWords.begin(cells[label]) || TotalWords.end(cells[label]) && others.count < always.count
      || valued.contains(label) && always.subtracting(filled).count > 1
  }

  // A text alone, where all others fill several columns, after a blank row or in the form of a sentence.
  private func isNote(_ place: Int, _ last: [(number: Int, cells: [String])]) -> Bool {
    func isAlone(_ cells: [String]) -> Bool {
      let filled = filled(cells)
      return filled.count == 1 && always.subtracting(filled).count > 1
    }
    guard isAlone(last[place].cells) else { return false }
    // With the texts alone above it.
    var index = place
    while index >= 0, isAlone(last[index].cells) {
      let isAfterGap = index > 0 && last[index].number - last[index - 1].number > 1
      if isAfterGap || Self.isSentence(last[index].cells.first { !$0.isEmpty } ?? "") { return true }
      index -= 1
    }
    return false
  }

  private static func isSentence(_ text: String) -> Bool {
    guard text.contains(" ") else { return false }
    let marks = ["*", "†", "©", "source:", "note:", "notes:", "quelle:", "hinweis:", "uwaga:", "uwagi:", "źródło:"]
    return text.hasSuffix(".") || text.hasSuffix("!") || marks.contains { text.lowercased().hasPrefix($0) }
  }

  // MARK: No table

  /// Whether rows are no table: a single cell somewhere, or a form whose cells are scattered.
  static func isScattered(_ rows: [(number: Int, cells: [String])], header: Int) -> Bool {
    let filled = rows.map { row in row.cells.count { !$0.isEmpty } }
    let cells = filled.reduce(0, +)
    if rows.count == 1 { return cells == 1 }
    guard header == 0 else { return false }
    let columns = Set(rows.flatMap { row in row.cells.indices.filter { !row.cells[$0].isEmpty } }).count
    // A form has less than half of its cells filled, in rows of different lengths.
    return columns > 2 && cells * 2 < rows.count * columns && Set(filled).count > 2
  }
}

/// Words for totals in the last row of a table.
enum TotalWords {
  private static let words: Set<String> = Set(
    [
      "total", "totals", "sum", "subtotal", "grand total", "summe", "gesamt", "gesamtsumme", "insgesamt",
      "zwischensumme",
      "endsaldo", "saldo", "somme", "sous total", "totale", "totaal", "som", "suma", "razem", "łącznie", "ogółem",
      "celkem",
      "součet", "итого", "всего", "сумма", "разом", "усього", "subtotale", "soma", "average", "mean", "mittelwert",
      "durchschnitt", "średnia", "среднее", "moyenne", "media", "balance", "closing balance", "ending balance",
    ].map(Folding.fold))

  private static func parts(_ text: String) -> [String] {
    Folding.fold(text).split { !$0.isLetter }.map(String.init)
  }

  /// Whether a text is a word for total, or begins with one: `Total 2026`.
  static func begin(_ text: String) -> Bool {
    let words = parts(text)
    guard let first = words.first, words.count <= 5 else { return false }
    return Self.words.contains(first) || words.count > 1 && Self.words.contains(first + " " + words[1])
  }

  /// Whether a short text ends with a word for total: `Transactions Total`.
  static func end(_ text: String) -> Bool {
    let words = parts(text)
    return words.count <= 4 && words.last.map(Self.words.contains) ?? false
  }
}

/// The rows of a table one by one, without what stands below it.
struct TableBody {
  /// Rows that are no part of the table.
  struct LeftOut: Hashable, Sendable {
    /// Their number.
    var count = 0
    /// The beginnings of the first ones, with the numbers of their rows.
    var examples: [String] = []

    mutating func add(_ row: SheetRow) {
      count += 1
      guard examples.count < 3 else { return }
      let cells = row.cells.filter { !$0.isEmpty }.prefix(4).map { String($0.prefix(40)) }
      examples.append("\(row.number): " + cells.joined(separator: " · "))
    }
  }

  private let shape: TableShape
  private let keepsAll: Bool
  private var last: [SheetRow] = []
  private var previous = 0
  private var isOver = false
  /// Notes and totals below the table, and repeated headings.
  private(set) var below = LeftOut()
  /// The rows of other tables in the sheet.
  private(set) var others = LeftOut()

  /// - Parameter keepsAll: whether a person wants all rows.
  init(_ shape: TableShape, keepsAll: Bool) { (self.shape, self.keepsAll) = (shape, keepsAll) }

  /// Takes the next row below the headings, and returns the rows that are known to belong to the table, one at most.
  mutating func take(_ row: SheetRow) -> SheetRow? {
    guard !keepsAll else { return row }
    if isOver {
      others.add(row)
      return nil
    }
    let isAfterGap = previous > 0 && row.number - previous > 1
    previous = row.number
    if shape.repeatsHeadings(row.cells) {
      below.add(row)
      return nil
    }
    if shape.beginsAnother(row.cells, isAfterGap: isAfterGap) {
      isOver = true
      others.add(row)
      return nil
    }
    last.append(row)
    return last.count > TableShape.mostBelow + 1 ? last.removeFirst() : nil
  }

  /// The last rows so far, of which it is not known whether they belong to the table.
  var rest: [SheetRow] { last }

  /// The last rows of the table.
  mutating func finish() -> [SheetRow] {
    let count = shape.countBelow(last.map { ($0.number, $0.cells) })
    for row in last.suffix(count) { below.add(row) }
    defer { last = [] }
    return last.dropLast(count)
  }

  /// What to know about the rows that are left out.
  var notes: [Phrase] {
    var notes: [Phrase] = []
    if below.count > 0 {
      notes.append(
        Phrase(
          "{count} rows that look like notes or totals are left out: {rows}",
          ["count": .count(below.count), "rows": .text(below.examples.joined(separator: "; "))]))
    }
    if others.count > 0 {
      notes.append(
        Phrase(
          "{count} rows below belong to another table and are left out: {rows}",
          ["count": .count(others.count), "rows": .text(others.examples.joined(separator: "; "))]))
    }
    return notes
  }
}
