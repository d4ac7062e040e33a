import KartotekaModel

/// Deletes history within a transaction: in each of the platform's tables what its declaration says. The images before a
/// moment may be millions: their change sets are marked, and ``Retention/removeSome()`` removes them.
struct HistoryPurge {
  let database: SQLConnection
  let mapping: ModelMapping
  let scope: HistoryScope
  /// Whose history goes: the records, the records that belong to them, and the links of all of them. None for a moment.
  private let subjects: [Subject]
  /// The change sets that lose images: those with images of the records, and bulk imports that added them, since undoing
  /// those could no longer be checked.
  private let changeSets: [Int64]

  /// Records of an entity, or all of them.
  private struct Subject {
    let entity: EntityDescription
    let ids: [RecordID]?
  }

  init(_ scope: HistoryScope, _ mapping: ModelMapping, in database: SQLConnection) throws {
    (self.scope, self.mapping, self.database) = (scope, mapping, database)
    subjects = try Self.subjects(of: scope, mapping, in: database)
    changeSets = try Self.changeSets(of: scope, subjects, mapping, in: database)
  }

  func run() throws -> (changeSets: Int, rows: Int) {
    var rows = 0
    for table in PlatformTable.all {
      switch table.purge {
      case .nothing, .rowsOf: break
      case .images: try deleteImages()
      case .names: try deleteNames()
      case .responses: try IdempotencyTable(database: database).forgetResponses()
      case .rejectedRows: rows = try deleteRejectedRows()
      case .unresolvedTexts: try deleteUnresolvedTexts()
      case .resolvedTexts: try deleteResolvedTexts()
      case .errors: try deleteErrors()
      case .lastUndo: try LongUndo.forget(in: database)
      // Which bytes nothing else needs is known when all change sets are marked.
      case .bytes: break
      }
    }
    try deleteArchived()
    let retention = Retention(database: database)
    if case .before(let moment) = scope { return (try retention.mark(before: Timestamp.text(moment)), rows) }
    try retention.markPurged(changeSets)
    while try retention.releaseSome() {}
    return (changeSets.count, rows)
  }

  // MARK: Whose history it is

  private static func subjects(
    of scope: HistoryScope, _ mapping: ModelMapping, in database: SQLConnection
  ) throws -> [Subject] {
    switch scope {
    case .before: return []
    case .entity(let entity): return parts(of: entity, mapping).map { Subject(entity: $0, ids: nil) }
    case .record(let entity, let id):
      var known: [String: Set<RecordID>] = [entity.name: [id]]
      var next = [(entity: entity, id: id)]
      while let (owner, id) = next.popLast() {
        for (part, relationship) in mapping.model.references(to: owner)
        where relationship.deleteRule == .cascade && !part.isDerived {
          for id in try self.parts(part, relationship, of: id, mapping, in: database)
          where known[part.name, default: []].insert(id).inserted {
            next.append((part, id))
          }
        }
      }
      return mapping.model.entities.compactMap { entity in
        known[entity.name].map { Subject(entity: entity, ids: $0.sorted()) }
      }
    }
  }

  // An entity, and those whose records belong to its records: their texts are texts about those.
  private static func parts(of entity: EntityDescription, _ mapping: ModelMapping) -> [EntityDescription] {
    var (found, next) = ([entity], [entity])
    while let owner = next.popLast() {
      for (part, relationship) in mapping.model.references(to: owner)
      where relationship.deleteRule == .cascade && relationship.isRequired && !part.isDerived
        && !found.contains(where: { $0.name == part.name })
      {
        found.append(part)
        next.append(part)
      }
    }
    return found
  }

  // The records that belong to a record, and those that belonged to it.
  private static func parts(
    _ part: EntityDescription, _ relationship: RelationshipDescription, of id: RecordID, _ mapping: ModelMapping,
    in database: SQLConnection
  ) throws -> [RecordID] {
    let path = Value.text(path(relationship.column))
    return try integers(
      """
      SELECT id FROM \(SQL.name(part.table)) WHERE \(SourceSQL.leads(relationship, mapping.model)) UNION \
      SELECT record FROM kartoteka_changes WHERE entity = ? AND last IS NULL \
      AND (json_extract(before, ?) = ? OR json_extract(after, ?) = ?)
      """, [.integer(id), .text(part.table), path, .integer(id), path, .integer(id)], in: database)
  }

