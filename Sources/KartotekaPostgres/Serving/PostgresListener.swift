import Foundation
import KartotekaStore
import Synchronization

/// Waits on one connection for notifications of commits (`LISTEN`), and calls the subscribers of the committed application.
///
/// A notification is only a wake-up: it can be lost with the connection, and a pooler in transaction mode delivers none. All
/// subscribers are therefore also called every second. Commits are read from the tables, never from notifications.
final class PostgresListener: Sendable {
  private struct State {
    var listeners: [UUID: (schema: String, notify: @Sendable () -> Void)] = [:]
    var isRunning = false
    /// Whether a notification named a schema without subscribers.
    var hasUnknown = false
  }

  private let address: PostgresAddress
  private let state = Mutex(State())
  private static let interval = Duration.seconds(1)

  init(_ address: PostgresAddress) { self.address = address }

  /// Subscribes a function to the commits of a schema.
  /// - Returns: the subscription, which ends when it is released.
  func add(_ schema: String, _ notify: @escaping @Sendable () -> Void) -> any Sendable {
    let id = UUID()
    let starts = state.withLock { state in
      state.listeners[id] = (schema, notify)
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
          self.call(nil)
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
    let connection = try PostgresPrimary.connect(address)
    try connection.run("LISTEN \(ServedSchema.channel)")
    return connection
  }

  private func call(_ schemas: Set<String>?) {
    let listeners = state.withLock { state in
      let known = Set(state.listeners.values.map(\.schema))
      if let schemas, !schemas.isSubset(of: known) { state.hasUnknown = true }
      return Array(state.listeners.values)
    }
    for listener in listeners where schemas?.contains(listener.schema) ?? true { listener.notify() }
  }
}
