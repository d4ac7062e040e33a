import Foundation

/// Converts text of an encoding to UTF-8 with the system's tables (iconv).
final class TextDecoder {
  private static let capacity = 1 << 14

  private let converter: iconv_t
  private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)

  /// Nil where the system does not know the encoding.
  init?(_ encoding: TextEncoding) {
    let converter = iconv_open("UTF-8", encoding.converterName)
    guard let converter, converter != iconv_t(bitPattern: -1) else {
      buffer.deallocate()
      return nil
    }
    self.converter = converter
  }

  deinit {
    iconv_close(converter)
    buffer.deallocate()
  }

  /// Decodes bytes up to the first one that is no character.
  /// - Parameter take: gets pieces of UTF-8.
  /// - Returns: the number of decoded bytes.
  func decode(_ bytes: UnsafeRawBufferPointer, _ take: (UnsafePointer<UInt8>, Int) -> Void) -> Int {
    // iconv's interface has no const; it only reads its input.
    var input = bytes.baseAddress.map { UnsafeMutablePointer(mutating: $0.assumingMemoryBound(to: CChar.self)) }
    var rest = bytes.count
    while rest > 0 {
      var failure: Int32 = 0
      let before = rest
      let written = buffer.withMemoryRebound(to: CChar.self, capacity: Self.capacity) { start in
        var output: UnsafeMutablePointer<CChar>? = start
        var room = Self.capacity
        if iconv(converter, &input, &rest, &output, &room) == -1 { failure = errno }
        return Self.capacity - room
      }
      if written > 0 { take(buffer, written) }
      if failure == E2BIG, rest < before || written > 0 { continue }
      if failure != 0 { break }
    }
    // This call writes the rest of the last character, and resets the converter after a fault.
    let tail = buffer.withMemoryRebound(to: CChar.self, capacity: Self.capacity) { start in
      var output: UnsafeMutablePointer<CChar>? = start
      var room = Self.capacity
      iconv(converter, nil, nil, &output, &room)
      return Self.capacity - room
    }
    if tail > 0 { take(buffer, tail) }
    return bytes.count - rest
  }

  /// The text of bytes; nil if one of them is no character.
  func text(_ bytes: UnsafeRawBufferPointer) -> String? {
    var utf8: [UInt8] = []
    let used = decode(bytes) { utf8 += UnsafeBufferPointer(start: $0, count: $1) }
    return used == bytes.count ? String(decoding: utf8, as: UTF8.self) : nil
  }
}
