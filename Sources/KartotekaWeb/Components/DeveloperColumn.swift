import KartotekaModel

/// The last pages with what the database was asked for each.
struct DeveloperColumn: Component {
  /// A page that was shown.
  struct Page {
    var address: URLPath
    /// How long its statements took in all, as a person reads it.
    var time: String
    var statements: [Statement]
  }

  /// One statement.
  struct Statement {
    var sql: String
    var time: String
    var rows: String
    /// The steps of its query plan.
    var plan: [String]
  }

  /// The address of this screen.
  var path: URLPath
  var back: (title: String, href: URLPath)
  var isOn: Bool
  var pages: [Page]

  func write(to html: inout HTMLWriter) {
    let say = html.say
    html.element(.section, .classes("col list full"), .labelledBy("lt")) { html in
      html.element(.div, .class("wide")) { html in
        html.navigationBar(
          NavigationBar(leading: .back(title: back.title, href: back.href), title: say("Developer"))
        ) { _ in }
        html.largeTitle(say("Developer"), isMain: true)
        writeSwitch(to: &html)
        for page in pages { write(page, to: &html) }
        if isOn, pages.isEmpty { html.element(.p, .class("under"), text: say("No page was shown since.")) }
      }
    }
  }

  private func writeSwitch(to html: inout HTMLWriter) {
    html.element(
      .p, .class("under"),
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
