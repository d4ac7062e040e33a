import KartotekaModel

import class GRDB.Database

/// Runs fetch requests on one connection.
struct Fetcher {
  let database: Database
  let plan: StorePlan
  let counts: VersionedCache<CountKey, Int>
  /// The version of the snapshot.
  let version: Int
  /// The version of the last change of what some dependencies name.
  let lastChange: @Sendable (Dependencies) -> Int

  /// The page that a request asks for.
  func page(_ request: AnyFetchRequest) throws -> FetchPage {
    var sql = try FetchSQL(request, plan: plan)
    let found = try foundFirst(sql)
    if let found {
      try sql.search(by: way(sql, found: found))
    } else if plan.areKeysCurrent, !sql.terms.isEmpty, request.predicate == nil {
      try sql.search(by: .scan(atMost: countAll(sql.entity) / Self.scanShare))
    }
    var page: FetchPage
    do {
      page = try self.page(sql, sql.conditions())
    } catch is TooManySteps {
      sql.search(by: .lookUp)
      page = try self.page(sql, sql.conditions())
    }
    if request.wantsTotal { page.total = try total(request, page, found, by: sql.way) }
    if request.wantsComputed {
      page.computed = try ComputedSQL(sql.entity, plan)?.values(of: page.records.compactMap(\.id), in: database) ?? [:]
    }
    for name in request.include { page.included[name] = try included(name, sql, page.records) }
    return page
  }

  /// How many records match a request.
  func count(_ request: AnyFetchRequest) throws -> Int {
    var sql = try FetchSQL(request, plan: plan)
    let found = try foundFirst(sql)
    if let found { try sql.search(by: way(sql, found: found)) }
    return try total(request, nil, found, by: sql.way)
  }

  // MARK: Pages

  private func page(_ sql: FetchSQL, _ conditions: [Fragment]) throws -> FetchPage {
    let limit = max(1, sql.request.limit)
    switch sql.request.position {
    case .start:
      let records = try rows(sql, conditions, backwards: false, limit: limit + 1)
      return try cut(records, to: limit, sql, hasPrevious: false)
    case .at(let cursor):
      let records = try rows(
        sql, conditions + [sql.beyond(cursor, backwards: false, inclusive: true)], backwards: false, limit: limit + 1)
      guard let first = records.first else { return try cut([], to: limit, sql, hasPrevious: false) }
      return try cut(records, to: limit, sql, hasPrevious: try hasRows(sql, conditions, before: first))
    case .after(let cursor):
      let records = try rows(
        sql, conditions + [sql.beyond(cursor, backwards: false)], backwards: false, limit: limit + 1)
      return try cut(records, to: limit, sql, hasPrevious: true)
    case .before(let cursor):
      var records = try rows(
        sql, conditions + [sql.beyond(cursor, backwards: true)], backwards: true, limit: limit + 1)
      let more = records.count > limit
      if more { records.removeLast() }
      records.reverse()
      return FetchPage(
        records: records, next: try records.last.map { try sql.place(of: $0, in: database) },
        previous: more ? try records.first.map { try sql.place(of: $0, in: database) } : nil)
    case .around(let id): return try page(around: id, sql, conditions, limit)
    case .from(let text):
      guard let start = sql.from(text) else { return try page(around: 0, sql, conditions, limit) }
      let records = try rows(sql, conditions + [start], backwards: false, limit: limit + 1)
      guard let first = records.first else {
        // Nothing there any more: the end of the list is nearer than its beginning.
        var last = try rows(sql, conditions, backwards: true, limit: limit + 1)
        let hasMore = last.count > limit
        if hasMore { last.removeLast() }
        return FetchPage(
          records: last.reversed(), previous: hasMore ? try last.last.map { try sql.place(of: $0, in: database) } : nil)
      }
      return try cut(records, to: limit, sql, hasPrevious: try hasRows(sql, conditions, before: first))
    }
  }

