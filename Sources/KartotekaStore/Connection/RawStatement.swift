import GRDBSQLite
import KartotekaModel

/// A prepared statement used without arrays of arguments and without ``SQLRow``: values are bound and read straight,
/// which costs a fifth for long runs.
///
/// Statements come from the connection's ``StatementCache``; each use begins with `reset`.
struct RawStatement {
  private let statement: PreparedStatement
  private let connection: SQLConnection
  private var handle: OpaquePointer { statement.handle }

  // SQLITE_TRANSIENT: SQLite copies the bytes before the call returns.
  static let transient = unsafeBitCast(OpaquePointer(bitPattern: -1), to: sqlite3_destructor_type.self)

  /// A statement from the connection's cache, ready to be bound.
  /// - Throws: ``SQLError``, and why the read was stopped.
  init(_ sql: String, in connection: SQLConnection) throws {
    self.connection = connection
    try connection.control?.check()
    statement =
      try connection.statements?.statement(sql, in: connection) ?? PreparedStatement(sql, in: connection)
    reset()
  }

  /// A statement that was prepared outside the cache.
  /// - Throws: why the read was stopped.
  init(_ statement: PreparedStatement, in connection: SQLConnection) throws {
    self.connection = connection
    self.statement = statement
    try connection.control?.check()
  }

  /// Makes the statement ready for its next run; bound values stay.
  func reset() { sqlite3_reset(handle) }

  /// Binds one value, counting from 1. Where SQLite refuses it, as it does a value that is too large, the next step throws.
  func bind(_ value: Value, at index: Int) {
    let place = CInt(index)
    switch value {
    case .null: check(sqlite3_bind_null(handle, place))
    case .integer(let integer): check(sqlite3_bind_int64(handle, place, integer))
    case .real(let real): check(sqlite3_bind_double(handle, place, real))
    case .text(var text):
      text.withUTF8 { bytes in bind(utf8: UnsafeRawBufferPointer(bytes), at: index) }
    case .blob(let blob) where blob.isOutline:
      // Bytes that were not fetched: only their first 128 are known, and must not take the place of all.
      check(SQLITE_MISUSE)
    case .blob(let blob):
      BlobReference.column(blob).withUnsafeBytes { bytes in
        // A null pointer would bind NULL instead of no bytes.
        check(
          bytes.isEmpty
            ? sqlite3_bind_zeroblob(handle, place, 0)
            : sqlite3_bind_blob64(handle, place, bytes.baseAddress, sqlite3_uint64(bytes.count), Self.transient))
      }
    }
  }

  /// Binds text whose bytes are known to be UTF-8.
  func bind(utf8 bytes: UnsafeRawBufferPointer, at index: Int) { bind(bytes, at: index, Self.transient) }

  /// Binds text whose bytes are known to be UTF-8 without copying it: it has to stay there until ``clear()``.
  func bind(staying bytes: UnsafeRawBufferPointer, at index: Int) {
    // A destructor of nil is SQLITE_STATIC.
    bind(bytes, at: index, nil)
  }

  private func bind(_ bytes: UnsafeRawBufferPointer, at index: Int, _ destructor: sqlite3_destructor_type?) {
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else {
      // An empty text needs an address, too: a null pointer would bind NULL.
      return check(sqlite3_bind_text(handle, CInt(index), "", 0, Self.transient))
    }
    check(
      sqlite3_bind_text64(
        handle, CInt(index), start, sqlite3_uint64(bytes.count), destructor, CUnsignedChar(SQLITE_UTF8)))
  }

  private func check(_ code: CInt) {
    if code != SQLITE_OK, statement.bindingFailure == SQLITE_OK { statement.bindingFailure = code }
  }

  /// Makes the statement ready for its next run and forgets the values bound to it.
  func clear() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  /// Binds NULL, counting from 1.
  func bindNull(at index: Int) { check(sqlite3_bind_null(handle, CInt(index))) }

  /// Binds a whole number, counting from 1.
  func bind(_ integer: Int64, at index: Int) { check(sqlite3_bind_int64(handle, CInt(index), integer)) }

  /// Binds a floating-point number, counting from 1.
  func bind(_ real: Double, at index: Int) { check(sqlite3_bind_double(handle, CInt(index), real)) }

  /// Binds bytes, counting from 1.
  func bind(blob bytes: UnsafeRawBufferPointer, at index: Int) {
    // A null pointer would bind NULL instead of no bytes.
    check(
      bytes.isEmpty
        ? sqlite3_bind_zeroblob(handle, CInt(index), 0)
        : sqlite3_bind_blob64(
          handle, CInt(index), bytes.baseAddress, sqlite3_uint64(bytes.count), Self.transient))
  }

