import KartotekaModel

/// An address within this server: `/userscrud/users/412?search=kow`.
///
/// ```swift
/// URLPath("userscrud", "users").with("search", "Łódź")   // /userscrud/users?search=%C5%81%C3%B3d%C5%BA
/// ```
/// A path stays on this server and has no scheme, whatever its parts contain: it begins with one slash, and everything that is
/// put in is percent-encoded (RFC 3986: all but letters, digits and `-._~`).
public struct URLPath: Hashable, Sendable, CustomStringConvertible {
  /// The address as it is written into a page or a `Location`.
  package private(set) var text: String
  // Whether ids are marked with `~`, because a component without it is a record's key.
  private(set) var hasMarkedIDs = false

  /// The address for logs and tests.
  public var description: String { text }

  /// The path with those segments; none: the home page.
  public init(_ segments: String...) {
    text = segments.isEmpty ? "/" : ""
    for segment in segments { text += "/" + Self.encoded(segment) }
  }

  private init(encoded: String) { text = encoded }

  /// An address that came from outside, such as a form's `returnTo`; nil unless it is a path on this server.
  ///
  /// `//host` and `/\host` would lead elsewhere, and browsers drop tabs and line ends before they look.
  package init?(local: String) {
    let bytes = Array(local.utf8.prefix(2_049))
    guard bytes.count <= 2_048, bytes.first == UInt8(ascii: "/"),
      bytes.count == 1 || bytes[1] != UInt8(ascii: "/"),
      bytes.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") })
    else { return nil }
    text = local
  }

  /// A place on the same page: `#main`.
  package static func fragment(_ id: String) -> URLPath { URLPath(encoded: "#" + encoded(id)) }

  /// The address with the place on its page where it is to be opened; nothing comes behind it.
  package func place(_ id: String) -> URLPath { URLPath(encoded: text + "#" + Self.encoded(id)) }

  /// The path one segment deeper.
  public func appending(_ segment: String) -> URLPath {
    URLPath(encoded: (text == "/" ? "" : text) + "/" + Self.encoded(segment))
  }

  /// A record's path below its entity's.
  public func appending(_ id: RecordID) -> URLPath { URLPath(encoded: text + (hasMarkedIDs ? "/~" : "/") + String(id)) }

  /// The path of records that are addressed by their keys: ids that are appended to it begin with `~`.
  package func withMarkedIDs() -> URLPath {
    var path = self
    path.hasMarkedIDs = true
    return path
  }

  /// The address with one more query item.
  public func with(_ name: String, _ value: String) -> URLPath {
    var path = self
    path.text += path.text.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
    path.text += Self.item(name, value)
    return path
  }

  /// The address with a query; it must not have one.
  package func with(_ query: Query) -> URLPath { URLPath(encoded: text + query.text) }

  /// The address with one more query item, once with each of those values.
  package func with(_ name: String, each values: [String]) -> [URLPath] {
    let start = with(name, "").text
    return values.map { URLPath(encoded: start + Self.encoded($0)) }
  }

  /// The address with one more query item, unless the value is empty.
  package func with(_ name: String, unlessEmpty value: String) -> URLPath { value.isEmpty ? self : with(name, value) }

  /// The query behind a path: `?search=kow`, or nothing.
  package struct Query: Hashable, Sendable {
    /// With the question mark, percent-encoded.
    package fileprivate(set) var text = ""

    /// A query without items.
    package init() {}

    /// A query of those items, without the ones whose value is empty.
    package init(_ items: (name: String, value: String)...) { self.init(items) }

    /// A query of those items, without the ones whose value is empty.
    package init(_ items: [(name: String, value: String)]) {
      for item in items where !item.value.isEmpty {
        text += (text.isEmpty ? "?" : "&") + URLPath.item(item.name, item.value)
      }
    }
  }

  fileprivate static func item(_ name: String, _ value: String) -> String { encoded(name) + "=" + encoded(value) }

  /// Text as a part of an address: percent-encoded, but for letters, digits, `-._~` and the characters in `kept`.
  package static func encoded(_ text: String, leaving kept: String = "") -> String {
    if text.utf8.allSatisfy(isUnreserved) { return text }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte) || kept.utf8.contains(byte) {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(hexDigit(byte >> 4))
        bytes.append(hexDigit(byte & 15))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? value + 0x30 : value + 0x37 }
}
