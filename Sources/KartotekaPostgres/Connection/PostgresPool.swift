import Foundation
import KartotekaStore
import Synchronization

/// The open connections to a database that nobody uses at the moment, and the attempts to use one.
final class PostgresPool: Sendable {
  private let address: PostgresAddress
  /// The most connections that stay open.
  private let mostIdle: Int
  private let idle = Mutex<Idle>(Idle())

  // Sendable because a connection is taken out before it is used.
  private struct Idle: @unchecked Sendable { var connections: [PostgresConnection] = [] }

  /// The time between two attempts.
  private static let pause = 0.2

  /// - Parameter mostIdle: the most connections that stay open while nobody uses them.
  init(_ address: PostgresAddress, mostIdle: Int) {
    self.address = address
    self.mostIdle = mostIdle
  }

  /// Uses a connection, and tries again for some time if it is lost or if no server accepts writes, such as during a fail-over.
  /// - Parameters:
  ///   - time: the time after which no attempt begins.
  ///   - room: limits the connections that are used at a time. An attempt holds it, and the pause before the next one does not.
  ///   - schema: the schema that an error names.
  ///   - body: uses the connection, and calls ``keep(_:)`` if it may be used again.
  /// - Throws: `PrimaryLost`, `StoreError.primary`, and errors of the body that are no ``PostgresError``.
  func use<T>(
    trying time: Duration, room: Room? = nil, schema: String = "", _ body: (PostgresConnection) throws -> T
  ) throws -> T {
    let deadline = ContinuousClock.now + time
    var unusable = 0
    while true {
      try room?.enter()
      let kept = take()
      var used = kept
      do {
        defer { room?.leave() }
        let connection = try kept ?? Self.connect(address)
        used = connection
        return try body(connection)
      } catch let error as PostgresError {
        // A server that was restarted has ended the connections that stayed open.
        if error.isLoss, kept != nil, unusable < mostIdle {
          unusable += 1
          continue
        }
        guard error.isLoss, ContinuousClock.now < deadline else { throw Self.unavailable(error, used, schema) }
        Thread.sleep(forTimeInterval: Self.pause)
      }
    }
  }

  private func take() -> PostgresConnection? {
    idle.withLock { idle in Idle(connections: [idle.connections.popLast()].compactMap(\.self)) }.connections.first
  }

  /// Stores a connection, which no transaction uses any more, for the next one.
  func keep(_ connection: PostgresConnection) {
    let holder = Idle(connections: [connection])
    idle.withLock { idle in
      let connection = holder.connections[0]
      if idle.connections.count < mostIdle, !idle.connections.contains(where: { $0 === connection }) {
        idle.connections.append(connection)
      }
    }
  }

  /// Connects to a server that accepts writes.
  /// - Throws: ``PostgresError``.
  static func connect(_ address: PostgresAddress) throws -> PostgresConnection {
    var patience = PostgresConnection.Patience()
    patience.limit = .seconds(3)
    patience.needsWriting = true
    let connection = try PostgresConnection(address, patience)
    _ = try PostgresSession(connection)
    return connection
  }

  /// The store's error for a failure of the PostgreSQL server.
  static func unavailable(
    _ error: PostgresError, _ connection: PostgresConnection? = nil, _ schema: String = ""
  ) -> any Error {
    let named = connection.map { error.naming(server: $0.server, user: $0.user, schema: schema) } ?? error
    let reason = StoreError.primary(named.phrase, remedy: named.remedy, named.refusal)
    return named.isLoss ? PrimaryLost(reason) : reason
  }

  /// A number of places, each of which one attempt holds.
  final class Room: Sendable {
    private let places: DispatchSemaphore
    private let patience: Duration

    /// - Parameter patience: the time for which an attempt waits for a place.
    init(_ count: Int, patience: Duration) {
      places = DispatchSemaphore(value: count)
      self.patience = patience
    }

    fileprivate func enter() throws {
      guard places.wait(timeout: .now() + patience / .seconds(1)) == .success else {
        throw unavailable(.unavailable(server: "PostgreSQL", reason: "too many transactions of shared work"))
      }
    }

    fileprivate func leave() { places.signal() }
  }
}

extension PostgresError {
  /// Whether a later attempt can succeed, such as after a fail-over to another host of the address, or after the end of the
  /// transaction with which this one had a deadlock.
  var isLoss: Bool {
    switch self {
    case .unreachable, .silent, .lost, .unavailable, .readOnly, .deadlock: true
    default: false
    }
  }

  /// Whether the error of a COMMIT says that nothing is committed. Others can be those of a connection pooler.
  var isRefusalOfCommit: Bool {
    switch self {
    case .ruleBroken, .keyTooLong, .deadlock: true
    case .other(let state, _): ["25", "40"].contains(state.prefix(2))
    default: false
    }
  }

  /// The refusal that people read.
  var refusal: PrimaryRefusal {
    switch self {
    case .unreachable, .silent, .lost, .unavailable: .unreachable
    case .readOnly: .readOnly
    case .locked, .deadlock: .locked
    case .diskFull: .diskFull
    case .needsPassword, .wrongPassword, .notAdmitted, .noDatabase, .encryption: .notAdmitted
    case .mayNotCreate, .notPermitted: .notPermitted
    case .schemaChanged, .foreignSchema: .tablesChanged
    case .ruleBroken, .keyTooLong: .rule
    case .tooOld: .oldServer
    case .newer, .laterVersion: .oldProgram
    default: .other
    }
  }
}
