import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Noticing commits")
struct CommitProbeTests {
  private let scratch: Scratch
  private let url: URL
  private let other: DatabaseFile

  init() throws {
    scratch = try Scratch(file: true)
    url = try #require(scratch.store.url)
    other = try DatabaseFile(url)
  }

  private static let ada = "INSERT INTO users (first_name, last_name) VALUES ('Ada', 'Lovelace')"

  private func hasNew(_ probe: CommitProbe) throws -> Bool {
    guard let mark = try probe.unseen() else { return false }
    probe.markSeen(mark)
    return true
  }

  @Test("Every commit of any program is noticed once; reads and commits without changes are not")
  func notices() async throws {
    defer { scratch.remove() }
    let probe = try CommitProbe(FileAccess(url))
    #expect(try hasNew(probe) && !hasNew(probe))
    try other.execute(Self.ada)
    #expect(try hasNew(probe) && !hasNew(probe))
    _ = try other.rows("SELECT * FROM users")
    try other.execute("DELETE FROM users WHERE id = 99")
    #expect(try !hasNew(probe))
    _ = try await scratch.person("Alan", "Turing")
    #expect(try hasNew(probe) && !hasNew(probe))
    #expect(throws: (any Error).self) { try other.execute("\(Self.ada); INSERT INTO users (id) VALUES (1)") }
    #expect(try !hasNew(probe))
  }

  @Test("A store does not look at the change log for its own commits, and misses none of another program")
  func ownCommits() async throws {
    defer { scratch.remove() }
    let store = scratch.store
    _ = try await scratch.person("Alan", "Turing")
    #expect(try store.probe.unseen() == nil)
    try other.execute(Self.ada)
    #expect(try store.probe.unseen() != nil)
    // This commit publishes the other one, too.
    let version = store.tracker.known.version
    _ = try await scratch.person("Grace", "Hopper")
    #expect(try store.probe.unseen() == nil)
    #expect(store.feed.commits(after: 0)?.suffix(2).map { $0.changes.byEntity["user"]?.inserted } == [[2], [3]])
    #expect(try await store.lastChange(of: .entities(["user"])) > version)
  }

  @Test("It holds no snapshot: a commit can be put into the file right after it was noticed")
  func holdsNoSnapshot() throws {
    defer { scratch.remove() }
    let probe = try CommitProbe(FileAccess(url))
    _ = try hasNew(probe)
    try other.execute(Self.ada)
    _ = try hasNew(probe)
    // Whether it was kept from it, and the frames of the log, of which all are in the file.
    #expect(try other.rows("PRAGMA wal_checkpoint(TRUNCATE)") == ["0|0|0"])
  }

  @Test("A commit is noticed, too, that begins the log anew and looks like the one before")
  func logBegunAnew() throws {
    defer { scratch.remove() }
    try other.execute("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('Milk')")
    let probe = try CommitProbe(FileAccess(url))
    _ = try hasNew(probe)
    for _ in 0..<4 {
      // The same page each time, so that the log is as long as before.
      try other.execute("UPDATE notes SET text = iif(text = 'Milk', 'Eggs', 'Milk')")
      #expect(try hasNew(probe))
      _ = try other.rows("PRAGMA wal_checkpoint(TRUNCATE)")
      _ = try hasNew(probe)
    }
  }

  @Test("A file without a write-ahead log can be probed")
  func withoutLog() throws {
    defer { scratch.remove() }
    let plain = scratch.folder.appending(path: "plain.sqlite")
    let file = try DatabaseFile(plain)
    try file.execute("CREATE TABLE notes (text TEXT)")
    let probe = try CommitProbe(FileAccess(plain))
    #expect(try hasNew(probe) && !hasNew(probe))
    try file.execute("INSERT INTO notes VALUES ('Milk')")
    #expect(try hasNew(probe))
    #expect(!FileManager.default.fileExists(atPath: plain.path(percentEncoded: false) + "-shm"))
  }

