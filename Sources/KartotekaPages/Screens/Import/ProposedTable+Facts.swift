import KartotekaHTML
import KartotekaModel
import KartotekaTransfer

extension ProposedTable {
  /// "340 rows", "about 12,000 rows"; nil where that isn't known.
  func rows(_ say: Localizer) -> String? {
    guard let sampled else { return nil }
    if isComplete { return say("{count} rows", ["count": .count(sampled)]) }
    if let estimated { return say("about {count} rows", ["count": .count(Self.rounded(estimated))]) }
    return say("more than {count} rows", ["count": .count(sampled)])
  }

  // Two digits of a number that is an estimate.
  private static func rounded(_ number: Int) -> Int {
    var unit = 1
    while number / unit >= 100, unit < 1_000_000_000_000 { unit *= 10 }
    return number / unit * unit
  }

  /// The recognized properties: the rows, the format, the mark between fields, the encoding.
  func facts(_ say: Localizer, encoding: TextEncoding?) -> [String] {
    var facts = [rows(say)].compactMap(\.self)
    if let format {
      let mark = delimiter.map { ", " + say($0.words) } ?? ""
      facts.append(format + mark)
    }
    if let encoding, encoding != .utf8 {
      facts.append(say("Read as {encoding}", ["encoding": .text(encoding.rawValue)]))
    }
    return facts
  }
}

extension CSVDialect.Delimiter {
  /// The name that people read.
  var words: StaticString {
    switch self {
    case .comma: "comma"
    case .semicolon: "semicolon"
    case .tab: "tab"
    case .pipe: "bar"
    }
  }
}

extension FirstRows {
  /// The first rows of a table as the records will be; nil without any.
  init?(of table: ProposedTable, _ say: Localizer) {
    let (headings, rows) = table.firstRecords(in: say)
    guard !headings.isEmpty, !rows.isEmpty else { return nil }
    self.init(
      label: say("The first rows of {file}", ["file": .text(table.name)]),
      headings: headings.map { FirstRows.Heading(label: $0.label, isNumber: $0.isNumber) }, rows: rows)
  }
}
