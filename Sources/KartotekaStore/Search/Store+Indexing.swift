import KartotekaModel

// A trigram index takes several times as long as all else that a large import writes. It is filled afterwards, in short
// transactions.
extension Store {
  /// The duration of one transaction, for which other writers wait.
  static let indexingPart = Duration.milliseconds(40)
  // Other processes take the write lock in between.
  static let indexingPause = Duration.milliseconds(20)
  // While an import is under way, which would take as much longer.
  private static let importPause = Duration.milliseconds(500)

  /// Fills the search indices that are incomplete, in the background, until all are complete.
  /// A process that ends leaves the rest to the next one that reads from the file or writes to it.
  func indexInBackground() {
    inBackground("search") { store in
      do {
        if try await store.isLongChangeUnderWay() { return Self.importPause }
        if try await !store.index() { return nil }
      } catch StoreError.busy {
        // Another program writes. Searches are right meanwhile.
      } catch {
        // The next commit or the next reader of another one's commit asks again.
        return nil
      }
      return Self.indexingPause
    }
  }

  private func isLongChangeUnderWay() async throws -> Bool {
    try await snapshot(noting: nil, UnfinishedChangeSet.readAll).contains(where: \.isUnderWay)
  }

  /// Adds records to the search indices that are incomplete, in one transaction.
  /// - Parameter part: how long.
  /// - Returns: whether an index is still incomplete.
  func index(for part: Duration = indexingPart) async throws -> Bool {
    try await translating {
      try await writer.writeWithoutTransaction { [mapping, background, tracker] database in
        var isIncomplete = false
        try database.localTransaction(.immediate) {
          // The log may have been emptied already, for the end of the process.
          guard !background.isStopped, try !IndexMark.readAll(in: database).isEmpty else { return .rollback }
          let end = ContinuousClock.now + part
          isIncomplete = try mapping.allKeys.contains { try $0.searchIndex?.fill(until: end, in: database) == false }
          if !isIncomplete {
            try IndexMark.removeAll(in: database)
            // A search that found nothing may find a similar word now. The change log of a copy is that of its primary.
            if database.replica == nil { try ChangeLog.appendOwn(in: database) } else { tracker.changedOutside() }
          }
          return .commit
        }
        return isIncomplete
      }
    }
  }
}
