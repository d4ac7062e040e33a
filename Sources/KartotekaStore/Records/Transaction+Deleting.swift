import KartotekaModel

// Deletion does itself what the foreign keys' actions would do, so that every record it touches has its images
// and can come back.
extension Transaction {
  /// Which records keep this one from being deleted: those that deny it, and those that deny the deletion of
  /// what it would take along.
  public func denials(of entity: EntityDescription, id: RecordID) throws -> [StoreError.Referrer] {
    var doomed: Set<Doomed> = [Doomed(entity: entity.name, id: id)]
    var denials: [StoreError.Referrer] = []
    try collect(entity, id, &doomed, &denials)
    return denials
  }

  /// Which records a deletion would take along or change, and which keep it from being done.
  public func consequences(of entity: EntityDescription, id: RecordID) throws -> [DeletionConsequence] {
    var found: [DeletionConsequence] = []
    var gone = [entity.name: Set([id])]
    var next = [(entity: entity, ids: [id])]
    while !next.isEmpty {
      let (entity, ids) = next.removeFirst()
      for (referrer, relationship) in model.references(to: entity) {
        let touched = try Set(ids.flatMap { try referring(referrer, relationship, to: $0) })
          .subtracting(gone[referrer.name] ?? []).sorted()
        guard !touched.isEmpty else { continue }
        found.append(DeletionConsequence(entity: referrer, relationship: relationship, ids: touched))
        guard relationship.deleteRule == .cascade else { continue }
        gone[referrer.name, default: []].formUnion(touched)
        next.append((referrer, touched))
      }
    }
    return found
  }

  private struct Doomed: Hashable {
    let entity: String
    let id: RecordID
  }

  private func collect(
    _ entity: EntityDescription, _ id: RecordID, _ doomed: inout Set<Doomed>,
    _ denials: inout [StoreError.Referrer]
  ) throws {
    for (referrer, relationship) in model.references(to: entity) where relationship.deleteRule != .nullify {
      let ids = try referring(referrer, relationship, to: id).filter {
        !doomed.contains(Doomed(entity: referrer.name, id: $0))
      }
      guard !ids.isEmpty else { continue }
      if relationship.deleteRule == .deny {
        denials.append(.init(entity: referrer.name, relationship: relationship.name, count: ids.count))
        continue
      }
      for other in ids {
        doomed.insert(Doomed(entity: referrer.name, id: other))
        try collect(referrer, other, &doomed, &denials)
      }
    }
  }

  func remove(_ record: AnyRecord) throws {
    let entity = record.entity
    let id = record.id ?? 0
    for (referrer, relationship) in model.references(to: entity) {
      guard let position = referrer.position(of: relationship.name) else { continue }
      for other in try referring(referrer, relationship, to: id) {
        guard let before = try self.record(referrer, id: other) else { continue }
        if relationship.deleteRule == .nullify {
          var after = before
          after.values[position] = .null
          try write(after, over: before, [position])
        } else {
          try remove(before)
        }
      }
    }
    try unlinkAll(entity, id)
    // A record that refers to itself, or two to each other, may be gone by now.
    guard try exists(entity, id: id) else { return }
    try RawStatement("DELETE FROM \(SQL.name(entity.table)) WHERE id = ?", in: database).run(.integer(id))
    try log.record(
      table: entity.table, id: id, before: Image(record), after: nil,
      named: try named("Deleted {title}", record))
    log.touched(entity, \.deleted, id)
  }

  private func referring(
    _ referrer: EntityDescription, _ relationship: RelationshipDescription, to id: RecordID
  ) throws -> [RecordID] {
    let rows = try RawStatement(
      "SELECT id FROM \(SQL.name(referrer.table)) WHERE \(SQL.name(relationship.column)) = ? ORDER BY id",
      in: database)
    rows.bind(.integer(id), at: 1)
    defer { rows.reset() }
    var ids: [RecordID] = []
    while try rows.step() { ids.append(rows.integer(column: 0)) }
    return ids
  }
}
