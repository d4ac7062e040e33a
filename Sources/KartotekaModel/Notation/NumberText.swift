import Foundation

/// Numbers as people write them.
enum NumberText {
  /// The reading of a text.
  enum Reading: Equatable {
    /// A number with a point before its decimal places and without marks between groups: `-1234.50`.
    case number(String)
    /// Two numbers: the mark separates groups, or it stands before the decimal places.
    case ambiguous(grouped: String, decimal: String)
    /// No number.
    case invalid
  }

  private static let spaces: Set<Character> = [" ", "\u{a0}", "\u{202f}", "'", "’"]

  /// Reads digits with a sign, marks between groups (space, no-break space, apostrophe, comma, point) and a decimal mark
  /// (comma, point). Groups have three digits, or two before the last three, as in India. The minus may stand behind an amount
  /// such as `123.45-`, and behind a whole number where the notation says so; parentheses are a minus, and a percent sign counts
  /// for nothing: `12.5 %` is 12.5.
  ///
  /// Of two different marks the last is the decimal mark; a mark that comes twice separates groups; so does no mark that isn't
  /// followed by three digits. The remaining case, one mark before three digits as in `1,234`, depends on the notation.
  static func read(_ text: String, in notation: ValueNotation) -> Reading {
    let (isNegative, body) = unsigned(text, in: notation)
    let minus = isNegative ? "-" : ""
    if let place = body.firstIndex(where: { $0 == "e" || $0 == "E" }) {
      return exponential(minus, body, place, notation)
    }
    guard body.contains(where: { isDigit($0) }), body.allSatisfy({ isDigit($0) || isMark($0) || spaces.contains($0) })
    else { return .invalid }
    let marks = body.filter(isMark)
    guard let last = marks.last, let place = body.lastIndex(of: last) else {
      return digits(ofGroups: body).map { .number(minus + $0) } ?? .invalid
    }
    let decimal = joined(minus, body[..<place], body[body.index(after: place)...])
    if Set(marks).count == 2 {
      guard marks.count(where: { $0 == last }) == 1 else { return .invalid }
      return decimal.map(Reading.number) ?? .invalid
    }
    let grouped = digits(ofGroups: body).map { minus + $0 }
    guard marks.count == 1 else { return grouped.map(Reading.number) ?? .invalid }
    guard let decimal else { return .invalid }
    guard let grouped else { return .number(decimal) }
    switch last == "," ? notation.comma : notation.point {
    case .group?: return .number(grouped)
    case .decimal?: return .number(decimal)
    case nil: return .ambiguous(grouped: grouped, decimal: decimal)
    }
  }

  // The number without its sign and a percent sign.
  private static func unsigned(_ text: String, in notation: ValueNotation) -> (isNegative: Bool, body: Substring) {
    var body = text[...]
    func trimmed(_ text: Substring) -> Substring {
      var text = text
      while let first = text.first, spaces.contains(first) { text = text.dropFirst() }
      while let last = text.last, spaces.contains(last) { text = text.dropLast() }
      return text
    }
    if body.first == "%" {
      body = trimmed(body.dropFirst())
    } else if body.last == "%" {
      body = trimmed(body.dropLast())
    }
    if body.first == "(", body.last == ")", body.count > 2 { return (true, trimmed(body.dropFirst().dropLast())) }
    if let first = body.first, minuses.contains(first) { return (true, trimmed(body.dropFirst())) }
    if body.first == "+" { return (false, trimmed(body.dropFirst())) }
    if let last = body.last, minuses.contains(last), body.first.map(isDigit) == true {
      let digits = trimmed(body.dropLast())
      if notation.hasMinusBehind || !digits.allSatisfy(isDigit) { return (true, digits) }
    }
    return (false, body)
  }

  private static let minuses: Set<Character> = ["-", "−"]

  // `1.5E+3`. Without a decimal mark or a sign of the exponent it is more likely a code: `12E5`.
  private static func exponential(
    _ minus: String, _ body: Substring, _ place: Substring.Index, _ notation: ValueNotation
  ) -> Reading {
    let (mantissa, power) = (body[..<place], body[body.index(after: place)...])
    let digits = power.drop { $0 == "+" || $0 == "-" }
    guard mantissa.contains(where: isMark) || digits.count < power.count, (1...2).contains(digits.count),
      power.count - digits.count <= 1, let exponent = Int(power), (-18...18).contains(exponent),
      mantissa.allSatisfy({ isDigit($0) || isMark($0) })
    else { return .invalid }
    guard case .number(let number) = read(String(mantissa), in: notation),
      let value = Decimal(string: minus + number + "e\(exponent)", locale: nil)
    else { return .invalid }
    return .number(value.description)
  }

