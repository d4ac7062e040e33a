/// The signs of currencies as they stand beside amounts, from the Unicode CLDR. A sign may belong to several currencies.
package enum CurrencySigns {
  /// The signs by ISO 4217 code.
  private static let signs: [String: [String]] = [
    "AED": ["د.إ"], "AMD": ["֏"], "ARS": ["AR$", "$"], "AUD": ["A$", "AU$", "$"], "AZN": ["₼"], "BAM": ["KM"],
    "BGN": ["лв.", "лв", "lv"], "BRL": ["R$"], "BYN": ["Br"], "CAD": ["CA$", "C$", "$"], "CHF": ["Fr.", "SFr."],
    "CLP": ["CLP$", "$"], "CNY": ["CN¥", "元", "¥"], "COP": ["COP$", "$"], "CRC": ["₡"], "CZK": ["Kč", "Kčs"],
    "DKK": ["kr.", "kr"], "EGP": ["E£"], "EUR": ["€", "Euro", "euro"], "GBP": ["£"], "GEL": ["₾"], "GHS": ["GH₵"],
    "HKD": ["HK$", "$"], "HRK": ["kn"], "HUF": ["Ft"], "IDR": ["Rp"], "ILS": ["₪"], "INR": ["₹", "Rs.", "Rs"],
    "ISK": ["kr.", "kr"], "JPY": ["¥", "円", "￥"], "KRW": ["₩", "원"], "KZT": ["₸"], "MAD": ["DH"], "MDL": ["L"],
    "MKD": ["ден."], "MXN": ["MX$", "$"], "MYR": ["RM"], "NGN": ["₦"], "NOK": ["kr.", "kr"], "NZD": ["NZ$", "$"],
    "PEN": ["S/"], "PHP": ["₱"], "PKR": ["Rs.", "Rs"], "PLN": ["zł", "zl"], "PYG": ["₲"], "RON": ["lei", "leu"],
    "RSD": ["дин.", "din."], "RUB": ["₽", "руб.", "руб", "р."], "SAR": ["﷼"], "SEK": ["kr.", "kr"],
    "SGD": ["S$", "$"], "THB": ["฿"], "TRY": ["₺", "TL"], "TWD": ["NT$", "$"], "UAH": ["₴", "грн.", "грн"],
    "USD": ["US$", "$"], "UYU": ["UY$", "$"], "VND": ["₫"], "ZAR": ["R"],
  ]

  // The longest first, so that "US$" is not read as "S" and "$".
  private static let words: [String: [String]] = Dictionary(
    uniqueKeysWithValues: signs.map { code, signs in (code, sorted(signs + [code, code.lowercased()])) })

  private static let all = sorted(Array(Set(signs.keys.flatMap { words[$0] ?? [] })))

  private static func sorted(_ words: [String]) -> [String] {
    words.sorted { ($0.utf8.count, $1) > ($1.utf8.count, $0) }
  }

  // Those of all currencies by their first and by their last character. An import asks for each cell.
  private static let byFirst = Dictionary(grouping: all) { $0.first }
  private static let byLast = Dictionary(grouping: all) { $0.last }

  private static func words(of currency: String) -> [String] {
    words[currency] ?? sorted([currency, currency.lowercased()])
  }

  /// The sign or code of a currency, or of any, with which a text begins; nil where it begins with none.
  static func first(of text: Substring, _ currency: String?) -> String? {
    (currency.map { words(of: $0) } ?? byFirst[text.first] ?? []).first { text.hasPrefix($0) }
  }

  /// The sign or code of a currency, or of any, with which a text ends; nil where it ends with none.
  static func last(of text: Substring, _ currency: String?) -> String? {
    (currency.map { words(of: $0) } ?? byLast[text.last] ?? []).first { text.hasSuffix($0) }
  }

  private static let lowercasedCodes = Set(signs.keys.map { $0.lowercased() })
  /// Signs that are also the beginning or the end of codes, and units: `R101`, `5 L`, `12 KM`.
  private static let ambiguous: Set<String> = ["Br", "DH", "KM", "L", "R", "RM", "TL", "kn", "lv"]

  /// The currencies whose sign or code stands beside an amount: several for `$`, the US dollar first; none where there is
  /// neither. A text that may also be a code, such as `R101`, names none.
  package static func currencies(in text: String) -> [String] {
    var trimmed = text.trimmingSpaces()
    // Parentheses are a minus sign.
    if trimmed.hasPrefix("("), trimmed.hasSuffix(")") {
      trimmed = String(trimmed.dropFirst().dropLast()).trimmingSpaces()
    }
    guard let word = all.first(where: { isBeside($0, trimmed) }), isUnmistakable(word, in: trimmed) else { return [] }
    let codes = signs.keys.filter { words[$0]?.contains(word) == true }.sorted()
    return codes.contains("USD") ? ["USD"] + codes.filter { $0 != "USD" } : codes
  }

  /// The signs and codes of currencies without decimal places alone: `¥` is also that of the yuan.
  private static let whole = ["円", "원", "₩", "₫", "₲", "CLP", "ISK", "JPY", "KRW", "PYG", "VND"].map { Array($0.utf8) }

  /// Whether the sign or code beside an amount is that of a currency without decimal places: `1,234円`. Called for every value of
  /// which it isn't clear what its mark means.
  static func isWhole(_ text: UnsafeRawBufferPointer) -> Bool {
    guard text.contains(where: { $0 > 0x40 }) else { return false }
    return whole.contains { text.starts(with: $0) || text.suffix($0.count).elementsEqual($0) }
  }

  private static func isUnmistakable(_ word: String, in text: String) -> Bool {
    guard word.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == ".") }) else { return true }
    guard !ambiguous.contains(word), !lowercasedCodes.contains(word) else { return false }
    // `PEN12` may be a code.
    let digits = text.hasPrefix(word) ? text.dropFirst(word.count) : text.dropLast(word.count)
    let isApart = text.hasPrefix(word) ? digits.first?.isWhitespace == true : digits.last?.isWhitespace == true
    return isApart || digits.contains { $0 == "." || $0 == "," }
  }

  private static func isBeside(_ word: String, _ text: String) -> Bool {
    let rest =
      text.hasPrefix(word)
      ? text.dropFirst(word.count)
      : text.hasSuffix(word)
        ? text.dropLast(word.count)
        : text.hasPrefix("-" + word) ? text.dropFirst(word.count + 1) : ""
    return rest.contains { $0.isNumber } && !rest.contains { $0.isLetter }
  }
}
