import GRDBSQLite
import KartotekaModel

/// The function that hands each row of a statement to Swift within one step of the statement. A step for each of a million rows, and
/// a call for each of their columns, take longer than adding the rows up.
///
/// For statements of our own connections only: its first argument is a pointer, which only ``RowVisitor`` binds
/// (SQLite: "Pointer Passing Interfaces", <https://www.sqlite.org/bindptr.html>).
enum RowFunction {
  static let name = "kartoteka_rows"
  /// The type of the pointer. SQLite keeps the address of the text.
  fileprivate static let type: StaticString = "kartoteka-rows"

  /// Makes the function known to a connection.
  static func add(to connection: SQLConnection) throws {
    let code = sqlite3_create_function_v2(
      connection.handle, name, -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, nil, nil,
      { context, count, arguments in
        guard let arguments, count > 0,
          let pointer = sqlite3_value_pointer(arguments[0], RowFunction.typePointer)
        else { return sqlite3_result_error_code(context, SQLITE_MISUSE) }
        let rows = Unmanaged<RowVisitor>.fromOpaque(pointer).takeUnretainedValue()
        if !rows.take(FunctionArguments(first: arguments + 1)) { sqlite3_result_error_code(context, SQLITE_ABORT) }
      }, { context in sqlite3_result_null(context) }, nil)
    guard code == SQLITE_OK else { throw SQLError(code: code) }
  }

  fileprivate static var typePointer: UnsafePointer<CChar> {
    UnsafeRawPointer(type.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

/// Takes the rows of a statement that calls the function.
final class RowVisitor {
  private let body: (FunctionArguments) throws -> Bool
  /// The error with which the rows ended.
  private var error: (any Error)?
  private var isEnded = false

  /// - Parameter body: takes a row; false for no more rows.
  init(_ body: @escaping (FunctionArguments) throws -> Bool) { self.body = body }

  fileprivate func take(_ row: FunctionArguments) -> Bool {
    do { isEnded = try !body(row) } catch { (self.error, isEnded) = (error, true) }
    return !isEnded
  }

  /// Runs a statement whose first value is that of the function's pointer.
  /// - Returns: whether all rows were taken.
  /// - Throws: the error of the body; ``SQLError``, and why the read was stopped.
  func takeAll(of statement: RawStatement, _ values: [Value]) throws -> Bool {
    statement.bind([.null] + values)
    statement.bind(self, at: 1)
    // A pointer must not stay in a statement that is kept.
    defer { statement.clear() }
    do {
      while try statement.step() {}
    } catch {
      if let own = self.error { throw own }
      if isEnded { return false }
      throw error
    }
    return true
  }
}

extension RawStatement {
  /// Binds the visitor of rows, which has to live until ``clear()``.
  fileprivate func bind(_ rows: RowVisitor, at index: Int) {
    bind(pointer: Unmanaged.passUnretained(rows).toOpaque(), RowFunction.typePointer, at: index)
  }
}

/// The values with which SQLite calls a function, without its first one. They are valid until the call returns.
struct FunctionArguments {
  fileprivate let first: UnsafeMutablePointer<OpaquePointer?>

  /// One of them, counting from 0.
  subscript(index: Int) -> FunctionArgument { FunctionArgument(value: first[index]) }
}

/// A value with which SQLite calls a function.
struct FunctionArgument {
  fileprivate let value: OpaquePointer?

  /// The storage class; nil for NULL.
  var storage: StorageClass? {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: nil
    }
  }

  /// The whole number.
  var integer: Int64 { sqlite3_value_int64(value) }
  /// The floating-point number.
  var real: Double { sqlite3_value_double(value) }

  /// The bytes of a text.
  var text: UnsafeRawBufferPointer {
    // SQLite says that the pointer has to be asked for before the number of bytes.
    let start = sqlite3_value_text(value)
    return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
  }

  /// The bytes.
  var blob: UnsafeRawBufferPointer {
    let start = sqlite3_value_blob(value)
    return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
  }

  /// The value.
  var copy: Value {
    switch storage {
    case .integer: .integer(integer)
    case .real: .real(real)
    case .text: .text(String(decoding: text, as: UTF8.self))
    case .blob: .blob([UInt8](blob))
    case nil: .null
    }
  }
}
