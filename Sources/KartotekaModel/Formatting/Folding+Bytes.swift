extension Folding {
  /// Appends what ``fold(_:)`` makes of a text that is given as well-formed UTF-8, without a String: for the
  /// keys of a million records at once.
  public static func fold(utf8 text: UnsafeBufferPointer<UInt8>, into folded: inout [UInt8]) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        folded.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
        index += 1
        continue
      }
      let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      let end = min(index + length, text.count)
      let scalar = length == 2 && end - index == 2 ? Int(byte & 0x1F) << 6 | Int(text[index + 1] & 0x3F) : .max
      if scalar < 0x80 + packed.count, scalar >= 0x80, packed[scalar - 0x80] != notPacked {
        append(packed[scalar - 0x80], to: &folded)
      } else {
        folded.append(contentsOf: fold(String(decoding: text[index..<end], as: UTF8.self)).utf8)
      }
      index = end
    }
  }

  private static let notPacked = UInt64.max

  /// The folded letters from U+0080 to U+052F: their number of bytes in the lowest byte, then the bytes.
  private static let packed: [UInt64] = (0x80..<0x530).map { (value: UInt32) in
    let folded = Array(fold(String(Unicode.Scalar(value).map(Character.init) ?? " ")).utf8)
    guard folded.count <= 7 else { return notPacked }
    return folded.reversed().reduce(0) { $0 << 8 | UInt64($1) } << 8 | UInt64(folded.count)
  }

  private static func append(_ letters: UInt64, to folded: inout [UInt8]) {
    var rest = letters >> 8
    for _ in 0..<letters & 0xFF {
      folded.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}
