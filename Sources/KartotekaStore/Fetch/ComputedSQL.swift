import KartotekaModel

/// One statement that computes the computed values and the states of all records of a page.
///
/// `o` and `t` are the same row of the entity's table: expressions speak of `t`, which within a sum is the related
/// record, and sums find their records by `o`.
struct ComputedSQL {
  private let computed: [ComputedDescription]
  private let states: [StateDescription]
  private let statement: Fragment

  /// The statement for an entity; nil where nothing is worked out.
  /// - Parameter names: the computed values that are wanted, without the state; nil for all, and the state.
  /// - Throws: ``StoreError`` for a computed value that makes no sense.
  init?(_ entity: EntityDescription, _ mapping: SnapshotMapping, only names: Set<String>? = nil) throws {
    computed = entity.computed.filter { names?.contains($0.name) ?? true }
    states = names == nil ? entity.states : []
    guard !computed.isEmpty || !states.isEmpty else { return nil }
    var columns = try computed.map { try Self.sql($0.source, entity, mapping) }
    if !states.isEmpty { columns.append(try Self.state(entity, mapping)) }
    let table = SQL.name(entity.table)
    statement = Fragment(
      sql: """
        SELECT o.id, \(columns.map(\.sql).joined(separator: ", ")) FROM \(table) o JOIN \(table) t ON t.id = o.id \
        WHERE o.id IN (SELECT value FROM json_each(?))
        """, values: columns.flatMap(\.values))
  }

  /// One computed value of the record of `t`, or of the record whose id a piece of SQL has, for conditions and orders;
  /// nil where the entity has no computed value of that name.
  ///
  /// A value computed from the row `t` alone is the expression itself. Else SQLite flattens the inner query, so that it reads one
  /// record by its id. A value with an index is the expression of the index, by which SQLite finds it.
  static func value(
    _ name: String, _ entity: EntityDescription, _ mapping: SnapshotMapping, id: String = "t.id"
  ) throws -> Fragment? {
    let value: Fragment
    let source = entity.computed(name)?.source
    if let computed = entity.computed(name) {
      if id == "t.id", let index = try ComputedIndex(computed, of: entity, mapping.constant) {
        return Fragment(sql: index.expression)
      }
      value = try sql(computed.source, entity, mapping)
    } else if name == ComputedValues.stateKey, !entity.states.isEmpty, entity.position(of: name) == nil {
      value = try state(entity, mapping)
    } else {
      return nil
    }
    let hasRecords = source?.hasRecords ?? false
    // A column of another program's table would be compared by its own collation.
    let isForeignColumn = entity.source != nil && source?.isColumn == true
    if id == "t.id", !hasRecords, !isForeignColumn { return value }
    return rows(value, of: entity, hasRecords: hasRecords).wrapped("(SELECT c.value FROM ", " c WHERE c.id = \(id))")
  }

  /// The values of all records, by id.
  static func rows(_ value: Fragment, of entity: EntityDescription, hasRecords: Bool) -> Fragment {
    value.wrapped("(SELECT t.id AS id, ", " AS value FROM \(table(of: entity, hasRecords: hasRecords)))")
  }

  /// The rows `t` that a value is computed from, by whose ids `o` it finds related records where it has some.
  static func table(of entity: EntityDescription, hasRecords: Bool) -> String {
    let table = SQL.name(entity.table)
    return hasRecords ? "\(table) o JOIN \(table) t ON t.id = o.id" : "\(table) t"
  }

  /// The computed values of the records of these ids, by id.
  func values(of ids: [RecordID], in database: SQLConnection) throws -> [RecordID: ComputedValues] {
    guard !ids.isEmpty else { return [:] }
    let rows = try RawStatement(statement.sql, in: database)
    rows.bind(statement.values + [SQL.json(ids)])
    defer { rows.reset() }
    var found: [RecordID: ComputedValues] = [:]
    while try rows.step() {
      let values = computed.enumerated().map { index, computed in
        Self.value(rows.value(column: index + 1), of: computed.attribute)
      }
      found[rows.integer(column: 0)] = ComputedValues(values: values, state: state(rows))
    }
    return found
  }

  /// The computed values of the records of these ids, by id and name.
  func named(of ids: [RecordID], in database: SQLConnection) throws -> [RecordID: [String: Value]] {
    try values(of: ids, in: database).mapValues { found in
      Dictionary(zip(computed.map(\.name), found.values), uniquingKeysWith: { $1 })
    }
  }

