import KartotekaModel

/// The faults that rules find with a form that is not saved yet. A script puts each below its field.
package struct RuleFaults: Component {
  /// The texts by the fields' names.
  package var fields: [String: String]

  package init(fields: [String: String]) { self.fields = fields }

  package func write(to html: inout HTMLWriter) {
    for (name, text) in fields.sorted(by: { $0.key < $1.key }) {
      html.element(.p, .class("err"), .faulty(name)) { html in
        html.symbol(.alert, .small)
        html.text(text)
      }
    }
    html.sprite()
  }
}
