import KartotekaModel

// Sorting text as a language does, and the letters to jump along.
extension Store {
  /// The first letters of an order's leading attribute, small and in their order: what an index to jump along shows.
  public func initials(
    of entity: EntityDescription, by sort: FetchSort, _ collation: Collation = .root
  ) async throws -> [String] {
    let root = plan.keys(of: entity)
    let collation = entity.attribute(sort.name).map(collation.of) ?? .root
    let keys = collation == .root ? root : root?.collated.first { $0.collation == collation }
    guard let keys, let column = keys.column(sort.name), KeyTable.isFolded(column) else { return [] }
    try await make(keys)
    DependencyRecorder.current?.note(.entities([entity.name]))
    let version = try await latestVersion()
    let found = try await initials.value(
      keys.table + "." + column.column, at: version, changed: watch.lastChange(of: [entity.name])
    ) { try await readInitials(of: column, keys) }
    return sort.ascending ? found : found.reversed()
  }

  // Hops from letter to letter along the index instead of reading all of it.
  private func readInitials(of column: ColumnDescription, _ keys: KeyTable) async throws -> [String] {
    let name = SQL.name(column.column)
    let mark = "char(\(Collation.firstMark.value))"
    let letter = "substr(key, 1, 1 + (substr(key, 2, 1) >= \(mark)))"
    return try await translating {
      try await snapshot(noting: nil) { [plan] database in
        let plan = try plan.current(in: database, keys.collation)
        let isMade = plan.collatedTables?.contains(keys.table) != false
        let table = isMade ? SQL.name(keys.table) : "(\(keys.computed))"
        let rows = try RawStatement(
          !isMade || !plan.areKeysCurrent
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
    }
  }

  /// Makes the keys of the collation that a request sorts by, where the file has none.
  func makeKeys(for request: AnyFetchRequest) async throws {
    guard request.collation != .root, let keys = try FetchSQL(request, plan: plan).collated else { return }
    try await make(keys)
  }

  // A read never waits for the write lock: until the table is there, the order is computed.
  private func make(_ keys: KeyTable) async throws {
    guard keys.collation != .root,
      try await !exists(keys)
    else { return }
    background.start(keys.table) { [weak self] in
      while let self {
        do {
          try await translating { [plan] in try await writer.write { try keys.make(in: $0, plan) } }
          return watch.committed()
        } catch StoreError.busy {
          try? await Task.sleep(for: .milliseconds(250))
        } catch {
          // The next one that needs it asks again.
          return
        }
      }
    }
  }

  // Only a commit makes or drops keys.
  private func exists(_ keys: KeyTable) async throws -> Bool {
    let version = try await latestVersion()
    return try await made.value(keys.table, at: version, changed: version) {
      try await read(noting: nil) { try keys.exists(in: $0) }
    }
  }
}
