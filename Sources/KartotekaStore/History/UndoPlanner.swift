import KartotekaModel

/// Computes the undo of a change set, with the changes that stay, and writes nothing: it knows the records and links as they
/// would be by then.
///
/// It goes through the changes as the undo does, the newest first, and assumes that all of them go back. Where one turns out to
/// stay on which an earlier step relied, it begins again with that knowledge. The set of changes that stay only grows, so that it
/// ends.
///
/// Of a record that would be changed only that is in memory, and the record is made of its images when it is asked for: a change set
/// may have millions of them. Of what stays the first items are listed.
final class UndoPlanner {
  typealias Decision = UndoDecisions.Decision

  /// Why a change does not go back.
  struct Stay: Error {
    let reason: Phrase
    var canBePutBack = false
  }

  /// An undo in parts that goes on: the changes from a number on are reverted already.
  struct Progress {
    let next: Int64
    let decisions: UndoDecisions
    /// The imported records that stay, and the end of the change log up to which that is known.
    let imports: (staying: UndoKeys, logEnd: Int64)
  }

  let transaction: Transaction
  let changeSet: ChangeSet
  let choice: UndoChoice
  private let refused: [UndoKey: Phrase]
  let closings: UndoneClosings
  /// The number of records that are remembered beside their changes.
  let memory: Int
  /// Receives about which share of the work is done, from 0 to 1.
  var report: ((Double) -> Void)?

  // MARK: State of all rounds

  /// The rows that stay as a whole.
  var keptWhole = UndoKeys()
  /// The columns that stay of others.
  var keptColumns = ColumnsByRecord()
  /// The first items.
  var items: [(key: UndoKey, item: UndoPlan.Item)] = []
  /// Whether any item that is not listed can be put back.
  var canPutBackFurther = false
  /// The chosen items that were found.
  var found: Set<String> = []
  /// The records that the change set has added and that stay.
  var keptAdded = UndoKeys()
  /// The records that stay of a bulk import; nil if the change set has added no ranges.
  var imported: UndoRanges?
  /// The number of imported records that stay and that the rest of the plan knows.
  private var knownImported = 0
  /// The share that is left after the round that goes on: whether it has to begin again is not known before its end.
  private var left = 1.0
  /// The columns of each unique key, by table.
  var uniqueKeys: [String: [[String]]] = [:]

  // MARK: State of a round

  /// The records that would be gone, and those that would be there again or otherwise.
  var gone = UndoKeys()
  var reverted = UndoKeys()
  /// The changes from this number on are reverted.
  var position = Int64.max
  /// The changes of triggers among them that need no undo.
  var needless: Set<Int64> = []
  /// Some of the records as they would be.
  var remembered: [UndoKey: AnyRecord] = [:]
  /// The links that would be there again, and those that would be gone.
  var linked = UndoKeys()
  var unlinked = UndoKeys()
  var texts: [UndoKey: Value] = [:]
  /// The ranges of a bulk import that would be gone, but for what stays of them.
  var ranges: [(table: String, ids: ClosedRange<RecordID>)] = []
  private var rangeCount = 0
  var decisions = UndoDecisions()
  /// The obstacles that only the undo itself has found.
  var faults: [UndoKey: Phrase] = [:]
  /// The records, settings and views of which anything goes back.
  var going = UndoKeys()
  /// The records that are expected to come back.
  var expected = UndoKeys()
  /// The records to which something belonged that would be gone.
  var owners = UndoKeys()
  /// The columns that are as they were before the change set.
  var unchanged = ColumnsByRecord()
  /// The rows that need no change.
  var done = UndoKeys()
  /// Of each sequence the number behind which all are free by then.
  var freed: [String: Int64] = [:]
  var settled: Phrase?
  var mustRepeat = false

  /// - Parameter memory: the number of changed records that are in memory at once.
  init(
    _ changeSet: ChangeSet, _ choice: UndoChoice, refused: [UndoKey: Phrase] = [:], memory: Int = 2_000,
    in transaction: Transaction
  ) {
    (self.transaction, self.changeSet, self.choice, self.refused) = (transaction, changeSet, choice, refused)
    self.memory = memory
    closings = UndoneClosings(changeSet.id, in: transaction)
  }

