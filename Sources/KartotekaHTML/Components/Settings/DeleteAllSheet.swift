import KartotekaModel

/// A sheet that asks whether everything is meant: what would go is counted, and a word has to be typed.
package struct DeleteAllSheet: Component {
  package var title: String
  /// The numbers of records that would be deleted, by entity.
  package var affected: [String]
  /// The word that has to be typed.
  package var word: String
  /// The submitted text and its fault.
  package var typed = ""
  package var error: String?
  package var action: URLPath
  package var cancel: URLPath

  package init(
    title: String, affected: [String], word: String, typed: String = "", error: String? = nil, action: URLPath,
    cancel: URLPath
  ) {
    self.title = title
    self.affected = affected
    self.word = word
    self.typed = typed
    self.error = error
    self.action = action
    self.cancel = cancel
  }

  package func write(to html: inout HTMLWriter) {
    let say = html.say
    html.element(.dialog, .classes("sheet ask"), .open, .modal, .labelledBy("st"), .describedBy("sd")) { html in
      html.element(.div) { html in
        html.element(.h2, .id("st"), text: title)
        html.element(.p, .class("dim"), .id("sd"), text: say("This deletes everything here. It can be undone."))
      }
      html.element(.ul, .class("group")) { html in
        for line in affected {
          html.element(.li) { $0.element(.span, .class("row")) { $0.element(.span, .classes("t wrap"), text: line) } }
        }
      }
      html.element(.form, .post, .action(action), .withoutValidation, .autocomplete("off")) { html in
        html.element(.div, .class("group")) { html in
          html.element(.div, .class("field")) { html in
            html.element(.label, .for("word"), text: say("Type “{word}” to go on", ["word": .text(word)]))
            html.void(
              .input, .id("word"), .name("word"), .type("text"), .value(typed), .required, .autofocus,
              more: [.withoutSpelling, .autocapitalize("off")]
                + (error == nil ? [] : [.invalid, .describedBy("word-e")]))
            if let error {
              html.element(.p, .class("err"), .id("word-e")) { html in
                html.symbol(.alert, .small)
                html.text(error)
              }
            }
          }
        }
        html.element(.div, .class("deeds")) { html in
          html.element(.a, .class("btn"), .href(cancel), .part("cancel"), text: say("Cancel"))
          html.element(.button, .classes("btn bad"), text: say("Delete everything"))
        }
      }
    }
  }
}
