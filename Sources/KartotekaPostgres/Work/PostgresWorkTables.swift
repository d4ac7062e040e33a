import Foundation
import KartotekaModel
import KartotekaStore
import Synchronization

/// The tables of ``WorkSchema`` in a database, with the connections to them. It is created once for each server.
final class PostgresWorkTables: Sendable {
  private let pool: PostgresPool
  let listener: PostgresListener
  private let patience: Duration
  let state = Mutex(State())
  /// This server as an owner.
  let owner = WorkOwner().text

  struct State {
    fileprivate var hasReleased = false
    var watchers: [UUID: Watcher] = [:]
    var subscription: (any Sendable)?
    /// Whether a thread reads the entries for the watchers.
    var isReading = false
    /// Whether that thread has to read the entries again.
    var isStale = false
  }

  /// The transactions that may run at a time, each on a connection of its own. Others wait for as long as a write waits for a
  /// fail-over.
  private let room: PostgresPool.Room
  /// The same for beats and other short changes. They don't wait behind files that are being sent: a server without beats is taken as ended.
  private let beatRoom: PostgresPool.Room

  init(_ address: PostgresAddress, _ listener: PostgresListener, _ patience: Duration) {
    (self.listener, self.patience) = (listener, patience)
    pool = PostgresPool(address, mostIdle: 2)
    room = PostgresPool.Room(4, patience: patience)
    beatRoom = PostgresPool.Room(1, patience: patience)
  }

  // MARK: Transactions

  /// Runs a transaction that only reads.
  /// - Parameter missing: the result if the tables do not exist.
  /// - Throws: `StoreError.primary`, errors of the body.
  func read<T>(missing: T, _ body: (PostgresConnection) throws -> T) throws -> T {
    releaseDead()
    return try transaction(isReading: true, waiting: .zero, missing: missing, body)
  }

  /// Runs a transaction that writes. It waits for a fail-over, and is repeated if the connection is lost, so that its body has to be
  /// repeatable.
  /// - Parameters:
  ///   - missing: the result if the tables do not exist; nil to create them.
  ///   - isBeat: whether the transaction only shows that work goes on: it waits for nothing, and no other server is notified.
  /// - Throws: `StoreError.primary`, errors of the body.
  func write<T>(missing: T? = nil, isBeat: Bool = false, _ body: (PostgresConnection) throws -> T) throws -> T {
    releaseDead()
    return try transaction(
      isReading: false, waiting: isBeat ? .zero : patience, missing: missing, isQuiet: isBeat, body)
  }

  /// That the tables do not exist.
  private struct Missing: Error { let error: any Error }

  private func transaction<T>(
    isReading: Bool, waiting: Duration, missing: T?, isQuiet: Bool = true, _ body: (PostgresConnection) throws -> T
  ) throws -> T {
    var hasCreated = false
    while true {
      do {
        let room = isReading || !isQuiet ? room : beatRoom
        return try pool.use(trying: waiting, room: room, schema: WorkSchema.schema) { connection in
          do {
            return try run(on: connection, isReading: isReading, isQuiet: isQuiet, body)
          } catch let error as PostgresError {
            guard case .schemaChanged(_, .refused) = error else { throw error }
            throw Missing(error: PostgresPool.unavailable(error, connection, WorkSchema.schema))
          }
        }
      } catch let tables as Missing {
        if let missing { return missing }
        if hasCreated { throw tables.error }
        try create()
        hasCreated = true
      } catch let lost as PrimaryLost {
        throw lost.reason
      }
    }
  }

  private func run<T>(
    on connection: PostgresConnection, isReading: Bool, isQuiet: Bool, _ body: (PostgresConnection) throws -> T
  ) throws -> T {
    // See PostgresTransaction about the settings. Stored beats may be lost with the database server's last moments.
    try connection.run(
      """
      BEGIN ISOLATION LEVEL READ COMMITTED\(isReading ? " READ ONLY" : ""); SET LOCAL search_path = pg_catalog; \
      SET LOCAL standard_conforming_strings = on; SET LOCAL client_min_messages = error; SET LOCAL statement_timeout = 0; \
      SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = '30s'\
      \(!isReading && isQuiet ? "; SET LOCAL synchronous_commit = off" : "")
      """)
    do {
      let made = try body(connection)
      try connection.commit(notifying: isQuiet ? nil : ServedSchema.notification(of: WorkSchema.schema))
      pool.keep(connection)
      return made
    } catch {
      if (try? connection.run("ROLLBACK")) != nil { pool.keep(connection) }
      throw error
    }
  }

  private func create() throws {
    _ = try transaction(isReading: false, waiting: .zero, missing: nil) { connection in
      // Two servers may need the tables at once.
      try connection.run("SELECT pg_advisory_xact_lock(hashtext('kartoteka work'), 0)")
      if try connection.run("SELECT 1 FROM pg_namespace WHERE nspname = $1", WorkSchema.schema).isEmpty {
        guard try connection.run("SELECT has_database_privilege(current_database(), 'CREATE')") == [["t"]] else {
          throw PostgresError.mayNotCreate(database: connection.database, user: connection.user)
        }
        for statement in WorkSchema.schemaCreation { try connection.run(statement) }
      }
      for statement in WorkSchema.creation { try connection.run(statement) }
    }
  }

  /// Ends the ownership of earlier processes of this machine, so that their work is interrupted from the start on. It does so once.
  private func releaseDead() {
    let isDue = state.withLock { state in
      defer { state.hasReleased = true }
      return !state.hasReleased
    }
    guard isDue else { return }
    try? transaction(isReading: false, waiting: .zero, missing: ()) { connection in
      let owners = try connection.run("SELECT DISTINCT owner FROM \(WorkSchema.entries) WHERE \(WorkSchema.isRunning)")
      for case let owner? in owners.map({ $0[0] }) where WorkOwner(owner)?.isDead == true {
        try connection.run("UPDATE \(WorkSchema.entries) SET beat = NULL WHERE owner = $1", owner)
      }
    }
  }
}

/// A server as the owner of work.
struct WorkOwner: Codable {
  private let machine: String
  private let process: ProcessIdentity
  private let server: UUID

  /// A server of this process.
  init() { (machine, process, server) = (Self.thisMachine, .current, UUID()) }

  /// The owner with a stored text; nil if it is none.
  init?(_ text: String) {
    guard let owner = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
    self = owner
  }

  /// The text that is stored.
  var text: String {
    (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? server.uuidString
  }

  /// Whether the process has ended. Only a process of the same machine is known to have ended.
  var isDead: Bool { machine == Self.thisMachine && !machine.isEmpty && !process.isRunning }

  // The start of the machine, and the container's processes.
  private static let thisMachine: String = {
    let start = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    let processes = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
    guard let start, let processes else { return "" }
    return start.filter { !$0.isWhitespace } + " " + processes
  }()
}
