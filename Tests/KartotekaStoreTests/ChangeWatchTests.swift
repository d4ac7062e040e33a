import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Watching for commits")
struct ChangeWatchTests {
  private let scratch: Scratch
  private let url: URL
  private let other: DatabaseFile

  init() throws {
    scratch = try Scratch(file: true)
    url = try #require(scratch.store.url)
    other = try DatabaseFile(url)
  }

  private static let ada = "INSERT INTO users (first_name, last_name) VALUES ('Ada', 'Lovelace')"

  @Test("Whoever commits is counted, and nobody who reads or changes nothing")
  func counts() async throws {
    defer { scratch.remove() }
    let watch = try ChangeWatch(url)
    var last = try watch.version()
    func isNew() throws -> Bool {
      defer { last = (try? watch.version()) ?? last }
      return try watch.version() > last
    }
    #expect(try !isNew())
    try other.execute(Self.ada)
    #expect(try isNew() && !isNew())
    _ = try other.rows("SELECT * FROM users")
    try other.execute("DELETE FROM users WHERE id = 99")
    #expect(try !isNew())
    _ = try await scratch.person("Alan", "Turing")
    #expect(try isNew() && !isNew())
    #expect(throws: (any Error).self) { try other.execute("\(Self.ada); INSERT INTO users (id) VALUES (1)") }
    #expect(try !isNew())
  }

  @Test("It holds no snapshot: a commit can be put into the file right after it was seen")
  func letsGo() throws {
    defer { scratch.remove() }
    let watch = try ChangeWatch(url)
    _ = try watch.version()
    try other.execute(Self.ada)
    _ = try watch.version()
    // Whether it was kept from it, and the frames of the log, of which all are in the file.
    let done = try other.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(done == ["0|0|0"])
  }

  @Test("A commit is counted, too, that begins the log anew and looks like the one before")
  func logBegunAnew() throws {
    defer { scratch.remove() }
    try other.execute("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('Milk')")
    let watch = try ChangeWatch(url)
    var last = try watch.version()
    for _ in 0..<4 {
      // The same page each time, so that the log is as long as before.
      try other.execute("UPDATE notes SET text = iif(text = 'Milk', 'Eggs', 'Milk')")
      let now = try watch.version()
      #expect(now > last)
      _ = try other.rows("PRAGMA wal_checkpoint(TRUNCATE)")
      last = try watch.version()
    }
  }

  @Test("A file without a write-ahead log can be watched")
  func withoutLog() throws {
    defer { scratch.remove() }
    let plain = scratch.folder.appending(path: "plain.sqlite")
    let file = try DatabaseFile(plain)
    try file.execute("CREATE TABLE notes (text TEXT)")
    let watch = try ChangeWatch(plain)
    let before = try watch.version()
    #expect(try watch.version() == before)
    try file.execute("INSERT INTO notes VALUES ('Milk')")
    #expect(try watch.version() > before)
    #expect(!FileManager.default.fileExists(atPath: plain.path(percentEncoded: false) + "-shm"))
  }

  @Test("A backup that is put in the file's place is counted")
  func restored() async throws {
    defer { scratch.remove() }
    let backup = scratch.folder.appending(path: "backup.sqlite")
    try scratch.store.backup(to: backup)
    try other.execute(Self.ada)
    let watch = try ChangeWatch(url)
    let before = try watch.version()
    try Store.restore(school, at: url, from: backup)
    #expect(try watch.version() > before)
    #expect(try other.rows("SELECT count(*) FROM users") == ["0"])
  }

  @Test("Many may ask at once: a version never falls, and the last one has all commits")
  func many() async throws {
    defer { scratch.remove() }
    let watch = try ChangeWatch(url)
    let first = try watch.version()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var last = 0
          for _ in 0..<500 {
            let version = try watch.version()
            guard version >= last else { return false }
            last = version
          }
          return true
        }
      }
      for _ in 0..<5 { try other.execute(Self.ada) }
      for try await isRising in group { #expect(isRising) }
    }
    #expect(try watch.version() > first)
  }

  @Test("A store in memory is told of each commit; beside a file only what is outside of it is told")
  func told() throws {
    defer { scratch.remove() }
    for (watch, counted) in [(try ChangeWatch(nil), 2), (try ChangeWatch(url), 1)] {
      let before = try watch.version()
      watch.committed()
      watch.touched()
      #expect(try watch.version() == before + counted)
    }
  }

  @Test("A file that isn't there or is no database can't be watched")
  func refused() throws {
    defer { scratch.remove() }
    let file = scratch.folder.appending(path: "notes.txt")
    #expect(throws: (any Error).self) { try ChangeWatch(file) }
    try Data("Nothing that SQLite knows, and more of it than its header has".utf8).write(to: file)
    #expect(throws: (any Error).self) { try ChangeWatch(file).version() }
  }
}
