import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

/// Another program's file is adopted: it then holds everything that lay beside it, until that is taken back.
@Suite struct AdoptionTests {
  private static let schema =
    "SELECT type || '|' || name || '|' || tbl_name || '|' || coalesce(sql, '') FROM sqlite_schema"
  private static let data = """
    SELECT AlbumId || Title || quote(ArtistId) || quote(Cover) FROM Album UNION ALL SELECT rowid || Word FROM Note
    UNION ALL SELECT A || B || V FROM Keyed
    """

  private let shop: OpenedShop

  init() throws {
    shop = try OpenedShop(
      """
      CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT);
      CREATE TABLE Album (
        AlbumId INTEGER PRIMARY KEY, Title TEXT NOT NULL, ArtistId INTEGER REFERENCES Artist, Cover BLOB);
      CREATE TABLE Note (Word TEXT);
      CREATE TABLE Keyed (A TEXT, B INTEGER, V TEXT, PRIMARY KEY (A, B)) WITHOUT ROWID;
      CREATE VIEW Names AS SELECT Name FROM Artist;
      CREATE TRIGGER made AFTER INSERT ON Note BEGIN UPDATE Artist SET Name = Name; END;
      INSERT INTO Artist VALUES (1, 'Nina Simone');
      INSERT INTO Album VALUES (1, 'Wild Is the Wind', 1, X'00ff');
      INSERT INTO Note VALUES ('a'), ('b'), ('c');
      DELETE FROM Note WHERE Word = 'b';
      INSERT INTO Keyed VALUES ('x', 1, 'v');
      """)
  }

  private func serve(_ app: RunningApp? = nil, _ body: @Sendable (TestClient) async throws -> Void) async throws {
    try await Server([try app ?? shop.open()], port: 0, logger: .quiet).application().test(body)
  }

