import KartotekaModel
import KartotekaStore

/// The import of one file's rows.
final class FileImport {
  /// The result of resolving a row's references.
  enum Followed {
    /// All references were found or may be empty.
    case all
    /// Some references were not found, but their records may come later.
    case some
    /// A reference can't be resolved.
    case none([RowFault])
  }

  let plan: FilePlan
  let writer: EntityWriter
  private let lookup: ReferenceLookup
  private let relations: [(position: Int, relation: ReferenceLookup.Relation)]
  /// The many-to-many relationships by their index.
  private let lists: [(index: Int, relation: ReferenceLookup.Relation)]
  private let columns: [Int: ColumnMatch]
  private let listColumns: [Int: ColumnMatch]
  private let id: ColumnMatch?
  /// The positions of the entity's columns that the file has.
  let positions: [Int]
  @exclusivity(unchecked) private(set) var result: FileResult
  /// The ids of records that rows of this file concern.
  private var records = IDSet()
  private let keepsReject: () -> Bool
  /// Reads the file's rows once more, those that can be loaded, with the records to which they refer.
  var reread: ((_ body: (RowDraft) throws -> Void) throws -> Void)?
  /// The rows that are stored already; nil if that was not asked.
  var repeated: RepeatedRows?
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
    self.lookup = lookup
    result = FileResult(plan)
    id = plan.columns.first { $0.target == .id }
    let manyToMany = plan.entity.manyToMany
    var columns: [Int: ColumnMatch] = [:]
    var listColumns: [Int: ColumnMatch] = [:]
    for column in plan.columns {
      let name: String
      switch column.target {
      case .column(let column), .latitude(let column): name = column
      case .id, .longitude, .nothing: continue
      }
      if let position = plan.entity.position(of: name) {
        columns[position] = column
      } else if let index = manyToMany.firstIndex(where: { $0.name == name }) {
        listColumns[index] = column
      }
    }
    self.columns = columns
    self.listColumns = listColumns
    positions = columns.keys.sorted()
    // A program that writes ids names the columns as the description does.
    let hasID = id?.header == "id"
    lists = manyToMany.enumerated().compactMap { index, relationship in
      let header = listColumns[index]?.header ?? relationship.name
      return ReferenceLookup.Relation(
        relationship, of: plan.entity, in: model, header: header, isByNumber: hasID && header == relationship.name
      ).map { (index, $0) }
    }
    relations = plan.entity.columns.enumerated().compactMap { position, column in
      guard case .toOne(let relationship) = column else { return nil }
      let header = columns[position]?.header ?? column.column
      return ReferenceLookup.Relation(
        relationship, of: plan.entity, in: model, header: header,
        isByNumber: hasID && [relationship.name, column.column].contains(header)
      ).map { (position, $0) }
    }
  }

  func count(_ draft: RowDraft) {
    result.read += 1
    if draft.isShort { result.short += 1 }
    result.placeholders += draft.placeholders
    for fault in draft.emptied { result.add(emptied: placed(fault), line: draft.line) }
  }

  /// Reads the file's rows once more, those that can be loaded, with the records to which they refer.
  func forEachRow(_ body: (RowDraft) throws -> Void) throws { try reread?(body) }

  /// Notes a row that is stored already.
  func noteStored(_ draft: RowDraft) { result.stored.add(draft.line, row: result.read) }

  /// Notes a row that became a new record though it equals an earlier one.
  func noteAlike(_ draft: RowDraft) { result.alike.add(draft.line, row: result.read) }

  /// Records that a row concerns a record.
  /// - Returns: whether it is the first such row.
  func isFirst(ofRecord id: RecordID) -> Bool { records.insert(id) }

  // MARK: References

  /// Replaces a row's references by the ids of their records.
  /// - Parameters:
  ///   - unresolved: the treatment of unresolved references.
  ///   - mayCome: whether a missing record may come later.
  func follow(
    _ draft: inout RowDraft, _ unresolved: ImportOptions.Unresolved,
    mayCome: (ReferenceLookup.Relation, Cell) -> Bool
  ) throws -> Followed {
    if relations.isEmpty, lists.isEmpty { return .all }
    var faults: [RowFault] = []
    var emptied: [(position: Int, unresolved: UnresolvedReference)] = []
    var waits = false
    for (position, relation) in relations {
      let cell = draft.cells[position]
      guard cell.isReference else { continue }
      let found = try lookup.find(cell, relation)
      if case .one(let id) = found {
        draft.cells[position] = .record(id)
      } else if case .none = found, mayCome(relation, cell) {
        waits = true
      } else if unresolved == .empty, !relation.relationship.isRequired {
        emptied.append((position, UnresolvedReference(relation, cell.referenceText ?? "")))
      } else {
        let texts = [cell.referenceText ?? ""]
        faults.append(
          found == .several
            ? Self.fault(.column(position), texts, relation, Self.isUnclear)
            : Self.fault(.column(position), texts, relation))
      }
    }
    for (index, relation) in lists {
      guard let cells = draft.related[index] else { continue }
      let list = try follow(cells, relation, mayCome: mayCome)
      draft.related[index] = list.cells
      waits = waits || list.cells.contains(where: \.isReference)
      if unresolved == .empty {
        draft.unresolved += (list.missing + list.unclear).map { UnresolvedReference(relation, $0) }
      } else {
        faults += Self.faults(.related(index), list, relation)
      }
    }
    guard faults.isEmpty else { return .none(faults) }
    for reference in emptied {
      draft.cells[reference.position] = .absent
      draft.unresolved.append(reference.unresolved)
    }
    return waits ? .some : .all
  }

  /// A resolved list of related records.
  private struct List {
    /// The found records, and references whose records may come later.
    var cells: [Cell] = []
    /// The texts without a matching record.
    var missing: [String] = []
    /// The texts with several matching records.
    var unclear: [String] = []
  }

  private func follow(
    _ cells: [Cell], _ relation: ReferenceLookup.Relation, mayCome: (ReferenceLookup.Relation, Cell) -> Bool
  ) throws -> List {
    var list = List()
    for cell in cells {
      guard cell.isReference else {
        list.cells.append(cell)
        continue
      }
      switch try lookup.find(cell, relation) {
      case .one(let id): list.cells.append(.record(id))
      case .none where mayCome(relation, cell): list.cells.append(cell)
      case .none: list.missing.append(cell.referenceText ?? "")
      case .several: list.unclear.append(cell.referenceText ?? "")
      }
    }
    return list
  }

  private static let isUnclear = "There is more than one such record among {entities}"

  private static func fault(
    _ place: RowFault.Place, _ texts: [String], _ relation: ReferenceLookup.Relation,
    _ key: String = "There is no such record among {entities}"
  ) -> RowFault {
    let reason = Phrase(key, ["entities": .phrase(Phrase(relation.target.nouns.many))])
    var fault = RowFault(place, texts.joined(separator: "; "), reason)
    fault.missing = texts.map { UnresolvedReference(relation, $0) }
    return fault
  }

  private static func faults(
    _ place: RowFault.Place, _ list: List, _ relation: ReferenceLookup.Relation
  ) -> [RowFault] {
    var faults: [RowFault] = []
    if !list.missing.isEmpty { faults.append(fault(place, list.missing, relation)) }
    if !list.unclear.isEmpty {
      faults.append(fault(place, list.unclear, relation, Self.isUnclear))
    }
    return faults
  }

  /// A reference of a row to a record that was not found yet.
  struct Reference {
    /// The position of the reference in the row.
    let place: RowFault.Place
    let cell: Cell
    let relation: ReferenceLookup.Relation

    var unresolved: UnresolvedReference { UnresolvedReference(relation, cell.referenceText ?? "") }
  }

  /// The references of a row whose records were not found yet.
  func references(of draft: RowDraft) -> [Reference] {
    let single = relations.compactMap { position, relation -> Reference? in
      let cell = draft.cells[position]
      return cell.isReference ? Reference(place: .column(position), cell: cell, relation: relation) : nil
    }
    return single
      + lists.flatMap { index, relation in
        (draft.related[index] ?? []).filter(\.isReference).map {
          Reference(place: .related(index), cell: $0, relation: relation)
        }
      }
  }

  /// The id of the referenced record; nil if none or several match.
  func find(_ reference: Reference) throws -> RecordID? {
    if case .one(let id) = try lookup.find(reference.cell, reference.relation) { return id }
    return nil
  }

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
    if draft.isUnresolved {
      result.unresolved += 1
      for reference in draft.unresolved { note(reference, of: id) }
    }
    return id
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
      file: plan.name, line: line, faults: faults.map(named), raw: RawRow(raw, of: plan.text), id: id)
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

  private func named(_ fault: RowFault) -> Reject.Fault {
    var named = placed(fault)
    named.missing = fault.missing
    return named
  }

  private func placed(_ fault: RowFault) -> Reject.Fault {
    let value = fault.value.map { $0.count > 100 ? $0.prefix(100) + "…" : $0 }
    switch fault.place {
    case .row: return Reject.Fault(column: nil, number: nil, value: value, reason: fault.reason)
    case .id: return Reject.Fault(column: id?.header ?? "id", number: id?.number, value: value, reason: fault.reason)
    case .column(let position):
      let column = columns[position]
      return Reject.Fault(
        column: column?.header ?? plan.entity.columns[position].label, number: column?.number, value: value,
        reason: fault.reason)
    case .related(let index):
      let column = listColumns[index]
      return Reject.Fault(
        column: column?.header ?? plan.entity.manyToMany[index].label, number: column?.number, value: value,
        reason: fault.reason)
    }
  }

  /// The result, with its rejected rows in the order of their lines.
  func finished() -> FileResult {
    result.rejects.sort { $0.line < $1.line }
    result.changes.finish()
    return result
  }
}
