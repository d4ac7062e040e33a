import KartotekaModel

// The triggers that append to the log, in whichever program they run.
extension ChangeLog {
  typealias Trigger = (name: String, sql: String)

  /// The triggers of an entity's table.
  static func triggers(of entity: EntityDescription, _ model: ModelDescription) -> [Trigger] {
    let (table, literal) = (entity.table, SQL.literal(entity.table))
    return insertTriggers(of: entity, model) + replacedByUpdate(entity, model) + [
      trigger(
        "update", of: table, "AFTER UPDATE",
        // A record that gets another id is deleted under its old one.
        "\(into) SELECT \(literal), OLD.id, 'delete' WHERE OLD.id <> NEW.id",
        "\(into) VALUES (\(literal), NEW.id, iif(OLD.id = NEW.id, 'update', 'insert'))"),
      trigger("delete", of: table, "AFTER DELETE", "\(into) VALUES (\(literal), OLD.id, 'delete')"),
    ]
  }

  /// The triggers of a new record, which a bulk import does without.
  static func insertTriggers(of entity: EntityDescription, _ model: ModelDescription) -> [Trigger] {
    let (table, literal) = (entity.table, SQL.literal(entity.table))
    let inserted = trigger("insert", of: table, "AFTER INSERT", "\(into) VALUES (\(literal), NEW.id, 'insert')")
    // Only its own triggers write a derived table.
    if entity.isDerived { return [inserted] }
    return [
      inserted,
      trigger(
        "replace_insert", of: table, "BEFORE INSERT",
        "\(into) SELECT \(literal), id, 'replace' FROM \(SQL.name(table)) WHERE \(conflicts(of: entity, model))"),
    ]
  }

  private static func replacedByUpdate(_ entity: EntityDescription, _ model: ModelDescription) -> [Trigger] {
    if entity.isDerived { return [] }
    let keys = uniqueKeys(of: entity, model)
    return [
      trigger(
        "replace_update", of: entity.table, "BEFORE UPDATE", when: differ(keys),
        """
        \(into) SELECT \(SQL.literal(entity.table)), id, 'replace' FROM \(SQL.name(entity.table)) \
        WHERE id <> OLD.id AND (\(conflicts(of: entity, model)))
        """)
    ]
  }

  /// The columns of each key that no two records may have alike.
  private static func uniqueKeys(of entity: EntityDescription, _ model: ModelDescription) -> [[String]] {
    [["id"]] + TableSchema(entity: entity, model: model).uniqueIndices.map(\.columns)
  }

  /// The ids of the records that the row written last has replaced, of which there is one at most for each key, and
  /// perhaps of others that were replaced before.
  static func replaced(_ entity: EntityDescription, _ model: ModelDescription) -> String {
    """
    SELECT id FROM \(table) WHERE entity = \(SQL.literal(entity.table)) AND operation = 'replace' \
    AND seq > coalesce((SELECT CAST(value AS INTEGER) FROM kartoteka_meta WHERE key = '\(appliedKey)'), 0) ORDER BY seq DESC LIMIT \(uniqueKeys(of: entity, model).count)
    """
  }

  /// The writes by which a record of an entity can replace others.
  static func replacements(
    by entity: EntityDescription, _ model: ModelDescription
  ) -> [(name: String, event: String, condition: String?)] {
    [("insert", "INSERT", nil), ("update", "UPDATE", differ(uniqueKeys(of: entity, model)))]
  }

  private static func differ(_ keys: [[String]]) -> String {
    Set(keys.joined()).sorted().map { "OLD.\(SQL.name($0)) IS NOT NEW.\(SQL.name($0))" }.joined(separator: " OR ")
  }

  /// The triggers of a join table, which append the records at both ends.
  static func triggers(
    ofJoin table: String, _ columns: RelationshipDescription.JoinColumns, _ own: EntityDescription,
    _ related: EntityDescription
  ) -> [Trigger] {
    func ends(_ row: String) -> [String] {
      [(own.table, columns.own), (related.table, columns.related)].map {
        "(\(SQL.literal($0)), \(row).\(SQL.name($1)), 'touch')"
      }
    }
    return [("insert", "INSERT", ["NEW"]), ("update", "UPDATE", ["OLD", "NEW"]), ("delete", "DELETE", ["OLD"])].map {
      trigger($0.0, of: table, "AFTER \($0.1)", "\(into) VALUES \($0.2.flatMap(ends).joined(separator: ", "))")
    }
  }

  /// The triggers of the tables of settings and views.
  static var settingsTriggers: [Trigger] {
    [SettingsTable.name, ViewTable.name, PrivateViewTable.name].flatMap { table in
      ["INSERT", "UPDATE", "DELETE"].map {
        trigger($0.lowercased(), of: table, "AFTER \($0)", "\(into) VALUES (\(SQL.literal(table)), 0, 'update')")
      }
    }
  }

  /// The condition that a stored record has a unique key of the row that is about to be written.
  private static func conflicts(of entity: EntityDescription, _ model: ModelDescription) -> String {
    var defaults: [String: String] = [:]
    for attribute in entity.attributes where attribute.isRequired && !attribute.defaultValue.isNull {
      defaults[attribute.column] = SQL.literal(attribute.defaultValue)
    }
    // REPLACE puts the default into a NOT NULL column in place of NULL, after the BEFORE triggers have run
    // (<https://www.sqlite.org/lang_conflict.html>).
    func equal(_ column: String) -> String {
      let name = SQL.name(column)
      return "\(name) = " + (defaults[column].map { "coalesce(NEW.\(name), \($0))" } ?? "NEW.\(name)")
    }
    return uniqueKeys(of: entity, model).map { "(" + $0.map(equal).joined(separator: " AND ") + ")" }
      .joined(separator: " OR ")
  }

  private static let into = "INSERT INTO \(table) (entity, id, operation)"

  private static func trigger(
    _ suffix: String, of table: String, _ event: String, when condition: String? = nil, _ statements: String...
  ) -> Trigger {
    let condition = condition.map { " WHEN " + $0 } ?? ""
    let name = "kartoteka_\(table)_\(suffix)"
    let body = statements.map { $0 + "; " }.joined()
    return (name, "CREATE TRIGGER \(SQL.name(name)) \(event) ON \(SQL.name(table))\(condition) BEGIN \(body)END")
  }
}
