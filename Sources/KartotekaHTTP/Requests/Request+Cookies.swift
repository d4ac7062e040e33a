import HTTPTypes
import Hummingbird

extension Request {
  /// The value of a cookie; nil if it is missing. Of several with that name the first one counts: browsers send that of the longest
  /// path first (RFC 6265, section 5.4).
  ///
  /// Each request asks for up to ten cookies. They are found by bytes; Hummingbird's `cookies` copies and compares characters.
  package func cookie(_ name: String) -> String? {
    for header in headers[values: .cookie] {
      if let value = Self.value(of: name, in: header) { return value }
    }
    return nil
  }

  private static func value(of name: String, in header: String) -> String? {
    var rest = header.utf8[...]
    while true {
      let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
      let pair = rest[..<end].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      if let equals = pair.firstIndex(of: UInt8(ascii: "=")), pair[..<equals].elementsEqual(name.utf8) {
        return String(Substring(pair[pair.index(after: equals)...]))
      }
      if end == rest.endIndex { return nil }
      rest = rest[rest.index(after: end)...]
    }
  }
}
