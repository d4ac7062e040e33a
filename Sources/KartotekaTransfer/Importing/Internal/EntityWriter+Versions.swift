import KartotekaModel
import KartotekaStore

// Rows of exported files, which may be older than their records.
extension EntityWriter {
  /// Stores a row in the record of which it was exported.
  /// - Returns: nil if the record is not of this database, so that the row is one like others.
  func store(_ draft: RowDraft, markedBy mark: RecordMark, of file: FileImport) throws -> Stored? {
    if added.isWaiting(mark.id) { try flush() }
    guard let existing = try transaction.record(entity, id: mark.id) else {
      var draft = draft
      draft.mark = nil
      guard try transaction.hasDeleted(entity, id: mark.id) else {
        // Keeps its number in a database that has no such record.
        draft.id = mark.id
        return try find(draft, of: file)
      }
      guard file.plan.changedBoth == .file else {
        if file.plan.changedBoth == .here { return .unchanged(mark.id) }
        return .rejected([RowFault(.row, nil, "The record was deleted here since the file was exported")])
      }
      draft.id = mark.id
      return try find(draft, of: file)
    }
    guard !file.plan.isCopy, file.isFirst(ofRecord: mark.id) else {
      let reason = Phrase(
        RecordMark.repeatedKey, ["number": .text(String(mark.id)), "column": .text(RecordMark.heading)])
      return .rejected([RowFault(.row, nil, reason)])
    }
    let merged = try merge(draft, into: existing, mark, file.plan.changedBoth ?? .ask)
    if !merged.conflicts.isEmpty { file.countChangedBoth(existing, merged.conflicts) }
    guard merged.faults.isEmpty else { return .rejected(merged.faults) }
    return try change(existing, to: merged.record, by: draft, of: file)
  }

  private struct Merged {
    var record: AnyRecord
    var conflicts: [RecordChange.Field] = []
    var faults: [RowFault] = []
  }

  // A field that only one side has changed has its value. Where it is not known what the record was, both may have changed it.
  private func merge(
    _ draft: RowDraft, into existing: AnyRecord, _ mark: RecordMark, _ choice: ImportOptions.ChangedBoth
  ) throws -> Merged {
    var merged = Merged(record: existing)
    let isCurrent = RecordMark.version(of: existing) == mark.version
    var earlier: AnyRecord??
    for position in draft.cells.indices {
      guard let value = draft.value(at: position) else { continue }
      let now = existing.values[position]
      if isSame(value, now, at: position) { continue }
      if isCurrent {
        merged.record.values[position] = value
        continue
      }
      let before =
        try earlier ?? transaction.earlierVersion(of: existing) { RecordMark.version(of: $0) == mark.version }
      earlier = .some(before)
      if let before, isSame(value, before.values[position], at: position) { continue }
      if let before, before.values[position] == now {
        merged.record.values[position] = value
        continue
      }
      let name = entity.columns[position].name
      merged.conflicts.append(RecordChange.Field(name: name, before: now, after: value, isLink: false))
      switch choice {
      case .here: continue
      case .file: merged.record.values[position] = value
      case .ask: merged.faults.append(changedBoth(value, now, at: position))
      }
    }
    return merged
  }

  // Spreadsheets have no fractions of seconds.
  private func isSame(_ value: Value, _ other: Value, at position: Int) -> Bool {
    if value == other { return true }
    guard case .attribute(let attribute) = entity.columns[position], attribute.kind == .timestamp,
      case .text(let text) = value, case .text(let stored) = other,
      let one = Timestamp.date(text), let two = Timestamp.date(stored)
    else { return false }
    return one.timeIntervalSince1970.rounded(.down) == one.timeIntervalSince1970
      && one.timeIntervalSince1970 == two.timeIntervalSince1970.rounded(.down)
  }

  private func changedBoth(_ value: Value, _ now: Value, at position: Int) -> RowFault {
    func text(_ value: Value) -> String {
      if value.isNull { return "–" }
      guard case .attribute(let attribute) = entity.columns[position] else {
        if case .integer(let id) = value { return "No. \(id)" }
        return "–"
      }
      return String(attribute.behavior.text(value, for: attribute).prefix(100))
    }
    return RowFault(
      .column(position), text(value),
      Phrase("It was changed here since the file was exported, to {value}", ["value": .text(text(now))]))
  }
}
