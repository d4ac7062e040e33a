import Foundation
import Testing

@testable import KartotekaModel
@testable import KartotekaStore

@Suite("The places of records that are written together")
struct PlacesTogetherTests {
  private typealias Concert = PlaceTests.Concert
  private typealias Piece = PlaceTests.Piece

  private struct Shelf: Entity {
    let name = Attribute<String>("Name", .title)
  }

  private struct Book: Entity {
    let name = Attribute<String>("Name", .title)
    let place = Attribute<Int>("No.", .place(in: \Book.shelf))
    let shelf = ToOne<Shelf>("Shelf", .onDelete(.nullify))
  }

  private struct Ranked: Entity {
    let place = Attribute<Int>("No.", .place(in: \Ranked.shelf))
    let shelf = ToOne<Shelf>("Shelf")
    static let uniqueKeys = [UniqueKey(\Ranked.shelf, \.place)]
  }

  private static let model = ModelDescription([Concert.self, Piece.self, Shelf.self, Book.self])

  private struct Stopped: Error {}

  // A store with two concerts.
  private func made() async throws -> Store {
    let store = try Store(inMemory: Self.model)
    _ = try await store.perform(.code) { transaction in
      for name in ["Advent", "Easter"] {
        var concert = Record<Concert>()
        concert.name = name
        try transaction.insert(&concert)
      }
    }
    return store
  }

  private func add(_ store: Store, _ pieces: [(name: String, place: Int?)], in concert: RecordID = 1) async throws {
    _ = try await store.perform(.api) { transaction in
      for (name, place) in pieces {
        var piece = Record<Piece>()
        (piece.name, piece.place, piece.concert) = (name, place, concert)
        try transaction.insert(&piece)
      }
    }
  }

  private func move(_ transaction: Transaction, _ name: String, to place: Int) throws {
    let found = try transaction.fetch(Piece.all.where(\.name == name)).first
    guard var piece = found else { throw Stopped() }
    piece.place = place
    try transaction.update(piece)
  }

  private func programme(_ store: Store, of concert: RecordID = 1) async throws -> String {
    try await store.fetch(Piece.all.where(\.concert == concert).sorted(by: \.place)).map { piece in
      (piece.place.map { "\($0)" } ?? "-") + (piece.name ?? "")
    }.joined(separator: " ")
  }

  @Test("A number of any size ends nothing, and a record without one stands behind it")
  func huge() async throws {
    let store = try await made()
    try await add(store, [("A", 1 << 53), ("B", nil), ("C", -1 << 53)])
    let programme = try await self.programme(store)
    #expect(programme == "1C 2A 3B")
  }

  @Test("A record without a number stands behind all others, whatever was put before them in the same transaction")
  func behind() async throws {
    let store = try await made()
    try await add(store, [("A", nil), ("B", nil), ("C", nil), ("D", nil)])
    try await add(store, [("E", nil), ("F", 1), ("G", 1), ("H", 1), ("I", nil)])
    let programme = try await self.programme(store)
    #expect(programme.hasPrefix("1F 2G 3H 4A"))
    #expect(programme.hasSuffix(" 9I"))
  }

  @Test("What an attempt has moved and taken back doesn't count")
  func attempt() async throws {
    let store = try await made()
    try await add(store, [("A", nil), ("B", nil), ("C", nil), ("D", nil)])
    _ = try await store.perform(.screen) { transaction in
      do {
        try transaction.attempt {
          try move(transaction, "C", to: 1)
          throw Stopped()
        }
      } catch is Stopped {}
      try move(transaction, "A", to: 3)
    }
    let programme = try await self.programme(store)
    #expect(programme == "1B 2C 3A 4D")
  }

  @Test("The records of a merged owner stand behind those of the other one, in their order, until that is undone")
  func merged() async throws {
    let store = try await made()
    try await add(store, [("A", nil), ("B", nil)])
    try await add(store, [("X", nil), ("Y", nil), ("Z", nil)], in: 2)
    _ = try await store.perform(.screen) { try move($0, "Z", to: 1) }
    let entity = try #require(Self.model.entity(named: "concert"))
    let merge = try await store.perform(.screen) { try $0.merge(RecordMerge(2, into: 1), of: entity) }.changeSet
    var programme = try await self.programme(store)
    #expect(programme == "1A 2B 3Z 4X 5Y")
    try await store.undo(try #require(merge), .screen)
    programme = try await self.programme(store)
    #expect(programme == "1A 2B")
    programme = try await self.programme(store, of: 2)
    #expect(programme == "1Z 2X 3Y")
  }

  @Test("Records whose owner is deleted have no place until it comes back")
  func freed() async throws {
    let store = try await made()
    _ = try await store.perform(.api) { transaction in
      var shelf = Record<Shelf>()
      shelf.name = "Left"
      try transaction.insert(&shelf)
      for (name, place) in [("A", 2), ("B", 1)] {
        var book = Record<Book>()
        (book.name, book.place, book.shelf) = (name, place, 1)
        try transaction.insert(&book)
      }
    }
    let shelf = try #require(Self.model.entity(named: "shelf"))
    let deletion = try await store.perform(.screen) { try $0.delete(shelf, id: 1) }.changeSet
    var places = try await store.fetch(Book.all.sorted(by: \.name)).map(\.place)
    #expect(places == [nil, nil])
    try await store.undo(try #require(deletion), .screen)
    places = try await store.fetch(Book.all.sorted(by: \.name)).map(\.place)
    #expect(places == [2, 1])
  }

  @Test("Places that are unique together with their owner are a fault: the store changes them one after the other")
  func unique() {
    let faults = PlaceSensible().faults(in: ModelDescription([Shelf.self, Ranked.self]))
    #expect(faults.map(\.field) == ["place"])
  }
}
