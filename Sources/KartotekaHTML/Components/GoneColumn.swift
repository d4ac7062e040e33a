/// The record's column when somebody else has deleted the record that stood there.
package struct GoneColumn: Component {
  /// Where the way back leads.
  package var back: (title: String, href: URLPath)

  package init(back: (title: String, href: URLPath)) {
    self.back = back
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.article, .classes("col record")) { html in
      html.navigationBar(NavigationBar(leading: .back(title: back.title, href: back.href), title: "")) { _ in }
      html.element(.div, .class("wide")) { html in
        html.element(.div, .role("alert")) { html in
          html.add(
            EmptyState(
              title: html.say("This card is gone"),
              text: html.say("Somebody else has deleted it. Whoever did can undo that."),
              buttons: [ActionButton(title: back.title, target: .link(back.href))]))
        }
      }
    }
  }
}
