import KartotekaModel

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
  func page(_ walk: [FetchSQL]) throws -> FetchPage {
    guard let sql = walk.first else { return FetchPage(records: []) }
    let limit = max(1, sql.request.limit)
    switch sql.request.position {
    case .start: return try cut(rows(walk, limit: limit + 1), to: limit, sql, hasPrevious: false)
    case .at(let cursor):
      let records = try rows(walk, beyond: Place(cursor: cursor, isIncluded: true), limit: limit + 1)
      guard let first = records.first else { return FetchPage(records: []) }
      return try cut(records, to: limit, sql, hasPrevious: hasRows(walk, before: first))
    case .after(let cursor):
      return try cut(rows(walk, beyond: Place(cursor: cursor), limit: limit + 1), to: limit, sql, hasPrevious: true)
    case .before(let cursor):
      var page = try ending(
        rows(walk, beyond: Place(cursor: cursor), backwards: true, limit: limit + 1), at: limit, sql)
      page.next = try page.records.last.map { try sql.place(of: $0, in: database) }
      return page
    case .around(let id): return try page(around: id, walk, limit)
    case .from(let text):
      guard let start = sql.from(text) else { return try page(around: 0, walk, limit) }
      let records = try rows(walk, where: start, limit: limit + 1)
      guard let first = records.first else {
        // Nothing there any more: the end of the list is nearer than its beginning.
        return try ending(rows(walk, backwards: true, limit: limit + 1), at: limit, sql)
      }
      return try cut(records, to: limit, sql, hasPrevious: hasRows(walk, before: first))
    }
  }

  private func page(around id: RecordID, _ walk: [FetchSQL], _ limit: Int) throws -> FetchPage {
    let sql = walk[0]
    guard let record = try mapping.reader(of: sql.entity).record(id: id, in: database) else {
      return try cut(rows(walk, limit: limit + 1), to: limit, sql, hasPrevious: false)
    }
    let place = try sql.place(of: record, in: database)
    var before = try rows(walk, beyond: Place(cursor: place), backwards: true, limit: limit / 2 + 1)
    let hasPrevious = before.count > limit / 2
    if hasPrevious { before.removeLast() }
    before.reverse()
    let rest = try rows(walk, beyond: Place(cursor: place, isIncluded: true), limit: limit - before.count + 1)
    return try cut(before + rest, to: limit, sql, hasPrevious: hasPrevious)
  }

  // A page of records that were read forwards, with one more than fit where there are more.
  private func cut(_ records: [AnyRecord], to limit: Int, _ sql: FetchSQL, hasPrevious: Bool) throws -> FetchPage {
    let more = records.count > limit
    let records = more ? Array(records.prefix(limit)) : records
    return FetchPage(
      records: records, next: more ? try records.last.map { try sql.place(of: $0, in: database) } : nil,
      previous: hasPrevious ? try records.first.map { try sql.place(of: $0, in: database) } : nil)
  }

  // A page of records that were read backwards, with one more than fit where there are more.
  private func ending(_ records: [AnyRecord], at limit: Int, _ sql: FetchSQL) throws -> FetchPage {
    let more = records.count > limit
    let records = Array(records.prefix(limit).reversed())
    return FetchPage(
      records: records, previous: more ? try records.first.map { try sql.place(of: $0, in: database) } : nil)
  }

  private func hasRows(_ walk: [FetchSQL], before record: AnyRecord) throws -> Bool {
    let place = Place(cursor: try walk[0].place(of: record, in: database))
    return try !rows(walk, beyond: place, backwards: true, limit: 1).isEmpty
  }

  // The records of a walk one behind the other.
  private func rows(
    _ walk: [FetchSQL], where condition: Fragment? = nil, beyond place: Place? = nil, backwards: Bool = false,
    limit: Int
  ) throws -> [AnyRecord] {
    var rest = (backwards ? walk.reversed() : walk)[...]
    var records: [AnyRecord] = []
    var place = place
    if let cursor = place?.cursor, let rank = walk.first(where: { $0.rank != nil })?.rank(at: cursor) {
      // Which parts lie beyond the place, also where its own part finds nothing and was left out.
      rest = rest.drop { $0.rank.map { backwards ? rank < $0 : $0 < rank } ?? false }
      if rest.first?.rank != rank { place = nil }
    }
    while let part = rest.popFirst(), records.count < limit {
      var conditions = try part.conditions() + [condition].compactMap(\.self)
      if let place {
        conditions.append(try part.beyond(place.cursor, backwards: backwards, inclusive: place.isIncluded))
      }
      records += try rows(part, conditions, backwards: backwards, limit: limit - records.count)
      place = nil
    }
    return records
  }

  private func rows(_ sql: FetchSQL, _ conditions: [Fragment], backwards: Bool, limit: Int) throws -> [AnyRecord] {
    let reader = mapping.reader(of: sql.entity, readsBlobs: sql.request.readsBlobs)
    let condition = Fragment.all(conditions)
    let order = sql.ordering(backwards: backwards)
    let text =
      "SELECT \(reader.columns) \(sql.source)" + (conditions.isEmpty ? "" : " WHERE " + condition.sql)
      + " \(order.sql) LIMIT ?"
    let statement = try RawStatement(text, in: database)
    statement.bind(condition.values + order.values + [.integer(Int64(limit))])
    defer { statement.reset() }
    var most: Int?
    if case .scan(let places?) = sql.searchPlan { most = max(places, Self.fewestScanned) * Self.stepsPerPlace }
    return try statement.within(steps: most) {
      var records: [AnyRecord] = []
      while try statement.step() { records.append(reader.record(statement)) }
      return records
    }
  }
}
