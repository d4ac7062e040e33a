import Foundation
import Kartoteka
import Synchronization
import Testing

@testable import KartotekaPostgres
@testable import KartotekaStore

@Suite(
  "Rows of other programs that meet commits of servers", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct ForeignRowsTests {
  private typealias Piece = Workshop.Piece
  private let database: TestDatabase
  private let one: Server
  private let two: Server

  init() throws {
    database = try TestDatabase()
    one = try database.server()
    two = try database.server()
  }

  private func equal() async throws { try await database.expectEqual([one, two]) }

  /// What another program does to a piece that a server has just committed.
  private enum Change: String, CaseIterable {
    case update = "UPDATE workshop.pieces SET number = 2 WHERE id = 1"
    case delete = "DELETE FROM workshop.pieces WHERE id = 1"
    case renumber = "UPDATE workshop.pieces SET id = 9 WHERE id = 1"
  }

  @Test(
    "A row that another program changes after a server's commit is the same at that server and at one that lacks the commit",
    arguments: Change.allCases)
  private func committed(change: Change) async throws {
    try await one.addPiece("Chair")
    try await two.catchUp()
    _ = try await two.change(Piece.self, 1) { $0.number = 1 }
    try database.run(change.rawValue)
    // The one that lacks the commit takes the row over.
    try await one.catchUp()
    try await two.catchUp()
    try await equal()
    #expect(try await two.store.record(Piece.self, id: 1)?.number == (change == .update ? 2 : nil))
    _ = try await two.addPiece("Table")
    try await equal()
  }

  @Test("The same holds for a server that takes it over by a write, or when it starts", arguments: [false, true])
  func committedBeforeWrite(isStarted: Bool) async throws {
    try await one.addPiece("Chair")
    let three = try database.server()
    _ = try await two.change(Piece.self, 1) { $0.number = 1 }
    try database.run("UPDATE workshop.pieces SET number = 2")
    if isStarted {
      try await Server(database.address(), in: three.scratch).catchUp()
    } else {
      try await one.addPiece("Table")
    }
    try await equal()
    #expect(try await two.store.record(Piece.self, id: 1)?.number == 2)
  }

  @Test("A value without form in SQLite that replaces a server's commit does not stop another server")
  func unstorable() async throws {
    try await one.addPiece("Chair") { $0.ratio = 0.5 }
    try await two.catchUp()
    _ = try await two.change(Piece.self, 1) { $0.name = "Stool" }
    try database.run("UPDATE workshop.pieces SET ratio = 'NaN'")
    try await one.addPiece("Table")
    #expect(one.warnings.count == 1 && one.warnings[0].contains("ratio"), "\(one.warnings)")
    try await equal()
    #expect(try database.run("SELECT ratio FROM workshop.pieces ORDER BY id") == [["0.5"], [nil]])
  }

  @Test("A unique value that other programs have moved does not stop a server that lacks a commit of the row")
  func movedUniqueValue() async throws {
    try await one.addPiece("One") { $0.code = "a" }
    try await one.addPiece("Two") { $0.code = "b" }
    try await two.catchUp()
    _ = try await two.change(Piece.self, 1) { $0.number = 1 }
    try database.run(
      """
      BEGIN; SET CONSTRAINTS ALL DEFERRED;
      UPDATE workshop.pieces SET code = CASE code WHEN 'a' THEN 'b' ELSE 'a' END; COMMIT
      """)
    try await one.addPiece("Three")
    try await equal()
    #expect(try await one.store.record(Piece.self, id: 1)?.code == "b")
  }

  // MARK: Rows that are put back

  private struct Part: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let weight = Attribute<Double>("Weight")
  }

  private struct Use: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let part = ToOne<Part>("Part", required: true, onDelete: .deny)
    let after = ToOne<Use>("After", onDelete: .nullify)
  }

  private static let machine = App("machine", title: "Machine", symbol: .box, hue: 1, entities: [Part.self, Use.self]) {
    Tab("Parts", symbol: .box) { List(Part.self, title: \.name) }
  }

  private func machines() throws -> [Server] {
    try (0..<2).map { _ in try Server(database.address(), of: Self.machine) }
  }

  private func equal(_ servers: [Server]) async throws { try await database.expectEqual(servers, schema: "machine") }

  @Test("Rows that refer to a refused row are put back with it, and writes go on")
  func referrers() async throws {
    let servers = try machines()
    try await servers[0].add(Record<Part>().with { $0.name = "Wheel" })
    try await servers[0].add(Record<Use>().with { ($0.name, $0.part) = ("Cart", 1) })
    try await servers[1].catchUp()
    try database.run(
      """
      INSERT INTO machine.parts (id, name, weight) VALUES (5, 'Heavy', 'NaN'), (6, 'Light', 1);
      INSERT INTO machine.uses (id, name, part_id, after_id) VALUES (7, 'Barrow', 5, NULL), (8, 'Sledge', 6, 7);
      INSERT INTO machine.uses (id, name, part_id) VALUES (9, 'Coach', 6);
      UPDATE machine.uses SET part_id = 5, name = 'Wagon' WHERE id = 1;
      DELETE FROM machine.parts WHERE id = 1
      """)
    try await servers[0].add(Record<Part>().with { $0.name = "Axle" })
    try await equal(servers)
    #expect(try database.run("SELECT name FROM machine.parts ORDER BY id") == [["Wheel"], ["Light"], ["Axle"]])
    #expect(
      try database.run("SELECT name, part_id FROM machine.uses ORDER BY id") == [["Cart", "1"], ["Coach", "6"]])
    #expect(servers[0].warnings.contains { $0.contains("FOREIGN KEY") })
  }

  @Test("A refused row that the database does not let be put back stops no write, and the log says so")
  func notPutBack() async throws {
    let servers = try machines()
    try database.run(
      """
      CREATE TABLE machine.orders (part bigint REFERENCES machine.parts (id));
      INSERT INTO machine.parts (id, name, weight) VALUES (5, 'Heavy', 'NaN');
      INSERT INTO machine.orders VALUES (5)
      """)
    for name in ["Wheel", "Axle"] { try await servers[0].add(Record<Part>().with { $0.name = name }) }
    try await servers[1].catchUp()
    for server in servers { #expect(try await server.store.count(Part.all) == 2) }
    #expect(servers[0].warnings.contains { $0.contains("forbids to put it back") }, "\(servers[0].warnings)")
    try database.run("DELETE FROM machine.orders; DELETE FROM machine.parts WHERE id = 5")
    try await equal(servers)
  }

  @Test("A row that has vanished without the triggers does not stop the edits of its record: all copies are made anew")
  func vanished() async throws {
    for name in ["Chair", "Table"] { try await one.addPiece(name) }
    try await two.catchUp()
    try database.run("SET session_replication_role = replica; DELETE FROM workshop.pieces WHERE id = 1")
    let error = await #expect(throws: (any Error).self) {
      try await one.store.perform(.screen) { transaction in
        guard var piece = try transaction.record(Piece.self, id: 1) else {
          throw StoreError.notFound(entity: "piece", id: 1)
        }
        piece.number = 1
        try transaction.update(piece)
      }
    }
    #expect(error as? StoreError == .notFound(entity: "piece", id: 1))
    _ = try await one.change(Piece.self, 2) { $0.number = 2 }
    try await equal()
    #expect(try await two.store.fetch(Piece.all).map(\.id) == [2])
  }

  // MARK: In parts

  @Test("Rows of one transaction that are taken over in parts keep their references and unique values")
  func parts() async throws {
    for number in 1...6 {
      let maker = try await one.addMaker("M\(number)")
      try await one.addPiece("P\(number)") { ($0.code, $0.maker) = ("c\(number)", maker) }
    }
    try await two.catchUp()
    for server in [one, two] { server.store.replica?.state.withLock { $0.foreignPart = 2 } }
    try database.run(
      """
      BEGIN; SET CONSTRAINTS ALL DEFERRED;
      DELETE FROM workshop.makers WHERE id IN (1, 2);
      UPDATE workshop.pieces SET note = 'x' WHERE id > 3;
      UPDATE workshop.pieces SET maker_id = 20 WHERE maker_id IN (1, 2);
      INSERT INTO workshop.repairs (what, piece_id) SELECT 'Leg', id FROM workshop.pieces;
      UPDATE workshop.pieces SET code = 'c' || (id % 6 + 1);
      INSERT INTO workshop.makers (id, name) VALUES (20, 'New');
      INSERT INTO workshop.pieces (id, name, maker_id) VALUES (30, 'P30', 20);
      DELETE FROM workshop.pieces WHERE id = 6;
      COMMIT
      """)
    let before = try database.number("SELECT number FROM workshop.kartoteka_state")
    try await one.catchUp()
    try await equal()
    #expect(try await one.store.count(Workshop.Repair.all) == 5)
    #expect(try await two.store.record(Piece.self, id: 1)?.maker == 20)
    // A larger change in several commits.
    try database.run("UPDATE workshop.pieces SET number = id; UPDATE workshop.makers SET name = name || '!'")
    try await two.addPiece("Last")
    try await equal()
    #expect(try database.number("SELECT number FROM workshop.kartoteka_state") > before + 4)
    #expect(one.warnings == [] && two.warnings == [])
  }

  @Test("Deletions that cascade to rows of a later part delete nothing that another program has moved")
  func movedParts() async throws {
    for name in ["A", "B"] { try await one.addPiece(name) }
    for piece in [1, 1, 2] as [RecordID] {
      try await one.add(Record<Workshop.Repair>().with { ($0.what, $0.piece) = ("Leg", piece) })
    }
    try await two.catchUp()
    for server in [one, two] { server.store.replica?.state.withLock { $0.foreignPart = 1 } }
    try database.run(
      """
      BEGIN; SET CONSTRAINTS ALL DEFERRED;
      UPDATE workshop.pieces SET id = 9 WHERE id = 1; UPDATE workshop.repairs SET piece_id = 9 WHERE piece_id = 1; COMMIT
      """)
    try await equal()
    #expect(try await one.store.count(Workshop.Repair.all) == 3)
    #expect(try database.number("SELECT count(*) FROM workshop.repairs WHERE piece_id = 9") == 2)
  }

  // MARK: Numbers and keys

  @Test("A number that a program has fetched is not given again after a server's write")
  func sequence() async throws {
    for _ in 1...5 { try database.run("SELECT nextval(pg_get_serial_sequence('workshop.pieces', 'id'))") }
    try await one.addPiece("Chair")
    try database.run(
      """
      INSERT INTO workshop.pieces (id, name) VALUES (5, 'Fetched'); INSERT INTO workshop.pieces (name) VALUES ('Next')
      """)
    #expect(try database.run("SELECT id FROM workshop.pieces ORDER BY id") == [["1"], ["5"], ["6"]])
    try await equal()
    #expect(try await one.addPiece("Last") == 7)
    try await equal()
  }

  private struct Page: Entity {
    let text = Attribute<String>("Text", .required, .title, .unique, .length(1...9_000))
  }

  private static let book = App("book", title: "Book", symbol: .box, hue: 1, entities: [Page.self]) {
    Tab("Pages", symbol: .box) { List(Page.self, title: \.text) }
  }

  @Test("A unique text that the index of the database can't hold is stored, and is unique")
  func longText() async throws {
    let servers = try (0..<2).map { _ in try Server(database.address(), of: Self.book) }
    try await servers[0].add(Record<Page>().with { $0.text = "short" })
    // Bytes that can't be compressed much.
    var random = SeededRandom(state: 1)
    let long = String((0..<8_000).map { _ in Character(Unicode.Scalar(UInt8.random(in: 33...126, using: &random))) })
    try await servers[0].add(Record<Page>().with { $0.text = long })
    try await database.expectEqual(servers, schema: "book")
    let error = await #expect(throws: StoreError.self) {
      try await servers[1].add(Record<Page>().with { $0.text = long })
    }
    #expect(error == .notUnique(entity: "page", field: "text"))
    let again = "INSERT INTO book.pages (text) SELECT text FROM book.pages WHERE length(text) > 100"
    #expect(throws: PostgresError.self) { try database.run(again) }
    try await servers[1].add(Record<Page>().with { $0.text = "other" })
    try await database.expectEqual(servers, schema: "book")
  }
}

extension Record {
  /// The record with changes.
  fileprivate func with(_ change: (inout Self) -> Void) -> Self {
    var record = self
    change(&record)
    return record
  }
}
