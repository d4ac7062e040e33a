import Foundation

/// Certificates of the server's own authority, for the names and addresses that the machine has.
package final class OwnCertificates: CertificateSource {
  /// The authority that signs them.
  package let authority: Authority
  private let folder: AuthorityFolder
  private let required: [String]
  private let hosts: @Sendable () -> [String]
  package var isGiven: Bool { false }

  // Devices that are away for some weeks need nothing.
  private static let leastRest: TimeInterval = 30 * 86_400
  // A certificate of hundreds of addresses would slow each handshake.
  private static let most = 64

  /// Reads the authority of a data folder, or makes it if there is none.
  /// - Parameters:
  ///   - data: the data folder.
  ///   - title: the name of the program.
  ///   - required: names that the certificate must have.
  ///   - hosts: the names and addresses that the machine has now, the most usual first.
  /// - Throws: ``CertificateError``. An authority that can't be read is not replaced.
  package init(
    in data: URL, title: String, required: [String] = [], now: Date = Date(),
    hosts: @escaping @Sendable () -> [String]
  ) throws(CertificateError) {
    folder = AuthorityFolder(in: data)
    (self.required, self.hosts) = (required.map { $0.lowercased() }, hosts)
    authority = try folder.locked { [folder] () throws(CertificateError) in
      if let bytes = try folder.bytes(of: folder.authority) { return try Authority(bytes, file: folder.authority) }
      let named = Self.valid(hosts() + required)
      let bytes = try Authority.make(title: title, for: named, now: now)
      try folder.write(bytes, to: folder.authority)
      return try Authority(bytes, file: folder.authority)
    }
    if let other = self.required.first(where: { !Self.valid([$0]).contains($0) || !authority.permitted.allows($0) }) {
      throw .foreignName(other, folder.authority)
    }
  }

  package func certificate(instead current: CertifiedKey?, now: Date) throws(CertificateError) -> CertifiedKey {
    guard now < authority.ends else { throw .endedAuthority(folder.authority) }
    let hosts = Array(Self.valid(hosts() + required).filter(authority.permitted.allows).prefix(Self.most))
    if let current, isRight(current, for: hosts, now) { return current }
    return try folder.locked { () throws(CertificateError) in
      // One that can't be read is made anew. Devices know the authority alone.
      if current == nil, let bytes = try? folder.bytes(of: folder.server), authority.hasSigned(bytes),
        let stored = try? read(bytes), isRight(stored, for: hosts, now)
      {
        return stored
      }
      let bytes = try authority.certificate(for: hosts, now: now)
      try folder.write(bytes, to: folder.server)
      return try read(bytes)
    }
  }

  /// The file of the authority, if other users of this machine can read it.
  package var exposedKey: String? {
    var status = stat()
    return stat(folder.authority, &status) == 0 && status.st_mode & 0o077 != 0 ? folder.authority : nil
  }

  private func read(_ bytes: [UInt8]) throws(CertificateError) -> CertifiedKey {
    guard let (chain, key) = PEM.halves(of: bytes) else { throw .noKey(folder.server) }
    return try CertifiedKey(chain: chain, key: key, files: (folder.server, folder.server))
  }

  // A certificate of more names than the machine has now stays: the network may come back.
  private func isRight(_ certificate: CertifiedKey, for hosts: [String], _ now: Date) -> Bool {
    guard Set(hosts).isSubset(of: certificate.hosts) else { return false }
    // A clock that was set back before the authority was made gets no better certificate.
    if now < certificate.begins { return now < authority.begins }
    return now + Self.leastRest < certificate.ends || authority.end(ofCertificateAt: now) <= certificate.ends
  }

  // Each host once, without those that no certificate can have.
  private static func valid(_ hosts: [String]) -> [String] {
    var known: Set<String> = []
    return hosts.map { $0.lowercased() }.filter { (IPAddress($0) != nil || isName($0)) && known.insert($0).inserted }
  }

  private static func isName(_ host: String) -> Bool {
    host.utf8.count <= 253
      && host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
          && label.utf8.allSatisfy {
            (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
          }
      }
  }
}
