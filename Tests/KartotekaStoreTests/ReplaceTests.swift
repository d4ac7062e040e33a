import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

/// `REPLACE` deletes the rows that stand in the way of a new one, and SQLite runs no DELETE trigger for them.
@Suite("Another program's REPLACE")
struct ReplaceTests {
  struct Box: Entity {
    static let plural = "boxes"
    static let table = "boxes"
    let name = Attribute<String>("Name", .required, .title, .unique, .searched, .sorted)
  }

  struct Shelf: Entity {
    static let plural = "shelves"
    static let table = "shelves"
    let name = Attribute<String>("Name", .required, .title)
  }

  struct Volume: Entity {
    let title = Attribute<String>("Title", .required, .title, .searched, .sorted)
    let subtitle = Attribute<String>("Subtitle", .searched)
    let code = Attribute<String>("Code", .unique)
    let box = ToOne<Box>("Box", unique: true, onDelete: .nullify)
    let shelf = ToOne<Shelf>("Shelf", onDelete: .nullify)
    let place = Attribute<Int>("Place")
    let label = Attribute<String>("Label", .required, .default("main"))
    let number = Attribute<Int>("Number")
    static let uniqueKeys = [UniqueKey(\Volume.shelf, \.place), UniqueKey(\Volume.number, \.label)]
  }

  /// Follows from a volume, and from its box.
  struct Label: Entity {
    let title = Attribute<String>("Title", .required, .title, .searched, .sorted)
    let boxName = Attribute<String>("Box")

    static var derivation: DerivationDescription? {
      Derivation(of: Label.self, from: Volume.self)
        .taking(\.title, from: \.title)
        .taking(\.boxName, from: \.box, \.name)
        .description
    }
  }

