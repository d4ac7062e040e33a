import Foundation
import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaStore

@Suite("Telling of changes", .serialized)
struct FeedTests {
  @Test("a wait for changes of some entities goes on when others change, and ends when they or settings change")
  func someEntities() async throws {
    for last in [Changes(byEntity: ["guest": .any]), Changes(settings: true)] {
      let feed = ChangeFeed()
      let (waits, began) = AsyncStream.makeStream(of: Void.self)
      let end = End()
      let waiting = Task {
        await feed.wait(
          after: 0, of: ["guest"],
          unless: {
            began.finish()
            return false
          })
        end.isThere.withLock { $0 = true }
      }
      // Within the lock of the feed: what is published now comes after the wait has begun.
      for await _ in waits {}
      feed.publish(Changes(byEntity: ["town": .any]))
      for _ in 0..<100 { await Task.yield() }
      #expect(!end.isThere.withLock { $0 })
      feed.publish(last)
      await waiting.value
    }
  }

  private final class End: Sendable { let isThere = Mutex(false) }

  @Test("each record that another program's commits changed is reported once, with its final state")
  func kinds() async throws {
    let travels = try await Travels()
    defer { travels.remove() }
    let before = travels.store.feed.last
    try travels.other.execute(
      """
      INSERT INTO guests (id, name) VALUES (4, 'Dora'), (5, 'Ed');
      UPDATE guests SET note = 'New' WHERE id = 4;
      DELETE FROM guests WHERE id = 5;
      UPDATE guests SET note = 'Old' WHERE id = 1;
      """)
    try travels.other.execute(
      """
      UPDATE guests SET note = 'Older' WHERE id = 1;
      DELETE FROM towns WHERE id = 3; INSERT INTO towns (id, name, guest_id) VALUES (3, 'Reval', 3);
      UPDATE guests SET id = 8 WHERE id = 4;
      """)
    #expect(
      try await travels.told(after: before) == [["guest": "+8 ~1 -4 -5", "town": "~3", "visit": "~3"]])
    #expect(try await travels.told(after: before + 1) == [])
  }

  @Test("links that another program adds, changes and deletes are reported as changes of both records")
  func links() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    for name in ["A", "B"] { _ = try await scratch.person(name, "X") }
    for name in ["C", "D"] { _ = try await scratch.course(name) }
    let other = try DatabaseFile(scratch.folder.appending(path: "school.sqlite"))
    func told(_ sql: String) async throws -> [[String: [RecordID]]] {
      let before = scratch.store.feed.last
      try other.execute(sql)
      _ = try await scratch.store.version()
      return try #require(scratch.store.feed.commits(after: before)).map { $0.changes.byEntity.mapValues(\.updated) }
    }
    #expect(try await told("INSERT INTO courses_students VALUES (1, 2)") == [["course": [1], "user": [2]]])
    #expect(
      try await told("UPDATE courses_students SET course_id = 2") == [["course": [1, 2], "user": [2]]])
    #expect(try await told("DELETE FROM courses_students") == [["course": [2], "user": [2]]])
    try other.execute("INSERT INTO courses_students VALUES (1, 2)")
    _ = try await scratch.store.version()
    let before = scratch.store.feed.last
    try other.execute("DELETE FROM courses WHERE id = 1")
    _ = try await scratch.store.version()
    let changes = try #require(scratch.store.feed.commits(after: before)?.first?.changes.byEntity)
    #expect(changes["course"]?.deleted == [1] && changes["course"]?.updated == [])
    #expect(changes["user"]?.updated == [2])
  }

  @Test("an event of very many records names no ids, unless a bulk import added them")
  func many() async throws {
    let travels = try await Travels(filled: false)
    defer { travels.remove() }
    let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) "
    try travels.other.execute("INSERT INTO guests (name) \(numbers) SELECT 'Guest ' || i FROM n")
    #expect(try await travels.told(after: 0)[0]["guest"]?.hasPrefix("+1 +2 +3") == true)
    try travels.other.execute(
      "INSERT INTO guests (name) VALUES ('One more'); UPDATE guests SET note = 'X';")
    #expect(try await travels.told(after: 1) == [["guest": "any"]])
    #expect(try await travels.store.count(Guest.all) == 1_001)
    let guest = try #require(travels.store.model.entity(named: "guest"))
    _ = try await travels.store.perform(.code) { transaction in
      for id in 1...1_001 as ClosedRange<RecordID> { try transaction.delete(guest, id: id) }
    }
    #expect(try await travels.told(after: 2) == [["guest": "any"]])
    #expect(try await travels.store.count(Guest.all) == 0)
  }

  @Test(
    "commits are reported in their order, another program's before a later one of the store", arguments: [false, true])
  func order(file: Bool) async throws {
    let scratch = try Scratch(file: file)
    defer { scratch.remove() }
    try await withThrowingTaskGroup { group in
      for number in 1...60 {
        group.addTask { _ = try await scratch.person("P\(number)", "X") }
      }
      try await group.waitForAll()
    }
    let commits = try #require(scratch.store.feed.commits(after: 0))
    #expect(commits.map(\.number) == Array(1...60))
    #expect(commits.flatMap { $0.changes.byEntity["user"]?.inserted ?? [] } == Array(1...60))
    guard file else { return }
    let other = try DatabaseFile(scratch.folder.appending(path: "school.sqlite"))
    try other.execute("UPDATE users SET last_name = 'Y' WHERE id = 7")
    _ = try await scratch.person("P61", "X")
    #expect(
      scratch.store.feed.commits(after: 60)?.map { $0.changes.byEntity["user"].map { $0.inserted + $0.updated } }
        == [[7], [61]])
    #expect(try await scratch.store.fetch(User.all.searching("y")).map(\.id) == [7])
  }

  @Test(
    "a transaction that is rolled back or changes nothing is not reported, also in memory", arguments: [false, true])
  func rollback(file: Bool) async throws {
    struct Stop: Error {}
    let scratch = try Scratch(file: file)
    defer { scratch.remove() }
    let anna = try await scratch.person("Anna", "X")
    let version = try await scratch.store.version()
    await #expect(throws: Stop.self) {
      _ = try await scratch.store.perform(.code) { transaction in
        try transaction.delete(entity("user"), id: anna.id ?? 0)
        throw Stop()
      }
    }
    try await scratch.save(anna)
    #expect(scratch.store.feed.last == 1)
    #expect(try await scratch.store.version() == version)
  }

  @Test("a subscriber that receives an event reads the new state", arguments: [false, true])
  func visible(file: Bool) async throws {
    let scratch = try Scratch(file: file)
    defer { scratch.remove() }
    let store = scratch.store
    #expect(try await store.count(User.all) == 0)
    async let counted = {
      var counts: [Int] = []
      for number in 0..<20 {
        await store.feed.wait(after: number)
        counts.append(try await store.count(User.all) - number)
      }
      return counts
    }()
    for number in 1...20 { _ = try await scratch.person("P\(number)", "X") }
    #expect(try await counted.allSatisfy { $0 > 0 })
  }

  @Test("another process of the platform is noticed, and neither answers the other's commits with one of its own")
  func processes() async throws {
    let travels = try await Travels()
    defer { travels.remove() }
    let second = try Store(travels.store.model, at: travels.url)
    let before = travels.store.feed.last
    let guest = try #require(second.model.entity(named: "guest"))
    _ = try await second.perform(.import) { transaction in
      var record = AnyRecord(guest)
      record["name"] = .text("Dora")
      try transaction.insert(record)
    }
    #expect(try await travels.told(after: before) == [["guest": "+4"]])
    // What the other one applied is told of here as well.
    try travels.other.execute("UPDATE guests SET name = 'Ole' WHERE id = 1")
    #expect(try await second.fetch(Guest.all).count == 4)
    #expect(try await travels.told(after: before + 1).count == 1)
    for _ in 1...3 {
      _ = try await second.version()
      _ = try await travels.store.version()
    }
    #expect(travels.store.feed.last == before + 2)
    #expect(second.feed.last == 2)
  }
}
