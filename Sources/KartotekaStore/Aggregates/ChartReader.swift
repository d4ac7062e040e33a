import KartotekaModel

extension Store {
  /// The numbers of a chart over the records that a fetch request finds, on all its pages.
  ///
  /// Few groups are counted by one statement. Of many, one statement for each field chooses those that are shown, and four count
  /// these and all others.
  /// - Throws: ``ListFault`` for a chart that the entity can't have, and errors of ``aggregates(_:)``.
  package func chart(
    _ chart: ListChart, over fetch: AnyFetchRequest, _ limits: ChartTable.Limits
  ) async throws -> ChartTable {
    try await ChartReader(chart, over: fetch, limits, self).table()
  }
}

/// Reads the numbers of a chart.
struct ChartReader {
  /// The most groups that are added up here and not by the database.
  static let mostGroups = ChartTable.mostGroups

  /// A field by which records are grouped.
  fileprivate struct Axis {
    let group: ListGroup
    let subject: FilterSubject
    let most: Int
    var spellings = ChartSpellings(collation: nil)

    /// The group of a value of the database.
    mutating func key(_ value: Value) -> ChartTable.Key {
      if let unit = group.unit, !value.isNull {
        guard case .text(let key) = value, unit.first(of: key) != nil else { return .unreadable }
      }
      return .value(spellings.one(value))
    }
  }

  private let store: Store
  private let request: AggregateRequest
  private let entity: EntityDescription
  private let empty: ChartTable
  private var rows: Axis
  private var columns: Axis?
  var mostGroups = ChartReader.mostGroups

  init(
    _ chart: ListChart, over fetch: AnyFetchRequest, _ limits: ChartTable.Limits, _ store: Store
  ) throws {
    guard let entity = store.model.entity(named: fetch.entity) else {
      throw StoreError.unknownField(entity: fetch.entity, field: chart.group.field)
    }
    try chart.check(of: entity, in: store.model)
    func axis(_ group: ListGroup, _ most: Int) throws -> Axis {
      let subject = try group.subject(of: entity, in: store.model)
      return Axis(group: group.charted(subject), subject: subject, most: most)
    }
    (self.store, self.entity) = (store, entity)
    rows = try axis(chart.group, limits.rows)
    columns = try chart.second.map { try axis($0, limits.columns) }
    var form = AttributeDescription(name: "", label: "", kind: .integer)
    var unit: Int64 = 1
    if let figure = chart.figure {
      let subject = try figure.subject(of: entity, in: store.model)
      form = subject.result(of: figure.function)
      if figure.function == .average {
        unit = FetchExpression.power(form.scale - subject.result(of: .sum).scale)
      }
    }
    empty = ChartTable(chart, form: form, unit: unit)
    var request = AggregateRequest(over: fetch)
    request.measures = ChartTally.measures(of: chart.figure)
    self.request = request
  }

  /// The table.
  func table() async throws -> ChartTable {
    var copy = self
    let table = try await copy.read()
    return empty.chart.isByFigure ? table.sorted { $0.isBefore($1) } : table
  }

  private mutating func read() async throws -> ChartTable {
    let known = try await spellings(of: rows.group)
    rows.spellings = known
    if let group = columns?.group {
      let known = try await spellings(of: group)
      columns?.spellings = known
    }
    if let whole = try await few() {
      return whole.arranged(
        chosen(whole.rowValues, rows), columns.map { chosen(whole.columnValues, $0) })
    }
    var axis = rows
    let rowValues = try await most(&axis)
    rows = axis
    var columnValues: [Value]?
    if var axis = columns {
      columnValues = try await most(&axis)
      columns = axis
    }
    return try await parts(rowValues, columnValues).arranged(rowValues, columnValues)
  }

  private func spellings(of group: ListGroup) async throws -> ChartSpellings {
    guard group.unit == nil else { return ChartSpellings(collation: nil) }
    return ChartSpellings(collation: try await store.collation(of: FieldPath(group.field, of: entity, in: store.model)))
  }

  private var groups: [AggregateGroup] { ([rows] + [columns].compactMap(\.self)).map(\.group.aggregate) }

  // MARK: Few groups

  // Nil for many groups.
  private mutating func few() async throws -> ChartTable? {
    var request = request
    request.groups = groups
    request.limit = mostGroups + 1
    let found = try await read([request])
    guard found[0].count <= mostGroups else { return nil }
    var table = empty
    for row in found[0] {
      table.add(tally(row), rows.key(row.groups[0]), columns?.key(row.groups[1]))
    }
    return table
  }

  private func tally(_ row: AggregateRow) -> ChartTally {
    ChartTally(row.measures, isExact: empty.form.kind != .real)
  }

  // A number that does not fit in 64 bits is one of its group alone.
  private func read(_ requests: [AggregateRequest]) async throws -> [[AggregateRow]] {
    try await store.aggregates(requests, refusingTooLarge: false)
  }

  // MARK: Shown groups

