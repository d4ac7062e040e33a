/// The common form of lines of cards and calendars (RFC 6350, 3.4; RFC 5545, 3.3.11).
enum ContentLine {
  /// A value without its escapes: `\n` is a line break, and any other escaped character is itself.
  static func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    var (result, isEscaped) = ("", false)
    for character in text {
      if isEscaped {
        result.append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// A value of vCard 2.1 or vCalendar 1.0 in quoted-printable (RFC 2045, 6.7).
  /// - Parameter charset: the encoding that the property names, such as `WINDOWS-1250`.
  static func unquoted(_ text: String, _ charset: String?) -> String {
    var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "="), let high = hexadecimal(rest.first), let low = hexadecimal(rest.dropFirst().first) {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    let encoding = charset.flatMap { TextEncoding(named: $0) } ?? .utf8
    guard encoding != .utf8, let decoder = TextDecoder(encoding) else { return String(decoding: bytes, as: UTF8.self) }
    return bytes.withUnsafeBytes { decoder.text($0) } ?? String(decoding: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ byte: UInt8?) -> UInt8? {
    switch byte {
    case let byte? where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte): byte - UInt8(ascii: "0")
    case let byte? where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte): byte - UInt8(ascii: "A") + 10
    case let byte? where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
