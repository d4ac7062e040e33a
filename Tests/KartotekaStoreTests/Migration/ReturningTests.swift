import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

private typealias F = MigratedFile

@Suite("Removed entities and attributes that come back")
struct ReturningTests {
  private func rows(_ file: MigratedFile, _ sql: String) throws -> [String] { try DatabaseFile(file.url).rows(sql) }

  private func archives(_ file: MigratedFile) throws -> [String] {
    try rows(file, "SELECT name FROM sqlite_master WHERE name GLOB 'kartoteka_archive_*' ORDER BY 1")
  }

  @Test("References of a removed entity's records, and those to them, lead to the same records afterwards")
  func both() async throws {
    let file = F()
    defer { file.remove() }
    let note = F.entity("note", [F.attribute("a")])
    let plain = F.entity("leaf", [F.attribute("b")])
    let leaf = F.entity("leaf", [F.attribute("b")], [F.toOne("note", "note")])
    let model = F.model(leaf, note)
    try await file.add(model, "note", [["a": .text("x")], ["a": .text("y")]])
    try await file.add(model, "leaf", [["b": .text("1"), "note": .integer(2)], [:]])
    _ = try Store(F.model(plain), at: file.url)
    #expect(try rows(file, "SELECT name FROM pragma_table_info('leafs')") == ["id", "b"])
    #expect(try await file.values(model, "note", of: "leaf") == [.integer(2), .null])
    #expect(try await file.values(model, "a") == [.text("x"), .text("y")])
    #expect(try archives(file) == [])
    // A record that is gone leaves the reference to it empty, with what it was in the archive.
    _ = try Store(F.model(plain), at: file.url)
    try DatabaseFile(file.url).execute("DELETE FROM kartoteka_archive_notes WHERE id = 2")
    #expect(try await file.values(model, "note", of: "leaf") == [.null, .null])
    #expect(try rows(file, "SELECT id, value FROM kartoteka_archive_leafs__note_id") == ["1|2"])
    #expect(try rows(file, "PRAGMA foreign_key_check") == [])
  }

  @Test("What comes back is of the same entity, also where another one has had its name meanwhile")
  func otherOwner() async throws {
    let file = F()
    defer { file.remove() }
    let book = F.entity("book", [F.attribute("a"), F.attribute("b")])
    let novel = F.entity("novel", [F.attribute("a")])
    try await file.add(
      F.model(book, novel), "book", [["a": .text("Momo"), "b": .text("9.90")], ["a": .text("Krabat")]])
    try await file.add(F.model(book, novel), "novel", [["a": .text("N1")]])
    // The value of b is archived, then the books, then novels get their name.
    _ = try Store(F.model(F.entity("book", [F.attribute("a")]), novel), at: file.url)
    _ = try Store(F.model(novel), at: file.url)
    var renamed = F.entity("book", [F.attribute("a")], formerNames: ["novel"])
    _ = try Store(F.model(renamed), at: file.url)
    renamed = F.entity("book", [F.attribute("a"), F.attribute("b")], formerNames: ["novel"])
    #expect(try await file.values(F.model(renamed), "b", of: "book") == [.null])
    #expect(try rows(file, "SELECT a FROM \"kartoteka_archive_books~1\" ORDER BY id") == ["Momo", "Krabat"])
    #expect(try rows(file, "SELECT value FROM \"kartoteka_archive_books~1__b\"") == ["9.90"])
  }

  @Test("Of several archives of one name each keeps the records whose numbers another one's have")
  func severalArchives() async throws {
    let file = F()
    defer { file.remove() }
    let (other, note) = (F.entity("other", [F.attribute("b")]), F.entity("note", [F.attribute("a")]))
    try await file.add(F.model(other, note), "note", [["a": .text("x")], ["a": .text("y")]])
    _ = try Store(F.model(other), at: file.url)
    try DatabaseFile(file.url).execute(
      """
      CREATE TABLE kartoteka_archive_notes__3 AS SELECT id, 'later' AS a FROM kartoteka_archive_notes WHERE id = 1
      """)
    #expect(try await file.values(F.model(other, note), "a") == [.text("later"), .text("y")])
    #expect(try rows(file, "SELECT id, a FROM kartoteka_archive_notes") == ["1|x"])
    #expect(try archives(file) == ["kartoteka_archive_notes"])
  }

