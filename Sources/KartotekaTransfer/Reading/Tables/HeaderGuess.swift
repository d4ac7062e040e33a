import KartotekaModel

/// Guesses which of the first rows has the headings. Titles, preambles and blank rows may stand above it.
struct HeaderGuess {
  /// The number of rows in which headings are looked for.
  private static let depth = 30
  /// The number of rows below the headings that are compared with them.
  private static let compared = 50

  /// The place of the row among the given rows; nil if there is none.
  let place: Int?

  private let rows: [[String]]
  private let filled: [Int]

  /// - Parameters:
  ///   - rows: the first rows with values.
  ///   - gaps: the places of those that have a blank row above.
  ///   - isText: whether the rows are those of a text file, in which headings may be repeated.
  init(_ rows: [[String]], gaps: Set<Int> = [], isText: Bool = false) {
    self.rows = rows
    filled = rows.map { row in row.count { !$0.isEmpty } }
    let typical = Self.typical(filled)
    let widest = filled.max() ?? 0
    var found: Int?
    for index in rows.indices.prefix(Self.depth) {
      // Titles and notes above a table fill few of its columns.
      let isNarrow = filled[index] * 10 < typical * 6
      if isNarrow, !isText || index > 0 || Self.isTitle(rows, filled, gaps, typical) { continue }
      if Self.isLabelled(index, rows, gaps) { continue }
      let isLike = Self.isHeadings(rows[index], rows[(index + 1)...].prefix(Self.compared), isText: isText)
      if isLike, !Self.isPreamble(index, rows, filled, typical, gaps) {
        found = index
        break
      }
      if index == 0, isText, Self.isMetadata(rows) { continue }
      // Rows of values come before any headings: there are none, unless those rows are a preamble with fewer cells.
      if filled[index] >= typical, filled[index] * 10 >= widest * 6 { break }
    }
    place = found
  }

  // Whether the first row of a text file says what the file is, in another number of fields than the headings below it, which
  // stand above values: the exports of bookkeeping programs.
  private static func isMetadata(_ rows: [[String]]) -> Bool {
    guard rows.count > 2, rows[0].count != rows[1].count else { return false }
    let headings = rows[1].filter { !$0.isEmpty }
    return headings.count > 2 && headings.allSatisfy(isHeading) && Set(headings).count == headings.count
      && rows[1].indices.contains { isAboveValues($0, rows[1], rows[2...].prefix(compared)) }
      && rows[2...].prefix(compared).allSatisfy { $0.count <= rows[1].count }
  }

  // Whether the first row of a text file, which fills few columns, is a title: headings lack some where values have delimiters,
  // as in a list of names `Smith, John`.
  private static func isTitle(_ rows: [[String]], _ filled: [Int], _ gaps: Set<Int>, _ typical: Int) -> Bool {
    guard let first = rows.first, rows.count > 1, !gaps.contains(1) else { return true }
    // A preamble goes down to a blank row.
    if let end = gaps.min(), filled[..<end].allSatisfy({ $0 * 10 < typical * 6 }) { return true }
    let texts = first.filter { !$0.isEmpty }
    let words = texts.map { $0.split(separator: " ").count }.max() ?? 0
    if words > 2 || texts.contains(where: { !isHeading($0) || $0.hasSuffix(":") || $0.hasSuffix(".") }) { return true }
    // A remark, as many programs write it: `#separator:tab`.
    if texts.count == 1, texts[0].hasPrefix("#"), texts[0].utf8.count > 1 { return true }
    if texts.count == 1, texts[0].contains(where: \.isNumber) { return true }
    // The next row has the headings where it stands above values, or is wider than two names.
    let next = rows[1]
    if next.indices.contains(where: { isAboveValues($0, next, rows[2...].prefix(compared)) }) { return true }
    return texts.count == 1 && next.count(where: { !$0.isEmpty }) > 2
      && !next.contains { $0.contains(where: \.isNumber) }
  }

