import KartotekaModel

/// The archive of an entity that comes back.
struct TableArchive {
  let name: String
  private let entity: EntityDescription
  private let schema: TableSchema
  private let columns: [ColumnDescription]
  private let byColumn: [String: ValueConversion]

  /// - Parameter noted: the kinds of its columns.
  init(
    _ name: String, noted: [String: StoredModel.Column], of entity: EntityDescription, _ model: ModelDescription,
    in database: SQLConnection
  ) throws {
    self.name = name
    self.entity = entity
    schema = TableSchema(entity: entity, model: model)
    let there = try Set(database.columns(of: name))
    columns = entity.columns.filter { there.contains($0.column) }
    var byColumn: [String: ValueConversion] = [:]
    for column in columns {
      guard let old = noted[column.column]?.attribute(column.column) else { continue }
      byColumn[column.column] = ValueConversion(from: old, isKnown: true, to: column, in: entity.table)
    }
    self.byColumn = byColumn
  }

  /// The conversions of its values.
  var conversions: [ValueConversion] { Array(byColumn.values) }

  private func value(_ column: ColumnDescription) -> String {
    let value = "a." + SQL.name(column.column)
    return schema.rules(column).storable(byColumn[column.column]?.sql(value) ?? value)
  }

  /// The number of records that come back, but for those that break a unique key or whose references lead nowhere.
  /// - Parameter others: the archives that are restored before.
  func count(besides others: some Sequence<TableArchive>, in database: SQLConnection) throws -> Int {
    let there = Set(columns.map(\.column))
    guard entity.columns.allSatisfy({ there.contains($0.column) || schema.canBeAdded($0) }) else { return 0 }
    let values = columns.map { "\(value($0)) AS \(SQL.name($0.column))" }
    var conditions = columns.filter(\.isRequired).map { "\(SQL.name($0.column)) IS NOT NULL" }
    for case .attribute(let attribute) in columns {
      if let check = schema.check(attribute) { conditions.append("(\(check)) IS NOT FALSE") }
    }
    conditions += others.map { "id NOT IN (SELECT id FROM \(SQL.name($0.name)))" }
    return try ValueConversion.with(conversions, on: database) {
      try database.first(
        Int.self,
        """
        SELECT count(*) FROM (SELECT \((["a.id"] + values).joined(separator: ", ")) FROM \(SQL.name(name)) a) \
        WHERE \((["TRUE"] + conditions).joined(separator: " AND "))
        """)
    } ?? 0
  }

  /// Brings back the records that the table may hold. The targets of references are not checked: they may come back, too
  /// (``RestoredReferences``), and until then the rows stay in the archive as well.
  func restore(in database: SQLConnection) throws {
    // A record that is in the table already has come from a later archive, and its number is another record's here.
    try database.execute(
      """
      CREATE TEMP TABLE \(SQL.name(Self.restored(name))) AS \
      SELECT id FROM \(SQL.name(name)) WHERE id NOT IN (SELECT id FROM \(SQL.name(entity.table)))
      """)
    try ValueConversion.with(conversions, on: database) {
      try database.execute(
        """
        INSERT OR IGNORE INTO \(SQL.name(entity.table)) (\(SQL.names(["id"] + columns.map(\.column)))) \
        SELECT \((["a.id"] + columns.map(value)).joined(separator: ", ")) FROM \(SQL.name(name)) a
        """)
    }
  }
}

extension TableArchive {
  /// The temporary table with the ids of the records that an archive may have brought back.
  fileprivate static func restored(_ archive: String) -> String { "restored_" + archive }
}

/// The references of records and columns that have come back from archives, of which some may lead to records that are
/// not there. Foreign keys are not enforced while archives are emptied.
struct RestoredReferences {
  /// The entities that came back, each with the archives of its records.
  var tables: [(entity: EntityDescription, archives: [String])] = []
  /// The to-one relationships that came back to an entity that was there, each with its archive.
  var columns: [(entity: EntityDescription, column: ColumnDescription, archive: String)] = []

  let model: ModelDescription
  let database: SQLConnection

  init(_ model: ModelDescription, _ database: SQLConnection) { (self.model, self.database) = (model, database) }

  /// Empties the references that lead nowhere, takes records out that need one, and keeps what it takes in the archives.
  func settle() throws {
    try takeOutRecords()
    for (entity, archives) in tables {
      for column in entity.columns where !column.isRequired {
        guard let condition = leadsNowhere(entity, column) else { continue }
        try empty(entity, column, "id IN (\(ids(archives))) AND \(condition)")
      }
      for archive in archives {
        try database.execute(
          """
          DELETE FROM \(SQL.name(archive)) WHERE id IN (SELECT id FROM \(SQL.name(entity.table))) \
          AND id IN (SELECT id FROM temp.\(SQL.name(TableArchive.restored(archive))))
          """)
        try database.execute("DROP TABLE temp.\(SQL.name(TableArchive.restored(archive)))")
        try Archive.dropIfEmpty(archive, in: database)
      }
    }
    for (entity, column, archive) in columns {
      let (table, name) = (SQL.name(entity.table), SQL.name(column.column))
      if !column.isRequired, let condition = leadsNowhere(entity, column) {
        try database.execute(
          "UPDATE \(table) SET \(name) = NULL WHERE id IN (SELECT id FROM \(SQL.name(archive))) AND \(condition)")
      }
      try database.execute(
        """
        DELETE FROM \(SQL.name(archive)) WHERE id IN (SELECT t.id FROM \(table) t JOIN \(SQL.name(archive)) a \
        ON a.id = t.id WHERE t.\(name) IS a.value)
        """)
      try Archive.dropIfEmpty(archive, in: database)
    }
  }

  // A record that another one needs may be one of those that are taken out.
  private func takeOutRecords() throws {
    var isDone = false
    while !isDone {
      isDone = true
      for (entity, archives) in tables {
        for column in entity.columns where column.isRequired {
          guard let condition = leadsNowhere(entity, column) else { continue }
          try database.execute(
            "DELETE FROM \(SQL.name(entity.table)) WHERE id IN (\(ids(archives))) AND \(condition)")
          if database.changesCount > 0 { isDone = false }
        }
      }
    }
  }

  private func ids(_ archives: [String]) -> String {
    archives.map { "SELECT id FROM \(SQL.name($0))" }.joined(separator: " UNION ALL ")
  }

  private func leadsNowhere(_ entity: EntityDescription, _ column: ColumnDescription) -> String? {
    guard let target = TableSchema(entity: entity, model: model).rules(column).reference?.table else { return nil }
    let name = SQL.name(column.column)
    return "\(name) IS NOT NULL AND \(name) NOT IN (SELECT id FROM \(SQL.name(target)))"
  }

  private func empty(_ entity: EntityDescription, _ column: ColumnDescription, _ condition: String) throws {
    let (table, name) = (SQL.name(entity.table), SQL.name(column.column))
    guard try database.first(Int.self, "SELECT 1 FROM \(table) WHERE \(condition) LIMIT 1") != nil else { return }
    let archive = Archive.name(table: entity.table, column: column.column)
    try Archive.make(archive, in: database)
    try database.execute(
      """
      INSERT OR REPLACE INTO \(SQL.name(archive)) (id, value, kind) \
      SELECT id, \(name), \(SQL.literal(try StoredModel.Column().json())) FROM \(table) WHERE \(condition)
      """)
    try database.execute("UPDATE \(table) SET \(name) = NULL WHERE \(condition)")
  }
}
