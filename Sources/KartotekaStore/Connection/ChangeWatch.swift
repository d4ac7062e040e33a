import Foundation
import GRDB
import Synchronization

/// Notices every commit, whoever made it: this process, or another program that writes to the file.
///
/// `PRAGMA data_version` of a connection changes when any other connection has committed (SQLite, "PRAGMA
/// data_version"), so one connection that never writes sees all of them. Asking costs about a microsecond.
final class ChangeWatch: Sendable {
  private struct State {
    var dataVersion: Int64 = -1
    var version = 0
  }

  private let connection: DatabaseQueue?
  private let state = Mutex(State())

  /// Watches a file, or, for nil, is told of each commit by ``committed()``.
  init(_ url: URL?) throws {
    guard let url else {
      connection = nil
      return
    }
    var configuration = Configuration()
    configuration.readonly = true
    connection = try DatabaseQueue(path: url.path(percentEncoded: false), configuration: configuration)
  }

  /// A number that has grown whenever anything was committed since it was last asked for.
  func version() throws -> Int {
    guard let connection else { return state.withLock { $0.version } }
    return try connection.inDatabase { database in
      let seen = try Self.othersVersion(in: database)
      return state.withLock { state in
        if seen != state.dataVersion {
          state.dataVersion = seen
          state.version += 1
        }
        return state.version
      }
    }
  }

  /// A number that has changed whenever any connection but this one has committed since it was last asked for here.
  static func othersVersion(in database: Database) throws -> Int64 {
    try RawStatement("PRAGMA data_version", in: database).integer() ?? 0
  }

  /// Counts a commit to a store in memory, which no other connection can see.
  func committed() {
    if connection == nil { touched() }
  }

  /// Counts a change of what is outside the database, too.
  func touched() { state.withLock { $0.version += 1 } }
}
