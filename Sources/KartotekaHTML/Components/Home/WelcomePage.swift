import KartotekaScreens

/// An app's first screen: its card with name and purpose, then its main screens as dividers, each with what it holds.
package struct WelcomePage: Component {
  /// One of the main screens.
  package struct Choice {
    package var title: String
    package var symbol: Symbol
    /// "77 products".
    package var counted: String
    package var href: URLPath

    package init(title: String, symbol: Symbol, counted: String, href: URLPath) {
      (self.title, self.symbol, self.counted, self.href) = (title, symbol, counted, href)
    }
  }

  package var title: String
  /// One line about the app.
  package var summary: String
  package var icon: AppIcon
  package var question: String
  package var choices: [Choice] = []
  /// The further rows.
  package var rows: [LinkRow] = []
  /// The buttons that are offered while the app has no records.
  package var beginnings: [ActionButton] = []

  package init(
    title: String, summary: String, icon: AppIcon, question: String, choices: [Choice] = [], rows: [LinkRow] = [],
    beginnings: [ActionButton] = []
  ) {
    self.title = title
    self.summary = summary
    self.icon = icon
    self.question = question
    self.choices = choices
    self.rows = rows
    self.beginnings = beginnings
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .classes("col list full"), .labelledBy("lt")) { html in
      html.element(.div, .classes("wide narrow welcome")) { html in
        html.navigationBar(NavigationBar(leading: .allApps, title: title)) { _ in }
        html.element(.header) { html in
          html.add(icon)
          html.element(.h1, .id("lt"), text: title)
          html.element(.p, .classes("dim"), text: summary)
        }
        writeBeginnings(to: &html)
        html.element(.h2, .class("ask-for"), text: question)
        html.element(.ul, .class("stack")) { html in
          for choice in choices { html.element(.li) { write(choice, to: &$0) } }
        }
        html.add(RowGroup(rows: rows))
      }
    }
  }

  private func writeBeginnings(to html: inout HTMLWriter) {
    guard !beginnings.isEmpty else { return }
    html.element(.form, .post, .class("begin")) { html in
      html.element(.p, .class("dim"), text: html.say("There is nothing here yet."))
      for (index, button) in beginnings.enumerated() { html.actionButton(button, isMain: index == 0) }
    }
  }

  private func write(_ choice: Choice, to html: inout HTMLWriter) {
    html.element(.a, .class("div"), .href(choice.href)) { html in
      html.element(.span, .class("tab")) { $0.symbol(choice.symbol, .small) }
      html.element(.span, .class("body")) { html in
        html.element(.span, .class("name")) { html in
          html.text(choice.title)
          html.text(" ")
          html.element(.span, .classes("foot num"), text: choice.counted)
        }
      }
    }
  }
}
