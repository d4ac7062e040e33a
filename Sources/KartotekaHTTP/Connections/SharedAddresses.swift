import Synchronization

/// The addresses of a server that is shared in a local network.
package final class SharedAddresses: Sendable {
  /// The ports of the server and of the page that helps devices to trust it.
  package struct Ports: Sendable, Equatable {
    /// The port of HTTPS.
    package var server: Int
    /// The port of the page, by plain HTTP.
    package var trust: Int
  }

  /// The SHA-256 fingerprint of the server's authority, as devices show it.
  package let fingerprint: String
  /// The port of the page that was asked for; 0 for a free one.
  package let trustPort: Int
  private let servesLoopback: Bool
  private let names: @Sendable () -> [String]
  private let found = Mutex(Found())

  private struct Found {
    var server: Int?
    var trust: Int?
    var unserved: Set<String> = []
    var both: Ports? { if let server, let trust { Ports(server: server, trust: trust) } else { nil } }
  }

  /// - Parameters:
  ///   - fingerprint: the fingerprint of the server's authority.
  ///   - trustPort: the port of the page that helps devices to trust it; 0 for a free one.
  ///   - servesLoopback: whether the server encrypts at its loopback addresses, too.
  ///   - hosts: the names and addresses by which other devices reach the server now, the best first.
  package init(
    fingerprint: String, trustPort: Int, servesLoopback: Bool = true, hosts: @escaping @Sendable () -> [String]
  ) {
    (self.fingerprint, self.trustPort) = (fingerprint, trustPort)
    (self.servesLoopback, names) = (servesLoopback, hosts)
  }

  /// The hosts by which other devices reach the server now, the best first; none without a network.
  package var reachable: [String] {
    let unserved = unserved
    return names().filter { !unserved.contains($0) && (servesLoopback || !WebContext.isLoopback($0)) }
  }

  /// The same, but `localhost` without a network.
  package var hosts: [String] {
    let hosts = reachable
    return hosts.isEmpty ? ["localhost"] : hosts
  }

  /// The addresses of the machine at which the server can't listen.
  package var unserved: Set<String> { found.withLock(\.unserved) }

  /// Notes the addresses of the machine at which the server can't listen.
  package func note(unserved: Set<String>) { found.withLock { $0.unserved = unserved } }

  /// The ports; nil before both listen.
  package var ports: Ports? { found.withLock(\.both) }

  /// Notes the port of the server.
  /// - Returns: both ports, unless the page does not listen yet.
  package func note(server port: Int) -> Ports? {
    found.withLock { found in
      found.server = port
      return found.both
    }
  }

  /// Notes the port of the page.
  /// - Returns: both ports, unless the server does not listen yet.
  package func note(trust port: Int) -> Ports? {
    found.withLock { found in
      found.trust = port
      return found.both
    }
  }

  /// The address of the server at a host.
  package func server(at host: String) -> String {
    let port = ports?.server ?? 443
    if !servesLoopback, WebContext.isLoopback(host) { return "http://\(host)" + (port == 80 ? "" : ":\(port)") }
    return "https://\(host)" + (port == 443 ? "" : ":\(port)")
  }

  /// The address of the page that helps devices to trust the server.
  package func trustPage(at host: String) -> String {
    let port = ports?.trust ?? 80
    return "http://\(host)" + (port == 80 ? "" : ":\(port)")
  }
}
