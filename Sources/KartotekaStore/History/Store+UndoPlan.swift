import KartotekaModel

extension Store {
  /// The effects of the undo of a change set, computed without writing anything.
  /// - Parameters:
  ///   - choice: the treatment of values that were changed since.
  ///   - origin: from where the change set would be undone: people can't change closed records.
  /// - Throws: ``StoreError`` `.noSuchChangeSet`, `.cannotUndo` where it can't be undone at all, or where the file can't be read;
  ///   `CancellationError`.
  package func undoPlan(
    of changeSet: Int64, _ choice: UndoChoice = .keeping(), as origin: ChangeSet.Origin = .screen
  ) async throws -> UndoPlan {
    try await tryOut(as: origin) { try $0.undoPlan(of: changeSet, choice).plan }
  }

  /// The same plan with fewer items. It is cached until anything changes: that of 250,000 changes takes seconds, and a page
  /// is read again and again.
  /// - Parameter most: the number of items.
  /// - Throws: as ``undoPlan(of:_:as:)``.
  package func undoPlan(
    of changeSet: Int64, listing most: Int, _ choice: UndoChoice = .keeping(), as origin: ChangeSet.Origin = .screen
  ) async throws -> UndoPlan {
    try await cachedPlan(UndoPlanKey(changeSet: changeSet, choice: choice, origin: origin, limit: .max, most: most))
  }

  private func undoPlan(
    ofNewestOf changeSet: Int64, _ choice: UndoChoice, limit: Int = longUndoSize, as origin: ChangeSet.Origin
  ) async throws -> UndoPlan {
    try await cachedPlan(UndoPlanKey(changeSet: changeSet, choice: choice, origin: origin, limit: limit, most: 1))
  }

