import KartotekaModel

extension Store {
  /// The ids of the records that a many-to-many relationship leads to, in ascending order, for each of several records
  /// that leads to any: one look for a whole page of records.
  /// - Parameter most: the number of ids for each record; nil for all.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func related(
    _ relationship: RelationshipDescription, of ids: [RecordID], most: Int? = nil
  ) async throws -> [RecordID: [RecordID]] {
    guard let table = relationship.joinTable, let columns = relationship.joinColumns, !ids.isEmpty else { return [:] }
    let (own, related) = (SQL.name(columns.own), SQL.name(columns.related))
    return try await translating {
      try await read(noting: Dependencies(relationship, in: model)) { database in
        let rows = try RawStatement(
          """
          SELECT one, other FROM (SELECT \(own) AS one, \(related) AS other, \
          row_number() OVER (PARTITION BY \(own) ORDER BY \(related)) AS place FROM \(SQL.name(table)) \
          WHERE \(own) IN (SELECT value FROM json_each(?))) WHERE place <= ? ORDER BY one, other
          """, in: database)
        rows.bind([SQL.json(ids), .integer(Int64(most ?? .max))])
        defer { rows.reset() }
        var found: [RecordID: [RecordID]] = [:]
        while try rows.step() { found[rows.integer(column: 0), default: []].append(rows.integer(column: 1)) }
        return found
      }
    }
  }
}
