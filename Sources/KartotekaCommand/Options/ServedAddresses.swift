import KartotekaHTTP
import KartotekaTLS
import KartotekaWeb

/// The addresses of a server in browsers.
struct ServedAddresses: Equatable {
  /// The address for a browser on this machine.
  let first: String
  /// The addresses for browsers on other machines of the network.
  let elsewhere: [String]

  /// - Parameters:
  ///   - host: the address that the server listens on.
  ///   - certificate: the certificate of HTTPS; nil for plain HTTP.
  ///   - shared: the addresses in the local network of a server that is shared while it runs.
  ///   - own: the addresses of this machine.
  init(
    host: String, port: Int, certificate: CertifiedKey?, shared: SharedAddresses? = nil,
    own: [String] = NetworkAddresses.own
  ) {
    let listensOnAll = host == "0.0.0.0" || host == "::"
    let others = listensOnAll ? own : Server.isLoopback(host) ? [] : [host]
    guard let certificate else {
      first = "http://\(Self.authority(listensOnAll ? "127.0.0.1" : host)):\(port)"
      elsewhere = shared.map { $0.reachable.map($0.server) } ?? others.map { "http://\(Self.authority($0)):\(port)" }
      return
    }
    let suffix = port == 443 ? "" : ":\(port)"
    func address(_ host: String) -> String { "https://" + Self.authority(host) + suffix }
    // A browser accepts the names of the certificate only.
    let here = listensOnAll ? "127.0.0.1" : host
    let named = certificate.hosts.filter { !$0.contains("*") }
    first = address(certificate.isFor(here) ? here : named.first ?? here)
    let reached = others.isEmpty ? [] : named.filter { !Server.isLoopback($0) && !others.contains($0) }
    elsewhere = (others.filter(certificate.isFor) + reached).map(address).filter { [first] in $0 != first }
  }

  /// The addresses of a server that is shared in a local network.
  init(_ shared: SharedAddresses) {
    let all = shared.hosts.map(shared.server)
    (first, elsewhere) = (all[0], Array(all.dropFirst()))
  }

  private static func authority(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}
