import KartotekaModel

/// The SQL of one entity's table, its indices and the join tables that it leads.
struct TableSchema {
  let entity: EntityDescription
  let model: ModelDescription

  /// `CREATE TABLE` with every rule that the database itself can enforce. A derived record contains values of other records,
  /// under their number and held to their rules.
  var table: String { table(named: entity.table) }

  /// The same under another name, with columns and table constraints that another program added.
  func table(named name: String, columns: [String] = [], constraints: [String] = []) -> String {
    var lines: [String]
    if entity.isDerived {
      lines = ["id INTEGER PRIMARY KEY"] + entity.columns.map { derivedDefinition($0) }
    } else {
      lines = ["id INTEGER PRIMARY KEY AUTOINCREMENT"] + entity.columns.map { definition($0) } + columns
      lines += entity.relationships.filter { $0.cardinality == .toOne }.map { foreignKey($0) } + constraints
    }
    return "CREATE TABLE \(SQL.name(name)) (\n  \(lines.joined(separator: ",\n  "))\n) STRICT"
  }

  /// The column definition of an attribute or a to-one relationship, for `CREATE TABLE`.
  func definition(_ column: ColumnDescription) -> String {
    switch column {
    case .attribute(let attribute): definition(attribute)
    case .toOne(let relationship):
      SQL.name(relationship.column) + " INTEGER" + (relationship.isRequired ? " NOT NULL" : "")
    }
  }

  private func derivedDefinition(_ column: ColumnDescription) -> String {
    let storage =
      if case .attribute(let attribute) = column { attribute.behavior.storage.rawValue.uppercased() } else { "INTEGER" }
    return SQL.name(column.column) + " " + storage + (column.isRequired ? " NOT NULL" : "")
  }

  private func definition(_ attribute: AttributeDescription) -> String {
    var sql = SQL.name(attribute.column) + " " + attribute.behavior.storage.rawValue.uppercased()
    if attribute.isRequired { sql += " NOT NULL" }
    if !attribute.defaultValue.isNull { sql += " DEFAULT " + SQL.literal(attribute.defaultValue) }
    return check(attribute).map { sql + " CHECK (" + $0 + ")" } ?? sql
  }

  /// The condition that all values of an attribute's column meet; nil where there is none.
  func check(_ attribute: AttributeDescription) -> String? {
    let checks = checks(attribute)
    return checks.isEmpty ? nil : checks.joined(separator: " AND ")
  }

  /// The rules of a column, in the form in which they are compared with those of a database.
  func rules(_ column: ColumnDescription) -> ColumnRules {
    switch column {
    case .attribute(let attribute):
      ColumnRules(
        type: attribute.behavior.storage.rawValue.uppercased(), isRequired: attribute.isRequired,
        defaultTokens: attribute.defaultValue.isNull ? [] : SQLTokens(SQL.literal(attribute.defaultValue)).texts,
        checks: check(attribute).map { [SQLTokens($0).texts] } ?? [], reference: nil)
    case .toOne(let relationship):
      ColumnRules(
        type: "INTEGER", isRequired: relationship.isRequired, defaultTokens: [], checks: [],
        reference: .init(table: target(relationship), onDelete: action(relationship)))
    }
  }

  /// Whether a table with records can get the column.
  func canBeAdded(_ column: ColumnDescription) -> Bool {
    guard column.isRequired else { return true }
    if case .attribute(let attribute) = column { return !attribute.defaultValue.isNull }
    return false
  }

  /// A column as `ALTER TABLE … ADD COLUMN` takes it: with its foreign key in place.
  func addition(_ column: ColumnDescription) -> String {
    guard case .toOne(let relationship) = column else { return definition(column) }
    return definition(column) + " " + references(relationship)
  }

  private func checks(_ attribute: AttributeDescription) -> [String] {
    let column = SQL.name(attribute.column)
    var checks: [String] = []
    if attribute.isText {
      // Not blank. A text that begins with a visible character isn't, which is a quick test and spares most calls of trim().
      if attribute.isRequired { checks.append("(\(column) >= '!' OR trim(\(column)) <> '')") }
      checks.append(
        "length(\(column)) \(attribute.minimumLength > 1 ? "BETWEEN \(attribute.minimumLength) AND" : "<=") \(attribute.maximumLength)"
      )
    }
    if !attribute.minimum.isNull { checks.append("\(column) >= \(SQL.literal(attribute.minimum))") }
    if !attribute.maximum.isNull { checks.append("\(column) <= \(SQL.literal(attribute.maximum))") }
    if let rule = (attribute.behavior as? any CheckConstraint)?.check(column: column, for: attribute) {
      // A CHECK that is NULL passes, which is what an optional column wants; IS and IN need the help.
      checks.append(attribute.isRequired ? "(\(rule))" : "(\(column) IS NULL OR \(rule))")
    }
    return checks
  }

