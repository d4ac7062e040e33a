import KartotekaModel

/// Labels to print, on sheets of paper that are divided into equal ones.
package struct LabelSheets: Component {
  /// The division of a sheet: paper, columns and rows.
  package enum Format: String, CaseIterable, Sendable {
    case a4x24, a4x21, a4x14, letter30

    /// The number of labels on a sheet.
    var count: Int {
      switch self {
      case .a4x24: 24
      case .a4x21: 21
      case .a4x14: 14
      case .letter30: 30
      }
    }

    /// "A4 · 3 × 8 · 70 × 37 mm".
    var title: String {
      switch self {
      case .a4x24: "A4 · 3 × 8 · 70 × 37 mm"
      case .a4x21: "A4 · 3 × 7 · 63.5 × 38.1 mm"
      case .a4x14: "A4 · 2 × 7 · 99.1 × 38.1 mm"
      case .letter30: "Letter · 3 × 10 · 2⅝ × 1 in"
      }
    }

    fileprivate var attribute: HTMLAttribute {
      switch self {
      case .a4x24: .format("a4x24")
      case .a4x21: .format("a4x21")
      case .a4x14: .format("a4x14")
      case .letter30: .format("letter30")
      }
    }
  }

  /// A label.
  package struct Label {
    /// The lines: the first one is the title.
    package var lines: [String]
    /// The texts that are also drawn as codes, below the lines.
    package var codes: [String]

    package init(lines: [String], codes: [String] = []) { (self.lines, self.codes) = (lines, codes) }
  }

  /// The drawing of codes.
  package enum Drawing: String, CaseIterable, Sendable {
    case bars, qr

    package var title: Phrase {
      switch self {
      case .bars: "Bar codes"
      case .qr: "QR codes"
      }
    }
  }

  package var title: String
  /// The target of the back button.
  package var back: (title: String, href: URLPath)
  package var format: Format
  /// The page with another format.
  package var formats: [(format: Format, href: URLPath)]
  package var labels: [Label]
  /// The drawing of codes, and the page with another one.
  package var drawing: Drawing
  package var drawings: [(drawing: Drawing, href: URLPath)]
  package var note: String

  package init(
    title: String, back: (title: String, href: URLPath), format: Format, formats: [(format: Format, href: URLPath)],
    labels: [Label], drawing: Drawing = .bars, drawings: [(drawing: Drawing, href: URLPath)] = [], note: String
  ) {
    self.title = title
    self.back = back
    self.format = format
    self.formats = formats
    self.labels = labels
    (self.drawing, self.drawings) = (drawing, drawings)
    self.note = note
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .classes("col paper"), .labelledBy("lt")) { html in
      html.navigationBar(NavigationBar(leading: .origin(title: back.title, href: back.href), title: title)) { html in
        // Without scripts browsers print all the same; the button would do nothing.
        html.element(.button, .classes("act main"), .id("print"), .isHidden, text: html.say("Print"))
      }
      html.element(.div, .class("label-choice")) { html in
        html.largeTitle(title, isMain: true)
        html.element(.p, .classes("pad dim"), text: note)
        html.element(.ul, .class("pad")) { html in
          for (format, href) in formats {
            html.element(.li) { html in
              html.element(
                .a, .href(href), format == self.format ? .current("true") : nil, text: format.title)
            }
          }
        }
        if labels.contains(where: { !$0.codes.isEmpty }) {
          html.element(.ul, .class("pad")) { html in
            for (drawing, href) in drawings {
              html.element(.li) { html in
                html.element(
                  .a, .href(href), drawing == self.drawing ? .current("true") : nil, text: html.say(drawing.title))
              }
            }
          }
        }
      }
      for start in stride(from: 0, to: labels.count, by: format.count) {
        html.element(.ul, .class("label-sheet"), format.attribute) { html in
          for label in labels[start..<min(start + format.count, labels.count)] {
            html.element(.li) { html in
              for (index, line) in label.lines.enumerated() { html.element(index == 0 ? .b : .span, text: line) }
              for code in label.codes { write(code, to: &html) }
            }
          }
        }
      }
    }
  }

  // A text that bars can't have is a QR code, and one that is too long for it is only written.
  private func write(_ code: String, to html: inout HTMLWriter) {
    if drawing == .bars, let bars = BarCode(code) {
      html.barCode(bars, label: code)
    } else if let square = QRCode(code) {
      html.element(.span, .class("square")) { $0.qrCode(square, label: code) }
    }
    html.element(.span, .class("code"), text: code)
  }
}
