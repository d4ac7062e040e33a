import KartotekaModel

/// The parts of a database that follow from the rest, or watch it: derived tables, key tables, numbers of records, indices
/// of computed values and deleted parts and all triggers.
/// It holds no data of its own, and is recreated when its SQL changes.
struct DependentSchema {
  let mapping: ModelMapping

  /// All that has to be there, in the order it is made in; triggers last, so that they see none of the filling.
  var statements: [String] {
    tables + [RecordCounts.statement] + mapping.allKeys.flatMap(\.statements)
      + DeletedPartIndex.all(of: mapping.model).map(\.statement) + mapping.computedIndices.map(\.statement)
      + triggers.map(\.sql)
  }

  private var tables: [String] { mapping.allDerived.flatMap { tables(of: $0) } }

  private func tables(of derived: DerivedTable) -> [String] {
    let schema = TableSchema(entity: derived.entity, model: mapping.model)
    return [schema.table] + schema.indices.map(\.sql)
  }

  private var triggers: [(name: String, sql: String)] {
    let schemas = mapping.model.entities.map { TableSchema(entity: $0, model: mapping.model) }
    return mapping.model.entities.flatMap { ChangeLog.triggers(of: $0, mapping.model) } + ChangeLog.settingsTriggers
      + schemas.flatMap(\.joinTriggers)
      + schemas.flatMap(\.standingTriggers) + mapping.allDerived.flatMap(\.triggers)
  }

  // MARK: Comparison with a database

  /// Whether a database has something else. Key tables of a collation that this program doesn't know are a change, too:
  /// it would not keep them. So is a trigger that another program has dropped, as tools do that rebuild a table: nothing
  /// was logged since; and a table that it has dropped.
  func hasChanged(in database: SQLConnection) throws -> Bool {
    let noted = try MetaTable(in: database).text("keys")
    return try noted != text(in: database) || !missing(in: database).isEmpty
  }

  /// The names of the tables, indices, views and triggers that a database lacks, or has otherwise.
  func missing(in database: SQLConnection) throws -> [String] {
    let known = try Set(database.all(String.self, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
    let made = try mapping.allKeys.flatMap { try $0.made(in: database) }.flatMap(\.statements)
    // SQLite keeps each CREATE statement as it was written.
    return (statements + made).filter { $0.hasPrefix("CREATE ") && !known.contains($0) }.map(SQL.createdName)
  }

  /// The names of what a database lacks, or has otherwise, though no other version of the program has made it so.
  func lost(in database: SQLConnection) throws -> [String] {
    let noted = try MetaTable(in: database).text("keys")
    return try noted == text(in: database) ? missing(in: database) : []
  }

  /// Notes in a database what it has.
  func note(in database: SQLConnection) throws {
    let meta = MetaTable(in: database)
    try meta.note(Int64(Schema.format), as: "format")
    try meta.note(text(in: database), as: "keys")
    try meta.note(SQL.jsonText(mapping.allDerived.map(\.entity.table)), as: "derived")
  }

  // The versions of the folding and of the names of values, and all SQL. Key tables of a collation other than root are made when
  // they are first needed.
  private func text(in database: SQLConnection) throws -> String {
    let made = try mapping.allKeys.flatMap { try $0.made(in: database) }
    let names = mapping.allKeys.contains(where: \.hasCountries) ? ["-- names \(CountryCode.namesVersion)"] : []
    return (["-- folding \(Folding.version)"] + names + statements + made.flatMap(\.statements))
      .joined(separator: ";\n")
  }

  /// The tables that a database has noted to be derived.
  static func derivedTables(in database: SQLConnection) throws -> Set<String> {
    try Set(database.all(String.self, derivedNames))
  }

  private static let derivedNames =
    "SELECT e.value FROM kartoteka_meta m JOIN json_each(m.value) e WHERE m.key = 'derived'"

  // MARK: Rebuilding

  /// Drops what a database has of it, however old.
  func drop(in database: SQLConnection) throws {
    let old = try database.rows(
      """
      SELECT type, name FROM sqlite_master WHERE type IN ('trigger', 'view') AND name GLOB 'kartoteka_*' \
      OR type = 'index' AND (name GLOB '\(DeletedPartIndex.prefix)*' OR name GLOB '\(ComputedIndex.prefix)*') \
      OR type = 'table' AND (name IN ('kartoteka_stale', 'kartoteka_marks', '\(RecordCounts.table)') OR name GLOB 'kartoteka_keys_*' \
      OR name GLOB 'kartoteka_pending_*' OR name GLOB 'kartoteka_texts_*' \
      OR name GLOB 'kartoteka_search_*' AND sql LIKE 'CREATE VIRTUAL%' \
      OR name IN (\(Self.derivedNames))) \
      ORDER BY type = 'table', name GLOB 'kartoteka_keys_*'
      """)
    for row in old {
      let (type, name): (String, String) = try (row["type"], row["name"])
      try database.execute("DROP \(type.uppercased()) \(SQL.name(name))")
    }
  }

  /// Makes all of it and fills it. Search indices of many records are filled in the background.
  /// - Parameter changed: the entities of which any record may have changed; nil for all.
  func make(in database: SQLConnection, changed: [EntityDescription]? = nil) throws {
    try IndexMark.removeAll(in: database)
    if !mapping.allDerived.isEmpty { database.replica?.noteChangedTables() }
    for statement in tables { try database.execute(statement) }
    for derived in mapping.allDerived { try database.execute(derived.upsert(where: "TRUE")) }
    for keys in mapping.allKeys {
      for statement in keys.statements { try database.execute(statement) }
      try keys.append(after: Int64.min, in: database)
    }
    for index in DeletedPartIndex.all(of: mapping.model) { try database.execute(index.statement) }
    for index in mapping.computedIndices { try database.execute(index.statement) }
    try database.execute(RecordCounts.statement)
    try RecordCounts(database: database).recount(mapping.model.entities)
    for trigger in triggers { try database.execute(trigger.sql) }
    try noteAnything(of: changed ?? mapping.model.entities, in: database)
    try note(in: database)
  }

  /// Logs that any record may have changed. Keys have to be up to date.
  func noteAnything(of entities: [EntityDescription], in database: SQLConnection) throws {
    for entity in entities { try ChangeLog.append(entity, 0, .many, in: database) }
    try ChangeLog.setApplied(ChangeLog.last(in: database), in: database)
  }

  /// Rebuilds the derived records and keys of one entity. All triggers are recreated, too, because
  /// another program may have dropped some.
  func remake(_ entity: EntityDescription, in database: SQLConnection) throws {
    for trigger in triggers { try database.execute("DROP TRIGGER IF EXISTS \(SQL.name(trigger.name))") }
    if let derived = mapping.allDerived.first(where: { $0.entity.name == entity.name }) {
      database.replica?.noteChangedTables()
      try database.execute("DROP TABLE IF EXISTS \(SQL.name(entity.table))")
      for statement in tables(of: derived) { try database.execute(statement) }
      try database.execute(derived.upsert(where: "TRUE"))
      // They went with the table.
      for index in mapping.computedIndices where index.table == entity.table {
        try database.execute(index.statement)
      }
    }
    try mapping.keyTables[entity.name]?.remake(in: database)
    try RecordCounts(database: database).recount([entity])
    for trigger in triggers { try database.execute(trigger.sql) }
    try noteAnything(of: [entity], in: database)
    try note(in: database)
  }
}
