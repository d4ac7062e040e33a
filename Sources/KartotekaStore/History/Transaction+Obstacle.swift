import KartotekaModel

extension Store {
  /// What stands in the way of undoing a change set, told without writing anything; nil where nothing does. Of a change
  /// set with many changes the newest are looked at: the undo itself looks at all.
  /// - Throws: ``StoreError`` `.noSuchChangeSet`, or where the file can't be read; `CancellationError`.
  package func obstacle(toUndoing changeSet: Int64) async throws -> Phrase? {
    try await tryOut { try $0.obstacle(toUndoing: changeSet) }
  }
}

extension Transaction {
  fileprivate func obstacle(toUndoing id: Int64) throws -> Phrase? {
    do {
      let changeSet = try undoableChangeSet(id)
      if try Self.hasRanges(id, in: database) { try checkRanges(of: id) }
      var newer = NewerChanges()
      for step in try steps(of: id, before: .max) where step.last.isNull { try check(step, of: changeSet, &newer) }
      return nil
    } catch StoreError.cannotUndo(let reason) {
      return reason
    }
  }

  // The state of the records after newer changes of the same change set, which are reverted first.
  private struct NewerChanges {
    struct Key: Hashable {
      let table: String
      let id: RecordID
    }

    var columns: [Key: Set<String>] = [:]
    // Records that were deleted, which are back before older changes are reverted.
    var recreated: Set<Key> = []
    var links: Set<[Value]> = []
  }

  private func check(_ step: Step, of changeSet: ChangeSet, _ newer: inout NewerChanges) throws {
    guard let entity = model.entities.first(where: { $0.table == step.table }) else {
      return try checkLink(step, of: changeSet, &newer)
    }
    let key = NewerChanges.Key(table: step.table, id: step.id)
    if let before = step.before { try checkFiles(of: before) }
    if let after = step.after { try checkSequences(entity, step.before, after) }
    guard let after = step.after else {
      newer.recreated.insert(key)
      if try exists(entity, id: step.id) { throw Self.numberIsTaken(step.id) }
      if let before = step.before { try checkTargets(of: before, entity, step.id, changeSet) }
      return
    }
    // A record that comes back only by this undo is as the images say.
    if newer.recreated.contains(key) { return }
    let known = newer.columns[key] ?? []
    let record = try unchanged(entity, step.id, after.without(known))
    newer.columns[key] = known.union(after.values.map(\.column)).union(after.digests.map(\.column))
    if let before = step.before {
      try checkTargets(of: before, entity, step.id, changeSet)
    } else if try denials(of: entity, id: step.id).contains(where: { try !isAdded($0, with: record, by: changeSet) }) {
      throw StoreError.cannotUndo(Self.inTheWay("Other records refer to {title} now", record))
    }
  }

  private func checkTargets(
    of image: Image, _ entity: EntityDescription, _ id: RecordID, _ changeSet: ChangeSet
  ) throws {
    var record = AnyRecord(entity)
    record.id = id
    var positions: [Int] = []
    for (column, value) in image.values {
      guard let position = entity.columns.firstIndex(where: { $0.column == column }) else { continue }
      record.values[position] = value
      positions.append(position)
    }
    try checkTargets(of: record, positions, comingBackBy: changeSet)
  }

  // Whether all records that keep one from being deleted were added by the change set, too: they are deleted before it.
  private func isAdded(
    _ referrer: StoreError.Referrer, with record: AnyRecord, by changeSet: ChangeSet
  ) throws -> Bool {
    guard let entity = model.entity(named: referrer.entity),
      let relationship = entity.relationship(referrer.relationship)
    else { return false }
    let others = try RawStatement(
      """
      SELECT count(*) FROM \(SQL.name(entity.table)) t WHERE t.\(SQL.name(relationship.column)) = ? AND NOT EXISTS (\
      SELECT 1 FROM kartoteka_changes c WHERE c.entity = ? AND c.record = t.id AND c.deed = ? AND c.before IS NULL)
      """, in: database
    ).integer(.integer(record.id ?? 0), .text(entity.table), .integer(changeSet.id))
    return others == 0
  }

  private func checkLink(_ step: Step, of changeSet: ChangeSet, _ newer: inout NewerChanges) throws {
    guard let values = (step.before ?? step.after)?.values, values.count == 2,
      let (owner, target) = ends(ofLinksIn: step.table, own: values[0].column),
      case .integer(let id) = values[0].value, case .integer(let other) = values[1].value
    else { return }
    guard newer.links.insert([.text(step.table), .integer(id), .integer(other)]).inserted else { return }
    if try hasLink(step.table, values) != (step.after != nil) {
      guard let record = try record(owner, id: id) else { throw Self.deletedSince(id) }
      throw StoreError.cannotUndo(Self.inTheWay("{title} has been changed since", record))
    }
    if step.after != nil { return }
    for (entity, end) in [(owner, id), (target, other)]
    where try !exists(entity, id: end) && !isRestored(by: changeSet, entity.table, end) {
      throw Self.deletedSince(end)
    }
  }
}

extension Image {
  /// The image without some of its columns.
  fileprivate func without(_ columns: Set<String>) -> Image {
    var image = self
    image.values.removeAll { columns.contains($0.column) }
    image.digests.removeAll { columns.contains($0.column) }
    return image
  }
}
