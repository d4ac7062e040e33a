import Foundation
import GRDB
import KartotekaModel

/// Brings a database whose model has changed up to date, when nothing can be lost by it: new tables, new columns,
/// new indices. Anything else is refused with what would be lost. A copy of the file is made first.
struct Migration {
  let plan: StorePlan
  let tables: [(name: String, statements: [String])]
  let path: String

  /// The SQL of all key tables: when it changes they are made anew, since they are derived.
  static func keySchema(_ plan: StorePlan) -> String {
    plan.allKeys.flatMap(\.statements).joined(separator: ";\n")
  }

  func run(_ database: Database, _ existing: Set<String>) throws {
    var additions: [String] = []
    var losses: [String] = []
    for (name, statements) in tables {
      if !existing.contains(name) { additions += statements }
    }
    for entity in plan.model.entities where existing.contains(entity.table) {
      try compare(entity, database, &additions, &losses)
    }
    guard losses.isEmpty else { throw StoreError.unusable(path: path, problem: .wouldLose(losses)) }
    let keys = Self.keySchema(plan)
    let keysChanged =
      try String.fetchOne(database, sql: "SELECT value FROM kartoteka_meta WHERE key = 'keys'") != keys
    guard !additions.isEmpty || keysChanged else { return }
    if !additions.isEmpty { try copy(database) }
    try database.inTransaction {
      for statement in additions { try database.execute(sql: statement) }
      if keysChanged { try remakeKeys(database, keys) }
      return .commit
    }
  }

  private func compare(
    _ entity: EntityDescription, _ database: Database, _ additions: inout [String], _ losses: inout [String]
  ) throws {
    let schema = TableSchema(entity: entity, model: plan.model)
    let stored =
      try String.fetchOne(
        database, sql: "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?",
        arguments: [entity.table]) ?? ""
    if stored == schema.table { return try addIndices(schema, database, &additions) }
    let columns = try Set(
      String.fetchAll(database, sql: "SELECT name FROM pragma_table_info(?)", arguments: [entity.table]))
    for column in columns.subtracting(["id"] + entity.columns.map(\.column)).sorted() {
      losses.append("\(entity.table).\(column)")
    }
    let lines = Set(
      stored.split(separator: "\n").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " ,")) })
    for column in entity.columns {
      let definition = schema.definition(column)
      if columns.contains(column.column) {
        // The same column with other rules: its values may break them.
        if !lines.contains(definition), !stored.contains(definition) {
          losses.append("\(entity.table).\(column.column)")
        }
      } else if column.isRequired, !definition.contains(" DEFAULT ") {
        losses.append("\(entity.table).\(column.column)")
      } else {
        additions.append("ALTER TABLE \(SQL.name(entity.table)) ADD COLUMN \(schema.addition(column))")
      }
    }
    try addIndices(schema, database, &additions)
  }

  private func addIndices(_ schema: TableSchema, _ database: Database, _ additions: inout [String]) throws {
    let known = try Set(String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'index'"))
    additions += schema.indices.filter { !known.contains($0.name) }.map(\.sql)
  }

  private func copy(_ database: Database) throws {
    guard !path.isEmpty else { return }
    let stamp = Timestamp.text(Date()).replacing(":", with: "-")
    try database.execute(sql: "VACUUM INTO ?", arguments: [path + ".before-\(stamp)"])
  }

  private func remakeKeys(_ database: Database, _ schema: String) throws {
    let old = try Row.fetchAll(
      database,
      sql: """
        SELECT type, name FROM sqlite_master WHERE (type = 'table' AND (name GLOB 'kartoteka_keys_*' \
        OR (name GLOB 'kartoteka_search_*' AND sql LIKE 'CREATE VIRTUAL%'))) \
        OR (type = 'trigger' AND name GLOB 'kartoteka_*') ORDER BY type = 'table', name GLOB 'kartoteka_keys_*'
        """)
    for row in old {
      let (type, name): (String, String) = (row["type"], row["name"])
      try database.execute(sql: "DROP \(type.uppercased()) \(SQL.name(name))")
    }
    try database.execute(sql: "DELETE FROM \(KeyTable.marks)")
    for keys in plan.allKeys {
      for statement in keys.statements { try database.execute(sql: statement) }
      try keys.append(after: Int64.min, in: database)
    }
    try database.execute(
      sql: "INSERT OR REPLACE INTO kartoteka_meta (key, value) VALUES ('keys', ?)", arguments: [schema])
  }
}

extension TableSchema {
  /// A column as `ALTER TABLE … ADD COLUMN` takes it: with its foreign key in place, and without UNIQUE.
  func addition(_ column: ColumnDescription) -> String {
    guard case .toOne(let relationship) = column else { return definition(column) }
    let target = model.entity(named: relationship.target)?.table ?? relationship.target
    return definition(column) + " REFERENCES \(SQL.name(target)) (id)"
  }
}
