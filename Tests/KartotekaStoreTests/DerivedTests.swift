import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Derived records", .serialized)
struct DerivedTests {
  private static let atFirst = ["1 1 Anna Oslo -", "2 1 Anna Rome Bo", "3 3 Cyd Riga -"]

  // MARK: Following

  @Test("TR-10 rows appear, change and disappear by themselves with what they follow from")
  func following() async throws {
    let travels = try await Travels()
    defer { travels.remove() }
    #expect(try await travels.visits == Self.atFirst)
    #expect(try await travels.found("ann") == ["Oslo", "Rome"])
    try await travels.change(Town.self, 1) { $0.guest = 2 }
    try await travels.change(Town.self, 2) { $0.guide = nil }
    #expect(try await travels.visits == ["1 2 Bo Oslo -", "2 1 Anna Rome -", "3 3 Cyd Riga -"])
    let riga = try #require(try await travels.store.record(Town.self, id: 3))
    try await travels.store.delete(riga)
    #expect(try await travels.visits == ["1 2 Bo Oslo -", "2 1 Anna Rome -"])
    #expect(try await travels.found("cyd") == [])
    let guest = try #require(travels.store.model.entity(named: "guest"))
    let visits = try #require(guest.relationship("visits"))
    #expect(try await travels.store.related(visits, of: 2) == [1])
  }

  @Test("TR-14 a changed name is in every row that shows it, and an event reports each row")
  func renaming() async throws {
    let travels = try await Travels()
    defer { travels.remove() }
    let before = travels.store.feed.last
    try await travels.change(Guest.self, 1) { $0.name = "Żaneta" }
    #expect(try await travels.visits == ["1 1 Żaneta Oslo -", "2 1 Żaneta Rome Bo", "3 3 Cyd Riga -"])
    #expect(try await travels.found("zan") == ["Oslo", "Rome"])
    #expect(try await travels.told(after: before) == [["guest": "~1", "visit": "~1 ~2"]])
    // What isn't shown changes no row.
    try await travels.change(Guest.self, 1) { $0.note = "Tall" }
    #expect(try await travels.told(after: before + 1) == [["guest": "~1"]])
  }

