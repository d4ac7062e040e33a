import KartotekaModel

/// The years of two digits in a column, which are all of one century or aren't known.
struct ShortYears {
  private var bounds: ClosedRange<Int>?

  /// Adds the year of a value, if it has one of two digits.
  mutating func add(_ value: UnsafeRawBufferPointer) {
    guard (6...24).contains(value.count), let year = DateKind.shortYear(in: value) else { return }
    bounds = min(bounds?.lowerBound ?? year, year)...max(bounds?.upperBound ?? year, year)
  }

  /// Whether there are some.
  var isEmpty: Bool { bounds == nil }

  /// The century: this one if no year would be later than the next one, the last one if all would; nil for a column of both, in
  /// which 05 may be 1905.
  var century: Int? {
    guard let bounds else { return nil }
    let next = CalendarDate.today.year % 100 + 1
    return bounds.upperBound <= next ? 2000 : bounds.lowerBound > next ? 1900 : nil
  }
}
