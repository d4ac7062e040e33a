import KartotekaModel
import KartotekaScreens

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
  /// The text above the lines.
  package var opening: String?
  /// The paper; nil for that of the printer.
  package var paper: DocumentDescription.Paper?
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
      writeSheet(to: &html)
    }
  }

  /// Writes the sheet of paper.
  /// - Parameter isPreview: whether it is a part of another page, which has headings of its own.
  func writeSheet(isPreview: Bool = false, to html: inout HTMLWriter) {
    let classes: StaticString =
      switch paper {
      case nil: "sheet-a4"
      case .a4: "sheet-a4 on-a4"
      case .letter: "sheet-a4 on-letter"
      }
    html.element(.article, .classes(classes)) { html in
      writeHead(isPreview: isPreview, to: &html)
      if let opening { html.element(.p, .class("said"), text: opening) }
      if !columns.isEmpty { writeTable(to: &html) }
      if !sums.isEmpty { html.element(.div, .class("sums")) { $0.sums(sums) } }
      if let note { html.element(.p, .classes("said dim"), text: note) }
    }
  }

  private func writeHead(isPreview: Bool, to html: inout HTMLWriter) {
    html.element(.header) { html in
      html.element(.div) { html in
        if isPreview {
          html.element(.p, .class("name"), text: title)
        } else {
          html.element(.h1, .id("lt"), text: title)
        }
        html.element(.p, .class("dim"), text: subject)
      }
      writeAddress(sender, to: &html)
    }
    if recipient.isEmpty, facts.isEmpty { return }
    html.element(.div, .class("parties")) { html in
      html.element(.div) { html in
        if !recipient.isEmpty, !recipientTitle.isEmpty {
          if isPreview {
            html.element(.p, .class("head"), text: recipientTitle)
          } else {
            html.element(.h2, text: recipientTitle)
          }
        }
        writeAddress(recipient, to: &html)
      }
      if facts.isEmpty { return }
      html.element(.dl) { html in
        for fact in facts {
          html.element(.dt, .class("dim"), text: fact.label)
          html.element(.dd, text: fact.text)
        }
      }
    }
  }

  private func writeAddress(_ lines: [String], to html: inout HTMLWriter) {
    if lines.isEmpty { return }
    html.element(.address) { html in
      for (index, line) in lines.enumerated() { html.element(index == 0 ? .b : .span, text: line) }
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

/// A document beside what describes it.
package struct DocumentPreview: Component {
  /// The document; nil where there is no record yet.
  package var document: PrintedDocument?
  /// The heading; nil for none.
  package var title: String?

  package init(_ document: PrintedDocument?, title: String? = nil) { (self.document, self.title) = (document, title) }

  package func write(to html: inout HTMLWriter) {
    if let title { html.over(title) }
    if let document {
      document.writeSheet(isPreview: true, to: &html)
    } else {
      html.element(.p, .class("under"), text: html.say("There is no record yet."))
    }
  }
}
