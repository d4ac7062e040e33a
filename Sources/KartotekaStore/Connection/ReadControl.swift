import Foundation
import GRDBSQLite
import Synchronization

/// Stops and pauses one read, from SQLite's progress handler (<https://www.sqlite.org/c3ref/progress_handler.html>).
///
/// The handler and not `sqlite3_interrupt`: an interrupt that comes between two statements of a read would be lost, or
/// stop the next read on the connection.
///
/// Sendable because everything but ``cancel()`` is called on the thread that reads.
final class ReadControl: @unchecked Sendable {
  /// Why a read was stopped.
  enum Stop: UInt8, Error {
    /// Its task was cancelled.
    case cancelled = 1
    /// There are too many long reads already.
    case overloaded
    /// The client has too many long reads already.
    case tooManyLongReads
    /// A statement took more steps than it may.
    case steps
  }

  /// The number of steps of SQLite's machine between two looks: some 20 to 50 microseconds.
  private static let interval = 1_000
  /// A read is long from this processor time on, in nanoseconds.
  private static let longTime: UInt64 = 30_000_000
  /// A read is long from this elapsed time on, in nanoseconds, even if it only waits for the disk.
  private static let longWait: UInt64 = 500_000_000

  private let stop = Atomic<UInt8>(0)
  private let long = Mutex<LongRead?>(nil)
  private let makeLong: (() throws -> LongRead)?
  private var stepsLeft: Int?
  private var looks = 0
  private var start = (processor: UInt64(0), elapsed: UInt64(0))

  /// - Parameter makeLong: called when the read turns out to be long; throws where there are too many of those. Nil for a
  ///   read that must not be paused.
  init(makeLong: (() throws -> LongRead)? = nil) { self.makeLong = makeLong }

  /// Why the read was stopped; nil if it was not.
  var stopped: Stop? { Stop(rawValue: stop.load(ordering: .relaxed)) }

  /// Ends a stopped read between two steps of its statements.
  func check() throws {
    if let stopped { throw stopped }
  }

  /// Runs the read, and throws the reason where it was stopped.
  func naming<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch {
      switch stopped {
      case .cancelled: throw CancellationError()
      case .overloaded: throw StoreError.overloaded
      case .tooManyLongReads: throw StoreError.tooManyLongReads
      case .steps, nil: throw error
      }
    }
  }

  /// Stops the read. Any thread may call this.
  func cancel() {
    stop.store(Stop.cancelled.rawValue, ordering: .relaxed)
    long.withLock { $0 }?.cancel()
  }

  /// Begins to control a connection's statements.
  func begin(on connection: SQLConnection) {
    start = (Self.time(CLOCK_THREAD_CPUTIME_ID), Self.time(CLOCK_MONOTONIC))
    sqlite3_progress_handler(
      connection.handle, CInt(Self.interval),
      { context in
        guard let context else { return 0 }
        return Unmanaged<ReadControl>.fromOpaque(context).takeUnretainedValue().look() ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Ends it.
  func end(on connection: SQLConnection) {
    sqlite3_progress_handler(connection.handle, 0, nil, nil)
    connection.deadline?.watch(connection.handle)
    let long = long.withLock { long in
      defer { long = nil }
      return long
    }
    long?.end()
  }

  /// Runs something that may take only so many steps of SQLite's machine.
  /// - Throws: ``TooManySteps``, and what the body throws.
  func within<T>(steps: Int, _ body: () throws -> T) throws -> T {
    stepsLeft = steps
    defer { stepsLeft = nil }
    do {
      return try body()
    } catch let error as SQLError where error.kind == .stopped && stopped == .steps {
      set(nil, insteadOf: .steps)
      throw TooManySteps()
    }
  }

  /// - Returns: whether the statement is to be stopped.
  private func look() -> Bool {
    if let left = stepsLeft {
      stepsLeft = left - Self.interval
      if left <= 0 { set(.steps, insteadOf: nil) }
    }
    looks += 1
    // Asking for the thread's processor time is a system call.
    if looks % 16 == 0, stopped == nil { takeTurns() }
    return stopped != nil
  }

  private func takeTurns() {
    if let long = long.withLock({ $0 }) { return long.yield() }
    guard let makeLong, isLong else { return }
    let new: LongRead
    do {
      new = try makeLong()
    } catch {
      return set(error as? StoreError == .tooManyLongReads ? .tooManyLongReads : .overloaded, insteadOf: nil)
    }
    long.withLock { $0 = new }
    // It may have been cancelled before `long` was set.
    if stopped == nil { new.waitForTurn() }
  }

  private var isLong: Bool {
    Self.time(CLOCK_THREAD_CPUTIME_ID) - start.processor > Self.longTime
      || Self.time(CLOCK_MONOTONIC) - start.elapsed > Self.longWait
  }

  // A cancellation that comes at the same time stays.
  private func set(_ new: Stop?, insteadOf old: Stop?) {
    _ = stop.compareExchange(expected: old?.rawValue ?? 0, desired: new?.rawValue ?? 0, ordering: .relaxed)
  }

  // In nanoseconds.
  private static func time(_ clock: clockid_t) -> UInt64 {
    var now = timespec()
    clock_gettime(clock, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }
}

/// A statement took more steps than it may.
struct TooManySteps: Error {}
