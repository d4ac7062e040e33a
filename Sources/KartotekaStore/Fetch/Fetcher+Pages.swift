import KartotekaModel

/// A record with its place in the order of the request that it was read by.
struct PlacedRecord {
  let record: AnyRecord
  /// The values of the terms of the order, without the id at its end, as SQL computes them.
  let place: [Value]
}

/// A page of records with their places.
struct PlacedPage {
  var rows: [PlacedRecord] = []
  var hasNext = false
  var hasPrevious = false

  /// The page with the cursors of its ends.
  func page(_ sql: FetchSQL) -> FetchPage {
    FetchPage(
      records: rows.map(\.record), next: hasNext ? rows.last.map(sql.cursor) : nil,
      previous: hasPrevious ? rows.first.map(sql.cursor) : nil)
  }
}

// A page of a walk: of requests whose records stand one behind the other, each record in one of them. All have the same
// entity and order.
extension Fetcher {
  // The least number of records that a bounded scan looks at.
  private static let fewestScanned = 1_000
  // About what SQLite's machine takes to look at a record's keys.
  private static let stepsPerPlace = 10

  /// A place in a walk, beyond which records are read.
  private struct Place {
    let cursor: FetchCursor
    /// Whether the record at the place is read, too.
    var isIncluded = false
  }

  /// The page of a walk that its request asks for.
  func page(_ walk: [FetchSQL]) throws -> PlacedPage {
    guard let sql = walk.first else { return PlacedPage() }
    // One more than fit tells whether there are more.
    let limit = min(max(1, sql.request.limit), AnyFetchRequest.mostAtOnce)
    switch sql.request.position {
    case .start: return try cut(rows(walk, limit: limit + 1), to: limit, hasPrevious: false)
    case .at(let cursor):
      let rows = try rows(walk, beyond: Place(cursor: cursor, isIncluded: true), limit: limit + 1)
      guard let first = rows.first else { return PlacedPage() }
      return try cut(rows, to: limit, hasPrevious: hasRows(walk, before: first))
    case .after(let cursor):
      return try cut(rows(walk, beyond: Place(cursor: cursor), limit: limit + 1), to: limit, hasPrevious: true)
    case .before(let cursor):
      var page = try ending(rows(walk, beyond: Place(cursor: cursor), backwards: true, limit: limit + 1), at: limit)
      page.hasNext = true
      return page
    case .around(let id): return try page(around: id, walk, limit)
    case .from(let text):
      guard let start = sql.from(text) else { return try page(around: 0, walk, limit) }
      let found = try rows(walk, where: start, limit: limit + 1)
      guard let first = found.first else {
        // Nothing there any more: the end of the list is nearer than its beginning.
        return try ending(rows(walk, backwards: true, limit: limit + 1), at: limit)
      }
      return try cut(found, to: limit, hasPrevious: hasRows(walk, before: first))
    }
  }

  private func page(around id: RecordID, _ walk: [FetchSQL], _ limit: Int) throws -> PlacedPage {
    guard let place = try self.row(id, walk[0]).map(walk[0].cursor) else {
      return try cut(rows(walk, limit: limit + 1), to: limit, hasPrevious: false)
    }
    var before = try rows(walk, beyond: Place(cursor: place), backwards: true, limit: limit / 2 + 1)
    let hasPrevious = before.count > limit / 2
    if hasPrevious { before.removeLast() }
    before.reverse()
    let rest = try rows(walk, beyond: Place(cursor: place, isIncluded: true), limit: limit - before.count + 1)
    return cut(before + rest, to: limit, hasPrevious: hasPrevious)
  }

  /// A record by its id, whatever a request's conditions are; nil where there is none.
  func row(_ id: RecordID, _ sql: FetchSQL) throws -> PlacedRecord? {
    for condition in mapping.reader(of: sql.entity).conditions(of: id, sql.id) {
      if let row = try rows(sql, [condition], ordered: nil, limit: 1).first { return row }
    }
    return nil
  }

  // A page of records that were read forwards, with one more than fit where there are more.
  private func cut(_ rows: [PlacedRecord], to limit: Int, hasPrevious: Bool) -> PlacedPage {
    PlacedPage(rows: Array(rows.prefix(limit)), hasNext: rows.count > limit, hasPrevious: hasPrevious)
  }

  // A page of records that were read backwards, with one more than fit where there are more.
  private func ending(_ rows: [PlacedRecord], at limit: Int) -> PlacedPage {
    PlacedPage(rows: Array(rows.prefix(limit).reversed()), hasPrevious: rows.count > limit)
  }

  private func hasRows(_ walk: [FetchSQL], before row: PlacedRecord) throws -> Bool {
    try !rows(walk, beyond: Place(cursor: walk[0].cursor(row)), backwards: true, limit: 1).isEmpty
  }

  // The records of a walk one behind the other.
  private func rows(
    _ walk: [FetchSQL], where condition: Fragment? = nil, beyond place: Place? = nil, backwards: Bool = false,
    limit: Int
  ) throws -> [PlacedRecord] {
    var rest = (backwards ? walk.reversed() : walk)[...]
    var found: [PlacedRecord] = []
    var place = place
    if let cursor = place?.cursor, let rank = walk.first(where: { $0.rank != nil })?.rank(of: cursor) {
      // The parts beyond the place remain, also where its own part finds nothing and was left out.
      rest = rest.drop { $0.rank.map { backwards ? rank < $0 : $0 < rank } ?? false }
      if rest.first?.rank != rank { place = nil }
    }
    while let part = rest.popFirst(), found.count < limit {
      var conditions = try part.conditions() + [condition].compactMap(\.self)
      if let place {
        conditions.append(try part.beyond(place.cursor, backwards: backwards, inclusive: place.isIncluded))
      }
      found += try rows(part, conditions, ordered: part.ordering(backwards: backwards), limit: limit - found.count)
      place = nil
    }
    return found
  }

  // - Parameter order: `ORDER BY`; nil where one row at most fulfils the conditions.
  private func rows(
    _ sql: FetchSQL, _ conditions: [Fragment], ordered order: String?, limit: Int
  ) throws -> [PlacedRecord] {
    let reader = mapping.reader(of: sql.entity, readsBlobs: sql.request.readsBlobs)
    let condition = Fragment.all(conditions)
    let terms = sql.placing
    let columns = terms.map(\.expression) + [reader.columns]
    let text =
      "SELECT \(columns.joined(separator: ", ")) \(sql.source)"
      + (conditions.isEmpty ? "" : " WHERE " + condition.sql) + (order.map { " " + $0 } ?? "") + " LIMIT ?"
    let statement = try RawStatement(text, in: database)
    statement.bind(terms.flatMap(\.values) + condition.values + [.integer(Int64(limit))])
    defer { statement.reset() }
    var most: Int?
    if case .scan(let places?) = sql.searchPlan {
      // A long page is no long search: what its records take to be read counts besides.
      let perRecord = Self.stepsPerPlace + 2 * (sql.entity.columns.count + columns.count)
      most = max(places, Self.fewestScanned) * Self.stepsPerPlace + limit * perRecord
    }
    return try statement.within(steps: most) {
      var rows: [PlacedRecord] = []
      while try statement.step() {
        rows.append(
          PlacedRecord(
            record: reader.record(statement, from: terms.count),
            place: terms.indices.map { statement.value(column: $0) }))
      }
      return rows
    }
  }
}
