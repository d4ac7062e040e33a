import KartotekaModel

// Texts, days, and values of related records.
extension ComputedSQL {
  static func joined(_ parts: [Fragment], _ separator: String) -> Fragment {
    Fragment(
      sql: joined(parts.map(\.sql), "?"),
      values: parts.flatMap { [.text(separator)] + $0.values } + (parts.isEmpty ? [] : [.text(separator)]))
  }

  // Each part with the separator before it, without the first separator.
  fileprivate static func joined(_ parts: [String], _ separator: String) -> String {
    guard !parts.isEmpty else { return "NULL" }
    let all = parts.map { "coalesce(\(separator) || nullif(\($0), ''), '')" }.joined(separator: " || ")
    return "nullif(substr(\(all), length(\(separator)) + 1), '')"
  }

  static func later(
    _ start: Fragment, _ number: Fragment, _ unit: ComputedSource.Unit, _ attribute: AttributeDescription
  ) -> Fragment {
    let values = start.values + number.values
    let shift = "\(start.sql), \(number.sql) || ' \(unit.rawValue)'"
    guard attribute.kind == .date else {
      return Fragment(sql: "strftime('%Y-%m-%dT%H:%M:%fZ', \(shift))", values: values)
    }
    guard unit == .months else { return Fragment(sql: "date(\(shift))", values: values) }
    // SQLite counts on into the following month where the month lacks the day.
    let last = "date(\(start.sql), 'start of month', ((\(number.sql)) + 1) || ' months', '-1 day')"
    return Fragment(sql: "min(date(\(shift)), \(last))", values: values + values)
  }

  static func extreme(
    _ function: String, _ name: String, _ attribute: String, _ condition: FetchPredicate?, _ entity: EntityDescription,
    _ mapping: SnapshotMapping
  ) throws -> Fragment {
    let target = try target(name, entity, mapping)
    guard let column = target.attribute(attribute)?.column else {
      throw StoreError.unknownField(entity: target.name, field: attribute)
    }
    let related = try related(name, condition, entity, mapping)
    return Fragment(sql: "(SELECT \(function)(t.\(SQL.name(column)))\(related.sql))", values: related.values)
  }

  /// `FROM` with the records that a relationship of the record `o` leads to, as `t`.
  static func related(
    _ name: String, _ condition: FetchPredicate?, _ entity: EntityDescription, _ mapping: SnapshotMapping
  ) throws -> Fragment {
    let target = try target(name, entity, mapping)
    guard let relationship = entity.relationship(name) else {
      throw StoreError.unknownField(entity: entity.name, field: name)
    }
    let link: String
    if let table = relationship.joinTable, let columns = relationship.joinColumns {
      link =
        "t.id IN (SELECT j.\(SQL.name(columns.related)) FROM \(SQL.name(table)) j WHERE j.\(SQL.name(columns.own)) = o.id)"
    } else if let inverse = relationship.inverse.flatMap(target.relationship) {
      link = "t.\(SQL.name(inverse.column)) = o.id"
    } else {
      throw StoreError.unknownField(entity: entity.name, field: name)
    }
    let filter = try condition.map { try FetchSQL.condition($0, of: target, mapping) }
    return Fragment(
      sql: " FROM \(SQL.name(target.table)) t WHERE \(link)" + (filter.map { " AND (\($0.sql))" } ?? ""),
      values: filter?.values ?? [])
  }

  static func target(
    _ name: String, _ entity: EntityDescription, _ mapping: SnapshotMapping
  ) throws -> EntityDescription {
    guard let relationship = entity.relationship(name), relationship.cardinality != .toOne else {
      throw StoreError.unknownField(entity: entity.name, field: name)
    }
    return try mapping.entity(relationship.target)
  }

  static func result(
    _ source: ComputedSource, _ entity: EntityDescription, _ mapping: SnapshotMapping
  ) throws -> AttributeDescription {
    do throws(ExpressionFault) { return try source.result(of: entity, in: mapping.model) } catch {
      throw StoreError.unusable(error, entity)
    }
  }
}

/// The SQL of computed titles: texts of a record `t` and of those that its to-one relationships lead to.
///
/// A reader of records has it among its columns, which have no arguments: constants are literals.
struct TitleSQL {
  let entity: EntityDescription
  let model: ModelDescription

  /// The computed titles; empty for most entities.
  var columns: [String] { entity.titleComputed.map { sql($0.source) } }

  private func sql(_ source: ComputedSource) -> String {
    switch source {
    case .text(let text): SQL.literal(text)
    case .own(.value(let name)): value(name)
    case .joined(let parts, let separator):
      ComputedSQL.joined(parts.map { sql($0) }, SQL.literal(separator))
    default: "NULL"
    }
  }

  // From the inside: each record is found by the id that the one before it has.
  private func value(_ name: String) -> String {
    guard let path = AttributePath(name, of: entity, in: model), let column = path.column?.column else { return "NULL" }
    var sql = "t." + SQL.name(path.relationships.first?.column ?? column)
    for (index, relationship) in path.relationships.enumerated() {
      let isLast = index == path.relationships.count - 1
      let next = SQL.name(isLast ? column : path.relationships[index + 1].column)
      let table = SQL.name(model.entity(named: relationship.target)?.table ?? "")
      sql = "(SELECT r.\(next) FROM \(table) r WHERE r.id = \(sql))"
    }
    return sql
  }
}
