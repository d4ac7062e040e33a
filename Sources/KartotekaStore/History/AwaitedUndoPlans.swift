import KartotekaModel
import Synchronization

/// A plan of an undo that may take longer than a person waits for a page.
package enum AwaitedUndoPlan: Sendable, Equatable {
  case made(UndoPlan)
  /// It goes on to be made, and whoever asks again has it then. About so much of it is done, from 0 to 1.
  case underWay(share: Double)
}

/// The plans of undos that take longer than somebody has waited for them: how far they are, and those that were made.
final class AwaitedUndoPlans: Sendable {
  private struct Made {
    let plan: UndoPlan
    /// The newest undo of the change set before the plan was begun.
    let undo: Int64?
    let end: ContinuousClock.Instant
  }

  private struct State {
    /// Those under way for which somebody waits no longer, and comes back.
    var wanted: Set<UndoPlanKey> = []
    var shares: [UndoPlanKey: Double] = [:]
    var made: [UndoPlanKey: Made] = [:]
    var faults: [UndoPlanKey: (error: any Error, end: ContinuousClock.Instant)] = [:]
  }

  /// The time for which a plan is shown although something was changed while it was made: where others write all the time, one that
  /// takes long would never be seen. The undo itself plans again.
  static let validity = Duration.seconds(60)
  /// The time for which a fault is told: the page that waits is read again when it finds another one.
  private static let faultValidity = Duration.seconds(20)
  private static let most = 16

  private let state = Mutex(State())

  func share(of key: UndoPlanKey) -> Double { state.withLock { $0.shares[key] ?? 0 } }

  func note(_ share: Double, of key: UndoPlanKey) { state.withLock { $0.shares[key] = share } }

  /// Has a plan that is under way kept when it is made.
  func want(_ key: UndoPlanKey) {
    state.withLock { state in
      if state.wanted.count >= Self.most { state.wanted.removeFirst() }
      state.wanted.insert(key)
    }
  }

  /// Ends a plan that was under way.
  /// - Parameters:
  ///   - plan: nil where it could not be made.
  ///   - fault: why it could not be made.
  ///   - undo: the newest undo of the change set before it was begun.
  func end(_ key: UndoPlanKey, with plan: UndoPlan?, or fault: (any Error)? = nil, after undo: Int64?) {
    let now = ContinuousClock.now
    state.withLock { state in
      state.shares[key] = nil
      guard state.wanted.remove(key) != nil else { return }
      if let fault {
        state.faults = state.faults.filter { $0.value.end > now }
        if state.faults.count < Self.most { state.faults[key] = (fault, now + Self.faultValidity) }
      }
      guard let plan else { return }
      state.made = state.made.filter { $0.value.end > now }
      if state.made.count >= Self.most, let oldest = state.made.min(by: { $0.value.end < $1.value.end }) {
        state.made[oldest.key] = nil
      }
      state.made[key] = Made(plan: plan, undo: undo, end: now + Self.validity)
    }
  }

  /// Why a plan could not be made for which somebody comes back: after a while it is made again. Nil also where that may pass.
  func fault(of key: UndoPlanKey) -> (any Error)? {
    let fault = state.withLock { $0.faults[key] }
    guard let fault, fault.end > .now, !(fault.error is CancellationError) else { return nil }
    return (fault.error as? StoreError)?.mayPass == true ? nil : fault.error
  }

  /// - Parameter undo: the newest undo of the change set: what it has done is in no earlier plan.
  func plan(_ key: UndoPlanKey, after undo: Int64?) -> UndoPlan? {
    let now = ContinuousClock.now
    return state.withLock { state in
      guard let made = state.made[key], made.end > now, made.undo == undo else { return nil }
      return made.plan
    }
  }
}

extension Store {
  /// The same plan as ``undoPlan(of:listing:_:as:)``, if it can be made soon: that of millions of changes takes minutes.
  /// - Parameters:
  ///   - most: the number of items.
  ///   - patience: the time after which it is waited for no longer.
  /// - Throws: as ``undoPlan(of:_:as:)``.
  package func undoPlan(
    of changeSet: Int64, listing most: Int, within patience: Duration, as origin: ChangeSet.Origin = .screen
  ) async throws -> AwaitedUndoPlan {
    let key = UndoPlanKey(changeSet: changeSet, choice: .keeping(), origin: origin, limit: .max, most: most)
    // Otherwise whoever waits for it would wait for ever.
    if let fault = caches.awaitedUndoPlans.fault(of: key) { throw fault }
    let plan: UndoPlan? = try await withThrowingTaskGroup(of: UndoPlan?.self) { group in
      group.addTask { try await undoPlan(of: changeSet, listing: most, as: origin) }
      group.addTask {
        try await Task.sleep(for: patience)
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { return nil }
      return first
    }
    if let plan { return .made(plan) }
    caches.awaitedUndoPlans.want(key)
    let undo = try await newestUndo(of: changeSet)
    if let plan = caches.awaitedUndoPlans.plan(key, after: undo) { return .made(plan) }
    return .underWay(share: caches.awaitedUndoPlans.share(of: key))
  }

  /// The newest change set that has undone anything of another one; nil where none has.
  func newestUndo(of changeSet: Int64) async throws -> Int64? {
    try await snapshot(noting: nil) { database in
      try UndoLog.changeSets(
        where: "d.id > ? AND d.undoes = ?", [.integer(changeSet), .integer(changeSet)], limit: 1, in: database
      ).first?.id
    }
  }
}
