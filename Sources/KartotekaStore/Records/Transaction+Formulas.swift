import Foundation
import KartotekaModel

/// The records whose rules over other records are checked when all of these are written.
struct DueRules {
  /// A record.
  struct Key: Hashable {
    let entity: String
    let id: RecordID
  }

  /// The records in the order in which they were written, each with whether it was written itself.
  private(set) var records: [(key: Key, isWritten: Bool)] = []
  private var places: [Key: Int] = [:]

  mutating func add(_ entity: EntityDescription, _ id: RecordID, isWritten: Bool) {
    let key = Key(entity: entity.name, id: id)
    guard let place = places[key] else {
      places[key] = records.count
      records.append((key, isWritten))
      return
    }
    if isWritten { records[place].isWritten = true }
  }

  func contains(_ entity: EntityDescription, _ id: RecordID) -> Bool {
    places[Key(entity: entity.name, id: id)] != nil
  }

  /// Takes all out.
  mutating func take() -> [(key: Key, isWritten: Bool)] {
    defer { self = DueRules() }
    return records
  }

  /// Takes those from a place on out.
  mutating func take(from place: Int) -> [(key: Key, isWritten: Bool)] {
    let rest = Array(records[place...])
    for (key, _) in rest { places[key] = nil }
    records.removeSubrange(place...)
    return rest
  }
}

// Rules, conditions of required fields, and values of new records, which SQLite computes within the transaction, so that they mean
// what formulas mean everywhere.
extension Transaction {
  /// Whether each record of an entity is written singly: by code of the application, because formulas look at it, or since it has
  /// a place among others.
  package func writesSingly(_ entity: EntityDescription) -> Bool {
    hasCode(entity) || mapping.formulas[entity.name] != nil || mapping.places(entity) != nil
  }

  // Formulas have the author of the change, which a job has from who asked for it, and a moment that is not before what the store
  // has just written as the current one.
  private func asAuthor<T>(_ body: () throws -> T) rethrows -> T {
    let moment = TaskMoment.fixed ?? max(Date(), database.now)
    return try TaskMoment.$fixed.withValue(moment) { try Author.$current.withValue(log.author) { try body() } }
  }

  // MARK: Values of new records

  /// A new record with the values of formulas where it was given none.
  /// - Throws: ``StoreError`` where the file can't be read.
  package func withFormulaDefaults(_ record: AnyRecord) throws -> AnyRecord {
    guard record.id == nil || log.undoes == nil, let formulas = mapping.formulas[record.entity.name] else {
      return record
    }
    let rows = DraftRows(record, related: related(to: record))
    return try asAuthor { try DraftFormulas(rows, mapping.withoutKeys, database).filled(formulas.defaults) }
  }

  // MARK: Checking

  /// Refuses a record that was written and breaks a rule, or lacks what a formula requires. Rules over other records are checked at
  /// the end of the transaction, since those may be written after it; in an import, whose rows are refused one by one, at once.
  /// - Parameters:
  ///   - before: the record as it was; nil for a new one.
  ///   - asksNeeds: whether required fields are asked for.
  func checkFormulas(of record: AnyRecord, over before: AnyRecord?, asksNeeds: Bool = true) throws {
    guard !mapping.formulas.isEmpty, log.undoes == nil, let id = record.id,
      let formulas = mapping.formulas[record.entity.name]
    else { return }
    var rules = formulas.own
    // The records that lead to a new one follow in the file.
    if isOfImport, before != nil { rules += formulas.over }
    let needs = asksNeeds ? formulas.needs.filter { record.values[$0.position].isNull } : []
    let faults = try faults(of: [id], record.entity, rules, needs)[id] ?? []
    guard faults.isEmpty else { throw StoreError.broken(faults) }
    if !formulas.over.isEmpty, !isOfImport { due.add(record.entity, id, isWritten: true) }
    for owner in formulas.owners {
      let ids = Set([record.values[owner.position], before?.values[owner.position] ?? .null])
      for case .integer(let id) in ids { try checkRules(ofOwner: owner.entity, id) }
    }
  }

