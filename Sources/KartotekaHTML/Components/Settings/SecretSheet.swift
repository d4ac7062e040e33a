/// A sheet to give a secret, which is typed unseen and never shown again.
package struct SecretSheet: Component {
  package var title: String
  /// The source of the secret.
  package var hint: String?
  /// The fault of the submitted text.
  package var error: String?
  package var action: URLPath
  package var cancel: URLPath
  /// The address that removes it; nil if no secret is stored.
  package var removal: URLPath?

  package init(
    title: String, hint: String? = nil, error: String? = nil, action: URLPath, cancel: URLPath, removal: URLPath? = nil
  ) {
    self.title = title
    self.hint = hint
    self.error = error
    self.action = action
    self.cancel = cancel
    self.removal = removal
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.dialog, .class("sheet"), .open, .modal, .labelledBy("st")) { html in
      html.element(.form, .id("n"), .post, .action(action), .withoutValidation) { html in
        html.element(.header) { html in
          html.element(.a, .class("act"), .href(cancel), .part("cancel"), text: html.say("Cancel"))
          html.element(.h2, .id("st"), text: title)
          html.element(.button, .classes("act main"), text: html.say("Save"))
        }
        html.element(.div, .class("group")) { html in
          html.element(.div, .class("field")) { html in
            html.element(.label, .for("secret"), text: title)
            // A browser that offers to keep passwords has no business with it.
            html.void(
              .input, .id("secret"), .name("secret"), .type("password"), .autocomplete("off"), .required, .autofocus,
              more: error == nil ? [.withoutSpelling] : [.withoutSpelling, .invalid, .describedBy("secret-e")])
            if let error {
              html.element(.p, .class("err"), .id("secret-e")) { html in
                html.symbol(.alert, .small)
                html.text(error)
              }
            }
          }
        }
        if let hint { html.element(.p, .class("under"), text: hint) }
        html.element(
          .p, .class("under"),
          text: html.say("It is kept on the server, beside the data and not in it, and never shown again."))
        if let removal {
          html.element(.div, .class("group")) { html in
            html.element(.button, .classes("row bad"), .formAction(removal), text: html.say("Remove"))
          }
        }
      }
    }
  }
}
