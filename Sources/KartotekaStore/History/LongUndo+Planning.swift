import KartotekaModel

// The changes that an undo in parts leaves as they are.
extension Store {
  /// Plans an undo before its first part.
  /// - Parameters:
  ///   - pause: the time between two looks whether it is still under way.
  ///   - givenUp: is called when such a look has ended the plan.
  /// - Returns: the undo as it goes on; nil where another process has gone on meanwhile, or somebody has cancelled it.
  /// - Throws: ``StoreError`` `.cannotUndo` where nothing would go back.
  func planUndo(
    _ undo: LongUndo, _ origin: ChangeSet.Origin, lookingEvery pause: Duration = .seconds(1),
    givenUp: @escaping @Sendable () -> Void = {}
  ) async throws -> LongUndo? {
    // In a snapshot, so that others can write meanwhile. A part that finds another change plans the rest again.
    @Sendable func plan() async throws -> Transaction.PlannedUndo {
      try await tryOut(as: origin) { transaction in
        guard let changeSet = try UndoLog.changeSet(undo.changeSet, in: transaction.database) else {
          throw StoreError.noSuchChangeSet(undo.changeSet)
        }
        return try Transaction.PlannedUndo(transaction.undoPlan(of: changeSet, undo.choice))
      }
    }
    guard let planned = try await whileUnderWay(undo, lookingEvery: pause, plan, givenUp: givenUp) else { return nil }
    return try await perform(origin) { transaction in
      try transaction.requireExclusiveTransaction()
      guard var now = try LongUndo.read(in: transaction.database), now == undo else { return nil }
      now.follow(planned)
      try now.write(in: transaction.database)
      return now
    }.value
  }

  // A plan may take minutes: it ends when it is of no use any more. Nil then.
  private func whileUnderWay<Planned: Sendable>(
    _ undo: LongUndo, lookingEvery pause: Duration, _ plan: @escaping @Sendable () async throws -> Planned,
    givenUp: @escaping @Sendable () -> Void = {}
  ) async throws -> Planned? {
    try await withThrowingTaskGroup(of: Planned?.self) { group in
      group.addTask { try await plan() }
      group.addTask {
        while true {
          try await Task.sleep(for: pause)
          // One that can't be read now is looked at later.
          do { if try await longUndo() != undo { return nil } } catch is StoreError {}
        }
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let planned = first else {
        group.cancelAll()
        givenUp()
        return nil
      }
      return planned
    }
  }

  /// Plans the rest of the undo that is under way without what a part has found to be impossible, or begins to take it back.
  /// - Returns: the undo as it goes on; nil where another process has gone on meanwhile.
  func planUndoAgain(_ fault: UndoFault) async throws -> LongUndo? {
    guard let undo = try await longUndo() else { return nil }
    let origin = undo.origin ?? .code
    // Planned in a snapshot: other processes wait for the lock for a few seconds at most.
    let made = try await whileUnderWay(undo, lookingEvery: .seconds(1)) {
      try await tryOut(as: origin) { try $0.plannedAgain(fault) }
    }
    guard let planned = made, let (before, after) = planned else { return nil }
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

  mutating func follow(_ planned: Transaction.PlannedUndo) {
    (decisions, keptCount) = (planned.decisions, planned.keptCount)
    keep(planned.imports)
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
    let imports: UndoKeys
    let keptCount: Int

    /// - Throws: ``StoreError`` `.cannotUndo` where nothing would go back.
    init(_ made: (plan: UndoPlan, planner: UndoPlanner)) throws {
      if let obstacle = made.plan.obstacle, made.plan.goingBack == 0 { throw StoreError.cannotUndo(obstacle) }
      (decisions, imports) = (made.planner.decisions, made.planner.imports)
      keptCount = made.planner.stayingCount
    }
  }

  /// The undo that is under way, and as it goes on with another plan; nil instead of that if it can't go on.
  func plannedAgain(_ fault: UndoFault) throws -> (before: LongUndo, after: LongUndo?)? {
    guard let before = try LongUndo.read(in: database), !before.isOver, let decisions = before.decisions,
      let changeSet = try UndoLog.changeSet(before.changeSet, in: database)
    else { return nil }
    if try isWhollyUndone(changeSet) { return (before, nil) }
    var undo = before
    let progress = UndoPlanner.Progress(
      next: undo.next, decisions: decisions, imports: (undo.staying ?? UndoKeys(), undo.logEnd))
    var refused = undo.refusedReasons
    var planner = UndoPlanner(changeSet, undo.choice, refused: refused, in: self)
    _ = try planner.plan(goingOn: progress)
    // A field that somebody has changed since keeps no other field of its record.
    if planner.decisions == decisions {
      let unknown = fault.reasons.filter { refused[$0.key] == nil }
      guard !unknown.isEmpty, refused.count < Self.mostRefused else { return (before, nil) }
      refused.merge(unknown) { known, _ in known }
      planner = UndoPlanner(changeSet, undo.choice, refused: refused, in: self)
      _ = try planner.plan(goingOn: progress)
      undo.refused = refused.map { LongUndo.Refusal(key: $0.key, reason: $0.value) }
    }
    undo.decisions = planner.decisions
    undo.keptCount = planner.stayingCount
    undo.keep(planner.imports)
    return (before, undo)
  }
}
