import KartotekaModel

/// The differences between a table and its entity's declaration.
struct TableComparison {
  let entity: EntityDescription
  let schema: TableSchema
  /// The table under the names that it will have after the renames.
  let stored: StoredTable
  let renames: TableRenames
  /// The columns that the last program noted, by their new names; nil where it noted nothing.
  let noted: [String: StoredModel.Column]?
  /// Whether the renames are done.
  let isRenamed: Bool
  /// The archives of columns that come back, by column.
  let archives: [String: ColumnArchive]

  /// The declared columns that the table lacks.
  private(set) var missing: [ColumnDescription] = []
  /// The declared columns that have other rules in the table.
  private(set) var changed: [ColumnDescription] = []
  /// The columns of attributes and relationships that are no longer declared.
  private(set) var removed: [StoredTable.Column] = []
  /// The columns among them whose values move to the archive.
  private(set) var archived: [StoredTable.Column] = []
  /// The columns that another program added.
  private(set) var foreign: [StoredTable.Column] = []
  /// The conversions of stored values, by column.
  private(set) var conversions: [String: ValueConversion] = [:]
  /// The values of records that lack one, by column.
  private(set) var fillings: [String: Value] = [:]
  /// The values of such records that steps compute, by column: of new columns, and of those that get other rules.
  private(set) var codeFillings: [String: ColumnFilling] = [:]

  init(
    _ entity: EntityDescription, _ model: ModelDescription, _ stored: StoredTable, _ renames: TableRenames,
    noted: [String: StoredModel.Column]?, isRenamed: Bool = false, moved: Set<String> = [],
    archives: [String: ColumnArchive] = [:], steps: [ColumnFilling] = []
  ) {
    self.entity = entity
    self.isRenamed = isRenamed
    schema = TableSchema(entity: entity, model: model)
    self.stored = stored.renamed(renames)
    self.renames = renames
    self.noted = noted
    self.archives = archives.filter { [stored = self.stored] in stored.column($0.key) == nil }
    for column in entity.columns {
      guard let old = self.stored.column(column.column) else {
        missing.append(column)
        continue
      }
      compare(column, old)
    }
    for step in steps where step.entity == entity.name {
      guard let column = (missing + changed).first(where: { $0.name == step.attribute }) else { continue }
      codeFillings[column.column] = codeFillings[column.column] ?? step
      fillings[column.column] = nil
    }
    let declared = Set(entity.columns.map(\.column))
    for column in self.stored.columns where !declared.contains(column.name) {
      if isOurs(column) {
        removed.append(column)
        if !moved.contains(column.name) { archived.append(column) }
      } else {
        foreign.append(column)
      }
    }
  }

  private mutating func compare(_ column: ColumnDescription, _ old: StoredTable.Column) {
    let rules = schema.rules(column)
    let conversion = ValueConversion(of: old, noted?[column.column], to: column, in: entity.table)
    conversions[column.column] = conversion
    guard rules != old.rules || conversion != nil else { return }
    changed.append(column)
    if case .attribute(let attribute) = column, attribute.isRequired, !old.rules.isRequired,
      !attribute.defaultValue.isNull
    {
      fillings[column.column] = attribute.defaultValue
    }
  }

  /// The kind that has written the values of a column; nil if it is unknown.
  func kind(of column: StoredTable.Column) -> StoredModel.Column? { noted?[column.name] }

  /// The conversions of stored and of archived values.
  var allConversions: [ValueConversion] { conversions.values + archives.values.flatMap(\.conversions) }

  // In a database without notes, the form of a column's definition shows that the platform wrote it.
  private func isOurs(_ column: StoredTable.Column) -> Bool {
    if let noted { return noted[column.name] != nil }
    let name = SQL.name(source(column.name))
    return ["INTEGER", "REAL", "TEXT", "BLOB"].contains { column.sql.hasPrefix("\(name) \($0)") }
  }

  // MARK: Unique columns

  /// The columns that are to be unique and are not yet.
  var newUnique: [[String]] { schema.uniqueIndices.map(\.columns).filter { !stored.isUnique($0) } }

  /// The unique indices of the platform's that are no longer declared.
  var droppedUnique: [StoredTable.Index] {
    let declared = schema.uniqueIndices.map { Set($0.columns) }
    return stored.indices.filter { index in
      guard index.isUnique, !index.isPartial, let columns = index.columns, !declared.contains(Set(columns)) else {
        return false
      }
      if index.sql != nil { return names(columns, isUnique: true).contains(index.name) }
      // A UNIQUE clause of an older version. Columns that another program declared to be unique stay so.
      return columns.count == 1 && stored.column(columns[0])?.hasUniqueClause == true
        && entity.columns.contains { $0.column == columns[0] }
    }
  }

  /// The platform's indices that are no longer declared, or have another name since a rename.
  var droppedIndices: [StoredTable.Index] {
    let declared = Set(schema.indices.map(\.name))
    return stored.indices.filter { index in
      guard index.sql != nil, !index.isPartial, let columns = index.columns, !declared.contains(index.name) else {
        return false
      }
      let isReference = columns.contains { stored.column($0)?.rules.reference != nil }
      return (index.isUnique || isReference) && names(columns, isUnique: index.isUnique).contains(index.name)
    }
  }

