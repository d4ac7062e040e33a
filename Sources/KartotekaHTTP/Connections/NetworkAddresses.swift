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
}
