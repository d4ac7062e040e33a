/// A place in a text file, as an editor shows it.
public struct TextPlace: Sendable, Hashable {
  /// The line, the first being 1.
  public let line: Int
  /// The character within the line, the first being 1.
  public let column: Int

  /// The place of the byte at `offset`, which is known to be in that line.
  init(of offset: Int, line: Int, in bytes: UnsafeRawBufferPointer) {
    self.line = line
    var column = 1
    for byte in bytes[..<offset].reversed() {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
      if byte & 0xC0 != 0x80 { column += 1 }
    }
    self.column = column
  }
}
