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

  /// Brings back the record that a change deleted, with all that went with it.
  func bringBack(_ number: Int64) throws {
    try requireExclusiveTransaction()
    guard let change = try deletions("id = ?", [.integer(number)]).first,
      let entity = model.entities.first(where: { $0.table == change.table })
    else { throw StoreError.cannotUndo("What was there before is kept no longer") }
    let changeSet = try undoableChangeSet(change.changeSet)
    let gone = try deletedTogether(with: change, entity)
    let rest = try removedReferences(to: gone, by: changeSet.id)
    if gone.count + rest.count == (try Self.changeCount(of: changeSet.id, in: database)) {
      return try undo(changeSet.id)
    }
    log.bringsBack = true
    try database.deferForeignKeys()
    let coming = Set(gone.map(\.key))
    for deletion in gone {
      let record = try restored(deletion, with: coming)
      if log.name == nil { log.name = try named("Brought back {title}", record) }
      try insertAgain(record)
    }
    for reference in rest { try restore(reference) }
    try checkRulesAfterUndo()
  }

  // A record that a change set deleted.
  private struct Deletion {
    struct Key: Hashable {
      let table: String
      let id: RecordID
    }

    let changeSet: Int64
    let key: Key
    let image: Image

    var table: String { key.table }
  }

  private func deletions(_ condition: String, _ arguments: [Value]) throws -> [Deletion] {
    let rows = try RawStatement(
      """
      SELECT deed, entity, record, before FROM kartoteka_changes \
      WHERE \(condition) AND before IS NOT NULL AND after IS NULL ORDER BY id DESC
      """, in: database)
    rows.bind(arguments)
    defer { rows.reset() }
    var found: [Deletion] = []
    while try rows.step() {
      guard let image = try Image(rows.value(column: 3), mapping.blobs) else { continue }
      let key = Deletion.Key(table: rows.text(column: 1), id: rows.integer(column: 2))
      found.append(Deletion(changeSet: rows.integer(column: 0), key: key, image: image))
    }
    return found
  }

  // The deletion, and those of the records that belonged to its record.
  private func deletedTogether(with first: Deletion, _ entity: EntityDescription) throws -> [Deletion] {
    var found = [first]
    var known: Set = [first.key]
    var next = [(entity: entity, id: first.key.id)]
    while let (owner, id) = next.popLast() {
      for (part, relationship) in model.references(to: owner) where relationship.deleteRule == .cascade {
        let parts = try deletions(
          "deed = ? AND entity = ? AND json_extract(before, ?) = ?",
          [
            .integer(first.changeSet), .text(part.table), .text("$.\"\(relationship.column)\""), .integer(id),
          ])
        for deletion in parts where known.insert(deletion.key).inserted {
          found.append(deletion)
          next.append((part, deletion.key.id))
        }
      }
    }
    return found
  }

  // The links and references of other records to these that a change set removed.
  private func removedReferences(to gone: [Deletion], by changeSet: Int64) throws -> [Step] {
    let gone = Set(gone.map(\.key))
    var (found, number) = ([Step](), Int64.max)
    while true {
      let batch = try steps(of: changeSet, before: number)
      guard let last = batch.last else { return found }
      number = last.number
      found += batch.filter { step in
        guard let before = step.before else { return false }
        guard let entity = model.entities.first(where: { $0.table == step.table }) else {
          guard step.after == nil, let (owner, target) = ends(ofLinksIn: step.table, own: before.values[0].column)
          else {
            return false
          }
          return zip([owner, target], before.values).contains { entity, end in
            end.value.integer.map { gone.contains(Deletion.Key(table: entity.table, id: $0)) } ?? false
          }
        }
        return step.after != nil && !reference(before, of: entity, to: gone).isEmpty
      }
    }
  }

  // The positions of the columns of an image that refer to one of these records.
  private func reference(_ image: Image, of entity: EntityDescription, to gone: Set<Deletion.Key>) -> [Int] {
    entity.columns.indices.filter { index in
      guard case .toOne(let relationship) = entity.columns[index],
        let target = model.entity(named: relationship.target),
        case .integer(let id)? = image.values.first(where: { $0.column == relationship.column })?.value
      else { return false }
      return gone.contains(Deletion.Key(table: target.table, id: id))
    }
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
      throw StoreError.cannotUndo(
        StoreError.missingTarget(entity: entity.name, field: relationship.name, id: target).phrase(in: model))
    }
    return record
  }

  // A link or reference of another record, if both ends are there and nothing took its place since.
  private func restore(_ step: Step) throws {
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
      WHERE entity = ? AND record = ? AND deed = ? AND before IS NOT NULL AND after IS NULL)
      """, in: database
    ).integer(.text(table), .integer(id), .integer(changeSet)) == 1
  }
}
