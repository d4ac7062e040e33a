/// Formats telephone numbers like a phone's address book: `+48 225 550 1472`.
///
/// - with a plus: the country code, then up to ten digits in groups of three, three and four;
/// - with a plus and more than ten digits after the code: code and digits, separated by a space;
/// - without a plus: the digits only;
/// - an extension behind it, however it is called: ` x12` (``PhoneText``).
///
/// `00` at the start is a plus. The zero in `+44 (0)20`, which is dialled within the country only, is left out. Other
/// characters are ignored. The same rules run in the browser while typing (`Resources/script/phone.js`).
package enum PhoneFormatter {
  /// The number as it is stored; empty for a text without digits.
  package static func format(_ text: String) -> String {
    let parts = PhoneText(text)
    let number = format(number: String(parts.number))
    if parts.extension.isEmpty { return number }
    // Without the zeros of 00 it may be no number that has extensions.
    let digits = number.utf8.count { (0x30...0x39).contains($0) }
    return digits < PhoneText.fewestDigits ? format(number: text) : number + " x" + parts.extension
  }

  private static func format(number text: String) -> String {
    var digits: [UInt8] = []
    var plus = false
    for scalar in withoutTrunkZero(text).unicodeScalars {
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

  private static func withoutTrunkZero(_ text: String) -> String {
    guard let zero = text.firstRange(of: "(0)") else { return text }
    let before = text[..<zero.lowerBound].trimmingSpaces()
    guard before.hasPrefix("+") || before.hasPrefix("00"), before.count <= 5 else { return text }
    // In Italy and San Marino the zero is dialled from everywhere.
    guard !["+39", "0039", "+378", "00378"].contains(before.filter { $0 != " " }) else { return text }
    return before + " " + text[zero.upperBound...]
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

  // Decimal digits of any script: Arabic and Devanagari keyboards type them.
  static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
    if scalar.isASCII { return ("0"..."9").contains(scalar) ? UInt8(ascii: scalar) : nil }
    guard scalar.properties.numericType == .decimal, let value = Character(scalar).wholeNumberValue else {
      return nil
    }
    return UInt8(ascii: "0") + UInt8(value)
  }

  // ITU-T E.164, list of assigned country codes: zones 1 and 7 have one digit, these prefixes begin codes of three
  // digits, all others have two.
  static let threeDigitPrefixes: Set<[UInt8]> = Set(
    """
    21 22 23 24 25 26 28 29 35 37 38 42 50 59 67 68 69 80 85 87 88 96 97 992 993 994 995 996 998
    """.utf8.split(separator: UInt8(ascii: " ")).map(Array.init))

  private static func countryCodeLength(_ digits: ArraySlice<UInt8>) -> Int {
    // Numbers of zones 1 and 7 have ten digits.
    if digits.first == UInt8(ascii: "1") || digits.first == UInt8(ascii: "7"), digits.count <= 11 { return 1 }
    let three =
      threeDigitPrefixes.contains(Array(digits.prefix(2)))
      || threeDigitPrefixes.contains(Array(digits.prefix(3)))
    return three ? 3 : 2
  }
}

extension PhoneFormatter {
  /// The number of digits before an extension if the bytes equal the output of ``format(_:)``; nil otherwise.
  ///
  /// It applies the same rules without a String, for imports: a million numbers take 0.1 s instead of 5 s.
  static func countOfDigits(ifFormatted bytes: UnsafeRawBufferPointer) -> Int? {
    guard let mark = bytes.lastIndex(of: UInt8(ascii: "x")) else { return countOfDigits(ifNumber: bytes) }
    let digits = bytes[(mark + 1)...]
    guard mark > 1, bytes[mark - 1] == 0x20, PhoneText.extensionDigits.contains(digits.count),
      digits.allSatisfy({ $0 &- 0x30 < 10 }),
      let count = countOfDigits(ifNumber: UnsafeRawBufferPointer(rebasing: bytes[..<(mark - 1)])),
      count >= PhoneText.fewestDigits
    else { return nil }
    return count
  }

  private static func countOfDigits(ifNumber bytes: UnsafeRawBufferPointer) -> Int? {
    guard let first = bytes.first else { return nil }
    var digits = 0
    for byte in bytes where byte &- 0x30 < 10 { digits += 1 }
    guard first == UInt8(ascii: "+") else {
      // Two leading zeros are a plus.
      let isPlus = digits > 2 && first == 0x30 && bytes[1] == 0x30
      return digits == bytes.count && !isPlus ? digits : nil
    }
    let code = countryCodeLength(of: bytes, digits: digits)
    let national = digits - code
    guard national > 0 else { return digits == bytes.count - 1 ? digits : nil }
    // The positions of spaces: after the country code, and after three and three of up to ten digits.
    let spaces = national > 10 ? 1 : min(3, (national + 2) / 3)
    guard bytes.count == 1 + digits + spaces else { return nil }
    return (0..<spaces).allSatisfy { bytes[code + 1 + 4 * $0] == 0x20 } ? digits : nil
  }

  private static func countryCodeLength(of bytes: UnsafeRawBufferPointer, digits: Int) -> Int {
    var first = 0
    var count = 0
    for byte in bytes where byte &- 0x30 < 10 && count < 3 {
      first = first * 10 + Int(byte &- 0x30)  // Three digits.
      count += 1
    }
    guard count == 3 else { return digits }
    if first / 100 == 1 || first / 100 == 7, digits <= 11 { return 1 }
    return hasThreeDigits[first] ? 3 : 2
  }

  private static let hasThreeDigits = (0..<1000).map { number in
    let digits = Array(String(1000 + number).utf8.dropFirst())
    return threeDigitPrefixes.contains(Array(digits.prefix(2))) || threeDigitPrefixes.contains(digits)
  }
}
