import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import Kartoteka
import KartotekaApplication
import KartotekaModel
import KartotekaPages
import KartotekaStore
import Testing
import UsersCRUD

@testable import KartotekaHTTP
@testable import KartotekaPostgres
@testable import KartotekaWeb

@Suite(
  "Backups on the screen of applications in PostgreSQL", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct SharedBackupTests {
  private static let shelf = """
    {"version":1,"name":"shelf","title":"Shelf","entities":[{"name":"book","attributes":[{"name":"title","required":true}]}]}
    """

  /// A server with its folder of local copies.
  private struct Place {
    let scratch: Scratch
    let address: PostgresAddress
    var code: [App] = []

    var backups: URL { scratch.folder.appending(path: "backups", directoryHint: .isDirectory) }

    var files: [String] {
      let names = try? FileManager.default.contentsOfDirectory(atPath: backups.path(percentEncoded: false))
      return (names ?? []).filter { $0.hasSuffix(".tar") }.sorted()
    }

    func serve(_ body: @escaping @Sendable (Person) async throws -> Void) async throws {
      let primaries = PostgresPrimaries(address, patience: .zero)
      var options = StoreOptions()
      options.primaries = primaries
      let names = code.map(\.description.name)
      let opened = try await RunningApp.openEach(code, in: scratch.folder, options: options, logger: .silent)
      var server = KartotekaWeb.Server(opened.running, unavailable: opened.unavailable, logger: .silent)
      server.designs = DesignFolder(scratch.folder, besides: code) { folder, isRequested in
        try primaries.bringDesigned(to: folder, besides: names, isRequested: isRequested) {
          try Design(StoredDescription(revision: 0, json: $1), named: $0).document.description.model
        }
      }
      server.storeOptions = options
      try await server.application().test { try await body(Person(client: $0)) }
    }
  }

  /// Somebody who uses a server.
  private struct Person: Sendable {
    let client: TestClient

    func page(_ path: String) async throws -> String {
      let answer = try await client.execute(uri: path, method: .get, headers: [.acceptLanguage: "en"])
      return String(buffer: answer.body)
    }

    @discardableResult
    func post(_ path: String, _ form: String) async throws -> HTTPResponse.Status {
      try await client.execute(
        uri: path, method: .post, headers: [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: "en"],
        body: ByteBuffer(string: form)
      ).status
    }

    func send(_ path: String, _ json: String) async throws -> HTTPResponse.Status {
      try await client.execute(
        uri: path, method: .post, headers: [.contentType: "application/json"], body: ByteBuffer(string: json)
      ).status
    }

    /// The page of backups, once no work with them runs.
    func rest() async throws -> String {
      while true {
        let page = try await page("/apps/backups")
        guard page.contains("<progress") else { return page }
        await Task.yield()
      }
    }

    /// Makes a backup.
    /// - Returns: the address of its page.
    func backUp() async throws -> String {
      #expect(try await post("/apps/backups/now", "") == .seeOther)
      let page = try await rest()
      #expect(page.contains("was backed up") || page.contains("were backed up"), "\(page)")
      return try #require(page.firstMatch(of: #/href="(/apps/backups/files/kartoteka-[^"]+\.tar)"/#)).1.description
    }

    /// The titles of the books; nil where there is no such application.
    func titles(of app: String = "shelf") async throws -> [String]? {
      let answer = try await client.execute(uri: "/api/\(app)/books", method: .get)
      guard answer.status == .ok else { return nil }
      return String(buffer: answer.body).matches(of: #/"title" ?: ?"([^"]*)"/#).map { String($0.1) }.sorted()
    }
  }

  @Test("What is backed up at one server replaces what is there at all of them, and a copy of that stays")
  func replaced() async throws {
    let database = try TestDatabase()
    let places = try [
      Place(scratch: Scratch(), address: database.address()), Place(scratch: Scratch(), address: database.address()),
    ]
    try await places[0].serve { first in
      try await places[1].serve { second in
        #expect(try await first.send("/api/apps", Self.shelf) == .created)
        #expect(try await first.send("/api/shelf/books", #"{"title":"Momo"}"#) == .created)
        // What another server has just written is in it, too.
        try await until { try await second.titles() == ["Momo"] }
        #expect(try await second.send("/api/shelf/books", #"{"title":"Krabat"}"#) == .created)
        #expect(try await first.page("/").contains("There are no backups yet."))
        let path = try await first.backUp()
        #expect(try await first.page("/").contains("The last one: "))
        let page = try await first.page(path)
        #expect(page.contains("2 records ") && page.contains("here already with 2 records"), "\(page)")
        #expect(places[0].files.count == 1 && places[1].files.isEmpty)
        #expect(try await second.send("/api/shelf/books", #"{"title":"Later"}"#) == .created)

        #expect(try await first.post(path, "app-shelf=on&existing=keep") == .seeOther)
        #expect(try await first.rest().contains("There already, left as it is: shelf"))
        #expect(try await first.post(path, "app-shelf=on&existing=replace") == .seeOther)
        let told = try await first.rest()
        #expect(told.contains("Restored: shelf"), "\(told)")
        let kept = try #require(told.firstMatch(of: #/shelf\.sqlite\.before-[0-9A-Z.-]+/#)).0
        for person in [first, second] { try await until { try await person.titles() == ["Krabat", "Momo"] } }
        let file = places[0].scratch.folder.appending(path: String(kept))
        let model = try AppDocument(json: Array(Self.shelf.utf8)).description.model
        #expect(try Store.recordCounts(ofBackup: file, model: model)["book"] == 3)
        // Both write on, and see what the other one writes.
        #expect(try await second.send("/api/shelf/books", #"{"title":"Ronja"}"#) == .created)
        #expect(try await first.send("/api/shelf/books", #"{"title":"Emil"}"#) == .created)
        for person in [first, second] {
          try await until { try await person.titles() == ["Emil", "Krabat", "Momo", "Ronja"] }
        }
      }
    }
    #expect(try database.value("SELECT count(*) FROM shelf.books") == "4")
  }

  @Test(
    "An application comes back under another name, after its deletion, and of a file from elsewhere, at all servers")
  func anew() async throws {
    let database = try TestDatabase()
    let places = try [
      Place(scratch: Scratch(), address: database.address()), Place(scratch: Scratch(), address: database.address()),
    ]
    try await places[0].serve { first in
      try await places[1].serve { second in
        #expect(try await first.send("/api/apps", Self.shelf) == .created)
        #expect(try await first.send("/api/shelf/books", #"{"title":"Momo"}"#) == .created)
        let path = try await first.backUp()
        #expect(try await first.post(path, "app-shelf=on&as=old-shelf") == .seeOther)
        let told = try await first.rest()
        #expect(told.contains("Restored: old-shelf"), "\(told)")
        for person in [first, second] { try await until { try await person.titles(of: "old-shelf") == ["Momo"] } }
        // The other name is taken now.
        #expect(try await first.post(path, "app-shelf=on&as=old-shelf") == .unprocessableContent)

        // The other server has no backups. It gets the file, in which its application was another one.
        let bytes = try Data(contentsOf: places[0].backups.appending(path: try #require(places[0].files.first)))
        let change = Self.shelf.replacing(
          #"{"name":"title","required":true}"#, with: #"{"name":"heading","required":true}"#)
        let changed = try await second.client.execute(
          uri: "/api/shelf/description", method: .put, headers: [.contentType: "application/json"],
          body: ByteBuffer(string: change))
        #expect(changed.status == .ok || changed.status == .conflict, "\(String(buffer: changed.body))")
        var body = ByteBuffer(
          string: "--b\r\nContent-Disposition: form-data; name=\"backup\"; filename=\"house.tar\"\r\n\r\n")
        body.writeBytes(bytes)
        body.writeString("\r\n--b--\r\n")
        let taken = try await second.client.execute(
          uri: "/apps/backups/files", method: .post, headers: [.contentType: "multipart/form-data; boundary=b"],
          body: body)
        let address = try #require(taken.headers[.location])
        #expect(try await second.page(address).contains("here already with"))
        #expect(try await second.post(address, "app-shelf=on&existing=replace") == .seeOther)
        #expect(try await second.rest().contains("Restored: shelf"))
        for person in [first, second] { try await until { try await person.titles() == ["Momo"] } }
        #expect(try await first.send("/api/shelf/books", #"{"title":"Krabat"}"#) == .created)
        for person in [first, second] { try await until { try await person.titles() == ["Krabat", "Momo"] } }
      }
    }
    #expect(try database.value("SELECT count(*) FROM shelf.books") == "2")
    #expect(try database.value("SELECT count(*) FROM \"old-shelf\".books") == "1")
  }

  @Test(
    "Without the database server a backup has what was known, and says so; a restore is refused, and replaces nothing")
  func away() async throws {
    let database = try TestDatabase()
    let gateway = try Gateway(to: database.cluster.port)
    let place = try Place(
      scratch: Scratch(), address: database.cluster.address(database.name, port: gateway.port), code: [usersCRUD])
    try await place.serve { person in
      #expect(try await person.client.addPerson("Lovelace").status == 201)
      gateway.close()
      let path = try await person.backUp()
      #expect(try await person.page("/apps/backups").contains("it has what this server knew last"))
      #expect(try await person.page("/").contains("The last backup lacks something"))
      #expect(try await person.page(path).contains("app-userscrud"))
      #expect(try await person.post(path, "app-userscrud=on&existing=replace") == .seeOther)
      let told = try await person.rest()
      #expect(told.contains("The restore failed: ") && !told.contains("127.0.0.1"), "\(told)")
      let left = try FileManager.default.contentsOfDirectory(atPath: place.scratch.folder.path(percentEncoded: false))
      #expect(!left.contains { $0.contains(".before-") || $0.hasPrefix(".restore-") }, "\(left)")
      try gateway.open()
      try await until { try await person.client.addPerson("Hopper").status == 201 }
      #expect(try await person.post(path, "app-userscrud=on&existing=replace") == .seeOther)
      let done = try await person.rest()
      #expect(done.contains("Restored: userscrud"), "\(done)")
      try await until { try await !person.page("/api/userscrud/users?search=Hopper").contains("Hopper") }
      #expect(try await person.page("/api/userscrud/users?search=Lovelace").contains("Lovelace"))
    }
    #expect(try database.value("SELECT count(*) FROM userscrud.users WHERE last_name = 'Hopper'") == "0")
  }

  @Test("The timer makes them, and tries the newest one")
  func timer() async throws {
    let (database, scratch) = (try TestDatabase(), try Scratch())
    var options = StoreOptions()
    options.primaries = PostgresPrimaries(try database.address())
    let site = Site(
      Site.Content(apps: [], unavailable: []), folder: DesignFolder(scratch.folder, besides: []), options: options,
      logger: .silent)
    _ = try await site.change(to: AppDocument(json: Array(Self.shelf.utf8)), isDryRun: false) { _ in }
    let desk = try #require(site.desk)
    desk.change { $0.rule = BackupRule(days: 2) }
    let timer = BackupTimer(site: site)
    #expect(await !timer.look(desk))
    #expect(desk.state.last?.isFailure == false && desk.folder.files().count == 1)
    #expect(await !timer.look(desk))
    #expect(desk.folder.files().count == 1)
    #expect(desk.state.trial?.isFailure == false, "\(String(describing: desk.state.trial))")
    #expect(desk.state.trial?.lacks == [])
  }
}