  private static func changeSets(
    of scope: HistoryScope, _ subjects: [Subject], _ mapping: ModelMapping, in database: SQLConnection
  ) throws -> [Int64] {
    if case .before(let moment) = scope {
      return try integers(
        "SELECT id FROM kartoteka_deeds WHERE at < ?", [.text(Timestamp.text(moment))], in: database)
    }
    var found: Set<Int64> = []
    for subject in subjects {
      let table = Value.text(subject.entity.table)
      guard let ids = subject.ids else {
        let tables = [table] + links(of: subject.entity, mapping.model).map { Value.text($0.table) }
        found.formUnion(
          try integers(
            "SELECT DISTINCT deed FROM kartoteka_changes WHERE entity IN (\(SQL.places(tables.count)))", tables,
            in: database))
        continue
      }
      for id in ids {
        found.formUnion(
          try integers(
            """
            SELECT deed FROM kartoteka_changes WHERE entity = ?1 AND record = ?2 UNION \
            SELECT deed FROM kartoteka_changes \
            WHERE entity = ?1 AND last IS NOT NULL AND record <= ?2 AND last >= ?2
            """, [table, .integer(id)], in: database))
        for (table, column) in links(of: subject.entity, mapping.model) {
          found.formUnion(
            try integers(
              "SELECT deed FROM kartoteka_changes WHERE entity = ? AND \(isLink)",
              [.text(table), .text(path(column)), .integer(id)], in: database))
        }
      }
    }
    return found.sorted()
  }

  // MARK: Images

  private func deleteImages() throws {
    for subject in subjects {
      let links = Self.links(of: subject.entity, mapping.model)
      guard let ids = subject.ids else {
        for table in [subject.entity.table] + links.map(\.table) {
          try RawStatement("DELETE FROM kartoteka_changes WHERE entity = ?", in: database).run(.text(table))
        }
        try deleteMeanings(of: subject.entity, nil)
        continue
      }
      for id in ids {
        try RawStatement(
          "DELETE FROM kartoteka_changes WHERE entity = ? AND record = ? AND last IS NULL", in: database
        ).run(.text(subject.entity.table), .integer(id))
        for (table, column) in links {
          try RawStatement("DELETE FROM kartoteka_changes WHERE entity = ? AND \(Self.isLink)", in: database)
            .run(.text(table), .text(Self.path(column)), .integer(id))
        }
        try deleteMeanings(of: subject.entity, id)
      }
    }
  }

  // The images of a text that was chosen for a record have the text. Their number is the record's, whichever entity it is of.
  private func deleteMeanings(of entity: EntityDescription, _ id: RecordID?) throws {
    try RawStatement(
      """
      DELETE FROM kartoteka_changes WHERE entity = ?1 AND json_extract(coalesce(before, after), '$.entity') = ?2 \
      AND (?3 IS NULL OR json_extract(before, '$.record') = ?3 OR json_extract(after, '$.record') = ?3)
      """, in: database
    ).run(.text(ImportReviewSchema.resolved), .text(entity.name), id.map(Value.integer) ?? .null)
  }

  private func deleteNames() throws {
    // The undo of a change set is named after it, also one that was taken back. Each is later than what it undoes.
    var named = Set(changeSets)
    let undos = try RawStatement(
      "SELECT id, undoes FROM kartoteka_deeds WHERE undoes IS NOT NULL ORDER BY id", in: database)
    defer { undos.reset() }
    while try undos.step() {
      if named.contains(undos.integer(column: 1)) { named.insert(undos.integer(column: 0)) }
    }
    let rename = try RawStatement("UPDATE kartoteka_deeds SET name = ? WHERE id = ?", in: database)
    let name = Value.text(try JSONText.json(UndoLog.unnamed))
    for changeSet in named.sorted() { try rename.run(name, .integer(changeSet)) }
  }

  private static let isLink = "json_extract(coalesce(before, after), ?) = ?"

  private static func path(_ column: String) -> String { "$.\"\(column)\"" }

  // The join tables of an entity, each with the column that holds its ids.
  private static func links(
    of entity: EntityDescription, _ model: ModelDescription
  ) -> [(table: String, column: String)] {
    var found: [(table: String, column: String)] = []
    for owner in model.entities {
      for relationship in owner.relationships {
        guard let table = relationship.joinTable, let columns = relationship.joinColumns else { continue }
        if owner.name == entity.name { found.append((table, columns.own)) }
        if relationship.target == entity.name { found.append((table, columns.related)) }
      }
    }
    return found
  }