  /// The number with a point for its decimal places; nil when it is none.
  /// - Throws: ``ValueFault`` where the notation leaves open which number it is.
  static func decimal(_ text: String, in notation: ValueNotation) throws(ValueFault) -> String? {
    switch read(text, in: notation) {
    case .number(let number): return number
    case .invalid: return nil
    case .ambiguous(let grouped, let decimal):
      // As whoever has the comma would have to type it.
      throw .ambiguous(text, grouped, notation.comma == .decimal ? decimal.replacing(".", with: ",") : decimal)
    }
  }

  private static func joined(_ minus: String, _ whole: Substring, _ fraction: Substring) -> String? {
    guard fraction.allSatisfy(isDigit), let digits = whole.isEmpty ? "0" : Self.digits(ofGroups: whole) else {
      return nil
    }
    return minus + digits + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// The digits without the marks between groups; nil when the marks differ or stand elsewhere than before three digits.
  private static func digits(ofGroups text: Substring) -> String? {
    guard let mark = text.first(where: { !isDigit($0) }) else { return text.isEmpty ? nil : String(text) }
    let groups = text.split(separator: mark, omittingEmptySubsequences: false)
    guard let first = groups.first, (1...3).contains(first.count), first.first != "0",
      groups.dropFirst().allSatisfy({ $0.count == 3 }) || isIndian(groups, mark),
      groups.allSatisfy({ $0.allSatisfy(isDigit) })
    else { return nil }
    return groups.joined()
  }

  // `12,34,567`
  private static func isIndian(_ groups: [Substring], _ mark: Character) -> Bool {
    mark == "," && groups.count > 2 && groups[0].count < 3 && groups.last?.count == 3
      && groups.dropFirst().dropLast().allSatisfy { $0.count == 2 }
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isWholeNumber
  }

  private static func isMark(_ character: Character) -> Bool { character == "," || character == "." }

  // MARK: Evidence

  /// The evidence that the marks of a number give of its column. Signs of currencies around it are passed over.
  static func evidence(in text: UnsafeRawBufferPointer) -> NotationEvidence {
    guard text.count <= 64, let start = text.firstIndex(where: isDigit), let end = text.lastIndex(where: isDigit)
    else { return .neutral }
    var (commas, points, others, place) = (0, 0, 0, start)
    for index in start...end where !isDigit(text[index]) {
      switch text[index] {
      case UInt8(ascii: ","):
        commas += 1
        place = index
      case UInt8(ascii: "."):
        points += 1
        place = index
      case UInt8(ascii: "e"), UInt8(ascii: "E"): return .neutral
      default: others += 1
      }
    }
    guard commas + points > 0 else { return .neutral }
    let last: ValueNotation.DecimalMark = text[place] == UInt8(ascii: ",") ? .comma : .point
    if commas > 0, points > 0 { return .decimalMark(last) }
    if commas + points > 1 { return .decimalMark(last == .comma ? .point : .comma) }
    let isGroup = end - place == 3 && (1...3).contains(place - start) && text[start] != 0x30 && others == 0
    return isGroup ? .ambiguous : .decimalMark(last)
  }

  /// The meaning of a number with its minus behind it.
  static func minusBehind(_ text: UnsafeRawBufferPointer) -> ValueNotation.MinusBehind? {
    guard text.count <= 64, let first = text.first, isDigit(first), let end = text.lastIndex(where: isDigit) else {
      return nil
    }
    let rest = text[(end + 1)...].drop { $0 == 0x20 }
    guard rest.elementsEqual("-".utf8) || rest.elementsEqual("−".utf8) else { return nil }
    let body = text[...end]
    guard body.allSatisfy({ isDigit($0) || ",. '".utf8.contains($0) }) else { return nil }
    if body.contains(where: { ",.".utf8.contains($0) }) { return .amount }
    return isCount(body.filter(isDigit)) ? .number : .mark
  }

  /// Whether a text is a whole number above 10, which is no mark at school.
  static func isCount(_ text: some Collection<UInt8>) -> Bool {
    text.count > 1 && text.allSatisfy(isDigit) && (text.count > 2 || !text.elementsEqual("10".utf8))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
