import Foundation
import Synchronization

@testable import KartotekaPostgres

/// Passes connections on to a server on 127.0.0.1 as long as it is open. Who is connected when it is closed loses the
/// connection, and nobody listens at its port then, as with a server that stops.
final class Gateway: Sendable {
  /// Where the connection of a transaction is lost.
  enum Loss {
    /// The server does not get the COMMIT.
    case beforeCommit
    /// The client does not get the answer.
    case afterCommit
    /// The server does not get the rows.
    case whileRowsAreSent

    /// What the client sends then.
    fileprivate var mark: Data { Data((self == .whileRowsAreSent ? "PGCOPY\n" : "Q\0\0\0\u{b}COMMIT\0").utf8) }
  }

  private struct State {
    var listening: Int32?
    var sockets: Set<Int32> = []
    var losses: [Loss] = []
    /// Whether it closes with the last of them.
    var closes = false
  }

  let port: Int
  private let target: Int
  private let state: Mutex<State>

  init(to target: Int) throws {
    self.target = target
    let (descriptor, port) = try listeningSocket()
    self.port = port
    state = Mutex(State(listening: descriptor))
    // The other side may have closed its end.
    signal(SIGPIPE, SIG_IGN)
    acceptClients(at: descriptor)
  }

  deinit { close() }

  /// Loses the connections of the next transactions that commit.
  /// - Parameter closing: whether it closes with the last of them, so that nobody learns what has become of it.
  func lose(_ losses: Loss..., closing: Bool = false) {
    state.withLock { ($0.losses, $0.closes) = (losses, closing) }
  }

  func close() {
    state.withLock { state in
      // Whoever waits at a socket wakes and closes it.
      for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
      if let listening = state.listening { shutdown(listening, Int32(SHUT_RDWR)) }
      state.listening = nil
    }
  }

  func open() throws {
    let (descriptor, _) = try listeningSocket(port: port)
    state.withLock { $0.listening = descriptor }
    acceptClients(at: descriptor)
  }

  private func acceptClients(at descriptor: Int32) {
    Thread.detachNewThread { [weak self] in
      while true {
        let client = Foundation.accept(descriptor, nil, nil)
        guard client >= 0, let self else { break }
        Thread.detachNewThread { self.pass(client) }
      }
      Foundation.close(descriptor)
    }
  }

  private func pass(_ client: Int32) {
    defer { Foundation.close(client) }
    guard let server = connectedSocket(to: target) else { return }
    defer { Foundation.close(server) }
    let isOpen = state.withLock { state in
      state.sockets.formUnion([client, server])
      return state.listening != nil
    }
    defer { state.withLock { $0.sockets.subtract([client, server]) } }
    guard isOpen else { return }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var ready = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&ready, 2, -1) > 0 else { return }
      for (from, to) in [(client, server), (server, client)] where ready[from == client ? 0 : 1].revents != 0 {
        let count = Foundation.read(from, &buffer, buffer.count)
        guard count > 0 else { return }
        let loss = from == client ? loss(at: Data(buffer[..<count])) : nil
        if loss == nil || loss == .afterCommit, Foundation.write(to, buffer, count) != count { return }
        guard let loss else { continue }
        // The server has committed when it answers.
        if loss == .afterCommit { _ = Foundation.read(server, &buffer, buffer.count) }
        if state.withLock({ $0.losses.isEmpty && $0.closes }) { close() }
        return
      }
    }
  }

  private func loss(at sent: Data) -> Loss? {
    state.withLock { state in
      guard let next = state.losses.first, sent.range(of: next.mark) != nil else { return nil }
      return state.losses.removeFirst()
    }
  }
}
