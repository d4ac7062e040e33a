import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaStore
import KartotekaTransfer
import Testing

@testable import KartotekaAPI
@testable import KartotekaHTML
@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite struct ProblemTests {
  @Test(arguments: [
    ("pl", "Tu niczego nie ma", "Nie ma rekordu 99 w courses."),
    ("ru", "Здесь ничего нет", "Среди courses нет записи 99."),
    ("en", "There is nothing here", "There is no record 99"), ("de, pl;q=0.5", "Tu niczego nie ma", "99"),
    ("xx", "There is nothing here", "99"), ("", "There is nothing here", "99"),
  ])
  func speaksTheLanguageAskedFor(_ language: String, _ title: String, _ detail: String) async throws {
    try await check([
      APICase.get("/api/school/courses/99", 404, has: [title, detail]).with([.acceptLanguage: language])
        .answering(.vary, "Accept-Language"),
      APICase.send(.post, "/api/school/courses", "{", 400, has: []).with([.acceptLanguage: language]),
    ])
  }

  @Test func speaksItForFieldsToo() async throws {
    try await check([
      APICase.send(
        .post, "/api/school/courses", #"{"zoo":1}"#, 422,
        has: [#""zoo":["Nie ma takiego pola"]"#, "Niczego nie zapisano"]
      )
      .with([.acceptLanguage: "pl"]).answering(.contentLanguage, "pl")
    ])
  }

  @Test func everyErrorOfTheStoreIsAnAnswer() {
    let course = School.app.description.model.entities[0]
    let errors: [(StoreError, Int)] = [
      (.invalid([FieldFault("name", "This can't be empty")]), 422), (.notUnique(entity: "course", field: "name"), 409),
      (.notUniqueTogether(entity: "course", fields: ["name", "seats"]), 409),
      (.missingTarget(entity: "course", field: "teacher", id: 9), 409), (.notFound(entity: "course", id: 9), 404),
      (.changedMeanwhile(AnyRecord(course)), 412), (.readOnly(entity: "course", field: "code"), 422),
      (.derived(entity: "course"), 409),
      (.denied(entity: "person", id: 1, by: [.init(entity: "grade", relationship: "person", count: 3)]), 409),
      (.constraint("CHECK"), 409), (.cannotUndo("This has been undone already"), 409), (.noSuchChangeSet(1), 404),
      (.unknownField(entity: "course", field: "x"), 400), (.badFilter(field: "seats", operator: .contains), 400),
      (.badCursor, 400), (.busy, 503), (.disk("full"), 507),
    ]
    for (error, status) in errors {
      let problem = Problem(error, model: School.app.description.model)
      #expect(problem?.kind.status.code == status, "\(error)")
      let text = problem.map { Localizer.english($0.detail) } ?? ""
      #expect(!text.isEmpty && !text.contains("{"), "\(text)")
    }
  }

  @Test(
    "A file beside the database that can't be written is answered as a full disk is, without its place",
    arguments: [
      WritingError.cannotWrite(file: "/data/imports/1", reason: "No space left on device"),
      WritingError.cannotCreate(file: "/data/imports/1", reason: "Read-only file system"),
      CocoaError(.fileWriteOutOfSpace), CocoaError(.fileWriteVolumeReadOnly), CocoaError(.fileWriteNoPermission),
    ] as [any Error])
  func fullDisk(error: any Error) throws {
    let problem = try #require(Problem(error, model: nil))
    #expect(problem.kind == .disk)
    #expect(!Localizer.english(problem.detail).contains("/"))
    #expect(Problem(CocoaError(.fileReadNoSuchFile), model: nil) == nil)
  }

  @Test func whatNobodyExpectedIsLoggedAndNotTold() async throws {
    let server = Server(testing: try await School.open())
    let router = server.router(DeadlineService())
    router.get("/api/broken") { _, _ -> String in
      throw CocoaError(.fileNoSuchFile, userInfo: ["secret": "4711"])
    }
    let book = LogBook()
    try await Application(router: router, logger: book.logger).test { client in
      let response = try await APICase.get(
        "/api/broken?search=Kowalska", 500, has: [#""request":""#, "unexpected"], lacks: ["4711", "Cocoa", "file"]
      ).run(client)
      let failure = book.entries.first { $0.level == .error }
      #expect(failure?.metadata["path"] == "/api/broken" && failure?.metadata["error"]?.contains("Cocoa") == true)
      let id = failure?.metadata["hb.request.id"] ?? "none"
      #expect(String(buffer: response.body).contains(id))
    }
    // Requests are in the log without what somebody searches for.
    let answered = book.entries.first { $0.message == "Answered" }
    #expect(answered?.metadata["path"] == "/api/broken" && answered?.metadata["status"] == "500")
    #expect(!book.entries.contains { "\($0)".contains("Kowalska") })
  }

  /// Every sentence of the API is in the catalogues, with the same places and all plural forms.
  @Test(arguments: [Language.polish, .russian])
  func everySentenceIsTranslated(_ language: Language) throws {
    let root = URL(filePath: #filePath).pathComponents.dropLast(4).joined(separator: "/").replacing("//", with: "/")
    var keys = Set(ProblemKind.allCases.map(\.title))
    keys.formUnion(JSONSyntaxError.Reason.allCases.map(\.rawValue))
    for folder in ["HTTP", "API", "Web"] {
      let path = "\(root)/Sources/Kartoteka\(folder)"
      for name in try FileManager.default.subpathsOfDirectory(atPath: path) where name.hasSuffix(".swift") {
        // What stands in OpenAPI documents is English: members of schemas, and answers of their own.
        let text = try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
          .replacing(#/(?:"\w+"|accepted):\s*"[^"]*"/#, with: "")
        let said =
          #/(?:Phrase\(|Problem\(\s*\.\w+,|FieldFault\([^,()]+,|parameter\([^,()]+,|: Phrase =|ValueFault\(|[?:])\s*"([A-Z{][^"\\\n]* [^"\\\n]*)"/#
        for match in text.matches(of: said) where !name.contains("OpenAPI") && !name.contains("Schema") {
          // A status's own words are English.
          let key = String(match.1)
          if key != "Insufficient Storage", !ListParameter.all.contains(where: { $0.summary == key }) {
            keys.insert(key)
          }
        }
      }
    }
    #expect(keys.count > 80)
    let missing = keys.filter { Catalogue.platform.entry($0, in: language) == nil }
    #expect(missing.isEmpty, "\(missing.sorted().joined(separator: "\n"))")
  }
}
