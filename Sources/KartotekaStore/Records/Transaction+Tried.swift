import KartotekaModel

/// The records that a dry run would have added or changed, as far as formulas of other records lead to them.
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

  /// Whether nothing was tried, as in transactions that write.
  var isEmpty: Bool { records.isEmpty }

  subscript(entity: EntityDescription, id: RecordID) -> AnyRecord? {
    records.isEmpty ? nil : records[DueRules.Key(entity: entity.name, id: id)]
  }

  mutating func add(_ record: AnyRecord, _ id: RecordID) {
    guard counts[record.entity.name, default: 0] < Self.most else { return }
    counts[record.entity.name, default: 0] += 1
    records[DueRules.Key(entity: record.entity.name, id: id)] = record
  }

  /// Notes that a record leads to an owner by one of its columns.
  mutating func add(_ record: AnyRecord, to owner: RecordID, at position: Int) {
    guard let id = record.id, self[record.entity, id] != nil else { return }
    parts[Owner(entity: record.entity.name, position: position, id: owner), default: []].append(id)
  }

  /// The records of an entity that lead to an owner by one of their columns.
  func parts(_ entity: EntityDescription, of owner: RecordID, at position: Int) -> [AnyRecord] {
    (parts[Owner(entity: entity.name, position: position, id: owner)] ?? []).compactMap { self[entity, $0] }
  }
}

// A dry run refuses the rows that writing would refuse, with the other new rows of the files in mind.
extension Transaction {
  private static let mostArguments = 30_000

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
    let owners = owners(of: record)
    for (owner, id) in owners { try checkTried(owner, id, with: record) }
    guard mapping.formulaTargets.contains(record.entity.name) else { return }
    tried.add(record, id)
    for (owner, id) in owners { tried.add(record, to: id, at: owner.position) }
  }

  /// Refuses a change of a record by which another one would break a rule over the records that lead to it.
  func checkTriedOwners(of record: AnyRecord) throws {
    for (owner, id) in owners(of: record) { try checkTried(owner, id, with: record) }
    // Rows behind it look at what it is then.
    if let id = record.id, mapping.formulaTargets.contains(record.entity.name) { tried.add(record, id) }
  }

  private func owners(of record: AnyRecord) -> [(EntityFormulas.Owner, RecordID)] {
    (mapping.formulas[record.entity.name]?.owners ?? []).compactMap { owner in
      if case .integer(let id) = record.values[owner.position] { (owner, id) } else { nil }
    }
  }

  /// The records to which a record leads and that a dry run would have added.
  func related(to record: AnyRecord) -> [AnyRecord] {
    if tried.isEmpty { return [] }
    // Two relationships may lead to the same one.
    var seen: Set<AnyRecord> = []
    return record.entity.columns.indices.compactMap { position in
      guard case .toOne(let relationship) = record.entity.columns[position],
        case .integer(let id) = record.values[position], let target = model.entity(named: relationship.target)
      else { return nil }
      return tried[target, id].flatMap { seen.insert($0).inserted ? $0 : nil }
    }
  }

  private func checkTried(_ owner: EntityFormulas.Owner, _ id: RecordID, with record: AnyRecord) throws {
    guard let whole = try tried[owner.entity, id] ?? self.record(owner.entity, id: id),
      let relationship = owner.entity.relationships.first(where: {
        $0.target == record.entity.name && $0.inverse == record.entity.columns[owner.position].name
      })
    else { return }
    var parts = tried.parts(record.entity, of: id, at: owner.position) + [record]
    // A statement has a limit of arguments. Of so many rows of one record the import alone says whether they keep its rule.
    guard parts.count * record.entity.columns.count <= Self.mostArguments else { return }
    if record.entity.source != nil {
      for part in try related(owner.entity, relationship, of: id) where part != record.id {
        if let part = try self.record(record.entity, id: part) { parts.append(part) }
      }
    }
    do {
      var rows = DraftRows(whole, parts: [relationship.name: parts], related: related(to: whole))
      rows.hasStoredParts = record.entity.source == nil
      try checkFormulas(ofDraft: rows, onlyOthers: true, asksNeeds: false)
    } catch StoreError.invalid(let faults) {
      guard let fault = faults.first else { return }
      throw StoreError.refused(
        Phrase("{title}: {reason}", ["title": whole.titleArgument, "reason": .phrase(fault.phrase)]))
    }
  }
}
