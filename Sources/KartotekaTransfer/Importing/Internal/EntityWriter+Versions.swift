import KartotekaModel
import KartotekaStore

// Rows of exported files, which may be older than their records.
extension EntityWriter {
  /// Drops a mark that says nothing of this list: of another list, or of one whose name is not known where the record was never
  /// so. A copy that lost its mark is no longer the record whose number it has.
  func checkMark(of draft: inout RowDraft, _ file: FileImport) throws {
    guard let mark = draft.mark else {
      if file.plan.isCopy { draft.id = nil }
      return
    }
    guard mark.entity != entity.plural else { return }
    // The list may have been renamed.
    guard !transaction.model.entities.contains(where: { $0.plural == mark.entity }),
      let record = try transaction.record(entity, id: mark.id),
      try mark.isVersion(record) || transaction.earlierVersion(of: record, where: mark.isVersion) != nil
    else {
      draft.mark = nil
      return
    }
  }

  func repeatedMark(_ id: RecordID) -> RowFault {
    RowFault(
      .row, nil,
      Phrase(RecordMark.repeatedKey, ["number": .text(String(id)), "column": .text(RecordMark.heading)]))
  }

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
        return try findUnmarked(draft, of: file)
      }
      if file.plan.changedBoth == .here { return .unchanged(mark.id) }
      // Its other fields are in the trash, from which it can be brought back.
      return .rejected([RowFault(.row, nil, "The record was deleted here since the file was exported")])
    }
    if file.plan.isCopy || file.marks.repeated.contains(mark.id) {
      // If one of the rows is unchanged, it is the record; otherwise that is unknown.
      guard !file.plan.isCopy, try isUntouched(draft, existing, mark) else {
        return .rejected([repeatedMark(mark.id)])
      }
      return .unchanged(mark.id)
    }
    var draft = draft
    var merged = try merge(draft, into: existing, mark, file)
    try mergeLists(&draft, into: &merged, mark, file)
    if !merged.conflicts.isEmpty { file.countChangedBoth(existing, merged.conflicts) }
    guard merged.faults.isEmpty else { return .rejected(merged.faults) }
    return try change(existing, to: merged.record, by: draft, of: file)
  }

  // Whether a row has the values with which it was exported.
  private func isUntouched(_ draft: RowDraft, _ existing: AnyRecord, _ mark: RecordMark) throws -> Bool {
    guard
      let before = mark.isVersion(existing)
        ? existing : try transaction.earlierVersion(of: existing, where: mark.isVersion)
    else { return false }
    guard try manyToMany.indices.allSatisfy({ try isUntouched($0, draft, mark) }) else { return false }
    return draft.cells.indices.allSatisfy { position in
      draft.value(at: position).map { isSame($0, before.values[position], at: position) } ?? true
    }
  }

  // A list of which nobody has edited the words is left out of the row already.
  private func isUntouched(_ index: Int, _ draft: RowDraft, _ mark: RecordMark) throws -> Bool {
    guard let ids = draft.ids(ofRelated: index) else { return true }
    return try mark.lists[index] == nil && Set(transaction.related(entity, manyToMany[index], of: mark.id)) == Set(ids)
  }

  private struct Merged {
    var record: AnyRecord
    var conflicts: [RecordChange.Field] = []
    var faults: [RowFault] = []
  }

  // A field that only one side has changed has its value. Where it is not known what the record was, both may have changed it.
  private func merge(
    _ draft: RowDraft, into existing: AnyRecord, _ mark: RecordMark, _ file: FileImport
  ) throws -> Merged {
    var merged = Merged(record: existing)
    let isCurrent = mark.isVersion(existing)
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
        try earlier ?? transaction.earlierVersion(of: existing, where: mark.isVersion)
      earlier = .some(before)
      if let before, isSame(value, before.values[position], at: position) { continue }
      if let before, before.values[position] == now {
        merged.record.values[position] = value
        continue
      }
      let name = entity.columns[position].name
      merged.conflicts.append(RecordChange.Field(name: name, before: now, after: value, isLink: false))
      let fault = changedBoth(value, now, at: position, isKnown: before != nil)
      switch file.plan.changedBoth ?? .ask {
      case .here: continue
      case .file: merged.record.values[position] = value
      case .ask where decided(file.columns.heading(at: position), file) == Self.here(fault.reason):
        merged.record.values[position] = value
      case .ask: merged.faults.append(fault)
      }
    }
    return merged
  }

  // A list that only one side has changed has its records. If both sides have changed it, its earlier content is unknown.
  private func mergeLists(
    _ draft: inout RowDraft, into merged: inout Merged, _ mark: RecordMark, _ file: FileImport
  ) throws {
    for (index, relationship) in manyToMany.enumerated() {
      guard let known = mark.lists[index], let ids = draft.ids(ofRelated: index) else { continue }
      let now = try transaction.related(entity, relationship, of: mark.id)
      let (here, there) = (Set(now), Set(ids))
      if here == there || known.isVersion(now, relationship) { continue }
      // Named in another order or by numbers: the file has changed nothing.
      if known.isVersion(ids, relationship) {
        draft.related[index] = nil
        continue
      }
      func fields(_ ids: Set<RecordID>, _ change: (RecordID) -> (Value, Value)) -> [RecordChange.Field] {
        ids.sorted().map { id in
          let (before, after) = change(id)
          return RecordChange.Field(name: relationship.name, before: before, after: after, isLink: true)
        }
      }
      merged.conflicts += fields(here.subtracting(there)) { (.integer($0), .null) }
      merged.conflicts += fields(there.subtracting(here).filter { $0 > 0 }) { (.null, .integer($0)) }
      let fault = changedBoth(ids, now, index)
      switch file.plan.changedBoth ?? .ask {
      case .here: draft.related[index] = nil
      case .file: continue
      case .ask where decided(file.columns.heading(ofRelated: index), file) == Self.here(fault.reason): continue
      case .ask: merged.faults.append(fault)
      }
    }
  }

  private func decided(_ heading: String?, _ file: FileImport) -> String? { heading.flatMap { file.plan.decided[$0] } }

  private func changedBoth(_ ids: [RecordID], _ now: [RecordID], _ index: Int) -> RowFault {
    // The answer holds for these records only, also for those that are not shown.
    func text(_ ids: [RecordID]) -> String {
      if ids.isEmpty { return "–" }
      let text = ids.map { $0 < 0 ? tags?.name($0) ?? "" : "No. \($0)" }.joined(separator: "; ")
      if text.count <= 100 { return text }
      return "\(text.prefix(100))… (\(ids.count), \(Fingerprint.text(of: Array(text.utf8), bytes: 4)))"
    }
    return RowFault(.related(index), text(ids), Phrase(RecordMark.changedKey, ["value": .text(text(now))]))
  }

  // Spreadsheets have no fractions of seconds, and imports leave out spaces around a text.
  private func isSame(_ value: Value, _ other: Value, at position: Int) -> Bool {
    if value == other { return true }
    if case .text(let text) = value, case .text(let stored) = other, text == stored.trimmingSpaces() { return true }
    guard case .attribute(let attribute) = entity.columns[position], attribute.kind == .timestamp,
      case .text(let text) = value, case .text(let stored) = other,
      let one = Timestamp.date(text), let two = Timestamp.date(stored)
    else { return false }
    return one.timeIntervalSince1970.rounded(.down) == one.timeIntervalSince1970
      && one.timeIntervalSince1970 == two.timeIntervalSince1970.rounded(.down)
  }

  /// The value that is here, of the reason of a field that was changed here and in the file; nil for another reason.
  static func here(_ reason: Phrase) -> String? {
    guard [RecordMark.changedKey, RecordMark.unknownKey].contains(reason.key),
      case .text(let text)? = reason.arguments["value"]
    else { return nil }
    return text
  }

  private func changedBoth(_ value: Value, _ now: Value, at position: Int, isKnown: Bool) -> RowFault {
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
      Phrase(isKnown ? RecordMark.changedKey : RecordMark.unknownKey, ["value": .text(text(now))]))
  }
}
