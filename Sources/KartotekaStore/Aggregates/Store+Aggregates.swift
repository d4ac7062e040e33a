import KartotekaModel

import class GRDB.Database
import struct GRDB.DatabaseError

extension Store {
  /// The rows that each of several requests asks for, all as of one moment.
  ///
  /// Worked out once for each state of the data, in time that grows with the records asked about, and kept until the
  /// next commit. Meanwhile whoever asks for the same waits for the same, one request is worked on at a time, and none
  /// on a thread that pages are made on.
  /// - Throws: ``StoreError`` `.unknownField`, `.badFilter`, `.tooLarge`.
  public func aggregates(_ requests: [AggregateRequest]) async throws -> [[AggregateRow]] {
    let requests = requests.map { $0.resolved(on: .today) }
    let version = try await version()
    let known = requests.map { aggregated.known($0, version) }
    if let known = known as? [[AggregateRow]] { return known }
    return try await translating {
      try await aggregating.value(AggregateWork.Key(requests: requests, version: version)) { [self] in
        try await work(requests, version)
      }
    }
  }

  private func work(_ requests: [AggregateRequest], _ version: Int) async throws -> [[AggregateRow]] {
    try await writer.unsafeRead { [plan, aggregated] database in
      try RawStatement("BEGIN DEFERRED", in: database).run()
      defer { try? RawStatement("COMMIT", in: database).run() }
      return try requests.map { request in
        try aggregated.value(request, version) { try Self.rows(request, plan, in: database) }
      }
    }
  }

  private static func rows(
    _ request: AggregateRequest, _ plan: StorePlan, in database: Database
  ) throws -> [AggregateRow] {
    let sql = try AggregateSQL(request, plan: plan).statement
    let statement = try RawStatement(sql.sql, in: database)
    statement.bind(sql.values)
    defer { statement.reset() }
    var rows: [AggregateRow] = []
    while try step(statement, request.entity) {
      let measures = request.measures.indices.map { statement.value(column: request.groups.count + $0) }
      // What did not fit in 64 bits has become a real number.
      for case .real in measures { throw StoreError.tooLarge(entity: request.entity) }
      rows.append(AggregateRow(groups: request.groups.indices.map { statement.value(column: $0) }, measures: measures))
    }
    return rows
  }

  // A sum of integers that overflows is an error of SQLite's, of the general kind.
  private static func step(_ statement: RawStatement, _ entity: String) throws -> Bool {
    do { return try statement.step() } catch let error as DatabaseError where error.message == "integer overflow" {
      throw StoreError.tooLarge(entity: entity)
    }
  }
}
