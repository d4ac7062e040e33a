import KartotekaModel

/// Turns one aggregate request into SQL.
struct AggregateSQL {
  /// The whole statement with its values.
  private(set) var statement: Fragment
  /// The same rows added up here; nil for requests that SQLite answers better.
  private(set) var grouped: GroupedRows?

  /// Whether each measure is computed with whole numbers, of which a real number is one that does not fit in 64 bits.
  private(set) var areExact: [Bool] = []
  private let request: AggregateRequest

  /// - Parameters:
  ///   - zone: the time zone in which moments have their days.
  ///   - found: the condition of the records that the request's search finds; nil without a search.
  init(_ request: AggregateRequest, mapping: SnapshotMapping, zone: String, found: Fragment? = nil) throws {
    self.request = request
    let entity = try mapping.entity(request.entity)
    var fields = AggregateFields(entity, mapping)
    let groups = try request.groups.map { try fields.group($0, in: zone) }
    let measures = try request.measures.map { try Self.measure($0, &fields) }
    areExact = measures.map(\.isExact)
    var fetch = AnyFetchRequest(request.entity)
    fetch.predicate = request.predicate
    let conditions = [try FetchSQL(fetch, mapping: mapping).condition(), found].compactMap(\.self)
    let condition = conditions.count > 1 ? Fragment.all(conditions) : conditions.first

    var rest = " FROM \(SQL.name(entity.table)) t" + fields.joins.map { " " + $0 }.joined()
    if let condition { rest += " WHERE " + condition.sql }
    let source = Fragment(sql: rest, values: condition?.values ?? [])
    // The index of a relationship groups all records at once. Columns of an opened file have collations of their own.
    let isIndexed =
      condition == nil && request.measures == [.count] && request.groups.count == 1
      && request.groups.allSatisfy { entity.relationship($0.name) != nil }
    if !mapping.isOpened, entity.source == nil, !isIndexed {
      grouped = GroupedRows(groups, measures, of: source)
    }

    // The index of a group's column would look up each record that the filter asks for.
    let columns =
      groups.map { $0.sql.wrapped(condition == nil ? "" : "+", "") } + measures.map(\.sql)
    var sql = "SELECT " + columns.map(\.sql).joined(separator: ", ") + source.sql
    var values = columns.flatMap(\.values) + source.values
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

  /// The rows as SQLite groups them.
  func rows(in database: SQLConnection) throws -> [AggregateRow] {
    let rows = try RawStatement(statement.sql, in: database)
    rows.bind(statement.values)
    defer { rows.reset() }
    var found: [AggregateRow] = []
    while try rows.step() {
      found.append(
        AggregateRow(
          groups: request.groups.indices.map { rows.value(column: $0) },
          measures: request.measures.indices.map { rows.value(column: request.groups.count + $0) }))
    }
    return found
  }

  private static func measure(_ measure: AggregateMeasure, _ fields: inout AggregateFields) throws -> MeasureSQL {
    switch measure {
    case .count: .count
    case .different(let name): MeasureSQL(.distinct, of: try fields.value(name))
    case .of(let function, let name): try fields.measure(function, of: name)
    case .sum(let expression): MeasureSQL(.sum, of: try fields.fragment(expression))
    case .least(let expression): MeasureSQL(.least, of: try fields.fragment(expression))
    case .greatest(let expression): MeasureSQL(.greatest, of: try fields.fragment(expression))
    case .average(let expression): MeasureSQL(.average(unit: 1), of: try fields.fragment(expression))
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
