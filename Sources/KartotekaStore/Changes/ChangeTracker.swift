import Synchronization

/// The state of the change log that a store knows: its last row, and the version of each entity's last change. It publishes each
/// change to the feed once.
///
/// Unread rows are added by the store that committed them, or by the first reader that finds them.
final class ChangeTracker: Sendable {
  /// The known state of the log.
  struct Known: Hashable, Sendable {
    var position = ChangePosition()
    var epoch = 0
    var version: DataVersion { DataVersion(epoch: epoch, number: position.number) }
  }

  private struct State {
    var known = Known()
    /// The version of each entity's last change, by its name.
    var changes: [String: DataVersion] = [:]
  }

  private let state = Mutex(State())
  private let feed: ChangeFeed

  init(_ feed: ChangeFeed) { self.feed = feed }

  /// The known state of the log.
  var known: Known { state.withLock(\.known) }

  /// The version of the last change of any of these entities, or of anything outside the database.
  func lastChange(of entities: Set<String>) -> DataVersion {
    state.withLock { state in
      entities.reduce(DataVersion(epoch: state.known.epoch)) { max($0, state.changes[$1] ?? $0) }
    }
  }

  /// Begins at the end of the change log.
  func begin(at end: ChangePosition) {
    state.withLock { $0.known.position = end }
    feed.begin(at: end)
  }

  /// Makes known and publishes what changed between two positions.
  /// - Parameter changes: those of each write, in their order.
  /// - Returns: the version at the end; nil where others have made some of it known meanwhile.
  func advance(_ changes: [Changes], from start: ChangePosition, to end: ChangePosition) -> DataVersion? {
    state.withLock { state in
      guard state.known.position == start else { return nil }
      // The file was restored to an earlier state, or is another one.
      if end.log != start.log || end.number < start.number { state.known.epoch += 1 }
      state.known.position = end
      let version = state.known.version
      for name in changes.lazy.flatMap(\.byEntity.keys) { state.changes[name] = version }
      if changes.contains(where: \.settings) { state.changes[SettingsTable.name] = version }
      // Within the lock, so that the feed has commits in their order.
      let writes = changes.filter { !$0.isEmpty }
      for (index, changes) in writes.dropLast().enumerated() {
        var position = end
        // Each write of a transaction has a row of its own at least.
        if start.log == end.log { position.number = min(start.number + Int64(index) + 1, end.number) }
        feed.publish(changes, at: position)
      }
      feed.publish(writes.last ?? Changes(), at: end)
      return version
    }
  }

  /// Begins at the end of another file's change log: nothing that was computed before is valid.
  func restart(at end: ChangePosition, _ changes: Changes) {
    state.withLock { state in
      state.known.epoch += 1
      state.known.position = end
      feed.publish(changes, at: end)
    }
  }

  /// Publishes a change outside the database, as of a secret: nothing that was computed before is valid.
  func changedOutside() {
    state.withLock { $0.known.epoch += 1 }
    feed.publish(Changes(settings: true))
  }
}
