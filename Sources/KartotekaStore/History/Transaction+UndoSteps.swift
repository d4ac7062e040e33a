import KartotekaModel

// The changes that an undo reverts.
extension Transaction {
  /// One change, as an undo reverts it.
  struct Step {
    let number: Int64
    let table: String
    let id: RecordID
    let last: Value
    let before: Image?
    let after: Image?

    var key: TouchedRecord { TouchedRecord(table: table, id: id) }
    /// Whether a trigger of another program's file has made the change.
    var isByTrigger: Bool { (before ?? after)?.isByTrigger == true }
  }

  /// The changes of a change set before one of them, the newest first; one batch.
  func steps(of changeSet: Int64, before number: Int64, limit: Int = batch) throws -> [Step] {
    try steps(
      "deed = ? AND id < ? ORDER BY id DESC LIMIT \(limit)", [.integer(changeSet), .integer(number)])
  }

  /// The changes of one record by a change set from one of them on, the newest first.
  func steps(
    of changeSet: Int64, of entity: EntityDescription, _ id: RecordID, from number: Int64
  ) throws -> [Step] {
    // Found by the record: a change set may have many changes.
    try steps(
      "entity = +? AND record = ? AND +deed = ? AND +id >= ? AND last IS NULL ORDER BY id DESC",
      [.text(entity.table), .integer(id), .integer(changeSet), .integer(number)])
  }

  private func steps(_ condition: String, _ arguments: [Value]) throws -> [Step] {
    let rows = try RawStatement(
      "SELECT id, entity, record, last, before, after FROM kartoteka_changes WHERE \(condition)", in: database)
    rows.bind(arguments)
    defer { rows.reset() }
    var steps: [Step] = []
    while try rows.step() {
      let table = rows.text(column: 1)
      var before = try Image(rows.value(column: 4), mapping.blobs)
      var after = try Image(rows.value(column: 5), mapping.blobs)
      mapping.dropStamps(&before, &after, of: table)
      steps.append(
        Step(
          number: rows.integer(column: 0), table: table, id: rows.integer(column: 2), last: rows.value(column: 3),
          before: before, after: after))
    }
    return steps
  }
}
