import KartotekaModel

/// Texts of other programs' files that are not UTF-8.
///
/// Each byte that can't be read stands as a character between U+10FF80 and U+10FFFF, which no one uses, so that a text can be
/// shown, sent and written again without a change. These characters themselves are read as their bytes.
enum StoredText {
  private static let escape: UInt32 = 0x10ff00

  /// Reads bytes.
  static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !hasEscape(text) { return text }
    var scalars = String.UnicodeScalarView()
    var rest = Slice(base: bytes, bounds: bytes.indices)
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1
      if first < 0x80 || length > 1, let text = String(validating: rest.prefix(length), as: UTF8.self),
        let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1, !isEscape(scalar)
      {
        scalars.append(scalar)
        rest = rest.dropFirst(length)
      } else {
        if let scalar = Unicode.Scalar(escape | UInt32(first)) { scalars.append(scalar) }
        rest = rest.dropFirst()
      }
    }
    return String(scalars)
  }

  /// The bytes of a text that was read so; nil for one that is UTF-8.
  static func bytes(_ text: String) -> [UInt8]? {
    guard hasEscape(text) else { return nil }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if isEscape(scalar) {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        bytes += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return bytes
  }

  private static func isEscape(_ scalar: Unicode.Scalar) -> Bool {
    (escape + 0x80...escape + 0xff).contains(scalar.value)
  }

  // All of them begin with the same two bytes in UTF-8.
  private static func hasEscape(_ text: String) -> Bool {
    text.utf8.contains(0xf4) && text.unicodeScalars.contains(where: isEscape)
  }
}

extension RawStatement {
  /// Binds a value of another program's file, whose text may be no UTF-8.
  func bind(stored value: Value, at index: Int) {
    if case .text(let text) = value, let bytes = StoredText.bytes(text) {
      return bytes.withUnsafeBytes { bind(utf8: $0, at: index) }
    }
    bind(value, at: index)
  }
}
