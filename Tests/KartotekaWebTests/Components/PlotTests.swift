import KartotekaModel
import NIOCore
import Testing

@testable import KartotekaHTML
@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("Plots")
struct PlotTests {
  @Test(
    "axes have marks at round numbers, zero among them",
    arguments: [
      ([12_379_900, 3_636_300], 100, [0, 5_000_000, 10_000_000]),
      ([73, 12], 1, [0, 20, 40, 60]), ([100], 1, [0, 25, 50, 75, 100]), ([22], 1, [0, 10, 20]),
      ([3, 1], 1, [0, 1, 2, 3]), ([1], 1, [0, 1]),
      ([0, 0], 1, [0]), ([], 1, [0]), ([7], 100, [0, 2, 4, 6]), ([250], 100, [0, 100, 200]),
      ([327, 230], 60, [0, 120, 240]), ([50], 60, [0, 20, 40]),
      ([-80, 100], 1, [-50, 0, 50, 100]), ([-150, 100], 1, [-100, 0, 100]), ([-90, -20], 1, [-75, -50, -25, 0]),
      ([.max], 1, [0, 2_500_000_000_000_000_000, 5_000_000_000_000_000_000, 7_500_000_000_000_000_000]),
      ([.min, .max], 1, [-5_000_000_000_000_000_000, 0, 5_000_000_000_000_000_000]),
    ] as [([Int64], Int64, [Int64])])
  func marks(numbers: [Int64], unit: Int64, expected: [Int64]) {
    #expect(AxisScale(numbers, unit: unit).marks == expected)
  }

  @Test("Heights are shares of the range from minimum to maximum")
  func shares() {
    let scale = AxisScale([-50, 150])
    #expect([-50, 0, 50, 150].map { scale.share(of: $0) } == [0, 0.25, 0.5, 1])
    #expect(AxisScale([0]).share(of: 0) == 0)
  }

  @Test("a rounded amount has no digits after the point; a duration and a percentage are exact, and an axis has hours")
  func amounts() {
    func amounts(_ scale: Int, _ form: NumberForm?) -> AmountText {
      AmountText(form: ExpressionForm(scale: scale, form: form), say: .english)
    }
    #expect(amounts(0, .duration).whole(690) == "11:30" && amounts(3, .percent).whole(125) == "12.5%")
    #expect(amounts(2, nil).whole(12_345) == "123")
    #expect(amounts(0, .duration).unit == 60 && amounts(2, .duration).unit == 6_000 && amounts(2, nil).unit == 100)
  }

  private func chart(_ numbers: [Int64], linked: Bool = true) -> String {
    var html = HTMLWriter(.english)
    html.add(
      BarChart(
        heading: "panel-1",
        bars: numbers.enumerated().map { index, number in
          BarChart.Bar(
            label: "M\(index)", number: number, words: "Month \(index): \(number)",
            href: linked && number != 0 ? URLPath("orders").with("only", String(index)) : nil)
        }, unit: 1, short: { String($0) }))
    return String(buffer: html.finish())
  }

  @Test("NW-12 every bar has a description and links to its records; an empty bar has no link")
  func words() {
    let html = chart([40, 0, 100])
    #expect(html.contains("<a href=\"/orders?only=0\" aria-label=\"Month 0: 40\">"))
    #expect(html.contains("<g role=img aria-label=\"Month 1: 0\">"))
    #expect(!html.contains("only=1"))
    #expect(html.contains("aria-labelledby=\"panel-1\""))
    #expect(html.components(separatedBy: "class=fill").count == 2)
    #expect(html.components(separatedBy: "class=soft").count == 2)
    #expect(html.contains(">100</text>"))
  }

  @Test("bars below zero hang from the axis")
  func negative() {
    let html = chart([100, -100])
    // 28 pixels above, 160 for both, the axis in the middle.
    #expect(html.contains("y=\"28\" height=\"80\" rx=3"))
    #expect(html.contains("y=\"108\" height=\"80\" rx=3"))
  }

  @Test("NW-12 the value of the last bar is below the axis if it would cover a higher bar beside it")
  func lastValue() {
    // 28 pixels above the bars, 160 of bars, 24 of labels.
    #expect(chart([10, 100, 40]).contains("y=\"224\" text-anchor=middle>40</text>"))
    #expect(chart([100, 10, 20, 100]).contains("y=\"22\" text-anchor=middle>100</text>"))
  }

  @Test("of many bars as many have a label as have room, the last always")
  func labels() {
    let html = chart((1...36).map { $0 })
    let labels = html.matches(of: #/>(M\d+)</text>/#).map { String($0.1) }
    #expect(labels == ["M2", "M5", "M8", "M11", "M14", "M17", "M20", "M23", "M26", "M29", "M32", "M35"])
  }

  @Test("a ranking has bars no shorter than nothing, and says what is below it")
  func ranking() {
    var html = HTMLWriter(.english)
    html.add(
      RankingChart(bars: [
        RankingChart.Bar(title: "Tea", number: 200, text: "200", href: URLPath("categories", "1")),
        RankingChart.Bar(title: "<None>", number: -50, text: "-50", href: nil),
      ]))
    let text = String(buffer: html.finish())
    #expect(text.contains("<a class=hbar href=\"/categories/1\"><span>Tea</span>"))
    #expect(text.contains("width=\"100%\" height=\"12\" rx=3></rect><rect class=fill width=\"100%\""))
    #expect(text.contains("<div class=hbar><span>&lt;None&gt;</span>"))
    #expect(text.contains("class=fill width=\"0%\""))
    #expect(text.contains("<span class=\"num end bad\">-50</span>"))
  }
}
