import Foundation

/// Moments as they are stored: ISO 8601 in UTC with milliseconds, `2026-11-21T09:12:00.000Z`, so that
/// the order of the texts is the order of the moments.
package enum Timestamp {
  /// The first and the last moment that can be written: of the years 1 and 9999, in milliseconds since 1970.
  private static let limits = (first: -62_135_596_800_000.0, last: 253_402_300_799_999.0)

  /// The text for a moment, of fixed width; moments before the year 1 or after 9999 become the nearest one.
  package static func text(_ date: Date) -> String {
    let exact = (date.timeIntervalSince1970 * 1000).rounded()
    let milliseconds = Int64(min(max(exact, limits.first), limits.last))
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    let dayNumber = rest < 0 ? days - 1 : days
    let inDay = Int(rest < 0 ? rest + 86_400_000 : rest)
    let (year, month, day) = civil(fromDays: Int(dayNumber))
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
      write(year, 4, "-")
      write(month, 2, "-")
      write(day, 2, "T")
      write(inDay / 3_600_000, 2, ":")
      write(inDay / 60_000 % 60, 2, ":")
      write(inDay / 1000 % 60, 2, ".")
      write(inDay % 1000, 3, "Z")
      return end
    }
  }

  /// Reads ISO 8601 (RFC 3339): date, `T` or a space, time to the minute or finer, and `Z`, an offset or
  /// nothing (then UTC). A date alone is its midnight. In UTC it has to fall into the years 1 to 9999.
  package static func date(_ text: some StringProtocol) -> Date? {
    guard let day = CalendarDate(iso: text.prefix(10)) else { return nil }
    var rest = text.dropFirst(10)
    var seconds = Double(days(to: day)) * 86_400
    if rest.isEmpty { return Date(timeIntervalSince1970: seconds) }
    guard rest.first == "T" || rest.first == "t" || rest.first == " " else { return nil }
    rest = rest.dropFirst()
    if rest.last == "Z" || rest.last == "z" {
      rest = rest.dropLast()
    } else if let sign = rest.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      let offset = rest[sign...].dropFirst().filter { $0 != ":" }
      guard offset.count == 4, let number = Int(String(offset)), number / 100 < 24, number % 100 < 60 else {
        return nil
      }
      let minutes = number / 100 * 60 + number % 100
      seconds += Double(rest[sign] == "+" ? -minutes : minutes) * 60
      rest = rest[..<sign]
    }
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
    guard (limits.first...limits.last).contains((seconds * 1000).rounded()) else { return nil }
    return Date(timeIntervalSince1970: seconds)
  }

  private static func whole(_ text: some StringProtocol) -> Int? {
    text.utf8.count == 2 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  // Days since 1970-01-01 and back: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  private static func days(to date: CalendarDate) -> Int {
    let year = date.month <= 2 ? date.year - 1 : date.year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (date.month + (date.month > 2 ? -3 : 9)) + 2) / 5 + date.day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
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
