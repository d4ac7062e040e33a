import KartotekaModel

/// Turns one aggregate request into SQL.
struct AggregateSQL {
  /// The whole statement with its values.
  private(set) var statement: Fragment
  /// The values of the group alone, one for each record, where their numbers are asked for and no index groups them; nil for
  /// other requests. SQLite sorts what no index groups, which takes several times as long as counting the values one by one.
  private(set) var counted: Fragment?

  init(_ request: AggregateRequest, mapping: SnapshotMapping) throws {
    let entity = try mapping.entity(request.entity)
    var expressions = ExpressionSQL(entity, mapping)
    let groups = try request.groups.map { try Self.group($0, &expressions) }
    let measures = try request.measures.map { try Self.measure($0, &expressions) }
    var fetch = AnyFetchRequest(request.entity)
    fetch.predicate = request.predicate
    let condition = try FetchSQL(fetch, mapping: mapping).condition()

    // The index of a group's column would look up each record that the filter asks for.
    let columns = groups.map { Fragment(sql: condition == nil ? $0 : "+" + $0) } + measures
    var sql = "SELECT " + columns.map(\.sql).joined(separator: ", ")
    var values = columns.flatMap(\.values)
    sql += " FROM \(SQL.name(entity.table)) t" + expressions.joins.map { " " + $0 }.joined()
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

  private static func group(_ group: AggregateGroup, _ expressions: inout ExpressionSQL) throws -> String {
    let column = try expressions.column(group.name)
    // Dates and moments are ISO 8601: their beginning is the year, and the year with the month.
    return switch group {
    case .value: column
    case .month: "substr(\(column), 1, 7)"
    case .year: "substr(\(column), 1, 4)"
    }
  }

  private static func measure(_ measure: AggregateMeasure, _ expressions: inout ExpressionSQL) throws -> Fragment {
    switch measure {
    case .count: return Fragment(sql: "count(*)")
    case .different(let name): return Fragment(sql: "count(DISTINCT \(try expressions.column(name)))")
    case .sum(let expression):
      return try expressions.fragment(expression).wrapped("coalesce(\(NumberFunctions.sum)(", "), 0)")
    case .least(let expression): return try expressions.fragment(expression).wrapped("min(", ")")
    case .greatest(let expression): return try expressions.fragment(expression).wrapped("max(", ")")
    case .average(let expression):
      let inner = try expressions.fragment(expression)
      let (sum, count) = ("\(NumberFunctions.sum)(\(inner.sql))", "count(\(inner.sql))")
      // Divided as integers, and then up by one where the rest is at least a half.
      return Fragment(
        sql: "\(sum) / \(count) + \(sum) % \(count) * 2 / \(count)",
        values: Array(repeating: inner.values, count: 5).flatMap { $0 })
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
  fileprivate func wrapped(_ before: String, _ after: String) -> Fragment {
    Fragment(sql: before + sql + after, values: values)
  }
}
