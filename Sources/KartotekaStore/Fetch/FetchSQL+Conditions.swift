import KartotekaModel

extension FetchSQL {
  /// The conditions of the request.
  func conditions() throws -> [Fragment] {
    let narrowing = narrowing.map { Fragment(sql: "t.id IN (\($0.ids.sql))", values: $0.ids.values) }
    return try [narrowing, condition(), rankCondition, searchCondition].compactMap { $0 }
  }

  /// The request's predicate; nil for none.
  func condition() throws -> Fragment? { try request.predicate.map { try condition($0) } }

  // Narrowed: whether the ids that equal texts leave are asked for already.
  func condition(_ predicate: FetchPredicate, isNarrowed: Bool = false) throws -> Fragment {
    switch predicate {
    case .compare(let name, .null, let values) where entity.relationship(name).map({ $0.cardinality != .toOne }) == true:
      let related = try relatedIDs(name)
      return Fragment(
        sql: "t.id \(values.first == .integer(0) ? "" : "NOT ")IN (\(related.own) WHERE \(related.isSome))")
    case .compare(let name, let filter, let values):
      return .all(try (isNarrowed ? [] : ids([predicate])) + [comparison(name, filter, values)])
    case .has(let name, let id): return try has(name, id)
    case .isRelated(let entity, let name, let id): return try isRelated(entity, name, id)
    case .reads(let names, let text): return try reads(names, text)
    case .leads(let name, let inner): return try leads(name, inner)
    case .isReferred(let other, let name, let inner): return try isReferred(other, name, inner)
    case .calculates(let one, let filter, let other): return try calculation(one, filter, other)
    case .day(let name, let filter, let offset):
      return try comparison(name, filter, [.text(CalendarDate.today.adding(days: offset).description)])
    case .moment(let name, let filter, let offset):
      return try comparison(name, filter, [.text(Timestamp.beginning(of: .today.adding(days: offset)))])
    case .formula(let formula):
      // Around a condition `o` is another row, or none.
      return try FormulaSQL(mapping).result(formula.term, entity, isOfRowAlone: true)
    case .all(let list):
      return list.isEmpty
        ? Fragment(sql: "1") : .all(try ids(list) + list.map { try condition($0, isNarrowed: true) })
    case .any(let list):
      return list.isEmpty ? Fragment(sql: "0") : .all(try list.map { try condition($0) }, joinedBy: " OR ")
    case .not(let inner):
      let inner = try condition(inner)
      return Fragment(sql: "NOT coalesce(\(inner.sql), 0)", values: inner.values)
    }
  }

  private func comparison(_ name: String, _ filter: FilterOperator, _ values: [Value]) throws -> Fragment {
    let subject = try subject(name, filter, isKey: values.contains { if case .text = $0 { true } else { false } })
    func compared(_ rest: String, _ values: [Value] = []) -> Fragment {
      Fragment(sql: "\(subject.sql) \(rest)", values: subject.values + values)
    }
    let value = values.first ?? .null
    switch filter {
    case .eq: return compared("IS ?", [value])
    case .ne: return compared("IS NOT ?", [value])
    case .lt: return ranged(name, compared("< ?", [value]), subject)
    case .lte: return ranged(name, compared("<= ?", [value]), subject)
    case .gt: return ranged(name, compared("> ?", [value]), subject)
    case .gte: return ranged(name, compared(">= ?", [value]), subject)
    case .in: return isAmong(values, compared)
    case .null: return compared(value == .integer(0) ? "IS NOT NULL" : "IS NULL")
    case .contains, .prefix:
      guard case .text(let text) = value, name != "id" else {
        throw StoreError.badFilter(field: name, operator: filter)
      }
      let column =
        entity.position(of: name).map { entity.columns[$0] }
        ?? entity.computed(name).map { ColumnDescription.attribute($0.attribute) }
      let function = column.map { Collation.root.function(of: $0) } ?? Collation.root.function
      let folded = keys?.column(name) != nil ? "k." + subject.sql.dropFirst(2) : "\(function)(\(subject.sql))"
      let key = column.map { SortKeyTable.key(of: text, in: $0, .root) } ?? Folding.fold(text)
      // A text without digits is no part of a phone number, whose key is its digits.
      let isKey = column?.translated == nil
      if isKey, !text.isEmpty, key.isEmpty { return Fragment(sql: "0") }
      // Of all that languages call a value, each is in a line.
      let isLine = filter == .prefix && column?.translated != nil
      return Fragment(
        sql: isLine
          ? "instr(char(10) || \(folded), char(10) || ?) > 0"
          : "instr(\(folded), ?) \(filter == .prefix ? "= 1" : "> 0")",
        values: subject.values + [.text(isKey ? key : Folding.fold(text))])
    }
  }

