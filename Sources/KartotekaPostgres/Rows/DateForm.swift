/// Days and moments: texts in SQLite, and numbers of days and microseconds since the year 2000 in PostgreSQL. Both use the
/// Gregorian calendar for all times, with a year 0; SQLite writes a minus before an earlier year.
enum DateForm {
  private static let daysBefore2000: Int64 = 10_957
  private static let microsecondsOfDay: Int64 = 86_400_000_000

  /// The first and last day that both have, in days since 1970: those that SQLite can write in ten digits or eleven.
  private static let days: ClosedRange<Int64> = days(-4712, 1, 1)...days(9999, 12, 31)

  // MARK: To PostgreSQL

  /// The days since 2000-01-01 of `2026-11-21`; nil for another text.
  static func days(_ text: UnsafeRawBufferPointer) -> Int32? {
    guard let (day, length) = day(text), length == text.count else { return nil }
    return Int32(exactly: day - daysBefore2000)
  }

  /// The microseconds since 2000-01-01 in UTC of `2026-11-21T09:12:00.000Z`; nil for another text.
  static func microseconds(_ text: UnsafeRawBufferPointer) -> Int64? {
    guard let (day, start) = day(text), text.count == start + 14, let hour = number(text, start + 1, 2),
      let minute = number(text, start + 4, 2), let second = number(text, start + 7, 2),
      let milli = number(text, start + 10, 3), hour < 24, minute < 60, second < 60,
      zip([0, 3, 6, 9, 13], "T::.Z".utf8).allSatisfy({ text[start + $0] == $1 })
    else { return nil }
    let milliseconds = (hour * 3600 + minute * 60 + second) * 1000 + milli
    return (day - daysBefore2000) * microsecondsOfDay + milliseconds * 1000
  }

  /// The same date or moment as PostgreSQL writes it, with BC for years before 1; nil for another text.
  static func literal(_ text: UnsafeRawBufferPointer) -> String? {
    guard let (_, start) = day(text), start == text.count || microseconds(text) != nil else { return nil }
    let whole = String(decoding: text, as: UTF8.self)
    guard let year = Int(whole.prefix(start - 6)), year < 1 else { return whole }
    // The year 0 is 1 BC.
    let digits = String(1 - year)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + whole.dropFirst(start - 6) + " BC"
  }

  /// The day that a text begins with, in days since 1970, and where it ends.
  private static func day(_ text: UnsafeRawBufferPointer) -> (Int64, Int)? {
    let sign = text.first == UInt8(ascii: "-") ? 1 : 0
    guard text.count >= sign + 10, let year = number(text, sign, 4), let month = number(text, sign + 5, 2),
      let day = number(text, sign + 8, 2), text[sign + 4] == UInt8(ascii: "-"), text[sign + 7] == UInt8(ascii: "-")
    else { return nil }
    let signed = sign == 1 ? -year : year
    let days = days(signed, month, day)
    // A day that does not exist is counted as another one.
    guard Self.days.contains(days), civil(days) == (signed, month, day) else { return nil }
    return (days, sign + 10)
  }

  private static func number(_ text: UnsafeRawBufferPointer, _ start: Int, _ count: Int) -> Int64? {
    var number: Int64 = 0
    for byte in text[start..<start + count] {
      guard (0x30...0x39).contains(byte) else { return nil }
      number = number * 10 + Int64(byte - 0x30)  // At most six digits.
    }
    return number
  }

  // MARK: From PostgreSQL

  /// Writes a day as text.
  /// - Returns: nil for a day that SQLite can't write, such as infinity.
  static func text<T>(days: Int32, _ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T? {
    let days = Int64(days) + daysBefore2000
    guard Self.days.contains(days) else { return nil }
    return try writing { writer in
      writer.day(civil(days))
    } then: {
      try body($0)
    }
  }

  /// Writes a moment as text.
  /// - Returns: nil for a moment that SQLite can't write, or whose microseconds are no whole milliseconds.
  static func text<T>(microseconds: Int64, _ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T? {
    var (day, rest) = microseconds.quotientAndRemainder(dividingBy: microsecondsOfDay)
    if rest < 0 { (day, rest) = (day - 1, rest + microsecondsOfDay) }
    guard Self.days.contains(day + daysBefore2000), rest % 1000 == 0 else { return nil }
    let milliseconds = rest / 1000
    return try writing { writer in
      writer.day(civil(day + daysBefore2000))
      writer.write("T", milliseconds / 3_600_000, 2)
      writer.write(":", milliseconds / 60_000 % 60, 2)
      writer.write(":", milliseconds / 1000 % 60, 2)
      writer.write(".", milliseconds % 1000, 3)
      writer.byte("Z")
    } then: {
      try body($0)
    }
  }

  private static func writing<T>(
    _ write: (inout Writer) -> Void, then body: (UnsafeRawBufferPointer) throws -> T
  ) rethrows -> T {
    try withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { memory in
      var writer = Writer(memory: memory)
      write(&writer)
      return try body(UnsafeRawBufferPointer(rebasing: memory[..<writer.end]))
    }
  }

  private struct Writer {
    let memory: UnsafeMutableRawBufferPointer
    var end = 0

    mutating func byte(_ character: Unicode.Scalar) {
      memory[end] = UInt8(ascii: character)
      end += 1
    }

    mutating func write(_ mark: Unicode.Scalar?, _ number: Int64, _ width: Int) {
      if let mark { byte(mark) }
      var rest = number
      for place in (end..<end + width).reversed() {
        memory[place] = UInt8(0x30 + rest % 10)
        rest /= 10
      }
      end += width
    }

    mutating func day(_ date: (year: Int64, month: Int64, day: Int64)) {
      write(date.year < 0 ? "-" : nil, Int64(date.year.magnitude), 4)
      write("-", date.month, 2)
      write("-", date.day, 2)
    }
  }

  // Days since 1970-01-01 and back: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    return (
      yearOfEra + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }
}
