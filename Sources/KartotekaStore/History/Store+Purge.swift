import Foundation
import KartotekaModel

/// The history that is to be deleted permanently.
package enum HistoryScope: Sendable {
  /// One record's, whether it still exists or was deleted.
  case record(EntityDescription, RecordID)
  /// That of all records of an entity.
  case entity(EntityDescription)
  /// Everything that was done before a moment.
  case before(Date)
}

/// The result of deleting history permanently.
package struct PurgedHistory: Sendable, Hashable {
  /// Of how many change sets images were deleted; they can't be undone any more, and have lost their names.
  package let changeSets: Int
  /// The number of deleted rejected rows.
  package let rejectedRows: Int
  /// The number of removed files beside the database.
  package let files: Int
}

extension Store {
  /// Deletes history for good, for the law's sake: images of records and of what belongs to them, the names of change sets,
  /// rows that imports rejected, what texts were said to mean, values of removed attributes, and pictures and files that
  /// nothing else refers to. Records themselves stay; delete them before.
  ///
  /// Deleted history is overwritten in the database file. Earlier backups and copies still contain it. That from before a moment
  /// is deleted in many transactions.
  /// - Throws: ``StoreError`` `.busy`, `.disk`; nothing is deleted then, but for what is done of the history from before a
  ///   moment. Deleting that again goes on.
  package func purgeHistory(_ scope: HistoryScope) async throws -> PurgedHistory {
    try await translating {
      let purged: (changeSets: Int, rows: Int)
      if case .before(let moment) = scope {
        purged = try await purge(before: Timestamp.text(moment))
      } else {
        purged = try await purging { [mapping] database in
          let purged = try HistoryPurge(scope, mapping, in: database).run()
          try ChangeLog.appendOwn(in: database)
          return purged
        }
      }
      // The write-ahead log contains old pages. While a reader uses them, a later checkpoint removes them.
      try await writer.writeWithoutTransaction { try? $0.truncateLog() }
      return PurgedHistory(changeSets: purged.changeSets, rejectedRows: purged.rows, files: try await sweep())
    }
  }

  private func purge(before moment: String) async throws -> (changeSets: Int, rows: Int) {
    var (last, changeSets, rows): (Int64?, Int, Int) = (nil, 0, 0)
    repeat {
      let part = try await purging { [last] in
        try EarlierHistory(database: $0, moment: moment).purgeSome(after: last)
      }
      (last, changeSets, rows) = (part.last, changeSets + part.changeSets, rows + part.rows)
    } while last != nil
    var deleted = EarlierHistory.batch
    while deleted == EarlierHistory.batch {
      deleted = try await purging { try EarlierHistory(database: $0, moment: moment).deleteSomeRejectedRows() }
      rows += deleted
    }
    let undos = try await read(noting: nil) { try EarlierHistory(database: $0, moment: moment).laterUndos() }
    for start in stride(from: 0, to: undos.count, by: EarlierHistory.batch) {
      try await purging { database in
        try UndoLog.forgetNames(of: undos[start...].prefix(EarlierHistory.batch), in: database)
        try ChangeLog.appendOwn(in: database)
      }
    }
    while try await purging({ try Retention(database: $0).removeSome() }) {}
    while try await purging({ try Retention(database: $0).releaseSome() }) {}
    return (changeSets, rows)
  }

  private func purging<T: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> T) async throws -> T {
    let value = try await writer.writeWithoutTransaction { database in
      try database.overwritingDeleted {
        var value: T?
        try database.inTransaction(.immediate) {
          value = try body(database)
          return .commit
        }
        // The transaction is committed only if the body has ended.
        guard let value else { throw StoreError.busy }
        return value
      }
    }
    // A failure or cancellation from now on leaves a part of the history deleted.
    CommitRecorder.current?.note()
    return value
  }
}
