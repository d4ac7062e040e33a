import KartotekaModel

/// A schematic picture of a screen of another system: grey bars, and the words of a step at the control that it is about.
///
/// The picture repeats its step, so that assistive technology leaves it out. The words are text outside the drawings: they wrap,
/// in each language.
struct StepPicture: Component {
  /// The kind of screen, which the upper edge shows.
  enum Screen { case phone, window }

  /// The drawing at the end of a row.
  enum Control { case further, switchedOn, tick, ticked, chosen }

  /// A row of the screen.
  enum Row {
    /// Words that don't matter, as a bar.
    case other
    /// Words above the rows.
    case heading(String)
    /// The row that is pressed, or has to look like this.
    case here(String, Control?)
    /// The button that is pressed, at the end of its row.
    case button(String)
  }

  let screen: Screen
  let rows: [Row]

  func write(to html: inout HTMLWriter) {
    html.element(.div, .class("shown"), .decorative) { html in
      switch screen {
      case .phone: drawing(30, 5, to: &html) { Self.pill(width: 30, height: 5, to: &$0) }
      case .window:
        drawing(30, 6, to: &html) { html in
          for x in [3.0, 15, 27] { Self.disc(.class("solid"), x: x, y: 3, radius: 3, to: &html) }
        }
      }
      for row in rows { write(row, to: &html) }
    }
  }

  private func write(_ row: Row, to html: inout HTMLWriter) {
    switch row {
    case .other: html.element(.div, .class("at")) { html in bar(to: &html) }
    case .heading(let words): html.element(.div, .classes("at heading"), text: words)
    case .here(let words, let control):
      html.element(.div, .classes("at here")) { html in
        html.element(.span, .class("grow"), text: words)
        if let control { write(control, to: &html) }
      }
    case .button(let words):
      html.element(.div, .class("at")) { html in
        bar(to: &html)
        html.element(.span, .class("here"), text: words)
      }
    }
  }

  private func bar(to html: inout HTMLWriter) {
    drawing(96, 8, to: &html) { Self.pill(width: 96, height: 8, to: &$0) }
  }

  private func write(_ control: Control, to html: inout HTMLWriter) {
    switch control {
    case .further: drawing(20, 20, to: &html) { html in html.element(.path, .shape("M7 4l6 6-6 6")) { _ in } }
    case .tick: drawing(20, 20, to: &html) { html in html.element(.path, .shape(Self.tick)) { _ in } }
    case .switchedOn:
      drawing(40, 24, to: &html) { html in
        Self.pill(width: 40, height: 24, to: &html)
        Self.disc(.class("knob"), x: 28, y: 12, radius: 9, to: &html)
      }
    case .ticked:
      drawing(20, 20, to: &html) { html in
        html.element(
          .rect, .x(.pixels(1)), .y(.pixels(1)), .width(.pixels(18)), .height(.pixels(18)), .rounded(4)
        ) { _ in }
        html.element(.path, .shape(Self.tick)) { _ in }
      }
    case .chosen:
      drawing(20, 20, to: &html) { html in
        Self.disc(nil, x: 10, y: 10, radius: 9, to: &html)
        Self.disc(.class("solid"), x: 10, y: 10, radius: 5, to: &html)
      }
    }
  }

  private static let tick = "M5 10l4 4 6-8"

  private func drawing(
    _ width: Double, _ height: Double, to html: inout HTMLWriter, _ shapes: (inout HTMLWriter) -> Void
  ) {
    html.element(
      .svg, .viewBox(x: 0, y: 0, width: width, height: height), .width(.pixels(width)), .height(.pixels(height)),
      content: shapes)
  }

  private static func pill(width: Double, height: Double, to html: inout HTMLWriter) {
    html.element(
      .rect, .class("solid"), .width(.pixels(width)), .height(.pixels(height)),
      .rounded(Int(clampingNearest: height / 2))
    ) { _ in }
  }

  private static func disc(
    _ name: HTMLAttribute?, x: Double, y: Double, radius: Int, to html: inout HTMLWriter
  ) {
    html.element(.circle, name, .middle(x: .pixels(x)), .middle(y: .pixels(y)), .radius(radius)) { _ in }
  }
}
