import KartotekaModel

/// The table of a derived entity and the triggers that maintain it. They use built-in SQL functions only, so that they
/// also run in other programs; other triggers refuse every direct write.
struct DerivedTable: Sendable {
  let entity: EntityDescription
  let source: EntityDescription
  private let model: ModelDescription
  private let columns: [Column]
  private let paths: [Path]

  /// A column and the source's expression for its value.
  private struct Column {
    let name: String
    let expression: String
  }

  /// A to-one relationship of the source through which values come from another entity.
  private struct Path {
    let relationship: RelationshipDescription
    let target: EntityDescription
    let alias: String
    /// The other entity's columns that are used.
    var used: [String] = []
  }

  /// Nil for an entity that isn't derived, or whose derivation makes no sense: the model's check reports it.
  init?(_ entity: EntityDescription, in model: ModelDescription) {
    guard let derivation = entity.derivation, let source = model.entity(named: derivation.source) else { return nil }
    self.entity = entity
    self.source = source
    self.model = model
    var paths: [Path] = []
    var columns: [Column] = []
    for own in entity.columns {
      guard let from = derivation.column(own.name), let position = source.position(of: from.from) else { return nil }
      let column = source.columns[position]
      guard let through = from.through else {
        columns.append(Column(name: own.column, expression: "s." + SQL.name(column.column)))
        continue
      }
      guard case .toOne(let relationship) = column, let target = model.entity(named: relationship.target),
        let other = target.position(of: through).map({ target.columns[$0].column })
      else { return nil }
      let index =
        paths.firstIndex { $0.relationship.name == relationship.name }
        ?? {
          paths.append(Path(relationship: relationship, target: target, alias: "t\(paths.count)"))
          return paths.count - 1
        }()
      paths[index].used.append(other)
      columns.append(Column(name: own.column, expression: paths[index].alias + "." + SQL.name(other)))
    }
    self.columns = columns
    self.paths = paths
  }

  private var table: String { SQL.name(entity.table) }

  // MARK: Filling

  /// Makes the records that follow from those of the source for which a condition holds (`s` is the source) what the
  /// sources say.
  func upsert(where condition: String) -> String {
    let names = columns.map { SQL.name($0.name) }
    return """
      INSERT INTO \(table) (id, \(names.joined(separator: ", "))) \
      SELECT s.id, \(columns.map(\.expression).joined(separator: ", ")) \(from) WHERE \(condition) \
      ON CONFLICT (id) DO UPDATE SET \(names.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")) \
      WHERE \(names.map { "\(table).\($0) IS NOT excluded.\($0)" }.joined(separator: " OR "))
      """
  }

  /// A query of the records as they are stored, and one of what the sources say.
  var comparison: (stored: String, computed: String) {
    let names = columns.map { SQL.name($0.name) }
    return (
      "SELECT id, \(names.joined(separator: ", ")) FROM \(table)",
      "SELECT s.id, \(columns.map(\.expression).joined(separator: ", ")) \(from)"
    )
  }

  // A record that leads nowhere has its records all the same, without what would come from there.
  private var from: String {
    let joins = paths.map {
      " LEFT JOIN \(SQL.name($0.target.table)) \($0.alias) ON \($0.alias).id = s.\(SQL.name($0.relationship.column))"
    }
    return "FROM \(SQL.name(source.table)) s" + joins.joined()
  }

  // MARK: Triggers

  /// All triggers, by name.
  var triggers: [(name: String, sql: String)] {
    [onInsert] + onChange + paths.flatMap(triggers) + onReplacement + [guardOfInsert] + guards
  }

  /// The triggers of a new record of the source, whose work a bulk import does.
  var insertTriggers: [(name: String, sql: String)] {
    [onInsert, guardOfInsert] + onReplacement.filter { $0.name.hasSuffix("_replace_insert") }
  }

  private var onInsert: (name: String, sql: String) {
    trigger("follows_insert", "INSERT", of: source, [upsert(where: "s.id = NEW.id")])
  }

