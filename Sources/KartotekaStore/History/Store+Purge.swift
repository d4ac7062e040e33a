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
  /// Deleted history is overwritten in the database file. Earlier backups and copies still contain it.
  /// - Throws: ``StoreError`` `.busy`, `.disk`; nothing is deleted then.
  package func purgeHistory(_ scope: HistoryScope) async throws -> PurgedHistory {
    try await translating {
      let (changeSets, rows) = try await writer.writeWithoutTransaction { [mapping] database in
        try database.overwritingDeleted {
          var purged = (changeSets: 0, rows: 0)
          try database.inTransaction(.immediate) {
            purged = try HistoryPurge(scope, mapping, in: database).run()
            try ChangeLog.appendOwn(in: database)
            return .commit
          }
          // The write-ahead log contains old pages. While a reader uses them, a later checkpoint removes them.
          try? database.truncateLog()
          return purged
        }
      }
      if case .before = scope {
        while try await purgingSome({ try $0.removeSome() }) {}
        while try await purgingSome({ try $0.releaseSome() }) {}
      }
      return PurgedHistory(changeSets: changeSets, rejectedRows: rows, files: try await sweep())
    }
  }

  private func purgingSome(_ body: @escaping @Sendable (Retention) throws -> Bool) async throws -> Bool {
    try await writer.writeWithoutTransaction { database in
      try database.overwritingDeleted {
        var hasMore = false
        try database.inTransaction(.immediate) {
          hasMore = try body(Retention(database: database))
          return .commit
        }
        if !hasMore { try? database.truncateLog() }
        return hasMore
      }
    }
  }
}
