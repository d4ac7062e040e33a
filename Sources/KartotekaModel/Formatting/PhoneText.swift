/// The parts of a text that has a telephone number: the number, and the extension behind it.
///
/// An extension has a mark: a word such as `ext.`, `wew.` or `доб.`, an `x`, a `#`, or a comma or semicolon, which are a
/// pause in the books of phones. Behind the mark are one to six digits and nothing else.
package struct PhoneText {
  /// The text of the number.
  package let number: Substring
  /// The digits of the extension; empty for none.
  package private(set) var `extension` = ""
  /// The text after the number that is no extension, such as a second number; nil for none.
  package private(set) var rest: Substring?

  /// The number of an extension's digits.
  package static let extensionDigits = 1...6
  /// A comma may also stand before a second number.
  private static let extensionDigitsAfterPause = 1...4
  /// Fewer digits before a mark are no number that has extensions.
  static let fewestDigits = 3
  /// Letters between fewer digits are ignored, as they are while a number is typed.
  private static let fewestDigitsBeforeRest = 6

  /// The words for an extension, in lower case. The first ones are Latin, Cyrillic and the sign of multiplication.
  package static let marks: Set<String> = Set(
    """
    x х × ext extn extension w wew wewn wewnętrzny wewnetrzny доб добавочный вн внутр внутренний
    """.split(separator: " ").map(String.init))

  /// The parts of a text.
  package init(_ text: String) {
    let scalars = text.unicodeScalars
    var digits = 0
    var hasPause = false
    for index in scalars.indices {
      let scalar = scalars[index]
      if PhoneFormatter.digit(scalar) != nil {
        digits += 1
        continue
      }
      let isPause = scalar == "," || scalar == ";"
      guard isPause || scalar == "#" || scalar.properties.isAlphabetic || scalar == "×" else { continue }
      let behind = text[index...]
      if digits >= Self.fewestDigits, let mark = Self.extension(behind),
        !mark.isPause || digits >= Self.fewestDigitsBeforeRest && !hasPause
      {
        number = text[..<index]
        `extension` = mark.digits
        return
      }
      if digits >= Self.fewestDigitsBeforeRest {
        number = text[...]
        rest = behind.unicodeScalars.contains { PhoneFormatter.digit($0) != nil } ? behind : nil
        return
      }
      if isPause { hasPause = true }
    }
    number = text[...]
  }

  /// The digits of a text that is the mark and the digits of an extension, such as `ext. 12`; nil for others. The mark is a
  /// pause where it is a comma or semicolon alone.
  package static func `extension`(_ text: Substring) -> (digits: String, isPause: Bool)? {
    var scalars = text.unicodeScalars
    func skip(_ others: String) { scalars = scalars.drop { others.unicodeScalars.contains($0) } }
    skip(",; ")
    let word = String(Substring(scalars.prefix { $0.properties.isAlphabetic || $0 == "×" }))
    guard word.isEmpty || marks.contains(word.lowercased()) else { return nil }
    scalars = scalars.dropFirst(word.unicodeScalars.count)
    skip(". :=\u{a0}")
    let isPause = word.isEmpty && scalars.first != "#"
    skip("#. :=-\u{a0}")
    let digits = scalars.prefix { PhoneFormatter.digit($0) != nil }.compactMap(PhoneFormatter.digit)
    scalars = scalars.dropFirst(digits.count)
    skip(". )\u{a0}")
    guard scalars.isEmpty, (isPause ? extensionDigitsAfterPause : extensionDigits).contains(digits.count) else {
      return nil
    }
    return (String(decoding: digits, as: UTF8.self), isPause)
  }
}
