import Foundation
import KartotekaModel
import Synchronization

/// Keeps a SQLite file equal to a ``PrimaryDatabase``: it commits each writing transaction at the primary first, and brings the
/// commits of other servers into the file.
///
/// The steps of a write:
/// 1. A transaction at the primary takes the write lock.
/// 2. The file gets the commits that it lacks, and rows of other programs are taken over.
/// 3. The local transaction runs; a ``RowSession`` records the changed rows. The rows of a bulk insert are sent meanwhile
///    (``StreamedRows``).
/// 4. The changed rows are written to the primary.
/// 5. The primary commits.
/// 6. The file commits.
///
/// If the process ends between steps 5 and 6, the file lacks one commit, like one of another server.
final class Replica: Sendable {
  let primary: any PrimaryDatabase
  let mapping: ModelMapping
  let url: URL
  let description: DescriptionUse
  let state = Mutex(State())

  struct State {
    /// A connection without triggers and foreign keys. It receives the rows of other servers, which include what their
    /// triggers and foreign keys have changed.
    var receiver: ConnectionQueue?
    /// The tables that the primary and the file have in common.
    var tables: [CopiedTable] = []
    /// Whether the current transaction creates or drops tables.
    var changesTables = false
    /// The last known position of the file.
    var position: PrimaryPosition?
    /// Whether the content of the file was replaced while it was open.
    var isRenewed = false
    /// The last logged errors of the primary, by whether they prevent writing alone.
    var logged: [Bool: StoreError] = [:]
    /// The most notes about rows of other programs that are taken over in one transaction. More are needed if those rows break a rule
    /// without the others, as two that have exchanged a unique value.
    var foreignPart = 20_000
    /// The end of the change log before commits were pulled while rows of other programs were waiting: such a commit came with later
    /// rows than its own, and the log does not tell of them. Nil if all rows are those of their commits.
    var mixedSince: Int64?
    /// The commit of the last write whose outcome is unknown; nil if that of the last write is known.
    var unknown: PrimaryPosition?
    /// When and why the primary's lock could not be taken the last time.
    var locked: (at: ContinuousClock.Instant, reason: StoreError)?
  }

  let warn: @Sendable (String) -> Void

  /// Creates the replica of a primary database.
  /// - Parameters:
  ///   - url: the file.
  ///   - options: the options of the store that has the file open.
  init(_ primary: any PrimaryDatabase, _ mapping: ModelMapping, at url: URL, _ options: StoreOptions) {
    self.primary = primary
    self.mapping = mapping
    self.url = url
    description = options.description
    warn = options.warn
  }

  /// The last known position of the file; nil before it is opened.
  var position: PrimaryPosition? { state.withLock(\.position) }

  /// The number of the last known position of the file; 0 before it is opened.
  var number: Int64 { position?.number ?? 0 }

  /// Sets the last known position, once the file has it.
  func reach(_ position: PrimaryPosition) { state.withLock { $0.position = position } }

  // MARK: Writing

  /// That the transaction has to be run again, on the data that are there now.
  private struct Overtaken: Error {
    /// The error if it is not run again: ``PrimaryLost`` or ``StoreError``.
    let reason: any Error

    var attempts: Int {
      (reason as? PrimaryLost)?.isDeadlock == true ? Replica.attemptsAfterDeadlocks : Replica.attempts
    }
  }

  /// That nobody knows whether the primary has committed.
  private struct UnknownOutcome: Error {
    let lost: PrimaryLost
    let position: PrimaryPosition
  }

  /// Runs a transaction that is committed at the primary and then in the file.
  /// - Parameter isRepeatable: whether the body can be run again. This happens if the transaction was lost at the primary and others
  ///   have changed data since.
  /// - Throws: ``StoreError``, ``SQLError``, and errors of the body. Nothing is committed then, except with
  ///   ``StoreError/outcomeUnknown(_:remedy:)``.
  func transaction(
    _ kind: SQLConnection.TransactionKind?, on database: SQLConnection, isRepeatable: Bool,
    _ body: () throws -> SQLConnection.TransactionEnd
  ) throws {
    state.withLock { $0.unknown = nil }
    var attempt = 1
    while true {
      do {
        try transaction(kind, on: database, body)
        return note(nil, ofWriting: true)
      } catch let overtaken as Overtaken where isRepeatable && attempt < overtaken.attempts {
        attempt += 1
      } catch {
        let error = ((error as? Overtaken)?.reason ?? error)
        note(error, ofWriting: true)
        throw (error as? PrimaryLost)?.reason ?? error
      }
    }
  }

