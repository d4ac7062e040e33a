/// Codes: article numbers, letters, identifiers.
enum MockCode {
  /// The number of different article numbers.
  static let articles = 26 * 26 * 100_000

  /// An article number, such as `KT-04117`.
  static func article(_ number: Int) -> String {
    letters(number / 100_000, 2) + "-" + String(String(100_000 + number % 100_000).dropFirst())
  }

  /// The number of different codes of a length, which is limited to eight characters.
  static func count(_ length: Int) -> Int { power(radix(length), min(length, 8)) }

  /// A code of capital letters, with digits if it is too short for letters alone.
  static func letters(_ number: Int, _ length: Int, isShort: Bool = false) -> String {
    let radix = isShort ? Self.radix(length) : 26
    var rest = number
    var code: [UInt8] = []
    for _ in 0..<min(max(length, 0), 8) {
      let digit = UInt8(rest % radix)
      code.append(digit < 26 ? UInt8(ascii: "A") + digit : UInt8(ascii: "0") + digit - 26)
      rest /= radix
    }
    return String(decoding: code.reversed(), as: UTF8.self)
  }

  /// The number of codes of a length that begin with a digit: 360 of two characters.
  static func figures(_ length: Int) -> Int { 10 * power(36, min(length, 8) - 1) }

  /// A code that begins with a digit, such as `7K`, so that it is not a word.
  static func figure(_ number: Int, _ length: Int) -> String {
    guard length > 0 else { return "" }
    let rest = String(number / 10, radix: 36, uppercase: true)
    return String(number % 10) + String(repeating: "0", count: max(0, min(length, 8) - 1 - rest.count)) + rest
  }

  /// A random identifier (RFC 9562, version 4).
  static func identifier(_ high: UInt64, _ low: UInt64) -> String {
    let text = hexadecimal((high & ~0xf000) | 0x4000) + hexadecimal((low & ~(3 << 62)) | (2 << 62))
    var rest = text[...]
    return [8, 4, 4, 4, 12].map { length in
      defer { rest = rest.dropFirst(length) }
      return String(rest.prefix(length))
    }
    .joined(separator: "-")
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func radix(_ length: Int) -> Int { length < 5 ? 36 : 26 }

  private static func power(_ base: Int, _ exponent: Int) -> Int {
    (0..<max(exponent, 0)).reduce(1) { product, _ in product * base }
  }
}