  private var onChange: [(name: String, sql: String)] {
    let own = columns.map(\.expression).filter { $0.hasPrefix("s.") }.map { String($0.dropFirst(2)) }
    let leading = paths.map { SQL.name($0.relationship.column) }.filter { !own.contains($0) }
    let used = (own + leading).joined(separator: ", ")
    return [
      trigger("follows_update", "UPDATE OF \(used)", of: source, [upsert(where: "s.id = NEW.id")]),
      // Not UPDATE OF id, which doesn't see `SET rowid`.
      trigger(
        "follows_renumber", "UPDATE", of: source, when: "OLD.id <> NEW.id",
        ["DELETE FROM \(table) WHERE id = OLD.id", upsert(where: "s.id = NEW.id")]),
      trigger("follows_delete", "DELETE", of: source, ["DELETE FROM \(table) WHERE id = OLD.id"]),
    ]
  }

  // Also of new and deleted records: a program that doesn't keep to foreign keys may put one in the place of another.
  private func triggers(of path: Path) -> [(name: String, sql: String)] {
    let leading = "s." + SQL.name(path.relationship.column)
    let used = path.used.map(SQL.name).joined(separator: ", ")
    return [
      ("insert", "INSERT", nil, "= NEW.id"), ("update", "UPDATE OF \(used)", nil, "= NEW.id"),
      ("renumber", "UPDATE", "OLD.id <> NEW.id", "IN (OLD.id, NEW.id)"), ("delete", "DELETE", nil, "= OLD.id"),
    ].map {
      trigger(
        "follows_\(path.relationship.column)_\($0.0)", $0.1, of: path.target, when: $0.2,
        [upsert(where: "\(leading) \($0.3)")])
    }
  }

  // SQLite runs no DELETE trigger for a record that REPLACE deletes.
  private var onReplacement: [(name: String, sql: String)] {
    let removal = """
      DELETE FROM \(table) WHERE id IN (\(ChangeLog.replaced(source, model))) \
      AND NOT EXISTS (SELECT 1 FROM \(SQL.name(source.table)) s WHERE s.id = \(table).id)
      """
    let changes = paths.map { path in
      let leading = "s." + SQL.name(path.relationship.column)
      let replaced = ChangeLog.replaced(path.target, model)
      return (path.relationship.column + "_", path.target, upsert(where: "\(leading) IN (\(replaced))"))
    }
    return ([("", source, removal)] + changes).flatMap { prefix, other, statement in
      ChangeLog.replacements(by: other, model).map {
        trigger("follows_\(prefix)replace_\($0.name)", $0.event, of: other, when: $0.condition, [statement])
      }
    }
  }

  private func trigger(
    _ suffix: String, _ event: String, of other: EntityDescription, when condition: String? = nil,
    _ statements: [String]
  ) -> (name: String, sql: String) {
    let name = "kartoteka_\(entity.table)_\(suffix)"
    let body = statements.map { $0 + "; " }.joined()
    let condition = condition.map { " WHEN " + $0 } ?? ""
    return (
      name, "CREATE TRIGGER \(SQL.name(name)) AFTER \(event) ON \(SQL.name(other.table))\(condition) BEGIN \(body)END"
    )
  }

  // MARK: Guards

  private var guardOfInsert: (name: String, sql: String) { guarding("insert", "NOT EXISTS (\(equal))") }

  private var guards: [(name: String, sql: String)] {
    [
      guarding("update", "OLD.id <> NEW.id OR NOT EXISTS (\(equal))"),
      guarding("delete", "EXISTS (SELECT 1 FROM \(SQL.name(source.table)) WHERE id = OLD.id)"),
    ]
  }

  /// The condition that a row of the sources equals the new row.
  private var equal: String {
    let conditions = ["s.id = NEW.id"] + columns.map { "\($0.expression) IS NEW.\(SQL.name($0.name))" }
    return "SELECT 1 \(from) WHERE \(conditions.joined(separator: " AND "))"
  }

  private func guarding(_ event: String, _ condition: String) -> (name: String, sql: String) {
    let name = "kartoteka_\(entity.table)_guard_\(event)"
    let message = SQL.literal(DatabaseRefusal.derived(table: entity.table, source: source.table).message)
    return (
      name,
      """
      CREATE TRIGGER \(SQL.name(name)) AFTER \(event.uppercased()) ON \(table) WHEN \(condition) \
      BEGIN SELECT RAISE(ABORT, \(message)); END
      """
    )
  }
}
