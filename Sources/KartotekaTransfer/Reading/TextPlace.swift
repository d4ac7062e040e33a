/// A position in a text file as editors show it.
package struct TextPlace: Sendable, Hashable {
  /// The line, from 1.
  package let line: Int
  /// The character within the line, from 1.
  package let column: Int

  /// The byte's offset in the text.
  private let offset: Int

  /// The position of the byte at `offset`, whose line is known.
  /// - Parameter earlier: an earlier position, from which characters are counted if it is in the same line. Otherwise many
  ///   positions in one long line would take quadratic time.
  init(of offset: Int, line: Int, in bytes: UnsafeRawBufferPointer, after earlier: TextPlace? = nil) {
    self.line = line
    self.offset = offset
    if let earlier, earlier.line == line, earlier.offset <= offset {
      column = earlier.column + bytes[earlier.offset..<offset].count { $0 & 0xC0 != 0x80 }
      return
    }
    var column = 1
    for byte in bytes[..<offset].reversed() {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
      if byte & 0xC0 != 0x80 { column += 1 }
    }
    self.column = column
  }
}
