import KartotekaModel
import KartotekaStore

/// The rows of one file on their way into the store.
final class FileImport {
  /// What became of a row's references.
  enum Followed {
    /// All were found, or may be left empty.
    case all
    /// Some were not found yet, but their records may still come.
    case some
    /// One leads nowhere.
    case none([RowFault])
  }

  let plan: FilePlan
  let writer: EntityWriter
  private let lookup: ReferenceLookup
  private let relations: [(position: Int, relation: ReferenceLookup.Relation)]
  private let columns: [Int: ColumnMatch]
  private let id: ColumnMatch?
  private(set) var result: FileResult

  init(_ plan: FilePlan, _ model: ModelDescription, _ writer: EntityWriter, _ lookup: ReferenceLookup) {
    self.plan = plan
    self.writer = writer
    self.lookup = lookup
    result = FileResult(plan)
    id = plan.columns.first { $0.target == .id }
    var columns: [Int: ColumnMatch] = [:]
    for column in plan.columns {
      if case .column(let name) = column.target, let position = plan.entity.position(of: name) {
        columns[position] = column
      }
    }
    self.columns = columns
    relations = plan.entity.columns.enumerated().compactMap { position, column in
      guard case .toOne(let relationship) = column else { return nil }
      let header = columns[position]?.header ?? column.column
      return ReferenceLookup.Relation(relationship, in: model, header: header).map { (position, $0) }
    }
  }

  func countRow() { result.read += 1 }

  // MARK: References

  /// Puts the numbers of the records that a row refers to into its cells.
  /// - Parameters:
  ///   - unresolved: what becomes of references that lead nowhere.
  ///   - mayCome: whether a record that is not there yet may still come.
  func follow(
    _ draft: inout RowDraft, _ unresolved: ImportOptions.Unresolved,
    mayCome: (ReferenceLookup.Relation, Cell) -> Bool
  ) throws -> Followed {
    if relations.isEmpty { return .all }
    var faults: [RowFault] = []
    var emptied: [Int] = []
    var waits = false
    for (position, relation) in relations {
      let cell = draft.cells[position]
      guard cell.isReference else { continue }
      if let id = try lookup.find(cell, relation) {
        draft.cells[position] = .record(id)
      } else if mayCome(relation, cell) {
        waits = true
      } else if unresolved == .empty, !relation.relationship.isRequired {
        emptied.append(position)
      } else {
        faults.append(fault(cell, relation, at: position))
      }
    }
    guard faults.isEmpty else { return .none(faults) }
    for position in emptied { draft.cells[position] = .empty }
    draft.isUnresolved = draft.isUnresolved || !emptied.isEmpty
    return waits ? .some : .all
  }

  private func fault(_ cell: Cell, _ relation: ReferenceLookup.Relation, at position: Int) -> RowFault {
    let text: String
    switch cell {
    case .value(.integer(let id)), .record(let id): text = String(id)
    case .reference(let reference): text = reference
    default: text = ""
    }
    let reason = Phrase(
      "There is no such record among {entities}",
      ["entities": .phrase(Phrase(relation.target.nouns.many))])
    return RowFault(.column(position), text, reason)
  }

  /// The cells of a row that refer to records which were not found yet.
  func references(of draft: RowDraft) -> [(position: Int, relation: ReferenceLookup.Relation)] {
    relations.filter { draft.cells[$0.position].isReference }
  }

  /// The relationship at a position of the entity's columns.
  func relation(at position: Int) -> ReferenceLookup.Relation? {
    relations.first { $0.position == position }?.relation
  }

  /// The number of the record that a cell refers to; nil when there is none.
  func find(_ cell: Cell, _ relation: ReferenceLookup.Relation) throws -> RecordID? {
    try lookup.find(cell, relation)
  }

  // MARK: Storing

  /// Stores a row whose references were followed, and counts what became of it.
  /// - Returns: the record's number; nil when the row was rejected.
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
    if draft.isUnresolved { result.unresolved += 1 }
    return id
  }

  /// Counts a row as rejected that was counted as inserted before.
  func takeBack(_ line: Int, _ raw: UnsafeRawBufferPointer, wasUnresolved: Bool, _ faults: [RowFault]) {
    result.inserted -= 1
    if wasUnresolved { result.unresolved -= 1 }
    reject(line, raw, faults)
  }

  /// Counts a row that could not be loaded.
  func reject(_ draft: RowDraft, _ faults: [RowFault]) { reject(draft.line, draft.raw, faults) }

  /// Counts a reference that was to be put in afterwards and could not be.
  func countUnresolved() { result.unresolved += 1 }

  private func reject(_ line: Int, _ raw: UnsafeRawBufferPointer, _ faults: [RowFault]) {
    let reject = Reject(
      file: plan.name, line: line, faults: faults.map(named), raw: RawRow(raw, of: plan.text))
    result.rejects.append(reject)
  }

  private func withValue(_ fault: RowFault, _ draft: RowDraft) -> RowFault {
    guard fault.value == nil else { return fault }
    switch fault.place {
    case .row: return fault
    case .id: return RowFault(.id, draft.id.map(String.init), fault.reason)
    case .column(let position): return fault.with([position: draft.value(at: position) ?? .null])
    }
  }

  private func named(_ fault: RowFault) -> Reject.Fault {
    let value = fault.value.map { $0.count > 100 ? $0.prefix(100) + "…" : $0 }
    switch fault.place {
    case .row: return Reject.Fault(column: nil, number: nil, value: value, reason: fault.reason)
    case .id: return Reject.Fault(column: id?.header ?? "id", number: id?.number, value: value, reason: fault.reason)
    case .column(let position):
      let column = columns[position]
      return Reject.Fault(
        column: column?.header ?? plan.entity.columns[position].label, number: column?.number, value: value,
        reason: fault.reason)
    }
  }

  /// The result, with its rejects in the order of their lines.
  func finished() -> FileResult {
    result.rejects.sort { $0.line < $1.line }
    return result
  }
}
