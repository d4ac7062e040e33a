import KartotekaModel

/// The last pages with what the database was asked for each.
package struct DeveloperColumn: Component {
  /// A page that was shown.
  package struct Page {
    package var address: URLPath
    /// The time of all its statements, as a person reads it.
    package var time: String
    package var statements: [Statement]

    package init(address: URLPath, time: String, statements: [Statement]) {
      (self.address, self.time, self.statements) = (address, time, statements)
    }
  }

  /// One statement.
  package struct Statement {
    package var sql: String
    package var time: String
    package var rows: String
    /// The steps of its query plan.
    package var plan: [String]

    package init(sql: String, time: String, rows: String, plan: [String]) {
      (self.sql, self.time, self.rows, self.plan) = (sql, time, rows, plan)
    }
  }

  /// The address of this screen.
  package var path: URLPath
  package var back: (title: String, href: URLPath)
  package var isOn: Bool
  package var pages: [Page]

  package init(path: URLPath, back: (title: String, href: URLPath), isOn: Bool, pages: [Page]) {
    (self.path, self.back, self.isOn, self.pages) = (path, back, isOn, pages)
  }

  package func write(to html: inout HTMLWriter) {
    let say = html.say
    html.element(.section, .classes("col list full"), .labelledBy("lt")) { html in
      html.navigationBar(
        NavigationBar(leading: .back(title: back.title, href: back.href), title: say("Developer"))
      ) { _ in }
      html.element(.div, .class("wide")) { html in
        html.largeTitle(say("Developer"), isMain: true)
        writeSwitch(to: &html)
        for page in pages { write(page, to: &html) }
        if isOn, pages.isEmpty { html.element(.p, .class("under"), text: say("No page was shown since.")) }
      }
    }
  }

  private func writeSwitch(to html: inout HTMLWriter) {
    html.element(
      .p, .classes("pad sub dim"),
      text: html.say(
        "Shows the SQL behind each page that this browser opens: its time, its rows and how SQLite goes about it."))
    html.element(.form, .class("deeds"), .post, .action(path)) { html in
      html.element(
        .button, .classes("btn", isOn ? "" : " main"), .name("on"), .value(isOn ? "no" : "yes"),
        text: html.say(isOn ? "Stop recording" : "Record statements"))
    }
  }

  private func write(_ page: Page, to html: inout HTMLWriter) {
    html.element(.h2, .class("over")) { html in
      html.element(.a, .href(page.address), text: page.address.text)
      html.element(.span, .class("num"), text: page.time)
    }
    html.element(.ul, .classes("group rows")) { html in
      for statement in page.statements {
        html.element(.li) { html in
          html.element(.div, .class("row")) { html in
            html.element(.span, .class("grow")) { html in
              html.element(.span, .classes("t wrap mono"), text: statement.sql)
              for step in statement.plan { html.element(.span, .classes("d wrap mono"), text: step) }
            }
            html.element(.span, .classes("v sub"), text: statement.time + " · " + statement.rows)
          }
        }
      }
      if page.statements.isEmpty {
        html.element(.li) { html in
          html.element(.span, .classes("row dim"), text: html.say("Nothing was asked: the answer was known."))
        }
      }
    }
  }
}
