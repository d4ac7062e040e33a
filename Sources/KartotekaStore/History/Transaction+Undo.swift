import KartotekaModel

/// The progress of an undo, in changes.
public struct UndoProgress: Sendable, Hashable {
  /// The number of reverted changes.
  public let done: Int
  /// The number of all changes.
  public let total: Int
}

extension Transaction {
  /// The number of images that an undo has in memory at once.
  static let batch = 500
  private static let stepsBetweenChecks = 50

  /// The most times that a plan is made again because of obstacles that only the undo itself finds: rules, triggers of a file.
  private static let mostAttempts = 20

  /// Undoes a change set: restores what its before images hold. The images are read in batches.
  /// - Parameters:
  ///   - choice: the treatment of values that were changed since.
  ///   - progress: is called before each batch; an error that it throws cancels the undo.
  /// - Returns: the plan that was carried out.
  /// - Throws: ``StoreError`` `.noSuchChangeSet`, `.cannotUndo` with the reason for the person, where nothing would go back or
  ///   the choice is to undo wholly and something would stay; what `progress` throws.
  @discardableResult
  package func undo(
    _ id: Int64, _ choice: UndoChoice = .wholly, progress: (UndoProgress) throws -> Void = { _ in }
  ) throws -> UndoPlan {
    try requireExclusiveTransaction()
    let changeSet = try undoableChangeSet(id)
    if let long = try LongUndo.read(in: database), !long.isOver, long.changeSet == id || long.undoing == id {
      throw StoreError.cannotUndo("This is being undone")
    }
    if try LongUndo.isLater(with: id, in: database) { throw StoreError.cannotUndo("This is being undone") }
    let total = try Self.changeCount(of: id, in: database)
    let hasRanges = try Self.hasRanges(id, in: database)
    var refused: [UndoKey: Phrase] = [:]
    func revertAll(_ planner: UndoPlanner?) throws {
      let staying = planner?.imports ?? UndoKeys()
      try prepareUndo(of: changeSet, hasRanges: hasRanges, keeping: staying)
      var (next, done) = (Int64.max, 0)
      _ = try revert(changeSet, before: &next, done: &done, as: planner, keeping: staying) {
        try checkCancellation()
        if $0 % Self.batch == 0 { try progress(UndoProgress(done: $0, total: total)) }
        return true
      }
      if let planner, !planner.faults.isEmpty { throw UndoFault(reasons: planner.faults) }
      try checkRulesAfterUndo(collecting: planner?.mayKeep == true)
      try progress(UndoProgress(done: done, total: total))
      if !log.leavesSome { try toggleRejectedRows(of: id) }
    }
    // The first thing that would stay ends it, so that a plan would only take as long once more.
    if total > Store.longUndoSize, choice == .wholly, !hasRanges {
      try revertAll(nil)
      return UndoPlan(goingBack: total)
    }
    for attempt in 1...Self.mostAttempts {
      let planner = UndoPlanner(changeSet, choice, refused: refused, in: self)
      var plan = try planner.plan()
      if try isWhollyUndone(changeSet) { plan.refuseParts() }
      if let obstacle = plan.obstacle, choice == .wholly || plan.goingBack == 0 {
        throw StoreError.cannotUndo(obstacle)
      }
      log.leavesSome = plan.staying > 0
      do {
        if choice == .wholly { try revertAll(planner) } else { try self.attempt { try revertAll(planner) } }
        return plan
      } catch let fault as UndoFault {
        guard attempt < Self.mostAttempts, fault.reasons.keys.contains(where: { refused[$0] == nil }) else {
          throw StoreError.cannotUndo(fault.reasons.first?.value ?? "Nothing is new")
        }
        refused.merge(fault.reasons) { known, _ in known }
        touchedByTriggers = [:]
      }
    }
    throw StoreError.cannotUndo("Nothing is new")
  }