  private func transaction(
    _ kind: SQLConnection.TransactionKind?, on database: SQLConnection,
    _ body: () throws -> SQLConnection.TransactionEnd
  ) throws {
    var pushed: PrimaryPosition?
    var remote = try begin(on: database)
    // Ends a transaction that has changed no row. After a commit it does nothing.
    defer { remote.rollback() }
    let start = remote.position
    do {
      try database.localTransaction(kind ?? .immediate) {
        state.withLock { $0.changesTables = false }
        let tables = state.withLock(\.tables)
        let session = try RowSession(on: database, tables)
        let streamed = StreamedRows(session, RowSource(database, mapping), tables, to: remote)
        database.streamed = streamed
        defer { database.streamed = nil }
        guard try body() == .commit else { return .rollback }
        // SQLite checks deferred foreign keys at COMMIT, which would be after the primary's commit.
        if database.hasForeignKeyViolations { throw SQLError.foreignKey }
        for attempt in 1... {
          do {
            pushed = try push(session, streamed, to: remote, on: database)
            break
          } catch let lost as PrimaryLost {
            // After a fail-over or a deadlock the same rows are sent again, unless others have written since.
            guard attempt < (lost.isDeadlock ? Self.attemptsAfterDeadlocks : Self.attempts) else { throw lost }
            remote = try again(after: lost, remote, from: start, attempt)
            streamed.restart(in: remote)
          } catch let refused as StoreError {
            guard attempt < Self.attempts, let key = remote.tooLongKey else { throw refused }
            remote = try again(after: refused, remote, from: start, attempt)
            guard try remote.widenKey(key) else { throw refused }
            streamed.restart(in: remote)
          }
        }
        return .commit
      }
      if let pushed { reach(pushed) }
    } catch let unknown as UnknownOutcome {
      state.withLock { $0.unknown = unknown.position }
      throw unknown.lost.asUnknownOutcome
    } catch is ForeignRowsFound {
      remote.rollback()
      try renew(isSuspect: true)
      try description.check(database)
      throw Overtaken(reason: StoreError.busy)
    } catch {
      guard let pushed else { throw error }
      bring(pushed, to: database, after: error)
    }
  }

  /// Begins another transaction at the primary for the same rows.
  /// - Parameter attempt: the number of the attempt that failed.
  private func again(
    after error: any Error, _ remote: any PrimaryTransaction, from start: PrimaryPosition?, _ attempt: Int
  ) throws -> any PrimaryTransaction {
    remote.rollback()
    // PostgreSQL wakes the transaction that waits for a row; it does not hand the row over. Without a pause this one could take the
    // row before the other one is awake.
    if (error as? PrimaryLost)?.isDeadlock == true {
      Thread.sleep(forTimeInterval: 0.1 * Double(attempt) * .random(in: 1...2))
    }
    let next = try primary.beginWriting()
    guard next.position == start, !next.hasForeignRows else { throw Overtaken(reason: error) }
    return next
  }

  /// Brings a commit into the file that the primary has, and whose commit in the file has failed. The write has succeeded, whatever
  /// becomes of the file: the next catching up tries again.
  private func bring(_ pushed: PrimaryPosition, to database: SQLConnection, after error: any Error) {
    do {
      try catchUp(on: database)
      if let here = try PrimaryPosition(in: database), here.number >= pushed.number { return }
    } catch {
      note(error, ofWriting: false)
    }
    warn(
      "\(url.deletingPathExtension().lastPathComponent): a change is committed at the PostgreSQL server and not in the local copy: \(error)"
    )
  }

