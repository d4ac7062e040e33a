import KartotekaModel

/// The first screen of an import: the field for files, the sample files, pending imports and earlier imports.
package struct ImportStart: Component {
  /// Files that wait, or an import.
  package struct Row {
    package var title: String
    package var detail: String
    package var href: URLPath
    /// The remark on open rows or on a failure.
    package var remark: (text: String, isBad: Bool)?

    package init(title: String, detail: String, href: URLPath, remark: (text: String, isBad: Bool)? = nil) {
      (self.title, self.detail, self.href, self.remark) = (title, detail, href, remark)
    }
  }

  /// The address to which files are sent.
  package var action: URLPath
  /// The fault of the submitted files.
  package var fault: String?
  /// Loads the files that the application brings along.
  package var sample: (href: URLPath, text: String)?
  /// Files that wait to be imported.
  package var waiting: [Row]
  /// Imports, newest first.
  package var earlier: [Row]

  package init(
    action: URLPath, fault: String? = nil, sample: (href: URLPath, text: String)? = nil, waiting: [Row], earlier: [Row]
  ) {
    self.action = action
    self.fault = fault
    self.sample = sample
    self.waiting = waiting
    self.earlier = earlier
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.form, .classes("group drop"), .post, .action(action), .multipart) { html in
      html.symbol(.upload)
      html.element(.label, .class("strong"), .for("files"), text: html.say("Choose files, or drop them here"))
      html.element(
        .p, .classes("foot"), .id("files-d"),
        text: html.say(
          "Choose one or more CSV, JSON, vCard or spreadsheet files. Kartoteka detects what they contain."))
      html.void(
        .input, .id("files"), .name("files"), .type("file"), .several, .describedBy("files-d"),
        fault == nil ? nil : .invalid)
      if let fault { html.formFault(fault) }
      html.element(.button, .classes("btn main"), text: html.say("Look at the files"))
    }
    if let sample {
      html.element(.form, .classes("group syms"), .post) { html in
        html.element(.button, .class("row"), .formAction(sample.href)) { html in
          html.symbol(.box)
          html.element(.span, .class("grow")) { html in
            html.element(.span, .classes("t wrap"), text: html.say("Load the sample data"))
            html.element(.span, .classes("d wrap"), text: sample.text)
          }
        }
      }
    }
    html.rows(waiting, title: html.say("Not finished"))
    html.rows(earlier, title: html.say("Earlier imports"))
  }
}

extension HTMLWriter {
  /// Writes uploads or imports below a heading, if there are any.
  mutating func rows(_ rows: [ImportStart.Row], title: String) {
    guard !rows.isEmpty else { return }
    over(title)
    element(.ul, .class("group")) { html in
      for row in rows {
        html.element(.li) { html in
          html.element(.a, .class("row"), .href(row.href)) { html in
            html.element(.span, .class("grow")) { html in
              html.element(.span, .class("t"), text: row.title)
              html.element(.span, .classes("d wrap"), text: row.detail)
            }
            if let remark = row.remark {
              html.element(.span, .classes("pill", remark.isBad ? " bad" : ""), text: remark.text)
            }
            html.symbol(.go, .chevron)
          }
        }
      }
    }
  }
}

/// A field for rows that were copied from a spreadsheet.
package struct PasteForm: Component {
  /// The name of the field.
  package static let name = "rows"

  package var action: URLPath
  /// The columns that rows without headings have, in their order.
  package var columns: String
  package var fault: String?

  package init(action: URLPath, columns: String, fault: String? = nil) {
    (self.action, self.columns, self.fault) = (action, columns, fault)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.form, .id("paste"), .classes("group paste"), .post, .action(action)) { html in
      html.element(.label, .class("strong"), .for("pasted"), text: html.say("Rows from a spreadsheet"))
      html.element(
        .p, .class("foot"), .id("pasted-d"),
        text: html.say(
          "Copy rows in the spreadsheet and paste them here, with their headings or in this order: {columns}",
          ["columns": .text(columns)]))
      html.element(
        .textarea, .classes("in mono"), .id("pasted"), .name(Self.name), .rows(8), .describedBy("pasted-d"),
        .withoutSpelling, fault == nil ? nil : .invalid, text: "")
      if let fault { html.formFault(fault) }
      html.element(.button, .classes("btn main"), text: html.say("Look at the rows"))
    }
  }
}
