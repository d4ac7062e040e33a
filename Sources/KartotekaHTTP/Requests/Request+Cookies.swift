import HTTPTypes
import Hummingbird

extension Request {
  /// Whether there are cookies.
  package var hasCookies: Bool { headers.contains(.cookie) }

  /// The value of a cookie; nil if it is missing. Of several with that name the first one counts: browsers send that of the longest
  /// path first (RFC 6265, section 5.4).
  ///
  /// Each request asks for up to ten cookies. They are found by bytes; Hummingbird's `cookies` copies and compares characters.
  package func cookie(_ name: String) -> String? {
    var name = name
    return name.withUTF8 { name in
      for var header in headers[values: .cookie] {
        if let value = header.withUTF8({ Self.value(of: name, in: $0) }) { return value }
      }
      return nil
    }
  }

  private static func value(of name: UnsafeBufferPointer<UInt8>, in header: UnsafeBufferPointer<UInt8>) -> String? {
    var start = 0
    while start < header.count {
      let byte = header[start]
      guard byte != UInt8(ascii: " "), byte != UInt8(ascii: "\t") else {
        start += 1
        continue
      }
      var end = start
      while end < header.count, header[end] != UInt8(ascii: ";") { end += 1 }
      let pair = header[start..<end]
      if pair.count > name.count, pair[start + name.count] == UInt8(ascii: "="), pair.starts(with: name) {
        return String(decoding: pair.dropFirst(name.count + 1), as: UTF8.self)
      }
      start = end + 1
    }
    return nil
  }
}
