import KartotekaModel

// Undoing a bulk import, of whose records only ranges of ids are known.
extension Transaction {
  /// Makes sure that no record of the ranges that a change set added was changed after a row of the change log.
  /// - Throws: ``StoreError`` `.cannotUndo`.
  func checkRanges(of changeSet: Int64, after number: Int64) throws {
    guard try ChangeLog.last(in: database) > number else { return }
    if try ChangeLog.hasChanges(ofRangesOf: changeSet, after: number, in: database) { throw Self.rangeIsChanged }
  }

  static let rangeIsChangedReason: Phrase = "Some of these records have been changed since"
  static let rangeIsChanged = StoreError.cannotUndo(rangeIsChangedReason)

  /// Takes back a range of records that a change set added.
  /// - Parameters:
  ///   - staying: the records that stay.
  ///   - done: how many changes are reverted.
  ///   - goesOn: is asked with that number now and then whether to go on.
  /// - Returns: whether none of them is left.
  func takeBackRange(
    _ entity: EntityDescription, _ ids: ClosedRange<RecordID>, of changeSet: ChangeSet, keeping staying: UndoKeys,
    done: inout Int, while goesOn: (Int) throws -> Bool
  ) throws -> Bool {
    var next = ids.lowerBound
    while true {
      let batch = try self.ids(of: entity, in: next...ids.upperBound)
      guard let first = batch.first, let last = batch.last else { return true }
      let going = staying.isEmpty ? batch : batch.filter { !staying.contains(entity.table, $0) }
      if going.isEmpty {
        // Each part of an undo meets those that stay again.
        guard last < ids.upperBound else { return true }
        next = last + 1
        continue
      }
      if try isReferredTo(entity, first...last) {
        for id in going { try takeBack(entity, id, of: changeSet) }
      } else {
        let kept = going.count == batch.count ? [] : batch.filter { staying.contains(entity.table, $0) }
        try takeBackUnreferred(entity, first...last, but: kept)
      }
      done += going.count
      guard last < ids.upperBound else { return true }
      next = last + 1
      if try !goesOn(done) { return false }
    }
  }

  private func takeBack(_ entity: EntityDescription, _ id: RecordID, of changeSet: ChangeSet) throws {
    // The deletion of another record of the batch may have taken it along.
    guard let record = try record(entity, id: id) else { return }
    try remove(try removal(of: record, addedBy: changeSet))
  }

  /// Whether a record refers to one of a range, or is linked with one.
  private func isReferredTo(_ entity: EntityDescription, _ ids: ClosedRange<RecordID>) throws -> Bool {
    func exists(_ table: String, _ column: String) throws -> Bool {
      try RawStatement(
        "SELECT EXISTS (SELECT 1 FROM \(SQL.name(table)) WHERE \(SQL.name(column)) BETWEEN ? AND ?)", in: database
      ).integer(.integer(ids.lowerBound), .integer(ids.upperBound)) == 1
    }
    return try model.references(to: entity).contains { try exists($0.entity.table, $0.relationship.column) }
      || links(of: entity).contains { try exists($0.table, $0.column) }
  }

  // Deletes them by one statement: a person who cancels an import of a million rows waits for it.
  private func takeBackUnreferred(
    _ entity: EntityDescription, _ ids: ClosedRange<RecordID>, but staying: [RecordID]
  ) throws {
    let reader = mapping.reader(of: entity)
    let isGoing = "t.id BETWEEN ? AND ? AND t.id NOT IN (SELECT value FROM json_each(?))"
    let rows = try RawStatement(
      "SELECT \(reader.columns) FROM \(SQL.name(entity.table)) t WHERE \(isGoing)", in: database)
    rows.bind([.integer(ids.lowerBound), .integer(ids.upperBound), SQL.json(staying)])
    defer { rows.reset() }
    while try rows.step() {
      let record = reader.record(rows)
      try log.record(
        table: entity.table, id: record.id ?? 0, before: Image(record), after: nil, named: UndoLog.unnamed)
      log.touched(entity, \.deleted, record.id ?? 0)
      notePlace(ofDeleted: record)
    }
    try RawStatement("DELETE FROM \(SQL.name(entity.table)) AS t WHERE \(isGoing)", in: database)
      .run(.integer(ids.lowerBound), .integer(ids.upperBound), SQL.json(staying))
    guard !staying.isEmpty else { return try jobs.remove(of: entity, ids) }
    // The jobs of the records in the gaps between those that stay.
    var next = ids.lowerBound
    for id in staying {
      if next < id { try jobs.remove(of: entity, next...(id - 1)) }
      next = id + 1
    }
    if next <= ids.upperBound { try jobs.remove(of: entity, next...ids.upperBound) }
  }

  private static let rangeBatch = 1_000

  /// Takes references out of records that a change set added and that are about to go, where they lead to others of
  /// them and would deny those their deletion: rows of one file may refer to each other in a circle.
  func detachRanges(of changeSet: Int64, keeping staying: UndoKeys) throws {
    var ranges: [(entity: EntityDescription, ids: ClosedRange<RecordID>)] = []
    let rows = try RawStatement(
      "SELECT entity, record, last FROM kartoteka_changes WHERE deed = ? AND last IS NOT NULL", in: database)
    rows.bind(.integer(changeSet), at: 1)
    defer { rows.reset() }
    while try rows.step() {
      let table = rows.text(column: 0)
      guard let entity = model.entities.first(where: { $0.table == table }) else { continue }
      ranges.append(
        (entity, try ChangedRange.ids(from: rows.integer(column: 1), to: rows.integer(column: 2), in: database)))
    }
    let added = Set(ranges.map(\.entity.name))
    for (entity, ids) in ranges {
      for relationship in entity.relationships
      where relationship.cardinality == .toOne && relationship.deleteRule == .deny && !relationship.isRequired
        && added.contains(relationship.target)
      {
        try detach(entity, relationship, ids, keeping: staying)
      }
    }
  }

  private func detach(
    _ entity: EntityDescription, _ relationship: RelationshipDescription, _ ids: ClosedRange<RecordID>,
    keeping staying: UndoKeys
  ) throws {
    guard let position = entity.position(of: relationship.name) else { return }
    try forEachID(of: entity, in: ids, where: "\(SQL.name(relationship.column)) IS NOT NULL") { id in
      guard !staying.contains(entity.table, id), let record = try record(entity, id: id) else { return }
      var detached = record
      detached.values[position] = .null
      try write(detached, over: record, [position])
    }
  }

  private func forEachID(
    of entity: EntityDescription, in ids: ClosedRange<RecordID>, where condition: String,
    _ body: (RecordID) throws -> Void
  ) throws {
    var next = ids.lowerBound
    while true {
      let batch = try self.ids(of: entity, in: next...ids.upperBound, where: condition)
      guard let last = batch.last else { return }
      for id in batch { try body(id) }
      guard last < ids.upperBound else { return }
      next = last + 1
    }
  }

  // A batch of them: a bulk import may have added millions.
  private func ids(
    of entity: EntityDescription, in ids: ClosedRange<RecordID>, where condition: String = "TRUE"
  ) throws -> [RecordID] {
    let rows = try RawStatement(
      """
      SELECT id FROM \(SQL.name(entity.table)) WHERE id BETWEEN ? AND ? AND \(condition) \
      ORDER BY id LIMIT \(Self.rangeBatch)
      """, in: database)
    rows.bind([.integer(ids.lowerBound), .integer(ids.upperBound)])
    defer { rows.reset() }
    var batch: [RecordID] = []
    while try rows.step() { batch.append(rows.integer(column: 0)) }
    return batch
  }
}
