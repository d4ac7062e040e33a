import Foundation
import KartotekaModel

/// One transaction of a change set that is made in several.
package struct ChangePart {
  /// The transaction through which the change set is made: the same in all of them.
  package let transaction: Transaction
  /// Whether it is the first one, so that everything is rolled back where it fails.
  package let isFirst: Bool
  /// Whether anybody else may have changed data since the transaction before.
  package let isAfterOthers: Bool
  /// When it ends if other writes wait, and when in any case.
  fileprivate let end, latest: ContinuousClock.Instant
  fileprivate let writes: WriteQueue

  /// Whether the transaction has taken so long that it is to end.
  package var isDue: Bool {
    let now = ContinuousClock.now
    return now >= latest || now >= end && writes.count > 0
  }
}

/// That a change set failed or was cancelled, and what it had committed by then could not be taken back.
package struct UnrevertedChange: Error {
  /// Why it ended.
  package let cause: any Error
  /// The change set, which stays as far as it is.
  package let changeSet: Int64
  /// Why it stays.
  package let reason: Phrase
}

extension Store {
  /// The time for which one of several transactions of a change set works, if other writes of this process wait. Else it
  /// works up to three times as long: each transaction writes most pages of the indices again. The sort keys of its records
  /// take one to three times as long once more, and longer in large tables.
  package static let changePart = Duration.milliseconds(200)

  /// Makes one change set in several transactions, so that other writers wait for one of them and not for all.
  ///
  /// If a transaction fails, those before it are taken back; so are those of a process that has ended, by
  /// ``takeBackInterrupted()``. The task's cancellation is not heeded: the body may throw `CancellationError`.
  /// - Parameter body: is called for one transaction after the other until it returns a value; in each it works until
  ///   ``ChangePart/isDue``.
  /// - Throws: what the body throws; ``UnrevertedChange`` where a part stays.
  package func performInParts<T: Sendable>(
    _ origin: ChangeSet.Origin, part: Duration = changePart, _ body: @escaping @Sendable (ChangePart) throws -> T?
  ) async throws -> (value: T, changeSet: Int64?) {
    // The result of a cancelled commit would be unknown.
    try await Task { try await PartedChange(self, origin, part).run(body) }.value
  }

  /// Takes back the change sets that were to be made in several transactions and whose process or server has ended in between,
  /// and waits until that is done.
  /// - Throws: ``StoreError`` where the file can't be written; nothing is changed then.
  package func takeBackInterrupted() async throws {
    for change in try await interruptedChangeSets() { _ = try await takeBack(change) }
    // Another process may have begun to do so.
    try await finishUndo()
  }

  /// Whether a change set that several transactions make is not complete.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func hasUnfinishedChangeSet() async throws -> Bool {
    try await !snapshot(noting: nil, UnfinishedChangeSet.readAll).isEmpty
  }

  /// Undoes a change set that will not be finished, in parts as well.
  /// - Returns: why it stays; nil where all of it was taken back.
  fileprivate func takeBack(_ change: UnfinishedChangeSet) async throws -> Phrase? {
    do {
      try await finishUndo()
      guard try await beginTakingBack(change) else { return nil }
      guard let undo = try await finishUndo(), undo.isTakenBack, undo.original == change.changeSet else { return nil }
      return undo.reason ?? "Some of these records have been changed since"
    } catch StoreError.cannotUndo(let reason) {
      // Another undo was begun at the same time.
      if let undo = try await longUndo(), !undo.isOver { return try await takeBack(change) }
      // Until a later version has ended what it has begun, it stays noted and is taken back after that.
      if try await snapshot(noting: nil, { try LongUndo.isLater(in: $0) }) { return reason }
      _ = try await perform(.code) { try change.remove(in: $0.database) }
      return reason
    }
  }

  // The undo is stored in the same commit, so that the next process continues it.
  private func beginTakingBack(_ change: UnfinishedChangeSet) async throws -> Bool {
    let (total, hasRanges) = try await snapshot(noting: nil) { database in
      (
        try Transaction.changeCount(of: change.changeSet, in: database),
        try Transaction.hasRanges(change.changeSet, in: database)
      )
    }
    return try await perform(change.origin) { transaction in
      try transaction.requireExclusiveTransaction()
      guard try change.remove(in: transaction.database) else { return false }
      let begun = try UndoLog.changeSet(change.changeSet, in: transaction.database)
      transaction.log.author = transaction.log.author ?? begun?.author
      _ = try transaction.beginLongUndo(of: change.changeSet, total, hasRanges)
      return true
    }.value
  }

  // Several may do so at the same time.
  @discardableResult
  private func finishUndo() async throws -> LongUndo? {
    while let undo = try await longUndo() {
      if undo.isOver { return undo }
      guard let next = try await continueUndo(), !next.isOver else { continue }
      try await Task.sleep(for: PartedChange.pause)
    }
    return nil
  }
}

