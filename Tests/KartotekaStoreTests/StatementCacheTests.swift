import Foundation
import GRDBSQLite
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Prepared statements")
struct StatementCacheTests {
  private struct Crate: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let bottles = ToMany<Bottle>("Bottles", inverse: \.crate)
  }

  private struct Bottle: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let crate = ToOne<Crate>("Crate", required: true, onDelete: .cascade)
  }

  // A partial index whose condition has a column that is compared with a bound value has SQLite prepare the statement again for
  // each value.
  @Test("Statements on the history of records with parts are prepared once, whichever records they are asked for")
  func history() async throws {
    let store = try Store(inMemory: ModelDescription([Crate.self, Bottle.self]))
    for number in 1...5 {
      var crate = Record<Crate>()
      crate.name = "\(number)"
      try await store.save(&crate)
      var bottle = Record<Bottle>()
      (bottle.name, bottle.crate) = ("\(number)", crate.id)
      try await store.save(&bottle)
    }
    let (entity, mapping) = (try #require(store.model.entity(named: "crate")), store.mapping)
    let again = try await store.snapshot { database in
      let reader = HistoryReader(database: database, mapping: mapping)
      for id in Int64(1)...5 {
        _ = try mapping.lastChanges(of: entity).lastChange(id: id, in: database)
        for changeSet in try reader.changed(with: entity, id).keys {
          _ = try reader.changes(by: changeSet, of: entity, id)
        }
      }
      var (again, statement) = (CInt(0), sqlite3_next_stmt(database.handle, nil))
      while let next = statement {
        again += sqlite3_stmt_status(next, SQLITE_STMTSTATUS_REPREPARE, 0)
        statement = sqlite3_next_stmt(database.handle, next)
      }
      return again
    }
    #expect(again == 0)
  }

  private func count(_ cache: inout StatementCache, _ numbers: some Sequence<Int>, _ database: SQLConnection) throws {
    for number in numbers { _ = try cache.statement("SELECT \(number)", in: database) }
  }

  @Test("The statement used longest ago is evicted first")
  func eviction() throws {
    try ConnectionQueue().writeWithoutTransaction { database in
      var cache = StatementCache(limit: (count: 3, bytes: 1_000_000))
      let first = try cache.statement("SELECT 1", in: database)
      try count(&cache, [2, 3, 1, 4], database)
      #expect(cache.count == 3)
      #expect(try cache.statement("SELECT 1", in: database) === first)
      let bytes = cache.bytes
      try count(&cache, 5...100, database)
      #expect(cache.count == 3)
      #expect(abs(cache.bytes - bytes) < 200)
      #expect(try cache.statement("SELECT 1", in: database) !== first)
    }
  }

  @Test("Statements that take much memory are evicted before they are many")
  func bytes() throws {
    try ConnectionQueue().writeWithoutTransaction { database in
      var cache = StatementCache(limit: (count: 200, bytes: 20_000))
      try count(&cache, 1...200, database)
      #expect(cache.count < 50)
      #expect(cache.bytes <= 20_000)
    }
  }

  @Test("An evicted statement that is still running goes on")
  func running() throws {
    try ConnectionQueue().writeWithoutTransaction { database in
      database.statements = StatementCache(limit: (count: 1, bytes: 1_000_000))
      let rows = try RawStatement("SELECT value FROM json_each('[1,2]')", in: database)
      #expect(try rows.step())
      _ = try RawStatement("SELECT 2", in: database).integer()
      #expect(try rows.step())
      #expect(rows.integer(column: 0) == 2)
    }
  }

  @Test("Thousands of different questions leave a bounded number of statements, and memory as it was")
  func shapes() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    for number in 0..<20 { _ = try await scratch.course("Course \(number)") }
    var random = SystemRandomNumberGenerator()
    func ask(_ times: Int) async throws {
      for _ in 0..<times {
        var request = AnyFetchRequest("course")
        request.sort = ["name", "subject", "fee", "seats", "begins", "isOpen", "code"].shuffled(using: &random)
          .prefix(Int.random(in: 1...7, using: &random)).map { FetchSort($0, ascending: Bool.random(using: &random)) }
        let seats = (0..<Int.random(in: 1...500, using: &random)).map { Value.integer(Int64($0)) }
        let filters: [FetchPredicate] = [
          .compare("seats", .in, seats), .compare("seats", .gt, [.integer(3)]),
          .compare("name", .contains, [.text("1")]),
          .compare("fee", .lt, [.integer(7)]), .compare("subject", .eq, [.null]), .compare("id", .in, seats),
        ]
        request.predicate = .all(Array(filters.shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random))))
        request.limit = 5
        _ = try await scratch.store.fetch(request)
      }
    }
    func used() throws -> (statements: Int, bytes: Int) {
      try scratch.store.blockingRead { database in
        var (now, most) = (CInt(0), CInt(0))
        sqlite3_db_status(database.handle, SQLITE_DBSTATUS_STMT_USED, &now, &most, 0)
        return (database.statements?.count ?? 0, Int(now))
      }
    }
    try await ask(1_000)
    let before = try used()
    try await ask(4_000)
    let after = try used()
    #expect(before.statements > 20 && after.statements <= 200)
    #expect(after.bytes < before.bytes * 11 / 10 && after.bytes < 5_000_000)
  }
}
