import KartotekaModel

extension UnsafeRawBufferPointer {
  /// Calls a function with the text of a field without the blanks around it, as the field is read.
  @inline(__always)
  func withoutBlanks(_ take: (UnsafeRawBufferPointer) -> Void) {
    func isPlain(_ byte: UInt8?) -> Bool { byte.map { (0x21...0x7E).contains($0) } ?? true }
    if isPlain(first), isPlain(last) { return take(self) }
    var text = String(decoding: self, as: UTF8.self).trimmingSpaces()
    text.withUTF8 { take(UnsafeRawBufferPointer($0)) }
  }
}