/// A change set that is being made in several transactions.
///
/// Sendable because its transactions are one after the other, each on the thread that writes.
private final class PartedChange: @unchecked Sendable {
  /// Other processes look for the write lock every tenth of a second at the latest.
  static let pause = Duration.milliseconds(150)
  private static let longestWait = Duration.milliseconds(800)
  /// The time that a transaction may take with all that follows from its records: other processes wait for it, for 5 s at most.
  private static let wholePart = Duration.milliseconds(1_600)

  private let store: Store
  private let origin: ChangeSet.Origin
  private let author = Author.current
  private let duration: Duration
  /// The time for which the next transaction works while no write of this process waits.
  private var longest: Duration
  private var transaction: Transaction?
  /// The note in the database as of the last commit.
  private var unfinished: UnfinishedChangeSet?
  /// Shows the other servers of a primary database that it is under way.
  private var shared: SharedUnfinished?
  /// The end of the change log after the last transaction.
  private var end: ChangePosition?

  init(_ store: Store, _ origin: ChangeSet.Origin, _ duration: Duration) {
    self.store = store
    self.origin = origin
    self.duration = duration
    longest = duration * 3
  }

  func run<T: Sendable>(
    _ body: @escaping @Sendable (ChangePart) throws -> T?
  ) async throws -> (value: T, changeSet: Int64?) {
    defer { unfinished.map(UnfinishedChangeSet.end) }
    var begin = ContinuousClock.now
    do {
      while true {
        if let value = try await part(body) {
          shared?.end()
          return (value, transaction?.log.changeSet)
        }
        // A primary database gives its lock to who waits for it.
        guard !store.hasPrimary, ContinuousClock.now - begin > Self.longestWait else { continue }
        try await Task.sleep(for: Self.pause)
        begin = .now
      }
    } catch let uncertain as Uncertain<T> {
      switch await store.isCommitted(uncertain.commit) {
      case true?:
        shared?.end()
        await store.catchUp()
        return (uncertain.value, transaction?.log.changeSet)
      case false?: try await takeBack(after: uncertain.error)
      case nil:
        // Another server finds out, and takes it back unless it is complete.
        shared?.end()
        throw uncertain.error
      }
    } catch {
      try await takeBack(after: error)
    }
  }

  private func takeBack(after error: any Error) async throws -> Never {
    var error = error
    if let unfinished {
      let reason = try await store.takeBack(unfinished)
      shared?.end()
      if let reason { throw UnrevertedChange(cause: error, changeSet: unfinished.changeSet, reason: reason) }
    }
    // Nothing of the last transaction is left, whether it was committed or not.
    if case StoreError.outcomeUnknown(let phrase, let remedy) = error {
      error = StoreError.primary(phrase, remedy: remedy, .unreachable)
    }
    throw error
  }

  /// The error of a last transaction whose outcome is unknown.
  private struct Uncertain<T: Sendable>: Error {
    let value: T
    let commit: PrimaryPosition
    let error: StoreError
  }

