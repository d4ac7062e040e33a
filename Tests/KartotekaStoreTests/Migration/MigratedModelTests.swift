import Foundation
import KartotekaModel
import Synchronization
import Testing

@testable import KartotekaStore

private typealias F = MigratedFile

@Suite("Migrations of attributes, entities and relationships")
struct MigratedModelTests {
  private func rows(_ file: MigratedFile, _ sql: String) throws -> [String] { try DatabaseFile(file.url).rows(sql) }

  @Test("A renamed attribute keeps its values, its search and what undo knows of it")
  func renamedAttribute() async throws {
    let file = F()
    defer { file.remove() }
    let old = F.note(
      F.attribute("firstName") {
        $0.isSearched = true
        $0.maximumLength = 20
      })
    try await file.add(old, "note", [["firstName": .text("Zoë")]])
    let model = F.note(
      F.attribute("givenName") {
        $0.formerNames = ["firstName"]
        $0.isSearched = true
        $0.maximumLength = 20
      })
    let store = try Store(model, at: file.url)
    #expect(try rows(file, "SELECT given_name FROM notes") == ["Zoë"])
    var request = AnyFetchRequest("note")
    request.search = "zoe"
    #expect(try await store.fetch(request).total == 1)
    // A column that is renamed is not written anew.
    #expect(try rows(file, "SELECT after FROM kartoteka_changes") == [#"{"given_name":"Zoë"}"#])
    let changeSet = try #require(try await store.lastChangeSet())
    try await store.undo(changeSet.id, .code)
    #expect(try await store.count(AnyFetchRequest("note")) == 0)
  }

