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
    if attribute.isSequence || attribute.placeIn != nil || attribute.thumbnailOf != nil { return false }
    return attribute.writability != .never || attribute.settingAction != nil
  }
}

/// Groups of records of an entity that are equal in every field, whatever their titles, but for hashes that are equal by chance.
struct EqualGroups: Sendable {
  /// In ascending order.
  let groups: [[RecordID]]

  /// Reads all records once and keeps a hash of each; at most ``DuplicateSearch/entriesAtOnce`` hashes are in memory, and for more
  /// the records are read again.
  init(of entity: EntityDescription, in database: SQLConnection) throws {
    let columns = entity.columns.filter(\.tellsRecordsApart).map(\.column)
    var groups: [[RecordID]] = []
    let table = SQL.name(entity.table)
    let count = try RawStatement("SELECT count(*) FROM \(table)", in: database).integer() ?? 0
    let parts = columns.isEmpty ? 0 : DuplicateSearch.parts(Int(count))
    for part in 0..<parts {
      var hashes = RepeatedHashes()
      let rows = try RawStatement("SELECT id, \(SQL.names(columns)) FROM \(table)", in: database)
      defer { rows.reset() }
      while try rows.step() {
        let hash = (1...columns.count).reduce(UInt64(0)) { TextHash.mixed($0 &+ rows.hash(column: $1)) }
        if hash >> 32 % parts == part { hashes.add(hash, rows.integer(column: 0)) }
      }
      groups += hashes.groups()
    }
    self.groups = groups.sorted { $0[0] < $1[0] }
  }
}

/// Says which records of an entity that are equal can be merged.
private struct EqualRecordSearch {
  /// A record that may not join so many groups begins one of its own.
  private static let mostGroups = 8

  private let entity: EntityDescription
  private let transaction: Transaction
  /// The records that others refer to. Only these may have parts, or something that keeps them from being merged.
  private let referred: Set<RecordID>
  private let mayBeClosed: Bool
  private let distinct: DistinctRecords

  init(_ entity: EntityDescription, in transaction: Transaction) throws {
    (self.entity, self.transaction) = (entity, transaction)
    mayBeClosed = entity.attributes.contains { $0.closing != nil }
    distinct = try DistinctRecords(of: entity, in: transaction.database)
    var referred: Set<RecordID> = []
    for (referrer, relationship) in transaction.model.references(to: entity) {
      let column = SQL.name(relationship.column)
      let rows = try RawStatement(
        "SELECT DISTINCT \(column) FROM \(SQL.name(referrer.table)) WHERE \(column) IS NOT NULL",
        in: transaction.database)
      defer { rows.reset() }
      while try rows.step() { referred.insert(rows.integer(column: 0)) }
    }
    self.referred = referred
  }

  /// The records with equal fields in groups that can be merged, the record that stays first.
  func groups(_ ids: [RecordID]) throws -> [[RecordID]] {
    var groups: [[RecordID]] = []
    for id in ids {
      try transaction.checkCancellation()
      let place = try groups.prefix(Self.mostGroups).firstIndex { try may(id, join: $0) }
      if let place { groups[place].append(id) } else { groups.append([id]) }
    }
    return groups.filter { $0.count > 1 }
  }

  private func may(_ id: RecordID, join group: [RecordID]) throws -> Bool {
    // Somebody has said that they are not the same.
    if distinct.contains(id), group.contains(where: { distinct.contains($0, id) }) { return false }
    guard mayBeClosed || referred.contains(id) else { return true }
    return try transaction.areEqual(entity, group[0], id)
      && transaction.plan(RecordMerge(id, into: group[0]), of: entity).obstacles.isEmpty
  }
}

extension RawStatement {
  /// A hash of the value in a column of the current row, counting from 0.
  fileprivate func hash(column: Int) -> UInt64 {
    switch storage(column: column) {
    case .integer: TextHash.mixed(UInt64(bitPattern: integer(column: column)))
    // The two zeros are equal.
    case .real: TextHash.mixed((real(column: column) + 0).bitPattern &+ 1)
    case .text: TextHash.of(bytes(column: CInt(column)), salt: 1)
    case .blob: TextHash.of(blob(column: column), salt: 2)
    case nil: 0
    }
  }
}

extension EntityDescription {
  /// Whether records that are equal in every field can be found and merged, also where nothing tells which are only alike.
  package var canHaveEqualRecords: Bool { canBeMerged && notesOwner == nil }
}

extension Store {
  /// The records that are equal in every field and can be merged: groups in ascending order, the record that stays first.
  ///
  /// Computed in time that grows with the entity's records, once for all callers that ask at the same time, and until the entity
  /// changes.
  /// - Throws: ``StoreError`` `.derived`; `CancellationError` where the task is cancelled.
  package func equalRecords(of entity: EntityDescription) async throws -> [[RecordID]] {
    if entity.isDerived { throw StoreError.derived(entity: entity.name) }
    DependencyRecorder.current?.note(.everything)
    let found = try await equalGroups(of: entity).groups
    if found.isEmpty { return [] }
    return try await tryOut(as: .screen) { transaction in
      let search = try EqualRecordSearch(entity, in: transaction)
      return try found.flatMap(search.groups).sorted { $0[0] < $1[0] }
    }
  }

  private func equalGroups(of entity: EntityDescription) async throws -> EqualGroups {
    let caches = caches
    while true {
      let version = try await latestVersion()
      if let known = caches.equalGroups.known(entity.name, at: version, until: [entity.name]) { return known }
      guard case .leader = try await caches.equalFlights.join(entity.name) else { continue }
      defer { caches.equalFlights.end(entity.name, with: nil) }
      return try await cached(caches.equalGroups, entity.name, until: [entity.name]) { database, _ in
        try EqualGroups(of: entity, in: database)
      }
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
