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

  /// The first of the records that belong to each of some records, by the id of the record that they belong to.
  /// - Parameters:
  ///   - entity: the entity of the records that belong to others.
  ///   - relationship: their to-one relationship to those.
  ///   - order: the attribute by whose value they stand, the least first; nil for the order of their ids, which also decides
  ///     between equal values.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func firsts(
    _ entity: EntityDescription, of relationship: RelationshipDescription, among ids: [RecordID], by order: String?
  ) async throws -> [RecordID: AnyRecord] {
    let owner = SQL.name(relationship.column)
    let place = order.flatMap { entity.attribute($0) }.map { SQL.name($0.column) + ", id" } ?? "id"
    let owners = try await translating {
      try await read(noting: Dependencies(recordsOf: entity, in: model)) { database in
        let rows = try RawStatement(
          """
          SELECT id, owner FROM (SELECT id, \(owner) AS owner, \
          row_number() OVER (PARTITION BY \(owner) ORDER BY \(place)) AS nth \
          FROM \(SQL.name(entity.table)) WHERE \(owner) IN (SELECT value FROM json_each(?))) WHERE nth = 1
          """, in: database)
        rows.bind([SQL.json(ids)])
        defer { rows.reset() }
        var found: [RecordID: RecordID] = [:]
        while try rows.step() { found[rows.integer(column: 0)] = rows.integer(column: 1) }
        return found
      }
    }
    var firsts: [RecordID: AnyRecord] = [:]
    var rest = owners.keys.sorted()[...]
    while !rest.isEmpty {
      var fetch = AnyFetchRequest(entity.name)
      fetch.predicate = .compare("id", .in, rest.prefix(fetch.limit).map(Value.integer))
      fetch.wantsTotal = false
      rest = rest.dropFirst(fetch.limit)
      for record in try await self.fetch(fetch).records {
        if let id = record.id, let owner = owners[id] { firsts[owner] = record }
      }
    }
    return firsts
  }
}
