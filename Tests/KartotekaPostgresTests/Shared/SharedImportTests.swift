import Foundation
import HTTPTesting
import Kartoteka
import KartotekaTransfer
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaPostgres

@Suite("Imports of two servers", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct SharedImportTests {
  private let sites: TwoSites
  private static let load = "load-1=on&unresolved=empty&scope=good"

  init() throws { sites = try TwoSites(on: TestDatabase()) }

  private func location(_ response: TestResponse) throws -> String { try #require(response.headers[.location]) }

  /// Uploads a small file: the address of its preview.
  private func uploaded(_ text: String = "name;note\nA;one\nB;two\n") async throws -> String {
    try await location(sites.upload("parcels.csv", Data(text.utf8)))
  }

  @Test("Each request of an import may go to another server, from the upload to the result")
  func byTurns() async throws {
    try await sites.test {
      // A file that is converted when it comes, and larger than a part of it in the database.
      let rows = (1...12_000).map { "Посылка \($0);Хрупкая, не бросать\n" }.joined()
      let file = try #require(("Name;Words\n" + rows).data(using: .windowsCP1251))
      let path = try await location(sites.upload("parcels.csv", file))
      var preview = try await sites.page(path) { !$0.text.contains("data-part=progress") || $0.text.contains("1251") }
      #expect(preview.text.contains("1251") && preview.text.contains("1 of 2 columns"))
      for _ in 0..<2 {
        let text = try await sites.get(path + "/1").text
        #expect(text.contains("Посылка 1 · "))
      }
      // The column is chosen at one server, and the other one knows.
      let chosen = try await sites.post(path + "/1", "entity=parcels&load=yes&column-1=1&column-2=2")
      #expect(try location(chosen.response) == path)
      for _ in 0..<2 {
        preview = try await sites.get(path)
        #expect(preview.text.contains("2 of 2 columns") || !preview.text.contains("left out"))
      }
      // Both have the same bytes.
      let id = try #require(path.split(separator: "/").last.map(String.init))
      let files = try sites.apps.map { try Data(contentsOf: ImportFolder($0).file(1, of: id)) }
      #expect(files[0] == files[1] && String(decoding: files[0], as: UTF8.self).contains("Посылка 12000"))
      #expect(try await sites.get("/post/import").text.contains("parcels.csv"))
      let begun = try await sites.post(path, Self.load)
      #expect(try location(begun.response) == path)
      let done = try await sites.page(path) { $0.response.status == .seeOther }
      let result = try location(done.response)
      for _ in 0..<2 {
        let page = try await sites.get(result)
        #expect(page.response.status == .ok && page.text.contains("12,000"))
        #expect(try await sites.get(path).response.headers[.location] == result)
      }
      for app in sites.apps { #expect(try await app.store.count(TwoSites.Parcel.all) == 12_000) }
      #expect(try sites.database.value("SELECT count(*) FROM kartoteka_work.parts") == "0")
    }
  }

  /// Begins an import at the first server that goes on until it is cancelled: the address of its page and its id.
  private func begun() async throws -> (path: String, id: String) {
    let path = try await uploaded()
    let id = try #require(path.split(separator: "/").last.map(String.init))
    let folder = ImportFolder(sites.apps[0])
    var pending = try #require(try await folder.load(id)?.content)
    pending.state = .running(after: 0)
    let shared = try folder.beginning(of: pending, lane: "import")
    let (gate, _) = AsyncStream.makeStream(of: Void.self)
    let hasBegun = try await sites.apps[0].imports.begin(id, shared: shared) { [pending] report in
      report(ImportProgress(phase: .reading, file: "parcels.csv", bytes: 30, totalBytes: 100, rows: 17))
      for await _ in gate {}
      var ended = pending
      ended.state = .cancelled
      // Nothing is stored if this server is no longer the owner.
      try? await folder.end(ended)
    }
    #expect(hasBegun)
    return (path, id)
  }

  @Test("The progress of an import is shown by the other server, which stops it")
  func stopping() async throws {
    try await sites.test {
      let (path, _) = try await begun()
      let desk = sites.apps[0].imports
      try await until { try await sites.get(path, from: 1).text.contains("17 rows") }
      #expect(try await sites.get("/post/import", from: 1).text.contains("Under way"))
      // Nothing begins beside it, and its files are left as they are.
      #expect(try await location(sites.post(path, Self.load, to: 1).response) == path)
      #expect(try await sites.get(path + "/1", from: 1).response.status == .notFound)
      let other = try await uploaded()
      #expect(try await sites.post(other, Self.load, to: 1).response.status == .conflict)
      #expect(try await location(sites.post(path + "/cancel", "", to: 1).response) == path)
      try await until { try await sites.get(path, from: 1).text.contains("The import was cancelled") }
      #expect(desk.current == nil)
      _ = try await sites.post(other, Self.load, to: 1)
      _ = try await sites.page(other) { $0.response.status == .seeOther }
    }
  }

  @Test("An import whose server has ended is interrupted, and the other server starts it again")
  func interruption() async throws {
    try await sites.test {
      let (path, id) = try await begun()
      let desk = sites.apps[0].imports
      // As if the server said nothing for a minute.
      let silence = """
        UPDATE kartoteka_work.entries SET beat = now() - interval '1 min', owner = 'none' WHERE id = '\(id)'
        """
      try sites.database.run(silence)
      let page = try await sites.get(path, from: 1)
      #expect(page.text.contains("The import was interrupted"))
      _ = try await sites.post(path, Self.load, to: 1)
      let done = try await sites.page(path) { $0.response.status == .seeOther }
      #expect(try await sites.get(location(done.response)).text.contains("parcels.csv"))
      try await until { desk.current == nil }
      #expect(try await sites.get(path).response.status == .seeOther)
      #expect(try await sites.apps[1].store.count(TwoSites.Parcel.all) == 2)
    }
  }

  @Test("Files that one server discards are gone on both")
  func discarding() async throws {
    try await sites.test {
      let path = try await uploaded()
      for _ in 0..<2 { #expect(try await sites.get(path).response.status == .ok) }
      #expect(try await location(sites.post(path, "_deed=discard").response) == "/post/import")
      for server in 0..<2 {
        #expect(try await sites.get(path, from: server).response.status == .notFound)
        let folder = ImportFolder(sites.apps[server]).url("")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)) == [])
      }
      #expect(try sites.database.value("SELECT count(*) FROM kartoteka_work.files") == "0")
    }
  }

  @Test("Pasted rows are a file on both servers")
  func pasting() async throws {
    try await sites.test {
      let pasted = try await sites.post("/post/parcels/paste", "rows=Name%09Note%0AA%09one%0A")
      let path = try location(pasted.response)
      for _ in 0..<2 { #expect(try await sites.get(path).text.contains("Pasted rows")) }
    }
  }

  @Test("An application's fields are not changed while another server imports")
  func shape() async throws {
    let (database, scratch) = (try TestDatabase(), try Scratch())
    var options = StoreOptions()
    options.primaries = PostgresPrimaries(try database.address())
    let site = KartotekaHTTP.Site(
      .init(apps: [], unavailable: []), folder: DesignFolder(scratch.folder, besides: []), options: options,
      logger: .silent)
    let json = """
      {"version":1,"name":"shelf","entities":[
       {"name":"book","attributes":[{"name":"title","required":true,"title":true}]}]}
      """
    var document = try AppDocument(json: Array(json.utf8))
    _ = try await site.change(to: document, isDryRun: false) { _ in }
    document.title = "Other"
    let changed = document
    let work = PostgresPrimaries(try database.address()).work("imports/shelf")
    #expect(try work.begin("a", SharedContent(description: Data()), lane: "import", isNew: true))
    await #expect(throws: DesignError.self) { try await site.change(to: changed, isDryRun: false) { _ in } }
    try work.end("a", SharedContent(description: nil), files: nil)
    _ = try await site.change(to: changed, isDryRun: false) { _ in }
    #expect(site.app("shelf")?.description.title == "Other")
  }
}
