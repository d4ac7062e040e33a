import KartotekaModel

/// The records that a dry run would have added, as far as formulas of other records lead to them.
struct TriedRecords {
  // The most of an entity that are kept: of a larger import the preview may take those behind for missing ones.
  private static let most = 200_000

  private var records: [DueRules.Key: AnyRecord] = [:]
  private var counts: [String: Int] = [:]
  /// The records by the owner whose rules are also about them.
  private var parts: [Owner: [RecordID]] = [:]

  private struct Owner: Hashable {
    let entity: String
    let position: Int
    let id: RecordID
  }

  subscript(entity: EntityDescription, id: RecordID) -> AnyRecord? {
    records.isEmpty ? nil : records[DueRules.Key(entity: entity.name, id: id)]
  }

  mutating func add(_ record: AnyRecord, _ id: RecordID) {
    guard counts[record.entity.name, default: 0] < Self.most else { return }
    counts[record.entity.name, default: 0] += 1
    records[DueRules.Key(entity: record.entity.name, id: id)] = record
  }

  /// The records that lead to an owner by one of their columns, with a further one.
  mutating func parts(of owner: RecordID, at position: Int, with record: AnyRecord) -> [AnyRecord] {
    let key = Owner(entity: record.entity.name, position: position, id: owner)
    if let id = record.id { parts[key, default: []].append(id) }
    return (parts[key] ?? []).compactMap { self[record.entity, $0] }
  }
}

// A dry run refuses the rows that writing would refuse, with the other new rows of the files in mind.
extension Transaction {
  /// Refuses a new record as adding it in an import would, and adds nothing.
  /// - Parameters:
  ///   - id: the id that it would have.
  ///   - asksNeeds: whether required fields are asked for.
  /// - Throws: ``StoreError`` `.invalid`, `.refused`.
  package func checkTried(_ record: AnyRecord, id: RecordID, asksNeeds: Bool) throws {
    guard !mapping.formulas.isEmpty else { return }
    var record = record
    record.id = id
    let related = related(to: record)
    try checkFormulas(ofDraft: DraftRows(record, related: related), withoutOthers: true, asksNeeds: asksNeeds)
    if mapping.formulaTargets.contains(record.entity.name) { tried.add(record, id) }
    for owner in mapping.formulas[record.entity.name]?.owners ?? [] {
      guard case .integer(let id) = record.values[owner.position] else { continue }
      try checkTried(owner, id, with: record)
    }
  }

  private func related(to record: AnyRecord) -> [AnyRecord] {
    record.entity.columns.indices.compactMap { position in
      guard case .toOne(let relationship) = record.entity.columns[position],
        case .integer(let id) = record.values[position], let target = model.entity(named: relationship.target)
      else { return nil }
      return tried[target, id]
    }
  }

  private func checkTried(_ owner: EntityFormulas.Owner, _ id: RecordID, with record: AnyRecord) throws {
    guard let whole = try tried[owner.entity, id] ?? self.record(owner.entity, id: id),
      let relationship = owner.entity.relationships.first(where: {
        $0.target == record.entity.name && $0.inverse == record.entity.columns[owner.position].name
      })
    else { return }
    var stored: [AnyRecord] = []
    for part in try related(owner.entity, relationship, of: id) {
      if let part = try self.record(record.entity, id: part) { stored.append(part) }
    }
    let parts = stored + tried.parts(of: id, at: owner.position, with: record)
    do {
      try checkFormulas(
        ofDraft: DraftRows(whole, parts: [relationship.name: parts], related: related(to: whole)), asksNeeds: false)
    } catch StoreError.invalid(let faults) {
      guard let fault = faults.first else { return }
      throw StoreError.refused(
        Phrase("{title}: {reason}", ["title": whole.titleArgument, "reason": .phrase(fault.phrase)]))
    }
  }
}
