import KartotekaModel
import KartotekaStore

/// The import of one file's rows.
final class FileImport {
  let plan: FilePlan
  let writer: EntityWriter
  let columns: FileColumns
  let references: FileReferences
  let unchangedReferences: UnchangedReferences
  /// The records of which the file's rows were exported.
  let marks: FileMarks
  /// The records by the fields that a person has chosen; nil for the unique ones.
  let chosenKey: ChosenKey?
  @exclusivity(unchecked) private(set) var result: FileResult
  /// The ids of records that rows of this file concern.
  private var records = IDSet()
  private let keepsReject: () -> Bool
  /// Reads the file's rows once more, those that can be loaded, with the records to which they refer.
  var reread: ((_ body: (RowDraft) throws -> Void) throws -> Void)?
  /// The rows that are stored already; nil if that was not asked.
  var repeated: RepeatedRows?
  /// The records of an earlier import of this file; nil if there was none.
  var earlier: StoredSequence?
  /// Whether the changes of records are kept, which is so in a dry run.
  let keepsChanges: Bool

  /// - Parameter keepsReject: whether another rejected row is to be stored; called once for each.
  init(
    _ plan: FilePlan, _ model: ModelDescription, _ writer: EntityWriter, _ lookup: ReferenceLookup,
    keepsChanges: Bool = false, keepsReject: @escaping () -> Bool = { true }
  ) {
    self.plan = plan
    self.keepsReject = keepsReject
    self.keepsChanges = keepsChanges
    self.writer = writer
    result = FileResult(plan)
    columns = FileColumns(plan)
    references = FileReferences(plan, columns, model, lookup)
    unchangedReferences = UnchangedReferences(writer.transaction, plan)
    marks = FileMarks(plan)
    chosenKey = ChosenKey(writer.transaction, plan)
  }

  func count(_ draft: RowDraft) {
    result.read += 1
    if draft.isShort { result.short += 1 }
    result.placeholders += draft.placeholders
    for fault in draft.emptied { result.add(emptied: columns.placed(fault), line: draft.line) }
  }

  /// Reads the file's rows once more, those that can be loaded, with the records to which they refer.
  func forEachRow(_ body: (RowDraft) throws -> Void) throws { try reread?(body) }

  /// Notes a row that is stored already.
  func noteStored(_ draft: RowDraft) {
    result.stored.add(draft.line, row: result.read)
    if plan.isRepeated == true { result.repeated.insert(draft.line) }
  }

  /// Notes the record of a row without a key.
  func noteRecord(_ id: RecordID) { result.records.add(id) }

  /// Notes a row that became a new record though it equals an earlier one.
  func noteAlike(_ draft: RowDraft) { result.alike.add(draft.line, row: result.read) }

  /// Notes a row that would become a new record though one of its name is there.
  func noteNamesake(_ draft: RowDraft) { result.namesakes.add(draft.line, row: result.read) }

  /// Records that a row concerns a record.
  /// - Returns: whether it is the first such row.
  func isFirst(ofRecord id: RecordID) -> Bool { records.insert(id) }

  // MARK: Storing

  /// Stores a row with resolved references and counts the result.
  /// - Returns: the record's id; nil if the row was rejected.
  @discardableResult
  func store(_ draft: RowDraft) throws -> RecordID? {
    let stored = try writer.store(draft, of: self)
    let id: RecordID
    switch stored {
    case .inserted(let number):
      result.inserted += 1
      id = number
    case .updated(let number):
      result.updated += 1
      id = number
    case .unchanged(let number):
      result.unchanged += 1
      id = number
    case .rejected(let faults):
      reject(draft, faults.map { withValue($0, draft) })
      return nil
    }
    // Those of a new record are made when it is written.
    if stored.makesTags(isDryRun: keepsChanges) {
      for (index, relationship) in plan.entity.manyToMany.enumerated() {
        noteTags(draft.ids(ofRelated: index) ?? [], relationship)
      }
    }
    if draft.isUnresolved {
      result.unresolved += 1
      for reference in draft.unresolved { note(reference, of: id) }
    }
    return id
  }

