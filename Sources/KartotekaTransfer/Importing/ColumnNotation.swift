import Foundation
import KartotekaModel

/// How a column of a file writes numbers, dates, yes and no: what the person has chosen, or what the column's values tell.
package struct ColumnNotation: Sendable, Hashable, Codable {
  /// What the person has chosen; nil where they haven't.
  package var chosen: ValueNotation?
  /// The time zone of moments without an offset, where the person hasn't chosen one; nil for UTC.
  package var timeZone: TimeZone?
  /// What the values tell.
  package private(set) var found = ValueNotation.undecided
  /// Whether any value has two readings.
  package private(set) var isNeeded = false
  /// The first value that has two readings, and what has to be known; nil where the values tell.
  private var open: NotationQuestion?
  /// Words of which it isn't known whether they mean yes or no.
  package private(set) var unknownWords: [String] = []
  /// Whether days have times behind them, which are left out.
  package private(set) var hasTimes = false

  init() {}

  /// What the person has to be asked; nil where nothing is open.
  package var question: NotationQuestion? {
    guard let open else { return nil }
    switch open.subject {
    case .decimalMark: return chosen?.decimalMark == nil ? open : nil
    case .dateOrder: return chosen?.dateOrder == nil ? open : nil
    }
  }

  /// What a person may be asked, whether or not they have answered.
  package var subject: NotationQuestion? { open }

  /// How values are read.
  package var valid: ValueNotation {
    var notation = found
    notation.timeZone = chosen?.timeZone ?? timeZone
    if let chosen {
      if let mark = chosen.decimalMark { notation.decimalMark = mark }
      notation.dateOrder = chosen.dateOrder ?? notation.dateOrder
      notation.truth.merge(chosen.truth) { _, new in new }
    }
    notation.dropsTime = true
    return notation
  }

  /// How values are read that have two readings; nil where no value has.
  var needed: ValueNotation? { isNeeded ? valid : nil }

  /// Takes over what was found in a file.
  mutating func decide(by finding: NotationSurvey.Finding) {
    found = finding.notation
    isNeeded = finding.example != nil || !finding.words.isEmpty || finding.isExport
    open = finding.question
    unknownWords = finding.words
    hasTimes = finding.hasTimes
  }
}

/// What a file leaves open: a text that has two readings.
package struct NotationQuestion: Sendable, Hashable, Codable {
  /// What has to be known.
  package enum Subject: Sendable, Hashable, Codable {
    case decimalMark, dateOrder
  }

  /// What has to be known.
  package let subject: Subject
  /// The text.
  package let example: String
  /// What it can mean.
  package let readings: Readings

  /// Two readings of a text.
  package struct Readings: Sendable, Hashable, Codable {
    package let first: String
    package let second: String
  }

  /// - Returns: nil where the text has one reading or none.
  init?(_ text: String, of attribute: AttributeDescription) {
    var (one, other) = (ValueNotation.undecided, ValueNotation.undecided)
    let isDate = attribute.kind == .date || attribute.kind == .timestamp
    if isDate {
      (one.dateOrder, other.dateOrder) = (.dayMonthYear, .monthDayYear)
    } else {
      (one.decimalMark, other.decimalMark) = (.point, .comma)
    }
    (one.dropsTime, other.dropsTime) = (true, true)
    let texts = [one, other].map { notation -> String? in
      guard isDate else { return ValueNotation.number(Self.withoutCurrency(text), in: notation) }
      return (try? attribute.behavior.read(text, for: attribute, in: notation)).map {
        attribute.behavior.text($0, for: attribute)
      }
    }
    guard let first = texts[0], let second = texts[1], first != second else { return nil }
    subject = isDate ? .dateOrder : .decimalMark
    example = text
    readings = Readings(first: first, second: second)
  }

  private static func withoutCurrency(_ text: String) -> String {
    guard let start = text.firstIndex(where: { $0.isNumber || $0 == "-" }),
      let end = text.lastIndex(where: \.isNumber), start <= end
    else { return text }
    return String(text[start...end])
  }
}
