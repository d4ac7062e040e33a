import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("How many records there are")
struct RecordCountTests {
  private static func person(_ name: String) -> AnyRecord {
    var record = AnyRecord(entity("user"))
    record["firstName"] = .text("Anna")
    record["lastName"] = .text(name)
    return record
  }

  private func total(_ store: Store) async throws -> Int? {
    var request = AnyFetchRequest("user")
    request.limit = 1
    request.wantsTotal = true
    return try await store.fetch(request).total
  }

  @Test("The total follows every kind of write without counting anew", arguments: [true, false])
  func follows(inFile: Bool) async throws {
    let scratch = try Scratch(file: inFile)
    defer { scratch.remove() }
    let store = scratch.store
    _ = try await store.perform(.code) { for name in ["A", "B", "C"] { try $0.insert(Self.person(name)) } }
    #expect(try await total(store) == 3)
    // What is known is not counted: a wrong number would stay.
    func known() async throws -> Int? { store.recordCounts.known("user", at: try await store.version()) }
    let added = try await store.perform(.code) { try $0.insert(Self.person("D")).id ?? 0 }
    #expect(try await known() == 4)
    _ = try await store.perform(.code) { transaction in
      let short = try transaction.insert(Self.person("E"))
      try transaction.delete(entity("user"), id: short.id ?? 0)
    }
    #expect(try await known() == 4)
    _ = try await store.perform(.code) { try $0.delete(entity("user"), id: added.value) }
    #expect(try await known() == 3)
    let deed = try #require(try await store.lastDeed())
    try await store.undo(deed.id, .code)
    #expect(try await known() == 4)
    await #expect(throws: (any Error).self) {
      _ = try await store.perform(.code) { transaction in
        try transaction.insert(Self.person("F"))
        throw CancellationError()
      }
    }
    #expect(try await known() == 4)
    #expect(try await total(store) == 4)
  }

  @Test("The total is right after another program's writes, also such as push a record out")
  func others() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let store = scratch.store
    _ = try await store.perform(.code) { for name in ["A", "B"] { try $0.insert(Self.person(name)) } }
    #expect(try await total(store) == 2)
    let other = try DatabaseFile(#require(store.url))
    try other.execute("INSERT INTO users (first_name, last_name) VALUES ('Ewa', 'Nowak')")
    #expect(try await total(store) == 3)
    try other.execute(
      """
      UPDATE users SET email = 'a@b.example' WHERE id = 1;
      INSERT OR REPLACE INTO users (first_name, last_name, email) VALUES ('Jan', 'Lis', 'a@b.example')
      """)
    #expect(try await total(store) == 3)
    _ = try await store.perform(.code) { try $0.insert(Self.person("G")) }
    #expect(try await total(store) == 4)
  }

  @Test("However many read while others write, all is counted once")
  func meanwhile() async throws {
    let statements = Lines()
    var options = StoreOptions()
    options.sqlLog = .statements
    options.log = { statements.add($0) }
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try Store(school, at: folder.appending(path: "school.sqlite"), options: options)
    _ = try await store.perform(.code) { for number in 0..<50 { try $0.insert(Self.person("Nowak \(number)")) } }
    var search = AnyFetchRequest("user")
    search.search = "nowa"
    #expect(try await store.fetch(search).total == 50)
    #expect(try await total(store) == 50)
    let before = statements.lines.count
    try await withThrowingTaskGroup { group in
      for writer in 0..<2 {
        group.addTask {
          for number in 0..<100 {
            _ = try await store.perform(.code) { try $0.insert(Self.person("Nowak \(writer) \(number)")) }
          }
        }
      }
      for _ in 0..<4 {
        group.addTask { [search] in
          var last = 0
          while last < 250 {
            let (all, found) = (try await total(store) ?? 0, try await store.fetch(search).total ?? 0)
            #expect(all >= last && found >= all)
            last = all
            // Reading alone never waits, and would leave no thread for those who write.
            await Task.yield()
          }
        }
      }
      try await group.waitForAll()
    }
    let counting = statements.lines.dropFirst(before).filter { $0.contains("count(*)") && $0.contains("users") }
    #expect(counting == [])
  }
}
