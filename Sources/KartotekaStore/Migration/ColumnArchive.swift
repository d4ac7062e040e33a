import KartotekaModel

/// The archive of a column that comes back.
struct ColumnArchive {
  /// One kind of its values.
  private struct Kind {
    /// The text that the archive's rows have for it; nil for rows of earlier versions, which have none.
    let text: String?
    let conversion: ValueConversion?
  }

  private(set) var name: String
  private let kinds: [Kind]
  private let hasKinds: Bool

  /// - Parameters:
  ///   - name: the archive's name in the database as it is.
  ///   - noted: the kind of the values of archives of earlier versions.
  init(
    _ name: String, noted: StoredModel.Column?, of column: ColumnDescription, in table: String,
    _ database: SQLConnection
  ) throws {
    self.name = name
    let hasKinds = try database.columns(of: name).contains("kind")
    self.hasKinds = hasKinds
    let texts: [String?] =
      hasKinds
      ? try database.rows("SELECT DISTINCT kind FROM \(SQL.name(name)) ORDER BY kind").map { row in
        let text: String? = try row[0]
        return text
      } : [nil]
    kinds = texts.enumerated().map { index, text in
      let kind = text.map { JSONText.value(StoredModel.Column.self, $0) } ?? (hasKinds ? nil : noted)
      let conversion = kind?.attribute(column.column).flatMap {
        ValueConversion(from: $0, isKnown: true, to: column, in: table, "archived \(index)")
      }
      return Kind(text: text, conversion: conversion)
    }
  }

  /// The conversions of its values.
  var conversions: [ValueConversion] { kinds.compactMap(\.conversion) }

  /// The archive under its name after renames of tables.
  func renamed(_ renames: [String: String]) -> ColumnArchive {
    var archive = self
    archive.name = renames[name] ?? name
    return archive
  }

  /// The expression for what a row `a` of the archive has for the column; NULL where the column can't hold it.
  func value(for rules: ColumnRules) -> String {
    if kinds.isEmpty { return "NULL" }
    let cases = kinds.map { kind in
      let value = kind.conversion?.sql("a.value") ?? "a.value"
      return "WHEN \(hasKinds ? "a.kind IS \(SQL.literal(kind.text.map(Value.text) ?? .null))" : "TRUE") THEN \(value)"
    }
    return rules.storable("CASE \(cases.joined(separator: " ")) END")
  }

  /// The number of values that come back to records of a table.
  func count(for rules: ColumnRules, in table: String, _ database: SQLConnection) throws -> Int {
    try database.first(
      Int.self,
      """
      SELECT count(*) FROM \(SQL.name(name)) a JOIN \(SQL.name(table)) t ON t.id = a.id \
      WHERE \(value(for: rules)) IS NOT NULL
      """) ?? 0
  }

  /// Brings back the values that a column may hold. The others stay in the archive. The targets of references are not checked:
  /// they may come back, too (``RestoredReferences``).
  func restore(_ column: ColumnDescription, _ comparison: TableComparison, in database: SQLConnection) throws {
    let (table, archive, target) = (SQL.name(comparison.entity.table), SQL.name(name), SQL.name(column.column))
    let value = value(for: comparison.schema.rules(column))
    try database.execute(
      """
      UPDATE OR IGNORE \(table) SET \(target) = (SELECT \(value) FROM \(archive) a WHERE a.id = \(table).id) \
      WHERE id IN (SELECT a.id FROM \(archive) a WHERE \(value) IS NOT NULL)
      """)
    if case .toOne = column { return }
    try database.execute(
      """
      DELETE FROM \(archive) WHERE id IN (SELECT t.id FROM \(table) t JOIN \(archive) a ON a.id = t.id \
      WHERE t.\(target) IS \(value) AND t.\(target) IS NOT NULL)
      """)
    try Archive.dropIfEmpty(name, in: database)
  }
}

extension ColumnRules {
  /// The expression for a value if a column of a STRICT table may hold it, else NULL.
  func storable(_ expression: String) -> String {
    let types =
      switch type {
      case "INTEGER": "'integer'"
      case "REAL": "'integer', 'real'"
      case "TEXT": "'text'"
      default: "'blob'"
      }
    return "iif(typeof(\(expression)) IN (\(types)), \(expression), NULL)"
  }
}
