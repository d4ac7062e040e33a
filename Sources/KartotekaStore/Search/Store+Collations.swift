import KartotekaModel

// Sorting text as a language does, and the letters to jump along.
extension Store {
  /// The first letters of an order's leading attribute, small and in their order: what an index to jump along shows.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func initials(
    of entity: EntityDescription, by sort: FetchSort, _ collation: Collation = .root
  ) async throws -> [String] {
    let root = mapping.keyTables[entity.name]
    let collation = entity.attribute(sort.name).map(collation.of) ?? .root
    let keys = collation == .root ? root : root?.collated.first { $0.collation == collation }
    guard let keys, let column = keys.column(sort.name), SortKeyTable.isFolded(column) else { return [] }
    DependencyRecorder.current?.note(.entities([entity.name]))
    let key = keys.table + "." + column.column
    let found = try await translating {
      try await cached(caches.initials, key, until: [entity.name], keys.collation) { database, mapping in
        if !mapping.hasTable(keys) { make(keys) }
        return try readInitials(of: column, keys, in: database, mapping)
      }
    }
    return sort.ascending ? found : found.reversed()
  }

  // Hops from letter to letter along the index instead of reading all of it.
  private func readInitials(
    of column: ColumnDescription, _ keys: SortKeyTable, in database: SQLConnection, _ mapping: SnapshotMapping
  ) throws -> [String] {
    let name = SQL.name(column.column)
    let mark = "char(\(Collation.firstMark.value))"
    let letter = "substr(key, 1, 1 + (substr(key, 2, 1) >= \(mark)))"
    let isMade = mapping.hasTable(keys)
    let table = isMade ? SQL.name(keys.table) : "(\(keys.computed))"
    let rows = try RawStatement(
      !isMade || !mapping.areKeysCurrent
        ? """
        SELECT DISTINCT \(letter) FROM (SELECT \(name) AS key FROM \(table)) WHERE key <> '' ORDER BY 1
        """
        : """
        WITH RECURSIVE hop(key) AS (
          SELECT min(\(name)) FROM \(table) WHERE \(name) <> ''
          UNION ALL
          SELECT (SELECT min(\(name)) FROM \(table) WHERE \(name) >= \(letter) || \(mark))
          FROM hop WHERE key IS NOT NULL
        ) SELECT \(letter) FROM hop WHERE key IS NOT NULL
        """, in: database)
    defer { rows.reset() }
    var letters: [String] = []
    while try rows.step() { letters.append(keys.collation.initial(ofKey: rows.text(column: 0))) }
    return letters
  }

  /// Makes the keys of a collation in the background. A read never waits for the write lock: until all keys are there, the
  /// order is computed. A process that ends leaves the rest to the next one that needs them.
  func make(_ keys: SortKeyTable) {
    inBackground(keys.table) { store in
      do {
        if try await store.fill(keys) { return nil }
      } catch StoreError.busy {
        // Another program writes.
      } catch {
        // The next one that needs it asks again.
        return nil
      }
      return Self.indexingPause
    }
  }

  /// Adds keys to a table of a collation, in one transaction.
  /// - Parameter part: how long, for which other writers wait.
  /// - Returns: whether it has the keys of all records.
  func fill(_ keys: SortKeyTable, for part: Duration = indexingPart) async throws -> Bool {
    try await translating {
      try await writer.writeWithoutTransaction { [mapping, background] database in
        var isFilled = false
        try database.localTransaction(.immediate) {
          // The log may have been emptied already, for the end of the process.
          if background.isStopped { return .rollback }
          isFilled = try keys.fill(until: ContinuousClock.now + part, in: database, mapping)
          return .commit
        }
        return isFilled
      }
    }
  }
}
