import KartotekaModel

/// The work of a migration, in terms of the database.
struct MigrationWork {
  let model: ModelDescription
  /// The model that is stored at the end.
  var noted: StoredModel
  /// The new names of tables by their old ones.
  let tableRenames: [String: String]

  var plan = MigrationPlan()
  /// The columns to be renamed, by their table's new name.
  var renames: [(table: String, old: String, new: String)] = []
  /// The tables that move to the archive, and their names there.
  var archived: [(table: String, archive: String)] = []
  /// The statements that make tables which are not there.
  var newTables: [String] = []
  var comparisons: [TableComparison] = []
  /// The links that become rows of a join table.
  var moves: [LinkMove] = []
  /// The entities that are new or come back, with the archives of their records, and the join tables that come back.
  var restored: [(entity: EntityDescription, archives: [TableArchive])] = []
  var restoredJoins: [LinkMove] = []
  /// The new names of archives, whose tables are renamed, by their old ones.
  var archiveRenames: [String: String] = [:]
  /// The renames that the platform's own tables have to follow.
  var modelRenames = ModelRenames()
  /// The declared indices that tables lack.
  var indices: [(table: String, name: String, sql: String)] = []

  /// The steps in code that the database has not had.
  var steps: [MigrationStep] = []

  /// Whether nothing has to be done.
  var isEmpty: Bool { plan.changes.isEmpty && newTables.isEmpty && indices.isEmpty }

  /// Whether derived tables and indices have to be rebuilt.
  var changesRecords: Bool {
    plan.changes.contains { change in
      switch change {
      case .renameTable, .renameColumn, .convert, .fill, .fillFromHistory, .fillNumbers, .moveLinks, .moveJoin,
        .archiveTable, .restoreColumn, .restoreTable:
        true
      case .addTable, .addColumn, .changeRules, .addUnique, .dropUnique, .archiveColumn, .rebuild, .runStep: false
      }
    }
  }

  /// Whether records that a change set has changed are removed or converted, so that they differ from their images.
  func keeps(fromBeingTakenBack changeSet: Int64, in database: SQLConnection) throws -> Bool {
    let tables = plan.changes.compactMap { change -> (name: String, isConverted: Bool)? in
      switch change {
      case .archiveTable(let table, _): (table, false)
      case .convert(let table, _, _, _): (tableRenames.first { $0.value == table }?.key ?? table, true)
      default: nil
      }
    }
    return try tables.contains { table, isConverted in
      try RawStatement(
        "SELECT EXISTS (SELECT 1 FROM kartoteka_changes WHERE deed = ? AND entity = +?\(isConverted ? " AND last IS NULL" : ""))",
        in: database
      ).integer(.integer(changeSet), .text(table)) == 1
    }
  }

  /// Goes on with what is noted of archives, and adds the columns that move there now.
  mutating func carryOver(_ archives: [String: [String: StoredModel.Column]]) {
    for (name, columns) in archives where noted.archives[name] == nil {
      noted.archives[archiveRenames[name] ?? name] = columns
    }
  }

  // MARK: Doing it

  /// Does all of it but what follows from the records. Foreign keys must not be enforced meanwhile.
  /// - Parameter warn: receives the indices and triggers of other programs that no longer fit.
  func run(in database: SQLConnection, warn: (String) -> Void) throws {
    let violations = try foreignKeyViolations(in: database)
    try rename(in: database)
    for (table, archive) in archived { try Archive.add(table, as: archive, in: database) }
    try database.replacingTables { try change(in: database, warn) }
    guard try foreignKeyViolations(in: database) <= violations else {
      throw SQLError.foreignKey
    }
  }

  private func change(in database: SQLConnection, _ warn: (String) -> Void) throws {
    for move in moves where move.from == move.join.name {
      try database.execute("ALTER TABLE \(SQL.name(move.from)) RENAME TO \(SQL.name(Self.old(move.from)))")
      for statement in move.join.statements.prefix(1) { try database.execute(statement) }
    }
    for statement in newTables { try database.execute(statement) }
    for move in moves { try carry(move, in: database) }
    var references = RestoredReferences(model, database)
    for (entity, archives) in restored {
      for archive in archives { try archive.restore(in: database) }
      try Archive.continueNumbers(of: entity.table, in: database)
      if archives.isEmpty { continue }
      references.tables.append((entity, archives.map(\.name)))
      for field in NumberCounter.Field.all(of: entity) { try NumberFilling(database: database, field: field).fill() }
    }
    for planned in comparisons { try change(planned, &references, in: database, warn) }
    try references.settle()
    for move in restoredJoins {
      try move.run(from: move.from, in: database)
      try database.execute("DROP TABLE \(SQL.name(move.from))")
    }
    for index in indices { try makeIndex(index.name, index.sql, in: database) }
  }

  private static func old(_ table: String) -> String { "kartoteka_old_" + table }

