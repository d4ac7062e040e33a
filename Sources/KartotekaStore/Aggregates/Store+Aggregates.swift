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
    let (request, database) = (key.request, fetcher.database)
    let aggregate = try AggregateSQL(
      request, mapping: fetcher.mapping, zone: key.zone, found: fetcher.condition(ofSearch: request))
    if let counted = aggregate.counted, let rows = try rows(counting: counted, request, in: database) { return rows }
    let sql = aggregate.statement
    let statement = try RawStatement(sql.sql, in: database)
    statement.bind(sql.values)
    defer { statement.reset() }
    var rows: [AggregateRow] = []
    while try statement.step() {
      let measures = request.measures.indices.map { statement.value(column: request.groups.count + $0) }
      for (measure, isExact) in zip(measures, aggregate.areExact) {
        // A sum that did not fit in 64 bits has become a real number.
        if case .real(let real) = measure, isExact || !real.isFinite, key.refusesTooLarge {
          throw StoreError.tooLarge(entity: request.entity)
        }
      }
      rows.append(AggregateRow(groups: request.groups.indices.map { statement.value(column: $0) }, measures: measures))
    }
    return rows
  }

  /// The maximum number of different values that are counted in memory.
  private static let mostCounted = 10_000

  // Nil for too many different values.
  private static func rows(
    counting sql: Fragment, _ request: AggregateRequest, in database: SQLConnection
  ) throws -> [AggregateRow]? {
    let statement = try RawStatement(sql.sql, in: database)
    statement.bind(sql.values)
    defer { statement.reset() }
    var counts: [Value: Int64] = [:]
    while try statement.step() {
      counts[statement.value(column: 0), default: 0] += 1
      if counts.count > mostCounted { return nil }
    }
    let rows = counts.sorted { one, other in
      for order in request.order + [.group(0, ascending: true)] {
        switch order {
        case .measure(_, let ascending) where one.value != other.value: return (one.value < other.value) == ascending
        case .group(_, let ascending) where one.key != other.key: return one.key.precedes(other.key) == ascending
        default: continue
        }
      }
      return false
    }
    return rows.prefix(request.limit.map { max(0, $0) } ?? rows.count)
      .map { AggregateRow(groups: [$0.key], measures: [.integer($0.value)]) }
  }
}

extension Value {
  /// The order of SQLite: nothing, numbers, texts by their bytes, blobs.
  fileprivate func precedes(_ other: Value) -> Bool {
    switch (self, other) {
    case (.integer(let one), .integer(let other)): one < other
    case (.text(let one), .text(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
    case (.real(let one), .real(let other)): one < other
    case (.integer(let one), .real(let other)): Double(one) < other
    case (.real(let one), .integer(let other)): one < Double(other)
    case (.blob(let one), .blob(let other)): one.order.lexicographicallyPrecedes(other.order)
    default: rank < other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }
}

extension Blob {
  // Bytes that can't be read are known by their beginning.
  fileprivate var order: [UInt8] { (try? bytes()) ?? head }
}
