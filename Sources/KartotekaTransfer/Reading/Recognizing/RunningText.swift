/// Tells running text, such as a letter or a program, from a table: lines of values with a delimiter between, or a list with one
/// value in each line.
struct RunningText {
  private static let sample = (records: 100, bytes: 1 << 18)
  /// The least number of words of a line that is a sentence rather than a value.
  private static let sentence = 6
  /// The signs with which lines of programs end.
  private static let codeEnds = Set(";{}")

  /// Whether the text is no table.
  let isTable: Bool

  init(_ text: TextSource, _ dialect: CSVDialect) {
    var reader = CSVReader(text, dialect: dialect, limit: Self.sample.bytes)
    var counts: [Int: Int] = [:]
    var records: [[String]] = []
    var hasQuotes = false
    while records.count < Self.sample.records {
      guard let more = try? reader.next() else { continue }
      guard more else { break }
      var fields: [String] = []
      for index in 0..<reader.fieldCount {
        fields.append(String(decoding: reader[index].prefix(400), as: UTF8.self))
        hasQuotes = hasQuotes || reader.isQuoted(index)
      }
      counts[fields.count, default: 0] += 1
      records.append(fields)
    }
    let usual = counts.max { ($0.value, $0.key) < ($1.value, $1.key) } ?? (1, 0)
    let lines = records.map { $0.joined(separator: " ") }
    let words = lines.map { $0.split { $0.isWhitespace }.count }
    let ends = lines.count { $0.last.map(Self.codeEnds.contains) ?? false }
    let isWordy = words.reduce(0, +) >= Self.sentence * max(1, lines.count)
    if usual.key > 1 {
      // Each line of a letter may have one comma.
      let isClear =
        usual.key > 2 || dialect.delimiter != .comma || hasQuotes || records.first.map(Self.isHeader) ?? true
      let isRegular = usual.value * 10 >= records.count * 8 && (isClear || !isWordy)
      isTable = isRegular || !isWordy && ends * 3 < lines.count || Self.hasHeader(records)
    } else {
      // One line is no list.
      isTable = hasQuotes || records.isEmpty || records.count > 1 && !isWordy && ends * 3 < lines.count
    }
  }

  private static func isHeader(_ row: [String]) -> Bool {
    row.allSatisfy { $0.count <= 40 && $0.split(separator: " ").count <= 4 && !$0.hasSuffix(".") }
  }

  // A row of short texts, followed by one of as many values.
  private static func hasHeader(_ records: [[String]]) -> Bool {
    zip(records, records.dropFirst()).contains { row, next in
      row.count > 2 && next.count == row.count && isHeader(row)
    }
  }
}
