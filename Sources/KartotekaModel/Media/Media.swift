/// What bytes are, as far as a browser shows it.
package struct Media: Sendable, Equatable {
  /// The media type: `image/png`.
  package let type: String
  /// Which of the bytes it is: all of them, unless a program has wrapped them.
  package let part: Range<Int>

  /// Whether it is a picture.
  package var isPicture: Bool { type.hasPrefix("image/") }
}
