import KartotekaModel

/// Looks for records that stand in the way of a table's changes, and counts those whose values change. Reads only.
struct ObstacleSearch {
  let comparison: TableComparison
  /// The tables that there are, by their names before the renames.
  let tables: Set<String>
  let database: SQLConnection

  private static let most = 20

  private var entity: EntityDescription { comparison.entity }
  /// The table's name before the renames.
  private var table: String { comparison.sourceTable }

  /// The number of records.
  func count() throws -> Int {
    try database.first(Int.self, "SELECT count(*) FROM \(SQL.name(table))") ?? 0
  }

  func obstacles() throws -> [MigrationPlan.Obstacle] {
    let columns = try comparison.changed.flatMap { try obstacles(of: $0) }
    return try columns + emptyColumns() + repetitions()
  }

  /// So many values are converted. The plus signs keep SQLite from comparing 1 and '1' as text.
  func conversions(of column: ColumnDescription) throws -> Int {
    try count("\(SQL.name(column.column)) IS NOT NULL AND +original IS NOT +\(SQL.name(column.column))", column)
  }

  /// So many records without a value get one.
  func fillings(of column: ColumnDescription) throws -> Int {
    try count("original IS NULL OR typeof(original) = 'text' AND trim(original) = ''", column)
  }

  // MARK: One column

  private func obstacles(of column: ColumnDescription) throws -> [MigrationPlan.Obstacle] {
    let name = SQL.name(column.column)
    let old = comparison.stored.column(column.column)?.rules
    let new = comparison.schema.rules(column)
    var found: [MigrationPlan.Obstacle] = []
    let isBlank = "typeof(original) = 'text' AND trim(original) = ''"
    if let conversion = comparison.conversions[column.column] {
      try found.add(
        obstacle(
          column, .notConvertible(conversion.to.kind), "original IS NOT NULL AND NOT (\(isBlank)) AND \(name) IS NULL"))
    }
    let isEmpty = "original IS NULL OR (\(isBlank))"
    let isFilled = comparison.codeFillings[column.column] != nil
    if column.isRequired, comparison.fillings[column.column] == nil {
      try found.add(obstacle(column, .empty, isFilled ? "\(name) IS NULL AND (\(isEmpty))" : isEmpty))
    }
    if case .attribute(let attribute) = column, let check = comparison.schema.check(attribute) {
      let isMissing = isFilled ? "\(name) IS NULL" : column.isRequired ? isEmpty : "FALSE"
      let breaks = "NOT (\(check)) AND NOT (\(isMissing))"
      let broken = try obstacle(column, .empty, breaks)
      if let broken { found.append(try named(broken, attribute, breaks)) }
    }
    if let reference = new.reference, reference.table != old?.reference?.table {
      let condition = "\(name) IS NOT NULL AND \(name) NOT IN (\(ids(of: reference.table)))"
      try found.add(obstacle(column, .missingTarget(reference.table), condition))
    }
    return found
  }

  private func source(_ column: ColumnDescription) -> String {
    let old = SQL.name(comparison.source(column.column))
    return
      "(SELECT id, \(old) AS original, \(comparison.expression(column)) AS \(SQL.name(column.column)) FROM \(SQL.name(table)))"
  }

  private func count(_ condition: String, _ column: ColumnDescription) throws -> Int {
    try database.first(Int.self, "SELECT count(*) FROM \(source(column)) WHERE \(condition)") ?? 0
  }

  private func obstacle(
    _ column: ColumnDescription, _ reason: MigrationPlan.Obstacle.Reason, _ condition: String
  ) throws -> MigrationPlan.Obstacle? {
    let count = try count(condition, column)
    guard count > 0 else { return nil }
    let examples = try database.rows(
      "SELECT id, original FROM \(source(column)) WHERE \(condition) ORDER BY id LIMIT \(Self.most)"
    ).map { MigrationPlan.Obstacle.Example(id: try $0[0], value: Self.text(try $0[1])) }
    return .init(table: table, columns: [column.column], reason: reason, count: count, examples: examples)
  }

  // In the words of the rule that the first example breaks.
  private func named(
    _ obstacle: MigrationPlan.Obstacle, _ attribute: AttributeDescription, _ condition: String
  ) throws -> MigrationPlan.Obstacle {
    let stored = try database.first(
      Value.self,
      "SELECT \(SQL.name(attribute.column)) FROM \(source(.attribute(attribute))) WHERE \(condition) ORDER BY id LIMIT 1"
    )
    let reason: Phrase? =
      switch stored {
      case nil, .null?, .blob?: nil
      case let stored?: attribute.fault(in: stored)
      }
    return .init(
      table: obstacle.table, columns: obstacle.columns, reason: .invalid(reason ?? "This can't be saved as it is"),
      count: obstacle.count, examples: obstacle.examples)
  }

  private static func text(_ value: Value) -> String {
    let text =
      switch value {
      case .null, .blob: ""
      case .integer(let integer): String(integer)
      case .real(let real): String(real)
      case .text(let text): text
      }
    return text.count > 40 ? text.prefix(39) + "…" : text
  }

  // MARK: New and unique columns

