/// Writes telephone numbers as a phone's address book does: `+48 225 550 1472`.
///
/// - with a plus: the country code, then ten digits as three, three and four;
/// - with a plus and more than ten digits behind the code: code and digits, one space between;
/// - without a plus: the digits and nothing else.
///
/// `00` at the start is a plus. All else (letters, points, brackets) is ignored. The same rules run in the
/// browser while typing (`Scripts/phone.js`).
public enum PhoneFormatter {
  /// The number as it is shown and kept; for a text without digits, an empty text or a lone plus.
  public static func format(_ text: String) -> String {
    var digits: [UInt8] = []
    var plus = false
    for scalar in text.unicodeScalars {
      if let digit = digit(scalar) {
        digits.append(digit)
      } else if scalar == "+", digits.isEmpty {
        plus = true
      }
    }
    if !plus, digits.count > 2, digits.starts(with: "00".utf8) {
      digits.removeFirst(2)
      plus = true
    }
    guard plus else { return String(decoding: digits, as: UTF8.self) }
    return String(decoding: grouped(digits[...]), as: UTF8.self)
  }

  /// What stands behind a number and is none of it although it has digits: `ext. 3`, `;ext=5`, `x3`, `#12`; nil where
  /// there is no such thing. It begins with a letter, a semicolon, a comma or a hash behind the sixth digit.
  package static func `extension`(of text: String) -> Substring? {
    var digits = 0
    for (index, scalar) in zip(text.unicodeScalars.indices, text.unicodeScalars) {
      if digit(scalar) != nil {
        digits += 1
      } else if digits >= 6, scalar.properties.isAlphabetic || ";,#".unicodeScalars.contains(scalar) {
        let rest = text.unicodeScalars[index...]
        return rest.contains { digit($0) != nil } ? Substring(rest) : nil
      }
    }
    return nil
  }

  private static func grouped(_ digits: ArraySlice<UInt8>) -> [UInt8] {
    let code = countryCodeLength(digits)
    var number = [UInt8(ascii: "+")] + digits.prefix(code)
    let national = digits.dropFirst(code)
    for (place, digit) in national.enumerated() {
      if place == 0 || (national.count <= 10 && (place == 3 || place == 6)) {
        number.append(UInt8(ascii: " "))
      }
      number.append(digit)
    }
    return number
  }

  // Any script's decimal digits count: an Arabic or Devanagari keyboard types them.
  private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
    if scalar.isASCII { return ("0"..."9").contains(scalar) ? UInt8(ascii: scalar) : nil }
    guard scalar.properties.numericType == .decimal, let value = Character(scalar).wholeNumberValue else {
      return nil
    }
    return UInt8(ascii: "0") + UInt8(value)
  }

  // ITU-T E.164, list of assigned country codes: zones 1 and 7 have one digit; these prefixes begin codes of
  // three; all others have two.
  static let threeDigitPrefixes: Set<[UInt8]> = Set(
    """
    21 22 23 24 25 26 28 29 35 37 38 42 50 59 67 68 69 80 85 87 88 96 97 992 993 994 995 996 998
    """.utf8.split(separator: UInt8(ascii: " ")).map(Array.init))

  private static func countryCodeLength(_ digits: ArraySlice<UInt8>) -> Int {
    // Numbers of zones 1 and 7 have ten digits; with more it can't be one of them.
    if digits.first == UInt8(ascii: "1") || digits.first == UInt8(ascii: "7"), digits.count <= 11 { return 1 }
    let three =
      threeDigitPrefixes.contains(Array(digits.prefix(2)))
      || threeDigitPrefixes.contains(Array(digits.prefix(3)))
    return three ? 3 : 2
  }
}
