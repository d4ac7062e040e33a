import KartotekaModel

/// A share of all there is, and how it is made up: a number, and a bar for each part.
package struct SharePanel: Component {
  /// One part.
  package struct Part {
    package var title: String
    package var count: Int
    package var all: Int
    /// The address of its records; nil if it has none.
    package var href: URLPath?

    package init(title: String, count: Int, all: Int, href: URLPath? = nil) {
      (self.title, self.count, self.all, self.href) = (title, count, all, href)
    }
  }

  package var title: String
  /// "19 of 198 countries and 2 territories, 44 cities".
  package var text: String
  /// "10 %".
  package var share: String
  package var parts: [Part]
  /// The next step, while there are no records.
  package var empty: (text: String, button: ActionButton)?

  package init(
    title: String, text: String, share: String, parts: [Part], empty: (text: String, button: ActionButton)? = nil
  ) {
    self.title = title
    self.text = text
    self.share = share
    self.parts = parts
    self.empty = empty
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .class("panel"), .labelledBy("share")) { html in
      html.element(.header) { html in
        html.element(.div) { html in
          html.element(.h2, .id("share"), text: title)
          html.element(.p, .class("foot"), text: text)
        }
        html.element(.span, .classes("big num"), text: share)
      }
      if let empty {
        html.element(.p, .classes("dim lead"), text: empty.text)
        html.actionButton(empty.button, isMain: true)
      } else {
        html.element(.ul, .class("cont")) { html in
          for part in parts { html.element(.li) { write(part, to: &$0) } }
        }
      }
    }
  }

  private func write(_ part: Part, to html: inout HTMLWriter) {
    if let href = part.href {
      html.element(.a, .class("hbar"), .href(href)) { content(of: part, to: &$0) }
    } else {
      html.element(.div, .class("hbar")) { content(of: part, to: &$0) }
    }
  }

  private func content(of part: Part, to html: inout HTMLWriter) {
    html.element(.span, text: part.title)
    let share = part.all > 0 ? Double(part.count) / Double(part.all) * 100 : 0
    html.element(.svg, .decorative) { html in
      html.element(.rect, .class("bed"), .width(.percent(100)), .height(.pixels(12)), .rounded(3)) { _ in }
      if part.count > 0 {
        html.element(.rect, .class("fill"), .width(.percent(share)), .height(.pixels(12)), .rounded(3)) { _ in }
      }
    }
    html.element(
      .span, .classes("num end"),
      text: html.say("{found} of {all}", ["found": .count(part.count), "all": .count(part.all)]))
  }
}
