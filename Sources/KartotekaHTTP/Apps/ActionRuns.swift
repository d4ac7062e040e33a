import Foundation
import KartotekaModel
import KartotekaStore
import Synchronization

/// The actions that run on several records of an application, or have run, since the start, and those that the end of an
/// earlier process interrupted.
///
/// The servers of an application in a primary database share them (`SharedWork`): each page shows them, whichever server runs them.
package final class ActionRuns: Sendable {
  /// The maximum number of completed ones that are remembered.
  private static let most = 20
  /// The time after which completed ones of all servers are forgotten, in seconds.
  private static let patience = 7 * 86_400

  private struct State: Sendable {
    /// The runs of this server.
    var own: [ActionRun]
    /// The runs that all servers share, without their records, as of the last look.
    var shared: [ActionRun] = []
    /// The tasks that tell other servers that the own runs go on.
    var beats: [String: Task<Void, Never>] = [:]
    var watching: (any Sendable)?
  }

  private let state: Mutex<State>
  private let log: RunLog?
  private let shared: (any SharedWork)?
  private let store: Store

  /// Finds the runs that were interrupted.
  /// - Parameter folder: the folder of their files; nil for an application in memory.
  package init(in folder: URL?, of store: Store) {
    shared = store.sharedWork("runs")
    log = shared == nil ? folder.map(RunLog.init) : nil
    self.store = store
    state = Mutex(State(own: log?.interrupted() ?? []))
    let watching = shared?.watch { [weak self] entries in
      self?.state.withLock { $0.shared = entries.compactMap(ActionRun.init) }
    }
    state.withLock { $0.watching = watching }
  }

  /// Whether one of this server runs now.
  var isBusy: Bool { state.withLock { $0.own.contains { !$0.isOver } } }

  /// Begins a run.
  /// - Throws: `StoreError.primary`.
  package func begin(_ run: ActionRun) async throws {
    if let shared {
      let content = try run.content(commit: store.primaryNumber)
      _ = try await shared.run { try $0.begin(run.token, content, lane: nil, isNew: true) }
      try? await shareContinuation(of: run, shared)
      // Beats report the progress to other servers and receive their orders, once a second.
      let beats = Task { [weak self] in
        while (try? await Task.sleep(for: .seconds(1))) != nil, let self {
          await beat(run.token, shared, try? self[run.token]?.progress)
        }
      }
      state.withLock { $0.beats[run.token] = beats }
    }
    state.withLock { state in
      if state.own.count(where: \.isOver) >= Self.most, let oldest = state.own.firstIndex(where: \.isOver) {
        state.own.remove(at: oldest)
      }
      // The rest of an interrupted run is not continued a second time.
      for index in state.own.indices where state.own[index].isContinued(by: run) {
        state.own[index].behind.formUnion(run.ids)
      }
      state.own.append(run)
    }
    log?.begin(run)
  }

  // The same for those of all servers.
  private func shareContinuation(of run: ActionRun, _ shared: any SharedWork) async throws {
    try await shared.run { shared in
      _ = try shared.sweep(olderThan: Self.patience)
      let runs = try shared.entries(nil, isBrief: true).compactMap(ActionRun.init)
      for token in runs.filter({ $0.isContinued(by: run) }).map(\.token) {
        guard var other = try shared.entries(token, isBrief: false).first.flatMap(ActionRun.init) else { continue }
        other.behind.formUnion(run.ids)
        try shared.change(other.token, SharedContent(description: nil, progress: other.progress))
      }
    }
  }

  private func beat(_ token: String, _ shared: any SharedWork, _ progress: Data?) async {
    // While the database server can't be reached, the run goes on; its changes are refused.
    guard let order = try? await shared.run({ try $0.beat(token, progress: progress) }), order != .goOn else { return }
    change(token) { $0.isStopped = true }
  }

  /// Notes that a run has dealt with a record.
  /// - Parameters:
  ///   - reason: why it was refused; nil if it has run.
  ///   - changeSet: the change set of the run; nil before the first change.
  package func note(_ token: String, _ id: RecordID, _ reason: Phrase?, changeSet: Int64?) async {
    var isFirstChange = false
    let run = change(token) { run in
      run.add(id, reason)
      isFirstChange = run.changeSet == nil && changeSet != nil
      run.changeSet = changeSet
    }
    // By the change set, the records with which an interrupted run has dealt are found. All else goes with the next beat.
    if isFirstChange, let shared, let progress = try? run?.progress { await beat(token, shared, progress) }
    log?.note(token, RunLog.Entry(id: id, reason: reason, changeSet: changeSet))
  }

  /// Notes that an interrupted run has dealt with records.
  /// - Returns: the run afterwards.
  /// - Throws: `StoreError.primary`.
  package func settle(_ run: ActionRun, _ ids: [RecordID]) async throws -> ActionRun {
    guard shared != nil else {
      for id in ids { await note(run.token, id, nil, changeSet: run.changeSet) }
      return self[run.token] ?? run
    }
    var settled = run
    for id in ids { settled.add(id, nil) }
    try await share(settled)
    return settled
  }

  private func share(_ run: ActionRun) async throws {
    let content = SharedContent(description: nil, progress: try run.progress)
    try await shared?.run { try $0.change(run.token, content) }
    state.withLock { state in
      guard let index = state.shared.firstIndex(where: { $0.token == run.token }) else { return }
      state.shared[index] = run
    }
  }

  /// Notes the end of a run.
  package func end(_ token: String, changeSet: Int64?) async {
    let run = change(token) { ($0.isOver, $0.changeSet) = (true, changeSet) }
    log?.remove(token)
    guard let shared, let run, let progress = try? run.progress else { return }
    state.withLock { $0.beats.removeValue(forKey: token) }?.cancel()
    let content = SharedContent(description: nil, progress: progress, commit: store.primaryNumber)
    // If this fails, other servers show it as interrupted.
    try? await shared.run { try $0.end(token, content, files: nil) }
    state.withLock { state in
      state.own.removeAll { $0.token == token }
      state.shared.removeAll { $0.token == token }
      state.shared.append(run)
    }
  }

  /// Notes that a page has shown the result of a run.
  /// - Throws: `StoreError.primary`.
  package func show(_ run: ActionRun) async throws {
    guard !run.isOffered else { return }
    change(run.token) { $0.isOffered = true }
    log?.remove(run.token)
    guard shared != nil else { return }
    var shown = run
    shown.isOffered = true
    try await share(shown)
  }

  /// Stops a run.
  /// - Throws: `StoreError.primary`.
  package func stop(_ token: String) async throws {
    change(token) { $0.isStopped = true }
    try await shared?.run { try $0.stop(token) }
  }

  /// A run of this server; nil for an unknown one.
  package subscript(token: String) -> ActionRun? { state.withLock { state in state.own.first { $0.token == token } } }

  /// The run of a token, on whichever server; nil for an unknown one.
  /// - Throws: `StoreError.primary`.
  package func run(_ token: String) async throws -> ActionRun? {
    if let own = self[token] { return own }
    guard let entry = try await shared?.entry(token) else { return nil }
    // Its changes may be newer than the local copy.
    if let commit = entry.content.commit { await store.catchUp(to: commit) }
    return ActionRun(entry)
  }

  /// The runs in progress, and those whose result nobody has seen.
  package var unseen: [ActionRun] {
    state.withLock { state in
      let own = Set(state.own.map(\.token))
      return (state.own + state.shared.filter { !own.contains($0.token) }).filter { !$0.isOver || !$0.isOffered }
    }
  }

  @discardableResult
  private func change(_ token: String, _ change: (inout ActionRun) -> Void) -> ActionRun? {
    state.withLock { state in
      guard let index = state.own.firstIndex(where: { $0.token == token }) else { return nil }
      change(&state.own[index])
      return state.own[index]
    }
  }
}

extension ActionRun {
  // Whether another run of the action can go on with the rest of this one.
  fileprivate func isContinued(by run: ActionRun) -> Bool {
    isInterrupted && action == run.action && entity == run.entity
  }
}
