import Foundation
import KartotekaModel

// Backups that are restored at the primary.
extension Replica {
  /// Puts a database in the place of the application at the primary, in a new epoch: all servers make their copies anew.
  /// - Parameters:
  ///   - copy: the database.
  ///   - other: the primary of the application that the database has, whose description may be another one.
  ///   - database: the writing connection, outside of a transaction.
  ///   - keep: keeps what is replaced, while nobody can write. The file is up to date then.
  /// - Throws: ``PrimaryLost``, ``StoreError``, ``SQLError``, and errors of `keep`. Nothing is replaced then, except with
  ///   ``StoreError/outcomeUnknown(_:remedy:)``.
  func replace(
    by copy: Store, of other: any PrimaryDatabase, on database: SQLConnection, keeping keep: () throws -> Void
  ) throws {
    for _ in 0..<Self.replacements {
      // Rows of other programs are taken over with the description that the application still has.
      try begin(on: database).rollback()
      let remote = try other.beginWriting()
      defer { remote.rollback() }
      guard let here = try PrimaryPosition(in: database), !remote.hasForeignRows else { continue }
      do { try catchUp(from: here, to: remote.position, with: remote, on: database) } catch is CopyDiverged { continue }
      try keep()
      let counters = try NumberCounter.all(in: database)
      try copy.writer.writeWithoutTransaction { try NumberCounter.goOn(behind: counters, in: $0) }
      _ = try copy.readSnapshot { try remote.publish($0) }
      try Self.commit(remote)
      // If this fails, the next catching up renews the copy.
      try? renew(from: here)
      return
    }
    throw StoreError.busy
  }

  // Each needs another server's change of tables, or another program's rows, in the moment between two locks.
  private static var replacements: Int { 5 }

  /// Publishes a database as an application that the primary does not have.
  /// - Returns: false if the primary has the application.
  /// - Throws: ``PrimaryLost``, ``StoreError``.
  static func publish(_ copy: Store, to primary: any PrimaryDatabase) throws -> Bool {
    let remote = try primary.beginWriting()
    defer { remote.rollback() }
    guard try remote.position == nil && remote.readModel() == nil else { return false }
    _ = try copy.readSnapshot { try remote.publish($0) }
    try commit(remote)
    return true
  }

  /// Commits a transaction that is not repeated.
  /// - Throws: ``PrimaryLost``, ``StoreError``.
  static func commit(_ remote: any PrimaryTransaction) throws {
    switch remote.commit() {
    case .committed: break
    case .notCommitted(let error): throw error
    case .unknown(let lost): throw lost.asUnknownOutcome
    }
  }
}