  // The number of cells of the table's rows: the one for which the rows that have most of so many are the largest area. Rows of a
  // table with gaps have many lengths, and those of a preamble are short.
  private static func typical(_ filled: [Int]) -> Int {
    func area(_ cells: Int) -> Int { filled.reduce(0) { $0 + ($1 * 10 >= cells * 6 ? min($1, cells) : 0) } }
    return Set(filled).max { (area($0), $0) < (area($1), $1) } ?? 0
  }

  private static func isHeadings(_ row: [String], _ below: ArraySlice<[String]>, isText: Bool) -> Bool {
    let headings = row.map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
    if !headings.allSatisfy(isHeading) { return isSeries(row, below) }
    // Equal texts are headings where they stand above numbers, dates, yes or no.
    return isText || Set(headings).count == headings.count || row.indices.contains { isAboveValues($0, row, below) }
  }

  // Whether headings are followed by different days, or by numbers in their order from 1, below which other values stand: lists of
  // who was there, hours of each day of a month.
  private static func isSeries(_ row: [String], _ below: ArraySlice<[String]>) -> Bool {
    let filled = row.indices.filter { !row[$0].isEmpty }
    let series = filled.filter { !isHeading(row[$0]) }
    let columns = Set(series)
    if areTimes(series.map { row[$0] }), row.first.map({ !columns.contains(0) || $0.isEmpty }) == true {
      return !below.isEmpty
        && !below.contains { cells in
          cells.first?.isEmpty != false || series.contains { $0 < cells.count && isTime(cells[$0]) }
        }
    }
    guard filled.count > series.count, filled.first.map({ !columns.contains($0) }) == true, !below.isEmpty else {
      return false
    }
    let days = series.compactMap { DateKind.day(of: row[$0]) }
    if days.count == series.count, Set(days).count == days.count, days.count > 1 {
      return !below.contains { cells in series.contains { $0 < cells.count && DateKind.day(of: cells[$0]) != nil } }
    }
    let numbers = series.compactMap { Int(row[$0]) }
    guard numbers.count > 3, numbers.count == series.count, isRun(numbers), numbers[0] == 1 else { return false }
    // A record may have such values, too: all others have whole numbers there, and nothing says that it has headings.
    let values = below.map { cells in series.map { $0 < cells.count ? Int(cells[$0]) : nil } }
    if values.contains(where: { $0.contains(nil) }) { return true }
    if values.contains(where: { isRun($0.compactMap(\.self)) }) { return false }
    return numbers.count > 6 || filled.contains { isName(row[$0]) }
  }

  // The hours of a plan, in their order.
  private static func areTimes(_ texts: [String]) -> Bool {
    func minutes(_ text: String) -> Int? { isTime(text) ? Int(text.filter { $0 != ":" }) : nil }
    let times = texts.compactMap(minutes)
    return times.count > 1 && times.count == texts.count && zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
  }

  private static func isTime(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 && (1...2).contains(parts[0].count) && parts[1].count == 2
      && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
  }

  private static func isRun(_ numbers: [Int]) -> Bool {
    zip(numbers, numbers.dropFirst()).allSatisfy { $0.addingReportingOverflow(1) == ($1, false) }
  }

  // Whether a heading is a word for names, or for the number of a row.
  private static func isName(_ heading: String) -> Bool {
    let key = Naming.key(heading)
    return TitleWords.titles.contains(key) || TitleWords.firstNames.contains(key) || TitleWords.lastNames.contains(key)
      || people.contains(key) || DayHeadings.isOfNumbers(heading)
  }

  private static let people: Set<String> = Set(
    [
      "student", "pupil", "player", "team", "member", "person", "schüler", "schülerin", "spieler", "mitglied", "uczeń",
      "zawodnik", "élève", "joueur", "alumno", "jugador", "alunno", "leerling", "žák", "ученик", "учень", "класс",
      "stop",
      "line", "linie", "haltestelle", "przystanek", "остановка",
    ].map(Naming.key))

  // Lines such as `Account:, Ann` down to a blank row, whatever is as wide as they are below it.
  private static func isLabelled(_ index: Int, _ rows: [[String]], _ gaps: Set<Int>) -> Bool {
    var next = index
    while next < rows.count, rows[next].first(where: { !$0.isEmpty })?.hasSuffix(":") == true {
      next += 1
      if next < rows.count, gaps.contains(next) { return true }
    }
    return false
  }

