import Foundation
import GRDB
import KartotekaModel

/// Makes a new database, and checks that an existing one is the model's.
struct Schema {
  /// The version of the platform's own tables; a file with a greater one was made by a newer program.
  static let format = 1

  private let plan: StorePlan

  init(_ plan: StorePlan) { self.plan = plan }

  /// The SQL of everything, as `kartoteka schema --format sql` shows it.
  var statements: [String] {
    tables.flatMap(\.statements) + Self.platform + plan.allKeys.flatMap(\.statements)
  }

  private static let platform =
    [
      "CREATE TABLE kartoteka_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
      "CREATE TABLE \(KeyTable.marks) (entity TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (entity, id)) STRICT, WITHOUT ROWID",
    ] + DeedLog.schema

  private var tables: [(name: String, statements: [String])] {
    let schemas = plan.model.entities.map { TableSchema(entity: $0, model: plan.model) }
    return schemas.map { ($0.entity.table, [$0.table] + $0.indices.map(\.sql)) }
      + schemas.flatMap(\.joinTables)
  }

  /// Makes the tables of a new file; checks the file otherwise and brings the key tables up to date.
  /// - Throws: ``StoreError/unusable(path:problem:)``; the file is as it was then.
  func prepare(_ writer: any DatabaseWriter, path: String) throws {
    try writer.writeWithoutTransaction { database in
      let existing = try Set(
        String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'"))
      if existing.subtracting(["sqlite_sequence"]).isEmpty { return try create(database) }
      try Self.check(existing, database, path: path)
      try Migration(plan: plan, tables: tables, path: path).run(database, existing)
    }
  }

  private func create(_ database: Database) throws {
    try database.inTransaction {
      for statement in statements { try database.execute(sql: statement) }
      try database.execute(
        sql: "INSERT INTO kartoteka_meta (key, value) VALUES ('format', ?), ('keys', ?)",
        arguments: [String(Self.format), Migration.keySchema(plan)])
      return .commit
    }
  }
}
