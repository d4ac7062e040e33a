import KartotekaModel

/// A text whose values stand in columns with blanks between, as printed reports have them. The columns are those in which no line
/// of the first ones has a value over the gap between them, or those of a line of hyphens below the headings.
struct FixedWidthBook: Workbook {
  static let format = "TXT"

  let sheets = ["1"]
  private let text: TextSource
  private let columns: TextColumns

  init?(_ file: CandidateFile) throws(ReadingError) {
    // Few texts have columns of blanks, and others are not read for it.
    guard file.archive == nil, TextColumns.mayBe(in: file.head.text), file.unread == nil else { return nil }
    let text = try TextSource(file.source)
    guard let columns = TextColumns(text) else { return nil }
    (self.text, self.columns) = (text, columns)
  }

  func rows(of sheet: Int, merges: SheetMerges) throws(ReadingError) -> any SheetReader {
    FixedWidthSheet(text, columns)
  }
}

/// The gaps between the columns of a text.
struct TextColumns {
  private typealias Line = [Unicode.Scalar]

  private static let sample = (lines: 200, bytes: 1 << 16)
  /// The number of lines above and below a table that are none of it, and of gaps.
  private static let most = (above: 6, below: 4, gaps: 256)
  private static let blank: Unicode.Scalar = " "

  /// The number of lines above the headings, of those with a text.
  let above: Int
  /// The places of each gap.
  private let gaps: [Range<Int>]
  /// The common form of each column's values.
  private var forms: [Form] = []

  /// The form of a column's values.
  private struct Form {
    /// The place where all values of different lengths begin; nil if there is none.
    let start: Int?
    /// Whether values have gaps of their own.
    let hasGaps: Bool
  }

  /// Whether a text has lines with gaps.
  static func mayBe(in head: String) -> Bool {
    let lines = head.prefix(4_000).split(whereSeparator: \.isNewline).prefix(40)
    return lines.count { $0.drop { $0 == " " }.contains("  ") } > 2
  }

  /// - Returns: nil for a text without columns.
  init?(_ text: TextSource) {
    var lines: [Line] = []
    var place = 0
    let end = min(text.bytes.count, Self.sample.bytes)
    while place < end, lines.count < Self.sample.lines {
      let next = LineBreaks.next(in: text.bytes, from: place)
      // The sample may end within a line.
      if next.begin >= end, end < text.bytes.count { break }
      let line = Self.line(text.bytes[place..<next.begin])
      if !line.isEmpty { lines.append(line) }
      place = next.end
    }
    // Tabs are delimiters.
    guard lines.count > 2, !lines.contains(where: { $0.contains("\t") }) else { return nil }
    let delimiter = Unicode.Scalar(CSVDialect(of: text).delimiter.rawValue)
    guard let found = Self.ruled(lines) ?? Self.aligned(lines, delimiter) else { return nil }
    (self.above, self.gaps) = (found.above, found.gaps)
    forms = forms(of: lines[(above + 1)..<(lines.count - found.below)])
  }

  // By the lines below the headings that have told the columns.
  private func forms(of lines: ArraySlice<Line>) -> [Form] {
    let lines = lines.filter { !Self.isRule($0) }.compactMap { line in Self.parts(line, gaps).map { (line, $0) } }
    return (0...gaps.count).map { column in
      let values = lines.compactMap { line, parts in Self.value(line, parts[column]) }
      let starts = Set(values.map(\.lowerBound))
      // Numbers of one length begin at one place, too.
      let isLeft = starts.count == 1 && Set(values.map(\.upperBound)).count > 1
      // Nothing is behind the last one.
      let hasGaps =
        column == gaps.count
        || lines.contains { line, parts in Self.value(line, parts[column]).map { Self.hasGap(line, $0) } ?? false }
      return Form(start: isLeft ? starts.first : nil, hasGaps: hasGaps)
    }
  }

  static func line(_ bytes: Slice<UnsafeRawBufferPointer>) -> [Unicode.Scalar] {
    var line = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    while let last = line.last, last == blank || last == "\r" { line.removeLast() }
    return line
  }

  // By a line such as `----  -----` below the headings.
  private static func ruled(_ lines: [Line]) -> (above: Int, below: Int, gaps: [Range<Int>])? {
    guard let place = lines.prefix(most.above + 2).firstIndex(where: isRule), place > 0 else { return nil }
    let rule = lines[place]
    let gaps = gaps(of: [rule], least: 1)
    let below = lines[(place + 1)...]
    guard !gaps.isEmpty, below.count > 0,
      below.count(where: { cells($0, gaps) != nil }) * 10 >= below.count * 8, cells(lines[place - 1], gaps) != nil
    else { return nil }
    return (place - 1, 0, gaps)
  }

  static func isRule(_ line: [Unicode.Scalar]) -> Bool {
    line.count > 2 && line.allSatisfy { "-=_ ".unicodeScalars.contains($0) } && line.contains { $0 != blank }
  }

  private static func aligned(
    _ lines: [Line], _ delimiter: Unicode.Scalar
  ) -> (above: Int, below: Int, gaps: [Range<Int>])? {
    for above in 0..<min(most.above, lines.count - 2) {
      for below in 0..<min(most.below, lines.count - above - 2) {
        let block = lines[above..<lines.count - below]
        let gaps = gaps(of: block, least: 2)
        if !gaps.isEmpty, gaps.count < most.gaps, isTable(block, gaps, delimiter) { return (above, below, gaps) }
      }
    }
    return nil
  }

