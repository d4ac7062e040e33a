import Foundation
import KartotekaStore
import Synchronization

/// Waits on one connection for notifications of commits (`LISTEN`), and calls the subscribers of the committed application.
///
/// A notification is only a wake-up: it can be lost with the connection, and a pooler in transaction mode delivers none. Once a
/// second, one statement therefore reads the last commits of all applications, and the subscribers that lack one are called.
/// Commits are read from the tables, never from notifications.
final class PostgresListener: Sendable {
  private struct Listener: Sendable {
    let schema: String
    /// The last commit that the local copy contains; nil for a schema that is no application.
    let known: (@Sendable () -> PrimaryPosition?)?
    let notify: @Sendable () -> Void
  }

  private struct State {
    var listeners: [UUID: Listener] = [:]
    var isRunning = false
    /// Whether a notification named a schema without subscribers.
    var hasUnknown = false
  }

  private let address: PostgresAddress
  private let state = Mutex(State())
  /// The number of questions for the last commits that had an answer, for tests.
  let answered = Atomic(0)
  private static let interval = Duration.seconds(1)
  /// The interval in which all subscribers are called.
  private let inspection: Duration

  init(_ address: PostgresAddress, inspection: Duration) {
    self.address = address
    self.inspection = inspection
  }

  /// Subscribes a function to the commits of a schema.
  /// - Parameter known: the last commit that the subscriber has. A subscriber without it is called every second.
  /// - Returns: the subscription, which ends when it is released.
  func add(
    _ schema: String, known: (@Sendable () -> PrimaryPosition?)? = nil, _ notify: @escaping @Sendable () -> Void
  ) -> any Sendable {
    let id = UUID()
    let starts = state.withLock { state in
      state.listeners[id] = Listener(schema: schema, known: known, notify: notify)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts { start() }
    return Subscription(self, id)
  }

  /// Makes the next ``takeUnknown()`` true: an application may have been created or removed.
  func noteUnknown() { state.withLock { $0.hasUnknown = true } }

  /// Whether a notification has named a schema without subscribers since the last call.
  func takeUnknown() -> Bool {
    state.withLock { state in
      defer { state.hasUnknown = false }
      return state.hasUnknown
    }
  }

  private final class Subscription: Sendable {
    private let listener: PostgresListener
    private let id: UUID

    init(_ listener: PostgresListener, _ id: UUID) {
      self.listener = listener
      self.id = id
    }

    deinit { listener.state.withLock { _ = $0.listeners.removeValue(forKey: id) } }
  }

  private func start() {
    let thread = Thread { [weak self] in
      var connection: PostgresConnection?
      var last = ContinuousClock.now
      var inspected = last
      while let self, self.goesOn() {
        do {
          let current = try connection ?? self.connect()
          connection = current
          let schemas = Set(try current.notifications())
          if !schemas.isEmpty { self.call(schemas) }
        } catch {
          connection = nil
          Thread.sleep(forTimeInterval: 0.5)
        }
        if ContinuousClock.now - last > Self.interval {
          last = .now
          let isDue = last - inspected >= self.inspection
          if isDue { inspected = last }
          self.callThoseBehind(isDue ? nil : connection)
        }
      }
    }
    thread.name = "kartoteka-listen"
    thread.stackSize = 1 << 20
    thread.start()
  }

  // The thread ends after the last subscription.
  private func goesOn() -> Bool {
    state.withLock { state in
      if state.listeners.isEmpty { state.isRunning = false }
      return state.isRunning
    }
  }

  private func connect() throws -> PostgresConnection {
    let connection = try PostgresPool.connect(address)
    try connection.run("LISTEN \(ServedSchema.channel)")
    return connection
  }

  private func call(_ schemas: Set<String>) {
    let listeners = state.withLock { state in
      if !schemas.isSubset(of: state.listeners.values.map(\.schema)) { state.hasUnknown = true }
      return Array(state.listeners.values)
    }
    for listener in listeners where schemas.contains(listener.schema) { listener.notify() }
  }

  /// Calls the subscribers that lack the last commit of their application, or all of them if one statement can't answer for all:
  /// without a connection, or while tables of an application are missing, locked or not to be read. All are also called to inspect
  /// their triggers.
  private func callThoseBehind(_ connection: PostgresConnection?) {
    let listeners = state.withLock { Array($0.listeners.values) }
    let applications = Set(listeners.filter { $0.known != nil }.map(\.schema))
    let found = connection.flatMap { try? Self.positions(of: applications, $0) }
    if found != nil { answered.add(1, ordering: .relaxed) }
    for listener in listeners {
      // Before the answer was read, the subscriber may have got a later commit. It is then called for nothing.
      guard let found, let last = found[listener.schema], let known = listener.known?(), known == last else {
        listener.notify()
        continue
      }
    }
  }

  /// The last commits of applications. One with rows of other programs has none, so that its subscribers are called.
  private static func positions(
    of schemas: Set<String>, _ connection: PostgresConnection
  ) throws -> [String: PrimaryPosition] {
    let questions = schemas.sorted().map { schema in
      func place(_ name: String) -> String { PostgresTable.place(name, in: schema) }
      return """
        SELECT \(PostgresName.literal(schema)), s.epoch, s.number, c.token FROM \(place(ServedSchema.state)) s \
        LEFT JOIN \(place(ServedSchema.commits)) c ON c.number = s.number \
        WHERE NOT EXISTS (SELECT 1 FROM \(place(ServedSchema.foreignRows)))
        """
    }
    do {
      // In one message. A change of tables locks them for long; the others are not to wait for it.
      let rows = try connection.run(
        """
        BEGIN READ ONLY; SET LOCAL search_path = pg_catalog; SET LOCAL lock_timeout = '100ms'; \
        \(questions.joined(separator: " UNION ALL ")); COMMIT
        """)
      var found: [String: PrimaryPosition] = [:]
      for row in rows {
        guard let schema = row[0], let epoch = row[1], let number = row[2].flatMap(Int64.init) else { continue }
        found[schema] = PrimaryPosition(epoch: epoch, number: number, token: row[3] ?? "none")
      }
      return found
    } catch {
      _ = try? connection.run("ROLLBACK")
      throw error
    }
  }
}
