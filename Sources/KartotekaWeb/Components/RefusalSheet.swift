/// A sheet that says why something can't be done, and leads to what stands in the way.
struct RefusalSheet: Component {
  /// What can't be done: "Chai can't be deleted".
  var title: String
  /// Why, and what to do.
  var text: String
  /// What stands in the way.
  var groups: [RowGroup]
  /// Where Close leads.
  var close: URLPath

  func write(to html: inout HTMLWriter) {
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
