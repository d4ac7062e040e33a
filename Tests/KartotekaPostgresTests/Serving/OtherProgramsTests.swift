import Foundation
import Kartoteka
import Testing

@testable import KartotekaPostgres
@testable import KartotekaStore

@Suite(
  "Other programs that write to an application in PostgreSQL", .enabled(if: Cluster.isInstalled),
  .timeLimit(.minutes(10)))
struct OtherProgramsTests {
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

  /// What the feed of a server tells of pieces after a commit.
  private func told(_ server: Server, after number: Int) throws -> [Changes.OfEntity] {
    try #require(server.store.feed.commits(after: number)).compactMap { $0.changes.byEntity["piece"] }
  }

  @Test("Its rows reach both servers, their change logs and feeds, each once")
  func rows() async throws {
    let maker = try await one.addMaker("Ann")
    let (chair, table) = (try await one.addPiece("Chair"), try await one.addPiece("Table"))
    try await two.catchUp()
    let before = [one.store.feed.last, two.store.feed.last]
    try database.run(
      """
      BEGIN;
      INSERT INTO workshop.pieces (name, price, day, moment, maker_id, file)
        VALUES ('Żyrandol', 12.5, '2024-02-29', '2024-02-29 12:00:00.5+01', \(maker), '\\x0001ff');
      UPDATE workshop.pieces SET number = 7 WHERE id = \(chair);
      DELETE FROM workshop.pieces WHERE id = \(table);
      INSERT INTO workshop.tags (name) VALUES ('Old');
      INSERT INTO workshop.tags_pieces SELECT p.id, t.id FROM workshop.pieces p, workshop.tags t WHERE p.id = \(chair);
      COMMIT
      """)
    try await equal()
    for (server, number) in zip([one, two], before) {
      let changes = try told(server, after: number)
      #expect(changes.count == 1)
      #expect(changes.first?.inserted == [table + 1] && changes.first?.deleted == [table])
      #expect(changes.first?.updated == [chair])
      let read = try #require(try await server.store.record(Piece.self, id: table + 1))
      #expect(read.price == Decimal(string: "12.5") && read.day == CalendarDate(year: 2024, month: 2, day: 29))
      #expect(read.moment == Date(timeIntervalSince1970: 1_709_204_400.5) && read.file == Data([0, 1, 255]))
      #expect(try await server.store.fetch(Piece.all.searching("zyrandol")).count == 1)
      #expect(try await server.store.fetch(Workshop.Entry.all.searching("zyrandol")).map(\.makerName) == ["Ann"])
    }
  }

  @Test("A server that nobody tells hears of it, and its feed wakes who waits")
  func live() async throws {
    let three = try database.server(isLive: true)
    let before = three.store.feed.last
    try database.run("INSERT INTO workshop.makers (name) VALUES ('Ann')")
    await three.store.feed.wait(after: before)
    #expect(try await three.store.count(Workshop.Maker.all) == 1)
    try await one.addMaker("Bo")
    await three.store.feed.wait(after: before + 1)
    #expect(try await three.store.count(Workshop.Maker.all) == 2)
  }

  @Test("Undo refuses what another program has changed since")
  func undo() async throws {
    let piece = try await one.addPiece("Chair")
    try await one.change(Piece.self, piece) { $0.number = 1 }
    try database.run("UPDATE workshop.pieces SET number = 2")
    for server in [one, two] {
      try await server.catchUp()
      let error = await #expect(throws: StoreError.self) { try await server.undo() }
      guard case .cannotUndo = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    try await equal()
  }

  @Test("A row that SQLite can't store is put back, and the server says so")
  func refused() async throws {
    let piece = try await one.addPiece("Chair") { $0.ratio = 0.5 }
    try database.run(
      """
      UPDATE workshop.pieces SET ratio = 'NaN', number = 3;
      INSERT INTO workshop.pieces (name, moment) VALUES ('Late', 'infinity');
      INSERT INTO workshop.pieces (name) VALUES ('Good')
      """)
    try await one.catchUp()
    #expect(one.warnings.count == 2)
    #expect(one.warnings.allSatisfy { $0.contains("pieces") })
    #expect(
      try database.run("SELECT name, ratio, number FROM workshop.pieces ORDER BY id") == [
        ["Chair", "0.5", nil], ["Good", nil, nil],
      ])
    #expect(try await one.store.record(Piece.self, id: piece)?.number == nil)
    try await equal()
    try await two.change(Piece.self, piece) { $0.ratio = 1 }
    try await equal()
  }

  @Test("It can't empty a table without DELETE, nor write rows that follow from others")
  func truncate() async throws {
    try await one.addPiece("Chair")
    for sql in [
      "TRUNCATE workshop.pieces CASCADE", "UPDATE workshop.entries SET title = 'X'", "DELETE FROM workshop.entries",
    ] {
      #expect(throws: PostgresError.self, "\(sql)") { try database.run(sql) }
    }
    try database.run("DELETE FROM workshop.pieces")
    try await equal()
    #expect(try await two.store.count(Workshop.Entry.all) == 0)
  }

  @Test("Unique values that a server exchanges in one transaction are stored")
  func exchange() async throws {
    let first = try await one.addPiece("One") { $0.code = "a" }
    let second = try await one.addPiece("Two") { $0.code = "b" }
    let exchange: @Sendable (Transaction) throws -> Void = { transaction in
      for (id, code) in [(first, nil), (second, "a"), (first, "b")] as [(RecordID, String?)] {
        var piece = try #require(try transaction.record(Piece.self, id: id))
        piece.code = code
        try transaction.update(piece)
      }
    }
    _ = try await two.store.perform(.code, exchange)
    try await equal()
    #expect(try database.run("SELECT code FROM workshop.pieces ORDER BY id") == [["b"], ["a"]])
    // And by another program, which defers the rule.
    try database.run(
      """
      BEGIN; SET CONSTRAINTS ALL DEFERRED;
      UPDATE workshop.pieces SET code = CASE code WHEN 'a' THEN 'b' ELSE 'a' END; COMMIT
      """)
    try await equal()
    #expect(try await one.store.record(Piece.self, id: first)?.code == "a")
  }

  @Test("Records go as their rules say, whoever deletes what others refer to")
  func references() async throws {
    let maker = try await one.addMaker("Ann")
    var shelf = Record<Workshop.Shelf>()
    shelf.name = "Left"
    let place = try await one.add(shelf).id
    let piece = try await two.addPiece("Chair") { ($0.maker, $0.shelf, $0.place) = (maker, place, 1) }
    var repair = Record<Workshop.Repair>()
    (repair.what, repair.piece) = ("Leg", piece)
    try await one.add(repair)
    try await equal()
    #expect(throws: PostgresError.self) { try database.run("DELETE FROM workshop.makers") }
    let makers = try one.entity("maker")
    let error = await #expect(throws: StoreError.self) {
      _ = try await one.store.perform(.screen) { try $0.delete(makers, id: maker) }
    }
    guard case .denied = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try database.run("DELETE FROM workshop.shelves")
    try await equal()
    #expect(try await two.store.record(Piece.self, id: piece)?.shelf == nil)
    try database.run("DELETE FROM workshop.pieces; DELETE FROM workshop.makers")
    try await equal()
    #expect(try await two.store.count(Workshop.Repair.all) == 0)
  }
}
