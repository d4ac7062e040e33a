/// A place in a text file, as an editor shows it.
public struct TextPlace: Sendable, Hashable {
  /// The line, the first being 1.
  public let line: Int
  /// The character within the line, the first being 1.
  public let column: Int

  /// The byte's offset in the text.
  private let offset: Int

  /// The place of the byte at `offset`, which is known to be in that line.
  /// - Parameter earlier: a place before it, from which characters are counted on when it is in the same line: many places
  ///   in one long line would take quadratic time otherwise.
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