  /// New columns that need a value, where there are records that would have none.
  private func emptyColumns() throws -> [MigrationPlan.Obstacle] {
    let columns = comparison.missing.filter {
      !comparison.schema.canBeAdded($0) || comparison.codeFillings[$0.column] != nil
    }
    guard !columns.isEmpty else { return [] }
    return try columns.flatMap { column in
      // Values of the archive come back.
      let value = comparison.expression(column)
      var found: [MigrationPlan.Obstacle] = []
      if column.isRequired { try found.add(missing(column, .empty, "\(value) IS NULL")) }
      try found.add(invalidFilling(column, value))
      if let reference = comparison.schema.rules(column).reference?.table {
        try found.add(
          missing(column, .missingTarget(reference), "\(value) IS NOT NULL AND \(value) NOT IN (\(ids(of: reference)))")
        )
      }
      return found
    }
  }

  /// Values of a step that break a rule.
  private func invalidFilling(_ column: ColumnDescription, _ value: String) throws -> MigrationPlan.Obstacle? {
    guard comparison.codeFillings[column.column] != nil, case .attribute(let attribute) = column,
      let check = comparison.schema.check(attribute)
    else { return nil }
    let name = SQL.name(column.column)
    let rows = "(SELECT id, \(value) AS \(name) FROM \(SQL.name(table))) WHERE \(name) IS NOT NULL AND NOT (\(check))"
    let count = try database.first(Int.self, "SELECT count(*) FROM \(rows)") ?? 0
    guard count > 0 else { return nil }
    let examples = try database.rows("SELECT id, \(name) FROM \(rows) ORDER BY id LIMIT \(Self.most)").map {
      MigrationPlan.Obstacle.Example(id: try $0[0], value: Self.text(try $0[1]))
    }
    let first = try database.first(Value.self, "SELECT \(name) FROM \(rows) ORDER BY id LIMIT 1") ?? .null
    return .init(
      table: table, columns: [column.column],
      reason: .invalid(attribute.fault(in: first) ?? "This can't be saved as it is"), count: count, examples: examples)
  }

  private func missing(
    _ column: ColumnDescription, _ reason: MigrationPlan.Obstacle.Reason, _ condition: String
  ) throws -> MigrationPlan.Obstacle? {
    let records = "FROM \(SQL.name(table)) WHERE \(condition)"
    let count = try database.first(Int.self, "SELECT count(*) \(records)") ?? 0
    guard count > 0 else { return nil }
    let ids = try database.all(RecordID.self, "SELECT id \(records) ORDER BY id LIMIT \(Self.most)")
    return .init(
      table: table, columns: [column.column], reason: reason, count: count, examples: ids.map { .init(id: $0) })
  }

  // The records of a table by its new name, with those that come back to it.
  private func ids(of target: String) -> String {
    let source = comparison.renames.tables.first { $0.value == target }?.key ?? target
    let tables = self.tables.contains(source) ? [source] : Archive.names(table: target, in: self.tables)
    return tables.isEmpty
      ? "SELECT 0 WHERE FALSE" : tables.map { "SELECT id FROM \(SQL.name($0))" }.joined(separator: " UNION ALL ")
  }

  private func repetitions() throws -> [MigrationPlan.Obstacle] {
    let converted = Set(comparison.conversions.keys).union(comparison.fillings.keys)
      .union(comparison.codeFillings.keys)
    let keys = comparison.schema.uniqueIndices.map(\.columns).filter {
      !comparison.stored.isUnique($0) || !converted.isDisjoint(with: $0)
    }
    return try keys.compactMap(repetition)
  }

  private func repetition(_ names: [String]) throws -> MigrationPlan.Obstacle? {
    let columns = names.compactMap { name in entity.columns.first { $0.column == name } }
    // A new column without a default is null in every record, and nulls are distinct.
    let expressions = columns.map { comparison.expression($0) }
    guard !expressions.contains("NULL") else { return nil }
    let selected = zip(expressions, names).map { "\($0) AS \(SQL.name($1))" }.joined(separator: ", ")
    let source = "(SELECT id, \(selected) FROM \(SQL.name(table)))"
    let isWhole = names.map { "\(SQL.name($0)) IS NOT NULL" }.joined(separator: " AND ")
    let key = SQL.names(names)
    let repeated = """
      FROM \(source) WHERE (\(key)) IN (SELECT \(key) FROM \(source) WHERE \(isWhole) GROUP BY \(key) HAVING count(*) > 1)
      """
    let count = try database.first(Int.self, "SELECT count(*) \(repeated)") ?? 0
    guard count > 0 else { return nil }
    let rows = try database.rows("SELECT id, \(key) \(repeated) ORDER BY \(key), id LIMIT \(Self.most)")
    let examples = try rows.map { row in
      let values = try (1...names.count).map { Self.text(try row[$0]) }
      return MigrationPlan.Obstacle.Example(id: try row[0], value: values.joined(separator: ", "))
    }
    return .init(table: table, columns: names, reason: .repeated, count: count, examples: examples)
  }
}

extension [MigrationPlan.Obstacle] {
  fileprivate mutating func add(_ obstacle: MigrationPlan.Obstacle?) {
    if let obstacle { append(obstacle) }
  }
}
