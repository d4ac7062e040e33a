import Foundation
import Kartoteka
import Testing

@testable import KartotekaStore

@Suite("Two servers of an application in PostgreSQL", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct TwoServersTests {
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

  @Test("What one server writes, the other reads: values of all kinds, references and links")
  func allKinds() async throws {
    let maker = try await one.addMaker("Żaneta")
    var shelf = Record<Workshop.Shelf>()
    shelf.name = "Left"
    let place = try await two.add(shelf).id
    let moment = Date(timeIntervalSince1970: 1_700_000_000.123)
    let piece = try await one.addPiece("Łódź \\N\t'\"") { piece in
      (piece.code, piece.note, piece.number) = ("c1", "a\nb\\.\n{}", -9_007_199_254_740_992)
      (piece.ratio, piece.price, piece.isOpen) = (-0.1e-300, Decimal(string: "-12345.67"), true)
      (piece.day, piece.moment) = (CalendarDate(year: 1999, month: 12, day: 31), moment)
      (piece.colour, piece.position) = (.green, Coordinate(latitude: 52.2297, longitude: -21.0122))
      (piece.picture, piece.file) = (Workshop.bytes(150_000, 1), Workshop.bytes(300, 2))
      (piece.maker, piece.shelf, piece.place) = (maker, place, 7)
    }
    try await two.catchUp()
    let other = try await two.addPiece("Empty")
    let large = try await two.addPiece("Large") { piece in
      (piece.picture, piece.file) = (Workshop.bytes(40, 3), Workshop.bytes(400_000, 4))
    }
    var tag = Record<Workshop.Tag>()
    tag.name = "Old"
    let tagged = try #require(try await one.add(tag).id)
    let (entity, tags) = (try one.entity("piece"), try #require(one.entity("piece").relationship("tags")))
    _ = try await two.store.perform(.code) { transaction in
      for id in [piece, other] { try transaction.link(entity, tags, of: id, to: tagged) }
    }
    _ = try await one.store.perform(.code) { try $0.unlink(entity, tags, of: other, from: tagged) }
    try await equal()
    for id in [piece, other, large] {
      let (here, there) = (
        try await one.store.record(Piece.self, id: id), try await two.store.record(Piece.self, id: id)
      )
      #expect(here != nil && here?.any.values == there?.any.values)
    }
    let read = try #require(try await two.store.record(Piece.self, id: piece))
    #expect(
      read.moment == moment && read.number == -9_007_199_254_740_992 && read.picture == Workshop.bytes(150_000, 1))
    #expect(try await one.store.record(Piece.self, id: large)?.file == Workshop.bytes(400_000, 4))
    #expect(try await two.store.related(tags, of: piece) == [tagged])
    #expect(try await two.store.fetch(Piece.all.searching("lodz")).map(\.id) == [piece])
    #expect(try await two.store.fetch(Workshop.Entry.all.searching("lodz")).map(\.makerName) == ["Żaneta"])
  }

  @Test("A change of one server is undone on the other one and redone on the first")
  func undo() async throws {
    let piece = try await one.addPiece("Chair") { $0.number = 1 }
    try await two.change(Piece.self, piece) { $0.number = 2 }
    try await one.undo()
    #expect(try await one.store.record(Piece.self, id: piece)?.number == 1)
    try await two.undo()
    #expect(try await two.store.record(Piece.self, id: piece)?.number == 2)
    let entity = try one.entity("piece")
    _ = try await one.store.perform(.screen) { try $0.delete(entity, id: piece) }
    try await two.catchUp()
    try await two.undo()
    try await one.catchUp()
    #expect(try await one.store.record(Piece.self, id: piece)?.number == 2)
    try await equal()
  }

  @Test("Undo restores a file that a server has replaced, on one that has never had it", arguments: [40, 150_000])
  func undoOfFiles(size: Int) async throws {
    let piece = try await one.addPiece("Chair") { piece in
      (piece.picture, piece.file) = (Workshop.bytes(size, 1), Workshop.bytes(size, 2))
    }
    try await one.change(Piece.self, piece) { ($0.picture, $0.file) = (Workshop.bytes(size, 3), nil) }
    try await two.catchUp()
    try await two.undo()
    try await one.catchUp()
    let restored = try #require(try await one.store.record(Piece.self, id: piece))
    #expect(restored.picture == Workshop.bytes(size, 1) && restored.file == Workshop.bytes(size, 2))
    try await equal()
  }

  @Test("History and deleted records are the same on both")
  func history() async throws {
    let piece = try await one.addPiece("Chair")
    try await two.change(Piece.self, piece) { $0.note = "Old" }
    let entity = try one.entity("piece")
    _ = try await one.store.perform(.api) { try $0.delete(entity, id: piece) }
    let another = try await two.addPiece("Table")
    _ = try await two.store.perform(.screen) { try $0.delete(entity, id: another) }
    try await one.catchUp()
    let (here, there) = (try await one.store.history(), try await two.store.history())
    #expect(here.items.count == 5 && here.items.map(\.changeSet) == there.items.map(\.changeSet))
    for item in here.items {
      let id = item.changeSet.id
      #expect(try await one.store.changes(by: id).changes == two.store.changes(by: id).changes)
    }
    let (gone, goneThere) = (
      try await one.store.deletedRecords(limit: 10).records, try await two.store.deletedRecords(limit: 10).records
    )
    #expect(gone.map(\.number) == goneThere.map(\.number) && gone.map(\.record) == goneThere.map(\.record))
    #expect(gone.map(\.record.id) == [another, piece])
    _ = try await one.store.bringBack(gone[1].number, .screen)
    try await equal()
    #expect(try await two.store.record(Piece.self, id: piece)?.note == "Old")
  }

  @Test("A screen that has followed one server's changes goes on at another server")
  func resumption() async throws {
    let piece = try await one.addPiece("Chair")
    let (log, row) = (one.store.feed.log, one.store.feed.row(of: one.store.feed.last))
    try await two.change(Piece.self, piece) { $0.number = 1 }
    #expect(two.store.feed.log == log)
    guard case .commit(let number)? = two.store.feed.resumption(after: row, of: log) else {
      Issue.record("not known")
      return
    }
    let missed = try #require(two.store.feed.commits(after: number))
    #expect(missed.map { $0.changes.byEntity["piece"]?.updated } == [[piece]])
    try await one.catchUp()
    #expect(one.store.feed.row(of: one.store.feed.last) == two.store.feed.row(of: two.store.feed.last))
  }

  @Test("A number is never given twice, neither by a server nor by another program")
  func numbers() async throws {
    let first = try await one.addPiece("One")
    let entity = try one.entity("piece")
    try await two.catchUp()
    _ = try await two.store.perform(.code) { try $0.delete(entity, id: first) }
    let second = try await one.addPiece("Two")
    #expect(second == first + 1)
    _ = try await one.store.perform(.code) { try $0.delete(entity, id: second) }
    let third = try await two.addPiece("Three")
    #expect(third == second + 1)
    _ = try await two.store.perform(.code) { try $0.delete(entity, id: third) }
    try database.run("INSERT INTO workshop.pieces (name) VALUES ('Four')")
    #expect(try database.number("SELECT id FROM workshop.pieces") == Int(third) + 1)
    // A copy that is made now knows the numbers, too.
    let three = try database.server()
    #expect(try await three.addPiece("Five") == third + 2)
    try await database.expectEqual([one, two, three])
  }
}
