import KartotekaModel
import Synchronization

// Commits, and their publication to the change feed.
extension Store {
  /// Runs a transaction, updates the sort keys and publishes the changes to the feed.
  ///
  /// The transaction may be shared with other writes that wait at the same time, each of which succeeds or fails independently.
  /// - Parameter body: returns what it made and what it knows to have changed; the log says the rest. Where the
  ///   transaction is shared and that can't be, it throws ``RequiresExclusiveTransaction`` and is called again.
  func commit<T: Sendable>(
    _ body: @escaping @Sendable (_ database: SQLConnection, _ isShared: Bool) throws -> (value: T, changes: Changes)
  ) async throws -> (value: T, changes: Changes) {
    // The thread that writes belongs to no task.
    let (zone, moment, author) = (TaskTimeZone.current, TaskMoment.fixed, Author.current)
    let body = { @Sendable (database: SQLConnection, isShared: Bool) in
      try TaskTimeZone.$current.withValue(zone) {
        try TaskMoment.$fixed.withValue(moment) {
          try Author.$current.withValue(author) { try body(database, isShared) }
        }
      }
    }
    return try await translating {
      do {
        return try await share { try body($0, true) }
      } catch is RequiresExclusiveTransaction {
        let start = ContinuousClock.now
        return try await writer.writeWithoutTransaction { [self] database in
          try database.replica?.refuse(waitingSince: start)
          return try commitAlone(on: database) { try body($0, false) }
        }
      }
    }
  }

  /// Does one thing in a transaction of its own, on the connection that writes.
  func commitAlone<T>(
    on database: SQLConnection, _ body: (SQLConnection) throws -> (value: T, changes: Changes)
  ) throws -> (value: T, changes: Changes) {
    var made: (value: T, changes: Changes)?
    try commit(on: database) { database in
      let done = try logged(body, in: database)
      made = done
      return [done.changes]
    }
    guard let made else { throw SQLError.aborted }
    return made
  }

  /// The result of a write, with all changes that the log contains.
  func logged<T>(
    _ body: (SQLConnection) throws -> (value: T, changes: Changes), in database: SQLConnection
  ) throws -> (value: T, changes: Changes) {
    let start = try ChangeLog.last(in: database)
    var made = try body(database)
    try made.changes.complete(by: mapping.changeLog.changes(after: start, in: database, mapping))
    return made
  }

  /// Commits what is done, and publishes it.
  /// - Parameters:
  ///   - isRepeatable: whether the work can be done again, after it was rolled back.
  ///   - work: does it, and returns what each of several writes has changed.
  /// - Returns: the end of the change log after it.
  @discardableResult
  func commit(
    on database: SQLConnection, isRepeatable: Bool = true, _ work: (SQLConnection) throws -> [Changes]
  ) throws -> ChangePosition {
    var start = ChangePosition()
    var end = ChangePosition()
    var changes: [Changes] = []
    var isIndexed = true
    if mapping.isOpened { openedCommits.begin() }
    defer {
      if mapping.isOpened { openedCommits.end() }
      truncateLargeLog()
      if !isIndexed { indexInBackground() }
    }
    try database.inTransaction(isRepeatable: isRepeatable) {
      start = tracker.known.position
      if let schema = model.openedSchema, try openedCommits.hasForeign(in: database, schema) {
        noteForeignChange()
        start = tracker.known.position
      }
      let missed = try mapping.changeLog.changes(after: start, in: database, mapping)
      try mapping.applyLog(in: database)
      let (last, written) = (try ChangeLog.last(in: database), database.totalChangesCount)
      changes = [missed] + (try work(database))
      if database.totalChangesCount != written, try ChangeLog.last(in: database) == last {
        try ChangeLog.appendOwn(in: database)
      }
      try mapping.applyLog(in: database, isOwn: true, countedUpTo: last)
      let log = try LogState(in: database)
      (isIndexed, end) = (!log.hasIndexMarks, log.end)
      return .commit
    }
    while tracker.advance(changes, from: start, to: end) == nil {
      // A reader has seen the commit first and published it, or what another program had committed before.
      start = tracker.known.position
      if start.log == end.log, start.number >= end.number { return end }
      // The next read publishes the changes that can't be read now.
      guard let rest = try? mapping.changeLog.changes(after: start, in: database, mapping) else { return end }
      changes = [rest]
    }
    markSeen(end, on: database)
    return end
  }

  /// Spares the next read a look at the change log, unless another program has committed since.
  /// - Parameter end: the end of the log up to which all is known.
  private func markSeen(_ end: ChangePosition, on database: SQLConnection) {
    // The probe is asked first: what is committed after it is asked has another mark.
    guard let mark = try? probe.unseen(), (try? LogState(in: database))?.end == end else { return }
    if let schema = model.openedSchema, (try? openedCommits.hasForeign(in: database, schema)) != false {
      noteForeignChange()
    }
    probe.markSeen(mark)
  }

  /// Publishes what other programs have committed; the keys of those records are brought up to date in the background.
  func follow() async throws {
    let log = try await atKnownVersion { _, log, _ in log }
    if !log.isApplied { applyLogInBackground() }
    if log.hasIndexMarks { indexInBackground() }
  }

  /// Publishes what a snapshot has that was not published yet.
  /// - Parameters:
  ///   - end: the end of the change log in the snapshot.
  ///   - known: how far the change log was known before the snapshot began.
  /// - Returns: the snapshot's version; nil where the file was replaced or restored meanwhile, so that a new snapshot is
  ///   needed.
  func follow(
    in database: SQLConnection, to end: ChangePosition, since known: ChangeTracker.Known
  ) throws -> DataVersion? {
    let isOther = end.log != known.position.log || end.number < known.position.number
    while true {
      let now = tracker.known
      guard now.epoch == known.epoch else { return nil }
      // Commits since the beginning of the snapshot may be known already.
      if !isOther, end.number <= now.position.number { return DataVersion(epoch: now.epoch, number: end.number) }
      let changes =
        try isOther
        ? .any(model.entities, settings: true) : mapping.changeLog.changes(after: now.position, in: database, mapping)
      if let version = tracker.advance([changes], from: now.position, to: end) { return version }
    }
  }

  /// The changes after a row of the change log, as one commit; nil if some of the rows have been pruned.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func changes(after row: Int64) async throws -> ChangeFeed.Commit? {
    _ = try await latestVersion()
    // The snapshot may have later commits, which are sent again then.
    let number = feed.last
    return try await atVersion { database, mapping, _ in
      try mapping.changeLog.tail(after: row, in: database).map {
        try ChangeFeed.Commit(number: number, position: $0.last, changes: $0.changes(in: database, mapping.constant))
      }
    }
  }

  private func applyLogInBackground() {
    inBackground("log") { store in
      do {
        _ = try await store.commit { _, _ in ((), Changes()) }
        return nil
      } catch StoreError.busy {
        // Another program writes. Reads are right meanwhile.
        return .milliseconds(250)
      } catch {
        // The next one that reads asks again.
        return nil
      }
    }
  }
}

/// Records whether the current task has committed a change. The message of a later error then does not say that nothing
/// changed.
package final class CommitRecorder: Sendable {
  /// The recorder of the current task; nil where none is set.
  @TaskLocal package static var current: CommitRecorder?

  private let committed = Atomic(false)

  /// A recorder that has noted no commit.
  package init() {}

  /// Whether a change was committed.
  package var hasCommitted: Bool { committed.load(ordering: .acquiring) }

  func note() { committed.store(true, ordering: .releasing) }
}
