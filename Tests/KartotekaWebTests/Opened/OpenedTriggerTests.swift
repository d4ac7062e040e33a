import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaApplication
@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaWeb

/// What other programs' files contain beside tables: triggers and views that never end or need their program.
@Suite struct OpenedTriggerTests {
  private static let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"

  private func served(
    _ shop: OpenedShop, _ options: StoreOptions = StoreOptions(), _ cases: [APICase]
  ) async throws {
    let app = try RunningApp(try OpenedApp(OpenedFile(shop.url)), options: options)
    var server = Server(testing: app)
    server.screens = ScreenRoutes([app])
    try await server.application().test { client in for row in cases { try await row.run(client) } }
  }

  @Test("A trigger that runs without end is ended, and other changes of the file go on")
  func endlessTrigger() async throws {
    // A trigger's statements have no common table expressions of their own.
    let shop = try OpenedShop(
      """
      CREATE TABLE A (Id INTEGER PRIMARY KEY, Name TEXT);
      CREATE TABLE B (Id INTEGER PRIMARY KEY, Name TEXT);
      CREATE VIEW Numbers AS \(Self.endless) SELECT i FROM n;
      CREATE TRIGGER t AFTER INSERT ON A BEGIN UPDATE B SET Name = (SELECT max(i) FROM Numbers); END;
      INSERT INTO B VALUES (1, 'one');
      """)
    var options = StoreOptions()
    options.statementLimit = .milliseconds(300)
    try await served(
      shop, options,
      [
        .send(.post, "/api/shop/A", #"{"Name":"x"}"#, 409, has: ["more than 1 s"]),
        .send(.post, "/api/shop/B", #"{"Name":"y"}"#, 201),
      ])
    #expect(try shop.texts("SELECT (SELECT count(*) FROM A) || (SELECT count(*) FROM B)") == ["02"])
  }

  @Test("A function of the program that made the file is named when a trigger, a default or a collation needs it")
  func functions() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE A (Id INTEGER PRIMARY KEY, Name TEXT);
      INSERT INTO A VALUES (1, 'x');
      CREATE TRIGGER t AFTER UPDATE ON A BEGIN SELECT title_sort(NEW.Name); END;
      CREATE TRIGGER d AFTER DELETE ON A BEGIN SELECT title_sort(OLD.Name); END;
      CREATE TRIGGER i AFTER INSERT ON A BEGIN SELECT title_sort(NEW.Name); END;
      """)
    try await served(
      shop, StoreOptions(),
      [
        .get("/api/shop/A/1", has: ["x"]),
        .send(.patch, "/api/shop/A/1", #"{"Name":"y"}"#, 409, has: ["title_sort"]),
        .send(.post, "/api/shop/A", #"{"Name":"z"}"#, 409, has: ["title_sort"]),
        .delete("/api/shop/A/1", 409, has: ["title_sort"]), .get("/api/shop/A/1", has: ["x"]),
      ])
  }

  @Test("A view that fails or never ends leaves the pages and lists of the other tables as they are")
  func failingViews() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE A (Id INTEGER PRIMARY KEY, Name TEXT);
      INSERT INTO A VALUES (1, 'Ada');
      CREATE VIEW Bad AS SELECT Id, abs(-9223372036854775807 - Id) AS n FROM A;
      CREATE VIEW Long AS \(Self.endless) SELECT i FROM n;
      CREATE VIEW Longest AS SELECT max(i) FROM Long;
      CREATE VIEW Json AS SELECT json(Name) AS j FROM A;
      """)
    try await served(
      shop, StoreOptions(),
      [
        .get("/", has: ["Shop"]), .get("/shop/A", has: ["Ada"]), .get("/shop/more"),
        .get("/api/shop", has: [#""name":"A","#, #""count":1"#]), .get("/api/shop/A", has: ["Ada"]),
      ])
  }

  @Test("Undo brings back what triggers of the file have deleted, and does it again")
  func undoesTriggers() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE P (Id INTEGER PRIMARY KEY, Name TEXT);
      CREATE TABLE C (Code TEXT PRIMARY KEY, P INT, Data BLOB) WITHOUT ROWID;
      CREATE TABLE D (C TEXT, Note);
      CREATE TRIGGER pd AFTER DELETE ON P BEGIN DELETE FROM C WHERE P = OLD.Id; END;
      CREATE TRIGGER cd BEFORE DELETE ON C BEGIN DELETE FROM D WHERE C = OLD.Code; END;
      CREATE TRIGGER pu AFTER UPDATE ON P WHEN NEW.Name = 'none' BEGIN DELETE FROM C WHERE P = NEW.Id; END;
      INSERT INTO P VALUES (1, 'one'), (2, 'two');
      INSERT INTO C VALUES ('a', 1, x'00ff'), ('b', 1, NULL), ('c', 2, 'text');
      INSERT INTO D (rowid, C, Note) VALUES (7, 'a', 1.5), (8, 'c', 'n');
      """)
    func content() throws -> [String] {
      try shop.texts(
        """
        SELECT 'P' || Id || Name FROM P UNION ALL SELECT 'C' || Code || P || quote(Data) FROM C
        UNION ALL SELECT 'D' || rowid || C || quote(Note) FROM D ORDER BY 1
        """)
    }
    let before = try content()
    let app = try shop.open()
    let table = try #require(app.description.model.entity(named: "P"))
    let gone = try await app.store.perform(.api) { try $0.delete(table, id: 1) }
    #expect(try content() == ["Cc2'text'", "D8c'n'", "P2two"])
    let undone = try await app.store.undo(try #require(gone.changeSet), .api)
    #expect(try content() == before)
    _ = try await app.store.undo(try #require(undone.changeSet), .api)
    #expect(try content() == ["Cc2'text'", "D8c'n'", "P2two"])
    let changed = try await app.store.perform(.api) { transaction in
      var record = try #require(try transaction.record(table, id: 2))
      record.values[1] = .text("none")
      _ = try transaction.update(record)
    }
    #expect(try content() == ["P2none"])
    _ = try await app.store.undo(try #require(changed.changeSet), .api)
    #expect(try content() == ["Cc2'text'", "D8c'n'", "P2two"])
  }

  @Test("A deletion that a trigger of the file drops is refused, and leaves no image")
  func keptByTrigger() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE A (Id INTEGER PRIMARY KEY, Name TEXT);
      CREATE TRIGGER k BEFORE DELETE ON A BEGIN SELECT RAISE(IGNORE); END;
      INSERT INTO A VALUES (1, 'x');
      """)
    try await served(
      shop, StoreOptions(),
      [
        .delete("/api/shop/A/1", 422), .get("/api/shop/A/1", has: ["x"]),
        .get("/api/shop/changesets", lacks: ["Deleted"]),
      ])
  }

  @Test("The schema of the file uses harmless functions alone")
  func distrusts() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE A (Id INTEGER PRIMARY KEY, Name TEXT);
      CREATE TABLE B (Id INTEGER PRIMARY KEY, Name TEXT);
      INSERT INTO A VALUES (1, 'Ada');
      CREATE TRIGGER t AFTER INSERT ON B BEGIN UPDATE A SET Name = upper(NEW.Name) || date('2024-01-01'); END;
      """)
    try await served(
      shop, StoreOptions(),
      [.send(.post, "/api/shop/B", #"{"Name":"b"}"#, 201), .get("/api/shop/A/1", has: ["B2024-01-01"])])
  }
}
