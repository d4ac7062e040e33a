import KartotekaModel

/// A document to print: who sends it to whom, what it is about, a table of lines, sums. On the screen it is a sheet of
/// paper; on paper nothing but itself.
package struct PrintedDocument: Component {
  /// A line of the table: its cells in the order of the columns.
  package struct Row {
    package var title: String
    package var detail: String
    package var cells: [String]

    package init(title: String, detail: String, cells: [String]) {
      (self.title, self.detail, self.cells) = (title, detail, cells)
    }
  }

  /// "Invoice".
  package var title: String
  /// "Order 11078".
  package var subject: String
  /// The target of the back button.
  package var back: (title: String, href: URLPath)
  package var sender: [String]
  package var recipientTitle: String
  package var recipient: [String]
  package var facts: [(label: String, text: String)]
  /// The headings of the columns: the lines' own first, then those of numbers.
  package var columns: [String]
  package var rows: [Row]
  package var sums: [SumRow]
  package var note: String?
  /// Gives the document its number; nil once it has one.
  package var issuing: ActionButton?

  package init(
    title: String, subject: String, back: (title: String, href: URLPath), sender: [String], recipientTitle: String,
    recipient: [String], facts: [(label: String, text: String)], columns: [String], rows: [Row], sums: [SumRow],
    note: String? = nil, issuing: ActionButton? = nil
  ) {
    self.title = title
    self.subject = subject
    self.back = back
    self.sender = sender
    self.recipientTitle = recipientTitle
    self.recipient = recipient
    self.facts = facts
    self.columns = columns
    self.rows = rows
    self.sums = sums
    self.note = note
    self.issuing = issuing
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.section, .classes("col paper"), .labelledBy("lt")) { html in
      html.navigationBar(NavigationBar(leading: .origin(title: back.title, href: back.href), title: title)) { html in
        if case .link(let href)? = issuing?.target {
          html.element(.a, .classes("act main"), .href(href), text: issuing?.title ?? "")
        }
        html.element(
          .a, .classes("act main"), .href(ExternalURL(mailAbout: title + " · " + subject)), text: html.say("Mail"))
        // Without scripts browsers print all the same; the button would do nothing.
        html.element(
          .button, .classes("act main"), .id("print"), .isHidden, text: html.say("Print"))
      }
      html.element(.article, .class("sheet-a4")) { html in
        writeHead(to: &html)
        writeTable(to: &html)
        html.element(.div, .class("sums")) { $0.sums(sums) }
        if let note { html.element(.p, .class("dim"), text: note) }
      }
    }
  }

  private func writeHead(to html: inout HTMLWriter) {
    html.element(.header) { html in
      html.element(.div) { html in
        html.element(.h1, .id("lt"), text: title)
        html.element(.p, .class("dim"), text: subject)
      }
      html.element(.address) { html in
        for (index, line) in sender.enumerated() { html.element(index == 0 ? .b : .span, text: line) }
      }
    }
    html.element(.div, .class("parties")) { html in
      html.element(.div) { html in
        html.element(.h2, text: recipientTitle)
        html.element(.address) { html in
          for (index, line) in recipient.enumerated() { html.element(index == 0 ? .b : .span, text: line) }
        }
      }
      html.element(.dl) { html in
        for fact in facts {
          html.element(.dt, .class("dim"), text: fact.label)
          html.element(.dd, text: fact.text)
        }
      }
    }
  }

  private func writeTable(to html: inout HTMLWriter) {
    // The roles are said: on a phone the rows are not laid out as those of a table.
    html.element(.table, .role("table")) { html in
      html.element(.thead, .role("rowgroup")) { html in
        html.element(.tr, .role("row")) { html in
          for (index, column) in columns.enumerated() {
            html.element(
              .th, .columnScope, .role("columnheader"), index == 0 ? nil : .class("end"), text: column)
          }
        }
      }
      html.element(.tbody, .role("rowgroup")) { html in
        for row in rows {
          html.element(.tr, .role("row")) { html in
            html.element(.td, .role("cell")) { html in
              html.element(.b, text: row.title)
              if !row.detail.isEmpty { html.element(.span, .class("dim"), text: row.detail) }
            }
            for cell in row.cells { html.element(.td, .role("cell"), .class("end"), text: cell) }
          }
        }
      }
    }
  }
}
