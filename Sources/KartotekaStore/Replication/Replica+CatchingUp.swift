import Foundation
import KartotekaModel

// Reading from the primary.
extension Replica {
  /// Brings the commits of other servers and the rows of other programs into the file.
  /// - Parameter database: the writing connection, outside of a transaction.
  /// - Throws: ``StoreError``, ``SQLError``.
  func catchUp(on database: SQLConnection) throws {
    let remote = try primary.beginReading()
    defer { remote.rollback() }
    guard let here = try PrimaryPosition(in: database) else { return }
    reach(here)
    do {
      try catchUp(from: here, to: remote.position, with: remote, on: database)
    } catch let diverged as CopyDiverged {
      remote.rollback()
      return try renew(from: diverged.isOfRows ? nil : here)
    }
    if try remote.lacksTriggers() {
      remote.rollback()
      return try renew(from: here)
    }
    if remote.hasForeignRows { try begin(on: database).rollback() }
  }

  /// Brings the file up to date by single rows.
  /// - Throws: ``CopyDiverged``.
  func catchUp(
    from here: PrimaryPosition, to there: PrimaryPosition?, with remote: any PrimaryTransaction,
    on database: SQLConnection
  ) throws {
    guard let there, here.epoch == there.epoch else { throw CopyDiverged() }
    if here != there { try pull(remote, to: there, on: database) }
  }

  /// Makes the file anew.
  /// - Parameters:
  ///   - position: the last commit of the file, if single rows may bring it up to date after all; else nil.
  ///   - isSuspect: whether all servers make their copies anew.
  func renew(from position: PrimaryPosition? = nil, isSuspect: Bool = false) throws {
    let before = try Self.position(at: url)
    warn(ofRestored: try primary.prepareCopy(at: url, position: position, isOpen: true, isSuspect: isSuspect))
    // The file is unchanged if the primary does not have the application.
    if try Self.position(at: url) != before { state.withLock { $0.isRenewed = true } }
  }

  /// Whether the content of the open file was replaced since the last call.
  func takeRenewal() -> Bool {
    state.withLock { state in
      defer { state.isRenewed = false }
      return state.isRenewed
    }
  }

  private func pull(
    _ remote: any PrimaryTransaction, to position: PrimaryPosition, on database: SQLConnection
  ) throws {
    let (receiver, tables) = state.withLock { ($0.receiver, $0.tables) }
    // A store with an earlier description would drop the values of attributes that it does not have.
    try description.check(database)
    let start = try ChangeLog.last(in: database)
    try receiver?.writeWithoutTransaction { [mapping] database in
      try Self.receive(remote, to: position, in: database, mapping, tables)
    }
    reach(position)
    try computeKeys(in: database)
    if remote.hasForeignRows { try noteMixed(since: start, in: database) }
  }

  /// Notes that commits were pulled while rows of other programs were waiting.
  /// - Parameter start: the end of the change log before.
  func noteMixed(since start: Int64, in database: SQLConnection) throws {
    state.withLock { $0.mixedSince = min($0.mixedSince ?? start, start) }
    // The log will tell again of records that are gone already. They are counted anew then.
    try database.localTransaction(.immediate) {
      try database.execute("DELETE FROM \(RecordCounts.table)")
      return .commit
    }
  }

  /// Computes the sort keys and search indices of received rows, which each server has for itself.
  func computeKeys(in database: SQLConnection) throws {
    try database.localTransaction(.immediate) {
      try mapping.applyLog(in: database, isShared: true)
      return .commit
    }
  }

  /// Brings the rows of later commits into the file.
  /// - Throws: ``CopyDiverged``, ``StoreError``, ``SQLError``.
  static func receive(
    _ remote: any PrimaryTransaction, to position: PrimaryPosition, in database: SQLConnection, _ mapping: ModelMapping,
    _ tables: [CopiedTable]
  ) throws {
    try database.localTransaction(.immediate) {
      // Under the file's lock: another process with the same file may have been first.
      guard let here = try PrimaryPosition(in: database) else { throw CopyDiverged() }
      if here == position { return .rollback }
      do {
        try remote.readRows(changedAfter: here, into: RowReceiver(tables, mapping, in: database))
      } catch is CopiedRowRefused {
        // A row of another program, which was not taken over yet, has the unique value of another row, for example.
        throw CopyDiverged(isOfRows: true)
      }
      try position.note(in: database)
      return .commit
    }
  }
}
