import KartotekaModel
import KartotekaStore

// Changes of a record by the row that matches it.
extension EntityWriter {
  /// Changes a record by a row.
  func update(_ existing: AnyRecord, _ draft: RowDraft, of file: FileImport) throws -> Stored {
    var record = existing
    for position in draft.cells.indices {
      if let value = draft.value(at: position) { record.values[position] = value }
    }
    return try change(existing, to: record, by: draft, of: file)
  }

  /// Stores a row in the record that has its values in the fields that a person has chosen.
  func store(_ draft: RowDraft, by key: ChosenKey, of file: FileImport) throws -> Stored {
    if !key.isRead { try flush() }
    switch try key.find(draft) {
    case .none: return try insert(draft, of: file)
    case .repeated: return .rejected([refusals.repeated(key.names)])
    case .several:
      let reason = Phrase(
        "There is more than one such record among {entities}", ["entities": .phrase(Phrase(entity.nouns.many))])
      return .rejected([RowFault(.row, nil, reason)])
    case .one(let record):
      guard file.isFirst(ofRecord: record.id ?? 0) else { return .rejected([refusals.repeated(key.names)]) }
      return try update(record, draft, of: file)
    }
  }

  /// Changes a record to one that follows from a row.
  func change(_ existing: AnyRecord, to record: AnyRecord, by draft: RowDraft, of file: FileImport) throws -> Stored {
    let id = existing.id ?? 0
    var record = record
    // A record keeps the number and the place that it was given.
    for position in record.values.indices where record.values[position].isNull && entity.columns[position].isNumbered {
      record.values[position] = existing.values[position]
    }
    let lists = try changedLists(of: id, draft)
    guard record != existing || !lists.isEmpty else { return .unchanged(id) }
    if file.plan.refusesChanges, let last = try lastBefore.get(), id <= last {
      throw ImportError.guessedChange(file: file.plan.name, entity: entity.plural)
    }
    do {
      try change(record, lists)
      names.add(record)
      if file.keepsChanges {
        let links = try lists.map { list in
          // New tags have no record yet, and are told by their names.
          (
            list.relationship.name, try transaction.related(entity, list.relationship, of: id),
            list.ids.filter { $0 > 0 }
          )
        }
        file.keep(existing, record, links, by: draft)
      }
      return .updated(id)
    } catch let error as StoreError {
      return .rejected(try refusals.faults(error))
    }
  }

  /// The many-to-many relationships that a row changes.
  private func changedLists(
    of id: RecordID, _ draft: RowDraft
  ) throws -> [(relationship: RelationshipDescription, ids: [RecordID])] {
    if !links.isEmpty, added.contains(id) { try logAllRanges() }
    return try manyToMany.indices.compactMap { index in
      guard let ids = draft.ids(ofRelated: index) else { return nil }
      let relationship = manyToMany[index]
      let now = try transaction.related(entity, relationship, of: id)
      // Current links may include the unresolved ones, so they are kept.
      let isPartial = draft.unresolved.contains { $0.relationship == relationship.name }
      let wanted = Set(isPartial ? now + ids : ids)
      return Set(now) == wanted ? nil : (relationship, isPartial ? wanted.sorted() : ids)
    }
  }
}
