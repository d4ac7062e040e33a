import Foundation

/// The names by which other machines of a local network may know this one.
package struct MachineNames: Sendable {
  /// The socket at which Avahi answers questions on names.
  package static let avahi = "/run/avahi-daemon/socket"

  /// The name within the network by multicast DNS (RFC 6762): `laptop.local`; nil if the machine has no name.
  package let local: String?
  /// The name, if it has several parts: `laptop.fritz.box`. A single word is no name for a certificate: an authority for `dev` could
  /// vouch for everything below that top-level domain.
  package let others: [String]

  /// - Parameter host: the name of the machine.
  package init(host: String = MachineNames.host) {
    let host = host.lowercased()
    let first = host.split(separator: ".").first.map(String.init) ?? ""
    let hasName = !first.isEmpty && host != "localhost" && !host.hasPrefix("localhost.")
    local = hasName ? first + ".local" : nil
    others = hasName && host.contains(".") && host != local ? [host] : []
  }

  /// The name that the system knows, without a question to a name server.
  package static var host: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Names and addresses for a certificate of this machine, the most usual first.
  /// - Parameter addresses: the addresses of the machine.
  package func hosts(addresses: [String] = NetworkAddresses.ownByUse) -> [String] {
    [local].compactMap(\.self) + others + ["localhost", "127.0.0.1"] + addresses
  }

  /// Whether the local name is announced in the network, so that others find it. Avahi announces the name of the machine as long
  /// as it runs; macOS always does.
  /// - Parameters:
  ///   - path: the socket of Avahi.
  ///   - addresses: the addresses of the machine: if another one has its name, Avahi announces a different name.
  package func isAnnounced(
    socket path: String = MachineNames.avahi, addresses: [String] = NetworkAddresses.own
  ) -> Bool {
    guard let local else { return false }
    #if os(macOS)
      return true
    #else
      let words = Self.answer(to: "RESOLVE-HOSTNAME-IPV4 \(local)\n", at: path)?.split(whereSeparator: \.isWhitespace)
      guard let words, words.first == "+", let address = words.last else { return false }
      return address.hasPrefix("127.") || addresses.contains(String(address))
    #endif
  }

  // Avahi's line protocol, as nss-mdns speaks it: "+ INTERFACE PROTOCOL NAME ADDRESS", or "- NUMBER REASON".
  private static func answer(to question: String, at path: String) -> String? {
    var address = sockaddr_un()
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    #if os(Linux)
      let streams = Int32(SOCK_STREAM.rawValue)
    #else
      let streams = SOCK_STREAM
    #endif
    let descriptor = socket(AF_UNIX, streams, 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // Avahi itself gives up after five seconds.
    var patience = timeval(tv_sec: 6, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) == 0 }
    }
    let bytes = Array(question.utf8)
    guard isConnected, write(descriptor, bytes, bytes.count) == bytes.count else { return nil }
    var answer = [UInt8](repeating: 0, count: 512)
    let count = read(descriptor, &answer, answer.count)
    return count > 0 ? String(decoding: answer.prefix(count), as: UTF8.self) : nil
  }
}
