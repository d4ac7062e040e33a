import Foundation

/// Bytes as letters, digits, `-` and `_` without padding (RFC 4648, section 5).
package enum Base64URL {
  /// The text of bytes.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    let letters = Data(bytes).base64EncodedData().compactMap { letter -> UInt8? in
      switch letter {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "="): nil
      default: letter
      }
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// The bytes of a text; nil unless it is the one text of them.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var base64 = Data()
    for letter in text.utf8 {
      switch letter {
      case UInt8(ascii: "-"): base64.append(UInt8(ascii: "+"))
      case UInt8(ascii: "_"): base64.append(UInt8(ascii: "/"))
      // Letters of the other alphabet are refused.
      case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
      default: base64.append(letter)
      }
    }
    base64.append(contentsOf: repeatElement(UInt8(ascii: "="), count: (4 - base64.count % 4) % 4))
    guard let data = Data(base64Encoded: base64), Self.text(data).utf8.elementsEqual(text.utf8) else { return nil }
    return Array(data)
  }
}
