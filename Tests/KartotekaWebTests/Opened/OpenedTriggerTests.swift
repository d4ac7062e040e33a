import Foundation
import GRDB
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Testing

@testable import KartotekaApplication
@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaStore
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

  // Undone and done again, the file is each time as it was.
  private func undoneAndRepeated(
    _ shop: OpenedShop, _ content: () throws -> [String], _ change: @escaping @Sendable (Transaction) throws -> Void
  ) async throws {
    let app = try shop.open()
    let before = try content()
    let made = try #require(try await app.store.perform(.api, change).changeSet)
    let after = try content()
    #expect(after != before)
    #expect(try await app.store.obstacle(toUndoing: made) == nil)
    let undone = try #require(try await app.store.undo(made, .api).changeSet)
    #expect(try content() == before)
    let again = try #require(try await app.store.undo(undone, .api).changeSet)
    #expect(try content() == after)
    _ = try await app.store.undo(again, .api)
    #expect(try content() == before)
  }

  @Test(
    "An undo in parts takes back what triggers of the file have changed in the parts before, wherever they end",
    arguments: [0, 1])
  func undoesInParts(_ others: Int) async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE Totals (Id INTEGER PRIMARY KEY, Name TEXT, Changes INT);
      CREATE TABLE Items (Id INTEGER PRIMARY KEY, Name TEXT);
      CREATE TABLE Others (Id INTEGER PRIMARY KEY, Name TEXT);
      CREATE TRIGGER iu AFTER UPDATE ON Items BEGIN UPDATE Totals SET Changes = Changes + 1; END;
      INSERT INTO Totals VALUES (1, 'before', 0);
      INSERT INTO Others VALUES (1, 'before');
      INSERT INTO Items WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120) SELECT i, 'x' FROM n;
      """)
    func content() throws -> [String] {
      try shop.texts(
        """
        SELECT Name || Changes FROM Totals UNION ALL SELECT Name FROM Others
        UNION ALL SELECT Name || count(*) FROM Items GROUP BY Name
        """)
    }
    let app = try shop.open()
    let before = try content()
    func table(_ name: String) throws -> EntityDescription {
      try #require(app.description.model.entity(named: name))
    }
    @Sendable func rename(_ table: EntityDescription, _ id: RecordID, _ transaction: Transaction) throws {
      var record = try #require(try transaction.record(table, id: id))
      let name = try #require(table.columns.firstIndex { $0.column == "Name" })
      record.values[name] = .text("after")
      _ = try transaction.update(record)
    }
    let (totals, items, rest) = (try table("Totals"), try table("Items"), try table("Others"))
    let made = try #require(
      try await app.store.perform(.api) { transaction in
        try rename(totals, 1, transaction)
        for id in 1...120 { try rename(items, RecordID(id), transaction) }
        // Parts end behind another change.
        for _ in 0..<others { try rename(rest, 1, transaction) }
      }.changeSet)
    let after = try content()
    func undo(_ changeSet: Int64) async throws -> Int64 {
      let begun = try await app.store.beginUndo(changeSet, .api)
      var parts = 0
      while let undo = try await app.store.longUndo(), !undo.isOver {
        _ = try await app.store.continueUndo(part: .zero)
        parts += 1
      }
      #expect(parts > 3)
      let undo = try #require(try await app.store.longUndo())
      #expect(!undo.isTakenBack, "\(String(describing: undo.reason))")
      return begun.undoing
    }
    let undone = try await undo(made)
    #expect(try content() == before)
    let again = try await undo(undone)
    #expect(try content() == after)
    _ = try await undo(again)
    #expect(try content() == before)
  }

  @Test("Undo takes back what triggers of the file have added and changed elsewhere, and the history shows it")
  func undoesOthers() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE Products (Id INTEGER PRIMARY KEY, Name TEXT, Stock INT, Changed TEXT);
      CREATE TABLE Lines (Id INTEGER PRIMARY KEY, Product INT REFERENCES Products, Count INT);
      CREATE TABLE Labels (Line INT REFERENCES Lines, Text TEXT, PRIMARY KEY (Line, Text)) WITHOUT ROWID;
      CREATE TRIGGER li AFTER INSERT ON Lines BEGIN
        UPDATE Products SET Stock = Stock - NEW.Count WHERE Id = NEW.Product;
        INSERT INTO Labels VALUES (NEW.Id, 'new');
      END;
      CREATE TRIGGER ld AFTER DELETE ON Lines BEGIN
        UPDATE Products SET Stock = Stock + OLD.Count, Changed = 'deleted' WHERE Id = OLD.Product;
      END;
      CREATE TRIGGER lu AFTER UPDATE ON Lines BEGIN
        UPDATE Products SET Changed = 'updated' WHERE Id = NEW.Product;
      END;
      INSERT INTO Products VALUES (1, 'Chai', 10, NULL), (2, 'Tofu', 5, NULL);
      INSERT INTO Lines (Id, Product, Count) VALUES (1, 1, 2);
      """)
    func content() throws -> [String] {
      try shop.texts(
        """
        SELECT 'P' || Id || ' ' || Stock || ' ' || ifnull(Changed, '') FROM Products UNION ALL
        SELECT 'L' || Id || ' ' || Count FROM Lines UNION ALL SELECT 'T' || Line || Text FROM Labels ORDER BY 1
        """)
    }
    let model = try shop.open().description.model
    let (lines, labels) = (try #require(model.entity(named: "Lines")), try #require(model.entity(named: "Labels")))
    try await undoneAndRepeated(shop, content) { transaction in
      var line = AnyRecord(lines)
      line["Product"] = .integer(2)
      line["Count"] = .integer(3)
      _ = try transaction.insert(line)
    }
    try await undoneAndRepeated(shop, content) { transaction in
      var line = try #require(try transaction.record(lines, id: 1))
      line["Count"] = .integer(7)
      _ = try transaction.update(line)
    }
    let app = try shop.open()
    let made = try await app.store.perform(.api) { transaction in
      var line = AnyRecord(lines)
      line["Product"] = .integer(2)
      line["Count"] = .integer(1)
      _ = try transaction.insert(line)
    }
    let changes = try await app.store.changes(by: try #require(made.changeSet)).changes
    #expect(Set(changes.map(\.entity)) == ["Lines", "Products", labels.name])
  }

  @Test("What others have done to a record that a trigger has changed keeps nothing from being undone")
  func followed() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE Books (Id INTEGER PRIMARY KEY, Name TEXT, Changed INT);
      CREATE TABLE Notes (Id INTEGER PRIMARY KEY, Book INT REFERENCES Books, Text TEXT);
      CREATE TRIGGER ni AFTER INSERT ON Notes BEGIN UPDATE Books SET Changed = NEW.Id WHERE Id = NEW.Book; END;
      INSERT INTO Books VALUES (1, 'Diary', 0);
      """)
    let app = try shop.open()
    let notes = try #require(app.description.model.entity(named: "Notes"))
    var made: [Int64] = []
    for text in ["one", "two"] {
      let outcome = try await app.store.perform(.api) { transaction in
        var note = AnyRecord(notes)
        note["Book"] = .integer(1)
        note["Text"] = .text(text)
        _ = try transaction.insert(note)
      }
      made.append(try #require(outcome.changeSet))
    }
    #expect(try await app.store.obstacle(toUndoing: made[0]) == nil)
    _ = try await app.store.undo(made[0], .api)
    #expect(try shop.texts("SELECT Text || (SELECT Changed FROM Books) FROM Notes") == ["two2"])
  }

  @Test("A reference that leads nowhere is not announced as something that can be restored")
  func leadsNowhere() async throws {
    let shop = try OpenedShop(
      """
      CREATE TABLE Doctors (Id INTEGER PRIMARY KEY, Name TEXT);
      CREATE TABLE Patients (Id INTEGER PRIMARY KEY, Name TEXT, Doctor INT REFERENCES Doctors);
      INSERT INTO Doctors VALUES (2, 'Two');
      INSERT INTO Patients VALUES (1, 'One', 1), (2, 'Other', 2);
      """)
    try await served(
      shop, StoreOptions(),
      [
        .send(.patch, "/api/shop/Patients/1", #"{"Doctor":2}"#, 200),
        .get(
          "/api/shop/changesets/1", has: [#""canBeUndone":false"#, #""obstacle":"Doctor: there is no record No. 1""#]),
        .send(.post, "/api/shop/changesets/1/undo", "", 409),
        .send(.patch, "/api/shop/Patients/2", #"{"Name":"Else"}"#, 200),
        .get("/api/shop/changesets/2", has: [#""canBeUndone":true"#, #""obstacle":null"#]),
      ])
  }

  @Test(
    "Tables and views whose texts are compared as only another program can are listed, searched and sorted, but for those with an index of that order"
  )
  func unknownCollation() async throws {
    let shop = try OpenedShop("CREATE TABLE Z (Id INTEGER PRIMARY KEY)")
    var configuration = GRDB.Configuration()
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { $0.add(collation: DatabaseCollation("localized") { $1.compare($0) }) }
    let program = try DatabaseQueue(path: shop.url.path(percentEncoded: false), configuration: configuration)
    try await program.write {
      try $0.execute(
        sql: """
          CREATE TABLE A (Id INTEGER PRIMARY KEY, Name TEXT COLLATE localized, Code TEXT COLLATE NOCASE);
          CREATE TABLE B (Code TEXT COLLATE localized REFERENCES A (Name), Text);
          CREATE TABLE K (Code TEXT COLLATE localized PRIMARY KEY, Text) WITHOUT ROWID;
          CREATE TABLE I (Id INTEGER PRIMARY KEY, Name TEXT COLLATE localized UNIQUE);
          CREATE VIEW V AS SELECT Name, Code FROM A;
          INSERT INTO A VALUES (1, 'Ada', 'x'), (2, 'ada', 'y'), (3, 'Bo', 'X');
          INSERT INTO B VALUES ('Ada', 't');
          INSERT INTO K VALUES ('k1', 'one'), ('k2', 'two'), ('k3', 'three');
          INSERT INTO I VALUES (1, 'a'), (2, 'b'), (3, 'c');
          """)
    }
    try await served(
      shop, StoreOptions(),
      [
        .get("/api/shop/A", has: ["Ada", #""total":3"#]), .get("/api/shop/A?sort=-Name", has: ["Bo"]),
        .get("/api/shop/A?search=ada", has: [#""total":2"#]),
        .get("/api/shop/A?filter%5BName%5D%5Beq%5D=Ada", has: [#""id":1"#]), .get("/api/shop/A/1", has: ["Ada"]),
        .get("/api/shop/V?sort=Name", has: ["Bo"]), .get("/api/shop/B", has: [#""total":1"#]),
        .get("/api/shop/K", 404), .get("/api/shop/I", 404),
        .get("/shop/A", has: ["Ada"]), .get("/shop/A/1", has: ["Ada"]), .get("/shop/A?group=Name", has: ["Ada"]),
        .get("/shop/V", has: ["Ada"]), .get("/shop/B"),
        .send(.patch, "/api/shop/A/1", #"{"Name":"Adam"}"#, 200, has: ["Adam"]),
      ])
    #expect(try shop.texts("SELECT Name FROM A ORDER BY Id") == ["Adam", "ada", "Bo"])
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
