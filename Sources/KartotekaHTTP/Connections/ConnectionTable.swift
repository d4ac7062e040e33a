import Foundation
import NIOCore
import Synchronization

/// The state of a client's connection that other threads need.
final class Connection: Sendable {
  /// The phase of a connection.
  enum Phase: UInt8, AtomicRepresentable {
    /// No request is in progress.
    case idle
    /// The server works on a request.
    case busy
    /// The server waits for the client to send or receive.
    case waitsForClient
  }

  let channel: any Channel
  /// The client's address without its port.
  let address: String
  private let phase = Atomic(Phase.idle)
  // When the phase began, in nanoseconds.
  private let since: Atomic<UInt64>
  // Whether it was chosen to be closed.
  private let isLeaving = Atomic(false)

  init(_ channel: any Channel) {
    self.channel = channel
    address = channel.remoteAddress?.ipAddress ?? ""
    since = Atomic(NIODeadline.now().uptimeNanoseconds)
  }

  /// Begins a phase. The same phase begins again when bytes were received or sent.
  func begin(_ phase: Phase) {
    since.store(NIODeadline.now().uptimeNanoseconds, ordering: .relaxed)
    self.phase.store(phase, ordering: .relaxed)
  }

  /// The priority for closing the connection when others wait; nil if it must stay open.
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

  /// Closes the connection after 50 ms unless bytes are received or sent until then. The request of a newly accepted
  /// connection has not been read yet.
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

/// All connections of a server. When their number nears the limit, each new connection replaces an unused one: the one that
/// has been idle longest, else the one that has waited longest for its client.
///
/// One client can have half of the connections. Loopback addresses and declared proxies are exempt, because a proxy may forward
/// requests of all clients.
package final class ConnectionTable: Sendable {
  // A connection that waits for its client can be replaced after this time, in nanoseconds.
  private static let patience: UInt64 = 1_000_000_000

  private struct State {
    var all: [ObjectIdentifier: Connection] = [:]
    /// Whether another attempt is scheduled.
    var isRelieving = false
  }

  private let most: Int
  private let mostOfClient: Int
  private let proxies: Set<String>
  private let state = Mutex(State())

  /// - Parameters:
  ///   - limit: the maximum number of connections.
  ///   - proxies: the addresses of declared proxies.
  package init(limit: Int, proxies: [String] = []) {
    self.proxies = Set(proxies.compactMap(ProxyHeaders.address))
    most = limit - max(1, limit / 20)
    mostOfClient = max(1, limit / 2)
  }

  /// The number of connections.
  package var count: Int { state.withLock(\.all.count) }

  func add(_ connection: Connection) {
    let (victim, isFull) = state.withLock { state -> (Connection?, Bool) in
      state.all[ObjectIdentifier(connection)] = connection
      if !connection.isLocal, !proxies.contains(connection.address) {
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

  // If every connection is busy or new, there may be no further connection whose arrival repeats the attempt.
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

/// The process's limit of open files, which connections count towards (`RLIMIT_NOFILE`).
package enum OpenFiles {
  /// Raises the soft limit, which is 1,024 on most systems, as far as the hard limit allows.
  /// - Parameter wanted: the soft limit to set. A higher one stays.
  /// - Returns: the soft limit that applies then.
  package static func raise(to wanted: Int = 8_192) -> Int {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return 1_024 }
    if limit.rlim_cur < wanted {
      var raised = limit
      raised.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
      if setrlimit(resource, &raised) == 0 { limit = raised }
    }
    return Int(clamping: limit.rlim_cur)
  }

  #if os(Linux)
    private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
  #else
    private static var resource: Int32 { RLIMIT_NOFILE }
  #endif
}
