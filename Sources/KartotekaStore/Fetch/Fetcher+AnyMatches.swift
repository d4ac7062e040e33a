import KartotekaModel

import class GRDB.Database

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
    guard let keys = sql.keys, let index = keys.searchIndex, sql.canUseIndex,
      try countAll(sql.entity) >= fewest
    else { return nil }
    let most = max(1, request.limit) + 1
    var records = try beginning(sql, keys, most)
    if records.count < most {
      let known = Set(records.compactMap(\.id))
      let ids = index.ids(finding: sql.terms)
      let found = try self.records(
        sql, "FROM \(SQL.name(sql.entity.table)) t WHERE t.id IN (SELECT * FROM (\(ids.sql)) LIMIT ?)",
        ids.values + [.integer(Int64(most))])
      records += found.filter { !known.contains($0.id ?? 0) }
    }
    // Others may be found by their related records.
    if records.count < most, !sql.entity.searchPaths.isEmpty { return nil }
    var page = FetchPage(records: Array(records.prefix(most - 1)))
    if records.count >= most { page.next = try page.records.last.map { try sql.place(of: $0, in: database) } }
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

  private func records(_ sql: FetchSQL, _ rest: String, _ values: [Value]) throws -> [AnyRecord] {
    let reader = mapping.reader(of: sql.entity, readsBlobs: sql.request.readsBlobs)
    let statement = try RawStatement("SELECT \(reader.columns) \(rest)", in: database)
    statement.bind(values)
    defer { statement.reset() }
    var records: [AnyRecord] = []
    while try statement.step() { records.append(reader.record(statement)) }
    return records
  }
}
