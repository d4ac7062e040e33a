import Foundation
import Testing

/// A port of this machine at which nothing listens, and that nobody else can take: one that was merely free a moment ago
/// may be another test's by now.
enum DeafPort {
  /// Does something while the port is held.
  /// - Parameter body: is given the address at which whoever connects is refused.
  static func run(_ body: (String) async throws -> Void) async throws {
    let taken = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(taken) }
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &name) { name in
      name.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(taken, $0, size) == 0 && getsockname(taken, $0, &size) == 0
      }
    }
    try #require(isBound)
    try await body("http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))")
  }
}