  @Test("TR-14 a name that very many rows show is changed in all of them, and found there")
  func renamingMany() async throws {
    let travels = try await Travels()
    defer { travels.remove() }
    let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100) "
    try travels.other.execute("INSERT INTO towns (name, guest_id) \(numbers) SELECT 'Town ' || i, 3 FROM n")
    #expect(try await travels.store.count(Visit.all.searching("cyd")) == 1_101)
    let before = travels.store.feed.last
    try await travels.change(Guest.self, 3) { $0.name = "Ewa" }
    #expect(try await travels.store.count(Visit.all.searching("ewa")) == 1_101)
    #expect(try await travels.store.count(Visit.all.searching("cyd")) == 0)
    #expect(try await travels.found("oslo") == ["Oslo"])
    #expect(try await travels.told(after: before) == [["guest": "~3", "visit": "any"]])
  }

  @Test(
    "TR-10 rows that follow from another program's changes are found, sorted, counted and reported at the next read")
  func otherProgram() async throws {
    let travels = try await Travels()
    defer { travels.remove() }
    let before = travels.store.feed.last
    try travels.other.execute(
      """
      INSERT INTO guests (name) VALUES ('Dora');
      INSERT INTO towns (name, guest_id) VALUES ('Łódź', 4);
      UPDATE guests SET name = 'Ånna' WHERE id = 1;
      DELETE FROM towns WHERE id = 3;
      """)
    #expect(try await travels.visits == ["1 1 Ånna Oslo -", "2 1 Ånna Rome Bo", "4 4 Dora Łódź -"])
    #expect(try await travels.found("lodz") == ["Łódź"])
    #expect(try await travels.found("cyd") == [])
    #expect(try await travels.store.count(Visit.all) == 3)
    #expect(
      try await travels.told(after: before) == [
        ["guest": "+4 ~1", "town": "+4 -3", "visit": "+4 ~1 ~2 -3"]
      ])
    #expect(try sqlite3(travels.url, "UPDATE towns SET guest_id = 2 WHERE id = 1") == "")
    #expect(try await travels.found("bo") == ["Oslo"])
    #expect(try await travels.told(after: before + 1) == [["town": "~1", "visit": "~1"]])
  }

  @Test("TR-10 deletions that foreign keys cause in another program reach the rows, too")
  func foreignKeys() async throws {
    let travels = try await Travels()
    defer { travels.remove() }
    try await travels.add(Stop.self) { ($0.street, $0.town) = ("Karl Johan", 1) }
    try await travels.add(Stop.self) { ($0.street, $0.town) = ("Via Appia", 2) }
    #expect(try await travels.store.fetch(Address.all).map(\.height) == [23, nil])
    try travels.other.execute("DELETE FROM towns WHERE id = 1")
    #expect(try await travels.store.fetch(Address.all).map(\.street) == ["Via Appia"])
    try travels.other.execute("DELETE FROM guests WHERE id = 2")
    #expect(try await travels.visits == ["2 1 Anna Rome -", "3 3 Cyd Riga -"])
    #expect(throws: (any Error).self) { try travels.other.execute("DELETE FROM guests WHERE id = 1") }
  }

  @Test("TR-10 rows follow a program that doesn't keep to foreign keys and puts records in the place of others")
  func replacing() async throws {
    let travels = try await Travels()
    defer { travels.remove() }
    let before = travels.store.feed.last
    #expect(try sqlite3(travels.url, "INSERT OR REPLACE INTO guests (id, name) VALUES (1, 'Ada')") == "")
    #expect(
      try sqlite3(travels.url, "INSERT OR REPLACE INTO towns (id, name, guest_id) VALUES (3, 'Reval', 1)") == "")
    #expect(try sqlite3(travels.url, "UPDATE towns SET id = 9 WHERE id = 2") == "")
    #expect(try await travels.visits == ["1 1 Ada Oslo -", "3 1 Ada Reval -", "9 1 Ada Rome Bo"])
    #expect(try await travels.found("ada").count == 3)
    let told = try await travels.told(after: before)
    #expect(told.last?["visit"]?.contains("-2") == true && told.last?["visit"]?.contains("+9") == true)
    // A row has to have a guest's name.
    #expect(try sqlite3(travels.url, "DELETE FROM guests WHERE id = 1").contains("NOT NULL"))
    #expect(try sqlite3(travels.url, "INSERT INTO towns (name, guest_id) VALUES ('X', 77)").contains("NOT NULL"))
    #expect(try sqlite3(travels.url, "DELETE FROM guests WHERE id = 2") == "")
    #expect(try await travels.visits.last == "9 1 Ada Rome -")
    #expect(try sqlite3(travels.url, "INSERT INTO guests (id, name) VALUES (2, 'Bob')") == "")
    #expect(try await travels.visits.last == "9 1 Ada Rome Bob")
  }

  // MARK: Refusing

  @Test(
    "TR-10 a row can't be edited by hand, by no other program",
    arguments: [
      "UPDATE visits SET guest_name = 'X' WHERE id = 1", "UPDATE OR IGNORE visits SET town_name = 'X'",
      "UPDATE visits SET guide_name = NULL WHERE id = 2", "UPDATE visits SET id = 7 WHERE id = 1",
      "UPDATE OR REPLACE visits SET id = 2, guest_name = 'Anna', town_name = 'Rome', guide_name = 'Bo' WHERE id = 1",
      "DELETE FROM visits", "DELETE FROM visits WHERE id = 3",
      "INSERT INTO visits (guest_id, guest_name, town_name) VALUES (1, 'Anna', 'Oslo')",
      "INSERT INTO visits VALUES (4, 'X', 'Y', NULL, 1)",
      "REPLACE INTO visits (id, guest_id, guest_name, town_name) VALUES (1, 1, 'A', 'B')",
    ])
  func guards(sql: String) async throws {
    let travels = try await Travels()
    defer { travels.remove() }
    let before = travels.store.feed.last
    #expect(try sqlite3(travels.url, sql) != "")
    #expect(throws: (any Error).self) { try travels.other.execute(sql) }
    #expect(try await travels.visits == Self.atFirst)
    #expect(try await travels.told(after: before) == [])
  }

  @Test("TR-10 a row can't be edited by hand, in no way of the store's own")
  func refusals() async throws {
    let travels = try await Travels()
    defer { travels.remove() }
    let entity = try #require(travels.store.model.entity(named: "visit"))
    let guest = try #require(travels.store.model.entity(named: "guest"))
    let visits = try #require(guest.relationship("visits"))
    let visit = try #require(try await travels.store.record(entity, id: 1))
    let ways: [@Sendable (Transaction) throws -> Void] = [
      { _ = try $0.insert(visit) }, { _ = try $0.update(visit) }, { try $0.delete(entity, id: 1) },
      { _ = try $0.bulkInsert(entity) }, { try $0.relate(guest, visits, of: 2, to: [1]) },
      { try $0.link(guest, visits, of: 2, to: 1) }, { try $0.unlink(guest, visits, of: 1, from: 1) },
      { try $0.database.execute("DELETE FROM visits") },
    ]
    for (number, way) in ways.enumerated() {
      await #expect(throws: StoreError.derived(entity: "visit"), "\(number)") {
        _ = try await travels.store.perform(.code, way)
      }
    }
    #expect(try await travels.visits == Self.atFirst)
  }

  @Test("rows stand in the way of no deletion")
  func denials() async throws {
    let travels = try await Travels()
    defer { travels.remove() }
    let anna = try #require(try await travels.store.record(Guest.self, id: 1))
    let towns = StoreError.Referrer(entity: "town", relationship: "guest", count: 2)
    await #expect(throws: StoreError.denied(entity: "guest", id: 1, by: [towns])) {
      try await travels.store.delete(anna)
    }
  }

  // MARK: Undoing and importing

  @Test("undoing brings rows back under their numbers, and doing it again takes them away")
  func undoing() async throws {
    let travels = try await Travels()
    defer { travels.remove() }
    let store = travels.store
    let (guest, town) = try (store.model.entities[0], #require(store.model.entity(named: "town")))
    let deleted = try await store.perform(.screen) { transaction in
      for id in [1, 2] as [RecordID] { try transaction.delete(town, id: id) }
      try transaction.delete(guest, id: 1)
    }
    #expect(deleted.changes.byEntity["visit"]?.deleted == [1, 2])
    #expect(try await travels.visits == ["3 3 Cyd Riga -"])
    let undone = try await store.undo(try #require(deleted.changeSet), .screen)
    #expect(undone.changes.byEntity["visit"]?.inserted == [1, 2])
    #expect(try await travels.visits == Self.atFirst)
    #expect(try await travels.found("anna") == ["Oslo", "Rome"])
    let guide = try await store.perform(.screen) { try $0.delete(guest, id: 2) }
    #expect(try await travels.visits[1] == "2 1 Anna Rome -")
    let back = try await store.undo(try #require(guide.changeSet), .screen)
    #expect(try await travels.visits == Self.atFirst)
    try await store.undo(try #require(back.changeSet), .screen)
    #expect(try await travels.visits[1] == "2 1 Anna Rome -")
  }

  @Test("TR-10 rows of an import are there at its end, with what the same import changes of its records")
  func bulk() async throws {
    let travels = try await Travels()
    defer { travels.remove() }
    let store = travels.store
    let before = store.feed.last
    let (guest, town) = try (store.model.entities[0], #require(store.model.entity(named: "town")))
    let outcome = try await store.perform(.import) { transaction in
      let (guests, towns) = (try transaction.bulkInsert(guest), try transaction.bulkInsert(town))
      for number in 4...1_003 {
        guests.bind(.text("Guest \(number)"), at: 0)
        guests.bind(.null, at: 1)
        try guests.insert()
      }
      try guests.flush()
      func insert(_ id: RecordID?, _ number: RecordID) throws {
        for (position, value) in [Value.text("Town \(number)"), .null, .integer(number), .null].enumerated() {
          towns.bind(value, at: position)
        }
        try towns.insert(id: id)
      }
      for number in 4...1_003 as ClosedRange<RecordID> { try insert(number == 1_003 ? 2_000 : nil, number) }
      try guests.logRanges()
      try towns.logRanges()
      var changed = try #require(try transaction.record(town, id: 5))
      changed["guest"] = .integer(1)
      try transaction.update(changed)
      try transaction.delete(town, id: 6)
      var apart = AnyRecord(town)
      apart.id = 1_500
      (apart["name"], apart["guest"]) = (.text("Apart"), .integer(1))
      try towns.insertApart(apart)
      try guests.finish()
      try towns.finish()
    }
    #expect(try await store.count(Visit.all) == 3 + 1_000 - 1 + 1)
    #expect(try await store.count(Visit.all.searching("town")) == 999)
    #expect(try await travels.found("guest 1003") == ["Town 1003"])
    #expect(try await travels.found("apart") == ["Apart"])
    #expect(
      try travels.other.rows(
        """
        SELECT count(*) FROM visits v JOIN towns t ON t.id = v.id JOIN guests g ON g.id = t.guest_id
        WHERE v.guest_id = g.id AND v.guest_name = g.name AND v.town_name = t.name
        """) == ["1003"])
    let told = try await travels.told(after: before)
    #expect(told.count == 1)
    #expect(told[0]["visit"] == "+4…1002…2000…2000…1500…1500")
    try await travels.change(Town.self, 1_500) { $0.guest = 2 }
    #expect(try await store.record(Visit.self, id: 1_500)?.guestName == "Bo")
    try await store.undo(try #require(store.lastChangeSet()?.id), .screen)
    try await store.undo(try #require(outcome.changeSet), .screen)
    #expect(try await travels.visits == Self.atFirst)
    #expect(try await travels.found("town") == [])
  }

  // MARK: The schema

  @Test("rows are made anew when the model derives something else, and no copy is made for that")
  func migrating() async throws {
    let travels = try await Travels()
    defer { travels.remove() }
    let visit = try #require(travels.store.model.entity(named: "visit"))
    func model(_ change: (inout DerivationDescription, inout [AttributeDescription]) -> Void) -> ModelDescription {
      var derivation = visit.derivation ?? DerivationDescription(from: "town")
      var attributes = visit.attributes
      change(&derivation, &attributes)
      return travels.store.model.replacing(
        EntityDescription(
          name: visit.name, plural: visit.plural, table: visit.table, nouns: visit.nouns, attributes: attributes,
          relationships: visit.relationships, derivation: derivation))
    }
    do {
      let other = try Store(
        model { derivation, attributes in
          attributes.removeLast()
          derivation.columns[2] = .init("townName", from: "guide", through: "name")
          attributes[1].isRequired = false
        }, at: travels.url)
      let request = AnyFetchRequest("visit")
      #expect(try await other.fetch(request).records.map { $0["townName"] } == [.null, .text("Bo"), .null])
    }
    // An ordinary table in its place is somebody's own.
    let ordinary = EntityDescription(
      name: "visit", plural: "visits", table: "visits", nouns: visit.nouns, attributes: visit.attributes,
      relationships: [])
    do {
      let other = try Store(travels.store.model.replacing(ordinary), at: travels.url)
      #expect(try await other.count(AnyFetchRequest("visit")) == 0)
      let entity = try #require(other.model.entity(named: "visit"))
      _ = try await other.perform(.code) { transaction in
        var record = AnyRecord(entity)
        for attribute in entity.attributes where attribute.isText { record[attribute.name] = .text("x") }
        try transaction.insert(record)
      }
    }
    // It is kept in an archive when the derived table is to have its place.
    let other = try Store(travels.store.model, at: travels.url)
    #expect(try await other.count(AnyFetchRequest("visit")) == 3)
    let kept = "SELECT count(*) FROM kartoteka_archive_visits"
    #expect(try DatabaseFile(travels.url).rows(kept) == ["1"])
  }
}
