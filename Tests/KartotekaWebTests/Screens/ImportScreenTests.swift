import Foundation
import HTTPTesting
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import KartotekaTransfer
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("Import, on the screens")
struct ImportScreenTests {
  /// A library with a folder of its own, which is opened anew as after a restart.
  struct Site: Sendable {
    struct Author: Entity {
      let name = Attribute<String>("Name", .required, .title, .unique)
    }

    struct Book: Entity {
      let title = Attribute<String>("Title", .required, .title)
      let year = Attribute<Int>("Year", .range(1400...2100))
      let author = ToOne<Author>("Author", onDelete: .nullify)
    }

    static let app = App(
      "library", title: "Library", symbol: .book, hue: 120, entities: [Book.self, Author.self],
      samples: [
        SampleFile(Book.self, file: "books.csv", Data("title,author\nEmma,Jane Austen\n".utf8)),
        SampleFile(Author.self, file: "authors.csv", Data("name\nJane Austen\n".utf8)),
      ]
    ) {
      Tab("Books", symbol: .book) { List(Book.self, title: \.title) }
    }

    /// A folder that is there as long as somebody holds it.
    private final class Folder: Sendable {
      let url = FileManager.default.temporaryDirectory.appending(path: "library-\(UUID())")

      init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

      deinit { try? FileManager.default.removeItem(at: url) }
    }

    private let folder: Folder
    let running: RunningApp
    private let server: Server

    init() async throws { try await self.init(Folder()) }

    private init(_ folder: Folder) async throws {
      self.folder = folder
      let apps = try await RunningApp.open([Self.app], in: folder.url)
      running = apps[0]
      server = Server(apps, logger: .quiet)
    }

    /// The same after the program was ended and started again.
    func restarted() async throws -> Site { try await Site(folder) }

    func test<Value: Sendable>(_ body: @Sendable (TestClient) async throws -> Value) async throws -> Value {
      try await server.application().test(body)
    }

    var books: Int { get async throws { try await running.store.count(Book.all) } }
    var authors: Int { get async throws { try await running.store.count(Author.all) } }

    var waiting: [PendingImport] { get async throws { try await ImportFolder(running).all().map(\.content) } }
  }

  static func upload(_ files: [(name: String, content: String)], to client: TestClient)
    async throws -> TestResponse
  {
    let parts = files.map { name, content in
      "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"\(name)\"\r\n\r\n\(content)\r\n"
    }
    return try await client.execute(
      uri: "/library/import", method: .post, headers: [.contentType: "multipart/form-data; boundary=b"],
      body: ByteBuffer(string: parts.joined() + "--b--\r\n"))
  }

  static func post(_ path: String, _ form: String, to client: TestClient) async throws
    -> TestResponse
  {
    try await client.execute(
      uri: path, method: .post, headers: [.contentType: "application/x-www-form-urlencoded"],
      body: ByteBuffer(string: form))
  }

  static func get(_ path: String, from client: TestClient) async throws -> TestResponse {
    try await client.execute(uri: path, method: .get)
  }

  static func text(_ response: TestResponse) -> String { String(buffer: response.body) }

