import KartotekaModel

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