  /// Refuses a change of related records by which a record breaks a rule over them.
  func checkRules(ofOwner entity: EntityDescription, _ id: RecordID) throws {
    guard log.undoes == nil, let formulas = mapping.formulas[entity.name], !formulas.over.isEmpty else { return }
    guard isOfImport else {
      due.add(entity, id, isWritten: false)
      return
    }
    if let faults = try faults(of: [id], entity, formulas.over, [])[id] {
      throw try refusal(of: entity, id, faults)
    }
  }

  /// The records whose rules are also about those that a deletion takes, before it does.
  func ruledOwners(of plan: DeletionPlan) throws -> [(entity: EntityDescription, id: RecordID)] {
    guard !mapping.formulas.isEmpty, log.undoes == nil else { return [] }
    var owners: [(entity: EntityDescription, id: RecordID)] = []
    var seen: Set<DueRules.Key> = []
    for (number, node) in plan.doomed.enumerated() {
      if number % 256 == 255 { try checkCancellation() }
      for owner in try ruledOwners(of: plan.entity(node), node.id)
      where seen.insert(DueRules.Key(entity: owner.entity.name, id: owner.id)).inserted { owners.append(owner) }
    }
    return owners
  }

  private func ruledOwners(
    of entity: EntityDescription, _ id: RecordID
  ) throws -> [(entity: EntityDescription, id: RecordID)] {
    var owners: [(entity: EntityDescription, id: RecordID)] = []
    if let known = mapping.formulas[entity.name]?.owners, !known.isEmpty, let record = try record(entity, id: id) {
      for owner in known {
        if case .integer(let id) = record.values[owner.position] { owners.append((owner.entity, id)) }
      }
    }
    for (name, formulas) in mapping.formulas where !formulas.over.isEmpty {
      guard let owner = model.entity(named: name) else { continue }
      for relationship in owner.manyToMany where relationship.target == entity.name {
        guard let table = relationship.joinTable, let columns = relationship.joinColumns else { continue }
        let rows = try RawStatement(
          "SELECT \(SQL.name(columns.own)) FROM \(SQL.name(table)) WHERE \(SQL.name(columns.related)) = ?", in: database
        )
        rows.bind(.integer(id), at: 1)
        defer { rows.reset() }
        while try rows.step() { owners.append((owner, rows.integer(column: 0))) }
      }
    }
    return owners
  }

  /// Writes something of which nothing else is a part, and then checks the rules that would wait for the end of the transaction.
  /// Nothing stays of it if one is broken.
  /// - Throws: what the body throws, ``StoreError`` `.invalid`, `.refused`.
  package func checkingRulesAfter<T>(_ body: () throws -> T) throws -> T {
    guard !mapping.formulas.isEmpty else { return try body() }
    let start = due.records.count
    return try attempt {
      let result = try body()
      if due.records.count > start { try settle(due.take(from: start)) }
      return result
    }
  }

  /// Checks the rules of a record that wait for the end of the transaction.
  /// - Throws: ``StoreError`` `.invalid` with the broken rules.
  package func checkDueRules(of entity: EntityDescription, _ id: RecordID) throws {
    guard due.contains(entity, id), let formulas = mapping.formulas[entity.name] else { return }
    if let faults = try faults(of: [id], entity, formulas.over, [])[id] { throw StoreError.broken(faults) }
  }

  /// Checks all rules that wait for the end of the transaction.
  /// - Throws: ``StoreError`` `.invalid`, or `.refused` for a record that was not written itself.
  func checkDueRules() throws {
    if !due.records.isEmpty { try settle(due.take()) }
  }

  private func settle(_ records: [(key: DueRules.Key, isWritten: Bool)]) throws {
    let most = 500
    let isLone = records.count(where: \.isWritten) == 1
    for (name, all) in Dictionary(grouping: records, by: \.key.entity).sorted(by: { $0.key < $1.key }) {
      guard let entity = model.entity(named: name), let formulas = mapping.formulas[name] else { continue }
      for start in stride(from: 0, to: all.count, by: most) {
        let some = all[start..<min(start + most, all.count)]
        let broken = try faults(of: some.map(\.key.id), entity, formulas.over, [])
        for (key, isWritten) in some {
          guard let faults = broken[key.id] else { continue }
          // A form with parts has no fields for the faults of one of them.
          let isTold = isWritten && (isLone || !entity.isPart)
          throw isTold ? StoreError.broken(faults) : try refusal(of: entity, key.id, faults)
        }
      }
    }
  }

