import KartotekaModel

/// Compares a database with a model and makes the plan of what has to be done. Reads only.
struct MigrationPlanner {
  let model: ModelDescription
  let database: SQLConnection
  /// The tables that are there.
  let existing: Set<String>
  private let derived: Set<String>
  /// The model as of the last migration; nil in files of older versions.
  let noted: StoredModel?
  /// The tables' renames: the new names by the old ones.
  let renames: [String: String]
  /// The values that steps compute which the database has not had.
  private let steps: [ColumnFilling]
  /// The statements of tables, and the names of each one's indices.
  private var statements: [String: String] = [:]
  private var indices: [String: Set<String>] = [:]

  init(_ model: ModelDescription, _ database: SQLConnection, steps: [MigrationStep] = []) throws {
    self.model = model
    self.steps = steps.compactMap(\.filling)
    self.database = database
    existing = try Schema.tables(in: database)
    derived = try DependentSchema.derivedTables(in: database)
    noted = try StoredModel(in: database)
    renames = Self.renames(model, existing)
    let rows = try database.rows(
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql <> ''")
    for row in rows {
      let (type, name, table, sql): (String, String, String, String) = try (row[0], row[1], row[2], row[3])
      if type == "table" { statements[name] = sql } else { indices[table, default: []].insert(name) }
    }
  }

  // As it is at almost every start: found out without reading the table's columns.
  private func isUnchanged(_ entity: EntityDescription, _ schema: TableSchema, _ new: StoredModel) -> Bool {
    statements[entity.table] == schema.table && indices[entity.table] ?? [] == Set(schema.indices.map(\.name))
      && (noted == nil || noted?.tables[entity.table] == new.tables[entity.table])
      && (noted == nil || noted?.names?[entity.table] == entity.name)
      && !existing.contains { $0.hasPrefix(Archive.prefix + entity.table + "__") }
  }

  static func renames(_ model: ModelDescription, _ existing: Set<String>) -> [String: String] {
    let declared = Set(model.entities.map(\.table))
    var renames: [String: String] = [:]
    for entity in model.entities where !entity.isDerived && !existing.contains(entity.table) {
      let names = entity.formerNames.flatMap {
        [$0, Naming.snakeCase($0), Naming.plural(Naming.snakeCase($0))]
      }
      guard let old = names.first(where: { existing.contains($0) && !declared.contains($0) }) else { continue }
      renames[old] = entity.table
    }
    return renames
  }

  /// A table's name before the renames.
  private func oldName(of table: String) -> String { renames.first { $0.value == table }?.key ?? table }

  func work() throws -> MigrationWork {
    var work = MigrationWork(model: model, noted: StoredModel(model), tableRenames: renames)
    work.plan.changes = renames.sorted { $0.key < $1.key }.map { .renameTable($0.key, to: $0.value) }
    try planJoins(&work)
    for entity in model.entities where !entity.isDerived { try plan(entity, &work) }
    try planRemovedTables(&work)
    work.archiveRenames = Archive.renames(of: renames, in: existing)
    work.carryOver(noted?.archives ?? [:])
    work.modelRenames = modelRenames(of: work)
    work.plan.foreign += foreignTables(work)
    return work
  }

  // MARK: Entities

  private func plan(_ entity: EntityDescription, _ work: inout MigrationWork) throws {
    let old = oldName(of: entity.table)
    guard existing.contains(old), !derived.contains(old) else { return try planNew(entity, &work) }
    let schema = TableSchema(entity: entity, model: model)
    if isUnchanged(entity, schema, work.noted) { return }
    var renames = TableRenames(tables: renames)
    guard let stored = try StoredTable(old, in: database) else { return }
    renames.columns = columnRenames(entity, stored)
    let noted = noted.map { noted in
      Dictionary(
        (noted.tables[old] ?? [:]).map { (renames.newName(of: $0.key), $0.value) }, uniquingKeysWith: { $1 })
    }
    let moved = Set(work.moves.filter { $0.from == entity.table }.map(\.column))
    let comparison = TableComparison(
      entity, model, stored, renames, noted: noted, moved: moved, archives: try archives(of: entity, old, stored),
      steps: steps)
    work.renames += renames.columns.sorted { $0.key < $1.key }.map { (entity.table, $0.key, $0.value) }
    work.plan.changes += renames.columns.sorted { $0.key < $1.key }.map {
      .renameColumn(table: entity.table, column: $0.key, to: $0.value)
    }
    work.comparisons.append(comparison)
    try add(comparison, to: &work)
    let indices = Set(stored.indices.map(\.name))
    // A file of an older version has a UNIQUE clause in place of the index.
    let clauses = Set(stored.indices.filter { $0.isUnique && $0.sql == nil }.compactMap(\.columns))
    let unneeded = Set(schema.uniqueIndices.filter { clauses.contains($0.columns) }.map(\.name))
    for index in schema.indices where !indices.contains(index.name) && !unneeded.contains(index.name) {
      work.indices.append((entity.table, index.name, index.sql))
    }
  }

  private func planNew(_ entity: EntityDescription, _ work: inout MigrationWork) throws {
    let schema = TableSchema(entity: entity, model: model)
    work.newTables += [schema.table] + schema.indices.map(\.sql)
    work.plan.changes.append(.addTable(entity.table))
    let archives = try Archive.names(table: entity.table, in: existing).map { name in
      try TableArchive(name, noted: noted?.archives[name] ?? [:], of: entity, model, in: database)
    }
    work.restored.append((entity, archives))
    guard !archives.isEmpty else { return }
    let records = try archives.indices.reduce(0) { count, index in
      try count + archives[index].count(besides: archives[..<index], in: database)
    }
    work.plan.changes.append(.restoreTable(entity.table, records: records))
  }

  private func columnRenames(_ entity: EntityDescription, _ stored: StoredTable) -> [String: String] {
    let declared = Set(entity.columns.map(\.column))
    var renames: [String: String] = [:]
    for column in entity.columns where stored.column(column.column) == nil {
      let names = column.formerNames.flatMap { name in
        let snake = Naming.snakeCase(name)
        return if case .toOne = column { [name, snake + "_id", snake] } else { [name, snake] }
      }
      let old = names.first { stored.column($0) != nil && !declared.contains($0) && renames[$0] == nil }
      if let old { renames[old] = column.column }
    }
    return renames
  }

  private func archives(
    of entity: EntityDescription, _ table: String, _ stored: StoredTable
  ) throws -> [String: ColumnArchive] {
    var archives: [String: ColumnArchive] = [:]
    for column in entity.columns where stored.column(column.column) == nil {
      let name = Archive.name(table: table, column: column.column)
      guard existing.contains(name) else { continue }
      archives[column.column] = try ColumnArchive(
        name, noted: noted?.archives[name]?["value"], of: column, in: entity.table, database)
    }
    return archives
  }

  // MARK: One table's changes

  private func add(_ comparison: TableComparison, to work: inout MigrationWork) throws {
    let table = comparison.entity.table
    let search = ObstacleSearch(comparison: comparison, tables: existing, database: database)
    work.plan.foreign += comparison.foreign.map { "\(table).\($0.name)" }
    try comparison.withFunctions(on: database) {
      work.plan.obstacles += try search.obstacles()
      var changes: [MigrationPlan.Change] = []
      for column in comparison.missing {
        changes.append(.addColumn(table: table, column: column.column))
        var values = 0
        if let archive = comparison.archives[column.column] {
          values = try archive.count(for: comparison.schema.rules(column), in: comparison.sourceTable, database)
          changes.append(.restoreColumn(table: table, column: column.column, values: values))
        }
        guard let stamp = column.stamp else { continue }
        let known = try StampHistory(database: database, table: comparison.sourceTable).mostRecords()
        let filled = stamp.isOfChange ? known : known - values
        if filled > 0 { changes.append(.fillFromHistory(table: table, column: column.column, records: filled)) }
      }
      for column in comparison.changed {
        if let conversion = comparison.conversions[column.column] {
          let values = try search.conversions(of: column)
          changes.append(.convert(table: table, column: column.column, to: conversion.to.kind, values: values))
        } else {
          changes.append(.changeRules(table: table, column: column.column))
        }
        guard comparison.fillings[column.column] != nil || comparison.codeFillings[column.column] != nil else {
          continue
        }
        let records = try search.fillings(of: column)
        if records > 0 { changes.append(.fill(table: table, column: column.column, records: records)) }
      }
      for field in comparison.newSeries {
        let filling = NumberFilling(database: database, field: field)
        let value = comparison.expression(.attribute(field.attribute))
        if let change = try filling.change(from: value, in: comparison.sourceTable) { changes.append(change) }
      }
      for column in comparison.archived {
        let values = try count(comparison.sourceTable, where: "\(SQL.name(comparison.source(column.name))) IS NOT NULL")
        changes.append(.archiveColumn(table: table, column: column.name, values: values))
      }
      changes += comparison.newUnique.map { .addUnique(table: table, columns: $0) }
      changes += comparison.droppedUnique.map { .dropUnique(table: table, columns: $0.columns ?? []) }
      if comparison.needsRebuild { changes.append(.rebuild(table: table, records: try search.count())) }
      work.plan.changes += changes
    }
  }

  private func count(_ table: String, where condition: String = "TRUE") throws -> Int {
    try database.first(Int.self, "SELECT count(*) FROM \(SQL.name(table)) WHERE \(condition)") ?? 0
  }

  // MARK: Join tables

  private func planJoins(_ work: inout MigrationWork) throws {
    let joins = DeclaredJoin.all(of: model)
    let declared = Set(joins.map(\.name))
    for join in joins {
      if existing.contains(join.name), let stored = try StoredTable(join.name, in: database) {
        if stored.column(join.columns.own) != nil, stored.column(join.columns.related) != nil { continue }
        // Another program's table of that name, or a side that is another entity now, has nothing to carry over.
        if let columns = stored.joinColumns(join, renames) {
          try move(LinkMove(from: join.name, own: columns.own, related: columns.related, join: join), &work)
        } else {
          work.plan.changes.append(.archiveTable(join.name, records: try count(join.name)))
          work.archived.append((join.name, Archive.freeName(table: join.name, in: existing)))
          work.newTables += join.statements
        }
        continue
      }
      if let move = try formerJoin(join, declared) ?? formerColumn(join) {
        try self.move(move, &work)
        continue
      }
      work.newTables += join.statements
      work.plan.changes.append(.addTable(join.name))
      // One of another form stays.
      let archives = try Archive.names(table: join.name, in: existing).filter { archive in
        try Set(database.columns(of: archive)).isSuperset(of: [join.columns.own, join.columns.related])
      }
      guard !archives.isEmpty else { continue }
      work.restoredJoins += archives.map { archive in
        LinkMove(from: archive, own: join.columns.own, related: join.columns.related, join: join)
      }
      let links = try archives.reduce(0) { try $0 + count($1) }
      work.plan.changes.append(.restoreTable(join.name, records: links))
    }
  }

  private func move(_ move: LinkMove, _ work: inout MigrationWork) throws {
    work.moves.append(move)
    work.newTables += move.from == move.join.name ? [] : move.join.statements
    let source = move.isFromColumn ? oldName(of: move.from) : move.from
    let links = try count(source, where: "\(SQL.name(move.column)) IS NOT NULL")
    work.plan.changes.append(
      move.isFromColumn
        ? .moveLinks(table: move.from, column: move.column, to: move.join.name, links: links)
        : .moveJoin(move.from, to: move.join.name, links: links))
  }

  private func formerJoin(_ join: DeclaredJoin, _ declared: Set<String>) throws -> LinkMove? {
    for name in join.formerNames(renames) where existing.contains(name) && !declared.contains(name) {
      guard let stored = try StoredTable(name, in: database), let columns = stored.joinColumns(join, renames) else {
        continue
      }
      return LinkMove(from: name, own: columns.own, related: columns.related, join: join)
    }
    return nil
  }

  /// The to-one relationship that has become a many-to-many one: of its name, of one of its former names, or of its
  /// singular.
  private func formerColumn(_ join: DeclaredJoin) throws -> LinkMove? {
    for (entity, relationship) in join.sides {
      guard let other = model.entity(named: relationship.target),
        let stored = try StoredTable(oldName(of: entity.table), in: database)
      else { continue }
      let declared = Set(entity.columns.map(\.column))
      let found = stored.renamed(TableRenames(tables: renames)).columns.first { column in
        guard !declared.contains(column.name), column.rules.reference?.table == other.table else { return false }
        let name = column.name.hasSuffix("_id") ? String(column.name.dropLast(3)) : column.name
        let snake = Naming.snakeCase(relationship.name)
        return [name, Naming.plural(name)].contains(snake)
          || relationship.formerNames.contains { Naming.snakeCase($0) == name || $0 == column.name }
      }
      guard let found else { continue }
      let isOwner = entity.name == join.owner.name && relationship.name == join.sides[0].relationship.name
      return LinkMove(
        from: entity.table, own: isOwner ? "id" : found.name, related: isOwner ? found.name : "id", join: join)
    }
    return nil
  }

  // MARK: Tables that are no longer declared

  private func planRemovedTables(_ work: inout MigrationWork) throws {
    let declared = Set(model.entities.filter { !$0.isDerived }.map(\.table))
    let joins = Set(DeclaredJoin.all(of: model).map(\.name))
    var removed = Set((noted?.tables.keys).map(Array.init) ?? []).subtracting(declared).subtracting(renames.keys)
    removed.formUnion(Set(noted?.joins ?? []).subtracting(joins).subtracting(work.moves.map(\.from)))
    // An ordinary table in the place of a derived one.
    removed.formUnion(model.entities.filter { $0.isDerived && !derived.contains($0.table) }.map(\.table))
    for table in removed.intersection(existing).subtracting(derived).sorted() {
      let archive = Archive.freeName(table: table, in: existing)
      work.archived.append((table, archive))
      work.plan.changes.append(.archiveTable(table, records: try count(table)))
      if let columns = noted?.tables[table] { work.noted.archives[archive] = columns }
    }
  }

  private func foreignTables(_ work: MigrationWork) -> [String] {
    let ours = Set(model.entities.map(\.table)).union(DeclaredJoin.all(of: model).map(\.name)).union(renames.keys)
      .union(work.archived.map(\.table)).union(work.moves.map(\.from)).union(derived)
    return existing.filter { !ours.contains($0) && !$0.hasPrefix("kartoteka_") }.sorted()
  }
}
