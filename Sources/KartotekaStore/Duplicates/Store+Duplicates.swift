import KartotekaModel

/// The pairs of records that a person has said to be different. They are no part of the data: no change set has them.
struct DistinctRecords {
  static let table = "kartoteka_distinct"
  static let schema = """
    CREATE TABLE \(table) (entity TEXT NOT NULL, first INTEGER NOT NULL, second INTEGER NOT NULL, \
    PRIMARY KEY (entity, first, second)) STRICT, WITHOUT ROWID
    """

  private struct Key: Hashable {
    let first: RecordID
    let second: RecordID
  }

  private var keys: Set<Key> = []
  private var ids: Set<RecordID> = []

  init(of entity: EntityDescription, in database: SQLConnection) throws {
    let rows = try RawStatement("SELECT first, second FROM \(Self.table) WHERE entity = ?", in: database)
    rows.bind(.text(entity.table), at: 1)
    defer { rows.reset() }
    while try rows.step() {
      let key = Key(first: rows.integer(column: 0), second: rows.integer(column: 1))
      keys.insert(key)
      ids.formUnion([key.first, key.second])
    }
  }

  func contains(_ pair: DuplicatePair) -> Bool { keys.contains(Key(first: pair.first, second: pair.second)) }

  /// Whether a record is one of any such pair.
  func contains(_ id: RecordID) -> Bool { ids.contains(id) }

  /// Whether two records are such a pair, in any order.
  func contains(_ one: RecordID, _ other: RecordID) -> Bool {
    keys.contains(Key(first: min(one, other), second: max(one, other)))
  }
}

extension Transaction {
  /// Notes that two records are different, so that they are no longer found as duplicates, or removes that note.
  /// - Throws: ``StoreError`` `.notFound`.
  package func setDistinct(
    _ entity: EntityDescription, _ one: RecordID, _ other: RecordID, _ areDistinct: Bool
  ) throws {
    for id in [one, other] where try !exists(entity, id: id) {
      throw StoreError.notFound(entity: entity.name, id: id)
    }
    let pair: [Value] = [.text(entity.table), .integer(min(one, other)), .integer(max(one, other))]
    try RawStatement(
      areDistinct
        ? "INSERT INTO \(DistinctRecords.table) (entity, first, second) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        : "DELETE FROM \(DistinctRecords.table) WHERE entity = ? AND first = ? AND second = ?", in: database
    ).run(pair[0], pair[1], pair[2])
  }
}

extension Store {
  /// A page of the pairs of records that may be about the same thing.
  ///
  /// Computed in time that grows with the entity's records, once for all callers that ask at the same time, and cached in
  /// memory until the entity changes.
  /// - Parameters:
  ///   - position: the ``DuplicatePage/next`` of the page before; nil for the first page.
  ///   - limit: the most pairs.
  ///   - areDistinct: whether to list only those pairs that a person has said to be different, instead of the others.
  /// - Throws: ``StoreError`` `.derived`; `CancellationError` where the task is cancelled.
  package func duplicates(
    of entity: EntityDescription, after position: DuplicatePosition? = nil, limit: Int, areDistinct: Bool = false
  ) async throws -> DuplicatePage {
    if entity.isDerived { throw StoreError.derived(entity: entity.name) }
    let list = try await duplicateList(of: entity)
    let distinct = try await translating {
      try await read { try DistinctRecords(of: entity, in: $0) }
    }
    let pairs = list.pairs.filter { distinct.contains($0) == areDistinct }
    let rest = position.map { position in pairs.filter { $0.position > position } } ?? pairs
    let page = Array(rest.prefix(limit))
    return DuplicatePage(
      pairs: page, total: pairs.count, isComplete: list.isComplete,
      next: rest.count > page.count ? page.last?.position : nil)
  }

  private func duplicateList(of entity: EntityDescription) async throws -> DuplicateList {
    while true {
      let version = try await latestVersion()
      if let known = caches.duplicateLists.known(entity.name, at: version, until: [entity.name]) { return known }
      guard case .leader = try await duplicateFlights.join(entity.name) else { continue }
      defer { duplicateFlights.end(entity.name, with: nil) }
      return try await cached(caches.duplicateLists, entity.name, until: [entity.name]) { database, mapping in
        try DuplicateSearch(entity, mapping, in: database).list()
      }
    }
  }
}
