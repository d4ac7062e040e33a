import GRDB
import KartotekaModel

/// Which records changed and were not told of yet, whoever changed them: a table that triggers of built-in means fill.
///
/// The store's own transactions tell of theirs and clear them before they commit, so that marks found later are another
/// program's.
struct ChangeMarks: Sendable {
  /// What became of a record in all.
  enum Kind: String {
    case inserted
    case updated
    case deleted
    /// Added and deleted again.
    case gone
  }

  static let table = "kartoteka_marks"
  static let schema = """
    CREATE TABLE \(table) (entity TEXT NOT NULL, id INTEGER NOT NULL, kind TEXT NOT NULL, PRIMARY KEY (entity, id)) \
    STRICT, WITHOUT ROWID
    """
  /// Of an entity with more marked records than this, none are named.
  private static let most = 1_000

  private let names: [String: String]

  init(_ model: ModelDescription) {
    names = Dictionary(model.entities.map { ($0.table, $0.name) }) { first, _ in first }
  }

  // MARK: Triggers

  /// The triggers of an entity's table: of new records, changed ones, and deleted ones.
  static func triggers(of entity: EntityDescription) -> [(name: String, sql: String)] {
    let table = entity.table
    return [
      trigger("insert", of: table, "INSERT", [mark(table, "NEW.id", .inserted)]),
      trigger(
        "update", of: table, "UPDATE",
        [
          // A record that gets another number is gone under its old one.
          "INSERT INTO \(Self.table) (entity, id, kind) "
            + "SELECT \(SQL.literal(table)), OLD.id, 'deleted' WHERE OLD.id <> NEW.id \(following(.deleted))",
          "INSERT INTO \(Self.table) (entity, id, kind) VALUES "
            + "(\(SQL.literal(table)), NEW.id, iif(OLD.id = NEW.id, 'updated', 'inserted')) \(following(.updated))",
        ]),
      trigger("delete", of: table, "DELETE", [mark(table, "OLD.id", .deleted)]),
    ]
  }

  /// The triggers of a join table, which mark the records at both ends.
  static func triggers(
    ofJoin table: String, _ columns: RelationshipDescription.JoinColumns, _ own: EntityDescription,
    _ related: EntityDescription
  ) -> [(name: String, sql: String)] {
    func ends(_ row: String) -> [String] {
      [(own.table, columns.own), (related.table, columns.related)].map {
        "(\(SQL.literal($0)), \(row).\(SQL.name($1)), 'updated')"
      }
    }
    return [("insert", "INSERT", ["NEW"]), ("update", "UPDATE", ["OLD", "NEW"]), ("delete", "DELETE", ["OLD"])].map {
      // A record that is deleted takes its links along, and is deleted all the same.
      trigger(
        $0.0, of: table, $0.1,
        [
          "INSERT INTO \(Self.table) (entity, id, kind) VALUES "
            + "\($0.2.flatMap(ends).joined(separator: ", ")) ON CONFLICT DO NOTHING"
        ])
    }
  }

  private static func trigger(
    _ suffix: String, of table: String, _ event: String, _ statements: [String]
  ) -> (name: String, sql: String) {
    let name = "kartoteka_\(table)_\(suffix)"
    let body = statements.map { $0 + "; " }.joined()
    return (name, "CREATE TRIGGER \(SQL.name(name)) AFTER \(event) ON \(SQL.name(table)) BEGIN \(body)END")
  }

  private static func mark(_ table: String, _ id: String, _ kind: Kind) -> String {
    "INSERT INTO \(Self.table) (entity, id, kind) "
      + "VALUES (\(SQL.literal(table)), \(id), '\(kind.rawValue)') \(following(kind))"
  }

  // What follows an earlier mark of the same record. One that was added stays so, whatever is changed in it.
  private static func following(_ kind: Kind) -> String {
    kind == .deleted
      ? "ON CONFLICT DO UPDATE SET kind = iif(kind IN ('inserted', 'gone'), 'gone', 'deleted')"
      : "ON CONFLICT DO UPDATE SET kind = iif(kind = 'gone', 'inserted', 'updated') WHERE kind IN ('deleted', 'gone')"
  }

  // MARK: Marks

  /// Marks a record as the triggers would.
  static func mark(_ entity: EntityDescription, _ id: RecordID, _ kind: Kind, in database: Database) throws {
    try RawStatement(
      "INSERT INTO \(table) (entity, id, kind) VALUES (?, ?, '\(kind.rawValue)') \(following(kind))", in: database
    ).run(.text(entity.table), .integer(id))
  }

  /// What the marks say.
  func changes(in database: Database) throws -> Changes {
    var changes = Changes()
    let rows = try RawStatement("SELECT entity, id, kind FROM \(Self.table)", in: database)
    defer { rows.reset() }
    while try rows.step() {
      guard let name = names[rows.text(column: 0)], let kind = Kind(rawValue: rows.text(column: 2)) else { continue }
      changes.byEntity[name, default: .init()].add(rows.integer(column: 1), kind, most: Self.most)
    }
    return changes
  }

  /// Whether there are any.
  static func exist(in database: Database) throws -> Bool {
    try RawStatement("SELECT EXISTS (SELECT 1 FROM \(table))", in: database).integer() == 1
  }

  /// Takes all of them away.
  static func clear(in database: Database) throws {
    try RawStatement("DELETE FROM \(table)", in: database).run()
  }
}

extension Changes.OfEntity {
  fileprivate mutating func add(_ id: RecordID, _ kind: ChangeMarks.Kind, most: Int) {
    if isAny { return }
    guard inserted.count + updated.count + deleted.count < most else {
      self = Self(isAny: true)
      return
    }
    switch kind {
    case .inserted: inserted.append(id)
    case .updated: updated.append(id)
    case .deleted, .gone: deleted.append(id)
    }
  }
}

extension Changes {
  /// Adds what the marks of the same transaction say to what its log knows: the marks know more, but for what was added
  /// in bulk.
  mutating func complete(by marked: Changes) {
    for (name, marked) in marked.byEntity {
      if var known = byEntity[name], known.isRange, !marked.isAny {
        (known.updated, known.deleted) = (marked.updated, marked.deleted)
        byEntity[name] = known
      } else {
        byEntity[name] = marked
      }
    }
  }
}
