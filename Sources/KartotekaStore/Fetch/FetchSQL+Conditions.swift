import KartotekaModel

extension FetchSQL {
  /// The request's predicate; nil for none.
  func condition() throws -> Fragment? { try request.predicate.map(condition) }

  private func condition(_ predicate: FetchPredicate) throws -> Fragment {
    switch predicate {
    case .compare(let name, let filter, let values): return try comparison(name, filter, values)
    case .has(let name, let id): return try has(name, id)
    case .all(let list): return list.isEmpty ? Fragment(sql: "1") : .all(try list.map(condition))
    case .any(let list):
      return list.isEmpty ? Fragment(sql: "0") : .all(try list.map(condition), joinedBy: " OR ")
    case .not(let inner):
      let inner = try condition(inner)
      return Fragment(sql: "NOT coalesce(\(inner.sql), 0)", values: inner.values)
    }
  }

  private func comparison(_ name: String, _ filter: FilterOperator, _ values: [Value]) throws -> Fragment {
    let expression: String
    if name == "id" {
      expression = "t.id"
    } else if let position = entity.position(of: name) {
      expression = "t." + SQL.name(entity.columns[position].column)
      if filter.isForText, !KeyTable.isFolded(entity.columns[position]) {
        throw StoreError.badFilter(field: name, operator: filter)
      }
    } else {
      throw StoreError.unknownField(entity: entity.name, field: name)
    }
    let value = values.first ?? .null
    switch filter {
    case .eq: return Fragment(sql: "\(expression) IS ?", values: [value])
    case .ne: return Fragment(sql: "\(expression) IS NOT ?", values: [value])
    case .lt: return Fragment(sql: "\(expression) < ?", values: [value])
    case .lte: return Fragment(sql: "\(expression) <= ?", values: [value])
    case .gt: return Fragment(sql: "\(expression) > ?", values: [value])
    case .gte: return Fragment(sql: "\(expression) >= ?", values: [value])
    case .in: return Fragment(sql: "\(expression) IN (\(SQL.places(values.count)))", values: values)
    case .null:
      return Fragment(sql: value == .integer(0) ? "\(expression) IS NOT NULL" : "\(expression) IS NULL")
    case .contains, .prefix:
      guard case .text(let text) = value, name != "id" else {
        throw StoreError.badFilter(field: name, operator: filter)
      }
      let folded =
        keys?.column(name) != nil ? "k." + expression.dropFirst(2) : "kartoteka_fold(\(expression))"
      return Fragment(
        sql: "instr(\(folded), ?) \(filter == .prefix ? "= 1" : "> 0")", values: [.text(Folding.fold(text))])
    }
  }

  private func has(_ name: String, _ id: RecordID) throws -> Fragment {
    guard let relationship = entity.relationship(name) else {
      throw StoreError.unknownField(entity: entity.name, field: name)
    }
    if let table = relationship.joinTable, let columns = relationship.joinColumns {
      return Fragment(
        sql:
          "t.id IN (SELECT \(SQL.name(columns.own)) FROM \(SQL.name(table)) WHERE \(SQL.name(columns.related)) = ?)",
        values: [.integer(id)])
    }
    guard let target = plan.model.entity(named: relationship.target),
      let inverse = target.relationship(relationship.inverse ?? "")
    else { throw StoreError.unknownField(entity: entity.name, field: name) }
    return Fragment(
      sql: "t.id IN (SELECT \(SQL.name(inverse.column)) FROM \(SQL.name(target.table)) WHERE id = ?)",
      values: [.integer(id)])
  }

  // MARK: Searching

  /// Whether the trigram index can answer: it knows nothing of parts under three letters, and FTS5 takes a NUL for
  /// the end of what it is asked, which leaves a quote open.
  var canUseIndex: Bool {
    !terms.isEmpty && terms.allSatisfy { $0.unicodeScalars.count >= 3 && !$0.utf8.contains(0) }
  }

  /// What the trigram index is asked: every term as a phrase.
  var match: Value {
    .text(terms.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: " AND "))
  }

  /// Records in which every term is found, by looking at the keys of each.
  func scan() -> Fragment? {
    guard let keys, !terms.isEmpty else { return nil }
    return .all(
      terms.map { term in
        Fragment(
          sql: keys.searched.map { "instr(k.\(SQL.name($0.column)), ?) > 0" }.joined(separator: " OR "),
          values: keys.searched.map { _ in .text(term) })
      })
  }

  /// Records in which every term is found, by the trigram index.
  func lookUp() -> Fragment? {
    guard let keys else { return nil }
    return Fragment(
      sql:
        "k.id IN (SELECT rowid FROM \(SQL.name(keys.searchTable)) WHERE \(SQL.name(keys.searchTable)) MATCH ?)",
      values: [match])
  }
}
