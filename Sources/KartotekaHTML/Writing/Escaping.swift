import KartotekaModel

// Characters with a meaning in HTML are written as character references, in text and in values of attributes alike: one
// rule, which can be forgotten nowhere.
extension OutputBuffer {
  /// Appends text with `& < > " '` as character references, and U+FFFD for NUL, which HTML can't hold.
  mutating func appendEscaped(_ text: String) {
    var text = text
    text.withUTF8 { appendEscaped($0) }
  }

  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    guard let bytes = text.baseAddress else { return }
    var pending = 0
    var index = 0
    while index &+ 8 <= text.count {
      if Self.mayNeedEscaping(ByteWord.load(bytes + index)) { escape(text, index..<index + 8, &pending) }
      index &+= 8
    }
    // The last bytes, seen as part of the last eight where there are that many.
    if index < text.count, text.count < 8 || Self.mayNeedEscaping(ByteWord.load(bytes + (text.count - 8))) {
      escape(text, index..<text.count, &pending)
    }
    append(bytes + pending, count: text.count - pending)
  }

  /// Whether one of eight bytes is special; `#`, a neighbour of `"`, is taken for one, and looked at again.
  ///
  /// `"`, `&` and `'` are 0x22, 0x26 and 0x27: with the bits of 0x05 set, all are 0x27. `<` and `>` are 0x3C
  /// and 0x3E: with the bit 0x02 set, both are 0x3E.
  @inline(__always)
  private static func mayNeedEscaping(_ word: UInt64) -> Bool {
    let quotes = (word | ByteWord.repeating(0x05)) ^ ByteWord.repeating(0x27)
    let brackets = (word | ByteWord.repeating(0x02)) ^ ByteWord.repeating(0x3e)
    let ones = ByteWord.repeating(1)
    // A byte that is zero borrows from its high bit; which of the eight it was does not matter here.
    let zeros = ((quotes &- ones) & ~quotes) | ((brackets &- ones) & ~brackets) | ((word &- ones) & ~word)
    return zeros & ByteWord.highBits != 0
  }

  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ pending: inout Int) {
    guard let bytes = text.baseAddress else { return }
    for index in range {
      let reference: StaticString
      switch text[index] {
      case UInt8(ascii: "&"): reference = "&amp;"
      case UInt8(ascii: "<"): reference = "&lt;"
      case UInt8(ascii: ">"): reference = "&gt;"
      case UInt8(ascii: "\""): reference = "&quot;"
      case UInt8(ascii: "'"): reference = "&#39;"
      case 0: reference = "\u{fffd}"
      default: continue
      }
      append(bytes + pending, count: index - pending)
      append(reference)
      pending = index + 1
    }
  }
}
