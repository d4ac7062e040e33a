import KartotekaModel

/// Deletes the history of records within a transaction: in each of the platform's tables what its declaration says. That from
/// before a moment goes by ``EarlierHistory``.
struct HistoryPurge {
  let database: SQLConnection
  let mapping: ModelMapping
  /// The records whose history is deleted, with the links of all of them.
  private let subjects: HistorySubjects
  /// The change sets that lose images: those with images of the records, and bulk imports that added them, since undoing
  /// those could no longer be checked.
  private let changeSets: [Int64]

  init(_ scope: HistoryScope, _ mapping: ModelMapping, in database: SQLConnection) throws {
    (self.mapping, self.database) = (mapping, database)
    subjects = try HistorySubjects(scope, mapping, in: database)
    changeSets = try Self.changeSets(of: subjects, mapping, in: database)
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
      // Bytes are deleted after all change sets are marked, when it is known that nothing else needs them.
      case .bytes: break
      }
    }
    try deleteArchived()
    try subjects.remove()
    let retention = Retention(database: database)
    try retention.markPurged(changeSets)
    while try retention.releaseSome() {}
    return (changeSets.count, rows)
  }

  // MARK: Images

  private static func changeSets(
    of subjects: HistorySubjects, _ mapping: ModelMapping, in database: SQLConnection
  ) throws -> [Int64] {
    var found: Set<Int64> = []
    func add(_ table: String, _ condition: Fragment) throws {
      found.formUnion(
        try database.integers(
          "SELECT DISTINCT deed FROM kartoteka_changes WHERE entity = +? AND \(condition.sql)",
          [.text(table)] + condition.values))
    }
    for subject in subjects.all {
      try add(subject.entity.table, subject.has("record"))
      if !subject.isWhole {
        let range = subject.isAmong("record", "last")
        try add(subject.entity.table, Fragment(sql: "last IS NOT NULL AND \(range.sql)", values: range.values))
      }
      for (table, column) in links(of: subject.entity, mapping.model) { try add(table, isLink(column, of: subject)) }
    }
    return found.sorted()
  }

  private func deleteImages() throws {
    func delete(_ table: String, _ condition: Fragment) throws {
      try run("DELETE FROM kartoteka_changes WHERE entity = +?", .text(table), condition)
    }
    for subject in subjects.all {
      let own = subject.has("record")
      try delete(
        subject.entity.table,
        subject.isWhole ? own : Fragment(sql: "last IS NULL AND \(own.sql)", values: own.values))
      for (table, column) in Self.links(of: subject.entity, mapping.model) {
        try delete(table, Self.isLink(column, of: subject))
      }
      // The images of a text that was chosen for a record have the text. Their number is the record's, whichever entity it
      // is of.
      let meanings = ["before", "after"].map { subject.has("json_extract(\($0), '$.record')") }
      let isMeant = Fragment.all(meanings, joinedBy: " OR ")
      try delete(
        ImportReviewSchema.resolved,
        Fragment(
          sql: "json_extract(coalesce(before, after), '$.entity') = ? AND (\(isMeant.sql))",
          values: [.text(subject.entity.name)] + isMeant.values))
    }
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
    try UndoLog.forgetNames(of: named.sorted(), in: database)
  }

  // The images of join tables have both columns.
  private static func isLink(_ column: String, of subject: HistorySubjects.Subject) -> Fragment {
    subject.has("json_extract(coalesce(before, after), \(SQL.literal(.text(path(column)))))")
  }

  /// The place of a column's value in an image.
  static func path(_ column: String) -> String { "$.\"\(column)\"" }

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

  // MARK: Rows of imports, jobs and migrations

  private func deleteRejectedRows() throws -> Int {
    var rows: Set<Int64> = []
    for subject in subjects.all {
      let isOf = subject.has("k.record")
      rows.formUnion(
        try database.integers(
          """
          SELECT k.id FROM kartoteka_layouts l JOIN kartoteka_rejects k ON k.layout = l.id \
          WHERE l.entity = ? AND \(isOf.sql)
          """, [.text(subject.entity.name)] + isOf.values))
    }
    rows.formUnion(try EarlierHistory.rejectedRows(closedBy: changeSets, in: database))
    return try EarlierHistory.delete(rejected: rows, in: database)
  }

  private func deleteResolvedTexts() throws {
    for subject in subjects.all {
      try run(
        "DELETE FROM \(ImportReviewSchema.resolved) WHERE entity = ?", .text(subject.entity.name), subject.has("record")
      )
    }
  }

  private func deleteUnresolvedTexts() throws {
    for subject in subjects.all {
      try run(
        """
        DELETE FROM kartoteka_referrers WHERE reference IN (SELECT id FROM kartoteka_references WHERE entity = ?)
        """, .text(subject.entity.name), subject.has("record"))
    }
    if subjects.all.isEmpty { return }
    // The text of an unresolved reference without waiting records may disclose deleted data.
    try RawStatement(
      """
      DELETE FROM kartoteka_references WHERE id NOT IN (SELECT reference FROM kartoteka_referrers) \
      AND id NOT IN (SELECT reference FROM kartoteka_waiting)
      """, in: database
    ).run()
  }

  private func deleteErrors() throws {
    for subject in subjects.all {
      try run(
        "UPDATE kartoteka_jobs SET error = NULL WHERE entity = ?", .text(subject.entity.table), subject.has("record"))
    }
    if subjects.all.isEmpty { return }
    // The reason of a job with a schedule may name any record.
    try RawStatement("UPDATE kartoteka_jobs SET error = NULL WHERE entity = ''", in: database).run()
  }

  // The values of removed attributes are in tables of their own, by the records' numbers.
  private func deleteArchived() throws {
    let archives = try database.tableNames().filter { $0.hasPrefix(Archive.prefix) }
    for subject in subjects.all {
      let own = Archive.name(table: subject.entity.table)
      for archive in archives where archive == own || archive.hasPrefix(own + "__") {
        guard try database.columns(of: archive).contains("id") else { continue }
        try run("DELETE FROM \(SQL.name(archive)) WHERE TRUE", nil, subject.has("id"))
      }
    }
  }

  private func run(_ sql: String, _ argument: Value?, _ condition: Fragment) throws {
    let statement = try RawStatement("\(sql) AND \(condition.sql)", in: database)
    statement.bind([argument].compactMap(\.self) + condition.values)
    defer { statement.reset() }
    while try statement.step() {}
  }
}
