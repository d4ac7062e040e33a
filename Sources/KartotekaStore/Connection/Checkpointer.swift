import CSQLiteSession
import Dispatch
import GRDBSQLite
import Synchronization

/// Copies the write-ahead log of a file into the file, beside the connection that writes.
///
/// By itself SQLite has the commit that fills the log's thousandth page copy all of them and wait for the disk. Here a connection of
/// another thread copies them. The next commit copies the few pages that were written meanwhile, after which the log begins anew
/// (<https://www.sqlite.org/wal.html>, "Avoiding Excessively Large WAL Files").
final class Checkpointer: Sendable {
  /// The pages of a log that are worth a copy.
  private static let pages: CInt = 1_000
  /// The pages that may be written during a copy. Further commits wait for it, so that the log grows no faster than it is copied.
  private static let mostPages: CInt = 2_000

  private enum Phase: Equatable {
    case idle
    /// A copy was begun when the log had that length.
    case copying(length: CInt)
    /// All but the pages of the last commits are copied.
    case copied
    /// Nothing is copied any more.
    case ended
  }

  private struct State {
    var phase = Phase.idle
    /// The length of the log after the last commit.
    var length: CInt = 0
    /// The length from which on the log is copied. A read that is under way keeps a copied log from beginning anew.
    var next = Checkpointer.pages
  }

  private let file: FileGuard.File
  private let state = Mutex(State())
  /// The connection that copies; nil before the first copy. Whoever copies holds it: SQLite refuses a second copy at a time.
  private let connection: Mutex<CheckpointConnection?> = Mutex(nil)
  private let queue = DispatchQueue(label: "Checkpointer")

  /// - Parameter file: the file that the connection has open that writes.
  init(_ file: FileGuard.File) { self.file = file }

  /// Has a connection's commits copied by this one, in place of SQLite's own way.
  func follow(_ handle: OpaquePointer) {
    sqlite3_wal_hook(
      handle,
      { checkpointer, handle, _, length in
        guard let checkpointer, let handle else { return SQLITE_OK }
        Unmanaged<Checkpointer>.fromOpaque(checkpointer).takeUnretainedValue().committed(length, by: handle)
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Ends what ``follow(_:)`` began, and closes the connection that copies.
  func end(_ handle: OpaquePointer) {
    sqlite3_wal_hook(handle, nil, nil)
    state.withLock { $0.phase = .ended }
    connection.withLock { $0 = nil }
  }

  /// Does something while nothing is copied.
  func pausing<T>(_ body: () throws -> T) rethrows -> T { try connection.withLock { _ in try body() } }

  /// Copies what is in the log now, while the task waits.
  func copyNow() async {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        copy()
        continuation.resume()
      }
    }
  }

  private func committed(_ length: CInt, by handle: OpaquePointer) {
    let copiesHere = state.withLock { state in
      if length < state.length {
        // The log began anew.
        state.next = Self.pages
        if state.phase == .copied { state.phase = .idle }
      }
      state.length = length
      if state.phase == .idle, length >= state.next {
        state.phase = .copying(length: length)
        queue.async { [self] in copy() }
      }
      if case .copying(let begun) = state.phase { return length >= begun + Self.mostPages }
      return state.phase == .copied
    }
    guard copiesHere else { return }
    // Nothing is lost where it fails: the log still has the pages.
    connection.withLock { _ in _ = sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_PASSIVE, nil, nil) }
    state.withLock { state in
      if state.phase == .copied { state.phase = .idle }
      state.next = length + Self.pages
    }
  }

  private func copy() {
    connection.withLock { connection in
      guard state.withLock({ $0.phase != .ended }) else { return }
      if connection == nil, file.loss == nil { connection = CheckpointConnection(file.path) }
      // The second time, what was written during the first. A file that was replaced or emptied gets no pages.
      for _ in 0..<2 where file.loss == nil { connection?.copy() }
    }
    state.withLock { if case .copying = $0.phase { $0.phase = .copied } }
  }
}

/// A connection that copies a write-ahead log. It uses SQLite's own functions: GRDB's connection reads the schema.
private struct CheckpointConnection: ~Copyable {
  private let handle: OpaquePointer

  /// - Returns: nil where the file can't be opened.
  init?(_ path: String) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close(opened)
      return nil
    }
    handle = opened
    // The file at the path may be another one by now, beside the log of the one that is open.
    _ = kartoteka_leave_log(handle)
    // A statement opens the log.
    sqlite3_exec(handle, "PRAGMA synchronous = FULL; PRAGMA schema_version", nil, nil, nil)
  }

  deinit { sqlite3_close(handle) }

  func copy() { _ = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil) }
}
