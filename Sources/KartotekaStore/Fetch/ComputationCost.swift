import KartotekaModel

/// The cost of computing a value of all records of an entity, as lists do that are sorted or filtered by it without an index.
package struct ComputationCost: Sendable {
  /// The number of records.
  package let records: Int
  /// About how long it takes, in seconds, judged by the first records.
  package let seconds: Double

  /// From how many seconds on a person waits for it.
  @TaskLocal package static var slow = 0.3

  /// Whether a person waits for it.
  package var isSlow: Bool { seconds >= Self.slow }
}

extension Store {
  // The most records that are computed to judge by, and the time for them: a person is typing meanwhile.
  private static let (mostJudged, longestJudged) = (2_000, Duration.milliseconds(30))

  /// The cost of a computation, which the description need not have.
  /// - Throws: ``StoreError`` where the file can't be read or the computation makes no sense.
  package func cost(of source: ComputedSource, _ entity: EntityDescription) async throws -> ComputationCost {
    try await snapshot(noting: nil) { [mapping] database in
      let mapping = try mapping.current(LogState(in: database), in: database)
      let records = try mapping.recordCount(of: entity, in: database)
      let value = try ComputedSQL.sql(source, entity, mapping)
      let table = ComputedSQL.table(of: entity, hasRecords: source.hasRecords)
      let rows = try RawStatement("SELECT \(value.sql) FROM \(table) LIMIT \(Self.mostJudged)", in: database)
      rows.bind(value.values)
      defer { rows.reset() }
      let start = ContinuousClock.now
      var (judged, time) = (0, Duration.zero)
      while time < Self.longestJudged, try rows.step() {
        judged += 1
        time = .now - start
      }
      guard judged > 0 else { return ComputationCost(records: records, seconds: 0) }
      return ComputationCost(
        records: records, seconds: time / .seconds(1) / Double(judged) * Double(max(records, judged)))
    }
  }
}
