/// An application that is proposed for files: what would be made, before anything is.
package struct ProposalForm: Component {
  package var action: URLPath
  /// The notice on the last step.
  package var notice: String?
  /// The name of the application, and what is wrong with it.
  package var title: String
  package var titleFault: String?
  /// The state of the proposal that the form shows.
  package var version: Int
  package var tables: [UploadedFileRow]
  /// The words on the button.
  package var verb: String

  package init(
    action: URLPath, notice: String? = nil, title: String, titleFault: String? = nil, version: Int,
    tables: [UploadedFileRow],
    verb: String
  ) {
    (self.action, self.notice, self.title, self.titleFault) = (action, notice, title, titleFault)
    (self.version, self.tables, self.verb) = (version, tables, verb)
  }

  package func write(to html: inout HTMLWriter) {
    let say = html.say
    if let notice { html.notice(notice) }
    html.element(.form, .id("proposal"), .post, .action(action), .autocomplete("off")) { html in
      html.hidden("version", String(version))
      html.element(.div, .class("group")) { html in
        html.element(.div, .class("line")) { html in
          html.element(.label, .for("title"), text: say("Name of the application"))
          html.void(
            .input, .class("in"), .id("title"), .name("title"), .value(title), titleFault == nil ? nil : .invalid)
        }
        if let titleFault { html.formFault(titleFault) }
      }
      html.files(tables, title: say("Kinds of records"))
      html.element(.div, .classes("deeds pad")) { html in
        html.element(.button, .classes("btn main"), text: verb)
        html.discardButton()
      }
    }
  }
}
