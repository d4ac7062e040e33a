import KartotekaModel

/// Turns one aggregate request into SQL.
struct AggregateSQL {
  /// The whole statement with its values.
  private(set) var statement: Fragment
  /// The values of the group alone, one for each record, where their numbers are asked for and no index groups them; nil for
  /// other requests. SQLite sorts what no index groups, which takes several times as long as counting the values one by one.
  private(set) var counted: Fragment?

  /// Whether each measure is computed with whole numbers, of which a real number is one that does not fit in 64 bits.
  private(set) var areExact: [Bool] = []

  /// - Parameters:
  ///   - zone: the time zone in which moments have their days.
  ///   - found: the condition of the records that the request's search finds; nil without a search.
  init(_ request: AggregateRequest, mapping: SnapshotMapping, zone: String, found: Fragment? = nil) throws {
    let entity = try mapping.entity(request.entity)
    var fields = AggregateFields(entity, mapping)
    let groups = try request.groups.map { try fields.group($0, in: zone) }
    let measures = try request.measures.map { try Self.measure($0, &fields) }
    areExact = measures.map(\.isExact)
    var fetch = AnyFetchRequest(request.entity)
    fetch.predicate = request.predicate
    let conditions = [try FetchSQL(fetch, mapping: mapping).condition(), found].compactMap(\.self)
    let condition = conditions.count > 1 ? Fragment.all(conditions) : conditions.first

    // The index of a group's column would look up each record that the filter asks for.
    let columns =
      groups.map { Fragment(sql: (condition == nil ? "" : "+") + $0.sql, values: $0.values) } + measures.map(\.sql)
    var sql = "SELECT " + columns.map(\.sql).joined(separator: ", ")
    var values = columns.flatMap(\.values)
    sql += " FROM \(SQL.name(entity.table)) t" + fields.joins.map { " " + $0 }.joined()
    if let condition {
      sql += " WHERE " + condition.sql
      values += condition.values
    }
    // The index of a relationship groups all records at once. Columns of an opened file have collations of their own.
    if entity.source == nil, case .value(let name)? = request.groups.first, groups.count == 1,
      request.measures == [.count],
      condition != nil || entity.attribute(name) != nil
    {
      counted = Fragment(sql: sql.replacing(", count(*) FROM", with: " FROM", maxReplacements: 1), values: values)
    }
    // By the columns' places, so that nothing is written and bound twice.
    let places = groups.indices.map { String($0 + 1) }
    if !places.isEmpty { sql += " GROUP BY " + places.joined(separator: ", ") }
    let order = try request.order.map { try Self.place($0, request) } + places
    if !order.isEmpty { sql += " ORDER BY " + order.joined(separator: ", ") }
    if let limit = request.limit {
      sql += " LIMIT ?"
      values.append(.integer(Int64(max(0, limit))))
    }
    statement = Fragment(sql: sql, values: values)
  }

  private static func measure(
    _ measure: AggregateMeasure, _ fields: inout AggregateFields
  ) throws -> (sql: Fragment, isExact: Bool) {
    switch measure {
    case .count: return (Fragment(sql: "count(*)"), true)
    case .different(let name): return (try fields.value(name).wrapped("count(DISTINCT ", ")"), true)
    case .of(let function, let name): return try fields.measure(function, of: name)
    case .sum(let expression):
      return (try fields.fragment(expression).wrapped("coalesce(\(NumberFunctions.sum)(", "), 0)"), true)
    case .least(let expression): return (try fields.fragment(expression).wrapped("min(", ")"), true)
    case .greatest(let expression): return (try fields.fragment(expression).wrapped("max(", ")"), true)
    case .average(let expression):
      return (try fields.fragment(expression).wrapped("\(NumberFunctions.average)(", ", 1)"), true)
    }
  }

  private static func place(_ order: AggregateOrder, _ request: AggregateRequest) throws -> String {
    switch order {
    case .group(let index, let ascending) where request.groups.indices.contains(index):
      return "\(index + 1)" + (ascending ? "" : " DESC")
    case .measure(let index, let ascending) where request.measures.indices.contains(index):
      return "\(request.groups.count + index + 1)" + (ascending ? "" : " DESC")
    default: throw StoreError.unknownField(entity: request.entity, field: "")
    }
  }
}

extension Fragment {
  /// The expression as an argument, with what stands before and behind it.
  func wrapped(_ before: String, _ after: String) -> Fragment {
    Fragment(sql: before + sql + after, values: values)
  }
}
