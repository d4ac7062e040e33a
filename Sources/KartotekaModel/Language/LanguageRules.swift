import Foundation

/// The rules of a language: plurals, the marks of numbers, the alphabet, and its words.
package final class LanguageRules: Sendable {
  package let plurals: PluralRule
  // Made when a number is first written: reading CLDR takes some hundredths of a second.
  private let deferredMarks: Deferred<NumberMarks>
  /// Whether a label keeps its capital within a sentence.
  package let capitalizesNouns: Bool
  /// Names of countries that replace CLDR's, by their codes.
  package let countries: [String: String]
  /// The platform's words as a JSON file; empty for the languages of the platform, whose files the platform has.
  package let words: @Sendable () -> Data
  /// The name of its order in key tables and cursors; nil for the code.
  let collation: String?
  /// The table by which its letters are replaced in sort keys.
  private let folding: Deferred<FoldingTable>
  /// Whether its letters have an order of their own.
  let hasAlphabet: Bool

  init(
    plurals: PluralRule, marks: @autoclosure @escaping @Sendable () -> NumberMarks, collation: String? = nil,
    alphabet: String = "", capitalizesNouns: Bool = false, countries: [String: String] = [:],
    words: @escaping @Sendable () -> Data = { Data() }
  ) {
    self.plurals = plurals
    deferredMarks = Deferred(marks)
    self.collation = collation
    self.capitalizesNouns = capitalizesNouns
    self.countries = countries
    self.words = words
    hasAlphabet = !alphabet.isEmpty
    folding = Deferred { alphabet.isEmpty ? .root : FoldingTable(alphabet: alphabet) }
  }

  var table: FoldingTable { folding.value }

  /// The marks of numbers.
  package var marks: NumberMarks { deferredMarks.value }
}

/// The marks with which a language writes numbers.
package struct NumberMarks: Sendable {
  /// The mark between groups of three digits.
  package let group: String
  /// The number of digits from which on they are grouped.
  package let groupsFrom: Int
  /// The mark between whole and fraction.
  package let decimal: String
  /// The sign behind a percentage.
  package let percent: String
  /// Whether people may mark groups by a point: `1.000` is a thousand.
  let groupsByPoint: Bool

  init(group: String, groupsFrom: Int, decimal: String, percent: String) {
    (self.group, self.groupsFrom, self.decimal, self.percent) = (group, groupsFrom, decimal, percent)
    groupsByPoint = false
  }

  /// The marks of CLDR.
  init(_ locale: Locale) {
    let group = locale.groupingSeparator ?? "\u{a0}"
    // What is shown can be typed. A typed point may be the decimal mark of a numeric keypad (`ValueNotation.init(typedBy:)`), and
    // marks of other scripts are none that numbers are read with, so that groups have the space of ISO 80000-1 there.
    self.group = [",", "'", "’", "\u{202f}"].contains(group) ? group : "\u{a0}"
    groupsFrom = 1000.formatted(.number.locale(locale)).contains(group) ? 4 : 5
    decimal = locale.decimalSeparator == "," ? "," : "."
    groupsByPoint = group == "."
    let percentage = 0.5.formatted(.percent.locale(locale))
    percent = percentage.hasPrefix("50") ? String(percentage.dropFirst(2)) : "%"
  }
}

extension Language {
  /// The plural category of a whole number, as CLDR's plural rules name it.
  package func pluralCategory(of count: Int) -> PluralCategory { rules.plurals.category(of: count.magnitude) }

  /// The plural categories of whole numbers in the language.
  package var pluralCategories: [PluralCategory] { rules.plurals.categories }

  /// The number with its digits grouped as the language groups them: `1,000` or `10 000`.
  package func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    let count = digits.utf8.count
    guard count >= rules.marks.groupsFrom else { return number < 0 ? "-" + digits : digits }
    var result = number < 0 ? "-" : ""
    for (index, digit) in digits.utf8.enumerated() {
      if index > 0, (count - index) % 3 == 0 { result += rules.marks.group }
      result.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return result
  }

  /// The mark between whole and fraction: a point in English, a comma in Polish and Russian.
  package var decimalMark: String { rules.marks.decimal }

  /// Whether a point before three digits may mean groups where people type, so that nobody knows whether `1.000` is one or a
  /// thousand.
  package var isPointUnclear: Bool { rules.marks.groupsByPoint }

  /// The sign behind a percentage, in Russian with a space that doesn't break.
  package var percentSign: String { rules.marks.percent }

  /// A label within a sentence: small, unless it is an abbreviation, or a noun of a language that has them with capitals.
  package func withinSentence(_ label: String) -> String {
    rules.capitalizesNouns || label.dropFirst().first?.isUppercase == true
      ? label : label.prefix(1).lowercased() + label.dropFirst()
  }
}
