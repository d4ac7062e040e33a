/// The delimiter of a CSV file. The quote is always `"`.
package struct CSVDialect: Sendable, Hashable {
  /// A delimiter of fields.
  package enum Delimiter: UInt8, Sendable, Hashable, CaseIterable, Codable {
    case comma = 0x2C
    case semicolon = 0x3B
    case tab = 0x09
    case pipe = 0x7C
  }

  /// The delimiter of fields.
  package var delimiter: Delimiter

  /// Makes a dialect. Commas are the standard (RFC 4180).
  package init(delimiter: Delimiter = .comma) {
    self.delimiter = delimiter
  }

  static let quote = UInt8(ascii: "\"")
}

extension CSVDialect {
  /// The maximum number of sampled records and bytes.
  private static let sample = (records: 50, bytes: 1 << 18)

  /// Detects the dialect of a text.
  ///
  /// Each delimiter is tried on the first records. A delimiter by which most records have equally many fields, and as many as the
  /// first one, is preferred, and among several the one with the most fields. Delimiters within quotes are ignored. Excel's first
  /// line `sep=;` decides.
  package init(of text: TextSource) {
    if let line = Self.separatorLine(of: text.bytes) {
      self.init(delimiter: line.delimiter)
      return
    }
    if text.bytes.starts(with: Self.cellsLine) {
      self.init()
      return
    }
    var best = (delimiter: Delimiter.comma, score: 0.0)
    for delimiter in Delimiter.allCases {
      let score = Self.score(of: delimiter, in: text)
      // `Last name, First name;Phone`; tabs are seldom within values.
      let isEqual =
        score == best.score && score > 0 && best.delimiter == .comma
        && (delimiter == .tab || Self.hasSpacedCommas(text))
      if score > best.score || isEqual { best = (delimiter, score) }
    }
    self.init(delimiter: best.delimiter)
  }

  /// The first line of a text that was written from the cells of a spreadsheet: unquoted fields are numbers, days, yes and no in
  /// the form of exports, quoted ones are texts. Quoted empty ones are cells whose values are not known.
  static let cellsLine = Array("#cells\r\n".utf8)

  /// The line `sep=;` at the beginning of a file, which names its delimiter.
  static func separatorLine(of bytes: UnsafeRawBufferPointer) -> (delimiter: Delimiter, end: Int)? {
    let mark = bytes.prefix(4)
    guard bytes.count > 5, mark.elementsEqual("sep=".utf8) || mark.elementsEqual("SEP=".utf8),
      let delimiter = Delimiter(rawValue: bytes[4])
    else { return nil }
    switch bytes[5] {
    case UInt8(ascii: "\n"): return (delimiter, 6)
    case UInt8(ascii: "\r"): return (delimiter, bytes.count > 6 && bytes[6] == UInt8(ascii: "\n") ? 7 : 6)
    default: return nil
    }
  }

  // Whether all commas are followed by a blank.
  private static func hasSpacedCommas(_ text: TextSource) -> Bool {
    let bytes = text.bytes.prefix(1 << 14)
    return bytes.indices.dropLast().allSatisfy { bytes[$0] != UInt8(ascii: ",") || bytes[$0 + 1] == UInt8(ascii: " ") }
  }

  // More than a file has columns.
  private static let fitting = 1_000_000.0

  private static func score(of delimiter: Delimiter, in text: TextSource) -> Double {
    var reader = CSVReader(text, dialect: CSVDialect(delimiter: delimiter), limit: sample.bytes)
    var counts: [Int: Int] = [:]
    var first = 0
    var records = 0
    let isCut = text.bytes.count > sample.bytes
    while records < sample.records {
      do {
        guard try reader.next() else { break }
      } catch {
        // The quote is closed after the sample or never. The other lines then decide.
        if isCut { break }
        continue
      }
      if records == 0 { first = reader.fieldCount }
      counts[reader.fieldCount, default: 0] += 1
      records += 1
    }
    // Titles above the headings have fewer fields than the table.
    let usual = counts.filter { $0.key > 1 }.max { ($0.value, $0.key) < ($1.value, $1.key) }
    guard let usual else { return 0 }
    // The sample may truncate the last record.
    let whole = records > 1 && reader.isAtEnd && isCut ? records - 1 : records
    let share = min(1, Double(usual.value) / Double(whole))
    let score = share * share * Double(usual.key)
    // A delimiter that fits from the first line on is the file's, whatever lists of equal length its fields contain.
    if first == usual.key { return share > 0.95 ? score + Self.fitting : score }
    return score * (first > 1 ? 0.9 : 0.5)
  }
}
