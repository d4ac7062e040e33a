import KartotekaModel

/// The records that an undo leaves alone: for people, records that were closed when it began, unless the change set that is
/// undone closed them itself. Otherwise undoing an earlier change would change records that were closed since.
final class UndoneClosings {
  private struct Key: Hashable {
    let table: String
    let id: RecordID
  }

  private let transaction: Transaction
  private let changeSet: Int64
  private let isNeeded: Bool
  private var known: [Key: (closing: Closing?, sealing: Closing?)] = [:]

  init(_ changeSet: Int64, in transaction: Transaction) {
    (self.transaction, self.changeSet) = (transaction, changeSet)
    isNeeded =
      transaction.protectsClosedRecords && transaction.model.entities.contains { !$0.closings.isEmpty }
  }

  /// Refuses to bring back a part of a closed record.
  /// - Throws: ``StoreError`` `.cannotUndo`.
  func checkAdding(_ record: AnyRecord) throws { try checkOwners(of: record) }

  /// Refuses to take away a closed record, and a part of one.
  /// - Throws: ``StoreError`` `.cannotUndo`.
  func checkRemoving(_ record: AnyRecord) throws {
    guard isNeeded else { return }
    if let closing = try standing(record.entity, record.id ?? 0).closing { throw Self.refusal(record, closing) }
    try checkOwners(of: record)
  }

  /// Refuses to change a sealed record, and a part of a closed one.
  /// - Throws: ``StoreError`` `.cannotUndo`.
  func checkChanging(_ record: AnyRecord, to restored: AnyRecord, _ positions: [Int]) throws {
    guard isNeeded else { return }
    let entity = record.entity
    // A reference that went with its record comes back with it, as it could go.
    let isMore = try positions.contains { position in
      guard case .toOne(let relationship) = entity.columns[position], record.values[position].isNull,
        case .integer(let id) = restored.values[position],
        let target = transaction.model.entity(named: relationship.target)
      else { return true }
      return try !transaction.isDeleted(target.table, id, by: changeSet)
    }
    guard isMore else { return }
    if let sealing = try standing(entity, record.id ?? 0).sealing { throw Self.refusal(record, sealing) }
    try checkOwners(of: record)
    try checkOwners(of: restored)
  }

  /// The records of a range that are parts of a closed one, each with the reason why it stays.
  func closedParts(
    of entity: EntityDescription, _ ids: ClosedRange<RecordID>
  ) throws -> [(id: RecordID, reason: Phrase)] {
    guard isNeeded else { return [] }
    var parts: [(id: RecordID, reason: Phrase)] = []
    for (relationship, owner) in owners(of: entity) {
      let isClosed = owner.closings.map { "o.\(SQL.name($0.column)) IS NOT NULL" }.joined(separator: " OR ")
      let rows = try RawStatement(
        """
        SELECT t.id, o.id FROM \(SQL.name(entity.table)) t JOIN \(SQL.name(owner.table)) o \
        ON o.id = t.\(SQL.name(relationship.column)) WHERE t.id BETWEEN ? AND ? AND (\(isClosed))
        """, in: transaction.database)
      rows.bind([.integer(ids.lowerBound), .integer(ids.upperBound)])
      defer { rows.reset() }
      while try rows.step() {
        do { try check(owner, rows.integer(column: 1)) } catch StoreError.cannotUndo(let reason) {
          parts.append((rows.integer(column: 0), reason))
        }
      }
    }
    return parts
  }

  private func owners(
    of part: EntityDescription
  ) -> [(relationship: RelationshipDescription, owner: EntityDescription)] {
    // Notes on a closed record can be written.
    guard part.notesOwner == nil else { return [] }
    return part.relationships.compactMap { relationship in
      guard relationship.cardinality == .toOne, relationship.isRequired, relationship.deleteRule == .cascade,
        let owner = transaction.model.entity(named: relationship.target), !owner.closings.isEmpty
      else { return nil }
      return (relationship, owner)
    }
  }

  private func checkOwners(of part: AnyRecord) throws {
    guard isNeeded else { return }
    for (relationship, owner) in owners(of: part.entity) {
      if case .integer(let id) = part[relationship.name] { try check(owner, id) }
    }
  }

  private func check(_ owner: EntityDescription, _ id: RecordID) throws {
    guard let closing = try standing(owner, id).closing, let record = try transaction.record(owner, id: id) else {
      return
    }
    throw Self.refusal(record, closing)
  }

  private static func refusal(_ record: AnyRecord, _ closing: Closing) -> StoreError {
    .cannotUndo(
      Phrase("{title}: {reason}", ["title": record.titleArgument, "reason": .phrase(Phrase(closing.reason))]))
  }

  // The closings that closed a record before the change set and close it still. A part of the undo may be done by now, so that
  // the images give the states before and after.
  private func standing(_ entity: EntityDescription, _ id: RecordID) throws -> (closing: Closing?, sealing: Closing?) {
    let key = Key(table: entity.table, id: id)
    if let known = known[key] { return known }
    let found = try read(entity, id)
    // They are read again where there are many.
    if known.count >= 10_000 { known = [:] }
    known[key] = found
    return found
  }

  private func read(_ entity: EntityDescription, _ id: RecordID) throws -> (closing: Closing?, sealing: Closing?) {
    guard !entity.closings.isEmpty else { return (nil, nil) }
    let record = try transaction.record(entity, id: id)
    var before: [String: Bool] = [:]
    var after = Dictionary(uniqueKeysWithValues: entity.closings.map { ($0.column, record?[$0.name].isNull == false) })
    let rows = try RawStatement(
      """
      SELECT before, after, last FROM kartoteka_changes WHERE entity = +?1 AND deed = ?2 \
      AND (record = ?3 AND last IS NULL OR last IS NOT NULL AND record <= ?3 AND last >= ?3) ORDER BY id
      """, in: transaction.database)
    rows.bind([.text(entity.table), .integer(changeSet), .integer(id)])
    defer { rows.reset() }
    while try rows.step() {
      let old = try Image(rows.value(column: 0), nil)
      let new = try Image(rows.value(column: 1), nil)
      let isGone = new == nil && rows.value(column: 2).isNull
      for attribute in entity.closings {
        func isSet(_ image: Image) -> Bool? {
          image.values.first { $0.column == attribute.column }.map { !$0.value.isNull }
        }
        // Before a record was added nothing closed it, and nothing does after it was deleted.
        if before[attribute.column] == nil, let value = old.map(isSet) ?? false { before[attribute.column] = value }
        if let value = new.map(isSet) ?? (isGone ? false : nil) { after[attribute.column] = value }
      }
    }
    let standing = entity.closings.filter {
      let now = after[$0.column] ?? false
      return now && before[$0.column] ?? now
    }
    return (standing.first?.closing, standing.first { $0.closing?.isSealing == true }?.closing)
  }
}
