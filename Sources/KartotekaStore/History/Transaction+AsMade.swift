import KartotekaModel

// Records as they were made, by the history.
extension Transaction {
  /// The maximum number of changes that are read.
  private static let mostChanges = 500_000

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
      SELECT record, before FROM kartoteka_changes WHERE entity = ? AND record <= ? AND last IS NULL \
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
}