  private func cachedPlan(_ key: UndoPlanKey) async throws -> UndoPlan {
    // Two obstacles change no data, so that the cached plan does not depend on them: a running undo, and removed history.
    try await tryOut(as: key.origin) { transaction in
      _ = try transaction.undoableChangeSet(key.changeSet)
      if try LongUndo.isUnderWay(with: key.changeSet, in: transaction.database) {
        throw StoreError.cannotUndo("This is being undone")
      }
    }
    let dependencies = Set(model.entities.map(\.name) + [SettingsTable.name])
    while true {
      let version = try await latestVersion()
      if let known = caches.undoPlans.known(key, at: version, until: dependencies) { return known }
      switch try await caches.undoPlanFlights.join(key) {
      case .landed(let landed?) where landed.version >= version: return landed.plan
      case .landed: continue
      case .leader: break
      }
      let (plans, continuation) = AsyncThrowingStream<UndoPlan, any Error>.makeStream()
      // It goes on if the request ends before, as one does after a while: the next request finds it.
      Task {
        do {
          continuation.yield(try await makePlan(key, of: version, until: dependencies))
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      for try await plan in plans { return plan }
      throw CancellationError()
    }
  }

  private func makePlan(
    _ key: UndoPlanKey, of version: DataVersion, until dependencies: Set<String>
  ) async throws -> UndoPlan {
    var (landed, undo, fault): (LandedUndoPlan?, Int64?, (any Error)?) = (nil, nil, nil)
    let awaited = caches.awaitedUndoPlans
    defer {
      awaited.end(key, with: landed?.plan, or: fault, after: undo)
      caches.undoPlanFlights.end(key, with: landed)
    }
    let author = Author.current
    do {
      undo = try await newestUndo(of: key.changeSet)
      let plan = try await cached(caches.undoPlans, key, until: dependencies) { [mapping, access] database, _ in
        let transaction = Transaction(database, mapping, origin: key.origin, onlyReads: true)
        (transaction.log.author, transaction.access) = (author, access)
        return try transaction.undoPlan(
          of: key.changeSet, key.choice, limit: key.limit,
          // Counting the changes takes longer than looking at the newest.
          progress: key.limit == .max ? { awaited.note($0, of: key) } : nil
        ).plan.listing(key.most)
      }
      // Also where something was written meanwhile, so that it is not cached.
      landed = LandedUndoPlan(version: version, plan: plan)
      return plan
    } catch {
      fault = error
      throw error
    }
  }

  /// The plan of an undo with what only the undo itself finds: rules of the application, and triggers of a file. The undo is done and
  /// rolled back, while others wait to write.
  /// - Throws: as ``undo(_:_:_:)``.
  package func triedUndo(of changeSet: Int64, as origin: ChangeSet.Origin = .screen) async throws -> UndoPlan {
    struct Tried: Error { let plan: UndoPlan }
    do {
      return try await perform(origin) { transaction -> UndoPlan in
        throw Tried(plan: try transaction.undo(changeSet, .keeping()))
      }.value
    } catch let tried as Tried {
      return tried.plan
    }
  }

  /// The obstacle to undoing a change set wholly, computed without writing anything; nil where there is none. Of a change set
  /// with many changes the newest are examined: the undo itself examines all.
  /// - Parameter origin: as of ``undoPlan(of:_:as:)``.
  /// - Throws: ``StoreError`` `.noSuchChangeSet`, or where the file can't be read; `CancellationError`.
  package func obstacle(
    toUndoing changeSet: Int64, as origin: ChangeSet.Origin = .screen
  ) async throws -> Phrase? {
    do {
      return try await undoPlan(ofNewestOf: changeSet, .wholly, as: origin).obstacle
    } catch StoreError.cannotUndo(let reason) {
      return reason
    }
  }

  /// The obstacle to undoing anything of a change set; nil where something of it can be undone. Of a change set with many changes
  /// the newest are examined.
  /// - Parameter origin: as of ``undoPlan(of:_:as:)``.
  /// - Throws: ``StoreError`` `.noSuchChangeSet`, or where the file can't be read; `CancellationError`.
  package func obstacle(
    toUndoingAnyOf changeSet: Int64, as origin: ChangeSet.Origin = .screen
  ) async throws -> Phrase? {
    try await examination(ofNewestOf: changeSet, as: origin).obstacle
  }

  // The obstacle to undoing anything of the newest changes, and about how many were looked at.
  private func examination(
    ofNewestOf changeSet: Int64, as origin: ChangeSet.Origin
  ) async throws -> (obstacle: Phrase?, changes: Int) {
    var changes = 1
    do {
      // Mostly one of the very newest goes back.
      let newest = try await undoPlan(ofNewestOf: changeSet, .keeping(), limit: 1, as: origin)
      changes = newest.staying + min(newest.goingBack, Transaction.batch)
      if newest.goingBack > 0 { return (nil, changes) }
      let plan = try await undoPlan(ofNewestOf: changeSet, .keeping(), as: origin)
      // Of changes that were taken back already none stays.
      changes += plan.staying == 0 ? Transaction.batch : plan.staying
      return (plan.goingBack == 0 ? plan.obstacle : nil, changes)
    } catch StoreError.cannotUndo(let reason) {
      return (reason, changes)
    }
  }

  /// The number of changes that a list of change sets examines: a page may have 1,000 of 100,000 changes each.
  package static let listedUndoSize = 30_000

  /// The numbers of those of some change sets of which anything can be undone, as ``obstacle(toUndoingAnyOf:as:)`` says. After
  /// so many changes, of the others only whether they are undone and have their images.
  /// - Parameter most: the number of changes that are examined.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func undoable(
    _ changeSets: [ChangeSet], as origin: ChangeSet.Origin, examining most: Int = listedUndoSize
  ) async throws -> Set<Int64> {
    var (numbers, seen, examined): (Set<Int64>, Set<Int64>, Int) = ([], [], 0)
    for changeSet in changeSets where changeSet.canBeUndone && seen.insert(changeSet.id).inserted {
      guard examined < most else {
        numbers.insert(changeSet.id)
        continue
      }
      do {
        let (obstacle, changes) = try await examination(ofNewestOf: changeSet.id, as: origin)
        if obstacle == nil { numbers.insert(changeSet.id) }
        examined += changes
      } catch StoreError.noSuchChangeSet {
        // Its history was deleted meanwhile.
      }
    }
    return numbers
  }

  /// Undoes what of a change set can be undone, as a change set of its own. While something stays, the first one is not marked as
  /// undone, and its undo tries the rest again.
  /// - Parameters:
  ///   - choice: the treatment of values that were changed since.
  ///   - progress: receives the progress of the undo; an error that it throws cancels the undo.
  /// - Returns: the plan that was carried out.
  /// - Throws: ``StoreError`` `.noSuchChangeSet`, `.cannotUndo`; what `progress` throws. Nothing is undone then.
  @discardableResult
  package func undo(
    _ changeSet: Int64, _ choice: UndoChoice, _ origin: ChangeSet.Origin,
    progress: @escaping @Sendable (UndoProgress) throws -> Void = { _ in }
  ) async throws -> Outcome<UndoPlan> {
    try await perform(origin) { try $0.undo(changeSet, choice, progress: progress) }
  }

  /// The undos of a change set that have left something, or were done before what was left was done: those that are not undone
  /// themselves, the newest first.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func undos(of changeSet: Int64) async throws -> [ChangeSet] {
    try await snapshot(noting: nil) { database in
      try UndoLog.changeSets(
        where: "d.id > ? AND d.undoes = ? AND d.undone_by IS NULL", [.integer(changeSet), .integer(changeSet)],
        limit: 20, in: database)
    }
  }
}

