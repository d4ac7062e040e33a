import Foundation
import KartotekaModel
import Synchronization

/// One application's records, as one who asks reaches them: a SQLite database in a file or in memory.
///
/// Each change is a transaction and a ``ChangeSet``, which can be undone.
///
/// ## Members
/// ### Opening
/// - `init(_:at:options:)`, `init(inMemory:options:)`, `model`, `url`
/// ### Reading
/// - `record(_:id:)`: one record; `fetch(_:)`: a page of records with its total; `count(_:)`: the total alone
/// - `related(_:of:)`: a related record, or the ids of related records; `titles(_:of:in:)`: the titles of those of many records
/// - `computed(_:of:)`: a computed value of a record; `aggregates(_:)`: sums and counts in groups
/// - `deletedTexts(_:where:is:)`: values of deleted records
/// - `today`: the current day
/// ### Changing
/// - `save(_:)`, `delete(_:)`: one record; `perform(_:allowsClosedRecords:_:)`: several changes in one ``Transaction``
/// ### Undo
/// - `changeSet(_:)`, `undo(_:_:progress:)`
/// ### Settings and background work
/// - `value(of:)`, `set(_:to:_:)`, `request(_:for:id:)`
public struct Store: Sendable {
  let core: StoreCore
  /// The rights of the caller. All access to records starts from a store, so that each function can check them.
  let access: Access

  /// The entities of the records.
  public var model: ModelDescription { core.model }
  /// The current day in the time zone of the person for whom the code runs, else in the server's.
  public var today: CalendarDate {
    DependencyRecorder.current?.note(.day)
    return .today
  }
  /// The database file; nil for a store in memory.
  public var url: URL? { core.url }
  /// The commits, whichever program made them.
  package var feed: ChangeFeed { core.feed }
  /// The application's keys for services, which are in no database.
  package var secrets: SecretFile { core.secrets }

  init(core: StoreCore, access: Access) { (self.core, self.access) = (core, access) }

  /// Opens a store in a file, which is made when there is none. A file that can't be written, or whose folder can't, is
  /// opened for reading alone, if nothing has to be written to bring it up to date. The store has all rights.
  /// - Throws: ``StoreError/unusable(path:problem:)``.
  public init(_ model: ModelDescription, at url: URL, options: StoreOptions = StoreOptions()) throws {
    self.init(core: try StoreCore(model, at: url, options), access: SystemAccess.everything)
  }

  /// Opens a store in memory, for tests. It has the same SQL as a file and ends with the store. The store has all rights.
  /// - Throws: ``StoreError`` where the model has no valid SQL.
  public init(inMemory model: ModelDescription, options: StoreOptions = StoreOptions()) throws {
    if let url = StoreTesting.fileInPlaceOfMemory {
      try self.init(model, at: url, options: options)
    } else {
      self.init(core: try StoreCore(memory: model, options), access: SystemAccess.everything)
    }
  }

  /// The version of the data, which grows with every change of them, whichever program makes it. The feed has what other
  /// programs changed before this returns.
  /// - Throws: ``StoreError`` where the file can't be read.
  package func version() async throws -> DataVersion {
    // The caller may read anything at this version.
    DependencyRecorder.current?.note(.everything)
    return try await latestVersion()
  }

  /// The version of the last change of any of these dependencies by any process. A value computed from them at this
  /// version or a later one is still valid; of what is outside the database only changes of secrets count.
  /// - Throws: ``StoreError`` where the file can't be read.
  package func lastChange(of dependencies: Dependencies) async throws -> DataVersion {
    _ = try await latestVersion()
    return lastKnownChange(of: dependencies)
  }

  /// The same, as of the last look at the file: that of ``latestVersion()``, or of a read in between.
  package func lastKnownChange(of dependencies: Dependencies) -> DataVersion {
    dependencies.isEverything ? tracker.known.version : tracker.lastChange(of: dependencies.entities)
  }

