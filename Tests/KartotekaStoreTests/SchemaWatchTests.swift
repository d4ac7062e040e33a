import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("A schema that another program changes while the file is open")
struct SchemaWatchTests {
  private static let ada = "INSERT INTO users (first_name, last_name) VALUES ('Ada', 'Lovelace')"

  @Test("A trigger that was dropped is made again, and what was changed meanwhile is found")
  func trigger() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    try await file.add("user", [["firstName": "Anna", "lastName": "Nowak"]])
    #expect(await file.store.checkFile() == nil)
    let before = try await file.store.version()
    try file.other.execute("DROP TRIGGER kartoteka_users_insert; \(Self.ada)")
    let event = await file.store.checkFile()
    guard case .schemaChanged(["kartoteka_users_insert"])? = event else {
      Issue.record("\(String(describing: event))")
      return
    }
    await file.store.background.waitUntilIdle()
    #expect(await file.store.checkFile() == nil)
    #expect(try await file.store.lastChange(of: .entities(["user"])) > before)
    #expect(try await file.store.fetch(User.all.searching("lovel")).map(\.id) == [2])
    try file.other.execute(Self.ada)
    #expect(try await file.store.count(User.all.searching("lovel")) == 2)
    #expect(try Store.check(school, at: file.url) == [])
  }

  @Test("Columns and tables that were added change nothing")
  func added() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    try await file.add("user", [["firstName": "Anna", "lastName": "Nowak"]])
    try file.other.execute("ALTER TABLE users ADD COLUMN note TEXT DEFAULT 'x'; CREATE TABLE notes (text TEXT)")
    #expect(await file.store.checkFile() == nil)
    try await file.add("user", [["firstName": "Ida", "lastName": "Nowak"]])
    #expect(try await file.store.fetch(User.all.searching("nowak")).count == 2)
    #expect(try file.other.rows("SELECT count(*) FROM users WHERE note = 'x'") == ["2"])
  }

  @Test("A column that was dropped is named to those who need it; other entities go on")
  func dropped() async throws {
    let file = try SchoolFile()
    defer { file.remove() }
    try file.other.execute("ALTER TABLE courses DROP COLUMN subject")
    await #expect {
      try await file.store.fetch(AnyFetchRequest("course"))
    } throws: { error in
      guard case StoreError.unusable(_, .foreign(let missing)) = error else { return false }
      return missing.contains { $0.contains("subject") }
    }
    try await file.add("user", [["firstName": "Anna", "lastName": "Nowak"]])
    #expect(try await file.store.count(User.all) == 1)
  }
}
