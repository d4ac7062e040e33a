/// A PDF file in its page, by the browser's own viewer: a part that opens. A script shows it where the browser has a viewer, and
/// loads the file while the part is open. Elsewhere the link beside it is all.
package struct FilePreview: Component {
  /// The address of the file for a frame.
  package var source: URLPath
  /// The name of the file.
  package var title: String

  package init(source: URLPath, title: String) { (self.source, self.title) = (source, title) }

  package func write(to html: inout HTMLWriter) {
    html.element(.details, .class("preview"), .isHidden, .framed(source), .title(title)) { html in
      html.element(.summary, .classes("btn small"), text: html.say("Show"))
    }
  }
}