  // MARK: What imports, jobs and migrations left

  private func deleteRejectedRows() throws -> Int {
    var rows: Set<Int64> = []
    if case .before(let moment) = scope {
      rows.formUnion(
        try integers(
          "SELECT k.id FROM kartoteka_rejects k JOIN kartoteka_imports i ON i.id = k.import WHERE i.at < ?",
          [.text(Timestamp.text(moment))]))
    }
    for subject in subjects {
      guard let ids = subject.ids else {
        rows.formUnion(try integers("SELECT k.id \(Self.rejects)", [.text(subject.entity.name)]))
        continue
      }
      for id in ids {
        rows.formUnion(
          try integers("SELECT k.id \(Self.rejects) AND k.record = ?", [.text(subject.entity.name), .integer(id)]))
      }
    }
    // A row that such a change set loaded is closed with its number.
    for changeSet in changeSets {
      rows.formUnion(
        try integers("SELECT id FROM kartoteka_rejects WHERE deed = ? AND NOT is_open", [.integer(changeSet)]))
    }
    let waiting = try RawStatement("DELETE FROM kartoteka_waiting WHERE reject = ?", in: database)
    let delete = try RawStatement("DELETE FROM kartoteka_rejects WHERE id = ?", in: database)
    for row in rows {
      try waiting.run(.integer(row))
      try delete.run(.integer(row))
    }
    return rows.count
  }

  private static let rejects =
    "FROM kartoteka_rejects k JOIN kartoteka_layouts l ON l.id = k.layout WHERE l.entity = ?"

  private func deleteResolvedTexts() throws {
    try forEachRecord { entity, id in
      try RawStatement(
        "DELETE FROM \(ImportReviewSchema.resolved) WHERE entity = ?1 AND record = coalesce(?2, record)", in: database
      ).run(.text(entity.name), id)
    }
  }

  private func deleteUnresolvedTexts() throws {
    try forEachRecord { entity, id in
      try RawStatement(
        """
        DELETE FROM kartoteka_referrers WHERE record = coalesce(?2, record) \
        AND reference IN (SELECT id FROM kartoteka_references WHERE entity = ?1)
        """, in: database
      ).run(.text(entity.name), id)
    }
    if subjects.isEmpty { return }
    // The text of an unresolved reference without waiting records may disclose deleted data.
    try RawStatement(
      """
      DELETE FROM kartoteka_references WHERE id NOT IN (SELECT reference FROM kartoteka_referrers) \
      AND id NOT IN (SELECT reference FROM kartoteka_waiting)
      """, in: database
    ).run()
  }

  private func deleteErrors() throws {
    try forEachRecord { entity, id in
      try RawStatement(
        "UPDATE kartoteka_jobs SET error = NULL WHERE entity = ?1 AND record = coalesce(?2, record)", in: database
      ).run(.text(entity.table), id)
    }
  }

  // The values of removed attributes are in tables of their own, by the records' numbers.
  private func deleteArchived() throws {
    let archives = try database.tableNames().filter { $0.hasPrefix(Archive.prefix) }
    for subject in subjects {
      let own = Archive.name(table: subject.entity.table)
      for archive in archives where archive == own || archive.hasPrefix(own + "__") {
        guard try database.columns(of: archive).contains("id") else { continue }
        guard let ids = subject.ids else {
          try RawStatement("DELETE FROM \(SQL.name(archive))", in: database).run()
          continue
        }
        let delete = try RawStatement("DELETE FROM \(SQL.name(archive)) WHERE id = ?", in: database)
        for id in ids { try delete.run(.integer(id)) }
      }
    }
  }

  /// - Parameter body: receives each record's number, or once NULL for all of an entity.
  private func forEachRecord(_ body: (EntityDescription, Value) throws -> Void) throws {
    for subject in subjects {
      guard let ids = subject.ids else {
        try body(subject.entity, .null)
        continue
      }
      for id in ids { try body(subject.entity, .integer(id)) }
    }
  }

  private func integers(_ sql: String, _ arguments: [Value]) throws -> [Int64] {
    try Self.integers(sql, arguments, in: database)
  }

  private static func integers(_ sql: String, _ arguments: [Value], in database: SQLConnection) throws -> [Int64] {
    let rows = try RawStatement(sql, in: database)
    rows.bind(arguments)
    defer { rows.reset() }
    var found: [Int64] = []
    while try rows.step() { found.append(rows.integer(column: 0)) }
    return found
  }
}
