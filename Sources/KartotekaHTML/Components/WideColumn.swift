/// A screen that is one column: settings, history, an error within an app.
struct WideColumn: Component {
  var title: String
  /// Whether it keeps to a width that is good to read.
  var isNarrow = true
  /// What stands at the bar's beginning.
  var leading = NavigationBar.Leading.allApps
  var content: [any Component]

  func write(to html: inout HTMLWriter) {
    html.element(.section, .classes("col list full"), .labelledBy("lt")) { html in
      html.element(.div, .classes("wide", isNarrow ? " narrow" : "")) { html in
        html.navigationBar(NavigationBar(leading: leading, title: title)) { _ in }
        html.largeTitle(title, isMain: true)
        for part in content { part.write(to: &html) }
      }
    }
  }
}
