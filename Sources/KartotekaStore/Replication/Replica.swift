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

  /// Runs a transaction that is committed at the primary and then in the file.
  /// - Throws: ``StoreError``, ``SQLError``, and errors of the body. Nothing is committed then.
  func transaction(
    _ kind: SQLConnection.TransactionKind?, on database: SQLConnection,
    _ body: () throws -> SQLConnection.TransactionEnd
  ) throws {
    var pushed: PrimaryPosition?
    do {
      var remote = try begin(on: database)
      // Ends a transaction that has changed no row. After a commit it does nothing.
      defer { remote.rollback() }
      let start = remote.position
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
            // After a fail-over the same rows are sent again, unless another server has committed since.
            guard attempt < Self.attempts else { throw lost }
            remote = try primary.beginWriting()
            guard remote.position == start, !remote.hasForeignRows else { throw lost }
            streamed.restart(in: remote)
          }
        }
        return .commit
      }
      if let pushed { reach(pushed) }
      note(nil, ofWriting: true)
    } catch let lost as PrimaryLost {
      note(lost, ofWriting: true)
      throw lost.reason
    } catch is ForeignRowsFound {
      throw StoreError.busy
    } catch {
      note(error, ofWriting: true)
      guard let pushed else { throw error }
      // The primary has committed, and only the commit here has failed. The file gets the rows as from another server.
      try? catchUp(on: database)
      guard let here = try PrimaryPosition(in: database), here.number >= pushed.number else { throw error }
    }
  }

  /// The number of attempts of a write whose connection is lost. Each waits for a server that accepts writes.
  private static let attempts = 3

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
    try remote.commit()
    return position
  }

  /// States that the current transaction creates or drops tables. Its commit publishes all tables anew.
  func noteChangedTables() { state.withLock { $0.changesTables = true } }

  /// Takes the primary's write lock, and brings the file up to date.
  private func begin(on database: SQLConnection) throws -> any PrimaryTransaction {
    var losses = 0
    while true {
      let remote = try primary.beginWriting()
      do {
        guard let here = try PrimaryPosition(in: database) else { throw Self.isGone(url) }
        do {
          try catchUp(from: here, to: remote.position, with: remote, on: database)
        } catch is CopyDiverged {
          remote.rollback()
          try renew(from: here)
          if try PrimaryPosition(in: database) == here { throw Self.isGone(url) }
          // The new content may have a later revision of the description, with which the server opens the file again.
          try description.check(database)
          continue
        }
        guard remote.hasForeignRows else { return remote }
        try takeOver(remote, on: database)
      } catch let lost as PrimaryLost {
        remote.rollback()
        losses += 1
        if losses >= Self.attempts { throw lost }
      } catch {
        remote.rollback()
        throw error
      }
    }
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
      if count > 0 { try remote.commit() }
      return count
    } catch let lost as PrimaryLost {
      throw lost.reason
    }
  }

  // MARK: Reading from the primary

  /// Brings the commits of other servers and the rows of other programs into the file.
  /// - Parameter database: the writing connection, outside of a transaction.
  /// - Throws: ``StoreError``, ``SQLError``.
  func catchUp(on database: SQLConnection) throws {
    let remote = try primary.beginReading()
    defer { remote.rollback() }
    guard let here = try PrimaryPosition(in: database) else { return }
    reach(here)
    do { try catchUp(from: here, to: remote.position, with: remote, on: database) } catch is CopyDiverged {
      return try renew(from: here)
    }
    if try remote.lacksTriggers() {
      remote.rollback()
      return try renew(from: here)
    }
    if remote.hasForeignRows { try begin(on: database).rollback() }
  }

  /// Brings the file up to date by single rows.
  /// - Throws: ``CopyDiverged``.
  private func catchUp(
    from here: PrimaryPosition, to there: PrimaryPosition?, with remote: any PrimaryTransaction,
    on database: SQLConnection
  ) throws {
    guard let there, here.epoch == there.epoch else { throw CopyDiverged() }
    if here != there { try pull(remote, after: here, to: there, on: database) }
  }

  private func renew(from position: PrimaryPosition) throws {
    warn(ofRestored: try primary.prepareCopy(at: url, position: position, isOpen: true))
    // Where the primary has not the application, the file is as it was.
    if try Self.position(at: url) != position { state.withLock { $0.isRenewed = true } }
  }

  /// Whether the content of the open file was replaced since the last call.
  func takeRenewal() -> Bool {
    state.withLock { state in
      defer { state.isRenewed = false }
      return state.isRenewed
    }
  }

  private func pull(
    _ remote: any PrimaryTransaction, after start: PrimaryPosition, to position: PrimaryPosition,
    on database: SQLConnection
  ) throws {
    let (receiver, tables) = state.withLock { ($0.receiver, $0.tables) }
    // A store with an earlier description would drop the values of attributes that it does not have.
    try description.check(database)
    try receiver?.writeWithoutTransaction { [mapping] database in
      try Self.receive(remote, to: position, in: database, mapping, tables) {
        try remote.readRows(changedAfter: start, into: $0)
      }
    }
    reach(position)
    try computeKeys(in: database)
  }

  /// Computes the sort keys and search indices of received rows, which each server has for itself.
  func computeKeys(in database: SQLConnection) throws {
    try database.localTransaction(.immediate) {
      try mapping.applyLog(in: database, isShared: true)
      return .commit
    }
  }

  static func receive(
    _ remote: any PrimaryTransaction, to position: PrimaryPosition, in database: SQLConnection, _ mapping: ModelMapping,
    _ tables: [CopiedTable], _ read: (RowReceiver) throws -> Void
  ) throws {
    try database.localTransaction(.immediate) {
      try read(RowReceiver(tables, mapping, in: database))
      try position.note(in: database)
      return .commit
    }
  }

  /// Takes over rows that other programs have written to the primary. In the file they are changes of another program: the
  /// triggers run, and the change log and the derived tables contain them. The result is committed at the primary, so that
  /// other servers get it as a commit of this server.
  private func takeOver(_ remote: any PrimaryTransaction, on database: SQLConnection) throws {
    let tables = state.withLock(\.tables)
    var reached: PrimaryPosition?
    try database.localTransaction(.immediate) {
      let session = try RowSession(on: database, tables)
      try database.deferForeignKeys()
      // PostgreSQL has checked the rows by its own CHECK clauses.
      try database.leaveOutChecks(true)
      defer { try? database.leaveOutChecks(false) }
      let refused = try remote.takeForeignRows(into: RowReceiver(tables, mapping, in: database))
      try mapping.applyLog(in: database)
      var changed = try session.changes()
      // A refused row gets the values in the primary that it has in the file, or is deleted there.
      for row in refused {
        warn("A row of \(row.table.name) that another program has written was put back: \(row.reason)")
        try changed.add(row, exists: RowSource(database, mapping).has(row.key, of: row.table))
      }
      let position = try remote.write(changed, from: RowSource(database, mapping), isTakingOver: true)
      try position.note(in: database)
      try remote.commit()
      reached = position
      return .commit
    }
    if let reached { reach(reached) }
  }
}