  // No day is before or after a value that is none. Charts have those values beside their axis, by the same check.
  private func ranged(_ name: String, _ comparison: Fragment, _ subject: Fragment) -> Fragment {
    guard let attribute = entity.attribute(name), attribute.source != nil, attribute.isOfDays else { return comparison }
    return .all([comparison, StoredDay.isDay(subject, isMoment: attribute.kind == .timestamp)])
  }

  // The compared expression: the id, a column or a computed value.
  private func subject(_ name: String, _ filter: FilterOperator, isKey: Bool) throws -> Fragment {
    if name == "id", entity.position(of: name) == nil { return Fragment(sql: "t.id") }
    if let position = entity.position(of: name) {
      if filter.isForText, !SortKeyTable.isFolded(entity.columns[position]) {
        throw StoreError.badFilter(field: name, operator: filter)
      }
      if isKey, case .toOne(let relationship) = entity.columns[position], relationship.keyed != nil {
        return Fragment(sql: "t." + SQL.name(SourceSQL.keyName(relationship.column)))
      }
      return Fragment(sql: "t." + SQL.name(entity.columns[position].column))
    }
    guard let computed = try ComputedSQL.value(name, entity, mapping) else {
      throw StoreError.unknownField(entity: entity.name, field: name)
    }
    if filter.isForText, entity.computed(name)?.attribute.isText != true {
      throw StoreError.badFilter(field: name, operator: filter)
    }
    return computed
  }

  // The same SQL for any number of values, so that their number makes no new statement. NULL, which IN never finds, is
  // compared as `eq` compares it.
  private func isAmong(_ values: [Value], _ compared: (String, [Value]) -> Fragment) -> Fragment {
    let known = values.filter { !$0.isNull }
    let list =
      if let json = SQL.json(known) {
        compared("IN (SELECT value FROM json_each(?))", [json])
      } else {
        compared("IN (\(SQL.places(known.count)))", known)
      }
    return known.count < values.count ? .all([list, compared("IS NULL", [])], joinedBy: " OR ") : list
  }

  /// Records whose keys are those of the texts that predicates want, found by an index of keys: few, of which some
  /// differ in case or accents. Empty where no index begins with one of them.
  private func ids(_ predicates: [FetchPredicate]) -> [Fragment] {
    guard !isOfFoundRow, let keys = mapping.keys(of: entity) else { return [] }
    let wanted = predicates.compactMap { predicate -> (column: ColumnDescription, key: Value)? in
      guard case .compare(let name, .eq, let values) = predicate, case .text(let text)? = values.first,
        let column = keys.column(name), SortKeyTable.isFolded(column)
      else { return nil }
      return (column, .text(SortKeyTable.key(of: text, in: column, .root)))
    }
    guard wanted.contains(where: { keys.leads($0.column) }) else { return [] }
    let condition = wanted.map { "\(SQL.name($0.column.column)) = ?" }.joined(separator: " AND ")
    return [
      Fragment(
        sql: "t.id IN (SELECT id FROM \(SQL.name(keys.table)) WHERE \(condition))", values: wanted.map(\.key))
    ]
  }

  private func calculation(
    _ one: FetchExpression, _ filter: FilterOperator, _ other: FetchExpression
  ) throws -> Fragment {
    let signs: [FilterOperator: String] = [.eq: "=", .ne: "<>", .lt: "<", .lte: "<=", .gt: ">", .gte: ">="]
    guard let sign = signs[filter] else { throw StoreError.badFilter(field: one.names.first ?? "", operator: filter) }
    var expressions = ExpressionSQL(entity, mapping, canJoin: false)
    return .comparison(sign, try expressions.aligned(one, other))
  }

  private func has(_ name: String, _ id: RecordID) throws -> Fragment {
    let related = try relatedIDs(name)
    return Fragment(sql: "t.id IN (\(related.own) WHERE \(related.id) = ?)", values: [.integer(id)])
  }

