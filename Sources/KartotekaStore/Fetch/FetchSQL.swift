import KartotekaModel

/// Turns one fetch request into SQL.
///
/// `t` is the entity's table and `k` its table of keys, which is there when something is searched or the order is
/// one that it keeps. `o` is the table of another collation's keys, where they give the order.
struct FetchSQL {
  let mapping: SnapshotMapping
  let entity: EntityDescription
  let request: AnyFetchRequest
  let keys: SortKeyTable?
  /// The sort order of text; root where none is.
  let collation: Collation
  let collated: SortKeyTable?
  /// The table of keys that would give the order, if the snapshot had it.
  let missing: SortKeyTable?
  let terms: [SearchTerm]
  /// The keys of the computed values that are searched: they stand in no index, and are computed for each record of `t`.
  let computedKeys: [Fragment]
  let order: [Term]
  /// The access path of the search.
  private(set) var searchPlan = SearchPlan.scan(atMost: nil)
  /// Whether the conditions are asked of rows that are found otherwise, so that no index has to find them.
  var isOfFoundRow = false
  /// The ids to which an index narrows the request's condition; nil where none does.
  private(set) var narrowing: KeyRange?
  /// The only rank that is wanted; nil for all.
  private(set) var rank: MatchRank?

  /// One term of the order.
  struct Term {
    let sort: FetchSort
    let expression: String
    /// The values for the expression's places.
    var values: [Value] = []
    let column: ColumnDescription?
    let canBeNull: Bool
    /// Whether it is the order of values as people read them: see ``DisplayOrder``.
    var isDisplayed = false
    /// The join that the expression needs; nil for none.
    var join: String?

    func compared(_ rest: String, _ values: [Value] = []) -> Fragment {
      Fragment(sql: "\(expression) \(rest)", values: self.values + values)
    }
  }

  init(_ request: AnyFetchRequest, mapping: SnapshotMapping) throws {
    self.request = request
    self.mapping = mapping
    let entity = try mapping.entity(request.entity)
    self.entity = entity
    let table = mapping.keys(of: entity)
    terms = Self.terms(request.search, entity, mapping)
    computedKeys = terms.isEmpty ? [] : try Self.keys(of: entity.computedSearched(by: request), entity, mapping)
    let sorted = request.sort.filter { $0.name != "id" }
    let columns = try sorted.compactMap { try SortSubject($0.name, of: entity, in: mapping).column }
    let collation = request.collation.of(columns)
    let ordering = collation == .root ? table : table?.collated.first { $0.collation == collation }
    let isKept = !sorted.isEmpty && sorted.allSatisfy { ordering?.column($0.name) != nil }
    keys = isKept && collation == .root || !terms.isEmpty ? table : nil
    let other = isKept && collation != .root ? ordering : nil
    collated = other.flatMap { mapping.hasTable($0) ? $0 : nil }
    missing = collated == nil ? other : nil
    self.collation = collation
    let given = collated.map { ($0, "o") } ?? keys.map { ($0, "k") }
    var order: [Term] = []
    for sort in request.sort where !order.contains(where: { $0.sort.name == sort.name }) {
      order.append(
        try SortSubject(sort.name, of: entity, in: mapping).term(sort, mapping, collation, request.displayOrder)
          ?? Self.term(sort, entity, given, collation, mapping))
      // No two records have the same.
      if sort.name == "id" { break }
    }
    if order.last?.sort.name != "id" {
      let sort = FetchSort("id", ascending: request.sort.first?.ascending ?? true)
      order.append(try Self.term(sort, entity, given, collation, mapping))
    }
    self.order = order
  }

  /// Has what is searched for found in one way.
  mutating func search(by searchPlan: SearchPlan) { self.searchPlan = searchPlan }

  /// Has the records of an index looked at alone.
  mutating func narrow(to range: KeyRange) {
    narrowing = range
    searchPlan = .indexThenSort
  }

  /// The same with the records of one rank only.
  func of(_ rank: MatchRank) -> FetchSQL {
    var copy = self
    copy.rank = rank
    return copy
  }

  /// The same with what is searched for found out first, where only so many records were to be looked at.
  func lookingUp() -> FetchSQL {
    var copy = self
    if case .scan(atMost: .some) = searchPlan { copy.searchPlan = .indexThenSort }
    return copy
  }

  private static func term(
    _ sort: FetchSort, _ entity: EntityDescription, _ keys: (table: SortKeyTable, name: String)?,
    _ collation: Collation,
    _ mapping: SnapshotMapping
  ) throws -> Term {
    if sort.name == "id" {
      return Term(sort: sort, expression: (keys?.name ?? "t") + ".id", column: nil, canBeNull: false)
    }
    guard let position = entity.position(of: sort.name) else {
      throw StoreError.unknownField(entity: entity.name, field: sort.name)
    }
    let column = entity.columns[position]
    let name = SQL.name(column.column)
    let kept = keys?.table.column(sort.name) == nil ? nil : keys
    if SortKeyTable.isFolded(column) {
      let key = kept?.table.collation == collation ? kept.map { "\($0.name).\(name)" } : nil
      // In another program's column of texts, a value other than a text or an integer has no key.
      let value = entity.source == nil ? "t.\(name)" : "iif(typeof(t.\(name)) IN ('text', 'integer'), t.\(name), NULL)"
      let expression = key ?? "coalesce(\(collation.function(of: column))(\(value)), '')" + mapping.comparing
      return Term(sort: sort, expression: expression, column: column, canBeNull: false)
    }
    return Term(
      sort: sort, expression: "\(kept?.name ?? "t").\(name)", column: column, canBeNull: !column.isRequired)
  }