  private func page(around id: RecordID, _ sql: FetchSQL, _ conditions: [Fragment], _ limit: Int) throws
    -> FetchPage
  {
    guard let record = try plan.reader(of: sql.entity).record(id: id, in: database) else {
      return try cut(
        rows(sql, conditions, backwards: false, limit: limit + 1), to: limit, sql, hasPrevious: false)
    }
    let place = try sql.place(of: record, in: database)
    var before = try rows(
      sql, conditions + [sql.beyond(place, backwards: true)], backwards: true, limit: limit / 2 + 1)
    let hasPrevious = before.count > limit / 2
    if hasPrevious { before.removeLast() }
    before.reverse()
    let rest = try rows(
      sql, conditions + [sql.beyond(place, backwards: false, inclusive: true)], backwards: false,
      limit: limit - before.count + 1)
    return try cut(before + rest, to: limit, sql, hasPrevious: hasPrevious)
  }

  private func cut(_ records: [AnyRecord], to limit: Int, _ sql: FetchSQL, hasPrevious: Bool) throws -> FetchPage {
    let more = records.count > limit
    let records = more ? Array(records.prefix(limit)) : records
    return FetchPage(
      records: records, next: more ? try records.last.map { try sql.place(of: $0, in: database) } : nil,
      previous: hasPrevious ? try records.first.map { try sql.place(of: $0, in: database) } : nil)
  }

  private func hasRows(_ sql: FetchSQL, _ conditions: [Fragment], before record: AnyRecord) throws -> Bool {
    try !rows(
      sql, conditions + [sql.beyond(sql.place(of: record, in: database), backwards: true)], backwards: true, limit: 1
    ).isEmpty
  }

  private func rows(_ sql: FetchSQL, _ conditions: [Fragment], backwards: Bool, limit: Int) throws
    -> [AnyRecord]
  {
    let reader = plan.reader(of: sql.entity, readsBlobs: sql.request.readsBlobs)
    let condition = Fragment.all(conditions)
    let text =
      "SELECT \(reader.columns) \(sql.source)" + (conditions.isEmpty ? "" : " WHERE " + condition.sql)
      + " \(sql.ordering(backwards: backwards)) LIMIT ?"
    let statement = try RawStatement(text, in: database)
    statement.bind(condition.values + [.integer(Int64(limit))])
    defer { statement.reset() }
    var most: Int?
    if case .scan(let places?) = sql.way { most = max(places, Self.fewestScanned) * Self.stepsPerPlace }
    return try statement.within(steps: most) {
      var records: [AnyRecord] = []
      while try statement.step() { records.append(reader.record(statement)) }
      return records
    }
  }

  // MARK: Counting

  private func total(
    _ request: AnyFetchRequest, _ page: FetchPage?, _ found: Int?, by used: SearchWay
  ) throws -> Int {
    if let page, page.next == nil, page.previous == nil, request.position == .start {
      return page.records.count
    }
    if let found, request.predicate == nil { return found }
    if request.predicate == nil, request.search.isEmpty { return try countAll(plan.entity(request.entity)) }
    // Whatever the order, the same records are counted.
    var unordered = request
    unordered.collation = .root
    var sql = try FetchSQL(unordered, plan: plan)
    // What no index knows is counted quickest by looking at all keys as they stand.
    let isScanned = if case .scan = used { true } else { found == nil && sql.entity.searchPaths.isEmpty }
    if !isScanned { sql.search(by: used) }
    return try counted(sql) { [sql] in
      let conditions = try sql.conditions()
      let condition = Fragment.all(conditions)
      return Fragment(
        sql: "SELECT count(*) \(countingSource(sql))" + (conditions.isEmpty ? "" : " WHERE " + condition.sql),
        values: condition.values)
    }
  }

  // The number holds until the next change of what the request reads.
  private func counted(_ sql: FetchSQL, _ counting: () throws -> Fragment) throws -> Int {
    let change = lastChange(Dependencies(sql.request, in: plan.model))
    return try counts.value(CountKey(sql.request), at: version, changed: change) {
      let counting = try counting()
      let statement = try RawStatement(counting.sql, in: database)
      statement.bind(counting.values)
      defer { statement.reset() }
      return try statement.step() ? Int(statement.integer(column: 0)) : 0
    }
  }

