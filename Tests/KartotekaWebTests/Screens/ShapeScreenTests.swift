import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Screens: the shape of a designed application")
struct ShapeScreenTests {
  // Books of authors, made without Swift.
  private static let shelf = """
    {"version":1,"name":"shelf","entities":[
     {"name":"book","attributes":[{"name":"title","required":true,"title":true},{"name":"pages","kind":"integer"},
      {"name":"code"},{"name":"price","kind":"decimal","scale":2}],
      "relationships":[{"name":"author","to":"author","onDelete":"nullify"}],
      "computed":[{"attribute":{"name":"double","label":"Double","kind":"integer"},"formula":"pages * 2"}],
      "states":[{"name":"thick","label":"Thick","tone":"care","when":{"compare":["pages","gt",500]}}]},
     {"name":"author","attributes":[{"name":"name","required":true,"title":true}],
      "relationships":[{"name":"books","kind":"toMany","to":"book","inverse":"author"}]}]}
    """

  struct Site {
    let client: TestClient

    func get(_ path: String, _ status: HTTPResponse.Status = .ok, language: String = "en") async throws -> String {
      let response = try await client.execute(uri: path, method: .get, headers: [.acceptLanguage: language])
      #expect(response.status == status, "\(path)")
      return String(buffer: response.body)
    }

    /// Sends a form of the shape; with the current revision unless one is given.
    func send(
      _ path: String, _ fields: KeyValuePairs<String, String>, revision: Int? = nil, confirmed: Bool = false
    ) async throws -> (status: HTTPResponse.Status, location: String, text: String) {
      var form = URLComponents()
      form.queryItems = fields.map { URLQueryItem(name: $0.key, value: $0.value) }
      if let revision { form.queryItems?.append(URLQueryItem(name: "_revision", value: String(revision))) }
      if confirmed {
        form.queryItems?.append(
          URLQueryItem(name: FormName.confirmation.name, value: FormName.confirmation.value))
      }
      let body = (form.percentEncodedQuery ?? "").replacing("+", with: "%2B")
      let response = try await client.execute(
        uri: "/shelf/shape/" + path, method: .post,
        headers: [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: "en"],
        body: ByteBuffer(string: body))
      return (response.status, response.headers[.location] ?? "", String(buffer: response.body))
    }

    /// Makes a change that needs no question.
    func change(_ path: String, _ fields: KeyValuePairs<String, String>) async throws {
      let answer = try await send(path, fields)
      #expect(answer.status == .seeOther, "\(path) \(fields): \(answer.text.suffix(2_000))")
    }

    /// Makes a change after its question, which has these words.
    func change(_ path: String, _ fields: KeyValuePairs<String, String>, asking words: String...) async throws {
      let asked = try await send(path, fields)
      #expect(asked.status == .ok, "\(path): \(asked.location)")
      for word in words { #expect(asked.text.contains(word), "\(path): \(word) in \(asked.text.suffix(2_500))") }
      let done = try await send(path, fields, confirmed: true)
      #expect(done.status == .seeOther, "\(path): \(done.text.suffix(2_000))")
    }

    func description() async throws -> AppDocument {
      let text = try await APICase.get("/api/shelf/description").run(client)
      return try AppDocument(json: Array(text.body.readableBytesView))
    }

    func add(_ entity: String, _ json: String) async throws {
      try await APICase.send(.post, "/api/shelf/\(entity)", json, 201).run(client)
    }

    func has(_ parts: String..., of record: String = "books/1", lacks: [String] = []) async throws {
      try await APICase.get("/api/shelf/" + record, has: parts, lacks: lacks).run(client)
    }
  }

