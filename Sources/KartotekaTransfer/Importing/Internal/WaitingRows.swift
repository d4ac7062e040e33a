import KartotekaModel
import KartotekaStore

/// A key by which a row can be found.
struct RowKey: Hashable {
  private let entity: String
  private let name: RecordName

  init(_ entity: EntityDescription, _ name: RecordName) {
    self.entity = entity.name
    self.name = name
  }
}

/// Rows with references to records that may come later in the files, such as an employee before the person that he or she
/// reports to.
///
/// After each file, rows that wait for no further file are stored as soon as their targets are. In a cycle of references,
/// one row is stored without its reference, which is set at the end.
final class WaitingRows {
  private struct Row {
    let file: FileImport
    var draft: RowDraft
    /// The number of references to rows that are not completed.
    var waitsFor = 0
    /// The rows that wait for this one, and whether their reference is required.
    var dependents: [(row: Int, isRequired: Bool)] = []
    var isDone = false
    /// Whether it may have to wait for a file that was not read yet.
    var isHeld = false
  }

  private let unresolved: ImportOptions.Unresolved
  private var rows: [Row] = []
  private var entities: Set<String> = []
  private var providers: [RowKey: Int] = [:]
  private var ready: [Int] = []
  private var postponed: [(row: Int, id: RecordID, reference: FileReferences.Reference)] = []
  private var progress: Progress?

  /// The progress of storing rows.
  private struct Progress {
    /// The index in ``ready``.
    var ready = 0
    /// All earlier rows are completed or continue to wait.
    var open = 0
    /// The index in ``postponed``.
    var postponed = 0
    /// The rows that lack a reference.
    var unresolved: Set<Int> = []
  }

  init(_ unresolved: ImportOptions.Unresolved) { self.unresolved = unresolved }

  func add(_ draft: RowDraft, of file: FileImport) {
    rows.append(Row(file: file, draft: draft))
    entities.insert(file.plan.entity.name)
  }

  /// Whether rows of an entity wait.
  func contains(_ entity: EntityDescription) -> Bool { entities.contains(entity.name) }

  /// Stores all rows that can be stored and rejects the others. Rows that may refer to records of later files continue to
  /// wait.
  /// - Parameter isDue: whether to stop and continue in the next call; called periodically.
  /// - Returns: whether it is complete.
  func settle(toCome: Set<String>, until isDue: () -> Bool) throws -> Bool {
    guard !rows.isEmpty else { return true }
    if progress == nil {
      for index in rows.indices { provide(index) }
      for index in rows.indices { connect(index, toCome) }
      hold()
    }
    var progress = progress ?? Progress()
    var hasBegun = false
    let isDone = try storeAll(&progress) {
      defer { hasBegun = true }
      return hasBegun && isDue()
    }
    self.progress = isDone ? nil : progress
    if isDone { keepHeld() }
    return isDone
  }

  private func storeAll(_ progress: inout Progress, until isDue: () -> Bool) throws -> Bool {
    while true {
      guard try storeReady(&progress, until: isDue) else { return false }
      while progress.open < rows.count, !isOpen(progress.open) { progress.open += 1 }
      let rest = progress.open..<rows.count
      guard let index = rest.first(where: { isOpen($0) && canDoWithout($0) }) ?? undone(rest.lowerBound) else { break }
      try storeWithout(index)
    }
    while progress.postponed < postponed.count {
      if isDue() { return false }
      let link = postponed[progress.postponed]
      progress.postponed += 1
      let file = rows[link.row].file
      let target = try file.references.find(link.reference)
      if let target, try file.writer.link(link.id, link.reference.place, to: target) { continue }
      if progress.unresolved.insert(link.row).inserted { file.countUnresolved() }
      file.note(link.reference.unresolved, of: link.id)
    }
    return true
  }

  private func undone(_ start: Int) -> Int? { (start..<rows.count).first(where: isOpen) }

  private func isOpen(_ index: Int) -> Bool { !rows[index].isDone && !rows[index].isHeld }

  // MARK: Rows that wait for another file

