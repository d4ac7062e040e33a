import KartotekaModel

/// Turns expressions over the records of one entity into SQL over its table `t`: integers only, with every constant
/// bound.
///
/// Values of related records are found through ``joins`` where the statement can have them, else by subqueries.
/// An integer that does not fit in 64 bits becomes a real number in SQLite and stays one in all that is worked out
/// from it, by which it is noticed.
struct ExpressionSQL {
  let entity: EntityDescription
  let mapping: SnapshotMapping
  /// Whether related records are joined.
  let canJoin: Bool
  /// The joins that the fragments made so far need, to be put behind `FROM … t`.
  private(set) var joins: [String] = []
  private var aliases: [String: String] = [:]

  init(_ entity: EntityDescription, _ mapping: SnapshotMapping, canJoin: Bool = true) {
    self.entity = entity
    self.mapping = mapping
    self.canJoin = canJoin
  }

  /// The SQL of an expression.
  /// - Throws: ``StoreError`` `.unknownField`, `.badFilter`.
  mutating func fragment(_ expression: FetchExpression) throws -> Fragment { try operand(expression).whole }

  private mutating func operand(_ expression: FetchExpression) throws -> Fragment {
    switch expression {
    case .value(let name): return Fragment(sql: try column(name))
    case .constant(let integer, _): return Fragment(sql: "?", values: [.integer(integer)])
    case .sum(let one, let other): return try .operation("+", aligned(one, other))
    case .difference(let one, let other): return try .operation("-", aligned(one, other))
    case .product(let one, let other): return try .operation("*", (operand(one), operand(other)))
    case .rounded(let inner, let scale):
      return try Self.rescaled(operand(inner), from: self.scale(inner), to: scale, mapping)
    }
  }

  /// Two expressions in the larger of their scales, so that their integers can be compared and added.
  mutating func aligned(_ one: FetchExpression, _ other: FetchExpression) throws -> (Fragment, Fragment) {
    let scales = (try scale(one), try scale(other))
    let scale = max(scales.0, scales.1)
    return (
      Self.rescaled(try operand(one), from: scales.0, to: scale, mapping),
      Self.rescaled(try operand(other), from: scales.1, to: scale, mapping)
    )
  }

  /// The column of a name, which may lead through to-one relationships.
  mutating func column(_ name: String) throws -> String {
    guard let path = AttributePath(name, of: entity, in: mapping.model) else {
      throw StoreError.unknownField(entity: entity.name, field: name)
    }
    let column = SQL.name(path.column?.column ?? "id")
    guard canJoin else { return try Self.subquery(path, column, mapping) }
    var (alias, way) = ("t", "")
    for relationship in path.relationships {
      way += relationship.name + "."
      alias = try join(relationship, from: alias, way)
    }
    return "\(alias).\(column)"
  }

  private mutating func join(_ relationship: RelationshipDescription, from: String, _ way: String) throws -> String {
    if let known = aliases[way] { return known }
    let alias = "j\(aliases.count + 1)"
    aliases[way] = alias
    let table = SQL.name(try mapping.entity(relationship.target).table)
    joins.append("LEFT JOIN \(table) \(alias) ON \(alias).id = \(from).\(SQL.name(relationship.column))")
    return alias
  }

  // From the inside: the last record is found by the id that the one before it has. A table can have the name `t`.
  private static func subquery(_ path: AttributePath, _ column: String, _ mapping: SnapshotMapping) throws -> String {
    var sql = "t." + SQL.name(path.relationships.first?.column ?? "")
    guard !path.relationships.isEmpty else { return "t." + column }
    for (index, relationship) in path.relationships.enumerated() {
      let isLast = index == path.relationships.count - 1
      let next = isLast ? column : SQL.name(path.relationships[index + 1].column)
      let table = SQL.name(try mapping.entity(relationship.target).table)
      sql = "(SELECT r.\(next) FROM \(table) r WHERE r.id = \(sql))"
    }
    return sql
  }

  private func scale(_ expression: FetchExpression) throws -> Int {
    do { return try expression.form(of: entity, in: mapping.model).scale } catch {
      throw StoreError.unusable(error, entity)
    }
  }

  /// A number of one scale in another; a half goes away from zero.
  static func rescaled(_ fragment: Fragment, from: Int, to: Int, _ mapping: SnapshotMapping) -> Fragment {
    if from == to { return fragment }
    let unit = Value.integer(FetchExpression.power(max(from, to) - min(from, to)))
    guard from > to else { return .operation("*", (fragment, Fragment(sql: "?", values: [unit]))) }
    guard mapping.isForSchema else {
      return Fragment(sql: "\(NumberFunctions.rounded)(\(fragment.sql), ?)", values: fragment.values + [unit])
    }
    // Division cuts off; what it cut off is at least a half or not, on either side of zero.
    let half = Value.integer(FetchExpression.power(from - to) / 2)
    let part = fragment.whole
    return Fragment(
      sql: "\(part.sql) / ? + \(part.sql) % ? / ?", values: part.values + [unit] + part.values + [unit, half],
      binding: .sum)
  }
}

extension Fragment {
  /// A sum, a difference or a product. Of several in a row the first ones are brought together first.
  static func operation(_ sign: String, _ parts: (Fragment, Fragment)) -> Fragment {
    let binding: Binding = sign == "*" ? .product : .sum
    let (one, other) = (parts.0.within(binding), parts.1.within(binding == .sum ? .product : .whole))
    return Fragment(sql: "\(one.sql) \(sign) \(other.sql)", values: one.values + other.values, binding: binding)
  }

  /// A comparison.
  static func comparison(_ sign: String, _ parts: (Fragment, Fragment)) -> Fragment {
    Fragment(sql: "(\(parts.0.sql) \(sign) \(parts.1.sql))", values: parts.0.values + parts.1.values)
  }
}

extension StoreError {
  /// A fault of an expression in the store's terms.
  static func unusable(_ fault: ExpressionFault, _ entity: EntityDescription) -> StoreError {
    switch fault {
    case .unknown(let name): .unknownField(entity: entity.name, field: name)
    case .notExact(let name), .notComputable(let name): .badFilter(field: name, operator: .eq)
    case .notNumber(let kind): .badFilter(field: kind.rawValue, operator: .eq)
    case .formula: .badFilter(field: entity.name, operator: .eq)
    case .badScale, .overflow: .tooLarge(entity: entity.name)
    }
  }
}