  // The query of the ids of records with related ones in a to-many or many-to-many relationship, the column of the related
  // record's id, and the condition that there is one.
  private func relatedIDs(_ name: String) throws -> (own: String, id: String, isSome: String) {
    guard let relationship = entity.relationship(name) else {
      throw StoreError.unknownField(entity: entity.name, field: name)
    }
    if let table = relationship.joinTable, let columns = relationship.joinColumns {
      return ("SELECT \(SQL.name(columns.own)) FROM \(SQL.name(table))", SQL.name(columns.related), "1")
    }
    guard let target = mapping.model.entity(named: relationship.target),
      let inverse = target.relationship(relationship.inverse ?? "")
    else { throw StoreError.unknownField(entity: entity.name, field: name) }
    let column = SQL.name(inverse.column)
    return ("SELECT \(column) FROM \(SQL.name(target.table))", "id", "\(column) IS NOT NULL")
  }

  private func isRelated(_ owner: String, _ name: String, _ id: RecordID) throws -> Fragment {
    guard let relationship = try mapping.entity(owner).relationship(name), relationship.cardinality != .toOne,
      relationship.target == entity.name
    else { throw StoreError.unknownField(entity: owner, field: name) }
    return Fragment(sql: "t.id IN (\(mapping.relatedSQL(relationship)))", values: [.integer(id)])
  }

  private func isReferred(_ other: String, _ name: String, _ inner: FetchPredicate) throws -> Fragment {
    let referring = try mapping.entity(other)
    guard let relationship = referring.relationship(name), relationship.cardinality == .toOne,
      relationship.target == entity.name
    else { throw StoreError.unknownField(entity: other, field: name) }
    let condition = try FetchSQL(AnyFetchRequest(other), mapping: mapping).condition(inner)
    let (table, column) = (SQL.name(referring.table), "t." + SQL.name(relationship.column))
    return Fragment(
      sql: "t.id IN (SELECT \(column) FROM \(table) t WHERE \(column) IS NOT NULL AND (\(condition.sql)))",
      values: condition.values)
  }

  private func reads(_ names: [String], _ text: String) throws -> Fragment {
    let columns = try names.map { name in
      guard let position = entity.position(of: name) else {
        throw StoreError.unknownField(entity: entity.name, field: name)
      }
      guard SortKeyTable.isFolded(entity.columns[position]) else {
        throw StoreError.badFilter(field: name, operator: .eq)
      }
      return entity.columns[position]
    }
    guard let first = columns.first else { return Fragment(sql: "0") }
    if columns.count == 1, let keyed = first.keyed {
      guard let value = try? keyed.behavior.value(text: text, for: keyed) else { return Fragment(sql: "0") }
      return try comparison(first.name, .eq, [value])
    }
    let value = Value.text(Folding.fold(text))
    let keys = mapping.keys(of: entity)
    guard let keys, columns.allSatisfy({ keys.column($0.name) != nil }) else {
      let parts = columns.map { "coalesce(kartoteka_fold(t.\(SQL.name($0.column))), '')" }
      return Fragment(sql: "\(Self.joined(parts)) = ?", values: [value])
    }
    // One key without a function around it, so that its index is used.
    let key = columns.count == 1 ? SQL.name(first.column) : Self.joined(columns.map { SQL.name($0.column) })
    return Fragment(sql: "t.id IN (SELECT id FROM \(SQL.name(keys.table)) WHERE \(key) = ?)", values: [value])
  }

  // Texts with a space between those that are not empty.
  private static func joined(_ parts: [String]) -> String {
    "ltrim(" + parts.map { "iif(\($0) = '', '', ' ' || \($0))" }.joined(separator: " || ") + ")"
  }

  private func leads(_ name: String, _ inner: FetchPredicate) throws -> Fragment {
    guard let relationship = entity.relationship(name), relationship.cardinality == .toOne else {
      throw StoreError.unknownField(entity: entity.name, field: name)
    }
    let target = try mapping.entity(relationship.target)
    let condition = try FetchSQL(AnyFetchRequest(target.name), mapping: mapping).condition(inner)
    return Fragment(
      sql:
        "t.\(SQL.name(relationship.column)) IN (SELECT t.id FROM \(SQL.name(target.table)) t WHERE \(condition.sql))",
      values: condition.values)
  }
}

extension ColumnDescription {
  /// The attribute, where its keys are no folded values.
  fileprivate var keyed: AttributeDescription? {
    if case .attribute(let attribute) = self, attribute.behavior.hasKeyText { attribute } else { nil }
  }

  /// The attribute, where languages call its values differently.
  fileprivate var translated: AttributeDescription? {
    if case .attribute(let attribute) = self, attribute.behavior.isTranslated { attribute } else { nil }
  }
}