  @Test("A mark of one file is not valid for another file that is opened in its place")
  func another() throws {
    defer { scratch.remove() }
    let probe = try CommitProbe(FileAccess(url))
    let mark = try #require(try probe.unseen())
    probe.close()
    #expect(try probe.unseen() == nil)
    try probe.open(FileAccess(url))
    probe.markSeen(mark)
    #expect(try hasNew(probe))
  }

  @Test("A file that isn't there or is no database can't be probed")
  func refused() throws {
    defer { scratch.remove() }
    let file = scratch.folder.appending(path: "notes.txt")
    #expect(throws: (any Error).self) { try CommitProbe(FileAccess(file)) }
    try Data("Nothing that SQLite knows, and more of it than its header has".utf8).write(to: file)
    #expect(throws: (any Error).self) { try CommitProbe(FileAccess(file)).unseen() }
  }
}

@Suite("The version of the data")
struct DataVersionTests {
  private static let ada = "INSERT INTO users (first_name, last_name) VALUES ('Ada', 'Lovelace')"

  @Test("The version is the number of the change log's last row, and grows with every change of any program")
  func grows() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    func last() throws -> String { try file.other.rows("SELECT max(seq) FROM kartoteka_change_log")[0] }
    let first = try await file.store.version()
    try file.other.execute(Self.ada)
    let second = try await file.store.version()
    #expect(second > first)
    #expect(try String(second.number) == last())
    try await file.delete("user", [1])
    let third = try await file.store.version()
    #expect(third > second)
    #expect(try String(third.number) == last())
    // A commit that changes no data is no new version.
    try file.other.execute("CREATE TABLE notes (text TEXT)")
    #expect(try await file.store.version() == third)
  }

  @Test("A commit of the platform's own tables alone is a change, and no entity's")
  func ownTables() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    try await file.add("user", [["firstName": "Ada", "lastName": "Lovelace"]])
    let (before, change) = (try await file.store.version(), try await file.store.lastChange(of: .entities(["user"])))
    _ = try await file.store.purgeHistory(.before(Date()))
    #expect(try await file.store.version() > before)
    #expect(try await file.store.lastChange(of: .entities(["user"])) == change)
    // The search index is used on: no keys have to be made for it.
    #expect(
      try file.other.rows(
        "SELECT value = (SELECT max(seq) FROM kartoteka_change_log) FROM kartoteka_meta WHERE key = 'applied'") == ["1"]
    )
  }

  @Test("Nothing that was computed before a restore is valid afterwards, also where the log's numbers are smaller then")
  func restored() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    let url = file.url
    let backup = url.deletingLastPathComponent().appending(path: "backup.sqlite")
    try file.store.backup(to: backup)
    for _ in 0..<5 { try file.other.execute(Self.ada) }
    let before = try await file.store.version()
    #expect(try await file.store.count(AnyFetchRequest("user")) == 5)
    try Store.restore(school, at: url, from: backup)
    #expect(try await file.store.lastChange(of: .entities(["user"])) > before)
    #expect(try await file.store.version() > before)
    #expect(try await file.store.count(AnyFetchRequest("user")) == 0)
  }

  @Test("A change log that another program empties makes all that is cached invalid")
  func emptied() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    try await file.add("user", [["firstName": "Ada", "lastName": "Lovelace"]])
    let before = try await file.store.version()
    try file.other.execute("DELETE FROM kartoteka_change_log")
    #expect(try await file.store.lastChange(of: .entities(["user"])) > before)
    try file.other.execute(Self.ada)
    #expect(try await file.store.count(AnyFetchRequest("user")) == 2)
  }

  @Test("Many may ask at once: a version never falls, and the last one has all commits")
  func many() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    let (store, first) = (file.store, try await file.store.version())
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var last = first
          for _ in 0..<200 {
            let version = try await store.version()
            guard version >= last else { return false }
            last = version
          }
          return true
        }
      }
      for _ in 0..<5 { try file.other.execute(Self.ada) }
      for try await isRising in group { #expect(isRising) }
    }
    #expect(try await store.version() > first)
    #expect(try await store.count(AnyFetchRequest("user")) == 5)
  }
}
