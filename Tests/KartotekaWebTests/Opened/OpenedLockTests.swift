import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaApplication
@testable import KartotekaHTTP
@testable import KartotekaStore
@testable import KartotekaWeb

/// A file that another program has locked, so that it can't be read either.
@Suite struct OpenedLockTests {
  /// SQLite's own program, which takes statements one after the other. Sendable because one task uses it.
  private final class Shell: @unchecked Sendable {
    private let process = Process()
    private let input: FileHandle
    private let output: FileHandle

    init(_ path: String) throws {
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["sqlite3", "-bail", "-interactive", path]
      process.standardError = FileHandle.nullDevice
      (input, output) = try Process.withoutStarts { [process] in
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        return (input.fileHandleForWriting, output.fileHandleForReading)
      }
    }

    deinit {
      try? input.close()
      process.waitUntilExit()
    }

    /// Runs statements, and waits until they are done.
    func run(_ sql: String) throws {
      try input.write(contentsOf: Data("\(sql)\n.print all-done\n".utf8))
      var text = ""
      while !text.contains("all-done\n") {
        let data = output.availableData
        if data.isEmpty { throw CancellationError() }
        text += String(decoding: data, as: UTF8.self)
      }
    }
  }

  @Test("While another program keeps a file locked, other applications and /health answer, and no thread waits")
  func othersGoOn() async throws {
    let shop = try OpenedShop("CREATE TABLE T (Id INTEGER PRIMARY KEY, Name TEXT); INSERT INTO T VALUES (1, 'Ada')")
    let other = try OpenedShop(
      "CREATE TABLE T (Id INTEGER PRIMARY KEY, Name TEXT); INSERT INTO T VALUES (1, 'Eve')", name: "Other.sqlite")
    let shell = try Shell(shop.url.path(percentEncoded: false))
    let app = try shop.open()
    try await Server(testing: app, try other.open()).application().test { client in
      try await APICase.get("/api/shop/T/1", has: ["Ada"]).run(client)
      try shell.run("BEGIN EXCLUSIVE;")
      // The question for commits of others does not wait for the lock, for which two seconds would be given. A busy machine can
      // make a pause as long, but not each time.
      let times = (0..<5).map { _ in
        ContinuousClock().measure {
          let error = #expect(throws: SQLError.self) { try app.store.probe.unseen() }
          #expect(error?.kind == .busy)
        }
      }
      #expect(try #require(times.min()) < .seconds(2))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<16 { group.addTask { _ = try await client.execute(uri: "/api/shop/T/1", method: .get) } }
        for _ in 0..<20 {
          try await APICase.get("/health").run(client)
          try await APICase.get("/api/other/T/1", has: ["Eve"]).run(client)
        }
        try shell.run("COMMIT;")
        try await group.waitForAll()
      }
      try await APICase.get("/api/shop/T/1", has: ["Ada"]).run(client)
    }
  }

  @Test(
    "Long reads take turns only where they keep nobody from writing", arguments: [("delete", false), ("wal", true)])
  func turns(mode: String, takesTurns: Bool) throws {
    let shop = try OpenedShop("PRAGMA journal_mode = \(mode); CREATE TABLE T (Id INTEGER PRIMARY KEY)")
    #expect(try shop.open().store.file.reading().readers.pausesReads == takesTurns)
  }

  @Test("A read that locks its file does not wait for its turn")
  func neverPaused() throws {
    let reads = LongReads(atOnce: 1, limit: 16, limitPerClient: 8)
    let (one, other) = (try reads.add(for: "", isPaused: false), try reads.add(for: "", isPaused: false))
    one.waitForTurn()
    other.waitForTurn()
    #expect(reads.count == 2)
    one.end()
    other.end()
    #expect(reads.count == 0)
  }
}