/// A plan for others that wait for it.
struct LandedUndoPlan: Sendable {
  /// The plan is of this version or of a later one.
  let version: DataVersion
  let plan: UndoPlan
}

/// The key of a cached plan.
struct UndoPlanKey: Hashable, Sendable, CacheSized {
  let changeSet: Int64
  let choice: UndoChoice
  let origin: ChangeSet.Origin
  /// The number of changes that are looked at.
  let limit: Int
  /// The number of listed items.
  let most: Int

  var cachedBytes: Int {
    guard case .keeping(let items) = choice else { return 128 }
    return items.reduce(128) { $0 + 32 + $1.utf8.count }
  }
}

extension UndoPlan: CacheSized {
  // An item has a title, a reason with it, and two values.
  var cachedBytes: Int {
    items.reduce(128) { $0 + 512 + $1.before.cachedBytes + $1.now.cachedBytes }
  }
}

extension Transaction {
  /// The plan, with the planner that has made it.
  /// - Parameters:
  ///   - limit: the number of changes that are looked at, the newest first.
  ///   - progress: receives about which share of them that is, from 0 to 1.
  func undoPlan(
    of id: Int64, _ choice: UndoChoice, limit: Int = .max, progress: ((Double) -> Void)? = nil
  ) throws -> (plan: UndoPlan, planner: UndoPlanner) {
    let changeSet = try undoableChangeSet(id)
    if try LongUndo.isUnderWay(with: id, in: database) { throw StoreError.cannotUndo("This is being undone") }
    return try undoPlan(of: changeSet, choice, limit: limit, progress: progress)
  }

  /// The plan of one of which it is known that it may be undone.
  func undoPlan(
    of changeSet: ChangeSet, _ choice: UndoChoice, limit: Int = .max, progress: ((Double) -> Void)? = nil
  ) throws -> (plan: UndoPlan, planner: UndoPlanner) {
    let planner = UndoPlanner(changeSet, choice, in: self)
    planner.report = progress
    let isWhole = try isWhollyUndone(changeSet)
    // A few changes tell nothing of what goes back wholly or not at all.
    var plan = try planner.plan(limit: max(limit, isWhole ? Store.longUndoSize : 0))
    if isWhole { plan.refuseParts() }
    return (plan, planner)
  }
}
