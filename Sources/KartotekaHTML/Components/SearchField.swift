/// The search field at the top of a list. It is a form of its own, so that Return finds where no script runs.
package struct SearchField: Component {
  /// What it searches, for those who don't see it: "Search by last name".
  package var label: String
  /// What stands in it while it is empty: "Last name".
  package var placeholder: String
  /// What is searched for now.
  package var text: String
  /// The list's address.
  package var action: URLPath
  /// What is sent along.
  package var hidden: [(name: String, value: String)] = []

  package init(
    label: String, placeholder: String, text: String, action: URLPath, hidden: [(name: String, value: String)] = []
  ) {
    self.label = label
    self.placeholder = placeholder
    self.text = text
    self.action = action
    self.hidden = hidden
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.form, .class("search"), .role("search"), .action(action)) { html in
      for item in hidden { html.hidden(item.name, item.value) }
      html.element(.label, .class("vh"), .for("q"), text: label)
      html.symbol(.find, .small)
      html.void(
        .input, .id("q"), .name("search"), .type("search"), .value(text), .placeholder(placeholder),
        .autocomplete("off"), .enterKey("search"),
        more: [.withoutSpelling, .autocapitalize("off")])
    }
  }
}
