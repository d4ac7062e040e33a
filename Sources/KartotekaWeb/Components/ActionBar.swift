/// What an application, or one of its records, can be told to do: a button for each.
struct ActionBar: Component {
  var title: String
  var buttons: [DeedButton]

  func write(to html: inout HTMLWriter) {
    html.element(.h2, .class("over"), text: title)
    html.element(.form, .post, .classes("group deeds")) { html in
      for button in buttons { html.deedButton(button, isMain: false) }
    }
  }
}
