import KartotekaModel

/// The faults that rules find with a form that is not saved yet, and the records that look like it. A script puts each fault
/// below its field, that of the record above the fields, and the records below them.
package struct RuleFaults: Component {
  /// The texts by the fields' names.
  package var fields: [String: String]
  /// The fault of the record; nil for none.
  package var fault: String?
  /// The stored records that look like the one that is being typed.
  package var alike: [(title: String, href: URLPath)]

  package init(fields: [String: String], fault: String? = nil, alike: [(title: String, href: URLPath)] = []) {
    (self.fields, self.fault, self.alike) = (fields, fault, alike)
  }

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
    if !alike.isEmpty {
      html.element(.p, .classes("pad sub dim"), .alike) { html in
        html.text(html.say("Looks like:"))
        for (index, record) in alike.enumerated() {
          html.text(index == 0 ? " " : ", ")
          html.element(.a, .href(record.href), text: record.title)
        }
      }
    }
    html.sprite()
  }
}
