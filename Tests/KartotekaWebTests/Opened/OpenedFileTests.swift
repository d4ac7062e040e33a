import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaStore
@testable import KartotekaWeb

@Suite struct OpenedFileTests {
  func check(
    _ shop: OpenedShop, isReadOnly: Bool = false, hasScreens: Bool = false, _ cases: [APICase]
  ) async throws {
    let app = try shop.open(isReadOnly: isReadOnly)
    var server = Server(testing: app)
    if hasScreens { server.screens = ScreenRoutes([app]) }
    try await server.application().test { client in
      for row in cases { try await row.run(client) }
    }
  }

  @Test("Tables and views are counted once for all pages, until something changes them")
  func counts() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE T (Id INTEGER PRIMARY KEY, Name TEXT);
      CREATE TABLE U (Id INTEGER PRIMARY KEY, Name TEXT);
      CREATE VIEW V AS SELECT * FROM T;
      INSERT INTO T VALUES (1, 'Ada'), (2, 'Bo');
      """)
    let counted = Mutex<[String]>([])
    var options = StoreOptions()
    options.sqlLog = .statements
    options.log = { line in
      if line.contains("count(*)") { counted.withLock { $0.append(line) } }
    }
    let store = try RunningApp(try OpenedApp(OpenedFile(shop.url)), options: options).store
    func count(_ name: String) async throws -> Int? {
      try await store.countIfPossible(try #require(store.model.entities.first { $0.table == name }))
    }
    for _ in 0..<3 {
      #expect(try await count("T") == 2)
      #expect(try await count("V") == 2)
    }
    #expect(counted.withLock { $0.count { $0.contains("\"T\"") } } == 1, "\(counted.withLock { $0 })")
    #expect(counted.withLock { $0.count { $0.contains("\"V\"") } } == 1)
    try shop.run("INSERT INTO T VALUES (3, 'Cy')")
    #expect(try await count("T") == 3)
    #expect(try await count("V") == 3)
  }

  @Test("Looking at a file of an old SQLite, and keeping something beside it, writes not one byte of it; a change does")
  func writesNothing() async throws {
    let shop = try OpenedShop("CREATE TABLE T (Id INTEGER PRIMARY KEY, Name TEXT); INSERT INTO T VALUES (1, 'Ada');")
    // An SQLite before 3.7 says neither how many pages there are nor that it has said so.
    var bytes = try Data(contentsOf: shop.url)
    for place in Array(28..<32) + Array(92..<100) { bytes[place] = 0 }
    try bytes.write(to: shop.url)
    let app = try shop.open()
    var server = Server(testing: app)
    server.screens = ScreenRoutes([app])
    try await server.application().test { client in
      for address in ["/", "/shop/T", "/shop/T/1", "/api/shop/T"] { try await APICase.get(address).run(client) }
    }
    _ = try await app.store.perform(.screen) { try $0.save(SavedView(entity: "T", name: "v", query: "sort=Name")) }
    _ = try await app.store.pruneHistory()
    #expect(try Data(contentsOf: shop.url) == bytes)
    let table = try #require(app.description.model.entity(named: "T"))
    for _ in 1...2 {
      _ = try await app.store.perform(.api) { transaction in
        var record = AnyRecord(table)
        record["Name"] = .text("Bo")
        _ = try transaction.insert(record)
      }
    }
    #expect(try shop.texts("SELECT Name FROM T") == ["Ada", "Bo", "Bo"])
    #expect(try shop.texts("PRAGMA integrity_check") == ["ok"])
  }

  @Test("The answer to a change of the file is kept once the file has it: until then a repeated request is told so")
  func keepsAnswers() async throws {
    let shop = try OpenedShop("CREATE TABLE T (Id INTEGER PRIMARY KEY, Name TEXT)")
    let app = try shop.open()
    let table = try #require(app.description.model.entity(named: "T"))
    let request = IdempotentRequest(key: "k", fingerprint: "f")
    let response = StoredResponse(status: 201, headers: [:], body: [])
    let kept = try await IdempotentRequest.$current.withValue(request) {
      try await app.store.perform(.api) { transaction in
        _ = try transaction.insert(AnyRecord(table))
        try transaction.storeResponse(response, for: request)
        // What is in the database beside the file when that one is committed.
        return try transaction.database.rows("SELECT status FROM kartoteka_requests").map { try $0[0] as Int? }
      }
    }
    #expect(kept.value == [nil])
    #expect(try await app.store.response(to: IdempotentRequest(key: "k", fingerprint: "f")) == response)
    // Two at once, as by a button that is pressed twice.
    let answers = await withTaskGroup(of: Bool?.self) { group in
      for _ in 1...2 {
        group.addTask {
          let request = IdempotentRequest(key: "twice", fingerprint: "f")
          do {
            _ = try await IdempotentRequest.$current.withValue(request) {
              try await app.store.perform(.api) { transaction in
                _ = try transaction.insert(AnyRecord(table))
                try transaction.storeResponse(response, for: request)
              }
            }
            return true
          } catch {
            return error as? RepeatedRequest == .answered(response) ? false : nil
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(answers) == [true, false])
    #expect(try shop.texts("SELECT count(*) FROM T") == ["2"])
  }

  @Test("A change of a table with generated columns and positions is undone, and positions follow from their columns")
  func undoesGenerated() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE Place (id INTEGER PRIMARY KEY, name TEXT, lat REAL, lng REAL, twice REAL AS (lat * 2));
      INSERT INTO Place (id, name, lat, lng) VALUES (1, 'Łódź', 51.75, 19.5), (2, 'Nowhere', NULL, 19.5);
      """)
    let app = try shop.open()
    #expect(app.description.model.entities[0].attribute("position")?.kind == .coordinate)
    try await Server(testing: app).application().test { client in
      try await APICase.get("/api/shop/Place/1", has: [#""position":"51.75,19.5""#]).run(client)
      try await APICase.get("/api/shop/Place/2", has: [#""position":null"#]).run(client)
      try await APICase.send(.patch, "/api/shop/Place/1", #"{"lat":52.5}"#, 200, has: [#""twice":105"#, "52.5,19.5"])
        .run(client)
      try await APICase.send(.post, "/api/shop/changesets/1/undo", "", 200).run(client)
      try await APICase.get("/api/shop/Place/1", has: [#""position":"51.75,19.5""#, #""twice":103.5"#]).run(client)
      try await APICase.delete("/api/shop/Place/1").run(client)
      try await APICase.send(.post, "/api/shop/changesets/3/undo", "", 200).run(client)
      try await APICase.send(.post, "/api/shop/Place", #"{"name":"New","lat":1.5,"lng":2.5}"#, 201, has: ["1.5,2.5"])
        .run(client)
    }
    #expect(
      try shop.texts("SELECT name || lat || lng FROM Place ORDER BY id") == ["Łódź51.7519.5", "NULL", "New1.52.5"])
  }

  @Test("Kinds are guessed from names and values: JSON, positions, currencies, yes or no")
  func guessesKinds() throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE T (id INTEGER PRIMARY KEY, data TEXT, spot TEXT, price_eur REAL, comma TEXT, is_open INT, open INT);
      INSERT INTO T VALUES (1, '{"a":[1]}', '52.2297,21.0122', 9.5, '3,5', 1, 1), (2, '[]', '50.0614,19.9366', 1, '4,5', 0, 0);
      """)
    let entity = try OpenedApp(OpenedFile(shop.url)).app.description.model.entities[0]
    let kinds = ["data", "spot", "price_eur", "comma", "is_open", "open"].map { entity.attribute($0)?.kind }
    #expect(kinds == [.storedJSON, .coordinate, .real, .stored, .boolean, .integer])
    #expect(entity.attribute("price_eur")?.currency == "EUR")
  }

  @Test("Tables and views that can't be read are left out and named with the reason")
  func namesUnreadable() throws {
    let shop = try OpenedShop(
      "CREATE TABLE T (a); CREATE TABLE Gone (b); CREATE VIEW Broken AS SELECT b FROM Gone; DROP TABLE Gone;")
    let opened = try OpenedApp(OpenedFile(shop.url))
    #expect(opened.app.description.model.entities.map(\.name) == ["T"])
    #expect(opened.unreadable == ["Broken: no such table: main.Gone"])
  }

  @Test("The refusals of a file's own rules name the field")
  func namesRefusals() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE Items (
        Id INTEGER PRIMARY KEY, Name TEXT NOT NULL, Code TEXT UNIQUE, Price REAL CHECK (Price >= 0), Made TEXT DEFAULT 'here',
        Double GENERATED ALWAYS AS (Price * 2), CONSTRAINT short CHECK (length(Code) < 9)
      );
      CREATE TABLE Strict (Id INTEGER PRIMARY KEY, N INTEGER) STRICT;
      CREATE TRIGGER no_evil BEFORE INSERT ON Items WHEN NEW.Name = 'evil' BEGIN SELECT RAISE(ABORT, 'No evil items'); END;
      INSERT INTO Items (Name, Code) VALUES ('a', 'A');
      INSERT INTO Strict VALUES (1, 1);
      """)
    try await check(
      shop,
      [
        .send(.post, "/api/shop/Items", #"{"Name":"b","Code":"A"}"#, 409, has: ["Code"]),
        .send(.post, "/api/shop/Items", #"{"Name":"b","Price":-1}"#, 422, has: [#""Price""#, "Price >= 0"]),
        .send(.post, "/api/shop/Items", #"{"Name":"b","Code":"much too long"}"#, 422, has: [#""Code""#]),
        .send(.post, "/api/shop/Items", #"{"Code":"B"}"#, 422, has: [#""Name""#]),
        .send(.post, "/api/shop/Items", #"{"Name":"evil"}"#, 409, has: ["No evil items"]),
        .send(.post, "/api/shop/Items", #"{"Name":"b","Double":1}"#, 422, has: [#""Double""#]),
        .send(.patch, "/api/shop/Items/1", #"{"Name":null}"#, 422, has: [#""Name""#]),
        .send(.patch, "/api/shop/Strict/1", #"{"N":"text"}"#, 422, has: [#""N""#, "INTEGER"]),
        .send(.post, "/api/shop/Items", #"{"Name":"b","Price":2}"#, 201, has: [#""Made":"here""#, #""Double":4.0"#]),
      ])
  }

  @Test("Undoing a deletion brings back what foreign keys of several columns deleted with it")
  func undoesCascades() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE Pairs (A INTEGER, B INTEGER, Name TEXT, PRIMARY KEY (A, B));
      CREATE TABLE Notes (Id INTEGER PRIMARY KEY, A INTEGER, B INTEGER, T TEXT,
        FOREIGN KEY (A, B) REFERENCES Pairs ON DELETE CASCADE);
      CREATE TABLE Tags (Id INTEGER PRIMARY KEY, Note INTEGER REFERENCES Notes ON DELETE CASCADE);
      INSERT INTO Pairs VALUES (1, 2, 'x');
      INSERT INTO Notes VALUES (5, 1, 2, CAST(X'ff41' AS TEXT)), (6, NULL, 2, 'other');
      INSERT INTO Tags VALUES (7, 5);
      """)
    let dump = "SELECT quote(Id) || quote(A) || hex(T) FROM Notes UNION ALL SELECT Id || ':' || Note FROM Tags"
    let before = try shop.texts(dump)
    try await check(shop, [.delete("/api/shop/Pairs/1,2"), .get("/api/shop/Notes/5", 404), .get("/api/shop/Notes/6")])
    #expect(try shop.texts("SELECT count(*) FROM Tags") == ["0"])
    try await check(shop, [.send(.post, "/api/shop/changesets/1/undo", "", 200)])
    #expect(try shop.texts(dump) == before)
  }

  @Test("Commits of other programs are seen at once, also new columns")
  func followsOtherPrograms() async throws {
    let shop = try OpenedShop("CREATE TABLE T (Id INTEGER PRIMARY KEY, Name TEXT); INSERT INTO T VALUES (1, 'a')")
    try await check(shop, [.get("/api/shop/T", has: [#""total":1"#])])
    let app = try shop.open()
    try await Server(testing: app).application().test { client in
      try await APICase.get("/api/shop/T", has: [#""total":1"#]).run(client)
      try shop.run("INSERT INTO T VALUES (2, 'b')")
      try await APICase.get("/api/shop/T", has: [#""total":2"#, #""Name":"b""#]).run(client)
      try await APICase.send(.patch, "/api/shop/T/2", #"{"Name":"c"}"#, 200).run(client)
      try shop.run("UPDATE T SET Name = 'd' WHERE Id = 1")
      try await APICase.get("/api/shop/T/1", has: [#""Name":"d""#]).run(client)
    }
    try shop.run("ALTER TABLE T ADD COLUMN More TEXT DEFAULT 'm'")
    #expect(app.hasOtherSchema)
    let reopen = try #require(app.reopen)
    let again = try reopen()
    try await Server(testing: again).application().test { client in
      _ = try await APICase.get("/api/shop/T/1", has: [#""More":"m""#]).run(client)
    }
  }

  @Test("A file that is opened for reading is not written")
  func onlyReads() async throws {
    let shop = try OpenedShop("CREATE TABLE T (Id INTEGER PRIMARY KEY, Name TEXT); INSERT INTO T VALUES (1, 'a')")
    let bytes = try Data(contentsOf: shop.url)
    try await check(
      shop, isReadOnly: true,
      [
        .get("/api/shop/T/1", has: [#""Name":"a""#]), .send(.patch, "/api/shop/T/1", #"{"Name":"b"}"#, 405),
        .send(.post, "/api/shop/T", #"{"Name":"b"}"#, 405),
      ])
    #expect(try Data(contentsOf: shop.url) == bytes)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: shop.url.deletingLastPathComponent().path()) == [
        "Shop.sqlite"
      ])
  }

  @Test(
    "Texts in UTF-16, odd names and names of the server's own addresses", arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
  func readsOddFiles(encoding: String) async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE "we""ird / {表}" (id TEXT, "a.b[c]" TEXT, "名前" TEXT, "select" ANY);
      INSERT INTO "we""ird / {表}" VALUES ('own', 'x', '山', 1);
      CREATE TABLE settings (id INTEGER PRIMARY KEY, v TEXT); INSERT INTO settings VALUES (1, 'Zażółć');
      CREATE TABLE Missing (id INTEGER PRIMARY KEY, r INTEGER REFERENCES Nowhere (id)); INSERT INTO Missing VALUES (1, 5);
      CREATE VIEW V AS SELECT "名前" FROM "we""ird / {表}";
      CREATE VIRTUAL TABLE docs USING fts5(body);
      """, name: "my Файл.db", encoding: encoding)
    let app = "/api/my%20%D1%84%D0%B0%D0%B9%D0%BB"
    let odd = app + "/we%22ird%20%2F%20%7B%E8%A1%A8%7D"
    try await check(
      shop,
      [
        .get(odd, has: [#""id":"own""#, #""a.b[c]":"x""#, #""rowid":1"#]),
        .send(.patch, odd + "/1", #"{"名前":"河","select":"text"}"#, 200, has: ["河"]),
        .get(app + "/settings-table/1", has: ["Zażółć"]), .get(app + "/V", has: ["河"], lacks: ["docs"]),
        .send(.patch, app + "/Missing/1", #"{"r":6}"#, 200, has: [#""r":6"#]), .get(app, lacks: ["docs"]),
        .get(app + "/openapi.json"),
      ])
    #expect(try shop.texts(#"SELECT "名前" FROM "we""ird / {表}""#) == ["河"])
  }

  @Test("A filter names a column with brackets in its name")
  func filtersBrackets() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE T (Id INTEGER PRIMARY KEY, "a]b" TEXT, "c[d]" INTEGER);
      INSERT INTO T VALUES (1, 'x', 1), (2, 'y', 2), (3, 'y', 3);
      """)
    try await check(
      shop,
      [
        .get("/api/shop/T?filter%5Ba%5Db%5D=y", has: [#""total":2"#]),
        .get("/api/shop/T?filter%5Bc%5Bd%5D%5D=3", has: [#""total":1"#]),
        .get("/api/shop/T?filter%5Bc%5Bd%5D%5D%5Bgt%5D=1", has: [#""total":2"#]),
        .get("/api/shop/T?filter%5Ba%5Db%5D%5Bbetter%5D=y", 400, has: ["better"]),
      ])
  }

  @Test("A record that is sent back as it was received is accepted and not changed")
  func acceptsWhatItSent() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE Plain (id TEXT, v INTEGER);
      CREATE TABLE Strict (Id INTEGER PRIMARY KEY, r REAL) STRICT;
      CREATE TABLE Loose (Id INTEGER PRIMARY KEY, r REAL);
      INSERT INTO Plain VALUES ('x', 1);
      INSERT INTO Strict VALUES (1, 9e999);
      INSERT INTO Loose VALUES (1, -9e999);
      """)
    let app = try shop.open()
    try await Server(testing: app).application().test { client in
      for path in ["/api/shop/Plain/1", "/api/shop/Strict/1", "/api/shop/Loose/1"] {
        let sent = try await APICase.get(path).run(client)
        try await APICase.send(.patch, path, String(buffer: sent.body), 200).run(client)
      }
      try await APICase.send(.patch, "/api/shop/Plain/1", #"{"rowid":2}"#, 422, has: [#""rowid""#]).run(client)
    }
    #expect(try shop.texts("SELECT typeof(r) || (r > 1e308) FROM Strict") == ["real1"])
    #expect(try shop.texts("SELECT typeof(r) || (r < -1e308) FROM Loose") == ["real1"])
  }

  @Test("An empty, encrypted, damaged, newer or missing file is refused with its problem and a remedy")
  func refusesOtherFiles() throws {
    let shop = try OpenedShop("CREATE TABLE T (a); INSERT INTO T VALUES (zeroblob(20000))")
    let good = try Data(contentsOf: shop.url)
    var newer = good
    (newer[18], newer[19]) = (3, 3)
    var newerSchema = good
    newerSchema[47] = 5
    let cases: [(Data, StoreError.FileProblem)] = [
      (Data(), .empty), (Data(repeating: 0x41, count: 5_000), .notADatabase), (newer, .newerFormat),
      (good.prefix(8_192), .damaged("database disk image is malformed")), (newerSchema, .newerFormat),
    ]
    let path = shop.url.path(percentEncoded: false)
    for (bytes, problem) in cases {
      try bytes.write(to: shop.url)
      let error = try #require(throws: StoreError.self) { try OpenedApp(OpenedFile(shop.url)) }
      #expect(error == .cannotOpen(path: path, problem: problem))
      #expect(error.remedy != nil)
    }
    try FileManager.default.removeItem(at: shop.url)
    let error = try #require(throws: StoreError.self) { try OpenedApp(OpenedFile(shop.url)) }
    #expect(error == .cannotOpen(path: path, problem: .unreadable("There is no such file")))
  }

  @Test("Seconds since 2001, as Apple's programs write them, are moments and no days of 1984")
  func secondsSince2001() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE calls (id INTEGER PRIMARY KEY, date REAL, ZDATE TIMESTAMP);
      INSERT INTO calls VALUES (1, 786000000.5, 786000000), (2, 757382400.25, 757382400);
      """)
    let entity = try #require(try shop.open().description.model.entities.first)
    let texts = entity.attributes.map { attribute in
      attribute.behavior.text(
        attribute.label.lowercased().hasPrefix("z") ? .integer(786_000_000) : .real(786_000_000.5), for: attribute)
    }
    // 786,000,000 seconds after 2001-01-01T00:00:00Z.
    #expect(texts.filter { $0.hasPrefix("2025-11-28 05:20:00") }.count == 2, "\(texts)")
  }
}
