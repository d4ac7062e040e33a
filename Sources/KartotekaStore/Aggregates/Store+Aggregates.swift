import KartotekaModel

extension Store {
  /// The rows that each of several requests asks for, all as of one moment.
  ///
  /// Computed in time that grows with the records asked about, and cached until one of the entities asked about changes.
  /// - Throws: ``StoreError`` `.unknownField`, `.badFilter`, `.tooLarge`.
  public func aggregates(_ requests: [AggregateRequest]) async throws -> [[AggregateRow]] {
    let read = requests.reduce(into: Dependencies()) { $0.formUnion(Dependencies($1, in: model)) }
    DependencyRecorder.current?.note(read)
    let requests = requests.map { $0.resolved(on: .today) }
    let version = try await latestVersion()
    let change = tracker.lastChange(of: read.entities)
    if let known = requests.map({ aggregated.known($0, at: version, changed: change) }) as? [[AggregateRow]] {
      return known
    }
    return try await atVersion { [aggregated, tracker] database, mapping, version in
      let change = tracker.lastChange(of: read.entities)
      return try requests.map { request in
        try aggregated.value(request, at: version, changed: change) { try Self.rows(request, mapping, in: database) }
      }
    }
  }

  private static func rows(
    _ request: AggregateRequest, _ mapping: ModelMapping, in database: SQLConnection
  ) throws -> [AggregateRow] {
    let aggregate = try AggregateSQL(request, mapping: mapping)
    if let counted = aggregate.counted, let rows = try rows(counting: counted, request, in: database) { return rows }
    let sql = aggregate.statement
    let statement = try RawStatement(sql.sql, in: database)
    statement.bind(sql.values)
    defer { statement.reset() }
    var rows: [AggregateRow] = []
    while try step(statement, request.entity) {
      let measures = request.measures.indices.map { statement.value(column: request.groups.count + $0) }
      // A sum that did not fit in 64 bits has become a real number.
      for case .real in measures { throw StoreError.tooLarge(entity: request.entity) }
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

  // A sum of integers that overflows is an error of SQLite's, of the general kind.
  private static func step(_ statement: RawStatement, _ entity: String) throws -> Bool {
    do { return try statement.step() } catch let error as SQLError where error.message == "integer overflow" {
      throw StoreError.tooLarge(entity: entity)
    }
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
