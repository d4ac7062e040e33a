import KartotekaModel

// The transactions of an undo in parts.
extension Transaction {
  static func changeCount(of changeSet: Int64, in database: SQLConnection) throws -> Int {
    Int(
      try RawStatement(
        "SELECT sum(coalesce(last, record) - record + 1) FROM kartoteka_changes WHERE deed = ?", in: database
      ).integer(.integer(changeSet)) ?? 0)
  }

  static func hasRanges(_ changeSet: Int64, in database: SQLConnection) throws -> Bool {
    try RawStatement(
      "SELECT EXISTS (SELECT 1 FROM kartoteka_changes WHERE deed = ? AND last IS NOT NULL)", in: database
    ).integer(.integer(changeSet)) == 1
  }

  func beginLongUndo(
    of id: Int64, choosing choice: UndoChoice = .wholly, _ total: Int, _ hasRanges: Bool,
    as planned: PlannedUndo? = nil, for origin: ChangeSet.Origin = .code
  ) throws -> LongUndo {
    try requireExclusiveTransaction()
    if let other = try LongUndo.read(in: database), !other.isOver {
      throw StoreError.cannotUndo("Something else is being undone. Wait until that is done")
    }
    if try LongUndo.isLater(in: database) {
      throw StoreError.cannotUndo(
        "A newer version of Kartoteka has begun to undo something else. It has to go on with it first: start it again")
    }
    let changeSet = try undoableChangeSet(id)
    log.isUnfinished = true
    let imported = try UndoRanges(id, choice, in: self)
    try imported.find(UndoneClosings(id, in: self))
    if try choice == .wholly || isWhollyUndone(changeSet), let obstacle = imported.obstacle {
      throw StoreError.cannotUndo(obstacle)
    }
    var staying = imported.staying
    if let planned { staying.formUnion(planned.imports) }
    try prepareUndo(of: changeSet, hasRanges: hasRanges, keeping: staying)
    var undo = LongUndo(original: id, changeSet: id, undoing: try log.begin(), total: total, hasRanges: hasRanges)
    undo.origin = origin
    undo.staying = staying
    undo.logged = imported.logged
    if let planned { undo.follow(planned) }
    if case .keeping(let items) = choice, !items.isEmpty { undo.puttingBack = items }
    if choice == .puttingBackAll { undo.putsAllBack = true }
    undo.isWholly = choice == .wholly
    undo.logEnd = try ChangeLog.last(in: database)
    try undo.write(in: database)
    return undo
  }

  func continueLongUndo(_ part: Duration) throws -> LongUndo? {
    try requireExclusiveTransaction()
    guard var undo = try LongUndo.read(in: database), !undo.isOver else { return nil }
    guard let changeSet = try UndoLog.changeSet(undo.changeSet, in: database) else {
      throw StoreError.noSuchChangeSet(undo.changeSet)
    }
    if let removal = changeSet.removal { throw StoreError.cannotUndo(removal.phrase) }
    if undo.hasRanges, try ChangeLog.last(in: database) > undo.logEnd {
      // Others have changed records between two parts.
      if undo.isWholly != false {
        try checkRanges(of: changeSet.id, after: undo.logEnd)
      } else {
        let imported = try UndoRanges(changeSet.id, .keeping(), in: self)
        try imported.find(after: undo.logEnd, UndoneClosings(changeSet.id, in: self))
        undo.keep(imported)
      }
    }
    let logBegin = try ChangeLog.last(in: database)
    if undo.areRangesUnchanged { undo.areRangesUnchanged = try !hasChangedRanges(undo) }
    log.resume(undo.undoing)
    // A server does the parts of what a person has begun.
    log.author = try UndoLog.changeSet(undo.undoing, in: database)?.author
    resumedUndo = undo.undoing
    try nameUndo(of: changeSet)
    let staying = undo.staying ?? UndoKeys()
    let decisions = undo.isTakenBack ? nil : undo.decisions
    let end = ContinuousClock.now + part
    var isBegun = false
    let isReverted =
      try undo.checked != nil
      || revert(changeSet, before: &undo.next, done: &undo.done, by: decisions, keeping: staying) { _ in
        defer { isBegun = true }
        // A record that is restored before a record that it refers to has to wait for it.
        return !isBegun || ContinuousClock.now < end || database.hasForeignKeyViolations
      }
    undo.isOver = try isReverted && (undo.isTakenBack || checkRules(after: &undo, until: end))
    if undo.isOver { undo.isOver = try noteWhatStays(of: undo, after: logBegin) }
    log.isUnfinished = !undo.isOver
    log.leavesSome = undo.stayingCount > 0
    if undo.isOver { try endLongUndo(undo) }
    // The position is read once more by the next part: what this one writes is its own.
    undo.logEnd = try ChangeLog.last(in: database)
    try undo.write(in: database)
    return undo
  }

