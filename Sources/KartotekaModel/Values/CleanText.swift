extension StringProtocol {
  /// The text without white space, line ends and characters without width at both ends.
  package func trimmingSpaces() -> String {
    guard let first = unicodeScalars.first, let last = unicodeScalars.last, first.isBlank || last.isBlank else {
      return String(self)
    }
    let scalars = unicodeScalars
    guard let start = scalars.firstIndex(where: { !$0.isBlank }), let end = scalars.lastIndex(where: { !$0.isBlank })
    else { return "" }
    return String(String.UnicodeScalarView(scalars[start...end]))
  }
}

extension Unicode.Scalar {
  /// Whether the character is white space or has no width and no effect at the end of a text: zero-width spaces and joiners,
  /// U+2060, U+FEFF, the soft hyphen, and the marks of direction.
  fileprivate var isBlank: Bool {
    switch value {
    case 0x21...0x7e: false
    case 0xad, 0x180e, 0x200b...0x200f, 0x2060, 0xfeff: true
    default: properties.isWhitespace
    }
  }

  /// Whether the character changes the direction of the text after it, which can disguise the text: the embeddings,
  /// overrides and isolates of the Unicode Bidirectional Algorithm. The marks U+200E and U+200F are harmless.
  var isDirectionControl: Bool {
    (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
  }

  /// Whether the character is invisible: white space and format characters such as U+200B.
  var isInvisible: Bool {
    properties.isWhitespace || properties.generalCategory == .format || properties.isDefaultIgnorableCodePoint
  }
}

extension String {
  /// The text without direction controls; empty if the rest is invisible.
  func withoutInvisible() -> String {
    // All of them have at least three bytes in UTF-8 and begin with one of these.
    guard utf8.contains(where: { $0 >= 0xE0 || $0 == 0xC2 || $0 == 0xD8 || $0 == 0xCD }) else { return self }
    let cleaned =
      unicodeScalars.contains(where: \.isDirectionControl)
      ? String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isDirectionControl })) : self
    return cleaned.unicodeScalars.allSatisfy(\.isInvisible) ? "" : cleaned
  }
}