  /// The commit of the last write, if its outcome is unknown. It is asked on the thread of the writing connection, after that write.
  var unknownCommit: PrimaryPosition? { state.withLock(\.unknown) }

  /// The number of attempts of a write whose connection is lost. Each waits for a server that accepts writes.
  private static let attempts = 3

  /// The number of attempts of a write that PostgreSQL ends because of a deadlock.
  private static let attemptsAfterDeadlocks = 6

  private func push(
    _ session: RowSession, _ streamed: StreamedRows, to remote: any PrimaryTransaction, on database: SQLConnection
  ) throws -> PrimaryPosition? {
    let position: PrimaryPosition
    if state.withLock(\.changesTables) {
      position = try remote.publish(StoreSnapshot(mapping, in: database))
    } else {
      var changed = try session.changes()
      for (table, ids) in try streamed.finish() { changed.add(ids, of: table) }
      if changed.isEmpty { return nil }
      position = try remote.write(changed, from: RowSource(database, mapping), isTakingOver: false)
    }
    try position.note(in: database)
    switch remote.commit() {
    case .committed: return position
    case .notCommitted(let error): throw error
    case .unknown(let lost): throw UnknownOutcome(lost: lost, position: position)
    }
  }

  /// States that the current transaction creates or drops tables. Its commit publishes all tables anew.
  func noteChangedTables() { state.withLock { $0.changesTables = true } }

  /// Takes the primary's write lock, and brings the file up to date.
  func begin(on database: SQLConnection) throws -> any PrimaryTransaction {
    var losses = 0
    var leavesRefused = false
    while true {
      let remote = try lock()
      do {
        guard let here = try PrimaryPosition(in: database) else { throw Self.isGone(url) }
        do {
          try catchUp(from: here, to: remote.position, with: remote, on: database)
        } catch let diverged as CopyDiverged {
          remote.rollback()
          try renew(from: diverged.isOfRows ? nil : here)
          if try PrimaryPosition(in: database) == here { throw Self.isGone(url) }
          // The new content may have a later revision of the description, with which the server opens the file again.
          try description.check(database)
          continue
        }
        guard remote.hasForeignRows else {
          state.withLock { $0.mixedSince = nil }
          return remote
        }
        try takeOver(remote, on: database, leavesRefused: leavesRefused)
      } catch let lost as PrimaryLost {
        remote.rollback()
        losses += 1
        if losses >= Self.attempts { throw lost }
      } catch StoreError.primary(_, _, .rule) where !leavesRefused {
        // The primary does not let a refused row be put back. This must not stop all writes.
        remote.rollback()
        leavesRefused = true
      } catch {
        remote.rollback()
        throw error
      }
    }
  }

  private func lock() throws -> any PrimaryTransaction {
    do { return try primary.beginWriting() } catch let error as StoreError {
      if case .primary(_, _, .locked) = error { state.withLock { $0.locked = (.now, error) } }
      throw error
    }
  }

  /// Refuses a write that has waited while another one could not take the lock: it does not wait for the same once more.
  /// - Parameter start: when the write began to wait.
  /// - Throws: ``StoreError/primary(_:remedy:_:)``.
  func refuse(waitingSince start: ContinuousClock.Instant) throws {
    if let locked = state.withLock(\.locked), locked.at > start { throw locked.reason }
  }

  /// Deletes the pictures and files at the primary that undo no longer needs.
  /// - Parameters:
  ///   - database: the writing connection, outside of a transaction.
  ///   - used: reads the SHA-256 of those that it needs from the local copy, which is up to date.
  /// - Returns: the number of deleted pictures and files.
  /// - Throws: ``StoreError``, ``SQLError``.
  func removeFiles(on database: SQLConnection, besides used: (SQLConnection) throws -> Set<[UInt8]>) throws -> Int {
    do {
      let remote = try begin(on: database)
      defer { remote.rollback() }
      let count = try remote.removeFiles(besides: used(database))
      if count > 0 { try remote.commit().requireCommit() }
      return count
    } catch let lost as PrimaryLost {
      throw lost.reason
    }
  }
}
