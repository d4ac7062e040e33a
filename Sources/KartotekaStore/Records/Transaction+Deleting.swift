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
  /// Deletes a record as planned.
  /// - Throws: ``StoreError`` `.denied` if code of the application has added records that deny it, and what that code throws.
  func remove(_ plan: DeletionPlan) throws {
    let plan = try afterBeforeDeleting(plan)
    // In a circle of references that records can't be without, a foreign key may delete a record together with another.
    var taken: [DeletionPlan.Node: AnyRecord] = [:]
    if plan.needsDeferral {
      try database.deferForeignKeys()
      for node in plan.order { taken[node] = try record(plan.entity(node), id: node.id) }
    }
    for loss in plan.circles { _ = try empty(loss, of: plan) }
    for loss in plan.losses {
      guard let (before, after) = try empty(loss, of: plan) else { continue }
      var change = PendingChange(record: after, before: before, transaction: self)
      try run(.afterSaving, &change)
    }
    for (number, node) in plan.order.enumerated() {
      if number % 256 == 255 { try checkCancellation() }
      guard let record = try record(plan.entity(node), id: node.id) ?? taken[node] else { continue }
      try remove(record, node, of: plan)
    }
  }

  // Runs the application's code before anything is deleted. It may change what is to be deleted.
  private func afterBeforeDeleting(_ plan: DeletionPlan) throws -> DeletionPlan {
    guard log.undoes == nil, !mapping.code.isEmpty else { return plan }
    var plan = plan
    var asked: Set<DeletionPlan.Node> = []
    while true {
      var hasRun = false
      for node in plan.doomed where hasCode(plan.entity(node)) && asked.insert(node).inserted {
        guard let record = try record(plan.entity(node), id: node.id) else { continue }
        var change = PendingChange(record: record, before: record, transaction: self)
        try run(.beforeDeleting, &change)
        hasRun = true
      }
      guard hasRun else { return plan }
      plan = try DeletionPlan(of: plan.entity(plan.root), plan.root.id, in: self)
      try check(plan)
    }
  }

  /// Refuses a deletion that records deny.
  /// - Throws: ``StoreError`` `.denied`.
  func check(_ plan: DeletionPlan) throws {
    guard plan.denied.isEmpty else {
      throw StoreError.denied(entity: plan.entity(plan.root).name, id: plan.root.id, by: plan.denied)
    }
  }

  // Takes a reference out of a record; nil if the record is gone or has no such reference any more.
  private func empty(_ loss: DeletionPlan.Loss, of plan: DeletionPlan) throws -> (before: AnyRecord, after: AnyRecord)?
  {
    guard let before = try record(plan.entity(loss.node), id: loss.node.id) else { return nil }
    var after = before
    for position in loss.positions { after.values[position] = .null }
    // A record that belongs to none has no place.
    let places = (mapping.places(before.entity) ?? []).filter { after.values[$0.owner].isNull }.map(\.position)
    for position in places { after.values[position] = .null }
    let changed = (loss.positions + places).filter { !before.values[$0].isNull }
    return changed.isEmpty ? nil : (before, try write(after, over: before, changed))
  }

  private func remove(_ record: AnyRecord, _ node: DeletionPlan.Node, of plan: DeletionPlan) throws {
    let (entity, id) = (record.entity, node.id)
    // A foreign key would do to a record that code has added meanwhile what leaves no image.
    if log.undoes == nil, !mapping.code.isEmpty, !plan.needsDeferral, plan.canBeReferredTo(node) {
      let now = try DeletionPlan(of: entity, id, in: self)
      guard now.doomed.count == 1, now.losses.isEmpty, now.denied.isEmpty else {
        throw StoreError.denied(
          entity: entity.name, id: id,
          by: now.denied.isEmpty
            ? now.consequences.map {
              StoreError.Referrer(entity: $0.entity.name, relationship: $0.relationship.name, count: $0.ids.count)
            } : now.denied)
      }
    }
    try unlinkAll(entity, id)
    if let source = sourceSQL(entity) {
      try delete(record, from: source)
    } else {
      try RawStatement("DELETE FROM \(SQL.name(entity.table)) WHERE id = ?", in: database).run(.integer(id))
      guard database.changesCount == 1 || plan.needsDeferral else { throw Self.ignored }
    }
    try log.record(
      table: entity.table, id: id, before: Image(record), after: nil,
      named: try named("Deleted {title}", record))
    log.touched(entity, \.deleted, id)
    notePlace(ofDeleted: record)
    try keepAdded()
    try jobs.remove(of: entity, id)
    var change = PendingChange(record: record, before: record, transaction: self)
    try run(.afterDeleting, &change)
  }

  /// The ids of the records that refer to a record in one way, in ascending order.
  func referring(_ reference: DeletionPlan.Reference, to id: RecordID, of entity: EntityDescription) throws
    -> [RecordID]
  {
    if let relationship = reference.relationship { return try referring(reference.referrer, relationship, to: id) }
    return try referring(reference, byColumnsTo: id, of: entity)
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
