import KartotekaModel

/// The search key of a name: folded, without apostrophes and full stops, with single spaces between words.
/// `Sana’a` has the key `sanaa`, `Saint-Étienne` `saint etienne`, `St. Louis` `st louis`.
///
/// `Data/folding.py` computes the same keys, by which the resources are sorted.
enum NameKey {
  /// The key of a text.
  static func key(of text: String) -> [UInt8] {
    var text = text
    var key: [UInt8] = []
    text.withUTF8 { append($0, to: &key) }
    return key
  }

  /// Appends the key of a name in well-formed UTF-8.
  static func append(_ name: UnsafeBufferPointer<UInt8>, to keys: inout [UInt8]) {
    let start = keys.count
    Folding.fold(utf8: name, into: &keys)
    let end = keys.withUnsafeMutableBufferPointer { tidy($0, from: start) }
    keys.removeLast(keys.count - end)
  }

  /// Removes characters other than letters and digits, and returns the new end.
  private static func tidy(_ bytes: UnsafeMutableBufferPointer<UInt8>, from start: Int) -> Int {
    var (next, end) = (start, start)
    while next < bytes.count {
      let byte = bytes[next]
      if byte >= 0x80, next + 1 < bytes.count, isApostrophe(byte, bytes[next + 1]) {
        next += 2
        continue
      }
      next += 1
      if byte >= 0x80 || isLetterOrDigit(byte) {
        bytes[end] = byte
        end += 1
      } else if !isSilent(byte), end > start, bytes[end - 1] != space {
        bytes[end] = space
        end += 1
      }
    }
    return end > start && bytes[end - 1] == space ? end - 1 : end
  }

  private static let space = UInt8(ascii: " ")

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
  }

  private static func isSilent(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "'") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "`")
  }

  /// ´, ʹ, ʻ and ʼ. Folding has replaced the other apostrophes by '.
  private static func isApostrophe(_ first: UInt8, _ second: UInt8) -> Bool {
    first == 0xC2 && second == 0xB4 || first == 0xCA && (second == 0xB9 || second == 0xBB || second == 0xBC)
  }
}