  private func rename(in database: SQLConnection) throws {
    for (old, new) in tableRenames.sorted(by: { $0.key < $1.key }) {
      try database.execute("ALTER TABLE \(SQL.name(old)) RENAME TO \(SQL.name(new))")
    }
    // In two steps, since one may get the name of another one.
    let archives = archiveRenames.sorted { $0.key < $1.key }.enumerated().map { index, rename in
      (old: rename.key, moving: "kartoteka_moving_\(index)", new: rename.value)
    }
    for (old, moving, _) in archives {
      try database.execute("ALTER TABLE \(SQL.name(old)) RENAME TO \(SQL.name(moving))")
    }
    for (_, moving, new) in archives {
      try database.execute("ALTER TABLE \(SQL.name(moving)) RENAME TO \(SQL.name(new))")
    }
    for (table, old, new) in renames {
      try database.execute("ALTER TABLE \(SQL.name(table)) RENAME COLUMN \(SQL.name(old)) TO \(SQL.name(new))")
    }
    try modelRenames.follow(in: database)
  }

  private func carry(_ move: LinkMove, in database: SQLConnection) throws {
    let isReplaced = move.from == move.join.name
    let source = isReplaced ? Self.old(move.from) : move.from
    try move.run(from: source, in: database)
    if !move.isFromColumn { try database.execute("DROP TABLE \(SQL.name(source))") }
    guard isReplaced else { return }
    for statement in move.join.statements.dropFirst() { try database.execute(statement) }
  }

  private func change(
    _ planned: TableComparison, _ references: inout RestoredReferences, in database: SQLConnection,
    _ warn: (String) -> Void
  ) throws {
    guard let stored = try StoredTable(planned.entity.table, in: database) else { return }
    let comparison = TableComparison(
      planned.entity, model, stored, planned.renames, noted: planned.noted, isRenamed: true,
      moved: Set(moves.filter { $0.from == planned.entity.table }.map(\.column)),
      archives: planned.archives.mapValues { $0.renamed(archiveRenames) }, steps: steps.compactMap(\.filling))
    try comparison.withFunctions(on: database) {
      for column in comparison.archived {
        try Archive.add(column.name, comparison.kind(of: column), of: comparison.entity.table, in: database)
      }
      for index in comparison.droppedIndices {
        try database.execute("DROP INDEX \(SQL.name(index.name))")
      }
      if comparison.needsRebuild {
        for statement in comparison.rebuild() { try database.execute(statement) }
        try putBack(stored, comparison, in: database, warn)
      } else {
        let table = SQL.name(comparison.entity.table)
        for column in comparison.missing {
          try database.execute("ALTER TABLE \(table) ADD COLUMN \(comparison.schema.addition(column))")
        }
      }
      for (column, conversion) in comparison.conversions.sorted(by: { $0.key < $1.key }) {
        try ImageConversion(table: comparison.entity.table, column: column, conversion: conversion).run(in: database)
      }
      for column in comparison.missing {
        guard let archive = comparison.archives[column.column] else { continue }
        try archive.restore(column, comparison, in: database)
        if case .toOne = column { references.columns.append((comparison.entity, column, archive.name)) }
      }
      try StampHistory(database: database, table: comparison.entity.table).fill(
        comparison.missing.compactMap { if case .attribute(let attribute) = $0 { attribute } else { nil } })
      for field in comparison.newSeries { try NumberFilling(database: database, field: field).fill() }
    }
  }

  /// Makes the indices and triggers of a table again that went with it: other programs' where they still fit.
  private func putBack(
    _ stored: StoredTable, _ comparison: TableComparison, in database: SQLConnection, _ warn: (String) -> Void
  ) throws {
    func attempt(_ sql: String) throws {
      do { try database.execute(sql) } catch {
        // SQLite itself has rolled back the migration, as it does when the disk is full.
        if !database.isInsideTransaction { throw error }
        let reason = (error as? SQLError)?.reason ?? "\(error)"
        warn("Dropped from \(comparison.entity.table), since it no longer fits (\(reason)): \(sql)")
      }
    }
    let declared = Set(comparison.schema.indices.map(\.name))
    let dropped = Set(comparison.droppedIndices.map(\.name))
    for index in comparison.schema.indices { try makeIndex(index.name, index.sql, in: database) }
    for index in stored.indices where !declared.contains(index.name) && !dropped.contains(index.name) {
      if let sql = index.sql { try attempt(sql) }
    }
    for trigger in stored.triggers { try attempt(trigger) }
  }

  private func makeIndex(_ name: String, _ sql: String, in database: SQLConnection) throws {
    if try !database.hasIndex(name) { try database.execute(sql) }
  }

  private func foreignKeyViolations(in database: SQLConnection) throws -> Int {
    let tables = Set(comparisons.filter(\.needsRebuild).flatMap { [$0.entity.table, $0.sourceTable] })
    return try tables.reduce(0) { count, table in
      guard try database.hasTable(table) else { return count }
      return try count + database.foreignKeyViolations(of: table)
    }
  }
}