  // Whether the columns have headings without a delimiter, and values in most lines, none of which has a gap of its own.
  private static func isTable(_ block: ArraySlice<Line>, _ gaps: [Range<Int>], _ delimiter: Unicode.Scalar) -> Bool {
    let rows = block.compactMap { cells($0, gaps) }
    guard rows.count == block.count, rows.count > 2, let headings = rows.first,
      !block[block.startIndex].contains(delimiter),
      headings.allSatisfy(HeaderGuess.isHeading)
    else { return false }
    let below = rows.dropFirst()
    return (0...gaps.count).allSatisfy { column in
      let values = below.map { $0[column] }
      return values.count { !$0.isEmpty } * 2 >= below.count && values.count { $0.contains("  ") } * 4 < below.count
    }
  }

  // The places in which all lines have blanks.
  private static func gaps(of lines: some Sequence<Line>, least: Int) -> [Range<Int>] {
    let width = lines.reduce(0) { max($0, $1.count) }
    var isBlank = Array(repeating: true, count: width)
    for line in lines { for (place, scalar) in line.enumerated() where scalar != blank { isBlank[place] = false } }
    var gaps: [Range<Int>] = []
    var start = isBlank.firstIndex(of: false) ?? width
    while let begin = isBlank[start...].firstIndex(of: true) {
      let end = isBlank[begin...].firstIndex(of: false) ?? width
      if end - begin >= least { gaps.append(begin..<end) }
      start = end
    }
    return gaps
  }

  /// The cells of a line, which is cut at a blank in each gap; nil for one with a text over a gap.
  func cells(_ line: [Unicode.Scalar]) -> [String]? { Self.cells(line, gaps) }

  /// Whether a line keeps to the columns. A value may reach into the gap behind it, and a number into the one before it; values
  /// that begin elsewhere than all others, or that have gaps, may be those of other columns.
  func isAligned(_ line: [Unicode.Scalar]) -> Bool {
    guard let parts = Self.parts(line, gaps) else { return false }
    for (gap, form) in zip(gaps, forms.dropFirst()) where gap.lowerBound < line.count {
      var rest = line[gap.lowerBound..<min(gap.upperBound, line.count)]
      if gap.lowerBound > 0, line[gap.lowerBound - 1] != Self.blank { rest = rest.drop { $0 != Self.blank } }
      let own = rest.drop { $0 == Self.blank }
      if own.isEmpty { continue }
      guard form.start == nil, gap.upperBound < line.count, line[gap.upperBound] != Self.blank,
        !own.contains(Self.blank)
      else { return false }
    }
    return zip(parts, forms).allSatisfy { part, form in
      guard let value = Self.value(line, part) else { return true }
      return (form.start ?? value.lowerBound) == value.lowerBound && (form.hasGaps || !Self.hasGap(line, value))
    }
  }

  private static func hasGap(_ line: Line, _ value: Range<Int>) -> Bool {
    value.dropLast().contains { line[$0] == blank && line[$0 + 1] == blank }
  }

  private static func cells(_ line: Line, _ gaps: [Range<Int>]) -> [String]? {
    parts(line, gaps)?.map { text(line[$0]) }
  }

  // The places of a line's cells.
  private static func parts(_ line: Line, _ gaps: [Range<Int>]) -> [Range<Int>]? {
    var parts: [Range<Int>] = []
    var start = 0
    for gap in gaps {
      // The last line of a value may end before the gap.
      var end = min(gap.lowerBound, line.count)
      while end < min(gap.upperBound, line.count), line[end] != blank { end += 1 }
      guard end >= line.count || end < gap.upperBound else { return nil }
      parts.append(min(start, end)..<end)
      start = end
    }
    parts.append(min(start, line.count)..<line.count)
    return parts
  }

  // The place of the value within a cell; nil for an empty one.
  private static func value(_ line: Line, _ part: Range<Int>) -> Range<Int>? {
    guard let first = line[part].firstIndex(where: { $0 != blank }),
      let last = line[part].lastIndex(where: { $0 != blank })
    else { return nil }
    return first..<last + 1
  }

  private static func text(_ part: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(part)).trimmingSpaces()
  }
}

/// The rows of a text in columns.
final class FixedWidthSheet: SheetReader {
  private let text: TextSource
  private let columns: TextColumns
  private var place = 0
  private var number = 0
  /// The number of lines with a text so far.
  private var lines = 0
  private var headings: [Unicode.Scalar] = []

  init(_ text: TextSource, _ columns: TextColumns) { (self.text, self.columns) = (text, columns) }

  var share: Double { Double(place) / Double(max(1, text.bytes.count)) }

  func next(_ row: inout SheetRow) throws(ReadingError) -> Bool {
    while place < text.bytes.count {
      let next = LineBreaks.next(in: text.bytes, from: place)
      guard next.begin - place <= SheetLimits.rowBytes else { throw .expandsTooMuch(file: text.name) }
      let line = TextColumns.line(text.bytes[place..<next.begin])
      place = next.end
      number += 1
      if line.isEmpty { continue }
      lines += 1
      if TextColumns.isRule(line) { continue }
      row.begin(number)
      if lines == columns.above + 1 { headings = line }
      // A title or a note stands over the gaps.
      let cells = lines > columns.above ? columns.cells(line) : nil
      row.isUnaligned = lines > columns.above + 1 && line != headings && !columns.isAligned(line)
      // A note without numbers, too, wherever its words are.
      let isText = row.isUnaligned && !line.contains { ("0"..."9").contains($0) }
      let texts = (isText ? nil : cells) ?? [String(String.UnicodeScalarView(line)).trimmingSpaces()]
      for (column, cell) in texts.enumerated() { row.set(cell, at: column) }
      if !row.cells.isEmpty { return true }
    }
    return false
  }
}
