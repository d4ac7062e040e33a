import KartotekaModel

/// Runs fetch requests on one connection.
struct Fetcher {
  let database: SQLConnection
  let mapping: SnapshotMapping
  let counts: VersionedCache<CountKey, Int>
  /// The version of the snapshot.
  let version: DataVersion

  /// The page that a request asks for; where the search finds nothing and the request forgives a slip, that of the
  /// corrected search.
  func page(_ request: AnyFetchRequest) throws -> FetchPage {
    if let fewest = request.takesAnyMatchesFrom, let page = try anyMatches(request, from: fewest) { return page }
    var page = try exactPage(request)
    guard request.forgivesSlip, page.records.isEmpty else { return page }
    // Each of hundreds of words would be compared with the keys of all records that are not indexed.
    page.lacksCorrection = !mapping.areIndicesComplete
    guard !page.lacksCorrection, let search = try corrected(request) else { return page }
    var request = request
    request.search = search
    var corrected = try exactPage(request)
    corrected.correctedSearch = search
    return corrected
  }

  /// The page that a request asks for.
  func exactPage(_ request: AnyFetchRequest) throws -> FetchPage {
    var sql = try narrowed(FetchSQL(request, mapping: mapping))
    let found = try foundFirst(sql)
    if sql.narrowing == nil { try sql.search(by: searchPlan(sql, found: found)) }
    let walk = try walk(sql, found: found)
    let placed: PlacedPage
    do {
      placed = try self.page(walk)
    } catch is TooManySteps {
      placed = try self.page(walk.map { $0.lookingUp() })
    }
    var page = placed.page(sql)
    if sql.leading != nil, walk.contains(where: { $0.rank != nil }) {
      let elsewhere = placed.rows.filter { sql.rank(of: $0.record.id, at: $0.place.first) == .elsewhere }
      page.foundElsewhere = Set(elsewhere.compactMap(\.record.id))
    }
    if request.wantsTotal { page.total = try total(request, page, found, by: sql.searchPlan) }
    try complete(&page, sql)
    return page
  }

  // The requests whose records stand one behind the other in the page: one, or one for each rank of matches.
  private func walk(_ sql: FetchSQL, found: Int?) throws -> [FetchSQL] {
    // A jump to a letter goes by the order alone.
    if case .from = sql.request.position { return [sql] }
    guard let leading = sql.leading else {
      guard sql.isNumberFirst else { return [sql] }
      return sql.terms.isEmpty ? [sql.of(.numbered)] : [sql.of(.numbered), sql.of(.elsewhere)]
    }
    let inLeading = sql.terms.count == 1 ? try self.found(sql, in: leading) : found
    return try MatchRank.allCases.compactMap { rank in
      var part = sql.of(rank)
      switch rank {
      case .numbered: return sql.isNumberFirst ? part : nil
      case .begins where sql.terms.count == 1 && sql.collated == nil:
        part.search(by: .scan(atMost: nil))
      case .begins, .contains: try part.search(by: searchPlan(part, found: inLeading))
      case .elsewhere:
        if let inLeading, inLeading == found, sql.terms.count == 1 { return nil }
        try part.search(by: searchPlan(part, found: found))
      }
      return part
    }
  }

  /// The number of records that match a request.
  func count(_ request: AnyFetchRequest) throws -> Int {
    var sql = try FetchSQL(request, mapping: mapping)
    let found = try foundFirst(sql)
    if let found { try sql.search(by: searchPlan(sql, found: found)) }
    return try total(request, nil, found, by: sql.searchPlan)
  }

  /// The condition on `t` of the records that a search finds, without the request's predicate; nil without a search.
  func condition(ofSearch request: AggregateRequest) throws -> Fragment? {
    var fetch = AnyFetchRequest(request.entity)
    (fetch.search, fetch.number) = (request.search ?? "", request.number)
    var sql = try FetchSQL(fetch, mapping: mapping)
    guard !sql.terms.isEmpty || request.number != nil else { return nil }
    if let found = try foundFirst(sql) { try sql.search(by: searchPlan(sql, found: found)) }
    let found = Fragment.all(try sql.conditions())
    return Fragment(
      sql: "t.id IN (SELECT \(sql.id) \(countingSource(sql)) WHERE \(found.sql))", values: found.values)
  }

  // MARK: Counting

  private func total(
    _ request: AnyFetchRequest, _ page: FetchPage?, _ found: Int?, by used: SearchPlan
  ) throws -> Int {
    if let page, page.next == nil, page.previous == nil, request.position == .start {
      return page.records.count
    }
    if request.number != nil { return try totalWithNumber(request, found, by: used) }
    if let found, request.predicate == nil { return found }
    if request.predicate == nil, request.search.isEmpty { return try countAll(mapping.entity(request.entity)) }
    // The order does not change the count.
    var unordered = request
    unordered.collation = .root
    // A join for the order of related records would cost a look-up for each record.
    let entity = try mapping.entity(request.entity)
    unordered.sort.removeAll { $0.name != "id" && entity.position(of: $0.name) == nil }
    var sql = try FetchSQL(unordered, mapping: mapping)
    // Matches that no index knows are counted fastest by a scan of all keys in their stored order.
    let isScanned = if case .scan = used { true } else { found == nil && sql.searchesKeysAlone }
    if !isScanned { sql.search(by: used) }
    return try counted(sql) { [sql] in
      let sql = try narrowed(sql)
      let conditions = try sql.conditions()
      let condition = Fragment.all(conditions)
      return Fragment(
        sql: "SELECT count(*) \(countingSource(sql))" + (conditions.isEmpty ? "" : " WHERE " + condition.sql),
        values: condition.values)
    }
  }

