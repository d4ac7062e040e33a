import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("What an administrator has done", .serialized)
struct AdministrationTests {
  @Test("TR-12 rows that somebody tampered with are right again after a rebuild, and are kept so")
  func rebuild() async throws {
    let travels = try await Travels()
    defer { travels.remove() }
    let right = try await travels.visits
    let triggers = try travels.other.rows(
      "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%visits%'")
    for name in triggers { try travels.other.execute("DROP TRIGGER \(name)") }
    try travels.other.execute(
      """
      UPDATE visits SET guest_name = 'Nobody' WHERE id = 1; DELETE FROM visits WHERE id = 2;
      INSERT INTO visits (id, guest_id, guest_name, town_name) VALUES (9, 1, 'Ghost', 'Nowhere');
      DROP TRIGGER kartoteka_guests_update; UPDATE guests SET name = 'Hanna' WHERE id = 1;
      """)
    let before = travels.store.feed.last
    #expect(try await travels.store.rebuild(Visit.self) == 3)
    #expect(try await travels.visits == right.map { $0.replacing("Anna", with: "Hanna") })
    #expect(try await travels.found("ghost") == [])
    #expect(try await travels.found("hann") == ["Oslo", "Rome"])
    #expect(try await travels.store.count(Visit.all) == 3)
    #expect(try await travels.told(after: before).contains(["visit": "any"]))
    try travels.other.execute("UPDATE guests SET name = 'Anna' WHERE id = 1")
    #expect(try await travels.visits == right)
    #expect(try sqlite3(travels.url, "DELETE FROM visits").contains("visits follows towns"))
    try travels.other.execute("DROP TABLE visits")
    #expect(try await travels.store.rebuild(Visit.self) == 3)
    #expect(try await travels.visits == right)
  }

  @Test("a rebuild of ordinary records makes what they are searched and sorted by anew", arguments: [false, true])
  func rebuildKeys(file: Bool) async throws {
    let scratch = try Scratch(file: file)
    defer { scratch.remove() }
    _ = try await scratch.person("Anna", "Nowak")
    try await scratch.store.writer.writeEverywhere { try $0.execute("UPDATE kartoteka_keys_users SET last_name = 'x'") }
    #expect(try await scratch.store.fetch(User.all.where(\.firstName == "Anna")).count == 1)
    #expect(try await scratch.store.fetch(User.all.where(\.lastName == "Nowak")).count == 0)
    #expect(try await scratch.store.rebuild(User.self) == 1)
    #expect(try await scratch.store.fetch(User.all.where(\.lastName == "Nowak")).count == 1)
    #expect(try await scratch.store.fetch(User.all.searching("nowak")).count == 1)
    await #expect(throws: StoreError.unknownField(entity: "guest", field: "")) {
      try await scratch.store.rebuild(Guest.self)
    }
  }

  @Test("TR-12 dropping all tables leaves an empty application that works, and a copy of what was there")
  func dropping() async throws {
    let travels = try await Travels()
    defer { travels.remove() }
    let store = travels.store
    try travels.other.execute("CREATE TABLE mine (x); INSERT INTO mine VALUES (1)")
    #expect(try await store.count(Visit.all) == 3)
    let changeSet = try #require(try await store.lastChangeSet()?.id)
    let before = store.feed.last
    try await store.dropTables()
    #expect(try await store.count(Visit.all) == 0)
    #expect(try await store.fetch(Guest.all).isEmpty)
    #expect(try await store.fetch(Town.all).isEmpty)
    #expect(try await store.lastChangeSet() == nil)
    let told = try await travels.told(after: before)
    #expect(told.count == 1 && told[0].count == 5 && Set(told[0].values) == ["any"])
    #expect(try travels.other.rows("SELECT x FROM mine") == ["1"])
    #expect(try travels.other.rows("SELECT count(*) FROM guests") == ["0"])

    try await travels.add(Guest.self) { $0.name = "Eve" }
    try await travels.add(Town.self) { ($0.name, $0.guest) = ("Nice", 1) }
    #expect(try await travels.visits == ["1 1 Eve Nice -"])
    #expect(try await travels.found("eve") == ["Nice"])
    // Whoever still has a page of before can't undo a change set of after.
    await #expect(throws: StoreError.noSuchChangeSet(changeSet)) { try await store.undo(changeSet, .screen) }
    #expect(throws: (any Error).self) {
      try travels.other.execute("INSERT INTO towns (name, guest_id) VALUES ('X', 9)")
    }
    await #expect(throws: (any Error).self) {
      try await store.writer.writeEverywhere { try $0.execute("INSERT INTO towns (name, guest_id) VALUES ('X', 9)") }
    }

    let folder = travels.url.deletingLastPathComponent()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    let copies = names.filter { $0.hasPrefix("travels.sqlite.before-") }
    #expect(copies.count == 1)
    let kept = try Store(travels.store.model, at: folder.appending(path: copies[0]))
    #expect(try await kept.count(Visit.all) == 3)
    #expect(try await kept.count(Guest.all) == 3)
  }

  @Test("TR-12 dropping all tables works in memory, in another process and with everything that refers to each other")
  func droppingElsewhere() async throws {
    let memory = try Scratch()
    let nora = try await memory.person("Nora", "Lind")
    _ = try await memory.course("Databases", teacher: nora)
    #expect(try await memory.store.count(User.all) == 1)
    try await memory.store.dropTables()
    #expect(try await memory.store.count(User.all) == 0)
    #expect(try await memory.person("Nora", "Lind").id == 1)

    let travels = try await Travels()
    defer { travels.remove() }
    let second = try Store(travels.store.model, at: travels.url)
    #expect(try await second.fetch(Visit.all.searching("anna")).count == 2)
    try await travels.store.dropTables()
    #expect(try await second.fetch(Visit.all.searching("anna")).isEmpty)
    #expect(second.feed.last == 1)
  }
}
