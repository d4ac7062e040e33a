import KartotekaModel
import Synchronization

extension Transaction {
  /// Whether two records have the same values in every field, so that merging them loses nothing.
  ///
  /// Numbers of sequences, and what nobody sets, are no fields. Records that both have lines or other parts are not equal: the
  /// record that stays would have them twice.
  func areEqual(_ entity: EntityDescription, _ one: RecordID, _ other: RecordID) throws -> Bool {
    let same = entity.columns.filter(\.tellsRecordsApart).map { "a.\(SQL.name($0.column)) IS b.\(SQL.name($0.column))" }
    let table = SQL.name(entity.table)
    let isSame = try RawStatement(
      """
      SELECT EXISTS (SELECT 1 FROM \(table) a JOIN \(table) b ON b.id = ?2 WHERE a.id = ?1 AND a.id <> b.id \
      AND \((same + ["TRUE"]).joined(separator: " AND ")))
      """, in: database
    ).integer(.integer(one), .integer(other))
    guard isSame == 1 else { return false }
    for (part, relationship) in model.references(to: entity)
    where relationship.deleteRule == .cascade && part.notesOwner == nil && !part.isDerived {
      let hasBoth = try [one, other].allSatisfy { try !referring(part, relationship, to: $0).isEmpty }
      if hasBoth { return false }
    }
    return true
  }
}

extension ColumnDescription {
  fileprivate var tellsRecordsApart: Bool {
    guard case .attribute(let attribute) = self else { return true }
    if attribute.isSequence || attribute.thumbnailOf != nil { return false }
    return attribute.writability != .never || attribute.settingAction != nil
  }
}

extension Store {
  /// The records that are equal in every field and can be merged: groups in ascending order, the record that stays first.
  /// - Throws: ``StoreError`` `.derived`; `CancellationError` where the task is cancelled.
  package func equalRecords(of entity: EntityDescription) async throws -> [[RecordID]] {
    let pairs = try await duplicates(of: entity, limit: DuplicateSearch.mostPairs).pairs
    DependencyRecorder.current?.note(.everything)
    return try await tryOut(as: .screen) { transaction in
      let distinct = try DistinctRecords(of: entity, in: transaction.database)
      var (groups, places): ([[RecordID]], [RecordID: Int]) = ([], [:])
      for pair in pairs.sorted(by: { ($0.first, $0.second) < ($1.first, $1.second) }) where places[pair.second] == nil {
        try transaction.checkCancellation()
        guard try transaction.areEqual(entity, pair.first, pair.second) else { continue }
        let place = places[pair.first]
        let group = place.map { groups[$0] } ?? [pair.first]
        // Somebody has said that they are not the same.
        guard !group.contains(where: { distinct.contains($0, pair.second) }),
          try transaction.plan(RecordMerge(pair.second, into: group[0]), of: entity).obstacles.isEmpty
        else { continue }
        places[pair.second] = place ?? groups.count
        if let place {
          groups[place].append(pair.second)
        } else {
          places[pair.first] = groups.count
          groups.append([pair.first, pair.second])
        }
      }
      return groups
    }
  }

  /// Merges all records that are equal in every field, as one change set. Records that others have changed by then, or that a
  /// rule of the application keeps from being merged, stay.
  /// - Returns: the number of records that are gone, and the change set; nil where nothing was merged.
  /// - Throws: what a write throws.
  package func mergeEqualRecords(
    of entity: EntityDescription, _ origin: ChangeSet.Origin
  ) async throws -> (merged: Int, changeSet: Int64?) {
    let merges = try await equalRecords(of: entity).flatMap { group in
      group.dropFirst().map { RecordMerge($0, into: group[0]) }
    }
    guard !merges.isEmpty else { return (0, nil) }
    let progress = Mutex((next: 0, merged: 0))
    let outcome = try await performInParts(origin) { part -> Int? in
      try progress.withLock { progress in
        let transaction = part.transaction
        while progress.next < merges.count {
          let merge = merges[progress.next]
          progress.next += 1
          guard try transaction.areEqual(entity, merge.id, merge.other) else { continue }
          do {
            _ = try transaction.attempt {
              try transaction.checkingRulesAfter { try transaction.merge(merge, of: entity) }
            }
            progress.merged += 1
          } catch let error as StoreError where !error.mayPass {
            // It stays, and the page of the pair says why.
          }
          if part.isDue { break }
        }
        transaction.name = Phrase(
          "Merged {count} records that were equal in every field", ["count": .count(progress.merged)])
        return progress.next < merges.count ? nil : progress.merged
      }
    }
    return (outcome.value, outcome.changeSet)
  }
}
