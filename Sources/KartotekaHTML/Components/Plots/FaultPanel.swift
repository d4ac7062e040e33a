/// A panel that can't be shown, and why.
package struct FaultPanel: Component {
  /// The panel's number among an overview's.
  package var number: Int
  package var title: String
  /// What is wrong, and what to do about it.
  package var text: String

  package init(number: Int, title: String, text: String) {
    (self.number, self.title, self.text) = (number, title, text)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .class("panel"), .labelled(by: PlotPanel.heading(number))) { html in
      html.panelHeader(number, title, nil) { _ in }
      html.element(.p, .class("bad"), text: text)
    }
  }
}
