import KartotekaModel

// The rules of the database that a restored record must keep.
extension UndoPlanner {
  // A number of a sequence goes back if no later one stays.
  func checkSequences(
    _ entity: EntityDescription, _ id: RecordID, _ before: Image?, _ after: Image
  ) throws {
    for (attribute, number) in Transaction.sequenceNumbers(entity, before, after) {
      let column = SQL.name(attribute.column)
      let sequence = entity.name + "." + attribute.name
      let rows = try RawStatement(
        "SELECT id FROM \(SQL.name(entity.table)) WHERE \(column) > ? AND \(column) <= ?", in: transaction.database)
      rows.bind([.integer(number), .integer(freed[sequence] ?? .max)])
      defer { rows.reset() }
      while try rows.step() {
        guard case .integer(let other)? = try record(entity, rows.integer(column: 0))?[attribute.name],
          other > number
        else { continue }
        throw Transaction.isNotLast(attribute, number)
      }
      freed[sequence] = min(freed[sequence] ?? .max, number)
    }
  }

  func checkTarget(of record: AnyRecord, _ position: Int) throws {
    guard case .toOne(let relationship) = record.entity.columns[position],
      case .integer(let id) = record.values[position],
      let target = transaction.model.entity(named: relationship.target), try self.record(target, id) == nil
    else { return }
    // Otherwise one that comes back later, or a reference to itself.
    guard try !comesBack(target, id) else { return }
    throw transaction.isGone(id, record, relationship)
  }

  func comesBack(_ entity: EntityDescription, _ id: RecordID) throws -> Bool {
    let key = UndoKey(table: entity.table, id: id)
    guard !keptWhole.contains(key), try transaction.isDeleted(entity.table, id, by: changeSet.id) else {
      return false
    }
    expected.insert(key)
    return true
  }

  private func uniqueKeys(of entity: EntityDescription) -> [[String]] {
    if let known = uniqueKeys[entity.table] { return known }
    let keys = TableSchema(entity: entity, model: transaction.model).uniqueIndices.map(\.columns)
    uniqueKeys[entity.table] = keys
    return keys
  }

  // A record outside of the change set may have a unique value by now.
  func takenKey(of record: AnyRecord, _ positions: [Int]) throws -> (positions: [Int], reason: Phrase)? {
    let entity = record.entity
    guard entity.source == nil else { return nil }
    for key in uniqueKeys(of: entity) {
      let columns = key.compactMap { name in entity.columns.firstIndex { $0.column == name } }
      let values = columns.map { record.values[$0] }
      guard columns.contains(where: positions.contains), !values.contains(where: \.isNull) else { continue }
      let condition = key.map { "\(SQL.name($0)) = ?" }.joined(separator: " AND ")
      let rows = try RawStatement(
        "SELECT id FROM \(SQL.name(entity.table)) WHERE \(condition)", in: transaction.database)
      rows.bind(values)
      defer { rows.reset() }
      while try rows.step() {
        let id = rows.integer(column: 0)
        guard id != record.id, let other = try self.record(entity, id), columns.map({ other.values[$0] }) == values
        else { continue }
        let fields = columns.map { entity.columns[$0].name }
        let error: StoreError =
          fields.count == 1
          ? .notUnique(entity: entity.name, field: fields[0]) : .notUniqueTogether(entity: entity.name, fields: fields)
        return (columns, error.phrase(in: transaction.model))
      }
    }
    return nil
  }
}
