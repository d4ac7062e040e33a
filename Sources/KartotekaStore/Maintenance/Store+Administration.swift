import Foundation
import KartotekaModel

// Maintenance by an administrator.
extension Store {
  /// Rebuilds all records of a derived entity from its source entities.
  /// - Returns: the number of records.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then.
  @discardableResult
  package func rebuild<E: Entity>(_ entity: E.Type) async throws -> Int { try await rebuild(mapping.entity(E.name)) }

  /// Rebuilds all records of a derived entity from their source records, also after changes by other programs, and the sort
  /// keys and search index of any entity.
  /// - Returns: the number of records.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then.
  @discardableResult
  package func rebuild(_ entity: EntityDescription) async throws -> Int {
    let entity = try mapping.entity(entity.name)
    return try await commit { [mapping] database, isShared in
      if isShared { throw RequiresExclusiveTransaction() }
      try DependentSchema(mapping: mapping).remake(entity, in: database)
      let count = try RawStatement("SELECT count(*) FROM \(SQL.name(entity.table))", in: database).integer()
      return (Int(count ?? 0), .any([entity]))
    }.value
  }

  /// Drops all tables with everything in them and makes them again; a copy of the file is kept beside it.
  /// - Throws: ``StoreError`` where the file can't be copied or written; nothing is changed then.
  package func dropTables() async throws {
    // The change log that is made anew has another identity.
    if let url { DatabaseFiles.removeNote(at: url.path(percentEncoded: false)) }
    try await translating {
      try await writer.writeWithoutTransaction { [self] database in
        // A table that others refer to could not be dropped before them.
        try database.withoutForeignKeys {
          _ = try commitAlone(on: database) { database in
            // The transaction has the write lock, so that the copy contains all that is dropped.
            if let url {
              try DatabaseCopy.make(url, with: mapping.packedBlobs)
            }
            try Schema(mapping).remake(in: database)
            database.replica?.noteChangedTables()
            return ((), .any(model.entities, settings: true))
          }
        }
      }
    }
  }

  /// Empties a write-ahead log that a large commit has left, in the background: otherwise another commit would do so. Reads that
  /// are under way put it off.
  func truncateLargeLog() {
    guard let url, !isReadOnly, LogLimit.isExceeded(at: url) else { return }
    inBackground("checkpoint") { store in
      guard LogLimit.isExceeded(at: url) else { return nil }
      // The task waits for the connection, and no thread does.
      let checkpointer = try? await store.writer.writeWithoutTransaction { $0.checkpointer }
      await checkpointer?.copyNow()
      // Other writers would wait as long as it does.
      try? await store.writer.writeWithoutTransaction { [options = store.options] in
        try $0.truncateLogWithoutWaiting(options.busyTimeout)
      }
      return LogLimit.isExceeded(at: url) ? .seconds(1) : nil
    }
  }

  /// Ends background work, puts the write-ahead log into the database file and empties it, so that the file alone is
  /// complete. For the end of a process, when nothing reads or writes any more; where somebody does, the log stays.
  func emptyLog() {
    background.stop()
    try? writer.writeWithoutTransaction { try $0.truncateLog() }
  }
}

/// The size of a write-ahead log that stays on the disk.
enum LogLimit {
  /// More than it grows to while it is copied at each thousand pages.
  static let bytes = 16_777_216

  static func isExceeded(at url: URL) -> Bool {
    (FileID(url.path(percentEncoded: false) + "-wal")?.size ?? 0) > bytes
  }
}
