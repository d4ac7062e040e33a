import KartotekaModel

/// The faults that rules find with a form that is not saved yet. A script puts each below its field, and that of the record
/// above the fields.
package struct RuleFaults: Component {
  /// The texts by the fields' names.
  package var fields: [String: String]
  /// The fault of the record; nil for none.
  package var fault: String?

  package init(fields: [String: String], fault: String? = nil) { (self.fields, self.fault) = (fields, fault) }

  package func write(to html: inout HTMLWriter) {
    for (name, text) in fields.sorted(by: { $0.key < $1.key }) {
      html.element(.p, .class("err"), .faulty(name)) { html in
        html.symbol(.alert, .small)
        html.text(text)
      }
    }
    if let fault {
      html.element(.p, .classes("err lone"), .faulty("")) { html in
        html.symbol(.alert, .small)
        html.text(fault)
      }
    }
    html.sprite()
  }
}
