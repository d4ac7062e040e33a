import Foundation
import Testing

#if os(Linux)
  /// The type of TCP sockets.
  let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
  /// The type of TCP sockets.
  let streamSocket = SOCK_STREAM
#endif

/// A listening socket of 127.0.0.1.
/// - Parameter port: one that was open before; 0 for a free one.
func listeningSocket(port: Int = 0) throws -> (descriptor: Int32, port: Int) {
  let descriptor = socket(AF_INET, streamSocket, 0)
  var isReused: Int32 = 1
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = inet_addr("127.0.0.1")
  address.sin_port = in_port_t(port).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let isListening = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
      bind(descriptor, pointer, length) == 0 && listen(descriptor, 8) == 0
        && getsockname(descriptor, pointer, &length) == 0
    }
  }
  try #require(isListening)
  return (descriptor, Int(address.sin_port.bigEndian))
}

/// A connection to 127.0.0.1; nil where nobody listens.
func connectedSocket(to port: Int) -> Int32? {
  let server = socket(AF_INET, streamSocket, 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = inet_addr("127.0.0.1")
  address.sin_port = in_port_t(port).bigEndian
  let isConnected = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
      connect(server, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
  if isConnected { return server }
  close(server)
  return nil
}

/// A server that accepts connections and never answers.
final class SilentServer: Sendable {
  let port: Int
  private let descriptor: Int32

  init() throws { (descriptor, port) = try listeningSocket() }

  deinit { close(descriptor) }
}

/// Passes one connection on to a server on 127.0.0.1 until the client has sent so many bytes, and is silent then. Further
/// connections get no answer.
final class Relay: Sendable {
  let port: Int
  private let descriptor: Int32

  init(to target: Int, mostBytes: Int) throws {
    (descriptor, port) = try listeningSocket()
    let listening = descriptor
    Thread.detachNewThread {
      let client = accept(listening, nil, nil)
      guard let server = connectedSocket(to: target) else { return }
      defer { close(server) }
      var left = mostBytes
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while left > 0 {
        var ready = [
          pollfd(fd: client, events: Int16(POLLIN), revents: 0), pollfd(fd: server, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&ready, 2, 10_000) > 0 else { return }
        for (from, to) in [(client, server), (server, client)] where ready[from == client ? 0 : 1].revents != 0 {
          let count = Foundation.read(from, &buffer, buffer.count)
          guard count > 0, Foundation.write(to, buffer, count) == count else { return }
          if from == client { left -= count }
        }
      }
      // The client ends the connection when it gives up.
      while Foundation.read(client, &buffer, buffer.count) > 0 {}
      close(client)
    }
  }

  deinit { close(descriptor) }
}
