import Foundation
import HTTPTypes
import Hummingbird
import KartotekaModel

/// Answers only requests that call the server by a name it has.
///
/// Otherwise any website could point a name of its own at this machine and then read from here as if it were its
/// own (DNS rebinding): the browser would take both for one origin. Addresses in numbers can't be pointed
/// elsewhere, so a server that listens on all interfaces takes each of them.
package struct HostCheck: RouterMiddleware {
  private let hostHeader = HTTPField.Name("Host")
  private let names: Set<String>
  private let takesAddresses: Bool

  /// A check for a server that listens on that host, and is known by those names besides.
  package init(host: String, names: [String]) {
    takesAddresses = host == "0.0.0.0" || host == "::" || host.isEmpty
    var known: Set<String> = ["localhost", "127.0.0.1", "[::1]", host.contains(":") ? "[\(host)]" : host]
    if takesAddresses {
      let own = ProcessInfo.processInfo.hostName
      known.formUnion([own, own.split(separator: ".").first.map { $0 + ".local" } ?? own])
    }
    self.names = Set(known.union(names.map(Self.host)).map { $0.lowercased() })
  }

  package func handle(
    _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    // The first one is the authority, and no longer among the headers (RFC 9112, section 3.2).
    guard hostHeader.map({ request.headers[$0] == nil }) ?? true else {
      throw Problem(.badRequest, "A request has one Host header, and no more.")
    }
    guard let authority = request.head.authority, isOwn(authority) else {
      throw Problem(
        .foreignHost,
        Phrase(
          "It isn't known as {host}. Start it with `--allow-host` and that name if it should be.",
          ["host": .text((request.head.authority ?? "").shortened)]))
    }
    return try await next(request, context)
  }

  /// Whether that is a name of this server, with or without a port.
  package func isOwn(_ authority: String) -> Bool {
    let host = Self.host(of: authority)
    if names.contains(host) || names.contains(host.lowercased()) { return true }
    guard takesAddresses else { return false }
    if host.hasPrefix("[") { return host.hasSuffix("]") }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }

  // What stands behind the colon counts only where it is a port.
  private static func host(of authority: String) -> String {
    guard let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")), authority.utf8.last != UInt8(ascii: "]"),
      authority.utf8[colon...].dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
    else { return authority }
    return String(authority[..<colon])
  }
}
