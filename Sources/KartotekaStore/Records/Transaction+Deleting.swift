import KartotekaModel

/// An effect of the deletion of a record on other records: those that refer to it, or to a record that is deleted with it.
package struct DeletionConsequence: Sendable {
  /// The entity of the records.
  package let entity: EntityDescription
  /// The relationship by which they refer to what is deleted.
  package let relationship: RelationshipDescription
  /// The records, in ascending order.
  package let ids: [RecordID]

  /// The delete rule of the relationship.
  package var rule: DeleteRule { relationship.deleteRule }
}

// Deletion does itself what the foreign keys' actions would do, so that every record it touches has its images
// and can come back.
extension Transaction {
  /// Which records keep this one from being deleted: those that deny its deletion, or the deletion of a record that it
  /// would take along. A record that is deleted too denies nothing, in whatever order the relationships are declared.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func denials(of entity: EntityDescription, id: RecordID) throws -> [StoreError.Referrer] {
    let doomed = try cascade(from: entity, id)
    var denials: [StoreError.Referrer] = []
    for entity in model.entities {
      guard let ids = doomed[entity.name] else { continue }
      for (referrer, relationship) in model.references(to: entity) where relationship.deleteRule == .deny {
        let gone = doomed[referrer.name] ?? []
        let count = try ids.reduce(0) { count, id in
          try count + referring(referrer, relationship, to: id).count { !gone.contains($0) }
        }
        guard count > 0 else { continue }
        denials.append(.init(entity: referrer.name, relationship: relationship.name, count: count))
      }
    }
    return denials
  }

  /// Which records a deletion would take along or change, and which keep it from being done. A record that is deleted
  /// stands under the relationship through which it was found first, and under no other.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func consequences(of entity: EntityDescription, id: RecordID) throws -> [DeletionConsequence] {
    var found: [DeletionConsequence] = []
    let doomed = try cascade(from: entity, id) { referrer, relationship, ids in
      found.append(DeletionConsequence(entity: referrer, relationship: relationship, ids: ids))
    }
    for entity in model.entities {
      guard let ids = doomed[entity.name] else { continue }
      for (referrer, relationship) in model.references(to: entity) where relationship.deleteRule != .cascade {
        let touched = try Set(ids.flatMap { try referring(referrer, relationship, to: $0) })
          .subtracting(doomed[referrer.name] ?? []).sorted()
        guard !touched.isEmpty else { continue }
        found.append(DeletionConsequence(entity: referrer, relationship: relationship, ids: touched))
      }
    }
    return found
  }

  // All records that go with one, itself among them, by entity.
  private func cascade(
    from entity: EntityDescription, _ id: RecordID,
    found: (EntityDescription, RelationshipDescription, [RecordID]) -> Void = { _, _, _ in }
  ) throws -> [String: Set<RecordID>] {
    var doomed = [entity.name: Set([id])]
    var next = [(entity: entity, ids: [id])]
    while let (entity, ids) = next.popLast() {
      for (referrer, relationship) in model.references(to: entity) where relationship.deleteRule == .cascade {
        let others = try Set(ids.flatMap { try referring(referrer, relationship, to: $0) })
          .subtracting(doomed[referrer.name] ?? []).sorted()
        guard !others.isEmpty else { continue }
        doomed[referrer.name, default: []].formUnion(others)
        found(referrer, relationship, others)
        next.append((referrer, others))
      }
    }
    return doomed
  }

  func remove(_ record: AnyRecord) throws {
    let entity = record.entity
    let id = record.id ?? 0
    var change = PendingChange(record: record, before: record, transaction: self)
    try run(.beforeDeleting, &change)
    for (referrer, relationship) in model.references(to: entity) {
      guard let position = referrer.position(of: relationship.name) else { continue }
      for other in try referring(referrer, relationship, to: id) {
        guard let before = try self.record(referrer, id: other) else { continue }
        if relationship.deleteRule == .nullify {
          var after = before
          after.values[position] = .null
          try write(after, over: before, [position])
          var change = PendingChange(record: after, before: before, transaction: self)
          try run(.afterSaving, &change)
        } else {
          try remove(before)
        }
      }
    }
    try removeReferrers(to: record)
    try unlinkAll(entity, id)
    // A record that refers to itself, or two to each other, may be gone by now.
    guard try exists(entity, id: id) else { return }
    if let source = sourceSQL(entity) {
      try delete(record, from: source)
    } else {
      try RawStatement("DELETE FROM \(SQL.name(entity.table)) WHERE id = ?", in: database).run(.integer(id))
    }
    try log.record(
      table: entity.table, id: id, before: Image(record), after: nil,
      named: try named("Deleted {title}", record))
    log.touched(entity, \.deleted, id)
    try jobs.remove(of: entity, id)
    try run(.afterDeleting, &change)
  }

  /// The ids of the records that refer to a record by one relationship, in ascending order.
  func referring(
    _ referrer: EntityDescription, _ relationship: RelationshipDescription, to id: RecordID
  ) throws -> [RecordID] {
    let rows = try RawStatement(
      "SELECT id FROM \(SQL.name(referrer.table)) WHERE \(SourceSQL.leads(relationship, model)) ORDER BY id",
      in: database)
    rows.bind(.integer(id), at: 1)
    defer { rows.reset() }
    var ids: [RecordID] = []
    while try rows.step() { ids.append(rows.integer(column: 0)) }
    return ids
  }
}
