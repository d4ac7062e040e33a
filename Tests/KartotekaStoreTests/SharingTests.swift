import Foundation
import GRDB
import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaStore

/// The last names in the database, by id.
private func storedNames(_ store: Store) throws -> [RecordID: String] {
  try store.blockingRead { database in
    try database.rows("SELECT id, last_name FROM users").reduce(into: [:]) {
      try $0[$1["id"]] = $1["last_name"]
    }
  }
}

@Suite("Writes that share a commit", .serialized)
struct SharingTests {
  private typealias Write = Scratch.Write
  private struct Wrong: Error {}

  private static func person(_ name: String, email: String? = nil) -> AnyRecord {
    var record = AnyRecord(entity("user"))
    record["firstName"] = .text("Anna")
    record["lastName"] = .text(name)
    record["email"] = email.map(Value.text) ?? .null
    return record
  }

  private static func insert(_ name: String, email: String? = nil) -> Write {
    { try $0.insert(person(name, email: email)).id ?? 0 }
  }

  /// Counts the transactions that a store commits.
  private final class Commits: TransactionObserver {
    private(set) var count = 0
    func observes(eventsOfKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) { count += 1 }
    func databaseDidRollback(_ db: Database) {}
  }

  private func commits(_ scratch: Scratch) throws -> Commits {
    let commits = Commits()
    try scratch.store.writer.queue.add(transactionObserver: commits, extent: .databaseLifetime)
    return commits
  }

  private func names(_ scratch: Scratch) async throws -> [String] {
    try await scratch.store.fetch(User.all.sorted(by: \.lastName)).compactMap { $0.lastName }
  }

  @Test(
    "each has its own answer, change set, error and place in the feed; all of them make one commit",
    arguments: [false, true])
  func apart(file: Bool) async throws {
    let scratch = try Scratch(file: file)
    defer { scratch.remove() }
    _ = try await scratch.person("Anna", "Adamska", email: "a@school.example")
    let (commits, told) = (try commits(scratch), scratch.store.feed.last)
    let results = try await scratch.together([
      Self.insert("Bielska"), Self.insert(""), Self.insert("Celska"),
      // Some of it is done before it goes wrong.
      {
        try $0.insert(Self.person("Halfway"))
        throw Wrong()
      },
      Self.insert("Dolska", email: "a@school.example"), Self.insert("Elska"),
    ])
    let done = results.map { try? $0.get() }
    #expect(done.map { $0 != nil } == [true, false, true, false, false, true])
    #expect(try await names(scratch) == ["Adamska", "Bielska", "Celska", "Elska"])
    for (index, name) in [(0, "Bielska"), (2, "Celska"), (5, "Elska")] {
      let outcome = try #require(done[index])
      #expect(try await scratch.store.record(User.self, id: outcome.value)?.lastName == name)
      let changeSet = try #require(try await scratch.store.changeSet(outcome.changeSet ?? 0))
      #expect(Localizer.english(changeSet.name) == "Added Anna \(name)")
      #expect(outcome.changes.byEntity["user"]?.inserted == [outcome.value])
    }
    let changeSets = done.compactMap { $0?.changeSet ?? nil }
    #expect(changeSets == changeSets.sorted() && Set(changeSets).count == 3)
    #expect(throws: StoreError.invalid([FieldFault("lastName", "This can't be empty")])) { try results[1].get() }
    #expect(throws: Wrong.self) { try results[3].get() }
    #expect(throws: StoreError.notUnique(entity: "user", field: "email")) { try results[4].get() }
    #expect(commits.count == 1)
    let feed = try #require(scratch.store.feed.commits(after: told))
    #expect(feed.map { $0.changes.byEntity["user"]?.inserted ?? [] } == [0, 2, 5].map { [done[$0]?.value ?? 0] })
    // What is searched for was kept apart, too.
    var request = AnyFetchRequest("user")
    request.search = "halfway"
    #expect(try await scratch.store.count(request) == 0)
    request.search = "elska"
    #expect(try await scratch.store.count(request) == 3)
    try await scratch.store.undo(try #require(done[2]?.changeSet), .code)
    #expect(try await names(scratch) == ["Adamska", "Bielska", "Elska"])
  }

  @Test("writes that arrive during a commit share the next one, up to a number that is answered soon")
  func joining() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let commits = try commits(scratch)
    _ = try await scratch.together((1..<WriteQueue.most).map { Self.insert("P\($0)") })
    #expect(commits.count == 1)
    let results = try await scratch.together((0..<WriteQueue.most).map { Self.insert("Q\($0)") })
    #expect(commits.count == 3)
    let ids = try results.map { try $0.get().value }
    #expect(ids == ids.sorted())
    #expect(try storedNames(scratch.store).count == 2 * WriteQueue.most - 1)
  }

