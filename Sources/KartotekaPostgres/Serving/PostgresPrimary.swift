import Foundation
import KartotekaModel
import KartotekaStore
import Synchronization

/// The schema of one application in a PostgreSQL database: the primary database of the server's local copy.
final class PostgresPrimary: PrimaryDatabase {
  let application: PrimaryApplication
  private let address: PostgresAddress
  private let listener: PostgresListener
  private let work: PostgresWorkTables
  /// The open connection that no transaction uses, if there is one.
  private let idle = Mutex<Idle>(Idle())

  // Sendable because a transaction takes the connection out before it uses it.
  private struct Idle: @unchecked Sendable { var connection: PostgresConnection? }

  /// The time for which a writing transaction tries to connect. During a fail-over, another server takes the place of the
  /// lost one within it.
  private let patience: Duration
  private static let pause = 0.2

  /// The time between two inspections of the triggers.
  private let inspection: Duration
  /// The time of the last inspection; nil if the next one is due.
  private let inspected = Mutex<ContinuousClock.Instant?>(.now)

  init(
    _ application: PrimaryApplication, at address: PostgresAddress, _ listener: PostgresListener, _ patience: Duration,
    _ work: PostgresWorkTables, inspection: Duration
  ) {
    self.inspection = inspection
    self.application = application
    self.address = address
    self.listener = listener
    self.patience = patience
    self.work = work
  }

  /// Whether the last transaction has found the tables of ``ServedSchema``.
  var isServed: Bool { served.load(ordering: .relaxed) }
  /// Sets ``isServed``.
  func noteServed(_ isServed: Bool) {
    if self.isServed, !isServed { listener.noteUnknown() }
    served.store(isServed, ordering: .relaxed)
  }
  private let served = Atomic(false)

  /// Whether it is time to inspect the triggers.
  func inspects() -> Bool {
    inspected.withLock { inspected in
      if let last = inspected, ContinuousClock.now - last < inspection { return false }
      inspected = .now
      return true
    }
  }

  // MARK: Connections

  /// Stores a connection, which no transaction uses any more, for the next transaction.
  func keep(_ connection: PostgresConnection) {
    let holder = Idle(connection: connection)
    idle.withLock { if $0.connection == nil { $0 = holder } }
  }

  private func keptConnection() -> PostgresConnection? {
    let kept = idle.withLock { idle in
      defer { idle.connection = nil }
      return idle
    }
    return kept.connection
  }

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

  // MARK: Transactions

  func beginWriting() throws -> any PrimaryTransaction { try begin(isReading: false) }

  func beginReading() throws -> any PrimaryTransaction { try begin(isReading: true) }

  private func begin(isReading: Bool) throws -> PostgresTransaction {
    // A write waits for a fail-over. Catching up does not: the next notification repeats it.
    let deadline = ContinuousClock.now + (isReading ? .zero : patience)
    while true {
      let kept = keptConnection()
      var used: PostgresConnection?
      do {
        let connection = try kept ?? Self.connect(address)
        used = connection
        return try PostgresTransaction(self, connection, isReading: isReading)
      } catch let error as PostgresError {
        // A server that was restarted has ended the idle connection.
        if error.isLoss, kept != nil { continue }
        guard error.isLoss, ContinuousClock.now < deadline else {
          throw Self.unavailable(error, used, PostgresName.fitting(application.name))
        }
        Thread.sleep(forTimeInterval: Self.pause)
      }
    }
  }

  /// Whether a transaction was committed whose connection was lost during COMMIT.
  /// - Throws: `PrimaryLost` if no server answers in time.
  func wasCommitted(_ position: PrimaryPosition) throws -> Bool {
    // Taking the lock waits for the end of the lost transaction, if the server still runs it.
    let transaction = try begin(isReading: false)
    defer { transaction.rollback() }
    return try transaction.has(position)
  }

  // MARK: The local copy

