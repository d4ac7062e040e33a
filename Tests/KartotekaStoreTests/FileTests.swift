import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Database files", .serialized)
struct FileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "kartoteka-\(UUID().uuidString)")

  private func file(_ content: String) throws -> URL {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appending(path: "a.sqlite")
    try Data(content.utf8).write(to: url)
    return url
  }

  private func problem(_ model: ModelDescription, _ url: URL) -> StoreError.FileProblem? {
    do {
      _ = try Store(model, at: url)
      return nil
    } catch StoreError.unusable(let path, let problem) {
      #expect(path == url.path(percentEncoded: false))
      return problem
    } catch {
      Issue.record(error)
      return nil
    }
  }

  @Test("a file that is no database is refused and stays as it was")
  func notADatabase() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = String(repeating: "This is a letter to my aunt. ", count: 100)
    let url = try file(text)
    #expect(problem(school, url) == .notADatabase)
    #expect(try String(contentsOf: url, encoding: .utf8) == text)
  }

  /// Everything in the folder: names and content.
  private func content() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    return Dictionary(
      uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: folder.appending(path: $0))) })
  }

  @Test(
    "TR-13 a database of something else is refused with what it lacks, and stays as it was, with nothing beside it",
    arguments: [
      ("CREATE TABLE songs (id INTEGER PRIMARY KEY)", ["kartoteka_meta", "guests", "towns", "stops"]),
      (
        "CREATE TABLE guests (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE towns (id INTEGER, title TEXT)",
        [
          "kartoteka_meta", "stops", "guests.note", "towns.name", "towns.height", "towns.guest_id", "towns.guide_id",
        ]
      ),
      (
        "\(meta); CREATE TABLE guests (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT)",
        ["towns", "stops", "guests.name", "guests.note"]
      ),
      ("\(meta); CREATE TABLE songs (id INTEGER PRIMARY KEY)", ["guests", "towns", "stops"]),
      (
        "PRAGMA journal_mode = WAL; \(meta); CREATE TABLE songs (id INTEGER PRIMARY KEY)",
        ["guests", "towns", "stops"]
      ),
    ])
  func foreign(sql: String, missing: [String]) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appending(path: "a.sqlite")
    #expect(try sqlite3(url, sql) == "")
    let before = try content()
    #expect(before.count == 1)
    #expect(problem(travels, url) == .foreign(missing: missing))
    #expect(try content() == before)
    // As a backup it is refused likewise.
    let target = folder.appending(path: "data/a.sqlite")
    #expect(throws: StoreError.unusable(path: url.path(percentEncoded: false), problem: .foreign(missing: missing))) {
      try Store.restore(travels, at: target, from: url)
    }
    #expect(!FileManager.default.fileExists(atPath: target.path(percentEncoded: false)))
    try FileManager.default.removeItem(at: target.deletingLastPathComponent())
    #expect(try content() == before)
  }

  private static let meta = """
    CREATE TABLE kartoteka_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL); \
    INSERT INTO kartoteka_meta VALUES ('format', '1')
    """

  @Test("TR-13 another database of the same application can be put in place, and shows its own records")
  func another() async throws {
    let (one, two) = (try await Travels(), try await Travels(filled: false))
    defer {
      one.remove()
      two.remove()
    }
    try await two.add(Guest.self) { $0.name = "Zoë" }
    try await two.add(Town.self) { ($0.name, $0.guest) = ("Nîmes", 1) }
    let backup = folder.appending(path: "b.sqlite")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try two.store.backup(to: backup)
    let placed = folder.appending(path: "c.sqlite")
    try FileManager.default.copyItem(at: backup, to: placed)
    #expect(try await Store(travels, at: placed).fetch(Visit.all).map(\.townName) == ["Nîmes"])
    // In the place of one that is open.
    #expect(try await one.visits.count == 3)
    let before = one.store.feed.last
    try Store.restore(travels, at: one.url, from: backup)
    #expect(try await one.visits == ["1 1 Zoë Nîmes -"])
    #expect(try await one.found("zoe") == ["Nîmes"])
    #expect(try await one.told(after: before).first?["guest"] == "any")
  }

  @Test("a file of the last version is brought up to date, with its marks and triggers")
  func older() async throws {
    let travels = try await Travels()
    defer { travels.remove() }
    try await travels.add(Guest.self) { $0.name = "Dora" }
    try travels.other.execute(
      """
      DROP TABLE visits; DROP TABLE addresses; DROP TABLE kartoteka_change_log;
      CREATE TABLE kartoteka_stale (entity TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (entity, id));
      DROP TABLE kartoteka_keys_visits; DROP TABLE kartoteka_search_visits;
      DELETE FROM kartoteka_meta WHERE key IN ('derived', 'applied');
      UPDATE kartoteka_meta SET value = '1' WHERE key = 'format';
      UPDATE kartoteka_meta SET value = 'older' WHERE key = 'keys';
      """)
    let store = try Store(travels.store.model, at: travels.url)
    #expect(try await store.fetch(Visit.all.searching("anna")).count == 2)
    #expect(try travels.other.rows("SELECT name FROM sqlite_master WHERE name = 'kartoteka_stale'") == [])
    #expect(try travels.other.rows("SELECT value FROM kartoteka_meta WHERE key = 'format'") == ["2"])
    try travels.other.execute("UPDATE guests SET name = 'Ann' WHERE id = 1")
    #expect(try await store.fetch(Visit.all.searching("ann")).count == 2)
  }

  @Test("a file of a newer version is refused")
  func newer() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "a.sqlite")
    _ = try Store(school, at: url)
    try DatabaseFile(url).execute("UPDATE kartoteka_meta SET value = '99' WHERE key = 'format'")
    #expect(problem(school, url) == .newer)
  }

  @Test("a folder that can't be made is said with the system's words")
  func unreadable() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = try file("x").appending(path: "deeper/b.sqlite")
    guard case .unreadable = problem(school, url) else {
      Issue.record("A file stood in place of the folder")
      return
    }
  }

  @Test("records, order and search are there again after the file was closed")
  func reopening() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "a.sqlite")
    do {
      let store = try Store(school, at: url)
      var user = Record<User>()
      user.firstName = "Zofia"
      user.lastName = "Łódźka"
      try await store.save(&user)
    }
    let store = try Store(school, at: url)
    #expect(try await store.fetch(User.all.searching("lodz")).map(\.firstName) == ["Zofia"])
  }

  @Test("ids of deleted records are never given again")
  func ids() async throws {
    let scratch = try Scratch()
    let first = try await scratch.person("A", "B")
    try await scratch.store.delete(first)
    #expect(try await scratch.person("C", "D").id == (first.id ?? 0) + 1)
  }

  private func note(_ attributes: [AttributeDescription]) -> ModelDescription {
    ModelDescription(entities: [
      EntityDescription(
        name: "note", plural: "notes", table: "notes", nouns: Nouns("note", "notes"), attributes: attributes,
        relationships: [])
    ])
  }

  @Test("a new attribute, index and entity come by themselves, after a copy of the file was made")
  func additions() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "a.sqlite")
    var text = AttributeDescription(name: "text", label: "Text", kind: .text)
    let old = try Store(note([text]), at: url)
    let entity = try #require(old.model.entity(named: "note"))
    _ = try await old.perform(.code) { try $0.insert(AnyRecord(entity, id: nil, values: [.text("Ślimak")])) }
    text.isSearched = true
    text.isSorted = true
    let date = AttributeDescription(name: "day", label: "Day", kind: .date)
    let store = try Store(note([text, date]), at: url)
    var request = AnyFetchRequest("note")
    request.search = "slim"
    request.sort = [FetchSort("text")]
    let page = try await store.fetch(request)
    #expect(page.records.map { $0["text"] } == [.text("Ślimak")])
    #expect(page.records.map { $0["day"] } == [.null])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    #expect(names.contains { $0.hasPrefix("a.sqlite.before-") })
  }

}
