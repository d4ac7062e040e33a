import Foundation
import KartotekaModel

import class GRDB.Database
import struct GRDB.DatabaseError
import protocol GRDB.DatabaseWriter

/// One application's records: a SQLite database in a file or in memory.
///
/// Reading is by `fetch` and ``record(_:id:)``; everything that changes data goes through
/// ``perform(_:_:)``, which makes one transaction and one ``Deed`` of it.
public final class Store: Sendable {
  /// What the records are.
  public let model: ModelDescription
  /// The database file; nil for a store in memory.
  public let url: URL?
  /// What is committed, by whomever.
  public let feed = ChangeFeed()

  let plan: StorePlan
  // Before the writer, so that it is closed first: the last connection to close puts the WAL back into the file,
  // which one that only reads can't.
  private let watch: ChangeWatch
  let writer: any DatabaseWriter
  private let counts = VersionedCache<CountKey, Int>()
  private let letters = VersionedCache<String, [String]>()

  /// Opens a store in a file, which is made when there is none.
  /// - Throws: ``StoreError/unusable(path:problem:)``.
  public init(_ model: ModelDescription, at url: URL, options: StoreOptions = StoreOptions()) throws {
    self.model = model
    self.url = url
    plan = StorePlan(model)
    do {
      try Schema.look(at: url)
      writer = try Connections.open(url, options)
      try Schema(plan).prepare(writer, path: url.path(percentEncoded: false))
      watch = try ChangeWatch(url)
    } catch let error as DatabaseError {
      throw StoreError.opening(url.path(percentEncoded: false), error)
    }
  }

  /// Opens a store in memory, for tests: the same SQL, gone with the store.
  public init(inMemory model: ModelDescription, options: StoreOptions = StoreOptions()) throws {
    self.model = model
    url = nil
    plan = StorePlan(model)
    writer = try Connections.open(nil, options)
    try Schema(plan).prepare(writer, path: "")
    watch = try ChangeWatch(nil)
  }

  /// A number that grows with every commit, whoever made it; what was worked out at one version holds as long as
  /// the version is the same. Records that another program changed are indexed anew before this returns.
  public func version() async throws -> Int {
    let version = try watch.version()
    if let known = mended.load(), known == version { return version }
    try await mend()
    mended.store(version)
    return version
  }

  private let mended = LatestVersion()

  // Marks left in the table are another program's: our own transactions take theirs away before they commit.
  private func mend() async throws {
    guard !plan.allKeys.isEmpty else { return }
    let marked = try read { database in
      try RawStatement("SELECT EXISTS (SELECT 1 FROM \(KeyTable.marks))", in: database).integer() == 1
    }
    guard marked else { return }
    try await translating {
      try await writer.write { [plan] database in
        for keys in plan.allKeys { try keys.mend(in: database) }
      }
    }
    watch.committed()
  }

  // MARK: Reading

  /// The record of that id; nil when there is none.
  public func record(_ entity: EntityDescription, id: RecordID) async throws -> AnyRecord? {
    let reader = plan.reader(of: entity)
    return try await translating { try read { try reader.record(id: id, in: $0) } }
  }

  /// The page of records that a request asks for, as of one moment.
  /// - Throws: ``StoreError`` `.unknownField`, `.badFilter`, `.badCursor`.
  public func fetch(_ request: AnyFetchRequest) async throws -> FetchPage {
    try await reading { try $0.page(request) }
  }

  /// How many records match a request.
  public func count(_ request: AnyFetchRequest) async throws -> Int {
    if let known = counts.known(CountKey(request), try await version()) { return known }
    return try await reading { try $0.count(request) }
  }

  /// The first letters of an order's leading attribute, folded, in their order: what an index to jump along shows.
  public func initials(of entity: EntityDescription, by sort: FetchSort) async throws -> [String] {
    guard let keys = plan.keys(of: entity), let column = keys.column(sort.name), KeyTable.isFolded(column)
    else { return [] }
    let letters = try await letters.value(keys.table + "." + column.column, version()) {
      try await initials(SQL.name(column.column), of: SQL.name(keys.table))
    }
    return sort.ascending ? letters : letters.reversed()
  }

