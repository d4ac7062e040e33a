import KartotekaModel

/// A record that is not stored as it is given, and other records that it leads to or that lead to it.
package struct DraftRows: Sendable {
  /// The record.
  package var record: AnyRecord
  /// All records that a to-many relationship leads to, by its name. Of other relationships they are the stored ones.
  package var parts: [String: [AnyRecord]]
  /// Whether the stored records that lead to the record are beside the given parts, but for those with the numbers of these.
  package var hasStoredParts = false
  /// Records with ids that are not stored so either, to which the record leads.
  package var related: [AnyRecord]

  /// A record, with the stored ones around it unless others are given.
  package init(_ record: AnyRecord, parts: [String: [AnyRecord]] = [:], related: [AnyRecord] = []) {
    (self.record, self.parts, self.related) = (record, parts, related)
  }
}

/// The results of formulas over a record that is not stored. Its rows stand in the statement as tables with the names of the real ones,
/// so that the same SQL computes the same as over stored records.
struct DraftFormulas {
  private var rows: DraftRows
  private let mapping: SnapshotMapping
  private let database: SQLConnection

  // No record has it, so that nothing leads to a new one.
  private static let newID: RecordID = 0

  init(_ rows: DraftRows, _ mapping: SnapshotMapping, _ database: SQLConnection) {
    (self.rows, self.mapping, self.database) = (rows, mapping, database)
  }

  private var entity: EntityDescription { rows.record.entity }

  /// The results of formulas of the record.
  func values(of terms: [FormulaTerm]) throws -> [Value] {
    let columns = try terms.map { try FormulaSQL(mapping).result($0, entity) }
    let tables = try tables(for: terms)
    let table = SQL.name(entity.table)
    let statement = try RawStatement(
      """
      WITH \(tables.map(\.sql).joined(separator: ", ")) SELECT \(columns.map(\.sql).joined(separator: ", ")) \
      FROM \(table) o JOIN \(table) t ON t.id = o.id WHERE o.id = ?
      """, in: database)
    let id = rows.record.id ?? Self.newID
    statement.bind(tables.flatMap(\.values) + columns.flatMap(\.values) + [.integer(id)])
    defer { statement.reset() }
    guard try statement.step() else { return terms.map { _ in .null } }
    return terms.indices.map { statement.value(column: $0) }
  }

  /// The record with the values of formulas where it has none and was not left empty, each after those that it needs.
  func filled(_ defaults: [(position: Int, formula: Formula)]) throws -> AnyRecord {
    var draft = self
    let open = defaults.filter {
      rows.record.values[$0.position].isNull && !rows.record.emptied.contains($0.position)
    }
    for (position, formula) in open {
      guard case .attribute(let attribute) = entity.columns[position],
        let value = try draft.values(of: [formula.term]).first
      else { continue }
      let type = try? FormulaCheck(mapping.model).type(of: formula.term, entity)
      draft.rows.record.values[position] = attribute.initial(value, of: type ?? .nothing)
    }
    return draft.rows.record
  }

  // MARK: Tables

  private func tables(for terms: [FormulaTerm]) throws -> [Fragment] {
    var reach = FormulaReach(mapping.model)
    for term in terms { reach.add(term, entity, isRoot: true) }
    let id = rows.record.id ?? Self.newID
    var given: [String: [AnyRecord]] = [:]
    var kept: [String: Fragment] = [:]
    var root = rows.record
    root.id = id
    given[entity.name] = [root]
    // Other records of the entity are seen as well where a formula leads to them.
    if reach.others.contains(entity.name) {
      let some = reach.isOnce(entity.name) ? stored(leadingTo: entity) : Fragment(sql: "1")
      kept[entity.name] = Fragment(sql: "id <> ? AND \(some.sql)", values: [.integer(id)] + some.values)
    }
    for (name, parts) in rows.parts {
      guard let relationship = entity.relationship(name), let target = mapping.model.entity(named: relationship.target),
        let owner = relationship.inverse.flatMap({ target.relationship($0) })
      else { continue }
      // New parts have numbers that no record has.
      var next = Self.newID
      given[target.name, default: []] += parts.map { part in
        var part = part
        part[owner.name] = .integer(id)
        if part.id == nil {
          next -= 1
          part.id = next
        }
        return part
      }
      let isSeen = reach.others.contains(target.name)
      if rows.hasStoredParts {
        let others =
          isSeen ? Fragment(sql: "1") : Fragment(sql: "\(SQL.name(owner.column)) = ?", values: [.integer(id)])
        kept[target.name] = Fragment(
          sql: "\(others.sql) AND id NOT IN (SELECT value FROM json_each(?))",
          values: others.values + [SQL.json(parts.compactMap(\.id))])
      } else if isSeen {
        kept[target.name] = Fragment(sql: "\(SQL.name(owner.column)) IS NOT ?", values: [.integer(id)])
      }
    }
    for record in rows.related where record.entity.name != entity.name || record.id != id {
      let target = record.entity
      if given[target.name] == nil {
        kept[target.name] = reach.isOnce(target.name) ? stored(leadingTo: target) : Fragment(sql: "1")
      }
      given[target.name, default: []].append(record)
    }
    for (name, some) in kept {
      let ids = rows.related.filter { $0.entity.name == name }.compactMap(\.id)
      if ids.isEmpty { continue }
      // Given ones stand for those that are stored under their numbers.
      kept[name] = Fragment(
        sql: "\(some.sql) AND id NOT IN (SELECT value FROM json_each(?))", values: some.values + [SQL.json(ids)])
    }
    return try given.sorted { $0.key < $1.key }.map { name, records in
      guard let target = mapping.model.entity(named: name) else {
        throw StoreError.unknownField(entity: entity.name, field: name)
      }
      return Self.table(target, records, kept[name])
    }
  }

