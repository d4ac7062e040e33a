import Foundation
import GRDB
import KartotekaModel

/// Brings a database whose model has changed up to date, when nothing can be lost by it: new tables, new columns,
/// new indices. Anything else is refused with what would be lost. A copy of the file is made first.
struct Migration {
  let plan: StorePlan
  let tables: [(name: String, statements: [String])]
  let path: String

  func run(_ database: Database, _ existing: Set<String>) throws {
    var additions: [String] = []
    var losses: [String] = []
    let derived = try DependentSchema.derivedTables(in: database)
    for (name, statements) in tables {
      if !existing.contains(name) || derived.contains(name) { additions += statements }
    }
    for entity in plan.model.entities where existing.contains(entity.table) && !derived.contains(entity.table) {
      if entity.isDerived {
        losses.append(entity.table)
        continue
      }
      try compare(entity, database, &additions, &losses)
    }
    guard losses.isEmpty else { throw StoreError.unusable(path: path, problem: .wouldLose(losses)) }
    let dependents = DependentSchema(plan: plan)
    guard try !additions.isEmpty || dependents.hasChanged(in: database) else { return }
    if !additions.isEmpty { try copy(database) }
    try database.inTransaction {
      // Asked again, since another program may have made keys of a collation between the two looks above.
      let hasChanged = try dependents.hasChanged(in: database)
      if hasChanged { try dependents.drop(in: database) }
      for statement in additions { try database.execute(sql: statement) }
      if hasChanged { try dependents.make(in: database) }
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
      } else if !schema.canBeAdded(column) {
        losses.append("\(entity.table).\(column.column)")
      } else {
        additions.append("ALTER TABLE \(SQL.name(entity.table)) ADD COLUMN \(schema.addition(column))")
      }
    }
    try addIndices(schema, database, &additions)
  }

  private func addIndices(_ schema: TableSchema, _ database: Database, _ additions: inout [String]) throws {
    let table = schema.entity.table
    let known = try Set(
      String.fetchAll(
        database, sql: "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ?", arguments: [table]))
    for index in schema.uniqueIndices where !known.contains(index.name) {
      let records = try schema.repeating(index.columns, in: database)
      guard records.isEmpty else {
        let problem = StoreError.FileProblem.notUnique(table: table, columns: index.columns, records: records)
        throw StoreError.unusable(path: path, problem: problem)
      }
    }
    // What is no longer unique must not be refused as if it were.
    let declared = Set(schema.indices.map(\.name))
    additions += known.filter {
      $0.hasPrefix(table + "_") && $0.hasSuffix(TableSchema.uniqueSuffix) && !declared.contains($0)
    }.sorted().map { "DROP INDEX \(SQL.name($0))" }
    additions += schema.indices.filter { !known.contains($0.name) }.map(\.sql)
  }

  private func copy(_ database: Database) throws {
    guard !path.isEmpty else { return }
    let copy = DatabaseCopy.place(beside: URL(filePath: path))
    try database.execute(sql: "VACUUM INTO ?", arguments: [copy.path(percentEncoded: false)])
    try plan.packedBlobs?.pack(into: DatabaseQueue(path: copy.path(percentEncoded: false)))
  }
}

extension TableSchema {
  /// Whether a table with records can get the column.
  func canBeAdded(_ column: ColumnDescription) -> Bool {
    !column.isRequired || definition(column).contains(" DEFAULT ")
  }

  /// The first records that have the same values of columns as others.
  func repeating(_ columns: [String], in database: Database) throws -> [RecordID] {
    let names = SQL.names(columns)
    let there = try Set(
      String.fetchAll(database, sql: "SELECT name FROM pragma_table_info(?)", arguments: [entity.table]))
    // A column that is new is empty in every record, and those are like no other.
    guard there.isSuperset(of: columns) else { return [] }
    let isWhole = columns.map { "\(SQL.name($0)) IS NOT NULL" }.joined(separator: " AND ")
    return try RecordID.fetchAll(
      database,
      sql: """
        SELECT id FROM \(SQL.name(entity.table)) WHERE (\(names)) IN (SELECT \(names) FROM \(SQL.name(entity.table)) \
        WHERE \(isWhole) GROUP BY \(names) HAVING count(*) > 1) ORDER BY \(names), id LIMIT 20
        """)
  }

  /// A column as `ALTER TABLE … ADD COLUMN` takes it: with its foreign key in place, and without UNIQUE.
  func addition(_ column: ColumnDescription) -> String {
    guard case .toOne(let relationship) = column else { return definition(column) }
    let target = model.entity(named: relationship.target)?.table ?? relationship.target
    return definition(column) + " REFERENCES \(SQL.name(target)) (id)"
  }
}