  private func hasChangedRanges(_ undo: LongUndo) throws -> Bool {
    guard try ChangeLog.last(in: database) > undo.logEnd else { return false }
    return try ChangeLog.hasChanges(ofRangesOf: undo.original, after: undo.logEnd, in: database)
  }

  // Notes in the change log which imported records were changed, as far as the log knew it: what has taken so many others back may
  // have pruned it, and the rest can be tried again. False where the log would not keep these rows beside those of this part.
  private func noteWhatStays(of undo: LongUndo, after begin: Int64) throws -> Bool {
    guard undo.hasRanges, !undo.isTakenBack, undo.stayingCount > 0, let logged = undo.logged else { return true }
    var rows: [(entity: EntityDescription, id: RecordID)] = []
    for table in logged.tables {
      guard let entity = model.entities.first(where: { $0.table == table }) else { continue }
      // A row says that its record was there.
      for id in logged.ids(of: table) where try exists(entity, id: id) {
        rows.append((entity, id))
        if rows.count == ChangeLog.mostRows { return true }
      }
    }
    guard try Int64(rows.count) + ChangeLog.last(in: database) - begin < ChangeLog.mostRows else { return false }
    try ChangeLog.append(bulkChangeSet: undo.changeSet, in: database)
    for (entity, id) in rows { try ChangeLog.append(entity, id, .update, in: database) }
    return true
  }

  private func endLongUndo(_ undo: LongUndo) throws {
    guard undo.isTakenBack else {
      return undo.stayingCount > 0 ? () : try toggleRejectedRows(of: undo.changeSet)
    }
    // Everything is as before: it can be undone again.
    try RawStatement("UPDATE \(UndoLog.table) SET undone_by = NULL WHERE id = ?", in: database)
      .run(.integer(undo.original))
    if undo.areRangesUnchanged { try ChangeLog.append(bulkChangeSet: undo.original, in: database) }
  }

  /// Ends the undo that is under way as far as it is, and begins to undo that.
  func takeBackLongUndo(_ reason: Phrase?) throws -> LongUndo? {
    try requireExclusiveTransaction()
    guard var undo = try LongUndo.read(in: database), !undo.isOver else { return nil }
    // Ends the one that can't go on.
    try RawStatement("UPDATE \(UndoLog.table) SET undone_by = ? WHERE id = ?", in: database)
      .run(.integer(undo.undoing), .integer(undo.changeSet))
    guard !undo.isTakenBack, let changeSet = try UndoLog.changeSet(undo.changeSet, in: database),
      let undone = try UndoLog.changeSet(undo.undoing, in: database)
    else {
      // Another person has changed a restored record: it stays.
      undo.isOver = true
      undo.isTakenBack = true
      undo.reason = reason
      try undo.write(in: database)
      return undo
    }
    log.isUnfinished = true
    // The author is the person who cancels the undo, if anybody does, or the one who began it.
    log.author = log.author ?? undone.author
    try nameUndo(of: undone)
    var back = LongUndo(
      original: changeSet.id, changeSet: undone.id, undoing: try log.begin(), total: undo.done, hasRanges: false)
    back.isTakenBack = true
    back.reason = reason
    back.areRangesUnchanged = try undo.hasRanges && reason == nil && !hasChangedRanges(undo)
    back.logEnd = try ChangeLog.last(in: database)
    try back.write(in: database)
    return back
  }
}