  // A row such as `Account:, Ann` above the headings, or one that a blank row parts from a wider row of headings, alone or with
  // the values below it.
  private static func isPreamble(
    _ index: Int, _ rows: [[String]], _ filled: [Int], _ typical: Int, _ gaps: Set<Int>
  ) -> Bool {
    guard filled[index] < typical, index + 1 < rows.count else { return false }
    if rows[index].contains(where: { $0.hasSuffix(":") }) { return true }
    func begins(_ next: Int) -> Bool {
      next < rows.count && gaps.contains(next) && filled[next] >= typical
        && rows[next].allSatisfy { $0.isEmpty || isHeading($0) }
    }
    // Behind paragraphs, a sum with its heading is one of them.
    return begins(index + 1) || begins(index + 2) && filled[index + 1] < typical && gaps.count { $0 <= index } > 1
  }

  /// Whether a cell stands above values that are no texts, most of them.
  static func isAboveValues(_ column: Int, _ row: [String], _ below: some Sequence<[String]>) -> Bool {
    guard column < row.count, !row[column].isEmpty else { return false }
    var (values, texts) = (0, 0)
    for cells in below where column < cells.count && !cells[column].isEmpty {
      if isHeading(cells[column]) { texts += 1 } else { values += 1 }
    }
    return values > 0 && values >= texts * 4
  }

  /// The place of the row above the headings that has the upper lines of headings in two lines: `2025` above `Q1` and `Q2`.
  static func upper(above place: Int, in rows: [[String]]) -> Int? {
    guard place > 0 else { return nil }
    let (upper, lower) = (rows[place - 1], rows[place])
    let width = max(upper.count, lower.count)
    func has(_ row: [String], _ column: Int) -> Bool { column < row.count && !row[column].isEmpty }
    let columns = (0..<width).filter { has(upper, $0) || has(lower, $0) }
    guard upper.count(where: { !$0.isEmpty }) > 1, upper.allSatisfy({ $0.isEmpty || isHeading($0) }),
      columns.contains(where: { !has(upper, $0) })
    else { return nil }
    let texts = lower.filter { !$0.isEmpty }
    guard columns.contains(where: { !has(lower, $0) }) || Set(texts).count < texts.count else { return nil }
    let below = rows[(place + 1)...].prefix(compared)
    // Otherwise it is a row of texts below the headings.
    return (0..<width).contains { has(lower, $0) && isAboveValues($0, lower, below) } ? place - 1 : nil
  }

  /// The place of the lower line of headings below a row that has the upper one; the row itself where there is one line.
  func lowest() -> Int? {
    guard let place, place + 1 < rows.count, rows[place + 1].allSatisfy({ $0.isEmpty || Self.isHeading($0) }),
      Self.upper(above: place + 1, in: rows) == place
    else { return place }
    return place + 1
  }

  static func isHeading(_ text: String) -> Bool {
    guard text.utf8.count <= 200, text.contains(where: \.isLetter) || isYear(text) || signs.contains(text) else {
      return false
    }
    return CalendarDate(iso: text.prefix(10)) == nil && !text.contains("@") && !text.contains("://")
      && !["true", "false"].contains(text.lowercased()) && !isAmount(text) && !isDay(text)
  }

  // `5 Jan 2026`
  private static func isDay(_ text: String) -> Bool {
    text.utf8.count <= 40 && text.utf8.count { " -/.,".utf8.contains($0) } > 1 && text.contains(where: \.isNumber)
      && DateKind.day(of: text) != nil
  }

  // Signs that stand for a word.
  private static let signs: Set<String> = ["#", "№", "%", "Σ", "∑"]

  // Years are headings of columns such as sales.
  private static func isYear(_ text: String) -> Bool { Int(text).map { (1900...2100).contains($0) } ?? false }

  // `12.50 EUR`
  private static func isAmount(_ text: String) -> Bool {
    guard text.utf8.count <= 40, text.contains(where: \.isNumber) else { return false }
    return ValueNotation.amount(text, in: .lenient) != nil && !isYear(text)
  }
}