  private func post(_ client: TestClient, _ path: String, _ status: HTTPResponse.Status = .seeOther) async throws {
    let response = try await client.execute(
      uri: path, method: .post, headers: [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: "en"],
      body: ByteBuffer(string: ""))
    #expect(response.status == status, "\(String(buffer: response.body).suffix(1_500))")
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: shop.url.deletingLastPathComponent().path()).sorted()
  }

  @Test("An adopted file alone is the application, and taking it back restores its schema byte for byte")
  func adoptsAndTakesBack() async throws {
    let schema = try shop.texts(Self.schema)
    try await serve { client in
      try await APICase.send(.patch, "/api/shop/Album/1", #"{"Title":"Wild"}"#, 200).run(client)
      _ = try await client.execute(
        uri: "/shop/shape/kinds/Album/fields/Title", method: .post,
        headers: [.contentType: "application/x-www-form-urlencoded"],
        body: ByteBuffer(string: "label=Name&kind=text&title=true"))
      _ = try await APICase.get(
        "/shop/shape/adopt", has: ["kartoteka_change_log", "kartoteka_description", "copied first"]
      ).run(client)
      try await post(client, "/shop/shape/adopt")
      _ = try await APICase.get("/shop/shape", has: ["Take the adoption back"]).run(client)
      // Undo of what was changed before, and a change of an adopted file.
      _ = try await APICase.send(.post, "/api/shop/changesets/1/undo", "", 200).run(client)
      _ = try await APICase.get("/api/shop/Album/1", has: ["Wild Is the Wind"]).run(client)
      _ = try await APICase.send(.post, "/api/shop/Note", #"{"Word":"d"}"#, 201).run(client)
      _ = try await APICase.send(.patch, "/api/shop/Keyed/x,1", #"{"V":"w"}"#, 200).run(client)
      // Other programs are followed as before.
      try shop.run("INSERT INTO Artist VALUES (2, 'Miles Davis')")
      _ = try await APICase.get("/api/shop/Artist", has: [#""total":2"#, "Miles"]).run(client)
    }
    let files = try names()
    #expect(!files.contains { $0.contains(".kartoteka") })
    #expect(files.contains { $0.hasPrefix("Shop.sqlite.before-adoption-") })
    let own = try shop.texts(Self.schema).filter { !$0.contains("kartoteka_") && !$0.contains("sqlite_sequence") }
    #expect(own == schema)

    // A copy of the file has all of it.
    let elsewhere = shop.url.deletingLastPathComponent().appending(path: "copy", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: shop.url, to: elsewhere.appending(path: "Shop.sqlite"))
    let copy = try RunningApp(try OpenedApp(OpenedFile(elsewhere.appending(path: "Shop.sqlite"))))
    #expect(copy.description.model.entity(named: "Album")?.attribute("Title")?.label == "Name")
    #expect(try await copy.store.changeSet(1) != nil)

    let data = try shop.texts(Self.data)
    try await serve { client in
      _ = try await APICase.get("/shop/shape", has: ["Add an index that speeds up deletion"]).run(client)
      try await post(client, "/shop/shape/adopt/indices?of=Album.ArtistId")
      _ = try await APICase.get("/shop/shape", lacks: ["Add an index that speeds up deletion"]).run(client)
      try await post(client, "/shop/shape/adopt")
      _ = try await APICase.get("/shop/Album", has: ["Wild Is the Wind"]).run(client)
      _ = try await APICase.send(.patch, "/api/shop/Album/1", #"{"Title":"Again"}"#, 200).run(client)
      _ = try await APICase.send(.post, "/api/shop/changesets/1/undo", "", 409).run(client)
    }
    #expect(try shop.texts(Self.schema) == schema)
    #expect(try shop.texts("PRAGMA integrity_check") == ["ok"])
    #expect(try shop.texts("PRAGMA journal_mode") == ["delete"])
    #expect(try shop.texts(Self.data) == data.map { $0.replacing("Wild Is the Wind", with: "Again") })
    #expect(try names().contains("Shop.sqlite.kartoteka"))
    #expect(
      try OpenedApp(OpenedFile(shop.url)).app.description.model.entity(named: "Album")?.attribute("Title")?.label
        == "Name")
  }

  @Test("A file that counts by itself keeps its counters")
  func keepsSequences() async throws {
    try shop.run(
      "CREATE TABLE Counted (id INTEGER PRIMARY KEY AUTOINCREMENT, v TEXT); INSERT INTO Counted VALUES (7, 'x')")
    let schema = try shop.texts(Self.schema)
    try await serve { client in
      try await post(client, "/shop/shape/adopt")
      try await post(client, "/shop/shape/adopt")
    }
    #expect(try shop.texts(Self.schema) == schema)
    #expect(try shop.texts("SELECT name || seq FROM sqlite_sequence") == ["Counted7"])
  }

  @Test("A file whose table of counters is empty keeps it")
  func keepsEmptySequences() async throws {
    try shop.run("CREATE TABLE Counted (id INTEGER PRIMARY KEY AUTOINCREMENT); DROP TABLE Counted")
    let schema = try shop.texts(Self.schema)
    try #require(schema.contains { $0.contains("sqlite_sequence") })
    try await serve { client in
      try await post(client, "/shop/shape/adopt")
      try await post(client, "/shop/shape/adopt")
    }
    #expect(try shop.texts(Self.schema) == schema)
  }

  @Test("An adopted file that is only read is not written")
  func readsOnly() async throws {
    try await serve { client in try await post(client, "/shop/shape/adopt") }
    let bytes = try Data(contentsOf: shop.url)
    try await serve(try shop.open(isReadOnly: true)) { client in
      _ = try await APICase.get("/api/shop/Album/1", has: ["Wild"]).run(client)
    }
    #expect(try Data(contentsOf: shop.url) == bytes)
  }

  @Test("A file with tables of the names that adoption needs can't be adopted")
  func refuses() async throws {
    try shop.run("CREATE TABLE Kartoteka_Settings (a)")
    try await serve { client in
      _ = try await APICase.get("/shop/shape", lacks: ["Adopt this file"]).run(client)
      try await post(client, "/shop/shape/adopt", .conflict)
    }
  }

  @Test("Tables, indices and triggers of other programs under similar names are theirs")
  func leavesOthers() async throws {
    try shop.run("CREATE TABLE kartoteka_notes (a); INSERT INTO kartoteka_notes VALUES ('mine')")
    let schema = try shop.texts(Self.schema)
    try await serve { client in try await post(client, "/shop/shape/adopt") }
    let later = [
      "CREATE TABLE kartoteka_later (id INTEGER PRIMARY KEY, v TEXT)",
      "CREATE INDEX kartoteka_index_theirs ON Album (Title)",
      "CREATE TRIGGER kartoteka_watch AFTER INSERT ON Album BEGIN UPDATE kartoteka_later SET v = 1; END",
    ]
    try shop.run(later.joined(separator: ";"))
    try await serve { client in
      try await post(client, "/shop/shape/adopt/indices?of=Album.ArtistId")
      try await post(client, "/shop/shape/adopt")
    }
    let left = try shop.texts(Self.schema)
    #expect(left.count == schema.count + later.count && later.allSatisfy { sql in left.contains { $0.hasSuffix(sql) } })
    #expect(try shop.texts("SELECT a FROM kartoteka_notes") == ["mine"])
  }
}
