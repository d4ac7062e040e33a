import KartotekaModel

/// A group of an aggregate request in SQL.
struct GroupSQL {
  /// The value of each record, or the day by whose unit it is grouped.
  let value: Fragment
  /// The unit of a day; nil for a value that is the group itself.
  var key: (@Sendable (Fragment) -> Fragment)?

  /// The group of each record.
  var sql: Fragment { key?(value) ?? value }
}

/// A measure of an aggregate request in SQL: a function of the values that records have.
struct MeasureSQL {
  enum Function: Equatable {
    /// The number of records.
    case count
    /// The number of records without a value.
    case empty
    case distinct
    /// The sum of whole numbers; zero for none.
    case sum
    /// The average of whole numbers, times a unit; a half is rounded away from zero.
    case average(unit: Int64)
    case realSum
    case realAverage
    case least
    case greatest
  }

  let function: Function
  /// The value of each record; nil for the number of records.
  let value: Fragment?
  /// Whether it is computed with whole numbers, of which a real number is one that does not fit in 64 bits.
  let isExact: Bool

  /// The number of records.
  static let count = MeasureSQL(.count, of: nil)

  init(_ function: Function, of value: Fragment?, isExact: Bool = true) {
    (self.function, self.value, self.isExact) = (function, value, isExact)
  }

  /// The measure of all records of a group.
  var sql: Fragment {
    guard let value else { return Fragment(sql: "count(*)") }
    switch function {
    case .count: return Fragment(sql: "count(*)")
    case .empty: return value.wrapped("count(*) - count(", ")")
    case .distinct: return value.wrapped("count(DISTINCT ", ")")
    // SQLite's sum fails for whole numbers that do not fit in 64 bits.
    case .sum: return value.wrapped("coalesce(\(NumberFunctions.sum)(", "), 0)")
    case .average(let unit):
      return Fragment(sql: "\(NumberFunctions.average)(\(value.sql), ?)", values: value.values + [.integer(unit)])
    case .realSum: return value.wrapped(RealSum.totalFunction + "(", ")")
    case .realAverage: return value.wrapped(RealSum.averageFunction + "(", ")")
    case .least: return value.wrapped("min(", ")")
    case .greatest: return value.wrapped("max(", ")")
    }
  }
}
