import KartotekaModel

// Records that a search finds, without their order and number, which take most of the time among very many.
extension Fetcher {
  /// A page of records that match: first those whose leading sort attribute begins with the searched text, then those that
  /// the index finds first. Nil where the exact page has to be made, also of an entity with fewer records.
  func anyMatches(_ request: AnyFetchRequest, from fewest: Int) throws -> FetchPage? {
    guard mapping.areKeysCurrent, mapping.areIndicesComplete, request.predicate == nil, request.position == .start
    else { return nil }
    var request = request
    (request.collation, request.displayOrder) = (.root, nil)
    let sql = try FetchSQL(request, mapping: mapping)
    guard let keys = sql.keys, let index = keys.searchIndex, !sql.terms.isEmpty, try countAll(sql.entity) >= fewest
    else { return nil }
    let most = min(max(1, request.limit), AnyFetchRequest.mostAtOnce) + 1
    var records = try sql.request.number.flatMap { try row($0, sql)?.record }.map { [$0] } ?? []
    records += try beginning(sql, keys, most).filter { $0.id != sql.request.number }
    func add(_ ids: Fragment, atMost steps: Int? = nil) throws {
      guard records.count < most else { return }
      let known = Set(records.compactMap(\.id))
      let found = try self.records(
        sql, "FROM \(SQL.name(sql.entity.table)) t WHERE t.id IN (SELECT * FROM (\(ids.sql)) LIMIT ?)",
        ids.values + [.integer(Int64(most + known.count))], atMost: steps)
      records += found.filter { !known.contains($0.id ?? 0) }
    }
    if sql.canUseIndex { try add(index.ids(finding: sql.terms)) }
    if sql.terms.count == 1 {
      for ids in sql.relatedMatches(of: sql.terms[0]) { try add(ids) }
      if sql.canUseIndex { for ids in sql.computedMatches(of: sql.terms[0]) { try add(ids) } }
      // Letters that the index does not know are looked for in a part of the keys.
      if !sql.canUseIndex {
        do { try add(index.ids(finding: sql.terms), atMost: countAll(sql.entity) / 16 * 10) } catch is TooManySteps {}
      }
    }
    // Records that have a term each in their own attributes and in those of related ones.
    let isComplete = sql.canUseIndex && (sql.terms.count == 1 || sql.searchesKeysAlone)
    guard isComplete || records.count >= most else { return nil }
    var page = FetchPage(records: Array(records.prefix(most - 1)))
    page.hasMoreInAnyOrder = records.count >= most
    try complete(&page, sql)
    return page
  }

  private func beginning(_ sql: FetchSQL, _ keys: SortKeyTable, _ limit: Int) throws -> [AnyRecord] {
    guard let name = sql.request.sort.first?.name, let column = keys.searched.first(where: { $0.name == name }),
      !column.behavior.isTranslated, let position = sql.entity.position(of: name),
      keys.leads(sql.entity.columns[position])
    else { return [] }
    let (key, text) = ("k." + SQL.name(column.column), Folding.fold(sql.request.search).trimmingSpaces())
    return try records(
      sql,
      """
      FROM \(SQL.name(keys.table)) k CROSS JOIN \(SQL.name(sql.entity.table)) t ON t.id = k.id \
      WHERE \(key) >= ? AND \(key) < ? ORDER BY \(key), k.id LIMIT ?
      """, [.text(text), .text(text + "\u{10FFFF}"), .integer(Int64(limit))])
  }

  private func records(
    _ sql: FetchSQL, _ rest: String, _ values: [Value], atMost steps: Int? = nil
  ) throws -> [AnyRecord] {
    let reader = mapping.reader(of: sql.entity, readsBlobs: sql.request.readsBlobs)
    let statement = try RawStatement("SELECT \(reader.columns) \(rest)", in: database)
    statement.bind(values)
    defer { statement.reset() }
    return try statement.within(steps: steps) {
      var records: [AnyRecord] = []
      while try statement.step() { records.append(reader.record(statement)) }
      return records
    }
  }
}
