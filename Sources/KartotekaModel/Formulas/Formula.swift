/// A formula over the values of a record: numbers, texts, days, yes or no.
///
/// ```
/// if(paid, "settled", if(due < today, "late", "open"))
/// sum(lines: unitPrice * quantity) / 100
/// ```
/// It is stored with the names of fields. `FormulaNames` reads and writes it with their labels. `docs/FORMULAS.md` describes the
/// language.
public struct Formula: Hashable, Sendable {
  /// The term that the formula computes.
  package let term: FormulaTerm

  package init(_ term: FormulaTerm) { self.term = term }

  /// Reads a formula with the names of fields. The check of the declaration reports a text that is no formula.
  public init(_ text: String) {
    do throws(FormulaFault) { self = try Formula(reading: text) } catch {
      term = .unreadable(text)
    }
  }

  /// Reads a formula with the names of fields.
  /// - Throws: ``FormulaFault`` with the place of the error.
  package init(reading text: String) throws(FormulaFault) {
    var parser = FormulaParser(text, nil)
    term = try parser.read().term
  }

  /// The formula with the names of fields. Reading it gives an equal formula.
  package var text: String { FormulaWriter(names: nil, entity: nil).text(term) }

  // The same in a document, where a calculation on stored numbers alone is another computation: an equals sign begins the text.
  func text(asDocument isDocument: Bool) -> String {
    isDocument && ExpressionText.read(text) != nil ? "=" + text : text
  }
}

