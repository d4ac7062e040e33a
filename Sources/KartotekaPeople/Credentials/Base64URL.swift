/// Bytes as letters, digits, `-` and `_` without padding (RFC 4648, section 5).
///
/// Each request with a session reads and writes such a text: it is converted in one pass, without a `Data` of the other alphabet.
package enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  // The six bits of each letter; 64 for bytes that are none.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 64, count: 256)
    for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  /// The text of bytes.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { text in
      var (count, bits, open) = (0, UInt32(0), 0)
      func put(_ value: UInt32) {
        text[count] = alphabet[Int(value & 63)]
        count += 1
      }
      for byte in bytes {
        (bits, open) = (bits << 8 | UInt32(byte), open + 8)
        while open >= 6 {
          open -= 6
          put(bits >> UInt32(open))
        }
      }
      if open > 0 { put(bits << UInt32(6 - open)) }
      return count
    }
  }

  /// The bytes of a text; nil unless it is the one text of them.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var (bytes, bits, open) = ([UInt8](), UInt32(0), 0)
    bytes.reserveCapacity(text.utf8.count * 3 / 4)
    for letter in text.utf8 {
      let value = values[Int(letter)]
      guard value < 64 else { return nil }
      (bits, open) = (bits << 6 | UInt32(value), open + 6)
      if open >= 8 {
        open -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(open)))
      }
    }
    // One letter alone has too few bits, and bits that are left over have to be 0.
    guard open < 6, bits & (1 << UInt32(open) - 1) == 0 else { return nil }
    return bytes
  }
}
