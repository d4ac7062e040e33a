import Foundation

/// A web address: http or https, with a host.
package struct URLKind: AttributeKind {
  /// `url`.
  package let name = KindName.url
  /// Stored as text.
  package let storage = StorageClass.text
  /// Addresses and numbers identify.
  package let identifies = true

  /// The kind.
  package init() {}

  /// Parses an http or https address; `example.org/page` gets the prefix `https://`. Other schemes are refused, because
  /// the address becomes a link (`javascript:` would run in the reader's page). A user name or password before the host
  /// is refused too: without a scheme it is a mail address or another scheme.
  /// - Throws: ``ValueFault`` for anything else.
  package func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    let full = Self.hasScheme(text) ? text : "https://" + text
    guard full.utf8.count <= 2_000, !full.unicodeScalars.contains(where: Self.isForbidden),
      let parts = URLComponents(string: full), let scheme = parts.scheme?.lowercased(),
      scheme == "http" || scheme == "https", parts.user == nil, let host = parts.host,
      host.contains(".") || host == "localhost",
      !host.hasPrefix("."), !host.hasSuffix(".")
    else { throw ValueFault("This has to be a web address like https://example.org") }
    return .text(full)
  }

  /// An error for text that is no http or https address.
  package func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? {
    guard case .text(let text) = value, Self.hasScheme(text),
      (try? self.value(text: text, for: attribute)) != nil
    else { return ValueFault("This has to be a web address like https://example.org") }
    return nil
  }

  // "example.org/?from=http://example.com" has none.
  private static func hasScheme(_ text: String) -> Bool {
    text.drop { $0.isLetter || $0.isNumber || "+-.".contains($0) }.hasPrefix("://")
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
  }
}
