import Foundation

/// The addresses of this machine on its networks.
package enum NetworkAddresses {
  /// The IPv4 addresses, without loopback.
  package static var own: [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    guard let first else { return [] }
    return sequence(first: first, next: \.pointee.ifa_next).compactMap { entry in
      let interface = entry.pointee
      guard let address = interface.ifa_addr,
        Int32(address.pointee.sa_family) == AF_INET, Int(interface.ifa_flags) & up != 0
      else { return nil }
      var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      let code = getnameinfo(
        address, socklen_t(MemoryLayout<sockaddr_in>.size), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
      let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      return code == 0 && !text.hasPrefix("127.") ? text : nil
    }
  }

  private static let up = Int(IFF_UP)

  /// The same addresses, that of the network through which the machine reaches others first: a phone is rarely in the network of a
  /// virtual machine.
  package static var ownByUse: [String] {
    let (all, usual) = (own, usual)
    return all.filter { $0 == usual } + all.filter { $0 != usual }
  }

  // The address from which a datagram to elsewhere would be sent. Connecting its socket sends nothing.
  private static var usual: String? {
    #if os(Linux)
      let datagrams = Int32(SOCK_DGRAM.rawValue)
    #else
      let datagrams = SOCK_DGRAM
    #endif
    let descriptor = socket(AF_INET, datagrams, 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(9).bigEndian
    // An address for documentation (RFC 5737), which is in no network.
    inet_pton(AF_INET, "192.0.2.1", &address.sin_addr)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isConnected else { return nil }
    var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
    inet_ntop(AF_INET, &address.sin_addr, &text, socklen_t(text.count))
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