  /// The results of one computation, by id.
  static func results(
    of source: ComputedSource, as attribute: AttributeDescription, _ entity: EntityDescription, _ ids: [RecordID],
    _ mapping: SnapshotMapping, in database: SQLConnection
  ) throws -> [RecordID: Value] {
    let value = try sql(source, entity, mapping)
    let table = SQL.name(entity.table)
    let rows = try RawStatement(
      """
      SELECT o.id, \(value.sql) FROM \(table) o JOIN \(table) t ON t.id = o.id \
      WHERE o.id IN (SELECT value FROM json_each(?))
      """, in: database)
    rows.bind(value.values + [SQL.json(ids)])
    defer { rows.reset() }
    var results: [RecordID: Value] = [:]
    while try rows.step() { results[rows.integer(column: 0)] = Self.value(rows.value(column: 1), of: attribute) }
    return results
  }

  // SQLite makes a real number of an integer that doesn't fit in 64 bits, and knows days of the year 0.
  private static func value(_ value: Value, of attribute: AttributeDescription) -> Value {
    switch (attribute.behavior.storage, value) {
    case (.integer, .integer), (.real, .real): value
    case (.real, .integer(let integer)): .real(Double(integer))
    case (.text, .text(let text)): attribute.kind == .date && CalendarDate(iso: text) == nil ? .null : value
    default: .null
    }
  }

  private func state(_ rows: RawStatement) -> StateDescription? {
    guard !states.isEmpty, case .integer(let index) = rows.value(column: computed.count + 1) else { return nil }
    return states[Int(index)]
  }

  private static func state(_ entity: EntityDescription, _ mapping: SnapshotMapping) throws -> Fragment {
    let cases = try entity.states.enumerated().map { index, state in
      let condition = try FetchSQL.condition(state.condition, of: entity, mapping)
      return Fragment(sql: "WHEN \(condition.sql) THEN \(index)", values: condition.values)
    }
    return Fragment(
      sql: "CASE " + cases.map(\.sql).joined(separator: " ") + " END", values: cases.flatMap(\.values))
  }

  /// - Parameter statement: the statement of the formula that has the value; nil for a value by itself.
  static func sql(
    _ source: ComputedSource, _ entity: EntityDescription, _ mapping: SnapshotMapping,
    within statement: FormulaSQL? = nil
  ) throws -> Fragment {
    try operand(source, entity, mapping, statement).whole
  }

  private static func operand(
    _ source: ComputedSource, _ entity: EntityDescription, _ mapping: SnapshotMapping, _ statement: FormulaSQL?
  ) throws -> Fragment {
    switch source {
    case .own(let expression):
      var expressions = ExpressionSQL(entity, mapping, canJoin: false)
      return try expressions.fragment(expression)
    case .text(let text): return Fragment(sql: "?", values: [.text(text)])
    case .joined(let parts, let separator):
      return joined(try parts.map { try sql($0, entity, mapping, within: statement) }, separator)
    case .later(let start, let number, let unit):
      return later(
        try sql(start, entity, mapping, within: statement), try sql(number, entity, mapping, within: statement), unit,
        try result(start, entity, mapping))
    case .holds(let condition):
      let condition = try FetchSQL.condition(condition, of: entity, mapping)
      return Fragment(sql: "coalesce(\(condition.sql), 0)", values: condition.values)
    case .exists(let name, let condition):
      let related = try related(name, condition, entity, mapping)
      return Fragment(sql: "EXISTS (SELECT 1\(related.sql))", values: related.values)
    case .least(let name, let attribute, let condition):
      return try extreme("min", name, attribute, condition, entity, mapping)
    case .greatest(let name, let attribute, let condition):
      return try extreme("max", name, attribute, condition, entity, mapping)
    case .sum(let name, let expression, let condition): return try sum(name, expression, condition, entity, mapping)
    case .plus(let one, let other): return .operation("+", try aligned(one, other, entity, mapping, statement))
    case .minus(let one, let other): return .operation("-", try aligned(one, other, entity, mapping, statement))
    case .product(let one, let other):
      return .operation(
        "*", (try operand(one, entity, mapping, statement), try operand(other, entity, mapping, statement)))
    case .formula(let formula):
      return try statement?.whole(formula.term, entity) ?? FormulaSQL(mapping).result(formula.term, entity)
    case .rounded(let inner, let scale):
      let from = try form(inner, entity, mapping).scale
      return ExpressionSQL.rescaled(try operand(inner, entity, mapping, statement), from: from, to: scale, mapping)
    }
  }

