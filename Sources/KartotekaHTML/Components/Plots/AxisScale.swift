/// The scale from numbers to heights: from the least to the greatest, always with zero, with marks at round numbers.
struct AxisScale {
  /// The marks, the least first; zero is one of them.
  let marks: [Int64]
  private let least: Int64
  private let greatest: Int64

  /// The scale of numbers in their smallest unit.
  /// - Parameter unit: the number of them in a whole one, such as 100 cents; marks are wholes where there is room for them.
  init(_ numbers: [Int64], unit: Int64 = 1) {
    least = min(0, numbers.min() ?? 0)
    greatest = max(0, numbers.max() ?? 0)
    // Numbers may be rounded here, since marks are only drawn.
    let range = Double(greatest) - Double(least)
    let whole = range >= Double(unit) ? unit : 1
    let (product, isTooMuch) = Self.round(range / 4 / Double(whole)).multipliedReportingOverflow(by: whole)
    let step = isTooMuch ? Int64.max : product
    marks = (least / step...greatest / step).map { $0 * step }
  }

  /// The position of a number, from 0 for the least to 1 for the greatest.
  func share(of number: Int64) -> Double {
    let range = Double(greatest) - Double(least)
    return range == 0 ? 0 : (Double(number) - Double(least)) / range
  }

  // The least of 1, 2, 5, 10, 20, 25, 50, 100, … that is no less than the number.
  private static func round(_ number: Double) -> Int64 {
    var power: Int64 = 1
    while true {
      for (factor, divisor) in [(1, 1), (2, 1), (5, 2), (5, 1)] as [(Int64, Int64)] where power % divisor == 0 {
        let (step, isTooMuch) = (power / divisor).multipliedReportingOverflow(by: factor)
        if isTooMuch { return Int64.max }
        if Double(step) >= number { return step }
      }
      let (next, isTooMuch) = power.multipliedReportingOverflow(by: 10)
      if isTooMuch { return Int64.max }
      power = next
    }
  }
}