  // As the platform names an index, before and after renames.
  private func names(_ columns: [String], isUnique: Bool) -> Set<String> {
    let old = columns.map(renames.oldName)
    let tables = [entity.table] + renames.tables.filter { $0.value == entity.table }.map(\.key)
    let suffix = isUnique ? TableSchema.uniqueSuffix : ""
    return Set(tables.flatMap { table in [columns, old].map { "\(table)_\($0.joined(separator: "_"))\(suffix)" } })
  }

  // MARK: Number series

  /// The number series that the table has not had.
  var newSeries: [NumberCounter.Field] {
    NumberCounter.Field.all(of: entity).filter { noted?[$0.attribute.column]?.isSeries != true }
  }

  // MARK: Steps of the migration

  /// Whether the table must be rebuilt: SQLite can neither change a column's rules nor drop a UNIQUE clause, nor
  /// add a required column without a default (<https://www.sqlite.org/lang_altertable.html#otheralter>).
  var needsRebuild: Bool {
    !changed.isEmpty || !removed.isEmpty || droppedUnique.contains { $0.sql == nil }
      || missing.contains { !schema.canBeAdded($0) || codeFillings[$0.column] != nil }
  }

  /// The columns whose values steps see, with their names in the database as it is.
  var seenColumns: [(name: String, source: String)] {
    stored.columns.filter { $0.rules.type != "BLOB" }.map { ($0.name, source($0.name)) }
  }

  /// Does something on a connection that knows the functions of the expressions.
  func withFunctions<T>(on database: SQLConnection, _ body: () throws -> T) throws -> T {
    try ColumnFilling.with(Array(codeFillings.values), of: entity, seenColumns, on: database) {
      try ValueConversion.with(allConversions, on: database, body)
    }
  }

  /// A column's name in the database as it is now.
  func source(_ column: String) -> String { isRenamed ? column : renames.oldName(of: column) }

  /// The table's name in the database as it is now.
  var sourceTable: String {
    isRenamed ? entity.table : renames.tables.first { $0.value == entity.table }?.key ?? entity.table
  }

  /// The expression for a column's new value in a query of the old table.
  func expression(_ column: ColumnDescription) -> String {
    let name = column.column
    guard let filling = codeFillings[name] else { return expressionWithoutSteps(column) }
    let isStored = stored.column(name) != nil
    guard isStored || archives[name] != nil else { return filling.sql(seenColumns) }
    let value = expressionWithoutSteps(column)
    // A value that can't be converted is not missing.
    let old = isStored ? SQL.name(source(name)) : value
    return "CASE WHEN \(old) IS NULL OR typeof(\(old)) = 'text' AND trim(\(old)) = '' "
      + "THEN \(filling.sql(seenColumns)) ELSE \(value) END"
  }

  private func expressionWithoutSteps(_ column: ColumnDescription) -> String {
    let name = column.column
    guard stored.column(name) != nil else {
      if let archive = archives[name] {
        let value = archive.value(for: schema.rules(column))
        return "(SELECT \(value) FROM \(SQL.name(archive.name)) a WHERE a.id = \(SQL.name(sourceTable)).id)"
      }
      if case .attribute(let attribute) = column { return SQL.literal(attribute.defaultValue) }
      return "NULL"
    }
    var sql = SQL.name(source(name))
    if let conversion = conversions[name] { sql = conversion.sql(sql) }
    guard let filling = fillings[name] else { return sql }
    let isText = if case .attribute(let attribute) = column { attribute.isText } else { false }
    return isText
      ? "CASE WHEN trim(ifnull(\(sql), '')) = '' THEN \(SQL.literal(filling)) ELSE \(sql) END"
      : "ifnull(\(sql), \(SQL.literal(filling)))"
  }

  /// The statements that rebuild the table, to be run after all renames. Indices and triggers go with the old one.
  func rebuild() -> [String] {
    let new = "kartoteka_new_" + entity.table
    let kept = foreign.filter { !$0.isGenerated }.map(\.name)
    // Values that come back to an optional column are put in later: they may break a rule and stay in the archive.
    let columns = entity.columns.filter {
      stored.column($0.column) != nil || archives[$0.column] != nil && !schema.canBeAdded($0)
        || codeFillings[$0.column] != nil
    }
    let names = ["id"] + columns.map(\.column) + kept
    let values = ["id"] + columns.map { expression($0) } + kept.map(SQL.name)
    let (table, copy) = (SQL.name(entity.table), SQL.name(new))
    return [
      schema.table(named: new, columns: foreign.map(\.sql), constraints: stored.constraints),
      "INSERT INTO \(copy) (\(SQL.names(names))) SELECT \(values.joined(separator: ", ")) FROM \(table)",
      // No number is given a second time. The counter of an empty table is there once something was in it.
      """
      INSERT INTO sqlite_sequence (name, seq) SELECT \(SQL.literal(new)), 0 \
      WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = \(SQL.literal(new)))
      """,
      """
      UPDATE sqlite_sequence SET seq = max(seq, ifnull( \
      (SELECT seq FROM sqlite_sequence WHERE name = \(SQL.literal(entity.table))), 0)) WHERE name = \(SQL.literal(new))
      """,
      "DROP TABLE \(table)",
      "ALTER TABLE \(copy) RENAME TO \(table)",
    ]
  }
}
