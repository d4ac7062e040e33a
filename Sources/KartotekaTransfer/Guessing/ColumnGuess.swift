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
  /// The kind that a person has chosen.
  private let chosen: KindName?

  init(_ values: [String], heading: String, as chosen: KindName? = nil) {
    self.heading = heading
    // What imports take for no value.
    self.values = values.filter { !$0.isEmpty && $0 != "NULL" }
    self.chosen = chosen
  }

  /// A field for the values under a heading. It has no name yet.
  /// - Parameter chosen: the kind that a person has chosen; nil to guess it.
  package static func attribute(
    of values: [String], heading: String, as chosen: KindName? = nil
  ) -> AttributeDescription {
    ColumnGuess(values.map { $0.trimmingSpaces() }, heading: heading, as: chosen).attribute(named: "column")
  }

  /// The values that are none of a field's.
  package static func misfits(_ values: [String], of attribute: AttributeDescription) -> [String] {
    let behavior = attribute.behavior
    return values.filter { text in
      guard !text.isEmpty, text != "NULL" else { return false }
      guard let value = try? behavior.read(text, for: attribute, in: .lenient) else { return true }
      return behavior.fault(in: value, for: attribute) != nil
    }
  }

  /// Whether the values are distinct integers.
  static func areDifferentNumbers(_ values: [String]) -> Bool {
    !values.isEmpty && Set(values).count == values.count && values.allSatisfy { Int64($0) != nil }
  }

  /// An attribute that can store the values.
  func attribute(named name: String) -> AttributeDescription {
    let label = heading.isEmpty ? Naming.words(name) : heading
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

  private var kind: KindName {
    if let chosen { return chosen }
    guard !values.isEmpty else { return .text }
    if isNumberLikeText { return looksLikePhone ? .phone : .text }
    if areTruths { return .boolean }
    // `+48 601 234 567` can be read as a number, which would lose its plus sign.
    if looksLikePhone, !values.allSatisfy({ $0.allSatisfy(\.isNumber) }) { return .phone }
    if currency != nil, all(.decimal) { return .decimal }
    for kind in [KindName.integer, .decimal] where all(kind) { return kind }
    if all(.date) { return .date }
    if all(.timestamp) { return .timestamp }
    if values.allSatisfy({ $0.contains("@") }), all(.mail) { return .mail }
    if values.allSatisfy({ $0.contains("://") }), all(.url) { return .url }
    if looksLikePhone { return .phone }
    if ["country", "kraj", "страна"].contains(where: { heading.lowercased().contains($0) }), all(.country) {
      return .country
    }
    if values.allSatisfy({ $0.contains(",") && $0.first.map { $0.isNumber || $0 == "-" } == true }), all(.coordinate) {
      return .coordinate
    }
    return areChoices ? .choice : .text
  }

  // Signs that belong to one currency, and codes.
  private static let currencies = [
    "EUR": ["€"], "USD": ["$"], "GBP": ["£"], "PLN": ["zł"], "RUB": ["₽"], "UAH": ["₴"], "JPY": ["¥"], "CZK": ["Kč"],
    "CHF": [], "SEK": [], "NOK": [], "DKK": [],
  ]

  // The currency that each value names.
  private var currency: String? {
    guard let first = values.first, chosen == nil || chosen == .decimal else { return nil }
    return Self.currencies.first { code, signs in
      let marks = signs + [code]
      return marks.contains { first.contains($0) }
        && values.allSatisfy { value in marks.contains { value.contains($0) } }
    }?.key
  }

  // Digits that would lose information as numbers: leading zeros, or more digits than spreadsheets support.
  private var isNumberLikeText: Bool {
    let digits = values.filter { $0.allSatisfy { $0.isASCII && $0.isNumber } }
    guard digits.count == values.count else { return false }
    return digits.contains { ($0.count > 1 && $0.hasPrefix("0")) || $0.count > 15 }
  }

  private var looksLikePhone: Bool {
    let isNamed = heading.lowercased().split { !$0.isLetter }.contains { word in
      word.hasSuffix("phone") || ["phone", "tel", "mobile", "fax", "телефон"].contains { word.hasPrefix($0) }
    }
    guard isNamed || values.allSatisfy({ $0.hasPrefix("+") }) else { return false }
    return values.allSatisfy { text in
      text.count { $0.isNumber } >= 5 && text.allSatisfy { $0.isNumber || " +-()./".contains($0) }
    } && all(.phone)
  }

  // Zeros and ones alone are taken for numbers.
  private var areTruths: Bool {
    Set(values.map { $0.lowercased() }).count <= 2 && values.contains { Int64($0) == nil } && all(.boolean)
  }

  private var areChoices: Bool {
    let different = Set(values)
    return different.count <= Self.mostChoices && different.count * Self.choiceRepeats <= values.count
      && different.allSatisfy { $0.count <= 40 && !$0.contains("\n") }
  }

  private func all(_ kind: KindName) -> Bool {
    var attribute = AttributeDescription(name: "value", label: "", kind: kind)
    if kind == .decimal {
      attribute.scale = scale
      attribute.currency = currency
    }
    let behavior = attribute.behavior
    return values.allSatisfy { text in
      guard text.count <= 1_000, let value = try? behavior.read(text, for: attribute, in: .lenient) else {
        return false
      }
      return behavior.fault(in: value, for: attribute) == nil
    }
  }

  // The maximum number of digits after a decimal mark.
  private var scale: Int {
    let scales = values.map { text -> Int in
      guard let mark = text.lastIndex(where: { $0 == "." || $0 == "," }) else { return 0 }
      return text[text.index(after: mark)...].count { $0.isNumber }
    }
    return min(scales.max() ?? 0, FetchExpression.mostDigits)
  }
}
