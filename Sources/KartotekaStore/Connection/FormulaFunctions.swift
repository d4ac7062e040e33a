import GRDBSQLite
import KartotekaModel

/// The functions of formulas, for statements of our own connections only. They compute as ``FormulaMath`` does.
enum FormulaFunctions {
  /// A whole number; no value for a real one, which is a number that did not fit in 64 bits.
  static let exact = "kartoteka_exact"
  /// A quotient: dividend, divisor and the power of ten by which the dividend is multiplied; a real number for one that does not
  /// fit in 64 bits.
  static let quotient = "kartoteka_quotient"
  /// A number as text: the number and its digits after the point.
  static let text = "kartoteka_number_text"
  /// Texts with the first one between them; missing ones are omitted.
  static let joined = "kartoteka_joined"
  /// The least of values; missing ones are omitted.
  static let least = "kartoteka_least"
  /// The greatest of values; missing ones are omitted.
  static let greatest = "kartoteka_greatest"
  /// Whether a text contains another one, ignoring case and accents.
  static let contains = "kartoteka_contains"
  /// A text made of a text: the name of the function, the text, and the function's other values.
  static let changed = "kartoteka_changed_text"
  /// The text of a day; no value for another text.
  static let day = "kartoteka_day"
  /// The number of days between two days.
  static let daysBetween = "kartoteka_days_between"
  /// A day a number of days later.
  static let daysLater = "kartoteka_days_later"
  /// The number of minutes between two moments.
  static let minutesBetween = "kartoteka_minutes_between"
  /// A moment a number of minutes later.
  static let minutesLater = "kartoteka_minutes_later"
  /// A day a number of months later.
  static let monthsLater = "kartoteka_months_later"
  /// A number of a day: the day and the name of the function.
  static let part = "kartoteka_day_part"

  // A number that does not fit in 64 bits, as SQLite's own operators make it.
  private static let tooLarge = Value.real(1e19)

  private typealias Body = @Sendable ([Value]) -> Value

  // The functions find theirs by its place here: in C they can't keep it. A count of -1 is any number.
  private static let all: [(name: String, count: CInt, body: Body)] = [
    (
      quotient, 3,
      { values in
        guard !values.contains(where: \.isNull), values[1] != .integer(0), case .integer(let shift) = values[2] else {
          return .null
        }
        guard case .integer(let one) = values[0], case .integer(let other) = values[1] else { return tooLarge }
        return FormulaMath.quotient(one, other, shift: Int(shift)).map(Value.integer) ?? tooLarge
      }
    ),
    (
      text, 2,
      { values in
        guard case .integer(let number) = values[0], case .integer(let scale) = values[1] else { return .null }
        return .text(FormulaMath.text(number, scale: Int(scale)))
      }
    ),
    (joined, -1, { values in join(values) }),
    (least, -1, { values in values.filter(\.isOrdered).min { isLess($0, $1) } ?? .null }),
    (greatest, -1, { values in values.filter(\.isOrdered).max { isLess($0, $1) } ?? .null }),
    (
      contains, 2,
      { values in
        guard case .text(let text) = values[0], case .text(let part) = values[1] else { return .integer(0) }
        return .integer(FormulaMath.contains(text, part) ? 1 : 0)
      }
    ),
    (
      changed, -1,
      { values in
        guard case .text(let name)? = values.first, let function = FormulaFunction(rawValue: name) else { return .null }
        return FormulaMath.text(function, Array(values.dropFirst())).map(Value.text) ?? .null
      }
    ),
    (
      day, 1,
      { values in
        guard case .text(let text) = values[0], let day = CalendarDate(iso: text) else { return .null }
        return .text(day.description)
      }
    ),
    (
      daysBetween, 2,
      { values in
        guard case .text(let one) = values[0], case .text(let other) = values[1] else { return .null }
        return FormulaMath.days(from: one, to: other).map(Value.integer) ?? .null
      }
    ),
    (daysLater, 2, { values in later(values) { FormulaMath.day($0, days: $1) } }),
    (
      minutesBetween, 2,
      { values in
        guard case .text(let one) = values[0], case .text(let other) = values[1] else { return .null }
        return FormulaMath.minutes(from: one, to: other).map(Value.integer) ?? .null
      }
    ),
    (minutesLater, 2, { values in later(values) { FormulaMath.moment($0, minutes: $1) } }),
    (monthsLater, 2, { values in later(values) { FormulaMath.day($0, months: $1) } }),
    (
      part, 2,
      { values in
        guard case .text(let day) = values[0], case .text(let name) = values[1],
          let function = FormulaFunction(rawValue: name)
        else { return .null }
        return FormulaMath.part(function, of: day).map(Value.integer) ?? .null
      }
    ),
  ]

  private static func join(_ values: [Value]) -> Value {
    let texts = values.dropFirst().compactMap { if case .text(let text) = $0, !text.isEmpty { text } else { nil } }
    guard case .text(let separator)? = values.first, !texts.isEmpty else { return .null }
    return .text(texts.joined(separator: separator))
  }

  private static func later(_ values: [Value], _ body: (String, Int64) -> String?) -> Value {
    guard case .text(let day) = values[0], case .integer(let number) = values[1] else { return .null }
    return body(day, number).map(Value.text) ?? .null
  }

  private static func isLess(_ one: Value, _ other: Value) -> Bool {
    switch (one, other) {
    case (.integer(let one), .integer(let other)): one < other
    case (.text(let one), .text(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
    default: false
    }
  }

  /// Makes the functions known to a connection.
  static func add(to connection: SQLConnection) throws {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
    // Most formulas of numbers have it for each record: without an array of values it takes a tenth of the time.
    let code = sqlite3_create_function_v2(
      connection.handle, exact, 1, flags, nil,
      { context, _, arguments in
        guard let number = arguments?[0], sqlite3_value_type(number) == SQLITE_INTEGER else {
          return sqlite3_result_null(context)
        }
        sqlite3_result_int64(context, sqlite3_value_int64(number))
      }, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLError(code: code) }
    for (index, function) in all.enumerated() {
      let code = sqlite3_create_function_v2(
        connection.handle, function.name, function.count, flags,
        UnsafeMutableRawPointer(bitPattern: index + 1),
        { context, count, arguments in
          let index = UInt(bitPattern: sqlite3_user_data(context)) - 1
          let values = (0..<Int(count)).map { FormulaFunctions.value(arguments?[$0]) }
          switch FormulaFunctions.all[Int(index)].body(values) {
          case .integer(let integer): sqlite3_result_int64(context, integer)
          case .text(let text): sqlite3_result_text(context, text, CInt(text.utf8.count), RawStatement.transient)
          case .real(let real): sqlite3_result_double(context, real)
          case .null, .blob: sqlite3_result_null(context)
          }
        }, nil, nil, nil)
      guard code == SQLITE_OK else { throw SQLError(code: code) }
    }
  }

  private static func value(_ argument: OpaquePointer?) -> Value {
    switch sqlite3_value_type(argument) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(argument))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(argument))
    case SQLITE_TEXT:
      guard let start = sqlite3_value_text(argument) else { return .null }
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(argument)))
      return .text(String(decoding: bytes, as: UTF8.self))
    default: return .null
    }
  }
}

extension Value {
  fileprivate var isOrdered: Bool {
    switch self {
    case .integer, .text: true
    case .null, .real, .blob: false
    }
  }
}
