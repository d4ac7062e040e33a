import KartotekaModel
import Testing

@testable import KartotekaHTML

@Suite("Places of a chart's parts")
struct ChartGeometryTests {
  private func panel(_ form: ListChart.Form, _ numbers: [[Int64?]]) -> ChartPanel {
    func cell(_ number: Int64?) -> ChartPanel.Cell {
      ChartPanel.Cell(number: number, text: number.map { String($0) } ?? "–", words: "", href: nil)
    }
    func sum(_ numbers: [Int64?]) -> Int64 { numbers.reduce(0) { $0.plus($1 ?? 0) } }
    return ChartPanel(
      title: "Sales", form: form, isOrdered: true, headings: ("Month", "Sales"),
      series: numbers.first.map { $0.count > 1 ? $0.indices.map { "Series \($0)" } : [] } ?? [],
      groups: numbers.enumerated().map { index, group in
        ChartPanel.Group(
          title: "Month \(index)", short: String(index), isBeside: false, cells: group.map(cell),
          total: cell(sum(group)))
      }, totals: [], total: cell(sum(numbers.flatMap(\.self))), unit: 1, short: { String($0) },
      change: URLPath("change"), picture: URLPath("picture"))
  }

  @Test("Parts of a bar lie above each other, those below zero under the axis")
  func stacks() {
    let geometry = ChartGeometry(panel(.bars, [[30, 20, -50], [0, nil, 100]]))
    let first = geometry.bars.filter { $0.group == 0 }
    #expect(first.map(\.series) == [0, 1, 2])
    // Down is positive: the second part ends where the first one begins.
    #expect(abs(first[1].y + first[1].height - first[0].y) < 1e-9)
    #expect(abs(first[2].y - (first[0].y + first[0].height)) < 1e-9)
    #expect(geometry.bars.filter { $0.group == 1 }.map(\.series) == [2])
    for bar in geometry.bars {
      #expect(bar.x >= 0 && bar.x + bar.width <= 1)
      #expect(bar.y >= ChartGeometry.above - 1 && bar.y + bar.height <= ChartGeometry.above + ChartGeometry.height + 1)
    }
  }

  @Test("Lines leave out what has no number, and areas lie above each other")
  func runs() {
    let lines = ChartGeometry(panel(.lines, [[1, 5], [nil, 6], [3, 7]])).runs
    #expect(lines.map(\.points.count) == [2, 3] && lines.allSatisfy(\.base.isEmpty))
    let areas = ChartGeometry(panel(.areas, [[1, 5], [nil, 6], [3, 7]])).runs
    #expect(areas.count == 2)
    #expect(zip(areas[0].points, areas[1].base).allSatisfy { $0.x == $1.x && $0.y == $1.y })
    #expect(areas[1].path(100).hasSuffix("z"))
  }

  @Test("Areas of numbers below zero begin at the axis")
  func areasBelowZero() {
    let areas = ChartGeometry(panel(.areas, [[10, -5], [-10, 20]])).runs
    #expect(areas.count == 2)
    for area in areas { #expect(Set(area.base.map(\.y)).count == 1 && area.base[0].y == areas[0].base[0].y) }
    for place in areas.flatMap(\.points).map(\.y) {
      #expect(place >= ChartGeometry.above && place <= ChartGeometry.above + ChartGeometry.height)
    }
  }

  @Test("Bars below each other begin at zero, to the left for numbers below it, and are as long as their numbers")
  func rows() {
    let whole = panel(.bars, [[30], [-10], [0]])
    let scale = RowScale(whole)
    #expect(scale.hasBelow && scale.zero == 0.25)
    let bars = whole.groups.map { scale.bars($0, whole) }
    #expect(bars[0].map(\.x) == [0.25] && bars[0].map(\.width) == [0.75])
    #expect(bars[1].map(\.x) == [0] && bars[1].map(\.width) == [0.25] && bars[2].isEmpty)
    // Parts below zero lie beside each other, as those above do.
    let parts = panel(.bars, [[10, 20, -5, -5], [nil, 10, 0, 0]])
    let places = RowScale(parts).bars(parts.groups[0], parts)
    #expect(places.map(\.x) == [0.25, 0.5, 0.125, 0] && places.map(\.width) == [0.25, 0.5, 0.125, 0.125])
    // Shares of parts fill the width, unless one is below zero.
    let shares = panel(.shares, [[1, 1], [1, 3]])
    #expect(RowScale(shares).bars(shares.groups[0], shares).map(\.width) == [0.5, 0.5])
    #expect(RowScale(panel(.shares, [[]])).zero == 0)
  }

  @Test("Places in a picture have their sign, also between -1 and 0")
  func signs() {
    #expect([-0.5, 0.5, -12.34, 3, -0.04].map(ChartPicture.text) == ["-0.5", "0.5", "-12.3", "3", "0"])
    let picture = ChartPicture(panel(.bars, [[30], [-10]])).file
    #expect(picture.hasPrefix("<?xml") && !picture.contains("width=\"-"))
  }

  @Test("Numbers of which one is below zero have no shares")
  func shares() {
    let whole = panel(.shares, [[30], [10]])
    #expect(whole.groups.map { RowPlot.share(of: $0, whole) } == ["75 %", "25 %"])
    let mixed = panel(.shares, [[30], [-20]])
    #expect(mixed.groups.allSatisfy { RowPlot.share(of: $0, mixed) == nil })
  }

  @Test(
    "No numbers end the drawing: none, one, the greatest and the least", arguments: ListChart.Form.allCases)
  func extremes(_ form: ListChart.Form) {
    for numbers in [[], [[nil]], [[0]], [[Int64.max, Int64.max], [Int64.min, Int64.min]], [[Int64.min]]] as [[[Int64?]]]
    {
      let panel = panel(form, numbers)
      var html = HTMLWriter(.english)
      panel.write(to: &html)
      let page = html.withBytes { String(decoding: $0, as: UTF8.self) }
      #expect(page.contains("Sales"))
      #expect(ChartPicture(panel).file.hasPrefix("<?xml"))
    }
  }
}
