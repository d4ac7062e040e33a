import Foundation
import Synchronization

/// Formats amounts of money for a language: `$1,234.50`, `1234,50 USD`, `1 234,50 $`.
///
/// Foundation provides the sign and its position once for each language and currency. The digits are inserted here
/// without rounding.
struct MoneyFormatter: Hashable, Sendable {
  /// The text before and after the digits.
  let prefix: String
  let suffix: String

  private static let known = Mutex<[String: MoneyFormatter]>([:])

  /// The formatter of a currency, by its ISO 4217 code, in a language.
  static func of(_ currency: String, in language: Language) -> MoneyFormatter {
    let key = language.code + " " + currency
    if let formatter = known.withLock({ $0[key] }) { return formatter }
    let formatter = MoneyFormatter(currency, language)
    known.withLock { $0[key] = formatter }
    return formatter
  }

  private init(_ currency: String, _ language: Language) {
    let style = Decimal.FormatStyle.Currency(code: currency, locale: Locale(identifier: language.code))
    let sample = Decimal(1).formatted(style.precision(.fractionLength(0)))
    let parts = sample.split(separator: "1", maxSplits: 1, omittingEmptySubsequences: false)
    prefix = String(parts.first ?? "")
    suffix = parts.count > 1 ? String(parts[1]) : "\u{a0}" + currency
  }

  /// The amount for digits that are formatted for the language: `-1,234.50`.
  func text(_ digits: String) -> String {
    digits.hasPrefix("-") ? "-" + prefix + digits.dropFirst() + suffix : prefix + digits + suffix
  }

  /// Removes currency signs from a typed amount: `-$7.00` is `-7.00`, `21,00 USD` is `21,00`.
  static func bare(_ text: String, _ currency: String?) -> String {
    var sign = ""
    var rest = text[...]
    if let first = rest.first, "-−".contains(first) {
      sign = "-"
      rest = rest.dropFirst()
    }
    let words = ["zł"] + (currency.map { [$0, $0.lowercased()] } ?? [])
    while let first = rest.first, isMark(first) { rest = rest.dropFirst() }
    while let last = rest.last, isMark(last) { rest = rest.dropLast() }
    for word in words {
      if rest.hasPrefix(word) { rest = rest.dropFirst(word.count) }
      if rest.hasSuffix(word) { rest = rest.dropLast(word.count) }
    }
    return sign + String(rest).trimmingCharacters(in: .whitespaces)
  }

  // A sign of a currency, or white space.
  private static func isMark(_ character: Character) -> Bool {
    character.isCurrencySymbol || character.isWhitespace
  }
}