  /// Whether keys are joined with the records, which a walk through the order looks up one by one.
  var isJoined: Bool { keys != nil || collated != nil }

  /// The column of the record's id in the table that leads in ``source``.
  var id: String { collated == nil ? keys == nil ? "t.id" : "k.id" : "o.id" }

  // The order of values to which a cursor belongs, where a language has an order of its own.
  private var displayMark: String? {
    guard let order = request.displayOrder, placing.contains(where: \.isDisplayed) else { return nil }
    return Fingerprint.text(of: Array(order.mark(of: placing.map(\.sort.name)).utf8), bytes: 4)
  }

  /// `FROM`, with the tables in the order that walks the sort order where nothing else narrows it. Where a filter finds few
  /// records of the first ones in the order, all records are filtered first, as they stand or by an index. So are those of a search
  /// that computes values; matches in the leading attribute stand together in the order, or are found by its keys.
  var source: String {
    var tables = [(collated?.table, "o"), (keys?.table, "k"), (entity.table, "t")].compactMap { table, name in
      table.map { (sql: "\(SQL.name($0)) \(name)", id: name + ".id") }
    }
    let computes = !computedKeys.isEmpty && (rank == nil || rank == .elsewhere)
    let filtersFirst = searchPlan.isLookUp && (terms.isEmpty ? request.predicate != nil : computes)
    if filtersFirst { tables.reverse() }
    let join = request.predicate == nil || filtersFirst ? "CROSS JOIN" : "JOIN"
    return "FROM " + tables[0].sql
      + tables.dropFirst().map { " \(join) \($0.sql) ON \($0.id) = \(tables[0].id)" }.joined() + joins(order)
  }

  // Terms of one related record share a join.
  private func joins(_ terms: [Term]) -> String {
    var joins: [String] = []
    for join in terms.compactMap(\.join) where !joins.contains(join) { joins.append(join) }
    return joins.map { " " + $0 }.joined()
  }

  /// The terms of the order without the id, which is always the last one. They are the first columns of a page's statement,
  /// so that the places of its records are what it sorts by.
  var placing: ArraySlice<Term> { order.dropLast() }

  /// `ORDER BY`, in the request's direction or the opposite one, of a statement whose first columns are ``placing``.
  func ordering(backwards: Bool) -> String {
    let terms = order.enumerated().map { index, term in
      // Values would be bound twice, and SQLite not know that both are the same.
      (term.values.isEmpty ? term.expression : String(index + 1))
        + (term.sort.ascending != backwards ? "" : " DESC")
    }
    return "ORDER BY " + terms.joined(separator: ", ")
  }

  /// The cursor of a record that was read by this order.
  func cursor(_ row: PlacedRecord) -> FetchCursor {
    FetchCursor(
      sort: placing.map(\.sort), collation: collation, displayOrder: displayMark,
      values: row.place + [.integer(row.record.id ?? 0)])
  }

  /// Records beyond a place, in the request's direction or the opposite one.
  func beyond(_ cursor: FetchCursor, backwards: Bool, inclusive: Bool = false) throws -> Fragment {
    guard cursor.sort == placing.map(\.sort), cursor.collation == collation, cursor.displayOrder == displayMark,
      cursor.values.count == order.count
    else { throw StoreError.badCursor }
    let rising = order.map { $0.sort.ascending != backwards }
    let equal = inclusive ? "=" : ""
    if !order.contains(where: \.canBeNull), Set(rising).count == 1 {
      let sign = (rising[0] ? ">" : "<") + equal
      return Fragment(
        sql: "(\(order.map(\.expression).joined(separator: ", "))) \(sign) (\(SQL.places(order.count)))",
        values: order.flatMap(\.values) + cursor.values)
    }
    // One term further on and all before it equal. NULL comes before everything, as in ORDER BY.
    var cases: [Fragment] = []
    for index in order.indices {
      var parts = (0..<index).map { order[$0].compared("IS ?", [cursor.values[$0]]) }
      let (term, value) = (order[index], cursor.values[index])
      switch (value.isNull, rising[index]) {
      case (true, true): parts.append(term.compared("IS NOT NULL"))
      case (true, false): continue
      case (false, true): parts.append(term.compared("> ?", [value]))
      case (false, false):
        let less = term.compared("< ?", [value])
        parts.append(term.canBeNull ? .all([less, term.compared("IS NULL")], joinedBy: " OR ") : less)
      }
      cases.append(.all(parts))
    }
    if inclusive { cases.append(.all(zip(order, cursor.values).map { $0.compared("IS ?", [$1]) })) }
    return .all(cases, joinedBy: " OR ")
  }

  /// Records from those on whose leading sort key begins with a text or comes after it.
  func from(_ text: String) -> Fragment? {
    guard let first = order.first, let column = first.column, SortKeyTable.isFolded(column) else { return nil }
    let key = collation.key(text)
    return first.sort.ascending
      ? first.compared(">= ?", [.text(key)])
      : first.compared("< ?", [.text(key + String(Collation.firstMark))])
  }
}
