/// A level as a small bar, with a mark at another one.
package struct Gauge: Component {
  /// The length of the bar and the position of the mark, from 0 to 1.
  package var level: Double
  package var mark: Double

  package init(level: Double, mark: Double) {
    (self.level, self.mark) = (level, mark)
  }

  private static let width = 72.0

  package func write(to html: inout HTMLWriter) {
    html.element(.svg, .class("gauge"), .width(.pixels(Self.width)), .height(.pixels(16)), .decorative) { html in
      bar(.class("bed"), 1, to: &html)
      bar(.class("fill"), level, to: &html)
      html.element(
        .rect, .class("mark"), .x(.pixels(Self.within(mark) * Self.width - 1)), .y(.pixels(1)), .width(.pixels(2)),
        .height(.pixels(14))
      ) { _ in }
    }
  }

  private func bar(_ name: HTMLAttribute, _ share: Double, to html: inout HTMLWriter) {
    html.element(
      .rect, name, .y(.pixels(5)), .width(.pixels(Self.within(share) * Self.width)), .height(.pixels(6)), .rounded(3)
    ) { _ in }
  }

  private static func within(_ share: Double) -> Double { min(1, max(0, share)) }
}
