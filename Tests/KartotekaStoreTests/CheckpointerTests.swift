import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Checkpoints")
struct CheckpointerTests {
  private let scratch: Scratch
  private let path: String

  init() throws {
    scratch = try Scratch(file: true)
    path = try #require(scratch.store.url).path(percentEncoded: false)
    try scratch.store.writer.writeHere { try $0.execute("CREATE TABLE large (bytes BLOB)") }
  }

  // Some 25 pages of the log each.
  private func commit(_ count: Int) throws {
    for _ in 0..<count {
      try scratch.store.writer.writeHere { try $0.execute("INSERT INTO large VALUES (randomblob(100000))") }
    }
  }

  /// How often the log has begun anew: the fourth number of its header (<https://www.sqlite.org/fileformat2.html#walformat>).
  private func beginnings() throws -> Data {
    let file = try #require(FileHandle(forReadingAtPath: path + "-wal"))
    try file.seek(toOffset: 12)
    return try #require(try file.read(upToCount: 4))
  }

  @Test("A commit does not copy the log, which begins anew once another connection has copied it")
  func copied() throws {
    defer { scratch.remove() }
    let first = try beginnings()
    let checkpointer = try #require(scratch.store.writer.unsafeRead { $0.checkpointer })
    try checkpointer.pausing { try commit(60) }
    #expect(try beginnings() == first)
    #expect(try FileHandle(forReadingAtPath: path)?.seekToEnd() ?? 0 < 2_000_000)
    // At the latest where commits wait for the copy.
    try commit(80)
    #expect(try beginnings() != first)
  }

  @Test("After a read that took long the log begins anew")
  func afterRead() throws {
    defer { scratch.remove() }
    let reader = try ConnectionQueue(path)
    let first = try beginnings()
    try reader.read { database in
      _ = try database.first(Int.self, "SELECT count(*) FROM large")
      try commit(160)
      #expect(try beginnings() == first)
    }
    try commit(160)
    #expect(try beginnings() != first)
  }

  @Test("The log of a file that another one took the place of is not copied into that one")
  func replaced() async throws {
    defer { scratch.remove() }
    let checkpointer = try #require(scratch.store.writer.unsafeRead { $0.checkpointer })
    await checkpointer.copyNow()
    try checkpointer.pausing { try commit(10) }
    // As a program that makes the file anew does.
    #expect(truncate(path, 0) == 0)
    await checkpointer.copyNow()
    #expect(try FileHandle(forReadingAtPath: path)?.seekToEnd() == 0)
  }

  @Test("A store that is closed while its log is copied leaves the file alone")
  func closed() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "school.sqlite")
    let path = url.path(percentEncoded: false)
    for _ in 0..<5 {
      var store: Store? = try Store(scratch.store.model, at: url)
      try store?.writer.writeHere { database in
        try database.execute("CREATE TABLE IF NOT EXISTS large (bytes BLOB)")
        for _ in 0..<50 { try database.execute("INSERT INTO large VALUES (randomblob(100000))") }
      }
      // Its connection is closed by the store and not with it.
      let checkpointer = try store?.writer.unsafeRead { $0.checkpointer }
      store = nil
      let end = ContinuousClock.now + .seconds(60)
      while FileManager.default.fileExists(atPath: path + "-wal"), ContinuousClock.now < end { await Task.yield() }
      #expect(FileManager.default.fileExists(atPath: path) && !FileManager.default.fileExists(atPath: path + "-wal"))
      #expect(checkpointer != nil)
    }
    scratch.remove()
  }
}
