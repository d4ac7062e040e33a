import Foundation
import Testing

@testable import KartotekaModel
@testable import KartotekaStore

@Suite("The places of records within another one")
struct PlaceTests {
  struct Concert: Entity {
    let name = Attribute<String>("Name", .title)
    let programme = ToMany<Piece>("Programme", inverse: \.concert)
  }

  struct Piece: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let place = Attribute<Int>("No.", .place(in: \Piece.concert))
    let concert = ToOne<Concert>("Concert", .onDelete(.cascade))
  }

  private static let model = ModelDescription([Concert.self, Piece.self])

  // A store with two concerts, the first with pieces of those names.
  private func made(_ names: String = "ABCD") async throws -> Store {
    let store = try Store(inMemory: Self.model)
    _ = try await store.perform(.code) { transaction in
      for name in ["Advent", "Easter"] {
        var concert = Record<Concert>()
        concert.name = name
        try transaction.insert(&concert)
      }
    }
    for name in names { try await add(store, String(name)) }
    return store
  }

  @discardableResult
  private func add(_ store: Store, _ name: String, at place: Int? = nil, in concert: RecordID? = 1) async throws
    -> Int64
  {
    try #require(
      try await store.perform(.api) { transaction in
        var piece = Record<Piece>()
        (piece.name, piece.place, piece.concert) = (name, place, concert)
        try transaction.insert(&piece)
      }.changeSet)
  }

  @discardableResult
  private func change(
    _ store: Store, _ name: String, _ body: @escaping @Sendable (inout Record<Piece>) -> Void
  ) async throws -> Int64 {
    let change = try await store.perform(.screen) { transaction in
      var piece = try #require(try transaction.fetch(Piece.all.where(\.name == name)).first)
      body(&piece)
      try transaction.update(piece)
    }
    return try #require(change.changeSet)
  }

  // The pieces of a concert with their numbers: "1 A, 2 B".
  private func programme(_ store: Store, of concert: RecordID = 1) async throws -> String {
    try await store.fetch(Piece.all.where(\.concert == concert).sorted(by: \.place)).map { piece in
      (piece.place.map { "\($0)" } ?? "-") + (piece.name ?? "")
    }.joined(separator: " ")
  }

  @Test("A new record comes last, one with a number stands there, and a number behind the end is the last one")
  func adding() async throws {
    let store = try await made("AB")
    #expect(try await programme(store) == "1A 2B")
    try await add(store, "C", at: 1)
    #expect(try await programme(store) == "1C 2A 3B")
    try await add(store, "D", at: 40)
    try await add(store, "E", at: -3)
    #expect(try await programme(store) == "1E 2C 3A 4B 5D")
    // Nobody has a place nowhere.
    try await add(store, "F", at: 3, in: nil)
    #expect(try await store.fetch(Piece.all.where(\.name == "F")).first?.place == nil)
  }

  @Test("A number that is typed moves the record up or down, and undo puts all back")
  func moving() async throws {
    let store = try await made()
    let down = try await change(store, "A") { $0.place = 3 }
    #expect(try await programme(store) == "1B 2C 3A 4D")
    let up = try await change(store, "D") { $0.place = 1 }
    #expect(try await programme(store) == "1D 2B 3C 4A")
    try await store.undo(up, .screen)
    #expect(try await programme(store) == "1B 2C 3A 4D")
    let undo = try #require(try await store.undo(down, .screen).changeSet)
    #expect(try await programme(store) == "1A 2B 3C 4D")
    try await store.undo(undo, .screen)
    #expect(try await programme(store) == "1B 2C 3A 4D")
    // An emptied number is none.
    let emptied = try await store.perform(.screen) { transaction in
      var piece = try #require(try transaction.fetch(Piece.all.where(\.name == "A")).first)
      piece.place = nil
      try transaction.update(piece)
    }
    #expect(emptied.changeSet == nil)
    #expect(try await programme(store) == "1B 2C 3A 4D")
  }

  @Test("A deletion leaves no gap, and its undo none either, whatever was moved since")
  func deleting() async throws {
    let store = try await made()
    let deleted = try await store.perform(.screen) { transaction in
      let piece = try #require(try transaction.fetch(Piece.all.where(\.name == "B")).first)
      try transaction.delete(piece)
    }
    let deletion = try #require(deleted.changeSet)
    #expect(try await programme(store) == "1A 2C 3D")
    try await change(store, "D") { $0.place = 1 }
    #expect(try await programme(store) == "1D 2A 3C")
    try await store.undo(deletion, .screen)
    #expect(try await programme(store) == "1D 2B 3A 4C")
  }

  @Test("An addition can be undone after others were moved")
  func undoingAddition() async throws {
    let store = try await made("AB")
    let addition = try await add(store, "C", at: 1)
    try await change(store, "B") { $0.place = 1 }
    #expect(try await programme(store) == "1B 2C 3A")
    try await store.undo(addition, .screen)
    #expect(try await programme(store) == "1B 2A")
  }

  @Test("In another owner a record stands last, unless it gets a place there, and leaves no gap behind")
  func changingOwner() async throws {
    let store = try await made()
    try await add(store, "X", in: 2)
    let change = try await self.change(store, "B") { $0.concert = 2 }
    #expect(try await programme(store) == "1A 2C 3D")
    #expect(try await programme(store, of: 2) == "1X 2B")
    try await self.change(store, "C") { ($0.concert, $0.place) = (2, 1) }
    #expect(try await programme(store) == "1A 2D")
    #expect(try await programme(store, of: 2) == "1C 2X 3B")
    try await store.undo(change, .screen)
    #expect(try await programme(store) == "1A 2D 3B")
    #expect(try await programme(store, of: 2) == "1C 2X")
    try await self.change(store, "B") { $0.concert = nil }
    #expect(try await programme(store) == "1A 2D")
    #expect(try await store.fetch(Piece.all.where(\.name == "B")).first?.place == nil)
  }

  @Test("In one transaction the order in which records are written doesn't matter")
  func together() async throws {
    let store = try await made("")
    _ = try await store.perform(.api) { transaction in
      for (name, place) in [("C", 3), ("A", 1), ("B", 2)] {
        var piece = Record<Piece>()
        (piece.name, piece.place, piece.concert) = (name, place, 1)
        try transaction.insert(&piece)
      }
    }
    #expect(try await programme(store) == "1A 2B 3C")
  }

  @Test("A record is put before or behind another one, and not beside one that is gone")
  func neighbours() async throws {
    let store = try await made()
    let entity = try #require(Self.model.entity(named: "piece"))
    let places = try await store.perform(.screen) { transaction in
      let first = try #require(try transaction.record(entity, id: 1))
      return [
        try transaction.place("place", of: first, before: 3, behind: nil),
        try transaction.place("place", of: first, before: nil, behind: 4),
        try transaction.place("place", of: first, before: 2, behind: nil),
        try transaction.place("place", of: first, before: 9, behind: nil),
      ]
    }.value
    #expect(places == [2, 4, nil, nil])
  }

  @Test("Records that were there before their places stand first, in the order in which they were made")
  func order() {
    let before: [(id: RecordID, place: Int64?)] = [(1, nil), (2, nil), (3, nil), (4, 1)]
    #expect(PlaceOrder.order(before, moved: [3]) == [1, 2, 4, 3])
    #expect(PlaceOrder.order([(1, 5), (2, 5), (3, 9)], moved: []) == [1, 2, 3])
    #expect(PlaceOrder.order([(1, 1), (2, 2), (3, .max)], moved: [3]) == [1, 2, 3])
    #expect(PlaceOrder.order([(1, 1), (2, 2), (3, .min)], moved: [3]) == [3, 1, 2])
    #expect(PlaceOrder.order([], moved: [7]).isEmpty)
  }

  private struct Box: Entity {
    let name = Attribute<String>("Name", .title)
  }

  private struct Needed: Entity {
    let place = Attribute<Int>("No.", .required, .place(in: \Needed.box))
    let box = ToOne<Box>("Box")
  }

  private struct Limited: Entity {
    let place = Attribute<Int>("No.", .place(in: \Limited.box), .range(1...9))
    let box = ToOne<Box>("Box")
  }

  private struct Unique: Entity {
    let place = Attribute<Int>("No.", .place(in: \Unique.box), .unique)
    let box = ToOne<Box>("Box")
  }

  @Test("An attribute with rules of its own is no place")
  func faults() {
    #expect(PlaceSensible().faults(in: Self.model).isEmpty)
    let model = ModelDescription([Box.self, Needed.self, Limited.self, Unique.self])
    let faults = PlaceSensible().faults(in: model)
    #expect(faults.map(\.rule) == ["place-sensible", "place-sensible", "place-sensible"])
    #expect(faults.allSatisfy { $0.field == "place" && $0.problem.contains("rules of its own") })
  }
}
