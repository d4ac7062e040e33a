import NIOCore
import Synchronization

/// A client's connection, as far as other threads have to know it.
final class Connection: Sendable {
  /// What a connection is doing.
  enum Phase: UInt8, AtomicRepresentable {
    /// No request is under way.
    case idle
    /// The server has something to do.
    case busy
    /// The client has to send or to take something.
    case waitsForClient
  }

  let channel: any Channel
  /// The client's address without its port.
  let address: String
  private let phase = Atomic(Phase.idle)
  // When the phase began, in nanoseconds.
  private let since: Atomic<UInt64>
  // Whether it has been chosen to give way.
  private let isLeaving = Atomic(false)

  init(_ channel: any Channel) {
    self.channel = channel
    address = channel.remoteAddress?.ipAddress ?? ""
    since = Atomic(NIODeadline.now().uptimeNanoseconds)
  }

  /// Begins a phase, also where it is the same one: something came or went in it.
  func begin(_ phase: Phase) {
    since.store(NIODeadline.now().uptimeNanoseconds, ordering: .relaxed)
    self.phase.store(phase, ordering: .relaxed)
  }

  /// How willingly the connection is closed when others wait, the highest first; nil for one that is left alone.
  fileprivate func rank(now: UInt64, patience: UInt64) -> (isIdle: Bool, age: UInt64)? {
    if isLeaving.load(ordering: .relaxed) { return nil }
    let begin = since.load(ordering: .relaxed)
    let age = now > begin ? now - begin : 0
    switch phase.load(ordering: .relaxed) {
    case .idle: return (true, age)
    case .waitsForClient: return age >= patience ? (false, age) : nil
    case .busy: return nil
    }
  }

  /// Closes the connection in a moment, unless something comes or goes in it until then: the request of a connection that
  /// was accepted just now has not been read yet.
  fileprivate func giveUp() {
    isLeaving.store(true, ordering: .relaxed)
    let begin = since.load(ordering: .relaxed)
    channel.eventLoop.scheduleTask(in: .milliseconds(50)) { [self] in
      if phase.load(ordering: .relaxed) != .busy, since.load(ordering: .relaxed) == begin {
        channel.close(promise: nil)
      } else {
        isLeaving.store(false, ordering: .relaxed)
      }
    }
  }
}

/// All connections of a server. When there are nearly as many as it can have, each new one takes the place of one that
/// nobody uses: of the one that has been idle longest, or else of the one that has waited longest for its client.
///
/// One client has half of the connections at most. This does not hold for loopback addresses, where a proxy may speak for
/// all clients.
package final class ConnectionTable: Sendable {
  // A client that sends or takes something is given that long before others take its place.
  private static let patience: UInt64 = 1_000_000_000

  private struct State {
    var all: [ObjectIdentifier: Connection] = [:]
    /// Whether it is looked again in a moment.
    var isRelieving = false
  }

  private let most: Int
  private let mostOfClient: Int
  private let state = Mutex(State())

  /// - Parameter limit: the most connections that the server takes.
  package init(limit: Int) {
    most = limit - max(1, limit / 20)
    mostOfClient = max(1, limit / 2)
  }

  /// How many connections there are.
  package var count: Int { state.withLock(\.all.count) }

  func add(_ connection: Connection) {
    let (victim, isFull) = state.withLock { state -> (Connection?, Bool) in
      state.all[ObjectIdentifier(connection)] = connection
      if !connection.isLocal {
        let own = state.all.values.filter { $0.address == connection.address }
        if own.count > mostOfClient { return (Self.victim(of: own, for: connection) ?? connection, false) }
      }
      guard state.all.count > most else { return (nil, false) }
      let victim = Self.victim(of: Array(state.all.values), for: connection)
      return (victim, victim == nil)
    }
    victim?.giveUp()
    if isFull { relieveLater(on: connection.channel.eventLoop) }
  }

  // Where all are busy or have begun just now, no further connection may come that would look again.
  private func relieveLater(on loop: any EventLoop) {
    let isFirst = state.withLock { state in
      defer { state.isRelieving = true }
      return !state.isRelieving
    }
    guard isFirst else { return }
    loop.scheduleTask(in: .nanoseconds(Int64(Self.patience))) { [self] in
      let (victim, isFull) = state.withLock { state -> (Connection?, Bool) in
        state.isRelieving = false
        guard state.all.count > most else { return (nil, false) }
        return (Self.victim(of: Array(state.all.values), for: nil), true)
      }
      victim?.giveUp()
      if isFull { relieveLater(on: loop) }
    }
  }

  func remove(_ connection: Connection) { state.withLock { $0.all[ObjectIdentifier(connection)] = nil } }

  private static func victim(of connections: [Connection], for new: Connection?) -> Connection? {
    let now = NIODeadline.now().uptimeNanoseconds
    let ranked = connections.compactMap { connection in
      connection === new ? nil : connection.rank(now: now, patience: patience).map { (connection, $0) }
    }
    return ranked.max { one, other in
      one.1.isIdle == other.1.isIdle ? one.1.age < other.1.age : !one.1.isIdle
    }?.0
  }
}

extension Connection {
  fileprivate var isLocal: Bool { address.hasPrefix("127.") || address == "::1" || address.isEmpty }
}
