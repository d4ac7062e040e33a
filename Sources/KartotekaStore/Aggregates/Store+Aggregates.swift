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
    let sql = try AggregateSQL(request, mapping: mapping).statement
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

  // A sum of integers that overflows is an error of SQLite's, of the general kind.
  private static func step(_ statement: RawStatement, _ entity: String) throws -> Bool {
    do { return try statement.step() } catch let error as SQLError where error.message == "integer overflow" {
      throw StoreError.tooLarge(entity: entity)
    }
  }
}
