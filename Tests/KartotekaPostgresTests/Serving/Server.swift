import Foundation
import Kartoteka
import Synchronization
import Testing

@testable import KartotekaPostgres
@testable import KartotekaStore

/// A server of an application: a store with a local copy in a folder of its own.
final class Server: Sendable {
  let scratch: Scratch
  let store: Store
  let primaries: PostgresPrimaries
  private let lines: Lines

  /// What it has warned of.
  var warnings: [String] { lines.kept.withLock { $0 } }

  private final class Lines: Sendable { let kept = Mutex<[String]>([]) }

  /// - Parameters:
  ///   - database: the address of the primary.
  ///   - isLive: whether it follows the primary by itself. One that is not does so when it writes or is told to.
  ///   - scratch: the folder of the copy.
  ///   - wrapping: what the store gets instead of the primary.
  init(
    _ address: PostgresAddress, of app: App = Workshop.app, isLive: Bool = false, in scratch: Scratch? = nil,
    patience: Duration = .seconds(15), inspection: Duration = .seconds(300), lockTimeout: Duration = .seconds(30),
    mayGoBack: Bool = false,
    wrapping: (any PrimaryDatabase) -> any PrimaryDatabase = { $0 }
  ) throws {
    let (lines, scratch) = (Lines(), try scratch ?? Scratch())
    var options = StoreOptions()
    options.warn = { line in lines.kept.withLock { $0.append(line) } }
    primaries = PostgresPrimaries(address, patience: patience, inspection: inspection, lockTimeout: lockTimeout)
    options.primaries = primaries
    options.mayGoBack = mayGoBack
    options = app.storeOptions(options)
    let primary = try #require(options.primary)
    options.primary = wrapping(isLive ? primary : Unwatched(primary: primary))
    (self.scratch, self.lines) = (scratch, lines)
    store = try Store(app.description.model, at: scratch.file(app.description.name), options: options)
  }

  /// A primary that calls nobody.
  private struct Unwatched: PrimaryWrapper {
    let primary: any PrimaryDatabase
    func watch(
      known: @escaping @Sendable () -> PrimaryPosition?, _ notify: @escaping @Sendable () -> Void
    ) -> any Sendable { 0 }
  }

  /// Brings the copy up to date.
  func catchUp() async throws {
    let replica = try #require(store.replica)
    try await store.writer.writeWithoutTransaction { try replica.catchUp(on: $0) }
    _ = try await store.version()
  }

  func entity(_ name: String) throws -> EntityDescription { try #require(store.model.entity(named: name)) }

  @discardableResult
  func add<E: Entity>(_ record: Record<E>) async throws -> Record<E> {
    var record = record
    try await store.save(&record)
    return record
  }

  @discardableResult
  func addPiece(_ name: String, _ fill: (inout Record<Workshop.Piece>) -> Void = { _ in }) async throws -> RecordID {
    try #require(try await add(Workshop.piece(name, fill)).id)
  }

  @discardableResult
  func addMaker(_ name: String) async throws -> RecordID {
    var maker = Record<Workshop.Maker>()
    maker.name = name
    return try #require(try await add(maker).id)
  }

  @discardableResult
  func change<E: Entity>(
    _ entity: E.Type, _ id: RecordID, _ change: @escaping @Sendable (inout Record<E>) -> Void
  ) async throws -> Int64? {
    try await store.perform(.screen) { transaction in
      var record = try #require(try transaction.record(E.self, id: id))
      change(&record)
      try transaction.update(record)
    }.changeSet
  }

  /// Undoes the last change set.
  @discardableResult
  func undo() async throws -> Int64? {
    try await catchUp()
    let last = try #require(try await store.lastChangeSet())
    return try await store.undo(last.id, .screen).changeSet
  }
}

extension TestDatabase {
  /// A server of the workshop.
  func server(isLive: Bool = false) throws -> Server { try Server(address(), isLive: isLive) }

  func number(_ sql: String) throws -> Int { try Int(value(sql) ?? "") ?? -1 }

  /// Compares the rows of all tables of some servers' copies with those of the primary, and looks for damage in the copies.
  func expectEqual(
    _ servers: [Server], schema: String = "workshop", _ comment: Comment? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let connection = try PostgresConnection(address())
    var numbers: [[String: Int64]] = []
    for server in servers {
      try await server.catchUp()
      await server.store.background.waitUntilIdle()
      let store = server.store
      let (rows, last) = try await OwnThread.run { _ in try store.readSnapshot { try Self.digests($0) } }
      numbers.append(last)
      for (table, digest) in rows {
        let decoder = RowDecoder()
        try connection.copyOut(PostgresTable(table: table, schema: schema).copyOut) { try decoder.read($0) { _ in } }
        #expect(decoder.digest.value == digest, "\(table.name) \(comment ?? "")", sourceLocation: location)
      }
      let url = try #require(store.url)
      let findings = try Store.check(store.model, at: url)
      #expect(findings == [], comment, sourceLocation: location)
    }
    #expect(numbers.allSatisfy { $0 == numbers[0] }, comment, sourceLocation: location)
    let gaps = try value(
      """
      SELECT count(*) - (max(number) - min(number) + 1), max(number) - (SELECT number FROM \(schema).kartoteka_state) \
      FROM \(schema).kartoteka_commits HAVING count(*) > 0
      """)
    #expect(gaps == nil || gaps == "0", comment, sourceLocation: location)
    #expect(try number("SELECT count(*) FROM \(schema).kartoteka_foreign_rows") == 0, sourceLocation: location)
  }

  private static func digests(
    _ snapshot: StoreSnapshot
  ) throws -> (rows: [(CopiedTable, RowsDigest.Value)], last: [String: Int64]) {
    var rows: [(CopiedTable, RowsDigest.Value)] = []
    var last: [String: Int64] = [:]
    for table in snapshot.tables where table.name != MetaTable.name && table.role != .archive {
      let encoder = try RowEncoder { _ in }
      var stored = try snapshot.rows(of: table)
      while try stored.next() { try encoder.write(stored) }
      rows.append((table, encoder.digest.value))
      if table.hasNumbers { last[table.name] = try snapshot.lastNumber(table) }
    }
    return (rows, last)
  }
}

/// Waits until something is the case.
/// - Throws: after five minutes, and where the task is cancelled.
func until(at location: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(300)
  while try await !condition() {
    try #require(ContinuousClock.now < deadline, "It did not come within five minutes", sourceLocation: location)
    try Task.checkCancellation()
    await Task.yield()
  }
}
