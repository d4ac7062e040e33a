import Foundation
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
      (try database.first(String.self, "PRAGMA journal_mode"), try database.first(Int.self, "PRAGMA synchronous"))
    }
    #expect(journal == "wal")
    // 2 is FULL (sqlite.org/pragma.html#pragma_synchronous).
    #expect(synchronous == 2)
  }

  @Test("those that read can't write")
  func readOnly() throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let error = #expect(throws: SQLError.self) {
      try scratch.store.blockingRead { try $0.execute("DELETE FROM kartoteka_meta") }
    }
    #expect(error?.kind == .readOnly)
  }

  @Test("A closed connection leaves nothing behind: neither its statements nor its log")
  func closing() throws {
    weak var lent: SQLConnection?
    do {
      var settings = ConnectionQueue.Settings()
      settings.keepsStatements = true
      settings.log.sqlLog = .times
      let queue = try ConnectionQueue(nil, settings)
      try queue.unsafeRead { connection in
        lent = connection
        _ = try RawStatement("SELECT 1", in: connection).integer()
      }
      #expect(lent?.statements?.count == 1)
      #expect(lent?.trace != nil)
    }
    #expect(lent == nil)
  }

  @Test("A value that SQLite refuses to bind is an error, and the value bound before is not written in its place")
  func binding() throws {
    try ConnectionQueue().writeWithoutTransaction { database in
      try database.execute("CREATE TABLE texts (text TEXT)")
      let insert = try RawStatement("INSERT INTO texts VALUES (?)", in: database)
      try insert.run(.text("short"))
      sqlite3_limit(database.handle, SQLITE_LIMIT_LENGTH, 1_000)
      for value in [Value.text(String(repeating: "x", count: 2_000)), .blob(Array(repeating: 1, count: 2_000))] {
        let error = #expect(throws: SQLError.self) { try insert.run(value) }
        #expect(error?.kind == .tooLarge)
      }
      try insert.run(.text("last"))
      #expect(try database.all(String.self, "SELECT text FROM texts") == ["short", "last"])
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
        if number == 0 { try database.execute("CREATE TABLE large (bytes BLOB)") }
        try database.execute("INSERT INTO large VALUES (randomblob(1000000))")
        return ((), Changes())
      }
      longest = max(longest, try size(path + "-wal"))
    }
    #expect(try size(path) > 25_000_000)
    #expect(longest < LogLimit.bytes)
    _ = try await scratch.store.commit { database, _ in
      for _ in 0..<20 { try database.execute("INSERT INTO large VALUES (randomblob(1000000))") }
      return ((), Changes())
    }
    await scratch.store.background.waitUntilIdle()
    #expect(try size(path + "-wal") == 0)
    #expect(try scratch.store.writer.read { try $0.first(Int.self, "PRAGMA busy_timeout") } == 5_000)
  }
}
