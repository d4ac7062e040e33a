import KartotekaModel

/// Tells running text, such as a letter, a program or a log, from a table: lines of values with a delimiter between, or a list with
/// one value in each line.
struct RunningText {
  private static let sample = (records: 100, bytes: 1 << 18)
  /// The least number of words of a line that is a sentence rather than a value.
  private static let sentence = 6

  /// Whether the text is no table.
  let isTable: Bool

  /// A line of the text.
  private struct Line {
    let fields: [String]
    let text: String
    let hasQuotes: Bool

    var words: Int { fields.reduce(0) { $0 + $1.split { $0.isWhitespace }.count } }

    /// Whether its fields are short and no sentences, as headings are.
    var mayBeHeadings: Bool {
      fields.allSatisfy { $0.count <= 40 && $0.split(separator: " ").count <= 4 && !$0.hasSuffix(".") }
    }
  }

  init(_ text: TextSource, _ dialect: CSVDialect) {
    var reader = CSVReader(text, dialect: dialect, limit: Self.sample.bytes)
    var lines: [Line] = []
    var (gaps, last) = (0, 0)
    while lines.count < Self.sample.records {
      guard let more = try? reader.next() else { continue }
      guard more else { break }
      if last > 0, reader.line > last + 1 { gaps += 1 }
      last = reader.lastLine
      let fields = (0..<reader.fieldCount).map { String(decoding: reader[$0].prefix(400), as: UTF8.self) }
      if TableShape.isFrame(fields) { continue }
      lines.append(
        Line(
          fields: fields, text: String(decoding: reader.rawRecord.prefix(400), as: UTF8.self),
          hasQuotes: (0..<reader.fieldCount).contains { reader.isQuoted($0) }))
    }
    isTable = lines.isEmpty || Self.isTable(lines, gaps: gaps, dialect.delimiter)
  }

  private static func isTable(_ lines: [Line], gaps: Int, _ delimiter: CSVDialect.Delimiter) -> Bool {
    let counts = lines.reduce(into: [:]) { $0[$1.fields.count, default: 0] += 1 }
    let usual = counts.max { ($0.value, $0.key) < ($1.value, $1.key) } ?? (1, 0)
    let hasQuotes = lines.contains(where: \.hasQuotes)
    let isWordy = lines.reduce(0) { $0 + $1.words } >= sentence * lines.count
    // A log has no headings.
    let hasHeadings =
      usual.key > 1 && lines[0].fields.count == usual.key && lines[0].mayBeHeadings
      && !LineSigns.isLogged(lines[0].text)
      && usual.value * 10 >= lines.count * 9
    if !hasHeadings, delimiter == .comma || usual.key == 1,
      lines.count(where: { LineSigns.isLogged($0.text) }) * 10 >= lines.count * 7
    {
      return false
    }
    let isCode = lines.count { LineSigns.isCode($0.fields.last ?? "") } * 3 >= lines.count
    guard usual.key > 1 else {
      if hasQuotes { return true }
      // One line is no list. Text in paragraphs, or with a delimiter here and there, is no list either. Blank lines between all
      // of many lines are not those of paragraphs.
      let isParted = gaps * 4 > max(lines.count, gaps < 2 ? 4 : 0) && (gaps < lines.count - 1 || lines.count < 5)
      return lines.count > 1 && !isWordy && !isCode && !isParted
        && (lines.count - usual.value) * 5 <= lines.count
        && lines.count { LineSigns.isOfText($0.text) } * 10 < lines.count * 3
    }
    // Each line of a letter may have one comma.
    let isClear = usual.key > 2 || delimiter != .comma || hasQuotes || lines[0].mayBeHeadings
    // Commas of sentences and programs are followed by a blank.
    let isSpaced = delimiter == .comma && !hasQuotes && isSpaced(lines)
    if usual.value * 10 >= lines.count * 8, isClear || !isWordy {
      return !isSpaced || !isCode && lines.count { LineSigns.isOpen($0.fields) } * 2 < lines.count
    }
    // A heading above `Smith, John` is one value.
    if usual.key == 2, lines[0].fields.count == 1, lines[0].mayBeHeadings, !isWordy, !isCode,
      usual.value * 10 >= (lines.count - 1) * 8
    {
      return true
    }
    if isSpaced { return false }
    if hasHeader(lines) { return true }
    return !isWordy && !isCode
      && (delimiter != .comma || lines[0].fields.count >= usual.key || usual.value * 2 > lines.count)
  }

