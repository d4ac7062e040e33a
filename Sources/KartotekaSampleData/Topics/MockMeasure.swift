/// A row of the table of numbers: names of attributes and their usual numbers.
struct MockMeasure: Sendable {
  /// The distribution of numbers between minimum and maximum.
  enum Shape: Sendable {
    /// Uniform.
    case even
    /// Small numbers are much more frequent.
    case few
    /// Small numbers are more frequent, and most have price endings.
    case price
    /// Multiples of a step.
    case steps(Double)
    /// One of the given numbers.
    case any([Double])
  }

  let names: String
  let low: Double
  let high: Double
  let shape: Shape

  init(_ names: String, _ low: Double, _ high: Double, _ shape: Shape = .even) {
    self.names = names
    self.low = low
    self.high = high
    self.shape = shape
  }

  init(_ names: String, any values: [Double]) {
    self.init(names, values.min() ?? 0, values.max() ?? 0, .any(values))
  }

  /// The usual numbers of an attribute.
  static func find(_ hint: MockHint) -> MockMeasure? { hint.find(in: table) }

  /// The numbers before the sign of a percentage, if these are shares of one.
  var percentage: MockMeasure {
    guard high <= 1, case .any(let values) = shape else { return self }
    return MockMeasure(names, any: values.map { $0 * 100 })
  }

  private static let table = MockHint.table(rows) { $0.names }

  private static let rows: [MockMeasure] = [
    MockMeasure("quantity, qty, count, number of items, copies", 1, 60, .few),
    MockMeasure("units in stock, stock, in stock, on hand", 0, 125),
    MockMeasure("units on order, on order", any: [0, 0, 0, 0, 10, 20, 30, 40, 50, 60, 70, 80, 100]),
    MockMeasure("reorder level, minimum stock", any: [0, 5, 10, 15, 20, 25, 30]),
    MockMeasure("discount, rebate", any: [0, 0, 0, 0, 0.05, 0.1, 0.15, 0.2, 0.25]),
    MockMeasure("price, unit price, cost, fee, rate", 0.5, 260, .price),
    MockMeasure("total, sum, amount, balance, budget, value, revenue, turnover", 5, 5000, .price),
    MockMeasure("freight, shipping, postage, shipping cost", 1, 250, .few),
    MockMeasure("salary, income, wage", 2400, 12_000, .steps(50)),
    MockMeasure("tax, vat, tax rate, vat rate", any: [0, 5, 7, 8, 20, 23]),
    MockMeasure("age", 18, 90),
    MockMeasure("year, founded, publication year", 1950, 2025),
    MockMeasure("rating, stars, score, grade, mark", 1, 5),
    MockMeasure("percent, percentage, progress, share", 0, 100),
    MockMeasure("weight, mass", 0.1, 40, .few),
    MockMeasure("height", 150, 200),
    MockMeasure("width, length, depth, size", 1, 200),
    MockMeasure("temperature", -10, 35),
    MockMeasure("duration, minutes, hours", 5, 180, .steps(5)),
    MockMeasure("distance, mileage", 1, 400, .few),
    MockMeasure("population, inhabitants", 500, 2_000_000, .few),
    MockMeasure("floor, storey", 0, 9),
    MockMeasure("extension", 100, 5999),
    MockMeasure("pages, page count", 40, 900),
    MockMeasure("capacity, seats, places", 10, 300, .steps(10)),
    MockMeasure("rooms", 1, 6),
    MockMeasure("position, order, sort order, rank, sequence", 1, 100),
  ]
}
