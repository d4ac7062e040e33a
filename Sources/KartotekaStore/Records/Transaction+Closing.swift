import KartotekaModel

// What people can't do to records that a value has closed.
extension Transaction {
  /// Refuses to write what an action alone sets, and parts of a closed record.
  func checkOpen(toWrite record: AnyRecord, _ positions: [Int]) throws {
    guard keepsClosed else { return }
    let entity = record.entity
    if let attribute = entity.closing, let closing = attribute.closing,
      positions.contains(where: { $0 == entity.position(of: attribute.name) })
    {
      throw StoreError.setByAction(entity: entity.name, field: attribute.name, action: closing.action)
    }
    try checkOwnersOpen(of: record)
  }

  /// Refuses a record that is closed.
  func checkOpen(_ record: AnyRecord) throws {
    guard keepsClosed, let attribute = record.entity.closing, let closing = attribute.closing,
      !record[attribute.name].isNull
    else { return }
    throw StoreError.closed(entity: record.entity.name, id: record.id ?? 0, closing)
  }

  /// Refuses a record that is part of a closed one.
  func checkOwnersOpen(of part: AnyRecord) throws {
    guard keepsClosed else { return }
    for relationship in part.entity.relationships
    where relationship.cardinality == .toOne && relationship.isRequired && relationship.deleteRule == .cascade {
      guard let owner = model.entity(named: relationship.target), owner.closing != nil,
        case .integer(let id) = part[relationship.name], let whole = try record(owner, id: id)
      else { continue }
      try checkOpen(whole)
    }
  }
}