  // Whether nearly all fields but the first ones of lines begin with a blank, or are parts of numbers.
  private static func isSpaced(_ lines: [Line]) -> Bool {
    var (spaced, others) = (0, 0)
    for line in lines {
      for (before, field) in zip(line.fields, line.fields.dropFirst()) {
        guard let first = field.first else { continue }
        if first == " " {
          spaced += 1
        } else if !(first.isNumber && before.last?.isNumber == true) {
          others += 1
        }
      }
    }
    return spaced > others * 4
  }

  // A row of short texts, followed by one of as many values.
  private static func hasHeader(_ lines: [Line]) -> Bool {
    zip(lines, lines.dropFirst()).contains { row, next in
      row.fields.count > 2 && next.fields.count == row.fields.count && row.mayBeHeadings
    }
  }
}

/// Signs by which a line is one of a program, a log or a text rather than one of a table.
enum LineSigns {
  /// Whether a line ends as lines of programs do.
  static func isCode(_ line: String) -> Bool { line.last.map { ";{}".contains($0) } ?? false }

  /// Whether a line is indented or a heading, an item, a setting or a sentence of a text.
  static func isOfText(_ line: String) -> Bool {
    guard let first = line.first, let last = line.trimmingSpaces().last else { return false }
    if first == " " || first == "\t" || ",:\\".contains(last) { return true }
    // `Acme Inc.` is a name.
    if ".!?".contains(last), line.split(separator: " ").count > 4 { return true }
    if marks.contains(where: line.hasPrefix) { return true }
    if first == "[", last == "]" { return true }
    // `name: value`, `name=value`, `1. First`
    let word = line.prefix { $0.isLetter || $0.isNumber || "_-.".contains($0) }
    let rest = line[word.endIndex...]
    return !word.isEmpty && (rest.hasPrefix(": ") || rest.hasPrefix("=") || rest.hasPrefix(" = "))
      || word.last == "." && word.dropLast().allSatisfy(\.isNumber) && rest.hasPrefix(" ")
  }

  private static let marks = [
    "# ", "## ", "### ", "- ", "* ", "+ ", "> ", "//", "/*", "```", "===", "---", "@@", "import ", "from ", "#include",
    "<!--",
  ]

  /// Whether a field has a bracket that is closed in another one: `print(a` and `b)`.
  static func isOpen(_ fields: [String]) -> Bool {
    fields.contains { field in
      ["()", "[]", "{}"].contains { pair in
        field.count { $0 == pair.first } != field.count { $0 == pair.last }
      }
    }
  }

  /// Whether a line begins with a moment and a blank, as those of logs and chats do: `2026-01-05 10:00:01,123 INFO`,
  /// `[05.01.26, 10:12:33] Ann:`, `Jan  5 10:00:01 host`.
  static func isLogged(_ line: String) -> Bool {
    let line = String(line.prefix(60))
    let number = /\[?\d{1,4}[-\/.]\d{1,2}[-\/.]\d{1,4}\.?[T ,]{1,2}\d{1,2}:\d{2}/
    let word = /[A-Z][a-z]{2} {1,2}\d{1,2} \d{1,2}:\d{2}/
    let rest = /(:\d{2})?([.,]\d{3,9})?( ?[AaPp]\.?[Mm]\.?)?(Z| ?[+\-]\d{2}:?\d{2})?\]?:? +(- )?[^ ;\t|,]/
    guard let start = line.prefixMatch(of: number)?.range ?? line.prefixMatch(of: word)?.range else { return false }
    return line[start.upperBound...].prefixMatch(of: rest) != nil
  }
}
