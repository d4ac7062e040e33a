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

    func write(to html: inout HTMLWriter) { content(&html) }
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
