import KartotekaModel

import class GRDB.Database
import struct GRDB.DatabaseError

// How everything that changes data is committed and told of.
extension Store {
  /// Does something in a transaction, brings keys up to date and tells the feed of what was changed.
  ///
  /// The transaction may be shared with others that wait at the same time, of which each is done or fails by itself.
  /// Nobody else writes through this store until the feed is told, so that it has commits in their order. Of what fails
  /// it learns nothing.
  /// - Parameter body: returns what it made and what it knows to have changed; the log says the rest. Where the
  ///   transaction is shared and that can't be, it throws ``NeedsOwnTransaction`` and is called again.
  func commit<T: Sendable>(
    _ body: @escaping @Sendable (_ database: Database, _ isShared: Bool) throws -> (value: T, changes: Changes)
  ) async throws -> (value: T, changes: Changes) {
    // The thread that writes belongs to no task.
    let zone = TaskTimeZone.current
    let body = { @Sendable (database: Database, isShared: Bool) in
      try TaskTimeZone.$current.withValue(zone) { try body(database, isShared) }
    }
    return try await translating {
      do {
        return try await share { try body($0, true) }
      } catch is NeedsOwnTransaction {
        return try await writer.writeWithoutTransaction { database in
          try commitAlone(on: database) { try body($0, false) }
        }
      }
    }
  }

  /// Does one thing in a transaction of its own, on the connection that writes.
  func commitAlone<T>(
    on database: Database, _ body: (Database) throws -> (value: T, changes: Changes)
  ) throws -> (value: T, changes: Changes) {
    defer { log.catchUp(database) }
    var made: (value: T, changes: Changes)?
    try commit(on: database) { database in
      let done = try logged(body, in: database)
      made = done
      return [done.changes]
    }
    guard let made else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
    return made
  }

  /// What a write makes, with all the changes that the log tells of.
  func logged<T>(
    _ body: (Database) throws -> (value: T, changes: Changes), in database: Database
  ) throws -> (value: T, changes: Changes) {
    let start = try ChangeLog.last(in: database)
    var made = try body(database)
    try made.changes.complete(by: plan.changeLog.changes(after: start, in: database, plan))
    return made
  }

  /// Commits what is done, and tells of it. The write-ahead log is left to the caller, who answers first.
  /// - Parameter work: does it, and returns what each of several writes has changed.
  func commit(on database: Database, _ work: (Database) throws -> [Changes]) throws {
    var missed = Changes()
    var (start, end) = (ChangePosition(), ChangePosition())
    var all: [Changes] = []
    var others = Int64(0)
    let written = database.totalChangesCount
    var isCommitting = false
    defer { if isCommitting { watch.endCommit() } }
    try database.inTransaction {
      others = try ChangeWatch.othersVersion(in: database)
      start = published.withLock(\.self)
      missed = try plan.changeLog.changes(after: start, in: database, plan)
      try plan.applyLog(in: database)
      all = try work(database).filter { !$0.isEmpty }
      try plan.applyLog(in: database)
      end = try ChangePosition(in: database)
      log.putOff()
      watch.beginCommit()
      isCommitting = true
      return .commit
    }
    // Who is told reads at once, and has to find the new version then.
    if database.totalChangesCount != written { watch.committed() }
    let version = try? watch.ownVersion()
    // Nobody else has committed until the version was asked for: all that has changed since is known.
    let isAlone = missed.isEmpty && (try? ChangeWatch.othersVersion(in: database)) == others
    if let version {
      watch.note(all + [missed], at: version)
      if isAlone { mended.store(version) }
    } else {
      watch.touched()
    }
    isCommitting = false
    watch.endCommit()
    if publish([missed] + all, from: start, to: end, isNoted: true) { return }
    // A reader has seen the commit and told of a part of it.
    while true {
      let position = published.withLock(\.self)
      guard let now = try? ChangePosition(in: database),
        let changes = try? plan.changeLog.changes(after: position, in: database, plan)
      else { return }
      if publish([changes], from: position, to: now, isNoted: false) { return }
    }
  }

  /// Has the feed tell of what the log has and it has not told of, which other programs changed; the keys of those records
  /// are brought up to date in the background.
  func follow() async throws {
    while true {
      let position = published.withLock(\.self)
      let (changes, end, isApplied) = try await snapshot(noting: nil) { [plan] database in
        let end = try ChangePosition(in: database)
        let changes = end == position ? Changes() : try plan.changeLog.changes(after: position, in: database, plan)
        return (changes, end, try ChangeLog.applied(in: database) == end.number)
      }
      if !isApplied { applyLogInBackground() }
      if publish([changes], from: position, to: end, isNoted: false) { return }
    }
  }

  /// What changed after a row of the change log, as one commit; nil if some of the rows have been pruned.
  package func changes(after row: Int64) async throws -> ChangeFeed.Commit? {
    _ = try await latestVersion()
    return try await snapshot(noting: nil) { [plan, feed] database in
      let number = feed.last
      return try plan.changeLog.tail(after: row, in: database).map {
        try ChangeFeed.Commit(number: number, position: $0.last, changes: $0.changes(in: database, plan))
      }
    }
  }

  private func applyLogInBackground() {
    background.start("log") { [weak self] in
      while let self {
        do {
          _ = try await commit { _, _ in ((), Changes()) }
          return
        } catch StoreError.busy {
          // Another program writes. Reads are right meanwhile.
          try? await Task.sleep(for: .milliseconds(250))
        } catch {
          // The next one that reads asks again.
          return
        }
      }
    }
  }

  /// Has the feed tell of what changed between two positions of the log.
  /// - Parameter isNoted: whether the versions of the entities' last changes include these.
  /// - Returns: whether it has; false if it has told of changes after the first position already.
  private func publish(
    _ changes: [Changes], from: ChangePosition, to end: ChangePosition, isNoted: Bool
  ) -> Bool {
    published.withLock { position in
      guard position == from else { return false }
      // Before another reader can find the position: it would take a cached value for current.
      if !isNoted {
        if let version = try? watch.ownVersion() { watch.note(changes, at: version) } else { watch.touched() }
      }
      position = end
      // Each write of a transaction has a row of its own at least.
      let writes = changes.filter { !$0.isEmpty }
      for (index, changes) in writes.dropLast().enumerated() {
        var position = end
        if from.log == end.log { position.number = min(from.number + Int64(index) + 1, end.number) }
        feed.publish(changes, at: position)
      }
      feed.publish(writes.last ?? Changes(), at: end)
      return true
    }
  }
}
