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

  @Test("The total is exact after every kind of write", arguments: [true, false])
  func follows(inFile: Bool) async throws {
    let scratch = try Scratch(file: inFile)
    defer { scratch.remove() }
    let store = scratch.store
    _ = try await store.perform(.code) { for name in ["A", "B", "C"] { try $0.insert(Self.person(name)) } }
    #expect(try await total(store) == 3)
    let added = try await store.perform(.code) { try $0.insert(Self.person("D")).id ?? 0 }
    #expect(try await total(store) == 4)
    _ = try await store.perform(.code) { transaction in
      let short = try transaction.insert(Self.person("E"))
      try transaction.delete(entity("user"), id: short.id ?? 0)
    }
    #expect(try await total(store) == 4)
    _ = try await store.perform(.code) { try $0.delete(entity("user"), id: added.value) }
    #expect(try await total(store) == 3)
    let changeSet = try #require(try await store.lastChangeSet())
    try await store.undo(changeSet.id, .code)
    #expect(try await total(store) == 4)
    await #expect(throws: (any Error).self) {
      _ = try await store.perform(.code) { transaction in
        try transaction.insert(Self.person("F"))
        throw CancellationError()
      }
    }
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
}
