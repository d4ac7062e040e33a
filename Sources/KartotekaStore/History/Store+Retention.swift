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
  func pruneHistory(now: Date = Date()) async throws -> PrunedHistory {
    try await pruneHistory(
      until: now.addingTimeInterval(-options.history.seconds), sparing: now.addingTimeInterval(-86_400))
  }

  /// Removes the images of all change sets up to a moment.
  /// - Throws: ``StoreError`` `.busy`, `.disk`.
  @discardableResult
  func pruneHistory(until moment: Date) async throws -> PrunedHistory {
    try await pruneHistory(until: moment, sparing: nil)
  }

  private func pruneHistory(until moment: Date, sparing recent: Date?) async throws -> PrunedHistory {
    try await translating {
      try await measureHistory()
      var changeSets = try await markExpired(until: Timestamp.text(moment))
      if let recent {
        let limit = options.history.bytes
        let oldest = try await read(noting: nil) {
          try Retention(database: $0).oldest(above: limit, sparing: Timestamp.text(recent))
        }
        try await mark(oldest, .size)
        changeSets += oldest.count
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

  private func markExpired(until moment: String) async throws -> Int {
    var (last, count): (Int64, Int) = (.min, 0)
    while true {
      let expired = try await read(noting: nil) { [last] in
        try Retention(database: $0).unmarked(until: moment, after: last)
      }
      guard let end = expired.last else { return count }
      try await mark(expired, .age)
      (last, count) = (end, count + expired.count)
    }
  }

  private func mark(_ changeSets: [Int64], _ removal: ChangeSet.Removal) async throws {
    for start in stride(from: 0, to: changeSets.count, by: Retention.batch) {
      try Task.checkCancellation()
      try await writer.writeEverywhere { database in
        try Retention(database: database).mark(changeSets[start...].prefix(Retention.batch), removal)
        try ChangeLog.appendOwn(in: database)
      }
    }
  }

  private func measureHistory() async throws {
    let measured = try await read(noting: nil) { try Retention(database: $0).unmeasured() }
    guard !measured.isEmpty else { return }
    let sizes = measured.map { changeSet, bytes, files in
      (changeSet: changeSet, bytes: files.reduce(bytes) { $0 + Int64(mapping.blobs?.size(of: $1) ?? 0) })
    }
    for start in stride(from: 0, to: sizes.count, by: Retention.batch) {
      try await writer.writeEverywhere {
        try Retention(database: $0).note(sizes[start...].prefix(Retention.batch))
      }
    }
  }
}
