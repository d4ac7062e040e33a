import Foundation

extension UnsafeRawBufferPointer {
  /// The offset of the first place where some bytes are found; nil where they are not, 0 for none.
  ///
  /// The standard library's `firstRange(of:)` takes a hundred times as long.
  public func firstOffset(of part: UnsafeRawBufferPointer) -> Int? {
    guard let start = baseAddress, let other = part.baseAddress, let first = part.first else {
      return part.isEmpty ? 0 : nil
    }
    var offset = 0
    while offset + part.count <= count {
      let last = count - part.count
      guard let found = memchr(start + offset, Int32(first), last - offset + 1) else { return nil }
      offset = UnsafeRawPointer(found) - start
      if memcmp(start + offset, other, part.count) == 0 { return offset }
      offset += 1
    }
    return nil
  }
}

extension String {
  /// Whether another text's bytes are found within this one's.
  public func hasBytes(of part: String) -> Bool {
    var (text, part) = (self, part)
    return text.withUTF8 { text in
      part.withUTF8 { UnsafeRawBufferPointer(text).firstOffset(of: UnsafeRawBufferPointer($0)) != nil }
    }
  }
}
