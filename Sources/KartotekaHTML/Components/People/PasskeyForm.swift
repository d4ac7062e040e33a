import KartotekaModel

/// A form that asks the browser for a passkey before it is sent. It is shown by the script, where the browser has passkeys.
package struct PasskeyForm: Component {
  /// The address from which the script gets the question to the browser.
  package var options: URLPath
  package var action: URLPath
  package var fields: [AccountForm.Field]
  package var hidden: [(name: String, value: String)] = []
  /// The fault of what was sent.
  package var fault: String?
  package var verb: String
  /// The field of another form of the page that is sent with this one, too; nil for none.
  package var typed: (id: String, value: String)?

  package init(options: URLPath, action: URLPath, fields: [AccountForm.Field], verb: String) {
    (self.options, self.action, self.fields, self.verb) = (options, action, fields, verb)
  }

  package func write(to html: inout HTMLWriter) {
    var attributes: [HTMLAttribute] = [
      .options(options), .cancelled(html.say("No passkey was used.")),
      .known(html.say("This device has a passkey of yours already.")),
    ]
    if let typed { attributes.append(.typed(typed.id)) }
    html.element(
      .form, .class("passkey"), .post, .action(action), .isHidden, .withoutValidation,
      more: attributes
    ) { html in
      for (name, value) in hidden { html.hidden(name, value) }
      if let typed { html.hidden(typed.id, typed.value) }
      html.hidden("answer", "")
      if let fault { html.formFault(fault) }
      html.element(.p, .classes("err lone"), .role("alert"), .isHidden) { _ in }
      AccountForm.write(fields, to: &html)
      html.element(.div, .classes("deeds pad")) { html in
        html.element(.button, .class("btn"), text: verb)
      }
    }
    if !fields.isEmpty {
      html.element(
        .p, .classes("pad dim passkey-not"),
        text: html.say("This browser has no passkeys, or needs JavaScript for them."))
    }
  }
}

/// A sentence of a page.
package struct Told: Component {
  package var text: String

  package init(text: String) { self.text = text }

  package func write(to html: inout HTMLWriter) { html.element(.p, .classes("pad dim told"), text: text) }
}

/// A key as a QR code and as text, for an app on a phone.
package struct ScannedKey: Component {
  /// The text of the QR code.
  package var address: String
  package var text: String
  package var note: String

  package init(address: String, text: String, note: String) {
    (self.address, self.text, self.note) = (address, text, note)
  }

  package func write(to html: inout HTMLWriter) {
    html.element(.div, .classes("pad qr")) { html in
      if let code = QRCode(address) { html.qrCode(code, label: html.say("QR code of the key")) }
    }
    html.element(.div, .class("group")) { html in
      html.element(.p, .classes("row address mono"), text: text)
    }
    html.element(.p, .class("under"), text: note)
  }
}

/// Texts that are shown once.
package struct ShownList: Component {
  package var texts: [String]
  package var note: String

  package init(texts: [String], note: String) { (self.texts, self.note) = (texts, note) }

  package func write(to html: inout HTMLWriter) {
    html.element(.ul, .class("group")) { html in
      for text in texts {
        html.element(.li) { $0.element(.p, .classes("row address mono"), text: text) }
      }
    }
    html.element(.p, .class("under"), .role("status"), text: note)
  }
}