  // The stored records that the record leads to.
  private func stored(leadingTo target: EntityDescription) -> Fragment {
    let ids = entity.columns.indices.compactMap { position -> RecordID? in
      guard case .toOne(let relationship) = entity.columns[position], relationship.target == target.name,
        case .integer(let id) = rows.record.values[position]
      else { return nil }
      return id
    }
    return Fragment(sql: "id IN (SELECT value FROM json_each(?))", values: [SQL.json(ids)])
  }

  // The table of given records, with the stored ones that match a condition.
  private static func table(_ entity: EntityDescription, _ records: [AnyRecord], _ kept: Fragment?) -> Fragment {
    let names = ["id"] + entity.columns.map(\.column)
    // A statement has a limit of arguments, not of rows. Bytes are in no formula.
    let given = records.map { record in
      let values = [Value.integer(record.id ?? newID)] + record.values
      let bound = values.map { value in if case .blob = value { Value.null } else { value } }
      return Fragment(
        sql: "(\(bound.map { $0.isNull ? "NULL" : "?" }.joined(separator: ", ")))", values: bound.filter { !$0.isNull })
    }
    var parts = [
      given.isEmpty
        ? Fragment(sql: "SELECT \(names.map { _ in "NULL" }.joined(separator: ", ")) WHERE 0")
        : Fragment(
          sql: "VALUES \(given.map(\.sql).joined(separator: ", "))", values: given.flatMap(\.values))
    ]
    // In an opened file the rows have other names.
    if let kept, entity.source == nil {
      parts.append(
        Fragment(
          sql: "SELECT \(SQL.names(names)) FROM main.\(SQL.name(entity.table)) WHERE \(kept.sql)", values: kept.values))
    }
    return Fragment.union(parts).wrapped("\(SQL.name(entity.table)) (\(SQL.names(names))) AS (", ")")
  }
}

/// The entities whose tables formulas read beside the record's own row and the records that lead to it.
struct FormulaReach {
  private let model: ModelDescription
  /// Their names.
  private(set) var others: Set<String> = []
  private var paths: [String: Set<String>] = [:]
  private var seen: Set<[String]> = []

  init(_ model: ModelDescription) { self.model = model }

  /// Whether only one relationship of the record leads to an entity's records.
  func isOnce(_ entity: String) -> Bool {
    let known = paths[entity, default: []]
    return known.count <= 1 && !known.contains("")
  }

  /// - Parameter isRoot: whether the term is of the record itself.
  mutating func add(_ term: FormulaTerm, _ entity: EntityDescription, isRoot: Bool) {
    switch term {
    case .value(let path): add(path, entity, isRoot: isRoot)
    case .over(_, let name, let parts):
      guard let target = entity.relationship(name).flatMap({ model.entity(named: $0.target) }) else { return }
      if !isRoot || target.name == entity.name { reach(target.name, by: "") }
      for part in parts { add(part, target, isRoot: false) }
    default: for part in term.parts { add(part, entity, isRoot: isRoot) }
    }
  }

  private mutating func reach(_ name: String, by path: String) {
    others.insert(name)
    paths[name, default: []].insert(path)
  }

  private mutating func add(_ path: String, _ entity: EntityDescription, isRoot: Bool) {
    if entity.position(of: path) != nil { return }
    var (owner, isRoot) = (entity, isRoot)
    var steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let last = steps.popLast() else { return }
    for (index, step) in steps.enumerated() {
      guard let target = owner.relationship(step).flatMap({ model.entity(named: $0.target) }) else { return }
      reach(target.name, by: isRoot && index == 0 ? step : "")
      (owner, isRoot) = (target, false)
    }
    guard let computed = owner.computed(last), seen.insert([owner.name, last, isRoot ? "root" : ""]).inserted else {
      return
    }
    let formulas = computed.source.formulas
    let terms = formulas.isEmpty ? [computed.source.formula?.term].compactMap(\.self) : formulas.map(\.term)
    for term in terms { add(term, owner, isRoot: isRoot) }
    // A condition may lead anywhere.
    if terms.isEmpty { for relationship in owner.relationships { reach(relationship.target, by: "") } }
  }
}

extension AttributeDescription {
  /// A formula's result as a value of the attribute: numbers in the smallest unit of its scale; empty for one that it can't have.
  fileprivate func initial(_ value: Value, of type: FormulaType) -> Value {
    switch value {
    case .integer(let number):
      guard case .number(let form) = type else { return kind == .boolean ? value : .null }
      let scale = kind == .decimal ? self.scale : 0
      guard scale >= form.scale else { return .null }
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: FetchExpression.power(scale - form.scale))
      return isTooLarge ? .null : .integer(product)
    case .text: return isText ? value : .null
    case .null, .real, .blob: return .null
    }
  }
}
