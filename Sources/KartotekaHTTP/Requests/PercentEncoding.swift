/// The encoding of forms and queries (URL Standard, `application/x-www-form-urlencoded`).
package enum PercentEncoding {
  /// Decodes a text; a plus sign is a space.
  /// - Returns: the bytes, and whether the encoding is valid. A percent sign without two digits is decoded to itself.
  package static func decoded(_ text: some Collection<UInt8>) -> (bytes: [UInt8], isValid: Bool) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var isValid = true
    var rest = text[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        if let high = rest.first.flatMap(digit), let low = rest.dropFirst().first.flatMap(digit) {
          bytes.append(high << 4 | low)
          rest = rest.dropFirst(2)
        } else {
          isValid = false
          bytes.append(byte)
        }
      default: bytes.append(byte)
      }
    }
    return (bytes, isValid)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