  @Test("A renamed entity keeps its records and links, and gets its indices under its new name")
  func renamedEntity() async throws {
    let file = F()
    defer { file.remove() }
    let leaf = F.entity("leaf", [F.attribute("b")], [F.toOne("note", "note")])
    try await file.add(
      F.model(F.entity("note", [F.attribute("a") { $0.isUnique = true }]), leaf), "note", [["a": .text("x")]])
    try await file.add(
      F.model(F.entity("note", [F.attribute("a") { $0.isUnique = true }]), leaf), "leaf", [["note": .integer(1)]])
    let model = F.model(
      F.entity("page", [F.attribute("a") { $0.isUnique = true }], formerNames: ["note"]),
      F.entity("leaf", [F.attribute("b")], [F.toOne("page", "page") { $0.formerNames = ["note"] }]))
    #expect(try await file.values(model, "a", of: "page") == [.text("x")])
    #expect(try await file.values(model, "page", of: "leaf") == [.integer(1)])
    #expect(try rows(file, #"SELECT "table" FROM pragma_foreign_key_list('leafs')"#) == ["pages"])
    #expect(try rows(file, "SELECT entity FROM kartoteka_changes WHERE entity <> 'leafs'") == ["pages"])
    #expect(try rows(file, "PRAGMA foreign_key_check") == [])
    let indices = "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'pages'"
    await #expect(throws: StoreError.notUnique(entity: "page", field: "a")) {
      try await file.add(model, "page", [["a": .text("x")]])
    }
    #expect(try rows(file, indices).contains("pages_a_key"))
  }

  @Test("A removed attribute's values are kept, and come back with it")
  func removedAttribute() async throws {
    let file = F()
    defer { file.remove() }
    let both = F.note(F.attribute("a"), F.attribute("b", .decimal) { $0.scale = 2 })
    try await file.add(
      both, "note",
      [
        ["a": .text("x"), "b": .integer(150)], ["a": .text("y")], ["a": .text("z"), "b": .integer(250)],
      ])
    let one = F.note(F.attribute("a"))
    #expect(try await file.values(one, "a") == [.text("x"), .text("y"), .text("z")])
    #expect(try rows(file, "SELECT id, value FROM kartoteka_archive_notes__b") == ["1|150", "3|250"])
    #expect(try rows(file, "SELECT name FROM pragma_table_info('notes')") == ["id", "a"])
    try DatabaseFile(file.url).execute("DELETE FROM notes WHERE id = 3")
    // It may have another kind when it comes back.
    let other = F.note(F.attribute("a"), F.attribute("b", .decimal) { $0.scale = 3 })
    #expect(try await file.values(other, "b") == [.integer(1500), .null])
    #expect(try rows(file, "SELECT id FROM kartoteka_archive_notes__b") == ["3"])
  }

  @Test("A removed attribute comes back as a required one where every record has a value")
  func requiredAgain() async throws {
    let file = F()
    defer { file.remove() }
    let required = F.note(F.attribute("a"), F.attribute("b") { $0.isRequired = true })
    try await file.add(required, "note", [["a": .text("x"), "b": .text("1")]])
    _ = try Store(F.note(F.attribute("a")), at: file.url)
    #expect(try await file.values(required, "b") == [.text("1")])
    _ = try Store(F.note(F.attribute("a")), at: file.url)
    try await file.add(F.note(F.attribute("a")), "note", [["a": .text("y")]])
    #expect(try file.obstacles(required).flatMap(\.examples).map(\.id) == [2])
  }

  @Test("A removed entity's records and links are kept, and come back with it")
  func removedEntity() async throws {
    let file = F()
    defer { file.remove() }
    let note = F.entity("note", [F.attribute("a")])
    let leaf = F.entity("leaf", [F.attribute("b")], [F.toOne("note", "note") { $0.deleteRule = .deny }])
    try await file.add(F.model(note, leaf), "note", [["a": .text("x")], ["a": .text("y")]])
    try await file.add(F.model(note, leaf), "leaf", [["b": .text("1"), "note": .integer(1)], ["note": .integer(2)]])
    #expect(try await file.values(F.model(note), "a") == [.text("x"), .text("y")])
    #expect(try rows(file, "SELECT count(*) FROM kartoteka_archive_leafs") == ["2"])
    // An archived record keeps none from being deleted.
    try DatabaseFile(file.url).execute("PRAGMA foreign_keys = ON; DELETE FROM notes WHERE id = 2")
    #expect(try await file.values(F.model(note, leaf), "note", of: "leaf") == [.integer(1), .null])
    #expect(try rows(file, "SELECT name FROM sqlite_master WHERE name = 'kartoteka_archive_leafs'") == [])
  }

  private static func many(_ name: String) -> RelationshipDescription {
    var relationship = RelationshipDescription(name: name, label: name, cardinality: .manyToMany, target: "note")
    relationship.joinTable = "leafs_" + name
    relationship.joinColumns = .init(own: "leaf_id", related: "note_id")
    return relationship
  }

  @Test("A to-one relationship becomes many-to-many with its links, and a renamed one keeps them")
  func many() async throws {
    let file = F()
    defer { file.remove() }
    let note = F.entity("note", [F.attribute("a")])
    let one = F.model(note, F.entity("leaf", [F.attribute("b")], [F.toOne("note", "note")]))
    try await file.add(one, "note", [["a": .text("x")], ["a": .text("y")]])
    try await file.add(one, "leaf", [["note": .integer(2)], [:], ["note": .integer(1)]])
    _ = try Store(F.model(note, F.entity("leaf", [F.attribute("b")], [Self.many("notes")])), at: file.url)
    #expect(try rows(file, "SELECT * FROM leafs_notes ORDER BY 1") == ["1|2", "3|1"])
    #expect(try rows(file, "SELECT name FROM pragma_table_info('leafs')") == ["id", "b"])
    var renamed = Self.many("pages")
    renamed.formerNames = ["notes"]
    _ = try Store(F.model(note, F.entity("leaf", [F.attribute("b")], [renamed])), at: file.url)
    #expect(try rows(file, "SELECT * FROM leafs_pages ORDER BY 1") == ["1|2", "3|1"])
    #expect(try rows(file, "SELECT name FROM sqlite_master WHERE name = 'leafs_notes'") == [])
    // Removed, and back.
    _ = try Store(F.model(note, F.entity("leaf", [F.attribute("b")])), at: file.url)
    #expect(try rows(file, "SELECT * FROM kartoteka_archive_leafs_pages ORDER BY 1") == ["1|2", "3|1"])
    _ = try Store(F.model(note, F.entity("leaf", [F.attribute("b")], [renamed])), at: file.url)
    #expect(try rows(file, "SELECT * FROM leafs_pages ORDER BY 1") == ["1|2", "3|1"])
  }

  @Test("The plan says what changes, with numbers, and changes nothing")
  func plan() async throws {
    let file = F()
    defer { file.remove() }
    let old = F.note(F.attribute("a"), F.attribute("b"), F.attribute("gone"))
    try await file.add(
      old, "note",
      [
        ["a": .text("x"), "b": .text("1"), "gone": .text("g")], ["a": .text("y"), "b": .text("2")],
      ])
    let new = F.note(
      F.attribute("c") { ($0.formerNames, $0.isUnique) = (["a"], true) }, F.attribute("b", .integer),
      F.attribute("d", .date))
    let before = try file.dump()
    let plan = try #require(try Store.migration(of: new, at: file.url))
    #expect(try file.dump() == before)
    #expect(
      plan.changes == [
        .renameColumn(table: "notes", column: "a", to: "c"), .addColumn(table: "notes", column: "d"),
        .convert(table: "notes", column: "b", to: .integer, values: 2),
        .archiveColumn(table: "notes", column: "gone", values: 1), .addUnique(table: "notes", columns: ["c"]),
        .rebuild(table: "notes", records: 2),
      ])
    let plans = Plans()
    var options = StoreOptions()
    options.willMigrate = { plans.add($0) }
    _ = try Store(new, at: file.url, options: options)
    #expect(plans.all == [plan])
    #expect(try Store.migration(of: new, at: file.url)?.isEmpty == true)
  }

  @Test("A copy's name stands for a whole copy, and parts of ended processes are removed")
  func copies() async throws {
    let file = F()
    defer { file.remove() }
    _ = try Store(F.note(F.attribute("a")), at: file.url)
    let part = file.folder.appending(path: ".a.sqlite.before-2026-01-01T00-00-00.000Z.part-999999999")
    try Data("x".utf8).write(to: part)
    for day in 10...19 {
      try Data().write(to: file.folder.appending(path: "a.sqlite.before-2020-01-\(day)T00-00-00.000Z"))
    }
    _ = try Store(F.note(F.attribute("a"), F.attribute("b")), at: file.url)
    let copies = try file.copies()
    #expect(copies.count == 5)
    #expect(copies.first?.contains("2020-01-16") == true)
    #expect(
      try DatabaseFile(file.folder.appending(path: try #require(copies.last))).rows("PRAGMA integrity_check") == ["ok"])
  }
}

private final class Plans: Sendable {
  private let kept = Mutex<[MigrationPlan]>([])
  var all: [MigrationPlan] { kept.withLock { $0 } }
  func add(_ plan: MigrationPlan) { kept.withLock { $0.append(plan) } }
}
