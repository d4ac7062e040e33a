import Foundation
import GRDB
import Synchronization

/// Notices every commit, whoever made it: this process, or another program that writes to the file.
///
/// `PRAGMA data_version` of a connection changes when any other connection has committed (SQLite, "PRAGMA
/// data_version"), so one connection that never writes sees all of them. Every request asks, and so waits for no queue.
final class ChangeWatch: Sendable {
  private struct State {
    let others: DataVersionConnection?
    var seen: Int64 = -1
    var version = 0
  }

  private let state: Mutex<State>
  private let isTold: Bool

  /// Watches a file, or, for nil, is told of each commit by ``committed()``.
  init(_ url: URL?) throws {
    isTold = url == nil
    state = Mutex(State(others: try url.map(DataVersionConnection.init)))
  }

  /// A number that has grown whenever anything was committed since it was last asked for.
  func version() throws -> Int {
    try state.withLock { state in
      if let seen = try state.others?.value(), seen != state.seen {
        state.seen = seen
        state.version += 1
      }
      return state.version
    }
  }

  /// A number that has changed whenever any connection but this one has committed since it was last asked for here.
  static func othersVersion(in database: Database) throws -> Int64 {
    try RawStatement("PRAGMA data_version", in: database).integer() ?? 0
  }

  /// Counts a commit to a store in memory, which no other connection can see.
  func committed() {
    if isTold { touched() }
  }

  /// Counts a change of what is outside the database, too.
  func touched() { state.withLock { $0.version += 1 } }
}
