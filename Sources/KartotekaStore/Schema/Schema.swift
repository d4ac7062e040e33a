import Foundation
import KartotekaModel

/// Makes a new database, and checks that an existing one is the model's.
struct Schema {
  /// The version of the platform's own tables; a file with a greater one was made by a newer program.
  static let format = 2

  private let mapping: ModelMapping
  private let options: StoreOptions

  init(_ mapping: ModelMapping, _ options: StoreOptions = StoreOptions()) {
    self.mapping = mapping
    self.options = options
  }

  /// The SQL of everything, as `kartoteka schema --format sql` shows it.
  var statements: [String] {
    tables.flatMap(\.statements) + Self.platform + DependentSchema(mapping: mapping).statements
  }

  private static let platform = [MetaTable.schema]

  private var tables: [(name: String, statements: [String])] {
    let schemas = mapping.model.entities.filter { !$0.isDerived }.map { TableSchema(entity: $0, model: mapping.model) }
    return schemas.map { ($0.entity.table, [$0.table] + $0.indices.map(\.sql)) }
      + schemas.flatMap(\.joinTables) + Self.platformTables
  }

  // The tables that an older file may lack.
  private static let platformTables: [(name: String, statements: [String])] =
    PlatformTable.later.map { ($0.name, $0.statements) }

  /// The names of the tables that the program keeps beside or in an opened file.
  static let besideTables =
    [MetaTable.name, RecordCounts.table, DescriptionTable.name] + platformTables.map(\.name)

  /// The names of the platform's tables with data that can't be computed from others.
  var platformNames: [String] { PlatformTable.all.map(\.name) }

  /// The names of what the platform maintains and a database lacks, or has otherwise.
  func missing(in database: SQLConnection) throws -> [String] {
    let existing = try Self.tables(in: database)
    return try Self.platformTables.map(\.name).filter { !existing.contains($0) }
      + DependentSchema(mapping: mapping).missing(in: database)
  }

  /// Makes the tables of a new file; checks the file otherwise and brings the key tables up to date.
  /// - Throws: ``StoreError/unusable(path:problem:)``; the file is as it was then.
  func prepare(_ writer: ConnectionQueue, at url: URL?) throws {
    if options.opened != nil { return try prepareBeside(writer) }
    try writer.writeWithoutTransaction { database in
      let existing = try Self.tables(in: database)
      try options.description.check(database)
      if existing.isEmpty {
        try create(database)
      } else {
        try Self.check(existing, for: mapping.model, database, path: url?.path(percentEncoded: false) ?? "")
        try Migration(
          mapping: mapping, tables: Self.platformTables, url: url, makesCopy: options.primary == nil,
          steps: options.migrations,
          description: options.description, isRunning: UnfinishedChangeSet.isRunning(at: options.primary),
          announce: options.willMigrate, warn: options.warn
        ).run(database)
        Self.addIndex(database)
      }
      if !database.isReadOnly { try ChangeLog.identify(in: database) }
    }
  }

  // Of a database beside an opened file only the platform's own tables are made. Changes from before the program followed the
  // file are unknown.
  private func prepareBeside(_ writer: ConnectionQueue) throws {
    try writer.writeWithoutTransaction { database in
      if database.isReadOnly { return }
      try database.inTransaction(.immediate) {
        let existing = try Set(database.tableNames() + database.triggers().map(\.name))
        if !existing.contains(MetaTable.name) {
          for statement in Self.platform { try database.execute(statement) }
        }
        for (name, statements) in Self.platformTables + [(RecordCounts.table, [RecordCounts.statement])]
        where !existing.contains(name) {
          for statement in statements { try database.execute(statement) }
        }
        // Otherwise the name would be that of a table of the opened file, which may be a designed application's.
        try database.execute(DescriptionTable.schema)
        for trigger in ChangeLog.settingsTriggers where !existing.contains(trigger.name) {
          try database.execute(trigger.sql)
        }
        try MetaTable(in: database).note(Int64(Self.format), as: "format")
        try ChangeLog.identify(in: database)
        try DependentSchema(mapping: mapping).noteAnything(of: mapping.model.entities, in: database)
        return .commit
      }
      Self.addIndex(database)
    }
  }

  // Without it the history offers the people of the newest change sets alone. Where it can't be made, a later opening does it.
  private static func addIndex(_ database: SQLConnection) {
    if !database.isReadOnly { try? database.execute(UndoLog.people) }
  }

  private func create(_ database: SQLConnection) throws {
    try database.inTransaction {
      try make(in: database)
      return .commit
    }
  }

  private func make(in database: SQLConnection) throws {
    for statement in statements { try database.execute(statement) }
    try DependentSchema(mapping: mapping).note(in: database)
    try StoredModel(mapping.model).note(in: database)
    try StepLog(database: database).note(Set(options.migrations.map(\.name)))
    try options.description.note(in: database)
  }

  /// Drops all tables of the model and of the platform with everything in them, and makes them again. Foreign keys
  /// must not be enforced meanwhile.
  func remake(in database: SQLConnection) throws {
    let changeSets = try RawStatement("SELECT max(id) FROM kartoteka_deeds", in: database).integer() ?? 0
    let logged = try ChangeLog.last(in: database)
    try DependentSchema(mapping: mapping).drop(in: database)
    let platform = try database.tableNames().filter { $0.hasPrefix("kartoteka_") && $0 != DescriptionTable.name }
    for name in tables.map(\.name) + platform { try database.execute("DROP TABLE IF EXISTS \(SQL.name(name))") }
    try make(in: database)
    // A page that is still open may offer to undo a change set: no other may have its number. The log's numbers only
    // grow.
    try database.setLastNumber(of: "kartoteka_deeds", changeSets)
    try database.setLastNumber(of: ChangeLog.table, logged)
    try ChangeLog.identify(in: database)
    try DependentSchema(mapping: mapping).noteAnything(of: mapping.model.entities, in: database)
  }
}

extension Store {
  /// The statements that make a new database of a model, one after the other, each without a semicolon at its end.
  package static func schema(of model: ModelDescription) -> [String] { Schema(ModelMapping(model)).statements }
}
