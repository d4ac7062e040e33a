import KartotekaModel

// The restrictions on closed records.
extension Transaction {
  /// Refuses to write what an action alone sets, a sealed record, and parts of a closed record.
  /// - Parameter before: the record as it is stored; nil for a new one.
  func checkOpen(toWrite record: AnyRecord, _ positions: [Int], over before: AnyRecord? = nil) throws {
    guard protectsClosedRecords else { return }
    let entity = record.entity
    for attribute in entity.attributes {
      guard let action = attribute.settingAction,
        positions.contains(where: { $0 == entity.position(of: attribute.name) })
      else { continue }
      throw StoreError.setByAction(entity: entity.name, field: attribute.name, action: action)
    }
    if let before, let closing = before.sealing {
      throw StoreError.closed(entity: entity.name, id: before.id ?? 0, closing)
    }
    try checkOwnersOpen(of: record)
  }

  /// Refuses a record that is closed.
  func checkOpen(_ record: AnyRecord) throws {
    guard protectsClosedRecords, let closing = record.closing else { return }
    throw StoreError.closed(entity: record.entity.name, id: record.id ?? 0, closing)
  }

  /// Refuses a record that is part of a closed one.
  func checkOwnersOpen(of part: AnyRecord) throws {
    // Notes on a closed record can be written: an order that is shipped is talked about, too.
    guard protectsClosedRecords, part.entity.notesOwner == nil else { return }
    for relationship in part.entity.relationships
    where relationship.cardinality == .toOne && relationship.isRequired && relationship.deleteRule == .cascade {
      guard let owner = model.entity(named: relationship.target), !owner.closings.isEmpty,
        case .integer(let id) = part[relationship.name], let whole = try record(owner, id: id)
      else { continue }
      try checkOpen(whole)
    }
  }
}
