/// A sheet that says why something can't be done, and leads to what stands in the way.
package struct RefusalSheet: Component {
  /// What can't be done: "Chai can't be deleted".
  package var title: String
  /// Why, and what to do.
  package var text: String
  /// What stands in the way.
  package var groups: [RowGroup]
  /// Where Close leads.
  package var close: URLPath

  package init(title: String, text: String, groups: [RowGroup], close: URLPath) {
    (self.title, self.text, self.groups, self.close) = (title, text, groups, close)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.dialog, .classes("sheet ask"), .open, .modal, .labelledBy("st"), .describedBy("sd")) { html in
      html.element(.div) { html in
        html.element(.h2, .id("st"), text: title)
        html.element(.p, .class("dim"), .id("sd"), text: text)
      }
      for group in groups { html.add(group) }
      html.element(.div, .class("deeds")) { html in
        html.element(.a, .classes("btn main"), .href(close), .part("cancel"), .autofocus, text: html.say("Close"))
      }
    }
  }
}
