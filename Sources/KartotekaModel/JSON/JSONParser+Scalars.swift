/// Strings and numbers.
extension JSONParser {
  /// Whether a text is a number as JSON writes it.
  package static func isNumber(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { digits in
      let raw = UnsafeRawBufferPointer(digits)
      return !raw.isEmpty && lengthOfNumber(in: raw, from: 0) == raw.count
    }
  }

  /// The number of bytes at `start` that make a number as JSON writes them; 0 when none does.
  static func lengthOfNumber(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    func digits() -> Int {
      let first = index
      while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
      return index - first
    }
    func skip(_ wanted: UInt8) -> Bool {
      guard index < bytes.count, bytes[index] == wanted else { return false }
      index += 1
      return true
    }
    _ = skip(UInt8(ascii: "-"))
    let isZero = index < bytes.count && bytes[index] == UInt8(ascii: "0")
    let whole = digits()
    guard whole == 1 || whole > 1 && !isZero else { return 0 }
    if skip(UInt8(ascii: ".")), digits() == 0 { return 0 }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
      guard digits() > 0 else { return 0 }
    }
    return index - start
  }

  mutating func number() throws(JSONSyntaxError) -> String {
    let length = Self.lengthOfNumber(in: bytes, from: offset)
    guard length > 0 else {
      var end = offset
      while end < bytes.count, Self.isNumberLike(bytes[end]), end - offset < 40 { end += 1 }
      throw error(.invalidNumber, found: String(decoding: bytes[offset..<end], as: UTF8.self))
    }
    defer { offset += length }
    return String(decoding: bytes[offset..<offset + length], as: UTF8.self)
  }

  private static func isNumberLike(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// The text in quotes that begins here.
  mutating func string() throws(JSONSyntaxError) -> String {
    let start = offset + 1
    let (end, isASCII) = endOfPlainText(from: start)
    guard end < bytes.count else { throw error(.unclosedString) }
    guard bytes[end] != UInt8(ascii: "\"") else {
      let raw = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      let text = isASCII ? String(decoding: raw, as: UTF8.self) : try checked(raw, at: start)
      offset = end + 1
      return text
    }
    return try stringWithEscapes(plainUntil: end)
  }

  private mutating func stringWithEscapes(plainUntil firstEnd: Int) throws(JSONSyntaxError) -> String {
    let open = offset
    var text = Array(bytes[open + 1..<firstEnd])
    var index = firstEnd
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        let result = try text.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) in
          try checked(UnsafeRawBufferPointer(buffer), at: open + 1)
        }
        offset = index + 1
        return result
      case UInt8(ascii: "\\"):
        try appendEscape(at: &index, openedAt: open, to: &text)
      default:
        throw error(.controlCharacter, at: index, found: character(at: index))
      }
      let end = endOfPlainText(from: index).end
      text.append(contentsOf: bytes[index..<end])
      index = end
    }
    throw error(.unclosedString, at: open)
  }

  /// The first quote, backslash or control character from `start` on, or the end of the bytes; and whether
  /// there is only ASCII before it.
  private func endOfPlainText(from start: Int) -> (end: Int, isASCII: Bool) {
    guard let base = bytes.baseAddress else { return (start, true) }
    var seen: UInt64 = 0
    var index = start
    while index < bytes.count {
      // Beyond the end come zeros, which are marked as control characters.
      let left = bytes.count - index
      let word = left >= 8 ? ByteWord.load(base + index) : ByteWord.load(base + index, count: left)
      let marks = ByteWord.escapes(word)
      if marks != 0 {
        let bits = UInt64(marks.trailingZeroBitCount & ~7)
        seen |= word & ~(~0 << bits)
        return (index + Int(bits >> 3), seen & ByteWord.highBits == 0)
      }
      seen |= word
      index += 8
    }
    return (bytes.count, seen & ByteWord.highBits == 0)
  }

  private func checked(_ text: UnsafeRawBufferPointer, at place: Int) throws(JSONSyntaxError) -> String {
    // String(validating:as:) would do both, in several times the time on Swift 6.3.
    guard UTF8Validation.isWellFormed(text) else { throw error(.malformedText, at: place) }
    return String(decoding: text, as: UTF8.self)
  }

  private func appendEscape(
    at index: inout Int, openedAt open: Int, to text: inout [UInt8]
  ) throws(JSONSyntaxError) {
    guard index + 1 < bytes.count else { throw error(.unclosedString, at: open) }
    let start = index
    index += 2
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(bytes[start + 1])
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var value = try hexadecimal(escapeAt: start)
      index += 4
      if value >= 0xD800, value <= 0xDBFF, index + 1 < bytes.count,
        bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
      {
        let low = try hexadecimal(escapeAt: index)
        if low >= 0xDC00, low <= 0xDFFF {
          value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
          index += 6
        }
      }
      guard let scalar = Unicode.Scalar(value) else {
        throw error(.loneSurrogate, at: start, found: escape(at: start, length: 6))
      }
      text.append(contentsOf: Array(String(scalar).utf8))
    default:
      throw error(.invalidEscape, at: start, found: "\\" + character(at: start + 1))
    }
  }

  private func hexadecimal(escapeAt start: Int) throws(JSONSyntaxError) -> UInt32 {
    let digits = escape(at: start, length: 6).dropFirst(2)
    // UInt32(_:radix:) alone would take a sign.
    let isHexadecimal = digits.utf8.count == 4 && digits.allSatisfy(\.isHexDigit)
    guard isHexadecimal, let value = UInt32(digits, radix: 16) else {
      throw error(.invalidEscape, at: start, found: escape(at: start, length: 6))
    }
    return value
  }

  private func escape(at start: Int, length: Int) -> String {
    String(decoding: bytes[start..<min(start + length, bytes.count)], as: UTF8.self)
  }
}
