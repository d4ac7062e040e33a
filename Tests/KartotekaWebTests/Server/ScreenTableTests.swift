import Courses
import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaPeople
import KartotekaScreens
import KartotekaStore
import Northwind
import Testing
import TravelMap
import Travellers
import UsersCRUD

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("The table of the screens' addresses")
struct ScreenTableTests {
  /// Needs that change nothing.
  private static let reading: Set<Need> = [.public, .see, .export]

  /// The forms that need no right to change something, and why.
  private static let harmless = [
    "POST /apps/sign-in": "begins a session of who has the password", "POST /apps/sign-out": "ends the own session",
    "POST /apps/sign-in/code": "begins a session of who has the code",
    "POST /apps/sign-in/passkey": "begins a session of who has the passkey",
    "POST /apps/sign-in/passkey/options": "answers a challenge",
    "POST /apps/link": "does what the key in the form allows",
    "POST /apps/link/passkey": "makes the account that the key in the form allows",
    "POST /apps/link/passkey/options": "answers a challenge for the key in the form",
    "POST /language": "keeps the language, in a cookie or with the person",
    "POST /shortcuts": "keeps a choice, in a cookie or with the person",
    "POST /examples": "keeps a choice in a cookie",
    "POST /{app}/{entities}/filter": "leads to an address with the filter",
    "POST /{app}/{entities}/view": "leads to an address with the view",
    "POST /{app}/{entities}/chart": "leads to an address with the chart",
    "POST /{app}/{entities}/several/export": "answers the records as a file",
  ]

  // A designed application, an opened file and all applications in code: every screen that there is.
  private static func everything(_ body: (Server) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let shop = try OpenedShop("CREATE TABLE T (Id INTEGER PRIMARY KEY, Name TEXT); INSERT INTO T VALUES (1, 'Ada');")
    let designs = DesignFolder(folder, besides: [])
    let site = Site(
      Site.Content(apps: [], unavailable: []), folder: designs, options: StoreOptions(), logger: .quiet)
    let books = try AppDocument(json: Array(TemplateText.books.utf8))
    _ = try await site.change(to: books, isDryRun: false) { _ in }
    let apps = try [northwind, travelMap, travellers, courses, usersCRUD].map {
      RunningApp($0, on: try Store(inMemory: $0.description.model))
    }
    var server = Server(apps + site.apps + [try shop.open(), try await School.open()], port: 0, logger: .quiet)
    server.designs = designs
    server.people = People(in: folder)
    try await body(server)
  }

  private enum TemplateText {
    static let books = """
      {"version":1,"name":"books","entities":[{"name":"book","attributes":[{"name":"title","required":true,"title":true}]}]}
      """
  }

  @Test("It has the addresses and needs of the snapshot")
  func snapshot() async throws {
    try await Self.everything { server in
      try expectSnapshot(Set(server.screenRoutes.map(\.outline)).sorted().joined(separator: "\n") + "\n", "screens.txt")
    }
  }

  @Test("An address has the same need in all applications, and each need has an address")
  func needs() async throws {
    try await Self.everything { server in
      var known: [String: Need] = [:]
      for route in server.screenRoutes {
        let address = route.outline.split(separator: " ").prefix(2).joined(separator: " ")
        let need = known[address, default: route.need]
        #expect(need == route.need, "\(route.line)")
        known[address] = route.need
      }
      #expect(Set(known.values) == Set(Need.allCases))
    }
  }

  @Test("A form needs more than to see, save those that are known to change nothing")
  func forms() async throws {
    try await Self.everything { server in
      let forms = server.screenRoutes.filter { $0.method != .get && Self.reading.contains($0.need) }
      let found = Set(forms.map { $0.outline.split(separator: " ").prefix(2).joined(separator: " ") })
      #expect(found == Set(Self.harmless.keys))
    }
  }

  @Test("No screen is served that is not in it, and each of its rows is served")
  func served() async throws {
    try await Self.everything { server in
      let table = server.screenRoutes.map { "\($0.method.rawValue) \($0.path.description)" }
      let served = server.routes.filter { !$0.contains(" /api") && !$0.hasSuffix(" /health") && !$0.hasPrefix("HEAD ") }
      #expect(Set(table).count == table.count)
      // A server that does not run has no files to remove.
      #expect(Set(table).subtracting(served).allSatisfy { $0.hasSuffix("/shape/delete") })
      #expect(Set(served).subtracting(table).isEmpty)
    }
  }

  // The answers to a request for each row, with 1 for every record, number and name.
  private static func ask(_ routes: [ScreenRoute], _ client: TestClient) async throws -> [(ScreenRoute, UInt)] {
    var answers: [(ScreenRoute, UInt)] = []
    for route in routes {
      let parts = route.path.map { "\($0)".hasPrefix("{") ? "1" : "\($0)" }
      let response = try await client.execute(
        uri: "/" + parts.joined(separator: "/"), method: route.method,
        headers: [.contentType: "application/x-www-form-urlencoded"],
        body: ByteBuffer(string: route.method == .get ? "" : "name=Bo&title=Bo&text=Bo"))
      answers.append((route, UInt(response.status.code)))
    }
    return answers
  }

  @Test("A row that needs no right to change something writes nothing")
  func reading() async throws {
    let school = try await School.open()
    let server = Server([school], port: 0, logger: .quiet)
    let before = (school.store.feed.last, try await school.store.lastChangeSet()?.id)
    try await server.application().test { client in
      let rows = server.screenRoutes.filter { Self.reading.contains($0.need) }
      for (route, status) in try await Self.ask(rows, client) { #expect(status < 500, "\(route.line): \(status)") }
    }
    #expect(school.store.feed.last == before.0)
    #expect(try await school.store.lastChangeSet()?.id == before.1)
  }

  @Test("An application that is only read has no forms for its records, and no row writes a byte of its file")
  func readOnly() async throws {
    let shop = try OpenedShop("CREATE TABLE T (Id INTEGER PRIMARY KEY, Name TEXT); INSERT INTO T VALUES (1, 'Ada');")
    let app = try shop.open(isReadOnly: true)
    let bytes = try Data(contentsOf: shop.url)
    let server = Server([app], port: 0, logger: .quiet)
    let forms = server.screenRoutes.filter { $0.method != .get && [.change, .keep].contains($0.need) }.map(\.outline)
    // What these change lies beside the file, or is refused: none of its records can be in a cell, a deletion or a change set.
    let beside = [
      "POST /{app}/{entities}/views keep", "POST /{app}/{entities}/views/{view} keep",
      "POST /{app}/{entities}/cells change", "POST /{app}/trash/{id} change", "POST /{app}/changesets/{id}/undo change",
      "POST /{app}/changesets/{id}/cancel change",
    ]
    #expect(Set(forms) == Set(beside))
    #expect(!server.screenRoutes.contains { $0.need == .design && $0.path.description.contains("/shape") })
    try await server.application().test { client in
      for (route, status) in try await Self.ask(server.screenRoutes, client) where !Self.reading.contains(route.need) {
        #expect(status < 500 && (route.method == .get || status != 200), "\(route.line): \(status)")
      }
    }
    #expect(try Data(contentsOf: shop.url) == bytes)
  }
}

extension Server {
  /// The rows of the screens.
  var screenRoutes: [ScreenRoute] { table.compactMap { $0 as? ScreenRoute } }
}
