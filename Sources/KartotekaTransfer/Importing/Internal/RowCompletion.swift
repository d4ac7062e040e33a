import KartotekaModel

/// The values that a row gets beside its own when it becomes a record: defaults, and values that follow from others.
struct RowCompletion {
  private let entity: EntityDescription
  let defaults: [Value]
  /// The columns in which a new record needs a value.
  private let needed: [Int]
  /// The columns whose values in a new record are those of formulas.
  private let computed: [Int]
  /// Whether values are derived from other values of the same record.
  let hasFollowing: Bool

  init(_ entity: EntityDescription) {
    self.entity = entity
    let defaults = AnyRecord(entity).values
    self.defaults = defaults
    needed = entity.columns.indices.filter {
      entity.columns[$0].isRequired && defaults[$0].isNull && entity.columns[$0].defaultFormula == nil
    }
    computed = entity.columns.indices.filter { entity.columns[$0].defaultFormula != nil }
    hasFollowing = entity.attributes.contains { $0.followed != nil }
  }

  /// The record of a row.
  func record(_ draft: RowDraft, id: RecordID?) -> AnyRecord {
    var record = AnyRecord(entity, id: id, values: draft.cells.indices.map { draft.value(at: $0) ?? defaults[$0] })
    for position in computed where record.values[position].isNull {
      // A cell that is there and empty stays empty.
      if case .absent = draft.cells[position] { continue }
      record.emptied.insert(position)
    }
    return record
  }

  /// The faults of a row that lacks what a new record needs.
  func faults(of draft: RowDraft) -> [RowFault] {
    let missing = needed.filter { if case .absent = draft.cells[$0] { true } else { false } }
    return missing.map { RowFault(.column($0), nil, "This can't be empty") } + unmetNeeds(of: draft)
  }

  /// The fault of a record in which a formula has left a required value empty; nil for none.
  func emptyFault(of record: AnyRecord) -> RowFault? {
    let lacking = computed.first { entity.columns[$0].isRequired && record.values[$0].isNull }
    return lacking.map { RowFault(.column($0), nil, "This can't be empty") }
  }

  private func unmetNeeds(of draft: RowDraft) -> [RowFault] {
    entity.needs.compactMap { need in
      guard let field = entity.position(of: need.field), let exception = entity.position(of: need.exception) else {
        return nil
      }
      // Somebody chose to load rows without the records that they name.
      if draft.unresolved.contains(where: { $0.relationship == need.field }) { return nil }
      switch draft.cells[field] {
      case .absent, .empty, .value(.null): break
      case .bytes, .value, .reference, .record: return nil
      }
      if draft.value(at: exception) ?? defaults[exception] == .integer(1) { return nil }
      return RowFault(.column(field), nil, Phrase(need.reason))
    }
  }

  /// Fills values that are derived from other values of a row into empty positions.
  /// - Returns: the fault of a source value.
  func fill(_ draft: inout RowDraft, _ positions: [Int]) -> RowFault? {
    var record = record(draft, id: nil)
    for position in positions {
      guard let fault = record.faultOfFollowed(at: position) else { continue }
      let source = entity.position(of: fault.field) ?? position
      let text = if case .text(let text) = record.values[source] { text } else { String?.none }
      return RowFault(.column(source), text, fault.phrase)
    }
    let given = record.values
    record.fillFollowing()
    for position in positions where given[position] != record.values[position] {
      draft.cells[position] = .value(record.values[position])
    }
    return nil
  }
}
