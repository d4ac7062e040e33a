import GRDBSQLite

/// Ends the statements of a connection once nobody waits for their results any more, as while a damaged file is read: a single step
/// takes long there where much lies before the next row, and bytes that were made to do harm may make it endless.
///
/// Sendable because everything of it is used by the thread that uses the connection.
final class StatementCheck: @unchecked Sendable {
  /// The number of steps of SQLite's machine between two looks: about a millisecond.
  private static let interval: CInt = 20_000

  private let check: () throws -> Void
  /// The error for which statements are ended; nil while they are not.
  private(set) var reason: (any Error)?

  /// - Parameter check: throws where the work is to end.
  init(_ check: @escaping () throws -> Void) { self.check = check }

  /// Looks now.
  /// - Throws: the error for which the work is to end, also each time after the first.
  func look() throws {
    if let reason { throw reason }
    do { try check() } catch {
      reason = error
      throw error
    }
  }

  /// Looks after a connection's statements from now on.
  func watch(_ handle: OpaquePointer) {
    sqlite3_progress_handler(
      handle, Self.interval,
      { context in
        guard let context else { return 0 }
        let check = Unmanaged<StatementCheck>.fromOpaque(context).takeUnretainedValue()
        return (try? check.look()) == nil ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Does something, and throws the error for which it was ended instead of SQLite's one, also where that one was taken for damage.
  func naming<T>(_ body: () throws -> T) throws -> T {
    do {
      let result = try body()
      if let reason { throw reason }
      return result
    } catch {
      throw reason ?? error
    }
  }
}
