import KartotekaModel

// The records as they would be.
extension UndoPlanner {
  func record(_ entity: EntityDescription, _ id: RecordID) throws -> AnyRecord? {
    let key = UndoKey(table: entity.table, id: id)
    if gone.contains(key) { return nil }
    if reverted.contains(key) {
      if let record = remembered[key] { return emptied(record) }
      return try reverted(entity, id).map(emptied)
    }
    return isInRange(entity, id) ? nil : try transaction.record(entity, id: id).map(emptied)
  }

  // The record without references to records that are gone. Emptying all that refer to one, when it goes, would read each.
  func emptied(_ record: AnyRecord) -> AnyRecord {
    var emptied = record
    for case .toOne(let relationship) in record.entity.columns where relationship.deleteRule == .nullify {
      guard case .integer(let id) = record[relationship.name],
        let target = transaction.model.entity(named: relationship.target),
        gone.contains(target.table, id)
      else { continue }
      emptied[relationship.name] = .null
    }
    return emptied
  }

  func isInRange(_ entity: EntityDescription, _ id: RecordID) -> Bool {
    ranges.contains { $0.table == entity.table && $0.ids.contains(id) }
      && imported?.staying.contains(entity.table, id) != true
  }

  // The record as its images say.
  private func reverted(_ entity: EntityDescription, _ id: RecordID) throws -> AnyRecord? {
    var record = try transaction.record(entity, id: id)
    for step in try transaction.steps(of: changeSet.id, of: entity, id, from: position) {
      guard !needless.contains(step.number), let step = reduced(step) else { continue }
      guard let before = step.before else {
        record = nil
        continue
      }
      if step.after == nil {
        record = AnyRecord(entity)
        record?.id = id
      }
      guard var restored = record else { continue }
      try transaction.restore(before, in: &restored)
      record = restored
    }
    return record
  }

  func put(_ record: AnyRecord, from step: Transaction.Step) {
    let key = UndoKey(table: record.entity.table, id: step.id)
    reverted.insert(key)
    gone.remove(key)
    if memory == 0 { return }
    if remembered.count >= memory { remembered = [:] }
    remembered[key] = record
  }

  private func putGone(_ record: AnyRecord) {
    let key = UndoKey(table: record.entity.table, id: record.id ?? 0)
    gone.insert(key)
    remembered[key] = nil
  }

  func references(
    of record: AnyRecord, where isWanted: (RelationshipDescription) -> Bool
  ) -> [UndoKey] {
    record.entity.columns.compactMap { column in
      guard case .toOne(let relationship) = column, isWanted(relationship),
        case .integer(let id) = record[relationship.name],
        let target = transaction.model.entity(named: relationship.target)
      else { return nil }
      return UndoKey(table: target.table, id: id)
    }
  }

  func bringBack(_ entity: EntityDescription, _ step: Transaction.Step, _ image: Image) throws {
    var record = AnyRecord(entity)
    record.id = step.id
    try transaction.restore(image, in: &record)
    let positions = Array(entity.columns.indices)
    for position in positions { try checkTarget(of: record, position) }
    try closings.checkAdding(record)
    if let (_, reason) = try takenKey(of: record, positions) { throw StoreError.cannotUndo(reason) }
    put(record, from: step)
  }

  func remove(_ root: AnyRecord) throws {
    try closings.checkRemoving(root)
    // A tag of somebody else's record stays. Links of this change set are gone by then, or their records are.
    for (owner, id, link) in try transaction.havingTag(root, besides: changeSet.id) where !unlinked.contains(link) {
      if try record(owner, id) != nil {
        throw StoreError.cannotUndo(Transaction.inTheWay("Other records refer to {title} now", root))
      }
    }
    var doomed = [root]
    var next = 0
    var found: Set<UndoKey> = [UndoKey(table: root.entity.table, id: root.id ?? 0)]
    while next < doomed.count {
      let (entity, id) = (doomed[next].entity, doomed[next].id ?? 0)
      next += 1
      for (referrer, relationship) in transaction.model.references(to: entity)
      where !referrer.isDerived && relationship.deleteRule != .nullify {
        // In the planned state, records that were added with it are gone, and changed references lead elsewhere again.
        let ids = try transaction.referring(referrer, relationship, to: id)
        for other in ids where !(referrer.name == entity.name && other == id) {
          guard let now = try self.record(referrer, other), now[relationship.name] == .integer(id) else { continue }
          let key = UndoKey(table: referrer.table, id: other)
          guard relationship.deleteRule == .cascade, !keptAdded.contains(key),
            try transaction.isAdded(referrer.table, other)
          else { throw StoreError.cannotUndo(Transaction.inTheWay("Other records refer to {title} now", root)) }
          if found.insert(key).inserted { doomed.append(now) }
        }
      }
    }
    for record in doomed {
      for owner in references(of: record, where: { $0.deleteRule == .cascade }) { owners.insert(owner) }
      putGone(record)
    }
  }
}