  // Hops from letter to letter along the index instead of reading all of it.
  private func initials(_ name: String, of table: String) async throws -> [String] {
    try await translating {
      try read { database in
        let rows = try RawStatement(
          """
          WITH RECURSIVE hop(letter) AS (
            SELECT substr(min(\(name)), 1, 1) FROM \(table) WHERE \(name) <> ''
            UNION ALL
            SELECT (SELECT substr(min(\(name)), 1, 1) FROM \(table) WHERE \(name) >= letter || char(1114111))
            FROM hop WHERE letter IS NOT NULL
          ) SELECT letter FROM hop WHERE letter IS NOT NULL
          """, in: database)
        defer { rows.reset() }
        var letters: [String] = []
        while try rows.step() { letters.append(rows.text(column: 0)) }
        return letters
      }
    }
  }

  /// The ids of the records that a to-many or many-to-many relationship leads to, in ascending order.
  public func related(
    _ relationship: RelationshipDescription, of id: RecordID
  ) async throws -> [RecordID] {
    let sql = plan.relatedSQL(relationship)
    return try await translating {
      try read { database in
        let rows = try RawStatement(sql, in: database)
        rows.bind(.integer(id), at: 1)
        defer { rows.reset() }
        var ids: [RecordID] = []
        while try rows.step() { ids.append(rows.integer(column: 0)) }
        return ids
      }
    }
  }

  /// How many records of which entities a deletion would take along or change, and by which rule.
  public func consequences(
    of entity: EntityDescription, id: RecordID
  ) async throws -> [(entity: EntityDescription, rule: DeleteRule, count: Int)] {
    try await translating {
      try read { [plan] in
        try Transaction($0, plan, way: .code).consequences(of: entity, id: id)
      }
    }
  }

  /// The deed of that number; nil when there is none.
  public func deed(_ id: Int64) async throws -> Deed? {
    try await translating { try read { try DeedLog.deed(id, in: $0) } }
  }

  /// The last deed; nil when nothing was ever done.
  public func lastDeed() async throws -> Deed? {
    try await translating {
      try read { database in
        try RawStatement("SELECT max(id) FROM kartoteka_deeds", in: database).integer()
          .flatMap { try DeedLog.deed($0, in: database) }
      }
    }
  }

  private func reading<T: Sendable>(_ body: @Sendable (Fetcher) throws -> T) async throws -> T {
    let version = try await version()
    return try await translating {
      try read { [plan, counts] database in
        // One snapshot for a page and its total.
        try RawStatement("BEGIN DEFERRED", in: database).run()
        defer { try? RawStatement("COMMIT", in: database).run() }
        return try body(Fetcher(database: database, plan: plan, counts: counts, version: version))
      }
    }
  }

  // On this thread and not, as GRDB's asynchronous reads do, on another one: two hops between threads take longer
  // than most reads. There are at least as many readers as threads, so that nobody waits here.
  private func read<T>(_ body: (Database) throws -> T) throws -> T { try writer.unsafeRead(body) }

  // MARK: Writing

  /// Does one deed: everything the body does through the transaction is committed together, or nothing when it
  /// throws.
  /// - Throws: ``StoreError``, and whatever the body throws.
  public func perform<T: Sendable>(
    _ way: Deed.Way, _ body: @Sendable (Transaction) throws -> T
  ) async throws -> Outcome<T> {
    let outcome = try await translating {
      try await writer.write { [plan] database in
        let transaction = Transaction(database, plan, way: way)
        let value = try body(transaction)
        for keys in plan.allKeys { try keys.mend(in: database) }
        try transaction.log.finish()
        return Outcome(value: value, deed: transaction.log.deed, changes: transaction.log.changes)
      }
    }
    watch.committed()
    return outcome
  }

  /// Undoes a deed, as a deed of its own.
  /// - Throws: ``StoreError`` `.noSuchDeed`, `.cannotUndo`.
  @discardableResult
  public func undo(_ deed: Int64, _ way: Deed.Way) async throws -> Outcome<Void> {
    try await perform(way) { try $0.undo(deed) }
  }

  private func translating<T: Sendable>(_ body: () async throws -> T) async throws -> T {
    do { return try await body() } catch { throw StoreError.translating(error, model) }
  }
}
