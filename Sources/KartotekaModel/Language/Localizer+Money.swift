import Foundation

// Amounts that no attribute has: sums, averages, the marks of an axis.
extension Localizer {
  /// An amount in a currency: `$123,799.00`, `123 799,00 USD`.
  /// - Parameters:
  ///   - amount: the amount, in units of the currency.
  ///   - currency: the code of the currency, such as `PLN`.
  ///   - digits: how many digits stand after the point; what is over is rounded.
  public func money(_ amount: Decimal, _ currency: String, digits: Int = 2) -> String {
    MoneyFormatter.of(currency, in: language).text(number(amount, digits: digits))
  }

  /// A number with so many digits after the point, rounded and grouped as the language does: `1,234.50`.
  public func number(_ number: Decimal, digits: Int) -> String {
    var (amount, rounded) = (number, Decimal())
    NSDecimalRound(&rounded, &amount, digits, .plain)
    let text = (rounded < 0 ? -rounded : rounded).description
    let parts = text.split(separator: ".", maxSplits: 1)
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    let whole = parts.first.flatMap { Int($0) }.map(language.grouped) ?? String(parts.first ?? "0")
    let tail = String((fraction + String(repeating: "0", count: digits)).prefix(digits))
    return (rounded < 0 ? "-" : "") + whole + (digits > 0 ? language.decimalMark + tail : "")
  }

  /// A number as short as an axis wants it: `950`, `50 k`, `1.5 M`; thousands and millions with at most one
  /// digit after the point, and with none from a hundred on.
  public func short(_ number: Decimal) -> String {
    let size = number < 0 ? -number : number
    if size >= 999_500 { return self("{number} M", ["number": .text(scaled(number / 1_000_000))]) }
    if size >= 999.5 { return self("{number} k", ["number": .text(scaled(number / 1_000))]) }
    return scaled(number)
  }

  /// An amount as short as a badge wants it: `$848 k`, `848 tys. USD`.
  package func shortMoney(_ amount: Decimal, _ currency: String) -> String {
    MoneyFormatter.of(currency, in: language).text(short(amount))
  }

  /// The sign of a currency, and whether it stands before the digits.
  package func currencySign(_ currency: String) -> (text: String, isBefore: Bool) {
    let formatter = MoneyFormatter.of(currency, in: language)
    let before = formatter.prefix.trimmingCharacters(in: .whitespaces)
    return before.isEmpty
      ? (formatter.suffix.trimmingCharacters(in: .whitespaces), false) : (before, true)
  }

  private func scaled(_ number: Decimal) -> String {
    let isLarge = number >= 99.95 || number <= -99.95
    let text = self.number(number, digits: isLarge ? 0 : 1)
    let zero = language.decimalMark + "0"
    return text.hasSuffix(zero) ? String(text.dropLast(zero.count)) : text
  }
}
