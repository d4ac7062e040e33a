import KartotekaModel

/// The description of an application: its purpose, its functions, whose data and services it uses.
package struct AboutColumn: Component {
  /// The credit of a source of data or of a service.
  package struct Credit {
    package var text: String
    package var href: ExternalURL?

    package init(text: String, href: ExternalURL? = nil) {
      (self.text, self.href) = (text, href)
    }
  }

  package var title: String
  package var back: (title: String, href: URLPath)
  package var text: String?
  package var functions: [String]
  package var credits: [Credit]
  package var version: String

  package init(
    title: String, back: (title: String, href: URLPath), text: String? = nil, functions: [String], credits: [Credit],
    version: String
  ) {
    self.title = title
    self.back = back
    self.text = text
    self.functions = functions
    self.credits = credits
    self.version = version
  }

  package func write(to html: inout HTMLWriter) {
    let say = html.say
    html.column(title, .origin(title: back.title, href: back.href), classes: "wide narrow about") { html in
      if let text { html.element(.p, .class("prose"), text: text) }
      if !functions.isEmpty {
        html.element(.h2, .class("over"), text: say("What it does"))
        html.element(.ul, .classes("group points")) { html in
          for function in functions {
            html.element(.li) {
              $0.element(.span, .class("row")) { $0.element(.span, .class("wrap"), text: function) }
            }
          }
        }
      }
      if !credits.isEmpty {
        html.element(.h2, .class("over"), text: say("Data and services"))
        html.element(.ul, .class("group")) { html in
          for credit in credits { html.element(.li) { write(credit, to: &$0) } }
        }
      }
      RowGroup(rows: [LinkRow(title: say("Version"), value: version)]).write(to: &html)
    }
  }

  private func write(_ credit: Credit, to html: inout HTMLWriter) {
    guard let href = credit.href else {
      return html.element(.span, .class("row")) { $0.element(.span, .class("wrap"), text: credit.text) }
    }
    html.element(.a, .class("row"), .href(href), .external) { html in
      html.element(.span, .classes("grow wrap"), text: credit.text)
      html.symbol(.go, .chevron)
    }
  }
}
