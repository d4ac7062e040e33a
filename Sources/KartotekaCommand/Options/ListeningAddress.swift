import Foundation
import KartotekaHTTP
import KartotekaWeb

/// Checks whether a server can listen at an address, before any file is opened or created.
enum ListeningAddress {
  /// - Throws: `ServerError`.
  static func check(host: String, port: Int) throws {
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE
    hints.ai_socktype = stream
    var addresses: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &addresses)
    defer { freeaddrinfo(addresses) }
    guard code == 0, let address = addresses?.pointee else {
      throw ServerError.noSuchHost(host, String(cString: gai_strerror(code)))
    }
    let error = bindError(address)
    switch error {
    case 0: return
    case EADDRINUSE: throw ServerError.portInUse(port)
    case EACCES, EPERM: throw ServerError.portForbidden(port)
    case EADDRNOTAVAIL: throw ServerError.noSuchHost(host, String(cString: strerror(error)))
    default: throw ServerError.network(String(cString: strerror(error)))
    }
  }

  private static func bindError(_ address: addrinfo) -> Int32 {
    let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    // The same option as the server's: closing connections of an earlier server don't block the port.
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    return bind(descriptor, address.ai_addr, address.ai_addrlen) == 0 ? 0 : errno
  }

  #if os(Linux)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif
}
