import KartotekaModel

/// The number of records of one place of a chart, and the figure of a field of them. The tallies of parts add up to that of the
/// whole.
package struct ChartTally: Sendable {
  /// The number of records.
  package private(set) var count: Int64 = 0
  private var filled: Int64 = 0
  private var result = Value.null
  private var isTooLarge = false

  /// The tally of no records.
  init() {}

  /// The tally in a row of aggregates.
  /// - Parameters:
  ///   - measures: those of ``measures(of:)``.
  ///   - isExact: whether the figure is a whole number, of which a real number is one that does not fit in 64 bits.
  init(_ measures: [Value], isExact: Bool) {
    func integer(_ index: Int) -> Int64? {
      guard measures.indices.contains(index), case .integer(let integer) = measures[index] else { return nil }
      return integer
    }
    count = integer(0) ?? 0
    filled = count - (integer(2) ?? 0)
    result = measures.count > 1 ? measures[1] : .null
    if case .real(let real) = result { isTooLarge = isExact || !real.isFinite }
  }

  /// The measures of a figure; nil is the number of records.
  static func measures(of figure: ListFigure?) -> [AggregateMeasure] {
    guard let figure else { return [.count] }
    let isAdded = figure.function == .sum || figure.function == .average
    return [.count, .of(isAdded ? .sum : figure.function, figure.field)]
      + (figure.function == .average ? [.of(.empty, figure.field)] : [])
  }

  /// Adds the records of another part.
  mutating func add(_ other: ChartTally, _ function: AggregateFunction?) {
    count += other.count
    filled += other.filled
    isTooLarge = isTooLarge || other.isTooLarge
    result =
      switch (result, other.result) {
      case (.null, let value), (let value, .null): value
      case (.integer(let one), .integer(let another)): added(one, another, function)
      case (let one, let another): .real(Self.added(Self.real(one), Self.real(another), function))
      }
  }

  private mutating func added(_ one: Int64, _ other: Int64, _ function: AggregateFunction?) -> Value {
    switch function {
    case .least: return .integer(min(one, other))
    case .greatest: return .integer(max(one, other))
    default:
      let (sum, isTooMuch) = one.addingReportingOverflow(other)
      isTooLarge = isTooLarge || isTooMuch
      return isTooMuch ? .real(Double(one) + Double(other)) : .integer(sum)
    }
  }

  private static func added(_ one: Double, _ other: Double, _ function: AggregateFunction?) -> Double {
    switch function {
    case .least: min(one, other)
    case .greatest: max(one, other)
    default: one + other
    }
  }

  private static func real(_ value: Value) -> Double {
    switch value {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    default: 0
    }
  }

  /// The figure; null for none, nil for one that does not fit in 64 bits.
  /// - Parameter unit: the smallest units of an average in one of the values.
  func value(_ function: AggregateFunction?, unit: Int64) -> Value? {
    if isTooLarge { return nil }
    guard let function else { return .integer(count) }
    guard function == .average else { return result }
    guard filled > 0 else { return .null }
    guard case .integer(let sum) = result else { return .real(Self.real(result) / Double(filled)) }
    return Self.average(sum, of: filled, unit: unit).map(Value.integer)
  }

  /// About the figure, by which groups are ranked, also where it does not fit in 64 bits; null for none.
  func rank(_ function: AggregateFunction?, unit: Int64) -> Value {
    if let value = value(function, unit: unit) { return value }
    let real = Self.real(result)
    return .real(function == .average ? real / Double(max(1, filled)) * Double(unit) : real)
  }

  // A half is rounded away from zero, as the aggregates of a list do.
  private static func average(_ sum: Int64, of count: Int64, unit: Int64) -> Int64? {
    let (divisor, scaled) = (count.magnitude, sum.magnitude.multipliedFullWidth(by: unit.magnitude))
    guard scaled.high < divisor else { return nil }
    let (quotient, rest) = divisor.dividingFullWidth(scaled)
    guard quotient < UInt64(Int64.max) else { return nil }
    let rounded = Int64(quotient) + (rest >= divisor - rest ? 1 : 0)
    return sum < 0 ? -rounded : rounded
  }
}
