/// The sums of the columns of numbers of a table, which distinguish its totals from records with such a word in their names.
struct ColumnSums {
  private struct Sum {
    var sum = 0.0
    var count = 0
    /// The number of values that are not zero.
    var added = 0
    var first: Double
    var isVaried = false
  }

  private var sums: [Int: Sum] = [:]

  mutating func add(_ cells: [String], _ columns: Set<Int>) {
    for column in columns where column < cells.count {
      guard let number = Self.number(cells[column]) else { continue }
      var sum = sums[column] ?? Sum(first: number)
      sum.sum += number
      sum.count += 1
      if number != 0 { sum.added += 1 }
      if number != sum.first { sum.isVaried = true }
      sums[column] = sum
    }
  }

  /// The number of cells that have the sum of their column, or the mean where the row is called so; 0 where any record could
  /// have such values: zeros, one row among zeros, and the mean of equal values prove nothing.
  func matches(_ cells: [String], _ columns: [Int], isMean: Bool) -> Int {
    var count = 0
    var isProved = false
    for column in columns {
      guard let number = Self.number(cells[column]), let known = sums[column], known.count > 1 else { continue }
      // Written with fewer places than the rows.
      let expected = isMean ? known.sum / Double(known.count) : known.sum
      let (difference, size) = ((expected - number).magnitude, expected.magnitude)
      guard difference <= max(0.011, size * 1e-9), difference <= size / 100 else { continue }
      count += 1
      if isMean ? known.isVaried && expected != 0 : known.added > 1 { isProved = true }
    }
    return isProved ? count : 0
  }

  // The number of a text such as "$1,234.50", "1.234,50 EUR", "(12)" or "8:30", which is in minutes; nil for one without digits.
  // A single mark before three digits is one of thousands: the columns' notation is not known yet, and a sum that fails keeps
  // its row.
  private static func number(_ text: String) -> Double? {
    var value = 0.0
    // The hours of a time.
    var greater = 0.0
    var digits = 0
    var isNegative = false
    // The marks, and the digits since the last one.
    var (dots, commas, sinceDot, sinceComma) = (0, 0, 0, 0)
    for byte in text.utf8.prefix(40) {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        value = value * 10 + Double(byte - UInt8(ascii: "0"))
        digits += 1
        sinceDot += 1
        sinceComma += 1
      case UInt8(ascii: "."): (dots, sinceDot) = (dots + 1, 0)
      case UInt8(ascii: ","): (commas, sinceComma) = (commas + 1, 0)
      case UInt8(ascii: ":"): (greater, value) = ((greater + value) * 60, 0)
      case UInt8(ascii: "-"), UInt8(ascii: "("): isNegative = true
      default: break
      }
    }
    guard digits > 0 else { return nil }
    var places = 0
    if dots > 0, commas > 0 {
      places = min(sinceDot, sinceComma)
    } else if dots + commas == 1 {
      places = dots == 1 ? sinceDot : sinceComma
      if places == 3 { places = 0 }
    }
    for _ in 0..<places { value /= 10 }
    value += greater
    return isNegative ? -value : value
  }
}
