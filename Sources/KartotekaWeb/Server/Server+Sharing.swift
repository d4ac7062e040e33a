import HummingbirdCore
import KartotekaHTTP
import KartotekaTLS
import ServiceLifecycle

// The parts of a server that is shared in a local network.
extension Server {
  // The page that helps devices to trust the server's own authority, and its port.
  func trustSite(onReady: @escaping @Sendable (Int) async -> Void) -> [any Service] {
    guard let shared, let ownCertificates, let certificate else { return [] }
    let site = TrustSite(shared, authority: ownCertificates.authority, branding: branding) { host in
      certificate.current.isFor(host)
    }
    return [
      site.application(host: host, limits: limits, logger: quietLogger) { port in
        if let ports = shared.note(trust: port) { await onReady(ports.server) }
      }
    ]
  }

  // The services of a server that is shared while it runs.
  func sharedServices(
    _ parts: LiveSharing.Parts, _ port: Int, _ onReady: @escaping @Sendable () -> Void,
    _ server: @escaping @Sendable (_ address: String, _ onReady: @escaping @Sendable () -> Void) -> any Service
  ) -> [any Service] {
    let addresses = parts.addresses
    let trust = TrustSite(addresses, authority: parts.certificates.authority, branding: branding) {
      parts.certificate.current.isFor($0)
    }
    return [
      trust.application(host: "0.0.0.0", limits: limits, logger: quietLogger) { port in
        if addresses.note(trust: port) != nil { onReady() }
      },
      NetworkListeners(
        addresses: { NetworkAddresses.ownByUse }, logger: quietLogger, server: server,
        onReady: { if addresses.note(server: port) != nil { onReady() } }, onFailures: addresses.note(unserved:)),
      CertificateRenewal(parts.certificate, logger: logger),
    ]
  }

  /// The names of a certificate and its end, for requests.
  static func parts(of certificate: ServerCertificate) -> EncryptedConnection.Certificate {
    { (certificate.current.hosts, certificate.current.ends) }
  }

  /// The addresses of the server while it is shared in a local network.
  var sharedNow: SharedAddresses? { shared ?? liveSharing?.addresses }
}