  /// Binds a pointer for a function, which has to stay valid until ``clear()``. The text of its type has to stay for ever.
  func bind(pointer: UnsafeMutableRawPointer, _ type: UnsafePointer<CChar>, at index: Int) {
    check(sqlite3_bind_pointer(handle, CInt(index), pointer, type, nil))
  }

  /// Binds several values from the first place on.
  func bind(_ values: some Sequence<Value>) {
    for (index, value) in values.enumerated() { bind(value, at: index + 1) }
  }

  /// Goes on to the next row.
  /// - Returns: whether there is one.
  /// - Throws: ``SQLError``, also of a value that could not be bound; and why the read was stopped.
  func step() throws -> Bool {
    try connection.control?.check()
    if statement.bindingFailure != SQLITE_OK {
      defer { statement.bindingFailure = SQLITE_OK }
      throw error(statement.bindingFailure)
    }
    connection.deadline?.begin()
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      let error = error(code)
      sqlite3_reset(handle)
      if error.kind == .stopped, connection.control == nil, let deadline = connection.deadline {
        throw StoreError.fileTooSlow(seconds: deadline.seconds)
      }
      throw error
    }
  }

  private func error(_ code: CInt) -> SQLError { connection.error(code, statement.sql) }

  /// Reads rows, and gives up where that takes more steps of SQLite's machine.
  /// - Parameter steps: nil for as many as it takes.
  /// - Throws: ``TooManySteps``, and what the body throws.
  func within<T>(steps: Int?, _ body: () throws -> T) throws -> T {
    guard let steps else { return try body() }
    if let control = connection.control { return try control.within(steps: steps, body) }
    let control = ReadControl()
    control.begin(on: connection)
    defer { control.end(on: connection) }
    return try control.within(steps: steps, body)
  }

  /// Runs a statement that gives no rows.
  func run(_ values: Value...) throws {
    reset()
    bind(values)
    while try step() {}
    reset()
  }

  /// Runs a statement that gives no rows, with arguments of several types.
  func run(_ arguments: [any SQLArgument]) throws {
    reset()
    bind(arguments.lazy.map(\.sqlValue))
    while try step() {}
    reset()
  }

  /// The names of the columns.
  var columnNames: [String] {
    (0..<sqlite3_column_count(handle)).map { sqlite3_column_name(handle, $0).map { String(cString: $0) } ?? "" }
  }

  /// The first row's first column as a whole number; nil without a row or for NULL.
  func integer(_ values: Value...) throws -> Int64? {
    reset()
    bind(values)
    defer { reset() }
    guard try step(), sqlite3_column_type(handle, 0) != SQLITE_NULL else { return nil }
    return sqlite3_column_int64(handle, 0)
  }

  /// The whole number in a column of the current row, counting from 0; NULL is 0.
  func integer(column: Int) -> Int64 { sqlite3_column_int64(handle, CInt(column)) }

  /// The floating-point number in a column of the current row, counting from 0; NULL is 0.
  func real(column: Int) -> Double { sqlite3_column_double(handle, CInt(column)) }

  /// The storage class of the value in a column of the current row, counting from 0; nil for NULL.
  func storage(column: Int) -> StorageClass? {
    switch sqlite3_column_type(handle, CInt(column)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: nil
    }
  }

  /// The bytes in a column of the current row, counting from 0; none for NULL. They are valid until the next step.
  func blob(column: Int) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(handle, CInt(column))
    return UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, CInt(column))))
  }

  /// The value in a column of the current row, counting from 0.
  func value(column: Int) -> Value {
    let column = CInt(column)
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT: return .text(text(column: column))
    case SQLITE_BLOB:
      let count = Int(sqlite3_column_bytes(handle, column))
      let start = sqlite3_column_blob(handle, column)
      return .blob([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
    default: return .null
    }
  }

  /// The value in a column of another program's file, whose text may be no UTF-8.
  func storedValue(column: Int) -> Value {
    guard sqlite3_column_type(handle, CInt(column)) == SQLITE_TEXT else { return value(column: column) }
    guard let start = sqlite3_column_text(handle, CInt(column)) else { return .text("") }
    let count = Int(sqlite3_column_bytes(handle, CInt(column)))
    return .text(StoredText.text(UnsafeBufferPointer(start: start, count: count)))
  }

  /// The text in a column of the current row, counting from 0; NULL is empty.
  func text(column: CInt) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The bytes of the text in a column of the current row, counting from 0; none for NULL. They are valid until the next step.
  func bytes(column: CInt) -> UnsafeRawBufferPointer {
    // SQLite says that the pointer has to be asked for before the number of bytes.
    let start = sqlite3_column_text(handle, column)
    return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }
}
