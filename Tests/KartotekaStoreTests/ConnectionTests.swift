import Foundation
import GRDB
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
      try scratch.store.read { try $0.execute(sql: "DELETE FROM kartoteka_meta") }
    }
    #expect(error?.resultCode == .SQLITE_READONLY)
  }

  @Test("whoever reads waits for nobody who reads, and the connection that was given back last is used next")
  func readers() throws {
    let opened = Mutex(0)
    let readers = Readers(keeping: 2) {
      opened.withLock { $0 += 1 }
      return try DatabaseQueue()
    }
    func identity(_ database: Database) -> ObjectIdentifier { ObjectIdentifier(database) }
    let (outer, middle, inner) = try readers.read { first in
      try readers.read { second in
        try readers.read { third in (identity(first), identity(second), identity(third)) }
      }
    }
    #expect(Set([outer, middle, inner]).count == 3)
    #expect(opened.withLock { $0 } == 3)
    // Two of the three are kept, and the third's turn was over before the first's.
    #expect(try readers.read(identity) == middle)
    #expect(try readers.read { _ in try readers.read(identity) } == inner)
    #expect(opened.withLock { $0 } == 3)
  }

  @Test("the log goes back into the file as it grows")
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
      #expect(!scratch.store.log.isDue)
    }
    #expect(try size(path) > 25_000_000)
    #expect(longest < 12_000_000)
    // What is written past the store's commits has nobody to put it off.
    let before = try size(path)
    try await scratch.store.writer.write { try $0.execute(sql: "INSERT INTO large VALUES (randomblob(9000000))") }
    #expect(try size(path) > before + 5_000_000)
  }
}
