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

  @Test("another program's database is refused and stays as it was")
  func foreign() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appending(path: "a.sqlite")
    try DatabaseFile(url).execute("CREATE TABLE songs (id INTEGER PRIMARY KEY)")
    #expect(problem(school, url) == .foreign(missing: ["kartoteka_meta"]))
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

  @Test("a model that would lose data is refused with what would be lost, and nothing is changed")
  func losses() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "a.sqlite")
    let text = AttributeDescription(name: "text", label: "Text", kind: .text)
    let date = AttributeDescription(name: "day", label: "Day", kind: .date)
    _ = try Store(note([text, date]), at: url)
    #expect(problem(note([text]), url) == .wouldLose(["notes.day"]))
    var short = text
    short.maximumLength = 5
    #expect(problem(note([short, date]), url) == .wouldLose(["notes.text"]))
    #expect(problem(note([text, date]), url) == nil)
  }
}
