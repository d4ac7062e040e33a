import Foundation
import GRDB
import Synchronization

/// Notices every commit, whoever made it: this process, or another program that writes to the file.
///
/// `PRAGMA data_version` of a connection changes when any other connection has committed (SQLite, "PRAGMA
/// data_version"), so one connection that never writes sees all of them. Every request asks, and so waits for no queue.
final class ChangeWatch: Sendable {
  private struct State {
    var others: DataVersionConnection?
    var seen: Int64 = -1
    var version = 0
    /// The last version of which all is known that this store's own commits can tell.
    var settled = 0
    /// The version of each entity's last change, by its name; 0 for those that are not named.
    var changes: [String: Int] = [:]
    /// The version of the last change of anything outside the database.
    var touched = 0

    mutating func look() throws {
      guard let now = try others?.value(), now != seen else { return }
      seen = now
      version += 1
    }
  }

  private let state: Mutex<State>
  private let isTold: Bool
  // Not a mutex with a closure: it is held across the end of a transaction that others begin and end.
  private let committing = NSLock()

  /// Watches a file, or, for nil, is told of each commit by ``committed()``.
  init(_ url: URL?) throws {
    isTold = url == nil
    state = Mutex(State(others: try url.map(DataVersionConnection.init)))
  }

  /// Closes the connection to the file, of which no commit is noticed until ``open(_:)``.
  func close() { state.withLock { $0.others = nil } }

  /// Watches another file. Its version is another one.
  func open(_ url: URL) throws {
    try state.withLock { state in
      state.others = try DataVersionConnection(url)
      state.seen = -1
    }
  }

  /// A number that has grown whenever anything was committed since it was last asked for.
  ///
  /// Where the store's own commit has just come, it waits until that is told of, which takes microseconds: whoever asked
  /// would work out anew what is known in a moment.
  func version() throws -> Int {
    let (version, isSettled) = try state.withLock { state in
      try state.look()
      return (state.version, state.version == state.settled)
    }
    if isSettled { return version }
    committing.lock()
    defer { committing.unlock() }
    settle(version)
    return version
  }

  /// The same for the one who commits, between ``beginCommit()`` and ``endCommit()``.
  func ownVersion() throws -> Int {
    try state.withLock { state in
      try state.look()
      return state.version
    }
  }

  /// The transaction is about to be committed.
  func beginCommit() { committing.lock() }

  /// What was committed is told of, or nothing was.
  func endCommit() { committing.unlock() }

  private func settle(_ version: Int) { state.withLock { $0.settled = max($0.settled, version) } }

  /// A number that has changed whenever any connection but this one has committed since it was last asked for here.
  static func othersVersion(in database: Database) throws -> Int64 {
    try RawStatement("PRAGMA data_version", in: database).integer() ?? 0
  }

  /// Counts a commit to a store in memory, which no other connection can see.
  func committed() {
    if isTold { state.withLock { $0.version += 1 } }
  }

  /// Counts a change of anything outside the database. All that was computed before is invalid.
  func touched() {
    state.withLock { state in
      state.version += 1
      state.touched = state.version
    }
  }

  /// Notes which entities a commit has changed, before its version is given out.
  /// - Parameter version: one at which the commit can be seen.
  func note(_ changes: [Changes], at version: Int) {
    state.withLock { state in
      for name in changes.lazy.flatMap(\.byEntity.keys) { state.changes[name] = version }
    }
  }

  /// The version of the last change of any of these entities, or of anything outside the database.
  func lastChange(of entities: Set<String>) -> Int {
    state.withLock { state in entities.reduce(state.touched) { max($0, state.changes[$1] ?? 0) } }
  }
}
