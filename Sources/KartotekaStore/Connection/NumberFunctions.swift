import GRDBSQLite
import KartotekaModel

/// Functions of exact numbers, for statements of our own connections only, never in the schema.
///
/// A result that does not fit in 64 bits is a real number, as SQLite's operators make one, by which it is noticed.
enum NumberFunctions {
  /// The sum of whole numbers. SQLite's own fails where it does not fit, and with it whatever else the statement reads.
  static let sum = "kartoteka_sum"
  /// The average of whole numbers, times a second number, which has to be the same for all rows; a half is rounded away from
  /// zero.
  static let average = "kartoteka_average"
  /// A number divided by an even one and rounded, a half away from zero. In operators the number has to be written twice.
  static let rounded = "kartoteka_rounded"

  /// Makes the functions known to a connection.
  static func add(to connection: SQLConnection) throws {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
    try check(
      sqlite3_create_function_v2(
        connection.handle, sum, 1, flags, nil, nil,
        { context, _, arguments in NumberFunctions.add(arguments?[0], nil, context) },
        { context in
          // Of no rows there is no state.
          guard let state = sqlite3_aggregate_context(context, 0) else { return sqlite3_result_null(context) }
          let sum = state.assumingMemoryBound(to: Sum.self).pointee
          if let integer = sum.integer {
            sqlite3_result_int64(context, integer)
          } else {
            sqlite3_result_double(context, sum.approximate)
          }
        }, nil))
    try check(
      sqlite3_create_function_v2(
        connection.handle, average, 2, flags, nil, nil,
        { context, _, arguments in NumberFunctions.add(arguments?[0], arguments?[1], context) },
        { context in
          guard let state = sqlite3_aggregate_context(context, 0) else { return sqlite3_result_null(context) }
          let sum = state.assumingMemoryBound(to: Sum.self).pointee
          if let integer = sum.average {
            sqlite3_result_int64(context, integer)
          } else {
            sqlite3_result_double(context, sum.approximate)
          }
        }, nil))
    try check(
      sqlite3_create_function_v2(
        connection.handle, rounded, 2, flags, nil,
        { context, _, arguments in
          guard let number = arguments?[0], let unit = arguments?[1] else { return }
          let divisor = sqlite3_value_int64(unit)
          switch sqlite3_value_numeric_type(number) {
          case SQLITE_NULL: sqlite3_result_null(context)
          case SQLITE_INTEGER where divisor >= 2:
            let integer = sqlite3_value_int64(number)
            sqlite3_result_int64(context, integer / divisor + integer % divisor / (divisor / 2))
          default: sqlite3_result_double(context, sqlite3_value_double(number) / Double(divisor))
          }
        }, nil, nil, nil))
  }

  private static func add(_ argument: OpaquePointer?, _ unit: OpaquePointer?, _ context: OpaquePointer?) {
    guard let argument else { return }
    let type = sqlite3_value_numeric_type(argument)
    guard type != SQLITE_NULL, let state = sqlite3_aggregate_context(context, CInt(MemoryLayout<Sum>.size)) else {
      return
    }
    let sum = state.assumingMemoryBound(to: Sum.self)
    if type == SQLITE_INTEGER {
      sum.pointee.add(sqlite3_value_int64(argument))
    } else {
      sum.pointee.add(real: sqlite3_value_double(argument))
    }
    if let unit { sum.pointee.unit = sqlite3_value_int64(unit) }
  }

  private static func check(_ code: CInt) throws {
    guard code == SQLITE_OK else { throw SQLError(code: code) }
  }

  /// A sum of 128 bits. Memory that SQLite has filled with zeros is one of nothing.
  struct Sum {
    private var low: UInt64 = 0
    private var high: Int64 = 0
    private var real: Double = 0
    private var hasReal = false
    private var count: Int64 = 0
    /// The factor by which the average is multiplied.
    var unit: Int64 = 0

    /// The sum of nothing.
    init() {}

    mutating func add(_ integer: Int64) {
      count &+= 1
      let (sum, carry) = low.addingReportingOverflow(UInt64(bitPattern: integer))
      low = sum
      high &+= (integer < 0 ? -1 : 0) + (carry ? 1 : 0)
    }

    mutating func add(real number: Double) {
      real += number
      hasReal = true
    }

    var integer: Int64? {
      let integer = Int64(bitPattern: low)
      return hasReal || high != (integer < 0 ? -1 : 0) ? nil : integer
    }

    /// The rounded average; nil where it does not fit.
    var average: Int64? {
      guard !hasReal, count > 0 else { return nil }
      let sum = Int128(high) << 64 | Int128(low)
      let (product, overflow) = sum.multipliedReportingOverflow(by: Int128(unit))
      guard !overflow else { return nil }
      let (quotient, rest) = product.quotientAndRemainder(dividingBy: Int128(count))
      let isHalf = rest.magnitude * 2 >= UInt128(count)
      return Int64(exactly: quotient + (isHalf ? (rest < 0 ? -1 : 1) : 0))
    }

    var approximate: Double { Double(high) * 0x1p64 + Double(low) + real }
  }
}

/// The functions that the store's own connections have.
enum StoreFunctions {
  /// - Parameter ownKinds: the kinds of the application's own.
  static func add(to connection: SQLConnection, ownKinds: [any AttributeKind]) throws {
    try FoldFunction.add(to: connection, ownKinds: ownKinds)
    try NumberFunctions.add(to: connection)
    try RealSum.add(to: connection)
    try FormulaFunctions.add(to: connection)
    try PeriodFunction.add(to: connection)
    try RowFunction.add(to: connection)
    try KeyCollation.add(to: connection)
  }
}
