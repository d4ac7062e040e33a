/// Bytes as 32 different characters, five bits each, without padding.
enum Base32 {
  /// The alphabet of RFC 4648.
  static let rfc4648 = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
  /// Crockford's alphabet, without letters that look like digits.
  static let crockford = Array("0123456789abcdefghjkmnpqrstvwxyz")

  /// The text of bytes; the last character has zeros at its end.
  static func text(_ bytes: [UInt8], alphabet: [Character]) -> String {
    var (result, buffer, bits) = ("", 0, 0)
    for byte in bytes {
      (buffer, bits) = ((buffer << 8 | Int(byte)) & 0xfff, bits + 8)
      while bits >= 5 {
        bits -= 5
        result.append(alphabet[buffer >> bits & 31])
      }
    }
    if bits > 0 { result.append(alphabet[buffer << (5 - bits) & 31]) }
    return result
  }
}