  private func hold() {
    var held = rows.indices.filter { rows[$0].isHeld }
    while let index = held.popLast() {
      for (dependent, _) in rows[index].dependents where !rows[dependent].isHeld {
        rows[dependent].isHeld = true
        held.append(dependent)
      }
    }
  }

  private func keepHeld() {
    rows = rows.filter(\.isHeld).map { Row(file: $0.file, draft: $0.draft) }
    entities = Set(rows.map(\.file.plan.entity.name))
    providers = [:]
    postponed = []
  }

  // MARK: Dependencies

  private func provide(_ index: Int) {
    let row = rows[index]
    let entity = row.file.plan.entity
    if let id = row.draft.id { providers[RowKey(entity, .number(id))] = index }
    for (position, attribute) in entity.attributes.enumerated() where attribute.isUnique && attribute.isText {
      if let value = row.draft.value(at: position), !value.isNull {
        providers[RowKey(entity, .value(attribute: attribute.name, value))] = index
      }
    }
    let names = row.file.writer.names
    guard names.areAskedFor else { return }
    for name in names.names(of: row.draft) { providers[RowKey(entity, .folded(name))] = index }
  }

  private func provider(_ relation: ReferenceLookup.Relation, _ cell: Cell) -> Int? {
    relation.names(of: cell).lazy.compactMap { [self] in providers[RowKey(relation.target, $0)] }.first
  }

  private func connect(_ index: Int, _ toCome: Set<String>) {
    let row = rows[index]
    var isHopeless = false
    for reference in row.file.references.unfound(in: row.draft) {
      let isRequired = reference.relation.relationship.isRequired
      if let provider = provider(reference.relation, reference.cell) {
        rows[provider].dependents.append((index, isRequired))
        rows[index].waitsFor += 1
      } else if toCome.contains(reference.relation.target.name) {
        rows[index].isHeld = true
      } else if isRequired || unresolved == .reject {
        // Its record may have been found meanwhile; the row is then ready.
        isHopeless = true
      }
    }
    if rows[index].waitsFor == 0 || isHopeless { ready.append(index) }
  }

  // MARK: Storing

  private func storeReady(_ progress: inout Progress, until isDue: () -> Bool) throws -> Bool {
    while progress.ready < ready.count {
      if isDue() { return false }
      let index = ready[progress.ready]
      progress.ready += 1
      if !isOpen(index) { continue }
      var draft = rows[index].draft
      let file = rows[index].file
      switch try file.references.follow(&draft, unresolved, mayCome: { [self] in isAwaited($0, $1) }) {
      case .none(let faults):
        file.reject(draft, faults)
        done(index, isStored: false)
      case .some: rows[index].draft = draft
      case .all: done(index, isStored: try file.store(draft) != nil)
      }
    }
    ready.removeAll(keepingCapacity: true)
    progress.ready = 0
    return true
  }

  private func isAwaited(_ relation: ReferenceLookup.Relation, _ cell: Cell) -> Bool {
    provider(relation, cell).map { !rows[$0].isDone } ?? false
  }

  private func done(_ index: Int, isStored: Bool) {
    rows[index].isDone = true
    for (dependent, isRequired) in rows[index].dependents {
      rows[dependent].waitsFor -= 1
      let isHopeless = !isStored && (isRequired || unresolved == .reject)
      if rows[dependent].waitsFor == 0 || isHopeless { ready.append(dependent) }
    }
  }

  // MARK: Cycles

  private func canDoWithout(_ index: Int) -> Bool {
    rows[index].file.references.unfound(in: rows[index].draft).allSatisfy { !$0.relation.relationship.isRequired }
  }

  private func storeWithout(_ index: Int) throws {
    var draft = rows[index].draft
    let file = rows[index].file
    let links = file.references.unfound(in: draft).filter { !$0.relation.relationship.isRequired }
    for link in links { draft.leaveOut(link.place) }
    switch try file.references.follow(&draft, unresolved, mayCome: { _, _ in false }) {
    case .none(let faults):
      file.reject(draft, faults)
      return done(index, isStored: false)
    // No missing record may come any more.
    case .some, .all: break
    }
    guard let id = try file.store(draft) else { return done(index, isStored: false) }
    for link in links { postponed.append((index, id, link)) }
    done(index, isStored: true)
  }
}
