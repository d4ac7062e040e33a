/// Deleted records, each with a button that brings it back.
package struct DeletedRows: Component {
  /// A deleted record.
  package struct Row {
    package var title: String
    /// The kind of the record, and the time of its deletion.
    package var detail: String
    /// The name of the change set that deleted it.
    package var href: URLPath
    /// The address that restores the record.
    package var action: URLPath
    /// The record's address below the application's, which the button sends: `users/4`.
    package var record: String

    package init(title: String, detail: String, href: URLPath, action: URLPath, record: String) {
      self.title = title
      self.detail = detail
      self.href = href
      self.action = action
      self.record = record
    }
  }

  /// The name under which the button sends the record.
  package static let recordName = "record"

  package var rows: [Row]

  package init(rows: [Row]) { self.rows = rows }

  package func write(to html: inout HTMLWriter) {
    html.element(.form, .id("deleted"), .post) { html in
      html.element(.ul, .class("group")) { html in
        for row in rows { html.element(.li) { write(row, to: &$0) } }
      }
    }
  }

  private func write(_ row: Row, to html: inout HTMLWriter) {
    html.element(.div, .class("row")) { html in
      html.element(.a, .class("grow"), .href(row.href)) { html in
        html.element(.span, .classes("t wrap"), text: row.title)
        html.element(.span, .classes("d wrap"), text: row.detail)
      }
      html.element(
        .button, .classes("btn small"), .name(Self.recordName), .value(row.record), .formAction(row.action),
        .label(html.say("Bring back {title}", ["title": .text(row.title)])), text: html.say("Bring back"))
    }
  }
}