  @Test("A tree comes back as a tree, whatever the order of its records", arguments: [false, true])
  func tree(isRequired: Bool) async throws {
    let file = F()
    defer { file.remove() }
    let parent = F.toOne("parent", "note") {
      $0.deleteRule = .cascade
      $0.isRequired = isRequired
    }
    let (other, note) = (F.entity("other", [F.attribute("b")]), F.entity("note", [F.attribute("a")], [parent]))
    _ = try Store(F.model(other, note), at: file.url)
    // The second one's parent is the third one; the first one's is itself.
    try DatabaseFile(file.url).execute(
      """
      PRAGMA foreign_keys = OFF; PRAGMA defer_foreign_keys = ON;
      INSERT INTO notes (id, a, parent_id) VALUES (1, 'x', 1), (2, 'y', 3), (3, 'z', 1)
      """)
    _ = try Store(F.model(other), at: file.url)
    #expect(try archives(file) == ["kartoteka_archive_notes"])
    let parents = try await file.values(F.model(other, note), "parent")
    #expect(parents == [.integer(1), .integer(3), .integer(1)])
    #expect(try archives(file) == [])
  }

  @Test(
    "Two entities come back together, the referring one first; a record without the one that it needs stays archived")
  func together() async throws {
    let file = F()
    defer { file.remove() }
    let other = F.entity("other", [F.attribute("b")])
    let note = F.entity("note", [F.attribute("a")])
    let page = F.entity(
      "page", [F.attribute("c")],
      [
        F.toOne("note", "note") {
          $0.isRequired = true
          $0.deleteRule = .cascade
        }
      ])
    let leaf = F.entity(
      "leaf", [F.attribute("d")],
      [
        F.toOne("page", "page") {
          $0.isRequired = true
          $0.deleteRule = .deny
        }
      ])
    let model = F.model(leaf, page, other, note)
    try await file.add(model, "note", [["a": .text("x")], ["a": .text("y")]])
    try await file.add(model, "page", [["note": .integer(2)], ["note": .integer(1)]])
    try await file.add(model, "leaf", [["page": .integer(2)], ["page": .integer(1)]])
    _ = try Store(F.model(other), at: file.url)
    #expect(try await file.values(model, "page", of: "leaf") == [.integer(2), .integer(1)])
    #expect(try await file.values(model, "note", of: "page") == [.integer(2), .integer(1)])
    #expect(try archives(file) == [])
    _ = try Store(F.model(other), at: file.url)
    // With the note its page can't come back, and with that neither can the leaf.
    try DatabaseFile(file.url).execute("DELETE FROM kartoteka_archive_notes WHERE id = 1")
    #expect(try await file.values(model, "page", of: "leaf") == [.integer(1)])
    #expect(try rows(file, "SELECT id FROM pages") == ["1"])
    #expect(try archives(file) == ["kartoteka_archive_leafs", "kartoteka_archive_pages"])
    #expect(try rows(file, "SELECT id, page_id FROM kartoteka_archive_leafs") == ["1|2"])
    #expect(try rows(file, "PRAGMA foreign_key_check") == [])
  }

  @Test("A required reference to a removed entity comes back with it")
  func requiredReference() async throws {
    let file = F()
    defer { file.remove() }
    let note = F.entity("note", [F.attribute("a")])
    let leaf = F.entity(
      "leaf", [F.attribute("b")],
      [
        F.toOne("note", "note") {
          $0.isRequired = true
          $0.deleteRule = .deny
        }
      ])
    try await file.add(F.model(leaf, note), "note", [["a": .text("x")]])
    try await file.add(F.model(leaf, note), "leaf", [["note": .integer(1)]])
    _ = try Store(F.model(F.entity("leaf", [F.attribute("b")])), at: file.url)
    #expect(try file.obstacles(F.model(leaf, note)) == [])
    #expect(try await file.values(F.model(leaf, note), "note", of: "leaf") == [.integer(1)])
    _ = try Store(F.model(F.entity("leaf", [F.attribute("b")])), at: file.url)
    try DatabaseFile(file.url).execute("DELETE FROM kartoteka_archive_notes")
    let obstacle = try #require(try file.obstacles(F.model(leaf, note)).first)
    #expect(obstacle.reason == .missingTarget("notes") && obstacle.examples.map(\.id) == [1])
  }

