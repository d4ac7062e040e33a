import KartotekaModel

/// The years of two digits in a column, which are all of one century or aren't known.
struct ShortYears {
  /// The number of years ahead that days in the future are expected to be: the end of a passport, a warranty, a contract.
  private static let ahead = 15
  /// The first year that nobody takes for one of this century, as in POSIX.
  private static let past = 69

  private var bounds: ClosedRange<Int>?

  /// Adds the year of a value, if it has one of two digits.
  mutating func add(_ value: UnsafeRawBufferPointer) {
    guard (6...24).contains(value.count), let year = DateKind.shortYear(in: value) else { return }
    bounds = min(bounds?.lowerBound ?? year, year)...max(bounds?.upperBound ?? year, year)
  }

  /// Whether there are some.
  var isEmpty: Bool { bounds == nil }

  /// The century: this one if no year would be far ahead, the last one if all would be later than the next year; nil for a column
  /// of both, in which 05 may be 1905.
  var century: Int? { bounds.flatMap { Self.century($0, in: CalendarDate.today.year) } }

  /// The first and last year of a column whose years may be of the other century, too; nil where they can't, or aren't known.
  var open: ClosedRange<Int>? {
    guard let bounds, let century, bounds.upperBound > CalendarDate.today.year % 100 + 1, bounds.lowerBound < Self.past
    else { return nil }
    return century + bounds.lowerBound...century + bounds.upperBound
  }

  private static func century(_ years: ClosedRange<Int>, in year: Int) -> Int? {
    let now = year % 100
    return years.upperBound <= min(now + ahead, past - 1) ? 2000 : years.lowerBound > now + 1 ? 1900 : nil
  }
}
