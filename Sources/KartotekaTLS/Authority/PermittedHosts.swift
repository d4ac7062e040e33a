import COpenSSL
import Foundation

/// The names and addresses for which an authority may make certificates: its name constraints (RFC 5280, section 4.2.1.10).
///
/// A device that trusts the authority would believe it for every website. With the constraints a stolen key is of no use against
/// other websites. OpenSSL, Firefox, Chrome, Windows and Apple's systems obey them. They are critical, so that a program that does
/// not know them refuses the certificate.
struct PermittedHosts: Sendable, Equatable {
  /// The DNS names, each of which stands for the names below it, too; nil if every name is permitted.
  private(set) var names: [String]?
  /// The ranges of addresses, with their masks; nil if every address is permitted.
  private(set) var ranges: [Range]?

  struct Range: Sendable, Equatable {
    let address: [UInt8]
    let mask: [UInt8]

    func contains(_ other: [UInt8]) -> Bool {
      other.count == address.count && zip(zip(address, other), mask).allSatisfy { ($0.0 ^ $0.1) & $1 == 0 }
    }
  }

  // Names that no public authority gives out (RFC 6761, 6762, 8375; ICANN reserves `internal`), and those of common home routers.
  private static let localNames = ["local", "localhost", "home.arpa", "internal", "home", "lan", "fritz.box"]

  // Private, shared, link-local and loopback addresses (RFC 1918, 6598, 3927, 4193, 4291).
  private static let localRanges = [
    "10.0.0.0/255.0.0.0", "172.16.0.0/255.240.0.0", "192.168.0.0/255.255.0.0", "169.254.0.0/255.255.0.0",
    "100.64.0.0/255.192.0.0", "127.0.0.0/255.0.0.0", "fc00::/fe00::", "fe80::/ffc0::",
    "::1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  ]

  /// The value of the extension for an authority: local names and addresses, and the given ones. A name of one word would stand for a
  /// whole top-level domain.
  static func value(for hosts: [String]) -> String {
    let addresses = hosts.filter { IPAddress($0) != nil }
    let names = localNames + hosts.filter { IPAddress($0) == nil && $0.contains(".") && !localNames.contains($0) }
    let own = addresses.filter { host in
      !localRanges.contains { Range(text: $0)?.contains(IPAddress(host)?.bytes ?? []) == true }
    }
    let ranges = localRanges + own.map { $0 + "/" + ($0.contains(":") ? fullMask : "255.255.255.255") }
    return
      (["critical"] + names.map { "permitted;DNS:" + $0 } + ranges.map { "permitted;IP:" + $0 })
      .joined(separator: ",")
  }

  private static let fullMask = "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"

  /// The constraints of an authority's certificate.
  init(_ certificate: OpaquePointer) {
    guard
      let constraints = X509_get_ext_d2i(certificate, NID_name_constraints, nil, nil)?
        .assumingMemoryBound(to: NAME_CONSTRAINTS.self)
    else { return }
    defer { NAME_CONSTRAINTS_free(constraints) }
    guard let all = constraints.pointee.permittedSubtrees else { return }
    for index in 0..<max(0, OPENSSL_sk_num(all)) {
      guard let tree = OPENSSL_sk_value(all, index)?.assumingMemoryBound(to: GENERAL_SUBTREE.self).pointee,
        let name = tree.base?.pointee
      else { continue }
      switch name.type {
      case GEN_DNS: names = (names ?? []) + [SubjectNames.text(name.d.dNSName)]
      case GEN_IPADD:
        let bytes = SubjectNames.bytes(name.d.iPAddress)
        let half = bytes.count / 2
        ranges = (ranges ?? []) + [Range(address: Array(bytes.prefix(half)), mask: Array(bytes.suffix(half)))]
      default: continue
      }
    }
  }

  /// Whether a certificate may be for a DNS name or an address.
  func allows(_ host: String) -> Bool {
    if let address = IPAddress(host) { return ranges?.contains { $0.contains(address.bytes) } ?? true }
    let host = host.lowercased()
    return names?.contains { host == $0 || host.hasSuffix("." + $0) } ?? true
  }
}

extension PermittedHosts.Range {
  /// A range with its mask behind a slash.
  fileprivate init?(text: String) {
    let parts = text.split(separator: "/").compactMap { IPAddress(String($0)) }
    guard parts.count == 2 else { return nil }
    (address, mask) = (parts[0].bytes, parts[1].bytes)
  }
}
