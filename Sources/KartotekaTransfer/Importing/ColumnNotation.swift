import Foundation
import KartotekaModel

/// The notation of numbers, dates, yes and no in a column: detected from its values or chosen by the person.
package struct ColumnNotation: Sendable, Hashable, Codable {
  /// The notation that the person has chosen; nil if none.
  package var chosen: ValueNotation?
  /// The time zone of times without an offset, unless the person has chosen one; nil for UTC.
  package var timeZone: TimeZone?
  /// The detected notation.
  package private(set) var found = ValueNotation.undecided
  /// Whether a value is ambiguous.
  package private(set) var isNeeded = false
  /// The first ambiguous value and the question; nil if the values decide.
  private var open: NotationQuestion?
  /// Words that are not known to mean yes or no.
  package private(set) var unknownWords: [String] = []
  /// Whether dates are followed by times, which are ignored.
  package private(set) var hasTimes = false
  /// The first and last year that is read of years of two digits, if they may be of the other century, too.
  private(set) var years: ClosedRange<Int>?

  init() {}

  /// The open question; nil if none.
  package var question: NotationQuestion? {
    guard let open else { return nil }
    switch open.subject {
    case .decimalMark: return chosen?.decimalMark == nil ? open : nil
    case .dateOrder: return chosen?.dateOrder == nil ? open : nil
    }
  }

  /// The question, whether or not the person has answered it.
  package var subject: NotationQuestion? { open }

  /// The notation in effect.
  package var valid: ValueNotation {
    var notation = found
    notation.timeZone = chosen?.timeZone ?? timeZone
    if let chosen {
      // A person's choice does not override a notation that the values prove.
      if let mark = chosen.decimalMark, notation.decimalMark == nil { notation.decimalMark = mark }
      notation.dateOrder = notation.dateOrder ?? chosen.dateOrder
      notation.truth.merge(chosen.truth) { _, new in new }
    }
    notation.dropsTime = true
    return notation
  }

  /// The notation of ambiguous values; nil if no value is ambiguous.
  var needed: ValueNotation? { isNeeded ? valid : nil }

  /// Takes over a survey's finding.
  mutating func decide(by finding: NotationSurvey.Finding) {
    found = finding.notation
    isNeeded =
      finding.example != nil || !finding.words.isEmpty || finding.isExport || finding.hasValues
      || !finding.years.isEmpty
    open = finding.question
    unknownWords = finding.words
    hasTimes = finding.hasTimes
    years = finding.years.open
  }
}

/// A question about an ambiguous text.
package struct NotationQuestion: Sendable, Hashable, Codable {
  /// The subject of the question.
  package enum Subject: Sendable, Hashable, Codable {
    case decimalMark, dateOrder
  }

  /// The subject of the question.
  package let subject: Subject
  /// The ambiguous text.
  package let example: String
  /// The possible readings.
  package let readings: Readings

  /// Two readings of a text.
  package struct Readings: Sendable, Hashable, Codable {
    package let first: String
    package let second: String
  }

  /// - Parameter century: that of years of two digits.
  /// - Returns: nil if the text has fewer than two readings.
  init?(_ text: String, of attribute: AttributeDescription, century: Int? = nil) {
    var (one, other) = (ValueNotation.undecided, ValueNotation.undecided)
    let isDate = attribute.kind == .date || attribute.kind == .timestamp
    if isDate {
      (one.dateOrder, other.dateOrder) = (.dayMonthYear, .monthDayYear)
    } else {
      (one.decimalMark, other.decimalMark) = (.point, .comma)
    }
    (one.dropsTime, other.dropsTime) = (true, true)
    (one.century, other.century) = (century ?? 2000, century ?? 2000)
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