  // Both in the larger of their scales.
  private static func aligned(
    _ one: ComputedSource, _ other: ComputedSource, _ entity: EntityDescription, _ mapping: SnapshotMapping,
    _ statement: FormulaSQL?
  ) throws -> (Fragment, Fragment) {
    let scales = (try form(one, entity, mapping).scale, try form(other, entity, mapping).scale)
    let scale = max(scales.0, scales.1)
    return (
      ExpressionSQL.rescaled(try operand(one, entity, mapping, statement), from: scales.0, to: scale, mapping),
      ExpressionSQL.rescaled(try operand(other, entity, mapping, statement), from: scales.1, to: scale, mapping)
    )
  }

  private static func form(
    _ source: ComputedSource, _ entity: EntityDescription, _ mapping: SnapshotMapping
  ) throws -> ExpressionForm {
    do throws(ExpressionFault) { return try source.form(of: entity, in: mapping.model) } catch {
      throw StoreError.unusable(error, entity)
    }
  }

  private static func sum(
    _ name: String, _ expression: FetchExpression, _ condition: FetchPredicate?, _ entity: EntityDescription,
    _ mapping: SnapshotMapping
  ) throws -> Fragment {
    var expressions = ExpressionSQL(try target(name, entity, mapping), mapping, canJoin: false)
    let term = try expressions.fragment(expression)
    let related = try related(name, condition, entity, mapping)
    return Fragment(
      sql: "(SELECT coalesce(\(NumberFunctions.sum)(\(term.sql)), 0)\(related.sql))",
      values: term.values + related.values)
  }
}

extension ComputedSource {
  /// Whether SQL finds related records by the id of `o` for it.
  var hasRecords: Bool {
    switch self {
    case .exists, .least, .greatest, .sum: true
    case .own, .text, .holds: false
    case .joined(let parts, _): parts.contains(where: \.hasRecords)
    case .later(let one, let other, _), .plus(let one, let other), .minus(let one, let other),
      .product(let one, let other):
      one.hasRecords || other.hasRecords
    case .rounded(let inner, _): inner.hasRecords
    case .formula(let formula): formula.term.hasRecords
    }
  }

  /// Whether it is a field by itself.
  fileprivate var isColumn: Bool {
    switch self {
    case .own(.value): true
    case .formula(let formula): if case .value = formula.term { true } else { false }
    default: false
    }
  }
}

extension FetchSQL {
  /// A condition over a row `t` of an entity's table that is found otherwise.
  static func condition(
    _ predicate: FetchPredicate, of entity: EntityDescription, _ mapping: SnapshotMapping
  ) throws -> Fragment {
    var sql = try FetchSQL(AnyFetchRequest(entity.name), mapping: mapping)
    sql.isOfFoundRow = true
    return try sql.condition(predicate)
  }
}

extension Store {
  /// The computed values of the records of those ids, by id, in one statement.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func computed(
    _ entity: EntityDescription, ids: [RecordID]
  ) async throws -> [RecordID: ComputedValues] {
    guard entity.hasComputed, !ids.isEmpty else { return [:] }
    return try await snapshot(noting: Dependencies(computedOf: entity, in: model)) { [mapping] database in
      let mapping = try mapping.current(LogState(in: database), in: database)
      return try TaskMoment.$fixed.withValue(TaskMoment.current) {
        try ComputedSQL(entity, mapping)?.values(of: ids, in: database) ?? [:]
      }
    }
  }

  /// The results of a computation that the description need not have, of the records of those ids, by id.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func results(
    of source: ComputedSource, as attribute: AttributeDescription, _ entity: EntityDescription, ids: [RecordID]
  ) async throws -> [RecordID: Value] {
    try await snapshot(noting: Dependencies(computedOf: entity, in: model)) { [mapping] database in
      let mapping = try mapping.current(LogState(in: database), in: database)
      return try ComputedSQL.results(of: source, as: attribute, entity, ids, mapping, in: database)
    }
  }
}
