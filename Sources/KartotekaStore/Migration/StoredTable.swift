import KartotekaModel

/// The rules of a column, in comparable form.
struct ColumnRules: Equatable {
  /// The declared type, in capitals.
  var type: String
  var isRequired: Bool
  /// The tokens of the DEFAULT clause; empty where there is none.
  var defaultTokens: [String]
  /// The tokens of each CHECK clause.
  var checks: Set<[String]>
  /// The table that it refers to, and what deleting a row there does; nil where it refers to none.
  var reference: Reference?

  /// A foreign key of one column.
  struct Reference: Hashable {
    var table: String
    /// `RESTRICT`, `SET NULL`, `CASCADE`, …
    var onDelete: String
  }
}

/// A table as a database has it, read by pragmas and from its parsed statement.
struct StoredTable {
  struct Column {
    var name: String
    var rules: ColumnRules
    /// Its definition as it is written in the statement.
    let sql: String
    /// Whether SQLite works it out, so that nothing can be stored in it.
    let isGenerated: Bool
    /// Whether its definition has a UNIQUE clause.
    let hasUniqueClause: Bool
  }

  struct Index {
    let name: String
    /// The columns; nil for one of expressions.
    var columns: [String]?
    let isUnique: Bool
    /// Whether it leaves out rows.
    let isPartial: Bool
    /// The statement that made it; nil for one that a UNIQUE clause made.
    let sql: String?
  }

  var name: String
  /// The columns but `id`.
  var columns: [Column]
  var indices: [Index]
  /// The table constraints that are no foreign keys of one column.
  let constraints: [String]
  /// The statements of the triggers on it.
  let triggers: [String]

  /// - Returns: nil where the database has no such table.
  init?(_ name: String, in database: SQLConnection) throws {
    guard
      let sql = try database.first(
        String.self, "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", [name])
    else { return nil }
    let statement = TableStatement(sql)
    var references: [String: ColumnRules.Reference] = [:]
    let keys = try database.rows(
      """
      SELECT min("from") AS "from", "table", on_delete FROM pragma_foreign_key_list(?) GROUP BY id HAVING count(*) = 1
      """, [name])
    for key in keys { references[try key["from"]] = .init(table: try key["table"], onDelete: try key["on_delete"]) }
    self.name = name
    columns = try database.rows(
      "SELECT name, type, \"notnull\", dflt_value, hidden FROM pragma_table_xinfo(?)", [name]
    ).compactMap { row -> Column? in
      let column: String = try row["name"]
      guard column != "id" else { return nil }
      let part = statement.columns[column.lowercased()]
      let standard: String? = try row["dflt_value"]
      let type: String = try row["type"]
      let rules = ColumnRules(
        type: type.uppercased(), isRequired: try row["notnull"],
        defaultTokens: standard.map { SQLTokens($0).texts } ?? [],
        checks: part?.checks ?? [], reference: references[column])
      return Column(
        name: column, rules: rules, sql: part?.sql ?? SQL.name(column), isGenerated: try row["hidden"] > 1,
        hasUniqueClause: part?.hasUniqueClause ?? false)
    }
    indices = try database.rows(
      """
      SELECT l.name, l."unique", l.partial, m.sql, \
      (SELECT json_group_array(i.name) FROM pragma_index_xinfo(l.name) i WHERE i.key) AS columns \
      FROM pragma_index_list(?) l LEFT JOIN sqlite_master m ON m.type = 'index' AND m.name = l.name \
      WHERE l.origin <> 'pk'
      """, [name]
    ).map { row in
      let json: String = try row["columns"]
      let names = (try? JSONParser.parse(json)).flatMap { value -> [String]? in
        guard case .array(let items) = value else { return nil }
        let names = items.compactMap { if case .string(let name) = $0 { name } else { nil } }
        return names.count == items.count ? names : nil
      }
      return Index(
        name: try row["name"], columns: names, isUnique: try row["unique"], isPartial: try row["partial"],
        sql: try row["sql"])
    }
    constraints = statement.constraints.filter { Self.isKept($0) }.map(\.sql)
    triggers = try database.all(
      String.self, "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ? ORDER BY rowid",
      [name])
  }

  // Foreign keys of one column are compared with the model's; all else was added by another program.
  private static func isKept(_ constraint: TableStatement.Part) -> Bool {
    guard constraint.tokens.first?.text == "foreign" else { return constraint.tokens.first?.text != "primary" }
    let closing = constraint.tokens.firstIndex { $0.text == ")" } ?? 0
    return constraint.tokens[..<closing].contains { $0.text == "," }
  }

  func column(_ name: String) -> Column? { columns.first { $0.name == name } }

  /// Whether no two rows can have the same values of these columns.
  func isUnique(_ columns: [String]) -> Bool {
    indices.contains { $0.isUnique && !$0.isPartial && $0.columns.map(Set.init) == Set(columns) }
  }

  /// The table as it will be when renames are done.
  func renamed(_ renames: TableRenames) -> StoredTable {
    var table = self
    table.name = renames.table(name)
    for index in columns.indices {
      let old = columns[index].name
      table.columns[index].name = renames.newName(of: old)
      table.columns[index].rules.checks = Set(
        columns[index].rules.checks.map { check in
          check.map { $0 == old.lowercased() ? renames.newName(of: old).lowercased() : $0 }
        })
      if let target = columns[index].rules.reference?.table {
        table.columns[index].rules.reference?.table = renames.table(target)
      }
    }
    for index in indices.indices { table.indices[index].columns = indices[index].columns?.map(renames.newName) }
    return table
  }
}

/// The renames that a model declares and a database has not had yet.
struct TableRenames {
  /// All renamed tables: the new names by the old ones.
  var tables: [String: String] = [:]
  /// One table's renamed columns: the new names by the old ones.
  var columns: [String: String] = [:]

  func table(_ old: String) -> String { tables[old] ?? old }
  func newName(of old: String) -> String { columns[old] ?? old }
  func oldName(of new: String) -> String { columns.first { $0.value == new }?.key ?? new }
}
