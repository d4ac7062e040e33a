import Foundation
import KartotekaModel
import KartotekaStore
import Synchronization

/// The schema of one application in a PostgreSQL database: the primary database of the server's local copy.
final class PostgresPrimary: PrimaryDatabase {
  let application: PrimaryApplication
  private let pool: PostgresPool
  private let listener: PostgresListener
  private let work: PostgresWorkTables

  /// Stores a connection, which no transaction uses any more, for the next transaction.
  func keep(_ connection: PostgresConnection) { pool.keep(connection) }

  /// The time for which a writing transaction tries to connect. During a fail-over, another server takes the place of the
  /// lost one within it.
  private let patience: Duration
  /// The time between two looks for the rows that another server may take over.
  private static let pause = 0.2

  /// The time for which a transaction waits for a lock, in milliseconds.
  let lockTimeout: Int

  /// The time between two inspections of the triggers.
  private let inspection: Duration
  /// The time of the last inspection; nil if the next one is due.
  private let inspected = Mutex<ContinuousClock.Instant?>(.now)

  init(
    _ application: PrimaryApplication, at address: PostgresAddress, _ listener: PostgresListener, _ patience: Duration,
    _ work: PostgresWorkTables, inspection: Duration, lockTimeout: Duration
  ) {
    self.lockTimeout = Int(clampingFloor: lockTimeout / .milliseconds(1))
    self.inspection = inspection
    self.application = application
    pool = PostgresPool(address, mostIdle: 1)
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

  /// The time by which the database's clock is ahead of this machine's, in milliseconds.
  private let ahead = Atomic<Int>(0)

  var now: Date { Date(timeIntervalSinceNow: Double(ahead.load(ordering: .relaxed)) / 1_000) }

  /// Sets the clock by the time that the database has told.
  /// - Parameter time: the seconds since 1970.
  func noteTime(_ time: Double) {
    let difference = time - Date().timeIntervalSince1970
    // Clocks are compared for what lasts minutes. Times of commits do not jump by the time that the answer took.
    guard abs(difference * 1_000 - Double(ahead.load(ordering: .relaxed))) > 1_000 else { return }
    ahead.store(Int(clampingNearest: max(min(difference, 1e9), -1e9) * 1_000), ordering: .relaxed)
  }

  // MARK: Transactions

  // A write waits for a fail-over. Catching up does not: the next notification repeats it.
  func beginWriting() throws -> any PrimaryTransaction {
    try begin(isReading: false, trying: min(patience, application.patience ?? patience))
  }

  func beginReading() throws -> any PrimaryTransaction { try begin(isReading: true) }

  private func begin(isReading: Bool, trying time: Duration? = nil) throws -> PostgresTransaction {
    try pool.use(trying: time ?? (isReading ? .zero : patience), schema: PostgresName.fitting(application.name)) {
      try PostgresTransaction(self, $0, isReading: isReading)
    }
  }

  func hasCommit(_ position: PrimaryPosition) throws -> Bool {
    // Taking the lock waits for the end of a lost transaction, if the server still runs it.
    let transaction = try begin(isReading: false)
    defer { transaction.rollback() }
    return try transaction.has(position)
  }

  // MARK: The local copy

  func prepareCopy(at url: URL, position: PrimaryPosition?, isOpen: Bool, isSuspect: Bool) throws -> [String] {
    if isSuspect { return try settleAnew(at: url) }
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
      throw PostgresPool.unavailable(error, transaction.connection, transaction.schema)
    }
    // The database lacks the change log entries and derived rows of other programs' rows, and those of an application that kartoteka
    // copy has brought and no server has served. A running server takes the rows over at once.
    transaction.rollback()
    if transaction.position != nil, transaction.hasForeignRows, try isTakenOver() {
      return try prepareCopy(at: url, position, isOpen: isOpen, restoring: restores)
    }
    return try settleAnew(at: url) { writing, missing in
      // Another server may have been first.
      if writing.position != nil, !writing.hasForeignRows, missing.isEmpty {
        writing.rollback()
        return try prepareCopy(at: url, position, isOpen: isOpen, restoring: restores)
      }
      return nil
    }
  }

  /// Makes the local copy anew in a new epoch, so that all servers do.
  /// - Parameter instead: work that replaces it, with the names of the missing triggers; nil for none.
  private func settleAnew(
    at url: URL, _ instead: (PostgresTransaction, _ missing: [String]) throws -> [String]? = { _, _ in nil }
  ) throws -> [String] {
    let exists = FileManager.default.fileExists(atPath: url.path(percentEncoded: false))
    let writing = try begin(isReading: false)
    defer { writing.rollback() }
    do {
      try writing.readNoted()
      let missing = try writing.missingTriggers()
      if let done = try instead(writing, missing) { return done }
      try writing.settle(model(of: writing))
      try copy(writing, to: url, replacing: exists)
      // Of an unknown outcome the next catching up learns by the epoch.
      try writing.commit().requireCommit()
      return missing
    } catch let error as PostgresError {
      throw PostgresPool.unavailable(error, writing.connection, writing.schema)
    }
  }

  private func model(of transaction: PostgresTransaction) throws -> ModelDescription {
    if let noted = transaction.noted?.model { noted } else { try application.model(application.description) }
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