  private func chosen(_ values: [(value: Value, figure: Value)], _ axis: Axis) -> [Value] {
    let some = values.filter { !$0.value.isNull }
    if axis.group.unit != nil {
      return axis.filled(some.map(\.value).sorted { $0.isBefore($1) })
    }
    let ranked = some.sorted { one, other in
      if one.figure != other.figure { return other.figure.isBefore(one.figure) }
      return one.value.isBefore(other.value)
    }
    return axis.ordered(ranked.prefix(axis.most).map(\.value))
  }

  // The groups with the greatest figures, or of the latest units.
  private func most(_ axis: inout Axis) async throws -> [Value] {
    var request = request
    request.groups = [axis.group.aggregate]
    if let figure = empty.chart.figure { request.measures.append(figure.measure) }
    request.order =
      axis.group.unit == nil
      ? [.measure(request.measures.count - 1, ascending: false), .group(0, ascending: true)]
      : [.group(0, ascending: false)]
    // Records without a value, and with one that is no day, are groups that are always shown.
    request.limit = axis.most + 2
    var values: [Value] = []
    for case let found? in try await read([request])[0].map(\.groups.first) {
      guard let value = axis.key(found).value, !value.isNull, !values.contains(value) else { continue }
      values.append(value)
    }
    values = Array(values.prefix(axis.most))
    return axis.group.unit == nil ? axis.ordered(values) : axis.filled(values.reversed())
  }

  // MARK: Many groups

  // The records of shown groups by them, and of all others together.
  private mutating func parts(_ rowValues: [Value], _ columnValues: [Value]?) async throws -> ChartTable {
    func side(_ axis: Axis, _ values: [Value]) throws -> (shown: FetchPredicate, others: FetchPredicate)? {
      try axis.group.sides(values, axis.subject, of: entity, in: store.model)
    }
    var sides = [try side(rows, rowValues)]
    if let columns { sides.append(try side(columns, columnValues ?? [])) }
    // Whether the records of a part are in shown groups, of each field.
    var parts: [[Bool]] = [[]]
    for side in sides {
      parts = parts.map { $0 + [true] } + (side == nil ? [] : parts.map { $0 + [false] })
    }
    let requests = parts.map { part in
      var request = request
      request.groups = zip(groups, part).compactMap { $1 ? $0 : nil }
      // The conditions leave few groups; values that are no days are one of them.
      request.limit = Self.mostGroups
      for (side, isShown) in zip(sides, part) {
        guard let predicate = isShown ? side?.shown : side?.others else { continue }
        request.predicate = request.predicate?.and(predicate) ?? predicate
      }
      return request
    }
    let found = try await read(requests)
    var table = empty
    table.hasMany = true
    for (part, rows) in zip(parts, found) {
      for row in rows {
        var values = row.groups.makeIterator()
        let keys = part.enumerated().map { index, isShown -> ChartTable.Key in
          guard isShown else { return .others }
          let value = values.next() ?? .null
          return index == 0 ? self.rows.key(value) : columns?.key(value) ?? .value(value)
        }
        let tally = tally(row)
        // Without groups there is a row of no records, too.
        if tally.count > 0 { table.add(tally, keys[0], keys.count > 1 ? keys[1] : nil) }
      }
    }
    return table
  }
}

extension ChartReader.Axis {
  /// Values in the order in which they are shown: numbers, choices and states in their own, others as they come.
  fileprivate func ordered(_ values: [Value]) -> [Value] {
    switch subject {
    case .attribute(let attribute) where attribute.kind == .choice:
      let places = Dictionary(
        attribute.choices.enumerated().map { (Value.text($1.value), $0) }, uniquingKeysWith: { first, _ in first })
      return values.sorted { (places[$0] ?? .max) < (places[$1] ?? .max) }
    case .state: return values.sorted { $0.isBefore($1) }
    case .attribute(let attribute) where attribute.kind == .boolean: return values.sorted { $0.isBefore($1) }
    default: return subject.isOrdered ? values.sorted { $0.isBefore($1) } : values
    }
  }

  /// The latest units of ascending keys, with those between that have no records if all of them can be shown.
  fileprivate func filled(_ keys: [Value]) -> [Value] {
    let latest = Array(keys.suffix(most))
    guard let unit = group.unit, case .text(let last)? = latest.last, case .text(let first)? = latest.first,
      var day = unit.first(of: first)
    else { return latest }
    var all: [Value] = []
    while all.count < most {
      let key = unit.key(of: day)
      all.append(.text(key))
      if key == last { return all }
      guard let next = unit.next(after: day) else { break }
      day = next
    }
    return latest
  }
}

extension Value {
  /// The order of numbers and texts.
  fileprivate func isBefore(_ other: Value) -> Bool {
    switch (self, other) {
    case (.integer(let one), .integer(let other)): one < other
    case (.text(let one), .text(let other)): one < other
    case (.null, .null): false
    case (.null, _): true
    case (_, .null): false
    default: number < other.number
    }
  }

  private var number: Double {
    switch self {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    default: 0
    }
  }
}