  private let url = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)/a.sqlite")
  private let store: Store
  private let other: DatabaseFile

  init() throws {
    store = try Store(ModelDescription([Box.self, Shelf.self, Volume.self, Label.self]), at: url)
    other = try DatabaseFile(url)
    try other.execute(
      """
      INSERT INTO boxes (name) VALUES ('Oak'), ('Elm'), ('Ash');
      INSERT INTO shelves (name) VALUES ('Left'), ('Right');
      INSERT INTO volumes (title, subtitle, code, box_id, shelf_id, place, label, number) VALUES
        ('Lodz one', 'a', 'c1', 1, 1, 1, 'main', 7), ('Łódź two', 'b', 'c2', 2, 1, 2, 'copy', 7),
        ('Rome three', 'c', 'c3', 3, 2, 1, 'main', NULL), ('Lodz four', 'd', 'c4', NULL, NULL, 4, 'main', NULL);
      """)
  }

  private func remove() { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  /// All that is read of volumes, labels and boxes.
  private func answers() async throws -> [String] {
    var answers: [String] = []
    for (name, sort) in [("volume", "title"), ("label", "title"), ("box", "name")] {
      let entity = try #require(store.model.entity(named: name))
      for search in ["", "lod", "lo", "o", "new", "rome", "oak"] {
        for limit in [1, 50] {
          var request = AnyFetchRequest(name)
          (request.search, request.limit, request.wantsTotal) = (search, limit, true)
          request.sort = [FetchSort(sort)]
          let page = try await store.fetch(request)
          let titles = page.records.map { "\($0.id ?? 0) \($0[sort])" }
          let count = try await store.count(request)
          answers.append("\(name) \(search) \(limit): \(titles) \(page.total ?? -1) \(count)")
        }
      }
      answers.append("\(name): \(try await store.initials(of: entity, by: FetchSort(sort)))")
    }
    return answers
  }

  private func rows(_ table: String) throws -> [RecordID: String] {
    let columns = try other.rows("SELECT name FROM pragma_table_info('\(table)')")
      .map { "quote(\"\($0)\")" }.joined(separator: " || '|' || ")
    let rows = try other.rows("SELECT id, \(columns) FROM \(table)").map { $0.split(separator: "|", maxSplits: 1) }
    return Dictionary(uniqueKeysWithValues: rows.map { (RecordID($0[0]) ?? 0, String($0[1])) })
  }

  private static let tables = [("volume", "volumes"), ("label", "labels"), ("box", "boxes")]

  /// Runs statements as another program, and compares every answer with those after a rebuild, and what is told of the
  /// change with the rows before and after.
  private func check(_ change: () throws -> Void) async throws {
    _ = try await store.version()
    let last = store.feed.last
    let before = try Self.tables.map { try rows($0.1) }
    try change()
    let after = try Self.tables.map { try rows($0.1) }
    let found = try await answers()
    await store.background.waitUntilIdle()
    #expect(try await answers() == found)
    for (place, (name, table)) in Self.tables.enumerated() {
      let (old, new) = (before[place], after[place])
      let commits = try #require(store.feed.commits(after: last))
      let told = commits.compactMap { $0.changes.byEntity[name] }
      #expect(Set(told.flatMap(\.inserted)) == Set(new.keys).subtracting(old.keys), "\(name)")
      #expect(Set(told.flatMap(\.deleted)) == Set(old.keys).subtracting(new.keys), "\(name)")
      let changed = Set(new.keys.filter { old[$0] != nil && old[$0] != new[$0] })
      #expect(Set(told.flatMap(\.updated)).isSuperset(of: changed), "\(name)")
      let keys = try other.rows("SELECT id FROM kartoteka_keys_\(table) ORDER BY id")
      #expect(keys == new.keys.sorted().map(String.init), "\(name)")
      try other.execute(
        "INSERT INTO kartoteka_search_\(table) (kartoteka_search_\(table), rank) VALUES ('integrity-check', 1)")
    }
    let labels = try other.rows(
      """
      SELECT v.id, v.title, b.name FROM volumes v LEFT JOIN boxes b ON b.id = v.box_id
      EXCEPT SELECT id, title, box_name FROM labels
      """)
    #expect(labels.isEmpty)
    #expect(after[0].count == after[1].count)
    for entity in store.model.entities { try await store.rebuild(entity) }
    #expect(try await answers() == found)
  }

  private static let writes = [
    "INTO volumes (title, code) VALUES ('New', 'c1')",
    "INTO volumes (title, box_id) VALUES ('New', 2)",
    "INTO volumes (title, shelf_id, place) VALUES ('New', 2, 1)",
    "INTO volumes (id, title) VALUES (1, 'New')",
    // REPLACE stores the default in place of NULL in a required column.
    "INTO volumes (title, label, number) VALUES ('New', NULL, 7)",
    "volumes SET label = NULL WHERE id = 2",
    // Several at once.
    "INTO volumes (title, code, box_id, shelf_id, place) VALUES ('New', 'c1', 2, 2, 1)",
    "INTO volumes (title, code) SELECT 'New ' || id, code FROM volumes WHERE id < 4",
    "INTO boxes (name) VALUES ('Elm')",
    "INTO boxes (id, name) VALUES (2, 'New')",
    "volumes SET code = 'c1' WHERE id = 4",
    "volumes SET box_id = 1 WHERE id = 4",
    "volumes SET shelf_id = 2, place = 1 WHERE id = 4",
    "volumes SET id = 1 WHERE id = 4",
    "volumes SET rowid = 1 WHERE id = 4",
    "volumes SET code = 'c1', box_id = 2, shelf_id = 2, place = 1 WHERE id = 4",
    "boxes SET name = 'Oak' WHERE id = 2",
    movingReferred,
  ]
  /// SQLite refuses it where foreign keys are enforced: a volume refers to the box that gets another number.
  private static let movingReferred = "boxes SET id = 1 WHERE id = 2"

  private static func statement(_ resolution: String, _ write: String) -> String {
    (write.hasPrefix("INTO") ? "INSERT OR " : "UPDATE OR ") + resolution + " " + write
  }

  @Test(
    "A record that it deletes is gone from search, totals, letters and derived records, and told of",
    arguments: writes.filter { $0 != movingReferred })
  func replaced(_ write: String) async throws {
    defer { remove() }
    try await check { try other.execute(Self.statement("REPLACE", write)) }
  }

  @Test("So it is where the other program doesn't enforce foreign keys", arguments: writes)
  func unenforced(_ write: String) async throws {
    defer { remove() }
    try await check {
      let problem = try sqlite3(url, Self.statement("REPLACE", write))
      #expect(problem == "")
    }
  }

  @Test("What is rolled back or ignored changes nothing", arguments: writes)
  func kept(_ write: String) async throws {
    defer { remove() }
    try await check { try other.execute(Self.statement("IGNORE", write)) }
    let before = try rows("volumes")
    try await check {
      let problem = try sqlite3(url, "BEGIN; \(Self.statement("REPLACE", write)); ROLLBACK")
      #expect(problem == "")
    }
    #expect(try rows("volumes") == before)
  }
}
