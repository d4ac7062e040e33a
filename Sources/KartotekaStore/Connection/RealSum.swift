import GRDBSQLite

/// A sum of real numbers that keeps what rounding cuts off: ten times 0.1 is 1, added up here or by any version of SQLite, whose own
/// sum does so from 3.43 on. Memory that SQLite has filled with zeros is one of nothing.
struct RealSum {
  /// The sum in SQL; zero for nothing.
  static let totalFunction = "kartoteka_real_sum"
  /// The average in SQL; no value for nothing.
  static let averageFunction = "kartoteka_real_average"

  private var sum = 0.0
  /// The amount that rounding has cut off so far.
  private var rest = 0.0
  private var count: Int64 = 0

  /// The sum of nothing.
  init() {}

  mutating func add(_ number: Double) {
    let next = sum + number
    rest += sum.magnitude > number.magnitude ? (sum - next) + number : (number - next) + sum
    sum = next
    count &+= 1
  }

  /// The sum. One that is too large for a real number has no rest.
  var total: Double { rest.isFinite ? sum + rest : sum }

  /// The average; nil of nothing.
  var average: Double? { count > 0 ? total / Double(count) : nil }

  /// Makes the functions known to a connection.
  static func add(to connection: SQLConnection) throws {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
    try check(
      sqlite3_create_function_v2(
        connection.handle, totalFunction, 1, flags, nil, nil,
        { context, _, arguments in RealSum.step(arguments?[0], context) },
        { context in sqlite3_result_double(context, RealSum.state(context)?.pointee.total ?? 0) }, nil))
    try check(
      sqlite3_create_function_v2(
        connection.handle, averageFunction, 1, flags, nil, nil,
        { context, _, arguments in RealSum.step(arguments?[0], context) },
        { context in
          guard let average = RealSum.state(context)?.pointee.average else { return sqlite3_result_null(context) }
          sqlite3_result_double(context, average)
        }, nil))
  }

  // Of no values there is none.
  private static func state(_ context: OpaquePointer?) -> UnsafeMutablePointer<RealSum>? {
    sqlite3_aggregate_context(context, 0)?.assumingMemoryBound(to: RealSum.self)
  }

  private static func step(_ argument: OpaquePointer?, _ context: OpaquePointer?) {
    guard let argument, sqlite3_value_numeric_type(argument) != SQLITE_NULL else { return }
    let memory = sqlite3_aggregate_context(context, CInt(MemoryLayout<RealSum>.size))
    memory?.assumingMemoryBound(to: RealSum.self).pointee.add(sqlite3_value_double(argument))
  }

  private static func check(_ code: CInt) throws {
    guard code == SQLITE_OK else { throw SQLError(code: code) }
  }
}
