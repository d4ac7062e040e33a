import KartotekaModel

/// Checks a database and the files beside it, and changes nothing.
struct DatabaseCheck {
  let mapping: ModelMapping
  let database: SQLConnection

  /// The findings in one snapshot, without those in the search indices (``searchFindings()``).
  func findings() throws -> [CheckFinding] {
    let integrity = try integrityFindings()
    // A damaged database can't be compared.
    if integrity.contains(where: \.isDamage) { return integrity }
    var findings = integrity + (try referenceFindings())
    let work = try MigrationPlanner(mapping.model, database).work()
    if !work.plan.isEmpty || !work.plan.obstacles.isEmpty { return findings + [.outdated] }
    let missing = try Schema(mapping).missing(in: database)
    if !missing.isEmpty { return findings + [.missing(missing)] }
    findings += try derivedFindings()
    findings += try logFindings()
    // Tables that lack changes of other programs are not damaged: views take the place of such key tables.
    findings += try countFindings(mapping.current(LogState(in: database), in: database))
    findings += try keyFindings()
    return findings + (try fileFindings())
  }

  // MARK: SQLite's own

  /// SQLite's findings in the pages, indices and rules.
  func integrityFindings() throws -> [CheckFinding] {
    var report: [String] = []
    do {
      try database.checkIntegrity(limit: 100) { report.append($0) }
    } catch let error as SQLError where error.kind == .damaged {
      // It gives up where it can't go on.
      if report.isEmpty { report = [error.reason] }
    }
    return report.filter { $0 != "ok" }.map { line in
      if line.contains(" missing from index ") || line.hasPrefix("wrong # of entries in index ") { return .index(line) }
      let rules = ["NULL value in ", "CHECK constraint failed in ", "non-unique entry in index ", " value in "]
      if rules.contains(where: line.contains) { return .rule(line) }
      // Of several lines the last says what it is.
      return .damaged(line.split(separator: "\n").last.map(String.init) ?? line)
    }
  }

  /// The records that refer to missing ones.
  func referenceFindings() throws -> [CheckFinding] {
    struct Pair: Hashable {
      let from: String
      let to: String
    }
    var ids: [Pair: [RecordID]] = [:]
    try database.forEachForeignKeyViolation { table, id, target in
      ids[Pair(from: table, to: target), default: []].append(id)
    }
    return ids.sorted { ($0.key.from, $0.key.to) < ($1.key.from, $1.key.to) }.map { pair, ids in
      .reference(from: pair.from, to: pair.to, count: ids.count, ids: Array(ids.sorted().prefix(5)))
    }
  }

  // MARK: Derived tables

  private func derivedFindings() throws -> [CheckFinding] {
    try mapping.allDerived.compactMap { derived in
      let (stored, computed) = derived.comparison
      let count = try differing(stored, computed, by: "id")
      return count == 0 ? nil : .derived(entity: derived.entity.name, count: count)
    }
  }

  private func countFindings(_ mapping: SnapshotMapping) throws -> [CheckFinding] {
    try mapping.model.entities.filter { entity in
      try mapping.recordCount(of: entity, in: database) != RecordCounts(database: database).scanned(entity)
    }.map { .count(entity: $0.name) }
  }

  private func keyFindings() throws -> [CheckFinding] {
    try mapping.allKeys.flatMap { keys -> [CheckFinding] in
      var findings: [CheckFinding] = []
      for table in try [keys] + keys.filled(in: database) {
        let names = SQL.names(["id"] + table.columns.map(\.column))
        let stored = "SELECT \(names) FROM \(SQL.name(table.table))"
        let count = try differing(stored, table.computed, by: "id")
        if count > 0 { findings.append(.keys(entity: keys.entity.name, count: count)) }
      }
      return findings
    }
  }

  /// The number of rows, by a distinguishing column, that only one of two queries returns.
  private func differing(_ one: String, _ other: String, by column: String) throws -> Int {
    let sides = [(one, other), (other, one)].map { first, second in
      "SELECT \(column) FROM (SELECT * FROM (\(first)) EXCEPT SELECT * FROM (\(second)))"
    }
    return try database.first(Int.self, "SELECT count(*) FROM (\(sides.joined(separator: " UNION ")))") ?? 0
  }

  // MARK: The change log and files

  private func logFindings() throws -> [CheckFinding] {
    let unreadable =
      try RawStatement(
        "SELECT count(*) FROM \(ChangeLog.table) WHERE \(ChangeLog.isUnreadable)", in: database
      ).integer() ?? 0
    let lost = max(0, try ChangeLog.applied(in: database) - ChangeLog.last(in: database))
    let findings: [CheckFinding] = unreadable + lost == 0 ? [] : [.changeLog(count: Int(unreadable + lost))]
    let ranges = try database.all(
      Int64.self, "SELECT id FROM kartoteka_changes WHERE \(ChangedRange.isDamaged) ORDER BY id LIMIT 100")
    return findings + ranges.map { .rule("last < record in kartoteka_changes, id \($0)") }
  }

  private func fileFindings() throws -> [CheckFinding] {
    guard let folder = mapping.blobs else { return [] }
    var problems: [[UInt8]: MissingFile.Problem] = [:]
    for digest in try BlobUses.digests(in: database) {
      problems[digest] = folder.problem(with: digest)
    }
    return try MissingFiles(mapping: mapping).find(problems, in: database).map { .file($0.file) }
  }

  // MARK: Search indices

  /// Compares the search indices with the keys. SQLite does so by a statement that needs the write lock, and changes
  /// nothing.
  func searchFindings() throws -> [CheckFinding] {
    try mapping.allKeys.compactMap { keys in
      guard let index = keys.searchIndex else { return nil }
      do {
        try index.check(in: database)
        return nil
      } catch let error as SQLError where error.kind == .damaged {
        return .search(entity: keys.entity.name)
      }
    }
  }
}
