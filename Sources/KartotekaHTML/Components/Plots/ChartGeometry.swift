/// The places of what a chart with an axis draws: across from 0 to 1, down in pixels.
struct ChartGeometry {
  /// A part of a bar.
  struct Bar {
    let group: Int
    let series: Int
    let x: Double
    let width: Double
    let y: Double
    let height: Double
  }

  /// A line through the groups, or an area.
  struct Run {
    let series: Int
    /// The line, from left to right.
    let points: [(x: Double, y: Double)]
    /// The lower edge of an area, from left to right; empty for a line.
    let base: [(x: Double, y: Double)]
  }

  /// The heights in pixels: what is above the highest bar, and the bars.
  static let (above, height) = (10.0, 180.0)
  private static let most = 12

  let marks: [(y: Double, text: String)]
  private(set) var bars: [Bar] = []
  private(set) var runs: [Run] = []
  /// The labels below the axis; every second one may be left out where there is little room.
  let labels: [(x: Double, text: String, isOdd: Bool)]
  /// The width of a group.
  let width: Double

  init(_ panel: ChartPanel) {
    let groups = panel.drawn
    // A form without parts draws each group as one.
    let isWhole = panel.series.isEmpty
    let numbers = groups.map { group in isWhole ? [group.total.number] : group.cells.map(\.number) }
    // Areas of numbers below zero would cover each other above those of others.
    let isNegative = numbers.contains { $0.contains { ($0 ?? 0) < 0 } }
    let isStacked = panel.form == .areas ? !isNegative : panel.form != .lines
    let scale = AxisScale(Self.extremes(numbers, isStacked: isStacked), unit: panel.unit)
    func y(_ number: Int64) -> Double { Self.above + (1 - scale.share(of: number)) * Self.height }
    marks = scale.marks.map { (y($0).rounded() + 0.5, panel.short($0)) }
    let width = 1 / Double(max(1, groups.count))
    self.width = width
    func middle(_ group: Int) -> Double { (Double(group) + 0.5) * width }
    let step = (groups.count + Self.most - 1) / Self.most
    labels = groups.enumerated().compactMap { index, group in
      let fromEnd = groups.count - 1 - index
      guard step > 0, fromEnd % step == 0 else { return nil }
      return (middle(index), group.short, groups.count > 5 && fromEnd / step % 2 == 1)
    }
    switch panel.form {
    case .lines, .areas:
      var base = groups.map { _ in Int64(0) }
      for series in numbers.first?.indices ?? 0..<0 {
        if panel.form == .lines {
          let points = groups.indices.compactMap { group in
            numbers[group][series].map { (x: middle(group), y: y($0)) }
          }
          runs.append(Run(series: series, points: points, base: []))
        } else {
          let lower = base
          let upper = groups.indices.map { lower[$0].plus(numbers[$0][series] ?? 0) }
          if isStacked { base = upper }
          runs.append(
            Run(
              series: series, points: groups.indices.map { (middle($0), y(upper[$0])) },
              base: groups.indices.map { (middle($0), y(lower[$0])) }))
        }
      }
    case .bars, .shares, .pivot:
      for group in groups.indices {
        var (above, below): (Int64, Int64) = (0, 0)
        for (series, number) in numbers[group].enumerated() {
          guard let number, number != 0 else { continue }
          let start = number > 0 ? above : below
          let end = start.plus(number)
          if number > 0 { above = end } else { below = end }
          let (one, other) = (y(start), y(end))
          bars.append(
            Bar(
              group: group, series: series, x: middle(group) - width * 0.36, width: width * 0.72, y: min(one, other),
              height: max(1, (one - other).magnitude)))
        }
      }
    }
  }

  // The ends of the axis.
  private static func extremes(_ numbers: [[Int64?]], isStacked: Bool) -> [Int64] {
    guard isStacked else { return numbers.flatMap { $0.compactMap(\.self) } }
    return numbers.flatMap { group in
      let known = group.compactMap(\.self)
      return [
        known.filter { $0 > 0 }.reduce(Int64(0)) { $0.plus($1) },
        known.filter { $0 < 0 }.reduce(Int64(0)) { $0.plus($1) },
      ]
    }
  }
}

extension Int64 {
  /// The sum, or the nearest number that fits.
  func plus(_ other: Int64) -> Int64 {
    let (sum, isTooMuch) = addingReportingOverflow(other)
    return isTooMuch ? (other > 0 ? .max : .min) : sum
  }
}
