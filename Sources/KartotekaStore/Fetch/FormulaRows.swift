import KartotekaModel

/// The results of formulas over stored records.
enum FormulaRows {
  /// The results of each formula, by the records' ids.
  static func values(
    of terms: [FormulaTerm], _ entity: EntityDescription, _ ids: [RecordID], _ mapping: SnapshotMapping,
    in database: SQLConnection
  ) throws -> [RecordID: [Value]] {
    let columns = try terms.map { try FormulaSQL(mapping).result($0, entity) }
    let table = SQL.name(entity.table)
    let isOne = ids.count == 1
    let rows = try RawStatement(
      """
      SELECT o.id, \(columns.map(\.sql).joined(separator: ", ")) FROM \(table) o JOIN \(table) t ON t.id = o.id \
      WHERE o.id \(isOne ? "= ?" : "IN (SELECT value FROM json_each(?))")
      """, in: database)
    rows.bind(columns.flatMap(\.values) + [isOne ? .integer(ids[0]) : SQL.json(ids)])
    defer { rows.reset() }
    var found: [RecordID: [Value]] = [:]
    while try rows.step() {
      found[rows.integer(column: 0)] = terms.indices.map { rows.value(column: $0 + 1) }
    }
    return found
  }

  /// The number of records for which a formula is no, or is yes, and the first of them.
  /// - Parameter limit: the time after which counting ends; nil for none.
  static func matching(
    _ term: FormulaTerm, isYes: Bool, _ entity: EntityDescription, first: Int, within limit: Duration?,
    _ mapping: SnapshotMapping, in database: SQLConnection
  ) throws -> FoundByFormula {
    let condition = try FormulaSQL(mapping).result(term, entity)
    let rows = try RawStatement(
      "SELECT t.id, \(condition.sql) FROM \(ComputedSQL.table(of: entity, hasRecords: term.hasRecords)) ORDER BY t.id",
      in: database)
    rows.bind(condition.values)
    defer { rows.reset() }
    let start = ContinuousClock.now
    var (found, ids) = (FoundByFormula(), [RecordID]())
    while try rows.step() {
      if found.compared.isMultiple(of: Self.clockStep), let limit, found.compared > 0,
        ContinuousClock.now - start > limit
      {
        found.isWhole = false
        break
      }
      found.compared += 1
      let value = rows.value(column: 1)
      guard !value.isNull, (value != .integer(0)) == isYes else { continue }
      found.count += 1
      if ids.count < first { ids.append(rows.integer(column: 0)) }
    }
    found.ids = ids
    return found
  }

  // The rows between two looks at the clock.
  private static let clockStep = 8
}

/// The records for which a formula is yes, or no.
package struct FoundByFormula: Sendable {
  /// Their number, among the records that were compared.
  package fileprivate(set) var count = 0
  /// The number of records that were compared.
  package fileprivate(set) var compared = 0
  /// Whether all records were compared.
  package fileprivate(set) var isWhole = true
  /// The first of them.
  package fileprivate(set) var records: [AnyRecord] = []
  fileprivate var ids: [RecordID] = []
}

extension Store {
  /// The number of records that break a rule, and the first of them, for a rule that the description need not have.
  /// - Parameter limit: the time after which counting ends; nil for none.
  /// - Throws: ``StoreError`` where the file can't be read.
  package func breaking(
    _ rule: Formula, of entity: EntityDescription, first: Int, within limit: Duration? = nil
  ) async throws -> FoundByFormula {
    try await matching(rule.term.kept, isYes: false, entity, first, limit)
  }

  /// The number of records for which a formula is yes, and the first of them, for a formula that the description need not have.
  /// - Parameter limit: the time after which counting ends; nil for none.
  /// - Throws: ``StoreError`` where the file can't be read.
  package func matching(
    _ formula: Formula, of entity: EntityDescription, first: Int, within limit: Duration? = nil
  ) async throws -> FoundByFormula {
    try await matching(formula.term, isYes: true, entity, first, limit)
  }

  private func matching(
    _ term: FormulaTerm, isYes: Bool, _ entity: EntityDescription, _ first: Int, _ limit: Duration?
  ) async throws -> FoundByFormula {
    var found = try await snapshot(noting: nil) { [mapping] database in
      try FormulaRows.matching(
        term, isYes: isYes, entity, first: first, within: limit, mapping.withoutKeys, in: database)
    }
    for id in found.ids { if let record = try await record(entity, id: id) { found.records.append(record) } }
    return found
  }

  /// The results of formulas for a record that is being filled in, by the columns of its entity: whether forms show it, whether it
  /// is required, and the value that a new record gets.
  /// - Parameter typed: the names of columns that keep their values.
  /// - Throws: ``StoreError`` where the file can't be read.
  package func following(_ rows: DraftRows, typed: Set<String>) async throws -> FollowedForm {
    // Formulas of the form lead to other records and may depend on the day, the moment and the person.
    DependencyRecorder.current?.note(.everything.union(.day).union(.moment).union(.asker))
    return try await snapshot(noting: nil) { [mapping] database in
      // All formulas of the form have the same moment as `now`.
      try TaskMoment.$fixed.withValue(TaskMoment.current) {
        try FollowedForm(rows, typed: typed, mapping.withoutKeys, in: database)
      }
    }
  }
}

/// The answers of formulas to a form that is being filled in.
package struct FollowedForm: Sendable {
  /// The columns that are not shown.
  package private(set) var hidden: Set<String> = []
  /// The columns that are required beside those that always are.
  package private(set) var needed: Set<String> = []
  /// The values of columns that a person has not typed into, of a new record.
  package private(set) var values: [String: Value] = [:]

  init(_ rows: DraftRows, typed: Set<String>, _ mapping: SnapshotMapping, in database: SQLConnection) throws {
    let entity = rows.record.entity
    var rows = rows
    if rows.record.id == nil {
      var draft = rows.record
      let all = FormulaCheck(mapping.model).defaults(of: entity)
      let followed = all.filter { !typed.contains(entity.columns[$0.position].name) }
      for (position, _) in followed { draft.values[position] = .null }
      draft.emptied = []
      rows.record = draft
      draft = try DraftFormulas(rows, mapping, database).filled(followed)
      for (position, _) in followed { values[entity.columns[position].name] = draft.values[position] }
      rows.record = draft
    }
    let shown = entity.columns.filter { $0.shownIf != nil }
    let required = entity.columns.filter { $0.requiredIf != nil }
    guard !shown.isEmpty || !required.isEmpty else { return }
    let terms = (shown.map(\.shownIf) + required.map(\.requiredIf)).compactMap { $0?.term }
    let answers = try DraftFormulas(rows, mapping, database).values(of: terms)
    for (column, answer) in zip(shown, answers) where answer != .integer(1) { hidden.insert(column.name) }
    for (column, answer) in zip(required, answers.dropFirst(shown.count))
    where answer == .integer(1) && !hidden.contains(column.name) {
      needed.insert(column.name)
    }
  }
}
