import KartotekaModel
import KartotekaStore

/// Counts the effects of an entity's rows without storing anything, for a dry run, which reads in one snapshot.
///
/// Rows are compared with stored records, and by hashes with earlier rows.
final class TrialWriter: EntityWriter {
  /// A value or combination of values that must be unique.
  private struct UniqueValue: Hashable {
    let columns: [Int]
    let hash: Int

    init?(_ columns: [Int], _ value: (Int) -> Value?) {
      var hasher = Hasher()
      for column in columns {
        guard let value = value(column), !value.isNull else { return nil }
        hasher.combine(value)
      }
      self.columns = columns
      hash = hasher.finalize()
    }
  }

  /// The most records whose names are read, which takes a second.
  private static let mostNamed: RecordID = 200_000

  /// The hashes of new records by their ids.
  private var new: [RecordID: Int] = [:]
  private var newValues: [UniqueValue: RecordID] = [:]
  /// The hashes of the last rows that change records, by the records' ids.
  private var changed: [RecordID: Int] = [:]
  private lazy var lastID = Result { try transaction.greatestID(of: entity) ?? 0 }
  /// The positions of the columns of each unique key.
  private lazy var unique: [[Int]] =
    entity.columns.indices.filter { entity.columns[$0].isUnique }.map { [$0] }
    + uniqueKeys.map { $0.compactMap { entity.position(of: $0) } }

  // MARK: Finding

  override func find(_ draft: RowDraft, of file: FileImport) throws -> Stored {
    let hash = hash(draft)
    guard let (id, fields) = newRecord(draft) else {
      return repeated(try super.find(draft, of: file), draft, hash, file)
    }
    if let fields, !file.isFirst(ofRecord: id) { return .rejected([refusals.repeated(fields)]) }
    if new[id] == hash { return .unchanged(id) }
    new[id] = hash
    return .updated(id)
  }

  /// The new record of an earlier row with the same id or unique key, and the names of the key's fields if there are several.
  private func newRecord(_ draft: RowDraft) -> (id: RecordID, fields: [String]?)? {
    if let id = draft.id ?? draft.mark?.id { return new[id] == nil ? nil : (id, nil) }
    func record(_ columns: [Int]) -> RecordID? { UniqueValue(columns, draft.value(at:)).flatMap { newValues[$0] } }
    for position in keys { if let id = record([position]) { return (id, nil) } }
    for fields in uniqueKeys {
      if let id = record(fields.compactMap { entity.position(of: $0) }) { return (id, fields) }
    }
    return nil
  }

  // The effect of a row on a record that an earlier row changes.
  private func repeated(_ stored: Stored, _ draft: RowDraft, _ hash: Int, _ file: FileImport) -> Stored {
    switch stored {
    case .updated(let id):
      if changed[id] == hash { return .unchanged(id) }
      changed[id] = hash
    case .unchanged(let id):
      if changed.removeValue(forKey: id) != nil {
        file.forgetChange(of: id, by: draft)
        return .updated(id)
      }
    case .inserted, .rejected: break
    }
    return stored
  }

  override func exists(_ id: RecordID, isWritten: Bool = true) throws -> Bool {
    try new[id] != nil || super.exists(id, isWritten: isWritten)
  }

  override func record(where name: String, is value: Value) throws -> RecordID? {
    let known = entity.position(of: name).flatMap { UniqueValue([$0]) { _ in value } }
    return try known.flatMap { newValues[$0] } ?? super.record(where: name, is: value)
  }

  override func records(called text: String) throws -> [RecordID] {
    try names.records(called: text) { new[$0] != nil }
  }

  // MARK: Counting

  override func change(
    _ record: AnyRecord, _ lists: [(relationship: RelationshipDescription, ids: [RecordID])]
  ) throws {
    try transaction.checkUpdate(record)
  }

  override func place(_ draft: RowDraft, of file: FileImport) throws -> Stored {
    if let fault = try conflict(draft) { return .rejected([fault]) }
    let next = try lastID.get().addingReportingOverflow(1)
    guard let id = draft.id ?? (next.overflow ? nil : next.partialValue) else {
      return .rejected([RowFault(.id, nil, RecordIDs.exhausted)])
    }
    do {
      let record = try transaction.withFormulaDefaults(completion.record(draft, id: nil))
      if let fault = completion.emptyFault(of: record) { return .rejected([fault]) }
      try transaction.checkRules(of: record, over: nil)
      try transaction.checkTried(record, id: id, asksNeeds: !draft.isUnresolved)
    } catch let error as StoreError {
      return .rejected(try refusals.faults(error))
    }
    lastID = .success(max(id, try lastID.get()))
    if let last = try lastBefore.get(), last <= Self.mostNamed, try names.hasRecord(like: draft, upTo: last) {
      file.noteNamesake(draft)
    }
    new[id] = hash(draft)
    for columns in unique {
      if let value = UniqueValue(columns, { value(at: $0, draft) }) { newValues[value] = id }
    }
    names.add(id, draft, isTried: true)
    tags?.add(id, draft, of: entity)
    if !uniqueKeys.isEmpty { _ = file.isFirst(ofRecord: id) }
    return .inserted(id)
  }

  override func link(_ id: RecordID, _ place: RowFault.Place, to target: RecordID) throws -> Bool { true }

  private func conflict(_ draft: RowDraft) throws -> RowFault? {
    for columns in unique {
      guard let value = UniqueValue(columns, { value(at: $0, draft) }) else { continue }
      let fields = columns.map { entity.columns[$0].name }
      let isTaken = newValues[value] != nil
      if columns.count > 1, isTaken { return refusals.repeated(fields) }
      // A single attribute was looked up before.
      let isKnownFree = draft.id == nil && columns.count == 1 && keys.contains(columns[0])
      let values = columns.map { self.value(at: $0, draft) }
      if try isTaken || !isKnownFree && transaction.record(entity, where: fields, are: values) != nil {
        let error: StoreError =
          columns.count == 1
          ? .notUnique(entity: entity.name, field: fields[0])
          : .notUniqueTogether(entity: entity.name, fields: fields)
        return try refusals.faults(error).first?.with(Dictionary(uniqueKeysWithValues: zip(columns, values)))
      }
    }
    return nil
  }

  private func value(at position: Int, _ draft: RowDraft) -> Value {
    draft.value(at: position) ?? completion.defaults[position]
  }

  private func hash(_ draft: RowDraft) -> Int {
    var hasher = Hasher()
    for position in draft.cells.indices { hasher.combine(value(at: position, draft)) }
    for index in draft.related.indices { hasher.combine(draft.ids(ofRelated: index)) }
    return hasher.finalize()
  }
}
