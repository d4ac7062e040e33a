import Foundation
import HTTPTypes
import Hummingbird
import KartotekaModel

/// Refuses requests whose host is not a name of this server.
///
/// This prevents DNS rebinding: a website could point its own host name at this machine and read responses, because the
/// browser takes both for one origin. IP addresses can't be rebound, so a server that listens on all interfaces accepts
/// every IP address.
package struct HostCheck: RouterMiddleware {
  private let hostHeader = HTTPField.Name("Host")
  private let names: Set<String>
  private let takesAddresses: Bool
  private let isCertified: @Sendable (String) -> Bool

  /// A check for a server that listens on `host`.
  /// - Parameters:
  ///   - names: additional names of the server.
  ///   - isCertified: whether the server's certificate is for a host. A browser reaches no other host through TLS, so none can be
  ///     rebound to it.
  package init(host: String, names: [String], isCertified: @escaping @Sendable (String) -> Bool = { _ in false }) {
    self.isCertified = isCertified
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
    // Hummingbird moves the first Host header to the authority (RFC 9112, section 3.2).
    guard hostHeader.map({ request.headers[$0] == nil }) ?? true else {
      throw Problem(.badRequest, "A request must have exactly one Host header.")
    }
    for authority in [request.head.authority ?? ""] + [context.hostOfProxy].compactMap(\.self) where !isOwn(authority) {
      throw Problem(
        .foreignHost,
        Phrase(
          "The server is not known as {host}. To allow this name, start it with `--allow-host {host}`.",
          ["host": .text(authority.shortened)]))
    }
    return try await next(request, context)
  }

  /// Whether a host, with or without a port, is a name of this server.
  package func isOwn(_ authority: String) -> Bool {
    let host = Self.host(of: authority)
    if names.contains(host) || names.contains(host.lowercased()) { return true }
    if isCertified(host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host) { return true }
    guard takesAddresses else { return false }
    if host.hasPrefix("[") { return host.hasSuffix("]") }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }

  // A colon is followed by a port only if all characters after it are digits.
  private static func host(of authority: String) -> String {
    guard let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")), authority.utf8.last != UInt8(ascii: "]"),
      authority.utf8[colon...].dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
    else { return authority }
    return String(authority[..<colon])
  }
}
