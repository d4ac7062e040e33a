import Foundation
import KartotekaModel

/// The history that is to be deleted permanently.
package enum HistoryScope: Sendable {
  /// One record's, whether it still exists or was deleted.
  case record(EntityDescription, RecordID)
  /// That of all records of an entity.
  case entity(EntityDescription)
  /// Everything that was done before a moment.
  case before(Date)
}

/// The result of deleting history permanently.
package struct PurgedHistory: Sendable, Hashable {
  /// Of how many change sets images were deleted; they can't be undone any more, and have lost their names.
  package let changeSets: Int
  /// The number of deleted rejected rows.
  package let rejectedRows: Int
  /// The number of removed files beside the database.
  package let files: Int
}

extension Store {
  /// Deletes history for good, for the law's sake: images, the names of change sets, rows that imports rejected, what
  /// texts were said to mean, and pictures and files that nothing else refers to. Records themselves stay; delete them
  /// before.
  ///
  /// Deleted history is overwritten in the database file. Earlier backups and copies still contain it.
  /// - Throws: ``StoreError`` `.busy`, `.disk`; nothing is deleted then.
  package func purgeHistory(_ scope: HistoryScope) async throws -> PurgedHistory {
    try await translating {
      let (changeSets, rows) = try await writer.writeWithoutTransaction { [mapping] database in
        try database.overwritingDeleted {
          var purged = (changeSets: 0, rows: 0)
          try database.inTransaction(.immediate) {
            purged = try HistoryPurge(database: database, mapping: mapping).run(scope)
            try ChangeLog.appendOwn(in: database)
            return .commit
          }
          // The write-ahead log contains old pages. While a reader uses them, a later checkpoint removes them.
          try? database.truncateLog()
          return purged
        }
      }
      return PurgedHistory(changeSets: changeSets, rejectedRows: rows, files: try await sweep())
    }
  }
}

/// Deletes history within a transaction.
private struct HistoryPurge {
  let database: SQLConnection
  let mapping: ModelMapping

  func run(_ scope: HistoryScope) throws -> (changeSets: Int, rows: Int) {
    let changeSets = try changeSets(of: scope)
    let rows = try deleteRejects(of: scope, changeSets)
    try deleteImages(of: scope, changeSets)
    try deleteMeanings(of: scope)
    try IdempotencyTable(database: database).forgetResponses()
    let retention = Retention(database: database)
    try retention.mark(changeSets, .request)
    try retention.releaseBytes()
    let rename = try RawStatement("UPDATE kartoteka_deeds SET name = ? WHERE id = ?", in: database)
    for changeSet in changeSets { try rename.run(.text(try JSONText.json(UndoLog.unnamed)), .integer(changeSet)) }
    return (changeSets.count, rows)
  }

  // MARK: Change sets and images

  // Those with images of the records, and bulk imports that added them: undoing those could no longer be checked.
  private func changeSets(of scope: HistoryScope) throws -> [Int64] {
    switch scope {
    case .before(let moment):
      return try integers("SELECT id FROM kartoteka_deeds WHERE at < ?", [.text(Timestamp.text(moment))])
    case .entity(let entity):
      let tables = [entity.table] + links(of: entity).map(\.table)
      return try integers(
        "SELECT DISTINCT deed FROM kartoteka_changes WHERE entity IN (\(SQL.places(tables.count)))",
        tables.map(Value.text))
    case .record(let entity, let id):
      var changeSets = Set(
        try integers(
          """
          SELECT deed FROM kartoteka_changes WHERE entity = ?1 AND record = ?2 UNION \
          SELECT deed FROM kartoteka_changes \
          WHERE entity = ?1 AND last IS NOT NULL AND record <= ?2 AND last >= ?2
          """, [.text(entity.table), .integer(id)]))
      for (table, column) in links(of: entity) {
        changeSets.formUnion(
          try integers(
            "SELECT deed FROM kartoteka_changes WHERE entity = ? AND \(Self.isLink)",
            [.text(table), .text(Self.path(column)), .integer(id)]))
      }
      return changeSets.sorted()
    }
  }

