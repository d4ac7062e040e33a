/// Checks of bytes that may be stored unchanged; see ``AttributeKind/canonicalCheck(for:)``.
package enum CanonicalBytes {
  /// Whether the bytes are a line of text, or several where allowed: not empty, UTF-8 without control characters, and
  /// without white space at either end.
  static func isText(_ bytes: UnsafeRawBufferPointer, multiline: Bool) -> (isText: Bool, isASCII: Bool) {
    guard let base = bytes.baseAddress, let first = bytes.first, let last = bytes.last, first > 0x20, last > 0x20
    else { return (false, false) }
    var seen: UInt64 = 0
    var controls: UInt64 = 0
    for index in stride(from: 0, to: bytes.count, by: 8) {
      let left = bytes.count - index
      let word =
        left >= 8
        ? ByteWord.load(base + index)
        : ByteWord.load(base + index, count: left) | ByteWord.repeating(0x20) << UInt64(left * 8)
      seen |= word
      controls |= ByteWord.controls(word)
    }
    // Tabs and carriage returns take the slow path, which handles them.
    if controls != 0, !(multiline && bytes.allSatisfy { !isControl($0) || $0 == 0x0a }) { return (false, false) }
    if seen & ByteWord.highBits == 0 { return (true, true) }
    guard UTF8Validation.firstFault(in: bytes) == nil, !isSpace(bytes, at: 0),
      !isSpace(bytes, at: startOfLastCharacter(bytes))
    else { return (false, false) }
    return (true, false)
  }

  /// Whether the text may contain a character that ``TextKind`` removes, or only invisible ones. Few bytes begin format
  /// characters in UTF-8; of those, U+2000 to U+2FFF, U+F000 to U+FFFF and characters above U+FFFF are examined.
  static func mayBeInvisible(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var isSeen = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case ..<0x80: isSeen = isSeen || byte > 0x20
      case 0xE2 where bytes[index + 1] == 0x80 || bytes[index + 1] == 0x81:
        let third = bytes[index + 2]
        if bytes[index + 1] == 0x80 ? (0xAA...0xAE).contains(third) : (0xA6...0xA9).contains(third) { return true }
      // Latin, Greek, Cyrillic, Chinese and Korean; the soft hyphen is C2 AD, the grapheme joiner CD 8F.
      case 0xC3...0xCC, 0xCE...0xD7, 0xE4...0xED: isSeen = true
      default: break
      }
      index += byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    }
    return !isSeen
  }

  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7f }

  /// The lengths that are certainly allowed. A text has at most as many characters as bytes; ASCII without carriage
  /// returns has as many.
  struct Lengths {
    private let least: Int
    private let most: Int

    init(_ attribute: AttributeDescription) {
      least = attribute.minimumLength
      most = attribute.maximumLength
    }

    /// Whether a number of bytes is allowed.
    func allow(_ count: Int, isASCII: Bool) -> Bool { count <= most && (least <= 1 || isASCII && count >= least) }
  }

  /// The number in its smallest unit if the bytes equal its exported form: `-12`, or with scale 2 `-12.50`; nil for
  /// anything else, and for numbers of more than 18 digits.
  package static func integer(_ bytes: UnsafeRawBufferPointer, scale: Int = 0) -> Int64? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    let end = scale > 0 ? bytes.count - scale - 1 : bytes.count
    guard end > start, bytes.count - start <= (scale > 0 ? 19 : 18) else { return nil }
    if scale > 0, bytes[end] != UInt8(ascii: ".") { return nil }
    if bytes[start] == 0x30, end - start > 1 { return nil }
    var number: Int64 = 0
    for index in start..<bytes.count where index != end {
      let digit = bytes[index] &- 0x30
      guard digit < 10 else { return nil }
      number = number &* 10 &+ Int64(digit)
    }
    if isNegative, number == 0 { return nil }
    return isNegative ? -number : number
  }

  private static func startOfLastCharacter(_ bytes: UnsafeRawBufferPointer) -> Int {
    var index = bytes.count - 1
    while index > 0, bytes[index] & 0xC0 == 0x80 { index -= 1 }
    return index
  }

  /// Whether white space beyond ASCII or a character without width begins here, in well-formed UTF-8: U+0085, U+00A0, U+00AD,
  /// U+1680, U+180E, U+2000 to U+200F, U+2028, U+2029, U+202F, U+205F, U+2060, U+3000, U+FEFF.
  private static func isSpace(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
    switch bytes[index] {
    case 0xC2: return [0x85, 0xA0, 0xAD].contains(bytes[index + 1])
    case 0xE1:
      return bytes[index + 1] == 0x9A && bytes[index + 2] == 0x80
        || bytes[index + 1] == 0xA0 && bytes[index + 2] == 0x8E
    case 0xE2:
      let (second, third) = (bytes[index + 1], bytes[index + 2])
      return second == 0x80 && (third <= 0x8F || third == 0xA8 || third == 0xA9 || third == 0xAF)
        || second == 0x81 && (third == 0x9F || third == 0xA0)
    case 0xE3: return bytes[index + 1] == 0x80 && bytes[index + 2] == 0x80
    case 0xEF: return bytes[index + 1] == 0xBB && bytes[index + 2] == 0xBF
    default: return false
    }
  }
}

extension AttributeDescription {
  /// Whether only kind and length restrict the text.
  var hasOnlyLength: Bool { pattern == nil && barcode != .article && minimum.isNull && maximum.isNull }

  /// A check whether a whole number, or one in its smallest unit, is in the attribute's range.
  var numberCheck: @Sendable (Int64) -> Bool {
    let (minimum, maximum) = (minimum, maximum)
    let most = behavior is IntegerKind ? IntegerKind.limit : .max
    let limits = (most == .max ? .min : -most)...most
    if minimum.isNull, maximum.isNull { return { limits.contains($0) } }
    return { number in
      let value = Value.integer(number)
      return (minimum.isNull ? number >= limits.lowerBound : !value.isLess(than: minimum))
        && (maximum.isNull ? number <= limits.upperBound : !maximum.isLess(than: value))
    }
  }
}
