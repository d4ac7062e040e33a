import KartotekaModel

// Undoing a bulk import, of whose records only ranges of ids are known.
extension Transaction {
  /// Takes back a range of records that a deed added.
  func takeBackRange(_ entity: EntityDescription, _ ids: ClosedRange<RecordID>, _ deed: Deed) throws {
    // What this undo itself has changed does not count.
    let later = try RawStatement(
      """
      SELECT count(*) FROM kartoteka_changes \
      WHERE entity = ? AND record <= ? AND coalesce(last, record) >= ? AND deed > ? AND deed IS NOT ?
      """, in: database
    ).integer(
      .text(entity.table), .integer(ids.upperBound), .integer(ids.lowerBound), .integer(deed.id),
      log.deed.map(Value.integer) ?? .null)
    guard later == 0 else { throw StoreError.cannotUndo("Some of these records have been changed since") }
    try forEachID(of: entity, in: ids) { id in
      guard let record = try record(entity, id: id) else { return }
      guard try denials(of: entity, id: id).isEmpty else {
        throw StoreError.cannotUndo(Self.inTheWay("Other records refer to {title} now", record))
      }
      try remove(record)
    }
  }

  /// Takes references out of records that a deed added and that are about to go, where they lead to others of them
  /// and would deny those their deletion: rows of one file may refer to each other in a circle.
  func detachRanges(of deed: Int64) throws {
    var ranges: [(entity: EntityDescription, ids: ClosedRange<RecordID>)] = []
    let rows = try RawStatement(
      "SELECT entity, record, last FROM kartoteka_changes WHERE deed = ? AND last IS NOT NULL", in: database)
    rows.bind(.integer(deed), at: 1)
    while try rows.step() {
      let table = rows.text(column: 0)
      guard let entity = model.entities.first(where: { $0.table == table }) else { continue }
      ranges.append((entity, rows.integer(column: 1)...rows.integer(column: 2)))
    }
    rows.reset()
    let added = Set(ranges.map(\.entity.name))
    for (entity, ids) in ranges {
      for relationship in entity.relationships
      where relationship.cardinality == .toOne && relationship.deleteRule == .deny && !relationship.isRequired
        && added.contains(relationship.target)
      {
        try detach(entity, relationship, ids)
      }
    }
  }

  private func detach(
    _ entity: EntityDescription, _ relationship: RelationshipDescription, _ ids: ClosedRange<RecordID>
  ) throws {
    guard let position = entity.position(of: relationship.name) else { return }
    try forEachID(of: entity, in: ids, where: "\(SQL.name(relationship.column)) IS NOT NULL") { id in
      guard let record = try record(entity, id: id) else { return }
      var detached = record
      detached.values[position] = .null
      try write(detached, over: record, [position])
    }
  }

  // The ids are read in batches: a bulk import may have added millions.
  private func forEachID(
    of entity: EntityDescription, in ids: ClosedRange<RecordID>, where condition: String = "TRUE",
    _ body: (RecordID) throws -> Void
  ) throws {
    var next = ids.lowerBound
    while true {
      let rows = try RawStatement(
        "SELECT id FROM \(SQL.name(entity.table)) WHERE id BETWEEN ? AND ? AND \(condition) ORDER BY id LIMIT 1000",
        in: database)
      rows.bind([.integer(next), .integer(ids.upperBound)])
      var batch: [RecordID] = []
      while try rows.step() { batch.append(rows.integer(column: 0)) }
      rows.reset()
      guard let last = batch.last else { return }
      for id in batch { try body(id) }
      guard last < ids.upperBound else { return }
      next = last + 1
    }
  }
}