  /// Notes the tags that are made, of those of a record.
  func noteTags(_ ids: [RecordID], _ relationship: RelationshipDescription) {
    for id in ids where id < 0 {
      if let name = writer.tags?.counted(id) { result.add(tag: name, id, of: relationship.label) }
    }
  }

  /// Keeps what a row would change in a record, in place of what an earlier one would.
  func keep(
    _ before: AnyRecord, _ after: AnyRecord, _ lists: [(name: String, before: [RecordID], after: [RecordID])],
    by draft: RowDraft
  ) {
    result.changes.set(before, after, lists) { isGiven($0, by: draft) }
  }

  /// Keeps no longer what a row takes back of the change of a record.
  func forgetChange(of id: RecordID, by draft: RowDraft) {
    result.changes.remove(id) { isGiven($0, by: draft) }
  }

  // Rows of JSON may have some of the fields only.
  private func isGiven(_ name: String, by draft: RowDraft) -> Bool {
    if let position = plan.entity.position(of: name) { return draft.value(at: position) != nil }
    return plan.entity.manyToMany.firstIndex { $0.name == name }.flatMap(draft.ids(ofRelated:)) != nil
  }

  /// Counts a row as rejected that was counted as inserted.
  func takeBack(_ line: Int, _ raw: UnsafeRawBufferPointer, wasUnresolved: Bool, _ faults: [RowFault]) {
    result.inserted -= 1
    if wasUnresolved { result.unresolved -= 1 }
    reject(line, raw, faults)
  }

  /// Counts a row with fields that were changed here and in the file: the values that are here, and those of the file.
  func countChangedBoth(_ record: AnyRecord, _ fields: [RecordChange.Field]) {
    result.changedBoth += 1
    guard keepsChanges, result.conflicts.count < RecordChanges.most else { return }
    result.conflicts.append(
      RecordChange(entity: record.entity.name, id: record.id ?? 0, last: nil, operation: .update, fields: fields))
  }

  /// Counts a rejected row.
  func reject(_ draft: RowDraft, _ faults: [RowFault]) { reject(draft.line, draft.raw, faults, id: draft.id) }

  /// Counts a record with a deferred reference that could not be resolved.
  func countUnresolved() { result.unresolved += 1 }

  /// Records an unresolved reference of a stored record.
  func note(_ reference: UnresolvedReference, of id: RecordID) { result.left[reference, default: []].append(id) }

  /// Returns and clears the unresolved references of stored records.
  func takeUnresolved() -> [UnresolvedReference: [RecordID]] {
    defer { result.left = [:] }
    return result.left
  }

  private func reject(
    _ line: Int, _ raw: UnsafeRawBufferPointer, _ faults: [RowFault], id: RecordID? = nil
  ) {
    result.rejected += 1
    guard keepsReject() else { return }
    let reject = Reject(
      file: plan.name, line: line, faults: faults.map(columns.placed), raw: RawRow(raw, of: plan.text), id: id)
    result.rejects.append(reject)
  }

  private func withValue(_ fault: RowFault, _ draft: RowDraft) -> RowFault {
    guard fault.value == nil else { return fault }
    switch fault.place {
    case .row, .related: return fault
    case .id: return RowFault(.id, draft.id.map(String.init), fault.reason)
    case .column(let position): return fault.with([position: draft.value(at: position) ?? .null])
    }
  }

  /// The result, with its rejected rows in the order of their lines.
  func finished() -> FileResult {
    result.rejects.sort { $0.line < $1.line }
    result.changes.finish()
    return result
  }
}

extension EntityWriter.Stored {
  // Whether the tags of the row are made with its result.
  fileprivate func makesTags(isDryRun: Bool) -> Bool {
    switch self {
    case .updated: true
    case .inserted: isDryRun
    case .unchanged, .rejected: false
    }
  }
}