  /// The plan.
  /// - Parameters:
  ///   - limit: the number of changes that are looked at, the newest first.
  ///   - progress: the progress of an undo in parts; nil before it has begun.
  func plan(limit: Int = .max, goingOn progress: Progress? = nil) throws -> UndoPlan {
    if try Transaction.hasRanges(changeSet.id, in: transaction.database) {
      let imported = try UndoRanges(changeSet.id, choice, in: transaction)
      // Changes that the undo itself has made to them since it began are not changes by somebody else.
      if let progress { try imported.keep(progress.imports.staying) }
      try imported.find(after: progress?.imports.logEnd, closings)
      self.imported = imported
    }
    repeat {
      try keepImported()
      (gone, reverted, position, needless, remembered) = (UndoKeys(), UndoKeys(), .max, [], [:])
      (linked, unlinked, texts, ranges, rangeCount, freed) = (UndoKeys(), UndoKeys(), [:], [], 0, [:])
      (decisions, going, expected, owners) = (UndoDecisions(), UndoKeys(), UndoKeys(), UndoKeys())
      (unchanged, done, settled, mustRepeat) = (ColumnsByRecord(), UndoKeys(), nil, false)
      try goThrough(limit, progress)
    } while mustRepeat
    // In later parts, the chosen items may be put back already.
    if progress == nil { try choice.check(found: found.union(imported?.found ?? [])) }
    var plan = UndoPlan(
      goingBack: going.count + linked.count + unlinked.count + rangeCount, staying: keptWhole.count + keptColumns.count,
      items: items.map(\.item), settled: settled)
    plan.furtherItems = keptWhole.count + keptColumns.columnCount - items.count
    plan.canPutBackFurther = canPutBackFurther
    return plan
  }

  /// The records that stay of a bulk import.
  var imports: UndoKeys { imported?.staying ?? UndoKeys() }

  /// The number of records, links and settings that stay beside those of a bulk import.
  var stayingCount: Int { keptWhole.count + keptColumns.count - imports.count }

  private func keepImported() throws {
    guard let imported else { return }
    // Some may stay because of others.
    while knownImported < imported.staying.count {
      let (entity, id, stay) = imported.known(knownImported)
      knownImported += 1
      guard let record = try transaction.record(entity, id: id) else { continue }
      keepWhole(UndoKey(table: entity.table, id: id), stay) {
        UndoPlan.Item(
          id: self.id(entity, id, nil), entity: entity.name, record: id, field: nil, title: record.titleArgument,
          reason: stay.reason, before: .null, now: .null, canBePutBack: stay.canBePutBack)
      }
      try keepNeeds(of: record)
    }
  }

  private func goThrough(_ limit: Int, _ progress: Progress?) throws {
    var (next, count) = (Int64.max, 0)
    let total = try report == nil ? 0 : max(1, min(limit, imageCount()))
    left /= 2
    while count < limit {
      let steps = try transaction.steps(of: changeSet.id, before: next)
      guard let last = steps.last else { return }
      try transaction.checkCancellation()
      for step in steps {
        decisions.goOn(to: step.number)
        if let progress, step.number >= progress.next, step.last.isNull {
          try pass(step, progress.decisions[step.number])
        } else {
          try take(step)
        }
        position = step.number
      }
      next = last.number
      count += steps.count
      if total > 0 { report?(1 - left * (2 - min(1, Double(count) / Double(total)))) }
    }
  }

  private func imageCount() throws -> Int {
    Int(
      try RawStatement("SELECT count(*) FROM kartoteka_changes WHERE deed = ?", in: transaction.database)
        .integer(.integer(changeSet.id)) ?? 0)
  }

  /// A change as it is to be reverted; nil if it stays.
  func reduced(_ step: Transaction.Step) -> Transaction.Step? {
    step.reduced(by: decisions[step.number])
  }

  /// Whether something may stay, so that the undo goes on without what it finds to be impossible.
  var mayKeep: Bool { choice != .wholly }

  // A value that has stayed of a change that is reverted already keeps others.
  private func pass(_ step: Transaction.Step, _ decision: Decision?) throws {
    guard let decision else { return }
    decisions.decide(decision)
    guard decision.stays else { return }
    let key = transaction.undoKey(of: step)
    guard let dropped = decision.dropped else {
      keptColumns.remove(key)
      keptWhole.insert(key)
      return try keepOthers(because: step, key)
    }
    if !keptWhole.contains(key) { keptColumns.insert(dropped, of: key) }
    guard let entity = entity(step.table), let record = try transaction.record(entity, id: step.id) else { return }
    for column in entity.columns where dropped.contains(column.column) { try keepTarget(of: column, record) }
  }

  private func take(_ step: Transaction.Step) throws {
    if case .integer(let last) = step.last {
      guard let entity = entity(step.table), let imported else { return }
      let ids = try ChangedRange.ids(from: step.id, to: last, in: transaction.database)
      rangeCount += try imported.goingBack(entity, ids)
      return ranges.append((step.table, ids))
    }
    let key = transaction.undoKey(of: step)
    let isKept = keptWhole.contains(key)
    if isKept || done.contains(key) { return decisions.decide(Decision(stays: isKept)) }
    do {
      if let reason = refused[key] { throw Stay(reason: reason) }
      try takeBack(step, key)
    } catch let stay as Stay {
      try keep(step, key, stay)
    } catch StoreError.cannotUndo(let reason) {
      try keep(step, key, Stay(reason: reason))
    }
  }
}
