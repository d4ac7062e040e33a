import Foundation

/// Bytes as letters, digits, `-` and `_` without padding (RFC 4648, section 5).
package enum Base64URL {
  /// The text of bytes.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    String(
      Data(bytes).base64EncodedString().compactMap { character -> Character? in
        switch character {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: character
        }
      })
  }

  /// The bytes of a text; nil unless it is the one text of them.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var base64 = String(
      text.map { character -> Character in
        switch character {
        case "-": "+"
        case "_": "/"
        // Characters of the other alphabet are refused.
        case "+", "/", "=": "."
        default: character
        }
      })
    base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: base64), Self.text(data) == text else { return nil }
    return Array(data)
  }
}