  /// Asks until the import is over: the address of what came of it.
  static func result(of path: String, from client: TestClient) async throws -> String {
    while true {
      let response = try await get(path, from: client)
      if response.status == .seeOther { return try #require(response.headers[.location]) }
      try #require(text(response).contains("data-part=progress"), "\(text(response).suffix(1_500))")
      await Task.yield()
    }
  }

  static let books = "Title;Year;Author\nEmma;1815;Jane Austen\nDune;19x5;Frank Herbert\n"
  static let authors = "\u{FEFF}name\r\nJane Austen\r\n"

  @Test(
    "NW-9 shows what was understood of each file before anything is written, and one that is no table stops no other")
  func preview() async throws {
    let site = try await Site()
    try await site.test { client in
      let files = [("mine.csv", Self.books), ("writers.csv", Self.authors), ("notes.txt", "Dear diary\ntoday\n")]
      let response = try await Self.upload(files, to: client)
      #expect(response.status == .seeOther)
      let page = Self.text(try await Self.get(try #require(response.headers[.location]), from: client))
      #expect(page.contains("Books · 3 of 3 columns · semicolon, UTF-8"))
      #expect(page.contains("Authors · 1 of 1 columns · comma, UTF-8"))
      #expect(page.contains("It is not clear what the records of notes.txt are"))
      #expect(page.contains("Load 2 files"))
    }
    #expect(try await site.books == 0)
  }

  @Test("NW-9 corrects which entity a file is of and what its columns mean, and leaves files out")
  func correct() async throws {
    let site = try await Site()
    try await site.test { client in
      let files = [("a.csv", "Was,Wann\nEmma,1815\n"), ("writers.csv", Self.authors)]
      let path = try #require(try await Self.upload(files, to: client).headers[.location])
      let chosen = try await Self.post(path + "/1", "entity=books&load=yes", to: client)
      #expect(chosen.headers[.location] == path + "/1")
      let page = Self.text(try await Self.get(path + "/1", from: client))
      #expect(page.contains("None of the columns of a.csv belongs to books") && page.contains("Emma"))
      // Title and year are the first two of what a book has.
      let kept = try await Self.post(path + "/1", "entity=books&load=yes&column-1=1&column-2=2", to: client)
      #expect(kept.headers[.location] == path)
      let preview = Self.text(try await Self.get(path, from: client))
      #expect(preview.contains("Books · 2 of 2 columns") && preview.contains("Load 2 files"))
      _ = try await Self.post(path, "load-1=on&unresolved=empty&scope=good", to: client)
      let result = try await Self.result(of: path, from: client)
      #expect(Self.text(try await Self.get(result, from: client)).contains("a.csv"))
    }
    #expect(try await (site.books, site.authors) == (1, 0))
    let book = try await site.running.store.fetch(Site.Book.all).first
    #expect(book?.title == "Emma" && book?.year == 1815)
  }

  @Test("two columns with the same meaning are a file's fault that can be corrected")
  func sameColumn() async throws {
    let site = try await Site()
    try await site.test { client in
      let files = [("books.csv", "title,Title\nEmma,Emma\n")]
      let path = try #require(try await Self.upload(files, to: client).headers[.location])
      #expect(Self.text(try await Self.get(path, from: client)).contains("both title and Title mean Title"))
      _ = try await Self.post(path + "/1", "entity=books&load=yes&column-1=1&column-2=", to: client)
      #expect(Self.text(try await Self.get(path, from: client)).contains("Load 1 file<"))
    }
  }

  @Test("NW-9 keeps rejected rows, which are corrected and loaded after a restart, and references, which are connected")
  func leftovers() async throws {
    var site = try await Site()
    let result = try await site.test { client in
      let files = [("books.csv", Self.books), ("authors.csv", Self.authors)]
      let path = try #require(try await Self.upload(files, to: client).headers[.location])
      _ = try await Self.post(path, "load-1=on&load-2=on&unresolved=empty&scope=good", to: client)
      return try await Self.result(of: path, from: client)
    }
    #expect(try await (site.books, site.authors) == (1, 1))
    site = try await site.restarted()
    try await site.test { client in
      let page = Self.text(try await Self.get(result, from: client))
      #expect(page.contains("Imported, with 1 row left over"))
      let name = try #require(page.firstMatch(of: /name="(row-\d+-1)"/)?.1)
      #expect(page.contains("19x5") && page.contains("<p class=strong>Dune</p>"))
      let still = try await Self.post(result + "/correct", "\(name)=19", to: client)
      #expect(still.status == .seeOther)
      #expect(Self.text(try await Self.get(result, from: client)).contains("value=\"19\""))
      let done = try await Self.post(result + "/correct", "\(name)=1965", to: client)
      #expect(done.headers[.setCookie]?.hasPrefix("undo-library=") == true)
      let after = Self.text(try await Self.get(result, from: client))
      #expect(after.contains("<h1 class=pad id=\"lt\">Imported</h1>"))
      #expect(after.contains("1 book</b> · Author <q>Frank Herbert</q>"))
    }
    #expect(try await site.books == 2)
    let dune = try await site.running.store.fetch(Site.Book.all.where(\.title == "Dune")).first
    #expect(dune?.year == 1965 && dune?.author == nil)
    try await site.test { client in
      let page = Self.text(try await Self.get(result, from: client))
      let address = try #require(page.firstMatch(of: /\/library\/import\/\d+\/references\/\d+/)?.0)
      let sheet = Self.text(try await Self.get(String(address), from: client))
      #expect(sheet.contains("Use for Frank Herbert") && sheet.contains("Jane Austen"))
      let linked = try await Self.post(String(address), "_deed=done&record=1", to: client)
      #expect(linked.headers[.location] == result)
      #expect(!Self.text(try await Self.get(result, from: client)).contains("Frank Herbert"))
    }
    #expect(try await site.running.store.fetch(Site.Book.all.where(\.title == "Dune")).first?.author == 1)
  }

  @Test("loads all or nothing where that is wished for, and says what keeps it from being done")
  func allOrNothing() async throws {
    let site = try await Site()
    try await site.test { client in
      let path = try #require(try await Self.upload([("books.csv", Self.books)], to: client).headers[.location])
      _ = try await Self.post(path, "load-1=on&unresolved=empty&scope=all", to: client)
      let result = try await Self.result(of: path, from: client)
      let page = Self.text(try await Self.get(result, from: client))
      #expect(page.contains("Nothing was loaded") && page.contains("19x5"))
    }
    #expect(try await site.books == 0)
  }

  @Test("Load that is pressed again after the end leads to the result")
  func again() async throws {
    let site = try await Site()
    try await site.test { client in
      let path = try #require(try await Self.upload([("books.csv", Self.books)], to: client).headers[.location])
      let form = "load-1=on&unresolved=empty&scope=good"
      _ = try await Self.post(path, form, to: client)
      let result = try await Self.result(of: path, from: client)
      let again = try await Self.post(path, form, to: client)
      #expect(again.status == .seeOther && again.headers[.location] == path)
      #expect(try await Self.result(of: path, from: client) == result)
    }
    #expect(try await site.books == 1)
  }

  @Test("a row that can't be mended is looked at whole, downloaded, or thrown away")
  func wholeRow() async throws {
    let site = try await Site()
    try await site.test { client in
      let path = try #require(try await Self.upload([("books.csv", Self.books)], to: client).headers[.location])
      _ = try await Self.post(path, "load-1=on&unresolved=empty&scope=good", to: client)
      let result = try await Self.result(of: path, from: client)
      let file = try await Self.get(result + "/rejects", from: client)
      #expect(file.headers[.contentDisposition]?.hasPrefix("attachment") == true)
      #expect(Self.text(file).contains("Dune;19x5;Frank Herbert") && Self.text(file).contains("_reason"))
      let page = Self.text(try await Self.get(result, from: client))
      let row = String(try #require(page.firstMatch(of: /\/library\/import\/rows\/\d+/)?.0))
      let whole = Self.text(try await Self.get(row, from: client))
      #expect(whole.contains("books.csv, line 3") && whole.contains("value=\"Dune\"") && whole.contains("aria-invalid"))
      let refused = try await Self.post(row, "", to: client)
      #expect(refused.status == .unprocessableContent)
      let discarded = try await Self.post(row, "_deed=discard", to: client)
      #expect(discarded.headers[.location] == result)
      #expect(discarded.headers[.setCookie]?.contains("undo-") == true, "\(discarded.headers)")
      #expect(try await Self.get(row, from: client).status == .notFound)
    }
    #expect(try await site.books == 1)
  }

  /// The preview when what the files would do is counted.
  static func counted(_ path: String, from client: TestClient) async throws -> String {
    _ = try await get(path, from: client)
    while true {
      let part = text(try await get(path + "?part=progress", from: client))
      if !part.contains("data-part=counting") { return part }
      await Task.yield()
    }
  }

  @Test("all rejected rows of an import are thrown away for good, once that was confirmed")
  func forgets() async throws {
    let site = try await Site()
    try await site.test { client in
      let path = try #require(try await Self.upload([("books.csv", Self.books)], to: client).headers[.location])
      _ = try await Self.post(path, "load-1=on&unresolved=empty&scope=good", to: client)
      let result = try await Self.result(of: path, from: client)
      let asked = Self.text(try await Self.get(result + "/forget", from: client))
      #expect(asked.contains("Throw away 1 row<") && asked.contains("deleted for good"))
      #expect(Self.text(try await Self.get(result, from: client)).contains("19x5"))
      #expect(try await Self.post(result + "/forget", "", to: client).headers[.location] == result)
      #expect(!Self.text(try await Self.get(result, from: client)).contains("19x5"))
    }
    #expect(try await Resolver(site.running.store).rows().total == 0)
  }

  @Test("NW-8 loads the files that come with the application in one press, and undoes all of it in one")
  func sample() async throws {
    let site = try await Site()
    try await site.test { client in
      #expect(Self.text(try await Self.get("/library/import", from: client)).contains("Load the sample data"))
      let path = try #require(
        try await Self.post("/library/import/sample", "", to: client).headers[.location])
      let result = try await Self.result(of: path, from: client)
      #expect(Self.text(try await Self.get(result, from: client)).contains("2 files"))
      #expect(try await site.books == 1)
    }
    let changeSet = try #require(try await Resolver(site.running.store).imports().first?.changeSet)
    try await site.test { client in
      let report = try #require(try await Resolver(site.running.store).imports().first?.id)
      let history = "/library/changesets/\(changeSet)"
      #expect(Self.text(try await Self.get("/library/import/\(report)", from: client)).contains(history))
      #expect(Self.text(try await Self.get(history, from: client)).contains("/library/import/\(report)"))
      _ = try await Self.post(history + "/undo", "", to: client)
    }
    #expect(try await (site.books, site.authors) == (0, 0))
  }

  @Test("gives up on a file of wrong rows, and goes on when the person insists")
  func insists() async throws {
    let site = try await Site()
    try await site.test { client in
      let files = [("books.csv", "title;year\n" + String(repeating: ";1815\n", count: 5_000) + "Emma;1815\n")]
      let path = try #require(try await Self.upload(files, to: client).headers[.location])
      _ = try await Self.post(path, "load-1=on&unresolved=empty&scope=good", to: client)
      while true {
        let page = Self.text(try await Self.get(path, from: client))
        if page.contains("Load it anyway") {
          #expect(page.contains("None of the first 5,000 rows of books.csv can be loaded as books."))
          break
        }
        try #require(page.contains("data-part=progress"), "\(page.suffix(1_500))")
        await Task.yield()
      }
      #expect(try await site.books == 0)
      _ = try await Self.post(path, "load-1=on&unresolved=empty&scope=good&_deed=insist", to: client)
      let result = Self.text(try await Self.get(try await Self.result(of: path, from: client), from: client))
      #expect(result.contains("Imported, with 5,000 rows left over"))
    }
    #expect(try await site.books == 1)
  }

  @Test("refuses a form without files, and addresses of no import")
  func refuses() async throws {
    let site = try await Site()
    try await site.test { client in
      let response = try await Self.upload([], to: client)
      #expect(response.status == .badRequest || response.status == .unprocessableContent)
      for path in ["files/..%2F..", "files/none", "files/none/1", "7", "x", "7/rejects", "rows/7"] {
        #expect(try await Self.get("/library/import/\(path)", from: client).status == .notFound, "\(path)")
      }
    }
    #expect(try await site.waiting.isEmpty)
  }
}
