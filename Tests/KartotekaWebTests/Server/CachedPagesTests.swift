import Foundation
import HTTPTesting
import HTTPTypes
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("Cached pages beside new ones")
struct CachedPagesTests {
  private static let pages = [
    "/school/courses", "/school/courses?search=al", "/school/courses?selected=1", "/school/courses/2",
    "/school/courses?unknown=1", "/api/school/courses?sort=name", "/api/school/courses?include=teacher",
    "/api/school/people", "/api/school/courses/1/students", "/api/school/grades",
  ]
  private static let languages: [HTTPFields] = [[:], [.cookie: "language=pl"], [.acceptLanguage: "ru"]]

  private func open(_ file: URL) throws -> RunningApp {
    RunningApp(School.app, on: try Store(School.app.description.model, at: file))
  }

  /// What pages say, without the place from which on they follow changes.
  private func pages(
    of app: RunningApp, _ fields: HTTPFields = [:]
  ) async throws -> [(name: String, text: String)] {
    let server = Server([app], port: 0, logger: .quiet)
    return try await server.application().test { client in try await pages(client, fields) }
  }

  @Sendable private func pages(
    _ client: TestClient, _ fields: HTTPFields
  ) async throws -> [(name: String, text: String)] {
    var texts: [(name: String, text: String)] = []
    for language in Self.languages {
      for page in Self.pages {
        var headers = language
        headers.append(contentsOf: fields)
        let text = try await client.execute(uri: page, method: .get, headers: headers) { response in
          #expect(response.status == .ok || response.status == .notFound, "\(page)")
          return String(buffer: response.body).replacing(/data-changes="[^"]*"/, with: "")
        }
        texts.append(("\(page) \(language)", text))
      }
    }
    return texts
  }

  private func write(_ round: Int, _ app: RunningApp, _ other: RunningApp, _ file: URL) async throws {
    let store = round % 4 == 0 ? other.store : app.store
    let course = try #require(store.model.entity(named: "course"))
    let person = try #require(store.model.entity(named: "person"))
    switch round % 8 {
    case 0, 1:
      _ = try await store.perform(.code) { transaction in
        guard var record = try transaction.record(course, id: 2) else { return }
        record["name"] = .text("Algae \(round)")
        try transaction.update(record)
      }
    case 2:
      try sqlite3(file, "UPDATE people SET name = 'Foreign \(round)' WHERE id = 1")
    case 3:
      try? await { () async throws in
        _ = try await store.perform(.code) { transaction in
          try transaction.delete(course, id: 2)
          throw CancellationError()
        }
      }()
    case 4:
      _ = try await store.perform(.code) { transaction in
        var record = AnyRecord(person)
        record["name"] = .text("Person \(round)")
        try transaction.insert(record)
      }
    case 5:
      try sqlite3(file, "INSERT OR IGNORE INTO courses_students (course_id, person_id) VALUES (1, \(round % 4 + 1))")
    case 6:
      try sqlite3(file, "UPDATE courses SET seats = \(round + 1), name = 'Alps \(round)' WHERE id = 3")
    default:
      if let changeSet = try await store.lastChangeSet() { _ = try? await store.undo(changeSet.id, .code) }
    }
  }

  private func sqlite3(_ file: URL, _ sql: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-bail", "-cmd", ".timeout 60000", file.path(percentEncoded: false), sql]
    try process.start()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(sql)")
  }

  @Test(
    "A cached page equals the page of a server that has cached nothing, whichever program writes",
    .timeLimit(.minutes(10)))
  func differential() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "school.sqlite")
    let (app, other) = (try open(file), try open(file))
    for name in ["Nora", "Łukasz", "Zoë"] {
      var person = Record<School.Person>()
      person.name = name
      try await app.store.save(&person)
    }
    for name in ["Algebra", "Biology", "Alchemy"] {
      var course = Record<School.Course>()
      course.name = name
      course.teacher = 1
      try await app.store.save(&course)
    }
    try await Server([app], port: 0, logger: .quiet).application().test { client in
      // From here on, each page is in the cache when a round begins.
      _ = try await pages(client, [:])
      // Each kind of write, twice.
      for round in 0..<16 {
        try await write(round, app, other, file)
        let again = try await pages(client, [:])
        // This cookie has statements recorded, and nothing answered from the cache.
        let new = try await pages(of: open(file), [.cookie: StatementHistory.cookie + "=1"])
        for (again, new) in zip(again, new) { #expect(again.text == new.text, "\(again.name), round \(round)") }
        #expect(again.count == new.count)
      }
    }
  }
}