  private func countAll(_ entity: EntityDescription) throws -> Int {
    let key = CountKey(AnyFetchRequest(entity.name))
    return try counts.value(key, at: version, changed: lastChange(.entities([entity.name]))) {
      Int(try RawStatement("SELECT count(*) FROM \(SQL.name(entity.table))", in: database).integer() ?? 0)
    }
  }

  // What only searches needs the keys and not the records.
  private func countingSource(_ sql: FetchSQL) -> String {
    guard let keys = sql.keys, sql.request.predicate == nil, sql.entity.searchPaths.isEmpty else { return sql.source }
    return "FROM \(SQL.name(keys.table)) k"
  }

  /// How many records a search finds, whatever the predicate, where that is known before they are; else nil.
  private func foundFirst(_ sql: FetchSQL) throws -> Int? {
    guard plan.areKeysCurrent, sql.canUseIndex else { return nil }
    var request = AnyFetchRequest(sql.request.entity)
    request.search = sql.request.search
    let unfiltered = try FetchSQL(request, plan: plan)
    return try counted(unfiltered) { unfiltered.indexedCount }
  }

  // One record in so many is looked at in the order before all of them are looked at as they stand, which takes a tenth
  // for each.
  private static let scanShare = 16
  private static let fewestScanned = 1_000
  // About what SQLite's machine takes to look at a record's keys.
  private static let stepsPerPlace = 10

  /// The quicker way to the first records that match: few are looked up and sorted; of many, the first are found
  /// by walking the order, unless they stand at its end. The constant is the ratio of the two ways' costs per record or
  /// text, as measured.
  private func way(_ sql: FetchSQL, found: Int) throws -> SearchWay {
    if found == 0 { return .none }
    let all = try countAll(sql.entity)
    func isMany(among places: Int) -> Bool {
      let share = Double(found) / Double(max(all, 1))
      return share * share * Double(places) > 5
    }
    guard let texts = sql.orderedTexts else {
      // What a predicate takes beside it, nobody knows.
      return isMany(among: all) ? .scan(atMost: sql.request.predicate == nil ? found : nil) : .lookUp
    }
    // No index knows one or two letters: every text is looked at, in their order only until the first are found.
    let isLookedThrough = !sql.terms.allSatisfy(TrigramIndex.knows)
    guard try isLookedThrough || isMany(among: texts.root.size(in: database)) else { return .lookUp }
    // Another collation's texts have those of the records that wait, too.
    if texts.collated == nil, try sql.keys?.searchIndex?.hasNewText(finding: sql.terms, in: database) ?? true {
      return .lookUp
    }
    return .walk(texts)
  }

  // MARK: Related records

  private func included(
    _ name: String, _ sql: FetchSQL, _ records: [AnyRecord]
  ) throws -> [RecordID: AnyRecord] {
    let entity = sql.entity
    guard let relationship = entity.relationship(name), relationship.cardinality == .toOne else {
      throw StoreError.unknownField(entity: entity.name, field: name)
    }
    let target = try plan.entity(relationship.target)
    let ids = Set(records.compactMap { if case .integer(let id) = $0[name] { id } else { nil } })
    let reader = plan.reader(of: target, readsBlobs: sql.request.readsBlobs)
    let statement = try RawStatement(
      "SELECT \(reader.columns) FROM \(SQL.name(target.table)) t WHERE t.id IN (SELECT value FROM json_each(?))",
      in: database)
    statement.bind(.text("[" + ids.map(String.init).joined(separator: ",") + "]"), at: 1)
    defer { statement.reset() }
    var found: [RecordID: AnyRecord] = [:]
    while try statement.step() {
      let record = reader.record(statement)
      found[record.id ?? 0] = record
    }
    return found
  }
}