  func prepareCopy(at url: URL, position: PrimaryPosition?, isOpen: Bool) throws -> [String] {
    do {
      return try prepareCopy(at: url, position, isOpen: isOpen, restoring: true)
    } catch StoreError.primary(_, _, .notPermitted) where !isOpen {
      let missing = try prepareCopy(at: url, position, isOpen: false, restoring: false)
      // The next catching up fails in the same way, and the server logs why.
      inspected.withLock { $0 = nil }
      return missing
    }
  }

  /// Makes or renews the local copy.
  /// - Parameter restores: whether missing and disabled triggers are created again.
  private func prepareCopy(
    at url: URL, _ position: PrimaryPosition?, isOpen: Bool, restoring restores: Bool
  ) throws -> [String] {
    let exists = FileManager.default.fileExists(atPath: url.path(percentEncoded: false))
    let transaction = try begin(isReading: true)
    defer { transaction.rollback() }
    do {
      try transaction.readNoted()
      guard transaction.description != nil else { return [] }
      try transaction.refuseEarlierVersion()
      let isWatched = try !restores || transaction.missingTriggers().isEmpty
      if let position, isWatched, try transaction.hasCommits(after: position) { return [] }
      // The server opens a designed application again, with the description in the new file.
      let own = try application.model(application.description)
      guard try !isOpen || application.isDesigned || CopiedTable.areAlike(own, model(of: transaction)) else {
        throw PostgresError.laterVersion(application: application.name)
      }
      if transaction.position != nil, !transaction.hasForeignRows, isWatched {
        try copy(transaction, to: url, replacing: exists)
        return []
      }
    } catch let error as PostgresError {
      throw Self.unavailable(error, transaction.connection, transaction.schema)
    }
    // The database lacks the change log entries and derived rows of other programs' rows, and those of an application that kartoteka
    // copy has brought and no server has served. A running server takes the rows over at once.
    transaction.rollback()
    if transaction.position != nil, transaction.hasForeignRows, try isTakenOver() {
      return try prepareCopy(at: url, position, isOpen: isOpen, restoring: restores)
    }
    let writing = try begin(isReading: false)
    defer { writing.rollback() }
    do {
      try writing.readNoted()
      // Another server may have been first.
      let missing = try writing.missingTriggers()
      if writing.position != nil, !writing.hasForeignRows, missing.isEmpty {
        writing.rollback()
        return try prepareCopy(at: url, position, isOpen: isOpen, restoring: restores)
      }
      try writing.settle(model(of: writing))
      try copy(writing, to: url, replacing: exists)
      try writing.commit()
      return missing
    } catch let error as PostgresError {
      throw Self.unavailable(error, writing.connection, writing.schema)
    }
  }

  private func model(of transaction: PostgresTransaction) throws -> ModelDescription {
    if let noted = transaction.model { noted } else { try application.model(application.description) }
  }

  private func copy(_ transaction: PostgresTransaction, to url: URL, replacing exists: Bool) throws {
    let temporary = url.deletingLastPathComponent().appending(path: ".\(UUID().uuidString).sqlite")
    try transaction.copy(
      to: exists ? temporary : url, of: model(of: transaction), replacing: exists ? url : nil)
  }

  /// Waits for another server to take over the rows of other programs.
  /// - Returns: whether it has.
  private func isTakenOver() throws -> Bool {
    for _ in 0..<5 {
      Thread.sleep(forTimeInterval: Self.pause)
      let transaction = try begin(isReading: true)
      transaction.rollback()
      if !transaction.hasForeignRows { return true }
    }
    return false
  }

  func watch(
    known: @escaping @Sendable () -> PrimaryPosition?, _ notify: @escaping @Sendable () -> Void
  ) -> any Sendable {
    listener.add(PostgresName.fitting(application.name), known: known, notify)
  }

  func work(_ kind: String) -> any SharedWork { PostgresWork(tables: work, place: kind + "/" + application.name) }
}
