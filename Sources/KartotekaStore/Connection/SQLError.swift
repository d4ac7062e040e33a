import GRDB
import GRDBSQLite
import KartotekaModel

/// An error of the database, in terms that do not depend on the engine.
struct SQLError: Error, CustomStringConvertible {
  /// The kinds of errors that the store tells apart.
  enum Kind: Sendable {
    /// A rule of the schema refuses a value.
    case constraint
    /// Another connection holds a lock.
    case busy
    /// The file is damaged.
    case damaged
    /// The file is no database.
    case notADatabase
    /// The disk is full.
    case full
    /// The disk can't be read or written.
    case disk
    /// The file can't be opened.
    case notOpened
    /// The database can only be read.
    case readOnly
    /// The statement was stopped.
    case stopped
    /// The transaction was rolled back before its end.
    case aborted
    /// A value is larger than the database allows.
    case tooLarge
    /// The statement itself is wrong, or names something that does not exist, or may not be read.
    case statement
    /// Any other error.
    case other
  }

  let kind: Kind
  /// The database's message; nil where it has none.
  let message: String?
  /// The statement; nil where none was run.
  let sql: String?
  /// SQLite's result code, with which the description begins.
  private let code: CInt

  /// Whether a file could not be read. Errors of writing have other codes.
  var isReadFault: Bool { code == SQLITE_IOERR | 1 << 8 || code == SQLITE_IOERR | 2 << 8 }

  /// An error of SQLite.
  init(code: CInt, message: String? = nil, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
    kind =
      switch code & 0xff {
      case SQLITE_CONSTRAINT: .constraint
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_CORRUPT: .damaged
      case SQLITE_NOTADB: .notADatabase
      case SQLITE_FULL: .full
      case SQLITE_IOERR: .disk
      case SQLITE_CANTOPEN: .notOpened
      case SQLITE_READONLY: .readOnly
      case SQLITE_INTERRUPT: .stopped
      case SQLITE_ABORT: .aborted
      case SQLITE_TOOBIG: .tooLarge
      case SQLITE_ERROR, SQLITE_AUTH: .statement
      default: .other
      }
  }

  /// The refusal of a record that refers to one which doesn't exist.
  static var foreignKey: SQLError {
    SQLError(code: SQLITE_CONSTRAINT | 3 << 8, message: "FOREIGN KEY constraint failed")
  }

  /// A transaction that ended before its result was there.
  static var aborted: SQLError { SQLError(code: SQLITE_ABORT) }

  /// A value in a result that has not the expected type.
  static func unexpected(_ value: Value, in column: String) -> SQLError {
    SQLError(code: SQLITE_MISMATCH, message: "unexpected value in column \(column): \(value)")
  }

  var description: String {
    "SQLite error \(code & 0xff)" + (message.map { ": " + $0 } ?? "") + (sql.map { " - while executing `\($0)`" } ?? "")
  }

  /// The reason, in the database's words. The message is the connection's, which a backup's error has not: it may say
  /// "not an error" then, and the result code alone says what is wrong.
  var reason: String {
    let text = sqlite3_errstr(code).map { String(cString: $0) }
    guard let message, message != sqlite3_errstr(SQLITE_OK).map({ String(cString: $0) }) else { return text ?? "" }
    return message
  }

  /// Throws errors of the library beneath as errors of this type.
  static func naming<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as DatabaseError { throw SQLError(error) }
  }

  /// The same for a body that waits. A statement that was stopped because its task was cancelled throws `CancellationError`.
  static func naming<T: Sendable>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> T
  ) async throws -> T {
    do { return try await body() } catch let error as DatabaseError {
      throw SQLError(error)
    } catch let error as SQLError where error.kind == .stopped && Task.isCancelled {
      throw CancellationError()
    }
  }

  private init(_ error: DatabaseError) {
    self.init(code: error.extendedResultCode.rawValue, message: error.message, sql: error.sql)
  }
}

extension SQLError {
  /// A file whose rows contradict each other.
  static var damagedFile: SQLError { SQLError(code: SQLITE_CORRUPT) }
}
