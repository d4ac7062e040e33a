import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

private typealias F = MigratedFile

@Suite("Migrations of one table")
struct MigrationTests {
  /// A change of the attribute `a`, with values that it allows.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let old: AttributeDescription
    let new: AttributeDescription
    let values: [Value]
    let expected: [Value]
    /// A value that is allowed only since.
    var allowed: Value?
    /// A value that is no longer allowed.
    var refused: Value?

    init(
      _ name: String, _ old: AttributeDescription, _ new: AttributeDescription, _ values: [Value],
      _ expected: [Value]? = nil, allowed: Value? = nil, refused: Value? = nil
    ) {
      testDescription = name
      (self.old, self.new, self.values) = (old, new, values)
      (self.expected, self.allowed, self.refused) = (expected ?? values, allowed, refused)
    }
  }

  private static func choices(_ names: String...) -> AttributeDescription {
    F.attribute("a", .choice) { $0.choices = names.map { Choice($0) } }
  }

  static let cases: [Case] = [
    Case("a choice more", choices("x", "y"), choices("x", "y", "z"), [.text("x"), .null], allowed: .text("z")),
    Case("a choice less", choices("x", "y", "z"), choices("x", "y"), [.text("x"), .null], refused: .text("z")),
    Case(
      "longer", F.attribute("a") { $0.maximumLength = 5 }, F.attribute("a") { $0.maximumLength = 8 },
      [.text("12345"), .null], allowed: .text("12345678")),
    Case(
      "shorter", F.attribute("a") { $0.maximumLength = 8 }, F.attribute("a") { $0.maximumLength = 5 },
      [.text("12345"), .null], refused: .text("123456")),
    Case(
      "at least so long", F.attribute("a"), F.attribute("a") { $0.minimumLength = 3 }, [.text("123")],
      refused: .text("12")),
    Case(
      "a wider range", F.attribute("a", .integer) { $0.maximum = .integer(5) },
      F.attribute("a", .integer) { $0.maximum = .integer(9) }, [.integer(5)], allowed: .integer(9)),
    Case(
      "a narrower range", F.attribute("a", .integer), F.attribute("a", .integer) { $0.minimum = .integer(1) },
      [.integer(1), .null], refused: .integer(0)),
    Case(
      "a pattern", F.attribute("a"), F.attribute("a") { $0.pattern = "[a-z]*" }, [.text("12")],
      refused: nil),
    Case(
      "another default", F.attribute("a") { $0.defaultValue = .text("x") },
      F.attribute("a") { $0.defaultValue = .text("y") }, [.text("1"), .text("x")]),
    Case("unique", F.attribute("a"), F.attribute("a") { $0.isUnique = true }, [.text("1"), .text("2"), .null, .null]),
    Case(
      "no longer unique", F.attribute("a") { $0.isUnique = true }, F.attribute("a"), [.text("1"), .null],
      allowed: .text("1")),
    Case(
      "required", F.attribute("a"), F.attribute("a") { $0.isRequired = true }, [.text("1")], refused: .null),
    Case(
      "required, with a default", F.attribute("a", .integer),
      F.attribute("a", .integer) { ($0.isRequired, $0.defaultValue) = (true, .integer(7)) },
      [.integer(1), .null], [.integer(1), .integer(7)]),
    Case(
      "optional", F.attribute("a", .integer) { $0.isRequired = true }, F.attribute("a", .integer), [.integer(1)],
      allowed: .null),
    Case(
      "text to integer", F.attribute("a"), F.attribute("a", .integer), [.text("12"), .null], [.integer(12), .null]),
    Case(
      "integer to decimal", F.attribute("a", .integer), F.attribute("a", .decimal) { $0.scale = 2 },
      [.integer(12), .null], [.integer(1200), .null]),
    Case(
      "more decimals", F.attribute("a", .decimal) { $0.scale = 2 }, F.attribute("a", .decimal) { $0.scale = 3 },
      [.integer(1250)], [.integer(12500)]),
    Case(
      "fewer decimals", F.attribute("a", .decimal) { $0.scale = 2 }, F.attribute("a", .decimal) { $0.scale = 1 },
      [.integer(1250)], [.integer(125)]),
    Case(
      "whole amounts to cents", F.attribute("a", .decimal) { $0.currency = "EUR" },
      F.attribute("a", .decimal) { ($0.scale, $0.currency) = (2, "EUR") },
      [.integer(5), .integer(-7), .integer(0), .null], [.integer(500), .integer(-700), .integer(0), .null],
      refused: .integer(.max / 10)),
    Case("integer to real", F.attribute("a", .integer), F.attribute("a", .real), [.integer(12)], [.real(12)]),
    Case(
      "decimal to text", F.attribute("a", .decimal) { $0.scale = 2 }, F.attribute("a"), [.integer(1250)],
      [.text("12.50")]),
    Case(
      "decimal to percentage", F.attribute("a", .decimal) { $0.scale = 2 },
      F.attribute("a", .decimal) { ($0.scale, $0.form) = (3, .percent) }, [.integer(25)], [.integer(250)]),
    Case(
      "percentage to decimal", F.attribute("a", .decimal) { ($0.scale, $0.form) = (3, .percent) },
      F.attribute("a", .decimal) { $0.scale = 4 }, [.integer(125)], [.integer(1_250)]),
    Case(
      "text to percentage", F.attribute("a"), F.attribute("a", .decimal) { ($0.scale, $0.form) = (3, .percent) },
      [.text("12.5 %")], [.integer(125)]),
    Case(
      "percentage to text", F.attribute("a", .decimal) { ($0.scale, $0.form) = (3, .percent) }, F.attribute("a"),
      [.integer(125)], [.text("12.5%")]),
    Case(
      "integer to duration", F.attribute("a", .integer), F.attribute("a", .integer) { $0.form = .duration },
      [.integer(90)]),
    Case(
      "duration to text", F.attribute("a", .integer) { $0.form = .duration }, F.attribute("a"), [.integer(90)],
      [.text("1:30")]),
    Case(
      "text to duration", F.attribute("a"), F.attribute("a", .integer) { $0.form = .duration }, [.text("1 h 30 min")],
      [.integer(90)]),
    Case("date to text", F.attribute("a", .date), F.attribute("a"), [.text("2024-02-29")]),
    Case(
      "text to date", F.attribute("a"), F.attribute("a", .date), [.text("2024-02-29"), .null],
      refused: .text("2024-02-30")),
    Case("boolean to integer", F.attribute("a", .boolean), F.attribute("a", .integer), [.integer(1), .integer(0)]),
  ]

  @Test("A file of a version without extensions of telephone numbers takes them, and keeps its numbers")
  func extensions() async throws {
    let file = F()
    defer { file.remove() }
    let model = F.note(F.attribute("a", .phone))
    let numbers = ["+48 225 550 1472", "112"].map(Value.text)
    try await file.add(model, "note", numbers.map { ["a": $0] })
    let database = try DatabaseFile(file.url)
    try database.execute(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = replace(replace(sql, ' AND NOT "a" GLOB ''*x*[^0-9]*''', ''), '0-9 x]', '0-9 ]')
      WHERE name = 'notes';
      PRAGMA writable_schema = OFF;
      """)
    #expect(
      try database.rows("SELECT sql LIKE '%0-9 ]*%' AND sql NOT LIKE '%x*%' FROM sqlite_master WHERE name = 'notes'")
        == ["1"])
    try await file.add(model, "note", [["a": .text("+48 225 550 1472 x12")]])
    #expect(try await file.values(model, "a") == numbers + [.text("+48 225 550 1472 x12")])
    #expect(try file.copies().count == 1)
    for number in ["225550147 x1x", "225550147 y1", "x1"] {
      #expect(throws: (any Error).self) { try database.execute("INSERT INTO notes (a) VALUES ('\(number)')") }
    }
  }

  @Test(
    "An attribute's change keeps its values, by the new rules, and the way back brings the file as it was",
    arguments: cases)
  func matrix(_ change: Case) async throws {
    let file = F()
    defer { file.remove() }
    let (old, new) = (F.note(change.old, F.attribute("b")), F.note(change.new, F.attribute("b")))
    try await file.add(old, "note", change.values.map { ["a": $0, "b": .text("β")] })
    let before = try await file.values(old, "a")
    #expect(before == change.values)
    #expect(try file.copies() == [])
    #expect(try await file.values(new, "a") == change.expected)
    #expect(try await file.values(new, "b") == change.values.map { _ in .text("β") })
    // The number of a record that was deleted is not given again, and the next start has nothing to do.
    let copies = try file.copies()
    #expect(try file.obstacles(new) == [] && file.copies() == copies)
    #expect(try DatabaseFile(file.url).rows("PRAGMA foreign_key_check") == [])
    if let allowed = change.allowed { try await file.add(new, "note", [["a": allowed]]) }
    // The way back.
    if let copy = copies.first {
      try Store.restore(old, at: file.url, from: file.folder.appending(path: copy))
      #expect(try await file.values(old, "a") == before)
    }
  }

  @Test("An attribute's change is done without records", arguments: cases)
  func empty(_ change: Case) async throws {
    let file = F()
    defer { file.remove() }
    _ = try Store(F.note(change.old), at: file.url)
    #expect(try file.obstacles(F.note(change.new)) == [])
    let fresh = F()
    defer { fresh.remove() }
    _ = try Store(F.note(change.new), at: fresh.url)
    let rules = "SELECT * FROM pragma_table_xinfo('notes')"
    #expect(try DatabaseFile(file.url).rows(rules) == DatabaseFile(fresh.url).rows(rules))
  }

  @Test(
    "Values that break the new rule are named, and nothing is changed", arguments: cases.filter { $0.refused != nil })
  func refused(_ change: Case) async throws {
    let file = F()
    defer { file.remove() }
    let refused = try #require(change.refused)
    try await file.add(F.note(change.old), "note", [["a": refused], ["a": change.values[0]]])
    let before = try file.dump()
    let obstacles = try file.obstacles(F.note(change.new))
    #expect(obstacles.map(\.columns) == [["a"]])
    #expect(obstacles.map(\.count) == [1])
    #expect(obstacles.first?.examples.map(\.id) == [1])
    #expect(try file.dump() == before)
    #expect(try file.copies() == [])
    #expect(try file.obstacles(F.note(change.old)) == [])
  }

  @Test("Records that repeat a value which becomes unique are named with it")
  func repeated() async throws {
    let file = F()
    defer { file.remove() }
    try await file.add(F.note(F.attribute("a")), "note", ["x", "y", "x"].map { ["a": .text($0)] })
    let unique = F.note(F.attribute("a") { $0.isUnique = true })
    #expect(
      try file.obstacles(unique) == [
        .init(
          table: "notes", columns: ["a"], reason: .repeated, count: 2,
          examples: [.init(id: 1, value: "x"), .init(id: 3, value: "x")])
      ])
    #expect(try file.copies() == [])
    #expect(
      try file.obstacles(unique).first.map { Localizer.english($0.phrase) }
        == "notes.a has to be unique, and values repeat in 2 records: No. 1 “x”, No. 3 “x”")
  }

  @Test("A new unique attribute and a new unique relationship are taken, and hold")
  func newUnique() async throws {
    let file = F()
    defer { file.remove() }
    try await file.add(F.note(F.attribute("a")), "note", [["a": .text("x")], ["a": .text("y")]])
    let model = F.model(
      F.entity(
        "note", [F.attribute("a"), F.attribute("code") { $0.isUnique = true }],
        [F.toOne("parent", "note") { $0.isUnique = true }]))
    try await file.add(model, "note", [["a": .text("z"), "code": .text("1"), "parent": .integer(1)]])
    await #expect(throws: StoreError.notUnique(entity: "note", field: "code")) {
      try await file.add(model, "note", [["code": .text("1")]])
    }
    await #expect(throws: StoreError.notUnique(entity: "note", field: "parent")) {
      try await file.add(model, "note", [["parent": .integer(1)]])
    }
    #expect(try file.copies().count == 1)
  }

  @Test("A new required attribute needs a default where there are records, and says so")
  func newRequired() async throws {
    let file = F()
    defer { file.remove() }
    try await file.add(F.note(F.attribute("a")), "note", [["a": .text("x")]])
    let required = F.attribute("b") { $0.isRequired = true }
    #expect(try file.obstacles(F.note(F.attribute("a"), required)).map(\.reason) == [.empty])
    let filled = F.note(F.attribute("a"), F.attribute("b") { ($0.isRequired, $0.defaultValue) = (true, .text("–")) })
    #expect(try await file.values(filled, "b") == [.text("–")])
  }

  @Test("A relationship's rule is changed in the database, too", arguments: [DeleteRule.cascade, .deny, .nullify])
  func deleteRules(rule: DeleteRule) async throws {
    let file = F()
    defer { file.remove() }
    func model(_ rule: DeleteRule, required: Bool = false) -> ModelDescription {
      F.model(
        F.entity("note", [F.attribute("a")]),
        F.entity(
          "leaf", [F.attribute("b")],
          [
            F.toOne("note", "note") {
              $0.deleteRule = rule
              $0.isRequired = required
            }
          ]))
    }
    try await file.add(model(.nullify), "note", [["a": .text("x")]])
    try await file.add(model(.nullify), "leaf", [["b": .text("y"), "note": .integer(1)]])
    _ = try Store(model(rule), at: file.url)
    let actions = ["cascade": "CASCADE", "deny": "RESTRICT", "nullify": "SET NULL"]
    let key = "SELECT on_delete FROM pragma_foreign_key_list('leafs')"
    #expect(try DatabaseFile(file.url).rows(key) == [actions[rule.rawValue] ?? ""])
    // Required, and back.
    if rule != .nullify {
      _ = try Store(model(rule, required: true), at: file.url)
      try await file.add(model(rule), "leaf", [["b": .text("z")]])
    }
    #expect(try await file.values(model(rule), "note", of: "leaf").first == .integer(1))
  }

  @Test("A relationship that an older version added without its rule gets it")
  func addedRelationship() async throws {
    let file = F()
    defer { file.remove() }
    _ = try Store(F.note(F.attribute("a")), at: file.url)
    try DatabaseFile(file.url).execute(
      "ALTER TABLE notes ADD COLUMN \"parent_id\" INTEGER REFERENCES \"notes\" (id)")
    let model = F.model(F.entity("note", [F.attribute("a")], [F.toOne("parent", "note")]))
    _ = try Store(model, at: file.url)
    let key = "SELECT on_delete FROM pragma_foreign_key_list('notes')"
    #expect(try DatabaseFile(file.url).rows(key) == ["SET NULL"])
  }

  @Test("What another program added is left alone, and survives a table that is written anew")
  func foreign() async throws {
    let file = F()
    defer { file.remove() }
    let short = F.note(F.attribute("a") { $0.maximumLength = 5 })
    try await file.add(short, "note", [["a": .text("x")]])
    try DatabaseFile(file.url).execute(
      """
      ALTER TABLE notes ADD COLUMN birthday TEXT DEFAULT 'never';
      ALTER TABLE notes ADD COLUMN size INTEGER AS (length(a));
      CREATE TABLE theirs (id INTEGER PRIMARY KEY, note REFERENCES notes (id), text TEXT);
      CREATE INDEX by_birthday ON notes (birthday);
      CREATE TRIGGER told AFTER UPDATE ON notes BEGIN INSERT INTO theirs (text) VALUES (NEW.birthday); END;
      CREATE VIEW young AS SELECT * FROM notes WHERE birthday GLOB '2*';
      UPDATE notes SET birthday = '2001-01-01';
      """)
    _ = try Store(short, at: file.url)
    #expect(try file.copies() == [])
    _ = try Store(F.note(F.attribute("a")), at: file.url)
    #expect(try file.copies().count == 1)
    try await file.add(F.note(F.attribute("a")), "note", [["a": .text("longer than five")]])
    let other = try DatabaseFile(file.url)
    #expect(try other.rows("SELECT a, birthday, size FROM notes") == ["x|2001-01-01|1", "longer than five|never|16"])
    #expect(try other.rows("SELECT a FROM young") == ["x"])
    try other.execute("UPDATE notes SET a = 'y' WHERE id = 1")
    #expect(try other.rows("SELECT text FROM theirs") == ["2001-01-01", "2001-01-01"])
    #expect(try other.rows("SELECT count(*) FROM sqlite_master WHERE name = 'by_birthday'") == ["1"])
  }

  @Test("An index of another program that no longer fits is dropped, which is said")
  func unfit() async throws {
    let file = F()
    defer { file.remove() }
    _ = try Store(F.note(F.attribute("a"), F.attribute("b")), at: file.url)
    try DatabaseFile(file.url).execute(
      """
      CREATE INDEX by_b ON notes (b); CREATE INDEX by_a ON notes (a);
      """)
    let lines = Lines()
    var options = StoreOptions()
    options.warn = lines.add
    _ = try Store(F.note(F.attribute("a") { $0.maximumLength = 5 }), at: file.url, options: options)
    #expect(lines.lines.count == 1)
    #expect(lines.lines.allSatisfy { $0.contains("CREATE INDEX by_b ON notes (b)") })
    #expect(try DatabaseFile(file.url).rows("SELECT name FROM sqlite_master WHERE name GLOB 'by_*'") == ["by_a"])
  }

  @Test("The number of a deleted record is not given again after the table was written anew")
  func numbers() async throws {
    let file = F()
    defer { file.remove() }
    let short = F.note(F.attribute("a") { $0.maximumLength = 5 })
    try await file.add(short, "note", [["a": .text("x")]])
    try DatabaseFile(file.url).execute("DELETE FROM notes")
    let model = F.note(F.attribute("a"))
    try await file.add(model, "note", [["a": .text("y")]])
    #expect(try DatabaseFile(file.url).rows("SELECT id FROM notes") == ["2"])
  }
}
