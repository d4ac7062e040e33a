import Foundation
import GRDBSQLite
import Synchronization

/// Ends statements of a connection that writes to another program's file when they take too long: a trigger of the file may run
/// without end.
///
/// Sendable because everything of it is used by the thread that uses the connection.
final class StatementDeadline: @unchecked Sendable {
  /// The number of steps of SQLite's machine between two looks at the clock.
  private static let interval: CInt = 10_000
  /// The time for which a statement may run while the program ends, in nanoseconds.
  private static let lastMoments: UInt64 = 500_000_000

  /// The time for which a statement may run, rounded up to seconds.
  let seconds: Int
  private let limit: UInt64
  private var start: UInt64 = 0
  private let ending: StoreEnding

  /// - Parameter limit: how long a statement may run.
  init(_ limit: Duration, _ ending: StoreEnding) {
    let (seconds, attoseconds) = limit.components
    self.seconds = Int(clamping: seconds) + (attoseconds > 0 ? 1 : 0)
    self.limit = UInt64(clamping: seconds) &* 1_000_000_000 &+ UInt64(clamping: attoseconds / 1_000_000_000)
    self.ending = ending
  }

  /// A statement of the connection begins, or goes on to its next row.
  func begin() { start = Self.now }

  /// Looks after the connection's statements from now on.
  func watch(_ handle: OpaquePointer) {
    begin()
    sqlite3_progress_handler(
      handle, Self.interval,
      { context in
        guard let context else { return 0 }
        return Unmanaged<StatementDeadline>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private var isOver: Bool {
    let time = Self.now &- start
    return time > limit || ending.hasBegun && time > Self.lastMoments
  }

  private static var now: UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) &* 1_000_000_000 &+ UInt64(now.tv_nsec)
  }
}

/// Whether the program ends, so that it does not wait for anything long any more.
final class StoreEnding: Sendable {
  private let begun = Atomic(false)

  var hasBegun: Bool { begun.load(ordering: .relaxed) }

  func begin() { begun.store(true, ordering: .relaxed) }
}

extension Store {
  /// Ends statements that triggers of an opened file make long. To be called when the program ends.
  func endLongStatements() { options.ending.begin() }
}
