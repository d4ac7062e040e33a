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

    /// "A4 · 3 × 7 · 63.5 × 38.1 mm", with the decimal mark of the language.
    func title(in language: Language) -> String {
      let title =
        switch self {
        case .a4x24: "A4 · 3 × 8 · 70 × 37 mm"
        case .a4x21: "A4 · 3 × 7 · 63.5 × 38.1 mm"
        case .a4x14: "A4 · 2 × 7 · 99.1 × 38.1 mm"
        case .letter30: "Letter · 3 × 10 · 2⅝ × 1 in"
        }
      return String(title.flatMap { $0 == "." ? language.decimalMark : String($0) })
    }

    /// The most codes that a label has room for: bars one below the other, QR codes beside each other.
    fileprivate func room(forSquares isSquare: Bool) -> Int {
      switch self {
      case .a4x24, .a4x21: isSquare ? 1 : 2
      case .a4x14: 2
      case .letter30: 1
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
    /// The texts that are also drawn as codes, bars below the lines and QR codes beside them.
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

  /// The drawing of a text: bars, a QR code, or none.
  private enum Figure {
    case bars(BarCode)
    case square, none

    var isSquare: Bool { if case .square = self { true } else { false } }
  }

  private typealias DrawnCode = (text: String, figure: Figure)

  package func write(to html: inout HTMLWriter) {
    let codes = labels.map { drawn($0.codes) }
    let leftOut = zip(labels, codes).reduce(0) { $0 + $1.0.codes.count - $1.1.count }
    html.element(.section, .classes("col paper"), .labelledBy("lt")) { html in
      html.navigationBar(NavigationBar(leading: .origin(title: back.title, href: back.href), title: title)) { html in
        // Without scripts browsers print all the same; the button would do nothing.
        html.element(.button, .classes("act main"), .id("print"), .isHidden, text: html.say("Print"))
      }
      html.element(.div, .class("label-choice")) { html in
        html.largeTitle(title, isMain: true)
        html.element(.p, .classes("pad dim"), text: note)
        if leftOut > 0 {
          let text = html.say(
            "{count} codes are left out: labels of this size have no room for them.", ["count": .count(leftOut)])
          html.element(.p, .classes("pad dim"), text: text)
        }
        html.element(.ul, .class("pad")) { html in
          for (format, href) in formats {
            html.element(.li) { html in
              html.element(
                .a, .href(href), format == self.format ? .current("true") : nil,
                text: format.title(in: html.say.language))
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
          for index in start..<min(start + format.count, labels.count) {
            write(labels[index], codes[index], to: &html)
          }
        }
      }
    }
  }

  private func write(_ label: Label, _ codes: [DrawnCode], to html: inout HTMLWriter) {
    var layout: HTMLAttribute?
    if let first = codes.first {
      layout = first.figure.isSquare ? .class("beside") : codes.count == 1 ? .class("one") : .class("two")
    }
    html.element(.li, layout) { html in
      html.element(.div, .class("said")) { html in
        for (index, line) in label.lines.enumerated() { html.element(index == 0 ? .b : .span, text: line) }
      }
      guard !codes.isEmpty else { return }
      html.element(.div, .class("codes")) { html in
        for code in codes { html.element(.div) { write(code, to: &$0) } }
      }
    }
  }

  private func write(_ code: DrawnCode, to html: inout HTMLWriter) {
    switch code.figure {
    case .bars(let bars): html.barCode(bars, label: code.text)
    case .square:
      if let square = QRCode(code.text) {
        html.element(.span, .class("square")) { $0.qrCode(square, label: code.text) }
      }
    case .none: break
    }
    html.element(.span, .class("code"), text: code.text)
  }

  // The codes for which there is room, all with the layout of the first one.
  private func drawn(_ texts: [String]) -> [DrawnCode] {
    var codes: [DrawnCode] = []
    for text in texts {
      if let first = codes.first, codes.count == format.room(forSquares: first.figure.isSquare) { break }
      let figure = figure(of: text)
      if let first = codes.first, first.figure.isSquare != figure.isSquare { continue }
      codes.append((text, figure))
    }
    return codes
  }

  // A text that bars can't have is a QR code, and one that is too long for it is only written.
  private func figure(of text: String) -> Figure {
    if drawing == .bars, let bars = BarCode(text) { return .bars(bars) }
    return text.utf8.count <= QRCode.longest ? .square : .none
  }
}