  @Test("if no transaction can begin, all waiting writes are refused together, and later ones succeed")
  func busy() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let file = try await LockedFile(scratch)
    let store = file.store
    let tasks = (0..<20).map { number in Task { try await store.perform(.code, Self.insert("P\(number)")) } }
    for task in tasks { await #expect(throws: StoreError.self) { try await task.value } }
    #expect(file.tries.count < tasks.count / 2)
    try await file.unlock()
    _ = try await store.perform(.code, Self.insert("Later"))
    #expect(try await names(scratch) == ["Later"])
  }

  @Test("each sees what those before it did, and nothing of those that failed")
  func order() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let count: Write = { transaction in
      Int64(try transaction.database.first(Int.self, "SELECT count(*) FROM users") ?? 0)
    }
    let failing: Write = {
      try $0.insert(Self.person("Nobody"))
      throw Wrong()
    }
    let results = try await scratch.together([count, Self.insert("A"), count, failing, count, Self.insert("B"), count])
    #expect(results.enumerated().compactMap { $0 % 2 == 0 ? try? $1.get().value : nil } == [0, 1, 1, 2])
  }

  @Test("an error of the commit itself reaches all of them, and nothing stays")
  func committing() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let refusal = Refusal()
    try scratch.store.writer.queue.add(transactionObserver: refusal, extent: .databaseLifetime)
    let told = scratch.store.feed.last
    let results = try await scratch.together([
      {
        refusal.isOn = true
        return try $0.insert(Self.person("A")).id ?? 0
      },
      Self.insert(""), Self.insert("B"),
    ])
    #expect(throws: Wrong.self) { try results[0].get() }
    #expect(throws: StoreError.invalid([FieldFault("lastName", "This can't be empty")])) { try results[1].get() }
    #expect(throws: Wrong.self) { try results[2].get() }
    #expect(try await names(scratch).isEmpty && scratch.store.feed.last == told)
    refusal.isOn = false
    _ = try await scratch.person("Anna", "Celska")
    #expect(try await names(scratch) == ["Celska"])
  }

  @Test("one that leaves a foreign key open fails by itself")
  func foreignKey() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let results = try await scratch.together([
      Self.insert("A"),
      { transaction in
        try transaction.database.execute("PRAGMA defer_foreign_keys = ON")
        try transaction.database.execute("INSERT INTO lessons (title, course_id) VALUES ('x', 99)")
        return 0
      },
      Self.insert("B"),
    ])
    #expect(results.map { (try? $0.get()) != nil } == [true, false, true])
    #expect(throws: StoreError.constraint("FOREIGN KEY constraint failed")) { try results[1].get() }
    #expect(try await names(scratch) == ["A", "B"])
  }

  @Test("when the disk is full, what was answered is there and nothing else")
  func full() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    _ = try await scratch.person("Anna", "Adamska")
    try await scratch.store.writer.writeWithoutTransaction { database in
      let pages = try database.first(Int.self, "PRAGMA page_count") ?? 0
      try database.execute("PRAGMA max_page_count = \(pages + 1)")
    }
    let large = String(repeating: "Łąka", count: 240)
    let results = try await scratch.together((0..<40).map { Self.insert($0 % 4 == 3 ? "\($0) \(large)" : "\($0)") })
    #expect(results.contains { (try? $0.get()) == nil })
    let done = results.compactMap { try? $0.get().value }
    #expect(try Set(storedNames(scratch.store).keys) == Set(done + [1]))
    for case .failure(let error) in results {
      guard case .disk? = error as? StoreError else { throw error }
    }
  }

  @Test("a write that needs a transaction of its own gets one, and the others are executed too")
  func alone() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    _ = try await scratch.person("Anna", "Adamska")
    let changeSet = try #require(try await scratch.store.lastChangeSet()).id
    let attempts = Counter()
    let results = try await scratch.together([
      Self.insert("B"),
      {
        attempts.add()
        try $0.undo(changeSet)
        return 0
      },
      Self.insert("C"),
    ])
    #expect(results.allSatisfy { (try? $0.get()) != nil } && attempts.count == 2)
    #expect(try await names(scratch) == ["B", "C"])
  }

  @Test("a write whose task was cancelled is not executed")
  func cancelled() async throws {
    let scratch = try Scratch()
    let gate = Gate()
    let store = scratch.store
    let first = Task { try await store.perform(.code) { _ in gate.hold() } }
    await gate.reached()
    let waiting = Task { try await store.perform(.code, Self.insert("A")) }
    while store.writes.count < 1 { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    gate.open()
    _ = try await first.value
    _ = try await store.perform(.code, Self.insert("B"))
    #expect(try await names(scratch) == ["B"])
  }

  @Test("hundreds at once: each that is answered is there with its own name, each that failed is not")
  func many() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let store = scratch.store
    let done = await withTaskGroup(of: (Int, RecordID?).self) { group in
      for number in 0..<400 {
        group.addTask {
          // Every fifth has an address that another one has.
          let email = number % 5 == 4 ? "same@school.example" : "p\(number)@school.example"
          return (number, try? await store.perform(.code, Self.insert("P\(number)", email: email)).value)
        }
      }
      return await group.reduce(into: [Int: RecordID?]()) { $0[$1.0] = $1.1 }
    }
    let names = try storedNames(store)
    let answered = done.compactMap { number, id in id.map { ($0, "P\(number)") } }
    #expect(Dictionary(uniqueKeysWithValues: answered) == names)
    #expect(names.count == 321)
    #expect(try store.blockingRead { try $0.first(Int.self, "SELECT count(*) FROM kartoteka_deeds") } == 321)
  }

  /// Lets no transaction commit while it is on.
  private final class Refusal: TransactionObserver, Sendable {
    private let state = Atomic(false)

    var isOn: Bool {
      get { state.load(ordering: .acquiring) }
      set { state.store(newValue, ordering: .releasing) }
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseWillCommit() throws { if isOn { throw Wrong() } }
    func databaseDidCommit(_ database: Database) {}
    func databaseDidRollback(_ database: Database) {}
  }
}

