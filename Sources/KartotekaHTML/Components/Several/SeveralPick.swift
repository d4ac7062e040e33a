import KartotekaModel

/// The choice of the field, link or action for several records: each is a row that leads on.
package struct SeveralPick: Component {
  /// Rows that send the same step.
  package struct Group {
    package var title: String?
    package var step: FormName.SeveralStep
    /// The name of what is chosen.
    package var name: String
    package var choices: [(value: String, title: String)]

    package init(
      title: String? = nil, step: FormName.SeveralStep, name: String, choices: [(value: String, title: String)]
    ) {
      (self.title, self.step, self.name, self.choices) = (title, step, name, choices)
    }
  }

  package var title: String
  package var back: (title: String, href: URLPath)
  package var action: URLPath
  /// The hidden fields with the chosen records.
  package var hidden: [(name: String, value: String)]
  package var groups: [Group]
  /// Why nothing can be chosen.
  package var fault: String?

  package init(
    title: String, back: (title: String, href: URLPath), action: URLPath, hidden: [(name: String, value: String)],
    groups: [Group], fault: String? = nil
  ) {
    (self.title, self.back, self.action) = (title, back, action)
    (self.hidden, self.groups, self.fault) = (hidden, groups, fault)
  }

  package func write(to html: inout HTMLWriter) {
    html.column(title, .origin(title: back.title, href: back.href)) { html in
      if let fault { html.formFault(fault) }
      for group in groups where !group.choices.isEmpty {
        if let title = group.title { html.element(.h2, .class("over"), text: title) }
        html.element(.form, .post, .class("picks"), .action(action)) { html in
          for (name, value) in hidden { html.hidden(name, value) }
          html.hidden(FormName.severalStep, group.step.rawValue)
          html.element(.ul, .class("group")) { html in
            for choice in group.choices {
              html.element(.li) { html in
                html.element(.button, .class("row"), .name(group.name), .value(choice.value)) { html in
                  html.element(.span, .classes("t grow"), text: choice.title)
                  html.symbol(.go, .chevron)
                }
              }
            }
          }
        }
      }
    }
  }
}
