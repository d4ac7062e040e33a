import KartotekaModel

// Links between records in an undo.
extension Transaction {
  /// Adds or removes a link again.
  /// - Throws: ``StoreError`` `.cannotUndo` where it is no longer as the change has left it, or a record is gone.
  func takeBackLink(_ step: Step, of changeSet: ChangeSet) throws {
    guard let values = (step.before ?? step.after)?.values, values.count == 2,
      let (owner, target) = ends(ofLinksIn: step.table, own: values[0].column),
      case .integer(let id) = values[0].value, case .integer(let other) = values[1].value
    else { return }
    let table = model.written(joinTable: step.table)
    let names = values.map { SQL.name($0.column) }
    let condition = "\(names[0]) = ? AND \(names[1]) = ?"
    let isThere = try hasLink(step.table, values)
    guard isThere == (step.after != nil) else {
      guard let record = try record(owner, id: id) else { throw Self.deletedSince(id) }
      throw StoreError.cannotUndo(Self.inTheWay("{title} has been changed since", record))
    }
    if isThere {
      try RawStatement("DELETE FROM \(table) WHERE \(condition)", in: database).run(.integer(id), .integer(other))
    } else {
      for (entity, end) in [(owner, id), (target, other)]
      where try !exists(entity, id: end) && !isRestored(by: changeSet, entity.table, end) {
        throw Self.deletedSince(end)
      }
      try RawStatement("INSERT INTO \(table) (\(names[0]), \(names[1])) VALUES (?, ?)", in: database)
        .run(.integer(id), .integer(other))
    }
    try log.record(
      table: step.table, id: step.id, before: step.after, after: step.before, named: "Changed data")
    try keepOfLinks()
  }

  /// Whether a join table has a row with these values.
  func hasLink(_ table: String, _ values: [(column: String, value: Value)]) throws -> Bool {
    let condition = values.map { SQL.name($0.column) + " = ?" }.joined(separator: " AND ")
    let row = try RawStatement("SELECT EXISTS (SELECT 1 FROM \(SQL.name(table)) WHERE \(condition))", in: database)
    row.bind(values.map(\.value))
    defer { row.reset() }
    return try row.step() && row.integer(column: 0) == 1
  }

  // The entities that a join table links; nil for a table that the model has no longer.
  func ends(ofLinksIn table: String, own column: String) -> (EntityDescription, EntityDescription)? {
    for owner in model.entities {
      for relationship in owner.relationships
      where relationship.joinTable == table && relationship.joinColumns?.own == column {
        if let target = model.entity(named: relationship.target) { return (owner, target) }
      }
    }
    return nil
  }
}
