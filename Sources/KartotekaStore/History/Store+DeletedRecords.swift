import KartotekaModel

/// A record that was deleted and can be brought back.
package struct DeletedRecord: Sendable {
  /// The number of the change that deleted it, by which ``Store/bringBack(_:_:)`` knows it.
  package let number: Int64
  /// The change set that deleted it.
  package let changeSet: ChangeSet
  /// Its values when it was deleted; of many bytes only how many there were.
  package let record: AnyRecord
}

/// Some deleted records, those deleted last first.
package struct DeletedPage: Sendable {
  /// The records.
  package let records: [DeletedRecord]
  /// The number before which the next page begins; nil on the last page. A page may have few records, or none, and be
  /// followed by others: each page looks at a limited number of changes.
  package let next: HistoryPosition?
}

extension Store {
  /// The number of changes that a page examines.
  private static let examinedChanges: Int64 = 50_000

  /// The records that were deleted and don't exist, while their images are kept. A record that was deleted together with
  /// the one that it belongs to comes back with that and is not listed.
  /// - Parameters:
  ///   - entity: the entity whose records are listed; nil for all.
  ///   - search: the words that have to be in their values; nil for any values.
  ///   - before: the ``DeletedPage/next`` of the page before; nil for the first page.
  ///   - limit: the most records.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func deletedRecords(
    of entity: EntityDescription? = nil, _ search: ChangeSetFilter.Search? = nil, before: HistoryPosition? = nil,
    limit: Int
  ) async throws -> DeletedPage {
    let entities = (entity.map { [$0] } ?? mapping.model.entities).filter { !$0.isDerived }
    return try await tryOut { transaction in
      let database = transaction.database
      // The newest change alone may have any number, since other programs can write the file.
      let newest = try RawStatement("SELECT max(id) FROM kartoteka_changes", in: database).integer() ?? 0
      let last = min(before.map { $0.number - 1 } ?? .max, newest)
      let start = max(0, max(0, last) - Self.examinedChanges + 1)
      let rows = try RawStatement(
        """
        SELECT c.id, c.deed, c.entity, c.record, c.before FROM kartoteka_changes c \
        WHERE c.id <= ? AND c.id >= ? AND c.before IS NOT NULL AND c.after IS NULL \
        AND c.entity IN (\(SQL.places(entities.count))) AND NOT EXISTS (SELECT 1 FROM kartoteka_changes n \
        WHERE n.entity = c.entity AND n.record = c.record AND n.id > c.id) ORDER BY c.id DESC
        """, in: database)
      rows.bind([.integer(last), .integer(start)] + entities.map { .text($0.table) })
      defer { rows.reset() }
      var found: [DeletedRecord] = []
      while try rows.step() {
        let table = rows.text(column: 2)
        guard let entity = entities.first(where: { $0.table == table }),
          let image = try Image(rows.value(column: 4), nil),
          let record = try transaction.deletedRecord(
            entity, rows.integer(column: 3), image, by: rows.integer(column: 1)),
          search?.isFound(in: ChangeSetFilter.Search.text(of: image)) != false,
          let changeSet = try UndoLog.changeSet(rows.integer(column: 1), in: database)
        else { continue }
        if found.count == limit {
          return DeletedPage(records: found, next: found.last.map { HistoryPosition(before: $0.number) })
        }
        found.append(DeletedRecord(number: rows.integer(column: 0), changeSet: changeSet, record: record))
      }
      return DeletedPage(records: found, next: start > 1 ? HistoryPosition(before: start) : nil)
    }
  }

  /// Whether a change of this number has deleted a record whose values are kept.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func hasDeletion(_ number: Int64) async throws -> Bool {
    try await snapshot(noting: nil) { try DeletedTogether.deletion(number, in: $0) != nil }
  }

  /// Brings a deleted record back, with the records that were deleted and the links that were removed together with it, as
  /// one change set. Where that is all that the change set did, it is its undo.
  /// - Parameter number: the ``DeletedRecord/number``.
  /// - Throws: ``StoreError`` `.cannotUndo` with the reason for the person. Nothing is brought back then.
  package func bringBack(_ number: Int64, _ origin: ChangeSet.Origin) async throws -> Outcome<Void> {
    let found = try await tryOut { try DeletedTogether(number, $0.model, in: $0.database) }
    return try await perform(origin) { try $0.bringBack(found) }
  }
}

extension Store {
  /// The values that an attribute had in deleted records that referred to a record, so that a job does not add again what
  /// a person has deleted. Deletions and additions that were undone don't count.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  public func deletedTexts<E: Entity, T: Entity>(
    _ attribute: KeyPath<E, Attribute<String>>, where relationship: KeyPath<E, ToOne<T>>, is id: RecordID
  ) async throws -> Set<String> {
    let entity = try mapping.entity(E.name)
    guard let position = entity.position(of: E.name(of: attribute)),
      let relationship = entity.relationship(E.name(of: relationship))
    else { return [] }
    let path = Value.text("$.\"\(entity.columns[position].column)\"")
    let deleted = DeletedPartIndex(of: entity, relationship)
    // A job for each record would read all images each time.
    let isIndexed = DeletedPartIndex.all(of: model).contains { $0.name == deleted.name }
    return try await translating {
      try await read { database in
        let rows = try RawStatement(
          """
          SELECT DISTINCT json_extract(before, ?) FROM kartoteka_changes \
          \(isIndexed ? "INDEXED BY \(SQL.name(deleted.name))" : "") CROSS JOIN kartoteka_deeds d ON d.id = deed \
          WHERE \(deleted.condition) AND before IS NOT NULL AND \(deleted.reference) = ? \
          AND d.undoes IS NULL AND d.undone_by IS NULL
          """, in: database)
        rows.bind([path, .integer(id)])
        defer { rows.reset() }
        var texts: Set<String> = []
        while try rows.step() {
          if case .text(let text) = rows.value(column: 0) { texts.insert(text) }
        }
        return texts
      }
    }
  }
}
