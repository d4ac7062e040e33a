extension CSVDialect {
  /// How many records are looked at, and at most how many bytes.
  private static let sample = (records: 50, bytes: 1 << 18)

  /// The dialect in which a text makes the best table.
  ///
  /// Every delimiter is tried on the first records. Good is one by which all records have as many fields as
  /// the first, and among those the one that makes most fields. Delimiters within quotes do not count.
  public init(of text: TextSource) {
    var best = (delimiter: Delimiter.comma, score: 0.0)
    for delimiter in Delimiter.allCases {
      let score = Self.score(of: delimiter, in: text)
      if score > best.score { best = (delimiter, score) }
    }
    self.init(delimiter: best.delimiter)
  }

  private static func score(of delimiter: Delimiter, in text: TextSource) -> Double {
    var reader = CSVReader(text, dialect: CSVDialect(delimiter: delimiter), limit: sample.bytes)
    var header = 0
    var alike = 0
    var records = 0
    let isCut = text.bytes.count > sample.bytes
    while records < sample.records {
      do {
        guard try reader.next() else { break }
      } catch {
        // Either the quote is closed beyond the sample, or never: then the other lines still tell.
        if isCut { break }
        continue
      }
      if records == 0 { header = reader.fieldCount }
      if reader.fieldCount == header { alike += 1 }
      records += 1
    }
    guard header > 1 else { return 0 }
    // The last record may be cut off by the end of the sample.
    let whole = records > 1 && reader.isAtEnd && isCut ? records - 1 : records
    let share = min(1, Double(alike) / Double(whole))
    return share * share * Double(header)
  }
}
