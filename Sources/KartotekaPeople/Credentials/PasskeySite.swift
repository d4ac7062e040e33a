import Foundation

/// The site that passkeys belong to.
package struct PasskeySite: Sendable, Hashable {
  /// The relying party: the host's name, without a port. An address of numbers is none.
  package let host: String
  /// The page's whole origin, such as `https://kartoteka.local:8443`.
  package let origin: String

  /// The site of a page's origin, in small letters; nil where browsers offer no passkeys: at an address of numbers, over plain
  /// HTTP at another name than localhost.
  package init?(origin: String) {
    let isSecure = origin.hasPrefix("https://")
    guard isSecure || origin.hasPrefix("http://"), origin.utf8.count <= 300 else { return nil }
    let parts = origin.dropFirst(isSecure ? 8 : 7).split(separator: ":", omittingEmptySubsequences: false)
    guard let host = parts.first, parts.count <= 2, Self.isName(host) else { return nil }
    if parts.count == 2 {
      guard let port = UInt16(parts[1]), String(port) == parts[1], port != (isSecure ? 443 : 80) else { return nil }
    }
    guard isSecure || host == "localhost" || host.hasSuffix(".localhost") else { return nil }
    (self.host, self.origin) = (String(host), origin)
  }

  private static func isName(_ host: Substring) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-_")
    return host.utf8.count <= 253
      && labels.allSatisfy { !$0.isEmpty && $0.utf8.count <= 63 && $0.allSatisfy(allowed.contains) }
      && labels.last?.contains(where: \.isLetter) == true
  }
}
