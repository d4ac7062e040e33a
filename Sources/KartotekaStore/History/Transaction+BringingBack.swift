import KartotekaModel

// Bringing back a deleted record, whatever else the change set did that deleted it.
extension Transaction {
  /// The record that an image is of, if it doesn't exist and was not deleted together with one that it belongs to.
  func deletedRecord(
    _ entity: EntityDescription, _ id: RecordID, _ image: Image, by changeSet: Int64
  ) throws -> AnyRecord? {
    guard try !exists(entity, id: id) else { return nil }
    var record = AnyRecord(entity)
    record.id = id
    for (column, value) in image.values {
      if let index = entity.columns.firstIndex(where: { $0.column == column }) { record.values[index] = value }
    }
    for case .toOne(let relationship) in entity.columns where relationship.deleteRule == .cascade {
      guard case .integer(let owner) = record[relationship.name], let target = model.entity(named: relationship.target)
      else { continue }
      if try isDeleted(target.table, owner, by: changeSet) { return nil }
    }
    return record
  }

  /// Brings back a record, with all that went with it.
  func bringBack(_ found: DeletedTogether) throws {
    try requireExclusiveTransaction()
    let changeSet = try undoableChangeSet(found.changeSet)
    if try LongUndo.isUnderWay(with: changeSet.id, in: database) { throw StoreError.cannotUndo("This is being undone") }
    if found.isAll {
      try undo(changeSet.id)
      return
    }
    log.bringsBack = true
    try database.deferForeignKeys()
    let closings = UndoneClosings(changeSet.id, in: self)
    let gone = try found.deletions.map { try deletion($0) }
    let coming = Set(gone.map(\.key))
    for deletion in gone {
      let record = try restored(deletion, with: coming)
      try closings.checkAdding(record)
      if log.name == nil { log.name = try named("Brought back {title}", record) }
      try insertAgain(record)
    }
    for number in found.references {
      guard let step = try steps(of: changeSet.id, before: number + 1, limit: 1).first, step.number == number else {
        continue
      }
      try restoreReference(step)
    }
    try checkRulesAfterUndo()
  }

  // A record that a change set deleted.
  private struct Deletion {
    struct Key: Hashable {
      let table: String
      let id: RecordID
    }

    let key: Key
    let image: Image

    var table: String { key.table }
  }

  private func deletion(_ number: Int64) throws -> Deletion {
    let row = try RawStatement("SELECT entity, record, before FROM kartoteka_changes WHERE id = ?", in: database)
    row.bind(.integer(number), at: 1)
    defer { row.reset() }
    guard try row.step(), let image = try Image(row.value(column: 2), mapping.blobs) else {
      throw DeletedTogether.isGone
    }
    return Deletion(key: Deletion.Key(table: row.text(column: 0), id: row.integer(column: 1)), image: image)
  }

  private func restored(_ deletion: Deletion, with coming: Set<Deletion.Key>) throws -> AnyRecord {
    let id = deletion.key.id
    guard let entity = model.entities.first(where: { $0.table == deletion.table }) else {
      throw Self.deletedSince(id)
    }
    guard try !exists(entity, id: id) else { throw Self.numberIsTaken(id) }
    try checkFiles(of: deletion.image)
    var record = AnyRecord(entity)
    record.id = id
    try restore(deletion.image, in: &record)
    for case .toOne(let relationship) in entity.columns {
      guard case .integer(let target) = record[relationship.name],
        let other = model.entity(named: relationship.target), try !exists(other, id: target),
        !coming.contains(Deletion.Key(table: other.table, id: target))
      else { continue }
      throw isGone(target, record, relationship)
    }
    return record
  }

  /// Restores a link or reference of another record, if both ends are there and nothing took its place since.
  func restoreReference(_ step: Step) throws {
    guard let before = step.before else { return }
    if let entity = model.entities.first(where: { $0.table == step.table }) {
      guard let record = try record(entity, id: step.id) else { return }
      var changed = record
      var positions: [Int] = []
      for case (let index, .toOne(let relationship)) in entity.columns.enumerated() where record.values[index].isNull {
        guard case .integer(let id)? = before.values.first(where: { $0.column == relationship.column })?.value,
          let target = model.entity(named: relationship.target), try exists(target, id: id)
        else { continue }
        changed.values[index] = .integer(id)
        positions.append(index)
        for field in mapping.places(entity) ?? [] where field.owner == index {
          let column = entity.columns[field.position].column
          guard let place = before.values.first(where: { $0.column == column })?.value else { continue }
          changed.values[field.position] = place
          positions.append(field.position)
        }
      }
      try write(changed, over: record, positions)
      return
    }
    guard let (owner, target) = ends(ofLinksIn: step.table, own: before.values[0].column),
      let id = before.values[0].value.integer, let other = before.values[1].value.integer,
      try exists(owner, id: id), try exists(target, id: other), try !hasLink(step.table, before.values)
    else { return }
    let names = before.values.map { SQL.name($0.column) }
    try RawStatement(
      "INSERT INTO \(model.written(joinTable: step.table)) (\(names[0]), \(names[1])) VALUES (?, ?)", in: database
    )
    .run(.integer(id), .integer(other))
    try log.record(table: step.table, id: step.id, before: nil, after: before, named: nil)
  }

  /// Whether a change set deleted a record.
  func isDeleted(_ table: String, _ id: RecordID, by changeSet: Int64) throws -> Bool {
    try RawStatement(
      """
      SELECT EXISTS (SELECT 1 FROM kartoteka_changes \
      WHERE entity = +? AND record = ? AND deed = ? AND before IS NOT NULL AND after IS NULL)
      """, in: database
    ).integer(.text(table), .integer(id), .integer(changeSet)) == 1
  }
}
