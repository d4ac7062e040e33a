import ArgumentParser
import Foundation
import KartotekaHTTP
import KartotekaTLS

/// The options of a server that is shared in a local network.
struct SharingOptions: ParsableArguments {
  @Flag(
    name: .customLong("share"),
    help: .saying(
      "Serves phones and computers in the same network: with HTTPS, on all addresses, and only for people with accounts."
    ))
  var isOn = false

  @Option(
    name: .customLong("trust-port"), parsing: .unconditional,
    help: .saying(
      "With --share: the port of the page that helps a device to trust the server (else the port after that of the server).",
      value: "port"))
  var trustPort: Int?

  func validate() throws {
    guard let trustPort else { return }
    guard isOn else { throw ValidationError(say("--trust-port can be used only with --share.")) }
    guard (0...65_535).contains(trustPort) else { throw ValidationError(say("A port is a number from 0 to 65535.")) }
  }

  /// The port of the page that helps a device to trust the server.
  /// - Parameter port: the port of the server; 0 for free ones.
  func trustPort(besides port: Int) -> Int { trustPort ?? (port == 0 ? 0 : port == 65_535 ? port - 1 : port + 1) }
}

/// A server's own authority, certificate and addresses in a local network.
struct LocalSharing {
  /// The certificates of the authority.
  let certificates: OwnCertificates
  /// The certificate of the server.
  let certificate: ServerCertificate
  /// The addresses of the server.
  let addresses: SharedAddresses
  /// The name that should be announced in the network; nil if the machine has none.
  let localName: String?
  /// Whether it is.
  let isAnnounced: Bool

  /// - Parameters:
  ///   - folder: the data folder, which exists.
  ///   - title: the name of the program.
  ///   - names: further names of the server.
  ///   - servesLoopback: whether the server encrypts at its loopback addresses, too.
  /// - Throws: `CertificateError`.
  init(in folder: URL, title: String, names: [String], trustPort: Int, servesLoopback: Bool = true) throws {
    let machine = MachineNames()
    let isAnnounced = machine.isAnnounced()
    (localName, self.isAnnounced) = (machine.local, isAnnounced)
    // The machine may get another name while the server runs.
    certificates = try OwnCertificates(in: folder, title: title, required: names) { MachineNames().hosts() }
    let certificate = try ServerCertificate(certificates)
    self.certificate = certificate
    addresses = SharedAddresses(
      fingerprint: certificates.authority.fingerprintText, trustPort: trustPort, servesLoopback: servesLoopback
    ) {
      let announced = isAnnounced ? [MachineNames().local].compactMap(\.self) : []
      return (names + announced + NetworkAddresses.ownByUse).filter(certificate.current.isFor)
    }
  }

  /// Announces the server in the network, if its name is announced there.
  func announce(by announcement: ServiceAnnouncement, port: Int) {
    guard isAnnounced, let program = ServiceAnnouncement.program() else { return }
    let title = Program.current.branding.title
    try? announcement.begin("\(title) (\(localName ?? ""))", port: port, by: program)
  }
}