  func test(_ body: @Sendable (Site) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let school = try await School.open()
    var server = Server([school], port: 0, logger: .quiet)
    server.designs = DesignFolder(folder, besides: [school.app])
    try await server.application().test { client in
      try await APICase.send(.post, "/api/apps", Self.shelf, 201).run(client)
      let site = Site(client: client)
      try await site.add("authors", #"{"name":"Ende"}"#)
      try await site.add("books", #"{"title":"Momo","pages":300,"code":"12","price":"9.90","author":1}"#)
      try await site.add("books", #"{"title":"Krabat","pages":600,"code":"x7"}"#)
      try await body(site)
    }
  }

  @Test(
    "The shape of a designed application is offered beside its list, a record and on More; that of one in code is not")
  func offered() async throws {
    try await test { site in
      #expect(try await site.get("/shelf/books").contains("href=\"/shelf/shape/kinds/books\""))
      #expect(try await site.get("/shelf/books/1").contains("href=\"/shelf/shape/kinds/books\""))
      #expect(try await site.get("/shelf/more").contains("href=\"/shelf/shape\""))
      let overview = try await site.get("/shelf/shape")
      for part in ["kinds/books", "kinds/authors", "shape/look", "shape/new", "shape/revisions"] {
        #expect(overview.contains(part), "\(part)")
      }
      #expect(try await !site.get("/school/courses").contains("/shape"))
      _ = try await site.get("/school/shape", .notFound)
      _ = try await site.get("/shelf/shape/kinds/nothing", .notFound)
      _ = try await site.get("/shelf/shape/kinds/books/fields/nothing", .notFound)
      _ = try await site.get("/shelf/shape/kinds/books/new/nothing", .notFound)
    }
  }

  @Test("Each sheet is shown in each language", arguments: ["en", "pl", "ru"])
  func sheets(language: String) async throws {
    try await test { site in
      let kind = "/shelf/shape/kinds/books"
      var paths = ["/shelf/shape", "/shelf/shape/look", "/shelf/shape/new", "/shelf/shape/revisions", kind]
      paths += [
        "/list", "/names", "/new/computed", "/new/link?to=author", "/new/link?to=book", "/new/pictures", "/new/files",
      ].map { kind + $0 }
      paths += ["title", "pages", "author", "double"].map { kind + "/fields/" + $0 }
      paths += FieldShape.Kind.allCases.map { kind + "/new/" + $0.rawValue }
      for path in paths {
        let page = try await site.get(path, language: language)
        #expect(page.contains("</html>"), "\(path)")
      }
    }
  }

  @Test("A field of every kind is added, and a record gets a value in it")
  func add() async throws {
    try await test { site in
      for kind in FieldShape.Kind.allCases {
        try await site.change(
          "kinds/books/new/\(kind.rawValue)",
          [
            "label": "New \(kind.rawValue)", "choices": "new = Brand new\nold", "scale": "2", "currency": "EUR",
            "stars": "6", "series": "B-{00}", FormName.confirmation.name: FormName.confirmation.value,
          ])
      }
      let book = try #require(try await site.description().entity("book"))
      // A picture brings its small picture along.
      let seen = book.attributes.filter { $0.thumbnailOf == nil }
      #expect(seen.map(\.kind).suffix(23) == FieldShape.Kind.allCases.map(\.name)[...])
      #expect(book.attributes.first { $0.name == "newChoice" }?.choices == [Choice("new", "Brand new"), Choice("old")])
      let forms = book.attributes.filter { $0.form != nil }
      #expect(forms.map(\.form) == [.percent, .duration, .rating] && forms.map(\.scale) == [4, 0, 0])
      #expect(book.attributes.compactMap(\.barcode) == [.any, .article])
      #expect(book.attributes.compactMap(\.series) == ["B-{00}"])
      #expect(forms.last?.minimum == .integer(1) && forms.last?.maximum == .integer(6))
      try await APICase.send(
        .patch, "/api/shelf/books/1",
        #"{"newText":"a","newMoney":"1.50","newChoice":"old","newBoolean":true,"newDate":"2024-02-29","newCountry":"PL"}"#,
        200
      ).run(site.client)
      try await site.has(#""newMoney":1.5"#, #""newChoice":"old""#)
      #expect(try await site.get("/shelf/books/1").contains("New country"))
    }
  }

  @Test("A label changes what people read, and not the name in the API; others can't have it")
  func rename() async throws {
    try await test { site in
      try await site.change("kinds/books/fields/pages", ["label": "Sheets", "kind": "integer"])
      #expect(try await site.get("/shelf/books/1").contains("Sheets"))
      try await site.has(#""pages":300"#)
      for (label, word) in [("", "empty"), ("TITLE", "called TITLE already"), ("double", "already")] {
        let refused = try await site.send("kinds/books/fields/pages", ["label": label, "kind": "integer"])
        #expect(refused.status == .unprocessableContent && refused.text.contains(word), "\(label)")
      }
    }
  }

  @Test(
    "Reserved names and those of SQLite become names that can be used",
    arguments: ["Id", "New", "State", "Rowid", "Select", "1", "Ё"])
  func reserved(label: String) async throws {
    try await test { site in
      try await site.change("kinds/books/new/text", ["label": label])
      let added = try #require(try await site.description().entity("book")?.attributes.last)
      #expect(added.label == label && !ReservedNames.fields.contains(added.name))
      try await APICase.send(.patch, "/api/shelf/books/1", "{\"\(added.name)\":\"x\"}", 200).run(site.client)
    }
  }

  @Test("Fields are moved, and a hidden one is left out of records' pages")
  func order() async throws {
    try await test { site in
      // A step of any size ends at the last place.
      for step in [Int.max, Int.min, Int.max, -1, -1] {
        try await site.change("kinds/books/fields/price/move", ["by": String(step)])
      }
      #expect(
        try await site.description().entity("book")?.attributes.map(\.name) == ["title", "price", "pages", "code"])
      try await site.change("kinds/books/fields/code", ["label": "Code", "kind": "text", "hidden": "true"])
      #expect(try await !site.get("/shelf/books/1").contains("name=\"code\""))
      #expect(try await site.get("/shelf/shape/kinds/books").contains("hidden"))
      try await site.change("kinds/books/fields/code", ["label": "Code", "kind": "text", "hidden": "false"])
      #expect(try await site.get("/shelf/books/1").contains("name=\"code\""))
    }
  }

  @Test("A kind that values fit is asked about with their number; one that some refuse names them with their records")
  func retype() async throws {
    try await test { site in
      let refused = try await site.send("kinds/books/fields/code", ["label": "Code", "kind": "integer"])
      #expect(refused.status == .conflict && refused.text.contains("href=\"/shelf/books/2\""))
      #expect(refused.text.contains("1 record has a value in Code"), "\(refused.text.suffix(2_500))")
      // Mended, it goes.
      try await APICase.send(.patch, "/api/shelf/books/2", #"{"code":"7"}"#, 200).run(site.client)
      try await site.change(
        "kinds/books/fields/code", ["label": "Code", "kind": "integer"], asking: "2 values of Code are converted")
      try await site.has(#""code":12"#)
      // And back, by Undo.
      let revision = try await site.get("/shelf/shape/revisions")
      #expect(revision.contains("/shelf/shape/revisions/1"))
      try await site.change("revisions/1", [:], asking: "2 values of Code are converted")
      try await site.has(#""code":"12""#)
    }
  }

  @Test("A kind with a form of its own asks for what it needs first: the choices are those that records have")
  func choices() async throws {
    try await test { site in
      let asked = try await site.send("kinds/books/fields/code", ["label": "Code", "kind": "choice", "_kind": "text"])
      #expect(asked.status == .ok && asked.text.contains("12\nx7"))
      try await site.change(
        "kinds/books/fields/code",
        ["label": "Code", "kind": "choice", "_kind": "choice", "choices": "12 = Twelve\nx7"])
      try await site.change(
        "kinds/books/fields/code",
        [
          "label": "Code", "kind": "choice", "_kind": "choice", "choices": "12 = Twelve\nx7", "tone0": "good",
          "tone1": "bad",
        ])
      #expect(try await site.description().tones(of: "code", of: "book") == ["12": .good, "x7": .bad])
      try await site.has(#""state":"thick""#, of: "books/2")
      #expect(try await site.get("/shelf/books").contains("Twelve"))
      try await site.change(
        "kinds/books/fields/code", ["kind": "choice", "_kind": "choice", "tone0": "", "tone1": ""])
      #expect(try await site.description().entity("book")?.states.map(\.name) == ["thick"])
      let none = try await site.send(
        "kinds/books/fields/code", ["label": "Code", "kind": "choice", "_kind": "choice", "choices": "12"])
      #expect(none.status == .conflict && none.text.contains("/shelf/books/2"))
      let twice = try await site.send(
        "kinds/books/fields/code", ["label": "Code", "kind": "choice", "_kind": "choice", "choices": "12\n12"])
      #expect(twice.status == .unprocessableContent && twice.text.contains("12 comes twice"))
    }
  }

  @Test("A value is required, or different in all records, only where none stands in the way")
  func rules() async throws {
    try await test { site in
      let missing = try await site.send(
        "kinds/books/fields/price", ["label": "Price", "kind": "decimal", "scale": "2", "required": "true"])
      #expect(missing.status == .conflict && missing.text.contains("/shelf/books/2"))
      try await site.change("kinds/books/fields/pages", ["label": "Pages", "kind": "integer", "required": "true"])
      try await APICase.send(.post, "/api/shelf/books", #"{"title":"A"}"#, 422).run(site.client)
      try await site.change("kinds/books/fields/code", ["label": "Code", "kind": "text", "unique": "true"])
      try await APICase.send(.post, "/api/shelf/books", #"{"title":"A","pages":1,"code":"12"}"#, 409).run(site.client)
      try await site.change("kinds/books/fields/code", ["label": "Code", "kind": "text", "unique": "false"])
      try await site.add("books", #"{"title":"A","pages":1,"code":"12"}"#)
      let same = try await site.send("kinds/books/fields/code", ["label": "Code", "kind": "text", "unique": "true"])
      #expect(same.status == .conflict && same.text.contains("/shelf/books/"))
    }
  }

  @Test("Deleting a field says what goes with it; undo brings its values back")
  func delete() async throws {
    try await test { site in
      let page = try await site.get("/shelf/shape/kinds/books/fields/pages/delete")
      #expect(
        page.contains("2 values of Pages leave the records") && page.contains("Double; Thick"), "\(page.suffix(2_000))")
      try await site.change("kinds/books/fields/pages/delete", [:], asking: "2 values")
      let book = try #require(try await site.description().entity("book"))
      #expect(book.computed.isEmpty && book.states.isEmpty)
      #expect(try await site.get("/shelf/books").contains("Momo"))
      try await site.change("revisions/1", [:], asking: "2 values of Pages come back")
      try await site.has(#""pages":300"#, #""double":600"#)
    }
  }

  @Test("The title can be deleted, too: another field takes its place")
  func title() async throws {
    try await test { site in
      try await site.change("kinds/books/list", ["title": "title", "sort": "title", "initials": "true"])
      try await site.change("kinds/books/fields/title/delete", [:], asking: "2 values of Title")
      #expect(try await site.get("/shelf/books").contains("600"))
      let fields = try await site.description().entity("book")?.attributes ?? []
      #expect(fields.contains { $0.isTitle })
    }
  }

  @Test("Undo leads back to the version before, and is offered after each change")
  func undo() async throws {
    try await test { site in
      let done = try await site.send("kinds/books/new/text", ["label": "Publisher"])
      #expect(done.location == "/shelf/shape/kinds/books?changed=2")
      let page = try await site.get(done.location)
      #expect(
        page.contains("Publisher is a new field of books") && page.contains("/shelf/shape/revisions/1"))
      try await site.change("revisions/1", ["returnTo": "/shelf/shape/kinds/books"])
      #expect(try await site.description().entity("book")?.attributes.count == 4)
      let nothing = try await site.send(
        "kinds/books/fields/title", ["label": "Title", "kind": "text", "required": "true"])
      #expect(nothing.status == .seeOther && nothing.location == "/shelf/shape/kinds/books")
    }
  }

  @Test("A form of an earlier version shows what others have changed before anything is done")
  func stale() async throws {
    try await test { site in
      try await site.change("kinds/books/new/text", ["label": "Publisher"])
      let asked = try await site.send("kinds/books/new/text", ["label": "Shelf mark"], revision: 1)
      #expect(asked.status == .conflict)
      #expect(asked.text.contains("Publisher is a new field of books") && asked.text.contains("Somebody else"))
      #expect(try await site.description().entity("book")?.attributes.count == 5)
      // A confirmation of a question about an earlier version asks again.
      let late = try await site.send("kinds/books/fields/code/delete", [:], revision: 1, confirmed: true)
      #expect(late.status == .conflict)
      #expect(try await site.description().entity("book")?.attributes.count == 5)
    }
  }

  @Test("While an import runs, the shape stays as it is, and the answer says so")
  func waitsForImports() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let site = KartotekaHTTP.Site(
      .init(apps: [], unavailable: []), folder: DesignFolder(folder, besides: []), options: StoreOptions(),
      logger: .quiet)
    var document = try AppDocument(json: Array(Self.shelf.utf8))
    _ = try await site.change(to: document, isDryRun: false) { _ in }
    let app = try #require(site.app("shelf"))
    let (end, continuation) = AsyncStream.makeStream(of: Void.self)
    let isBegun = try await app.imports.begin("one") { _ in for await _ in end {} }
    #expect(isBegun)
    document.title = "Other"
    let changed = document
    await #expect(throws: DesignError.self) { try await site.change(to: changed, isDryRun: false) { _ in } }
    // What it would do can be seen meanwhile.
    let trial = try await site.change(to: changed, isDryRun: true) { _ in }
    #expect(!trial.isEmpty)
    var other = document
    other.name = "other"
    let made = other
    _ = try await site.change(to: made, isDryRun: false) { _ in }
    #expect(site.app("shelf")?.imports.current == "one")
    continuation.finish()
    await app.imports.cancel("one")
    _ = try await site.change(to: changed, isDryRun: false) { _ in }
    #expect(site.app("shelf")?.description.title == "Other")
  }

  @Test("Other programs change the description, too: the next change starts from theirs")
  func otherProgram() async throws {
    try await test { site in
      var other = try await site.description()
      try other.addField(FieldShape.text("Theirs"), to: "book")
      try await APICase.send(.put, "/api/shelf/description", other.json, 200).run(site.client)
      try await site.change("kinds/books/new/text", ["label": "Ours"])
      #expect(try await site.description().entity("book")?.attributes.map(\.label).suffix(2) == ["Theirs", "Ours"])
    }
  }
}

extension FieldShape {
  fileprivate static func text(_ label: String) -> FieldShape {
    var field = FieldShape()
    field.label = label
    return field
  }
}