  // The matches of the search without the number, and the record with the number unless it is among them.
  private func totalWithNumber(_ request: AnyFetchRequest, _ found: Int?, by used: SearchPlan) throws -> Int {
    let sql = try FetchSQL(request, mapping: mapping)
    return try cached(request) {
      let condition = Fragment.all(try sql.onlyNumbered())
      let alone = try number(
        Fragment(sql: "SELECT count(*) \(sql.source) WHERE \(condition.sql)", values: condition.values))
      if sql.terms.isEmpty { return alone }
      var others = request
      others.number = nil
      return try total(others, nil, found, by: used) + alone
    }
  }

  private func counted(
    _ sql: FetchSQL, in attribute: AttributeDescription? = nil, _ counting: () throws -> Fragment
  ) throws -> Int {
    try cached(sql.request, in: attribute) { try number(counting()) }
  }

  // The number holds until the next change of what the request reads.
  private func cached(
    _ request: AnyFetchRequest, in attribute: AttributeDescription? = nil, _ count: () throws -> Int
  ) throws -> Int {
    let read = Dependencies(request, in: mapping.model)
    // The request's conditions name the day; a computed value that it compares may still depend on it.
    let key = CountKey(request, in: attribute?.name, CacheContext(of: read))
    return try counts.value(key, at: version, until: read.entities, count)
  }

  private func number(_ counting: Fragment) throws -> Int {
    let statement = try RawStatement(counting.sql, in: database)
    statement.bind(counting.values)
    defer { statement.reset() }
    return try statement.step() ? Int(statement.integer(column: 0)) : 0
  }

  func countAll(_ entity: EntityDescription) throws -> Int {
    let key = CountKey(AnyFetchRequest(entity.name))
    return try counts.value(key, at: version, until: [entity.name]) {
      try mapping.recordCount(of: entity, in: database)
    }
  }

  // A search without other conditions needs the keys and not the records.
  private func countingSource(_ sql: FetchSQL) -> String {
    guard let keys = sql.keys, sql.request.predicate == nil, sql.searchesKeysAlone else { return sql.source }
    return "FROM \(SQL.name(keys.table)) k"
  }

  /// The number of records that match the search alone, without the predicate, if an index knows it; else nil.
  private func foundFirst(_ sql: FetchSQL) throws -> Int? {
    // Computed values are in no index: to count their matches takes as long as to find them.
    guard mapping.areKeysCurrent, sql.canUseIndex, sql.computedKeys.isEmpty else { return nil }
    let unfiltered = try unfiltered(sql)
    return try counted(unfiltered) { unfiltered.indexedCount }
  }

  /// The number of records that have the terms in one attribute, without the predicate; nil if no index knows it.
  private func found(_ sql: FetchSQL, in attribute: AttributeDescription) throws -> Int? {
    guard mapping.areKeysCurrent, sql.terms.allSatisfy(\.isIndexed), let index = sql.keys?.searchIndex else {
      return nil
    }
    return try counted(unfiltered(sql), in: attribute) { index.count(finding: sql.terms, in: attribute.column) }
  }

  private func unfiltered(_ sql: FetchSQL) throws -> FetchSQL {
    var request = AnyFetchRequest(sql.request.entity)
    (request.search, request.searchesStoredAlone) = (sql.request.search, sql.request.searchesStoredAlone)
    return try FetchSQL(request, mapping: mapping)
  }

  // One record in so many is looked at in the order before all of them are looked at as they stand, which takes a tenth
  // for each.
  private static let scanShare = 16

  /// The quicker way to the first records that match: few are looked up and sorted; of many, the first are found
  /// by walking the order, unless they stand at its end. The constant is the ratio of the two ways' costs per record,
  /// as measured.
  /// - Parameter found: how many match; nil where that is not known.
  private func searchPlan(_ sql: FetchSQL, found: Int?) throws -> SearchPlan {
    guard let found else {
      // It is unknown whether the search or the filter finds fewer records.
      let isFilter = sql.terms.isEmpty && sql.isJoined && sql.request.predicate?.isOfRelated == false
      let isSearch = !sql.terms.isEmpty && sql.request.predicate == nil
      let isBounded = mapping.areKeysCurrent && (isFilter || isSearch)
      return .scan(atMost: isBounded ? try countAll(sql.entity) / Self.scanShare : nil)
    }
    if found == 0 { return .none }
    let all = try countAll(sql.entity)
    let share = Double(found) / Double(max(all, 1))
    guard share * share * Double(all) > 5 else { return .indexThenSort }
    // The selectivity of a predicate is unknown.
    return .scan(atMost: sql.request.predicate == nil ? found : nil)
  }
}

extension FetchPredicate {
  /// Whether it asks for the records of a relationship, which an index finds, or for all others, which the order finds.
  fileprivate var isOfRelated: Bool {
    switch self {
    case .has, .isRelated, .isReferred: true
    case .all(let list): list.contains(where: \.isOfRelated)
    case .any(let list): list.allSatisfy(\.isOfRelated)
    case .not(let inner): inner.isOfRelated
    default: false
    }
  }
}
