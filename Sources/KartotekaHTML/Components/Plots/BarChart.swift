import KartotekaModel

/// Bars side by side over an axis, the last one standing out: a drawing whose widths are shares of its own, so that
/// text never scales. What it shows is told in words for each bar, and stands in a table below.
package struct BarChart: Component {
  /// One bar.
  package struct Bar {
    /// What stands below it: "Apr".
    package var label: String
    /// What it stands for, in the smallest unit.
    package var number: Int64
    /// All there is to know of it, in words: "April 1998: $123,798.00, 74 orders".
    package var words: String
    /// The records behind it; nil where there are none.
    package var href: URLPath?

    package init(label: String, number: Int64, words: String, href: URLPath? = nil) {
      (self.label, self.number, self.words, self.href) = (label, number, words, href)
    }
  }

  /// The identity of the heading above it.
  package var heading: String
  package var bars: [Bar]
  /// What a whole one is of the smallest unit.
  package var unit: Int64
  /// A number as an axis has it: "50 k".
  package var short: (Int64) -> String

  package init(heading: String, bars: [Bar], unit: Int64, short: @escaping (Int64) -> String) {
    (self.heading, self.bars, self.unit, self.short) = (heading, bars, unit, short)
  }

  // In pixels: what a number above the highest bar needs, the bars, and what stands below them.
  private static let (above, height, below) = (28.0, 160.0, 24.0)
  private static let end = 99.0

  package func write(to html: inout HTMLWriter) {
    let scale = AxisScale(bars.map(\.number), unit: unit)
    let marks = scale.marks.map { (number: $0, text: short($0)) }
    // Bars begin behind the marks, whatever these need on a phone.
    let start = max(9.5, Double(marks.map(\.text.count).max() ?? 0) * 1.9)
    html.element(
      .svg, .class("plot"), .height(.pixels(Self.above + Self.height + Self.below)), .role("group"),
      .labelled(by: heading)
    ) { html in
      html.element(.g, .decorative) { html in
        for mark in marks {
          let y = (Self.y(scale, mark.number)).rounded() + 0.5
          html.element(.line, .class("axis"), more: HTMLAttribute.across(.pixels(y))) { _ in }
          html.element(.svgText, .x(.pixels(0)), .y(.pixels(y - 6.5)), text: mark.text)
        }
      }
      let width = (Self.end - start) / Double(max(1, bars.count))
      for (index, bar) in bars.enumerated() {
        let place = Place(left: start + Double(index) * width, width: width, fromEnd: bars.count - 1 - index)
        write(bar, at: place, scale, to: &html)
      }
    }
  }

  // Where a bar stands, in per cent of the drawing.
  private struct Place {
    let left: Double
    let width: Double
    let fromEnd: Int
    var middle: Double { left + width / 2 }
  }

  private static func y(_ scale: AxisScale, _ number: Int64) -> Double {
    above + (1 - scale.share(of: number)) * height
  }

  private func write(_ bar: Bar, at place: Place, _ scale: AxisScale, to html: inout HTMLWriter) {
    let zero = Self.y(scale, 0)
    let top = Self.y(scale, bar.number)
    let (upper, size) = (min(zero, top), abs(zero - top))
    func column(_ html: inout HTMLWriter) {
      // All of the column can be pressed, however low the bar is.
      html.element(
        .rect, .class("hit"), .x(.percent(place.left)), .width(.percent(place.width)), .y(.pixels(Self.above)),
        .height(.pixels(Self.height))
      ) { _ in }
      guard bar.number != 0 else { return }
      html.element(
        .rect, .class(place.fromEnd == 0 ? "fill" : "soft"), .x(.percent(place.left + place.width * 0.16)),
        .width(.percent(place.width * 0.68)), .y(.pixels(upper)), .height(.pixels(max(1, size))), .rounded(3)
      ) { _ in }
    }
    if let href = bar.href {
      html.element(.a, .href(href), .label(bar.words)) { column(&$0) }
    } else {
      html.element(.g, .role("img"), .label(bar.words)) { column(&$0) }
    }
    // As many labels as have room; on a phone every second of them. The last one always stands there.
    let step = (bars.count + 11) / 12
    html.element(.g, .decorative) { html in
      if place.fromEnd % step == 0 {
        html.element(
          .svgText, .x(.percent(place.middle)), .y(.pixels(Self.above + Self.height + 18)), .centered,
          bars.count > 6 && place.fromEnd / step % 2 == 1 ? .class("odd") : nil, text: bar.label)
      }
      if place.fromEnd == 0, bar.number != 0 {
        let text = short(bar.number)
        // A long one would not fit between the middle of the bar and the edge of a phone.
        let isLong = text.count > 6
        html.element(
          .svgText, .class("val"), .x(.percent(isLong ? 100 : place.middle)),
          .y(.pixels(bar.number < 0 ? upper + size + 14 : upper - 6)), isLong ? .endingThere : .centered, text: text)
      }
    }
  }
}
