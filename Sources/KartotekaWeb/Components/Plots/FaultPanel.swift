/// A panel that can't be shown, and why.
struct FaultPanel: Component {
  /// The panel's number among an overview's.
  var number: Int
  var title: String
  /// What is wrong, and what to do about it.
  var text: String

  func write(to html: inout HTMLWriter) {
    html.element(.section, .class("panel"), .labelled(by: PlotPanel.heading(number))) { html in
      html.panelHeader(number, title, nil) { _ in }
      html.element(.p, .class("bad"), text: text)
    }
  }
}
