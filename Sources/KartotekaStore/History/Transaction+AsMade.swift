import KartotekaModel

// Records as they were made, by the history.
extension Transaction {
  /// The maximum number of changes that are read.
  private static let mostChanges = 500_000
  /// The maximum number of versions of one record that are compared.
  private static let mostVersions = 10_000

  /// Passes the existing records that were changed since they were made, the newest first, with the values with which they were
  /// made, as far as the history has them.
  /// - Parameters:
  ///   - last: the greatest number of a record.
  ///   - isWanted: whether a record is passed.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func forEachAsMade(
    _ entity: EntityDescription, upTo last: RecordID, where isWanted: (RecordID) -> Bool, _ body: (AnyRecord) -> Void
  ) throws {
    let changes = try RawStatement(
      """
      SELECT record, before FROM kartoteka_changes WHERE entity = +? AND record <= ? AND last IS NULL \
      AND before IS NOT NULL AND after IS NOT NULL ORDER BY record DESC, id DESC LIMIT ?
      """, in: database)
    changes.bind([.text(entity.table), .integer(last), .integer(Int64(Self.mostChanges))])
    defer { changes.reset() }
    var current: RecordID?
    var record: AnyRecord?
    while try changes.step() {
      let id = changes.integer(column: 0)
      if id != current {
        if let record { body(record) }
        (current, record) = (id, isWanted(id) ? try self.record(entity, id: id) : nil)
      }
      guard record != nil, let before = try Image(changes.value(column: 1), nil) else { continue }
      for (column, value) in before.values {
        if let place = entity.columns.firstIndex(where: { $0.column == column }) { record?.values[place] = value }
      }
    }
    if let record { body(record) }
  }

  /// Finds what a record was before its changes, the newest first, as far as the history has it.
  /// - Parameter isSought: whether that is the version.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func earlierVersion(of record: AnyRecord, where isSought: (AnyRecord) -> Bool) throws -> AnyRecord? {
    guard let id = record.id else { return nil }
    let changes = try RawStatement(
      """
      SELECT before FROM kartoteka_changes WHERE entity = +? AND record = ? AND last IS NULL AND after IS NOT NULL \
      ORDER BY id DESC LIMIT ?
      """, in: database)
    changes.bind([.text(record.entity.table), .integer(id), .integer(Int64(Self.mostVersions))])
    defer { changes.reset() }
    var record = record
    // It ends where the record was made, or where the history has no more.
    while try changes.step(), let before = try Image(changes.value(column: 0), nil) {
      for (column, value) in before.values {
        if let place = record.entity.columns.firstIndex(where: { $0.column == column }) { record.values[place] = value }
      }
      if isSought(record) { return record }
    }
    return nil
  }

  /// Whether the history knows a record that was deleted.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func hasDeleted(_ entity: EntityDescription, id: RecordID) throws -> Bool {
    let count = try RawStatement(
      "SELECT count(*) FROM kartoteka_changes WHERE entity = +? AND record = ? AND after IS NULL", in: database
    ).integer(.text(entity.table), .integer(id))
    return count ?? 0 > 0
  }
}
