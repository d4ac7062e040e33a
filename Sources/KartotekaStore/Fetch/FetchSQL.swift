import KartotekaModel

/// Turns one fetch request into SQL.
///
/// `t` is the entity's table and `k` its table of keys, which is there when something is searched or the order is
/// one that it keeps.
struct FetchSQL {
  let plan: StorePlan
  let entity: EntityDescription
  let request: AnyFetchRequest
  let keys: KeyTable?
  let terms: [String]
  let order: [Term]

  /// One term of the order.
  struct Term {
    let sort: FetchSort
    let expression: String
    let column: ColumnDescription?
    let canBeNull: Bool
  }

  init(_ request: AnyFetchRequest, plan: StorePlan) throws {
    self.request = request
    self.plan = plan
    entity = try plan.entity(request.entity)
    let table = plan.keys(of: entity)
    terms = Self.terms(request.search, of: table)
    let sorted = request.sort.filter { $0.name != "id" }
    let isKept = !sorted.isEmpty && sorted.allSatisfy { table?.column($0.name) != nil }
    keys = isKept || !terms.isEmpty ? table : nil
    var order: [Term] = []
    for sort in request.sort where !order.contains(where: { $0.sort.name == sort.name }) {
      order.append(try Self.term(sort, entity, keys))
    }
    if !order.contains(where: { $0.sort.name == "id" }) {
      order.append(
        try Self.term(FetchSort("id", ascending: request.sort.first?.ascending ?? true), entity, keys))
    }
    self.order = order
  }

  /// What has to be found: with one searched attribute the whole text as it stands; with several, every word in
  /// one of them.
  private static func terms(_ search: String, of table: KeyTable?) -> [String] {
    guard let table, !table.searched.isEmpty else { return [] }
    let folded = Folding.fold(search.trimmingSpaces())
    if folded.isEmpty { return [] }
    return table.searched.count == 1 ? [folded] : folded.split(separator: " ").map(String.init)
  }

  private static func term(_ sort: FetchSort, _ entity: EntityDescription, _ keys: KeyTable?) throws -> Term {
    if sort.name == "id" {
      return Term(sort: sort, expression: keys == nil ? "t.id" : "k.id", column: nil, canBeNull: false)
    }
    guard let position = entity.position(of: sort.name) else {
      throw StoreError.unknownField(entity: entity.name, field: sort.name)
    }
    let column = entity.columns[position]
    let name = SQL.name(column.column)
    if KeyTable.isFolded(column) {
      let expression =
        keys?.column(sort.name) != nil ? "k." + name : "coalesce(kartoteka_fold(t.\(name)), '')"
      return Term(sort: sort, expression: expression, column: column, canBeNull: false)
    }
    return Term(
      sort: sort, expression: (keys?.column(sort.name) != nil ? "k." : "t.") + name, column: column,
      canBeNull: !column.isRequired)
  }

  /// `FROM`, with the tables in the order that walks the sort order where nothing else narrows it.
  var source: String {
    guard let keys else { return "FROM \(SQL.name(entity.table)) t" }
    let join = request.predicate == nil ? "CROSS JOIN" : "JOIN"
    return "FROM \(SQL.name(keys.table)) k \(join) \(SQL.name(entity.table)) t ON t.id = k.id"
  }

  /// `ORDER BY`, in the request's direction or the opposite one.
  func ordering(backwards: Bool) -> String {
    "ORDER BY "
      + order.map { $0.expression + ($0.sort.ascending != backwards ? "" : " DESC") }.joined(separator: ", ")
  }

  /// The place of a record in the order.
  func place(of record: AnyRecord) -> FetchCursor {
    let values = order.dropLast(order.last?.sort.name == "id" ? 1 : 0).map { term -> Value in
      guard let column = term.column else { return .integer(record.id ?? 0) }
      return KeyTable.key(record[term.sort.name], of: column)
    }
    return FetchCursor(sort: cursorSort, values: values + [.integer(record.id ?? 0)])
  }

  /// The sort that cursors of this request carry: without the id at the end, which they always have.
  var cursorSort: [FetchSort] { order.dropLast(order.last?.sort.name == "id" ? 1 : 0).map(\.sort) }

  /// Records beyond a place, in the request's direction or the opposite one.
  func beyond(_ cursor: FetchCursor, backwards: Bool, inclusive: Bool = false) throws -> Fragment {
    guard cursor.sort == cursorSort, cursor.values.count == order.count else { throw StoreError.badCursor }
    let rising = order.map { $0.sort.ascending != backwards }
    let equal = inclusive ? "=" : ""
    if !order.contains(where: \.canBeNull), Set(rising).count == 1 {
      let sign = (rising[0] ? ">" : "<") + equal
      return Fragment(
        sql: "(\(order.map(\.expression).joined(separator: ", "))) \(sign) (\(SQL.places(order.count)))",
        values: cursor.values)
    }
    // One term further on and all before it equal. NULL comes before everything, as in ORDER BY.
    var cases: [Fragment] = []
    for index in order.indices {
      var parts = (0..<index).map {
        Fragment(sql: "\(order[$0].expression) IS ?", values: [cursor.values[$0]])
      }
      let (expression, value) = (order[index].expression, cursor.values[index])
      switch (value.isNull, rising[index]) {
      case (true, true): parts.append(Fragment(sql: "\(expression) IS NOT NULL"))
      case (true, false): continue
      case (false, true): parts.append(Fragment(sql: "\(expression) > ?", values: [value]))
      case (false, false):
        parts.append(
          Fragment(
            sql: "\(expression) < ?" + (order[index].canBeNull ? " OR \(expression) IS NULL" : ""),
            values: [value]))
      }
      cases.append(.all(parts))
    }
    if inclusive {
      cases.append(
        .all(zip(order, cursor.values).map { Fragment(sql: "\($0.expression) IS ?", values: [$1]) }))
    }
    return .all(cases, joinedBy: " OR ")
  }

  /// Records from those on whose leading sort key begins with a text or comes after it.
  func from(_ text: String) -> Fragment? {
    guard let first = order.first, let column = first.column, KeyTable.isFolded(column) else { return nil }
    let folded = Folding.fold(text)
    return first.sort.ascending
      ? Fragment(sql: "\(first.expression) >= ?", values: [.text(folded)])
      : Fragment(sql: "\(first.expression) <= ?", values: [.text(folded + "\u{10FFFF}")])
  }
}
