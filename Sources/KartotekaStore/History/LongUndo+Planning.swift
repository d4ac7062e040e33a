import KartotekaModel

// What an undo in parts leaves as it is.
extension Store {
  func planUndoAgain(_ fault: UndoFault) async throws -> LongUndo? {
    guard let undo = try await longUndo() else { return nil }
    return try await perform(undo.origin ?? .code) { try $0.planLongUndoAgain(fault) }.value
  }
}

extension Transaction {
  /// What an undo in parts keeps, as its plan says.
  struct PlannedUndo {
    let decisions: UndoDecisions
    let imports: [String: Set<RecordID>]
    let keptCount: Int
  }

  /// The plan of an undo in parts; nil for a change set that has too many images.
  /// - Throws: ``StoreError`` `.cannotUndo` where nothing would go back.
  func plannedUndo(of id: Int64, _ choice: UndoChoice) throws -> PlannedUndo? {
    guard try isPlanned(id) else { return nil }
    let (plan, planner) = try undoPlan(of: id, choice)
    if let obstacle = plan.obstacle, plan.goingBack == 0 { throw StoreError.cannotUndo(obstacle) }
    return PlannedUndo(
      decisions: UndoDecisions(planner.decisions), imports: planner.imports, keptCount: planner.stayingCount)
  }

  /// Plans the rest of the undo that is under way without what a part has found to be impossible.
  func planLongUndoAgain(_ fault: UndoFault) throws -> LongUndo? {
    try requireExclusiveTransaction()
    guard var undo = try LongUndo.read(in: database), !undo.isOver, let decisions = undo.decisions,
      let changeSet = try UndoLog.changeSet(undo.changeSet, in: database)
    else { return nil }
    if try isWhollyUndone(changeSet) { return try takeBackLongUndo(fault.reasons.first?.value) }
    let planner = UndoPlanner(changeSet, undo.choice, refused: fault.reasons, in: self)
    _ = try planner.plan(goingOn: UndoPlanner.Progress(next: undo.next, decisions: decisions))
    undo.decisions = UndoDecisions(planner.decisions)
    undo.keptCount = planner.stayingCount
    undo.keep(planner.imports)
    try undo.write(in: database)
    return undo
  }
}
