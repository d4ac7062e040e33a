import Kartoteka

/// An account number (ISO 13616): a kind of attribute of the clinic's own.
struct IBAN: OwnValue, Hashable {
  static let kind = KindName(rawValue: "iban")
  static let example = "PL61 1090 1014 0000 0712 1981 2874"
  static let pattern: String? = "[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}"
  static let summary: String? = "An account number (ISO 13616), with or without spaces"
  static let input = InputHints(isUppercase: true)

  let text: String

  init(parsing text: String) throws(ValueFault) {
    let compact = text.uppercased().filter { !$0.isWhitespace && $0 != "-" }
    guard compact.wholeMatch(of: /[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}/) != nil else {
      throw ValueFault("An account number begins with a country and two digits, such as PL61")
    }
    guard Self.remainder(compact) == 1 else {
      throw ValueFault("The check digits don't fit: a digit of the account number is wrong")
    }
    self.text = compact
  }

  /// In groups of four, as on paper.
  func display(in say: Localizer) -> String {
    text.enumerated().map { $0 > 0 && $0 % 4 == 0 ? " \($1)" : "\($1)" }.joined()
  }

  /// Found with and without spaces.
  static func searchText(_ text: String) -> String { text.filter { !$0.isWhitespace && $0 != "-" } }

  static func sample(_ number: Int) -> String {
    let digits = String(number)
    let account = "10901014" + String(repeating: "0", count: max(0, 16 - digits.count)) + digits
    let check = String(98 - remainder("PL00" + account))
    return "PL" + (check.count < 2 ? "0" + check : check) + account
  }

  // The number modulo 97, with the first four characters at the end and letters as 10 to 35.
  private static func remainder(_ text: String) -> Int {
    (text.dropFirst(4) + text.prefix(4)).reduce(0) { rest, character in
      let value = character.hexDigitValue.flatMap { $0 < 10 ? $0 : nil } ?? letter(character)
      return (rest * (value < 10 ? 10 : 100) + value) % 97
    }
  }

  private static func letter(_ character: Character) -> Int { Int(character.asciiValue ?? 65) - 65 + 10 }
}
