import Foundation
import GRDB
import GRDBSQLite
import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaStore

@Suite("Connections", .serialized)
struct ConnectionTests {
  @Test("a commit is on the disk before it is answered: WAL, and each of them synced")
  func synced() throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let (journal, synchronous) = try scratch.store.writer.writeWithoutTransaction { database in
      (try String.fetchOne(database, sql: "PRAGMA journal_mode"), try Int.fetchOne(database, sql: "PRAGMA synchronous"))
    }
    #expect(journal == "wal")
    // 2 is FULL (sqlite.org/pragma.html#pragma_synchronous).
    #expect(synchronous == 2)
  }

  @Test("those that read can't write")
  func readOnly() throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let error = #expect(throws: DatabaseError.self) {
      try scratch.store.blockingRead { try $0.execute(sql: "DELETE FROM kartoteka_meta") }
    }
    #expect(error?.resultCode == .SQLITE_READONLY)
  }

  @Test("A closed connection leaves nothing behind: neither its statements nor its log")
  func closing() throws {
    weak var context: ConnectionContext?
    do {
      var options = StoreOptions()
      options.sqlLog = .times
      let connection = try Connection(options) { try DatabaseQueue() }
      context = connection.context
      try connection.queue.unsafeRead { _ = try RawStatement("SELECT 1", in: $0).integer() }
      #expect(context?.statements.count == 1)
      #expect(context?.trace != nil)
    }
    #expect(context == nil)
  }

  @Test("A value that SQLite refuses to bind is an error, and the value bound before is not written in its place")
  func binding() throws {
    try DatabaseQueue().inDatabase { database in
      try database.execute(sql: "CREATE TABLE texts (text TEXT)")
      let insert = try RawStatement("INSERT INTO texts VALUES (?)", in: database)
      try insert.run(.text("short"))
      sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_LENGTH, 1_000)
      for value in [Value.text(String(repeating: "x", count: 2_000)), .blob(Array(repeating: 1, count: 2_000))] {
        let error = #expect(throws: DatabaseError.self) { try insert.run(value) }
        #expect(error?.resultCode == .SQLITE_TOOBIG)
      }
      try insert.run(.text("last"))
      #expect(try String.fetchAll(database, sql: "SELECT text FROM texts") == ["short", "last"])
    }
  }

  @Test("The write-ahead log stays small: it is emptied after a large commit, without another one")
  func checkpoints() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let url = try #require(scratch.store.url)
    let path = url.path(percentEncoded: false)
    func size(_ path: String) throws -> Int {
      try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }
    var longest = 0
    for number in 0..<30 {
      _ = try await scratch.store.commit { database, _ in
        if number == 0 { try database.execute(sql: "CREATE TABLE large (bytes BLOB)") }
        try database.execute(sql: "INSERT INTO large VALUES (randomblob(1000000))")
        return ((), Changes())
      }
      longest = max(longest, try size(path + "-wal"))
    }
    #expect(try size(path) > 25_000_000)
    #expect(longest < LogLimit.bytes)
    _ = try await scratch.store.commit { database, _ in
      for _ in 0..<20 { try database.execute(sql: "INSERT INTO large VALUES (randomblob(1000000))") }
      return ((), Changes())
    }
    await scratch.store.background.waitUntilIdle()
    #expect(try size(path + "-wal") == 0)
    #expect(try await scratch.store.writer.read { try Int.fetchOne($0, sql: "PRAGMA busy_timeout") } == 5_000)
  }
}
