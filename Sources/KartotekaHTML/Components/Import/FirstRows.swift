/// The first rows of a file as the records will be. Wide ones are scrolled.
package struct FirstRows: Component {
  package struct Heading {
    package var label: String
    package var isNumber: Bool

    package init(label: String, isNumber: Bool) { (self.label, self.isNumber) = (label, isNumber) }
  }

  /// The label for screen readers.
  package var label: String
  package var headings: [Heading]
  package var rows: [[String]]

  package init(label: String, headings: [Heading], rows: [[String]]) {
    (self.label, self.headings, self.rows) = (label, headings, rows)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.div, .class("peek"), .role("region"), .label(label), .tabIndex(0)) { html in
      html.element(.table) { html in
        html.element(.thead) { html in
          html.element(.tr) { html in
            for heading in headings {
              html.element(.th, .columnScope, heading.isNumber ? .class("num") : nil, text: heading.label)
            }
          }
        }
        html.element(.tbody) { html in
          for row in rows {
            html.element(.tr) { html in
              for (heading, cell) in zip(headings, row) {
                html.element(.td, heading.isNumber ? .class("num") : nil, text: cell)
              }
            }
          }
        }
      }
    }
  }
}