  private func part<T: Sendable>(_ body: @escaping @Sendable (ChangePart) throws -> T?) async throws -> T? {
    // The thread that writes belongs to no task.
    let zone = TaskTimeZone.current
    return try await store.translating {
      try await store.writer.writeWithoutTransaction { [self] database in
        try TaskTimeZone.$current.withValue(zone) {
          try Author.$current.withValue(author) { try part(body, on: database) }
        }
      }
    }
  }

  private func part<T: Sendable>(_ body: (ChangePart) throws -> T?, on database: SQLConnection) throws -> T? {
    var made: (value: T?, unfinished: UnfinishedChangeSet?)
    let begin = ContinuousClock.now
    do {
      end = try store.commit(on: database, isRepeatable: false) { database in
        let done = try store.logged({ try part(body, in: $0) }, in: database)
        made = done.value
        return [done.changes]
      }
    } catch StoreError.outcomeUnknown(let phrase, let remedy) {
      let error = StoreError.outcomeUnknown(phrase, remedy: remedy)
      if let value = made.value, let commit = database.replica?.unknownCommit {
        throw Uncertain(value: value, commit: commit, error: error)
      }
      // The part may be there.
      unfinished = unfinished ?? made.unfinished
      throw error
    } catch {
      if unfinished == nil {
        made.unfinished.map(UnfinishedChangeSet.end)
        shared?.end()
        shared = nil
      }
      throw error
    }
    if made.unfinished == nil { unfinished.map(UnfinishedChangeSet.end) }
    unfinished = made.unfinished
    adapt(to: .now - begin)
    return made.value
  }
}

extension PartedChange {
  // A primary database gives its lock to who waits for it, for as long as it takes.
  private func adapt(to whole: Duration) {
    guard !store.hasPrimary else { return }
    longest = min(duration * 3, max(duration, longest * (Self.wholePart / max(whole, .milliseconds(1)))))
  }

  private func part<T>(
    _ body: (ChangePart) throws -> T?, in database: SQLConnection
  ) throws -> (value: (T?, UnfinishedChangeSet?), changes: Changes) {
    let transaction = try transaction(on: database)
    let (now, log) = (try LogState(in: database).end, transaction.log)
    if let unfinished {
      // Another process or server took this one for ended.
      guard try unfinished.isNoted(in: database) else { throw CancellationError() }
      if let end, end != now, !log.areRangesChanged {
        log.areRangesChanged =
          try end.log != now.log
          || ChangeLog.hasChanges(ofRangesOf: unfinished.changeSet, after: end.number, in: database)
      }
    }
    log.beginPart()
    let value = try body(
      ChangePart(
        transaction: transaction, isFirst: unfinished == nil, isAfterOthers: end.map { $0 != now } ?? false,
        end: .now + duration, latest: .now + longest, writes: store.writes))
    // Rows of later parts may stand before these.
    if value != nil { try transaction.settlePlaces() }
    try transaction.checkDueRules()
    try log.finish()
    try transaction.followWithJobs()
    if value != nil {
      _ = try unfinished?.remove(in: database)
      return ((value, nil), log.changes)
    }
    guard unfinished == nil, let changeSet = log.changeSet else { return ((value, unfinished), log.changes) }
    let begun = UnfinishedChangeSet(changeSet, origin)
    do {
      try begun.note(in: database)
      shared = try SharedUnfinished(begun, of: store)
    } catch {
      UnfinishedChangeSet.end(begun)
      throw error
    }
    return ((value, begun), log.changes)
  }

  private func transaction(on database: SQLConnection) throws -> Transaction {
    guard let transaction else {
      let transaction = Transaction(database, store.mapping, origin: origin)
      (transaction.log.author, transaction.access) = (author, store.access)
      self.transaction = transaction
      return transaction
    }
    // The file was replaced meanwhile.
    guard transaction.database === database else { throw StoreError.busy }
    return transaction
  }
}