  // A person who changed a part reads which record it is about.
  private func refusal(of entity: EntityDescription, _ id: RecordID, _ faults: [FieldFault]) throws -> StoreError {
    guard let record = try record(entity, id: id), let fault = faults.first else { return .broken(faults) }
    return .refused(Phrase("{title}: {reason}", ["title": record.titleArgument, "reason": .phrase(fault.phrase)]))
  }

  // The faults of records that were written, by id; records without any are left out.
  private func faults(
    of ids: [RecordID], _ entity: EntityDescription, _ rules: [EntityFormulas.Rule], _ needs: [EntityFormulas.Need]
  ) throws -> [RecordID: [FieldFault]] {
    guard !rules.isEmpty || !needs.isEmpty else { return [:] }
    let terms = rules.map(\.term) + needs.map(\.term)
    let answers = try asAuthor { try FormulaRows.values(of: terms, entity, ids, mapping.withoutKeys, in: database) }
    return answers.compactMapValues { values in
      let faults = EntityFormulas.faults(values, entity, rules, needs)
      return faults.isEmpty ? nil : faults
    }
  }

  // MARK: Records that are not written

  /// Refuses a record as writing it would, and writes nothing: for a dry run and for a form that is being filled in.
  /// - Parameters:
  ///   - withoutOthers: whether rules over other records are left out, since those are not known.
  ///   - onlyOthers: whether these alone are checked.
  ///   - asksNeeds: whether required fields are asked for.
  /// - Throws: ``StoreError`` `.invalid`.
  package func checkFormulas(
    ofDraft rows: DraftRows, withoutOthers: Bool = false, onlyOthers: Bool = false, asksNeeds: Bool = true
  ) throws {
    guard let formulas = mapping.formulas[rows.record.entity.name] else { return }
    let record = rows.record
    let rules = (onlyOthers ? [] : formulas.own) + (withoutOthers ? [] : formulas.over)
    let needs = asksNeeds ? formulas.needs.filter { record.values[$0.position].isNull } : []
    guard !rules.isEmpty || !needs.isEmpty else { return }
    let values = try asAuthor {
      try DraftFormulas(rows, mapping.withoutKeys, database).values(of: rules.map(\.term) + needs.map(\.term))
    }
    let faults = EntityFormulas.faults(values, record.entity, rules, needs)
    guard faults.isEmpty else { throw StoreError.broken(faults) }
  }
}

extension EntityFormulas {
  /// The faults by the results of rules and needs, in their order.
  static func faults(
    _ values: [Value], _ entity: EntityDescription, _ rules: [Rule], _ needs: [Need]
  ) -> [FieldFault] {
    var faults: [FieldFault] = []
    for (rule, value) in zip(rules, values) where value == .integer(0) {
      // The record as a whole where it names none of its fields.
      for field in rule.fields.isEmpty ? [""] : rule.fields {
        faults.append(FieldFault(field, Phrase(rule.description.message), rule: rule.description.name))
      }
    }
    for (need, value) in zip(needs, values.dropFirst(rules.count)) where value == .integer(1) {
      faults.append(FieldFault(entity.columns[need.position].name, "This can't be empty"))
    }
    return faults
  }
}

extension EntityDescription {
  // Whether its records are saved with others.
  fileprivate var isPart: Bool {
    relationships.contains { $0.cardinality == .toOne && $0.isRequired && $0.deleteRule == .cascade }
  }
}

extension StoreError {
  /// The refusal by broken rules: of the record as a whole where none names a field.
  static func broken(_ faults: [FieldFault]) -> StoreError {
    let ofFields = faults.filter { !$0.field.isEmpty }
    if ofFields.isEmpty, let first = faults.first { return .refused(first.phrase) }
    return .invalid(ofFields)
  }
}
