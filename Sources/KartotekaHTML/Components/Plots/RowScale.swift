/// The scale of bars below each other, from the least sum of a group's numbers below zero to the greatest of those above. Bars begin
/// at zero and lead to the left for numbers below it.
struct RowScale {
  private let least: Double
  private let greatest: Double

  init(_ panel: ChartPanel) {
    var (least, greatest) = (0.0, 0.0)
    for numbers in panel.groups.map({ Self.numbers($0, panel) }) {
      least = min(least, numbers.reduce(0) { $0 + min(0, $1) })
      greatest = max(greatest, numbers.reduce(0) { $0 + max(0, $1) })
    }
    (self.least, self.greatest) = (least, greatest)
  }

  private var range: Double { greatest - least }

  /// The place where bars begin, from 0 to 1.
  var zero: Double { range > 0 ? -least / range : 0 }

  /// Whether any number is below zero.
  var hasBelow: Bool { least < 0 }

  /// The parts of a group's bar, from 0 to 1.
  func bars(_ group: ChartPanel.Group, _ panel: ChartPanel) -> [(series: Int, x: Double, width: Double)] {
    let numbers = Self.numbers(group, panel)
    // Parts of shares fill the whole width, unless one of them is below zero.
    let isFull = panel.form == .shares && !panel.series.isEmpty && !hasBelow
    let whole = isFull ? numbers.reduce(0, +) : range
    guard whole > 0 else { return [] }
    var (above, below) = (zero, zero)
    return numbers.enumerated().compactMap { series, number in
      let width = number.magnitude / whole
      guard width > 0 else { return nil }
      if number > 0 {
        defer { above += width }
        return (series: series, x: above, width: width)
      }
      below -= width
      return (series: series, x: below, width: width)
    }
  }

  // A form without parts draws each group as one.
  private static func numbers(_ group: ChartPanel.Group, _ panel: ChartPanel) -> [Double] {
    (panel.series.isEmpty ? [group.total] : group.cells).map { Double($0.number ?? 0) }
  }
}