#if compiler(>=6.3)
  @Suite("Writes that share a commit, through a crash")
  struct SharingCrashTests {
    @Test("a process that is killed while many write loses nothing that it has answered")
    func killed() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path(percentEncoded: false) as String] in
        let folder = URL(filePath: path)
        let store = try Store(school, at: folder.appending(path: "school.sqlite"))
        let answered = open(
          folder.appending(path: "answered").path(percentEncoded: false), O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let count = Counter()
        await withTaskGroup(of: Void.self) { group in
          for writer in 0..<16 {
            group.addTask {
              for number in 0... {
                var record = AnyRecord(entity("user"))
                record["firstName"] = .text("Anna")
                record["lastName"] = .text("W\(writer)-\(number)")
                let new = record
                guard let id = try? await store.perform(.code, { try $0.insert(new).id }).value else { return }
                let line = Array("\(id) W\(writer)-\(number)\n".utf8)
                _ = line.withUnsafeBytes { write(answered, $0.baseAddress, $0.count) }
                count.add()
                if count.count >= 300 { kill(getpid(), SIGKILL) }
              }
            }
          }
        }
      }
      let lines = try String(contentsOf: folder.appending(path: "answered"), encoding: .utf8).split(separator: "\n")
      #expect(lines.count >= 300)
      let store = try Store(school, at: folder.appending(path: "school.sqlite"))
      let stored = try storedNames(store).map { "\($0) \($1)" }
      #expect(Set(lines.map(String.init)).subtracting(stored).isEmpty)
      #expect(try store.blockingRead { try $0.first(String.self, "PRAGMA integrity_check") } == "ok")
      #expect(
        try store.blockingRead { try $0.first(Int.self, "SELECT count(*) FROM kartoteka_deeds") } == stored.count)
    }
  }
#endif
