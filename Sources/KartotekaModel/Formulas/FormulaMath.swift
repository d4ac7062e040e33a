import Foundation

/// The exact arithmetic of formulas, in integers of the smallest unit. What does not fit in 64 bits is no value.
package enum FormulaMath {
  /// A quotient with a number of digits after the point, a half rounded away from zero; nil for a division by zero.
  /// - Parameter shift: the power of ten by which the dividend is multiplied: the result's scale plus that of the divisor, minus
  ///   that of the dividend.
  package static func quotient(_ dividend: Int64, _ divisor: Int64, shift: Int) -> Int64? {
    guard divisor != 0, (0...18).contains(shift) else { return nil }
    let product = Int128(dividend) * Int128(FetchExpression.power(shift))
    let (quotient, rest) = product.quotientAndRemainder(dividingBy: Int128(divisor))
    let isHalf = rest.magnitude * 2 >= UInt128(divisor.magnitude)
    let isNegative = (dividend < 0) != (divisor < 0)
    return Int64(exactly: quotient + (isHalf ? (isNegative ? -1 : 1) : 0))
  }

  /// A number with all digits after the point: `12.50`.
  package static func text(_ number: Int64, scale: Int) -> String {
    guard scale > 0 else { return String(number) }
    let digits = String(number.magnitude)
    let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
    return (number < 0 ? "-" : "") + padded.dropLast(scale) + "." + padded.suffix(scale)
  }

  /// The number of days from one day to another; nil for texts that are none.
  package static func days(from one: String, to other: String) -> Int64? {
    guard let one = CalendarDate(iso: one), let other = CalendarDate(iso: other) else { return nil }
    return Int64(other.daysSince1970 - one.daysSince1970)
  }

  /// A day a number of days later; nil outside of the years 1 to 9999.
  package static func day(_ text: String, days: Int64) -> String? {
    guard let day = CalendarDate(iso: text), (-4_000_000...4_000_000).contains(days) else { return nil }
    let number = day.daysSince1970 + Int(days)
    guard (-719_162...2_932_896).contains(number) else { return nil }
    return CalendarDate(daysSince1970: number).description
  }

  /// A day a number of months later, the last one of its month if that lacks the day; nil outside of the years 1 to 9999.
  package static func day(_ text: String, months: Int64) -> String? {
    guard let day = CalendarDate(iso: text), (-200_000...200_000).contains(months) else { return nil }
    let month = day.year * 12 + day.month - 1 + Int(months)
    guard (12..<120_000).contains(month) else { return nil }
    return day.adding(months: Int(months)).description
  }

  /// The number of minutes from one moment to another, both without their seconds, as clocks show them; nil for texts that are none.
  package static func minutes(from one: String, to other: String) -> Int64? {
    guard let one = Timestamp.date(one), let other = Timestamp.date(other) else { return nil }
    func minute(_ moment: Date) -> Int64 { Int64(clampingFloor: moment.timeIntervalSince1970 / 60) }
    return minute(other) - minute(one)
  }

  /// A moment a number of minutes later; nil outside of the years 1 to 9999.
  package static func moment(_ text: String, minutes: Int64) -> String? {
    guard let moment = Timestamp.date(text), (-6_000_000_000...6_000_000_000).contains(minutes) else { return nil }
    let seconds = moment.timeIntervalSince1970 + Double(minutes) * 60
    guard (-62_135_596_800..<253_402_300_800).contains(seconds) else { return nil }
    return Timestamp.text(Date(timeIntervalSince1970: seconds))
  }

  /// A number of a day: its year, its month, its day of the month, its week of ISO 8601, or its weekday from 1, Monday, to 7.
  package static func part(_ function: FormulaFunction, of text: String) -> Int64? {
    guard let day = CalendarDate(iso: text) else { return nil }
    switch function {
    case .year: return Int64(day.year)
    case .month: return Int64(day.month)
    case .day: return Int64(day.day)
    case .week: return Int64(day.week.number)
    case .weekday: return Int64(day.weekdayIndex + 1)
    default: return nil
    }
  }

  /// Whether a text contains another one, ignoring case and accents.
  package static func contains(_ text: String, _ part: String) -> Bool {
    Folding.fold(text).contains(Folding.fold(part))
  }
}
