import KartotekaModel

/// A chart as an SVG file, with colours of its own, for documents and slides.
package struct ChartPicture {
  private let panel: ChartPanel
  private var shapes: [String] = []
  private var bottom = 0.0

  private static let (width, margin, left, end) = (960.0, 24.0, 90.0, 936.0)
  /// The colours of the series, distinguished by their lightness as well.
  private static let colours = [
    "#1f4e79", "#f0a04b", "#3c8d5a", "#c8b6e2", "#a63d40", "#8cc5d8", "#6b5b2e", "#e07bab",
  ]

  package init(_ panel: ChartPanel) {
    self.panel = panel
    text(panel.title, Self.margin, 36, "font-size=\"20\" font-weight=\"600\"")
    bottom = 52
    if !panel.series.isEmpty { drawLegend() }
    if panel.hasAxis { drawAxis() } else { drawRows() }
  }

  /// The bytes of the file.
  package var file: String {
    let height = Self.text(bottom + Self.margin)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="960" height="\(height)" viewBox="0 0 960 \(height)" \
      font-family="system-ui, sans-serif" font-size="13" fill="#1d1b18" role="img" \
      aria-label="\(Self.escaped(panel.title))">
      <rect width="960" height="\(height)" fill="#ffffff"/>
      \(shapes.joined(separator: "\n"))
      </svg>

      """
  }

  private mutating func drawLegend() {
    var x = Self.margin
    for (index, title) in panel.series.enumerated() {
      let width = Double(title.count) * 7.5 + 36
      if x > Self.margin, x + width > Self.end { (x, bottom) = (Self.margin, bottom + 22) }
      rectangle(x, bottom, 12, 12, index)
      text(title, x + 18, bottom + 11)
      x += width
    }
    bottom += 26
  }

  private mutating func drawAxis() {
    let geometry = ChartGeometry(panel)
    let (top, width) = (bottom, Self.end - Self.left)
    // The drawing is as high as on a page, times two.
    func y(_ place: Double) -> Double { top + place * 2 }
    for mark in geometry.marks {
      shapes.append(
        "<path d=\"M\(Self.text(Self.left)) \(Self.text(y(mark.y)))H\(Self.text(Self.end))\" stroke=\"#ddd7ca\"/>")
      text(mark.text, Self.left - 8, y(mark.y) + 4, "text-anchor=\"end\"")
    }
    for bar in geometry.bars {
      rectangle(Self.left + bar.x * width, y(bar.y), bar.width * width, bar.height * 2, bar.series)
    }
    for run in geometry.runs {
      let doubled = ChartGeometry.Run(
        series: run.series, points: run.points.map { ($0.x, y($0.y)) }, base: run.base.map { ($0.x, y($0.y)) })
      let colour = Self.colours[run.series % Self.colours.count]
      let paint = run.base.isEmpty ? "fill=\"none\" stroke=\"\(colour)\" stroke-width=\"3\"" : "fill=\"\(colour)\""
      shapes.append("<path d=\"\(doubled.path(width, from: Self.left))\" \(paint)/>")
    }
    bottom = y(ChartGeometry.above + ChartGeometry.height) + 22
    for label in geometry.labels {
      text(label.text, Self.left + label.x * width, bottom, "text-anchor=\"middle\"")
    }
    for group in panel.groups where group.isBeside {
      bottom += 22
      text(group.title + ": " + group.total.text, Self.margin, bottom)
    }
  }

  private mutating func drawRows() {
    let scale = RowScale(panel)
    let (left, width, top) = (300.0, 480.0, bottom)
    for group in panel.groups {
      text(String(group.title.prefix(40)), left - 12, bottom + 16, "text-anchor=\"end\"")
      for bar in scale.bars(group, panel) {
        rectangle(left + bar.x * width, bottom + 2, bar.width * width, 18, bar.series)
      }
      let share = RowPlot.share(of: group, panel).map { $0 + " · " } ?? ""
      text(share + group.total.text, left + width + 12, bottom + 16)
      bottom += 26
    }
    guard scale.hasBelow else { return }
    let zero = Self.text(left + scale.zero * width)
    shapes.append("<path d=\"M\(zero) \(Self.text(top))V\(Self.text(bottom))\" stroke=\"#8a8377\"/>")
  }

  // MARK: Shapes

  private mutating func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ series: Int) {
    let colour = Self.colours[series % Self.colours.count]
    shapes.append(
      "<rect x=\"\(Self.text(x))\" y=\"\(Self.text(y))\" width=\"\(Self.text(width))\" height=\"\(Self.text(height))\" "
        + "fill=\"\(colour)\"/>")
  }

  private mutating func text(_ text: String, _ x: Double, _ y: Double, _ attributes: String = "") {
    shapes.append(
      "<text x=\"\(Self.text(x))\" y=\"\(Self.text(y))\" \(attributes)>\(Self.escaped(text))</text>")
  }

  /// A number of at most one digit after the point.
  static func text(_ number: Double) -> String {
    let tenths = Int64(clampingNearest: number * 10)
    let (whole, rest) = (tenths.magnitude / 10, tenths.magnitude % 10)
    // The sign of what is between -1 and 0 is not that of its wholes.
    return (tenths < 0 ? "-" : "") + String(whole) + (rest == 0 ? "" : "." + String(rest))
  }

  // XML 1.0 has no characters below a space but tabs and line ends.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{9}", "\u{A}", "\u{D}": result += " "
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