  @Test("An attribute that was removed with several kinds comes back with what fits, each value read as what it was")
  func kinds() async throws {
    let file = F()
    defer { file.remove() }
    let none = F.note(F.attribute("a"))
    func with(_ kind: KindName, _ scale: Int = 0) -> ModelDescription {
      F.note(F.attribute("a"), F.attribute("b", kind) { $0.scale = scale })
    }
    try await file.add(
      with(.text), "note", [["a": .text("1"), "b": .text("abc")], ["a": .text("2"), "b": .text("12")]])
    _ = try Store(none, at: file.url)
    // "abc" is no number.
    #expect(try await file.values(with(.integer), "b") == [.null, .integer(12)])
    try await file.add(with(.integer), "note", [["a": .text("3"), "b": .integer(7)]])
    _ = try Store(none, at: file.url)
    #expect(try await file.values(with(.integer), "b") == [.null, .integer(12), .integer(7)])
    _ = try Store(none, at: file.url)
    // 12 is 12.00, whatever the archive has beside it.
    #expect(try await file.values(with(.decimal, 2), "b") == [.null, .integer(1_200), .integer(700)])
    _ = try Store(none, at: file.url)
    #expect(try await file.values(with(.decimal, 3), "b") == [.null, .integer(12_000), .integer(7_000)])
    _ = try Store(none, at: file.url)
    #expect(try await file.values(with(.text), "b").first == .text("abc"))
    #expect(try archives(file) == [])
  }

  @Test("An archive of an earlier version has values of the kind that the model notes")
  func earlier() async throws {
    let file = F()
    defer { file.remove() }
    let (none, both) = (F.note(F.attribute("a")), F.note(F.attribute("a"), F.attribute("b", .decimal) { $0.scale = 2 }))
    try await file.add(both, "note", [["b": .integer(150)]])
    _ = try Store(none, at: file.url)
    try DatabaseFile(file.url).execute(
      """
      ALTER TABLE kartoteka_archive_notes__b DROP COLUMN kind;
      UPDATE kartoteka_meta SET value = json_set(value, '$.archives', \
      json('{"kartoteka_archive_notes__b":{"value":{"kind":"decimal","scale":2}}}')) WHERE key = 'model'
      """)
    let finer = F.note(F.attribute("a"), F.attribute("b", .decimal) { $0.scale = 3 })
    #expect(try await file.values(finer, "b") == [.integer(1_500)])
  }

  @Test("An entity that was removed twice comes back with the records of both times")
  func twice() async throws {
    let file = F()
    defer { file.remove() }
    let (other, note) = (F.entity("other", [F.attribute("b")]), F.entity("note", [F.attribute("a")]))
    let required = F.entity("note", [F.attribute("a") { $0.isRequired = true }])
    try await file.add(F.model(note, other), "note", [["a": .text("x")], [:]])
    _ = try Store(F.model(other), at: file.url)
    let plan = try #require(try Store.migration(of: F.model(required, other), at: file.url))
    // Only one of them has what is required now.
    #expect(plan.changes.contains(.restoreTable("notes", records: 1)))
    try await file.add(F.model(required, other), "note", [["a": .text("z")]])
    #expect(try archives(file) == ["kartoteka_archive_notes"])
    _ = try Store(F.model(other), at: file.url)
    #expect(try archives(file) == ["kartoteka_archive_notes", "kartoteka_archive_notes__2"])
    #expect(try await file.values(F.model(note, other), "a") == [.text("x"), .null, .text("z")])
    #expect(try archives(file) == [])
  }

  @Test("No number of a removed entity is given again when it comes back")
  func numbers() async throws {
    let file = F()
    defer { file.remove() }
    let (other, note) = (F.entity("other", [F.attribute("b")]), F.entity("note", [F.attribute("a")]))
    let both = F.model(note, other)
    try await file.add(both, "note", [["a": .text("x")], ["a": .text("y")]])
    try DatabaseFile(file.url).execute("DELETE FROM notes WHERE id = 2")
    for _ in 1...2 { for model in [F.model(other), both] { _ = try Store(model, at: file.url) } }
    try await file.add(both, "note", [["a": .text("z")]])
    #expect(try rows(file, "SELECT id FROM notes") == ["1", "3"])
    #expect(try rows(file, "SELECT name FROM sqlite_sequence WHERE name GLOB 'kartoteka_archive*'") == [])
  }
}
