import Foundation
import KartotekaModel

/// Guesses the kind of a column from its values.
package struct ColumnGuess {
  /// The maximum number of different values of a choice.
  private static let mostChoices = 12
  /// The minimum average frequency of each choice.
  private static let choiceRepeats = 5

  private let heading: String
  private let values: [String]
  /// The values that are no placeholders such as n/a, unless all are.
  private let real: [String]
  /// The kind that a person has chosen.
  private let chosen: KindName?
  /// The currency of the amounts; nil for none, and for several.
  private let currency: String?
  /// Whether there are amounts in several currencies, which would be lost.
  private let haveSeveralCurrencies: Bool
  /// The notation in which the values are read.
  private let notation: ValueNotation
  private let isTyped: Bool
  /// Whether there are rows without a value.
  private let hasBlanks: Bool

  /// - Parameters:
  ///   - file: the evidence of the file's other columns for its notation.
  ///   - isTyped: whether the values are those of a spreadsheet's cells with types.
  init(
    _ values: [String], heading: String, as chosen: KindName? = nil, in file: NotationEvidences = .init(),
    isTyped: Bool = false
  ) {
    self.heading = heading
    hasBlanks = values.contains { $0.isEmpty || $0 == "NULL" || Placeholders.contains($0) }
    // Imports take these texts for no value.
    let values = values.filter { !$0.isEmpty && $0 != "NULL" }
    self.values = values
    let real = values.filter { !Placeholders.contains($0) }
    self.real = real.isEmpty ? values : real
    self.chosen = chosen
    (currency, haveSeveralCurrencies) = Self.currencies(of: self.real, as: chosen)
    self.isTyped = isTyped
    notation = isTyped ? .lenient : NotationEvidences(values).notation(else: file)
  }

  /// A field for the values under a heading. It has no name yet.
  /// - Parameter chosen: the kind that a person has chosen; nil to guess it.
  package static func attribute(
    of values: [String], heading: String, as chosen: KindName? = nil
  ) -> AttributeDescription {
    ColumnGuess(values.map { $0.trimmingSpaces() }, heading: heading, as: chosen).attribute(named: "column")
  }

  /// The values that are none of a field's.
  package static func misfits(
    _ values: [String], of attribute: AttributeDescription, in notation: ValueNotation = .lenient
  ) -> [String] {
    let behavior = attribute.behavior
    return values.filter { text in
      guard !text.isEmpty, text != "NULL" else { return false }
      if Placeholders.contains(text, of: attribute) { return false }
      guard let value = try? behavior.read(text, for: attribute, in: notation) else { return true }
      return behavior.fault(in: value, for: attribute) != nil
    }
  }

  /// Whether the values are distinct numbers of records.
  static func areDifferentNumbers(_ values: [String]) -> Bool {
    !values.isEmpty && Set(values).count == values.count
      && values.allSatisfy { Int64($0).map(RecordIDs.range.contains) ?? false }
  }

  /// An attribute that can store the values.
  func attribute(named name: String) -> AttributeDescription {
    let label = heading.isEmpty ? Naming.words(name) : heading
    if let formed = formed(named: name, label: label) { return formed }
    var attribute = AttributeDescription(name: name, label: label, kind: kind)
    switch attribute.kind {
    case .decimal:
      attribute.scale = scale
      attribute.currency = currency
    case .choice:
      var seen: Set<String> = []
      attribute.choices = values.filter { seen.insert($0).inserted }.sorted().map { Choice($0) }
    case .text:
      let longest = values.map(\.count).max() ?? 0
      if longest > 200 || values.contains(where: { $0.contains("\n") }) {
        attribute.multiline = true
        attribute.maximumLength = TextKind.longest.multiline
      }
    default: break
    }
    return attribute
  }

  // The field of numbers whose form the formats of a spreadsheet's cells tell: percentages, and hours beyond 24.
  private func formed(named name: String, label: String) -> AttributeDescription? {
    guard isTyped, chosen == nil, !values.isEmpty else { return nil }
    var attribute: AttributeDescription
    if arePercentages {
      attribute = AttributeDescription(name: name, label: label, kind: .decimal)
      attribute.form = .percent
      attribute.scale = min(scale + AttributeDescription.percentDigits, FetchExpression.mostDigits)
    } else if areDurations {
      attribute = AttributeDescription(name: name, label: label, kind: .integer)
      attribute.form = .duration
    } else {
      return nil
    }
    let behavior = attribute.behavior
    return real.allSatisfy { Self.fits($0, attribute, behavior, notation) } ? attribute : nil
  }

  // Cells with times of day have hours of two digits: `08:30`.
  private var areDurations: Bool {
    guard real.allSatisfy({ $0.contains(":") }) else { return false }
    let hours = real.map { text in text.drop { $0 == "-" }.prefix { $0 != ":" } }
    return !hours.contains { $0.count == 2 && $0.first == "0" }
      && hours.contains { $0.count == 1 || Int($0).map { $0 >= 24 } ?? false }
  }

  private var kind: KindName {
    if let chosen { return chosen }
    guard !values.isEmpty else { return .text }
    if areDaysInDigits { return .date }
    if areMomentsInDigits { return .timestamp }
    if isNumberLikeText { return looksLikePhone ? .phone : .text }
    if areTruths { return .boolean }
    // `+48 601 234 567` can be read as a number, which would lose its plus sign.
    if looksLikePhone { return .phone }
    if currency != nil, nearlyAll(.decimal) { return .decimal }
    // 1.10 is no version before 1.9.
    if isOfVersions || haveSeveralCurrencies { return areChoices ? .choice : .text }
    // A number with decimal places, such as 2.500,00, is an amount.
    if all(.integer), !real.contains(where: hasPlaces) { return .integer }
    for kind in [KindName.decimal, .date, .timestamp] where all(kind) { return kind }
    if real.allSatisfy({ $0.contains("@") }), !isUID, all(.mail) { return .mail }
    if real.allSatisfy({ $0.contains("://") }), all(.url) { return .url }
    for kind in [KindName.integer, .decimal, .date, .timestamp] where nearlyAll(kind) { return kind }
    if real.count(where: { $0.contains("@") }) * 10 >= real.count * 9, !isUID, nearlyAll(.mail) { return .mail }
    if ["country", "kraj", "страна"].contains(where: { heading.lowercased().contains($0) }), all(.country) {
      return .country
    }
    if real.allSatisfy({ $0.contains(",") && $0.first.map { $0.isNumber || $0 == "-" } == true }), all(.coordinate) {
      return .coordinate
    }
    return areChoices ? .choice : .text
  }

  /// The number of amounts without a sign after which none is expected.
  private static let mostPlain = 20

  // The currency that the amounts name; of several with the same sign, the one that another value's code tells, or the first.
  // Some amounts may lack it.
  private static func currencies(of values: [String], as chosen: KindName?) -> (currency: String?, areSeveral: Bool) {
    guard chosen == nil || chosen == .decimal else { return (nil, false) }
    var candidates: [String]?
    var (signed, count) = (0, 0)
    // A word among amounts is recognized later.
    for value in values where value.contains(where: \.isNumber) {
      count += 1
      let named = CurrencySigns.currencies(in: value)
      if named.isEmpty {
        if signed == 0, count >= mostPlain { return (nil, false) }
        continue
      }
      signed += 1
      candidates = candidates?.filter(named.contains) ?? named
      if candidates?.isEmpty == true { return (nil, true) }
    }
    guard let candidates, signed * 2 >= count else { return (nil, false) }
    // "kr" is the sign of four currencies.
    return (candidates.count == 1 || candidates.first == "USD" ? candidates.first : nil, false)
  }

  // Digits that would lose information as numbers: leading zeros, or more digits than spreadsheets support.
  private var isNumberLikeText: Bool {
    let digits = real.filter { $0.allSatisfy { $0.isASCII && $0.isNumber } }
    guard digits.count == real.count else { return false }
    return isOfCodes || digits.contains { ($0.count > 1 && $0.hasPrefix("0")) || $0.count > 15 }
  }

  private static let codes: Set<String> = [
    "isbn", "isbn10", "isbn13", "issn", "ean", "ean13", "gtin", "upc", "barcode", "strichcode", "zip", "zipcode", "plz",
    "postleitzahl", "postal", "postcode", "postnummer", "pocztowy", "psč", "iban",
  ]

  // Numbers that nobody counts with.
  private var isOfCodes: Bool {
    heading.lowercased().split { !$0.isLetter && !$0.isNumber }.contains { Self.codes.contains(String($0)) }
  }

  // `20260105`: the heading says so, or all values are days of these decades, which few numbers are by chance, and it doesn't
  // say that they number records. The cells of a spreadsheet say themselves what they are.
  private var areDaysInDigits: Bool {
    let isNamed = DayHeadings.contains(heading) && !DayHeadings.endsInNumber(heading)
    guard isNamed || !isTyped && !DayHeadings.isOfNumbers(heading) else { return false }
    let days = real.filter { !isNamed || $0 != Placeholders.noDay }
    return !days.isEmpty
      && days.allSatisfy { text in
        DateKind.yearOfDigits(text).map { isNamed || (1_970..<2_050).contains($0) } ?? false
      }
  }

  // `20260105101500`
  private var areMomentsInDigits: Bool {
    DayHeadings.contains(heading) && real.allSatisfy { $0.utf8.count == 14 && $0.utf8.allSatisfy { $0 &- 0x30 < 10 } }
      && all(.timestamp)
  }

  private var isOfVersions: Bool {
    let words = heading.lowercased().split { !$0.isLetter }
    return real.allSatisfy { $0.contains(where: \.isNumber) } && real.contains { $0.contains(".") }
      && words.contains { ["version", "versions", "wersja", "версия", "versión", "versione"].contains($0) }
  }

  // The UID of an event or card looks like a mail address.
  private var isUID: Bool { ["uid", "messageid"].contains(Naming.key(heading)) }

  private var looksLikePhone: Bool {
    let isNamed = heading.lowercased().split { !$0.isLetter }.contains { word in
      word.hasSuffix("phone") || ["phone", "tel", "mobile", "fax", "телефон"].contains { word.hasPrefix($0) }
    }
    guard isNamed || real.allSatisfy({ $0.hasPrefix("+") }) else { return false }
    // Amounts may have a plus sign, +1000.01. Telephone numbers have more digits behind a point: +1.4155550100.
    if !isNamed, (1...4).contains(scale) { return false }
    let numbers = real.map { PhoneText($0).number }
    // Beside usual numbers there may be short ones such as 112.
    guard numbers.contains(where: { $0.count(where: \.isNumber) >= 5 }) else { return false }
    return numbers.allSatisfy { number in
      number.count(where: \.isNumber) >= (isNamed ? PhoneKind.digits.lowerBound : 7)
        && number.allSatisfy { $0.isNumber || " +-()./".contains($0) }
    } && all(.phone)
  }

  // Zeros and ones alone are taken for numbers.
  private var areTruths: Bool {
    let words = Set(real.map { $0.lowercased() })
    return words.count <= 2 && real.contains(where: { Int64($0) == nil }) && all(.boolean)
      && TruthWords.areTruths(words, ofSeveral: real.count > 1, hasBlanks: hasBlanks)
  }

  private var areChoices: Bool {
    let different = Set(values)
    return (2...Self.mostChoices).contains(different.count) && different.count * Self.choiceRepeats <= values.count
      && different.allSatisfy { $0.count <= 40 && !$0.contains("\n") }
  }

  private func all(_ kind: KindName) -> Bool {
    var attribute = AttributeDescription(name: "value", label: "", kind: kind)
    if kind == .decimal {
      attribute.scale = scale
      attribute.currency = currency
    }
    let behavior = attribute.behavior
    return real.allSatisfy { Self.fits($0, attribute, behavior, notation) }
  }

  private static func fits(
    _ text: String, _ attribute: AttributeDescription, _ behavior: any AttributeKind, _ notation: ValueNotation
  ) -> Bool {
    guard text.count <= 1_000, let value = try? behavior.read(text, for: attribute, in: notation) else { return false }
    return behavior.fault(in: value, for: attribute) == nil
  }

  private func hasPlaces(_ text: String) -> Bool {
    ValueNotation.amount(text, in: notation)?.contains(".") ?? false
  }

  // Whether few values don't fit a kind, and don't say that it is another one: 3a among numbers is a code.
  private func nearlyAll(_ kind: KindName) -> Bool {
    var attribute = AttributeDescription(name: "value", label: "", kind: kind)
    if kind == .decimal { (attribute.scale, attribute.currency) = (scale, currency) }
    let behavior = attribute.behavior
    let most = Misfits.most(of: real.count, kind)
    guard most > 0 else { return false }
    var count = 0
    for text in real where !Self.fits(text, attribute, behavior, notation) {
      count += 1
      guard count <= most, Misfits.areNoCodes(text, kind) else { return false }
    }
    return true
  }

  /// Whether the values are percentages.
  var arePercentages: Bool {
    !real.isEmpty && real.allSatisfy { $0.hasSuffix("%") || $0.hasPrefix("%") }
  }

  /// The maximum number of values that do not fit a column's kind: they are shown, and empty unless a person makes it a text.
  enum Misfits {
    static func most(of count: Int, _ kind: KindName) -> Int {
      switch kind {
      case .date, .timestamp: count >= 3 ? max(1, count / 10) : 0
      default: count / 20
      }
    }

    static func areNoCodes(_ text: String, _ kind: KindName) -> Bool {
      switch kind {
      // A day that doesn't exist, or no day at all. "spring of 1951" is one that would be lost.
      case .date, .timestamp: text.utf8.count <= 40 && !hasYearAlone(text) && !isNumber(text) && !isShortDay(text)
      case .mail: text.utf8.count <= 80
      default: !text.contains(where: \.isNumber)
      }
    }

    // Whether a text is a number longer than a year, which is no day: the days in digits beside it are numbers, too.
    private static func isNumber(_ text: String) -> Bool {
      text.utf8.count > 4 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } && text.utf8.contains { $0 != 0x30 }
    }

    // Whether a text looks like a day with a year of two digits, and may be a version: 1.2.26.
    private static func isShortDay(_ text: String) -> Bool {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      return parts.count == 3 && parts[2].count == 2
        && parts.allSatisfy { (1...2).contains($0.count) && $0.allSatisfy { $0.isASCII && $0.isNumber } }
        && parts.contains { $0.count == 1 }
    }

    // Whether a text has a year, and neither a month nor a day in numbers.
    private static func hasYearAlone(_ text: String) -> Bool {
      let numbers = text.split { !$0.isASCII || !$0.isNumber }
      return numbers.count == 1 && numbers[0].count == 4 && Int(numbers[0]).map { (1_000...2_100).contains($0) } == true
    }
  }

  // The maximum number of digits after the decimal mark.
  private var scale: Int {
    let scales = real.map { text -> Int in
      guard let number = ValueNotation.amount(text, in: notation), let mark = number.firstIndex(of: ".") else {
        return 0
      }
      return number[mark...].count - 1
    }
    return min(scales.max() ?? 0, FetchExpression.mostDigits)
  }
}
