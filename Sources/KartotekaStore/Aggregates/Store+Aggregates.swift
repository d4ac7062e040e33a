import KartotekaModel

extension Store {
  /// The rows that each of several requests asks for, all as of one moment.
  ///
  /// Computed in time that grows with the records asked about, and cached until one of the entities asked about changes.
  /// - Throws: ``StoreError`` `.unknownField`, `.badFilter`, `.tooLarge`.
  public func aggregates(_ requests: [AggregateRequest]) async throws -> [[AggregateRow]] {
    try await aggregates(requests, refusingTooLarge: true)
  }

  /// The same rows.
  /// - Parameter refusingTooLarge: whether a number that does not fit in 64 bits is an error; else it is a real number.
  func aggregates(_ requests: [AggregateRequest], refusingTooLarge: Bool) async throws -> [[AggregateRow]] {
    let read = requests.reduce(into: Dependencies()) { $0.formUnion(Dependencies($1, in: model)) }
    DependencyRecorder.current?.note(read)
    let keys = requests.map { request in
      // The resolved request names the day; a computed value that it compares may still depend on it.
      let resolved = request.resolved(on: .today)
      let zone = request.groups.contains { $0.unit != nil } ? TaskTimeZone.current.identifier : ""
      return AggregateKey(
        request: resolved, context: CacheContext(of: Dependencies(resolved, in: model)), zone: zone,
        refusesTooLarge: refusingTooLarge)
    }
    let version = try await latestVersion()
    if let known = keys.map({ caches.aggregated.known($0, at: version, until: read.entities) }) as? [[AggregateRow]] {
      return known
    }
    return try await atVersion { [caches] database, mapping, version in
      let fetcher = Fetcher(database: database, mapping: mapping, counts: caches.counts, version: version)
      return try keys.map { key in
        // Midnight, or the minute, has passed since the key was made.
        if key.context?.isCurrent == false { return try Self.rows(key, fetcher) }
        return try caches.aggregated.value(key, at: version, until: read.entities) { try Self.rows(key, fetcher) }
      }
    }
  }

  private static func rows(_ key: AggregateKey, _ fetcher: Fetcher) throws -> [AggregateRow] {
    let request = key.request
    let aggregate = try AggregateSQL(
      request, mapping: fetcher.mapping, zone: key.zone, found: fetcher.condition(ofSearch: request))
    let rows =
      try aggregate.grouped?.rows(of: request, in: fetcher.database) ?? aggregate.rows(in: fetcher.database)
    guard key.refusesTooLarge else { return rows }
    for row in rows {
      for (measure, isExact) in zip(row.measures, aggregate.areExact) {
        // A sum that did not fit in 64 bits has become a real number.
        if case .real(let real) = measure, isExact || !real.isFinite {
          throw StoreError.tooLarge(entity: request.entity)
        }
      }
    }
    return rows
  }
}
