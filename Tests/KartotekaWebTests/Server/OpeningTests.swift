import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import KartotekaTransfer
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite struct OpeningTests {
  private static func app(_ json: String, name: String = "school", hue: Int = 120) -> App {
    App(
      name, title: "School", symbol: .book, hue: hue,
      entities: [School.Course.self, School.Person.self, School.Grade.self],
      seed: Seed(School.Person.self, file: "people.json", json: Data(json.utf8))
    ) {
      Tab("Courses", symbol: .book) { List(School.Course.self, title: \.name) }
    }
  }

  private static func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private func names(_ app: RunningApp) async throws -> [String] {
    try await app.store.fetch(School.Person.all).compactMap(\.name)
  }

  @Test("UC-1: the records that an app comes with are loaded once, as one change set")
  func loadsTheSeedOnce() async throws {
    try await Self.inFolder { folder in
      let app = Self.app(
        #"[{"name":"Nora","phone":"0048-123.456.789"},{"id":7,"name":"Łukasz","mail":"l@Example.org"}]"#)
      let first = try await RunningApp.open([app], in: folder)[0]
      #expect(
        FileManager.default.fileExists(atPath: folder.appending(path: "school.sqlite").path(percentEncoded: false)))
      #expect(try await names(first) == ["Nora", "Łukasz"])
      let nora = try await first.store.record(School.Person.self, id: 1)
      #expect(nora?.phone == "+48 123 456 789")
      let changeSet = try await first.store.lastChangeSet()
      #expect(changeSet.map { Localizer.english($0.name) } == "Imported people.json")
      for id in [1, 7] as [RecordID] {
        if let record = try await first.store.record(School.Person.self, id: id) {
          try await first.store.delete(record)
        }
      }
      // Who deleted everyone wants it empty.
      let second = try await RunningApp.open([app], in: folder)[0]
      #expect(try await names(second) == [])
    }
  }

  @Test("UC-1: ids in any order")
  func takesIdsInAnyOrder() async throws {
    try await Self.inFolder { folder in
      let json = #"[{"id":7,"name":"Nora"},{"id":3,"name":"Zoë"},{"name":"Łukasz"}]"#
      let app = try await RunningApp.open([Self.app(json)], in: folder)[0]
      #expect(try await names(app) == ["Zoë", "Nora", "Łukasz"])
    }
  }

  @Test("UC-1: records that are there already stay alone")
  func leavesOtherRecordsAlone() async throws {
    try await Self.inFolder { folder in
      let empty = try await RunningApp.open([School.app], in: folder)[0]
      var person = Record<School.Person>()
      person.name = "Zoë"
      try await empty.store.save(&person)
      let app = try await RunningApp.open([Self.app(#"[{"name":"Nora"}]"#)], in: folder)[0]
      #expect(try await names(app) == ["Zoë"])
    }
  }

  @Test(arguments: [
    (#"[{"name":"Nora"},{"name":""}]"#, 2, "name"), (#"[{"name":"Nora","zoo":1}]"#, 1, "zoo"), ("{}", 1, "array"),
    ("[1]", 1, "object"), ("[{", 1, "line 1"), (#"[{"name":"Nora","mail":"none"}]"#, 1, "mail"),
  ])
  func saysWhatIsWrongWithTheSeed(_ json: String, _ record: Int, _ part: String) async throws {
    try await Self.inFolder { folder in
      let error = await #expect(throws: OpeningError.self) { try await RunningApp.open([Self.app(json)], in: folder) }
      guard case .seed("school", "people.json", record, let problem) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(problem.contains(part), "\(problem)")
      // Nothing of it was loaded, so that a mended file is.
      let app = try await RunningApp.open([Self.app(#"[{"name":"Nora"}]"#)], in: folder)[0]
      #expect(try await names(app) == ["Nora"])
    }
  }

  @Test func checksAllAppsBeforeItOpensAny() async throws {
    try await Self.inFolder { folder in
      let wrong = [Self.app("[]", name: "api"), Self.app("[]", name: "red", hue: 20), School.app]
      let error = await #expect(throws: OpeningError.self) { try await RunningApp.open(wrong, in: folder) }
      let text = error?.description ?? ""
      #expect(
        text.contains("api: ") && text.contains("(app-name-reserved)") && text.contains("(hue-allowed)"), "\(text)")
      #expect(!FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)))
      await #expect(throws: OpeningError.nameTaken("school")) {
        try await RunningApp.open([School.app, School.app], in: folder)
      }
    }
  }
}
