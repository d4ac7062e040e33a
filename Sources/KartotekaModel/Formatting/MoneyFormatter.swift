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

  /// Removes the sign or the code of a currency from an amount: `-$7.00` is `-7.00`, `21,00 USD` is `21,00`, `(5 kr)` is
  /// `-5`. Another currency's sign stays, so that the amount is refused.
  /// - Parameter currency: the currency of the attribute; nil for any.
  static func bare(_ text: String, _ currency: String?) -> String {
    guard let first = text.first, let last = text.last, !isDigit(first) || !isDigit(last) else { return text }
    var sign = ""
    var rest = text[...]
    // Parentheses within parentheses stay, so that the amount is refused.
    if first == "(", last == ")" {
      sign = "-"
      rest = rest.dropFirst().dropLast()
    } else if "-−".contains(first) {
      sign = "-"
      rest = rest.dropFirst()
    }
    trim(&rest)
    if let word = CurrencySigns.first(of: rest, currency) {
      rest = rest.dropFirst(word.count)
    } else if let word = CurrencySigns.last(of: rest, currency) {
      rest = rest.dropLast(word.count)
    }
    trim(&rest)
    // The minus may stand behind the sign: `$-7.00`.
    if sign.isEmpty, let first = rest.first, "-−".contains(first) {
      sign = "-"
      rest = rest.dropFirst()
    }
    return sign + String(rest)
  }

  private static func trim(_ text: inout Substring) {
    while let first = text.first, first.isWhitespace { text = text.dropFirst() }
    while let last = text.last, last.isWhitespace { text = text.dropLast() }
  }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isWholeNumber }
}
