import Foundation

/// The stored form of moments: ISO 8601 in UTC with milliseconds, `2026-11-21T09:12:00.000Z`, so that texts sort as
/// moments do.
package enum Timestamp {
  /// The first and last valid moment, in the years 1 and 9999, in milliseconds since 1970.
  private static let limits = -62_135_596_800_000.0...253_402_300_799_999.0

  /// The text of a moment, with fixed width. Moments before the year 1 or after 9999 are clamped.
  package static func text(_ date: Date) -> String { text(seconds: date.timeIntervalSince1970) }

  /// The local time in a zone: `2026-11-21T10:12:00.000`, with fixed width.
  package static func local(_ date: Date, in zone: TimeZone) -> String {
    String(text(seconds: date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))).dropLast())
  }

  /// A moment with the local time of a zone and its offset: `2026-11-21T10:12:00.000+01:00`. UTC if the offset is 0 or
  /// no whole number of minutes (as before standard time), and at both limits.
  package static func text(_ date: Date, withOffsetOf zone: TimeZone) -> String {
    let offset = zone.secondsFromGMT(for: date)
    let shifted = ((date.timeIntervalSince1970 + Double(offset)) * 1000).rounded()
    guard offset != 0, offset % 60 == 0, limits.contains(shifted) else { return text(date) }
    let minutes = Int(offset.magnitude / 60)
    return local(date, in: zone) + (offset < 0 ? "-" : "+") + CalendarDate.padded(minutes / 60, 2) + ":"
      + CalendarDate.padded(minutes % 60, 2)
  }

  /// The day of a time in seconds since 1970, in the years 1 to 9999.
  static func day(seconds: Double) -> CalendarDate {
    let days = (min(max(seconds, limits.lowerBound / 1000), limits.upperBound / 1000) / 86_400).rounded(.down)
    let (year, month, day) = civil(fromDays: Int(clampingNearest: days))
    return CalendarDate(checkedYear: year, month: month, day: day)
  }

  /// The day of a moment and its time of day in milliseconds, by the clocks of a time zone. Moments before the year 1 or after 9999
  /// are clamped.
  static func clock(of moment: Date, in zone: TimeZone) -> (day: CalendarDate, milliseconds: Int) {
    clock(seconds: moment.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: moment)))
  }

  private static func clock(seconds: Double) -> (day: CalendarDate, milliseconds: Int) {
    let exact = (seconds * 1000).rounded()
    let milliseconds = Int64(clampingNearest: min(max(exact, limits.lowerBound), limits.upperBound))
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    let (year, month, day) = civil(fromDays: Int(rest < 0 ? days - 1 : days))
    return (
      CalendarDate(checkedYear: year, month: month, day: day), Int(rest < 0 ? rest + 86_400_000 : rest)
    )
  }

  private static func text(seconds: Double) -> String {
    let (day, inDay) = clock(seconds: seconds)
    return String(unsafeUninitializedCapacity: 24) { bytes in
      var end = 0
      func write(_ number: Int, _ width: Int, _ mark: Unicode.Scalar) {
        var rest = number
        for place in (end..<end + width).reversed() {
          bytes[place] = UInt8(0x30 + rest % 10)
          rest /= 10
        }
        bytes[end + width] = UInt8(ascii: mark)
        end += width + 1
      }
      write(day.year, 4, "-")
      write(day.month, 2, "-")
      write(day.day, 2, "T")
      write(inDay / 3_600_000, 2, ":")
      write(inDay / 60_000 % 60, 2, ":")
      write(inDay / 1000 % 60, 2, ".")
      write(inDay % 1000, 3, "Z")
      return end
    }
  }

  /// Parses ISO 8601 (RFC 3339): date, `T` or a space, time to the minute or finer, and `Z`, an offset or nothing. A
  /// date alone is its midnight. The moment in UTC must be in the years 1 to 9999.
  /// - Parameter zone: the time zone of a time without an offset; nil for UTC. See ``moment(ofClock:in:)`` for times
  ///   that clocks show twice or never.
  package static func date(_ text: some StringProtocol, in zone: TimeZone? = nil) -> Date? {
    if let known = text.utf8.withContiguousStorageIfAvailable(stored) ?? nil { return known }
    guard let (clock, offset) = clock(text) else { return nil }
    let seconds = offset.map { clock - Double($0) } ?? zone.map { moment(ofClock: clock, in: $0) } ?? clock
    guard limits.contains((seconds * 1000).rounded()) else { return nil }
    return Date(timeIntervalSince1970: seconds)
  }

  // A moment in the stored form; nil for any other text. Pages read many of them.
  private static func stored(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
    guard text.count == 24 else { return nil }
    func number(_ start: Int, _ width: Int, before mark: Unicode.Scalar) -> Int? {
      guard text[start + width] == UInt8(ascii: mark) else { return nil }
      var number = 0
      for place in start..<start + width {
        guard (0x30...0x39).contains(text[place]) else { return nil }
        // At most four digits.
        number = number * 10 + Int(text[place] - 0x30)
      }
      return number
    }
    guard let year = number(0, 4, before: "-"), let month = number(5, 2, before: "-"),
      let day = number(8, 2, before: "T"), let date = CalendarDate(year: year, month: month, day: day),
      let hour = number(11, 2, before: ":"), hour < 24, let minute = number(14, 2, before: ":"), minute < 60,
      let second = number(17, 2, before: "."), second < 60, let millisecond = number(20, 3, before: "Z")
    else { return nil }
    let seconds = Double(days(to: date)) * 86_400 + Double(hour * 3600 + minute * 60)
    return Date(timeIntervalSince1970: seconds + Double(second * 1000 + millisecond) / 1000)
  }

  /// The moment at which clocks in a time zone show a time, both in seconds since 1970.
  ///
  /// A time that clocks skip is read with the offset before the change: 02:30 becomes 03:30. Of a time that they show
  /// twice, the first is taken. RFC 5545 has the same rule.
  private static func moment(ofClock clock: Double, in zone: TimeZone) -> Double {
    func offset(at seconds: Double) -> Double { Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))) }
    let before = offset(at: clock - 86_400)
    let after = offset(at: clock + 86_400)
    if before == after { return clock - before }
    return offset(at: clock - before) != before && offset(at: clock - after) == after ? clock - after : clock - before
  }

  /// The time of a text, in seconds since 1970 as if it were in UTC, and its offset; nil for invalid text.
  private static func clock(_ text: some StringProtocol) -> (seconds: Double, offset: Int?)? {
    guard let day = CalendarDate(iso: text.prefix(10)) else { return nil }
    var rest = text.dropFirst(10)
    var seconds = Double(days(to: day)) * 86_400
    let offset: Int?
    if rest.isEmpty { return (seconds, nil) }
    guard rest.first == "T" || rest.first == "t" || rest.first == " " else { return nil }
    rest = rest.dropFirst()
    guard let written = Self.offset(removedFrom: &rest) else { return nil }
    offset = written
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hour = whole(parts[0]), hour < 24, let minute = whole(parts[1]),
      minute < 60
    else { return nil }
    seconds += Double(hour * 3600 + minute * 60)
    if parts.count == 3 {
      guard whole(parts[2].prefix(2)) != nil, parts[2].utf8.allSatisfy({ "0123456789.".utf8.contains($0) }),
        let second = Double(parts[2]), second < 60
      else { return nil }
      seconds += second
    }
    return (seconds, offset)
  }

  /// Removes the offset from UTC at the end of a time: `Z`, `UTC`, `GMT`, or a sign with two, four or six digits, with or
  /// without a space and colons (PostgreSQL, git, Ruby). Go writes both: `+0100 UTC`.
  /// - Returns: the seconds, `.some(nil)` where the time has no offset, nil where it is invalid.
  private static func offset<Rest: StringProtocol>(removedFrom rest: inout Rest) -> Int??
  where Rest.SubSequence == Rest {
    func trim() { while rest.last == " " { rest = rest.dropLast() } }
    var isUniversal = false
    for word in ["Z", "UTC", "GMT"] where rest.suffix(word.count).uppercased() == word {
      rest = rest.dropLast(word.count)
      trim()
      isUniversal = true
      break
    }
    guard let sign = rest.lastIndex(where: { $0 == "+" || $0 == "-" || $0 == "−" }) else {
      return .some(isUniversal ? 0 : nil)
    }
    let digits = String(rest[sign...].dropFirst().filter { $0 != ":" })
    guard [2, 4, 6].contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isWholeNumber }),
      let number = Int(digits.padding(toLength: 6, withPad: "0", startingAt: 0)), number / 10_000 < 24,
      number / 100 % 100 < 60, number % 100 < 60
    else { return nil }
    let seconds = number / 10_000 * 3_600 + number / 100 % 100 * 60 + number % 100
    let isBehind = rest[sign] != "+"
    rest = rest[..<sign]
    trim()
    return .some(isBehind ? -seconds : seconds)
  }

  /// The text of the moment at which a day begins in the time zone of the current request.
  package static func beginning(of day: CalendarDate) -> String {
    text(range(day.description, in: TaskTimeZone.current)?.lowerBound ?? .distantPast)
  }

  /// The range of moments that a text denotes in a time zone: a day, a minute, a second or a millisecond; nil for
  /// invalid text.
  package static func range(_ text: some StringProtocol, in zone: TimeZone) -> Range<Date>? {
    guard let (seconds, offset) = clock(text) else { return nil }
    let time = text.dropFirst(11).prefix { $0.isNumber || $0 == ":" || $0 == "." }
    let length =
      time.isEmpty ? 86_400 : time.contains(".") ? 0.001 : time.count { $0 == ":" } > 1 ? 1 : 60
    func moment(_ clock: Double) -> Date {
      Date(timeIntervalSince1970: offset.map { clock - Double($0) } ?? Self.moment(ofClock: clock, in: zone))
    }
    let (start, end) = (moment(seconds), moment(seconds + length))
    return start < end ? start..<end : nil
  }

  private static func whole(_ text: some StringProtocol) -> Int? {
    text.utf8.count == 2 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  // Days since 1970-01-01 and back: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  static func days(to date: CalendarDate) -> Int {
    let year = date.month <= 2 ? date.year - 1 : date.year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (date.month + (date.month > 2 ? -3 : 9)) + 2) / 5 + date.day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