  /// Whether a change set is undone as a whole or not at all: it has closed rejected rows, or chosen records for texts, of which
  /// it isn't known to which of its records they belong.
  func isWhollyUndone(_ changeSet: ChangeSet) throws -> Bool {
    let root = try original(of: changeSet).changeSet.id
    return try RawStatement(
      """
      SELECT EXISTS (SELECT 1 FROM kartoteka_rejects WHERE deed = ?1) \
      OR EXISTS (SELECT 1 FROM \(ImportReviewSchema.resolved) WHERE deed = ?1)
      """, in: database
    ).integer(.integer(root)) == 1
  }

  /// The change set of that number, if it may be undone.
  /// - Throws: ``StoreError`` `.noSuchChangeSet`, `.cannotUndo`.
  func undoableChangeSet(_ id: Int64) throws -> ChangeSet {
    guard let changeSet = try UndoLog.changeSet(id, in: database) else { throw StoreError.noSuchChangeSet(id) }
    guard changeSet.undoneBy == nil else { throw StoreError.cannotUndo("This has been undone already") }
    if let removal = changeSet.removal { throw StoreError.cannotUndo(removal.phrase) }
    if try UnfinishedChangeSet.isNoted(id, in: database) { throw StoreError.cannotUndo("This is still under way") }
    try checkAuthors(ofNotesIn: changeSet)
    return changeSet
  }

  /// Has this change set be the undo of another one.
  func nameUndo(of changeSet: ChangeSet) throws {
    let (first, depth) = try original(of: changeSet)
    log.name = Phrase(depth % 2 == 0 ? "Undid: {deed}" : "Did again: {deed}", ["deed": .phrase(first.name)])
    log.undoes = changeSet.id
  }

  /// The steps that are done once before a change set is reverted.
  /// - Parameter staying: the imported records that stay.
  func prepareUndo(of changeSet: ChangeSet, hasRanges: Bool, keeping staying: UndoKeys) throws {
    try nameUndo(of: changeSet)
    guard hasRanges else { return }
    try database.deferForeignKeys()
    try detachRanges(of: changeSet.id, keeping: staying)
  }

  /// Reverts what a change set changed, the newest first.
  /// - Parameters:
  ///   - number: changes with smaller numbers are still to be reverted.
  ///   - done: how many changes are reverted.
  ///   - planner: knows what stays; nil where all goes back but for imported records.
  ///   - decisions: those of an undo in parts that was planned; nil for one of which nothing may stay.
  ///   - staying: the imported records that stay.
  ///   - goesOn: is asked with that number before each batch, and within batches, whether to go on.
  /// - Returns: whether all is reverted.
  func revert(
    _ changeSet: ChangeSet, before number: inout Int64, done: inout Int, as planner: UndoPlanner? = nil,
    by decisions: UndoDecisions? = nil, keeping staying: UndoKeys, while goesOn: (Int) throws -> Bool
  ) throws -> Bool {
    // Records may be restored before those that they refer to.
    try database.deferForeignKeys()
    let closings = UndoneClosings(changeSet.id, in: self)
    while true {
      let steps = try steps(of: changeSet.id, before: number)
      if steps.isEmpty { return true }
      for (index, step) in steps.enumerated() {
        if index % Self.stepsBetweenChecks == 0, try !goesOn(done) { return false }
        if case .integer(let last) = step.last, let entity = model.entities.first(where: { $0.table == step.table }) {
          let ids = try ChangedRange.ids(from: step.id, to: last, in: database)
          guard try takeBackRange(entity, ids, of: changeSet, keeping: staying, done: &done, while: goesOn) else {
            return false
          }
        } else if staying.contains(step.table, step.id) {
          done += 1
        } else {
          if let decisions {
            try takeBack(step, of: changeSet, closings, by: decisions)
          } else {
            try takeBack(step, of: changeSet, closings, as: planner)
          }
          done += 1
        }
        number = step.number
      }
    }
  }

  // The change set that was undone first, and how many undos lie between.
  private func original(of changeSet: ChangeSet) throws -> (changeSet: ChangeSet, depth: Int) {
    var (original, depth) = (changeSet, 0)
    while let id = original.undoes, let earlier = try UndoLog.changeSet(id, in: database) {
      (original, depth) = (earlier, depth + 1)
    }
    return (original, depth)
  }

