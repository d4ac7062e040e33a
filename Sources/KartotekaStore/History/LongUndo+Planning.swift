import KartotekaModel

// The changes that an undo in parts leaves as they are.
extension Store {
  /// Plans the rest of the undo that is under way without what a part has found to be impossible, or begins to take it back.
  /// - Returns: the undo as it goes on; nil where another process has gone on meanwhile.
  func planUndoAgain(_ fault: UndoFault) async throws -> LongUndo? {
    guard let undo = try await longUndo() else { return nil }
    let origin = undo.origin ?? .code
    // Planned in a snapshot: other processes wait for the lock for a few seconds at most.
    guard let (before, after) = try await tryOut(as: origin, { try $0.plannedAgain(fault) }) else { return nil }
    return try await perform(origin) { transaction in
      try transaction.requireExclusiveTransaction()
      guard try LongUndo.read(in: transaction.database) == before else { return nil }
      guard let after else { return try transaction.takeBackLongUndo(fault.reasons.first?.value) }
      try after.write(in: transaction.database)
      return after
    }.value
  }
}

extension LongUndo {
  /// A record, link or setting that stays, and why.
  struct Refusal: Sendable, Hashable, Codable {
    let key: UndoKey
    let reason: Phrase
  }

  fileprivate var refusedReasons: [UndoKey: Phrase] {
    Dictionary((refused ?? []).map { ($0.key, $0.reason) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Transaction {
  /// The most records that stay because of what only the undo itself finds: each of them has the rest planned again.
  private static let mostRefused = 100

  /// The changes that an undo in parts keeps by its plan.
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

  /// The undo that is under way, and as it goes on with another plan; nil instead of that if it can't go on.
  func plannedAgain(_ fault: UndoFault) throws -> (before: LongUndo, after: LongUndo?)? {
    guard let before = try LongUndo.read(in: database), !before.isOver, let decisions = before.decisions,
      let changeSet = try UndoLog.changeSet(before.changeSet, in: database)
    else { return nil }
    if try isWhollyUndone(changeSet) { return (before, nil) }
    var undo = before
    let progress = UndoPlanner.Progress(
      next: undo.next, decisions: decisions, imports: (undo.staying ?? [:], undo.logEnd))
    var refused = undo.refusedReasons
    var planner = UndoPlanner(changeSet, undo.choice, refused: refused, in: self)
    _ = try planner.plan(goingOn: progress)
    // A field that somebody has changed since keeps no other field of its record.
    if UndoDecisions(planner.decisions) == decisions {
      let unknown = fault.reasons.filter { refused[$0.key] == nil }
      guard !unknown.isEmpty, refused.count < Self.mostRefused else { return (before, nil) }
      refused.merge(unknown) { known, _ in known }
      planner = UndoPlanner(changeSet, undo.choice, refused: refused, in: self)
      _ = try planner.plan(goingOn: progress)
      undo.refused = refused.map { LongUndo.Refusal(key: $0.key, reason: $0.value) }
    }
    undo.decisions = UndoDecisions(planner.decisions)
    undo.keptCount = planner.stayingCount
    undo.keep(planner.imports)
    return (before, undo)
  }
}