  private func deleteImages(of scope: HistoryScope, _ changeSets: [Int64]) throws {
    switch scope {
    case .before:
      let delete = try RawStatement("DELETE FROM kartoteka_changes WHERE deed = ?", in: database)
      for changeSet in changeSets { try delete.run(.integer(changeSet)) }
    case .entity(let entity):
      for table in [entity.table] + links(of: entity).map(\.table) {
        try RawStatement("DELETE FROM kartoteka_changes WHERE entity = ?", in: database).run(.text(table))
      }
    case .record(let entity, let id):
      try RawStatement(
        "DELETE FROM kartoteka_changes WHERE entity = ? AND record = ? AND last IS NULL", in: database
      ).run(.text(entity.table), .integer(id))
      for (table, column) in links(of: entity) {
        try RawStatement("DELETE FROM kartoteka_changes WHERE entity = ? AND \(Self.isLink)", in: database)
          .run(.text(table), .text(Self.path(column)), .integer(id))
      }
    }
  }

  private static let isLink = "json_extract(coalesce(before, after), ?) = ?"

  private static func path(_ column: String) -> String { "$.\"\(column)\"" }

  // The join tables of an entity, each with the column that holds its ids.
  private func links(of entity: EntityDescription) -> [(table: String, column: String)] {
    var found: [(table: String, column: String)] = []
    for owner in mapping.model.entities {
      for relationship in owner.relationships {
        guard let table = relationship.joinTable, let columns = relationship.joinColumns else { continue }
        if owner.name == entity.name { found.append((table, columns.own)) }
        if relationship.target == entity.name { found.append((table, columns.related)) }
      }
    }
    return found
  }

  // MARK: What imports left

  private func deleteRejects(of scope: HistoryScope, _ changeSets: [Int64]) throws -> Int {
    var rows: Set<Int64> = []
    switch scope {
    case .before(let moment):
      rows.formUnion(
        try integers(
          "SELECT k.id FROM kartoteka_rejects k JOIN kartoteka_imports i ON i.id = k.import WHERE i.at < ?",
          [.text(Timestamp.text(moment))]))
    case .entity(let entity):
      rows.formUnion(try integers("SELECT k.id \(Self.rejects)", [.text(entity.name)]))
    case .record(let entity, let id):
      rows.formUnion(
        try integers("SELECT k.id \(Self.rejects) AND k.record = ?", [.text(entity.name), .integer(id)]))
    }
    // A row that such a change set loaded is closed with its number.
    let closed = try RawStatement("SELECT id FROM kartoteka_rejects WHERE deed = ? AND NOT is_open", in: database)
    for changeSet in changeSets {
      closed.reset()
      closed.bind(.integer(changeSet), at: 1)
      while try closed.step() { rows.insert(closed.integer(column: 0)) }
    }
    closed.reset()
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

  private func deleteMeanings(of scope: HistoryScope) throws {
    switch scope {
    case .before: break
    case .entity(let entity):
      try RawStatement("DELETE FROM \(ImportReviewSchema.resolved) WHERE entity = ?", in: database).run(
        .text(entity.name))
      try deleteReferrers("SELECT id FROM kartoteka_references WHERE entity = ?", [.text(entity.name)], nil)
    case .record(let entity, let id):
      try RawStatement("DELETE FROM \(ImportReviewSchema.resolved) WHERE entity = ? AND record = ?", in: database)
        .run(.text(entity.name), .integer(id))
      try deleteReferrers("SELECT id FROM kartoteka_references WHERE entity = ?", [.text(entity.name)], id)
    }
    // The text of an unresolved reference without waiting records may disclose deleted data.
    try RawStatement(
      """
      DELETE FROM kartoteka_references WHERE id NOT IN (SELECT reference FROM kartoteka_referrers) \
      AND id NOT IN (SELECT reference FROM kartoteka_waiting)
      """, in: database
    ).run()
  }

  private func deleteReferrers(_ references: String, _ arguments: [Value], _ id: RecordID?) throws {
    let delete = try RawStatement(
      "DELETE FROM kartoteka_referrers WHERE reference = ?1 AND record = coalesce(?2, record)", in: database)
    for reference in try integers(references, arguments) {
      try delete.run(.integer(reference), id.map(Value.integer) ?? .null)
    }
  }

  private func integers(_ sql: String, _ arguments: [Value]) throws -> [Int64] {
    let rows = try RawStatement(sql, in: database)
    rows.bind(arguments)
    defer { rows.reset() }
    var found: [Int64] = []
    while try rows.step() { found.append(rows.integer(column: 0)) }
    return found
  }
}