  // An obstacle that the plan did not know is noted for the next plan.
  private func takeBack(
    _ step: Step, of changeSet: ChangeSet, _ closings: UndoneClosings, as planner: UndoPlanner?
  ) throws {
    guard let planner else { return try takeBack(step, of: changeSet, closings) }
    guard let reduced = planner.reduced(step) else { return }
    guard planner.mayKeep else { return try takeBack(reduced, of: changeSet, closings) }
    do { try attempt { try takeBack(reduced, of: changeSet, closings) } } catch {
      guard let known = StoreError.translating(error, model) as? StoreError, !known.mayPass else { throw error }
      planner.faults[undoKey(of: step)] = reason(known)
    }
  }

  // Others may have changed something since an undo in parts was planned.
  private func takeBack(
    _ step: Step, of changeSet: ChangeSet, _ closings: UndoneClosings, by decisions: UndoDecisions
  ) throws {
    guard let reduced = step.reduced(by: decisions[step.number]) else { return }
    do { try takeBack(reduced, of: changeSet, closings) } catch {
      guard let known = StoreError.translating(error, model) as? StoreError, !known.mayPass else { throw error }
      throw UndoFault(reasons: [undoKey(of: step): reason(known)])
    }
  }

  private func reason(_ error: StoreError) -> Phrase {
    if case .cannotUndo(let reason) = error { reason } else { error.phrase(in: model) }
  }

  /// Reverts a change.
  /// - Throws: ``StoreError`` where the record is no longer as the change has left it, or can't go back.
  func takeBack(_ step: Step, of changeSet: ChangeSet, _ closings: UndoneClosings) throws {
    switch PlatformTable.undoable[step.table] {
    case .setting: return try takeBackSetting(step.before, step.after)
    case .view: return try takeBackView(step.id, step.before, step.after)
    case .resolvedText: return try takeBackMeaning(step.before, step.after)
    case nil: break
    }
    guard let entity = model.entities.first(where: { $0.table == step.table }) else {
      return try takeBackLink(step, of: changeSet)
    }
    if try isSettled(step, entity) { return }
    let touched = try touched(step.key)
    // Later changes by triggers apply to the record as this step leaves it.
    defer { touchedByTriggers[step.key] = nil }
    if let before = step.before { try checkFiles(of: before) }
    if let after = step.after { try checkSequences(entity, step.before, after) }
    switch (step.before, step.after) {
    case (let before?, nil):
      // A trigger of the file has added it again when another record came back.
      if case .some(.none) = touched, let record = try record(entity, id: step.id) {
        var restored = record
        try restore(before, in: &restored)
        let changed = record.values.indices.filter { record.values[$0] != restored.values[$0] }
        try write(restored, over: record, changed)
        if changed.isEmpty { try settle(step.key) }
      } else {
        try bringBack(entity, step.id, before, of: changeSet, closings)
      }
    case (nil, let after?):
      let record = try unchanged(entity, step.id, after)
      try closings.checkRemoving(record)
      guard step.isByTrigger else { return try remove(removal(of: record, addedBy: changeSet)) }
      // It stays if others refer to it by now, or the file keeps it.
      do {
        try attempt { try remove(removal(of: record, addedBy: changeSet)) }
      } catch is StoreError {
        if touched != nil { try settle(step.key) }
      }
    case (let before?, let after?):
      let record = try unchanged(entity, step.id, after)
      // Changes that triggers of the file have made to it within this undo are taken back, too.
      var restored = (touched ?? nil) ?? record
      try restore(before, in: &restored)
      keepNumbers(of: record, in: &restored)
      // A column that the model has no longer is in none of the positions.
      let changed = record.values.indices.filter { record.values[$0] != restored.values[$0] }
      try checkTargets(of: restored, changed, comingBackBy: changeSet)
      try closings.checkChanging(record, to: restored, changed)
      try write(restored, over: record, changed)
      if changed.isEmpty, touched != nil { try settle(step.key) }
    case (nil, nil): break
    }
  }

