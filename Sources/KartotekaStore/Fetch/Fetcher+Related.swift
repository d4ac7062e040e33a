import KartotekaModel

// The computed values and the related records of a page.
extension Fetcher {
  /// Adds the computed values and the related records that the request asks for.
  func complete(_ page: inout FetchPage, _ sql: FetchSQL) throws {
    if sql.request.wantsComputed {
      page.computed =
        try ComputedSQL(sql.entity, mapping)?.values(of: page.records.compactMap(\.id), in: database) ?? [:]
    }
    for name in sql.request.include {
      let relationship = sql.entity.relationship(name)
      if relationship?.cardinality == .toOne {
        page.included[name] = try included(name, of: sql.entity, page.records, sql)
      } else if relationship == nil, let point = name.lastIndex(of: ".") {
        page.included[name] = try included(name, beyond: String(name[..<point]), sql, page)
      } else {
        page.includedLists[name] = try includedLists(name, sql, page.records)
      }
    }
    page.named = try named(sql, page)
  }

  // The computed values that the request names: those of the page's records and of included ones, by one statement for each
  // relationship.
  private func named(_ sql: FetchSQL, _ page: FetchPage) throws -> [String: [RecordID: [String: Value]]] {
    var names: [String: Set<String>] = [:]
    for path in sql.request.computes {
      let point = path.lastIndex(of: ".")
      names[point.map { String(path[..<$0]) } ?? "", default: []].insert(
        point.map { String(path[path.index(after: $0)...]) } ?? path)
    }
    var found: [String: [RecordID: [String: Value]]] = [:]
    for (path, names) in names {
      let records = path.isEmpty ? page.records : page.included[path].map { Array($0.values) }
      guard let entity = sql.entity.target(of: path, in: mapping.model), let records else {
        throw StoreError.unknownField(entity: sql.entity.name, field: path)
      }
      if let unknown = names.first(where: { entity.computed($0) == nil }) {
        throw StoreError.unknownField(entity: entity.name, field: unknown)
      }
      guard let computed = try ComputedSQL(entity, mapping, only: names) else { continue }
      found[path] = try computed.named(of: records.compactMap(\.id), in: database)
    }
    return found
  }

  // The records to which a relationship of included records leads.
  private func included(
    _ path: String, beyond former: String, _ sql: FetchSQL, _ page: FetchPage
  ) throws -> [RecordID: AnyRecord] {
    guard let entity = sql.entity.target(of: former, in: mapping.model), let records = page.included[former] else {
      throw StoreError.unknownField(entity: sql.entity.name, field: path)
    }
    return try included(String(path.dropFirst(former.count + 1)), of: entity, records.values, sql)
  }

  private func included(
    _ name: String, of entity: EntityDescription, _ records: some Collection<AnyRecord>, _ sql: FetchSQL
  ) throws -> [RecordID: AnyRecord] {
    guard let relationship = entity.relationship(name), relationship.cardinality == .toOne else {
      throw StoreError.unknownField(entity: entity.name, field: name)
    }
    let target = try mapping.entity(relationship.target)
    let ids = Set(records.compactMap { if case .integer(let id) = $0[name] { id } else { nil } })
    let reader = mapping.reader(of: target, readsBlobs: sql.request.readsBlobs)
    let statement = try RawStatement(
      "SELECT \(reader.columns) FROM \(SQL.name(target.table)) t WHERE t.id IN (SELECT value FROM json_each(?))",
      in: database)
    statement.bind(SQL.json(ids), at: 1)
    defer { statement.reset() }
    var found: [RecordID: AnyRecord] = [:]
    while try statement.step() {
      let record = reader.record(statement)
      found[record.id ?? 0] = record
    }
    return found
  }

  // Two statements for each record, by index; one for all of them would sort all that they lead to.
  private func includedLists(
    _ name: String, _ sql: FetchSQL, _ records: [AnyRecord]
  ) throws -> [RecordID: IncludedRecords] {
    guard let relationship = sql.entity.relationship(name) else {
      throw StoreError.unknownField(entity: sql.entity.name, field: name)
    }
    let target = try mapping.entity(relationship.target)
    let reader = mapping.reader(of: target, readsBlobs: sql.request.readsBlobs)
    let ids = mapping.relatedSQL(relationship)
    let first = try RawStatement(
      "SELECT \(reader.columns) FROM \(SQL.name(target.table)) t WHERE t.id IN (\(ids)) ORDER BY t.id LIMIT ?",
      in: database)
    let counting = try RawStatement("SELECT count(*) FROM (\(ids))", in: database)
    defer { first.reset() }
    let limit = IncludedRecords.limit(onPageOf: records.count)
    var found: [RecordID: IncludedRecords] = [:]
    for id in records.compactMap(\.id) {
      first.bind([.integer(id), .integer(Int64(limit))])
      var related: [AnyRecord] = []
      while try first.step() { related.append(reader.record(first)) }
      first.reset()
      let isAll = related.count < limit
      let total = isAll ? related.count : Int(try counting.integer(.integer(id)) ?? 0)
      found[id] = IncludedRecords(records: related, total: total)
    }
    return found
  }
}

extension EntityDescription {
  /// The entity of the records to which relationships lead one after the other: `copy.score`, or itself for none; nil where one
  /// does not exist.
  func target(of path: String, in model: ModelDescription) -> EntityDescription? {
    path.split(separator: ".").reduce(self as EntityDescription?) { entity, step in
      entity?.relationship(String(step)).flatMap { model.entity(named: $0.target) }
    }
  }
}
