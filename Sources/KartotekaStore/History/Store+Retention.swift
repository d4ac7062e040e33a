import Foundation
import KartotekaModel

/// The result of pruning the history.
package struct PrunedHistory: Sendable, Hashable {
  /// Of how many change sets the images were removed.
  package let changeSets: Int
  /// The number of removed files beside the database that had no references.
  package let files: Int
}

extension Store {
  /// Removes the images of change sets that are older than ``StoreOptions/history`` says, and the oldest ones while all
  /// take more than it says, with the pictures and files that only those would restore. Their change sets can't be
  /// undone any more. The limit of the size does not apply to change sets of the last day.
  ///
  /// A server does so in the background; each transaction is short.
  /// - Parameter now: the moment from which ages are counted.
  /// - Throws: ``StoreError`` `.busy`, `.disk`.
  @discardableResult
  package func pruneHistory(now: Date = Date()) async throws -> PrunedHistory {
    try await pruneHistory(
      until: now.addingTimeInterval(-options.history.seconds), sparing: now.addingTimeInterval(-86_400))
  }

  /// Removes the images of all change sets up to a moment.
  /// - Throws: ``StoreError`` `.busy`, `.disk`.
  @discardableResult
  package func pruneHistory(until moment: Date) async throws -> PrunedHistory {
    try await pruneHistory(until: moment, sparing: nil)
  }

  private func pruneHistory(until moment: Date, sparing recent: Date?) async throws -> PrunedHistory {
    try await translating {
      try await measureHistory()
      let limit = options.history.bytes
      let changeSets = try await writer.writeEverywhere { database in
        let retention = Retention(database: database)
        let expired = try retention.markExpired(until: Timestamp.text(moment))
        let oldest = try recent.map { try retention.markOldest(above: limit, sparing: Timestamp.text($0)) } ?? 0
        if expired + oldest > 0 { try ChangeLog.appendOwn(in: database) }
        return expired + oldest
      }
      while try await writer.writeEverywhere({ try Retention(database: $0).removeSome() }) {
        try Task.checkCancellation()
      }
      while try await writer.writeEverywhere({ try Retention(database: $0).releaseSome() }) {
        try Task.checkCancellation()
      }
      try await writer.writeEverywhere { try IdempotencyTable(database: $0).prune() }
      return PrunedHistory(changeSets: changeSets, files: try await sweep())
    }
  }

  private func measureHistory() async throws {
    let measured = try await read(noting: nil) { try Retention(database: $0).unmeasured() }
    guard !measured.isEmpty else { return }
    let sizes = measured.map { changeSet, bytes, files in
      (changeSet, files.reduce(bytes) { $0 + Int64(mapping.blobs?.size(of: $1) ?? 0) })
    }
    try await writer.writeEverywhere { try Retention(database: $0).note(sizes) }
  }
}