  /// The removal of a record that a change set added, if nothing refers to the record that keeps it, and nothing goes with
  /// it that people have added since.
  /// - Throws: ``StoreError`` `.cannotUndo`.
  func removal(of record: AnyRecord, addedBy changeSet: ChangeSet) throws -> DeletionPlan {
    let plan = try DeletionPlan(of: record.entity, record.id ?? 0, in: self)
    guard plan.denied.isEmpty, try plan.doomed.allSatisfy({ try isAdded($0, of: plan, by: changeSet) }),
      try havingTag(record, besides: changeSet.id).isEmpty
    else {
      throw StoreError.cannotUndo(Self.inTheWay("Other records refer to {title} now", record))
    }
    return plan
  }

  /// Whether a change set added a record that is to be deleted, or the application's own code did: records that jobs have loaded
  /// for a record are deleted with it.
  func isAdded(_ node: DeletionPlan.Node, of plan: DeletionPlan, by changeSet: ChangeSet) throws -> Bool {
    if node == plan.root { return true }
    return try isAdded(plan.entity(node).table, node.id, by: changeSet.id)
  }

  /// Whether a change set or the application's own code added a record.
  func isAdded(_ table: String, _ id: RecordID, by changeSet: Int64 = 0) throws -> Bool {
    try RawStatement(
      """
      SELECT EXISTS (SELECT 1 FROM kartoteka_changes WHERE entity = +?1 AND record = ?2 AND last IS NULL AND before IS NULL \
      AND (deed = ?3 OR EXISTS (SELECT 1 FROM kartoteka_deeds d WHERE d.id = deed AND d.way = 'code'))) \
      OR EXISTS (SELECT 1 FROM kartoteka_changes INDEXED BY kartoteka_changes_range \
      WHERE entity = +?1 AND last IS NOT NULL AND record <= ?2 AND last >= ?2 AND deed = ?3)
      """, in: database
    ).integer(.text(table), .integer(id), .integer(changeSet)) == 1
  }

  private func bringBack(
    _ entity: EntityDescription, _ id: RecordID, _ image: Image, of changeSet: ChangeSet, _ closings: UndoneClosings
  ) throws {
    guard try !exists(entity, id: id) else {
      throw Self.numberIsTaken(id)
    }
    var record = AnyRecord(entity)
    record.id = id
    try restore(image, in: &record)
    try checkTargets(of: record, Array(entity.columns.indices), comingBackBy: changeSet)
    try closings.checkAdding(record)
    try insertAgain(record)
  }

  /// Inserts a record with the number that it had, and logs it.
  func insertAgain(_ record: AnyRecord) throws {
    var record = record
    stampAgain(&record)
    // It may be older than its number series.
    let image = record
    try number(&record, over: image)
    let (entity, id) = (record.entity, record.id ?? 0)
    if let source = sourceSQL(entity) {
      _ = try insert(record, into: source, isComingBack: true)
    } else {
      let insert = try RawStatement(mapping.insertion(into: entity), in: database)
      insert.bind([.integer(id)] + record.values)
      while try insert.step() {}
      insert.reset()
    }
    try log.record(
      table: entity.table, id: id, before: nil, after: Image(record),
      named: try named("Added {title}", record))
    log.touched(entity, \.inserted, id)
    notePlace(of: record)
    try keepAdded()
  }

  // Sets the values that an image holds of columns that the entity still has.
  func restore(_ image: Image, in record: inout AnyRecord) throws {
    func index(_ column: String) -> Int? { record.entity.columns.firstIndex { $0.column == column } }
    for (column, value) in image.values {
      if let index = index(column) { record.values[index] = value }
    }
    for (column, digest) in image.digests {
      guard let index = index(column) else { continue }
      guard let blob = try ImageBlobs(database: database).blob(digest) else { throw Self.fileIsGone }
      record.values[index] = .blob(blob)
    }
  }
}
