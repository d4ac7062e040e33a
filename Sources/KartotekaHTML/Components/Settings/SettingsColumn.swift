import KartotekaModel

/// Everything about an application that is not its records: what can be set, data in and out, what it is.
package struct SettingsColumn: Component {
  /// The identity by which live updates know it.
  package static let id = "settings"

  package var title: String
  package var content: [any Component]

  package init(title: String, content: [any Component]) {
    (self.title, self.content) = (title, content)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .classes("col list full"), .labelledBy("lt")) { html in
      html.element(.div, .classes("wide narrow")) { html in
        html.navigationBar(NavigationBar(leading: .allApps, title: title)) { _ in }
        html.largeTitle(title, isMain: true)
        html.element(.div, .id(Self.id)) { html in
          for part in content { part.write(to: &html) }
        }
      }
    }
  }
}