  private func foreignKey(_ relationship: RelationshipDescription) -> String {
    "FOREIGN KEY (\(SQL.name(relationship.column))) \(references(relationship))"
  }

  private func references(_ relationship: RelationshipDescription) -> String {
    "REFERENCES \(SQL.name(target(relationship))) (id) ON DELETE \(action(relationship))"
  }

  private func target(_ relationship: RelationshipDescription) -> String {
    model.entity(named: relationship.target)?.table ?? relationship.target
  }

  private func action(_ relationship: RelationshipDescription) -> String {
    switch relationship.deleteRule {
    case .deny: "RESTRICT"
    case .nullify: "SET NULL"
    case .cascade: "CASCADE"
    }
  }

  /// The unique indices, and an index for every foreign key that none of them begins with, by name.
  var indices: [(name: String, sql: String)] {
    let leading = Set(uniqueIndices.map(\.columns[0]))
    let foreignKeys = entity.relationships.filter {
      $0.cardinality == .toOne && !leading.contains($0.column)
    }
    return foreignKeys.map { index("\(entity.table)_\($0.column)", "INDEX", [$0.column]) }
      + uniqueIndices.map { index($0.name, "UNIQUE INDEX", $0.columns) }
  }

  /// The indices of unique attributes, to-one relationships and keys, by name. They are indices and not UNIQUE clauses,
  /// which could be neither added to a table nor taken away.
  var uniqueIndices: [(name: String, columns: [String])] {
    let single = entity.isDerived ? [] : entity.columns.filter(\.isUnique).map { [$0.column] }
    let keys = entity.uniqueKeys.map { key in
      key.compactMap { entity.position(of: $0) }.map { entity.columns[$0].column }
    }
    return (single + keys).map { ("\(entity.table)_\($0.joined(separator: "_"))\(Self.uniqueSuffix)", $0) }
  }

  /// The ending of the names of unique keys' indices.
  static let uniqueSuffix = "_key"

  private func index(_ name: String, _ kind: String, _ columns: [String]) -> (name: String, sql: String) {
    (name, "CREATE \(kind) \(SQL.name(name)) ON \(SQL.name(entity.table)) (\(SQL.names(columns)))")
  }

  /// The join tables whose owning side this entity is.
  private var joins: [(name: String, columns: RelationshipDescription.JoinColumns, target: EntityDescription)] {
    entity.leadingManyToMany.compactMap { relationship in
      guard let name = relationship.joinTable, let columns = relationship.joinColumns,
        let target = model.entity(named: relationship.target)
      else { return nil }
      return (name, columns, target)
    }
  }

  /// The join tables whose owning side this entity is, by name.
  var joinTables: [(name: String, statements: [String])] {
    joins.map { name, columns, target in
      let (own, related) = (SQL.name(columns.own), SQL.name(columns.related))
      return (
        name,
        [
          """
          CREATE TABLE \(SQL.name(name)) (
            \(own) INTEGER NOT NULL REFERENCES \(SQL.name(entity.table)) (id) ON DELETE CASCADE,
            \(related) INTEGER NOT NULL REFERENCES \(SQL.name(target.table)) (id) ON DELETE CASCADE,
            PRIMARY KEY (\(own), \(related))
          ) STRICT, WITHOUT ROWID
          """,
          "CREATE INDEX \(SQL.name(name + "_" + columns.related)) ON \(SQL.name(name)) (\(related), \(own))",
        ]
      )
    }
  }

  /// The triggers of the join tables.
  var joinTriggers: [(name: String, sql: String)] {
    joins.flatMap { ChangeLog.triggers(ofJoin: $0.name, $0.columns, entity, $0.target) }
  }

  /// The triggers that keep what is never changed after a record was made. An optional relationship may still be
  /// emptied, as it is when the record that it leads to is deleted, and that may be undone.
  var standingTriggers: [(name: String, sql: String)] {
    guard !entity.isDerived else { return [] }
    return entity.columns.filter { $0.writability == .onInsert }.map { column in
      let name = "kartoteka_\(entity.table)_stands_\(column.column)"
      let quoted = SQL.name(column.column)
      let differs = if case .toOne = column, !column.isRequired { "<>" } else { "IS NOT" }
      let message = DatabaseRefusal.readOnly(table: entity.table, column: column.column).message
      return (
        name,
        """
        CREATE TRIGGER \(SQL.name(name)) BEFORE UPDATE OF \(quoted) ON \(SQL.name(entity.table)) \
        WHEN OLD.\(quoted) \(differs) NEW.\(quoted) BEGIN SELECT RAISE(ABORT, \(SQL.literal(message))); END
        """
      )
    }
  }
}