  /// The same as ``version()``, for callers that note their dependencies themselves.
  /// - Throws: ``StoreError`` where the file can't be read.
  package func latestVersion() async throws -> DataVersion {
    try await translating {
      if let mark = try await probe.unseenWhenUnlocked() {
        let isForeign = probe.isForeign(mark)
        if isForeign, openedCommits.areUnderWay {
          // It may be ours. The end of that commit tells.
          try await follow()
          return tracker.known.version
        }
        if isForeign { noteForeignChange() }
        try await follow()
        probe.markSeen(mark)
      }
      return tracker.known.version
    }
  }

  // MARK: Reading

  /// The record of that id; nil when there is none.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  public func record(_ entity: EntityDescription, id: RecordID) async throws -> AnyRecord? {
    let reader = mapping.reader(of: entity)
    return try await translating {
      try await read(noting: Dependencies(recordsOf: entity, in: model)) { try reader.record(id: id, in: $0) }
    }
  }

  /// The page of records that a request asks for, with its total, in one snapshot.
  /// - Throws: ``StoreError`` `.unknownField`, `.badFilter`, `.badCursor`; `PastUnavailable` for a request as of another
  ///   moment whose images were removed; `CancellationError` where the task is cancelled.
  public func fetch(_ request: AnyFetchRequest) async throws -> FetchPage {
    if let moment = request.asOf { return try await past(request, moment) }
    DependencyRecorder.current?.note(Dependencies(request, in: model))
    let request = request.resolved(on: .today)
    let page = try await reading(request.collation) { fetcher in
      if request.collation != .root, let missing = try FetchSQL(request, mapping: fetcher.mapping).missing {
        make(missing)
      }
      return try fetcher.page(request)
    }
    // It is another one once the index is complete, which is no change of the records.
    if page.lacksCorrection { DependencyRecorder.current?.note(.everything) }
    return page
  }

  /// The number of records that match a request; its `limit` and position are ignored.
  /// - Throws: ``StoreError`` `.unknownField`, `.badFilter`; `CancellationError` where the task is cancelled.
  public func count(_ request: AnyFetchRequest) async throws -> Int {
    let read = Dependencies(request, in: model)
    DependencyRecorder.current?.note(read)
    let request = request.resolved(on: .today)
    let version = try await latestVersion()
    let key = CountKey(request, CacheContext(of: Dependencies(request, in: model)))
    if let known = caches.counts.known(key, at: version, until: read.entities) { return known }
    return try await reading(request.collation) { try $0.count(request) }
  }

  /// The ids of the records that a to-many or many-to-many relationship leads to, in ascending order.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  public func related(
    _ relationship: RelationshipDescription, of id: RecordID
  ) async throws -> [RecordID] {
    let sql = mapping.relatedSQL(relationship)
    return try await translating {
      try await read(noting: Dependencies(relationship, in: model)) { database in
        let rows = try RawStatement(sql, in: database)
        rows.bind(.integer(id), at: 1)
        defer { rows.reset() }
        var ids: [RecordID] = []
        while try rows.step() { ids.append(rows.integer(column: 0)) }
        return ids
      }
    }
  }

  /// The records that a deletion would take along or change, and those that keep it from being done.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func consequences(of entity: EntityDescription, id: RecordID) async throws -> [DeletionConsequence] {
    DependencyRecorder.current?.note(.everything)
    return try await tryOut(as: .code) { try DeletionPlan(of: entity, id, in: $0).consequences }
  }

  /// The change set of that number; nil when there is none.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  public func changeSet(_ id: Int64) async throws -> ChangeSet? {
    try await translating { try await read { try UndoLog.changeSet(id, in: $0) } }
  }

  /// The last change set; nil when nothing was ever done.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func lastChangeSet() async throws -> ChangeSet? {
    try await translating {
      try await read { database in
        try RawStatement("SELECT max(id) FROM kartoteka_deeds", in: database).integer()
          .flatMap { try UndoLog.changeSet($0, in: database) }
      }
    }
  }

  private func reading<T: Sendable>(_ collation: Collation, _ body: @Sendable (Fetcher) throws -> T) async throws -> T {
    try await atVersion(collation) { [caches] database, mapping, version in
      try body(Fetcher(database: database, mapping: mapping, counts: caches.counts, version: version))
    }
  }

  /// Reads in a snapshot of the latest version. The caller notes what is read.
  func atVersion<T: Sendable>(
    _ collation: Collation = .root, _ body: @Sendable (SQLConnection, SnapshotMapping, DataVersion) throws -> T
  ) async throws -> T {
    _ = try await latestVersion()
    return try await atKnownVersion { database, log, version in
      try body(database, mapping.current(log, in: database, collation), version)
    }
  }

  /// Reads in a snapshot whose version is known: all changes up to it are published.
  func atKnownVersion<T: Sendable>(
    _ body: @Sendable (SQLConnection, LogState, DataVersion) throws -> T
  ) async throws -> T {
    while true {
      let known = tracker.known
      let read = try await snapshot(noting: nil) { database -> [T] in
        let log = try LogState(in: database)
        guard let version = try follow(in: database, to: log.end, since: known) else { return [] }
        // All statements have the same moment as `now`.
        return [try TaskMoment.$fixed.withValue(TaskMoment.current) { try body(database, log, version) }]
      }
      if let value = read.first { return value }
    }
  }

  /// A cached value, or a new one that is cached until one of the entities changes.
  func cached<Key, Value>(
    _ cache: VersionedCache<Key, Value>, _ key: Key, until entities: Set<String>, _ collation: Collation = .root,
    _ work: @Sendable (SQLConnection, SnapshotMapping) throws -> Value
  ) async throws -> Value {
    let version = try await latestVersion()
    if let known = cache.known(key, at: version, until: entities) { return known }
    return try await atVersion(collation) { database, mapping, version in
      try cache.value(key, at: version, until: entities) { try work(database, mapping) }
    }
  }

  /// Reads with several statements as of one moment: a page and its total.
  func snapshot<T: Sendable>(
    noting dependencies: Dependencies? = .everything, _ body: @Sendable (SQLConnection) throws -> T
  ) async throws -> T {
    try await translating {
      try await read(noting: dependencies) { database in
        // The pool rolls it back, with the temporary views that a read may make.
        try RawStatement("BEGIN DEFERRED", in: database).run()
        return try body(database)
      }
    }
  }

  /// Reads on one of the store's own threads. Cancelling the task ends it.
  func read<T: Sendable>(
    noting dependencies: Dependencies? = .everything, _ body: (SQLConnection) throws -> T
  ) async throws -> T {
    if let dependencies { DependencyRecorder.current?.note(dependencies) }
    let readers = try file.reading().readers
    let recorder = StatementRecorder.current
    return try await readers.read { [tables] database in
      try database.reading(tables) {
        try recorder.map { try $0.recording(database) { try body(database) } } ?? body(database)
      }
    }
  }

  /// Reads as a change set does, in one snapshot and without the write lock. The body must not change anything.
  /// - Parameter origin: the origin whose restrictions the checks of the transaction apply.
  /// - Throws: what the body throws, ``StoreError`` where the file can't be read, `CancellationError`.
  package func tryOut<T: Sendable>(
    as origin: ChangeSet.Origin = .import, _ body: @Sendable (Transaction) throws -> T
  ) async throws -> T {
    let author = Author.current
    return try await snapshot(noting: nil) { [mapping, access] in
      let transaction = Transaction($0, mapping, origin: origin, onlyReads: true)
      (transaction.log.author, transaction.access) = (author, access)
      return try body(transaction)
    }
  }

  /// Reads as ``tryOut(as:_:)`` does while the calling thread waits: for work that is no part of a task.
  /// - Throws: what the body throws, ``StoreError`` where the file can't be read.
  package func blockingTryOut<T: Sendable>(_ body: (Transaction) throws -> T) throws -> T {
    do {
      return try blockingRead { database in
        let transaction = Transaction(database, mapping, origin: .import, onlyReads: true)
        transaction.access = access
        return try body(transaction)
      }
    } catch {
      throw StoreError.translating(error, model, url)
    }
  }

  /// Reads while the calling thread waits: for work that is no part of a task.
  func blockingRead<T: Sendable>(_ body: (SQLConnection) throws -> T) throws -> T {
    try file.reading().readers.blockingRead(body)
  }

  // MARK: Writing

  /// Runs a write transaction. All changes that the body makes are committed together as one ``ChangeSet``; if the body
  /// throws, none is.
  ///
  /// ```swift
  /// let lent = try await store.perform(.code) { transaction in
  ///   guard var book = try transaction.record(Book.self, id: id) else { return false }
  ///   book.isLent = true
  ///   try transaction.update(book)
  ///   transaction.name = "Lent a book"
  ///   return true
  /// }
  /// ```
  ///
  /// Concurrent transactions may share one SQLite transaction (group commit); each has a savepoint of its own. The body
  /// must have no effects besides those on the transaction, since it may run twice.
  /// - Parameters:
  ///   - origin: how the change came in; undo and history show it.
  ///   - allowsClosedRecords: whether the body may close records and change closed ones, as actions may.
  ///   - body: makes the changes.
  /// - Returns: the body's value, and the number of the change set; nil where nothing was changed.
  /// - Throws: ``StoreError``, `RepeatedRequest`, `CancellationError` where the task is cancelled before the body runs,
  ///   and what the body throws. Nothing is committed then.
  public func perform<T: Sendable>(
    _ origin: ChangeSet.Origin, allowsClosedRecords: Bool = false, _ body: @escaping @Sendable (Transaction) throws -> T
  ) async throws -> Outcome<T> {
    do {
      return try await performed(origin, allowsClosedRecords, body)
    } catch RepeatedRequest.unanswered where answersLater {
      // The same request was under way.
      guard let request = IdempotentRequest.current, let response = try await response(to: request) else {
        throw RepeatedRequest.unanswered
      }
      throw RepeatedRequest.answered(response)
    }
  }

  private func performed<T: Sendable>(
    _ origin: ChangeSet.Origin, _ allowsClosedRecords: Bool, _ body: @escaping @Sendable (Transaction) throws -> T
  ) async throws -> Outcome<T> {
    let (request, group, author) = (IdempotentRequest.current, ChangeSetGroup.current, Author.current)
    let (made, changes) = try await commit { [mapping, access] database, isShared in
      if let request { try IdempotencyTable(database: database).begin(request) }
      let transaction = Transaction(
        database, mapping, origin: origin, allowsClosedRecords: allowsClosedRecords, isShared: isShared)
      (transaction.log.author, transaction.access) = (author, access)
      let value = try group.map { try $0.perform(body, in: transaction) } ?? body(transaction)
      try transaction.settlePlaces()
      try transaction.checkDueRules()
      try transaction.log.finish()
      try transaction.followWithJobs()
      try transaction.noteChangeSetOfJob()
      let log = transaction.log
      return ((value: value, changeSet: log.changeSet, responses: log.responses), log.changes)
    }
    // Without it a repeated request gets the answer that the result is unknown.
    for (response, request) in made.responses {
      // Nothing is left to be cancelled.
      await Task { try? await storeResponse(response, for: request) }.value
    }
    if !changes.isEmpty { CommitRecorder.current?.note() }
    group?.note(made.changeSet)
    return Outcome(value: made.value, changeSet: made.changeSet, changes: changes)
  }

  /// Undoes a change set, as a change set of its own. Undoing the new one redoes the first.
  ///
  /// ```swift
  /// let outcome = try await store.perform(.code) { try $0.delete(book) }
  /// if let deletion = outcome.changeSet { try await store.undo(deletion, .code) }
  /// ```
  /// - Parameters:
  ///   - changeSet: the number of the change set.
  ///   - origin: what the history says that the undoing came from.
  ///   - progress: receives the progress of the undo; an error that it throws cancels the undo.
  /// - Throws: ``StoreError`` `.noSuchChangeSet`, `.cannotUndo`; what `progress` throws. Nothing is undone then.
  @discardableResult
  public func undo(
    _ changeSet: Int64, _ origin: ChangeSet.Origin,
    progress: @escaping @Sendable (UndoProgress) throws -> Void = { _ in }
  ) async throws -> Outcome<Void> {
    try await perform(origin) { _ = try $0.undo(changeSet, progress: progress) }
  }

  func translating<T: Sendable>(_ body: () async throws -> T) async throws -> T {
    do { return try await body() } catch { throw StoreError.translating(error, model, url) }
  }
}
