import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("What deleted records said")
struct DeletedTextTests {
  private let store: Store
  private let oslo: RecordID
  private let rome: RecordID

  init() async throws {
    store = try Store(inMemory: ModelDescription([Guest.self, Town.self, Stop.self, Visit.self, Address.self]))
    var guest = Record<Guest>()
    guest.name = "Anna"
    try await store.save(&guest)
    var ids: [RecordID] = []
    for name in ["Oslo", "Rome"] {
      var town = Record<Town>()
      town.name = name
      town.guest = guest.id
      try await store.save(&town)
      ids.append(try #require(town.id))
    }
    (oslo, rome) = (ids[0], ids[1])
  }

  private func stop(_ street: String, in town: RecordID) async throws -> Record<Stop> {
    var stop = Record<Stop>()
    stop.street = street
    stop.town = town
    try await store.save(&stop)
    return stop
  }

  private func deleted(in town: RecordID) async throws -> Set<String> {
    try await store.deletedTexts(\Stop.street, where: \.town, is: town)
  }

  private func undoLast() async throws {
    let changeSet = try #require(try await store.lastChangeSet())
    try await store.undo(changeSet.id, .screen)
  }

  @Test("are found by the record that they belonged to, and by no other")
  func belonging() async throws {
    _ = try await stop("Storgata", in: oslo)
    try await store.delete(try await stop("Grønland", in: oslo))
    try await store.delete(try await stop("Via Appia", in: rome))
    #expect(try await deleted(in: oslo) == ["Grønland"])
    #expect(try await deleted(in: rome) == ["Via Appia"])
  }

  @Test("are found by an index, since a job for each record asks for its own")
  func indexed() async throws {
    let store = try Store(inMemory: ModelDescription([Cupboard.self, Drawer.self]))
    let recorder = StatementRecorder()
    let found = try await StatementRecorder.$current.withValue(recorder) {
      try await store.deletedTexts(\Drawer.name, where: \.cupboard, is: 1)
    }
    #expect(found.isEmpty)
    let sql = try #require(recorder.statements.map(\.sql).first { $0.contains("kartoteka_changes") })
    let plan = try await store.read(noting: nil) { database in
      try database.rows("EXPLAIN QUERY PLAN " + sql.replacing("?", with: "NULL")).map { try $0["detail"] as String }
    }
    #expect(plan.first?.contains("kartoteka_changes_of_") == true, "\(plan)")
  }

  @Test("are not those of records that were restored, nor of records whose insertion was undone")
  func undone() async throws {
    let stop = try await stop("Storgata", in: oslo)
    try await store.delete(stop)
    try await undoLast()
    #expect(try await deleted(in: oslo) == [])
    _ = try await self.stop("Grønland", in: oslo)
    try await undoLast()
    #expect(try await deleted(in: oslo) == [])
    try await store.delete(stop)
    #expect(try await deleted(in: oslo) == ["Storgata"])
  }
}

private struct Cupboard: Entity {
  static let plural = "cupboards"
  let name = Attribute<String>("Name", .required, .title)
  let drawers = ToMany<Drawer>("Drawers", inverse: \.cupboard)
}

private struct Drawer: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let cupboard = ToOne<Cupboard>("Cupboard", required: true, onDelete: .cascade)
}