extension Formula: Codable {
  /// Decodes the text.
  public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// A part of a formula.
package indirect enum FormulaTerm: Hashable, Sendable {
  /// The value of an attribute or a computed value of the record, or, as `customer.country`, of a related record.
  case value(String)
  /// A constant in its smallest unit: 0.21 is 21 with scale 2.
  case number(Int64, scale: Int)
  /// A constant text; an empty one is no value.
  case text(String)
  /// The current day.
  case today
  /// The current moment.
  case now
  /// The name of the person who asks, or whose change it is; empty without people.
  case me
  /// An operator or a function of values.
  case call(FormulaFunction, [FormulaTerm])
  /// A function of the records that a relationship leads to: the value of each, and the condition of those that count.
  case over(FormulaFunction, String, [FormulaTerm])
  /// A text that is no formula.
  case unreadable(String)

  /// The parts in the order in which they are written.
  package var parts: [FormulaTerm] {
    switch self {
    case .value, .number, .text, .today, .now, .me, .unreadable: []
    case .call(_, let parts), .over(_, _, let parts): parts
    }
  }

  /// The parts; of `&`, `and` and `or` those of all in a row, which SQL writes as one list.
  package var operands: [FormulaTerm] {
    guard case .call(let function, let parts) = self, [.appended, .and, .or].contains(function) else { return parts }
    return parts.flatMap { part in
      if case .call(function, _) = part { part.operands } else { [part] }
    }
  }

  /// Whether the result depends on the day: on today, or on the days of moments in a time zone.
  package var isOfDay: Bool {
    switch self {
    case .today: true
    case .call(let function, _) where function == .date || function.isPartOfDay: true
    default: parts.contains(where: \.isOfDay)
    }
  }

  /// Whether the result depends on the current moment.
  package var isOfMoment: Bool { self == .now || parts.contains(where: \.isOfMoment) }

  /// Whether the result depends on who asks.
  package var isOfAsker: Bool { self == .me || parts.contains(where: \.isOfAsker) }
}

/// The operators and functions of formulas.
package enum FormulaFunction: String, CaseIterable, Hashable, Sendable {
  case or, and
  case equal = "="
  case unequal = "<>"
  case notMore = "<="
  case notLess = ">="
  case less = "<"
  case more = ">"
  case appended = "&"
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "/"
  case not
  case choose = "if"
  case round, least, greatest, first, joined, empty, contains, length, upper, lower, start, before, after, replace
  case date, days, hours, minutes, addmonths, year, month, day, week, weekday
  case sum, count, average

  /// The strength with which an operator binds; nil for a function.
  var strength: Int? {
    switch self {
    case .or: 1
    case .and: 2
    case .equal, .unequal, .notMore, .notLess, .less, .more: 3
    case .appended: 4
    case .plus, .minus: 5
    case .times, .divided: 6
    default: nil
    }
  }

  /// Whether it compares two values.
  package var isComparison: Bool { strength == 3 }

  /// The functions with a name.
  static let named = Dictionary(
    uniqueKeysWithValues: allCases.filter { $0.strength == nil }.map { ($0.rawValue, $0) })

  /// Whether the function can have the records of a relationship as its argument.
  var isOfRecords: Bool {
    switch self {
    case .sum, .count, .average, .least, .greatest, .joined: true
    default: false
    }
  }

  /// Whether the function gives a number of a day, such as its year.
  var isPartOfDay: Bool {
    switch self {
    case .year, .month, .day, .week, .weekday: true
    default: false
    }
  }

  /// Whether the function has no other argument than the records of a relationship.
  var isOfRecordsAlone: Bool { self == .sum || self == .count || self == .average }

  /// The least and the greatest number of arguments that are values.
  package var arguments: ClosedRange<Int> {
    switch self {
    case .not, .empty, .length, .upper, .lower, .date, .days, .hours, .minutes: 1...1
    case .year, .month, .day, .week, .weekday: 1...1
    case .choose: 2...3
    case .round, .contains, .start, .before, .after, .addmonths: 2...2
    case .replace: 3...3
    case .least, .greatest, .first: 1...FormulaParser.mostArguments
    case .joined: 2...FormulaParser.mostArguments
    case .sum, .count, .average: 0...0
    default: 2...2
    }
  }

  /// An example of its use, for a message. The catalogues have the names of their languages in it.
  package var pattern: FaultText {
    switch self {
    case .choose: "if(condition, value, otherwise)"
    case .round: "round(number, digits)"
    case .least: "least(value, value)"
    case .greatest: "greatest(value, value)"
    case .first: "first(value, value)"
    case .joined: "joined(\", \", value, value)"
    case .contains: "contains(text, part)"
    case .start: "start(text, number)"
    case .before: "before(text, part)"
    case .after: "after(text, part)"
    case .replace: "replace(text, part, other)"
    case .addmonths: "addmonths(day, number)"
    case .hours: "hours(moment - moment)"
    case .minutes: "minutes(moment - moment)"
    case .sum: "sum(records, value)"
    case .average: "average(records, value)"
    case .count: "count(records)"
    case .not: "not(value)"
    case .empty: "empty(value)"
    case .length: "length(value)"
    case .upper: "upper(text)"
    case .lower: "lower(text)"
    case .date: "date(value)"
    case .days: "days(value)"
    case .year: "year(value)"
    case .month: "month(value)"
    case .day: "day(value)"
    case .week: "week(value)"
    case .weekday: "weekday(value)"
    case .or, .and, .equal, .unequal, .notMore, .notLess, .less, .more, .appended, .plus, .minus, .times, .divided:
      FaultText(stringLiteral: rawValue)
    }
  }
}

/// An error of a formula, with its place in the text.
package struct FormulaFault: Error, Hashable, Sendable {
  /// The fault and its remedy.
  package let sentence: FaultText
  /// The place in the text, in characters; empty at its end, and where a formula has no text.
  package let range: Range<Int>

  // The characters before and after a part that say where it stands, and the length from which a text needs them.
  private static let (around, longText) = (16, 60)

  /// The sentence with the part of the text that it is about. Where the part by itself does not say where it stands, it is quoted
  /// with what stands before and after it: a single sign, a part that the text has twice, and a part of a long text.
  package func phrase(in text: String) -> Phrase {
    let characters = FormulaParser.visible(text)
    guard !range.isEmpty, range.upperBound <= characters.count, range.count < characters.count else {
      return sentence.phrase
    }
    let part = String(characters[range])
    let isSign = range.count == 1 && !characters[range.lowerBound].isLetter && !characters[range.lowerBound].isNumber
    let isOnce = String(characters).ranges(of: part).count == 1
    let fault = Phrase.Argument.phrase(sentence.phrase)
    if isOnce, !isSign, characters.count <= Self.longText {
      return Phrase("{part}: {fault}", ["part": .text(part), "fault": fault])
    }
    let from = max(0, range.lowerBound - Self.around)
    let to = min(characters.count, range.upperBound + Self.around)
    func line(_ range: Range<Int>) -> String {
      String(characters[range].map { $0.isNewline ? " " : $0 })
    }
    // The part stands in brackets in what is around it.
    let quoted =
      (from > 0 ? "…" : "") + line(from..<range.lowerBound) + "[" + line(range) + "]"
      + line(range.upperBound..<to) + (to < characters.count ? "…" : "")
    return Phrase("“{part}” in {text}: {fault}", ["part": .text(part), "text": .text(quoted), "fault": fault])
  }

  /// The place in the text as a script counts, in UTF-16, with a line end as one sign; nil for none.
  package func place(in text: String) -> Range<Int>? {
    guard !range.isEmpty else { return nil }
    var (visible, place, start) = (0, 0, Int?.none)
    for character in text {
      let isSeen = !FormulaParser.visible(String(character)).isEmpty
      if isSeen {
        if visible == range.lowerBound { start = place }
        if visible == range.upperBound { break }
        visible += 1
      }
      place += character == "\r\n" ? 1 : character.utf16.count
    }
    guard let start, visible >= range.upperBound else { return nil }
    return start..<place
  }

  init(_ sentence: FaultText, at range: Range<Int>) { (self.sentence, self.range) = (sentence, range) }
}
