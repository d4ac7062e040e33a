/// A screen that is one column: settings, history, an error within an app.
struct WideColumn: Component {
  var title: String
  /// Whether its width is limited for reading.
  var isNarrow = true
  /// The leading item of the bar.
  var leading = NavigationBar.Leading.allApps
  var content: [any Component]

  func write(to html: inout HTMLWriter) {
    html.column(title, leading, classes: isNarrow ? "wide narrow" : "wide") { html in
      for part in content { part.write(to: &html) }
    }
  }
}

/// The column of a page that an application writes.
package struct OwnColumn: Component {
  package var title: String
  package var leading: NavigationBar.Leading
  package var content: @Sendable (inout HTMLWriter) -> Void

  package init(
    title: String, leading: NavigationBar.Leading, write content: @escaping @Sendable (inout HTMLWriter) -> Void
  ) {
    (self.title, self.leading, self.content) = (title, leading, content)
  }

  package func write(to html: inout HTMLWriter) {
    html.add(WideColumn(title: title, leading: leading, content: [Content(content: content)]))
  }

  private struct Content: Component {
    let content: @Sendable (inout HTMLWriter) -> Void

    func write(to html: inout HTMLWriter) { html.ownContent(content) }
  }
}

/// A page that an application writes, without the frame: its title, its content, and a link back below.
package struct FramelessColumn: Component {
  private let title: String
  private let back: (title: String, href: URLPath)
  private let content: @Sendable (inout HTMLWriter) -> Void

  package init(
    title: String, back: (title: String, href: URLPath), write content: @escaping @Sendable (inout HTMLWriter) -> Void
  ) {
    (self.title, self.back, self.content) = (title, back, content)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.h1, text: title)
    html.ownContent(content)
    html.element(.p, .class("foot")) { $0.link(back.title, to: back.href) }
  }
}

extension HTMLWriter {
  // Scripts find it by its id when they show a change.
  fileprivate mutating func ownContent(_ content: (inout HTMLWriter) -> Void) {
    element(.div, .id("own"), content: content)
  }
}

/// A block of a record's page that an application writes.
package struct OwnBlock: Component {
  private let title: String
  private let content: @Sendable (inout HTMLWriter) -> Void

  package init(title: String, write content: @escaping @Sendable (inout HTMLWriter) -> Void) {
    (self.title, self.content) = (title, content)
  }

  package func write(to html: inout HTMLWriter) {
    html.heading(title)
    content(&html)
  }
}

/// The record's column after another person has deleted the record.
package struct GoneColumn: Component {
  /// The back link.
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
