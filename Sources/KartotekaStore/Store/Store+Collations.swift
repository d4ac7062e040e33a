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
    let (table, name) = (SQL.name(keys.table), SQL.name(column.column))
    let mark = "char(\(Collation.firstMark.value))"
    let letter = "substr(key, 1, 1 + (substr(key, 2, 1) >= \(mark)))"
    return try await translating {
      try read(noting: nil) { database in
        let rows = try RawStatement(
          """
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

  private func make(_ keys: KeyTable) async throws {
    guard keys.collation != .root,
      try await !exists(keys)
    else { return }
    // Among many millions it takes longer than a request may. What was begun is ended for those who ask next.
    let (ended, end) = AsyncThrowingStream<Never, any Error>.makeStream()
    Task {
      do {
        try await makeNow(keys)
        end.finish()
      } catch {
        end.finish(throwing: error)
      }
    }
    for try await _ in ended {}
    try Task.checkCancellation()
  }

  // Only a commit makes or drops keys.
  private func exists(_ keys: KeyTable) async throws -> Bool {
    let version = try await latestVersion()
    return try made.value(keys.table, at: version, changed: version) {
      try read(noting: nil) { try keys.exists(in: $0) }
    }
  }

  private func makeNow(_ keys: KeyTable) async throws {
    // Whoever else makes them may hold the lock for longer than one waits for it.
    for attempt in 1... {
      do {
        try await translating { [plan] in try await writer.write { try keys.make(in: $0, plan) } }
        return watch.committed()
      } catch StoreError.busy where attempt < 6 {}
    }
  }
}
